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

from greenbaize.ui.cards.suited import SuitDelegate
from greenbaize.ui.features.history.history_window import show_rows
from greenbaize.ui.widgets.lettering import normal
from greenbaize.ui.widgets.plain import set_tip
from greenbaize.words.spoken import names_suits

AROUND: Final = 9
"""Extra height of a row over its text (px)."""
BESIDE: Final = 18
"""Extra width of a figure column over its text (px)."""
BAR_ROLE: Final = Qt.ItemDataRole.UserRole
"""Item data role of the length of a row's bar (0 to 1)."""
BAR: Final = 46
"""Opacity of a bar (0 to 255)."""
LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Line(NamedTuple):
    """A row: its cells, the length of its bar (0 to 1, or None), and its emphasis."""

    cells: tuple[str, ...]
    share: float | None = None
    strong: bool = False
    quiet: bool = False


class FigureTable(QTableWidget):
    """Table of labels and figures.

    With ``shows_all_rows`` the table is as high as its rows and never scrolls by itself.
    """

    def __init__(self, parent: QWidget, *, whole: bool = True) -> None:
        super().__init__(parent)
        self.whole = whole
        self.least_width = 0
        """Width at which no text is elided (px)."""
        show_rows(self, AROUND)
        self.setItemDelegate(_Bars(self))
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setFont(normal(bold=True, fixed=True))
        header.setMinimumSectionSize(24)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if whole:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_lines(self, headings: Sequence[str], lines: Sequence[Line]) -> None:
        self.setAccessibleName(headings[0])
        self.setColumnCount(len(headings))
        self.setRowCount(len(lines))
        for column, heading in enumerate(headings):
            item = QTableWidgetItem(heading)
            item.setTextAlignment(RIGHT if column else LEFT)
            set_tip(item, heading)
            self.setHorizontalHeaderItem(column, item)
        bold, faint = normal(bold=True, fixed=True), QPalette.ColorRole.PlaceholderText
        for row, line in enumerate(lines):
            for column, text in enumerate(line.cells):
                item = QTableWidgetItem(text)
                item.setTextAlignment(RIGHT if column else LEFT)
                if not column:
                    set_tip(item, text)
                    item.setData(BAR_ROLE, line.share)
                if line.strong:
                    item.setFont(bold)
                if line.quiet:
                    item.setForeground(self.palette().brush(faint))
                self.setItem(row, column, item)
        self._size_columns(headings, lines)
        self.clearSelection()
        self.setMaximumHeight(self.full_height())
        self.updateGeometry()

    def _size_columns(self, headings: Sequence[str], lines: Sequence[Line]) -> None:
        """Fit the figure columns to their text and give the rest to the label column."""
        header = self.horizontalHeader()
        bold = QFontMetrics(normal(bold=True, fixed=True))
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, heading in list(enumerate(headings))[1:]:
            texts = {heading, *(line.cells[column] for line in lines)}
            self.setColumnWidth(column, max(map(bold.horizontalAdvance, texts)) + BESIDE)
        words = {headings[0], *(line.cells[0] for line in lines)}
        figures = sum(map(self.columnWidth, range(1, len(headings))))
        self.least_width = max(map(bold.horizontalAdvance, words)) + BESIDE + figures

    def text(self, row: int, column: int) -> str:
        item = self.item(row, column)
        return "" if item is None else item.text()

    @property
    def labels(self) -> list[str]:
        """Texts of the first column."""
        return [self.text(row, 0) for row in range(self.rowCount())]

    def full_height(self) -> int:
        rows = self.verticalHeader().defaultSectionSize() * self.rowCount()
        return self.horizontalHeader().sizeHint().height() + rows + 2 * self.frameWidth()

    def sizeHint(self) -> QSize:
        return QSize(300, self.full_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.full_height() if self.whole else 120)

    def copied(self) -> str:
        """Return the headings and the selected rows, or all rows, as tab-separated lines."""
        chosen = sorted({index.row() for index in self.selectedIndexes()})
        columns, across = range(self.columnCount()), Qt.Orientation.Horizontal
        rows = [[str(self.model().headerData(column, across)) for column in columns]]
        for row in chosen or range(self.rowCount()):
            rows += [[self.text(row, column) for column in columns]]
        return "".join("\t".join(cells) + "\n" for cells in rows)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.copied())
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


class _Bars(SuitDelegate):
    """Delegate that draws a row's bar behind its text, and suit signs in their colours."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        share = index.sibling(index.row(), 0).data(BAR_ROLE)
        if share is not None:
            table = self.parent()
            assert isinstance(table, FigureTable)
            whole = table.viewport().width()
            bar = QRectF(0, option.rect.top() + 1, whole * share, option.rect.height() - 2)
            tone = QColor(option.palette.link().color())
            tone.setAlpha(BAR)
            painter.save()
            painter.setClipRect(option.rect)
            painter.fillRect(bar, tone)
            painter.restore()
        if names_suits(str(index.data())):
            super().paint(painter, option, index)
        else:
            QStyledItemDelegate.paint(self, painter, option, index)
