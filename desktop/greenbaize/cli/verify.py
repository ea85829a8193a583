"""``greenbaize verify``: holds match records against the rules, event by event."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from greenbaize.cli.terminal import plain, tell, warn
from greenbaize.games import GAMES
from greenbaize.match.record import Record, RecordError, read_header, read_record
from greenbaize.rules.events import Dealt
from greenbaize.rules.messages import Message, Value
from greenbaize.store.record_file import FileError
from greenbaize.words.speaker import Speaker

MOST_BYTES: Final = 64_000_000
"""A file larger than this is no record: a match has some hundred kilobytes at most."""


def verify(paths: Sequence[Path]) -> int:
    """Say of each record whether it holds; returns the exit code, 1 if any does not."""
    good = True
    for path in paths:
        good &= _all_hold(path) if path.is_dir() else _holds(path)
    return 0 if good else 1


def _all_hold(folder: Path) -> bool:
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix == ".jsonl")
    except OSError as error:
        warn(Speaker().say(FileError(folder, error).message))
        return False
    if not files:
        warn(Speaker().say(Message("records-none", {"path": str(folder)})))
        return False
    good = True
    for file in files:
        good &= _holds(file)
    return good


def _holds(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        warn(Speaker().say(FileError(path, error).message))
        return False
    if len(data) > MOST_BYTES:
        warn(Speaker().say(Message("record-huge", {"path": str(path)})))
        return False
    try:
        record = read_record(data, GAMES)
    except RecordError as error:
        tell(plain(fault_of(path, data, error)))
        return False
    if record.cut:
        warn(Speaker().say(Message("record-cut", {"path": str(path)})))
    tell(plain(_praise(path, record)))
    return True


def _praise(path: Path, record: Record) -> str:
    say = Speaker().say
    game = GAMES[record.header.game]
    deals = max((event.deal for event in record.events if isinstance(event, Dealt)), default=0)
    finish = "record-finished" if game.over(record.state) else "record-unfinished"
    values = {
        "path": str(path),
        "game": game.name,
        "players": say(Message("count-players", {"count": len(record.header.sitters)})),
        "deals": say(Message("count-deals", {"count": deals})),
        "finish": say(Message(finish)),
    }
    return say(Message("record-holds", values))


def fault_of(path: Path, data: bytes, error: RecordError) -> str:
    """What is wrong with a record, and in which line."""
    try:
        names = [sitter.name for sitter in read_header(data, GAMES).sitters]
    except RecordError:
        names = []
    fault = Speaker(names).say(error.message)
    rule = error.message.rule
    values: dict[str, Value] = {"path": str(path), "line": error.line, "fault": fault, "rule": rule}
    return Speaker().say(Message("record-breaks-rule" if rule else "record-breaks", values))
