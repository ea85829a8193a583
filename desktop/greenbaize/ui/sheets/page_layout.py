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

from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.app.sheets.sheet_files import CREATOR, format_title
from greenbaize.rules.sheets import BoxPosition, BoxTone, RowKind, SheetRow
from greenbaize.ui.sheets.drawing import (
    ALIGN_CENTRE,
    ALIGN_LEFT,
    ALIGN_RIGHT,
    PRINT_THEME,
    ColorRole,
    OutlineItem,
    PageDrawing,
    RectItem,
    TextSize,
    page_font_metrics,
    paint_items,
)
from greenbaize.ui.sheets.sheet_text import SheetText
from greenbaize.ui.widgets.localized_texts import format_date
from greenbaize.words.catalogue import tr
from greenbaize.words.sheet_words import PLAYER_COLUMNS, SIGNED_COLUMNS, row_title
from greenbaize.words.titles import column_level, column_short_title, column_title, game_title

HEADER_HEIGHT: Final = 42
"""Height of a table's two header lines."""
CELL_PADDING: Final = 4
LABEL_GAP: Final = 6
NUMBER_WIDTH: Final = 24
MIN_CELL_WIDTH: Final = 28
MAX_NAME_WIDTH: Final = 62
MAX_PERSON_WIDTH: Final = 46
"""Maximum width reserved for names; they are elided only if the column is not wider."""
THICK_LINE, FINE_LINE = 1.6, 0.8


class ColumnWidths(NamedTuple):
    """Widths of the label, of each cell of a player, and of each cell beside the players."""

    label: float
    cells: tuple[float, ...]
    side: tuple[float, ...]
    player_count: int

    @property
    def total_width(self) -> float:
        return self.label + self.player_count * sum(self.cells) + sum(self.side)

    def stretch_columns(self, factor: float) -> "ColumnWidths":
        boxes, side = (tuple(width * factor for width in part) for part in (self.cells, self.side))
        return ColumnWidths(self.label * factor, boxes, side, self.player_count)


def measure_column_widths(text: SheetText) -> ColumnWidths:
    """Measure the column widths that all rows of a sheet need."""
    rows, seats = list(enumerate(text.rows)), range(len(text.names))
    bold = page_font_metrics(TextSize.NORMAL, bold=True)

    def column_width(column: str, cells: Iterable[BoxPosition]) -> float:
        widths = [bold.horizontalAdvance(text.cell_text(cell)) for cell in cells]
        if column in PLAYER_COLUMNS:
            widths = [min(text_width, MAX_PERSON_WIDTH) for text_width in widths]
        small = page_font_metrics(TextSize.SMALL)
        title = max(
            map(small.horizontalAdvance, (column_short_title(column), column_level(column)))
        )
        return max([title, *widths, MIN_CELL_WIDTH - 2 * CELL_PADDING]) + 2 * CELL_PADDING

    unspanned_cells = [
        (row_index, seat)
        for row_index, _ in rows
        for seat in seats
        if not text.is_spanning(row_index, seat)
    ]
    boxes = tuple(
        column_width(
            column,
            (BoxPosition(row_index, seat, column_index) for row_index, seat in unspanned_cells),
        )
        for column_index, column in enumerate(text.sheet.columns)
    )
    side = tuple(
        column_width(
            column,
            (
                BoxPosition(row_index, None, column_index)
                for row_index, row in rows
                if len(row.side_boxes) > column_index
            ),
        )
        for column_index, column in enumerate(text.sheet.side_columns)
    )
    names = max((bold.horizontalAdvance(name) for name in text.names), default=0)
    spans = [
        bold.horizontalAdvance(text.cell_text(BoxPosition(row_index, seat, 0)))
        for row_index, _ in rows
        for seat in seats
        if text.is_spanning(row_index, seat)
    ]
    min_width = max([min(names, MAX_NAME_WIDTH), *spans]) + 2 * CELL_PADDING
    if boxes and sum(boxes) < min_width:
        boxes = tuple(cell_width * min_width / sum(boxes) for cell_width in boxes)
    label = max(
        bold.horizontalAdvance(row_title(row))
        + (NUMBER_WIDTH if row.kind is RowKind.DEAL and row.title else 0)
        for row in (*text.rows, SheetRow(0, (), kind=RowKind.RESULT, title="rating"))
    )
    return ColumnWidths(label + 2 * LABEL_GAP, boxes, side, len(text.names))


