"""Tests of the trumps on the cloth: their order, their words, and that none is cut off."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from greenbaize.cards import Suit
from greenbaize.games import GAMES
from greenbaize.ui.table.geometry import Geometry
from greenbaize.ui.table.labels import TrumpsItem
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK
from greenbaize.ui.widgets.window_geometry import write_at

S, D, C = Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS
ALL = [(name, seats) for name in ("master", "ass") for seats in GAMES[name].seats]
SIZES = ((480, 400), (540, 575), (980, 775), (1500, 1000))


@pytest.mark.parametrize(
    ("trumps", "words"),
    [
        (((S,), (D,)), ["Trumps", "above"]),
        (((C, S),), ["Trumps", "and"]),
        (((D,),), ["Trump"]),
    ],
)
def test_the_standing_is_told_in_words(trumps, words):
    item = TrumpsItem()
    item.show_trumps(trumps)
    assert item.words == words
    assert item.isVisible()
    item.show_trumps(())
    assert not item.isVisible()


def painted(item):
    room = item.boundingRect()
    picture = QImage(int(room.width()) + 40, int(room.height()), QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    item.draw(painter, room.width(), room.height())
    painter.end()
    return picture


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("beside_deck", [False, True])
def test_nothing_of_it_is_cut_off(size, players, beside_deck):
    table = Geometry(*size, players, 0)
    item = TrumpsItem()
    item.show_trumps(((S,), (D,)))
    item.lay(table.trumps(beside_deck=beside_deck), table.notice().width)
    picture, width = painted(item), int(item.boundingRect().width())
    beyond = [(x, y) for x in range(width, picture.width()) for y in range(picture.height())]
    assert not any(picture.pixelColor(x, y).alpha() for x, y in beyond)
    place = item.sceneBoundingRect()
    for seat in range(players):
        plate = table.plate(seat)
        assert not place.intersects(QRectF(plate.x, plate.y, plate.width, plate.height))


def test_the_senior_mark_is_the_larger_one():
    item = TrumpsItem()
    item.show_trumps(((S,), (D,)))
    senior, junior = item._sides(40.0)
    assert senior > junior
    item.show_trumps(((C, S),))
    one, other = item._sides(40.0)
    assert one == other


def test_its_looks_go_with_the_theme():
    item = TrumpsItem()
    item.show_trumps(((S,), (D,)))
    item.set_size(140, 20)
    light = painted(item)
    dress(DARK)
    assert painted(item) != light


@pytest.mark.slow
@pytest.mark.parametrize("text_scale", [1.0, 1.35, 2.0])
@pytest.mark.parametrize("seats", GAMES["ass"].seats)
def test_beside_a_stock_they_stand_below_the_sign(laid, seats, text_scale):
    write_at(text_scale)
    person = laid("ass", seats, size=(900, 575), trumps="ranked", refill=True)
    person.playing.begin()
    person.wait_for_turn()
    scene = person.scene
    assert scene.cards.pack is not None
    assert scene.trumps.trumps == ((S,), (D,))
    line = scene.trumps.sceneBoundingRect()
    others = [one.sceneBoundingRect() for one in (scene.sign, *scene.plates)]
    assert not [room for room in (scene.cards.pack.place, *others) if room.intersects(line)]
    assert line.top() >= scene.sign.sceneBoundingRect().bottom()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), ALL)
def test_ranked_trumps_stand_above_the_main_suit(laid, game, seats):
    no_stock = {"refill": False} if game == "ass" else {}
    person = laid(game, seats, size=(900, 575), trumps="ranked", **no_stock)
    person.playing.begin()
    person.wait_for_turn()
    scene = person.scene
    assert scene.trumps.trumps == ((S,), (D,))
    assert scene.trumps.sceneBoundingRect().bottom() <= scene.sign.sceneBoundingRect().top() + 2
    for plate in scene.plates:
        assert not plate.sceneBoundingRect().intersects(scene.trumps.sceneBoundingRect())
        assert not plate.sceneBoundingRect().intersects(scene.sign.sceneBoundingRect())
