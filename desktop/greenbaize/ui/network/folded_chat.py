"""The chat beside the table of a match: one button high until somebody opens it."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from greenbaize.ui.network.chat import ChatPanel
from greenbaize.ui.network.chat_log import ChatLog
from greenbaize.ui.plain import name_combo, set_tip
from greenbaize.ui.sheets.lettering import small
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name

LOWEST_OPEN: Final = 164
"""The open chat is never lower, in pixels."""


class FoldedChat(QWidget):
    """A button, and the panel that it opens; for watchers, whose cards they see."""

    opened = Signal(bool)
    looked = Signal(object)
    """The seat whose cards a watcher wants to see, or None."""

    def __init__(self, log: ChatLog, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._log = log
        self.button = QPushButton(self)
        self.button.setCheckable(True)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(self.button, tr("Ctrl+T"))
        self.panel = ChatPanel(log, theme, self)
        self.panel.setMinimumHeight(LOWEST_OPEN)
        self.panel.hide()
        self.look_row = QWidget(self)
        self.look = QComboBox(self.look_row)
        name_combo(self.look, tr("Whose cards you see"))
        set_tip(self.look, self.look.accessibleName())
        row = QHBoxLayout(self.look_row)
        row.setContentsMargins(8, 4, 8, 4)
        row.addWidget(self.look, 1)
        self.look_row.setAutoFillBackground(True)
        self.look_row.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.look_row)
        column.addWidget(self.panel, 1)
        column.addWidget(self.button)
        self.button.toggled.connect(self._on_toggled)
        self.look.activated.connect(lambda at: self.looked.emit(self.look.itemData(at)))
        log.heard.connect(self._name)
        log.changed.connect(self._name)
        self.set_theme(theme)
        self._name()

    def _on_toggled(self, on: bool) -> None:
        self.panel.setVisible(on)
        if on:
            self._log.see()
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
        """Let a watcher choose whose cards they see; with no names there is nothing to choose."""
        self.look_row.setVisible(bool(names))
        self.look.clear()
        # The column may be narrow: there is no room for a label beside it.
        self.look.addItem(tr("Nobody's cards"), None)
        for place, name in enumerate(names):
            self.look.addItem(tr("{name}'s cards").format(name=shown_name(name)), place)
        self.look.setCurrentIndex(0 if seat is None else seat + 1)

    def set_theme(self, theme: Theme) -> None:
        self.panel.set_theme(theme)
        for part in (self.button, self.look_row):
            part.setPalette(paper_palette(theme))
        for part in (self.button, self.look):
            part.setFont(small())
