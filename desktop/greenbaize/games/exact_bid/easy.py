"""The easy player at exact bids: it bids its hand's value, then wins cheaply or ducks.

It errs as people do. It takes doubtful cards of a suit for better or worse than they are, so that a
bid is off by one now and then; and it counts the cards that are still out without those that it has
forgotten, and with them the voids they showed: then it does not trust a king that has become the
highest, spends a higher card than it needs, or leads into somebody's trump.
"""

from collections.abc import Collection, Sequence
from typing import Final

from greenbaize.bots.human_memory import (
    EASY_RETENTION,
    PlayerMemory,
    create_player_memory,
    find_forgotten_cards,
)
from greenbaize.cards import PACK_52, RANKS, Card, Suit
from greenbaize.games.exact_bid.choice_order import count_sure_tricks
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.hands import find_winning_index, is_beating
from greenbaize.rules.players import TEMPERAMENT_TILTS

TEMPERAMENT_SHIFT: Final = 0.22
"""Tricks that a bold player adds to its hand's value."""
CARD_MISJUDGEMENT: Final = 1.8
"""Largest misjudgement of a doubtful card: so many times p(1 - p), if it wins with p."""
PESSIMISM: Final = 0.4
"""Amount taken off all: so many times p(1 - p), as losing tricks is easier than winning."""
LONG_HAND_BONUS: Final = 0.035
"""Increase of a card's chance for each card of the hand past the third, if no unseen one of its
suit is higher, and less for others: once the high ones are gone, middling ones win as well.
"""

_HAND_KEY: Final = 4
"""Key of a misjudgement of the whole hand, behind those of each suit."""


def choose_exact_bid_command(
    game: ExactBidGame, view: BidState, seat: int, temperament: str, chance: RandomStream
) -> Command:
    """Return a legal command: a bid near the hand's value, then cards for it."""
    del chance
    legal = game.legal(view, seat)
    hand = view.hands[seat]
    if isinstance(legal[0], BidCommand):
        memory = create_player_memory(game, view, seat)
        expected_tricks = (
            blind_win_chance(view, seat)
            if hand.unknown
            else expected_hand_tricks(view, seat, memory)
        )
        intended_tricks = expected_tricks + TEMPERAMENT_SHIFT * TEMPERAMENT_TILTS[temperament]
        bids = [command for command in legal if isinstance(command, BidCommand)]
        sure = count_sure_tricks(hand.cards, view.trump, unseen_cards(view))
        bids = [bid for bid in bids if bid.tricks >= sure] or bids
        return min(bids, key=lambda bid: abs(bid.tricks - intended_tricks))
    cards = [command.card for command in legal if isinstance(command, PlayCommand)]
    view = view.with_trick_taken
    return PlayCommand(seat, choose_card(view, seat, cards, forgotten_cards(game, view, seat)))


def unseen_cards(view: BidState) -> list[Card]:
    """Return the cards of the pack that the view does not show, low ranks first."""
    seen_cards = {card for hand in view.hands for card in hand.cards} | set(view.play.played_cards)
    if view.turned is not None:
        seen_cards.add(view.turned)
    return [card for card in PACK_52 if card not in seen_cards]


def expected_hand_tricks(view: BidState, seat: int, memory: PlayerMemory) -> float:
    """Return the hand's expected tricks: for each card, the chance that nobody has a better one.

    A player misjudges what is doubtful; nobody is wrong about what is sure to win or to lose.
    """
    hand, unseen = view.hands[seat].cards, unseen_cards(view)
    share = (view.seats - 1) * view.cards / len(unseen)
    tricks, cards_past_third = 0.0, max(0, len(hand) - 3)
    for card in hand:
        chance = _card_win_chance(card, hand, unseen, share, view.trump)
        if card.suit is not view.trump:
            chance *= _plain_card_chance(card, view, seat, unseen)
        assert card.suit is not None
        lean = (
            CARD_MISJUDGEMENT
            * (memory.judgement_error(card.suit) + memory.judgement_error(_HAND_KEY))
            / 2
            - PESSIMISM
        )
        chance += LONG_HAND_BONUS * cards_past_third * _share_below(card, unseen) * (1 - chance)
        tricks += chance + lean * chance * (1 - chance)
    return tricks


def _card_win_chance(
    card: Card, hand: Sequence[Card], unseen: Sequence[Card], share: float, trump: Suit | None
) -> float:
    higher = _count_higher(card, unseen)
    top_chance = (1 - share) ** higher
    length = sum(held_card.suit is card.suit for held_card in hand)
    if card.suit is trump:
        # A seat with four trumps or more is likely to have the last ones that are out.
        return max(top_chance, 0.25 * share if length < 4 else 0.5)
    if trump is None:
        return top_chance
    # Others soon trump a long suit; so they do any suit when all cards are dealt.
    return top_chance * (1 - 0.12 * share * max(1, length - 1))


