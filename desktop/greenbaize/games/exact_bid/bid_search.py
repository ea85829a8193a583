"""Search of whether a seat can still meet its bid exactly, with all cards known.

Only the seat's own tricks count, so there are two sides: the seat, and all the others together. In
the hands a card is a bit, as in ``card_models.py``.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from greenbaize.games.exact_bid.card_models import ALL_RANKS, card_index, hand_mask
from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.hands import find_winning_index
from greenbaize.rules.search_contract import SearchLimitError

NODE_LIMIT: Final = 400_000
"""Largest number of cards that all searches of one object lay."""


class _SearchTrick(NamedTuple):
    """A trick under way: whose turn it is, the led suit, the winning card and its seat.

    ``led`` and ``top`` are -1 before the lead; ``card_count`` is the number of cards.
    """

    turn: int
    led: int = -1
    top: int = -1
    taker: int = -1
    card_count: int = 0


class ExactBidSearch:
    """Search of the rest of a deal for one seat, as ``BidSearch`` has it."""

    def __init__(self, seat: int, node_limit: int = NODE_LIMIT) -> None:
        self._seat, self._nodes_left = seat, node_limit
        self._hands: list[int] = []
        self._trump, self._is_helped = -1, False
        self._results: dict[tuple[int, ...], bool] = {}

    def is_lost(self, state: BidState) -> bool:
        """Return whether the bid cannot be met, from the number of tricks alone."""
        need, tricks_left = self._need(state), self._tricks_left(state)
        return need < 0 or need > tricks_left

    def can_meet(self, state: BidState, *, is_helped: bool = False) -> bool:
        """Return whether the seat can meet its bid whatever the others do, or if all help it.

        Raises ``SearchLimitError`` if that cannot be found with the cards that may still be laid.
        """
        state = state.with_trick_taken
        if self.is_lost(state):
            return False
        play, trump = state.play, -1 if state.trump is None else int(state.trump)
        if is_helped is not self._is_helped or trump != self._trump:
            self._results = {}
        self._is_helped, self._trump = is_helped, trump
        self._hands = [hand_mask(hand.cards) for hand in state.hands]
        trick = _SearchTrick(play.next_seat)
        if play.trick:
            winner = find_winning_index(play.trick, state.trump)
            trick = _SearchTrick(
                play.next_seat,
                card_index(play.trick[0]) // 13,
                card_index(play.trick[winner]),
                (play.leader + winner) % state.seats,
                len(play.trick),
            )
            return self._search_trick(trick, self._need(state))
        return self._search_lead(trick.turn, self._need(state))

    def _need(self, state: BidState) -> int:
        """Return how many tricks of the rest of the deal the seat needs."""
        return (state.bids[self._seat] or 0) - state.play.tricks_won[self._seat]

    def _tricks_left(self, state: BidState) -> int:
        """Return how many tricks are still to be taken, with the one under way."""
        return state.cards - len(state.play.taken_tricks)

    def _search_lead(self, leader: int, need: int) -> bool:
        """Return whether the bid can be met from a position between two tricks."""
        tricks_left = self._hands[leader].bit_count()
        if need < 0 or need > tricks_left:
            return False
        if not tricks_left:
            return True
        key = (*self._hands, leader, need)
        result = self._results.get(key)
        if result is None:
            result = self._results[key] = self._search_trick(_SearchTrick(leader), need)
        return result

    def _search_trick(self, trick: _SearchTrick, need: int) -> bool:
        """Return whether the bid can be met where a seat is to play to a trick."""
        hands, turn = self._hands, trick.turn
        seeks_success = self._is_helped or turn == self._seat
        next_turn, count = (turn + 1) % len(hands), trick.card_count + 1
        for card in self._distinct_cards(trick, highest_first=need > 0):
            if not self._nodes_left:
                raise SearchLimitError
            self._nodes_left -= 1
            hands[turn] ^= 1 << card
            top, taker = trick.top, trick.taker
            if top < 0 or self._beats(card, top):
                top, taker = card, turn
            if count == len(hands):
                can_meet = self._search_lead(taker, need - (taker == self._seat))
            else:
                led = card // 13 if trick.led < 0 else trick.led
                can_meet = self._search_trick(_SearchTrick(next_turn, led, top, taker, count), need)
            hands[turn] ^= 1 << card
            if can_meet is seeks_success:
                return can_meet
        return not seeks_success

    def _beats(self, card: int, top: int) -> bool:
        suit = card // 13
        return card > top if suit == top // 13 else suit == self._trump

    def _distinct_cards(self, trick: _SearchTrick, *, highest_first: bool) -> Iterator[int]:
        """Yield the cards that may be played, of neighbours in a suit only the highest.

        Neighbours are cards between which no other hand and not the winning card has one.
        """
        hand = self._hands[trick.turn]
        others = 0 if trick.top < 0 else 1 << trick.top
        for seat, other_hand in enumerate(self._hands):
            if seat != trick.turn:
                others |= other_hand
        suits = range(4)
        if trick.led >= 0 and hand >> 13 * trick.led & ALL_RANKS:
            suits = range(trick.led, trick.led + 1)
        cards = []
        for suit in suits:
            is_new = True
            for card in range(13 * suit + 12, 13 * suit - 1, -1):
                bit = 1 << card
                if hand & bit:
                    if is_new:
                        cards.append(card)
                    is_new = False
                elif others & bit:
                    is_new = True
        cards.sort(key=lambda card: card % 13, reverse=highest_first)
        yield from cards


def create_bid_search(game: ExactBidGame, seat: int) -> ExactBidSearch:
    """Return a search for a seat of a game of exact bids."""
    return ExactBidSearch(seat)
