"""Lays a score sheet out as a page: half tables side by side or below each other, as room allows.

Screen, printer and PDF all draw what comes out here.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter

from greenbaize.app.sheets.files import CREATOR, title_of
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.rules.sheets import Box, Cell, Kind, Row, Tone
from greenbaize.ui.sheets.marks import (
    CENTRE,
    LEFT,
    RIGHT,
    Drawing,
    Frame,
    Ink,
    Patch,
    Size,
    metrics,
    paint,
    print_colours,
)
from greenbaize.ui.sheets.sheet_text import SheetText
from greenbaize.ui.widgets.texts import date_text
from greenbaize.words.catalogue import tr
from greenbaize.words.sheet_words import PEOPLE, SIGNED, row_title
from greenbaize.words.titles import column_short, column_title, game_title

HEAD: Final = 42
"""The height of a table's two lines of heads."""
PAD: Final = 4
LABEL_GAP: Final = 6
NUMBER: Final = 24
NARROWEST: Final = 28
WIDEST_NAME: Final = 62
WIDEST_PERSON: Final = 46
"""How much room a name takes in a box, at most; it is written out where there is more."""
THICK, FINE = 1.6, 0.8


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide everything is: the label, each of a player's boxes, each box at the side."""

    label: float
    boxes: tuple[float, ...]
    side: tuple[float, ...]
    players: int

    @property
    def player(self) -> float:
        return sum(self.boxes)

    @property
    def width(self) -> float:
        return self.label + self.players * self.player + sum(self.side)

    def stretched(self, factor: float) -> "Columns":
        """The same, wider throughout."""
        return replace(
            self,
            label=self.label * factor,
            boxes=tuple(width * factor for width in self.boxes),
            side=tuple(width * factor for width in self.side),
        )


def measured(text: SheetText) -> Columns:
    """The widths that all rows of a sheet need."""
    rows, seats = list(enumerate(text.rows)), range(len(text.names))
    bold = metrics(Size.NORMAL, bold=True)

    def width(column: str, cells: Iterable[Cell]) -> float:
        widths = [bold.horizontalAdvance(text.text(cell)) for cell in cells]
        if column in PEOPLE:
            widths = [min(one, WIDEST_PERSON) for one in widths]
        title = metrics(Size.SMALL).horizontalAdvance(column_short(column))
        return max([title, *widths, NARROWEST - 2 * PAD]) + 2 * PAD

    whole = [(at, seat) for at, _ in rows for seat in seats if not text.spans(at, seat)]
    boxes = tuple(
        width(column, (Cell(at, seat, place) for at, seat in whole))
        for place, column in enumerate(text.sheet.columns)
    )
    side = tuple(
        width(column, (Cell(at, None, place) for at, row in rows if len(row.side) > place))
        for place, column in enumerate(text.sheet.side)
    )
    names = max((bold.horizontalAdvance(name) for name in text.names), default=0)
    spans = [
        bold.horizontalAdvance(text.text(Cell(at, seat, 0)))
        for at, _ in rows
        for seat in seats
        if text.spans(at, seat)
    ]
    least = max([min(names, WIDEST_NAME), *spans]) + 2 * PAD
    if boxes and sum(boxes) < least:
        boxes = tuple(one * least / sum(boxes) for one in boxes)
    label = max(
        bold.horizontalAdvance(row_title(row))
        + (NUMBER if row.kind is Kind.DEAL and row.title else 0)
        for row in (*text.rows, Row(0, (), kind=Kind.RESULT, title="rating"))
    )
    return Columns(label + 2 * LABEL_GAP, boxes, side, len(text.names))


