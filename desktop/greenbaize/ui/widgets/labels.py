"""Labels for dialogs: headings and notes."""

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QCheckBox, QStyle, QVBoxLayout, QWidget

from greenbaize.ui.widgets.font_sizes import normal_font, small_font, title_font
from greenbaize.ui.widgets.layouts import make_column
from greenbaize.ui.widgets.plain_text import PlainLabel


def make_heading(text: str, parent: QWidget | None = None) -> PlainLabel:
    """Return a heading in the largest size."""
    label = PlainLabel(text, parent)
    label.setFont(title_font(fixed=True))
    return label


def make_subheading(text: str, parent: QWidget | None = None) -> PlainLabel:
    """Return a bold heading for a group of fields."""
    label = PlainLabel(text, parent)
    label.setFont(normal_font(bold=True, fixed=True))
    return label


def make_note(
    text: str = "", parent: QWidget | None = None, *, is_quiet: bool = True
) -> PlainLabel:
    """Return a small label that wraps."""
    label = PlainLabel(text, parent)
    label.setWordWrap(True)
    label.setFont(small_font(fixed=True))
    if is_quiet:
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


def describe_field(field: QWidget, label: PlainLabel) -> None:
    """Make a note the description of its field, so that screen readers speak it only there."""
    field.setAccessibleDescription(label.text())
    label.setAccessibleName(" ")


def checkbox_with_note(box: QCheckBox, note_text: str | PlainLabel) -> QVBoxLayout:
    """Return a column with a check box and a note below that explains it."""
    style, metric = box.style(), QStyle.PixelMetric
    label = note_text if isinstance(note_text, PlainLabel) else make_note(note_text)
    square = style.pixelMetric(metric.PM_IndicatorWidth, None, box)
    label.setIndent(square + style.pixelMetric(metric.PM_CheckBoxLabelSpacing, None, box))
    describe_field(box, label)
    return make_column(box, label, spacing=4)
