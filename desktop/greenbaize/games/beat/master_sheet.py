"""Master's double-entry sheet: two half tables, their sums and their checks (``master.md``).

Everything is computed from what was entered. Half totals and results may be entered too, as a
scorer writes them on paper; they are shown as written and held against the deals.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from greenbaize.games.beat.contracts import DEALS, HALF, contract_of, deals_with, sign_of, tricks_in
from greenbaize.games.beat.events import ContractScored
from greenbaize.games.beat.master_faults import deal_faults, most_left
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.events import Scored
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.options import Settings
from greenbaize.rules.places import ranked
from greenbaize.rules.sheet_forms import (
    Entered,
    Entry,
    Fault,
    Field,
    SheetForm,
    Sort,
    current_deal,
    fault_checks,
    gap_checks,
    total_of,
)
from greenbaize.rules.sheets import Box, Cell, Check, Kind, Row, Sheet, Tone, marked

HALF_POINTS: Final = 244
"""What the deals of a half add up to."""
PRINTED: Final = 224
"""What older sheets print in its place, and the rating's formula with them (``master.md``)."""
COLUMNS: Final = ("tricks", "points")
SIDE: Final = ("remaining", "all_tricks", "leader", "dealer", "fixed")
TRICKS, POINTS = 0, 1
REMAINING, ALL_TRICKS, LEADER, DEALER, FIXED = range(5)


def tricks_in_half(seats: int) -> int:
    """HA, all tricks of a half: 396/V + 9."""
    return 396 // seats + 9


def rating(points: int, tricks_gained: int, tricks: int) -> Fraction:
    """The rating of a match, or of several with these sums: 1/2 is the middle.

    Args:
        points: WP, the points.
        tricks_gained: HT of the second half less HT of the first.
        tricks: WA, the tricks played.
    """
    return Fraction(points * tricks_gained, 2 * PRINTED * tricks) + Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Sums:
    """Tricks and points by player, and the remaining tricks, of a half or a match."""

    tricks: tuple[int, ...]
    points: tuple[int, ...]
    remaining: int


@dataclass(frozen=True, slots=True)
class Written:
    """Totals as somebody wrote them down; a missing one is computed."""

    halves: tuple[Sums | None, Sums | None] = (None, None)
    result: Sums | None = None


NOTHING: Final = Written()


def master_sheet(
    seats: int,
    entries: Sequence[Entry],
    *,
    deals: int = DEALS,
    current: int | None = None,
    written: Written = NOTHING,
) -> Sheet:
    """The sheet of these entries.

    Args:
        seats: the number of players.
        entries: deals from 1 on, with the fields of ``MasterForm``; missing ones are blank.
        deals: how many the match has: two halves, or one.
        current: the deal being played or entered.
        written: totals that were written down and not computed.
    """
    form = MasterForm()
    blank = [form.blank(seats)] * (deals - len(entries))
    page = _Page(seats, (*entries, *blank), current, written)
    sheet = Sheet(
        columns=COLUMNS,
        rows=tuple(page.rows()),
        totals=page.result.points,
        places=page.places,
        side=SIDE,
        results=(page.result_row(),),
        ratings=page.ratings,
    )
    return marked(sheet, page.checks())