class PageTable:
    """Draws one table of a page: ``x`` is its left edge, ``row`` the height of a row."""

    def __init__(
        self, drawing: Drawing, text: SheetText, columns: Columns, x: float, row: float
    ) -> None:
        self._drawing, self._text, self._columns = drawing, text, columns
        self._x, self._row = x, row

    def draw(self, numbers: Sequence[int], y: float) -> float:
        """Draw the heads and the rows of these numbers; returns where the table ends."""
        rows = self._text.rows
        top, y = y, y + HEAD
        before: Row | None = None
        ended = y
        for number in numbers:
            row = rows[number]
            self._lines(row, before, y)
            self._write_row(number, row, y)
            y += self._row
            ended = y if row.kind is not Kind.RESULT or row.title == "total" else ended
            before = row
        self._heads(top)
        self._posts(top, y, ended)
        self._drawing.rule(self._x, y, self._columns.width, THICK, Ink.INK)
        return y

    def _heads(self, y: float) -> None:
        columns, half = self._columns, HEAD / 2
        for seat, name in enumerate(self._text.names):
            x = self._player(seat)
            rect = QRectF(x + 3, y, columns.player - 6, half)
            self._drawing.write(rect, name, CENTRE, bold=True)
            for place, column in enumerate(self._text.sheet.columns):
                box = QRectF(x + sum(columns.boxes[:place]), y + half, columns.boxes[place], half)
                self._title(box, column)
        x = self._player(columns.players)
        for width, column in zip(columns.side, self._text.sheet.side, strict=True):
            self._title(QRectF(x, y + half, width, half), column)
            x += width
        self._drawing.rule(self._x, y + HEAD, columns.width, THICK, Ink.INK)

    def _title(self, rect: QRectF, column: str) -> None:
        align = _align(column)
        inner = rect.adjusted(PAD, 0, -PAD, 0)
        title = column_title(column)
        if metrics(Size.SMALL).horizontalAdvance(title) > inner.width():
            title = column_short(column)
        self._drawing.write(inner, title, align, Size.SMALL, ink=Ink.QUIET)

    def _lines(self, row: Row, before: Row | None, y: float) -> None:
        columns, drawing = self._columns, self._drawing
        if row.current:
            rect = QRectF(self._x, y, columns.width, self._row)
            drawing.marks.append(Patch(rect, Ink.TINT))
        if before is None:
            return
        heavy = row.kind is not before.kind
        ink = Ink.INK if heavy else Ink.LINE
        drawing.rule(self._x, y, columns.width, THICK if heavy else FINE, ink)

    def _posts(self, top: float, bottom: float, ended: float) -> None:
        columns, drawing = self._columns, self._drawing
        drawing.post(self._x + columns.label, top, bottom - top, THICK, Ink.INK)
        for seat in range(columns.players):
            x = self._player(seat)
            for place in range(1, len(columns.boxes)):
                at = x + sum(columns.boxes[:place])
                drawing.post(at, top + HEAD, ended - top - HEAD, FINE, Ink.LINE)
            if seat:
                drawing.post(x, top, bottom - top, FINE * 1.25, Ink.INK)
        x = self._player(columns.players)
        if columns.side:
            drawing.post(x, top, bottom - top, THICK, Ink.INK)
        for width in columns.side[:-1]:
            x += width
            drawing.post(x, top + HEAD, ended - top - HEAD, FINE, Ink.LINE)

    def _write_row(self, number: int, row: Row, y: float) -> None:
        self._label(row, y)
        sheet, columns = self._text.sheet, self._columns
        for seat, boxes in enumerate(row.boxes):
            at = QPointF(self._player(seat), y)
            if self._text.spans(number, seat):
                rect = QRectF(at, QSizeF(columns.player, self._row))
                self._span(Cell(number, seat, 0), row, rect)
            else:
                self._boxes(Cell(number, seat, 0), columns.boxes, sheet.columns, boxes, at)
        at = QPointF(self._player(columns.players), y)
        self._boxes(Cell(number, None, 0), columns.side, sheet.side, row.side, at)

    def _boxes(
        self,
        first: Cell,
        widths: Sequence[float],
        columns: Sequence[str],
        boxes: Sequence[Box],
        at: QPointF,
    ) -> None:
        for place, (width, column, box) in enumerate(zip(widths, columns, boxes, strict=False)):
            rect = QRectF(at, QSizeF(width, self._row))
            self._box(replace(first, place=place), column, box, rect)
            at += QPointF(width, 0)

    def _label(self, row: Row, y: float) -> None:
        left, width = self._x + LABEL_GAP, self._columns.label - 2 * LABEL_GAP
        if row.kind is Kind.DEAL:
            ink = Ink.QUIET if row.title and not row.current else Ink.INK
            number = QRectF(left, y, NUMBER - LABEL_GAP, self._row)
            if not row.title:
                number = QRectF(left, y, width, self._row)
            self._drawing.write(
                number, str(row.label), RIGHT if row.title else CENTRE, Size.SMALL, ink=ink
            )
            left, width = left + NUMBER, width - NUMBER
        heavy = row.current or row.kind is Kind.HALF or row.title == "total"
        rect = QRectF(left, y, width, self._row)
        if row.title:
            self._drawing.write(rect, row_title(row), LEFT, bold=heavy)

    def _span(self, cell: Cell, row: Row, rect: QRectF) -> None:
        last = self._columns.boxes[-1] if len(self._columns.boxes) > 1 else rect.width()
        text = self._text.text(cell)
        if row.title in ("total", "penalties"):
            inner = QRectF(rect.right() - last, rect.top(), last, rect.height())
            self._drawing.write(
                inner.adjusted(PAD, 0, -PAD, 0), text, RIGHT, bold=row.title == "total"
            )
            return
        self._drawing.write(rect, text, CENTRE, bold=self._text.box(cell).tone is Tone.STRONG)

    def _box(self, cell: Cell, column: str, box: Box, rect: QRectF) -> None:
        self._drawing.cells[cell] = rect
        if box.wrong:
            self._drawing.marks.append(Frame(rect))
        text = self._text.text(cell)
        if not text:
            return
        summed = self._text.rows[cell.row].kind is not Kind.DEAL
        bold = box.tone in (Tone.STRONG, Tone.FAILED) or summed
        ink = Ink.QUIET if box.tone is Tone.QUIET and not summed else Ink.INK
        if box.wrong or box.tone is Tone.FAILED:
            ink = Ink.LOSS
        size = Size.SMALL if column in PEOPLE else Size.NORMAL
        self._drawing.write(
            rect.adjusted(PAD, 0, -PAD, 0), text, _align(column), size, bold=bold, ink=ink
        )

    def _player(self, seat: int) -> float:
        return self._x + self._columns.label + seat * self._columns.player


