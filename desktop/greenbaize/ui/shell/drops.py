"""What is dropped on a window."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent


def accept_copy(event: QDropEvent) -> None:
    """Take what is dropped as a copy, whatever else is offered: nobody loses their file for it."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
