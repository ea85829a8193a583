"""Checks of Qt, sounds, sheets and the window, in which matches are shown and resumed."""

import csv
from io import StringIO
from pathlib import Path
from typing import Final

from greenbaize.app.sheets.csv_file import csv_of
from greenbaize.app.sheets.files import save_sheet
from greenbaize.app.sheets.scorecards import scorecard_of
from greenbaize.app.tables.matches import OpenMatch
from greenbaize.cli.self_test.check import Found, demand, found, imported_all, short_header
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.events import Ended
from greenbaize.rules.messages import Message
from greenbaize.ui.self_test.checks import complaints, plays_sounds, qt_begun, read_sounds
from greenbaize.ui.self_test.sitting import go_on_with, see_match
from greenbaize.ui.sheets.page_layout import pdf_of

QTS: Final = (
    "PySide6.QtCore",
    "PySide6.QtGui",
    "PySide6.QtWidgets",
    "PySide6.QtSvg",
    "PySide6.QtPrintSupport",
)
CUT: Final = 0.85
"""Fraction of a record left after cutting; the rest is played again."""


def qt() -> Found:
    imported_all(QTS)
    version, platform, style = qt_begun()
    demand(platform == "offscreen", Message("self-platform", {"platform": platform}))
    return found("self-qt", version=version, platform=platform, style=style)


def qt_messages() -> Found:
    """Report whether Qt has logged anything, which may be harmless elsewhere."""
    said = complaints()
    if said:
        return found("self-qt-complains", lacking=True, count=len(said), text=said[0])
    return found("self-qt-silent")


def sounds() -> Found:
    """Read the sounds, and play them where possible."""
    count = read_sounds()
    if plays_sounds():
        return found("self-sounds", count=count)
    return found("self-sounds-silent", lacking=True, count=count)


def sheets() -> Found:
    """Play a match of each game offscreen, and save its sheet as CSV and PDF."""
    size = 0
    for game in GAMES.values():
        match = OpenMatch.begin(short_header(game))
        try:
            match.table.play_out()
        finally:
            match.close()
        size += _saved(match.file.path)
    return found("self-sheets", count=len(GAMES), size=size)


def _saved(path: Path) -> int:
    """Save the sheet of a record as CSV and PDF and check both; return the PDF's size (bytes)."""
    card = scorecard_of(read_record(path.read_bytes(), GAMES), path)
    table, paper = path.with_suffix(".csv"), path.with_suffix(".pdf")
    save_sheet(table, csv_of(card), path)
    save_sheet(paper, pdf_of(card), path)
    rows = list(csv.reader(StringIO(table.read_text(encoding="utf-8-sig"))))
    shape = {len(row) for row in rows}
    demand(len(rows) > 1 and len(shape) == 1, Message("self-csv", {"game": card.game}))
    data = paper.read_bytes()
    fault = fault_of_pdf(data)
    demand(not fault, Message("self-pdf", {"game": card.game, "fault": fault}))
    return len(data)


def fault_of_pdf(data: bytes) -> str:
    """Return what is wrong with a PDF that should have our fonts, or an empty string."""
    if not data.startswith(b"%PDF-1."):
        return "header"
    return "" if b"GreenBaizeSans" in data else "font"


def match_seen(name: str, apart: bool) -> Found:
    """Show a whole match in the window, and its end again from a cut record.

    ``apart``: the players run in processes of their own.
    """
    header = short_header(GAMES[name])
    path = see_match(GAMES, header, apart=apart)
    whole = path.read_bytes()
    events = held(path)
    cut = path.with_name(f"{path.stem}-cut.jsonl")
    cut.write_bytes(whole[: _amid_a_line(whole)])
    go_on_with(GAMES, cut, apart=apart)
    held(cut)
    demand(cut.read_bytes() == whole, Message("self-other-end"))
    return found("self-match", players=len(header.sitters), count=events)


def held(path: Path) -> int:
    """Return the number of events of a finished record; raise ``GameError`` if it is invalid."""
    record = read_record(path.read_bytes(), GAMES)
    over = bool(record.events) and isinstance(record.events[-1], Ended)
    demand(over and not record.cut, Message("self-unfinished"))
    return len(record.events)


def _amid_a_line(record: bytes) -> int:
    """Return a position that cuts a record amid a line, as a crash might."""
    begin = record.index(b"\n", int(CUT * len(record))) + 1
    return begin + (len(record) - begin > 1)
