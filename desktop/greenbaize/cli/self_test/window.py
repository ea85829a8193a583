"""Checks of Qt, sounds, sheets and the window, in which matches are shown and resumed."""

import csv
from io import StringIO
from pathlib import Path
from typing import Final

from greenbaize.app.sheets.scorecards import create_record_scorecard
from greenbaize.app.sheets.sheet_csv import encode_sheet_csv
from greenbaize.app.sheets.sheet_files import save_sheet
from greenbaize.app.tables.matches import OpenMatch
from greenbaize.cli.self_test.check import (
    CheckResult,
    create_result,
    create_short_header,
    import_modules,
    require,
)
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.events import MatchEnded
from greenbaize.rules.messages import Message
from greenbaize.ui.self_test.checks import check_sound_device, check_sounds, qt_complaints, start_qt
from greenbaize.ui.self_test.match_run import resume_match, run_match
from greenbaize.ui.sheets.page_layout import render_pdf

QT_MODULES: Final = (
    "PySide6.QtCore",
    "PySide6.QtGui",
    "PySide6.QtWidgets",
    "PySide6.QtSvg",
    "PySide6.QtPrintSupport",
)
CUT_FRACTION: Final = 0.85
"""Fraction of a record left after cutting; the rest is played again."""


def check_qt() -> CheckResult:
    import_modules(QT_MODULES)
    version, platform, style = start_qt()
    require(platform == "offscreen", Message("self-platform", {"platform": platform}))
    return create_result("self-qt", version=version, platform=platform, style=style)


def check_qt_messages() -> CheckResult:
    """Report whether Qt has logged anything, which may be harmless elsewhere."""
    messages = qt_complaints()
    if messages:
        return create_result(
            "self-qt-complains", is_note=True, count=len(messages), text=messages[0]
        )
    return create_result("self-qt-silent")


def check_sound_playback() -> CheckResult:
    """Read the sounds, and play them where possible."""
    count = check_sounds()
    if check_sound_device():
        return create_result("self-sounds", count=count)
    return create_result("self-sounds-silent", is_note=True, count=count)


def check_sheets() -> CheckResult:
    """Play a match of each game offscreen, and save its sheet as CSV and PDF."""
    size = 0
    for game in GAMES.values():
        match = OpenMatch.create(create_short_header(game))
        try:
            match.table.play_to_end()
        finally:
            match.close()
        size += _save_sheet(match.file.path)
    return create_result("self-sheets", count=len(GAMES), size=size)


def _save_sheet(path: Path) -> int:
    """Save the sheet of a record as CSV and PDF and check both; return the PDF's size (bytes)."""
    scorecard = create_record_scorecard(read_record(path.read_bytes(), GAMES), path)
    table, paper = path.with_suffix(".csv"), path.with_suffix(".pdf")
    save_sheet(table, encode_sheet_csv(scorecard), path)
    save_sheet(paper, render_pdf(scorecard), path)
    rows = list(csv.reader(StringIO(table.read_text(encoding="utf-8-sig"))))
    column_counts = {len(row) for row in rows}
    require(
        len(rows) > 1 and len(column_counts) == 1, Message("self-csv", {"game": scorecard.game})
    )
    data = paper.read_bytes()
    error = find_pdf_error(data)
    require(not error, Message("self-pdf", {"game": scorecard.game, "fault": error}))
    return len(data)


def find_pdf_error(data: bytes) -> str:
    """Return what is wrong with a PDF that should have our fonts, or an empty string."""
    if not data.startswith(b"%PDF-1."):
        return "header"
    return "" if b"GreenBaizeSans" in data else "font"


def check_match(name: str, apart: bool) -> CheckResult:
    """Show a whole match in the window, and its end again from a cut record.

    ``apart``: the players run in processes of their own.
    """
    header = create_short_header(GAMES[name])
    path = run_match(GAMES, header, separate_processes=apart)
    full_record = path.read_bytes()
    events = count_events(path)
    cut_path = path.with_name(f"{path.stem}-cut.jsonl")
    cut_path.write_bytes(full_record[: _find_cut_position(full_record)])
    resume_match(GAMES, cut_path, separate_processes=apart)
    count_events(cut_path)
    require(cut_path.read_bytes() == full_record, Message("self-other-end"))
    return create_result("self-match", players=len(header.players), count=events)


def count_events(path: Path) -> int:
    """Return the number of events of a finished record; raise ``GameError`` if it is invalid."""
    record = read_record(path.read_bytes(), GAMES)
    is_over = bool(record.events) and isinstance(record.events[-1], MatchEnded)
    require(is_over and not record.is_cut, Message("self-unfinished"))
    return len(record.events)


def _find_cut_position(record: bytes) -> int:
    """Return a position that cuts a record amid a line, as a crash might."""
    line_start = record.index(b"\n", int(CUT_FRACTION * len(record))) + 1
    return line_start + (len(record) - line_start > 1)
