"""Whether somebody is writing: then no key is an answer, and nothing takes the keyboard away."""

from PySide6.QtWidgets import QApplication, QLineEdit


def is_typing() -> bool:
    """Whether the keyboard belongs to a field for text."""
    return isinstance(QApplication.focusWidget(), QLineEdit)
