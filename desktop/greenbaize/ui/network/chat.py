"""The panel of what is said at a table: to read, to write, and to turn off with one click."""

from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from greenbaize.rules.naming import LONGEST_NAME
from greenbaize.ui.accessibility import announce
from greenbaize.ui.network.chat_log import QUICK_WORDS, ChatLog, Line
from greenbaize.ui.plain import on_button
from greenbaize.ui.sheets.lettering import small
from greenbaize.ui.sheets.paper import PaperFrame
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_words

LOWEST: Final = 60
"""The list is never lower, in pixels: three lines or so."""


class ChatField(QLineEdit):
    """Where one writes. No key goes on from here to the cards; Esc goes back to them."""

    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setMaxLength(LONGEST_NAME)
        self.setPlaceholderText(tr("Say something…"))
        self.setAccessibleName(tr("Say something to everybody at the table"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Write; a key that means nothing here means nothing to the table either."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
        event.accept()


class ChatList(QListWidget):
    """What has been said; it asks for little room, and takes what there is."""

    def sizeHint(self) -> QSize:
        return QSize(160, 2 * LOWEST)


class ChatPanel(PaperFrame):
    """What has been said, a line to write, quick words, and a switch to turn it all off."""

    text_said = Signal(str)
    word_said = Signal(str)
    left = Signal()
    """The person wants the keyboard to be at the table again."""

    def __init__(
        self, log: ChatLog, theme: Theme, parent: QWidget | None = None, *, framed: bool = True
    ) -> None:
        super().__init__(theme, parent)
        self._log, self._framed = log, framed
        self.setAccessibleName(tr("Chat"))
        self.list = ChatList(self)
        self.list.setAccessibleName(tr("What has been said"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.setMinimumHeight(LOWEST)
        # Long words ask for no more room than there is.
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
            action.triggered.connect(lambda _=False, word=word: self.word_said.emit(word))
        self.mute_button = QPushButton(self)
        self.mute_button.setCheckable(True)
        self.mute_button.setAutoDefault(False)
        for part in (self.list, self.mute_button):
            # A click there takes the keyboard from nobody.
            part.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._lay_out()
        self.field.returnPressed.connect(self._on_written)
        self.field.left.connect(self.left)
        self.mute_button.toggled.connect(lambda on: log.turn_off(off=on))
        self.list.customContextMenuRequested.connect(self.open_menu)
        log.heard.connect(self._on_heard)
        log.changed.connect(self._on_changed)
        self.set_theme(theme)
        self._on_changed()

    def _lay_out(self) -> None:
        lower = QHBoxLayout()
        lower.setSpacing(6)
        lower.addWidget(self.words_button)
        lower.addStretch(1)
        lower.addWidget(self.mute_button)
        column = QVBoxLayout(self)
        edge = 10 if self._framed else 0
        column.setContentsMargins(edge, edge, edge, edge)
        column.setSpacing(6)
        column.addWidget(self.list, 1)
        column.addWidget(self.field)
        column.addLayout(lower)

    # What was said

    def _on_heard(self, line: Line) -> None:
        if self.isVisible():
            self._log.unread = 0
        bar = self.list.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 4
        self._add(line)
        while self.list.count() > len(self._log.lines):
            self.list.takeItem(0)
        if at_end:
            self.list.scrollToBottom()
        announce(self, self._text(line))

    def _add(self, line: Line) -> None:
        item = QListWidgetItem(self._text(line), self.list)
        item.setData(Qt.ItemDataRole.UserRole, line)

    @staticmethod
    def _text(line: Line) -> str:
        return tr("{name}: {words}").format(name=line.name, words=line.words)

    def _on_changed(self) -> None:
        off = self._log.off
        if self.mute_button.isChecked() != off:
            self.mute_button.setChecked(off)
        self.mute_button.setText(tr("Chat is off: turn on") if off else tr("Turn chat off"))
        for part in (self.list, self.field, self.words_button):
            part.setVisible(not off)
        if off or self.list.count() != len(self._log.lines):
            self.list.clear()
            for line in () if off else self._log.lines:
                self._add(line)
            self.list.scrollToBottom()

    def open_menu(self, at: QPoint) -> None:
        """Offer to mute whoever said the line at this point, or to hear somebody again."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in self.actions_at(at):
            action.setParent(menu)
            menu.addAction(action)
        if not menu.isEmpty():
            menu.popup(self.list.viewport().mapToGlobal(at))

    def actions_at(self, at: QPoint) -> list[QAction]:
        """What can be done about a line at this point, and about those who are muted."""
        actions = []
        # The key for menus points nowhere in particular.
        item = self.list.itemAt(at) or self.list.currentItem()
        line: Line | None = None if item is None else item.data(Qt.ItemDataRole.UserRole)
        if line is not None and not line.own:
            action = QAction(on_button(tr("Mute {name}").format(name=line.name)))
            action.triggered.connect(lambda _=False, line=line: self._log.mute(line))
            actions.append(action)
        for name in self._log.muted:
            action = QAction(on_button(tr("Unmute {name}").format(name=name)))
            action.triggered.connect(lambda _=False, name=name: self._log.unmute(name))
            actions.append(action)
        return actions

    # Saying something

    def _on_written(self) -> None:
        text = shown_words(self.field.text(), LONGEST_NAME)
        if text:
            self.text_said.emit(text)
        self.field.clear()

    # Looks

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for part in (self.list, self.field, self.words_button, self.mute_button):
            part.setFont(small(fixed=not self._framed))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back to the table from every part of the chat."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._framed:
            super().paintEvent(event)
