"""Tests of the pixmap cache: shared pixmaps are drawn once and never painted on."""

import pytest
from PySide6.QtGui import QPixmap, QPixmapCache

from greenbaize.resources import resources
from greenbaize.ui.cards.card_painter import kept
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.cards.faces import FaceStore
from greenbaize.ui.cards.look import CardLook
from ui.table.person import face_of

CARD = face_of("QS")


@pytest.fixture(autouse=True)
def nothing_kept(qapp):
    QPixmapCache.clear()
    yield
    QPixmapCache.clear()


def store(look=None, width=80, *, crowded=False):
    renderer = CardRenderer(resources() / "cards", look or CardLook(), crowded=crowded)
    return FaceStore(renderer, width)


def test_a_picture_is_drawn_once():
    drawn = []

    def draw():
        drawn.append(QPixmap(10, 10))
        return drawn[-1]

    first = kept(("card", 1), draw)
    assert kept(("card", 1), draw).cacheKey() == first.cacheKey()
    assert kept(("card", "1"), draw).cacheKey() != first.cacheKey()
    assert len(drawn) == 2


def test_the_next_table_has_the_same_picture():
    assert store().face(CARD).cacheKey() == store().face(CARD).cacheKey()
    assert store().turned(CARD, 7).cacheKey() == store().turned(CARD, 7).cacheKey()


@pytest.mark.parametrize(
    "make_other_store",
    [
        lambda: store(CardLook(four_colours=True)),
        lambda: store(CardLook(letters="cyrillic")),
        lambda: store(width=81),
        lambda: store(crowded=True),
    ],
    ids=["colours", "letters", "size", "crowded"],
)
def test_what_looks_different_is_another_picture(make_other_store):
    assert store().face(CARD).cacheKey() != make_other_store().face(CARD).cacheKey()


@pytest.mark.parametrize("degrees", [0, 7])
def test_a_dim_card_leaves_the_bright_one_as_it_was(degrees):
    before = store().turned(CARD, degrees).toImage()
    dim = store().turned(CARD, degrees, dim=True).toImage()
    assert dim != before
    assert store().turned(CARD, degrees).toImage() == before