class PageTablePainter:
    """Painter of one table of a page; ``x`` is its left edge, ``row`` the row height.

    Columns are numbered from the label on, then each player's cells, then the side cells.
    """

    def __init__(
        self, drawing: PageDrawing, text: SheetText, columns: ColumnWidths, x: float, row: float
    ) -> None:
        self._drawing, self._text, self._row_height = drawing, text, row
        self._table_width, self._cells_per_player = columns.total_width, len(columns.cells)
        self._first_side_column = 1 + columns.player_count * self._cells_per_player
        """Index of the first side column."""
        self._widths = [columns.label, *columns.cells * columns.player_count, *columns.side]
        self._column_edges = [x]
        """Left edge of each column, and the right edge of the last one."""
        player = sum(columns.cells)
        for seat in range(columns.player_count):
            left = x + columns.label + seat * player
            self._column_edges += accumulate(columns.cells[:-1], initial=left)
        left = x + columns.label + columns.player_count * player
        self._column_edges += accumulate(columns.side, initial=left)

    def draw_rows(self, numbers: Sequence[int], y: float) -> float:
        """Draw the header and these rows; return the lower edge of the table."""
        top, y = y, y + HEADER_HEIGHT
        previous_row: SheetRow | None = None
        cells_bottom = y
        for number in numbers:
            row = self._text.rows[number]
            self._draw_row_background(row, previous_row, y)
            self._draw_label(row, y)
            self._draw_cells(number, row, y)
            y += self._row_height
            cells_bottom = (
                y if row.kind is not RowKind.RESULT or row.title == "total" else cells_bottom
            )
            previous_row = row
        self._draw_header(top)
        self._draw_vertical_lines(top, y, cells_bottom)
        self._draw_horizontal_line(y, THICK_LINE, ColorRole.INK)
        return y

    def columns_rect(self, first: int, y: float, height: float, columns: int = 1) -> QRectF:
        """Return the rectangle of some columns from the ``first`` on."""
        return QRectF(
            self._column_edges[first], y, sum(self._widths[first : first + columns]), height
        )

    def _draw_horizontal_line(self, y: float, thick: float, ink: ColorRole) -> None:
        self._drawing.add_horizontal_line(self._column_edges[0], y, self._table_width, thick, ink)

    def _draw_header(self, y: float) -> None:
        sheet, half = self._text.sheet, HEADER_HEIGHT / 2
        for seat, name in enumerate(self._text.names):
            rect = self.columns_rect(
                1 + seat * self._cells_per_player, y, half, self._cells_per_player
            )
            self._drawing.add_text(rect.adjusted(3, 0, -3, 0), name, ALIGN_CENTRE, bold=True)
        columns = (*sheet.columns * len(self._text.names), *sheet.side_columns)
        for column_index, column in enumerate(columns, 1):
            inner = self.columns_rect(column_index, y + half, half).adjusted(
                CELL_PADDING, 0, -CELL_PADDING, 0
            )
            title = column_title(column)
            if page_font_metrics(TextSize.SMALL).horizontalAdvance(title) > inner.width():
                title = column_short_title(column)
                if level := column_level(column):
                    level_rect = inner.translated(0, -half)
                    self._drawing.add_text(
                        level_rect,
                        level,
                        _column_alignment(column),
                        TextSize.SMALL,
                        ink=ColorRole.QUIET,
                    )
            self._drawing.add_text(
                inner, title, _column_alignment(column), TextSize.SMALL, ink=ColorRole.QUIET
            )
        self._draw_horizontal_line(y + HEADER_HEIGHT, THICK_LINE, ColorRole.INK)

    def _draw_row_background(self, row: SheetRow, previous_row: SheetRow | None, y: float) -> None:
        if row.is_current:
            row_rect = QRectF(self._column_edges[0], y, self._table_width, self._row_height)
            self._drawing.items.append(RectItem(row_rect, ColorRole.TINT))
        if previous_row is not None and row.kind is previous_row.kind:
            self._draw_horizontal_line(y, FINE_LINE, ColorRole.LINE)
        elif previous_row is not None:
            self._draw_horizontal_line(y, THICK_LINE, ColorRole.INK)

    def _draw_vertical_lines(self, top: float, bottom: float, cells_bottom: float) -> None:
        for column_index, x in enumerate(self._column_edges[1:-1], 1):
            if column_index in (1, self._first_side_column):
                self._drawing.add_vertical_line(x, top, bottom - top, THICK_LINE, ColorRole.INK)
            elif (
                column_index < self._first_side_column
                and column_index % self._cells_per_player == 1 % self._cells_per_player
            ):
                self._drawing.add_vertical_line(
                    x, top, bottom - top, FINE_LINE * 1.25, ColorRole.INK
                )
            else:
                self._drawing.add_vertical_line(
                    x,
                    top + HEADER_HEIGHT,
                    cells_bottom - top - HEADER_HEIGHT,
                    FINE_LINE,
                    ColorRole.LINE,
                )

    def _draw_label(self, row: SheetRow, y: float) -> None:
        room = self.columns_rect(0, y, self._row_height).adjusted(LABEL_GAP, 0, -LABEL_GAP, 0)
        if row.kind is RowKind.DEAL:
            has_titles = any(deal.title for deal in self._text.sheet.rows)
            ink = ColorRole.QUIET if has_titles and not row.is_current else ColorRole.INK
            number, align = room, ALIGN_CENTRE
            if has_titles:
                number, align = (
                    QRectF(room.x(), y, NUMBER_WIDTH - LABEL_GAP, self._row_height),
                    ALIGN_RIGHT,
                )
            self._drawing.add_text(number, str(row.label), align, TextSize.SMALL, ink=ink)
            room = room.adjusted(NUMBER_WIDTH, 0, 0, 0)
        if row.title:
            heavy = row.is_current or row.kind is RowKind.HALF or row.title == "total"
            self._drawing.add_text(room, row_title(row), ALIGN_LEFT, bold=heavy)

    def _draw_cells(self, number: int, row: SheetRow, y: float) -> None:
        sheet = self._text.sheet
        for seat, boxes in enumerate(row.boxes):
            first = 1 + seat * self._cells_per_player
            if self._text.is_spanning(number, seat):
                self._draw_spanning_cell(BoxPosition(number, seat, 0), row.title, first, y)
                continue
            for column_index, column in enumerate(sheet.columns[: len(boxes)]):
                rect = self.columns_rect(first + column_index, y, self._row_height)
                self._draw_cell(BoxPosition(number, seat, column_index), column, rect)
        for column_index, column in enumerate(sheet.side_columns[: len(row.side_boxes)]):
            rect = self.columns_rect(self._first_side_column + column_index, y, self._row_height)
            self._draw_cell(BoxPosition(number, None, column_index), column, rect)

    def _draw_spanning_cell(self, cell: BoxPosition, title: str, first: int, y: float) -> None:
        text = self._text.cell_text(cell)
        if title in ("total", "penalties"):
            last = self.columns_rect(first + self._cells_per_player - 1, y, self._row_height)
            self._drawing.add_text(
                last.adjusted(CELL_PADDING, 0, -CELL_PADDING, 0),
                text,
                ALIGN_RIGHT,
                bold=title == "total",
            )
            return
        rect, strong = (
            self.columns_rect(first, y, self._row_height, self._cells_per_player),
            BoxTone.STRONG,
        )
        self._drawing.add_text(
            rect, text, ALIGN_CENTRE, bold=self._text.cell_box(cell).tone is strong
        )

    def _draw_cell(self, cell: BoxPosition, column: str, rect: QRectF) -> None:
        box = self._text.cell_box(cell)
        self._drawing.cell_rects[cell] = rect
        if box.is_wrong:
            self._drawing.items.append(OutlineItem(rect))
        text = self._text.cell_text(cell)
        if not text:
            return
        is_summary = self._text.rows[cell.row].kind is not RowKind.DEAL
        bold = box.tone in (BoxTone.STRONG, BoxTone.FAILED) or is_summary
        ink = ColorRole.QUIET if box.tone is BoxTone.QUIET and not is_summary else ColorRole.INK
        if box.is_wrong or box.tone is BoxTone.FAILED:
            ink = ColorRole.LOSS
        size = TextSize.SMALL if column in PLAYER_COLUMNS else TextSize.NORMAL
        inner = rect.adjusted(CELL_PADDING, 0, -CELL_PADDING, 0)
        self._drawing.add_text(inner, text, _column_alignment(column), size, bold=bold, ink=ink)


