"""Whether the sheets of matches can be saved: as a PDF that is one, and as a table of numbers."""

import csv
import re
from io import StringIO
from pathlib import Path
from typing import Final

from greenbaize.app.sheets.csv_file import csv_of
from greenbaize.app.sheets.files import save_sheet
from greenbaize.app.sheets.scorecards import scorecard_of
from greenbaize.app.tables.matches import OpenMatch
from greenbaize.cli.self_test.check import Found, demand, found
from greenbaize.cli.self_test.short import short_header
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.messages import Message

LEAST_BYTES: Final = 5_000
"""A PDF has at least so many; one without a font is much smaller."""
_A4: Final = {(595, 842), (842, 595)}


def sheets() -> Found:
    """Play a match of each game unseen, and save its sheet both ways."""
    size = 0
    for game in GAMES.values():
        match = OpenMatch.begin(short_header(game))
        try:
            match.table.play_out()
        finally:
            match.close()
        size += _saved(match.file.path)
    return found("self-sheets", {"count": len(GAMES), "size": size})


def _saved(path: Path) -> int:
    """Save the sheet of a record as CSV and PDF and look at both; the PDF's size in bytes."""
    from greenbaize.ui.sheets.printing import pdf_of  # noqa: PLC0415

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
    """What of a PDF is not as it is in one page of A4 with our letters, in a word; or nothing."""
    pages = len(re.findall(rb"/Type\s*/Page\b", data))
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]", data)
    sizes = {(round(float(across)), round(float(down))) for across, down in boxes}
    faults = {
        "header": not data.startswith(b"%PDF-1."),
        "end": not data.rstrip().endswith(b"%%EOF"),
        "pages": pages != 1,
        "size": not (sizes and sizes <= _A4),
        "font": b"GreenBaizeSans" not in data,
        "bytes": len(data) < LEAST_BYTES,
    }
    return next((name for name, wrong in faults.items() if wrong), "")