class MasterForm(SheetForm):
    """What is entered of a deal of Master: tricks and points, the rest of the tricks, who led."""

    fields: ClassVar = (Field("tricks"), Field("points"))
    side_fields: ClassVar = (
        Field("remaining"),
        Field("leader", Sort.SEAT),
        Field("dealer", Sort.SEAT),
    )
    options = ("length",)

    def deals(self, seats: int, options: Settings) -> int:
        """24, or one half in a short match."""
        del seats
        return deals_with(options)

    def span(self, column: str, deal: int, seats: int, options: Settings) -> tuple[int, int]:
        """Tricks and points up to all of the deal's, points with its sign."""
        if column in ("leader", "dealer"):
            return 0, seats - 1
        if column == "remaining":
            return 0, most_left(deal, seats, early_end=_early_end(options))
        if column == "tricks":
            return 0, tricks_in(deal, seats)
        total = sign_of(deal) * contract_of(deal).total
        return min(0, total), max(0, total)

    def faults(
        self, deal: int, entries: Sequence[Entry], seats: int, options: Settings
    ) -> Iterator[Fault]:
        """Tricks, points and leads that do not go together."""
        return deal_faults(deal, entries, seats, early_end=_early_end(options))

    def sign(self, column: str, deal: int) -> int:
        """Points of the first half are negative."""
        return sign_of(deal) if column == "points" else 1

    def sheet(self, seats: int, options: Settings, entries: Sequence[Entry]) -> Sheet:
        """The sheet, with the first deal that is not filled as the current one."""
        deals = deals_with(options)
        now = current_deal(entries, deals)
        sheet = master_sheet(seats, entries[:deals], deals=deals, current=now)
        faults = fault_checks(self, sheet, entries, seats, options)
        gaps = gap_checks(entries, (TRICKS, POINTS), lambda deal: deal - 1 + (deal > HALF))
        return marked(sheet, (*sheet.checks, *faults, *gaps))


def _early_end(options: Settings) -> bool:
    return options.get("early_end") is not False


