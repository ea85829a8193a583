"""Command ``greenbaize sheet``: the score sheet of a match, as text, CSV or PDF."""

import os
from argparse import Namespace
from itertools import combinations
from pathlib import Path
from typing import Final

from greenbaize.app.sheets.blank import BlankSheet
from greenbaize.app.sheets.csv_file import csv_of
from greenbaize.app.sheets.files import save_sheet
from greenbaize.app.sheets.scorecards import Scorecard, scorecard_of
from greenbaize.app.sheets.text import sheet_lines
from greenbaize.cli.arguments import Parser, add_record, flag, path
from greenbaize.cli.opening import missing_library
from greenbaize.cli.terminal import complain, sentence, tell, warn
from greenbaize.cli.verify import record_of
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.messages import Message
from greenbaize.store.files import open_plain, same_file
from greenbaize.store.sheet_file import FORMAT
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

_KEPT: Final = f'"format": "{FORMAT}"'.encode()
"""Text near the beginning of a sheet kept by hand, which no record's header contains."""


def add_options(parser: Parser) -> None:
    add_record(parser, tr("a match record, or a sheet kept by hand"))
    path(parser, "--csv", "FILE", tr("write it there as a table of numbers (CSV)"))
    path(parser, "--pdf", "FILE", tr("write it there as a page to print (PDF)"))
    flag(parser, "--force", tr("replace files that are there, even if they are no sheets"))


def run(asked: Namespace) -> int:
    """Print the sheet of a record or sheet file, or write it as CSV or PDF.

    Return 0, 1 on errors, or 2 if a file is named twice.
    """
    source: Path = asked.record
    named = [one for one in (source, asked.csv, asked.pdf) if one is not None]
    if any(same_file(one, other) for one, other in combinations(named, 2)):
        warn(sentence("sheet-same-file"))
        return 2
    card = _kept_by_hand(source) if _is_kept_by_hand(source) else _recorded(source)
    if card is None:
        return 1
    if len(named) == 1:
        for line in sheet_lines(card):
            tell(_harmless(line))
        return 0
    try:
        if asked.csv is not None:
            save_sheet(asked.csv, csv_of(card), source, force=asked.force)
        if asked.pdf is not None:
            save_sheet(asked.pdf, _pdf(card), source, force=asked.force)
    except GameError as error:
        complain(error)
        return 1
    return 0


def _recorded(path: Path) -> Scorecard | None:
    record = record_of(path)
    return None if record is None else scorecard_of(record, path)


def _is_kept_by_hand(path: Path) -> bool:
    try:
        with open_plain(path) as file:
            return _KEPT in file.read(200)
    except (OSError, FileError):
        return False  # reading it as a record reports the reason


def _kept_by_hand(path: Path) -> Scorecard | None:
    try:
        return BlankSheet.open(path).card
    except GameError as error:
        fault = Speaker().say(error.message)
        warn(sentence("record-breaks", path=str(path), line=1, fault=fault))
        return None


def _pdf(card: Scorecard) -> bytes:
    # No window is opened, so no display is needed either.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        from greenbaize.ui.application import make_application  # noqa: PLC0415
        from greenbaize.ui.sheets.page_layout import pdf_of  # noqa: PLC0415
    except ImportError as error:
        library = missing_library(error)
        if library is None:
            raise
        raise GameError(Message("pdf-library-missing", {"library": library})) from None
    application = make_application()
    data = pdf_of(card)
    del application
    return data


def _harmless(line: str) -> str:
    """Replace terminal control characters; unlike a message, the line may be long."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line)
