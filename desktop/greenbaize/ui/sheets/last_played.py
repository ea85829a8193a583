"""Panels below the sheet for what was played last: the last trick, or everybody's last turns."""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QWidget,
)

from greenbaize.rules.events import Dealt, Event
from greenbaize.rules.hands import Trick
from greenbaize.rules.naming import cut_words
from greenbaize.rules.pictures import Picture, TurnLogEntry
from greenbaize.ui.cards.look import CardLook, Face
from greenbaize.ui.cards.suited import SuitDelegate
from greenbaize.ui.table.card_atlas import CardAtlas
from greenbaize.ui.table.geometry import TALL
from greenbaize.ui.table.stage import Turn
from greenbaize.ui.table.writing import CENTRE, font_for, width_of, write
from greenbaize.ui.widgets.accessibility import Group, name_for_ears
from greenbaize.ui.widgets.boxes import column_of
from greenbaize.ui.widgets.fonts import NORMAL, SMALL
from greenbaize.ui.widgets.lettering import normal, small
from greenbaize.ui.widgets.paper import PaperFrame, paint_paper, paper_palette
from greenbaize.ui.widgets.plain import Label, set_tip, show_tip
from greenbaize.ui.widgets.table_button import TableButton
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import Speaker, card_name
from greenbaize.words.spoken import aloud, together

EDGE = 14
LINES = 3
"""Maximum number of lines for the sentence about who took the trick."""
NAME_GAP: Final = 5.0
"""Minimum gap between two names below cards (pixels)."""
WIDEST = 58.0
SPARED = 0.4
"""Fraction of the card height that the panel can do without."""


