"""Folds the column beside the table away, and back."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QSplitter, QToolButton, QWidget

from greenbaize.ui.cards.look import card_look
from greenbaize.ui.sheets.side import Side
from greenbaize.ui.table.geometry import card_width
from greenbaize.ui.widgets import lettering
from greenbaize.ui.widgets.fonts import grown, share
from greenbaize.ui.widgets.plain import set_tip
from greenbaize.words.catalogue import tr

FLAP: Final = (14, 48)
"""How large the flap at the table's edge is, by which a folded column comes back, in pixels."""

ROOMY_TABLE: Final = 440
ROOMY_SHARE: Final = 0.62
"""A sheet takes no more than it must where the table would be narrower, in pixels or by share."""
SHORT: Final = 4
"""A sheet of so many players, or fewer, is short."""
SHORT_SHARE, MORE_SHARE = 0.24, 0.02
"""What share of the width a short sheet takes at most, and how much more each further player."""
SHORT_LEAST, MORE_LEAST = 290, 30
"""So much it may take on the narrowest window, at the smallest size of letters, in pixels."""

WORTH: Final = 1.1
"""In large letters the column is folded where cards become so many times as large by it."""

_dragged: float | None = None
"""How wide the column was dragged to, at the smallest size of letters, since the program began."""
_anyway = False
"""Whether somebody has unfolded a column that had folded itself, since the program began."""


def most_width(width: int, players: int, letters: float | None = None) -> int:
    """The column's widest usual width in pixels; ``letters`` is their scale, None as it is now."""
    more = max(0, players - SHORT)
    least = (SHORT_LEAST + more * MORE_LEAST) * (letters or lettering.scale())
    return max(int((SHORT_SHARE + more * MORE_SHARE) * width), min(round(least), width))


class Folding(QObject):
    """Folds and unfolds the column ``side`` of a splitter, and keeps the width it is dragged to."""

    changed = Signal(bool)
    """Somebody has folded the column or unfolded it; whether it is seen now."""
    turned = Signal()
    """It is folded or unfolded now, whoever did it."""

    def __init__(self, splitter: QSplitter, table: QWidget, side: Side) -> None:
        super().__init__(table)
        self._splitter, self._table, self._side = splitter, table, side
        self.unwanted = False
        """Whether somebody wants it folded; without that it folds itself where it must."""
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
        self.stand_left(on=card_look().left_handed)

    def stand_left(self, *, on: bool) -> None:
        """Put the column at the left of the table, or at the right."""
        if on != (self._place == 0):
            wide = self._splitter.sizes()[self._place]
            self._splitter.insertWidget(0 if on else 1, self._side)
            self._side.stand_left(on=on)
            self._place_flap()
            self._share(wide)

    @property
    def _place(self) -> int:
        return self._splitter.indexOf(self._side)

    def _share(self, wide: int) -> None:
        """Give the column so much of the width, in pixels, and the table the rest."""
        parts = [self._splitter.width() - wide, wide]
        self._splitter.setSizes(parts if self._place else parts[::-1])

    @property
    def folded(self) -> bool:
        return self._side.isHidden()

    def show_folded(self, *, on: bool) -> None:
        """Fold or unfold as wanted before."""
        self.unwanted = on
        self._show(folded=on or self._cramps)

    @property
    def _cramps(self) -> bool:
        """Whether in large letters the table beside it would be smaller than need be."""
        if _anyway or share() == 1.0:
            return False
        width, tall, seats = self._splitter.width(), self._splitter.height(), self._side.players
        wanted = self._side.width_wanted()
        usual = lettering.usual_scale()
        beside = width - self._width_for(wanted)
        before = width - min(
            round(wanted * usual / lettering.scale()), most_width(width, seats, usual)
        )
        card = card_width(beside, tall, seats, share())
        alone = card_width(width, tall, seats, share())
        return card < card_width(before, tall, seats) or WORTH * card < alone

    def _show(self, *, folded: bool) -> None:
        if folded == self.folded:
            return
        focused = self._side.isAncestorOf(self._side.window().focusWidget() or self._table)
        self._side.setHidden(folded)
        self.flap.setVisible(folded)
        self._place_flap()
        if not folded:
            self.take_width(self._side.width_wanted())
        elif focused and (home := self._splitter.parentWidget()) is not None:
            home.setFocus()
        self.turned.emit()

    def fold(self, *, on: bool) -> None:
        global _anyway  # noqa: PLW0603  (for every table of this session)
        if on != self.folded:
            _anyway = _anyway or not (on or self.unwanted)
            self.show_folded(on=on)
            self.changed.emit(not on)

    def take_width(self, wanted: int) -> None:
        """Take this width or the one dragged to; fold where there is no room."""
        self._show(folded=self.unwanted or self._cramps)
        self._share(self._width_for(wanted))

    def _width_for(self, wanted: int) -> int:
        """The column's width in pixels for a wanted one."""
        if _dragged is not None:
            return round(_dragged * lettering.scale())
        # On a narrow window the table comes first; the sheet can be scrolled.
        width, players = self._splitter.width(), self._side.players
        room = width - max(ROOMY_TABLE, round(ROOMY_SHARE * width))
        room = min(room, max(most_width(width, players), self._side.tight_width))
        return min(wanted, max(room, self._side.minimumSizeHint().width()))

    def _on_widened(self) -> None:
        if not self.folded:
            self.take_width(self._side.width_wanted())

    def _on_dragged(self) -> None:
        global _dragged  # noqa: PLW0603  (for every table of this session)
        width = self._splitter.sizes()[self._place]
        if width:
            _dragged = width / lettering.scale()
        else:
            # Dragged to the edge, it is folded; unfolded, it is as wide as before.
            self.fold(on=True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the flap at the edge where the column is."""
        if event.type() == QEvent.Type.Resize:
            self._place_flap()
        return super().eventFilter(watched, event)

    def _place_flap(self) -> None:
        wide, tall = round(grown(FLAP[0], 1.25)), round(grown(FLAP[1]))
        self.flap.resize(wide, tall)
        out, back = "›‹" if self._place else "‹›"
        self._side.sheet.fold_button.setText(out)
        self.flap.setText(back)
        left = self._table.width() - wide if self._place else 0
        self.flap.move(left, (self._table.height() - tall) // 2)
        self.flap.raise_()
