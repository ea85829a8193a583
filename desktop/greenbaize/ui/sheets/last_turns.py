"""What everybody did in their last turns, below the sheet, in games without tricks."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from greenbaize.rules.events import Dealt, Event
from greenbaize.rules.pictures import Jotting, Picture
from greenbaize.ui.plain import Label, set_tip
from greenbaize.ui.sheets.lettering import normal, small
from greenbaize.ui.sheets.paper import paint_paper, paper_palette
from greenbaize.ui.suited import SuitDelegate
from greenbaize.ui.table.turns import Turn
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import aloud

EDGE = 14
KEPT = 60
"""How many turns are kept to be scrolled back to."""


class LastTurns(QWidget):
    """A slip of paper with a line for every turn, the last one at the foot."""

    def __init__(
        self, names: Sequence[str], you: int | None, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._names = [tr("You") if seat == you else name for seat, name in enumerate(names)]
        self._speaker = Speaker(names, you)
        self._theme = theme
        self._turn = Turn()
        self._written = 0
        """The number of the turn whose line stands at the foot."""
        self._said: list[tuple[list[int], list[Jotting]]] = []
        """Whose turns each line is about, and what was done in each of them."""
        self._title = Label(tr("Last turns"), self)
        self.lines = QListWidget(self)
        self.lines.setAccessibleName(tr("Last turns"))
        self.lines.setFrameShape(QFrame.Shape.NoFrame)
        self.lines.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.lines.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.lines.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.lines.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.lines.setWordWrap(True)
        # How tall a line is depends on its width, and so it is laid out again with each.
        self.lines.setResizeMode(QListWidget.ResizeMode.Adjust)
        bar = self.lines.verticalScrollBar()
        bar.rangeChanged.connect(lambda _, last: bar.setValue(last))
        self.lines.setItemDelegate(SuitDelegate(self.lines))
        column = QVBoxLayout(self)
        column.setContentsMargins(EDGE, EDGE - 2, EDGE, EDGE - 2)
        column.setSpacing(6)
        column.addWidget(self._title)
        column.addWidget(self.lines, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.set_theme(theme)

    def note(self, event: Event, jotting: Jotting | None, picture: Picture) -> None:
        """Write the ``jotting`` of an event that was seen; ``picture`` is the table after it."""
        self._note(event, jotting, picture)
        self.lines.scrollToBottom()

    def note_all(self, noted: Iterable[tuple[Event, Jotting | None, Picture]]) -> None:
        """Write down many events, as ``note`` does each of them."""
        self.setUpdatesEnabled(False)
        for one in noted:
            self._note(*one)
        self.lines.scrollToBottom()
        self.setUpdatesEnabled(True)

    def _note(self, event: Event, jotting: Jotting | None, picture: Picture) -> None:
        if isinstance(event, Dealt):
            self.clear()
        if jotting is not None:
            self._write(jotting)
        self._turn.end(picture)

    def clear(self) -> None:
        self._turn, self._written = Turn(), 0
        self._said.clear()
        self.lines.clear()

    def _write(self, jotting: Jotting) -> None:
        """Add to the line of the turn."""
        if self._written != self._turn.number or not self._said:
            self._written = self._turn.number
            mover = jotting.seat if self._turn.seat is None else self._turn.seat
            self._join_last()
            self._said.append(([mover], []))
            self.lines.addItem(QListWidgetItem())
            if self.lines.count() > KEPT:
                self.lines.takeItem(0)
                self._said.pop(0)
        self._said[-1][1].append(jotting)
        self._say(len(self._said) - 1)

    def _join_last(self) -> None:
        """Put the last turn on the line before, where the same was done: drawn and passed."""
        if len(self._said) > 1 and self._done(-1) == self._done(-2):
            movers, _ = self._said.pop()
            self.lines.takeItem(len(self._said))
            self._said[-1][0].extend(movers)
            self._say(len(self._said) - 1)

    def _done(self, row: int) -> str:
        """What was done in a turn; what somebody else did stands in brackets, with their name."""
        (mover, *_), said = self._said[row]
        words = [(one.seat, self._speaker.say(one.message)) for one in said]
        return " ".join(w if seat == mover else f"({self._names[seat]} {w})" for seat, w in words)

    def _say(self, row: int) -> None:
        """Write a line."""
        movers = ", ".join(self._names[mover] for mover in dict.fromkeys(self._said[row][0]))
        item = self.lines.item(row)
        item.setText(f"{movers}: {self._done(row)}")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, aloud(item.text()))
        set_tip(item, item.text())

    # Looks

    def show_letters(self) -> None:
        """Write all lines anew, after a change of the ranks' letters."""
        for row in range(self.lines.count()):
            self._say(row)

    def set_scale(self) -> None:
        """Take the current size of letters."""
        self._title.setFont(normal(bold=True))
        self.lines.setFont(small())
        self.updateGeometry()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        palette = paper_palette(theme)
        palette.setColor(QPalette.ColorRole.Base, QColor(theme.paper))
        self.setPalette(palette)
        self.set_scale()
        self.update()

    def sizeHint(self) -> QSize:
        line = self.lines.fontMetrics().height() + 2
        return QSize(200, 2 * EDGE + (len(self._names) + 2) * line)

    def minimumSizeHint(self) -> QSize:
        return QSize(100, 2 * EDGE + 5 * self.lines.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_paper(self, self._theme)
