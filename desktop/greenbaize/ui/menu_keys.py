"""Esc in a menu gives the keyboard back to the table; Qt leaves it unseen at the menu bar."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar


class MenuKeys(QObject):
    """Sees to it that the bar lets go of the keyboard with its last menu.

    Args:
        bar: the menu bar.
    """

    def __init__(self, bar: QMenuBar) -> None:
        super().__init__(bar)
        self._bar = bar
        for menu in bar.findChildren(QMenu):
            # The bar takes the keyboard only after this, or opens the next menu.
            menu.aboutToHide.connect(lambda: QTimer.singleShot(0, self, self._let_go))

    def _let_go(self) -> None:
        if self._bar.hasFocus() and QApplication.activePopupWidget() is None:
            none = Qt.KeyboardModifier.NoModifier
            event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, none)
            QApplication.sendEvent(self._bar, event)
