"""The text fit measurement finds clipped, elided and covered text."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QPushButton, QWidget

from greenbaize.ui.table.writing import write
from greenbaize.ui.widgets.plain import Label
from ui.measuring import faults
from ui.put_up import put_up


class Painted(QWidget):
    """Paints a text into a rectangle."""

    room = QRectF(0, 0, 200, 30)

    def paintEvent(self, event):  # noqa: N802
        painter = QPainter(self)
        painter.drawText(self.room, 0, "so many words")
        painter.end()


def test_a_text_that_has_room_is_no_fault(qtbot):
    window = put_up(qtbot, Painted(), 300, 100)
    assert faults(window) == []
    window.room = QRectF(0, 0, 40, 30)
    assert any("takes" in fault for fault in faults(window))


def test_narrow_labels_and_buttons_are_found(qtbot):
    window = QWidget()
    label, button = Label("so many words", window), QPushButton("so many words", window)
    button.move(0, 50)
    put_up(qtbot, window, 300, 100)
    assert faults(window) == []
    label.resize(30, label.height())
    button.resize(40, button.height())
    found = faults(window)
    assert any(fault.startswith("Label") for fault in found)
    assert any(fault.startswith("QPushButton") for fault in found)
    label.adjustSize()
    button.adjustSize()
    button.move(280, 50)
    assert [fault for fault in faults(window) if "cut off" in fault] != []


def test_words_are_written_smaller_then_on_more_lines_then_shortened():
    picture = QPixmap(400, 100)
    painter = QPainter(picture)
    words = "one two three four"
    assert write(painter, QRectF(0, 0, 400, 40), words, 30)
    large = painter.font().pixelSize()
    assert write(painter, QRectF(0, 0, 110, 40), words, 30)
    assert 12 <= painter.font().pixelSize() < large
    assert not write(painter, QRectF(0, 0, 60, 40), words, 30)
    assert painter.font().pixelSize() == 12
    assert write(painter, QRectF(0, 0, 60, 60), words, 30, lines=3)
    painter.end()
