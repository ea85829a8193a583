"""The text fit measurement finds clipped, elided and covered text."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QPushButton, QWidget

from greenbaize.ui.table.text_fitting import draw_fitted_text
from greenbaize.ui.widgets.plain_text import PlainLabel
from ui.show_widget import show_widget
from ui.text_fit import find_text_faults


class PaintedTextWidget(QWidget):
    """Paints a text into a rectangle."""

    text_rect = QRectF(0, 0, 200, 30)

    def paintEvent(self, event):  # noqa: N802
        painter = QPainter(self)
        painter.drawText(self.text_rect, 0, "so many words")
        painter.end()


def test_text_that_fits_is_no_fault(qtbot):
    window = show_widget(qtbot, PaintedTextWidget(), 300, 100)
    assert find_text_faults(window) == []
    window.text_rect = QRectF(0, 0, 40, 30)
    assert any("takes" in fault for fault in find_text_faults(window))


def test_narrow_labels_and_buttons_are_found(qtbot):
    window = QWidget()
    label, button = PlainLabel("so many words", window), QPushButton("so many words", window)
    button.move(0, 50)
    show_widget(qtbot, window, 300, 100)
    assert find_text_faults(window) == []
    label.resize(30, label.height())
    button.resize(40, button.height())
    found_faults = find_text_faults(window)
    assert any(fault.startswith("PlainLabel") for fault in found_faults)
    assert any(fault.startswith("QPushButton") for fault in found_faults)
    label.adjustSize()
    button.adjustSize()
    button.move(280, 50)
    assert [fault for fault in find_text_faults(window) if "cut off" in fault] != []


def test_text_is_shrunk_then_wrapped_then_elided():
    picture = QPixmap(400, 100)
    painter = QPainter(picture)
    text = "one two three four"
    assert draw_fitted_text(painter, QRectF(0, 0, 400, 40), text, 30)
    large_px = painter.font().pixelSize()
    assert draw_fitted_text(painter, QRectF(0, 0, 110, 40), text, 30)
    assert 12 <= painter.font().pixelSize() < large_px
    assert not draw_fitted_text(painter, QRectF(0, 0, 60, 40), text, 30)
    assert painter.font().pixelSize() == 12
    assert draw_fitted_text(painter, QRectF(0, 0, 60, 60), text, 30, lines=3)
    painter.end()
