"""Folding of the column beside the table; in a narrow window it slides over the table."""

from enum import Enum, auto
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtWidgets import QSplitter, QToolButton, QWidget

from greenbaize.ui.cards.card_look import current_card_look
from greenbaize.ui.sheets.drawer import SheetDrawer
from greenbaize.ui.sheets.side_column import SideColumn
from greenbaize.ui.table.animation import Animator
from greenbaize.ui.table.geometry import compute_card_width
from greenbaize.ui.table.view import TableView
from greenbaize.ui.widgets import font_sizes
from greenbaize.ui.widgets.fonts import scale_pixels, text_scale
from greenbaize.ui.widgets.layouts import make_column
from greenbaize.ui.widgets.plain_text import set_tooltip
from greenbaize.words.catalogue import tr

FLAP_SIZE: Final = (14, 48)
"""Width and height of the flap that unfolds the column (pixels)."""

NARROW_WINDOW: Final = 1100
"""Window width below which the column lies in the drawer (pixels)."""
MIN_TABLE_WIDTH: Final = 440
MIN_TABLE_FRACTION: Final = 0.62
"""Minimum table width (pixels, or as a fraction) beside a sheet wider than necessary."""
FEW_PLAYERS: Final = 4
"""Number of players up to which a sheet has its base width."""
BASE_FRACTION, FRACTION_PER_PLAYER = 0.24, 0.02
"""Maximum width with few players, and per further player, as fractions of the window."""
MIN_BASE_WIDTH, MIN_WIDTH_PER_PLAYER = 290, 30
"""The same maximum in the narrowest window, at the smallest text size (pixels)."""

MIN_CARD_GAIN: Final = 1.1
"""Factor by which cards must grow for large text to move the column into the drawer."""

_dragged_width: float | None = None
"""Width that the column was dragged to, divided by the panel scale; shared by all tables."""


class ColumnPosition(Enum):
    """Position of the column."""

    BESIDE = auto()
    DRAWER = auto()
    """In the drawer, which a tab at the edge opens."""
    HIDDEN = auto()
    """Hidden because the player does not want it."""


def max_column_width(width: int, players: int, text_scale: float | None = None) -> int:
    """Return the column's maximum width in pixels unless it is dragged.

    ``text_scale`` is the panel scale, by default the current one.
    """
    extra_players = max(0, players - FEW_PLAYERS)
    min_width = (MIN_BASE_WIDTH + extra_players * MIN_WIDTH_PER_PLAYER) * (
        text_scale or font_sizes.panel_scale()
    )
    return max(
        int((BASE_FRACTION + extra_players * FRACTION_PER_PLAYER) * width),
        min(round(min_width), width),
    )


def add_side_column(
    page: QWidget, view: TableView, column: SideColumn, animator: Animator
) -> "FoldController":
    """Fill a page with a table and a side column that can be folded."""
    splitter = QSplitter(Qt.Orientation.Horizontal, page)
    splitter.addWidget(view)
    # The holder stays in the splitter while the column moves into the drawer: taking a widget out
    # of a splitter deletes a handle, which crashes Qt while it changes the style of widgets.
    make_column(column, widget=(holder := QWidget(splitter)), margins=(0, 0, 0, 0))
    splitter.setStretchFactor(0, 1)
    splitter.setCollapsible(0, False)
    # On a low screen the column hides parts, so it does not limit the height.
    splitter.setMinimumHeight(view.minimumHeight())
    make_column(splitter, widget=page, margins=(0, 0, 0, 0))
    return FoldController(splitter, view.viewport(), holder, column, animator)


