"""A push button on a table, where the arrow keys belong to the table."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton

ARROW_KEYS: Final = (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Down)


class TableButton(QPushButton):
    """A push button that ignores arrow keys, so that its parent gets them.

    Qt would move the focus to the next tab stop anywhere in the window.
    """

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ARROW_KEYS:
            event.ignore()
        else:
            super().keyPressEvent(event)
