"""The part of the help window that shows a page, and tells which link has the keyboard."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent, QTextCursor
from PySide6.QtWidgets import QTextBrowser


class PageBrowser(QTextBrowser):
    """Shows a page. Qt draws a dotted line around a link with the keyboard, which is hardly seen.

    It says nothing of it either, and so it is looked up whenever Tab has been pressed.
    """

    link_held = Signal()
    """Another link has the keyboard now, or none."""

    def held_link(self) -> QTextCursor | None:
        """The words of the link that has the keyboard."""
        cursor = self.textCursor()
        held = self.hasFocus() and cursor.hasSelection() and cursor.charFormat().isAnchor()
        return cursor if held else None

    def focusNextPrevChild(self, on: bool) -> bool:
        """Go on to the next link, or to what comes after the last."""
        stays = super().focusNextPrevChild(on)
        self.link_held.emit()
        return stays

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hold no link any more."""
        super().focusOutEvent(event)
        self.link_held.emit()
