"""The beginner at exact bids: high to win, low to lose, and the honours held are the bid.

It sees its hand and the trick on the table, and nothing that lies face down again. It counts no
trumps, reckons with nobody's bid, and never sheds a high card while that is safe.
"""

from collections.abc import Sequence
from typing import Final

from greenbaize.cards import RANKS, Card, Suit
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.hands import find_winning_index, is_beating

_ACE, _KING, _JACK = map(RANKS.index, "AKJ")
_DOUBT_SHARE: Final = 2
"""One in so many doubtful honours is bid."""


def choose_obvious_exact_bid_command(
    game: ExactBidGame, view: BidState, seat: int, chance: RandomStream
) -> Command:
    """Return a legal command: a bid for each honour, the highest card to win, the lowest to lose."""
    legal = game.legal(view, seat)
    bids = [command for command in legal if isinstance(command, BidCommand)]
    if bids:
        wanted_tricks = (
            count_blind_trick(view, seat)
            if view.hands[seat].unknown
            else count_honours(view.hands[seat].cards, view.trump, chance)
        )
        return min(bids, key=lambda bid: abs(bid.tricks - wanted_tricks))
    cards = [command.card for command in legal if isinstance(command, PlayCommand)]
    return PlayCommand(seat, choose_obvious_card(view.with_trick_taken, seat, cards, chance))


def count_honours(hand: Sequence[Card], trump: Suit | None, chance: RandomStream) -> int:
    """Return the honours of a hand: aces, high trumps, and every second of the doubtful ones."""
    count = 0
    for card in hand:
        if card.rank == _ACE or (card.suit is trump and card.rank == _KING):
            count += 1
        elif card.rank == _KING or (card.suit is trump and card.rank >= _JACK):
            count += not chance.draw_below(_DOUBT_SHARE)
    return count


def count_blind_trick(view: BidState, seat: int) -> int:
    """Return the bid of a blind deal: one trick if nobody else shows an ace, king or trump."""
    return int(
        not any(
            card.rank >= _KING or card.suit is view.trump
            for hand in view.hands
            for card in hand.cards
        )
    )


def choose_obvious_card(
    view: BidState, seat: int, cards: Sequence[Card], chance: RandomStream
) -> Card:
    """Return the highest card that wins so far while tricks are needed, otherwise the lowest.

    Of equal cards, chance picks one.
    """
    trump, trick = view.trump, view.play.trick
    wants_trick = (view.bids[seat] or 0) > view.play.tricks_won[seat]
    if wants_trick and not trick:
        return _draw_card([card for card in cards if card.rank == _highest(cards)], chance)
    if wants_trick:
        top = trick[find_winning_index(trick, trump)]
        winners = [card for card in cards if is_beating(card, top, trump)]
        if winners:
            return max(winners, key=lambda card: (card.suit is trump, card.rank))
    plain_cards = [card for card in cards if card.suit is not trump] or cards
    lowest = min(card.rank for card in plain_cards)
    return _draw_card([card for card in plain_cards if card.rank == lowest], chance)


def _highest(cards: Sequence[Card]) -> int:
    return max(card.rank for card in cards)


def _draw_card(cards: Sequence[Card], chance: RandomStream) -> Card:
    return chance.draw_choice(cards)
