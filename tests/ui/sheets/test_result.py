"""Tests of the result panel over the table."""

from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from greenbaize.rules.pictures import Mood
from greenbaize.ui.sheets import ranking
from greenbaize.ui.sheets.result import ALONE, CALM_MS, FRIENDS, LEFT, ResultSheet
from greenbaize.ui.widgets import lettering
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import LIGHT
from words.pseudo import loose

NONE = Qt.KeyboardModifier.NoModifier
NAMES = ("Nikolai", "Boris", "Vera", "Mila")


@pytest.fixture
def table(qtbot):
    table = QWidget()
    table.resize(900, 600)
    qtbot.addWidget(table)
    with qtbot.waitActive(table):
        table.show()
    return table


def result(table, places=(1, 2, 3, 4), worth=("6", "5", "2", "1"), you=0):
    sheet = ResultSheet(table)
    sheet.show_result(places, worth, NAMES[: len(places)], you)
    return sheet


def texts(sheet):
    return [label.text() for label in sheet.findChildren(QLabel) if label.isVisible()]


def test_it_names_places_and_totals_best_first(table):
    sheet = result(table, (3, 1, 3, 2), ("20", "60", "20", "41"))
    assert sheet.headline == "Boris wins"
    assert texts(sheet) == [
        "Boris",
        "60",
        "2nd",
        "Mila",
        "41",
        "=3rd",
        "Nikolai (you)",
        "20",
        "=3rd",
        "Vera",
        "20",
    ]


def test_how_all_stand_is_heard_where_it_has_not_just_been_said(table):
    sheet = result(table, (3, 1, 3, 2), ("20", "60", "20", "41"))
    assert sheet.accessibleDescription() == ""
    sheet.bring()
    assert sheet.accessibleDescription().splitlines()[0] == "1st: Boris, 60"


def test_the_winner_is_read_from_across_the_room(table):
    table.resize(858, 778)  # the table's size in a window of 1280x800
    sheet = result(table, (3, 1, 3, 2), ("20", "60", "20", "41"))
    (plate,) = sheet.ranking.plates
    assert plate.accessibleName() == "1st: Boris, 60"
    assert min(plate.name.font().pixelSize(), plate.worth.font().pixelSize()) > 48
    rows = [one for one in sheet.findChildren(QLabel) if one.text() in ("Mila", "41")]
    assert all(one.mapTo(sheet, QPoint()).y() > plate.geometry().bottom() for one in rows)


def test_one_s_own_place_is_the_second_bar_or_the_first(table):
    sheet = result(table, (2, 1, 4, 3), ("41", "60", "2", "20"))
    own, (winner,) = sheet.ranking.own, sheet.ranking.plates
    assert own.accessibleName() == "2nd: 2nd · Nikolai (you), 41"
    rows = [one for one in sheet.findChildren(QLabel) if one.text() in ("Mila", "Vera")]
    below = own.mapTo(sheet, QPoint(0, own.height())).y()
    assert all(one.mapTo(sheet, QPoint()).y() >= below for one in rows)
    assert winner.geometry().bottom() < own.geometry().top()
    sheet.show_result((1, 2, 3, 4), ("60", "41", "20", "2"), NAMES, 0)
    assert sheet.ranking.own is None
    assert sheet.ranking.plates[0].name.text() == "Nikolai (you)"
    sheet.show_result((1, 2, 3, 4), ("60", "41", "20", "2"), NAMES, None)
    assert sheet.ranking.own is None


@pytest.mark.parametrize("ranks", [(2, 1, 3, 4), (3, 1, 2, 4), (4, 3, 2, 1), (3, 3, 1, 2)])
@pytest.mark.parametrize("you", range(4))
def test_places_stand_in_order_wherever_one_s_own_is(table, ranks, you):
    sheet = result(table, ranks, ("a", "b", "c", "d"), you)
    worth = [one for one in texts(sheet) if one in ("a", "b", "c", "d")]
    there = [ranks["abcd".index(one)] for one in worth]
    assert there == sorted(ranks)
    own = next(one for one in texts(sheet) if "(you)" in one)
    assert ["Nikolai", "Boris", "Vera", "Mila"][you] in own


