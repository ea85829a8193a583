"""Tables of the beat relation (``beats.md``) over 36-bit hands, for playing out many deals.

A card is its index in ``PACK_36``, a hand the sum of its cards' bits. The state of the trick on the
table is a *mound*, a number: it stands for all that matters for the cards to come, so equivalent
tricks are one mound, whoever played. There are at most 1632. What a mound means to a player is
computed from the rules on first use and cached.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from greenbaize.cards import Card, Suit
from greenbaize.games.beat import beats
from greenbaize.games.beat.beats import PACK_36, TrickSituation, Trumps

PACK_SIZE: Final = len(PACK_36)
FULL_HAND: Final = (1 << PACK_SIZE) - 1
_FIRST_CARD: Final = int(PACK_36[0])
SUIT_HANDS: Final = tuple(
    sum(1 << card - _FIRST_CARD for card in PACK_36 if card.suit is s) for s in Suit
)
"""Hand of all cards, for each suit."""
EIGHTS_HAND: Final = sum(1 << card - _FIRST_CARD for card in PACK_36 if beats.is_eight(card))
"""Hand of all eights."""
_RANK_HANDS: Final = tuple(
    sum(1 << other - _FIRST_CARD for other in PACK_36 if other.rank == card.rank)
    for card in PACK_36
)
"""Hand of all cards of the same rank, for each card."""

TAKER_UNCHANGED, TAKER_PLAYER, TAKER_LEADER = range(3)
"""Taker of the trick after a card: unchanged, its player, or again the leader (a take-back)."""


def card_index(card: Card) -> int:
    """Return the card's index in the pack, 0 to 35."""
    return card - _FIRST_CARD


def hand_mask(cards: Sequence[Card]) -> int:
    """Return the hand of these cards."""
    hand = 0
    for card in cards:
        hand |= 1 << card - _FIRST_CARD
    return hand


def card_indices(hand: int) -> list[int]:
    indices = []
    while hand:
        low = hand & -hand
        indices.append(low.bit_length() - 1)
        hand ^= low
    return indices


class MoundView(NamedTuple):
    """Mound as a player of a certain trump suit sees it; all but the last field are hands.

    ``main_suit`` has the cards of the main suit. A hand with one of them follows with ``following``
    and beats with ``beating``, one without with ``void_following`` and ``void_beating``.
    ``next_mounds`` has, for each card that beats, the mound it makes and who then takes the trick.
    """

    main_suit: int
    following: int
    void_following: int
    beating: int
    void_beating: int
    next_mounds: dict[int, tuple[int, int]]


class BeatRelation:
    """All mounds under certain trumps.

    A player is known by a *colour*: the personal trump suit, and 0 for all where trumps are common.
    """

    def __init__(self, trumps: Trumps) -> None:
        self._trumps = Trumps(personal_suits=tuple(Suit)) if trumps.personal_suits else trumps
        self._mound_numbers: dict[TrickSituation, int] = {}
        self._situations: list[TrickSituation] = []
        self._mound_views: dict[tuple[int, int], MoundView] = {}
        colours = range(len(Suit) if trumps.personal_suits else 1)
        self.lead_mounds = tuple(
            tuple(self._mound_number(beats.start_situation(card, colour)) for card in PACK_36)
            for colour in colours
        )
        """Mound that each card leads, by colour and card."""

    def _mound_number(self, situation: TrickSituation) -> int:
        """Return the mound of a situation whose seats are colours."""
        if situation.eight is not None:
            situation = situation._replace(led_card=situation.eight, leader=0)
        if self._trumps.personal_suits:
            situation = situation._replace(
                leader=self._reduced_colour(situation.led_card, situation.leader),
                taker=self._reduced_colour(situation.top, situation.taker),
            )
        else:
            situation = situation._replace(leader=0, taker=0)
        mound = self._mound_numbers.get(situation)
        if mound is None:
            mound = self._mound_numbers[situation] = len(self._situations)
            self._situations.append(situation)
        return mound

    @staticmethod
    def _reduced_colour(card: Card, colour: int) -> int:
        """Return the colour if it is the card's suit, else one that stands for all others.

        Only whether the card is its player's trump matters for the rest of the trick.
        """
        assert card.suit is not None
        return int(card.suit) if colour == card.suit else (card.suit + 1) % len(Suit)

    def mound_view(self, mound: int, colour: int) -> MoundView:
        """Return the mound as a player of this colour sees it."""
        view = self._mound_views.get((mound, colour))
        if view is None:
            view = self._mound_views[mound, colour] = self._make_mound_view(
                self._situations[mound], colour
            )
        return view

    def _make_mound_view(self, situation: TrickSituation, colour: int) -> MoundView:
        trumps = self._trumps
        beating, next_mounds = 0, {}
        for number, card in enumerate(PACK_36):
            rule = beats.find_beat_rule(situation, card, colour, trumps, void=True)
            if rule is not None:
                beating |= 1 << number
                is_back = beats.is_taken_back(situation, card, rule)
                next_mound = self._mound_number(
                    beats.add_to_situation(situation, card, colour, rule)
                )
                next_mounds[number] = (next_mound, TAKER_LEADER if is_back else TAKER_PLAYER)
        main_suit, led_rank = SUIT_HANDS[situation.main_suit], 0
        if situation.eight is None:
            led_rank = _RANK_HANDS[card_index(situation.led_card)]
        return MoundView(
            main_suit,
            main_suit | (0 if led_rank & EIGHTS_HAND else led_rank),
            led_rank,
            beating & ~(EIGHTS_HAND & ~main_suit),
            beating,
            next_mounds,
        )

    def is_trump(self, card: int, colour: int) -> bool:
        return self._trumps.is_trump(PACK_36[card], colour)

    def mound_of_situation(self, situation: TrickSituation, colours: tuple[int, ...]) -> int:
        """Return the mound of a situation at a table where the seats have these colours."""
        return self._mound_number(
            situation._replace(leader=colours[situation.leader], taker=colours[situation.taker])
        )


_cached_relation: Final = lru_cache(maxsize=32)(BeatRelation)


def shared_relation(trumps: Trumps) -> BeatRelation:
    """Return the relation under these trumps; personal trumps share one, whoever has which."""
    return _cached_relation(Trumps(personal_suits=tuple(Suit)) if trumps.personal_suits else trumps)


def seat_colours(trumps: Trumps, seats: int) -> tuple[int, ...]:
    if not trumps.personal_suits:
        return (0,) * seats
    return tuple(0 if suit is None else int(suit) for suit in trumps.personal_suits)
