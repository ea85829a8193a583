"""Command ``greenbaize sheet``: the score sheet of a match, as text, CSV or PDF."""

import os
from argparse import Namespace
from itertools import combinations
from pathlib import Path
from typing import Final

from greenbaize.app.house_rules import list_house_rules
from greenbaize.app.sheets.manual_sheet import ManualSheet
from greenbaize.app.sheets.scorecards import Scorecard, create_record_scorecard
from greenbaize.app.sheets.sheet_csv import encode_sheet_csv
from greenbaize.app.sheets.sheet_files import save_sheet
from greenbaize.app.sheets.sheet_text import format_sheet_lines
from greenbaize.cli.arguments import CommandLineParser, add_flag, add_path, add_record_argument
from greenbaize.cli.open_window import find_missing_library
from greenbaize.cli.terminal import message_text, print_error, print_result, warn
from greenbaize.cli.verify import load_record
from greenbaize.games import GAMES
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.messages import Message
from greenbaize.store.files import is_same_file, open_plain
from greenbaize.store.settings import UserSettings
from greenbaize.store.sheet_file import FORMAT
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

_SHEET_FORMAT_MARK: Final = f'"format": "{FORMAT}"'.encode()
"""Text near the beginning of a sheet kept by hand, which no record's header contains."""


def add_options(parser: CommandLineParser) -> None:
    add_record_argument(parser, tr("a match record, or a sheet kept by hand"))
    add_path(parser, "--csv", "FILE", tr("write it there as a table of numbers (CSV)"))
    add_path(parser, "--pdf", "FILE", tr("write it there as a page to print (PDF)"))
    add_flag(parser, "--force", tr("replace existing files, even if they are no sheets"))


def run(args: Namespace) -> int:
    """Print the sheet of a record or sheet file, or write it as CSV or PDF.

    Return 0, 1 on errors, or 2 if a file is named twice.
    """
    source: Path = args.record
    paths = [path for path in (source, args.csv, args.pdf) if path is not None]
    if any(is_same_file(path, other_path) for path, other_path in combinations(paths, 2)):
        warn(message_text("sheet-same-file"))
        return 2
    scorecard = (
        _load_blank_sheet(source) if _is_blank_sheet(source) else _load_recorded_scorecard(source)
    )
    if scorecard is None:
        return 1
    if len(paths) == 1:
        for line in format_sheet_lines(scorecard):
            print_result(_replace_control_characters(line))
        return 0
    try:
        if args.csv is not None:
            save_sheet(args.csv, encode_sheet_csv(scorecard), source, force=args.force)
        if args.pdf is not None:
            save_sheet(args.pdf, _render_pdf(scorecard), source, force=args.force)
    except GameError as error:
        print_error(error)
        return 1
    return 0


def _load_recorded_scorecard(path: Path) -> Scorecard | None:
    record = load_record(path)
    if record is None:
        return None
    return create_record_scorecard(record, path, list_house_rules(UserSettings.load(), GAMES))


def _is_blank_sheet(path: Path) -> bool:
    try:
        with open_plain(path) as file:
            return _SHEET_FORMAT_MARK in file.read(200)
    except (OSError, FileError):
        return False  # reading it as a record reports the reason


def _load_blank_sheet(path: Path) -> Scorecard | None:
    try:
        return ManualSheet.open(path).scorecard
    except GameError as error:
        error_text = Speaker().format_message(error.message)
        warn(message_text("record-breaks", path=str(path), line=1, fault=error_text))
        return None


def _render_pdf(scorecard: Scorecard) -> bytes:
    # No window is opened, so no display is needed either.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        from greenbaize.ui.application import make_application  # noqa: PLC0415
        from greenbaize.ui.sheets.page_layout import render_pdf  # noqa: PLC0415
    except ImportError as error:
        library = find_missing_library(error)
        if library is None:
            raise
        raise GameError(Message("pdf-library-missing", {"library": library})) from None
    application = make_application()
    data = render_pdf(scorecard)
    del application
    return data


def _replace_control_characters(line: str) -> str:
    """Replace terminal control characters; unlike a message, the line may be long."""
    return "".join(
        character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in line
    )
