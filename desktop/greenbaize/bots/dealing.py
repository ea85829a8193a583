"""The dealer of unseen cards for every game: all possible deals are equally likely.

For an unseen card it is known where it cannot be. Slots with the same restrictions form a group and
are filled together, the most restricted group first. Before the first deal the dealer counts in how
many ways the remaining groups can be filled afterwards, so that no deal is favoured and none has to
be started again. Where that is too much to count, the least restricted groups are filled without
it, and a deal gets a weight that compensates for its probability.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from math import comb
from typing import Final, NamedTuple

_MOST: Final = 128
"""The maximum number of cards that can be dealt, and of hands."""
_BITS: Final = 7
"""The number of bits of a card count where several counts are packed into one number."""
_MASK: Final = (1 << _BITS) - 1
_PACKED: Final = 7
"""The maximum number of counts packed into one number."""
_STEPS: Final = 400
"""The maximum number of ways to fill groups that are examined in counting."""
_TRIES: Final = 20
"""The maximum number of attempts at a deal where uncounted slots cannot be filled."""

Owners = list[tuple[int, int]]
"""Hands, each with the number of its slots concerned."""
Group = tuple[int, Owners]
"""Slots with the same restrictions: the cards that cannot be there, as bits, and their owners."""


class Ways(NamedTuple):
    """The numbers of ways in which groups of slots can be filled, one after the other.

    A state is the number of cards of each kind left before a group is filled. States are numbered
    from 0, the start; the last is the end. Each has an entry in the other lists for each way to
    fill the group, from ``first_entries`` of its number to ``first_entries`` of the next:
    ``packed_counts`` is the packed number of cards taken of each kind that may be there;
    ``next_states`` is the resulting state; ``cumulative_counts`` is the number of ways to fill
    everything that begin with this or an earlier entry.
    """

    first: list[int]
    takes: list[int]
    follows: list[int]
    sums: list[float]

    @property
    def number(self) -> float:
        """The number of ways to fill everything."""
        if len(self.first) == 1:
            return 1.0
        end = self.first[1]
        return self.sums[end - 1] if end else 0.0


class Known(NamedTuple):
    """A seat's knowledge of the cards it does not see.

    ``held_cards`` are the cards known in each hand. ``slots`` has for each unknown card in each
    hand the cards that it cannot be, as a hand. ``unseen`` are the kinds of the cards that may be
    there, in the stock of ``stock_size`` cards, or out of play.
    """

    held: tuple[int, ...]
    slots: tuple[tuple[int, ...], ...]
    unseen: tuple[int, ...]
    stock: int


class Dealing:
    """The unseen cards of one decision, to be dealt many times.

    A card is a number of a single bit, bit 61 at most, and cards dealt to a hand are added to the
    known ones. A card may therefore be a bit of its own, or one more in a field that counts the
    cards of a rank. ``slots`` has for each unknown card of each hand the bits of all cards that it
    cannot be. Of the cards left over ``stock_size`` are in a stock, in an order that matters.

    Raises:
        ValueError: there are too few cards for the slots, or more than can be dealt.
    """

    def __init__(
        self,
        hands: Sequence[int],
        places: Sequence[Sequence[int]],
        unseen: Sequence[int],
        stock: int = 0,
    ) -> None:
        over = len(unseen) - sum([len(own) for own in places])
        if not 0 <= stock <= over or len(unseen) > _MOST:
            raise ValueError(f"{len(unseen)} cards cannot be dealt so")
        faces = Counter(unseen)
        free, groups = _grouped(places, list(faces))
        counted, kinds, ways = _counted(groups, list(faces.values()))
        self.bound = ways.number > 0
        """True if every hand is dealt only what it can hold. If there is no such deal, somebody did
        not play by the rules, and any card may be in any slot.
        """
        if not self.bound:
            free = [(hand, len(own)) for hand, own in enumerate(places) if own]
            groups = []
            counted, kinds, ways = _counted(groups, list(faces.values()))
        loose = groups[counted:]
        self.exact = not loose
        """True if all deals have the same weight."""
        one_way = self.exact and ways.number == 1 and len(free) + (over > 0) <= 1 and stock <= 1
        alone = all(len(owners) == 1 for _, owners in groups)
        self.certain = len(faces) <= 1 or (one_way and alone)
        """True if there is only one deal."""
        self._seats = len(hands)
        self._hands = _padded(hands)
        self._dealt = _padded(())
        self._stock = stock
        self._lying = len(unseen)
        self._given: list[list[int]] | None = None
        # The cards by kinds, and those that are left when the counted slots are filled.
        by_kind: dict[int, list[int]] = {kind: [] for kind in sorted(set(kinds))}
        for kind, (face, number) in zip(kinds, faces.items(), strict=True):
            by_kind[kind] += [face] * number
        self._cards = _padded([card for cards in by_kind.values() for card in cards])
        self._rest = self._cards[:]
        self._picked = _padded(())
        sizes = [len(cards) for cards in by_kind.values()]
        self._kinds = len(sizes)
        self._sizes = _padded(sizes)
        self._starts = _padded(list(accumulate(sizes, initial=0)))
        self._left = _padded(())
        self._first, self._takes, self._follows, self._sums = ways
        self._merged = []
        for at in range(counted):
            among: dict[int, list[int]] = {merged: [] for merged in _merged(by_kind, at)}
            for number, kind in enumerate(by_kind):
                if kind >> at & 1:
                    among[kind >> at].append(number)
            self._merged.append([numbers for numbers in among.values() if numbers])
        self._owners = [owners for _, owners in groups[:counted]]
        self._last = [owners[len(owners) - 1][1] for owners in self._owners]
        self._loose = [
            (
                sum([face for at, face in enumerate(faces) if lacks >> at & 1]),
                _places(owners),
                owners,
            )
            for lacks, owners in loose
        ]
        # The owner with most slots comes last: if there is no other, nothing has to be drawn for
        # it.
        self._free = sorted(free, key=lambda owner: owner[1])
        self._mixed = _places(free) + stock
        if not over:
            self._mixed -= max([count for _, count in free], default=0)

    def deal(self, draw: Callable[[], float]) -> tuple[float, tuple[int, ...], tuple[int, ...]]:
        """Deal once, drawing numbers below 1; return weight, hands, and the stock from its top."""
        weight = 1.0
        if self._owners or self._loose:
            for _ in range(_TRIES):
                weight = self._deal_bound(draw, False)
                if weight:
                    break
            else:
                weight = self._deal_bound(draw, True)
        else:
            self._begin()
        dealt, rest = self._dealt, self._rest
        _mix(rest, self._mixed, self._lying, draw)
        at = self._give(self._free, rest)
        stock = [rest[place] for place in range(at, at + self._stock)]
        return weight, tuple([dealt[hand] for hand in range(self._seats)]), tuple(stock)

    def deal_each(
        self, draw: Callable[[], float]
    ) -> tuple[float, tuple[tuple[int, ...], ...], tuple[int, ...]]:
        """Deal once; return the cards of each hand one by one instead of added up."""
        self._given = [[] for _ in range(self._seats)]
        weight, _, stock = self.deal(draw)
        given, self._given = self._given, None
        return weight, tuple([tuple(cards) for cards in given]), stock

    def _begin(self) -> None:
        if self._given is not None:
            self._given = [[] for _ in range(self._seats)]
        dealt, hands = self._dealt, self._hands
        for hand in range(self._seats):
            dealt[hand] = hands[hand]

    def _deal_bound(self, draw: Callable[[], float], anyhow: bool) -> float:
        """Fill the restricted slots; return the deal's weight, 0 if some cannot be filled.

        ``allows_any_card`` fills those with any cards.
        """
        self._begin()
        self._deal_counted(draw)
        weight = 1.0
        rest = self._rest
        for barred, wanted, owners in self._loose:
            lying = self._lying
            fit = 0
            for at in range(lying):
                card = rest[at]
                if not card & barred:
                    rest[at] = rest[fit]
                    rest[fit] = card
                    fit += 1
            if fit < wanted:
                if not anyhow:
                    return 0.0
                fit = lying
            for at in range(wanted):
                weight = weight * (fit - at) / (lying - at)
            _mix(rest, wanted, fit, draw)
            self._give(owners, rest)
            for at in range(wanted, lying):
                rest[at - wanted] = rest[at]
            self._lying = lying - wanted
        return weight

    def _deal_counted(self, draw: Callable[[], float]) -> None:
        """Fill the counted slots, and collect the cards that are left."""
        cards, picked, rest = self._cards, self._picked, self._rest
        starts, sizes, left = self._starts, self._sizes, self._left
        for kind in range(self._kinds):
            left[kind] = sizes[kind]
        state = 0
        for at, owners in enumerate(self._owners):
            way, end = self._first[state], self._first[state + 1]
            if end - way > 1:
                chance = draw()
                total = self._sums[end - 1]
                way = bisect_right(self._sums, chance * total, way, end)
            take = self._takes[way]
            state = self._follows[way]
            count = 0
            chance = 0.0
            for among in self._merged[at]:
                wanted = take & _MASK
                take >>= _BITS
                lying = 0
                for kind in among:
                    lying += left[kind]
                while wanted:
                    if not count & 3:
                        chance = draw()
                    chance *= lying
                    place = int(chance)
                    chance -= place
                    for kind in among:
                        if place < left[kind]:
                            # A taken card goes behind those left of its kind.
                            left[kind] -= 1
                            here, last = starts[kind] + place, starts[kind] + left[kind]
                            card = cards[here]
                            cards[here] = cards[last]
                            cards[last] = card
                            picked[count] = card
                            break
                        place -= left[kind]
                    count += 1
                    lying -= 1
                    wanted -= 1
            _mix(picked, count - self._last[at], count, draw)
            self._give(owners, picked)
        count = 0
        for kind in range(self._kinds):
            for at in range(starts[kind], starts[kind] + left[kind]):
                rest[count] = cards[at]
                count += 1
        self._lying = count

    def _give(self, owners: Owners, cards: list[int]) -> int:
        """Give these hands the first of the cards; return how many."""
        dealt = self._dealt
        at = 0
        for hand, count in owners:
            held = dealt[hand]
            for place in range(at, at + count):
                held += cards[place]
                if self._given is not None:
                    self._given[hand].append(cards[place])
            at += count
            dealt[hand] = held
        return at


def _mix(cards: list[int], count: int, size: int, draw: Callable[[], float]) -> None:
    """Shuffle ``count`` of the first ``size`` cards to the front, all orders equally likely."""
    chance = 0.0
    for at in range(count):
        # A drawn number has enough digits for four choices: after each, the fraction is as random
        # as before.
        if not at & 3:
            chance = draw()
        chance *= size - at
        other = int(chance)
        chance -= other
        other += at
        card = cards[other]
        cards[other] = cards[at]
        cards[at] = card


def _padded(numbers: Sequence[int]) -> list[int]:
    return [*numbers, *[0] * (_MOST - len(numbers))]


def _grouped(places: Sequence[Sequence[int]], faces: Sequence[int]) -> tuple[Owners, list[Group]]:
    """Return the owners of unrestricted slots, and the other groups, most restricted first."""
    lacking = {0: 0}
    groups: dict[int, dict[int, int]] = {0: {}}
    for hand, own in enumerate(places):
        for barred in own:
            if barred not in lacking:
                lacking[barred] = sum([1 << at for at, face in enumerate(faces) if face & barred])
            owners = groups.setdefault(lacking[barred], {})
            owners[hand] = owners.get(hand, 0) + 1
    free = list(groups.pop(0).items())
    bound = [(lacks, list(owners.items())) for lacks, owners in groups.items()]
    return free, sorted(bound, key=lambda group: -group[0].bit_count())


def _places(owners: Owners) -> int:
    return sum([count for _, count in owners])


def _counted(groups: Sequence[Group], numbers: Sequence[int]) -> tuple[int, list[int], Ways]:
    """Return how many groups can be counted, each card's kind among them, and the counts.

    Cards of one kind may be in the same groups, which are the kind's bits; ``numbers`` is the
    number of each card.
    """
    every = [
        sum([1 << at for at, (lacks, _) in enumerate(groups) if not lacks >> card & 1])
        for card in range(len(numbers))
    ]
    count = len(groups)
    while True:
        kinds = [kind & (1 << count) - 1 for kind in every]
        sizes: dict[int, int] = {}
        for kind, number in zip(kinds, numbers, strict=True):
            sizes[kind] = sizes.get(kind, 0) + number
        ways = _ways(sizes, [_places(owners) for _, owners in groups[:count]])
        if ways is not None:
            return count, kinds, ways
        count = count * 2 // 3


def _merged(kinds: Iterable[int], at: int) -> list[int]:
    """Return the kinds that remain distinct when only groups from an index on matter, without 0."""
    return sorted({kind >> at for kind in kinds} - {0})


def _ways(sizes: Mapping[int, int], wanted: Sequence[int]) -> Ways | None:
    """Return the numbers of ways to fill groups of ``wanted`` slots, None if there are too many."""
    first, takes, follows, sums = ways = Ways([], [], [], [])
    merged = _merged(sizes, 0)
    states = {sum([sizes[kind] << _BITS * at for at, kind in enumerate(merged)]): 0}
    for at, count in enumerate(wanted):
        after = _merged(sizes, at + 1)
        if len(merged) > _PACKED:
            return None
        follow: dict[int, int] = {}
        begun = len(first) + len(states)
        for state in states:
            first.append(len(takes))
            fillings = _fillings(state, count, merged, after, _STEPS - len(takes))
            if fillings is None:
                return None
            for take, onward, times in fillings:
                takes.append(take)
                follows.append(follow.setdefault(onward, begun + len(follow)))
                sums.append(times)
        states, merged = follow, after
    first.append(len(takes))
    # From the ends back to the start.
    numbers = [1.0] * len(first)
    for number in range(len(first) - 2, -1, -1):
        total = 0.0
        for entry in range(first[number], first[number + 1]):
            total += sums[entry] * numbers[follows[entry]]
            sums[entry] = total
        numbers[number] = total
    return ways


def _fillings(
    state: int, count: int, merged: Sequence[int], after: Sequence[int], most: int
) -> list[tuple[int, int, float]] | None:
    """Return the ways to fill a group: cards taken, next state, multiplicity; None if too many.

    ``merged_kinds`` are the kinds of the state before it, ``later_kinds`` those of the state after
    it; cards of odd kinds may be in the group.
    """
    left = [state >> _BITS * at & _MASK for at in range(len(merged))]
    place = {kind: _BITS * at for at, kind in enumerate(after)}
    room = sum([number for number, kind in zip(left, merged, strict=True) if kind & 1])
    if room < count:
        return []
    # Kind by kind: the cards still wanted, those taken, the next state, and the multiplicity.
    found = [(count, 0, 0, 1.0)]
    shift = 0
    for number, kind in zip(left, merged, strict=True):
        stays = 1 << place[kind >> 1] if kind >> 1 else 0
        if not kind & 1:
            found = [(want, take, onward + number * stays, n) for want, take, onward, n in found]
            continue
        room -= number
        found = [
            (
                want - more,
                take | more << shift,
                onward + (number - more) * stays,
                n * comb(number, more),
            )
            for want, take, onward, n in found
            for more in range(max(0, want - room), min(want, number) + 1)
        ]
        shift += _BITS
        if len(found) > most:
            return None
    return [(take, onward, n) for _, take, onward, n in found]
