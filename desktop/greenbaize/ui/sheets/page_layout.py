"""Layout of a score sheet page: half tables side by side or below each other, as space allows.

Screen, printer and PDF all draw the same result.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from math import ceil
from typing import Final, NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QLocale, QMarginsF, QRectF, Qt
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter

from greenbaize.app.sheets.files import CREATOR, title_of
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.rules.sheets import Cell, Kind, Row, Tone
from greenbaize.ui.sheets.marks import (
    CENTRE,
    LEFT,
    PRINTED,
    RIGHT,
    Drawing,
    Frame,
    Ink,
    Patch,
    Size,
    metrics,
    paint,
)
from greenbaize.ui.sheets.sheet_text import SheetText
from greenbaize.ui.widgets.texts import date_text
from greenbaize.words.catalogue import tr
from greenbaize.words.sheet_words import PEOPLE, SIGNED, row_title
from greenbaize.words.titles import column_short, column_title, game_title

HEAD: Final = 42
"""Height of a table's two header lines."""
PAD: Final = 4
LABEL_GAP: Final = 6
NUMBER: Final = 24
NARROWEST: Final = 28
WIDEST_NAME: Final = 62
WIDEST_PERSON: Final = 46
"""Maximum width reserved for names; they are elided only if the column is not wider."""
THICK, FINE = 1.6, 0.8


class Columns(NamedTuple):
    """Widths of the label, of each cell of a player, and of each cell beside the players."""

    label: float
    boxes: tuple[float, ...]
    side: tuple[float, ...]
    players: int

    @property
    def width(self) -> float:
        return self.label + self.players * sum(self.boxes) + sum(self.side)

    def stretched(self, factor: float) -> "Columns":
        boxes, side = (tuple(one * factor for one in part) for part in (self.boxes, self.side))
        return Columns(self.label * factor, boxes, side, self.players)


