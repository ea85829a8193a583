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

_MAX_CARDS: Final = 128
"""The maximum number of cards that can be dealt, and of hands."""
_COUNT_BITS: Final = 7
"""The number of bits of a card count where several counts are packed into one number."""
_COUNT_MASK: Final = (1 << _COUNT_BITS) - 1
_MAX_PACKED_KINDS: Final = 7
"""The maximum number of counts packed into one number."""
_MAX_FILLINGS: Final = 400
"""The maximum number of ways to fill groups that are examined in counting."""
_MAX_TRIES: Final = 20
"""The maximum number of attempts at a deal where uncounted slots cannot be filled."""

SlotOwners = list[tuple[int, int]]
"""Hands, each with the number of its slots concerned."""
SlotGroup = tuple[int, SlotOwners]
"""Slots with the same restrictions: the cards that cannot be there, as bits, and their owners."""


class FillingCounts(NamedTuple):
    """The numbers of ways in which groups of slots can be filled, one after the other.

    A state is the number of cards of each kind left before a group is filled. States are numbered
    from 0, the start; the last is the end. Each has an entry in the other lists for each way to
    fill the group, from ``first_entries`` of its number to ``first_entries`` of the next:
    ``packed_counts`` is the packed number of cards taken of each kind that may be there;
    ``next_states`` is the resulting state; ``cumulative_counts`` is the number of ways to fill
    everything that begin with this or an earlier entry.
    """

    first_entries: list[int]
    packed_counts: list[int]
    next_states: list[int]
    cumulative_counts: list[float]

    @property
    def total_count(self) -> float:
        """The number of ways to fill everything."""
        if len(self.first_entries) == 1:
            return 1.0
        end = self.first_entries[1]
        return self.cumulative_counts[end - 1] if end else 0.0


class UnseenKnowledge(NamedTuple):
    """A seat's knowledge of the cards it does not see.

    ``held_cards`` has the known cards of each hand, added up to one number. ``slots`` has, for
    each hand, one entry for each of its unknown cards: the cards that this one cannot be, added up
    likewise. ``unseen`` has the kinds of all cards whose position is unknown: each is in a hand,
    in the stock of ``stock_size`` cards, or out of play.
    """

    held_cards: tuple[int, ...]
    slots: tuple[tuple[int, ...], ...]
    unseen: tuple[int, ...]
    stock_size: int