def _column_alignment(column: str) -> Qt.AlignmentFlag:
    column = column.partition(".")[0]
    if column in PLAYER_COLUMNS or column == "stake":
        return ALIGN_LEFT
    return (
        ALIGN_RIGHT
        if column in SIGNED_COLUMNS or column in ("total", "card_points", "banks")
        else ALIGN_CENTRE
    )


HEADING_HEIGHT: Final = 46
"""Height of the page heading."""
MIN_ROW_HEIGHT: Final = 20
"""Minimum row height."""
TABLE_GAP: Final = 20
FOOTER_LINE_HEIGHT: Final = 19
"""Height of a text line below the tables."""
MAX_TABLES: Final = 8
"""Maximum number of tables side by side; longer matches only get smaller."""
MAX_COLUMN_STRETCH, MAX_ROW_STRETCH = 1.7, 1.6
"""Maximum factors by which columns and rows are stretched to fill the paper."""
PAPER_MARGIN: Final = 30.0
"""Margin of the paper (points)."""
_COUNTRY: Final = QLocale.Country
LETTER_COUNTRIES: Final = frozenset(
    {
        _COUNTRY.Belize,
        _COUNTRY.Canada,
        _COUNTRY.Chile,
        _COUNTRY.Colombia,
        _COUNTRY.CostaRica,
        _COUNTRY.ElSalvador,
        _COUNTRY.Guatemala,
        _COUNTRY.Mexico,
        _COUNTRY.Nicaragua,
        _COUNTRY.Panama,
        _COUNTRY.Philippines,
        _COUNTRY.PuertoRico,
        _COUNTRY.UnitedStates,
        _COUNTRY.Venezuela,
    }
)
"""Countries whose usual paper size is Letter."""


