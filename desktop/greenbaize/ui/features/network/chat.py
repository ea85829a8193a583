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

from greenbaize.app.network.table_texts import QUICK_MESSAGES, describe_chat_message
from greenbaize.lan.wire import ChatMessage
from greenbaize.rules.name_text import MAX_NAME_TEXT_LENGTH
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.font_sizes import small_font
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.paper import PaperFrame, paper_palette
from greenbaize.ui.widgets.plain_text import escape_ampersands, label_combo, set_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name, sanitise_text

MIN_LIST_HEIGHT: Final = 60
"""Minimum height of the message list (px), about three lines."""
MAX_LINES: Final = 200
"""Maximum number of messages kept."""
MIN_PANEL_HEIGHT: Final = 164
"""Minimum height of the open chat panel (px)."""


class ChatField(QLineEdit):
    """Input field for chat messages; it keeps its keys from the table, and Esc leaves it."""

    escape_pressed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setMaxLength(MAX_NAME_TEXT_LENGTH)
        self.setPlaceholderText(tr("Say something…"))
        self.setAccessibleName(tr("Say something to everybody at the table"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Esc, and accept every key so that none reaches the table."""
        if event.key() == Qt.Key.Key_Escape:
            self.escape_pressed.emit()
        else:
            super().keyPressEvent(event)
        event.accept()


class ChatList(QListView):
    """Message list with a small size hint; it grows with the available room."""

    def sizeHint(self) -> QSize:
        return QSize(160, 2 * MIN_LIST_HEIGHT)


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Chat message; ``seat`` is None for a spectator."""

    seat: int | None
    name: str
    message: str
    is_own: bool = False

    @property
    def text(self) -> str:
        return tr("{name}: {words}").format(name=self.name, words=self.message)


LINE_ROLE: Final = Qt.ItemDataRole.UserRole


class ChatLog(QStandardItemModel):
    """Model of the latest messages, without those of muted authors."""

    line_added = Signal(object)
    """A ``ChatLine`` from an author who is not muted was added."""
    changed = Signal()
    """Messages were removed, or the chat was turned off or on."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.unread_count = 0
        """Number of messages since the chat was last looked at."""
        self.is_off = False
        self._muted: dict[tuple[bool, str], str] = {}

    @property
    def muted_names(self) -> tuple[str, ...]:
        return tuple(self._muted.values())

    def set_off(self, *, off: bool) -> None:
        """Turn the chat off, or on again for all authors who are not muted."""
        self.is_off = off
        self.unread_count = 0
        self.changed.emit()

    def add_message(self, chat_message: ChatMessage, *, is_own: bool = False) -> None:
        line = ChatLine(
            chat_message.seat,
            display_name(chat_message.name),
            describe_chat_message(chat_message),
            is_own,
        )
        if self.is_off or not line.message or _create_author_key(line) in self._muted:
            return
        item = QStandardItem(line.text)
        item.setData(line, LINE_ROLE)
        self.appendRow(item)
        if self.rowCount() > MAX_LINES:
            self.removeRow(0)
        self.unread_count += not is_own
        self.line_added.emit(line)

    def mute_author(self, line: ChatLine) -> None:
        """Mute the author of a message and remove their messages."""
        self._muted[_create_author_key(line)] = line.name
        for row in reversed(range(self.rowCount())):
            if _create_author_key(self.item(row).data(LINE_ROLE)) in self._muted:
                self.removeRow(row)
        self.changed.emit()

    def unmute_name(self, name: str) -> None:
        self._muted = {
            author_key: muted_name
            for author_key, muted_name in self._muted.items()
            if muted_name != name
        }


class ChatPanel(PaperFrame):
    """Message list, input field, quick words, and a switch to turn the chat off."""

    message_entered = Signal(str, str)
    """A text, or else the code of quick words, was entered."""
    escape_pressed = Signal()

    def __init__(
        self, log: ChatLog, parent: QWidget | None = None, *, has_frame: bool = True
    ) -> None:
        super().__init__(parent)
        self._log, self._has_frame = log, has_frame
        self.setAccessibleName(tr("Chat"))
        self.message_list = ChatList(self)
        self.message_list.setModel(log)
        self.message_list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.message_list.setAccessibleName(tr("What has been said"))
        self.message_list.setFrameShape(QFrame.Shape.NoFrame)
        self.message_list.setWordWrap(True)
        self.message_list.setResizeMode(QListView.ResizeMode.Adjust)
        self.message_list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.message_list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.message_list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.message_list.setMinimumHeight(MIN_LIST_HEIGHT)
        # Long messages must not widen the panel.
        self.message_list.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.input_field = ChatField(self)
        self.quick_words_button = QPushButton(tr("Quick"), self)
        self.quick_words_button.setAccessibleName(tr("Quick words"))
        self.quick_words_button.setAutoDefault(False)
        self.quick_words_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.quick_words_menu = QMenu(self.quick_words_button)
        self.quick_words_button.setMenu(self.quick_words_menu)
        for word, text in QUICK_MESSAGES.items():
            action = self.quick_words_menu.addAction(escape_ampersands(tr(text)))
            action.triggered.connect(lambda _=False, word=word: self.message_entered.emit("", word))
        self.mute_button = QPushButton(self)
        self.mute_button.setCheckable(True)
        self.mute_button.setAutoDefault(False)
        for widget in (self.message_list, self.mute_button):
            # A click must not take the keyboard focus.
            widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._build_layout()
        self.input_field.returnPressed.connect(self._on_return_pressed)
        self.input_field.escape_pressed.connect(self.escape_pressed)
        self.mute_button.toggled.connect(lambda on: log.set_off(off=on))
        self.message_list.customContextMenuRequested.connect(self.open_menu)
        log.line_added.connect(self._on_line_added)
        log.changed.connect(self._on_log_changed)
        self.apply_fonts()
        self._on_log_changed()

    def _build_layout(self) -> None:
        bottom_row = make_row(self.quick_words_button, STRETCH, self.mute_button, spacing=6)
        margin = 10 if self._has_frame else 0
        margins = (margin, margin, margin, margin)
        make_column(
            (self.message_list, 1),
            self.input_field,
            bottom_row,
            widget=self,
            margins=margins,
            spacing=6,
        )

    # Messages

    def _on_line_added(self, line: ChatLine) -> None:
        if self.isVisible():
            self._log.unread_count = 0
        bar = self.message_list.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 4
        if at_end:
            self.message_list.scrollToBottom()
        announce(self, line.text)

    def _on_log_changed(self) -> None:
        is_off = self._log.is_off
        if self.mute_button.isChecked() != is_off:
            self.mute_button.setChecked(is_off)
        self.mute_button.setText(tr("Chat is off: turn on") if is_off else tr("Turn chat off"))
        for widget in (self.message_list, self.input_field, self.quick_words_button):
            widget.setVisible(not is_off)
        self.message_list.scrollToBottom()

    def open_menu(self, position: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in self.actions_at(position):
            action.setParent(menu)
            menu.addAction(action)
        if not menu.isEmpty():
            menu.popup(self.message_list.viewport().mapToGlobal(position))

    def actions_at(self, position: QPoint) -> list[QAction]:
        actions = []
        # The context-menu key gives a position without an item: use the current item.
        clicked_index, current_index = (
            self.message_list.indexAt(position),
            self.message_list.currentIndex(),
        )
        line: ChatLine | None = (clicked_index if clicked_index.isValid() else current_index).data(
            LINE_ROLE
        )
        if line is not None and not line.is_own:
            action = QAction(escape_ampersands(tr("Mute {name}").format(name=line.name)))
            action.triggered.connect(lambda _=False, line=line: self._log.mute_author(line))
            actions.append(action)
        for name in self._log.muted_names:
            action = QAction(escape_ampersands(tr("Unmute {name}").format(name=name)))
            action.triggered.connect(lambda _=False, name=name: self._log.unmute_name(name))
            actions.append(action)
        return actions

    # Input

    def _on_return_pressed(self) -> None:
        text = sanitise_text(self.input_field.text(), MAX_NAME_TEXT_LENGTH)
        if text:
            self.message_entered.emit(text, "")
        self.input_field.clear()

    # Appearance

    def apply_fonts(self) -> None:
        for widget in (
            self.message_list,
            self.input_field,
            self.quick_words_button,
            self.mute_button,
        ):
            widget.setFont(small_font(fixed=not self._has_frame))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.escape_pressed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._has_frame:
            super().paintEvent(event)


def _create_author_key(line: ChatLine) -> tuple[bool, str]:
    """Return the key of a message's author: people may change seats, but not names."""
    return line.seat is None, line.name.casefold()


class CollapsibleChat(QWidget):
    """Collapsible chat panel with its button, and a spectator's choice of the hand to see."""

    toggled = Signal(bool)
    viewed_seat_changed = Signal(object)
    """Seat whose cards a spectator wants to see, or None."""

    def __init__(self, log: ChatLog, parent: QWidget) -> None:
        super().__init__(parent)
        self._log = log
        self.toggle_button = QPushButton(self)
        self.toggle_button.setCheckable(True)
        self.toggle_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tooltip(self.toggle_button, tr("Ctrl+T"))
        self.panel = ChatPanel(log, self)
        self.panel.setMinimumHeight(MIN_PANEL_HEIGHT)
        self.panel.hide()
        self.viewed_seat_row = QWidget(self)
        self.viewed_seat_combo = QComboBox(self.viewed_seat_row)
        label_combo(self.viewed_seat_combo, tr("Whose cards you see"))
        set_tooltip(self.viewed_seat_combo, self.viewed_seat_combo.accessibleName())
        make_row((self.viewed_seat_combo, 1), widget=self.viewed_seat_row, margins=(8, 4, 8, 4))
        self.viewed_seat_row.setAutoFillBackground(True)
        self.viewed_seat_row.hide()
        parts = (self.viewed_seat_row, (self.panel, 1), self.toggle_button)
        make_column(*parts, widget=self, margins=(0, 0, 0, 0), spacing=6)
        self.toggle_button.toggled.connect(self._on_toggled)
        self.viewed_seat_combo.activated.connect(
            lambda index: self.viewed_seat_changed.emit(self.viewed_seat_combo.itemData(index))
        )
        log.line_added.connect(self._update_label)
        log.changed.connect(self._update_label)
        self.apply_theme()
        self._update_label()

    def _on_toggled(self, on: bool) -> None:
        self.panel.setVisible(on)
        if on:
            self._log.unread_count = 0
            self.panel.input_field.setFocus()
        self._update_label()
        self.toggled.emit(on)

    def _update_label(self, _: object = None) -> None:
        if self._log.is_off:
            text = tr("Chat (off)")
        elif self.toggle_button.isChecked():
            text = tr("Fold the chat")
        elif self._log.unread_count:
            text = tr("Chat ({count} new)").format(count=self._log.unread_count)
        else:
            text = tr("Chat")
        self.toggle_button.setText(text)

    def offer_viewed_seats(self, names: tuple[str, ...], seat: int | None) -> None:
        """Let a spectator choose whose cards to see; hide the choice if ``names`` is empty."""
        self.viewed_seat_row.setVisible(bool(names))
        self.viewed_seat_combo.clear()
        # The column may be too narrow for a label beside the choice.
        self.viewed_seat_combo.addItem(tr("Nobody's cards"), None)
        for index, name in enumerate(names):
            self.viewed_seat_combo.addItem(
                tr("{name}'s cards").format(name=display_name(name)), index
            )
        self.viewed_seat_combo.setCurrentIndex(0 if seat is None else seat + 1)

    def apply_theme(self) -> None:
        self.panel.apply_fonts()
        for widget in (self.toggle_button, self.viewed_seat_row):
            widget.setPalette(paper_palette(current_theme()))
        for widget in (self.toggle_button, self.viewed_seat_combo):
            widget.setFont(small_font())
