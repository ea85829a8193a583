"""Practice: a match gone on with from somewhere in it, as a match of its own.

The record it comes from stays as it is. The new one begins with the same events, names the match
they are from, and says that it is practice, which counts in no statistics.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from greenbaize.app.memory.decisions import last_decided
from greenbaize.app.tables.matches import PROGRAM, abandon_record, begun_now, new_record
from greenbaize.app.tables.seats import people_left, people_of
from greenbaize.app.tables.unfinished import begun_of
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import CASUAL, FROM, PRACTICE, Header, identity
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.rules.decoding import decoded_line
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.messages import Message
from greenbaize.rules.players import BOT, HUMAN
from greenbaize.store.open_files import forget_file, where_others_read
from greenbaize.store.record_file import lock_there, put_lock_away
from greenbaize.store.whole_files import write_in_place


def last_decision(header: Header, events: Sequence[Event], seat: int) -> int | None:
    """How many events lie before the last decision that the person at a seat has made.

    What a computer player did in their place is none of theirs, nor is a card that followed by
    itself. None if there is nothing to be taken back.

    Args:
        header: the match, with its seed.
        events: what has happened.
        seat: the seat.
    """
    assert header.seed is not None
    game = GAMES[header.game]
    own, theirs = header.sitters[seat].kind == HUMAN, set()
    for number, event in enumerate(events):
        if isinstance(event, SeatGiven):
            own = event.kind == HUMAN if event.seat == seat else own
        elif own and getattr(event, "seat", None) == seat:
            theirs.add(number)
    start = game.start(len(header.sitters), header.options)
    return last_decided(game, header.seed, start, events, theirs)


def has_decided(header: Header, told: bytes, seat: int) -> bool:
    """Whether anybody has decided anything at a seat, of which this is what it was told."""
    stated = GAMES[header.game].stated
    lines = map(decoded_line, told.splitlines()[1:])
    return any(line["type"] in stated and line.get("seat") == seat for line in lines)


def origin(header: Header) -> str:
    """The identity of the match whose cards these are: of practice, that of what it came of."""
    came = header.more.get(FROM) if header.practice else None
    return came if isinstance(came, str) and came else identity(header)


def check_take_back(header: Header) -> None:
    """Refuse to take anything back where others would have to agree.

    Raises:
        GameError: people have played it together, or it cannot be gone on with here.
    """
    if len(people_of(header)) > 1 or "shuffle" in header.more:
        raise GameError(Message("take-back-friends"))
    if header.seed is None:
        raise GameError(Message("record-no-seed"))


def branch(
    header: Header,
    events: Sequence[Event],
    you: Player | None,
    seat: int,
    begun: str = "",
) -> Path:
    """Write the record of a match of one's own that shares these events with another.

    Args:
        header: the other match.
        events: the events that both share.
        you: who plays on; None where it is who sat there before.
        seat: where they sit.
        begun: when it was begun, as records have it, where the new record replaces an earlier one,
            which also says whether it is casual; now, if nothing is said.

    Returns:
        The new record, to be gone on with.

    Raises:
        GameError: the match has no seed, so nobody knows how it would go on.
        FileError: the record cannot be written.
    """
    if header.seed is None:
        raise GameError(Message("record-no-seed"))
    sitters, events = _alone(header, events, you or header.sitters[seat], seat)
    again = bool(begun)
    begun = begun or begun_now()
    more = {"program": PROGRAM, "begun": begun, FROM: origin(header), PRACTICE: True}
    if again and header.casual:
        del more[FROM]  # it is the same match still
        more[CASUAL] = True
    new = replace(header, sitters=sitters, more=more)
    codec = event_codec(GAMES[header.game])
    lines = b"".join(map(line_bytes, [new.line(), *map(codec.write, events)]))
    path, lock = new_record(f"{begun}-{header.game}")
    try:
        write_in_place(path, lines, private=True)
    except FileError:
        forget_file(path)
        raise
    finally:
        if lock is not None:
            put_lock_away(lock)
            lock.release()
    return path


def _alone(
    header: Header, events: Sequence[Event], you: Player, seat: int
) -> tuple[tuple[Player, ...], tuple[Event, ...]]:
    """The sitters and the events where one person plays on alone.

    The other people are computer players from the beginning on, of whom each acted as a person
    until now: what people may do, errors included, stays what it was.
    """
    before, left = people_of(header), people_left(header, events)
    others = [other for other in before if other != seat]
    sitters = list(header.sitters)
    for other in others:
        sitters[other] = sitters[other]._replace(kind=BOT)
    for other, sitter in enumerate(sitters):
        if other != seat and sitter.name == you.name:
            # One who changes chairs leaves their name to nobody.
            sitters[other] = sitter._replace(name=sitters[seat].name)
    sitters[seat] = you
    came = (SeatGiven(other, HUMAN, "back") for other in others)
    went = (SeatGiven(other, BOT, "left") for other in left if other != seat)
    return tuple(sitters), (*came, *events, *went)


def take_back(path: Path, header: Header, lines: bytes, seat: int) -> Path:
    """Go back to before the last decision of the person at a seat, in a new record.

    The match as it was is moved among the abandoned ones. Where it was practice already, its
    record makes way for the new one, which is from where that was from.

    Args:
        path: the match's record; nobody may be playing it any more.
        header: the match.
        lines: the record, as far as it has come.
        seat: whose decision.

    Returns:
        The new record, to be gone on with.

    Raises:
        GameError: nothing can be taken back here, or there is nothing.
        FileError: the record cannot be written, or the other cannot be moved.
    """
    check_take_back(header)
    events = _events(header, lines)
    count = last_decision(header, events, seat)
    if count is None:
        raise GameError(Message("take-back-nothing"))
    return _replaced(path, header, events[:count], seat)


def redo(path: Path, header: Header, lines: bytes, seat: int) -> Path:
    """Go on from where a match was before something was taken back, in a new record.

    Args:
        path: the match's record as it is now, which makes way; nobody may be playing it any more.
        header: the match.
        lines: the record as it was.
        seat: who took back.

    Returns:
        The new record, to be gone on with.

    Raises:
        FileError: the record cannot be written, or the other cannot be removed.
    """
    return _replaced(path, header, _events(header, lines), seat)


def _events(header: Header, lines: bytes) -> list[Event]:
    codec = event_codec(GAMES[header.game])
    return [codec.read(decoded_line(line)) for line in lines.splitlines()[1:]]


def _replaced(path: Path, header: Header, events: Sequence[Event], seat: int) -> Path:
    """A new record with these events in place of a match's own."""
    new = branch(header, events, None, seat, begun_of(header))
    try:
        if header.practice:
            _forget(path)
        else:
            abandon_record(path)
    except GameError:
        forget_file(new)
        raise
    return new


def play_on(
    header: Header, events: Sequence[Event], you: Player, seat: int, left: Sequence[Path]
) -> Path:
    """Play on from somewhere in a match, which is practice.

    Args:
        header: the match.
        events: what has happened until there.
        you: who plays on.
        seat: where they sit.
        left: the records from which the match itself could be gone on with; they are moved among
            the abandoned ones.

    Returns:
        The new record, to be gone on with.

    Raises:
        GameError: people play the match together, it has no seed, or a record cannot be written
            or moved.
    """
    if left and len(people_of(header)) > 1:
        raise GameError(Message("play-on-friends"))
    new = branch(header, events, you, seat)
    try:
        for path in left:
            abandon_record(path)
    except GameError:
        forget_file(new)
        raise
    return new


def _forget(path: Path) -> None:
    lock = lock_there(path)
    try:
        where_others_read(lambda: path.unlink(missing_ok=True))
        put_lock_away(lock)
    except OSError as error:
        raise FileError(path, error) from error
    finally:
        lock.release()
