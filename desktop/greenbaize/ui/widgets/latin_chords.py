"""Shortcuts and mnemonics on keyboards that have no Latin letters.

Systems find Ctrl+N by a Latin layout of the keyboard. Where a person has only Cyrillic, Greek or
others, there is none, and the key arrives with a letter that no shortcut has. It is then taken for
the Latin letter at its place.
"""

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QShortcut, QWindow
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenuBar, QWidget
from shiboken6 import isValid

from greenbaize.ui.widgets.keyboard import key_place_letter
from greenbaize.ui.widgets.plain_text import PlainLabel

_CHORD_MODIFIERS: Final = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class LatinChordFilter(QObject):
    """Event filter of the window that has the focus; it finds the shortcut of a key by its place.

    It sees only keys that no shortcut has taken: letters of labels in the person's own script come
    first. What is no shortcut goes to the focused widget as the Latin key, so that Ctrl+C copies.
    """

    def __init__(self, application: QGuiApplication) -> None:
        super().__init__(application)
        self._window: QWindow | None = None
        application.focusWindowChanged.connect(self._follow_focus)

    def _follow_focus(self, window: QWindow | None) -> None:
        # One of the whole application would see every event of every widget.
        if self._window is not None and isValid(self._window):
            self._window.removeEventFilter(self)
        self._window = window
        if window is not None:
            window.installEventFilter(self)

    def eventFilter(self, receiver: QObject, event: QEvent) -> bool:
        if (
            event.type() is not QEvent.Type.KeyPress
            or not isinstance(event, QKeyEvent)
            or not event.modifiers() & _CHORD_MODIFIERS
        ):
            return False
        letter = key_place_letter(event)
        window = QApplication.activeModalWidget() or QApplication.activeWindow()
        if not letter or window is None or QApplication.activePopupWidget() is not None:
            return False
        key = Qt.Key(ord(letter.upper()))
        if _trigger(window, QKeySequence(event.modifiers() | key)):
            return True
        focused = QApplication.focusWidget()
        if focused is None or not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        QApplication.sendEvent(focused, QKeyEvent(event.type(), key, event.modifiers()))
        return True


def _trigger(window: QWidget, keys: QKeySequence) -> bool:
    """Do what the keys do in the window; return False if they do nothing there."""
    for action in window.findChildren(QAction):
        if keys in action.shortcuts() and action.isEnabled():
            action.trigger()
            return True
    for shortcut in window.findChildren(QShortcut):
        if shortcut.key() == keys and shortcut.isEnabled() and _is_reachable(shortcut.parent()):
            shortcut.activated.emit()
            return True
    for button in window.findChildren(QAbstractButton):
        if button.shortcut() == keys and button.isEnabled() and _is_reachable(button):
            button.setFocus(Qt.FocusReason.ShortcutFocusReason)
            button.animateClick()
            return True
    for label in window.findChildren(PlainLabel):
        buddy = label.buddy()
        if buddy is not None and QKeySequence.mnemonic(label.text()) == keys and label.isVisible():
            buddy.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return True
    for bar, action in _menu_titles(window):
        if QKeySequence.mnemonic(action.text()) == keys:
            bar.setFocus(Qt.FocusReason.MenuBarFocusReason)
            bar.setActiveAction(action)
            return True
    return False


def _menu_titles(window: QWidget) -> Iterator[tuple[QMenuBar, QAction]]:
    for bar in window.findChildren(QMenuBar):
        for action in bar.actions():
            if action.isVisible() and action.isEnabled():
                yield bar, action


def _is_reachable(owner: QObject | None) -> bool:
    return not isinstance(owner, QWidget) or (owner.isVisible() and owner.isEnabled())