class _Page:
    """The boxes of one sheet, and its checks."""

    def __init__(
        self, seats: int, entries: Sequence[Entry], current: int | None, written: Written
    ) -> None:
        self.seats, self.entries, self._current = seats, entries, current
        self._players = range(seats)
        halves = [entries[first : first + HALF] for first in range(0, len(entries), HALF)]
        self._sums = tuple(_sums(half, seats) for half in halves)
        self._filled = tuple(all(entry.filled for entry in half) for half in halves)
        # Who leads is known before there is anything to add up.
        self._begun = tuple(
            any(value is not None for entry in half for own in entry.players for value in own)
            for half in halves
        )
        self.halves = tuple(
            given or own for given, own in zip(written.halves, self._sums, strict=False)
        )
        self._result_due = _added(*self.halves)
        self.result = written.result or self._result_due

    @property
    def played(self) -> int:
        """WA: HA of each half, less the remaining tricks of all."""
        return len(self.halves) * tricks_in_half(self.seats) - self.result.remaining

    @property
    def done(self) -> bool:
        """Whether all deals have been entered."""
        return all(self._filled)

    @property
    def places(self) -> tuple[int, ...] | None:
        """``master.md 6``: highest result wins, equal ones share the place."""
        return ranked([(points,) for points in self.result.points]) if self.done else None

    @property
    def ratings(self) -> tuple[int, ...] | None:
        """By player, in hundredths of a percent; a short match has none."""
        if not self.done or self.played <= 0 or len(self.halves) < 2:
            return None
        first, second = self.halves
        return tuple(
            round(10_000 * rating(points, after - before, self.played))
            for points, before, after in zip(
                self.result.points, first.tricks, second.tricks, strict=True
            )
        )

    # Rows

    def rows(self) -> Iterator[Row]:
        """Twelve deals and their half total, for each half."""
        for half in range(len(self.halves)):
            for deal in range(half * HALF + 1, half * HALF + HALF + 1):
                yield self._deal_row(deal)
            yield self._half_row(half)

    def _deal_row(self, deal: int) -> Row:
        entry = self.entries[deal - 1]
        contract = contract_of(deal)
        boxes = tuple(
            (Box(own[TRICKS], Tone.QUIET), Box(own[POINTS], Tone.STRONG)) for own in entry.players
        )
        leader, dealer = self._led(deal)
        side = (
            Box(entry.side[REMAINING]),
            Box(tricks_in(deal, self.seats), Tone.QUIET),
            Box(leader),
            Box(dealer),
            Box(sign_of(deal) * contract.total, Tone.STRONG),
        )
        return Row(deal, boxes, deal == self._current, title=contract.name, side=side)

    def _led(self, deal: int) -> tuple[Entered, Entered]:
        """Who led and who dealt; where nobody wrote it, it follows from the first leader.

        ``master.md 3``: whoever led the deal before deals, and the dealer's left leads.
        """
        _, leader, dealer = self.entries[deal - 1].side
        first = self.entries[0].side[1]
        if first is None:
            return leader, dealer
        due = (first + deal - 1) % self.seats
        if leader is None:
            leader = due
        if dealer is None and deal > 1:
            dealer = (due - 1) % self.seats
        return leader, dealer

    def _half_row(self, half: int) -> Row:
        sums, begun = self.halves[half], self._begun[half]
        boxes = tuple(
            (
                Box(tricks if begun else None, Tone.QUIET),
                Box(points if begun else None, Tone.STRONG),
            )
            for tricks, points in zip(sums.tricks, sums.points, strict=True)
        )
        side = (
            Box(sums.remaining if begun else None),
            Box(tricks_in_half(self.seats), Tone.QUIET),
            Box(),
            Box(),
            Box((2 * half - 1) * HALF_POINTS, Tone.STRONG),
        )
        return Row(half + 1, boxes, kind=Kind.HALF, title="half", side=side)

    def result_row(self) -> Row:
        """The result of the match: WT and WP by player, the remaining tricks, and WA."""
        begun = any(self._begun)
        result = self.result
        boxes = tuple(
            (
                Box(tricks if begun else None, Tone.QUIET),
                Box(points if begun else None, Tone.STRONG),
            )
            for tricks, points in zip(result.tricks, result.points, strict=True)
        )
        side = (
            Box(result.remaining if begun else None),
            Box(self.played if self.done else None, Tone.QUIET),
            Box(),
            Box(),
            Box(0 if len(self.halves) > 1 else -HALF_POINTS, Tone.STRONG),
        )
        return Row(0, boxes, kind=Kind.RESULT, title="total", side=side)

    # Checks

    def checks(self) -> Iterator[Check]:
        """Every check of ``master.md`` that fails."""
        for deal, entry in enumerate(self.entries, 1):
            if entry.filled:
                yield from self._deal_checks(deal, entry)
        for half in range(len(self.halves)):
            yield from self._half_checks(half)
        yield from self._result_checks()

    def _deal_checks(self, deal: int, entry: Entry) -> Iterator[Check]:
        row = deal - 1 + (deal > HALF)
        values: dict[str, Value] = {"deal": deal, "contract": contract_of(deal).name}
        due = tricks_in(deal, self.seats)
        got = total_of((*entry.field(TRICKS), entry.side[REMAINING]))
        if got != due and not self._open(deal, due - got):
            cells = (*self._across(row, TRICKS), Cell(row, None, REMAINING))
            yield Check(Message("sheet-deal-tricks", values | _sum(got, due), _RULE), cells)
        due = sign_of(deal) * contract_of(deal).total
        got = total_of(entry.field(POINTS))
        if got != due:
            cells = self._across(row, POINTS)
            yield Check(Message("sheet-deal-points", values | _sum(got, due), _RULE), cells)

    def _open(self, deal: int, short: int) -> bool:
        """Whether so many remaining tricks may still be entered: nothing later has been yet."""
        if self.entries[deal - 1].side[REMAINING] is not None:
            return False
        later = any(not entry.empty for entry in self.entries[deal:])
        return not later and 0 < short <= most_left(deal, self.seats, early_end=True)

    def _half_checks(self, half: int) -> Iterator[Check]:
        row, sums, values = half * (HALF + 1) + HALF, self.halves[half], {"half": half + 1}
        own = self._sums[half]
        yield from self._added_checks(row, sums, own, _half_message(values))
        if sums.remaining != own.remaining:
            due = _sum(sums.remaining, own.remaining)
            message = Message("sheet-half-remaining", values | due, _RULE)
            yield Check(message, (Cell(row, None, REMAINING),))
        if not self._filled[half]:
            return
        due_points, got = (2 * half - 1) * HALF_POINTS, sum(sums.points)
        if got != due_points:
            message = Message("sheet-half-points", values | _sum(got, due_points), _RULE)
            yield Check(message, self._across(row, POINTS))
        due_tricks, got = tricks_in_half(self.seats), sum(sums.tricks) + sums.remaining
        if got != due_tricks:
            message = Message("sheet-half-tricks", values | _sum(got, due_tricks), _RULE)
            yield Check(message, (*self._across(row, TRICKS), Cell(row, None, REMAINING)))

    def _result_checks(self) -> Iterator[Check]:
        row, result, due = len(self.halves) * (HALF + 1), self.result, self._result_due
        yield from self._added_checks(row, result, due, _match_message)
        if result.remaining != due.remaining:
            values = _sum(result.remaining, due.remaining)
            message = Message("sheet-match-remaining", values, _RULE)
            yield Check(message, (Cell(row, None, REMAINING),))
        if self.done and sum(result.tricks) != self.played:
            message = Message("sheet-match-tricks", _sum(sum(result.tricks), self.played), _RULE)
            yield Check(message, (*self._across(row, TRICKS), Cell(row, None, ALL_TRICKS)))

    def _added_checks(
        self, row: int, got: Sums, due: Sums, say: "Callable[[int, int, int, int], Message]"
    ) -> Iterator[Check]:
        """Whether every player's totals are what they add up to."""
        for seat in self._players:
            for place in (TRICKS, POINTS):
                one = (got.tricks, got.points)[place][seat]
                other = (due.tricks, due.points)[place][seat]
                if one != other:
                    yield Check(say(place, seat, one, other), (Cell(row, seat, place),))

    def _across(self, row: int, place: int) -> tuple[Cell, ...]:
        return tuple(Cell(row, seat, place) for seat in self._players)


