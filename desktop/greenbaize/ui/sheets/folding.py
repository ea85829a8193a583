"""Folding of the column beside the table; in a narrow window it slides over the table."""

from enum import Enum, auto
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtWidgets import QSplitter, QToolButton, QWidget

from greenbaize.ui.cards.look import card_look
from greenbaize.ui.sheets.drawer import Drawer
from greenbaize.ui.sheets.side import Side
from greenbaize.ui.table.geometry import card_width
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.view import TableView
from greenbaize.ui.widgets import lettering
from greenbaize.ui.widgets.boxes import column_of
from greenbaize.ui.widgets.fonts import grown, share
from greenbaize.ui.widgets.plain import set_tip
from greenbaize.words.catalogue import tr

FLAP: Final = (14, 48)
"""Width and height of the flap that unfolds the column (pixels)."""

NARROW: Final = 1100
"""Window width below which the column lies in the drawer (pixels)."""
ROOMY_TABLE: Final = 440
ROOMY_SHARE: Final = 0.62
"""Minimum table width (pixels, or as a fraction) beside a sheet wider than necessary."""
SHORT: Final = 4
"""Number of players up to which a sheet has its base width."""
SHORT_SHARE, MORE_SHARE = 0.24, 0.02
"""Maximum width with few players, and per further player, as fractions of the window."""
SHORT_LEAST, MORE_LEAST = 290, 30
"""The same maximum in the narrowest window, at the smallest text size (pixels)."""

WORTH: Final = 1.1
"""Factor by which cards must grow for large text to move the column into the drawer."""

_dragged: float | None = None
"""Width that the column was dragged to, divided by the panel scale; shared by all tables."""


class Place(Enum):
    """Position of the column."""

    BESIDE = auto()
    OVER = auto()
    """In the drawer, which a tab at the edge opens."""
    AWAY = auto()
    """Hidden because the player does not want it."""


def most_width(width: int, players: int, letters: float | None = None) -> int:
    """Return the column's maximum width in pixels unless it is dragged.

    ``text_scale`` is the panel scale, by default the current one.
    """
    more = max(0, players - SHORT)
    least = (SHORT_LEAST + more * MORE_LEAST) * (letters or lettering.scale())
    return max(int((SHORT_SHARE + more * MORE_SHARE) * width), min(round(least), width))


def lay_beside(page: QWidget, view: TableView, side: Side, motion: Motion) -> "Folding":
    """Fill a page with a table and a side column that can be folded."""
    splitter = QSplitter(Qt.Orientation.Horizontal, page)
    splitter.addWidget(view)
    # The holder stays in the splitter while the column moves into the drawer: taking a widget out
    # of a splitter deletes a handle, which crashes Qt while it changes the style of widgets.
    column_of(side, within=(holder := QWidget(splitter)), margins=(0, 0, 0, 0))
    splitter.setStretchFactor(0, 1)
    splitter.setCollapsible(0, False)
    # On a low screen the column hides parts, so it does not limit the height.
    splitter.setMinimumHeight(view.minimumHeight())
    column_of(splitter, within=page, margins=(0, 0, 0, 0))
    return Folding(splitter, view.viewport(), holder, side, motion)