def test_who_has_not_won_does_not_laugh(table, monkeypatch):
    moods = []
    drawn = ranking.face_picture
    monkeypatch.setattr(ranking, "face_picture", lambda *of: (moods.append(of[1]), drawn(*of))[1])
    sheet = result(table, (2, 1, 4, 3), ("41", "60", "2", "20"))
    for plate in (*sheet.ranking.plates, sheet.ranking.own):
        plate.grab()
    assert moods == [Mood.WINNING, Mood.NEUTRAL]


SAID = "One trick too many in deal 2 cost you 10 points."


@pytest.mark.parametrize("ranks", [(2, 1, 3, 4), (1, 2, 3, 4)])
def test_one_sentence_says_which_deal_mattered_and_no_name_stands_there_twice(table, ranks):
    sheet = ResultSheet(table)
    sheet.swing = SAID
    sheet.show_result(ranks, ("6", "7", "2", "1"), NAMES, 0)
    assert texts(sheet).count(SAID) == 1
    assert all("\n".join(texts(sheet)).count(name) == 1 for name in NAMES)
    sheet.bring()
    assert SAID in sheet.accessibleDescription()
    sheet.swing = ""
    sheet.show_result(ranks, ("6", "7", "2", "1"), NAMES, 0)
    assert SAID not in texts(sheet)


def test_the_cross_stands_beside_the_title_and_is_not_there_without_one(table):
    sheet = ResultSheet(table)
    sheet.swing = SAID
    sheet.show_result((2, 1, 3, 4), ("6", "7", "2", "1"), NAMES, 0)
    title = next(one for one in sheet.findChildren(QLabel) if one.text() == SAID)
    words = title.contentsRect().translated(title.mapTo(sheet, QPoint()))
    assert sheet.cross_button.isVisible()
    assert not words.intersects(sheet.cross_button.geometry())
    sheet.swing = ""
    sheet.show_result((2, 1, 3, 4), ("6", "7", "2", "1"), NAMES, 0)
    assert not sheet.cross_button.isVisible()
    assert sheet.ranking.y() < sheet.cross_button.height()


def test_where_only_places_are_counted_nobody_reads_them_twice(table):
    sheet = result(table, (2, 1, 3), ("2", "1", "3"))
    assert texts(sheet) == ["Boris", "1st", "Nikolai (you)", "2nd", "3rd", "Vera"]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(424, 332), (2880, 2138)], ids=str)
@pytest.mark.parametrize("winners", [1, 2, 10])
def test_long_names_of_many_winners_find_room(table, winners, size):
    table.resize(*size)
    sheet = ResultSheet(table)
    names = [f"{letter}{'W' * 23}" for letter in "ABCDEFGH"] + [
        "אבגדהוזחטיכלמנסעפצקרשתאב",
        "🂡" * 12,
    ]
    places = [1] * winners + list(range(winners + 1, 11))
    sheet.show_result(places, ["−123"] * 10, names, 9)
    assert len(sheet.ranking.plates) == winners
    assert table.rect().contains(sheet.geometry())
    parts = [*sheet.ranking.plates, sheet.again_button, sheet.statistics_link]
    parts += [one for one in sheet.findChildren(QLabel) if one.isVisible()]
    for part in parts:
        assert sheet.rect().contains(part.rect().translated(part.mapTo(sheet, QPoint())))
    boxes = [plate.geometry() for plate in sheet.ranking.plates]
    assert all(not one.intersects(two) for one, two in combinations(boxes, 2))


def test_what_plays_again_is_as_high_as_it_would_be_in_large_letters(table):
    table.resize(1280, 778)
    dress(LIGHT)
    lettering.set_scale(2.0)
    # Without an own seat there is no victory in the title, so no sentence wraps.
    sheet = result(table, you=None)
    assert sheet.again_button.height() >= sheet.again_button.sizeHint().height()


@pytest.mark.parametrize(
    ("ranks", "you", "headline"),
    [
        ((1, 2, 3, 4), 0, "You win!"),
        ((1, 2, 3, 4), None, "Nikolai wins"),
        ((1, 1, 3, 4), 0, "Nikolai and Boris share the first place"),
        ((1, 1, 1, 4), None, "Nikolai, Boris and Vera share the first place"),
    ],
)
def test_the_headline(table, ranks, you, headline):
    sheet = result(table, ranks, ("1", "1", "1", "1"), you=you)
    assert sheet.headline == headline