_RULE: Final = "master.md"


def _half_message(values: dict[str, int]) -> Callable[[int, int, int, int], Message]:
    def say(place: int, seat: int, got: int, due: int) -> Message:
        code = "sheet-half-own-points" if place == POINTS else "sheet-half-own-tricks"
        return Message(code, {"seat": seat} | values | _sum(got, due), _RULE)

    return say


def _match_message(place: int, seat: int, got: int, due: int) -> Message:
    code = "sheet-match-own-points" if place == POINTS else "sheet-match-own-tricks"
    return Message(code, {"seat": seat} | _sum(got, due), _RULE)


def _sum(got: int, due: int) -> dict[str, Value]:
    """What a failed check says of its sum: what it is, what it should be, and the difference."""
    return {"sum": got, "due": due, "by": got - due}


def _sums(half: Sequence[Entry], seats: int) -> Sums:
    def column(place: int) -> tuple[int, ...]:
        return tuple(
            total_of([entry.players[seat][place] for entry in half]) for seat in range(seats)
        )

    return Sums(column(TRICKS), column(POINTS), total_of([entry.side[0] for entry in half]))


def _added(*halves: Sums) -> Sums:
    return Sums(
        tuple(map(sum, zip(*(half.tricks for half in halves), strict=True))),
        tuple(map(sum, zip(*(half.points for half in halves), strict=True))),
        sum(half.remaining for half in halves),
    )


def sheet_of(view: BeatState) -> Sheet:
    """The score sheet of a match so far."""
    entries = [_entry(view, score) for score in view.scores]
    current = None
    if view.deal > len(view.scores):
        current = view.deal
        # What a deal brings is written once it is over, as on paper; until then plates tell it.
        blank = MasterForm().blank(view.seats).players
        entries.append(Entry(blank, (None, *_led(view, view.deal))))
    deals = deals_with(view.options)
    return master_sheet(view.seats, entries, deals=deals, current=current)


def _entry(view: BeatState, score: Scored) -> Entry:
    assert isinstance(score, ContractScored)
    players = tuple(zip(score.tricks, score.points, strict=True))
    return Entry(players, (score.remaining, *_led(view, score.deal)))


def _led(view: BeatState, deal: int) -> tuple[int, int | None]:
    """Who led a deal and who dealt it: both pass to the left (``master.md 3``)."""
    leader = (view.leader - (view.deal - deal)) % view.seats
    return leader, view.lot if deal == 1 else (leader - 1) % view.seats
