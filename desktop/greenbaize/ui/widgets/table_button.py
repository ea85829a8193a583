"""A push button that lies on a table, where arrows are the table's."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton

ARROWS: Final = (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Down)


class TableButton(QPushButton):
    """A push button that leaves arrows to what it lies on.

    Qt would go with them to the next stop of Tab, wherever in the window that is.
    """

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ARROWS:
            event.ignore()
        else:
            super().keyPressEvent(event)