class FoldController(QObject):
    """Controller that folds and unfolds the column in ``holder`` and keeps the width dragged to."""

    fold_changed = Signal(bool)
    """The player has folded or unfolded the column for good; whether it is visible now."""
    visibility_changed = Signal()
    """The column is folded or unfolded, for whatever reason."""

    def __init__(
        self,
        splitter: QSplitter,
        table: QWidget,
        holder: QWidget,
        column: SideColumn,
        animator: Animator,
    ) -> None:
        super().__init__(table)
        self.splitter = splitter
        self._table, self._holder, self._column = table, holder, column
        self.is_unwanted = False
        """The player wants the column folded."""
        self._is_disabled = False
        self._position = ColumnPosition.BESIDE
        page = splitter.parentWidget()
        assert page is not None
        self.drawer = SheetDrawer(page, column, animator)
        self.drawer.toggled.connect(self.visibility_changed)
        self.tab = column.tab
        self.tab.clicked.connect(lambda: self.set_folded(on=not self.is_folded))
        self.flap = QToolButton(table)
        self.flap.setAccessibleName(tr("Show the sheet"))
        set_tooltip(self.flap, tr("Show the sheet (Shift+F9)"))
        self.flap.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.flap.setAutoRaise(False)
        self.flap.hide()
        self.flap.clicked.connect(lambda: self.set_folded(on=False))
        column.sheet_panel.fold_button.clicked.connect(lambda: self.set_folded(on=True))
        column.sheet_panel.width_needed.connect(self._on_widened)
        splitter.splitterMoved.connect(self._on_dragged)
        table.installEventFilter(self)
        splitter.insertWidget(splitter.count(), self.tab)
        splitter.setCollapsible(splitter.indexOf(self.tab), False)
        self._is_left = False
        self.set_left_handed(on=current_card_look().left_handed)

    def set_left_handed(self, *, on: bool) -> None:
        if on == self._is_left:
            return
        self._is_left = self.tab.is_left = self.drawer.is_left = on
        wide = self._column.width()
        self.splitter.insertWidget(0 if on else self.splitter.count(), self.tab)
        self.splitter.insertWidget(1, self._holder)
        self._column.set_left_handed(on=on)
        self._position_flap()
        self._update_splitter_handles()
        self._set_column_width(wide)
        self._position_drawer()

    def _update_splitter_handles(self) -> None:
        """Disable the handle between table and tab, where nothing can be dragged."""
        for index in range(1, self.splitter.count()):
            handle = self.splitter.handle(index)
            handle.setEnabled(self._position is not ColumnPosition.DRAWER)
            handle.installEventFilter(self)

    def _set_column_width(self, width: int) -> None:
        """Set the width of the column in pixels; the table gets the rest."""
        rest = self.splitter.width() - width
        sizes = [rest] * self.splitter.count()
        sizes[self.splitter.indexOf(self.tab)] = self.tab.width()
        sizes[self.splitter.indexOf(self._holder)] = width
        self.splitter.setSizes(sizes)

    @property
    def is_folded(self) -> bool:
        """No part of the column is visible."""
        return (
            self._holder.isHidden()
            if self._position is ColumnPosition.BESIDE
            else not self.drawer.is_open
        )

    def hide_permanently(self) -> None:
        """Hide the column and everything that could unfold it."""
        self._is_disabled = True
        self._update_position()

    def restore_folded(self, *, on: bool) -> None:
        """Restore the folded or unfolded state without emitting ``fold_changed``."""
        self.is_unwanted = on
        self._update_position()

    @property
    def _is_cramped(self) -> bool:
        """With large text the table beside the column would be smaller than necessary."""
        if text_scale() == 1.0:
            return False
        width, tall, seats = (
            self.splitter.width(),
            self.splitter.height(),
            self._column.player_count,
        )
        preferred_width = self._column.preferred_width()
        usual = font_sizes.height_scale()
        table_width = width - self._column_width(preferred_width)
        unscaled_table_width = width - min(
            round(preferred_width * usual / font_sizes.panel_scale()),
            max_column_width(width, seats, usual),
        )
        card = compute_card_width(table_width, tall, seats, text_scale())
        card_width_alone = compute_card_width(width, tall, seats, text_scale())
        return (
            card < compute_card_width(unscaled_table_width, tall, seats)
            or MIN_CARD_GAIN * card < card_width_alone
        )

    def _update_position(self) -> None:
        """Move the column to where it has room, if it is wanted."""
        position = ColumnPosition.BESIDE
        if self.is_unwanted or self._is_disabled:
            position = ColumnPosition.HIDDEN
        elif (
            self.splitter.width() < NARROW_WINDOW
            or self._column.tight_width > self._max_width
            or self._is_cramped
        ):
            position = ColumnPosition.DRAWER
        if position is not self._position:
            self._move_column(position)

    def _move_column(self, position: ColumnPosition) -> None:
        focused = self._column.isAncestorOf(self._column.window().focusWidget() or self._table)
        previous_position, self._position = self._position, position
        if position is ColumnPosition.DRAWER:
            self.drawer.set_attached(on=True)
        elif previous_position is ColumnPosition.DRAWER:
            self.drawer.set_attached(on=False)
            if (holder_layout := self._holder.layout()) is not None:
                holder_layout.addWidget(self._column)
            self._column.show()
        self.tab.setVisible(position is ColumnPosition.DRAWER)
        self._update_splitter_handles()
        self.flap.setVisible(position is ColumnPosition.HIDDEN and not self._is_disabled)
        self._holder.setVisible(position is ColumnPosition.BESIDE)
        self._position_flap()
        if position is ColumnPosition.BESIDE:
            self._set_column_width(self._column_width(self._column.preferred_width()))
        elif focused and (page := self.splitter.parentWidget()) is not None:
            page.setFocus()
        self._position_drawer()
        self.visibility_changed.emit()

    def set_folded(self, *, on: bool) -> None:
        if on == self.is_folded or self._is_disabled:
            return
        if self._position is not ColumnPosition.DRAWER:
            self.restore_folded(on=on)
            self.fold_changed.emit(not on)
        if self._position is ColumnPosition.DRAWER:
            self.drawer.set_open(on=not on)

    def show_briefly(self) -> None:
        """Show the column for a moment if it lies in the drawer."""
        if self._position is ColumnPosition.DRAWER:
            self.drawer.show_briefly()

    def fit_width(self, preferred_width: int) -> None:
        """Set the wanted width or the one dragged to; use the drawer if there is no room."""
        self._update_position()
        if self._position is ColumnPosition.BESIDE:
            self._set_column_width(self._column_width(preferred_width))
        self._position_drawer()

    def _position_drawer(self) -> None:
        if self._position is not ColumnPosition.DRAWER:
            return
        self.tab.update_text_scale()
        edge, room = self.tab.width(), self.splitter.geometry()
        wide = min(self._column.preferred_width(), room.width() - edge)
        left = room.x() + edge if self._is_left else room.x() + room.width() - edge - wide
        self.drawer.set_area(QRectF(left, room.y(), wide, room.height()))

    def _column_width(self, preferred_width: int) -> int:
        """Return the column's width in pixels for a wanted one."""
        if _dragged_width is not None:
            return round(_dragged_width * font_sizes.panel_scale())
        width, players = self.splitter.width(), self._column.player_count
        return min(
            preferred_width,
            self._max_width,
            max(max_column_width(width, players), self._column.tight_width),
        )

    @property
    def _max_width(self) -> int:
        """Maximum width of the column (pixels)."""
        width = self.splitter.width()
        return width - max(MIN_TABLE_WIDTH, round(MIN_TABLE_FRACTION * width))

    def _on_widened(self) -> None:
        self.fit_width(self._column.preferred_width())

    def _on_dragged(self) -> None:
        global _dragged_width  # noqa: PLW0603  (for every table of this session)
        if self._position is not ColumnPosition.BESIDE:
            return
        width = self.splitter.sizes()[self.splitter.indexOf(self._holder)]
        if width:
            # The column cannot be dragged narrower than it can be read.
            min_width = self._column.tight_width
            if width < min_width:
                self._set_column_width(min_width)
            _dragged_width = max(width, min_width) / font_sizes.panel_scale()
        else:
            # Dragged to the edge, the column folds; unfolded, it has its former width.
            self.set_folded(on=True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the flap at the edge, and hide the disabled splitter handles."""
        if watched is not self._table:
            is_disabled = isinstance(watched, QWidget) and not watched.isEnabled()
            return is_disabled and event.type() == QEvent.Type.Paint
        if event.type() == QEvent.Type.Resize:
            self._position_flap()
        return super().eventFilter(watched, event)

    def _position_flap(self) -> None:
        wide, tall = round(scale_pixels(FLAP_SIZE[0], 1.25)), round(scale_pixels(FLAP_SIZE[1]))
        self.flap.resize(wide, tall)
        fold_sign, unfold_sign = "‹›" if self._is_left else "›‹"
        self._column.sheet_panel.fold_button.setText(fold_sign)
        self.flap.setText(unfold_sign)
        left = 0 if self._is_left else self._table.width() - wide
        self.flap.move(left, (self._table.height() - tall) // 2)
        self.flap.raise_()
