"""A moment of a match as a line of text (docs/positions.md), copied and opened again.

A line has only what one seat had been told, without seeds and without names.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from greenbaize.app.advice.foolish_moves import anonymize_header
from greenbaize.app.advice.review import restore_view_at
from greenbaize.app.memory.replays import MatchReplay
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec
from greenbaize.match.event_log import Playback
from greenbaize.match.header import RecordHeader
from greenbaize.match.record import MatchRecord, encode_line
from greenbaize.match.view_record import read_view_record
from greenbaize.rules.decoding import decode_object
from greenbaize.rules.errors import DamagedError, RecordError
from greenbaize.rules.messages import Message

MAX_LINE_BYTES: Final = 1_000_000
"""Longest line that is read (bytes): the longest matches have less than half as many."""


def encode_moment(
    header: RecordHeader, view_lines: bytes, seat: int, moment: int, note: str = ""
) -> str:
    """Return what a seat had been told before a moment, in one line, with a note about it.

    ``view_lines`` are the seat's, from the header on; ``moment`` counts their events.
    """
    first, *events = view_lines.splitlines(keepends=True)
    events, game = events[:moment], GAMES[header.game]
    line: dict[str, Any] = {
        "about": note,
        "told": [anonymize_header(header, seat), *map(decode_object, events)],
        "good": [],
    }
    lines = first + b"".join(events)
    view = restore_view_at(game, header, seat, lines, len(lines))
    if game.turn(view) == seat and not game.is_over(view):
        line["legal"] = list(map(command_codec(game).encode_line, game.legal(view, seat)))
    return encode_line(line).decode().rstrip("\n")


def has_moments(data: bytes) -> bool:
    """Return True if a file's first line is a position, not the header of a record."""
    try:
        return "told" in decode_object(data.split(b"\n", 1)[0], MAX_LINE_BYTES)
    except (DamagedError, ValueError):
        return False


def decode_moment(text: str) -> tuple[MatchRecord, str]:
    """Return the record of what the seat had been told, and the note; raises ``RecordError``."""
    data = text[: MAX_LINE_BYTES + 1].strip().encode(errors="replace")
    with suppress(DamagedError, ValueError, TypeError, AttributeError, UnicodeError):
        line = decode_object(data, MAX_LINE_BYTES)
        told, note = line.get("told"), line.get("about", "")
        if isinstance(told, list) and told and all(isinstance(one, dict) for one in told):
            record = read_view_record(b"".join(map(encode_line, told)), GAMES)
            if record.header.you is not None:
                return record, note if isinstance(note, str) else ""
    raise RecordError(Message("moment-damaged"), 1)


def create_moment_replay(text: str) -> tuple[MatchReplay, str]:
    """Return a copied moment for playback, and the note; raises ``RecordError``."""
    record, note = decode_moment(text)
    header = record.header
    playback = Playback(GAMES[header.game], len(header.players), header.options, record.events)
    return MatchReplay(Path(), record, playback, header.you), note
