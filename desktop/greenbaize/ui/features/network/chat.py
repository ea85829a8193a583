"""Chat panel: message list, input field, quick words and a switch to turn the chat off."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QPaintEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from greenbaize.app.network.table_words import QUICK_WORDS, spoken_words
from greenbaize.lan.wire import Spoken
from greenbaize.rules.naming import LONGEST_NAME
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.lettering import small
from greenbaize.ui.widgets.paper import PaperFrame, paper_palette
from greenbaize.ui.widgets.plain import name_combo, on_button, set_tip
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name, shown_words

LOWEST: Final = 60
"""Minimum height of the message list (px), about three lines."""
MOST_LINES: Final = 200
"""Maximum number of messages kept."""
LOWEST_OPEN: Final = 164
"""Minimum height of the open chat panel (px)."""


class ChatField(QLineEdit):
    """Input field for chat messages; it keeps its keys from the table, and Esc leaves it."""

    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setMaxLength(LONGEST_NAME)
        self.setPlaceholderText(tr("Say something…"))
        self.setAccessibleName(tr("Say something to everybody at the table"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Esc, and accept every key so that none reaches the table."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
        event.accept()


class ChatList(QListView):
    """Message list with a small size hint; it grows with the available room."""

    def sizeHint(self) -> QSize:
        return QSize(160, 2 * LOWEST)


@dataclass(frozen=True, slots=True)
class Line:
    """Chat message; ``seat`` is None for a watcher."""

    seat: int | None
    name: str
    words: str
    own: bool = False

    @property
    def text(self) -> str:
        return tr("{name}: {words}").format(name=self.name, words=self.words)


LINE: Final = Qt.ItemDataRole.UserRole


class ChatLog(QStandardItemModel):
    """Model of the latest messages, without those of muted authors."""

    heard = Signal(object)
    """A ``ChatLine`` from an author who is not muted was added."""
    changed = Signal()
    """Messages were removed, or the chat was turned off or on."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.unread = 0
        """Number of messages since the chat was last looked at."""
        self.off = False
        self._muted: dict[tuple[bool, str], str] = {}

    @property
    def muted(self) -> tuple[str, ...]:
        return tuple(self._muted.values())

    def turn_off(self, *, off: bool) -> None:
        """Turn the chat off, or on again for all authors who are not muted."""
        self.off = off
        self.unread = 0
        self.changed.emit()

    def take(self, spoken: Spoken, *, own: bool = False) -> None:
        line = Line(spoken.seat, shown_name(spoken.name), spoken_words(spoken), own)
        if self.off or not line.words or _who(line) in self._muted:
            return
        item = QStandardItem(line.text)
        item.setData(line, LINE)
        self.appendRow(item)
        if self.rowCount() > MOST_LINES:
            self.removeRow(0)
        self.unread += not own
        self.heard.emit(line)

    def mute(self, line: Line) -> None:
        """Mute the author of a message and remove their messages."""
        self._muted[_who(line)] = line.name
        for row in reversed(range(self.rowCount())):
            if _who(self.item(row).data(LINE)) in self._muted:
                self.removeRow(row)
        self.changed.emit()

    def unmute(self, name: str) -> None:
        self._muted = {who: shown for who, shown in self._muted.items() if shown != name}