class UnseenCardDealer:
    """The unseen cards of one decision, to be dealt many times.

    A card is a number with a single bit set, bit 61 at most, and the cards dealt to a hand are
    added to the known ones. So a card is either a bit of its own, or adds one to a bit field that
    counts the cards of a rank. ``slots`` has, for each unknown card of each hand, the bits of all
    cards that it cannot be. After all hands are dealt, ``stock_size`` of the remaining cards are in
    a stock, whose order matters.

    Raises:
        ValueError: there are too few cards for the slots, or more than can be dealt.
    """

    def __init__(
        self,
        hands: Sequence[int],
        slots: Sequence[Sequence[int]],
        unseen: Sequence[int],
        stock_size: int = 0,
    ) -> None:
        leftover_count = len(unseen) - sum([len(hand_slots) for hand_slots in slots])
        if not 0 <= stock_size <= leftover_count or len(unseen) > _MAX_CARDS:
            raise ValueError(f"{len(unseen)} cards cannot be dealt so")
        faces = Counter(unseen)
        unrestricted, groups = _group_slots(slots, list(faces))
        counted_groups, kinds, fillings = _count_fillings(groups, list(faces.values()))
        self.fits_hands = fillings.total_count > 0
        """True if every hand is dealt only what it can hold. If there is no such deal, somebody did
        not play by the rules, and any card may be in any slot.
        """
        if not self.fits_hands:
            unrestricted = [
                (hand, len(hand_slots)) for hand, hand_slots in enumerate(slots) if hand_slots
            ]
            groups = []
            counted_groups, kinds, fillings = _count_fillings(groups, list(faces.values()))
        uncounted_groups = groups[counted_groups:]
        self.is_uniform = not uncounted_groups
        """True if all deals have the same weight."""
        has_one_filling = (
            self.is_uniform
            and fillings.total_count == 1
            and len(unrestricted) + (leftover_count > 0) <= 1
            and stock_size <= 1
        )
        have_single_owners = all(len(owners) == 1 for _, owners in groups)
        has_one_owner = not leftover_count and sum([1 for hand_slots in slots if hand_slots]) <= 1
        self.is_unique = (
            len(faces) <= 1 or has_one_owner or (has_one_filling and have_single_owners)
        )
        """True if there is only one deal."""
        self._seats = len(hands)
        self._hands = _pad_numbers(hands)
        self._dealt = _pad_numbers(())
        self._stock_size = stock_size
        self._undealt_count = len(unseen)
        self._dealt_cards: list[list[int]] | None = None
        # The cards by kinds, and those that are left when the counted slots are filled.
        by_kind: dict[int, list[int]] = {kind: [] for kind in sorted(set(kinds))}
        for kind, (face, number) in zip(kinds, faces.items(), strict=True):
            by_kind[kind] += [face] * number
        self._cards = _pad_numbers([card for cards in by_kind.values() for card in cards])
        self._rest = self._cards[:]
        self._picked = _pad_numbers(())
        sizes = [len(cards) for cards in by_kind.values()]
        self._kinds = len(sizes)
        self._sizes = _pad_numbers(sizes)
        self._starts = _pad_numbers(list(accumulate(sizes, initial=0)))
        self._left_counts = _pad_numbers(())
        self._first_entries, self._packed_counts, self._next_states, self._cumulative_counts = (
            fillings
        )
        self._kind_groups = []
        for index in range(counted_groups):
            numbers_by_kind: dict[int, list[int]] = {
                merged: [] for merged in _merge_kinds(by_kind, index)
            }
            for number, kind in enumerate(by_kind):
                if kind >> index & 1:
                    numbers_by_kind[kind >> index].append(number)
            self._kind_groups.append([numbers for numbers in numbers_by_kind.values() if numbers])
        self._owners = [owners for _, owners in groups[:counted_groups]]
        self._last_owner_counts = [owners[len(owners) - 1][1] for owners in self._owners]
        self._uncounted_groups = [
            (
                sum([face for index, face in enumerate(faces) if missing >> index & 1]),
                _count_slots(owners),
                owners,
            )
            for missing, owners in uncounted_groups
        ]
        # The owner with most slots comes last: if there is no other, nothing has to be drawn for
        # it.
        self._unrestricted_owners = sorted(unrestricted, key=lambda owner: owner[1])
        self._shuffled_count = _count_slots(unrestricted) + stock_size
        if not leftover_count:
            self._shuffled_count -= max([count for _, count in unrestricted], default=0)

    def deal_once(
        self, draw: Callable[[], float]
    ) -> tuple[float, tuple[int, ...], tuple[int, ...]]:
        """Deal once, drawing numbers below 1; return weight, hands, and the stock from its top."""
        weight = 1.0
        if self._owners or self._uncounted_groups:
            for _ in range(_MAX_TRIES):
                weight = self._deal_restricted(draw, False)
                if weight:
                    break
            else:
                weight = self._deal_restricted(draw, True)
        else:
            self._reset_hands()
        dealt, rest = self._dealt, self._rest
        _shuffle_first(rest, self._shuffled_count, self._undealt_count, draw)
        index = self._deal_to_owners(self._unrestricted_owners, rest)
        stock = [rest[card_index] for card_index in range(index, index + self._stock_size)]
        return weight, tuple([dealt[hand] for hand in range(self._seats)]), tuple(stock)

    def deal_single_cards(
        self, draw: Callable[[], float]
    ) -> tuple[float, tuple[tuple[int, ...], ...], tuple[int, ...]]:
        """Deal once; return the cards of each hand one by one instead of added up."""
        self._dealt_cards = [[] for _ in range(self._seats)]
        weight, _, stock = self.deal_once(draw)
        hands, self._dealt_cards = self._dealt_cards, None
        return weight, tuple([tuple(cards) for cards in hands]), stock

    def _reset_hands(self) -> None:
        if self._dealt_cards is not None:
            self._dealt_cards = [[] for _ in range(self._seats)]
        dealt, hands = self._dealt, self._hands
        for hand in range(self._seats):
            dealt[hand] = hands[hand]

    def _deal_restricted(self, draw: Callable[[], float], allows_any_card: bool) -> float:
        """Fill the restricted slots; return the deal's weight, 0 if some cannot be filled.

        ``allows_any_card`` fills those with any cards.
        """
        self._reset_hands()
        self._deal_counted(draw)
        weight = 1.0
        rest = self._rest
        for barred, wanted, owners in self._uncounted_groups:
            undealt_count = self._undealt_count
            fitting_count = 0
            for index in range(undealt_count):
                card = rest[index]
                if not card & barred:
                    rest[index] = rest[fitting_count]
                    rest[fitting_count] = card
                    fitting_count += 1
            if fitting_count < wanted:
                if not allows_any_card:
                    return 0.0
                fitting_count = undealt_count
            for index in range(wanted):
                weight = weight * (fitting_count - index) / (undealt_count - index)
            _shuffle_first(rest, wanted, fitting_count, draw)
            self._deal_to_owners(owners, rest)
            for index in range(wanted, undealt_count):
                rest[index - wanted] = rest[index]
            self._undealt_count = undealt_count - wanted
        return weight

    def _deal_counted(self, draw: Callable[[], float]) -> None:
        """Fill the counted slots, and collect the cards that are left."""
        cards, picked, rest = self._cards, self._picked, self._rest
        starts, sizes, left_counts = self._starts, self._sizes, self._left_counts
        for kind in range(self._kinds):
            left_counts[kind] = sizes[kind]
        state = 0
        for index, owners in enumerate(self._owners):
            entry, end = self._first_entries[state], self._first_entries[state + 1]
            if end - entry > 1:
                chance = draw()
                total = self._cumulative_counts[end - 1]
                entry = bisect_right(self._cumulative_counts, chance * total, entry, end)
            packed_count = self._packed_counts[entry]
            state = self._next_states[entry]
            count = 0
            chance = 0.0
            for kind_group in self._kind_groups[index]:
                wanted = packed_count & _COUNT_MASK
                packed_count >>= _COUNT_BITS
                undealt_count = 0
                for kind in kind_group:
                    undealt_count += left_counts[kind]
                while wanted:
                    if not count & 3:
                        chance = draw()
                    chance *= undealt_count
                    card_index = int(chance)
                    chance -= card_index
                    for kind in kind_group:
                        if card_index < left_counts[kind]:
                            # A taken card goes behind those left of its kind.
                            left_counts[kind] -= 1
                            picked_index, last_index = (
                                starts[kind] + card_index,
                                starts[kind] + left_counts[kind],
                            )
                            card = cards[picked_index]
                            cards[picked_index] = cards[last_index]
                            cards[last_index] = card
                            picked[count] = card
                            break
                        card_index -= left_counts[kind]
                    count += 1
                    undealt_count -= 1
                    wanted -= 1
            _shuffle_first(picked, count - self._last_owner_counts[index], count, draw)
            self._deal_to_owners(owners, picked)
        count = 0
        for kind in range(self._kinds):
            for index in range(starts[kind], starts[kind] + left_counts[kind]):
                rest[count] = cards[index]
                count += 1
        self._undealt_count = count

    def _deal_to_owners(self, owners: SlotOwners, cards: list[int]) -> int:
        """Give these hands the first of the cards; return how many."""
        dealt = self._dealt
        index = 0
        for hand, count in owners:
            held_cards = dealt[hand]
            for card_index in range(index, index + count):
                held_cards += cards[card_index]
                if self._dealt_cards is not None:
                    self._dealt_cards[hand].append(cards[card_index])
            index += count
            dealt[hand] = held_cards
        return index


