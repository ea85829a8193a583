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
_CARDS: Final = 128
_SEATS: Final = 16
"""The places kept for cards and for seats."""


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
    """All hands and the cards in the stock as hands of one, its top card last, as they may be."""

    hands: Sequence[int]
    stock: Sequence[int]


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


class Supposing:
    """Ways in which the unseen cards may lie, one after the other.

    Args:
        known: what is known of them.
    """

    def __init__(self, known: Known) -> None:
        rooms = sorted(
            ((slot, seat) for seat, slots in enumerate(known.slots) for slot in slots if slot),
            key=lambda room: -room[0].bit_count(),
        )
        self.known = known
        self.seats, self.size, self.rooms = len(known.held), len(known.unseen), len(rooms)
        self.slots = [slot for slot, _ in rooms] + [0] * (_CARDS - self.rooms)
        self.owners = [seat for _, seat in rooms] + [0] * (_CARDS - self.rooms)
        self.open = [slots.count(0) for slots in known.slots] + [0] * (_SEATS - self.seats)
        self.held = [*known.held] + [0] * (_SEATS - self.seats)
        self.unseen = [UNITS[kind] for kind in known.unseen] + [0] * (_CARDS - self.size)
        self.hands, self.left, self.fitting = [0] * 16, [0] * 128, [0] * 128

    def suppose(self, chance: Stream) -> tuple[float, World]:
        """One way in which the unseen cards may lie, and how much it counts.

        Cards are dealt to the most restricted places first. Ways that this finds too often count
        less, so that on the whole all ways count alike.
        """
        weight = 0.0
        for _ in range(_TRIES):
            weight = self.fill(chance)
            if weight > 0:
                break
        else:
            weight = 1.0
            self.move(chance)
        below, hands, left = chance.below, self.hands, self.left
        count = self.size - self.rooms
        for place in range(count - 1, 0, -1):
            other = below(place + 1)
            unit = left[place]
            left[place] = left[other]
            left[other] = unit
        at = 0
        for seat in range(self.seats):
            for _ in range(self.open[seat]):
                hands[seat] += left[at]
                at += 1
        stock = [left[place] for place in range(at, count)]
        return weight, World(tuple([hands[seat] for seat in range(self.seats)]), stock)

    def fill(self, chance: Stream) -> float:
        """Deal to the restricted places; how much that counts, 0 if one finds no card."""
        below, hands, left, fitting = chance.below, self.hands, self.left, self.fitting
        for seat in range(self.seats):
            hands[seat] = self.held[seat]
        size = self.size
        for at in range(size):
            left[at] = self.unseen[at]
        weight = 1.0
        for room in range(self.rooms):
            slot, count = self.slots[room], 0
            for at in range(size):
                if not slot & left[at]:
                    fitting[count] = at
                    count += 1
            if not count:
                return 0.0
            weight *= float(count) / size  # compiled, whole numbers would be divided as such
            # Drawn anew for each place: the first that fits of one order would favour some ways.
            taken = fitting[below(count)]
            hands[self.owners[room]] += left[taken]
            size -= 1
            for at in range(taken, size):
                left[at] = left[at + 1]
        return weight

    def move(self, chance: Stream) -> None:
        """Fill the restricted places where cards must be moved for that."""
        known = self.known
        order = chance.shuffled(range(self.size))
        slots = [self.slots[room] for room in range(self.rooms)]
        lying = _moved(slots, known.unseen, order)
        for seat in range(self.seats):
            self.hands[seat] = self.held[seat]
        for room, at in enumerate(lying):
            self.hands[self.owners[room]] += self.unseen[at]
        used, count = set(lying), 0
        for at in range(self.size):
            if at not in used:
                self.left[count] = self.unseen[at]
                count += 1


def _moved(slots: Sequence[int], unseen: Sequence[int], order: Sequence[int]) -> list[int]:
    """Which of the cards lies in each place, moved until all are filled.

    If they cannot be filled somebody did not play by the rules; what is left over is then dealt
    to them anyhow.
    """
    owner: dict[int, int] = {}

    def put(room: int, tried: set[int]) -> bool:
        for at in order:
            if at not in tried and not slots[room] & UNITS[unseen[at]]:
                tried.add(at)
                if at not in owner or put(owner[at], tried):
                    owner[at] = room
                    return True
        return False

    for room in range(len(slots)):
        put(room, set())
    lying = {room: at for at, room in owner.items()}
    left = [at for at in order if at not in owner]
    return [lying[room] if room in lying else left.pop() for room in range(len(slots))]
