"""A score card as CSV; docs/sheet-csv.md explains its columns."""

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Final, NamedTuple

from greenbaize.app.sheets.scorecards import Scorecard, list_boxes
from greenbaize.rules.sheets import RowKind, SheetBox, SheetRow

SEAT_COLUMNS: Final = ("leader", "dealer")
"""Side columns whose values are seats; in the file they count from 1."""
SHEET_CSV_HEAD: Final = b"row,number,contract,"
"""Beginning of every such file, in the form of ``PLAIN_FORMAT``."""
_NUMBER_PATTERN: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_FORMULA_PATTERN: Final = re.compile(
    # At the beginning of the cell, or after a character that some program takes for its end.
    r"(?:^|(?<=[,;|\t\r\n]))"
    # Programs may drop spaces, quotation marks and invisible characters; = + - @ come in two
    # widths.
    r"(?=[\s\"'\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=[\t\r])"
)


class CsvFormat(NamedTuple):
    """Format of a table: separator, decimal mark, and whether it begins with a byte order mark."""

    separator: str = ","
    decimal: str = "."
    has_byte_order_mark: bool = False


PLAIN_FORMAT: Final = CsvFormat()
"""The format for programs, which the commands write."""


def choose_spreadsheet_format(decimal: str) -> CsvFormat:
    """Return the format that a spreadsheet reads where numbers have this decimal mark."""
    return (
        CsvFormat(";", ",", has_byte_order_mark=True)
        if decimal == ","
        else CsvFormat(has_byte_order_mark=True)
    )


def has_csv_head(data: bytes, head: bytes) -> bool:
    """Return whether a file begins with this head, in any format."""
    return data.removeprefix(BOM_UTF8).replace(b";", b",").startswith(head)


def encode_sheet_csv(card: Scorecard, csv_format: CsvFormat = PLAIN_FORMAT) -> bytes:
    """Return the score card as a table in UTF-8: head, players' names, then every row."""
    return encode_table(_list_rows(card), csv_format)


def encode_table(lines: Iterable[Iterable[str]], csv_format: CsvFormat = PLAIN_FORMAT) -> bytes:
    """Return lines of cells as a table in UTF-8; no spreadsheet takes a cell for a formula."""
    text = StringIO(newline="")
    writer = csv.writer(text, delimiter=csv_format.separator, lineterminator="\r\n")
    for line in lines:
        writer.writerow(_format_cell(cell, csv_format.decimal) for cell in line)
    return (BOM_UTF8 if csv_format.has_byte_order_mark else b"") + text.getvalue().encode(
        "utf-8", "replace"
    )


def _list_rows(card: Scorecard) -> Iterator[list[str]]:
    yield _list_column_heads(card)
    yield _list_name_cells(card)
    for row in card.sheet.all_rows:
        yield _list_row_cells(card, row)
    number = "" if card.match_number is None else str(card.match_number)
    yield ["match", number, "", *[""] * (len(_list_column_heads(card)) - 3)]


def _list_column_heads(card: Scorecard) -> list[str]:
    players = range(1, len(card.names) + 1)
    player_heads = [f"{column}_{player}" for player in players for column in card.sheet.columns]
    side_heads = [column.partition(".")[0] for column in card.sheet.side_columns]
    return ["row", "number", "contract", *player_heads, *side_heads, "wrong"]


def _list_name_cells(card: Scorecard) -> list[str]:
    blank = [""] * (len(card.sheet.columns) - 1)
    player_cells = [text for name in card.names for text in (name, *blank)]
    return ["name", "", "", *player_cells, *[""] * len(card.sheet.side_columns), ""]


def _format_cell(cell: str, decimal: str) -> str:
    if _NUMBER_PATTERN.fullmatch(cell):
        return cell.replace(".", decimal)
    return _FORMULA_PATTERN.sub("'", cell)


def _list_row_cells(card: Scorecard, row: SheetRow) -> list[str]:
    deal = row.kind is RowKind.DEAL
    kind = "deal" if deal else row.title
    line = [kind, str(row.label) if row.label else "", row.title if deal else ""]
    boxes = list(list_boxes(card.sheet, row))
    wrong_heads = [
        head
        for head, (_, box) in zip(_list_column_heads(card)[3:], boxes, strict=False)
        if box.is_wrong
    ]
    return [
        *line,
        *(_format_box(column or row.title, box) for column, box in boxes),
        " ".join(wrong_heads),
    ]


def _format_box(column: str, box: SheetBox) -> str:
    if box.value is None:
        return ""
    if column in SEAT_COLUMNS:
        return str(box.value + 1)
    if column == "stake":
        return "go" if box.value else "stay"
    if column == "rating":
        sign, number = "-" if box.value < 0 else "", abs(box.value)
        return f"{sign}{number // 100}.{number % 100:02}"
    return str(box.value)
