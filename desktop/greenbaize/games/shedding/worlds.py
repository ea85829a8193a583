"""Worlds of Rank: the unseen cards as they may lie, after all that draws, passes and plays showed.

Whoever was stuck held nothing that fits the pile's top card, and whoever played by a later step
of ``rank.md 2`` nothing for the steps before. It holds of the cards they had then, not of those
they drew later.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from greenbaize.games.shedding.events import AntiRankDeclared, Passed
from greenbaize.games.shedding.hands import FITS, STEPS, UNITS, packed
from greenbaize.games.shedding.play import SheddingGame, ShedState
from greenbaize.rules.chance import Stream
from greenbaize.rules.events import CardPlayed, CardsDrawn

_TRIES: Final = 10


class Known(NamedTuple):
    """What a seat knows of the cards it does not see.

    ``held`` are the cards known in each hand. ``slots`` has for each unknown card in each hand the
    kinds that it cannot be. ``unseen`` are the kinds of all the cards that lie there or in the
    stock of ``stock`` cards.
    """

    held: tuple[int, ...]
    slots: tuple[tuple[int, ...], ...]
    unseen: tuple[int, ...]
    stock: int


class World(NamedTuple):
    """All hands and the kinds in the stock, its top card last, as they may be."""

    hands: tuple[int, ...]
    stock: tuple[int, ...]


def known(game: SheddingGame, view: ShedState) -> Known:
    """What the view shows: the cards seen, and what draws, passes and plays tell of the others."""
    return seen(game, view)._replace(slots=_slots(view))


def seen(game: SheddingGame, view: ShedState) -> Known:
    """The same without what draws, passes and plays tell of the others."""
    return Known(
        held=tuple(packed(hand.cards) for hand in view.hands),
        slots=tuple((0,) * hand.unknown for hand in view.hands),
        unseen=tuple(card.rank for card in game.unseen(view)),
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


def suppose(known: Known, chance: Stream) -> tuple[float, World]:
    """One way in which the unseen cards may lie, and how much it counts.

    Cards are dealt to the most restricted places first. Ways that this finds too often count less,
    so that on the whole all ways count alike.
    """
    rooms = sorted(
        ((slot, seat) for seat, slots in enumerate(known.slots) for slot in slots if slot),
        key=lambda room: -room[0].bit_count(),
    )
    for _ in range(_TRIES):
        dealt = _dealt(rooms, known.unseen, chance)
        if dealt is not None:
            return dealt[0], _filled(known, rooms, dealt[1], chance)
    order = chance.shuffled(range(len(known.unseen)))
    return 1.0, _filled(known, rooms, _moved(rooms, known.unseen, order), chance)


def _dealt(
    rooms: Sequence[tuple[int, int]], unseen: Sequence[int], chance: Stream
) -> tuple[float, list[int]] | None:
    """Which of the cards lies in each restricted place, None if one finds none."""
    weight = 1.0
    lying: list[int] = []
    free = list(range(len(unseen)))
    for slot, _ in rooms:
        fitting = [at for at in free if not slot & UNITS[unseen[at]]]
        if not fitting:
            return None
        weight *= len(fitting) / len(free)
        # Drawn anew for each place: the first that fits of one order would favour some ways.
        at = chance.choice(fitting)
        lying.append(at)
        free.remove(at)
    return weight, lying


def _moved(
    rooms: Sequence[tuple[int, int]], unseen: Sequence[int], order: Sequence[int]
) -> list[int]:
    """The same where places are so restricted that cards must be moved to fill them all.

    If they cannot be filled somebody did not play by the rules; what is left over is then dealt
    to them anyhow.
    """
    owner: dict[int, int] = {}

    def put(room: int, tried: set[int]) -> bool:
        for at in order:
            if at not in tried and not rooms[room][0] & UNITS[unseen[at]]:
                tried.add(at)
                if at not in owner or put(owner[at], tried):
                    owner[at] = room
                    return True
        return False

    for room in range(len(rooms)):
        put(room, set())
    lying = {room: at for at, room in owner.items()}
    left = [at for at in order if at not in owner]
    return [lying[room] if room in lying else left.pop() for room in range(len(rooms))]


def _filled(
    known: Known, rooms: Sequence[tuple[int, int]], lying: Sequence[int], chance: Stream
) -> World:
    """The world with these cards in the restricted places, the others anywhere."""
    hands = list(known.held)
    needed = [len(slots) for slots in known.slots]
    for (_, seat), at in zip(rooms, lying, strict=True):
        hands[seat] += UNITS[known.unseen[at]]
        needed[seat] -= 1
    used = set(lying)
    left = chance.shuffled([kind for at, kind in enumerate(known.unseen) if at not in used])
    start = 0
    for seat, more in enumerate(needed):
        hands[seat] += sum(UNITS[kind] for kind in left[start : start + more])
        start += more
    return World(tuple(hands), tuple(left[start : start + known.stock]))