@pytest.mark.parametrize(
    ("ranks", "you", "headline", "last_texts"),
    [
        ((3, 1, 3, 1), 3, "You and Boris win", ["3rd", "Vera", "5"]),
        ((1, 3, 1, 3), None, "Nikolai and Vera win", ["3rd", "Mila", "5"]),
        (
            (1, 1, 1, 1),
            0,
            "Nikolai, Boris, Vera and Mila share the first place",
            ["5", "Mila", "5"],
        ),
    ],
)
def test_partners_win_together(table, ranks, you, headline, last_texts):
    sheet = ResultSheet(table, sides=(0, 1, 0, 1))
    sheet.show_result(ranks, ("5", "5", "5", "5"), NAMES, you)
    assert texts(sheet)[0] == headline
    assert texts(sheet)[-3:] == last_texts


def test_a_coin_flip_is_told(table):
    sheet = ResultSheet(table)
    sheet.show_result((1, 2, 3, 4), ("5", "5", "2", "1"), NAMES, 0, coin_flip=True)
    assert "Equal at the top: a coin flip decided." in texts(sheet)
    sheet.show_result((1, 2, 3, 4), ("6", "5", "2", "1"), NAMES, 0)
    assert "Equal at the top: a coin flip decided." not in texts(sheet)


def test_it_keeps_to_the_middle_and_within_the_table(table):
    sheet = ResultSheet(table)
    sheet.show_result((1, 2, 3, 4), ("6", "5", "2", "1"), NAMES, 0)
    for size in ((900, 600), (1400, 1000), (500, 400)):
        table.resize(*size)
        distance = sheet.geometry().center() - table.rect().center()
        assert distance.manhattanLength() <= 2
        assert table.rect().contains(sheet.geometry())


def test_it_stands_between_the_plates_at_the_sides_where_there_is_room(table):
    sheet = ResultSheet(table)
    left, top, right = QRect(14, 240, 200, 74), QRect(350, 8, 200, 74), QRect(686, 240, 200, 74)
    sheet.show_result((1, 2, 3, 4), ("6", "5", "2", "1"), NAMES, 0)
    assert sheet.geometry().intersects(left)
    sheet.plates = lambda: (left, top, right)
    sheet.bring()
    assert not any(sheet.geometry().intersects(plate) for plate in (left, top, right))


def test_it_covers_no_plate_on_a_small_table_and_no_tricks_where_there_is_room(table):
    table.resize(760, 560)
    top, own = QRect(280, 8, 200, 60), QRect(14, 480, 200, 60)
    pile = QRect(340, 70, 120, 60)
    sheet = result(table)
    sheet.plates, sheet.piles = lambda: (top, own), lambda: (pile,)
    sheet.bring()
    assert not any(sheet.geometry().intersects(one) for one in (top, own, pile))
    sheet.piles = lambda: (QRect(200, 70, 400, 400),)  # there is no room beside these
    sheet.bring()
    assert not any(sheet.geometry().intersects(one) for one in (top, own))
    sheet.plates = lambda: (QRect(0, 0, 760, 560),)
    sheet.bring()
    assert table.rect().contains(sheet.geometry())


def shown(qtbot, table):
    """Show a result and paint it once."""
    sheet = result(table)
    paint(qtbot, sheet)
    return sheet


def paint(qtbot, sheet):
    """Paint the panel and process its pending events."""
    sheet.grab()
    qtbot.wait(1)


def test_what_can_follow_leaves_it_where_it_is(qtbot, table):
    sheet = shown(qtbot, table)
    for button in (*sheet.ways, sheet.sheet_link, sheet.review_link, sheet.statistics_link):
        with qtbot.waitSignal(button.clicked), qtbot.assertNotEmitted(sheet.closed):
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert sheet.isVisible()


@pytest.mark.parametrize("action", ["button", "cross", "escape"])
def test_put_aside_it_can_be_brought_again(qtbot, table, action):
    sheet = shown(qtbot, table)
    with qtbot.waitSignal(sheet.closed):
        if action == "escape":
            qtbot.keyClick(sheet, Qt.Key.Key_Escape)
        else:
            button = sheet.close_link if action == "button" else sheet.cross_button
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not sheet.isVisible()
    sheet.bring()
    assert sheet.isVisible()
    assert sheet.again_button.hasFocus()


KEYS = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


