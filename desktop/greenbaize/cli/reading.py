"""Reads and verifies records for a command, and prints what is wrong."""

from pathlib import Path

from greenbaize.cli.terminal import warn
from greenbaize.games import GAMES
from greenbaize.match.record import MOST_BYTES, Record, read_header
from greenbaize.match.told import read_any
from greenbaize.rules.errors import FileError, GameError, RecordError
from greenbaize.rules.messages import Message, Value
from greenbaize.store.files import read_plain
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import cited


def warn_of(error: GameError) -> None:
    """Print a warning and go on."""
    warn(Speaker().say(error.message))


def bytes_of(path: Path) -> bytes | None:
    """A file's bytes, or None after printing why it cannot be read."""
    try:
        return read_plain(path, MOST_BYTES)
    except FileError as error:
        warn_of(error)
        return None


def record_of(path: Path) -> Record | None:
    """The record in a file, whole or one seat's, or None after printing what is wrong."""
    data = bytes_of(path)
    if data is None:
        return None
    try:
        record = read_any(data, GAMES)
    except RecordError as error:
        warn(fault_of(path, data, error))
        return None
    if record.cut:
        warn(Speaker().say(Message("record-cut", {"path": str(path)})))
    return record


def fault_of(path: Path, data: bytes, error: RecordError) -> str:
    """What is wrong with a record, and in which line."""
    try:
        names = [sitter.name for sitter in read_header(data, GAMES).sitters]
    except RecordError:
        names = []
    fault = Speaker(names).say(error.message)
    rule = cited(error.message.rule)
    values: dict[str, Value] = {"path": str(path), "line": error.line, "fault": fault, "rule": rule}
    return Speaker().say(Message("record-breaks-rule" if rule else "record-breaks", values))


def counted_text(code: str, count: int) -> str:
    """A number of things in words; the code says of what."""
    return Speaker().say(Message(code, {"count": count}))
