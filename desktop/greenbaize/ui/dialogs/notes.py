"""Lines of text on a dialog's paper."""

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget

from greenbaize.ui.plain import Label
from greenbaize.ui.sheets.lettering import normal, small, title


def heading(text: str, parent: QWidget | None = None) -> Label:
    """A heading in the largest size."""
    label = Label(text, parent)
    label.setFont(title(fixed=True))
    return label


def subheading(text: str, parent: QWidget | None = None) -> Label:
    """A bold line over a group of fields."""
    label = Label(text, parent)
    label.setFont(normal(bold=True, fixed=True))
    return label


def note(text: str = "", parent: QWidget | None = None, *, quiet: bool = True) -> Label:
    """Small text that is broken into lines where it must be."""
    label = Label(text, parent)
    label.setWordWrap(True)
    label.setFont(small(fixed=True))
    if quiet:
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label
