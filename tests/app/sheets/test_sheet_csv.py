"""Tests of the CSV form of score cards."""

import csv
from io import StringIO
from itertools import product
from typing import Any

import pytest

from app.sheets.sample_cards import END_VIEW, RECORDED_MATCH, make_card
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.app.sheets.sheet_csv import encode_sheet_csv
from greenbaize.app.sheets.sheet_text import format_sheet_lines
from greenbaize.rules.messages import Message
from greenbaize.rules.sheets import (
    BoxPosition,
    RowKind,
    ScoreSheet,
    SheetBox,
    SheetCheck,
    SheetRow,
    add_checks,
)
from match.random_matches import EACH_SETUP


def parse_csv_cell(column, text):
    """Return the value of a CSV cell as the documentation defines it."""
    if not text:
        return None
    if column in ("go", "stay") or text in ("go", "stay"):
        return int(text == "go")
    if column in ("leader", "dealer"):
        return int(text) - 1
    return round(float(text) * 100) if "." in text else int(text)


@EACH_SETUP
@pytest.mark.parametrize("moment", [0, 40, -1])
def test_the_csv_read_back_is_the_sheet(setup, moment):
    card = make_card(setup, moment)
    sheet, seats = card.sheet, len(card.names)
    head, names, *lines, match = csv.reader(
        StringIO(encode_sheet_csv(card).decode("utf-8"), newline="")
    )
    wide = len(sheet.columns)
    own = [f"{column}_{seat}" for seat in range(1, seats + 1) for column in sheet.columns]
    assert head == ["row", "number", "contract", *own, *sheet.side_columns, "wrong"]
    assert [name.removeprefix("'") for name in names[3 : 3 + seats * wide : wide]] == list(
        card.names
    )
    assert match == ["match", "", "", *[""] * (len(head) - 3)]
    assert len(lines) == len(sheet.all_rows)
    for line, row in zip(lines, sheet.all_rows, strict=True):
        assert len(line) == len(head)
        deal = row.kind is RowKind.DEAL
        assert line[0] == ("deal" if deal else row.title)
        assert line[1] == (str(row.label) if row.label else "")
        assert line[2] == (row.title if deal else "")
        for seat, boxes in enumerate(row.boxes):
            first = 3 + seat * wide
            texts = line[first : first + wide]
            full = [None] * (wide - len(boxes)) + [box.value for box in boxes]
            assert [parse_csv_cell("", text) for text in texts] == full
        side = line[3 + seats * wide : -1]
        values = [box.value for box in row.side_boxes] + [None] * (
            len(sheet.side_columns) - len(row.side_boxes)
        )
        assert [
            parse_csv_cell(c, t) for c, t in zip(sheet.side_columns, side, strict=True)
        ] == values
        assert line[-1] == ""


def make_wrong_sheet():
    row = SheetRow(
        1, ((SheetBox(1), SheetBox(2)), (SheetBox(3), SheetBox(4))), side_boxes=(SheetBox(9),)
    )
    sheet = ScoreSheet(("tricks", "points"), (row,), (2, 4), side_columns=("remaining",))
    values: dict[str, Any] = {"deal": 1, "contract": "all", "sum": 13, "due": 9, "by": 4}
    cells = (BoxPosition(0, 1, 0), BoxPosition(0, None, 0))
    return add_checks(sheet, [SheetCheck(Message("sheet-deal-tricks", values), cells)])


def test_errors_are_marked_in_csv_and_text():
    card = Scorecard("master", ("Anna", "Boris"), make_wrong_sheet())
    line = encode_sheet_csv(card).decode().splitlines()[2]
    assert line == "deal,1,,1,2,3,4,9,tricks_2 remaining"
    lines = format_sheet_lines(card)
    assert any(
        "3!" in text_line and "9!" in text_line and "1!" not in text_line for text_line in lines
    )
    assert "! Deal 1, All: tricks and remaining tricks add up to 13, not 9 (+4)." in lines


def test_formula_names_are_escaped_in_csv():
    text = encode_sheet_csv(Scorecard("master", ("=1+1", "-x"), make_wrong_sheet())).decode()
    assert text.splitlines()[1] == "name,,,'=1+1,,'-x,,,"


FORMULA_NAMES = [
    "=1+1",
    "+1",
    "-1+1",
    "@SUM(A1)",
    "＝1+1",
    "\t=1+1",
    "\u200b=1+1",
    "\ufeff=1+1",
    "\u00ad \u2060=1+1",
    " =1+1",
    '"=1+1"',
    "Anna;=1+1",
    "Anna; =1+1;-2",
    "Anna\t=1+1",
    "Anna,=1+1",
    "Anna|@x",
    'Anna";"=1+1',
    'Anna";\'"\t＠x',
    ";;=1",
    "=cmd|' /C calc'!A1",
]


@pytest.mark.parametrize("name", FORMULA_NAMES)
def test_no_csv_cell_starts_a_formula_with_any_separator(name):
    data = encode_sheet_csv(
        Scorecard("damn", (name, "Boris", name), RECORDED_MATCH.game.sheet(END_VIEW))
    ).decode()
    for separator, form in product(",;\t|", ({"quotechar": '"'}, {"quoting": csv.QUOTE_NONE})):
        lines = csv.reader(StringIO(data, newline=""), delimiter=separator, **form)  # type: ignore[arg-type]
        begins = [cell.lstrip(' "') for line in lines for cell in line]
        assert len(begins) >= 6
        first = [
            cell_start
            for cell_start in begins
            if cell_start[:1] and cell_start[0] in "=+-@＝＋－＠\t\r"
        ]
        assert all(map(_is_number, first)), (separator, first)


def _is_number(text):
    return text.removeprefix("-").replace(".", "", 1).isdecimal()


def test_csv_keeps_readable_names():
    names = ("Ann-Marie", "Jean-Luc; the 2nd", "+x;-y")
    data = encode_sheet_csv(Scorecard("damn", names, RECORDED_MATCH.game.sheet(END_VIEW)))
    line = list(csv.reader(StringIO(data.decode(), newline="")))[1]
    assert [cell for cell in line[1:] if cell] == ["Ann-Marie", "Jean-Luc; the 2nd", "'+x;'-y"]


def test_match_number_has_a_row():
    card = Scorecard("master", ("Anna", "Boris"), make_wrong_sheet(), match_number=12)
    assert encode_sheet_csv(card).decode().splitlines()[-1].startswith("match,12,")
    assert any(
        line.split("│")[0].strip() == "Match" and "No. 12" in line
        for line in format_sheet_lines(card)
    )
    # The cell is there even if the number is unknown.
    unknown = Scorecard("master", ("Anna", "Boris"), make_wrong_sheet())
    assert encode_sheet_csv(unknown).decode().splitlines()[-1].startswith("match,,")
    assert any(line.split("│")[0].strip() == "Match" for line in format_sheet_lines(unknown))