PagePlan = tuple[tuple[tuple[int, ...], ...], ...]
"""Row numbers of the tables, by column of the page."""


def lay_out_page(scorecard: Scorecard, width: float, height: float) -> PageDrawing:
    """Lay a score card out on a page of these proportions, in any unit."""
    text = SheetText.from_sheet(scorecard.sheet, scorecard.names)
    columns = measure_column_widths(text)

    def scale_of(plan: PagePlan) -> float:
        wide = _page_width(plan, columns.total_width)
        high: float = (
            HEADING_HEIGHT + _headers_height(plan) + (_max_row_count(plan) + 1) * MIN_ROW_HEIGHT
        )
        high += _footer_height(scorecard, text, max(wide, high * (width / height)))
        return min(width / wide, height / high)

    plan = max(_possible_plans(scorecard.sheet.rows, len(text.rows)), key=scale_of)
    scale = scale_of(plan)
    drawing = PageDrawing(width / scale, height / scale)
    _draw_page(drawing, scorecard, text, plan, columns)
    return drawing


def _possible_plans(rows: Sequence[SheetRow], count: int) -> Iterator[PagePlan]:
    """Yield the ways to distribute rows over tables; results stay below the last deals."""
    results = tuple(range(len(rows), count))
    ends = [number for number, row in enumerate(rows) if row.kind is RowKind.HALF]
    if ends:
        starts = [0, *(end + 1 for end in ends)]
        tables = [
            tuple(range(start, end + 1)) for start, end in zip(starts[:-1], ends, strict=True)
        ]
        tables[-1] += results
        yield (tuple(tables),)
        yield tuple((table,) for table in tables)
        return
    for across in range(1, MAX_TABLES + 1):
        rows_per_table = ceil((len(rows) + len(results)) / across) if rows else 1
        deal_tables = [
            tuple(range(start, min(start + rows_per_table, len(rows))))
            for start in range(0, len(rows), rows_per_table)
        ]
        tables = deal_tables or [()]
        tables[-1] += results
        yield tuple((table,) for table in tables)