def _shuffle_first(cards: list[int], count: int, size: int, draw: Callable[[], float]) -> None:
    """Shuffle ``count`` of the first ``size`` cards to the front, all orders equally likely."""
    chance = 0.0
    for index in range(count):
        # A drawn number has enough digits for four choices: after each, the fraction is as random
        # as before.
        if not index & 3:
            chance = draw()
        chance *= size - index
        other_index = int(chance)
        chance -= other_index
        other_index += index
        card = cards[other_index]
        cards[other_index] = cards[index]
        cards[index] = card


def _pad_numbers(numbers: Sequence[int]) -> list[int]:
    return [*numbers, *[0] * (_MAX_CARDS - len(numbers))]


def _group_slots(
    slots: Sequence[Sequence[int]], faces: Sequence[int]
) -> tuple[SlotOwners, list[SlotGroup]]:
    """Return the owners of unrestricted slots, and the other groups, most restricted first."""
    missing_faces = {0: 0}
    groups: dict[int, dict[int, int]] = {0: {}}
    for hand, hand_slots in enumerate(slots):
        for barred in hand_slots:
            if barred not in missing_faces:
                missing_faces[barred] = sum(
                    [1 << index for index, face in enumerate(faces) if face & barred]
                )
            owners = groups.setdefault(missing_faces[barred], {})
            owners[hand] = owners.get(hand, 0) + 1
    unrestricted = list(groups.pop(0).items())
    restricted = [(missing, list(owners.items())) for missing, owners in groups.items()]
    return unrestricted, sorted(restricted, key=lambda group: -group[0].bit_count())


def _count_slots(owners: SlotOwners) -> int:
    return sum([count for _, count in owners])


