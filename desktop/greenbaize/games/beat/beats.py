"""The beat relation of Master and Ass (``beats.md``), in the order of that page.

The situation of a trick is computed card by card: ``start_situation`` makes that of the lead,
``find_beat_rule`` returns the rule by which a card beats the top card, and ``add_to_situation``
returns the situation after the card.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from greenbaize.cards import ALL_CARDS, RANKS, Card, Suit
from greenbaize.rules.frozen_struct import FrozenStruct

SENIORITY: Final = "6789JQKTA"
"""Ranks from low to high: the ten stands above the king."""

# 1. Ranks beaten in the same suit. Over other suits each rank beats its own, the eight all.
_SAME_SUIT: Final = {
    "6": "79JKTA",
    "7": "",
    "8": "679JTA",
    "9": "7",
    "J": "79",
    "Q": "6789J",
    "K": "789JQ",
    "T": "79JQK",
    "A": "79JQKT",
}
_ONE_LESS: Final = {"9": "J", "J": "Q", "Q": "K", "K": "T", "T": "A"}

PACK_36: Final = tuple(card for card in ALL_CARDS[:52] if RANKS[card.rank] in SENIORITY)
"""Pack of Master and Ass."""

_EIGHT: Final = RANKS.index("8")
_SIX: Final = RANKS.index("6")
_QUEEN: Final = RANKS.index("Q")


def _rank_masks(beaten: Mapping[str, str]) -> tuple[int, ...]:
    """Return for every rank a mask of the ranks it beats."""
    return tuple(sum(1 << RANKS.index(other) for other in beaten.get(rank, "")) for rank in RANKS)


_BEATEN_RANKS: Final = _rank_masks(_SAME_SUIT)
_ONE_LESS_RANKS: Final = _rank_masks(_ONE_LESS)
_SENIORITY_OF_RANK: Final = tuple(SENIORITY.find(rank) for rank in RANKS)


def seniority_of(card: Card) -> int:
    """Return the card's index in the seniority, 0 for a six."""
    return _SENIORITY_OF_RANK[card.rank]


def beats_in_suit(card: Card, other: Card) -> bool:
    """Return whether the table, without its brackets, lets a card beat another of its own suit."""
    return bool(_BEATEN_RANKS[card.rank] >> other.rank & 1)


def is_one_less(card: Card, other: Card) -> bool:
    """Return whether the table has the card in brackets, one step below the other of its suit."""
    return bool(_ONE_LESS_RANKS[card.rank] >> other.rank & 1)


def has_four_of_a_suit(cards: Sequence[Card]) -> bool:
    suits = [card.suit for card in cards]
    return len(suits) >= 4 and max(map(suits.count, suits)) >= 4


class BeatRule(StrEnum):
    """Rule by which a card became the top card, or beats it (sections 2a to 2e)."""

    LED = "led"
    SUIT = "suit"
    SAME_VALUE = "same-value"
    ONE_LESS = "one-less"
    EIGHT = "eight"
    TRUMP = "trump"


class Trumps(FrozenStruct, cache_hash=True):
    """Trump suits (section 4).

    ``personal_suits`` gives each seat's personal suit, None where none was chosen; it is empty when
    trumps are common. ``classes`` gives each suit's class: senior 2, junior or plain 1, ordinary 0.
    """

    personal_suits: tuple[Suit | None, ...] = ()
    classes: tuple[int, int, int, int] = (0, 0, 0, 0)

    def is_trump(self, card: Card, seat: int) -> bool:
        assert card.suit is not None
        if self.personal_suits:
            return self.personal_suits[seat] is card.suit
        return self.classes[card.suit] > 0


class TrickSituation(FrozenStruct, cache_hash=True):
    """The trick so far, as far as it matters for the cards to come.

    ``main_suit`` is the main suit S, ``led_card`` the led card M. ``eight`` is the eight that
    renamed the suit; while it is None, M names the main suit. ``taker`` is the seat of the top
    card.
    """

    main_suit: Suit
    led_card: Card
    leader: int
    eight: Card | None
    top: Card
    taker: int
    beat_rule: BeatRule


def start_situation(card: Card, seat: int) -> TrickSituation:
    """Return the situation after a led card."""
    assert card.suit is not None
    return TrickSituation(card.suit, card, seat, None, card, seat, BeatRule.LED)


