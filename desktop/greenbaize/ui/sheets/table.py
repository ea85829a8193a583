"""The ruled part of a score sheet: a table view that fits its rows to the paper."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from greenbaize.ui.sheets.marks import Colours, paint, screen_colours
from greenbaize.ui.sheets.pad import Arrangement, Pad, pad_letters, take_fonts
from greenbaize.ui.sheets.sheet_text import SheetModel
from greenbaize.ui.theme import Theme


class SheetTable(QTableView):
    """Shows a ``SheetModel``; rows grow and shrink with the room, then it scrolls.

    It takes the keyboard by Tab only: a click leaves it with the cards.
    """

    def __init__(self, model: SheetModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet = model
        self.pad = Pad(model)
        self.colours: Colours = screen_colours(theme)
        self.setModel(model)
        self.setItemDelegate(_Boxes(self))
        self.setHorizontalHeader(_Head(Qt.Orientation.Horizontal, self))
        self.setVerticalHeader(_Head(Qt.Orientation.Vertical, self))
        self.setCornerButtonEnabled(False)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Write in another theme's colours, as large as sheets are written now."""
        self.colours = screen_colours(theme)
        take_fonts()
        palette = QPalette(self.palette())
        paper = QColor(theme.paper)
        for role in (QPalette.ColorRole.Base, QPalette.ColorRole.Window, QPalette.ColorRole.Button):
            palette.setColor(role, paper)
        self.setPalette(palette)
        for head in (self.horizontalHeader(), self.verticalHeader()):
            head.setPalette(palette)
            head.viewport().update()
        corner = self.findChild(QAbstractButton)
        if corner is not None:
            # Qt draws a raised header here, and nothing but a style sheet makes it paper.
            corner.setStyleSheet(
                "QTableCornerButton::section { border: 0; border-bottom: 2px solid "
                f"{theme.ink}; background: {theme.paper}; }}"
            )
        self.fit()
        self.viewport().update()

    def keep_current_in_view(self) -> None:
        """Scroll so that the current row is seen."""
        row = self._sheet.text.current_row
        if row is not None:
            self.scrollTo(self._sheet.index(row, 0))

    def fit(self) -> None:
        """Fit rows and writing to what the model holds now."""
        self.pad.measure_columns()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self.keep_current_in_view()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 120)

    @property
    def lowest_height(self) -> int:
        """How high it is at least with all rows seen, in pixels."""
        rows = self._sheet.rowCount() * self.pad.row_heights[0]
        return self.horizontalHeader().sizeHint().height() + rows + 2 * self.frameWidth() + 2

    def _fit(self) -> None:
        rows, columns, pad = self._sheet.rowCount(), self._sheet.columnCount(), self.pad
        if not rows or not columns:
            return
        head = self.horizontalHeader().sizeHint().height()
        pad.arrangement = Arrangement.LINE
        low, _ = pad.row_heights
        # Rows of one line may spare the bar at the side, which now takes their room.
        spared = head + rows * low <= self.height()
        width = self.width() - pad.label_width if spared else self.viewport().width()
        fitting = (one for one in Arrangement if pad.column_width(one) <= width // columns)
        pad.arrangement = next(fitting, Arrangement.TIGHT)
        scrolls = self._fit_columns(width)
        bar = self.horizontalScrollBar().sizeHint().height() if scrolls else 0
        low, high = pad.row_heights
        self.setMaximumHeight(head + rows * high + bar)
        height = max(low, min(high, (self.height() - head - bar) // rows))
        if self.verticalHeader().defaultSectionSize() != height:
            self.verticalHeader().setDefaultSectionSize(height)

    def _fit_columns(self, width: int) -> bool:
        """Share the room among the columns; whether some of them can only be seen by scrolling."""
        head, pad = self.horizontalHeader(), self.pad
        least, share = pad.column_width(Arrangement.TIGHT), width // self._sheet.columnCount()
        mode = QHeaderView.ResizeMode.Stretch if share >= least else QHeaderView.ResizeMode.Fixed
        pad.column = max(least, share)
        if head.sectionResizeMode(0) is not mode:
            head.setSectionResizeMode(mode)
        if share < least and head.sectionSize(0) != least:
            head.setDefaultSectionSize(least)
            for column in range(head.count()):
                head.resizeSection(column, least)
        return share < least


class _Boxes(QStyledItemDelegate):
    """Writes a player's boxes of one row."""

    def __init__(self, table: SheetTable) -> None:
        super().__init__(table)
        self._table = table

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        marks = self._table.pad.box(option.rect, index.row(), index.column(), focus=focus)
        painter.save()
        paint(painter, marks, self._table.colours, pad_letters)
        painter.restore()


class _Head(QHeaderView):
    """The players' names above their columns, or the numbers of the deals beside their rows."""

    def __init__(self, way: Qt.Orientation, table: SheetTable) -> None:
        super().__init__(way, table)
        self._table = table
        self._above = way is Qt.Orientation.Horizontal
        mode = QHeaderView.ResizeMode
        self.setSectionResizeMode(mode.Stretch if self._above else mode.Fixed)
        self.setMinimumSectionSize(30 if self._above else 16)
        self.setSectionsClickable(False)

    def sizeHint(self) -> QSize:
        size, pad = super().sizeHint(), self._table.pad
        if not self._above:
            return QSize(pad.label_width, size.height())
        self.setMinimumSectionSize(24 if pad.upwards else 30)
        return QSize(size.width(), pad.head_height)

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        write = self._table.pad.name if self._above else self._table.pad.label
        painter.save()
        paint(painter, write(rect, logical), self._table.colours, pad_letters)
        painter.restore()