def measured(text: SheetText) -> Columns:
    """Measure the column widths that all rows of a sheet need."""
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
    """Painter of one table of a page; ``x`` is its left edge, ``row`` the row height.

    Columns are numbered from the label on, then each player's cells, then the side cells.
    """

    def __init__(
        self, drawing: Drawing, text: SheetText, columns: Columns, x: float, row: float
    ) -> None:
        self._drawing, self._text, self._row = drawing, text, row
        self._whole, self._wide = columns.width, len(columns.boxes)
        self._side = 1 + columns.players * self._wide
        """Index of the first side column."""
        self._widths = [columns.label, *columns.boxes * columns.players, *columns.side]
        self._lefts = [x]
        """Left edge of each column, and the right edge of the last one."""
        player = sum(columns.boxes)
        for seat in range(columns.players):
            left = x + columns.label + seat * player
            self._lefts += accumulate(columns.boxes[:-1], initial=left)
        left = x + columns.label + columns.players * player
        self._lefts += accumulate(columns.side, initial=left)

    def draw(self, numbers: Sequence[int], y: float) -> float:
        """Draw the header and these rows; return the lower edge of the table."""
        top, y = y, y + HEAD
        before: Row | None = None
        ended = y
        for number in numbers:
            row = self._text.rows[number]
            self._draw_lines(row, before, y)
            self._draw_label(row, y)
            self._draw_boxes(number, row, y)
            y += self._row
            ended = y if row.kind is not Kind.RESULT or row.title == "total" else ended
            before = row
        self._draw_heads(top)
        self._draw_posts(top, y, ended)
        self._draw_rule(y, THICK, Ink.INK)
        return y

    def rect(self, first: int, y: float, high: float, columns: int = 1) -> QRectF:
        """Return the rectangle of some columns from the ``first`` on."""
        return QRectF(self._lefts[first], y, sum(self._widths[first : first + columns]), high)

    def _draw_rule(self, y: float, thick: float, ink: Ink) -> None:
        self._drawing.rule(self._lefts[0], y, self._whole, thick, ink)

    def _draw_heads(self, y: float) -> None:
        sheet, half = self._text.sheet, HEAD / 2
        for seat, name in enumerate(self._text.names):
            rect = self.rect(1 + seat * self._wide, y, half, self._wide)
            self._drawing.write(rect.adjusted(3, 0, -3, 0), name, CENTRE, bold=True)
        columns = (*sheet.columns * len(self._text.names), *sheet.side)
        for place, column in enumerate(columns, 1):
            inner = self.rect(place, y + half, half).adjusted(PAD, 0, -PAD, 0)
            title = column_title(column)
            if metrics(Size.SMALL).horizontalAdvance(title) > inner.width():
                title = column_short(column)
            self._drawing.write(inner, title, _align(column), Size.SMALL, ink=Ink.QUIET)
        self._draw_rule(y + HEAD, THICK, Ink.INK)

    def _draw_lines(self, row: Row, before: Row | None, y: float) -> None:
        if row.current:
            whole = QRectF(self._lefts[0], y, self._whole, self._row)
            self._drawing.marks.append(Patch(whole, Ink.TINT))
        if before is not None and row.kind is before.kind:
            self._draw_rule(y, FINE, Ink.LINE)
        elif before is not None:
            self._draw_rule(y, THICK, Ink.INK)

    def _draw_posts(self, top: float, bottom: float, ended: float) -> None:
        for place, x in enumerate(self._lefts[1:-1], 1):
            if place in (1, self._side):
                self._drawing.post(x, top, bottom - top, THICK, Ink.INK)
            elif place < self._side and place % self._wide == 1 % self._wide:
                self._drawing.post(x, top, bottom - top, FINE * 1.25, Ink.INK)
            else:
                self._drawing.post(x, top + HEAD, ended - top - HEAD, FINE, Ink.LINE)

    def _draw_label(self, row: Row, y: float) -> None:
        room = self.rect(0, y, self._row).adjusted(LABEL_GAP, 0, -LABEL_GAP, 0)
        if row.kind is Kind.DEAL:
            ink = Ink.QUIET if row.title and not row.current else Ink.INK
            number, align = room, CENTRE
            if row.title:
                number, align = QRectF(room.x(), y, NUMBER - LABEL_GAP, self._row), RIGHT
            self._drawing.write(number, str(row.label), align, Size.SMALL, ink=ink)
            room = room.adjusted(NUMBER, 0, 0, 0)
        if row.title:
            heavy = row.current or row.kind is Kind.HALF or row.title == "total"
            self._drawing.write(room, row_title(row), LEFT, bold=heavy)

    def _draw_boxes(self, number: int, row: Row, y: float) -> None:
        sheet = self._text.sheet
        for seat, boxes in enumerate(row.boxes):
            first = 1 + seat * self._wide
            if self._text.spans(number, seat):
                self._draw_span(Cell(number, seat, 0), row.title, first, y)
                continue
            for place, column in enumerate(sheet.columns[: len(boxes)]):
                rect = self.rect(first + place, y, self._row)
                self._draw_box(Cell(number, seat, place), column, rect)
        for place, column in enumerate(sheet.side[: len(row.side)]):
            rect = self.rect(self._side + place, y, self._row)
            self._draw_box(Cell(number, None, place), column, rect)

    def _draw_span(self, cell: Cell, title: str, first: int, y: float) -> None:
        text = self._text.text(cell)
        if title in ("total", "penalties"):
            last = self.rect(first + self._wide - 1, y, self._row)
            self._drawing.write(last.adjusted(PAD, 0, -PAD, 0), text, RIGHT, bold=title == "total")
            return
        rect, strong = self.rect(first, y, self._row, self._wide), Tone.STRONG
        self._drawing.write(rect, text, CENTRE, bold=self._text.box(cell).tone is strong)

    def _draw_box(self, cell: Cell, column: str, rect: QRectF) -> None:
        box = self._text.box(cell)
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
        inner = rect.adjusted(PAD, 0, -PAD, 0)
        self._drawing.write(inner, text, _align(column), size, bold=bold, ink=ink)


def _align(column: str) -> Qt.AlignmentFlag:
    if column in PEOPLE or column == "stake":
        return LEFT
    return RIGHT if column in SIGNED or column in ("total", "card_points", "banks") else CENTRE