def _page_width(plan: PagePlan, table: float) -> float:
    """Return the width of a page with tables of this width."""
    return len(plan) * (table + TABLE_GAP) - TABLE_GAP


def _max_row_count(plan: PagePlan) -> int:
    """Return the number of rows of the longest page column."""
    return max(sum(map(len, column)) for column in plan)


def _headers_height(plan: PagePlan) -> int:
    """Return the height of headers and gaps in the page column with the most tables."""
    return max(map(len, plan)) * (HEADER_HEIGHT + TABLE_GAP) - TABLE_GAP


def _footer_lines(scorecard: Scorecard, text: SheetText) -> list[tuple[str, ColorRole]]:
    """Return the lines below the tables: failed checks, and what the table has set."""
    lines = [(f"✗ {fault}", ColorRole.LOSS) for fault in text.faults]
    return lines + ([(scorecard.rules_text, ColorRole.QUIET)] if scorecard.rules_text else [])


def _line_height(text: str, width: float) -> float:
    return FOOTER_LINE_HEIGHT * ceil(
        page_font_metrics(TextSize.SMALL).horizontalAdvance(text) * 1.04 / max(width, 1.0)
    )


def _footer_height(scorecard: Scorecard, text: SheetText, width: float) -> float:
    lines = _footer_lines(scorecard, text)
    return (12 if lines else 0) + sum(_line_height(line, width) for line, _ in lines)


def _draw_page(
    drawing: PageDrawing,
    scorecard: Scorecard,
    text: SheetText,
    plan: PagePlan,
    columns: ColumnWidths,
) -> None:
    stretch = min(
        MAX_COLUMN_STRETCH,
        (drawing.width - _page_width(plan, 0.0)) / (len(plan) * columns.total_width),
    )
    columns = columns.stretch_columns(stretch)
    used = _page_width(plan, columns.total_width)
    left = (drawing.width - used) / 2
    footer_height = _footer_height(scorecard, text, used)
    room = drawing.height - HEADING_HEIGHT - footer_height - _headers_height(plan)
    row = max(
        MIN_ROW_HEIGHT, min(MIN_ROW_HEIGHT * MAX_ROW_STRETCH, room / (_max_row_count(plan) + 1))
    )
    _draw_heading(drawing, scorecard, left, used)
    lowest = float(HEADING_HEIGHT)
    for number, tables in enumerate(plan):
        x, y = left + number * (columns.total_width + TABLE_GAP), float(HEADING_HEIGHT)
        table = PageTablePainter(drawing, text, columns, x, row)
        for rows in tables:
            y = table.draw_rows(rows, y) + TABLE_GAP
        lowest = max(lowest, y - TABLE_GAP)
    label = table.columns_rect(0, lowest, row).adjusted(LABEL_GAP, 0, 0, 0)
    first = table.columns_rect(1, lowest, row, len(columns.cells))
    _draw_match_number(drawing, scorecard, label, first)
    y = lowest + row + 10
    for line, ink in _footer_lines(scorecard, text):
        rect = QRectF(left, y, used, _line_height(line, used))
        is_bold = ink is ColorRole.LOSS
        drawing.add_text(rect, line, ALIGN_LEFT, TextSize.SMALL, bold=is_bold, ink=ink, wrap=True)
        y += rect.height()


