"""Panels below the sheet for what was played last: the last trick, or everybody's last turns."""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QSizePolicy,
    QWidget,
)

from greenbaize.rules.events import CardsDealt, Event
from greenbaize.rules.hands import Trick
from greenbaize.rules.name_text import truncate_graphemes
from greenbaize.rules.table_snapshot import TableSnapshot, TurnLogEntry
from greenbaize.ui.cards.card_look import CardFace, CardLook
from greenbaize.ui.cards.suit_text import SuitDelegate
from greenbaize.ui.table.card_atlas import CardAtlas
from greenbaize.ui.table.geometry import CARD_HEIGHT_RATIO
from greenbaize.ui.table.stage import TurnTracker
from greenbaize.ui.table.text_fitting import (
    ALIGN_CENTRE,
    draw_fitted_text,
    fit_font,
    measure_text_width,
)
from greenbaize.ui.widgets.accessibility import AccessibleGroup, set_spoken_name
from greenbaize.ui.widgets.font_sizes import normal_font, small_font
from greenbaize.ui.widgets.fonts import NORMAL, SMALL
from greenbaize.ui.widgets.layouts import make_column
from greenbaize.ui.widgets.paper import PaperFrame, paint_paper, paper_palette
from greenbaize.ui.widgets.plain_text import PlainLabel, set_tooltip, show_tooltip
from greenbaize.ui.widgets.table_button import TableButton
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.speaker import Speaker, card_name
from greenbaize.words.spoken import join_sentences, spoken_text

PANEL_MARGIN = 14
MAX_LINES = 3
"""Maximum number of lines for the sentence about who took the trick."""
NAME_GAP: Final = 5.0
"""Minimum gap between two names below cards (pixels)."""
MAX_CARD_WIDTH = 58.0
MAX_CARD_CUT = 0.4
"""Fraction of the card height that the panel can do without."""