def find_beat_rule(
    situation: TrickSituation, card: Card, seat: int, trumps: Trumps, *, void: bool
) -> BeatRule | None:
    """Return the rule by which a card beats the top card, None if it does not.

    ``void``: the seat holds no card of the main suit (this one counts).
    """
    if not trumps.personal_suits and is_outclassed(situation, card, trumps):
        return None
    rank = card.rank
    if rank == _EIGHT:
        return BeatRule.EIGHT if _eight_beats(situation, card, void=void) else None
    if card.suit is situation.main_suit:
        if _suit_beats(situation, card, trumps):
            return BeatRule.SUIT
        return BeatRule.ONE_LESS if _one_less_beats(situation, card) else None
    if rank == situation.led_card.rank and _same_value_beats(situation, card, seat, trumps):
        return BeatRule.SAME_VALUE
    if trumps.is_trump(card, seat) and _trump_beats(situation, card, trumps):
        return BeatRule.TRUMP
    return None


def find_played_beat_rule(
    situation: TrickSituation, card: Card, seat: int, trumps: Trumps
) -> BeatRule | None:
    """Return the rule by which a card that was played beats the top card.

    It need not be known whether the player is void: an eight of another suit is never played from a
    hand with cards of the main suit (section 5).
    """
    return find_beat_rule(situation, card, seat, trumps, void=card.suit is not situation.main_suit)


def is_eight(card: Card) -> bool:
    return card.rank == _EIGHT


def _suit_beats(situation: TrickSituation, card: Card, trumps: Trumps) -> bool:
    """2a. A card of S beats the top card as in the table."""
    top = situation.top
    if top.suit is situation.main_suit:
        return beats_in_suit(card, top)
    # On a same-value card or a trump, M counts, or the eight in its place.
    if not beats_in_suit(card, situation.eight or situation.led_card):
        return False
    if not trumps.is_trump(top, situation.taker):
        return True
    return seniority_of(card) >= seniority_of(top) or is_queen_on_six(situation, card, trumps)


def is_queen_on_six(situation: TrickSituation, card: Card, trumps: Trumps) -> bool:
    """4. With personal trumps the queen of a led six's suit heeds no trump, and none beats her."""
    return (
        bool(trumps.personal_suits)
        and situation.eight is None
        and situation.led_card.rank == _SIX
        and card.rank == _QUEEN
        and card.suit is situation.led_card.suit
    )


def is_led_card_trump(situation: TrickSituation, trumps: Trumps) -> bool:
    """4. M is its leader's own trump and still names the main suit."""
    return (
        bool(trumps.personal_suits)
        and situation.eight is None
        and trumps.is_trump(situation.led_card, situation.leader)
    )


def _same_value_beats(situation: TrickSituation, card: Card, seat: int, trumps: Trumps) -> bool:
    """2b. A card of M's rank in another suit beats M, a one-less card or an earlier such card."""
    if situation.eight is not None or is_led_card_trump(situation, trumps):
        return False
    if situation.beat_rule is BeatRule.SAME_VALUE:
        # 4. With personal trumps, of equal rank a trump stands over an ordinary card.
        ordinary_on_trump = trumps.is_trump(situation.top, situation.taker) and not trumps.is_trump(
            card, seat
        )
        return not (trumps.personal_suits and ordinary_on_trump)
    return situation.beat_rule in (BeatRule.LED, BeatRule.ONE_LESS)


def _one_less_beats(situation: TrickSituation, card: Card) -> bool:
    """2c. One step below M, or below the last link of an unbroken chain down from M."""
    return (
        situation.eight is None
        and situation.beat_rule in (BeatRule.LED, BeatRule.ONE_LESS)
        and is_one_less(card, situation.top)
    )


def _eight_beats(situation: TrickSituation, card: Card, *, void: bool) -> bool:
    """2d. As in the table; an eight of another suit only from a hand without the main suit."""
    if card.suit is not situation.main_suit and not void:
        return False
    return card.suit is not situation.top.suit or beats_in_suit(card, situation.top)