@pytest.mark.parametrize("key", KEYS)
def test_a_key_that_comes_before_it_is_seen_does_nothing(qtbot, table, key):
    sheet = result(table)
    assert sheet.again_button.hasFocus()
    asked = (*(one.clicked for one in sheet.ways), sheet.closed)
    heard = []
    for signal in asked:
        signal.connect(lambda: heard.append(1))
    qtbot.keyClick(sheet.again_button, key)
    assert sheet.isVisible()
    assert heard == []


@pytest.mark.parametrize("key", KEYS[1:])
def test_a_key_that_hurries_cards_presses_nothing_and_one_that_is_meant_plays_again(
    qtbot, table, key
):
    now = [10.0]
    sheet = ResultSheet(table)
    sheet.clock = lambda: now[0]
    sheet.show_result((1, 2), ("6", "5"), NAMES, 0)
    paint(qtbot, sheet)
    with qtbot.assertNotEmitted(sheet.again_button.clicked), qtbot.assertNotEmitted(sheet.closed):
        for _ in range(4):
            now[0] += 0.6 * CALM_MS / 1000
            qtbot.keyClick(sheet.again_button, key)
    assert sheet.isVisible()
    now[0] += CALM_MS / 1000 + 0.01
    with qtbot.waitSignal(sheet.again_button.clicked):
        qtbot.keyClick(sheet.again_button, key)


def test_the_second_half_of_a_double_click_presses_nothing(qtbot, table):
    left, sheet = Qt.MouseButton.LeftButton, shown(qtbot, table)
    asked = []
    sheet.again_button.clicked.connect(lambda: asked.append(1))
    sheet.closed.connect(lambda: asked.append(2))

    def second_half(button):
        QTest.mouseEvent(QTest.MouseAction.MouseDClick, button, left, NONE, QPoint(3, 3))
        QTest.mouseEvent(QTest.MouseAction.MouseRelease, button, left, NONE, QPoint(3, 3))

    for button in (sheet.again_button, sheet.cross_button):
        second_half(button)
        assert asked == []
    qtbot.mouseClick(sheet.again_button, left)
    second_half(sheet.again_button)
    assert asked == [1, 1]


def test_what_plays_again_is_the_one_button_and_tab_goes_on_to_the_links(qtbot, table):
    sheet = shown(qtbot, table)
    assert sheet.again_button.hasFocus()
    assert sheet.again_button.isDefault()
    buttons = [one for one in sheet.findChildren(QPushButton) if one.isVisible()]
    assert buttons == [sheet.again_button, sheet.cross_button]
    before = sheet.again_button
    for link in (sheet.close_link, sheet.new_link, sheet.leave_link, sheet.sheet_link):
        qtbot.keyClick(before, Qt.Key.Key_Tab)
        assert link.hasFocus()
        before = link


def test_where_the_table_is_no_more_nothing_is_played_again(table):
    sheet = ResultSheet(table)
    sheet.name_ways(LEFT)
    sheet.show_result((1, 2), ("6", "5"), NAMES, 0)
    assert not sheet.again_button.isVisible()
    assert sheet.leave_link.isVisible()
    assert sheet.hasFocus()


def test_every_text_goes_through_the_catalogue(table, pseudo_language):
    sheet = ResultSheet(table)
    sheet.show_result((1, 2), ("6", "5"), ("⟦A⟧", "⟦B⟧"), 0, coin_flip=True)
    visible = texts(sheet)
    for ways in (ALONE, FRIENDS, LEFT):
        sheet.name_ways(ways)
        buttons = (sheet.again_button, sheet.new_link, sheet.leave_link, sheet.close_link)
        visible += [button.text() for button in buttons if button.isVisible()]
    assert [text for text in visible if loose(text)] == []


def test_it_shows_that_it_has_the_keyboard(table):
    sheet = result(table, (3, 1, 3, 2), ("20", "60", "20", "41"))
    focus = QColor(LIGHT.focus)

    def ring():
        picture = sheet.grab().toImage()
        line = [QColor(picture.pixel(x, 1)) for x in range(40, picture.width() - 40)]
        return all(colour == focus for colour in line)

    assert not ring()
    sheet.setFocus()
    assert ring()
    QTest.keyClick(sheet, Qt.Key.Key_Tab)
    assert not sheet.hasFocus()
    assert not ring()
