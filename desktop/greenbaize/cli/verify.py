"""Command ``greenbaize verify``: verify match records. Other commands load theirs here."""

import os
from argparse import Namespace
from pathlib import Path

from greenbaize.cli.arguments import CommandLineParser, add_file_arguments
from greenbaize.cli.terminal import message_text, print_error, print_result, sanitize_line, warn
from greenbaize.games import GAMES
from greenbaize.match.record import MAX_RECORD_BYTES, MatchRecord, read_header
from greenbaize.match.seal import SealVerdict
from greenbaize.match.view_record import check_record_seal, is_view_record, read_any_record
from greenbaize.rules.errors import FileError, RecordError
from greenbaize.rules.events import CardsDealt
from greenbaize.rules.messages import Value
from greenbaize.store.files import is_special_file, read_plain
from greenbaize.store.folders import RECORD_SUFFIX
from greenbaize.words.names import display_name_in_sentence
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import format_citation


def read_record_bytes(path: Path) -> bytes | None:
    """Return a file's bytes, or None after printing why it cannot be read."""
    try:
        return read_plain(path, MAX_RECORD_BYTES)
    except FileError as error:
        print_error(error)
        return None


def load_record(path: Path) -> MatchRecord | None:
    """Return the record in a file, whole or one seat's, or None after printing the error."""
    data = read_record_bytes(path)
    if data is None:
        return None
    try:
        record = read_any_record(data, GAMES)
    except RecordError as error:
        warn(format_record_error(path, data, error))
        return None
    _warn_if_cut(record, path)
    return record


def _warn_if_cut(record: MatchRecord, path: Path) -> None:
    if record.is_cut:
        warn(message_text("record-cut", path=str(path)))


def format_record_error(path: Path, data: bytes, error: RecordError) -> str:
    """Return what is wrong with a record, and in which line."""
    try:
        names = [player.name for player in read_header(data, GAMES).players]
    except RecordError:
        names = []
    error_text = Speaker(names).format_message(error.message)
    rule = format_citation(error.message.rule)
    code = "record-breaks-rule" if rule else "record-breaks"
    return message_text(code, path=str(path), line=error.line, fault=error_text, rule=rule)


def add_options(parser: CommandLineParser) -> None:
    add_file_arguments(parser)


def run(args: Namespace) -> int:
    """Verify each record and print the result; return the exit code, 1 if any is invalid."""
    all_valid = True
    for path in args.files:
        # Not by ``Path``, which refuses names too long to be a file's.
        all_valid &= _verify_folder(path) if os.path.isdir(path) else _verify_record(path)  # noqa: PTH112
    return 0 if all_valid else 1


def _verify_folder(folder: Path) -> bool:
    try:
        files = sorted(file for file in folder.iterdir() if _is_record_candidate(file))
    except OSError as error:
        print_error(FileError(folder, error))
        return False
    if not files:
        warn(message_text("records-none", path=str(folder)))
        return False
    all_valid = True
    for file in files:
        all_valid &= _verify_record(file)
    return all_valid


def _is_record_candidate(file: Path) -> bool:
    # A broken link is reported as such; a pipe or a device is skipped.
    try:
        is_special = file.exists() and is_special_file(file)
    except OSError:
        is_special = False
    return file.suffix == RECORD_SUFFIX and not is_special


def _verify_record(path: Path) -> bool:
    data = read_record_bytes(path)
    if data is None:
        return False
    try:
        record = read_any_record(data, GAMES)
        seal = check_record_seal(record, GAMES)
    except RecordError as error:
        print_result(sanitize_line(format_record_error(path, data, error)))
        return False
    _warn_if_cut(record, path)
    print_result(sanitize_line(_format_summary(path, record, seal)))
    return True


def _format_summary(path: Path, record: MatchRecord, seal: SealVerdict) -> str:
    game = GAMES[record.header.game]
    deals = max((event.deal for event in record.events if isinstance(event, CardsDealt)), default=0)
    state_code = "record-finished" if game.is_over(record.state) else "record-unfinished"
    values: dict[str, Value] = {
        "path": str(path),
        "game": game.name,
        "players": message_text("count-players", count=len(record.header.players)),
        "deals": message_text("count-deals", count=deals),
        "finish": message_text(state_code),
    }
    if is_view_record(record):
        own_seat = record.header.you
        if own_seat is None:
            return message_text("record-holds-watched", **values)
        name = display_name_in_sentence(record.header.players[own_seat].name)
        return message_text("record-holds-told", **values, name=name)
    return message_text(
        "record-holds-sealed" if seal is SealVerdict.INTACT else "record-holds", **values
    )
