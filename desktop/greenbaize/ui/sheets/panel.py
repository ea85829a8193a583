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

from greenbaize.app.avatars import Avatar
from greenbaize.rules.sheets import ScoreSheet
from greenbaize.rules.table_snapshot import PlayerMood
from greenbaize.ui.faces.assigned_avatars import assign_avatars
from greenbaize.ui.faces.heads import render_avatar
from greenbaize.ui.sheets.drawing import TextItem, paint_items
from greenbaize.ui.sheets.par_line import ParLine
from greenbaize.ui.sheets.sheet_layout import (
    CellArrangement,
    SheetLayout,
    clear_font_caches,
    panel_font,
)
from greenbaize.ui.sheets.sheet_text import SheetModel, SheetText
from greenbaize.ui.widgets.accessibility import AccessibleGroup
from greenbaize.ui.widgets.font_sizes import normal_font, panel_scale, small_font, title_font
from greenbaize.ui.widgets.fonts import text_scale
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.paper import paint_paper
from greenbaize.ui.widgets.plain_text import PlainLabel, set_tooltip, show_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import column_title


def _make_viewport() -> QWidget:
    """Return a viewport created in Python; see ``TableView`` for the reason."""
    viewport = QWidget()
    viewport.setAutoFillBackground(True)
    return viewport


