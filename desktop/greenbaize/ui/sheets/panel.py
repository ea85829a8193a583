"""The score sheet panel beside the table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolButton,
    QWidget,
)

from greenbaize.app.faces import Look
from greenbaize.rules.pictures import Mood
from greenbaize.rules.sheets import Sheet
from greenbaize.ui.faces.heads import face_picture
from greenbaize.ui.faces.looks import looks_at
from greenbaize.ui.sheets.marks import Words, paint
from greenbaize.ui.sheets.pad import Arrangement, Pad, pad_letters, take_fonts
from greenbaize.ui.sheets.sheet_text import SheetModel, SheetText
from greenbaize.ui.widgets.accessibility import Group
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.fonts import share
from greenbaize.ui.widgets.lettering import normal, scale, small, title
from greenbaize.ui.widgets.paper import paint_paper
from greenbaize.ui.widgets.plain import Label, set_tip, show_tip
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import column_title


def _ground() -> QWidget:
    """Return a viewport created in Python; see ``TableView`` for the reason."""
    ground = QWidget()
    ground.setAutoFillBackground(True)
    return ground


class SheetTable(QTableView):
    """A table view of a ``SheetModel`` whose row heights adapt to the room before it scrolls.

    It scrolls by whole rows, and the results stay visible below the scrolled deals. It takes focus
    by Tab only, so that a click leaves the focus with the cards.
    """

    def __init__(self, model: SheetModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setViewport(_ground())
        self._sheet = model
        self.pad = Pad(model)
        self.setModel(model)
        self.setItemDelegate(_Boxes(self))
        self.setHorizontalHeader(_Head(Qt.Orientation.Horizontal, self))
        self.setVerticalHeader(_Head(Qt.Orientation.Vertical, self))
        self.setCornerButtonEnabled(False)
        self.foot = _Foot(self)
        self.verticalScrollBar().rangeChanged.connect(self._place_foot)
        self.horizontalScrollBar().valueChanged.connect(self.foot.update)
        model.dataChanged.connect(self.foot.update)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.dress()

    def dress(self) -> None:
        theme = worn()
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
            # Qt draws a raised header here that only a style sheet can change.
            corner.setStyleSheet(
                "QTableCornerButton::section { border: 0; border-bottom: 2px solid "
                f"{theme.ink}; background: {theme.paper}; }}"
            )
        self.fit()
        self.keep_current_in_view()
        self.viewport().update()

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Scroll a cell into view, above the result rows that always stay visible."""
        super().scrollTo(index, hint)
        results, height = self.foot.rows, self.verticalHeader().defaultSectionSize()
        if self.foot.isHidden() or index.row() in results:
            return
        seen = self.viewport().height() // height - len(results)
        bar = self.verticalScrollBar()
        bar.setValue(max(bar.value(), index.row() - seen + 1))

    def _place_foot(self) -> None:
        """Show the results over the last visible rows while some rows are scrolled out of view."""
        results, viewport = self.foot.rows, self.viewport().geometry()
        tall = len(results) * self.verticalHeader().defaultSectionSize()
        scrolled = self.verticalScrollBar().maximum() > 0
        self.foot.setVisible(bool(results) and scrolled and tall < viewport.height())
        wide = self.verticalHeader().width() + viewport.width()
        self.foot.setGeometry(0, viewport.bottom() + 1 - tall, wide, tall)
        self.foot.update()

    def keep_current_in_view(self) -> None:
        """Scroll down only as far as the row of the current deal requires."""
        row = self._sheet.text.current_row
        if row is not None:
            self.verticalScrollBar().setValue(0)
            self.scrollTo(self._sheet.index(row, 0))

    def fit(self) -> None:
        """Fit rows and text to the content of the model."""
        self.pad.measure_columns()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self.keep_current_in_view()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 120)

    @property
    def full_height(self) -> int:
        """Height with all rows at their maximum height (pixels)."""
        rows = self._sheet.rowCount() * self.pad.row_heights[1]
        return self.horizontalHeader().sizeHint().height() + rows

    @property
    def lowest_height(self) -> int:
        """Minimum height with all rows visible (pixels)."""
        rows = self._sheet.rowCount() * self.pad.row_heights[0]
        return self.horizontalHeader().sizeHint().height() + rows + 2 * self.frameWidth() + 2

    def _fit(self) -> None:
        rows, columns, pad = self._sheet.rowCount(), self._sheet.columnCount(), self.pad
        if not rows or not columns:
            return
        written = pad.arrangement, pad.column
        head = self.horizontalHeader().sizeHint().height()
        pad.arrangement = Arrangement.LINE
        low, _ = pad.row_heights
        # Rows of one line may need no scroll bar, which now takes their room.
        spared = head + rows * low <= self.height()
        width = self.width() - pad.label_width if spared else self.viewport().width()
        fitting = (one for one in Arrangement if pad.column_width(one) <= width // columns)
        pad.arrangement = next(fitting, Arrangement.TIGHT)
        scrolls = self._fit_columns(width)
        bar = self.horizontalScrollBar().sizeHint().height() if scrolls else 0
        low, high = pad.row_heights
        self.setMaximumHeight(head + rows * high + bar)
        room = self.height() - head - bar
        height = max(low, min(high, room // rows))
        if rows * height > room:
            # Only whole rows are visible: choose the row height with the smallest remainder, which
            # goes to the header.
            height = min(range(low, low + SCROLLED), key=lambda one: room % one)
        lacking = room % height if rows * height > room else 0
        self.horizontalHeader().setMinimumHeight(head + lacking)
        if self.horizontalHeader().height() != head + lacking:
            self.updateGeometries()  # or the header keeps its former height until the next change
        if self.verticalHeader().defaultSectionSize() != height:
            self.verticalHeader().setDefaultSectionSize(height)
        if (pad.arrangement, pad.column) != written:
            self.viewport().update()  # unchanged rows may be laid out differently, too
        self._place_foot()

    def _fit_columns(self, width: int) -> bool:
        """Distribute the width over the columns; return True if they must be scrolled."""
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


class _Foot(QWidget):
    """An overlay with the result rows of a sheet whose deals are scrolled."""

    def __init__(self, table: SheetTable) -> None:
        super().__init__(table)
        self._table = table
        self.hide()

    @property
    def rows(self) -> range:
        """Indices of the result rows."""
        model = self._table.model()
        assert isinstance(model, SheetModel)
        return range(len(model.text.sheet.rows), model.rowCount())

    def _places(self) -> Iterator[tuple[QRect, int, int]]:
        """Yield the rectangle, row and column of every cell; column -1 is the row's label."""
        head, height = self._table.horizontalHeader(), self._table.verticalHeader()
        tall, left = height.defaultSectionSize(), height.width()
        for place, row in enumerate(self.rows):
            for column in range(head.count()):
                x = left + head.sectionViewportPosition(column)
                yield QRect(x, place * tall, head.sectionSize(column), tall), row, column
            yield QRect(0, place * tall, left, tall), row, -1

    def paintEvent(self, event: QPaintEvent) -> None:
        table, painter = self._table, QPainter(self)
        here = table.currentIndex() if table.hasFocus() else QModelIndex()
        painter.fillRect(self.rect(), self.palette().window())
        for rect, row, column in self._places():
            focus = (here.row(), here.column()) == (row, column)
            box = table.pad.box(rect, row, column, focus=focus)
            if column < 0:
                painter.fillRect(rect, self.palette().window())
                box = table.pad.label(rect, row)
            painter.save()
            paint(painter, box, pad_letters)
            painter.restore()
        painter.fillRect(0, 0, self.width(), 1, QColor(worn().ink))
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Show the description of the cell under the mouse as a tooltip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            model, role = self._table.model(), Qt.ItemDataRole.ToolTipRole
            for rect, row, column in self._places():
                if rect.contains(event.pos()) and column >= 0:
                    words = str(model.index(row, column).data(role))
                    show_tip(event.globalPos(), words, self, rect)
            return True
        return super().event(event)


class _Boxes(QStyledItemDelegate):
    """A delegate that paints a player's cells of one row."""

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
        paint(painter, marks, pad_letters)
        painter.restore()


class _Head(QHeaderView):
    """The header with the players' names, or with the labels of the rows."""

    def __init__(self, way: Qt.Orientation, table: SheetTable) -> None:
        super().__init__(way, table)
        self.setViewport(_ground())
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
        text, marks = self._table.pad.text, write(rect, logical)
        unnamed = self._above and logical == text.you and text.names[logical] == tr("You")
        if unnamed:
            # The plate says "You" for a player without a name; here their face stands for it.
            marks = (mark for mark in marks if not isinstance(mark, Words))
        painter.save()
        paint(painter, marks, pad_letters)
        if unnamed:
            self._draw_face(painter, rect, looks_at(text.names)[logical])
        painter.restore()

    def _draw_face(self, painter: QPainter, rect: QRect, look: Look) -> None:
        side, ratio = min(rect.width(), rect.height()) - 6, self.devicePixelRatioF()
        face = face_picture(look, Mood.NEUTRAL, max(1, round(side * ratio)))
        place = QRectF(0, 0, side, side)
        place.moveCenter(QRectF(rect).center() - QPointF(0, 1))
        painter.drawPixmap(place, face, QRectF(face.rect()))


SCROLLED: Final = 6
"""Number of row heights tried for the best fit while rows are scrolled."""
EDGE: Final = 14
SPACE: Final = 6
WIDEST_COLUMN: Final = 110
FEW: Final = 3
MANY: Final = 3
"""Number of columns from which the title's tooltip explains them."""
SLIM: Final = 78
"""Column width up to which numbers stand on one line, however many play."""
LEAST: Final = 62
NARROWEST: Final = 200
LOWEST: Final = 140
NARROW: Final = 36
"""Minimum width of a column below a vertical name."""


@dataclass(slots=True)
class PanelExtent:
    """The largest extent that a panel has needed at one text scale (pixels)."""

    width: int = 0
    tight_width: int = 0
    """The largest minimum width."""
    around: int = 0
    """Height of everything except the rows, kept so that notes do not move edges."""


class SheetPanel(Group):
    """A panel with the sheet of one match, of any game, and notes below it."""

    widened = Signal()
    """The content needs more width than ever before."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notes: tuple[str, ...] = ()
        self._extents: dict[tuple[float, float], PanelExtent] = {}
        """Extents by panel scale and text scale."""
        self._model = SheetModel(self)
        self._title = Label(tr("Score sheet"), self)
        self.fold_button = QToolButton(self)
        """Folds the side column that contains the sheet."""
        self.fold_button.setText("›")
        self.fold_button.setAutoRaise(True)
        self.fold_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.fold_button.setAccessibleName(tr("Hide the sheet"))
        set_tip(self.fold_button, tr("Hide the sheet (Shift+F9)"))
        self.table = SheetTable(self._model, self)
        self.table.setAccessibleName(tr("Score sheet"))
        self._wrong = Label(parent=self)
        self._first_note, self._more_notes = Label(parent=self), Label(parent=self)
        for label in (self._wrong, self._first_note, self._more_notes):
            label.setWordWrap(True)
            label.hide()
        self._column = column_of(
            row_of((self._title, 1), self.fold_button, spacing=4),
            (self.table, 1),
            *(SPACE, self._wrong, self._first_note, self._more_notes, (STRETCH, 0)),
            within=self,
            margins=(EDGE, EDGE - 2, EDGE, EDGE),
            spacing=SPACE,
        )
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.dress()

    def hasHeightForWidth(self) -> bool:
        return False  # otherwise nothing in it could be scrolled

    def show_sheet(
        self, sheet: Sheet, names: Sequence[str], you: int | None, notes: Sequence[str] = ()
    ) -> None:
        """Show a sheet; ``you`` is the person's seat, and the most important note comes first."""
        before, text = self._model.text, SheetText.of(sheet, names, you)
        if text != before:
            resized = self._model.show_text(text)
            self._explain(text)
            self.table.fit()
            self.setAccessibleDescription(text.in_words())
            if resized:
                self._take_width()
            self._tell_width()
            if resized or text.current_row != before.current_row:
                self.table.keep_current_in_view()
            self._wrong.setText("\n".join(text.faults))
            self._wrong.setVisible(bool(text.faults))
        self._show_notes(tuple(notes))
        self._take_height()

    @property
    def _extent(self) -> PanelExtent:
        return self._extents.setdefault((scale(), share()), PanelExtent())

    def _take_height(self) -> None:
        extent, tall = self._extent, self._others_height
        if tall > extent.around:
            extent.around = tall
            self.updateGeometry()

    def _tell_width(self) -> None:
        extent, wanted, tight = self._extent, self.sizeHint().width(), self.tight_width
        if wanted > extent.width or tight > extent.tight_width:
            extent.width, extent.tight_width = wanted, tight
            self._take_width()
            self.widened.emit()

    def show_letters(self) -> None:
        self.table.fit()
        self._take_width()
        self._tell_width()

    def dress(self) -> None:
        theme = worn()
        self._fit_title()
        self._wrong.setFont(small(bold=True))
        self._first_note.setFont(normal())
        self._more_notes.setFont(small())
        for label, ink in (
            (self._title, theme.ink),
            (self._wrong, theme.loss),
            (self._first_note, theme.ink),
            (self._more_notes, theme.ink_quiet),
        ):
            palette = QPalette(label.palette())
            palette.setColor(QPalette.ColorRole.WindowText, QColor(ink))
            label.setPalette(palette)
        self.table.dress()
        self._take_width()
        self._take_height()
        self.update()

    def sizeHint(self) -> QSize:
        """Return a size in which all numbers and rows are visible.

        It is never narrower than before at the same text scale, so that the column does not shrink.
        """
        pad, few = self.table.pad, self._model.columnCount() <= FEW
        if pad.upwards:
            arrangement, least = Arrangement.TIGHT, NARROW
        else:
            slim = pad.column_width(Arrangement.LINE) <= round(SLIM * scale())
            arrangement, least = Arrangement.LINE if few or slim else Arrangement.STACK, LEAST
        tall = self._extent.around + self.table.full_height
        wide = self._width(max(round(least * scale()), pad.column_width(arrangement)))
        return QSize(max(wide, self._extent.width), tall)

    def height_wanted(self) -> int:
        """Return the minimum height at which all rows are visible (pixels)."""
        return self._others_height + self.table.lowest_height

    @property
    def _others_height(self) -> int:
        """Height of everything except the rows, without unused room (pixels)."""
        column, total = self._column, 2 * EDGE - 2 + SPACE
        # Before layout the width does not yet determine where notes wrap.
        wide = self.width() if self.isVisible() else max(self.width(), self.sizeHint().width())
        wide -= 2 * EDGE
        for item in map(column.itemAt, range(column.count())):
            if item is not None and not item.isEmpty() and item.widget() is not self.table:
                item.invalidate()  # otherwise a row keeps the height of the previous font
                tall = item.heightForWidth(wide) if item.hasHeightForWidth() else -1
                total += SPACE + max(tall, item.sizeHint().height())
        return total

    def minimumSizeHint(self) -> QSize:
        """Return a size small enough for any window; ``tight_width`` is the readable minimum."""
        return QSize(min(self.tight_width, NARROWEST), LOWEST)

    @property
    def tight_width(self) -> int:
        """Minimum width at which every bid and total is visible without scrolling (pixels)."""
        tight = self._width(self.table.pad.column_width(Arrangement.TIGHT))
        return max(tight, self._extent.tight_width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_title()

    def _fit_title(self) -> None:
        large = title()
        room = self.width() - 2 * EDGE - self.fold_button.sizeHint().width() - 4
        wide = QFontMetrics(large).horizontalAdvance(self._title.text())
        self._title.setFont(large if wide <= room else normal(bold=True))

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_paper(self)

    def _take_width(self) -> None:
        widest = self._width(round(WIDEST_COLUMN * scale()))
        self.setMaximumWidth(max(widest, self.sizeHint().width()))
        self.updateGeometry()

    def _width(self, column: int) -> int:
        players = max(3, self._model.columnCount())
        # A vertical scroll bar must not cover the last column.
        bar = self.table.verticalScrollBar().sizeHint().width()
        return 2 * EDGE + self.table.pad.label_width + players * column + bar

    def _explain(self, text: SheetText) -> None:
        """Explain the numbers of a cell in the title's tooltip, if there are many."""
        titles = " · ".join(map(column_title, text.read_columns))
        words = tr("Each deal: {columns}").format(columns=titles)
        set_tip(self._title, words if len(text.sheet.columns) >= MANY else "")

    def _show_notes(self, notes: tuple[str, ...]) -> None:
        if notes == self._notes:
            return
        self._notes = notes
        self._first_note.setText(notes[0] if notes else "")
        self._more_notes.setText("\n".join(notes[1:]))
        self._first_note.setVisible(bool(notes))
        self._more_notes.setVisible(len(notes) > 1)
