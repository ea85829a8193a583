"""Tests of items that are painted from a cached pixmap: how often, and exactly where."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsScene

from greenbaize.ui.cards.card_painter import make_transparent_image
from greenbaize.ui.table.cached_item import CachedItem, RedrawProperty
from greenbaize.ui.table.geometry import TableBox
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK


class FilledItem(CachedItem):
    """Item filled with a colour."""

    starts_hidden = False
    colour = RedrawProperty("red")
    drawing_count = 0

    def paint_content(self, painter, width, height):
        self.drawing_count += 1
        painter.fillRect(QRectF(0, 0, width, height), QColor(self.colour))


@pytest.fixture
def item(qapp):
    """Return an item of 20 x 10 pixels at (5, 6) of a scene."""
    scene = QGraphicsScene(0, 0, 40, 30)
    filled_item = FilledItem()
    scene.addItem(filled_item)
    filled_item.set_box(TableBox(5, 6, 20, 10))
    yield filled_item
    scene.removeItem(filled_item)


def render_scene(item):
    image = make_transparent_image(40, 30)
    with QPainter(image) as painter:
        item.scene().render(painter)
    return image


def painted_area(image):
    """Return the first and last column, and the first and last row, that are not transparent."""
    pixels = [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha()
    ]
    columns, rows = zip(*pixels, strict=True)
    return min(columns), max(columns), min(rows), max(rows)


def test_an_item_is_painted_exactly_in_its_box(item):
    assert painted_area(render_scene(item)) == (5, 24, 6, 15)
    item.centre_at((20, 15), 10, 4)
    assert painted_area(render_scene(item)) == (15, 24, 13, 16)


def test_an_item_is_drawn_again_only_when_it_changes(item):
    for value, count in (("red", 1), ("red", 1), ("blue", 2), ("blue", 2)):
        item.colour = value
        assert render_scene(item).pixelColor(10, 10) == QColor(value)
        assert item.drawing_count == count
    item.set_size(20, 10)
    render_scene(item)
    assert item.drawing_count == 2
    item.set_size(21, 10)
    apply_application_theme(DARK)
    render_scene(item)
    assert item.drawing_count == 3