TOP: Final = 46
"""Height of the page heading."""
ROW: Final = 20
"""Minimum row height."""
GAP: Final = 20
LINE: Final = 19
"""Height of a text line below the tables."""
MOST_TABLES: Final = 8
"""Maximum number of tables side by side; longer matches only get smaller."""
WIDER, HIGHER = 1.7, 1.6
"""Maximum factors by which columns and rows are stretched to fill the paper."""
EDGE: Final = 30.0
"""Margin of the paper (points)."""
_PLACE: Final = QLocale.Country
LETTER: Final = frozenset(
    {
        *(_PLACE.Belize, _PLACE.Canada, _PLACE.Chile, _PLACE.Colombia, _PLACE.CostaRica),
        *(_PLACE.ElSalvador, _PLACE.Guatemala, _PLACE.Mexico, _PLACE.Nicaragua, _PLACE.Panama),
        *(_PLACE.Philippines, _PLACE.PuertoRico, _PLACE.UnitedStates, _PLACE.Venezuela),
    }
)
"""Countries whose usual paper size is Letter."""


Plan = tuple[tuple[tuple[int, ...], ...], ...]
"""Row numbers of the tables, by column of the page."""


def page_of(card: Scorecard, width: float, height: float) -> Drawing:
    """Lay a score card out on a page of these proportions, in any unit."""
    text = SheetText.of(card.sheet, card.names)
    columns = measured(text)

    def scale_of(plan: Plan) -> float:
        wide = _width(plan, columns.width)
        high: float = TOP + _heads(plan) + (_lines(plan) + 1) * ROW
        high += _footer_height(text, max(wide, high * (width / height)))
        return min(width / wide, height / high)

    plan = max(_plans(card.sheet.rows, len(text.rows)), key=scale_of)
    scale = scale_of(plan)
    drawing = Drawing(width / scale, height / scale)
    _draw(drawing, card, text, plan, columns)
    return drawing


def _plans(rows: Sequence[Row], count: int) -> Iterator[Plan]:
    """Yield the ways to distribute rows over tables; results stay below the last deals."""
    results = tuple(range(len(rows), count))
    ends = [number for number, row in enumerate(rows) if row.kind is Kind.HALF]
    if ends:
        starts = [0, *(end + 1 for end in ends)]
        tables = [
            tuple(range(start, end + 1)) for start, end in zip(starts[:-1], ends, strict=True)
        ]
        tables[-1] += results
        yield (tuple(tables),)
        yield tuple((table,) for table in tables)
        return
    for across in range(1, MOST_TABLES + 1):
        long = ceil((len(rows) + len(results)) / across) if rows else 1
        cut = [
            tuple(range(start, min(start + long, len(rows)))) for start in range(0, len(rows), long)
        ]
        tables = cut or [()]
        tables[-1] += results
        yield tuple((table,) for table in tables)


def _width(plan: Plan, table: float) -> float:
    """Return the width of a page with tables of this width."""
    return len(plan) * (table + GAP) - GAP


def _lines(plan: Plan) -> int:
    """Return the number of rows of the longest page column."""
    return max(sum(map(len, column)) for column in plan)


def _heads(plan: Plan) -> int:
    """Return the height of headers and gaps in the page column with the most tables."""
    return max(map(len, plan)) * (HEAD + GAP) - GAP


def _footer_lines(text: SheetText) -> list[str]:
    return [f"✗ {fault}" for fault in text.faults]


def _line_height(text: str, width: float) -> float:
    return LINE * ceil(metrics(Size.SMALL).horizontalAdvance(text) * 1.04 / max(width, 1.0))


def _footer_height(text: SheetText, width: float) -> float:
    lines = _footer_lines(text)
    return (12 if lines else 0) + sum(_line_height(line, width) for line in lines)