class ChatPanel(PaperFrame):
    """Message list, input field, quick words, and a switch to turn the chat off."""

    said = Signal(str, str)
    """A text, or else the code of quick words, was entered."""
    left = Signal()

    def __init__(self, log: ChatLog, parent: QWidget | None = None, *, framed: bool = True) -> None:
        super().__init__(parent)
        self._log, self._framed = log, framed
        self.setAccessibleName(tr("Chat"))
        self.list = ChatList(self)
        self.list.setModel(log)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setAccessibleName(tr("What has been said"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.setMinimumHeight(LOWEST)
        # Long messages must not widen the panel.
        self.list.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.field = ChatField(self)
        self.words_button = QPushButton(tr("Quick"), self)
        self.words_button.setAccessibleName(tr("Quick words"))
        self.words_button.setAutoDefault(False)
        self.words_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.words_menu = QMenu(self.words_button)
        self.words_button.setMenu(self.words_menu)
        for word, text in QUICK_WORDS.items():
            action = self.words_menu.addAction(on_button(tr(text)))
            action.triggered.connect(lambda _=False, word=word: self.said.emit("", word))
        self.mute_button = QPushButton(self)
        self.mute_button.setCheckable(True)
        self.mute_button.setAutoDefault(False)
        for part in (self.list, self.mute_button):
            # A click must not take the keyboard focus.
            part.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._lay_out()
        self.field.returnPressed.connect(self._on_written)
        self.field.left.connect(self.left)
        self.mute_button.toggled.connect(lambda on: log.turn_off(off=on))
        self.list.customContextMenuRequested.connect(self.open_menu)
        log.heard.connect(self._on_heard)
        log.changed.connect(self._on_changed)
        self.letter()
        self._on_changed()

    def _lay_out(self) -> None:
        lower = row_of(self.words_button, STRETCH, self.mute_button, spacing=6)
        edge = 10 if self._framed else 0
        margins = (edge, edge, edge, edge)
        column_of((self.list, 1), self.field, lower, within=self, margins=margins, spacing=6)

    # Messages

    def _on_heard(self, line: Line) -> None:
        if self.isVisible():
            self._log.unread = 0
        bar = self.list.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 4
        if at_end:
            self.list.scrollToBottom()
        announce(self, line.text)

    def _on_changed(self) -> None:
        off = self._log.off
        if self.mute_button.isChecked() != off:
            self.mute_button.setChecked(off)
        self.mute_button.setText(tr("Chat is off: turn on") if off else tr("Turn chat off"))
        for part in (self.list, self.field, self.words_button):
            part.setVisible(not off)
        self.list.scrollToBottom()

    def open_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in self.actions_at(at):
            action.setParent(menu)
            menu.addAction(action)
        if not menu.isEmpty():
            menu.popup(self.list.viewport().mapToGlobal(at))

    def actions_at(self, at: QPoint) -> list[QAction]:
        actions = []
        # The context-menu key gives a position without an item: use the current item.
        there, here = self.list.indexAt(at), self.list.currentIndex()
        line: Line | None = (there if there.isValid() else here).data(LINE)
        if line is not None and not line.own:
            action = QAction(on_button(tr("Mute {name}").format(name=line.name)))
            action.triggered.connect(lambda _=False, line=line: self._log.mute(line))
            actions.append(action)
        for name in self._log.muted:
            action = QAction(on_button(tr("Unmute {name}").format(name=name)))
            action.triggered.connect(lambda _=False, name=name: self._log.unmute(name))
            actions.append(action)
        return actions

    # Input

    def _on_written(self) -> None:
        text = shown_words(self.field.text(), LONGEST_NAME)
        if text:
            self.said.emit(text, "")
        self.field.clear()

    # Appearance

    def letter(self) -> None:
        for part in (self.list, self.field, self.words_button, self.mute_button):
            part.setFont(small(fixed=not self._framed))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._framed:
            super().paintEvent(event)


def _who(line: Line) -> tuple[bool, str]:
    """Return the key of a message's author: people may change seats, but not names."""
    return line.seat is None, line.name.casefold()


class FoldedChat(QWidget):
    """Collapsible chat panel with its button, and a watcher's choice of the hand to see."""

    opened = Signal(bool)
    looked = Signal(object)
    """Seat whose cards a watcher wants to see, or None."""

    def __init__(self, log: ChatLog, parent: QWidget) -> None:
        super().__init__(parent)
        self._log = log
        self.button = QPushButton(self)
        self.button.setCheckable(True)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(self.button, tr("Ctrl+T"))
        self.panel = ChatPanel(log, self)
        self.panel.setMinimumHeight(LOWEST_OPEN)
        self.panel.hide()
        self.look_row = QWidget(self)
        self.look = QComboBox(self.look_row)
        name_combo(self.look, tr("Whose cards you see"))
        set_tip(self.look, self.look.accessibleName())
        row_of((self.look, 1), within=self.look_row, margins=(8, 4, 8, 4))
        self.look_row.setAutoFillBackground(True)
        self.look_row.hide()
        parts = (self.look_row, (self.panel, 1), self.button)
        column_of(*parts, within=self, margins=(0, 0, 0, 0), spacing=6)
        self.button.toggled.connect(self._on_toggled)
        self.look.activated.connect(lambda at: self.looked.emit(self.look.itemData(at)))
        log.heard.connect(self._name)
        log.changed.connect(self._name)
        self.dress()
        self._name()

    def _on_toggled(self, on: bool) -> None:
        self.panel.setVisible(on)
        if on:
            self._log.unread = 0
            self.panel.field.setFocus()
        self._name()
        self.opened.emit(on)

    def _name(self, _: object = None) -> None:
        if self._log.off:
            text = tr("Chat (off)")
        elif self.button.isChecked():
            text = tr("Fold the chat")
        elif self._log.unread:
            text = tr("Chat ({count} new)").format(count=self._log.unread)
        else:
            text = tr("Chat")
        self.button.setText(text)

    def offer_hands(self, names: tuple[str, ...], seat: int | None) -> None:
        """Let a watcher choose whose cards to see; hide the choice if ``names`` is empty."""
        self.look_row.setVisible(bool(names))
        self.look.clear()
        # The column may be too narrow for a label beside the choice.
        self.look.addItem(tr("Nobody's cards"), None)
        for place, name in enumerate(names):
            self.look.addItem(tr("{name}'s cards").format(name=shown_name(name)), place)
        self.look.setCurrentIndex(0 if seat is None else seat + 1)

    def dress(self) -> None:
        self.panel.letter()
        for part in (self.button, self.look_row):
            part.setPalette(paper_palette(worn()))
        for part in (self.button, self.look):
            part.setFont(small())
