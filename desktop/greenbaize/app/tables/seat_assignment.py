"""Seat assignment when a match is continued: the person's own seat, and bots for the others.

One person sits at this computer. If several people played, built-in computer players take the other
people's seats by ``seat`` events; a person who returns later gets the seat back the same way. Only
people who share one computer all keep their seats, unless one of them is requested.
"""

from collections.abc import Iterable

from greenbaize.app.tables.default_players import matches_any_name
from greenbaize.match.header import RecordHeader
from greenbaize.match.record import MatchRecord
from greenbaize.rules.errors import AmbiguousChairError, ChairError
from greenbaize.rules.events import Event, SeatReassigned
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.players import BOT, HUMAN


def find_human_seats(header: RecordHeader) -> tuple[int, ...]:
    """Return the seats that people held at the start of the match."""
    return tuple(seat for seat, player in enumerate(header.players) if player.kind == HUMAN)


def find_own_seat(header: RecordHeader, names: Iterable[str]) -> int | None:
    """Return the seat of the person here, if known by a present or former name."""
    if header.you is not None:
        return header.you
    human_seats = find_human_seats(header)
    if len(human_seats) > 1:
        own_names = tuple(names)
        human_seats = tuple(
            seat for seat in human_seats if matches_any_name(header.players[seat].name, own_names)
        )
    return human_seats[0] if len(human_seats) == 1 else None


def find_current_human_seats(header: RecordHeader, events: Iterable[Event]) -> tuple[int, ...]:
    """Return the seats that people hold after these events."""
    human_seats = set(find_human_seats(header))
    for event in events:
        if isinstance(event, SeatReassigned):
            (human_seats.add if event.kind == HUMAN else human_seats.discard)(event.seat)
    return tuple(sorted(human_seats))


def check_human_seat(header: RecordHeader, seat: int) -> None:
    """Raise ``ChairError`` if no person sat down at a seat."""
    human_seats = find_human_seats(header)
    if not human_seats:
        raise ChairError(Message("chairs-of-bots"))
    if seat not in human_seats:
        values: dict[str, Value] = {"number": seat + 1, "chairs": _list_seats(header, human_seats)}
        raise ChairError(Message("chair-not-a-persons", values))


def plan_seat_changes(
    record: MatchRecord, requested_seat: int | None = None, *, is_over: bool = False
) -> tuple[SeatReassigned, ...]:
    """Return the ``seat`` events to record before one person continues a match alone.

    They assign other people's seats to computer players and the person's own seat back. There are
    none at a table of computer players or where several people still share one computer, and no
    computer player takes a seat if the match is over. Raises ``AmbiguousChairError`` if several
    seats fit, ``ChairError`` if ``requested_seat`` is no person's.
    """
    header = record.header
    current_seats = find_current_human_seats(header, record.events)
    candidates = current_seats or find_human_seats(header)
    if requested_seat is not None:
        check_human_seat(header, requested_seat)
        candidates = (requested_seat,)
    if (
        is_over
        or not candidates
        or (requested_seat is None and header.is_one_computer and len(current_seats) > 1)
    ):
        return ()
    if len(candidates) > 1:
        raise AmbiguousChairError(
            Message("whose-chair", {"chairs": _list_seats(header, candidates)}),
            candidates,
            tuple(header.players[seat].name for seat in candidates),
        )
    (seat,) = candidates
    returned_seats = () if seat in current_seats else (SeatReassigned(seat, HUMAN, "back"),)
    bot_seats = (
        SeatReassigned(other_seat, BOT, "left")
        for other_seat in current_seats
        if other_seat != seat
    )
    return (*returned_seats, *bot_seats)


def _list_seats(header: RecordHeader, seats: Iterable[int]) -> str:
    return ", ".join(f"{seat + 1} ({header.players[seat].name})" for seat in seats)