class Folding(QObject):
    """Controller that folds and unfolds the column in ``holder`` and keeps the width dragged to."""

    changed = Signal(bool)
    """The player has folded or unfolded the column for good; whether it is visible now."""
    turned = Signal()
    """The column is folded or unfolded, for whatever reason."""

    def __init__(
        self, splitter: QSplitter, table: QWidget, holder: QWidget, side: Side, motion: Motion
    ) -> None:
        super().__init__(table)
        self.splitter = splitter
        self._table, self._holder, self._side = table, holder, side
        self.unwanted = False
        """The player wants the column folded."""
        self._away = False
        self._where = Place.BESIDE
        page = splitter.parentWidget()
        assert page is not None
        self.drawer = Drawer(page, side, motion)
        self.drawer.turned.connect(self.turned)
        self.tab = side.tab
        self.tab.clicked.connect(lambda: self.fold(on=not self.folded))
        self.flap = QToolButton(table)
        self.flap.setAccessibleName(tr("Show the sheet"))
        set_tip(self.flap, tr("Show the sheet (Shift+F9)"))
        self.flap.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.flap.setAutoRaise(False)
        self.flap.hide()
        self.flap.clicked.connect(lambda: self.fold(on=False))
        side.sheet.fold_button.clicked.connect(lambda: self.fold(on=True))
        side.sheet.widened.connect(self._on_widened)
        splitter.splitterMoved.connect(self._on_dragged)
        table.installEventFilter(self)
        splitter.insertWidget(splitter.count(), self.tab)
        splitter.setCollapsible(splitter.indexOf(self.tab), False)
        self._at_left = False
        self.stand_left(on=card_look().left_handed)

    def stand_left(self, *, on: bool) -> None:
        if on == self._at_left:
            return
        self._at_left = self.tab.at_left = self.drawer.at_left = on
        wide = self._side.width()
        self.splitter.insertWidget(0 if on else self.splitter.count(), self.tab)
        self.splitter.insertWidget(1, self._holder)
        self._side.stand_left(on=on)
        self._place_flap()
        self._quiet_edge()
        self._share(wide)
        self._lay_drawer()

    def _quiet_edge(self) -> None:
        """Disable the handle between table and tab, where nothing can be dragged."""
        for place in range(1, self.splitter.count()):
            edge = self.splitter.handle(place)
            edge.setEnabled(self._where is not Place.OVER)
            edge.installEventFilter(self)

    def _share(self, wide: int) -> None:
        """Set the width of the column in pixels; the table gets the rest."""
        rest = self.splitter.width() - wide
        sizes = [rest] * self.splitter.count()
        sizes[self.splitter.indexOf(self.tab)] = self.tab.width()
        sizes[self.splitter.indexOf(self._holder)] = wide
        self.splitter.setSizes(sizes)

    @property
    def folded(self) -> bool:
        """No part of the column is visible."""
        return self._holder.isHidden() if self._where is Place.BESIDE else not self.drawer.out

    def keep_away(self) -> None:
        """Hide the column and everything that could unfold it."""
        self._away = True
        self._arrange()

    def show_folded(self, *, on: bool) -> None:
        """Restore the folded or unfolded state without emitting ``fold_changed``."""
        self.unwanted = on
        self._arrange()

    @property
    def _cramps(self) -> bool:
        """With large text the table beside the column would be smaller than necessary."""
        if share() == 1.0:
            return False
        width, tall, seats = self.splitter.width(), self.splitter.height(), self._side.players
        wanted = self._side.width_wanted()
        usual = lettering.usual_scale()
        beside = width - self._width_for(wanted)
        before = width - min(
            round(wanted * usual / lettering.scale()), most_width(width, seats, usual)
        )
        card = card_width(beside, tall, seats, share())
        alone = card_width(width, tall, seats, share())
        return card < card_width(before, tall, seats) or WORTH * card < alone

    def _arrange(self) -> None:
        """Move the column to where it has room, if it is wanted."""
        where = Place.BESIDE
        if self.unwanted or self._away:
            where = Place.AWAY
        elif self.splitter.width() < NARROW or self._side.tight_width > self._room or self._cramps:
            where = Place.OVER
        if where is not self._where:
            self._go(where)

    def _go(self, where: Place) -> None:
        focused = self._side.isAncestorOf(self._side.window().focusWidget() or self._table)
        before, self._where = self._where, where
        if where is Place.OVER:
            self.drawer.hold(on=True)
        elif before is Place.OVER:
            self.drawer.hold(on=False)
            if (column := self._holder.layout()) is not None:
                column.addWidget(self._side)
            self._side.show()
        self.tab.setVisible(where is Place.OVER)
        self._quiet_edge()
        self.flap.setVisible(where is Place.AWAY and not self._away)
        self._holder.setVisible(where is Place.BESIDE)
        self._place_flap()
        if where is Place.BESIDE:
            self._share(self._width_for(self._side.width_wanted()))
        elif focused and (home := self.splitter.parentWidget()) is not None:
            home.setFocus()
        self._lay_drawer()
        self.turned.emit()

    def fold(self, *, on: bool) -> None:
        if on == self.folded or self._away:
            return
        if self._where is not Place.OVER:
            self.show_folded(on=on)
            self.changed.emit(not on)
        if self._where is Place.OVER:
            self.drawer.slide(on=not on)

    def peek(self) -> None:
        """Show the column for a moment if it lies in the drawer."""
        if self._where is Place.OVER:
            self.drawer.peek()

    def take_width(self, wanted: int) -> None:
        """Set the wanted width or the one dragged to; use the drawer if there is no room."""
        self._arrange()
        if self._where is Place.BESIDE:
            self._share(self._width_for(wanted))
        self._lay_drawer()

    def _lay_drawer(self) -> None:
        if self._where is not Place.OVER:
            return
        self.tab.show_letters()
        edge, room = self.tab.width(), self.splitter.geometry()
        wide = min(self._side.width_wanted(), room.width() - edge)
        left = room.x() + edge if self._at_left else room.x() + room.width() - edge - wide
        self.drawer.lay(QRectF(left, room.y(), wide, room.height()))

    def _width_for(self, wanted: int) -> int:
        """Return the column's width in pixels for a wanted one."""
        if _dragged is not None:
            return round(_dragged * lettering.scale())
        width, players = self.splitter.width(), self._side.players
        return min(wanted, self._room, max(most_width(width, players), self._side.tight_width))

    @property
    def _room(self) -> int:
        """Maximum width of the column (pixels)."""
        width = self.splitter.width()
        return width - max(ROOMY_TABLE, round(ROOMY_SHARE * width))

    def _on_widened(self) -> None:
        self.take_width(self._side.width_wanted())

    def _on_dragged(self) -> None:
        global _dragged  # noqa: PLW0603  (for every table of this session)
        if self._where is not Place.BESIDE:
            return
        width = self.splitter.sizes()[self.splitter.indexOf(self._holder)]
        if width:
            # The column cannot be dragged narrower than it can be read.
            least = self._side.tight_width
            if width < least:
                self._share(least)
            _dragged = max(width, least) / lettering.scale()
        else:
            # Dragged to the edge, the column folds; unfolded, it has its former width.
            self.fold(on=True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the flap at the edge, and hide the disabled splitter handles."""
        if watched is not self._table:
            dead = isinstance(watched, QWidget) and not watched.isEnabled()
            return dead and event.type() == QEvent.Type.Paint
        if event.type() == QEvent.Type.Resize:
            self._place_flap()
        return super().eventFilter(watched, event)

    def _place_flap(self) -> None:
        wide, tall = round(grown(FLAP[0], 1.25)), round(grown(FLAP[1]))
        self.flap.resize(wide, tall)
        out, back = "‹›" if self._at_left else "›‹"
        self._side.sheet.fold_button.setText(out)
        self.flap.setText(back)
        left = 0 if self._at_left else self._table.width() - wide
        self.flap.move(left, (self._table.height() - tall) // 2)
        self.flap.raise_()
