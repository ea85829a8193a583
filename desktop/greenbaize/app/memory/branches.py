"""Practice: a match continued from any moment in it, as a match of its own.

The source record stays. The new one begins with the same events, names the source match, and is
marked as practice, which counts in no statistics.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from greenbaize.app.challenge_mark import check_challenge_undo, keep_mark_after_undo
from greenbaize.app.tables.matches import (
    abandon_record,
    find_abandoned_path,
    format_current_time,
    reserve_record_path,
)
from greenbaize.app.tables.seat_assignment import find_current_human_seats, find_human_seats
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import (
    CASUAL_KEY,
    PRACTICE_KEY,
    PROGRAM_VERSION,
    SOURCE_KEY,
    RecordHeader,
    begin_time,
    match_identity,
)
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import MAX_RECORD_BYTES, encode_line
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.decoding import decode_object
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.events import Event, SeatReassigned
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.players import BOT, HUMAN
from greenbaize.store.files import read_plain, remove_quietly, write_replacing_link
from greenbaize.store.record_file import lock_record_target, release_lock


def find_last_decision(
    game: Game[Any], seed: str, state: Any, events: Sequence[Event], event_indexes: Container[int]
) -> int | None:
    """Return the number of events before the last decision of those given, or None."""
    chance, action_types, last = SeededChance(seed), game.player_event_types, None
    for number, event in enumerate(events):
        if isinstance(event, SeatReassigned):
            continue
        is_decision = event.type in action_types and number in event_indexes
        if is_decision and game.next_event(state, chance) != event:
            last = number
        state = game.fold(state, event)
    return last


def find_last_own_decision(header: RecordHeader, events: Sequence[Event], seat: int) -> int | None:
    """Return the number of events before the last real choice of the person at a seat, or None."""
    assert header.seed is not None
    game = GAMES[header.game]
    is_person, own_indexes = header.players[seat].kind == HUMAN, set()
    for number, event in enumerate(events):
        if isinstance(event, SeatReassigned):
            is_person = event.kind == HUMAN if event.seat == seat else is_person
        elif is_person and getattr(event, "seat", None) == seat:
            own_indexes.add(number)
    start = game.initial_state(len(header.players), header.options)
    return find_last_decision(game, header.seed, start, events, own_indexes)


def has_decided(header: RecordHeader, view_lines: bytes, seat: int) -> bool:
    """Return whether the seat with these view lines has made a decision."""
    action_types = GAMES[header.game].player_event_types
    lines = map(decode_object, view_lines.splitlines()[1:])
    return any(line["type"] in action_types and line.get("seat") == seat for line in lines)


def find_origin_identity(header: RecordHeader) -> str:
    """Return the identity of the match whose cards these are: for practice its source's."""
    source_identity = header.extra.get(SOURCE_KEY) if header.is_practice else None
    return (
        source_identity
        if isinstance(source_identity, str) and source_identity
        else match_identity(header)
    )


def check_undo_allowed(header: RecordHeader) -> None:
    """Raise ``GameError`` where others would have to agree to an undo, or without a seed.

    A challenger is one of these others.
    """
    if len(find_human_seats(header)) > 1 or "shuffle" in header.extra:
        raise GameError(Message("take-back-friends"))
    check_challenge_undo(header)
    if header.seed is None:
        raise GameError(Message("record-no-seed"))


def create_branch(
    header: RecordHeader, events: Sequence[Event], own_player: HeaderPlayer, seat: int
) -> Path:
    """Write the record of a match that shares these events; ``own_player`` plays on."""
    start_time = format_current_time()
    extra = {"begun": start_time, SOURCE_KEY: find_origin_identity(header), PRACTICE_KEY: True}
    lines = _encode_practice_record(header, events, own_player, seat, extra)
    path, lock = reserve_record_path(f"{start_time}-{header.game}")
    try:
        write_replacing_link(path, lines, is_private=True)
    except FileError:
        remove_quietly(path)
        raise
    finally:
        release_lock(lock)
    return path


def _encode_practice_record(
    header: RecordHeader,
    events: Sequence[Event],
    own_player: HeaderPlayer,
    seat: int,
    extra: Mapping[str, object],
) -> bytes:
    if header.seed is None:
        raise GameError(Message("record-no-seed"))
    players, events = _convert_to_one_person(header, events, own_player, seat)
    new_header = replace(header, players=players, extra={"program": PROGRAM_VERSION, **extra})
    codec = event_codec(GAMES[header.game])
    return b"".join(map(encode_line, [new_header.to_line(), *map(codec.encode_line, events)]))