class LastTrick(Group):
    """A panel with the cards of the deal's last trick and a sentence about who took it."""

    why_asked = Signal()

    def __init__(self, names: tuple[str, ...], atlas: CardAtlas, parent: QWidget) -> None:
        super().__init__(parent)
        self._names = tuple(map(shown_name, names))
        self._atlas = atlas
        self._trick: Trick | None = None
        self._taker = 0
        self._brought = ""
        self._whole = True
        """The whole sentence about the trick fits."""
        self.cards: list[tuple[QRectF, str]] = []
        """Rectangle of each card, with its tooltip."""
        self._scale = 1.0
        self._spared = 0
        """Reduction of the usual height so that the sheet has room (pixels)."""
        self.setPalette(paper_palette(worn()))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.why_button = TableButton(tr("&Why?"), self)
        set_tip(self.why_button, tr("Explain card by card why it went where it went"))
        self.why_button.setFont(small())
        # A click on the button leaves the focus where it is.
        self.why_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.why_button.clicked.connect(self.why_asked)
        self.why_button.hide()
        name_for_ears(self, self._words())

    def show_trick(self, taker: int, trick: Trick | None, brought: str = "") -> None:
        """Show a trick, its taker and what it brought; None says that there is no trick yet."""
        self._taker, self._trick, self._brought = taker, trick, brought
        self.cards = []
        name_for_ears(self, self._words())
        self.why_button.setVisible(trick is not None)
        self.update()

    def set_scale(self, scale: float) -> None:
        self._scale = scale
        self.why_button.setFont(small())
        self.updateGeometry()
        self._place_button()
        self.update()

    def spare(self, pixels: int) -> int:
        """Reduce the height by up to ``pixels`` while cards stay readable; return the reduction."""
        most = round(SPARED * WIDEST * TALL * self._scale) + (LINES - 1) * self._line
        spared = min(max(0, pixels), most)
        if spared != self._spared:
            self._spared = spared
            self.updateGeometry()
        return spared

    @property
    def _line(self) -> int:
        return round(1.3 * SMALL * self._scale)

    def set_card_look(self, look: CardLook) -> None:
        self._atlas.set_card_look(look)
        self.update()

    def _words(self) -> str:
        if self._trick is None:
            return tr("No trick has been taken yet.")
        seats = self._trick.seats(len(self._names))
        card = card_name(self._trick.cards[seats.index(self._taker)])
        name, words = self._names[self._taker], tr("{name} took it with {card}.")
        return together(words.format(name=name, card=card), self._brought)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_button()

    def _place_button(self) -> None:
        size = self.why_button.sizeHint()
        left = self.width() - EDGE - size.width()
        self.why_button.setGeometry(left, EDGE // 2, size.width(), size.height())

    def event(self, event: QEvent) -> bool:
        """Show whose card is under the mouse as a tooltip below the card."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            self._show_tip(event)
            return True
        return super().event(event)

    def _show_tip(self, event: QHelpEvent) -> None:
        for place, words in self.cards:
            if place.contains(QPointF(event.pos())):
                below = self.mapToGlobal(place.bottomLeft().toPoint())
                show_tip(below, words, self, place.toRect())
                return
        words = self._words()
        if self._whole and self._trick is not None:
            words = tr("The last trick, in the order played")
        show_tip(event.globalPos(), words, self)

    def sizeHint(self) -> QSize:
        height = 2.4 * NORMAL + WIDEST * TALL + (0.5 + 1.3 * (LINES + 1)) * SMALL
        return QSize(200, round(2 * EDGE + height * self._scale) - self._spared)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = worn()
        paint_paper(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(theme.ink))
        room = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        button = self.why_button
        right = button.x() - 6 if button.isVisible() else room.right()
        head = QRectF(room.left(), room.top(), right - room.left(), 1.4 * NORMAL * self._scale)
        write(painter, head, tr("Last trick"), NORMAL * self._scale, bold=True)
        low = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
        painter.setPen(QColor(theme.ink_quiet))
        foot = QRectF(room)
        lines = max(1, LINES - ceil(self._spared / self._line))
        foot.setTop(room.bottom() - lines * 1.3 * SMALL * self._scale)
        size, paper = SMALL * self._scale, QColor(theme.paper)
        whole = write(painter, foot, self._words(), size, align=low, lines=lines, ground=paper)
        self._whole = whole
        if self._trick is not None:
            self._draw_cards(painter, room, foot.top(), self._trick)
        painter.end()

    def _draw_cards(self, painter: QPainter, room: QRectF, low: float, trick: Trick) -> None:
        """Draw the cards, and below them the names if they end above ``max_bottom``."""
        count = len(self._names)
        # Text lines after the first are dropped before cards get smaller.
        widest = WIDEST * self._scale - max(0, self._spared - (LINES - 1) * self._line) / TALL
        wide = min(widest, room.width() / (1.08 * count))
        self._atlas.set_size(wide, self.devicePixelRatioF())
        store = self._atlas.store(1.0)
        y = room.top() + 1.7 * NORMAL * self._scale
        self.cards = []
        tall = 1.3 * SMALL * self._scale
        named = y + wide * TALL + 6 + tall <= low + 1
        pitch = self._pitch(wide, room.width() / count, named=named)
        for place, seat in enumerate(trick.seats(count)):
            x = round(room.left() + place * pitch + (pitch - 1.08 * wide) / 2)
            words = tr("{name}: {card}").format(
                name=self._names[seat], card=card_name(trick.cards[place])
            )
            self.cards.append((QRectF(x, y, wide, wide * TALL), words))
            if named:
                below = QRectF(x + (wide - pitch) / 2, y + wide * TALL + 6, pitch, tall)
                self._write_name(painter, below, self._names[seat])
            painter.drawPixmap(QPointF(x, round(y)), store.face(Face(trick.cards[place])))
            if seat == self._taker:
                painter.setPen(QPen(QColor(worn().ink), 2))
                line = y + wide * TALL + 4
                painter.drawLine(QPointF(x + 2, line), QPointF(x + wide - 2, line))

    def _pitch(self, wide: float, most: float, *, named: bool) -> float:
        """Return the distance from card to card (pixels), wider for long names if possible."""
        usual = min(1.08 * wide, most)
        if not named:
            return usual
        size = SMALL * self._scale
        return min(most, max(usual, *(width_of(one, size) + NAME_GAP for one in self._names)))

    def _write_name(self, painter: QPainter, room: QRectF, name: str) -> None:
        """Draw a name below its card, shortened to fit."""
        painter.setPen(QColor(worn().ink_quiet))
        room = room.adjusted(NAME_GAP / 2, 0, -NAME_GAP / 2, 0)
        size = SMALL * self._scale
        write(painter, room, fitting_name(name, room, size), size, align=CENTRE)


def fitting_name(name: str, room: QRectF, size: float) -> str:
    """Shorten a name until it fits into a rectangle at any font size."""
    while len(name) > 1 and not font_for(name, room, size)[1]:
        name = cut_words(name, len(name) - 1)
    return name


KEPT = 60
"""Number of turns that can be scrolled back to."""


class LastTurns(PaperFrame):
    """A panel with a line for every turn, the latest at the bottom."""

    def __init__(self, names: Sequence[str], you: int | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._names = [tr("You") if seat == you else name for seat, name in enumerate(names)]
        self._speaker = Speaker(names, you)
        self._turn = Turn()
        self._written = 0
        """Number of the turn on the last line."""
        self._said: list[tuple[list[int], list[TurnLogEntry]]] = []
        """Seats and log entries of each line."""
        self._title = Label(tr("Last turns"), self)
        self.lines = QListWidget(self)
        self.lines.setAccessibleName(tr("Last turns"))
        self.lines.setFrameShape(QFrame.Shape.NoFrame)
        self.lines.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.lines.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.lines.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.lines.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.lines.setWordWrap(True)
        # The height of a line depends on its width.
        self.lines.setResizeMode(QListWidget.ResizeMode.Adjust)
        bar = self.lines.verticalScrollBar()
        bar.rangeChanged.connect(lambda _, last: bar.setValue(last))
        self.lines.setItemDelegate(SuitDelegate(self.lines))
        margins = (EDGE, EDGE - 2, EDGE, EDGE - 2)
        column_of(self._title, (self.lines, 1), within=self, margins=margins, spacing=6)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.dress()

    def note(self, event: Event, log_entry: TurnLogEntry | None, picture: Picture) -> None:
        """Write the log entry of a shown event; ``picture`` is the table after it."""
        self._note(event, log_entry, picture)
        self.lines.scrollToBottom()

    def note_all(self, noted: Iterable[tuple[Event, TurnLogEntry | None, Picture]]) -> None:
        """Write the log entries of many events, as ``log_event`` does for each."""
        self.setUpdatesEnabled(False)
        for one in noted:
            self._note(*one)
        self.lines.scrollToBottom()
        self.setUpdatesEnabled(True)

    def _note(self, event: Event, log_entry: TurnLogEntry | None, picture: Picture) -> None:
        if isinstance(event, Dealt):
            self.clear()
        if log_entry is not None:
            self._write(log_entry)
        self._turn.end(picture)

    def clear(self) -> None:
        self._turn, self._written = Turn(), 0
        self._said.clear()
        self.lines.clear()

    def _write(self, log_entry: TurnLogEntry) -> None:
        if self._written != self._turn.number or not self._said:
            self._written = self._turn.number
            mover = log_entry.seat if self._turn.seat is None else self._turn.seat
            self._join_last()
            self._said.append(([mover], []))
            self.lines.addItem(QListWidgetItem())
            if self.lines.count() > KEPT:
                self.lines.takeItem(0)
                self._said.pop(0)
        self._said[-1][1].append(log_entry)
        self._say(len(self._said) - 1)

    def _join_last(self) -> None:
        """Merge the last two lines if their turns did the same: drew and passed."""
        if len(self._said) > 1 and self._done(-1) == self._done(-2):
            movers, _ = self._said.pop()
            self.lines.takeItem(len(self._said))
            self._said[-1][0].extend(movers)
            self._say(len(self._said) - 1)

    def _done(self, row: int) -> str:
        """Return the text of a line; actions of other seats are in brackets with their names."""
        (mover, *_), said = self._said[row]
        words = [(one.seat, self._speaker.say(one.message)) for one in said]
        return " ".join(w if seat == mover else f"({self._names[seat]} {w})" for seat, w in words)

    def _say(self, row: int) -> None:
        movers = ", ".join(self._names[mover] for mover in dict.fromkeys(self._said[row][0]))
        item = self.lines.item(row)
        item.setText(f"{movers}: {self._done(row)}")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, aloud(item.text()))
        set_tip(item, item.text())

    # Appearance

    def show_letters(self) -> None:
        """Rewrite all lines after a change of the rank letters."""
        for row in range(self.lines.count()):
            self._say(row)

    def set_scale(self) -> None:
        self._title.setFont(normal(bold=True))
        self.lines.setFont(small())
        self.updateGeometry()

    def dress(self) -> None:
        palette = paper_palette(worn())
        palette.setColor(QPalette.ColorRole.Base, QColor(worn().paper))
        self.setPalette(palette)
        self.set_scale()

    def sizeHint(self) -> QSize:
        line = self.lines.fontMetrics().height() + 2
        return QSize(200, 2 * EDGE + (len(self._names) + 2) * line)

    def minimumSizeHint(self) -> QSize:
        return QSize(100, 2 * EDGE + 5 * self.lines.fontMetrics().height())