def _align(column: str) -> Qt.AlignmentFlag:
    if column in PEOPLE or column == "stake":
        return LEFT
    return RIGHT if column in SIGNED or column in ("total", "card_points", "banks") else CENTRE


TOP: Final = 46
"""The height of the page's heading."""
ROW: Final = 20
"""The height of a row, at least."""
GAP: Final = 20
LINE: Final = 19
"""A line of words below the tables."""
MOST_TABLES: Final = 8
"""How many tables stand side by side at most; very long matches only get smaller."""
WIDER, HIGHER = 1.7, 1.6
"""How far columns and rows may be stretched to fill the paper."""
EDGE: Final = 30.0
"""The margin of the paper, in points."""
SHORT, LONG = 595.0, 842.0


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
    width = plan.width(columns.width)
    height = TOP + plan.heads() * HEAD + (plan.heads() - 1) * GAP + (plan.lines() + 1) * ROW
    return width, height + _footer_height(text, max(width, height * shape))


def _footer_lines(text: SheetText) -> list[str]:
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
    drawing.write(title, game_title(card.game), LEFT, Size.TITLE, bold=True)
    text = " · ".join(part for part in (tr("Score sheet"), date_text(card.date)) if part)
    drawing.write(title.translated(width * 0.4, 0), text, RIGHT, Size.SMALL, ink=Ink.QUIET)


def _match_number(
    drawing: Drawing, card: Scorecard, columns: Columns, at: QPointF, row: float
) -> None:
    x, y = at.x(), at.y()
    label = QRectF(x + LABEL_GAP, y, columns.label - LABEL_GAP, row)
    drawing.write(label, tr("Match"), LEFT, Size.SMALL)
    first = QRectF(x + columns.label, y, columns.player, row)
    if card.number is None:
        line = y + row - 5
        drawing.rule(first.left() + 6, line, first.width() - 12, 0.8, Ink.QUIET)
        return
    drawing.write(first, tr("No. {number}").format(number=card.number), CENTRE)


def _foot(drawing: Drawing, text: SheetText, left: float, width: float, y: float) -> None:
    for line in _footer_lines(text):
        high = _line_height(line, width)
        rect = QRectF(left, y, width, high)
        drawing.write(rect, line, LEFT, Size.SMALL, bold=True, ink=Ink.LOSS, wrap=True)
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
