"""Dialogs of the window."""

from typing import Any

from PySide6.QtCore import Qt


class Dialogs:
    """Opens dialogs, which are deleted when they close."""

    def __init__(self) -> None:
        self.last: Any = None
        """The dialog that was opened last."""

    def open(self, dialog: Any) -> None:
        """Open a dialog; control comes back at once."""
        self.last = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
