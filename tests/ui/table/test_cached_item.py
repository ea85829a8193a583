"""Tests of items that are painted from a cached pixmap."""

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene, QStyleOptionGraphicsItem

from greenbaize.ui.table.cached_item import (
    AppearingItem,
    CachedItem,
    RedrawProperty,
    appearance_key,
    pixmap_painter,
)
from greenbaize.ui.table.geometry import TableBox
from greenbaize.ui.widgets.fonts import SMALL, make_font
from greenbaize.ui.widgets.theme import DARK, LIGHT, set_theme
from greenbaize.ui.widgets.window_geometry import apply_text_scale


class CountingItem(CachedItem):
    """An item that fills its pixmap and counts how often."""

    colour = RedrawProperty("#ff0000")

    def __init__(self):
        super().__init__()
        self.sizes = []
        self.letter_sizes = []

    def paint_content(self, painter, width, height):
        self.sizes.append((width, height))
        self.letter_sizes.append(make_font(1).pixelSize())
        painter.fillRect(QRectF(0, 0, width, height), QColor(self.colour))


class GreetingItem(AppearingItem):
    text = "Hello"

    @property
    def has_content(self):
        return bool(self.text)


@pytest.fixture
def item(qapp):
    scene = QGraphicsScene()
    item = CountingItem()
    scene.addItem(item)
    item.set_size(20, 10)
    yield item
    scene.clear()


def paint(item):
    """Paint an item at the corner of an image of 40 × 40 pixels."""
    image = QImage(40, 40, QImage.Format.Format_ARGB32)
    image.fill(0)
    with QPainter(image) as painter:
        item.paint(painter, QStyleOptionGraphicsItem())
    return image


def test_it_is_drawn_once_and_copied_afterwards(item):
    first, second = paint(item), paint(item)
    assert first == second
    assert item.sizes == [(20, 10)]
    assert first.pixelColor(19, 9) == QColor("#ff0000")
    assert first.pixelColor(20, 9).alpha() == first.pixelColor(19, 10).alpha() == 0


def test_it_is_drawn_anew_when_a_property_changes_and_only_then(item):
    paint(item)
    item.colour = "#ff0000"
    paint(item)
    assert len(item.sizes) == 1
    item.colour = "#0000ff"
    assert paint(item).pixelColor(5, 5) == QColor("#0000ff")
    assert len(item.sizes) == 2
    assert CountingItem().colour == "#ff0000"  # each item has its own value


def test_it_is_drawn_anew_for_another_size_and_only_then(item):
    paint(item)
    item.set_size(20, 10)
    paint(item)
    assert len(item.sizes) == 1
    item.set_size(30, 10)
    paint(item)
    assert item.sizes == [(20, 10), (30, 10)]
    assert item.boundingRect() == QRectF(0, 0, 30, 10)


def test_it_is_drawn_anew_for_another_theme_text_scale_or_screen(item):
    paint(item)
    set_theme(DARK)
    assert appearance_key()[0] is DARK
    paint(item)
    apply_text_scale(1.5)
    paint(item)
    item.scene().ratio = 2.0
    assert paint(item).pixelColor(19, 9) == QColor("#ff0000")
    assert item.sizes == [(20, 10)] * 4
    set_theme(LIGHT)


def test_letters_are_as_large_as_the_table_demands(item):
    paint(item)
    item.scene().least_letter = 30
    item.redraw()
    paint(item)
    assert item.letter_sizes == [SMALL, 30]
    assert make_font(1).pixelSize() == SMALL


def test_text_grows_with_the_scale_unless_all_text_is_large_anyway(item):
    apply_text_scale(2.0)
    assert item.scaled_size(10) == 20
    assert item.scaled_size(10, 1.5) == 15
    item.scene().least_letter = SMALL + 1
    assert item.scaled_size(10) == 10


def test_a_box_is_its_size_and_its_position_at_whole_pixels(item):
    item.set_box(TableBox(3.4, 7.6, 30, 15))
    assert item.pos() == QPointF(3, 8)
    assert item.boundingRect() == QRectF(0, 0, 30, 15)
    item.centre_at((100.2, 50.2), 30, 16)
    assert item.pos() == QPointF(85, 42)
    assert item.transformOriginPoint() == QPointF(15, 8)


def test_it_is_hidden_until_there_is_something_to_show(qapp):
    item = CountingItem()
    assert not item.isVisible()
    assert item.zValue() == CachedItem.z_value


def test_a_pixmap_has_at_least_one_pixel_and_the_ratio_of_its_screen(qapp):
    with pixmap_painter(0, 0, 1.0) as (pixmap, _):
        assert (pixmap.width(), pixmap.height()) == (1, 1)
    with pixmap_painter(10, 5, 1.5) as (pixmap, painter):
        assert (pixmap.width(), pixmap.height()) == (15, 8)
        assert pixmap.devicePixelRatio() == 1.5
        assert painter.testRenderHint(QPainter.RenderHint.Antialiasing)
    assert pixmap.toImage().pixelColor(0, 0).alpha() == 0


def test_an_item_appears_by_growing_from_half_its_size(qapp):
    item = GreetingItem()
    item.start_animation()
    assert (item.scale(), item.opacity(), item.isVisible()) == (0.5, 0.0, True)
    item.set_progress(0.5)
    assert (item.scale(), item.opacity()) == (0.75, 0.5)
    item.finish_animation()
    assert (item.scale(), item.opacity(), item.isVisible()) == (1.0, 1.0, True)


def test_an_item_without_content_does_not_appear(qapp):
    item = GreetingItem()
    item.text = ""
    item.start_animation()
    assert not item.isVisible()
    item.show()
    item.finish_animation()
    assert not item.isVisible()
