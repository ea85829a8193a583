"""Whether somebody is writing: then no key is an answer, and nothing takes the keyboard away."""

from collections.abc import Callable

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget


def is_typing() -> bool:
    """Whether the keyboard belongs to a field for text."""
    return isinstance(QApplication.focusWidget(), QLineEdit)


def is_listened() -> bool:
    """Whether a screen reader, or something like one, is there to tell of what has the keyboard."""
    return QAccessible.isActive()


class Attention:
    """Where somebody is with the keyboard: at the table, or reading something beside it.

    Args:
        home: has the keyboard while nothing else at the table has it.
        table: what lies on the table lies in here.
    """

    def __init__(self, home: QWidget, table: QWidget) -> None:
        self._home, self._table = home, table
        self.looks_around: Callable[[], bool] = lambda: False
        """Whether somebody looks around the table, thing by thing."""

    @property
    def is_at_table(self) -> bool:
        """Whether the keyboard is at the table, or nowhere, so that a question may have it."""
        if is_typing() or self.looks_around():
            return False
        one = self._home.window().focusWidget()
        if one is None or one is self._home or not one.isVisible():
            return True
        return self._table.isAncestorOf(one) or not self._home.isAncestorOf(one)
