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
from greenbaize.games.beat.beats import PACK_36, Pile, Trumps

PACK: Final = len(PACK_36)
ALL: Final = (1 << PACK) - 1
_FIRST: Final = int(PACK_36[0])
SUITS: Final = tuple(sum(1 << card - _FIRST for card in PACK_36 if card.suit is s) for s in Suit)
"""Hand of all cards, for each suit."""
EIGHTS: Final = sum(1 << card - _FIRST for card in PACK_36 if beats.is_eight(card))
"""Hand of all eights."""
_ALIKE: Final = tuple(
    sum(1 << other - _FIRST for other in PACK_36 if other.rank == card.rank) for card in PACK_36
)
"""Hand of all cards of the same rank, for each card."""

KEPT, MINE, BACK = range(3)
"""Taker of the trick after a card: unchanged, its player, or again the leader (a take-back)."""


def place(card: Card) -> int:
    """Return the card's index in the pack, 0 to 35."""
    return card - _FIRST


def mask(cards: Sequence[Card]) -> int:
    """Return the hand of these cards."""
    total = 0
    for card in cards:
        total |= 1 << card - _FIRST
    return total


def places(hand: int) -> list[int]:
    found = []
    while hand:
        low = hand & -hand
        found.append(low.bit_length() - 1)
        hand ^= low
    return found


class Side(NamedTuple):
    """Mound as a player of a certain trump suit sees it; all but the last field are hands.

    ``main_suit`` has the cards of the main suit. A hand with one of them follows with ``following``
    and beats with ``beating``, one without with ``void_following`` and ``void_beating``.
    ``next_mounds`` has, for each card that beats, the mound it makes and who then takes the trick.
    """

    main: int
    follow: int
    value: int
    beating: int
    void_beating: int
    after: dict[int, tuple[int, int]]


class Relation:
    """All mounds under certain trumps.

    A player is known by a *colour*: the personal trump suit, and 0 for all where trumps are common.
    """

    def __init__(self, trumps: Trumps) -> None:
        self._trumps = Trumps(own=tuple(Suit)) if trumps.own else trumps
        self._mounds: dict[Pile, int] = {}
        self._piles: list[Pile] = []
        self._sides: dict[tuple[int, int], Side] = {}
        colours = range(len(Suit) if trumps.own else 1)
        self.leads = tuple(
            tuple(self._mound(beats.lead(card, colour)) for card in PACK_36) for colour in colours
        )
        """Mound that each card leads, by colour and card."""

    def _mound(self, pile: Pile) -> int:
        """Return the mound of a pile whose seats are colours."""
        if pile.eight is not None:
            pile = pile._replace(led=pile.eight, leader=0)
        if self._trumps.own:
            pile = pile._replace(
                leader=self._either(pile.led, pile.leader), owner=self._either(pile.top, pile.owner)
            )
        else:
            pile = pile._replace(leader=0, owner=0)
        mound = self._mounds.get(pile)
        if mound is None:
            mound = self._mounds[pile] = len(self._piles)
            self._piles.append(pile)
        return mound

    @staticmethod
    def _either(card: Card, colour: int) -> int:
        """Return the colour if it is the card's suit, else one that stands for all others.

        Only whether the card is its player's trump matters for the rest of the trick.
        """
        assert card.suit is not None
        return int(card.suit) if colour == card.suit else (card.suit + 1) % len(Suit)

    def side(self, mound: int, colour: int) -> Side:
        """Return the mound as a player of this colour sees it."""
        side = self._sides.get((mound, colour))
        if side is None:
            side = self._sides[mound, colour] = self._worked_out(self._piles[mound], colour)
        return side

    def _worked_out(self, pile: Pile, colour: int) -> Side:
        trumps = self._trumps
        beating, after = 0, {}
        for number, card in enumerate(PACK_36):
            how = beats.way(pile, card, colour, trumps, void=True)
            if how is not None:
                beating |= 1 << number
                back = beats.taken_back(pile, card, how)
                then = self._mound(beats.laid(pile, card, colour, how))
                after[number] = (then, BACK if back else MINE)
        main, value = SUITS[pile.main], 0
        if pile.eight is None:
            value = _ALIKE[place(pile.led)]
        return Side(
            main,
            main | (0 if value & EIGHTS else value),
            value,
            beating & ~(EIGHTS & ~main),
            beating,
            after,
        )

    def holds(self, card: int, colour: int) -> bool:
        return self._trumps.holds(PACK_36[card], colour)

    def of(self, pile: Pile, colours: tuple[int, ...]) -> int:
        """Return the mound of a pile at a table where the seats have these colours."""
        return self._mound(pile._replace(leader=colours[pile.leader], owner=colours[pile.owner]))


_relation: Final = lru_cache(maxsize=32)(Relation)


def relation(trumps: Trumps) -> Relation:
    """Return the relation under these trumps; personal trumps share one, whoever has which."""
    return _relation(Trumps(own=tuple(Suit)) if trumps.own else trumps)


def colours(trumps: Trumps, seats: int) -> tuple[int, ...]:
    if not trumps.own:
        return (0,) * seats
    return tuple(0 if suit is None else int(suit) for suit in trumps.own)