class SheetTableView(QTableView):
    """A table view of a ``SheetModel`` whose row heights adapt to the room before it scrolls.

    It scrolls by whole rows, and the results stay visible below the scrolled deals. It takes focus
    by Tab only, so that a click leaves the focus with the cards.
    """

    def __init__(self, model: SheetModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setViewport(_make_viewport())
        self._model = model
        self.sheet_layout = SheetLayout(model)
        self.setModel(model)
        self.setItemDelegate(_CellDelegate(self))
        self.setHorizontalHeader(_SheetHeader(Qt.Orientation.Horizontal, self))
        self.setVerticalHeader(_SheetHeader(Qt.Orientation.Vertical, self))
        self.setCornerButtonEnabled(False)
        self.results_overlay = _ResultsOverlay(self)
        self.verticalScrollBar().rangeChanged.connect(self._position_results)
        self.horizontalScrollBar().valueChanged.connect(self.results_overlay.update)
        model.dataChanged.connect(self.results_overlay.update)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.apply_theme()

    def apply_theme(self) -> None:
        theme = current_theme()
        clear_font_caches()
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
        self.fit_contents()
        self.scroll_to_current()
        self.viewport().update()

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Scroll a cell into view, above the result rows that always stay visible."""
        super().scrollTo(index, hint)
        results, height = self.results_overlay.rows, self.verticalHeader().defaultSectionSize()
        if self.results_overlay.isHidden() or index.row() in results:
            return
        visible_rows = self.viewport().height() // height - len(results)
        bar = self.verticalScrollBar()
        bar.setValue(max(bar.value(), index.row() - visible_rows + 1))

    def _position_results(self) -> None:
        """Show the results over the last visible rows while some rows are scrolled out of view."""
        results, viewport = self.results_overlay.rows, self.viewport().geometry()
        tall = len(results) * self.verticalHeader().defaultSectionSize()
        scrolled = self.verticalScrollBar().maximum() > 0
        self.results_overlay.setVisible(bool(results) and scrolled and tall < viewport.height())
        wide = self.verticalHeader().width() + viewport.width()
        self.results_overlay.setGeometry(0, viewport.bottom() + 1 - tall, wide, tall)
        self.results_overlay.update()

    def scroll_to_current(self) -> None:
        """Scroll down only as far as the row of the current deal requires."""
        row = self._model.sheet_text.current_row
        if row is not None:
            self.verticalScrollBar().setValue(0)
            self.scrollTo(self._model.index(row, 0))

    def fit_contents(self) -> None:
        """Fit rows and text to the content of the model."""
        self.sheet_layout.measure_columns()
        self._fit_rows()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_rows()
        self.scroll_to_current()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 120)

    @property
    def full_height(self) -> int:
        """Height with all rows at their maximum height (pixels)."""
        rows = self._model.rowCount() * self.sheet_layout.row_heights[1]
        return self.horizontalHeader().sizeHint().height() + rows

    @property
    def min_height(self) -> int:
        """Minimum height with all rows visible (pixels)."""
        rows = self._model.rowCount() * self.sheet_layout.row_heights[0]
        return self.horizontalHeader().sizeHint().height() + rows + 2 * self.frameWidth() + 2

    def _fit_rows(self) -> None:
        rows, columns, pad = self._model.rowCount(), self._model.columnCount(), self.sheet_layout
        if not rows or not columns:
            return
        previous_layout = pad.arrangement, pad.current_column_width
        head = self.horizontalHeader().sizeHint().height()
        pad.arrangement = CellArrangement.LINE
        low, _ = pad.row_heights
        # Rows of one line may need no scroll bar, which now takes their room.
        needs_no_bar = head + rows * low <= self.height()
        width = self.width() - pad.label_width if needs_no_bar else self.viewport().width()
        fitting = (
            candidate
            for candidate in CellArrangement
            if pad.required_column_width(candidate) <= width // columns
        )
        pad.arrangement = next(fitting, CellArrangement.TIGHT)
        scrolls = self._fit_columns(width)
        bar = self.horizontalScrollBar().sizeHint().height() if scrolls else 0
        low, high = pad.row_heights
        self.setMaximumHeight(head + rows * high + bar)
        room = self.height() - head - bar
        height = max(low, min(high, room // rows))
        if rows * height > room:
            # Only whole rows are visible: choose the row height with the smallest remainder, which
            # goes to the header.
            height = min(
                range(low, low + ROW_HEIGHT_CHOICES), key=lambda candidate: room % candidate
            )
        remainder = room % height if rows * height > room else 0
        self.horizontalHeader().setMinimumHeight(head + remainder)
        if self.horizontalHeader().height() != head + remainder:
            self.updateGeometries()  # or the header keeps its former height until the next change
        if self.verticalHeader().defaultSectionSize() != height:
            self.verticalHeader().setDefaultSectionSize(height)
        if (pad.arrangement, pad.current_column_width) != previous_layout:
            self.viewport().update()  # unchanged rows may be laid out differently, too
        self._position_results()

    def _fit_columns(self, width: int) -> bool:
        """Distribute the width over the columns; return True if they must be scrolled."""
        head, pad = self.horizontalHeader(), self.sheet_layout
        min_width, equal_width = (
            pad.required_column_width(CellArrangement.TIGHT),
            width // self._model.columnCount(),
        )
        mode = (
            QHeaderView.ResizeMode.Stretch
            if equal_width >= min_width
            else QHeaderView.ResizeMode.Fixed
        )
        pad.current_column_width = max(min_width, equal_width)
        if head.sectionResizeMode(0) is not mode:
            head.setSectionResizeMode(mode)
        if equal_width < min_width and head.sectionSize(0) != min_width:
            head.setDefaultSectionSize(min_width)
            for column in range(head.count()):
                head.resizeSection(column, min_width)
        return equal_width < min_width


class _ResultsOverlay(QWidget):
    """An overlay with the result rows of a sheet whose deals are scrolled."""

    def __init__(self, table: SheetTableView) -> None:
        super().__init__(table)
        self._table = table
        self.hide()

    @property
    def rows(self) -> range:
        """Indices of the result rows."""
        model = self._table.model()
        assert isinstance(model, SheetModel)
        return range(len(model.sheet_text.sheet.rows), model.rowCount())

    def _cells(self) -> Iterator[tuple[QRect, int, int]]:
        """Yield the rectangle, row and column of every cell; column -1 is the row's label."""
        head, height = self._table.horizontalHeader(), self._table.verticalHeader()
        tall, left = height.defaultSectionSize(), height.width()
        for index, row in enumerate(self.rows):
            for column in range(head.count()):
                x = left + head.sectionViewportPosition(column)
                yield QRect(x, index * tall, head.sectionSize(column), tall), row, column
            yield QRect(0, index * tall, left, tall), row, -1

    def paintEvent(self, event: QPaintEvent) -> None:
        table, painter = self._table, QPainter(self)
        current = table.currentIndex() if table.hasFocus() else QModelIndex()
        painter.fillRect(self.rect(), self.palette().window())
        for rect, row, column in self._cells():
            focus = (current.row(), current.column()) == (row, column)
            items = table.sheet_layout.make_cell_items(rect, row, column, has_focus=focus)
            if column < 0:
                painter.fillRect(rect, self.palette().window())
                items = table.sheet_layout.make_label_items(rect, row)
            painter.save()
            paint_items(painter, items, panel_font)
            painter.restore()
        painter.fillRect(0, 0, self.width(), 1, QColor(current_theme().ink))
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Show the description of the cell under the mouse as a tooltip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            model, role = self._table.model(), Qt.ItemDataRole.ToolTipRole
            for rect, row, column in self._cells():
                if rect.contains(event.pos()) and column >= 0:
                    text = str(model.index(row, column).data(role))
                    show_tooltip(event.globalPos(), text, self, rect)
            return True
        return super().event(event)


class _CellDelegate(QStyledItemDelegate):
    """A delegate that paints a player's cells of one row."""

    def __init__(self, table: SheetTableView) -> None:
        super().__init__(table)
        self._table = table

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        items = self._table.sheet_layout.make_cell_items(
            option.rect, index.row(), index.column(), has_focus=focus
        )
        painter.save()
        paint_items(painter, items, panel_font)
        painter.restore()


class _SheetHeader(QHeaderView):
    """The header with the players' names, or with the labels of the rows."""

    def __init__(self, orientation: Qt.Orientation, table: SheetTableView) -> None:
        super().__init__(orientation, table)
        self.setViewport(_make_viewport())
        self._table = table
        self._is_horizontal = orientation is Qt.Orientation.Horizontal
        mode = QHeaderView.ResizeMode
        self.setSectionResizeMode(mode.Stretch if self._is_horizontal else mode.Fixed)
        self.setMinimumSectionSize(30 if self._is_horizontal else 16)
        self.setSectionsClickable(False)

    def sizeHint(self) -> QSize:
        size, pad = super().sizeHint(), self._table.sheet_layout
        if not self._is_horizontal:
            return QSize(pad.label_width, size.height())
        self.setMinimumSectionSize(24 if pad.has_vertical_names else 30)
        return QSize(size.width(), pad.header_height)

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        make_items = (
            self._table.sheet_layout.make_name_items
            if self._is_horizontal
            else self._table.sheet_layout.make_label_items
        )
        text, items = self._table.sheet_layout.sheet_text, make_items(rect, logical)
        shows_face = (
            self._is_horizontal and logical == text.you and text.names[logical] == tr("You")
        )
        if shows_face:
            # The plate says "You" for a player without a name; here their face stands for it.
            items = (item for item in items if not isinstance(item, TextItem))
        painter.save()
        paint_items(painter, items, panel_font)
        if shows_face:
            self._draw_avatar(painter, rect, assign_avatars(text.names)[logical])
        painter.restore()

    def _draw_avatar(self, painter: QPainter, rect: QRect, avatar: Avatar) -> None:
        side, ratio = min(rect.width(), rect.height()) - 6, self.devicePixelRatioF()
        face = render_avatar(avatar, PlayerMood.NEUTRAL, max(1, round(side * ratio)))
        target = QRectF(0, 0, side, side)
        target.moveCenter(QRectF(rect).center() - QPointF(0, 1))
        painter.drawPixmap(target, face, QRectF(face.rect()))


ROW_HEIGHT_CHOICES: Final = 6
"""Number of row heights tried for the best fit while rows are scrolled."""
PANEL_MARGIN: Final = 14
PANEL_SPACING: Final = 6
MAX_COLUMN_WIDTH: Final = 110
FEW_PLAYERS: Final = 3
MANY_COLUMNS: Final = 3
"""Number of columns from which the title's tooltip explains them."""
SLIM_COLUMN_WIDTH: Final = 78
"""Column width up to which numbers stand on one line, however many play."""
MIN_COLUMN_WIDTH: Final = 62
MIN_PANEL_WIDTH: Final = 200
MIN_PANEL_HEIGHT: Final = 140
VERTICAL_NAME_WIDTH: Final = 36
"""Minimum width of a column below a vertical name."""


@dataclass(slots=True)
class PanelExtent:
    """The largest extent that a panel has needed at one text scale (pixels)."""

    width: int = 0
    tight_width: int = 0
    """The largest minimum width."""
    rest_height: int = 0
    """Height of everything except the rows, kept so that notes do not move edges."""


class SheetPanel(AccessibleGroup):
    """A panel with the sheet of one match, of any game, and notes below it."""

    width_needed = Signal()
    """The content needs more width than ever before."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notes: tuple[str, ...] = ()
        self._extents: dict[tuple[float, float], PanelExtent] = {}
        """Extents by panel scale and text scale."""
        self._model = SheetModel(self)
        self._title_label = PlainLabel(tr("Score sheet"), self)
        self.fold_button = QToolButton(self)
        """Folds the side column that contains the sheet."""
        self.fold_button.setText("›")
        self.fold_button.setAutoRaise(True)
        self.fold_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.fold_button.setAccessibleName(tr("Hide the sheet"))
        set_tooltip(self.fold_button, tr("Hide the sheet (Shift+F9)"))
        self.table = SheetTableView(self._model, self)
        self.table.setAccessibleName(tr("Score sheet"))
        self._fault_label = PlainLabel(parent=self)
        self._first_note_label, self._more_notes_label = (
            PlainLabel(parent=self),
            PlainLabel(parent=self),
        )
        for label in (self._fault_label, self._first_note_label, self._more_notes_label):
            label.setWordWrap(True)
            label.hide()
        self.par_line = ParLine(self, Qt.AlignmentFlag.AlignLeft)
        self._main_layout = make_column(
            make_row((self._title_label, 1), self.fold_button, spacing=4),
            (self.table, 1),
            PANEL_SPACING,
            self._fault_label,
            self._first_note_label,
            self._more_notes_label,
            self.par_line,
            (STRETCH, 0),
            widget=self,
            margins=(PANEL_MARGIN, PANEL_MARGIN - 2, PANEL_MARGIN, PANEL_MARGIN),
            spacing=PANEL_SPACING,
        )
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.apply_theme()

    def hasHeightForWidth(self) -> bool:
        return False  # otherwise nothing in it could be scrolled

    def show_sheet(
        self,
        sheet: ScoreSheet,
        names: Sequence[str],
        you: int | None,
        notes: Sequence[str] = (),
        par_texts: Sequence[tuple[int, str]] = (),
    ) -> None:
        """Show a sheet; ``you`` is the person's seat, and the most important note comes first."""
        previous_text = self._model.sheet_text
        text = SheetText.from_sheet(sheet, names, you, par_texts)
        if text != previous_text:
            resized = self._model.set_sheet_text(text)
            self._update_title_tooltip(text)
            self.table.fit_contents()
            self.setAccessibleDescription(text.spoken_summary())
            if resized:
                self._update_max_width()
            self._grow_width()
            if resized or text.current_row != previous_text.current_row:
                self.table.scroll_to_current()
            self._fault_label.setText("\n".join(text.faults))
            self._fault_label.setVisible(bool(text.faults))
        self._show_notes(tuple(notes))
        self._grow_height()

    def show_par(self, text: str, *, can_play_back: bool) -> None:
        """Show a line about par below the sheet, with a link once it can be played back."""
        self.par_line.show_text(text, can_play_back=can_play_back)
        self._grow_height()

    @property
    def _extent(self) -> PanelExtent:
        return self._extents.setdefault((panel_scale(), text_scale()), PanelExtent())

    def _grow_height(self) -> None:
        extent, tall = self._extent, self._rest_height
        if tall > extent.rest_height:
            extent.rest_height = tall
            self.updateGeometry()

    def _grow_width(self) -> None:
        extent, preferred_width, tight = self._extent, self.sizeHint().width(), self.tight_width
        if preferred_width > extent.width or tight > extent.tight_width:
            extent.width, extent.tight_width = preferred_width, tight
            self._update_max_width()
            self.width_needed.emit()

    def refresh_text(self) -> None:
        self.table.fit_contents()
        self._update_max_width()
        self._grow_width()

    def apply_theme(self) -> None:
        theme = current_theme()
        self._fit_title()
        self._fault_label.setFont(small_font(bold=True))
        self._first_note_label.setFont(normal_font())
        self._more_notes_label.setFont(small_font())
        self.par_line.text_label.setFont(small_font())
        self.par_line.link.setFont(small_font())
        for label, ink in (
            (self._title_label, theme.ink),
            (self._fault_label, theme.loss),
            (self._first_note_label, theme.ink),
            (self._more_notes_label, theme.ink_quiet),
            (self.par_line.text_label, theme.ink),
        ):
            palette = QPalette(label.palette())
            palette.setColor(QPalette.ColorRole.WindowText, QColor(ink))
            label.setPalette(palette)
        self.table.apply_theme()
        self._update_max_width()
        self._grow_height()
        self.update()

    def sizeHint(self) -> QSize:
        """Return a size in which all numbers and rows are visible.

        It is never narrower than before at the same text scale, so that the column does not shrink.
        """
        pad, few = self.table.sheet_layout, self._model.columnCount() <= FEW_PLAYERS
        if pad.has_vertical_names:
            arrangement, min_width = CellArrangement.TIGHT, VERTICAL_NAME_WIDTH
        else:
            slim = pad.required_column_width(CellArrangement.LINE) <= round(
                SLIM_COLUMN_WIDTH * panel_scale()
            )
            arrangement, min_width = (
                CellArrangement.LINE if few or slim else CellArrangement.STACK,
                MIN_COLUMN_WIDTH,
            )
        tall = self._extent.rest_height + self.table.full_height
        wide = self._panel_width(
            max(round(min_width * panel_scale()), pad.required_column_width(arrangement))
        )
        return QSize(max(wide, self._extent.width), tall)

    def preferred_height(self) -> int:
        """Return the minimum height at which all rows are visible (pixels)."""
        return self._rest_height + self.table.min_height

    @property
    def _rest_height(self) -> int:
        """Height of everything except the rows, without unused room (pixels)."""
        column, total = self._main_layout, 2 * PANEL_MARGIN - 2 + PANEL_SPACING
        # Before layout the width does not yet determine where notes wrap.
        wide = self.width() if self.isVisible() else max(self.width(), self.sizeHint().width())
        wide -= 2 * PANEL_MARGIN
        for item in map(column.itemAt, range(column.count())):
            if item is not None and not item.isEmpty() and item.widget() is not self.table:
                item.invalidate()  # otherwise a row keeps the height of the previous font
                tall = item.heightForWidth(wide) if item.hasHeightForWidth() else -1
                total += PANEL_SPACING + max(tall, item.sizeHint().height())
        return total

    def minimumSizeHint(self) -> QSize:
        """Return a size small enough for any window; ``tight_width`` is the readable minimum."""
        return QSize(min(self.tight_width, MIN_PANEL_WIDTH), MIN_PANEL_HEIGHT)

    @property
    def tight_width(self) -> int:
        """Minimum width at which every bid and total is visible without scrolling (pixels)."""
        tight = self._panel_width(
            self.table.sheet_layout.required_column_width(CellArrangement.TIGHT)
        )
        return max(tight, self._extent.tight_width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_title()

    def _fit_title(self) -> None:
        large = title_font()
        room = self.width() - 2 * PANEL_MARGIN - self.fold_button.sizeHint().width() - 4
        wide = QFontMetrics(large).horizontalAdvance(self._title_label.text())
        self._title_label.setFont(large if wide <= room else normal_font(bold=True))

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_paper(self)

    def _update_max_width(self) -> None:
        widest = self._panel_width(round(MAX_COLUMN_WIDTH * panel_scale()))
        self.setMaximumWidth(max(widest, self.sizeHint().width()))
        self.updateGeometry()

    def _panel_width(self, column_width: int) -> int:
        players = max(3, self._model.columnCount())
        # A vertical scroll bar must not cover the last column.
        bar = self.table.verticalScrollBar().sizeHint().width()
        return 2 * PANEL_MARGIN + self.table.sheet_layout.label_width + players * column_width + bar

    def _update_title_tooltip(self, text: SheetText) -> None:
        """Explain the numbers of a cell in the title's tooltip, if there are many."""
        titles = " · ".join(map(column_title, text.panel_columns))
        tooltip = tr("Each deal: {columns}").format(columns=titles)
        set_tooltip(self._title_label, tooltip if len(text.sheet.columns) >= MANY_COLUMNS else "")

    def _show_notes(self, notes: tuple[str, ...]) -> None:
        if notes == self._notes:
            return
        self._notes = notes
        self._first_note_label.setText(notes[0] if notes else "")
        self._more_notes_label.setText("\n".join(notes[1:]))
        self._first_note_label.setVisible(bool(notes))
        self._more_notes_label.setVisible(len(notes) > 1)