def _draw(drawing: Drawing, card: Scorecard, text: SheetText, plan: Plan, columns: Columns) -> None:
    stretch = min(WIDER, (drawing.width - _width(plan, 0.0)) / (len(plan) * columns.width))
    columns = columns.stretched(stretch)
    used = _width(plan, columns.width)
    left = (drawing.width - used) / 2
    room = drawing.height - TOP - _footer_height(text, used) - _heads(plan)
    row = max(ROW, min(ROW * HIGHER, room / (_lines(plan) + 1)))
    _draw_head(drawing, card, left, used)
    lowest = float(TOP)
    for number, tables in enumerate(plan):
        x, y = left + number * (columns.width + GAP), float(TOP)
        table = PageTable(drawing, text, columns, x, row)
        for rows in tables:
            y = table.draw(rows, y) + GAP
        lowest = max(lowest, y - GAP)
    label = table.rect(0, lowest, row).adjusted(LABEL_GAP, 0, 0, 0)
    first = table.rect(1, lowest, row, len(columns.boxes))
    _draw_number(drawing, card, label, first)
    y = lowest + row + 10
    for line in _footer_lines(text):
        rect = QRectF(left, y, used, _line_height(line, used))
        drawing.write(rect, line, LEFT, Size.SMALL, bold=True, ink=Ink.LOSS, wrap=True)
        y += rect.height()


def _draw_head(drawing: Drawing, card: Scorecard, left: float, width: float) -> None:
    title = game_title(card.game)
    text = " · ".join(part for part in (tr("Score sheet"), date_text(card.date)) if part)
    named = metrics(Size.TITLE, bold=True).horizontalAdvance(title)
    told = metrics(Size.SMALL).horizontalAdvance(text)
    # Above a narrow table the heading may be wider than the table.
    width = max(width, min(named + GAP + told, drawing.width - left))
    head = QRectF(left, 0, width, TOP - 14)
    drawing.write(head.adjusted(0, 0, -told - GAP, 0), title, LEFT, Size.TITLE, bold=True)
    drawing.write(head.adjusted(width - told - 1, 0, 0, 0), text, RIGHT, Size.SMALL, ink=Ink.QUIET)


def _draw_number(drawing: Drawing, card: Scorecard, label: QRectF, first: QRectF) -> None:
    """Draw the match number below the first player's cells, or a line to write it on."""
    drawing.write(label, tr("Match"), LEFT, Size.SMALL)
    if card.number is None:
        line = first.bottom() - 5
        drawing.rule(first.left() + 6, line, first.width() - 12, 0.8, Ink.QUIET)
        return
    drawing.write(first, tr("No. {number}").format(number=card.number), CENTRE)


def paper_size() -> QPageSize:
    """Return the system's usual paper size: Letter in some countries, otherwise A4."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_PAPER"))), "")
    place = QLocale(named) if "_" in named else QLocale.system()
    kinds = QPageSize.PageSizeId
    return QPageSize(kinds.Letter if place.territory() in LETTER else kinds.A4)


def paper_of(card: Scorecard) -> tuple[Drawing, QPageLayout.Orientation]:
    """Return the page in the orientation in which it is larger; landscape must be 12 % larger."""
    size = paper_size().size(QPageSize.Unit.Point)
    short, long = size.width() - 2 * EDGE, size.height() - 2 * EDGE
    upright = page_of(card, short, long)
    across = page_of(card, long, short)
    if long / across.width > 1.12 * short / upright.width:
        return across, QPageLayout.Orientation.Landscape
    return upright, QPageLayout.Orientation.Portrait


def pdf_of(card: Scorecard) -> bytes:
    """Render a score card as a one-page PDF of the system's paper size, with text as text."""
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
    """Paint a score card on a device; return False if painting cannot begin."""
    drawing, orientation = paper_of(card)
    size = paper_size()
    device.setPageLayout(QPageLayout(size, orientation, QMarginsF(0, 0, 0, 0)))
    painter = QPainter()
    if not painter.begin(device):
        return False
    dots = device.logicalDpiX() / 72
    painter.scale(dots, dots)
    room = QRectF(device.pageLayout().fullRect(QPageLayout.Unit.Point))
    fit(painter, drawing, room.adjusted(EDGE, EDGE, -EDGE, -EDGE))
    paint(painter, drawing.marks, theme=PRINTED)
    return painter.end()


def fit(painter: QPainter, drawing: Drawing, room: QRectF) -> float:
    """Translate and scale the painter so that the drawing fills the room; return the scale."""
    scale = min(room.width() / drawing.width, room.height() / drawing.height)
    painter.translate(room.left() + (room.width() - drawing.width * scale) / 2, room.top())
    painter.scale(scale, scale)
    return scale
