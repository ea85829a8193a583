"""Labels for dialogs: headings and notes."""

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QCheckBox, QStyle, QVBoxLayout, QWidget

from greenbaize.ui.widgets.boxes import column_of
from greenbaize.ui.widgets.lettering import normal, small, title
from greenbaize.ui.widgets.plain import Label


def heading(text: str, parent: QWidget | None = None) -> Label:
    """Return a heading in the largest size."""
    label = Label(text, parent)
    label.setFont(title(fixed=True))
    return label


def subheading(text: str, parent: QWidget | None = None) -> Label:
    """Return a bold heading for a group of fields."""
    label = Label(text, parent)
    label.setFont(normal(bold=True, fixed=True))
    return label


def note(text: str = "", parent: QWidget | None = None, *, quiet: bool = True) -> Label:
    """Return a small label that wraps."""
    label = Label(text, parent)
    label.setWordWrap(True)
    label.setFont(small(fixed=True))
    if quiet:
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


def tell_with(field: QWidget, label: Label) -> None:
    """Make a note the description of its field, so that screen readers speak it only there."""
    field.setAccessibleDescription(label.text())
    label.setAccessibleName(" ")


def noted(box: QCheckBox, words: str | Label) -> QVBoxLayout:
    """Return a column with a check box and a note below that explains it."""
    style, metric = box.style(), QStyle.PixelMetric
    label = words if isinstance(words, Label) else note(words)
    square = style.pixelMetric(metric.PM_IndicatorWidth, None, box)
    label.setIndent(square + style.pixelMetric(metric.PM_CheckBoxLabelSpacing, None, box))
    tell_with(box, label)
    return column_of(box, label, spacing=4)
