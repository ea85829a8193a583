"""Tests of the trumps on the cloth: their order, their words, and that none is cut off."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from greenbaize.cards import Suit
from greenbaize.games import GAMES
from greenbaize.ui.table.geometry import TableGeometry
from greenbaize.ui.table.labels import TrumpsItem
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK
from greenbaize.ui.widgets.window_geometry import apply_text_scale

S, D, C = Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS
RANKED_TABLES = [(name, seats) for name in ("master", "ass") for seats in GAMES[name].seats]
SIZES = ((480, 400), (540, 575), (980, 775), (1500, 1000))


@pytest.mark.parametrize(
    ("trumps", "words"),
    [
        (((S,), (D,)), ["Trumps", "above"]),
        (((C, S),), ["Trumps", "and"]),
        (((D,),), ["Trump"]),
    ],
)
def test_trump_order_is_written_in_words(trumps, words):
    item = TrumpsItem()
    item.show_trumps(trumps)
    assert item.words_before_marks == words
    assert item.isVisible()
    item.show_trumps(())
    assert not item.isVisible()


def paint_item(item):
    room = item.boundingRect()
    picture = QImage(int(room.width()) + 40, int(room.height()), QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    item.paint_content(painter, room.width(), room.height())
    painter.end()
    return picture


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("beside_deck", [False, True])
def test_trumps_are_not_cut_off(size, players, beside_deck):
    table = TableGeometry(*size, players, 0)
    item = TrumpsItem()
    item.show_trumps(((S,), (D,)))
    item.fit_box(table.trumps_box(beside_deck=beside_deck), table.notice_box().width)
    picture, width = paint_item(item), int(item.boundingRect().width())
    outside_points = [
        (x, y) for x in range(width, picture.width()) for y in range(picture.height())
    ]
    assert not any(picture.pixelColor(x, y).alpha() for x, y in outside_points)
    item_rect = item.sceneBoundingRect()
    for seat in range(players):
        plate = table.plate_box(seat)
        assert not item_rect.intersects(QRectF(plate.x, plate.y, plate.width, plate.height))


def test_the_senior_mark_is_the_larger_one():
    item = TrumpsItem()
    item.show_trumps(((S,), (D,)))
    senior, junior = item._mark_sizes(40.0)
    assert senior > junior
    item.show_trumps(((C, S),))
    first_size, second_size = item._mark_sizes(40.0)
    assert first_size == second_size


def test_trumps_follow_the_theme():
    item = TrumpsItem()
    item.show_trumps(((S,), (D,)))
    item.set_size(140, 20)
    light = paint_item(item)
    apply_application_theme(DARK)
    assert paint_item(item) != light


@pytest.mark.slow
@pytest.mark.parametrize("text_scale", [1.0, 1.35, 2.0])
@pytest.mark.parametrize("seats", GAMES["ass"].seats)
def test_trumps_stand_below_the_sign_beside_a_stock(open_match, seats, text_scale):
    apply_text_scale(text_scale)
    person = open_match("ass", seats, size=(900, 575), trumps="ranked", refill=True)
    person.match_view.begin_match()
    person.wait_for_turn()
    scene = person.scene
    assert scene.cards.pack is not None
    assert scene.trumps.trumps == ((S,), (D,))
    line = scene.trumps.sceneBoundingRect()
    other_rects = [item.sceneBoundingRect() for item in (scene.trump_sign, *scene.plates)]
    assert not [
        room for room in (scene.cards.pack.pixmap_rect, *other_rects) if room.intersects(line)
    ]
    assert line.top() >= scene.trump_sign.sceneBoundingRect().bottom()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), RANKED_TABLES)
def test_ranked_trumps_stand_above_the_main_suit(open_match, game, seats):
    no_stock = {"refill": False} if game == "ass" else {}
    person = open_match(game, seats, size=(900, 575), trumps="ranked", **no_stock)
    person.match_view.begin_match()
    person.wait_for_turn()
    scene = person.scene
    assert scene.trumps.trumps == ((S,), (D,))
    assert (
        scene.trumps.sceneBoundingRect().bottom() <= scene.trump_sign.sceneBoundingRect().top() + 2
    )
    for plate in scene.plates:
        assert not plate.sceneBoundingRect().intersects(scene.trumps.sceneBoundingRect())
        assert not plate.sceneBoundingRect().intersects(scene.trump_sign.sceneBoundingRect())
