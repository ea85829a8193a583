"""Faults on Master's sheet: tricks, points and leads that contradict each other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from greenbaize.games.beat.contracts import Contract, contract_of, sign_of, tricks_in
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.sheets import Entered, Entry, Fault, Spot, total_of

TRICKS, POINTS = 0, 1
REMAINING, LEADER, DEALER = 0, 1, 2
_SHEET: Final = "master.md"
_CONTRACT: Final = "master.md 4"


def most_left(deal: int, seats: int, *, early_end: bool) -> int:
    """Return the most tricks of a deal that can be left unplayed (``master.md 5``)."""
    contract = contract_of(deal)
    if not (contract.cards and early_end):
        return 0
    return tricks_in(deal, seats) - least_tricks(contract, seats)


def least_tricks(contract: Contract, seats: int) -> int:
    """Return the fewest tricks in which all scoring cards of a contract can fall."""
    return -(contract.total // -(contract.each * seats))


def deal_faults(
    deal: int, entries: Sequence[Entry], seats: int, *, early_end: bool
) -> Iterator[Fault]:
    """Yield why a deal cannot have been as it is written."""
    written = _Deal(deal, entries[deal - 1], seats, early_end)
    single = list(written.single())
    # A fault of a single box would only be found again together with all others.
    yield from single or written.together()
    yield from _lead_faults(deal, entries, seats)


@dataclass(frozen=True, slots=True)
class _Deal:
    """Entries of a deal, with points counted in pieces: the cards or tricks that score."""

    deal: int
    entry: Entry
    seats: int
    early_end: bool

    @property
    def contract(self) -> Contract:
        return contract_of(self.deal)

    @property
    def cards(self) -> int:
        """Number of all tricks of the deal."""
        return tricks_in(self.deal, self.seats)

    @property
    def a_trick(self) -> int:
        """Most pieces in one trick."""
        return self.seats if self.contract.cards else 1

    @property
    def tricks(self) -> tuple[Entered, ...]:
        return self.entry.field(TRICKS)

    @property
    def pieces(self) -> tuple[Entered, ...]:
        each = sign_of(self.deal) * self.contract.each
        return tuple(None if one is None else one // each for one in self.entry.field(POINTS))

    def message(self, code: str, values: dict[str, Value], rule: str = _SHEET) -> Message:
        named: dict[str, Value] = {"deal": self.deal, "contract": self.contract.name}
        return Message(code, named | values, rule)

    # Single boxes

    def single(self) -> Iterator[Fault]:
        """Yield values that a box cannot have, whatever the others have."""
        for seat, (tricks, points) in enumerate(self.entry.players):
            if tricks is not None and not 0 <= tricks <= self.cards:
                values: dict[str, Value] = {"tricks": tricks, "due": self.cards}
                yield Fault(self.message("sheet-tricks-range", values), (Spot(seat, TRICKS),))
            why = None if points is None else self._points_fault(points)
            if why is not None:
                yield Fault(why, (Spot(seat, POINTS),))
        left = self.entry.side[REMAINING]
        most = most_left(self.deal, self.seats, early_end=self.early_end)
        if left is not None and not 0 <= left <= most:
            code = "sheet-left-range" if most else "sheet-left-none"
            message = self.message(code, {"tricks": left, "most": most}, "master.md 5")
            yield Fault(message, (Spot(None, REMAINING),))

    def _points_fault(self, points: int) -> Message | None:
        sign, contract = sign_of(self.deal), self.contract
        values: dict[str, Value] = {"points": points, "each": contract.each}
        if points * sign < 0:
            code = "sheet-points-against" if sign < 0 else "sheet-points-for"
            return self.message(code, values, "master.md 1")
        if points % contract.each:
            return self.message("sheet-points-each", values, _CONTRACT)
        if abs(points) > contract.total:
            return self.message("sheet-points-range", values | {"due": contract.total}, _CONTRACT)
        return None

    # Several boxes

    def together(self) -> Iterator[Fault]:
        """Yield contradictions between boxes, each being right by itself."""
        own = list(self._own_faults())
        yield from own
        if not own:
            yield from self._trick_faults()
            yield from self._point_faults()

    def _own_faults(self) -> Iterator[Fault]:
        """Yield a player's points that the tricks cannot hold."""
        exact = self.contract.name == "all"
        for seat, (tricks, pieces) in enumerate(zip(self.tricks, self.pieces, strict=True)):
            if tricks is None or pieces is None:
                continue
            if tricks * self.a_trick < pieces or (exact and tricks != pieces):
                points = self.entry.players[seat][POINTS]
                assert points is not None
                code = "sheet-tricks-count" if exact else "sheet-points-tricks"
                values: dict[str, Value] = {"seat": seat, "count": tricks, "points": points}
                spots = (Spot(seat, TRICKS), Spot(seat, POINTS))
                yield Fault(self.message(code, values, _CONTRACT), spots)

    def _least(self, seat: int) -> int:
        """Return a player's fewest tricks: those written, or those that the points need."""
        tricks, pieces = self.tricks[seat], self.pieces[seat]
        return -((pieces or 0) // -self.a_trick) if tricks is None else tricks

    def _trick_faults(self) -> Iterator[Fault]:
        left = self.entry.side[REMAINING]
        own = range(self.seats)
        written = [Spot(seat, TRICKS) for seat in own if self.tricks[seat] is not None]
        needed = [Spot(s, POINTS) for s in own if self.tricks[s] is None and self._least(s)]
        spots = (*written, *needed, *([] if left is None else [Spot(None, REMAINING)]))
        got = sum(map(self._least, own)) + (left or 0)
        sums: dict[str, Value] = {"sum": got, "due": self.cards, "by": got - self.cards}
        if len(written) == self.seats:
            most = most_left(self.deal, self.seats, early_end=self.early_end)
            open_ = most if left is None else 0
            if not 0 <= self.cards - got <= open_:
                yield Fault(self.message("sheet-deal-tricks", sums), spots)
        elif got > self.cards:
            code = "sheet-tricks-needed" if needed else "sheet-tricks-over"
            yield Fault(self.message(code, sums), spots)
        elif self.contract.name == "all" and self._counted and got != self.cards:
            yield Fault(self.message("sheet-deal-tricks", sums), spots)

    @property
    def _counted(self) -> bool:
        """Tricks or points of every player are written, which in *All* are equal."""
        known = zip(self.tricks, self.pieces, strict=True)
        return all(tricks is not None or pieces is not None for tricks, pieces in known)

    def _point_faults(self) -> Iterator[Fault]:
        own, pieces = range(self.seats), self.pieces
        written = [Spot(seat, POINTS) for seat in own if pieces[seat] is not None]
        sign, each = sign_of(self.deal), self.contract.each
        due = sign * self.contract.total
        got = sign * each * total_of(pieces)
        sums: dict[str, Value] = {"sum": got, "due": due, "by": got - due}
        if len(written) == self.seats:
            if got != due:
                yield Fault(self.message("sheet-deal-points", sums), tuple(written))
        elif abs(got) > abs(due):
            yield Fault(self.message("sheet-points-over", sums), tuple(written))
        elif self._room() * each < abs(due - got):
            holding = [Spot(seat, TRICKS) for seat in own if self.tricks[seat] is not None]
            left = [] if self.entry.side[REMAINING] is None else [Spot(None, REMAINING)]
            values: dict[str, Value] = {"points": due - got}
            fault = self.message("sheet-points-room", values, _CONTRACT)
            yield Fault(fault, (*written, *holding, *left))

    def _room(self) -> int:
        """Return the most pieces of the players without written points."""
        open_ = [seat for seat in range(self.seats) if self.pieces[seat] is None]
        held = sum(self.tricks[seat] or 0 for seat in open_)
        if any(self.tricks[seat] is None for seat in open_):
            taken = sum(map(self._least, range(self.seats)))
            held += max(0, self.cards - taken - (self.entry.side[REMAINING] or 0))
        return held * self.a_trick


def _lead_faults(deal: int, entries: Sequence[Entry], seats: int) -> Iterator[Fault]:
    """Yield leader and dealer where they contradict the other deals (``master.md 3``)."""
    votes = Counter(start for at, _, start in _leads(entries, seats) if at != deal)
    for at, place, start in _leads(entries, seats):
        if at != deal:
            continue
        other = Counter(s for a, p, s in _leads(entries, seats) if (a, p) != (at, place))
        usual = (votes or other).most_common(1)
        if usual and start != usual[0][0]:
            seat = (usual[0][0] + deal - 1 - (place == DEALER)) % seats
            code = "sheet-dealt" if place == DEALER else "sheet-led"
            message = Message(code, {"deal": deal, "seat": seat}, "master.md 3")
            yield Fault(message, (Spot(None, place),))


def _leads(entries: Sequence[Entry], seats: int) -> Iterator[tuple[int, int, int]]:
    """Yield for each leader and dealer written the deal, the field, and the first deal's leader."""
    for at, entry in enumerate(entries, 1):
        for place, back in ((LEADER, at - 1), (DEALER, at - 2)):
            who = entry.side[place]
            # The first dealer comes by lot, and the first leader need not sit to the left.
            if who is not None and (at > 1 or place == LEADER):
                yield at, place, (who - back) % seats
