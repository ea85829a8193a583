"""Tests of the pixmaps of cards: their size, and when they are drawn anew."""

import pytest
from PySide6.QtCore import QSizeF

from ui.cards.card_images import make_face_store, to_image
from ui.table.person import face_of

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("ratio", [1, 1.5, 2])
@pytest.mark.parametrize("width", [60, 100, 117])
def test_cards_have_the_size_asked_for(width, ratio):
    store = make_face_store(width, ratio)
    for pixmap in (
        store.face_pixmap(face_of("TS")),
        store.face_pixmap(None),
        store.rotated_pixmap(face_of("QH"), 0, is_dimmed=True),
        store.face_pixmap(face_of("XR")),
    ):
        assert (pixmap.width(), pixmap.height()) == (
            round(width * ratio),
            round(width * 1.4 * ratio),
        )
        assert pixmap.devicePixelRatio() == ratio
        assert pixmap.deviceIndependentSize() == store.card_size()


def test_dimmed_cards_are_darker_opaque_and_readable():
    store = make_face_store(100)
    eight = face_of("8C")
    bright, dim = (
        to_image(store.face_pixmap(eight)),
        to_image(store.rotated_pixmap(eight, 0, is_dimmed=True)),
    )
    paper, ink = dim.pixelColor(50, 70), min(dim.pixelColor(x, 20).lightness() for x in range(30))
    assert paper.alpha() == 255
    assert paper.lightness() < bright.pixelColor(50, 70).lightness() - 40
    assert paper.lightness() > ink + 90
    assert dim.pixelColor(0, 0).alpha() < 40


def test_a_turned_card_is_centred_in_its_pixmap():
    store = make_face_store(80, 2)
    pixmap = store.rotated_pixmap(face_of("5H"), 30)
    assert pixmap.width() > 160
    assert pixmap.devicePixelRatio() == 2
    image = to_image(pixmap)
    assert all(
        image.pixelColor(x, y).alpha() == 0
        for x in (0, image.width() - 1)
        for y in (0, image.height() - 1)
    )
    assert image.pixelColor(image.rect().center()).red() > 150  # the middle heart
    sideways = store.rotated_pixmap(None, -90).deviceIndependentSize()
    assert sideways == QSizeF(store.card_size().height(), store.card_size().width())
    assert (
        store.rotated_pixmap(face_of("5H"), 30).cacheKey()
        == store.rotated_pixmap(face_of("5H"), 390).cacheKey()
    )
    assert (
        store.rotated_pixmap(face_of("5H"), 0.04).cacheKey()
        == store.face_pixmap(face_of("5H")).cacheKey()
    )


def test_pixmaps_are_kept_until_the_size_changes():
    store = make_face_store(90)
    first = store.face_pixmap(face_of("KD")).cacheKey()
    store = make_face_store(90)
    assert store.face_pixmap(face_of("KD")).cacheKey() == first
    store = make_face_store(91)
    assert store.face_pixmap(face_of("KD")).cacheKey() != first
