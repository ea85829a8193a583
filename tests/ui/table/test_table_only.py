"""Tests of the shared table screen: its layout, its letter sizes and the join code."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from greenbaize.app.phones.shown import qr_matrix
from greenbaize.games import GAMES
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.geometry import Box
from greenbaize.ui.table.qr import paint_code
from greenbaize.ui.table.table_only import TableOnlyGeometry
from greenbaize.ui.table.way_in import WayInItem
from greenbaize.ui.widgets import window_geometry
from greenbaize.ui.widgets.fonts import font
from ui.table.person import until
from ui.table.test_geometry import inside, lying

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

SIZES = ((800, 572), (1280, 772), (1366, 740), (1920, 1050), (2560, 1052), (3840, 2130))
MENUS = 30
any_table = pytest.mark.parametrize("players", range(2, 11))
any_size = pytest.mark.parametrize("size", SIZES)
URL = "http://192.168.178.25:40123/#0123456789abcdef0123456789abcdef"


def parts(table):
    """Return the boxes of plates with visible backs, centre, question, join code and notice."""
    found = []
    for seat in range(table.players):
        plate, seen = table.plate(seat), (0.24 if table.players <= 7 else 0.16) * table.card
        below = plate.y + 1.5 * plate.height < table.height
        top = plate.y if below else plate.y - seen
        found.append(Box(plate.x, top, plate.width, plate.height + seen))
    return [*found, table.middle, table.question(), table.way_in(), table.notice()]


def overlap(one, other):
    a, b = QRectF(*one).adjusted(1, 1, -1, -1), QRectF(*other).adjusted(1, 1, -1, -1)
    return a.intersects(b)


@any_table
@any_size
def test_all_has_its_own_room(size, players):
    table = TableOnlyGeometry(*size, players, 0)
    said = table.question()
    for one, other in combinations(parts(table), 2):
        if said not in (one, other):  # the sentence may cover the lowest line of cards
            assert not overlap(one, other)
    for one in parts(table):
        assert inside(table, one)
        assert one.height > 0.5 * table.card
    if players <= 7:
        sign = table.sign(beside_deck=True)
        assert not any(overlap(sign, one) for one in parts(table))


@any_table
@any_size
def test_cards_lie_in_the_middle_as_large_as_it_lets(size, players):
    table = TableOnlyGeometry(*size, players, 0)
    room = QRectF(*table.middle).adjusted(-4, -4, 4, 4)
    if players <= 7:
        cards = [lying(table, table.played(seat)) for seat in range(players)]
        assert all(room.contains(QRectF(*one)) for one in cards)
        assert table.played_card > 0.13 * size[1]
    pile = [lying(table, table.pile(depth, 0)) for depth in range(5)]
    assert all(room.contains(QRectF(*one)) for one in (*pile, lying(table, table.stock())))


@any_table
def test_seats_follow_one_another_round_the_table(players):
    table = TableOnlyGeometry(1280, 772, players, 2 % players)
    middle = table.width / 2, table.height / 2
    assert table.plate(2 % players).y > middle[1]
    places = [table.plate((2 + turn) % players).centre for turn in range(players)]
    sides = [(x < middle[0] - 200, y < middle[1] - 250, x > middle[0] + 200) for x, y in places]
    first = [next((at for at, one in enumerate(sides) if one[part]), 99) for part in (0, 1, 2)]
    there = [one for one in first if one < 99]
    assert there == sorted(there)


class Small(DrawnItem):
    """Item that asks for letters too small to read from afar."""

    hidden = False
    pixels = 0

    def draw(self, painter, width, height):
        self.pixels = font(6).pixelSize()


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (3840, 2160)])
def test_no_letter_is_smaller_than_three_hundredths_of_the_window(laid, size):
    person = laid("damn", 4, table_only=True, watch=True, size=(size[0], size[1] - MENUS))
    item = Small()
    person.scene.addItem(item)
    item.set_size(50, 20)
    person.playing.grab()
    assert item.pixels >= 0.03 * size[1]
    QApplication.processEvents()
    assert font(6).pixelSize() == 12


@pytest.mark.parametrize("game", GAMES)
def test_nothing_lies_there_for_a_hand(laid, game):
    person = laid(game, GAMES[game].seats[-1], table_only=True, watch=True)
    playing = person.playing
    assert playing.folding.folded
    assert playing.folding.flap.isHidden()
    playing.folding.fold(on=False)
    assert playing.folding.folded
    playing.corner.show_ring(on=True)
    aids = playing.corner.rules_button, playing.corner.ring_disc, playing.corner.ring_panel
    assert all(one.isHidden() for one in (*aids, playing.hint_button, playing.asking.prompt))


def test_the_way_in_is_a_code_in_whole_pixels(laid):
    person = laid("damn", 4, table_only=True, watch=True, size=(1280, 772))
    item = WayInItem()
    person.scene.addItem(item)
    item.show_way(URL)
    assert isinstance(person.scene.geometry, TableOnlyGeometry)
    room = person.scene.geometry.way_in()
    item.lay(room)
    assert QRectF(*room).adjusted(-1, -1, 1, 1).contains(item.sceneBoundingRect())
    item.show_way("")
    assert not item.isVisible()


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_a_code_can_be_read_back_module_by_module(ratio):
    modules = qr_matrix(URL)
    image = QImage(round(300 * ratio), round(220 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(0x888888)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = paint_code(painter, QRectF(3, 5, 291, 207), URL, ratio)
    one = place.width() / (len(modules) + 8)
    for down, row in enumerate(modules):
        for across, dark in enumerate(row):
            for corner in (0.1, 0.5, 0.9):
                x = (place.x() + (across + 4 + corner) * one) * ratio
                y = (place.y() + (down + 4 + corner) * one) * ratio
                assert image.pixelColor(int(x), int(y)).name() == ("#000000" if dark else "#ffffff")
    edge = image.pixelColor(int((place.x() + one) * ratio), int((place.y() + one) * ratio))
    assert edge.name() == "#ffffff"


@any_table
@any_size
def test_an_exposed_card_is_seen_whole(size, players):
    table = TableOnlyGeometry(*size, players, 0)
    for seat in range(players):
        spot = table.exposed(seat, table.hand(seat, 0, 5))
        card = lying(table, spot)
        assert inside(table, card)
        assert not overlap(card, table.plate(seat))
        assert spot.scale > table.hand(seat, 0, 5).scale


def test_whose_trump_is_which_keeps_to_its_room_beside_the_pack(laid):
    person = laid("ass", 4, table_only=True, watch=True, size=(1280, 772))
    person.playing.begin()
    until(lambda: person.scene.cards.pack is not None)
    room = QRectF(*person.scene.geometry.sign(beside_deck=True)).adjusted(-1, -1, 1, 1)
    assert room.contains(person.scene.sign.sceneBoundingRect())


def test_a_sentence_of_two_lines_has_them_equally_long(laid):
    person = laid("damn", 4, table_only=True, watch=True, size=(1280, 772))
    line = person.scene.line
    person.scene.show_line("Alexander takes the trick. 4♥ trumps K♠ once more.")
    room = person.scene.geometry.question()
    assert 0.6 * room.width < line.boundingRect().width() < 0.95 * room.width


def test_in_a_low_corner_the_words_stand_beside_the_code(laid):
    person = laid("rank", 10, table_only=True, watch=True, size=(1280, 772))
    item = WayInItem()
    person.scene.addItem(item)
    item.show_way(URL)
    assert isinstance(person.scene.geometry, TableOnlyGeometry)
    item.lay(person.scene.geometry.way_in())
    image = person.playing.view.grab(item.sceneBoundingRect().toRect()).toImage()
    dark = [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).lightness() < 90
    ]
    # The code fills the height of the left part; the text is at the right.
    code = [one for one in dark if one[0] < image.height()]
    assert max(y for _, y in code) - min(y for _, y in code) > 0.75 * image.height()
    assert any(x > image.height() for x, _ in dark)


def test_large_letters_grow_no_larger_there(laid):
    person = laid("rank", 10, table_only=True, watch=True, size=(1280, 772))
    said = person.scene.said[0]
    person.scene.say(0, "+1 pass")
    usual = said.boundingRect()
    window_geometry.write_at(2.0)
    person.scene.say(0, "+1 pass")
    assert said.boundingRect() == usual
