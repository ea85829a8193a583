"""Tests of the table for onlookers: its layout, its letter sizes and the join code."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from greenbaize.app.phones.phones_state import qr_matrix
from greenbaize.games import GAMES
from greenbaize.ui.table.cached_item import CachedItem
from greenbaize.ui.table.geometry import TableBox
from greenbaize.ui.table.join_code_item import JoinCodeItem
from greenbaize.ui.table.qr_code import paint_qr_code
from greenbaize.ui.table.table_only import TableOnlyGeometry
from greenbaize.ui.widgets import window_geometry
from greenbaize.ui.widgets.fonts import make_font
from ui.table.person import wait_until
from ui.table.test_geometry import card_box, is_inside

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

SIZES = ((800, 572), (1280, 772), (1366, 740), (1920, 1050), (2560, 1052), (3840, 2130))
MENU_BAR_HEIGHT = 30
for_any_table = pytest.mark.parametrize("players", range(2, 11))
for_any_size = pytest.mark.parametrize("size", SIZES)
URL = "http://192.168.178.25:40123/#0123456789abcdef0123456789abcdef"


def table_boxes(table):
    """Return the boxes of plates with visible backs, centre, question, join code and notice."""
    boxes = []
    for seat in range(table.players):
        plate, visible_back = (
            table.plate_box(seat),
            (0.24 if table.players <= 7 else 0.16) * table.card_width,
        )
        below = plate.y + 1.5 * plate.height < table.height
        top = plate.y if below else plate.y - visible_back
        boxes.append(TableBox(plate.x, top, plate.width, plate.height + visible_back))
    return [
        *boxes,
        table.centre_box,
        table.question_box(),
        table.join_code_box(),
        table.notice_box(),
    ]


def boxes_overlap(first, second):
    a, b = QRectF(*first).adjusted(1, 1, -1, -1), QRectF(*second).adjusted(1, 1, -1, -1)
    return a.intersects(b)


@for_any_table
@for_any_size
def test_boxes_do_not_overlap(size, players):
    table = TableOnlyGeometry(*size, players, 0)
    question_box = table.question_box()
    for first, second in combinations(table_boxes(table), 2):
        if question_box not in (first, second):  # the sentence may cover the lowest line of cards
            assert not boxes_overlap(first, second)
    for first in table_boxes(table):
        assert is_inside(table, first)
        assert first.height > 0.5 * table.card_width
    if players <= 7:
        sign = table.trump_sign_box(beside_deck=True)
        assert not any(boxes_overlap(sign, first) for first in table_boxes(table))


@for_any_table
@for_any_size
def test_cards_fit_into_the_centre(size, players):
    table = TableOnlyGeometry(*size, players, 0)
    room = QRectF(*table.centre_box).adjusted(-4, -4, 4, 4)
    if players <= 7:
        cards = [card_box(table, table.played_placement(seat)) for seat in range(players)]
        assert all(room.contains(QRectF(*box)) for box in cards)
        assert table.played_card_width > 0.13 * size[1]
    pile = [card_box(table, table.pile_placement(depth, 0)) for depth in range(5)]
    assert all(
        room.contains(QRectF(*box)) for box in (*pile, card_box(table, table.stock_placement()))
    )


@for_any_table
def test_seats_follow_one_another_round_the_table(players):
    table = TableOnlyGeometry(1280, 772, players, 2 % players)
    middle = table.width / 2, table.height / 2
    assert table.plate_box(2 % players).y > middle[1]
    centres = [table.plate_box((2 + turn) % players).centre for turn in range(players)]
    sides = [(x < middle[0] - 200, y < middle[1] - 250, x > middle[0] + 200) for x, y in centres]
    first_indices = [
        next((index for index, side_flags in enumerate(sides) if side_flags[side]), 99)
        for side in (0, 1, 2)
    ]
    found_indices = [side_flags for side_flags in first_indices if side_flags < 99]
    assert found_indices == sorted(found_indices)


class SmallTextItem(CachedItem):
    """Item that asks for letters too small to read from afar."""

    starts_hidden = False
    pixels = 0

    def paint_content(self, painter, width, height):
        self.pixels = make_font(6).pixelSize()


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (3840, 2160)])
def test_no_letter_is_smaller_than_three_hundredths_of_the_window(open_match, size):
    person = open_match(
        "damn", 4, table_only=True, watch=True, size=(size[0], size[1] - MENU_BAR_HEIGHT)
    )
    item = SmallTextItem()
    person.scene.addItem(item)
    item.set_size(50, 20)
    person.match_view.grab()
    assert item.pixels >= 0.03 * size[1]
    QApplication.processEvents()
    assert make_font(6).pixelSize() == 12


@pytest.mark.parametrize("game", GAMES)
def test_table_only_has_no_hand_controls(open_match, game):
    person = open_match(game, GAMES[game].seats[-1], table_only=True, watch=True)
    playing = person.match_view
    assert playing.folding.is_folded
    assert playing.folding.flap.isHidden()
    playing.folding.set_folded(on=False)
    assert playing.folding.is_folded
    playing.rules_controller.set_ring_shown(on=True)
    aids = (
        playing.rules_controller.rules_button,
        playing.rules_controller.ring_button,
        playing.rules_controller.ring_area,
    )
    assert all(
        widget.isHidden() for widget in (*aids, playing.hint_button, playing.prompts.choice_prompt)
    )


def test_join_code_keeps_to_its_box(open_match):
    person = open_match("damn", 4, table_only=True, watch=True, size=(1280, 772))
    item = JoinCodeItem()
    person.scene.addItem(item)
    item.show_code(URL)
    assert isinstance(person.scene.geometry, TableOnlyGeometry)
    room = person.scene.geometry.join_code_box()
    item.fit_box(room)
    assert QRectF(*room).adjusted(-1, -1, 1, 1).contains(item.sceneBoundingRect())
    item.show_code("")
    assert not item.isVisible()


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_a_code_can_be_read_back_module_by_module(ratio):
    modules = qr_matrix(URL)
    image = QImage(round(300 * ratio), round(220 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(0x888888)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        code_rect = paint_qr_code(painter, QRectF(3, 5, 291, 207), URL, ratio)
    module_size = code_rect.width() / (len(modules) + 8)
    for down, row in enumerate(modules):
        for across, dark in enumerate(row):
            for corner in (0.1, 0.5, 0.9):
                x = (code_rect.x() + (across + 4 + corner) * module_size) * ratio
                y = (code_rect.y() + (down + 4 + corner) * module_size) * ratio
                assert image.pixelColor(int(x), int(y)).name() == ("#000000" if dark else "#ffffff")
    margin_colour = image.pixelColor(
        int((code_rect.x() + module_size) * ratio), int((code_rect.y() + module_size) * ratio)
    )
    assert margin_colour.name() == "#ffffff"


@for_any_table
@for_any_size
def test_an_exposed_card_is_seen_whole(size, players):
    table = TableOnlyGeometry(*size, players, 0)
    for seat in range(players):
        placement = table.exposed_placement(seat, table.hand_card_placement(seat, 0, 5))
        card = card_box(table, placement)
        assert is_inside(table, card)
        assert not boxes_overlap(card, table.plate_box(seat))
        assert placement.scale > table.hand_card_placement(seat, 0, 5).scale


def test_trump_owners_fit_beside_the_pack(open_match):
    person = open_match("ass", 4, table_only=True, watch=True, size=(1280, 772))
    person.match_view.begin_match()
    wait_until(lambda: person.scene.cards.pack is not None)
    room = QRectF(*person.scene.geometry.trump_sign_box(beside_deck=True)).adjusted(-1, -1, 1, 1)
    assert room.contains(person.scene.trump_sign.sceneBoundingRect())


def test_a_sentence_of_two_lines_has_them_equally_long(open_match):
    person = open_match("damn", 4, table_only=True, watch=True, size=(1280, 772))
    line = person.scene.status_line
    person.scene.show_status_line("Alexander takes the trick. 4♥ trumps K♠ once more.")
    room = person.scene.geometry.question_box()
    assert 0.6 * room.width < line.boundingRect().width() < 0.95 * room.width


def test_in_a_low_corner_the_text_stands_beside_the_code(open_match):
    person = open_match("rank", 10, table_only=True, watch=True, size=(1280, 772))
    item = JoinCodeItem()
    person.scene.addItem(item)
    item.show_code(URL)
    assert isinstance(person.scene.geometry, TableOnlyGeometry)
    item.fit_box(person.scene.geometry.join_code_box())
    image = person.match_view.table_view.grab(item.sceneBoundingRect().toRect()).toImage()
    dark_points = [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).lightness() < 90
    ]
    # The code fills the height of the left part; the text is at the right.
    code_points = [point for point in dark_points if point[0] < image.height()]
    assert max(y for _, y in code_points) - min(y for _, y in code_points) > 0.75 * image.height()
    assert any(x > image.height() for x, _ in dark_points)


def test_text_scale_does_not_change_the_shared_table(open_match):
    person = open_match("rank", 10, table_only=True, watch=True, size=(1280, 772))
    bubble = person.scene.speech_bubbles[0]
    person.scene.show_speech(0, "+1 pass")
    usual_rect = bubble.boundingRect()
    window_geometry.apply_text_scale(2.0)
    person.scene.show_speech(0, "+1 pass")
    assert bubble.boundingRect() == usual_rect
