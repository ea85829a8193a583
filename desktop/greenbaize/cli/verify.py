"""Command ``greenbaize verify``: verify match records. Other commands load theirs here."""

import os
from argparse import Namespace
from pathlib import Path

from greenbaize.cli.arguments import Parser, add_files
from greenbaize.cli.terminal import complain, plain, sentence, tell, warn
from greenbaize.games import GAMES
from greenbaize.match.record import MOST_BYTES, Record, read_header
from greenbaize.match.seal import Seal
from greenbaize.match.told import check_seal, is_told, read_any
from greenbaize.rules.errors import FileError, RecordError
from greenbaize.rules.events import Dealt
from greenbaize.rules.messages import Value
from greenbaize.store.files import is_special, read_plain
from greenbaize.store.folders import RECORD_SUFFIX
from greenbaize.words.names import name_within
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import cited


def bytes_of(path: Path) -> bytes | None:
    """Return a file's bytes, or None after printing why it cannot be read."""
    try:
        return read_plain(path, MOST_BYTES)
    except FileError as error:
        complain(error)
        return None


def record_of(path: Path) -> Record | None:
    """Return the record in a file, whole or one seat's, or None after printing the error."""
    data = bytes_of(path)
    if data is None:
        return None
    try:
        record = read_any(data, GAMES)
    except RecordError as error:
        warn(fault_of(path, data, error))
        return None
    _warn_if_cut(record, path)
    return record


def _warn_if_cut(record: Record, path: Path) -> None:
    if record.cut:
        warn(sentence("record-cut", path=str(path)))


def fault_of(path: Path, data: bytes, error: RecordError) -> str:
    """Return what is wrong with a record, and in which line."""
    try:
        names = [sitter.name for sitter in read_header(data, GAMES).sitters]
    except RecordError:
        names = []
    fault = Speaker(names).say(error.message)
    rule = cited(error.message.rule)
    code = "record-breaks-rule" if rule else "record-breaks"
    return sentence(code, path=str(path), line=error.line, fault=fault, rule=rule)


def add_options(parser: Parser) -> None:
    add_files(parser)


def run(asked: Namespace) -> int:
    """Verify each record and print the result; return the exit code, 1 if any is invalid."""
    good = True
    for path in asked.files:
        # Not by ``Path``, which refuses names too long to be a file's.
        good &= _all_hold(path) if os.path.isdir(path) else _holds(path)  # noqa: PTH112
    return 0 if good else 1


def _all_hold(folder: Path) -> bool:
    try:
        files = sorted(file for file in folder.iterdir() if _may_be_record(file))
    except OSError as error:
        complain(FileError(folder, error))
        return False
    if not files:
        warn(sentence("records-none", path=str(folder)))
        return False
    good = True
    for file in files:
        good &= _holds(file)
    return good


def _may_be_record(file: Path) -> bool:
    # A broken link is reported as such; a pipe or a device is skipped.
    try:
        special = file.exists() and is_special(file)
    except OSError:
        special = False
    return file.suffix == RECORD_SUFFIX and not special


def _holds(path: Path) -> bool:
    data = bytes_of(path)
    if data is None:
        return False
    try:
        record = read_any(data, GAMES)
        seal = check_seal(record, GAMES)
    except RecordError as error:
        tell(plain(fault_of(path, data, error)))
        return False
    _warn_if_cut(record, path)
    tell(plain(_praise(path, record, seal)))
    return True


def _praise(path: Path, record: Record, seal: Seal) -> str:
    game = GAMES[record.header.game]
    deals = max((event.deal for event in record.events if isinstance(event, Dealt)), default=0)
    finish = "record-finished" if game.over(record.state) else "record-unfinished"
    values: dict[str, Value] = {
        "path": str(path),
        "game": game.name,
        "players": sentence("count-players", count=len(record.header.sitters)),
        "deals": sentence("count-deals", count=deals),
        "finish": sentence(finish),
    }
    if is_told(record):
        you = record.header.you
        if you is None:
            return sentence("record-holds-watched", **values)
        name = name_within(record.header.sitters[you].name)
        return sentence("record-holds-told", **values, name=name)
    return sentence("record-holds-sealed" if seal is Seal.WHOLE else "record-holds", **values)
