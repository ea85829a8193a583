"""Tests of rows and columns built from widgets, layouts, gaps and stretches."""

from PySide6.QtWidgets import QLabel, QWidget

from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row


def test_items_keep_their_order_gaps_and_stretches(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    first, second, third = (QLabel("x", window) for _ in range(3))
    inner = make_row(second, STRETCH, third, spacing=3)
    box = make_column((first, 2), 7, inner, (STRETCH, 0), widget=window, margins=(1, 2, 3, 4))
    assert window.layout() is box
    edges = box.contentsMargins()
    assert (edges.left(), edges.top(), edges.right(), edges.bottom()) == (1, 2, 3, 4)
    assert [box.stretch(index) for index in range(box.count())] == [2, 0, 0, 0]
    assert box.itemAt(0).widget() is first
    assert box.itemAt(1).spacerItem().sizeHint().height() == 7
    assert box.itemAt(2).layout() is inner
    assert [inner.stretch(index) for index in range(inner.count())] == [0, 1, 0]
    assert inner.spacing() == 3
