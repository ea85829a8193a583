"""Faults on Master's sheet: tricks, points and leads that contradict each other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from greenbaize.games.beat.contracts import Contract, contract_of_deal, sign_of_deal, tricks_in_deal
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.sheets import DealEntry, EnteredValue, EntryFault, FieldPosition, sum_values

TRICKS_FIELD, POINTS_FIELD = 0, 1
REMAINING_FIELD, LEADER_FIELD, DEALER_FIELD = 0, 1, 2
_SHEET_RULE: Final = "master.md"
_CONTRACT_RULE: Final = "master.md 4"


def max_tricks_left(deal: int, seats: int, *, early_end: bool) -> int:
    """Return the most tricks of a deal that can be left unplayed (``master.md 5``)."""
    contract = contract_of_deal(deal)
    if not (contract.cards and early_end):
        return 0
    return tricks_in_deal(deal, seats) - min_scoring_tricks(contract, seats)


def min_scoring_tricks(contract: Contract, seats: int) -> int:
    """Return the fewest tricks in which all scoring cards of a contract can fall."""
    return -(contract.total_points // -(contract.points_each * seats))


def find_deal_faults(
    deal: int, entries: Sequence[DealEntry], seats: int, *, early_end: bool
) -> Iterator[EntryFault]:
    """Yield why a deal cannot have been as it is written."""
    deal_entries = _WrittenDeal(deal, entries[deal - 1], seats, early_end)
    box_faults = list(deal_entries.find_box_faults())
    # A fault of a single box would only be found again together with all others.
    yield from box_faults or deal_entries.find_combined_faults()
    yield from _lead_faults(deal, entries, seats)


@dataclass(frozen=True, slots=True)
class _WrittenDeal:
    """Entries of a deal, with points counted in pieces: the cards or tricks that score."""

    deal: int
    entry: DealEntry
    seats: int
    early_end: bool

    @property
    def contract(self) -> Contract:
        return contract_of_deal(self.deal)

    @property
    def trick_count(self) -> int:
        """Number of all tricks of the deal."""
        return tricks_in_deal(self.deal, self.seats)

    @property
    def pieces_per_trick(self) -> int:
        """Most pieces in one trick."""
        return self.seats if self.contract.cards else 1

    @property
    def tricks(self) -> tuple[EnteredValue, ...]:
        return self.entry.field_values(TRICKS_FIELD)

    @property
    def pieces(self) -> tuple[EnteredValue, ...]:
        each = sign_of_deal(self.deal) * self.contract.points_each
        return tuple(
            None if one is None else one // each for one in self.entry.field_values(POINTS_FIELD)
        )

    def make_message(self, code: str, values: dict[str, Value], rule: str = _SHEET_RULE) -> Message:
        deal_values: dict[str, Value] = {"deal": self.deal, "contract": self.contract.name}
        return Message(code, deal_values | values, rule)

    # Single boxes

    def find_box_faults(self) -> Iterator[EntryFault]:
        """Yield values that a box cannot have, whatever the others have."""
        for seat, (tricks, points) in enumerate(self.entry.player_values):
            if tricks is not None and not 0 <= tricks <= self.trick_count:
                values: dict[str, Value] = {"tricks": tricks, "due": self.trick_count}
                yield EntryFault(
                    self.make_message("sheet-tricks-range", values),
                    (FieldPosition(seat, TRICKS_FIELD),),
                )
            points_message = None if points is None else self._points_fault(points)
            if points_message is not None:
                yield EntryFault(points_message, (FieldPosition(seat, POINTS_FIELD),))
        remaining = self.entry.side_values[REMAINING_FIELD]
        max_left = max_tricks_left(self.deal, self.seats, early_end=self.early_end)
        if remaining is not None and not 0 <= remaining <= max_left:
            code = "sheet-left-range" if max_left else "sheet-left-none"
            message = self.make_message(
                code, {"tricks": remaining, "most": max_left}, "master.md 5"
            )
            yield EntryFault(message, (FieldPosition(None, REMAINING_FIELD),))

    def _points_fault(self, points: int) -> Message | None:
        sign, contract = sign_of_deal(self.deal), self.contract
        values: dict[str, Value] = {"points": points, "each": contract.points_each}
        if points * sign < 0:
            code = "sheet-points-against" if sign < 0 else "sheet-points-for"
            return self.make_message(code, values, "master.md 1")
        if points % contract.points_each:
            return self.make_message("sheet-points-each", values, _CONTRACT_RULE)
        if abs(points) > contract.total_points:
            return self.make_message(
                "sheet-points-range", values | {"due": contract.total_points}, _CONTRACT_RULE
            )
        return None

    # Several boxes

    def find_combined_faults(self) -> Iterator[EntryFault]:
        """Yield contradictions between boxes, each being right by itself."""
        player_faults = list(self._player_faults())
        yield from player_faults
        if not player_faults:
            yield from self._trick_faults()
            yield from self._point_faults()

    def _player_faults(self) -> Iterator[EntryFault]:
        """Yield a player's points that the tricks cannot hold."""
        is_exact = self.contract.name == "all"
        for seat, (tricks, pieces) in enumerate(zip(self.tricks, self.pieces, strict=True)):
            if tricks is None or pieces is None:
                continue
            if tricks * self.pieces_per_trick < pieces or (is_exact and tricks != pieces):
                points = self.entry.player_values[seat][POINTS_FIELD]
                assert points is not None
                code = "sheet-tricks-count" if is_exact else "sheet-points-tricks"
                values: dict[str, Value] = {"seat": seat, "count": tricks, "points": points}
                positions = (FieldPosition(seat, TRICKS_FIELD), FieldPosition(seat, POINTS_FIELD))
                yield EntryFault(self.make_message(code, values, _CONTRACT_RULE), positions)

    def _min_tricks(self, seat: int) -> int:
        """Return a player's fewest tricks: those written, or those that the points need."""
        tricks, pieces = self.tricks[seat], self.pieces[seat]
        return -((pieces or 0) // -self.pieces_per_trick) if tricks is None else tricks

    def _trick_faults(self) -> Iterator[EntryFault]:
        remaining = self.entry.side_values[REMAINING_FIELD]
        seats = range(self.seats)
        written_positions = [
            FieldPosition(seat, TRICKS_FIELD) for seat in seats if self.tricks[seat] is not None
        ]
        needed_positions = [
            FieldPosition(s, POINTS_FIELD)
            for s in seats
            if self.tricks[s] is None and self._min_tricks(s)
        ]
        positions = (
            *written_positions,
            *needed_positions,
            *([] if remaining is None else [FieldPosition(None, REMAINING_FIELD)]),
        )
        total = sum(map(self._min_tricks, seats)) + (remaining or 0)
        sums: dict[str, Value] = {
            "sum": total,
            "due": self.trick_count,
            "by": total - self.trick_count,
        }
        if len(written_positions) == self.seats:
            max_left = max_tricks_left(self.deal, self.seats, early_end=self.early_end)
            may_be_left = max_left if remaining is None else 0
            if not 0 <= self.trick_count - total <= may_be_left:
                yield EntryFault(self.make_message("sheet-deal-tricks", sums), positions)
        elif total > self.trick_count:
            code = "sheet-tricks-needed" if needed_positions else "sheet-tricks-over"
            yield EntryFault(self.make_message(code, sums), positions)
        elif self.contract.name == "all" and self._is_fully_counted and total != self.trick_count:
            yield EntryFault(self.make_message("sheet-deal-tricks", sums), positions)

    @property
    def _is_fully_counted(self) -> bool:
        """Tricks or points of every player are written, which in *All* are equal."""
        player_values = zip(self.tricks, self.pieces, strict=True)
        return all(tricks is not None or pieces is not None for tricks, pieces in player_values)

    def _point_faults(self) -> Iterator[EntryFault]:
        seats, pieces = range(self.seats), self.pieces
        written_positions = [
            FieldPosition(seat, POINTS_FIELD) for seat in seats if pieces[seat] is not None
        ]
        sign, each = sign_of_deal(self.deal), self.contract.points_each
        expected = sign * self.contract.total_points
        total = sign * each * sum_values(pieces)
        sums: dict[str, Value] = {"sum": total, "due": expected, "by": total - expected}
        if len(written_positions) == self.seats:
            if total != expected:
                yield EntryFault(
                    self.make_message("sheet-deal-points", sums), tuple(written_positions)
                )
        elif abs(total) > abs(expected):
            yield EntryFault(self.make_message("sheet-points-over", sums), tuple(written_positions))
        elif self._free_pieces() * each < abs(expected - total):
            trick_positions = [
                FieldPosition(seat, TRICKS_FIELD) for seat in seats if self.tricks[seat] is not None
            ]
            remaining_positions = (
                []
                if self.entry.side_values[REMAINING_FIELD] is None
                else [FieldPosition(None, REMAINING_FIELD)]
            )
            values: dict[str, Value] = {"points": expected - total}
            fault = self.make_message("sheet-points-room", values, _CONTRACT_RULE)
            yield EntryFault(fault, (*written_positions, *trick_positions, *remaining_positions))

    def _free_pieces(self) -> int:
        """Return the most pieces of the players without written points."""
        open_seats = [seat for seat in range(self.seats) if self.pieces[seat] is None]
        tricks = sum(self.tricks[seat] or 0 for seat in open_seats)
        if any(self.tricks[seat] is None for seat in open_seats):
            tricks_needed = sum(map(self._min_tricks, range(self.seats)))
            tricks += max(
                0, self.trick_count - tricks_needed - (self.entry.side_values[REMAINING_FIELD] or 0)
            )
        return tricks * self.pieces_per_trick


def _lead_faults(deal: int, entries: Sequence[DealEntry], seats: int) -> Iterator[EntryFault]:
    """Yield leader and dealer where they contradict the other deals (``master.md 3``)."""
    first_leaders = Counter(
        start for written_deal, _, start in _first_leaders(entries, seats) if written_deal != deal
    )
    for written_deal, field_index, start in _first_leaders(entries, seats):
        if written_deal != deal:
            continue
        other_leaders = Counter(
            s for a, p, s in _first_leaders(entries, seats) if (a, p) != (written_deal, field_index)
        )
        usual = (first_leaders or other_leaders).most_common(1)
        if usual and start != usual[0][0]:
            seat = (usual[0][0] + deal - 1 - (field_index == DEALER_FIELD)) % seats
            code = "sheet-dealt" if field_index == DEALER_FIELD else "sheet-led"
            message = Message(code, {"deal": deal, "seat": seat}, "master.md 3")
            yield EntryFault(message, (FieldPosition(None, field_index),))


def _first_leaders(entries: Sequence[DealEntry], seats: int) -> Iterator[tuple[int, int, int]]:
    """Yield for each leader and dealer written the deal, the field, and the first deal's leader."""
    for deal, entry in enumerate(entries, 1):
        for field_index, deals_after_first in ((LEADER_FIELD, deal - 1), (DEALER_FIELD, deal - 2)):
            seat = entry.side_values[field_index]
            # The first dealer comes by lot, and the first leader need not sit to the left.
            if seat is not None and (deal > 1 or field_index == LEADER_FIELD):
                yield deal, field_index, (seat - deals_after_first) % seats
