"""A score card as CSV; docs/sheet-csv.md explains its columns."""

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
"""Beginning of every such file, in the form of ``PLAIN_FORMAT``."""
_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_FORMULA: Final = re.compile(
    # At the beginning of the cell, or after a character that some program takes for its end.
    r"(?:^|(?<=[,;|\t\r\n]))"
    # Programs may drop spaces, quotation marks and invisible characters; = + - @ come in two
    # widths.
    r"(?=[\s\"'\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=[\t\r])"
)


class CsvForm(NamedTuple):
    """Format of a table: separator, decimal mark, and whether it begins with a byte order mark."""

    separator: str = ","
    decimal: str = "."
    marked: bool = False


PLAIN: Final = CsvForm()
"""The format for programs, which the commands write."""


def spreadsheet_form(decimal: str) -> CsvForm:
    """Return the format that a spreadsheet reads where numbers have this decimal mark."""
    return CsvForm(";", ",", marked=True) if decimal == "," else CsvForm(marked=True)


def begins_with(there: bytes, heads: bytes) -> bool:
    """Return whether a file begins with this head, in any format."""
    return there.removeprefix(BOM_UTF8).replace(b";", b",").startswith(heads)


def csv_of(card: Scorecard, form: CsvForm = PLAIN) -> bytes:
    """Return the score card as a table in UTF-8: head, players' names, then every row."""
    return table_of(_lines(card), form)


def table_of(lines: Iterable[Iterable[str]], form: CsvForm = PLAIN) -> bytes:
    """Return lines of cells as a table in UTF-8; no spreadsheet takes a cell for a formula."""
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
