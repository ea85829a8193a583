"""Practice: a match continued from any moment in it, as a match of its own.

The source record stays. The new one begins with the same events, names the source match, and is
marked as practice, which counts in no statistics.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from greenbaize.app.tables.matches import (
    PROGRAM,
    abandon_record,
    abandoned_path,
    begun_now,
    new_record,
)
from greenbaize.app.tables.seats import people_left, people_of
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import CASUAL, FROM, PRACTICE, Header, begun_of, identity
from greenbaize.match.player import Player
from greenbaize.match.record import MOST_BYTES, line_bytes
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.decoding import decoded_line
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.players import BOT, HUMAN
from greenbaize.store.files import forget_file, read_plain, write_in_place
from greenbaize.store.record_file import let_go, lock_there


def last_decided(
    game: Game[Any], seed: str, state: Any, events: Sequence[Event], among: Container[int]
) -> int | None:
    """Return the number of events before the last decision of those given, or None."""
    chance, stated, last = SeededChance(seed), game.stated, None
    for number, event in enumerate(events):
        if isinstance(event, SeatGiven):
            continue
        decides = event.type in stated and number in among
        if decides and game.follows(state, chance) != event:
            last = number
        state = game.fold(state, event)
    return last


def last_decision(header: Header, events: Sequence[Event], seat: int) -> int | None:
    """Return the number of events before the last real choice of the person at a seat, or None."""
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
    """Return whether the seat with these view lines has made a decision."""
    stated = GAMES[header.game].stated
    lines = map(decoded_line, told.splitlines()[1:])
    return any(line["type"] in stated and line.get("seat") == seat for line in lines)


def origin(header: Header) -> str:
    """Return the identity of the match whose cards these are: for practice its source's."""
    came = header.more.get(FROM) if header.practice else None
    return came if isinstance(came, str) and came else identity(header)


def check_take_back(header: Header) -> None:
    """Raise ``GameError`` where others would have to agree to an undo, or without a seed."""
    if len(people_of(header)) > 1 or "shuffle" in header.more:
        raise GameError(Message("take-back-friends"))
    if header.seed is None:
        raise GameError(Message("record-no-seed"))


def branch(header: Header, events: Sequence[Event], you: Player, seat: int) -> Path:
    """Write the record of a match that shares these events; ``own_player`` plays on."""
    begun = begun_now()
    more = {"begun": begun, FROM: origin(header), PRACTICE: True}
    lines = _practice(header, events, you, seat, more)
    path, lock = new_record(f"{begun}-{header.game}")
    try:
        write_in_place(path, lines, private=True)
    except FileError:
        forget_file(path)
        raise
    finally:
        let_go(lock)
    return path


def _practice(
    header: Header, events: Sequence[Event], you: Player, seat: int, more: Mapping[str, object]
) -> bytes:
    if header.seed is None:
        raise GameError(Message("record-no-seed"))
    sitters, events = _alone(header, events, you, seat)
    new = replace(header, sitters=sitters, more={"program": PROGRAM, **more})
    codec = event_codec(GAMES[header.game])
    return b"".join(map(line_bytes, [new.line(), *map(codec.write, events)]))


def _alone(
    header: Header, events: Sequence[Event], you: Player, seat: int
) -> tuple[tuple[Player, ...], tuple[Event, ...]]:
    """Return the players and events with one person playing on alone.

    The other people become computer players from the start that acted as persons until now, so that
    what persons may do, errors included, stays legal.
    """
    before, left = people_of(header), people_left(header, events)
    others = [other for other in before if other != seat]
    sitters = list(header.sitters)
    for other in others:
        sitters[other] = sitters[other]._replace(kind=BOT)
    for other, sitter in enumerate(sitters):
        if other != seat and sitter.name == you.name:
            # Swap the names, so that no two players have the same.
            sitters[other] = sitter._replace(name=sitters[seat].name)
    sitters[seat] = you
    came = (SeatGiven(other, HUMAN, "back") for other in others)
    went = (SeatGiven(other, BOT, "left") for other in left if other != seat)
    return tuple(sitters), (*came, *events, *went)


def take_back(path: Path, header: Header, lines: bytes, seat: int) -> Path:
    """Go back to before the last decision of the person at a seat; return the record, ``path``.

    Nobody may have it open. The previous record goes to the abandoned ones; a practice record is
    replaced, and its source stays the source. Raises ``GameError`` if there is nothing to undo or
    it is not allowed, ``FileError`` if a record cannot be written.
    """
    check_take_back(header)
    events = _events(header, lines)
    count = last_decision(header, events, seat)
    if count is None:
        raise GameError(Message("take-back-nothing"))
    return _replaced(path, header, events[:count], seat)


def redo(path: Path, header: Header, lines: bytes, seat: int) -> Path:
    """Continue from where a match was before an undo; ``lines`` are the record as it was."""
    return _replaced(path, header, _events(header, lines), seat)


def _events(header: Header, lines: bytes) -> list[Event]:
    codec = event_codec(GAMES[header.game])
    return [codec.read(decoded_line(line)) for line in lines.splitlines()[1:]]


def _replaced(path: Path, header: Header, events: Sequence[Event], seat: int) -> Path:
    """Replace a match's events in one step, so that an interruption leaves one whole record."""
    more = {"begun": begun_of(header) or begun_now(), FROM: origin(header), PRACTICE: True}
    if header.casual:
        del more[FROM]  # A casual match stays the same match.
        more[CASUAL] = True
    lines = _practice(header, events, header.sitters[seat], seat, more)
    lock = lock_there(path)
    kept = abandoned_path(path)
    try:
        if not header.practice:
            kept.parent.mkdir(exist_ok=True)
            write_in_place(kept, read_plain(path, MOST_BYTES), private=True)
        try:
            write_in_place(path, lines, private=True)
        except GameError:
            if not header.practice:
                forget_file(kept)
            raise
    except OSError as error:
        raise FileError(path, error) from error
    finally:
        let_go(lock)
    return path


def play_on(
    header: Header, events: Sequence[Event], you: Player, seat: int, left: Sequence[Path]
) -> Path:
    """Continue from a moment in a match as practice; return the new record.

    ``resumable_paths`` are the records from which the match itself could be continued; they are
    moved to the abandoned ones. Raises ``GameError`` if people play the match together, it has no
    seed, or a record cannot be written or moved.
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
