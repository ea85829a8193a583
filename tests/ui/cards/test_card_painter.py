"""Tests of the pixmap cache: shared pixmaps are drawn once and never painted on."""

import pytest
from PySide6.QtGui import QPainter, QPixmap, QPixmapCache

from greenbaize.resources import resources_folder
from greenbaize.ui.cards.card_look import CardLook
from greenbaize.ui.cards.card_painter import cached_pixmap, make_transparent_image
from greenbaize.ui.cards.card_pixmaps import CardPixmapStore
from greenbaize.ui.cards.card_renderer import EDGE, PAPER, CardRenderer
from greenbaize.ui.table.geometry import CARD_HEIGHT_RATIO
from ui.table.person import face_of

CARD = face_of("QS")


@pytest.fixture(autouse=True)
def empty_pixmap_cache(qapp):
    QPixmapCache.clear()
    yield
    QPixmapCache.clear()


def make_face_store(look=None, width=80, *, crowded=False):
    renderer = CardRenderer(resources_folder() / "cards", look or CardLook(), crowded=crowded)
    return CardPixmapStore(renderer, width)


def test_a_pixmap_is_drawn_once():
    drawn_pixmaps = []

    def draw_pixmap():
        drawn_pixmaps.append(QPixmap(10, 10))
        return drawn_pixmaps[-1]

    first = cached_pixmap(("card", 1), draw_pixmap)
    assert cached_pixmap(("card", 1), draw_pixmap).cacheKey() == first.cacheKey()
    assert cached_pixmap(("card", "1"), draw_pixmap).cacheKey() != first.cacheKey()
    assert len(drawn_pixmaps) == 2


def test_tables_share_pixmaps():
    assert (
        make_face_store().face_pixmap(CARD).cacheKey()
        == make_face_store().face_pixmap(CARD).cacheKey()
    )
    assert (
        make_face_store().rotated_pixmap(CARD, 7).cacheKey()
        == make_face_store().rotated_pixmap(CARD, 7).cacheKey()
    )


@pytest.mark.parametrize(
    "make_other_store",
    [
        lambda: make_face_store(CardLook(four_colours=True)),
        lambda: make_face_store(CardLook(letters="cyrillic")),
        lambda: make_face_store(width=81),
        lambda: make_face_store(crowded=True),
    ],
    ids=["colours", "letters", "size", "crowded"],
)
def test_different_looks_have_different_pixmaps(make_other_store):
    assert (
        make_face_store().face_pixmap(CARD).cacheKey()
        != make_other_store().face_pixmap(CARD).cacheKey()
    )


@pytest.mark.parametrize("degrees", [0, 7])
def test_a_dim_card_leaves_the_bright_one_as_it_was(degrees):
    before = make_face_store().rotated_pixmap(CARD, degrees).toImage()
    dim = make_face_store().rotated_pixmap(CARD, degrees, is_dimmed=True).toImage()
    assert dim != before
    assert make_face_store().rotated_pixmap(CARD, degrees).toImage() == before


@pytest.mark.parametrize("width", [60, 130, 400])
def test_the_edge_of_a_card_is_alike_on_all_sides(width):
    height = round(width * CARD_HEIGHT_RATIO)
    image = make_transparent_image(width, height)
    with QPainter(image) as painter:
        CardRenderer(resources_folder() / "cards", CardLook()).draw_back(painter, width, height)
    line = max(1, round(width / 130))
    for depth in range(line + 1):
        points = (
            (depth, height // 2),
            (width - 1 - depth, height // 2),
            (width // 2, depth),
            (width // 2, height - 1 - depth),
        )
        expected = EDGE if depth < line else PAPER
        assert [image.pixelColor(*point) for point in points] == [expected] * 4
