"""Tests of the guide's panel above a table."""

from PySide6.QtWidgets import QWidget

from greenbaize.ui.features.learn.guide_panel import GuidePanel
from ui.show_widget import show_widget


def test_a_short_text_begins_right_below_the_title(qtbot):
    window = show_widget(qtbot, QWidget())
    panel = GuidePanel(window)
    panel.text_label.setText("Good!")
    panel.resize(400, 120)
    panel.show()
    panel.layout().activate()
    label, picture = panel.text_label, panel.text_label.grab().toImage()
    line_height = label.fontMetrics().height()
    assert label.height() > 2 * line_height
    ground = picture.pixel(0, label.height() - 1)
    ink_rows = [
        y
        for y in range(picture.height())
        if any(picture.pixel(x, y) != ground for x in range(picture.width()))
    ]
    assert max(ink_rows) < line_height
