"""Lays a score sheet out as a page: half tables side by side or below each other, as room allows.

Screen, printer and PDF all draw what comes out here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, Qt
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter

from greenbaize.app.sheets.files import CREATOR, title_of
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.rules.sheets import Kind, Row
from greenbaize.ui.dates import date_text
from greenbaize.ui.sheets.marks import (
    LEFT,
    RIGHT,
    Drawing,
    Ink,
    Size,
    Words,
    metrics,
    paint,
    print_colours,
)
from greenbaize.ui.sheets.page_table import HEAD, LABEL_GAP, Columns, PageTable, measured
from greenbaize.ui.sheets.sheet_text import SheetText
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import game_title

TOP: Final = 46
"""The height of the page's heading."""
ROW: Final = 20
"""The height of a row, at least."""
GAP: Final = 20
"""Between two tables."""
LINE: Final = 19
"""A line of words below the tables."""
MOST_TABLES: Final = 8
"""How many tables stand side by side at most; very long matches only get smaller."""
WIDER, HIGHER = 1.7, 1.6
"""How far columns and rows may be stretched to fill the paper."""
EDGE: Final = 30.0
"""The margin of the paper, in points."""
SHORT, LONG = 595.0, 842.0
"""A4, in points."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How the rows are dealt out: the tables of each column of the page, by their row numbers."""

    columns: tuple[tuple[tuple[int, ...], ...], ...]

    def width(self, table: float) -> float:
        """How wide it is with tables of this width."""
        return len(self.columns) * (table + GAP) - GAP

    def lines(self) -> float:
        """How many rows the highest column has, heads not counted."""
        return max(sum(map(len, column)) for column in self.columns)

    def heads(self) -> int:
        """How many tables the highest column has."""
        return max(len(column) for column in self.columns)


def page_of(card: Scorecard, width: float, height: float) -> Drawing:
    """The page of a score card for paper of this shape, in any unit; pixels at 100 %."""
    text = SheetText.of(card.sheet, card.names)
    columns = measured(text)
    plans = list(_plans(card.sheet.rows, len(text.rows)))
    fits = [_natural(plan, columns, text, width / height) for plan in plans]
    scales = [min(width / wide, height / high) for wide, high in fits]
    best = max(range(len(plans)), key=lambda one: scales[one])
    drawing = Drawing(width / scales[best], height / scales[best])
    _draw(drawing, card, text, plans[best], columns)
    return drawing


def _plans(rows: Sequence[Row], count: int) -> Iterator[Plan]:
    """The ways to deal the rows out; results stay together below the last deals."""
    results = tuple(range(len(rows), count))
    ends = [number for number, row in enumerate(rows) if row.kind is Kind.HALF]
    if ends:
        starts = [0, *(end + 1 for end in ends)]
        tables = [
            tuple(range(start, end + 1)) for start, end in zip(starts[:-1], ends, strict=True)
        ]
        tables[-1] += results
        yield Plan((tuple(tables),))
        yield Plan(tuple((table,) for table in tables))
        return
    for across in range(1, MOST_TABLES + 1):
        long = ceil((len(rows) + len(results)) / across) if rows else 1
        cut = [
            tuple(range(start, min(start + long, len(rows)))) for start in range(0, len(rows), long)
        ]
        tables = cut or [()]
        tables[-1] += results
        yield Plan(tuple((table,) for table in tables))


def _natural(plan: Plan, columns: Columns, text: SheetText, shape: float) -> tuple[float, float]:
    """The least width and height of a plan."""
    width = plan.width(columns.width)
    height = TOP + plan.heads() * HEAD + (plan.heads() - 1) * GAP + (plan.lines() + 1) * ROW
    return width, height + _footer_height(text, max(width, height * shape))


def _footer_lines(text: SheetText) -> list[str]:
    """The sentences below the tables, which say what is wrong."""
    return [f"✗ {fault}" for fault in text.faults]


def _line_height(text: str, width: float) -> float:
    return LINE * ceil(metrics(Size.SMALL).horizontalAdvance(text) * 1.04 / max(width, 1.0))


def _footer_height(text: SheetText, width: float) -> float:
    lines = _footer_lines(text)
    return (12 if lines else 0) + sum(_line_height(line, width) for line in lines)