def _plain_card_chance(card: Card, view: BidState, seat: int, unseen: Sequence[Card]) -> float:
    """Return the chance of a plain card to come to a trick of its suit that nobody trumps.

    With few cards it is small: others seldom lead the suit, and seldom hold it. Of those who could
    trump, about half want the trick; with a single card, all must take it.
    """
    cards, total = view.cards, len(unseen)
    suit_share = sum(other.suit is card.suit for other in unseen) / total
    trump_share = sum(other.suit is view.trump for other in unseen) / total
    led_chance: float = 1 - (1 - suit_share) ** (2 * cards - 1)
    if seat == view.play.leader:
        led_chance = 1.0
    has_no_suit = (1 - suit_share) ** cards
    has_neither = (1 - suit_share - trump_share) ** cards
    trumping_seats = (view.seats - 1) * (1 + 1 / cards) / 2
    untrumped_chance: float = (1 - has_no_suit + has_neither) ** trumping_seats
    return led_chance * untrumped_chance


def _share_below(card: Card, unseen: Collection[Card]) -> float:
    """Return the share of the unseen cards of its suit that a card is above."""
    suit_count = sum(other.suit is card.suit for other in unseen)
    return 1 - _count_higher(card, unseen) / suit_count if suit_count else 1.0


def _count_higher(card: Card, unseen: Collection[Card]) -> int:
    return sum(other.suit is card.suit and other > card for other in unseen)


def blind_win_chance(view: BidState, seat: int) -> float:
    """Return the chance of the unseen own card of a blind deal to win against the visible cards."""
    unseen = unseen_cards(view)
    if not unseen:
        return 0.0
    order = [(view.play.leader + offset) % view.seats for offset in range(view.seats)]
    wins = 0
    for card in unseen:
        trick = [card if owner == seat else view.hands[owner].cards[0] for owner in order]
        wins += order[find_winning_index(trick, view.trump)] == seat
    return wins / len(unseen)


def _card_power(card: Card, trump: Suit | None) -> int:
    return card.rank + (13 if card.suit is trump else 0)


def choose_card(
    view: BidState, seat: int, cards: Sequence[Card], forgotten: Collection[Card] = ()
) -> Card:
    """Return a card that wins cheaply while tricks are needed, or ducks high when they are not."""
    trump = view.trump
    by_power = sorted(cards, key=lambda card: _card_power(card, trump))
    wants_trick = (view.bids[seat] or 0) - view.play.tricks_won[seat] > 0
    unseen = (*unseen_cards(view), *forgotten)
    if not view.play.trick:
        if not wants_trick:
            # Lead the lowest card of those that most others can still beat.
            return max(by_power, key=lambda card: _count_higher(card, unseen))
        other_seats = [
            other_seat
            for other_seat in range(view.seats)
            if other_seat != seat and trump is not None
        ]
        trumped_suits = {
            suit for other_seat in other_seats for suit in void_suits(view, other_seat, forgotten)
        }
        sure_winners = [
            card
            for card in by_power
            if not _count_higher(card, unseen) and card.suit not in trumped_suits
        ]
        return sure_winners[-1] if sure_winners else by_power[-1]
    top = view.play.trick[find_winning_index(view.play.trick, trump)]
    winners = [card for card in by_power if is_beating(card, top, trump)]
    losers = [card for card in by_power if not is_beating(card, top, trump)]
    is_last = len(view.play.trick) == view.seats - 1
    if wants_trick:
        if not winners:
            return losers[0]
        if is_last or winners[0].suit is trump:
            return winners[0]
        fewest_higher = _count_higher(winners[-1], unseen)
        return next(card for card in winners if _count_higher(card, unseen) == fewest_higher)
    if losers:
        return losers[-1]
    # It may win unintentionally: with the highest card if it surely does, else the lowest.
    return winners[-1] if is_last else winners[0]


_TRUMP_PROMINENCE: Final = 0.4
_HIGH_PROMINENCE: Final = 0.5
"""Prominence (0 to 1) in memory of trumps and of the highest cards."""


def forgotten_cards(
    game: ExactBidGame, view: BidState, seat: int, retention: float = EASY_RETENTION
) -> frozenset[Card]:
    """Return the played cards that a seat has forgotten; ``retention`` as of ``PlayerMemory``."""
    trump = view.trump

    def prominence(card: Card) -> float:
        return _HIGH_PROMINENCE * card.rank / (len(RANKS) - 1) + _TRUMP_PROMINENCE * (
            card.suit is trump
        )

    return find_forgotten_cards(
        create_player_memory(game, view, seat, retention), view.play, seat, prominence
    )


def void_suits(view: BidState, seat: int, forgotten: Collection[Card] = ()) -> set[Suit]:
    """Return the suits that a seat has shown to be out of, by cards not forgotten."""
    suits = set()
    for trick in view.play.tricks:
        turn = (seat - trick.leader) % view.seats
        if turn < len(trick.cards) and trick.cards[turn] not in forgotten:
            led_suit = trick.cards[0].suit
            if led_suit is not None and trick.cards[turn].suit is not led_suit:
                suits.add(led_suit)
    return suits
