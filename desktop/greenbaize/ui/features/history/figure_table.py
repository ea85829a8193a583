"""A small table of labels and figures that can be copied as text."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPalette,
)
from PySide6.QtWidgets import (
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from greenbaize.ui.cards.suit_text import SuitDelegate
from greenbaize.ui.features.history.history_window import configure_row_table
from greenbaize.ui.widgets.font_sizes import normal_font
from greenbaize.ui.widgets.plain_text import set_tooltip
from greenbaize.words.spoken import has_suit_sign

FIGURE_ROW_PADDING: Final = 9
"""Extra height of a row over its text (px)."""
FIGURE_COLUMN_PADDING: Final = 18
"""Extra width of a figure column over its text (px)."""
BAR_ROLE: Final = Qt.ItemDataRole.UserRole
"""Item data role of the length of a row's bar (0 to 1)."""
BAR_ALPHA: Final = 46
"""Opacity of a bar (0 to 255)."""
LEFT_ALIGNED: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT_ALIGNED: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class FigureRow(NamedTuple):
    """A row: its cells, the length of its bar (0 to 1, or None), and its emphasis."""

    cells: tuple[str, ...]
    bar_fraction: float | None = None
    is_bold: bool = False
    is_faint: bool = False


class FigureTable(QTableWidget):
    """Table of labels and figures.

    With ``shows_all_rows`` the table is as high as its rows and never scrolls by itself.
    """

    def __init__(self, parent: QWidget, *, shows_all_rows: bool = True) -> None:
        super().__init__(parent)
        self.shows_all_rows = shows_all_rows
        self.content_width = 0
        """Width at which no text is elided (px)."""
        configure_row_table(self, FIGURE_ROW_PADDING)
        self.setItemDelegate(_BarDelegate(self))
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setFont(normal_font(bold=True, fixed=True))
        header.setMinimumSectionSize(24)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if shows_all_rows:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_figures(self, headings: Sequence[str], figure_rows: Sequence[FigureRow]) -> None:
        self.setAccessibleName(headings[0])
        self.setColumnCount(len(headings))
        self.setRowCount(len(figure_rows))
        for column, heading in enumerate(headings):
            item = QTableWidgetItem(heading)
            item.setTextAlignment(RIGHT_ALIGNED if column else LEFT_ALIGNED)
            set_tooltip(item, heading)
            self.setHorizontalHeaderItem(column, item)
        bold, faint = normal_font(bold=True, fixed=True), QPalette.ColorRole.PlaceholderText
        for row, figure_row in enumerate(figure_rows):
            for column, text in enumerate(figure_row.cells):
                item = QTableWidgetItem(text)
                item.setTextAlignment(RIGHT_ALIGNED if column else LEFT_ALIGNED)
                if not column:
                    set_tooltip(item, text)
                    item.setData(BAR_ROLE, figure_row.bar_fraction)
                if figure_row.is_bold:
                    item.setFont(bold)
                if figure_row.is_faint:
                    item.setForeground(self.palette().brush(faint))
                self.setItem(row, column, item)
        self._resize_columns(headings, figure_rows)
        self.clearSelection()
        self.setMaximumHeight(self.full_height())
        self.updateGeometry()

    def _resize_columns(self, headings: Sequence[str], figure_rows: Sequence[FigureRow]) -> None:
        """Fit the figure columns to their text and give the rest to the label column."""
        header = self.horizontalHeader()
        bold = QFontMetrics(normal_font(bold=True, fixed=True))
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, heading in list(enumerate(headings))[1:]:
            texts = {heading, *(figure_row.cells[column] for figure_row in figure_rows)}
            self.setColumnWidth(
                column, max(map(bold.horizontalAdvance, texts)) + FIGURE_COLUMN_PADDING
            )
        label_texts = {headings[0], *(figure_row.cells[0] for figure_row in figure_rows)}
        figures = sum(map(self.columnWidth, range(1, len(headings))))
        self.content_width = (
            max(map(bold.horizontalAdvance, label_texts)) + FIGURE_COLUMN_PADDING + figures
        )

    def cell_text(self, row: int, column: int) -> str:
        item = self.item(row, column)
        return "" if item is None else item.text()

    @property
    def row_labels(self) -> list[str]:
        """Texts of the first column."""
        return [self.cell_text(row, 0) for row in range(self.rowCount())]

    def full_height(self) -> int:
        rows = self.verticalHeader().defaultSectionSize() * self.rowCount()
        return self.horizontalHeader().sizeHint().height() + rows + 2 * self.frameWidth()

    def sizeHint(self) -> QSize:
        return QSize(300, self.full_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.full_height() if self.shows_all_rows else 120)

    def format_selected_rows(self) -> str:
        """Return the headings and the selected rows, or all rows, as tab-separated lines."""
        selected_rows = sorted({index.row() for index in self.selectedIndexes()})
        columns, horizontal = range(self.columnCount()), Qt.Orientation.Horizontal
        rows = [[str(self.model().headerData(column, horizontal)) for column in columns]]
        for row in selected_rows or range(self.rowCount()):
            rows += [[self.cell_text(row, column) for column in columns]]
        return "".join("\t".join(cells) + "\n" for cells in rows)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.format_selected_rows())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.rowCount():
            self.setCurrentCell(0, 0)
            self.clearSelection()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Clear the selection, unless the focus goes to a menu over the table."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.clearSelection()


class _BarDelegate(SuitDelegate):
    """Delegate that draws a row's bar behind its text, and suit signs in their colours."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        bar_fraction = index.sibling(index.row(), 0).data(BAR_ROLE)
        if bar_fraction is not None:
            table = self.parent()
            assert isinstance(table, FigureTable)
            table_width = table.viewport().width()
            bar = QRectF(
                0, option.rect.top() + 1, table_width * bar_fraction, option.rect.height() - 2
            )
            colour = QColor(option.palette.link().color())
            colour.setAlpha(BAR_ALPHA)
            painter.save()
            painter.setClipRect(option.rect)
            painter.fillRect(bar, colour)
            painter.restore()
        if has_suit_sign(str(index.data())):
            super().paint(painter, option, index)
        else:
            QStyledItemDelegate.paint(self, painter, option, index)