def _draw(drawing: Drawing, card: Scorecard, text: SheetText, plan: Plan, columns: Columns) -> None:
    width, height = drawing.width, drawing.height
    stretch = min(WIDER, (width - plan.width(0.0)) / (len(plan.columns) * columns.width))
    columns = columns.stretched(stretch)
    used = plan.width(columns.width)
    left = (width - used) / 2
    footer = _footer_height(text, used)
    heads = plan.heads() * HEAD + (plan.heads() - 1) * GAP
    room = height - TOP - footer - heads
    row = max(ROW, min(ROW * HIGHER, room / (plan.lines() + 1)))
    _head(drawing, card, left, used)
    lowest = float(TOP)
    for number, tables in enumerate(plan.columns):
        x, y = left + number * (columns.width + GAP), float(TOP)
        for rows in tables:
            y = PageTable(drawing, text, columns, x, row).draw(rows, y) + GAP
        lowest = max(lowest, y - GAP)
    last = left + (len(plan.columns) - 1) * (columns.width + GAP)
    _match_number(drawing, card, columns, QPointF(last, lowest), row)
    _foot(drawing, text, left, used, lowest + row + 10)


def _head(drawing: Drawing, card: Scorecard, left: float, width: float) -> None:
    title = QRectF(left, 0, width * 0.6, TOP - 14)
    name = game_title(card.game)
    drawing.marks.append(Words(title, name, LEFT, Size.TITLE, bold=True))
    beside = QRectF(left + width * 0.4, 0, width * 0.6, TOP - 14)
    players = tr("Score sheet")
    text = " · ".join(part for part in (players, date_text(card.date)) if part)
    drawing.marks.append(Words(beside, text, RIGHT, Size.SMALL, ink=Ink.QUIET))


def _match_number(
    drawing: Drawing, card: Scorecard, columns: Columns, at: QPointF, row: float
) -> None:
    """The last result row: which match this is, or room to write it."""
    x, y = at.x(), at.y()
    label = QRectF(x + LABEL_GAP, y, columns.label - LABEL_GAP, row)
    drawing.marks.append(Words(label, tr("Match"), LEFT, Size.SMALL))
    first = QRectF(x + columns.label, y, columns.player, row)
    if card.number is None:
        line = y + row - 5
        drawing.rule(first.left() + 6, line, first.width() - 12, 0.8, Ink.QUIET)
        return
    text = tr("No. {number}").format(number=card.number)
    drawing.marks.append(Words(first, text, Qt.AlignmentFlag.AlignCenter, Size.NORMAL))


def _foot(drawing: Drawing, text: SheetText, left: float, width: float, y: float) -> None:
    for line in _footer_lines(text):
        high = _line_height(line, width)
        rect = QRectF(left, y, width, high)
        drawing.marks.append(
            Words(rect, line, LEFT, Size.SMALL, bold=True, ink=Ink.LOSS, wrap=True)
        )
        y += high


def paper_of(card: Scorecard) -> tuple[Drawing, QPageLayout.Orientation]:
    """The page on A4, upright or across, whichever lets it be larger."""
    short, long = SHORT - 2 * EDGE, LONG - 2 * EDGE
    upright = page_of(card, short, long)
    across = page_of(card, long, short)
    if long / across.width > 1.12 * short / upright.width:
        return across, QPageLayout.Orientation.Landscape
    return upright, QPageLayout.Orientation.Portrait


def pdf_of(card: Scorecard) -> bytes:
    """The score card as a PDF: one page of A4, words as words, lines as lines."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title_of(card))
    writer.setCreator(CREATOR)
    writer.setResolution(1200)
    put_on(writer, card)
    buffer.close()
    return bytes(data.data())


def put_on(device: QPagedPaintDevice, card: Scorecard) -> bool:
    """Draw the score card on paper; returns whether the device took it."""
    drawing, orientation = paper_of(card)
    size = QPageSize(QPageSize.PageSizeId.A4)
    device.setPageLayout(QPageLayout(size, orientation, QMarginsF(0, 0, 0, 0)))
    painter = QPainter()
    if not painter.begin(device):
        return False
    dots = device.logicalDpiX() / 72
    painter.scale(dots, dots)
    width, height = LONG, SHORT
    if orientation is QPageLayout.Orientation.Portrait:
        width, height = SHORT, LONG
    fit(painter, drawing, QRectF(EDGE, EDGE, width - 2 * EDGE, height - 2 * EDGE))
    paint(painter, drawing.marks, print_colours())
    return painter.end()


def fit(painter: QPainter, drawing: Drawing, room: QRectF) -> float:
    """Move and scale the painter so that the drawing fills the room; returns the scale."""
    scale = min(room.width() / drawing.width, room.height() / drawing.height)
    painter.translate(room.left() + (room.width() - drawing.width * scale) / 2, room.top())
    painter.scale(scale, scale)
    return scale
