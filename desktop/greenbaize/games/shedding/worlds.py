"""Worlds of Rank: the unseen cards as they may lie, after all that draws, passes and plays showed.

Whoever was stuck held nothing that fits the pile's top card, and whoever played by a later step
of ``rank.md 2`` nothing for the steps before. It holds of the cards they had then, not of those
they drew later.
"""

from collections.abc import Sequence
from typing import NamedTuple

from greenbaize.bots.dealing import Dealing
from greenbaize.games.shedding.events import AntiRankDeclared, Passed
from greenbaize.games.shedding.hands import FITS, STEPS, UNITS, packed
from greenbaize.games.shedding.play import SheddingGame
from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.events import CardPlayed, CardsDrawn


class Known(NamedTuple):
    """What a seat knows of the cards it does not see.

    ``held`` are the cards known in each hand. ``slots`` has for each unknown card in each hand the
    kinds that it cannot be. ``unseen`` are the kinds of all the cards that may lie there or in the
    stock of ``stock`` cards; what is forgotten may also lie in neither.
    """

    held: tuple[int, ...]
    slots: tuple[tuple[int, ...], ...]
    unseen: tuple[int, ...]
    stock: int


def known(game: SheddingGame, view: ShedState, gone: Sequence[int] = ()) -> Known:
    """What the view shows: the cards seen, and what draws, passes and plays tell of the others.

    ``gone`` are the kinds of cards in the pile that are forgotten and may lie anywhere.
    """
    return seen(game, view, gone)._replace(slots=_slots(view))


def seen(game: SheddingGame, view: ShedState, gone: Sequence[int] = ()) -> Known:
    """The same without what draws, passes and plays tell of the others."""
    return Known(
        held=tuple(packed(hand.cards) for hand in view.hands),
        slots=tuple((0,) * hand.unknown for hand in view.hands),
        unseen=(*[card.rank for card in game.unseen(view)], *gone),
        stock=view.stock.size,
    )


def _slots(view: ShedState) -> tuple[tuple[int, ...], ...]:
    """For each unknown card in each hand the kinds that it cannot be, as bits of a hand.

    Cards drawn later were there at fewer moments, so of a hand's places each is at least as
    restricted as the later ones. A card that is played is taken from the most restricted place
    that it can come from: what is left then says just what the hand can be.
    """
    count = [hand.size for hand in view.hands]
    played = 0
    for event in view.moves:
        match event:
            case CardPlayed(seat):
                count[seat] += 1
                played += 1
            case CardsDrawn(seat, cards):
                count[seat] -= cards.size
    slots = [[0] * dealt for dealt in count]
    top, anti = view.pile[-1 - played].rank, False
    for event in view.moves:
        match event:
            case CardPlayed(seat, card):
                if not anti:
                    _note(slots[seat], _missing(card.rank, top))
                _take(slots[seat], card.rank)
                top, anti = card.rank, False
            case CardsDrawn(seat, cards):
                _note(slots[seat], FITS[top])
                slots[seat] += [0] * cards.size
            case Passed(seat):
                _note(slots[seat], FITS[top])
            case AntiRankDeclared():
                anti = True
    return tuple(tuple(own[: hand.unknown]) for own, hand in zip(slots, view.hands, strict=True))


def _note(own: list[int], lacking: int) -> None:
    """None of a hand's cards is of these kinds."""
    own[:] = [slot | lacking for slot in own]


def _missing(kind: int, top: int) -> int:
    """What a hand did not hold that played this kind: all that the steps before ask for."""
    missing = 0
    for step in STEPS[top]:
        if step & UNITS[kind]:
            break
        missing |= step
    return missing


def _take(own: list[int], kind: int) -> None:
    fitting = [slot for slot in own if not slot & UNITS[kind]]
    own.remove(max(fitting, key=int.bit_count) if fitting else own[0])


def dealing(known: Known) -> Dealing:
    """The unseen cards, to be dealt as hands of one."""
    return Dealing(known.held, known.slots, [UNITS[kind] for kind in known.unseen], known.stock)