class LastTrickPanel(AccessibleGroup):
    """A panel with the cards of the deal's last trick and a sentence about who took it."""

    explanation_requested = Signal()
    thoughts_requested = Signal(object, object)
    """The user asks why this seat has played this card."""

    def __init__(self, names: tuple[str, ...], atlas: CardAtlas, parent: QWidget) -> None:
        super().__init__(parent)
        self._names = tuple(map(display_name, names))
        self._atlas = atlas
        self._trick: Trick | None = None
        self._taker = 0
        self._gain_text = ""
        self._is_text_complete = True
        """The whole sentence about the trick fits."""
        self.card_tooltips: list[tuple[QRectF, str]] = []
        """Rectangle of each card, with its tooltip."""
        self._scale = 1.0
        self._height_cut = 0
        """Reduction of the usual height so that the sheet has room (pixels)."""
        self.setPalette(paper_palette(current_theme()))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.why_button = TableButton(tr("&Why?"), self)
        set_tooltip(self.why_button, tr("Explain card by card why it went where it went"))
        self.why_button.setFont(small_font())
        # A click on the button leaves the focus where it is.
        self.why_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.why_button.clicked.connect(self.explanation_requested)
        self.why_button.hide()
        set_spoken_name(self, self._describe_trick())

    def show_trick(self, taker: int, trick: Trick | None, gain_text: str = "") -> None:
        """Show a trick, its taker and what it brought; None says that there is no trick yet."""
        self._taker, self._trick, self._gain_text = taker, trick, gain_text
        self.card_tooltips = []
        set_spoken_name(self, self._describe_trick())
        self.why_button.setVisible(trick is not None)
        self.update()

    def set_scale(self, scale: float) -> None:
        self._scale = scale
        self.why_button.setFont(small_font())
        self.updateGeometry()
        self._position_button()
        self.update()

    def reduce_height(self, pixels: int) -> int:
        """Reduce the height by up to ``pixels`` while cards stay readable; return the reduction."""
        max_cut = (
            round(MAX_CARD_CUT * MAX_CARD_WIDTH * CARD_HEIGHT_RATIO * self._scale)
            + (MAX_LINES - 1) * self._line_height
        )
        height_cut = min(max(0, pixels), max_cut)
        if height_cut != self._height_cut:
            self._height_cut = height_cut
            self.updateGeometry()
        return height_cut

    @property
    def _line_height(self) -> int:
        return round(1.3 * SMALL * self._scale)

    def set_card_look(self, look: CardLook) -> None:
        self._atlas.set_card_look(look)
        self.update()

    def _describe_trick(self) -> str:
        if self._trick is None:
            return tr("No trick has been taken yet.")
        seats = self._trick.seats_in_order(len(self._names))
        card = card_name(self._trick.cards[seats.index(self._taker)])
        name, template = self._names[self._taker], tr("{name} took it with {card}.")
        return join_sentences(template.format(name=name, card=card), self._gain_text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._position_button()

    def _position_button(self) -> None:
        size = self.why_button.sizeHint()
        left = self.width() - PANEL_MARGIN - size.width()
        self.why_button.setGeometry(left, PANEL_MARGIN // 2, size.width(), size.height())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to ask why the card under the mouse was played."""
        trick, point = self._trick, QPointF(event.pos())
        rects = [card_rect for card_rect, _ in self.card_tooltips]
        index = next((index for index, one in enumerate(rects) if one.contains(point)), None)
        if trick is None or index is None:
            event.ignore()
            return
        seat = trick.seats_in_order(len(self._names))[index]
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        action = menu.addAction(tr("Why did they do that?"))
        action.triggered.connect(lambda: self.thoughts_requested.emit(seat, trick.cards[index]))
        menu.popup(event.globalPos())

    def event(self, event: QEvent) -> bool:
        """Show whose card is under the mouse as a tooltip below the card."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            self._show_tooltip(event)
            return True
        return super().event(event)

    def _show_tooltip(self, event: QHelpEvent) -> None:
        for card_rect, text in self.card_tooltips:
            if card_rect.contains(QPointF(event.pos())):
                below = self.mapToGlobal(card_rect.bottomLeft().toPoint())
                show_tooltip(below, text, self, card_rect.toRect())
                return
        text = self._describe_trick()
        if self._is_text_complete and self._trick is not None:
            text = tr("The last trick, in the order played")
        show_tooltip(event.globalPos(), text, self)

    def sizeHint(self) -> QSize:
        height = (
            2.4 * NORMAL
            + MAX_CARD_WIDTH * CARD_HEIGHT_RATIO
            + (0.5 + 1.3 * (MAX_LINES + 1)) * SMALL
        )
        return QSize(200, round(2 * PANEL_MARGIN + height * self._scale) - self._height_cut)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        paint_paper(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(theme.ink))
        room = QRectF(self.rect()).adjusted(
            PANEL_MARGIN, PANEL_MARGIN, -PANEL_MARGIN, -PANEL_MARGIN
        )
        button = self.why_button
        right = button.x() - 6 if button.isVisible() else room.right()
        head = QRectF(room.left(), room.top(), right - room.left(), 1.4 * NORMAL * self._scale)
        draw_fitted_text(painter, head, tr("Last trick"), NORMAL * self._scale, bold=True)
        bottom_left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
        painter.setPen(QColor(theme.ink_quiet))
        foot = QRectF(room)
        lines = max(1, MAX_LINES - ceil(self._height_cut / self._line_height))
        foot.setTop(room.bottom() - lines * 1.3 * SMALL * self._scale)
        size, paper = SMALL * self._scale, QColor(theme.paper)
        is_complete = draw_fitted_text(
            painter,
            foot,
            self._describe_trick(),
            size,
            align=bottom_left,
            lines=lines,
            ground=paper,
        )
        self._is_text_complete = is_complete
        if self._trick is not None:
            self._draw_cards(painter, room, foot.top(), self._trick)
        painter.end()

    def _draw_cards(self, painter: QPainter, room: QRectF, max_bottom: float, trick: Trick) -> None:
        """Draw the cards, and below them the names if they end above ``max_bottom``."""
        count = len(self._names)
        # Text lines after the first are dropped before cards get smaller.
        widest = (
            MAX_CARD_WIDTH * self._scale
            - max(0, self._height_cut - (MAX_LINES - 1) * self._line_height) / CARD_HEIGHT_RATIO
        )
        wide = min(widest, room.width() / (1.08 * count))
        self._atlas.set_size(wide, self.devicePixelRatioF())
        store = self._atlas.face_store(1.0)
        y = room.top() + 1.7 * NORMAL * self._scale
        self.card_tooltips = []
        tall = 1.3 * SMALL * self._scale
        shows_names = y + wide * CARD_HEIGHT_RATIO + 6 + tall <= max_bottom + 1
        pitch = self._card_pitch(wide, room.width() / count, shows_names=shows_names)
        for index, seat in enumerate(trick.seats_in_order(count)):
            x = round(room.left() + index * pitch + (pitch - 1.08 * wide) / 2)
            tooltip = tr("{name}: {card}").format(
                name=self._names[seat], card=card_name(trick.cards[index])
            )
            self.card_tooltips.append((QRectF(x, y, wide, wide * CARD_HEIGHT_RATIO), tooltip))
            if shows_names:
                below = QRectF(
                    x + (wide - pitch) / 2, y + wide * CARD_HEIGHT_RATIO + 6, pitch, tall
                )
                self._write_name(painter, below, self._names[seat])
            painter.drawPixmap(
                QPointF(x, round(y)), store.face_pixmap(CardFace(trick.cards[index]))
            )
            if seat == self._taker:
                painter.setPen(QPen(QColor(current_theme().ink), 2))
                line = y + wide * CARD_HEIGHT_RATIO + 4
                painter.drawLine(QPointF(x + 2, line), QPointF(x + wide - 2, line))

    def _card_pitch(self, card_width: float, max_pitch: float, *, shows_names: bool) -> float:
        """Return the distance from card to card (pixels), wider for long names if possible."""
        usual = min(1.08 * card_width, max_pitch)
        if not shows_names:
            return usual
        size = SMALL * self._scale
        return min(
            max_pitch,
            max(usual, *(measure_text_width(name, size) + NAME_GAP for name in self._names)),
        )

    def _write_name(self, painter: QPainter, room: QRectF, name: str) -> None:
        """Draw a name below its card, shortened to fit."""
        painter.setPen(QColor(current_theme().ink_quiet))
        room = room.adjusted(NAME_GAP / 2, 0, -NAME_GAP / 2, 0)
        size = SMALL * self._scale
        draw_fitted_text(painter, room, shorten_name(name, room, size), size, align=ALIGN_CENTRE)


def shorten_name(name: str, room: QRectF, size: float) -> str:
    """Shorten a name until it fits into a rectangle at any font size."""
    while len(name) > 1 and not fit_font(name, room, size)[1]:
        name = truncate_graphemes(name, len(name) - 1)
    return name


MAX_TURNS = 60
"""Number of turns that can be scrolled back to."""


class LastTurnsPanel(PaperFrame):
    """A panel with a line for every turn, the latest at the bottom."""

    def __init__(self, names: Sequence[str], you: int | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._names = [tr("You") if seat == you else name for seat, name in enumerate(names)]
        self._speaker = Speaker(names, you)
        self._current_turn = TurnTracker()
        self._written_turn = 0
        """Number of the turn on the last line."""
        self._line_entries: list[tuple[list[int], list[TurnLogEntry]]] = []
        """Seats and log entries of each line."""
        self._title_label = PlainLabel(tr("Last turns"), self)
        self.line_list = QListWidget(self)
        self.line_list.setAccessibleName(tr("Last turns"))
        self.line_list.setFrameShape(QFrame.Shape.NoFrame)
        self.line_list.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.line_list.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.line_list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.line_list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.line_list.setWordWrap(True)
        # The height of a line depends on its width.
        self.line_list.setResizeMode(QListWidget.ResizeMode.Adjust)
        bar = self.line_list.verticalScrollBar()
        bar.rangeChanged.connect(lambda _, last: bar.setValue(last))
        self.line_list.setItemDelegate(SuitDelegate(self.line_list))
        margins = (PANEL_MARGIN, PANEL_MARGIN - 2, PANEL_MARGIN, PANEL_MARGIN - 2)
        make_column(self._title_label, (self.line_list, 1), widget=self, margins=margins, spacing=6)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.apply_theme()

    def log_event(
        self, event: Event, log_entry: TurnLogEntry | None, picture: TableSnapshot
    ) -> None:
        """Write the log entry of a shown event; ``picture`` is the table after it."""
        self._add_event(event, log_entry, picture)
        self.line_list.scrollToBottom()

    def log_events(
        self, entries: Iterable[tuple[Event, TurnLogEntry | None, TableSnapshot]]
    ) -> None:
        """Write the log entries of many events, as ``log_event`` does for each."""
        self.setUpdatesEnabled(False)
        for entry in entries:
            self._add_event(*entry)
        self.line_list.scrollToBottom()
        self.setUpdatesEnabled(True)

    def _add_event(
        self, event: Event, log_entry: TurnLogEntry | None, picture: TableSnapshot
    ) -> None:
        if isinstance(event, CardsDealt):
            self.clear()
        if log_entry is not None:
            self._write_entry(log_entry)
        self._current_turn.finish_event(picture)

    def clear(self) -> None:
        self._current_turn, self._written_turn = TurnTracker(), 0
        self._line_entries.clear()
        self.line_list.clear()

    def _write_entry(self, log_entry: TurnLogEntry) -> None:
        if self._written_turn != self._current_turn.number or not self._line_entries:
            self._written_turn = self._current_turn.number
            mover = log_entry.seat if self._current_turn.seat is None else self._current_turn.seat
            self._merge_last_lines()
            self._line_entries.append(([mover], []))
            self.line_list.addItem(QListWidgetItem())
            if self.line_list.count() > MAX_TURNS:
                self.line_list.takeItem(0)
                self._line_entries.pop(0)
        self._line_entries[-1][1].append(log_entry)
        self._update_line(len(self._line_entries) - 1)

    def _merge_last_lines(self) -> None:
        """Merge the last two lines if their turns did the same: drew and passed.

        A seat that passes again, in the next round, begins a line.
        """
        if len(self._line_entries) < 2 or self._turn_text(-1) != self._turn_text(-2):
            return
        if not set(self._line_entries[-1][0]) & set(self._line_entries[-2][0]):
            movers, _ = self._line_entries.pop()
            self.line_list.takeItem(len(self._line_entries))
            self._line_entries[-1][0].extend(movers)
            self._update_line(len(self._line_entries) - 1)

    def _turn_text(self, row: int) -> str:
        """Return the text of a line; actions of other seats are in brackets with their names."""
        (mover, *_), entries = self._line_entries[row]
        sentences = [(entry.seat, self._speaker.format_message(entry.message)) for entry in entries]
        return " ".join(
            w if seat == mover else f"({self._names[seat]} {w})" for seat, w in sentences
        )

    def _update_line(self, row: int) -> None:
        movers = ", ".join(self._names[mover] for mover in self._line_entries[row][0])
        item = self.line_list.item(row)
        item.setText(f"{movers}: {self._turn_text(row)}")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken_text(item.text()))
        set_tooltip(item, item.text())

    # Appearance

    def refresh_lines(self) -> None:
        """Rewrite all lines after a change of the rank letters."""
        for row in range(self.line_list.count()):
            self._update_line(row)

    def update_fonts(self) -> None:
        self._title_label.setFont(normal_font(bold=True))
        self.line_list.setFont(small_font())
        self.updateGeometry()

    def apply_theme(self) -> None:
        palette = paper_palette(current_theme())
        palette.setColor(QPalette.ColorRole.Base, QColor(current_theme().paper))
        self.setPalette(palette)
        self.update_fonts()

    def sizeHint(self) -> QSize:
        line = self.line_list.fontMetrics().height() + 2
        return QSize(200, 2 * PANEL_MARGIN + (len(self._names) + 2) * line)

    def minimumSizeHint(self) -> QSize:
        return QSize(100, 2 * PANEL_MARGIN + 5 * self.line_list.fontMetrics().height())
