"""Score sheet of Rank, ranks and their sums (``rank.md 6``), and statistics of a deal."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import ClassVar, Final

from greenbaize.games.shedding.events import AntiRankDeclared
from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.events import DealScored, Event, MatchEnded
from greenbaize.rules.facts import (
    DealFact,
    FactsBySeat,
    FactSum,
    FactSums,
    StatisticsTable,
    StatisticsTableRow,
    points_sum,
)
from greenbaize.rules.messages import Message
from greenbaize.rules.options import OptionValues
from greenbaize.rules.ranking import rank_seats
from greenbaize.rules.sheets import (
    BoxTone,
    DealEntry,
    EnteredValue,
    EntryFault,
    EntryField,
    FieldPosition,
    RowKind,
    ScoreSheet,
    SheetBox,
    SheetForm,
    SheetRow,
    find_current_deal,
    sum_values,
)

RANK_COLUMNS: Final = ("place", "total")
RANK_FIELD: Final = 0


def make_rank_sheet(
    seats: int, entries: Sequence[DealEntry], *, deals: int, current: int | None = None
) -> ScoreSheet:
    """Return the sheet of these entries from deal 1 on, and the blank deals that follow."""
    blank = DealEntry(((None,),) * seats)
    lines = [*entries, *[blank] * (deals - len(entries))]
    sums = [
        list(accumulate(seat_values[RANK_FIELD] or 0 for seat_values in by_seat))
        for by_seat in _entries_by_seat(lines)
    ]
    rows = [
        SheetRow(
            deal,
            _seat_boxes(line, [seat_values[deal - 1] for seat_values in sums]),
            is_current=deal == current,
        )
        for deal, line in enumerate(lines, 1)
    ]
    totals = tuple(seat_values[-1] for seat_values in sums)
    has_entries = any(line.is_filled for line in lines)
    is_complete = all(line.is_filled for line in lines)
    best_total = min(totals) if has_entries else None
    result_boxes = tuple(
        (
            SheetBox(
                total if has_entries else None,
                BoxTone.STRONG if total == best_total else BoxTone.PLAIN,
            ),
        )
        for total in totals
    )
    return ScoreSheet(
        columns=RANK_COLUMNS,
        rows=tuple(rows),
        totals=totals,
        ranks=rank_seats([(-total,) for total in totals]) if is_complete else None,
        results=(SheetRow(0, result_boxes, kind=RowKind.RESULT, title="total"),),
    )


def rank_sheet_of_view(view: ShedState) -> ScoreSheet:
    entries = [DealEntry(tuple((rank,) for rank in score.places)) for score in view.scores]
    current = view.deal if view.deal > len(view.scores) else None
    return make_rank_sheet(
        view.seats, entries, deals=view.options.get_number("deals"), current=current
    )


class RankSheetForm(SheetForm):
    """Entry form of a deal of Rank: the ranks."""

    fields: ClassVar = (EntryField("place"),)
    priority_fault_codes = ("sheet-places",)

    def max_deals(self, seats: int, options: OptionValues) -> int:
        return options.get_number("deals")

    def value_limits(
        self, column: str, deal: int, seats: int, options: OptionValues
    ) -> tuple[int, int]:
        return 1, seats

    def find_faults(
        self, deal: int, entries: Sequence[DealEntry], seats: int, options: OptionValues
    ) -> Iterator[EntryFault]:
        """Yield ranks out of range, or that two players have (``rank.md 6``)."""
        ranks = entries[deal - 1].field_values(RANK_FIELD)
        seats_by_rank: dict[int, list[int]] = {}
        for seat, rank in enumerate(ranks):
            if rank is None:
                continue
            seats_by_rank.setdefault(rank, []).append(seat)
            if not 1 <= rank <= seats:
                values = {"deal": deal, "seat": seat, "number": rank, "high": seats}
                yield EntryFault(
                    Message("sheet-place-range", values, "rank.md 6"),
                    (FieldPosition(seat, RANK_FIELD),),
                )
        if None not in ranks and len(seats_by_rank) < seats:
            values = {"deal": deal, "sum": sum_values(ranks), "due": seats * (seats + 1) // 2}
            positions = tuple(FieldPosition(seat, RANK_FIELD) for seat in range(seats))
            yield EntryFault(Message("sheet-places", values, "rank.md 6"), positions)
            return
        for rank, tied_seats in seats_by_rank.items():
            if len(tied_seats) > 1:
                positions = tuple(FieldPosition(seat, RANK_FIELD) for seat in tied_seats)
                message = Message("sheet-place-taken", {"deal": deal, "place": rank}, "rank.md 6")
                yield EntryFault(message, positions)

    def make_sheet(
        self, seats: int, options: OptionValues, entries: Sequence[DealEntry]
    ) -> ScoreSheet:
        deals = options.get_number("deals")
        sheet = make_rank_sheet(
            seats, entries, deals=deals, current=find_current_deal(entries, deals)
        )
        return self.add_entry_checks(sheet, entries, seats, options)


def _entries_by_seat(lines: Sequence[DealEntry]) -> Iterator[tuple[tuple[EnteredValue, ...], ...]]:
    return zip(*[line.player_values for line in lines], strict=True)


def _seat_boxes(line: DealEntry, sums: Sequence[int]) -> tuple[tuple[SheetBox, SheetBox], ...]:
    return tuple(
        (SheetBox(rank, BoxTone.STRONG), SheetBox(total if line.is_filled else None, BoxTone.QUIET))
        for (rank,), total in zip(line.player_values, sums, strict=True)
    )


def rank_facts(deal: Sequence[Event], scored: DealScored, seat: int) -> tuple[DealFact, ...]:
    """Return a seat's rank in the deal, and its rank after every Anti-Rank of its own."""
    rank = scored.points[seat]
    declaring_seats = [event.seat for event in deal if isinstance(event, AntiRankDeclared)]
    return DealFact("place", str(rank), 1), *(
        DealFact("antirank", "", rank),
    ) * declaring_seats.count(seat)


def rank_statistics_tables(sums: FactSums) -> tuple[StatisticsTable, ...]:
    """Return how often each rank was taken, and the mean rank after an own Anti-Rank."""
    deals = points_sum(sums).occurrences
    rank_rates = tuple(
        StatisticsTableRow(
            Message("figures-place", {"place": rank}),
            FactSum(deals, sums["place", str(rank)].occurrences),
            is_share=True,
            is_part=True,
        )
        for rank in sorted(int(key) for kind, key in sums if kind == "place")
    )
    anti_rank_counts = sums.get(("antirank", ""))
    anti_rank_rates = (
        ()
        if anti_rank_counts is None
        else (StatisticsTableRow(Message("figures-antirank-place"), anti_rank_counts),)
    )
    return (
        StatisticsTable(Message("figures-places"), rank_rates),
        StatisticsTable(Message("figures-antirank"), anti_rank_rates),
    )


def rank_honours(deals: Sequence[FactsBySeat], end: MatchEnded, seat: int) -> tuple[str, ...]:
    """Return the honour of a seat that was first out in a deal with an Anti-Rank of its own."""
    anti_rank_win = DealFact("antirank", "", 1)
    return ("anti-rank-won",) if any(anti_rank_win in deal[seat] for deal in deals) else ()
