"""The match record as bytes: JSON Lines, a header and then one line per event."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final

from greenbaize.match.codecs import event_codec
from greenbaize.match.header import FORMAT, Games, Header
from greenbaize.match.replay import Replay
from greenbaize.rules.decoding import Line, decoded_line
from greenbaize.rules.errors import DamagedError, GameError, RecordError, ToldRecordError
from greenbaize.rules.events import CardsDrawn, Dealt, Event
from greenbaize.rules.messages import Message

MOST_BYTES: Final = 64_000_000
"""A larger file is no record: a match has some hundred kilobytes at most."""

Witness = Callable[[Header], Callable[[Event, Any], object]]


@dataclass(frozen=True, slots=True)
class Record:
    """A record that has been read and verified.

    ``state`` is the full state at the end; ``whole`` counts the bytes of complete lines; ``cut``: a
    last incomplete line was dropped.
    """

    header: Header
    events: tuple[Event, ...]
    state: Any
    whole: int
    cut: bool


def line_bytes(line: Line) -> bytes:
    """One line of a record."""
    return json.dumps(line, ensure_ascii=False).encode() + b"\n"


def read_record(data: bytes, games: Games, witness: Witness | None = None) -> Record:
    """Read a record and verify every event; a last line without line end is dropped if cut short.

    ``witness`` is given the header and returns a listener for every event and the state after it.
    Raises ``ToldRecordError`` for a seat's or spectator's record, ``RecordError`` for damage, a
    broken rule, or a newer program's record.
    """
    header, lines, whole, cut = parted(data, games)
    if header.seed is None and header.you is not None:
        raise ToldRecordError(Message("record-told"), 1)
    replay = Replay(games[header.game], header)
    codec = event_codec(replay.game)
    hear = None if witness is None else witness(header)
    events = []
    for number, raw in enumerate(lines, 2):
        try:
            event = codec.read(decoded_line(raw))
            if header.seed is not None or not hides(event):
                replay.take(event)
        except GameError as error:
            raise RecordError(error.message, number) from None
        if header.seed is None and hides(event):
            raise ToldRecordError(Message("record-told"), number)
        events.append(event)
        if hear is not None:
            hear(event, replay.state)
    return Record(header, tuple(events), replay.state, whole, cut)


def parted(data: bytes, games: Games) -> tuple[Header, BytesIO, int, bool]:
    """A record's header, other lines, bytes of complete lines, and whether one was cut.

    Raises ``RecordError`` if the header is damaged, missing or a newer program's.
    """
    tail = data[data.rfind(b"\n") + 1 :]
    cut = bool(tail) and _cut_short(tail)
    whole = len(data) - len(tail) if cut else len(data)
    lines = BytesIO(data[:whole])
    if not whole:
        raise RecordError(Message("record-empty"), 1)
    return _read_header(lines.readline(), games), lines, whole, cut


def hides(event: Event) -> bool:
    """Whether an event lacks cards that a whole record has."""
    if isinstance(event, CardsDrawn):
        return bool(event.cards.unknown)
    return isinstance(event, Dealt) and any(hand.unknown for hand in event.hands)


def read_header(data: bytes, games: Games) -> Header:
    """The header of a record; ``RecordError`` if it is damaged or missing."""
    first, end, _ = data.partition(b"\n")
    if not end and _cut_short(first):
        raise RecordError(Message("record-empty"), 1)
    return _read_header(first, games)


def _read_header(raw: bytes, games: Games) -> Header:
    try:
        line = decoded_line(raw)
    except (GameError, RecursionError):
        # A file that does not even name the format is no damaged record, but none.
        named = FORMAT.encode() in raw
        raise RecordError(Message("line-damaged" if named else "header-format"), 1) from None
    try:
        header = Header.read(line, games)
        line_bytes(header.line())
    except RecursionError:  # nested deeper than it could be said or written again
        raise RecordError(Message("line-damaged"), 1) from None
    except GameError as error:
        raise RecordError(error.message, 1) from None
    return header


def _cut_short(tail: bytes) -> bool:
    # Only a whole JSON object ends in the brace that closes it, so a tail that parses is whole.
    try:
        decoded_line(tail)
    except DamagedError:
        return True
    return False