def _count_fillings(
    groups: Sequence[SlotGroup], numbers: Sequence[int]
) -> tuple[int, list[int], FillingCounts]:
    """Return how many groups can be counted, each card's kind among them, and the counts.

    Cards of one kind may be in the same groups, which are the kind's bits; ``numbers`` is the
    number of each card.
    """
    all_kinds = [
        sum([1 << index for index, (missing, _) in enumerate(groups) if not missing >> card & 1])
        for card in range(len(numbers))
    ]
    count = len(groups)
    while True:
        kinds = [kind & (1 << count) - 1 for kind in all_kinds]
        sizes: dict[int, int] = {}
        for kind, number in zip(kinds, numbers, strict=True):
            sizes[kind] = sizes.get(kind, 0) + number
        fillings = _compute_fillings(sizes, [_count_slots(owners) for _, owners in groups[:count]])
        if fillings is not None:
            return count, kinds, fillings
        count = count * 2 // 3


def _merge_kinds(kinds: Iterable[int], index: int) -> list[int]:
    """Return the kinds that remain distinct when only groups from an index on matter, without 0."""
    return sorted({kind >> index for kind in kinds} - {0})


def _compute_fillings(sizes: Mapping[int, int], wanted: Sequence[int]) -> FillingCounts | None:
    """Return the numbers of ways to fill groups of ``wanted`` slots, None if there are too many."""
    first_entries, packed_counts, next_states, cumulative_counts = filling_counts = FillingCounts(
        [], [], [], []
    )
    merged_kinds = _merge_kinds(sizes, 0)
    states = {
        sum([sizes[kind] << _COUNT_BITS * index for index, kind in enumerate(merged_kinds)]): 0
    }
    for index, count in enumerate(wanted):
        later_kinds = _merge_kinds(sizes, index + 1)
        if len(merged_kinds) > _MAX_PACKED_KINDS:
            return None
        state_numbers: dict[int, int] = {}
        next_number = len(first_entries) + len(states)
        for state in states:
            first_entries.append(len(packed_counts))
            fillings = _group_fillings(
                state, count, merged_kinds, later_kinds, _MAX_FILLINGS - len(packed_counts)
            )
            if fillings is None:
                return None
            for packed_count, next_state, multiplicity in fillings:
                packed_counts.append(packed_count)
                next_states.append(
                    state_numbers.setdefault(next_state, next_number + len(state_numbers))
                )
                cumulative_counts.append(multiplicity)
        states, merged_kinds = state_numbers, later_kinds
    first_entries.append(len(packed_counts))
    # From the ends back to the start.
    numbers = [1.0] * len(first_entries)
    for number in range(len(first_entries) - 2, -1, -1):
        total = 0.0
        for entry in range(first_entries[number], first_entries[number + 1]):
            total += cumulative_counts[entry] * numbers[next_states[entry]]
            cumulative_counts[entry] = total
        numbers[number] = total
    return filling_counts


def _group_fillings(
    state: int,
    count: int,
    merged_kinds: Sequence[int],
    later_kinds: Sequence[int],
    max_fillings: int,
) -> list[tuple[int, int, float]] | None:
    """Return the ways to fill a group: cards taken, next state, multiplicity; None if too many.

    ``merged_kinds`` are the kinds of the state before it, ``later_kinds`` those of the state after
    it; cards of odd kinds may be in the group.
    """
    left_counts = [state >> _COUNT_BITS * index & _COUNT_MASK for index in range(len(merged_kinds))]
    shift_by_kind = {kind: _COUNT_BITS * index for index, kind in enumerate(later_kinds)}
    remaining_room = sum(
        [number for number, kind in zip(left_counts, merged_kinds, strict=True) if kind & 1]
    )
    if remaining_room < count:
        return []
    # Kind by kind: the cards still wanted, those taken, the next state, and the multiplicity.
    partial_fillings = [(count, 0, 0, 1.0)]
    shift = 0
    for number, kind in zip(left_counts, merged_kinds, strict=True):
        kept_unit = 1 << shift_by_kind[kind >> 1] if kind >> 1 else 0
        if not kind & 1:
            partial_fillings = [
                (wanted, packed_count, next_state + number * kept_unit, multiplicity)
                for wanted, packed_count, next_state, multiplicity in partial_fillings
            ]
            continue
        remaining_room -= number
        partial_fillings = [
            (
                wanted - taken_count,
                packed_count | taken_count << shift,
                next_state + (number - taken_count) * kept_unit,
                multiplicity * comb(number, taken_count),
            )
            for wanted, packed_count, next_state, multiplicity in partial_fillings
            for taken_count in range(max(0, wanted - remaining_room), min(wanted, number) + 1)
        ]
        shift += _COUNT_BITS
        if len(partial_fillings) > max_fillings:
            return None
    return [
        (packed_count, next_state, multiplicity)
        for _, packed_count, next_state, multiplicity in partial_fillings
    ]
