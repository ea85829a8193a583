"""Seat assignment when a match is continued: the person's own seat, and bots for the others.

One person sits at this computer. If several people played, built-in computer players take the other
people's seats by ``seat`` events; a person who returns later gets the seat back the same way. Only
people who share one computer all keep their seats, unless one of them is requested.
"""

from collections.abc import Iterable

from greenbaize.app.tables.default_players import is_called
from greenbaize.match.header import Header
from greenbaize.match.record import Record
from greenbaize.rules.errors import ChairError, WhoseChairError
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.players import BOT, HUMAN


def people_of(header: Header) -> tuple[int, ...]:
    """Return the seats that people held at the start of the match."""
    return tuple(seat for seat, one in enumerate(header.sitters) if one.kind == HUMAN)


def own_seat(header: Header, names: Iterable[str]) -> int | None:
    """Return the seat of the person here, if known by a present or former name."""
    if header.you is not None:
        return header.you
    people = people_of(header)
    if len(people) > 1:
        known = tuple(names)
        people = tuple(one for one in people if is_called(header.sitters[one].name, known))
    return people[0] if len(people) == 1 else None


def people_left(header: Header, events: Iterable[Event]) -> tuple[int, ...]:
    """Return the seats that people hold after these events."""
    held = set(people_of(header))
    for event in events:
        if isinstance(event, SeatGiven):
            (held.add if event.kind == HUMAN else held.discard)(event.seat)
    return tuple(sorted(held))


def check_chair(header: Header, seat: int) -> None:
    """Raise ``ChairError`` if no person sat down at a seat."""
    own = people_of(header)
    if not own:
        raise ChairError(Message("chairs-of-bots"))
    if seat not in own:
        values: dict[str, Value] = {"number": seat + 1, "chairs": _told(header, own)}
        raise ChairError(Message("chair-not-a-persons", values))


def chairs_given(
    record: Record, asked: int | None = None, *, over: bool = False
) -> tuple[SeatGiven, ...]:
    """Return the ``seat`` events to record before one person continues a match alone.

    They assign other people's seats to computer players and the person's own seat back. There are
    none at a table of computer players or where several people still share one computer, and no
    computer player takes a seat if the match is over. Raises ``WhoseChairError`` if several seats
    fit, ``ChairError`` if ``requested_seat`` is no person's.
    """
    header = record.header
    left = people_left(header, record.events)
    among = left or people_of(header)
    if asked is not None:
        check_chair(header, asked)
        among = (asked,)
    if over or not among or (asked is None and header.one_computer and len(left) > 1):
        return ()
    if len(among) > 1:
        raise WhoseChairError(
            Message("whose-chair", {"chairs": _told(header, among)}),
            among,
            tuple(header.sitters[seat].name for seat in among),
        )
    (seat,) = among
    back = () if seat in left else (SeatGiven(seat, HUMAN, "back"),)
    gone = (SeatGiven(other, BOT, "left") for other in left if other != seat)
    return (*back, *gone)


def _told(header: Header, seats: Iterable[int]) -> str:
    return ", ".join(f"{seat + 1} ({header.sitters[seat].name})" for seat in seats)