def _draw_heading(drawing: PageDrawing, scorecard: Scorecard, left: float, width: float) -> None:
    title = game_title(scorecard.game)
    text = " · ".join(part for part in (tr("Score sheet"), format_date(scorecard.date)) if part)
    title_width = page_font_metrics(TextSize.TITLE, bold=True).horizontalAdvance(title)
    date_width = page_font_metrics(TextSize.SMALL).horizontalAdvance(text)
    # Above a narrow table the heading may be wider than the table.
    width = max(width, min(title_width + TABLE_GAP + date_width, drawing.width - left))
    head = QRectF(left, 0, width, HEADING_HEIGHT - 14)
    drawing.add_text(
        head.adjusted(0, 0, -date_width - TABLE_GAP, 0),
        title,
        ALIGN_LEFT,
        TextSize.TITLE,
        bold=True,
    )
    drawing.add_text(
        head.adjusted(width - date_width - 1, 0, 0, 0),
        text,
        ALIGN_RIGHT,
        TextSize.SMALL,
        ink=ColorRole.QUIET,
    )


def _draw_match_number(
    drawing: PageDrawing, scorecard: Scorecard, label: QRectF, first: QRectF
) -> None:
    """Draw the match number below the first player's cells, or a line to write it on."""
    drawing.add_text(label, tr("Match"), ALIGN_LEFT, TextSize.SMALL)
    if scorecard.match_number is None:
        line = first.bottom() - 5
        drawing.add_horizontal_line(
            first.left() + 6, line, first.width() - 12, 0.8, ColorRole.QUIET
        )
        return
    drawing.add_text(first, tr("No. {number}").format(number=scorecard.match_number), ALIGN_CENTRE)


def system_paper_size() -> QPageSize:
    """Return the system's usual paper size: Letter in some countries, otherwise A4."""
    locale_name = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_PAPER"))), "")
    locale = QLocale(locale_name) if "_" in locale_name else QLocale.system()
    kinds = QPageSize.PageSizeId
    return QPageSize(kinds.Letter if locale.territory() in LETTER_COUNTRIES else kinds.A4)


def choose_paper_orientation(scorecard: Scorecard) -> tuple[PageDrawing, QPageLayout.Orientation]:
    """Return the page in the orientation in which it is larger; landscape must be 12 % larger."""
    size = system_paper_size().size(QPageSize.Unit.Point)
    short, long = size.width() - 2 * PAPER_MARGIN, size.height() - 2 * PAPER_MARGIN
    upright = lay_out_page(scorecard, short, long)
    across = lay_out_page(scorecard, long, short)
    if long / across.width > 1.12 * short / upright.width:
        return across, QPageLayout.Orientation.Landscape
    return upright, QPageLayout.Orientation.Portrait


def render_pdf(scorecard: Scorecard) -> bytes:
    """Render a score card as a one-page PDF of the system's paper size, with text as text."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(format_title(scorecard))
    writer.setCreator(CREATOR)
    writer.setResolution(1200)
    paint_page(writer, scorecard)
    buffer.close()
    return bytes(data.data())


def paint_page(device: QPagedPaintDevice, scorecard: Scorecard) -> bool:
    """Paint a score card on a device; return False if painting cannot begin."""
    drawing, orientation = choose_paper_orientation(scorecard)
    size = system_paper_size()
    device.setPageLayout(QPageLayout(size, orientation, QMarginsF(0, 0, 0, 0)))
    painter = QPainter()
    if not painter.begin(device):
        return False
    dots = device.logicalDpiX() / 72
    painter.scale(dots, dots)
    room = QRectF(device.pageLayout().fullRect(QPageLayout.Unit.Point))
    fit_painter(
        painter, drawing, room.adjusted(PAPER_MARGIN, PAPER_MARGIN, -PAPER_MARGIN, -PAPER_MARGIN)
    )
    paint_items(painter, drawing.items, theme=PRINT_THEME)
    return painter.end()


def fit_painter(painter: QPainter, drawing: PageDrawing, room: QRectF) -> float:
    """Translate and scale the painter so that the drawing fills the room; return the scale."""
    scale = min(room.width() / drawing.width, room.height() / drawing.height)
    painter.translate(room.left() + (room.width() - drawing.width * scale) / 2, room.top())
    painter.scale(scale, scale)
    return scale
