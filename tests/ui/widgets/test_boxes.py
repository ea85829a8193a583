"""Tests of rows and columns built from widgets, layouts, gaps and stretches."""

from PySide6.QtWidgets import QLabel, QWidget

from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of


def test_parts_lie_in_their_order_with_gaps_and_shares(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    first, second, third = (QLabel("x", window) for _ in range(3))
    inner = row_of(second, STRETCH, third, spacing=3)
    box = column_of((first, 2), 7, inner, (STRETCH, 0), within=window, margins=(1, 2, 3, 4))
    assert window.layout() is box
    edges = box.contentsMargins()
    assert (edges.left(), edges.top(), edges.right(), edges.bottom()) == (1, 2, 3, 4)
    assert [box.stretch(at) for at in range(box.count())] == [2, 0, 0, 0]
    assert box.itemAt(0).widget() is first
    assert box.itemAt(1).spacerItem().sizeHint().height() == 7
    assert box.itemAt(2).layout() is inner
    assert [inner.stretch(at) for at in range(inner.count())] == [0, 1, 0]
    assert inner.spacing() == 3