def _convert_to_one_person(
    header: RecordHeader, events: Sequence[Event], own_player: HeaderPlayer, seat: int
) -> tuple[tuple[HeaderPlayer, ...], tuple[Event, ...]]:
    """Return the players and events with one person playing on alone.

    The other people become computer players from the start that acted as persons until now, so that
    what persons may do, errors included, stays legal.
    """
    human_seats, current_seats = find_human_seats(header), find_current_human_seats(header, events)
    other_seats = [other_seat for other_seat in human_seats if other_seat != seat]
    players = list(header.players)
    for other_seat in other_seats:
        players[other_seat] = players[other_seat]._replace(kind=BOT)
    for other_seat, player in enumerate(players):
        if other_seat != seat and player.name == own_player.name:
            # Swap the names, so that no two players have the same.
            players[other_seat] = player._replace(name=players[seat].name)
    players[seat] = own_player
    returned_seats = (SeatReassigned(other_seat, HUMAN, "back") for other_seat in other_seats)
    bot_seats = (
        SeatReassigned(other_seat, BOT, "left")
        for other_seat in current_seats
        if other_seat != seat
    )
    return tuple(players), (*returned_seats, *events, *bot_seats)


def undo_last_decision(path: Path, header: RecordHeader, lines: bytes, seat: int) -> Path:
    """Go back to before the last decision of the person at a seat; return the record, ``path``.

    Nobody may have it open. The previous record goes to the abandoned ones; a practice record is
    replaced, and its source stays the source. Raises ``GameError`` if there is nothing to undo or
    it is not allowed, ``FileError`` if a record cannot be written.
    """
    check_undo_allowed(header)
    events = _read_events(header, lines)
    count = find_last_own_decision(header, events, seat)
    if count is None:
        raise GameError(Message("take-back-nothing"))
    return _replace_record(path, header, events[:count], seat)


def redo_undone_events(path: Path, header: RecordHeader, lines: bytes, seat: int) -> Path:
    """Continue from where a match was before an undo; ``lines`` are the record as it was."""
    return _replace_record(path, header, _read_events(header, lines), seat)


def _read_events(header: RecordHeader, lines: bytes) -> list[Event]:
    codec = event_codec(GAMES[header.game])
    return [codec.decode_line(decode_object(line)) for line in lines.splitlines()[1:]]


def _replace_record(path: Path, header: RecordHeader, events: Sequence[Event], seat: int) -> Path:
    """Replace a match's events in one step, so that an interruption leaves one whole record."""
    extra = {
        "begun": begin_time(header) or format_current_time(),
        SOURCE_KEY: find_origin_identity(header),
        PRACTICE_KEY: True,
        **keep_mark_after_undo(header),
    }
    if header.is_casual:
        del extra[SOURCE_KEY]  # A casual match stays the same match.
        extra[CASUAL_KEY] = True
    lines = _encode_practice_record(header, events, header.players[seat], seat, extra)
    lock = lock_record_target(path)
    abandoned_copy = find_abandoned_path(path)
    try:
        if not header.is_practice:
            abandoned_copy.parent.mkdir(exist_ok=True)
            write_replacing_link(
                abandoned_copy, read_plain(path, MAX_RECORD_BYTES), is_private=True
            )
        try:
            write_replacing_link(path, lines, is_private=True)
        except GameError:
            if not header.is_practice:
                remove_quietly(abandoned_copy)
            raise
    except OSError as error:
        raise FileError(path, error) from error
    finally:
        release_lock(lock)
    return path


def continue_as_practice(
    header: RecordHeader,
    events: Sequence[Event],
    own_player: HeaderPlayer,
    seat: int,
    resumable_paths: Sequence[Path],
) -> Path:
    """Continue from a moment in a match as practice; return the new record.

    ``resumable_paths`` are the records from which the match itself could be continued; they are
    moved to the abandoned ones. Raises ``GameError`` if people play the match together, it has no
    seed, or a record cannot be written or moved.
    """
    if resumable_paths and len(find_human_seats(header)) > 1:
        raise GameError(Message("play-on-friends"))
    new_path = create_branch(header, events, own_player, seat)
    try:
        for path in resumable_paths:
            abandon_record(path)
    except GameError:
        remove_quietly(new_path)
        raise
    return new_path