def _trump_beats(situation: TrickSituation, card: Card, trumps: Trumps) -> bool:
    """2e. A trump of another suit than S, above the top card and above M."""
    top = situation.top
    if is_led_card_trump(situation, trumps) or is_queen_on_six(situation, top, trumps):
        return False
    if situation.eight is None and seniority_of(card) <= seniority_of(situation.led_card):
        return False
    if card.suit is top.suit:
        return beats_in_suit(card, top)
    return seniority_of(card) > seniority_of(top)


def is_outclassed(situation: TrickSituation, card: Card, trumps: Trumps) -> bool:
    """4. With common trumps a lower class never beats a higher, with the exceptions named there."""
    if trumps.personal_suits:
        return False
    top = situation.top
    assert card.suit is not None
    assert top.suit is not None
    if trumps.classes[card.suit] >= trumps.classes[top.suit]:
        return False
    if card.rank == _EIGHT:
        return top.rank != _EIGHT
    same_value = (
        situation.eight is None
        and card.rank == situation.led_card.rank
        and card.suit is not situation.main_suit
    )
    return not (same_value and situation.beat_rule in (BeatRule.LED, BeatRule.SAME_VALUE))


def is_taken_back(situation: TrickSituation, card: Card, rule: BeatRule) -> bool:
    """3. A beat that goes back at once to the led card."""
    return (
        situation.eight is None
        and card.suit is situation.main_suit
        and rule in (BeatRule.SUIT, BeatRule.EIGHT)
        and situation.top is not situation.led_card
        and not beats_in_suit(card, situation.led_card)
    )


def add_to_situation(
    situation: TrickSituation, card: Card, seat: int, rule: BeatRule | None
) -> TrickSituation:
    """Return the situation after a card that beats the top by this rule, or does not (None)."""
    if rule is None:
        return situation
    if rule is BeatRule.EIGHT and card.suit is not situation.main_suit:
        assert card.suit is not None
        return TrickSituation(
            card.suit, situation.led_card, situation.leader, card, card, seat, rule
        )
    if is_taken_back(situation, card, rule):
        return replace(
            situation, top=situation.led_card, taker=situation.leader, beat_rule=BeatRule.LED
        )
    return replace(situation, top=card, taker=seat, beat_rule=rule)


@lru_cache(maxsize=256)
def play_on_situation(
    situation: TrickSituation | None, card: Card, seat: int, trumps: Trumps
) -> TrickSituation:
    """Return the situation after a card that was played, from None for the lead.

    Every state that folds the event computes this, so the latest results are cached.
    """
    if situation is None:
        return start_situation(card, seat)
    return add_to_situation(
        situation, card, seat, find_played_beat_rule(situation, card, seat, trumps)
    )


def holds_main_suit(situation: TrickSituation, hand: Sequence[Card]) -> bool:
    main_suit = situation.main_suit
    for card in hand:  # noqa: SIM110  (called for every card played, and far slower with ``any``)
        if card.suit is main_suit:
            return True
    return False


def beating_cards(
    situation: TrickSituation, hand: Sequence[Card], seat: int, trumps: Trumps
) -> tuple[Card, ...]:
    """Return the cards of a hand that beat the top card, including beats that are taken back."""
    void = not holds_main_suit(situation, hand)
    return tuple(
        [card for card in hand if find_beat_rule(situation, card, seat, trumps, void=void)]
    )


def following_cards(situation: TrickSituation, hand: Sequence[Card]) -> tuple[Card, ...]:
    """5. Return the cards a hand has to follow with: the main suit, or M's rank while M stands."""
    main_suit, led_rank = (
        situation.main_suit,
        situation.led_card.rank if situation.eight is None else -1,
    )
    if led_rank == _EIGHT and holds_main_suit(situation, hand):
        led_rank = -1
    return tuple([card for card in hand if card.suit is main_suit or card.rank == led_rank])


def playable_cards(
    situation: TrickSituation | None,
    hand: Sequence[Card],
    seat: int,
    trumps: Trumps,
    *,
    must_beat: bool,
) -> tuple[Card, ...]:
    """5. Return the playable cards of a hand; ``situation`` is None for the lead."""
    if situation is None:
        return tuple(hand)
    beating = beating_cards(situation, hand, seat, trumps)
    if must_beat and beating:
        return beating
    following = following_cards(situation, hand)
    if not following:
        return tuple(hand)
    return tuple([card for card in hand if card in following or card in beating])
