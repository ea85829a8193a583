"""A score card as CSV; docs/sheet-csv.md says what its columns mean."""

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Final, NamedTuple

from greenbaize.app.sheets.scorecards import Scorecard, boxes_of
from greenbaize.rules.sheets import Box, Kind, Row

PEOPLE: Final = ("leader", "dealer")
"""Side columns whose values are seats; in the file they count from 1."""
FIRST_HEADS: Final = b"row,number,contract,"
"""What every such file begins with, in the form of ``PLAIN``."""
_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_FORMULA: Final = re.compile(
    # At the beginning of the cell, or behind what some program takes for its end.
    r"(?:^|(?<=[,;|\t\r\n]))"
    # Spaces, quotation marks and signs nobody sees may be dropped; = + - @ come in two widths.
    r"(?=[\s\"'\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=[\t\r])"
)


class CsvForm(NamedTuple):
    """How a table is spelled: between cells, in numbers, and whether UTF-8 is marked as such."""

    separator: str = ","
    decimal: str = "."
    marked: bool = False


PLAIN: Final = CsvForm()
"""The form for programs, which the commands write."""


def spreadsheet_form(decimal: str) -> CsvForm:
    """The form that a double-clicked spreadsheet reads where numbers have this decimal mark."""
    return CsvForm(";", ",", marked=True) if decimal == "," else CsvForm(marked=True)


def begins_with(there: bytes, heads: bytes) -> bool:
    """Whether a file begins with these heads, in any form."""
    return there.removeprefix(BOM_UTF8).replace(b";", b",").startswith(heads)


def csv_of(card: Scorecard, form: CsvForm = PLAIN) -> bytes:
    """The score card as a table, in UTF-8: a head, the players' names, then every row."""
    return table_of(_lines(card), form)


def table_of(lines: Iterable[Iterable[str]], form: CsvForm = PLAIN) -> bytes:
    """Lines of cells as a table, in UTF-8; no spreadsheet takes a cell for a formula."""
    text = StringIO(newline="")
    writer = csv.writer(text, delimiter=form.separator, lineterminator="\r\n")
    for line in lines:
        writer.writerow(_harmless(cell, form.decimal) for cell in line)
    return (BOM_UTF8 if form.marked else b"") + text.getvalue().encode("utf-8", "replace")


def _lines(card: Scorecard) -> Iterator[list[str]]:
    yield _heads(card)
    yield _names(card)
    for row in card.sheet.all_rows:
        yield _line(card, row)
    number = "" if card.number is None else str(card.number)
    yield ["match", number, "", *[""] * (len(_heads(card)) - 3)]


def _heads(card: Scorecard) -> list[str]:
    players = range(1, len(card.names) + 1)
    own = [f"{column}_{player}" for player in players for column in card.sheet.columns]
    return ["row", "number", "contract", *own, *card.sheet.side, "wrong"]


def _names(card: Scorecard) -> list[str]:
    blank = [""] * (len(card.sheet.columns) - 1)
    own = [text for name in card.names for text in (name, *blank)]
    return ["name", "", "", *own, *[""] * len(card.sheet.side), ""]


def _harmless(cell: str, decimal: str) -> str:
    if _NUMBER.fullmatch(cell):
        return cell.replace(".", decimal)
    return _FORMULA.sub("'", cell)


def _line(card: Scorecard, row: Row) -> list[str]:
    deal = row.kind is Kind.DEAL
    kind = "deal" if deal else row.title
    line = [kind, str(row.label) if row.label else "", row.title if deal else ""]
    boxes = list(boxes_of(card.sheet, row))
    wrong = [head for head, (_, box) in zip(_heads(card)[3:], boxes, strict=False) if box.wrong]
    return [*line, *(_value(column or row.title, box) for column, box in boxes), " ".join(wrong)]


def _value(column: str, box: Box) -> str:
    if box.value is None:
        return ""
    if column in PEOPLE:
        return str(box.value + 1)
    if column == "stake":
        return "go" if box.value else "stay"
    if column == "rating":
        sign, number = "-" if box.value < 0 else "", abs(box.value)
        return f"{sign}{number // 100}.{number % 100:02}"
    return str(box.value)
