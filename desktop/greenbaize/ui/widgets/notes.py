"""Labels for dialogs: headings and notes."""

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QCheckBox, QStyle, QVBoxLayout, QWidget

from greenbaize.ui.widgets.boxes import column_of
from greenbaize.ui.widgets.lettering import normal, small, title
from greenbaize.ui.widgets.plain import Label


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


def tell_with(field: QWidget, label: Label) -> None:
    """Read a note out with the field it is about, not also as a part of the dialog."""
    field.setAccessibleDescription(label.text())
    label.setAccessibleName(" ")


def noted(box: QCheckBox, words: str | Label) -> QVBoxLayout:
    """A box to be ticked, and below its words what that does."""
    style, metric = box.style(), QStyle.PixelMetric
    label = words if isinstance(words, Label) else note(words)
    square = style.pixelMetric(metric.PM_IndicatorWidth, None, box)
    label.setIndent(square + style.pixelMetric(metric.PM_CheckBoxLabelSpacing, None, box))
    tell_with(box, label)
    return column_of(box, label, spacing=4)
