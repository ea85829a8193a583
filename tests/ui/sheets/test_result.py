"""Tests of the result panel over the table."""

from itertools import combinations

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from greenbaize.rules.table_snapshot import PlayerMood
from greenbaize.ui.sheets import ranking
from greenbaize.ui.sheets.result import (
    CLOSED_TABLE_ACTIONS,
    KEY_GUARD_MS,
    LOCAL_ACTIONS,
    NETWORK_ACTIONS,
    READING_GUARD_MS,
    ResultPanel,
)
from greenbaize.ui.widgets import font_sizes
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import LIGHT
from words.pseudo_language import text_outside_brackets

NO_MODIFIER = Qt.KeyboardModifier.NoModifier
NAMES = ("Nikolai", "Boris", "Vera", "Mila")


@pytest.fixture
def table(qtbot):
    table = QWidget()
    table.resize(900, 600)
    qtbot.addWidget(table)
    with qtbot.waitActive(table):
        table.show()
    return table


def show_result_panel(table, ranks=(1, 2, 3, 4), worth=("6", "5", "2", "1"), you=0):
    sheet = ResultPanel(table)
    sheet.show_result(ranks, worth, NAMES[: len(ranks)], you)
    return sheet


def visible_texts(sheet):
    return [label.text() for label in sheet.findChildren(QLabel) if label.isVisible()]


def test_ranks_and_totals_are_listed_best_first(table):
    sheet = show_result_panel(table, (3, 1, 3, 2), ("20", "60", "20", "41"))
    assert sheet.headline == "Boris wins"
    assert visible_texts(sheet) == [
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


def test_reopened_result_has_a_description(table):
    sheet = show_result_panel(table, (3, 1, 3, 2), ("20", "60", "20", "41"))
    assert sheet.accessibleDescription() == ""
    sheet.show_panel()
    assert sheet.accessibleDescription().splitlines()[0] == "1st: Boris, 60"


def test_winner_plate_is_large(table):
    table.resize(858, 778)  # the table's size in a window of 1280x800
    sheet = show_result_panel(table, (3, 1, 3, 2), ("20", "60", "20", "41"))
    (plate,) = sheet.ranking.plates
    assert plate.accessibleName() == "1st: Boris, 60"
    assert min(plate.name_label.font().pixelSize(), plate.score_label.font().pixelSize()) > 48
    rows = [label for label in sheet.findChildren(QLabel) if label.text() in ("Mila", "41")]
    assert all(label.mapTo(sheet, QPoint()).y() > plate.geometry().bottom() for label in rows)


def test_own_plate_is_the_second_or_the_first(table):
    sheet = show_result_panel(table, (2, 1, 4, 3), ("41", "60", "2", "20"))
    own_plate, (winner,) = sheet.ranking.own_plate, sheet.ranking.plates
    assert own_plate.accessibleName() == "2nd: 2nd · Nikolai (you), 41"
    rows = [label for label in sheet.findChildren(QLabel) if label.text() in ("Mila", "Vera")]
    below = own_plate.mapTo(sheet, QPoint(0, own_plate.height())).y()
    assert all(label.mapTo(sheet, QPoint()).y() >= below for label in rows)
    assert winner.geometry().bottom() < own_plate.geometry().top()
    sheet.show_result((1, 2, 3, 4), ("60", "41", "20", "2"), NAMES, 0)
    assert sheet.ranking.own_plate is None
    assert sheet.ranking.plates[0].name_label.text() == "Nikolai (you)"
    sheet.show_result((1, 2, 3, 4), ("60", "41", "20", "2"), NAMES, None)
    assert sheet.ranking.own_plate is None


@pytest.mark.parametrize("ranks", [(2, 1, 3, 4), (3, 1, 2, 4), (4, 3, 2, 1), (3, 3, 1, 2)])
@pytest.mark.parametrize("you", range(4))
def test_ranks_are_in_order_wherever_the_own_one_is(table, ranks, you):
    sheet = show_result_panel(table, ranks, ("a", "b", "c", "d"), you)
    scores = [text for text in visible_texts(sheet) if text in ("a", "b", "c", "d")]
    listed_ranks = [ranks["abcd".index(text)] for text in scores]
    assert listed_ranks == sorted(ranks)
    own_text = next(text for text in visible_texts(sheet) if "(you)" in text)
    assert ["Nikolai", "Boris", "Vera", "Mila"][you] in own_text


def test_only_winners_have_a_winning_face(table, monkeypatch):
    moods = []
    draw_face = ranking.render_avatar
    monkeypatch.setattr(
        ranking, "render_avatar", lambda *of: (moods.append(of[1]), draw_face(*of))[1]
    )
    sheet = show_result_panel(table, (2, 1, 4, 3), ("41", "60", "2", "20"))
    for plate in (*sheet.ranking.plates, sheet.ranking.own_plate):
        plate.grab()
    assert moods == [PlayerMood.WINNING, PlayerMood.NEUTRAL]


TURNING_POINT_TEXT = "One trick too many in deal 2 cost you 10 points."


@pytest.mark.parametrize("ranks", [(2, 1, 3, 4), (1, 2, 3, 4)])
def test_turning_point_is_shown_once_and_names_are_not_repeated(table, ranks):
    sheet = ResultPanel(table)
    sheet.turning_point = TURNING_POINT_TEXT
    sheet.show_result(ranks, ("6", "7", "2", "1"), NAMES, 0)
    assert visible_texts(sheet).count(TURNING_POINT_TEXT) == 1
    assert all("\n".join(visible_texts(sheet)).count(name) == 1 for name in NAMES)
    sheet.show_panel()
    assert TURNING_POINT_TEXT in sheet.accessibleDescription()
    sheet.turning_point = ""
    sheet.show_result(ranks, ("6", "7", "2", "1"), NAMES, 0)
    assert TURNING_POINT_TEXT not in visible_texts(sheet)


def test_close_button_is_shown_with_and_without_a_title(table):
    sheet = ResultPanel(table)
    sheet.turning_point = TURNING_POINT_TEXT
    sheet.show_result((2, 1, 3, 4), ("6", "7", "2", "1"), NAMES, 0)
    title = next(
        label for label in sheet.findChildren(QLabel) if label.text() == TURNING_POINT_TEXT
    )
    words = title.contentsRect().translated(title.mapTo(sheet, QPoint()))
    assert sheet.close_button.isVisible()
    assert not words.intersects(sheet.close_button.geometry())
    sheet.turning_point = ""
    sheet.show_result((2, 1, 3, 4), ("6", "7", "2", "1"), NAMES, 0)
    assert sheet.close_button.isVisible()
    assert sheet.ranking.y() >= sheet.close_button.geometry().bottom()


def test_moments_found_later_move_nothing(table):
    sheet = ResultPanel(table)
    sheet.show_result((2, 1, 3, 4), ("6", "7", "2", "1"), NAMES, 0)
    sheet.reserve_moments_line()
    links = [sheet.close_link, sheet.new_link, sheet.sheet_link, sheet.again_button]
    rects = [sheet.geometry(), *(link.geometry() for link in links)]
    sheet.show_moments("One moment worth a look")
    QApplication.processEvents()
    assert [sheet.geometry(), *(link.geometry() for link in links)] == rects
    assert sheet.moments_link.isVisible()
    others = [sheet.close_link, sheet.leave_link, sheet.sheet_link, sheet.statistics_link]
    assert not any(sheet.moments_link.geometry().intersects(link.geometry()) for link in others)


def test_totals_equal_to_the_ranks_are_not_repeated(table):
    sheet = show_result_panel(table, (2, 1, 3), ("2", "1", "3"))
    assert visible_texts(sheet) == ["Boris", "1st", "Nikolai (you)", "2nd", "3rd", "Vera"]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(424, 332), (2880, 2138)], ids=str)
@pytest.mark.parametrize("winners", [1, 2, 10])
def test_long_names_of_many_winners_fit(table, winners, size):
    table.resize(*size)
    sheet = ResultPanel(table)
    names = [f"{letter}{'W' * 23}" for letter in "ABCDEFGH"] + [
        "אבגדהוזחטיכלמנסעפצקרשתאב",
        "🂡" * 12,
    ]
    ranks = [1] * winners + list(range(winners + 1, 11))
    sheet.show_result(ranks, ["−123"] * 10, names, 9)
    assert len(sheet.ranking.plates) == winners
    assert table.rect().contains(sheet.geometry())
    parts = [*sheet.ranking.plates, sheet.again_button, sheet.statistics_link]
    parts += [label for label in sheet.findChildren(QLabel) if label.isVisible()]
    for part in parts:
        assert sheet.rect().contains(part.rect().translated(part.mapTo(sheet, QPoint())))
    boxes = [plate.geometry() for plate in sheet.ranking.plates]
    assert all(not label.intersects(two) for label, two in combinations(boxes, 2))


def test_again_button_grows_with_the_text_scale(table):
    table.resize(1280, 778)
    apply_application_theme(LIGHT)
    font_sizes.set_height_scale(2.0)
    # Without an own seat there is no victory in the title, so no sentence wraps.
    sheet = show_result_panel(table, you=None)
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
def test_headline_names_the_winners(table, ranks, you, headline):
    sheet = show_result_panel(table, ranks, ("1", "1", "1", "1"), you=you)
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
    sheet = ResultPanel(table, sides=(0, 1, 0, 1))
    sheet.show_result(ranks, ("5", "5", "5", "5"), NAMES, you)
    assert visible_texts(sheet)[0] == headline
    assert visible_texts(sheet)[-3:] == last_texts


def test_a_coin_flip_is_mentioned(table):
    sheet = ResultPanel(table)
    sheet.show_result((1, 2, 3, 4), ("5", "5", "2", "1"), NAMES, 0, coin_flip=True)
    assert "Equal at the top: a coin flip decided." in visible_texts(sheet)
    sheet.show_result((1, 2, 3, 4), ("6", "5", "2", "1"), NAMES, 0)
    assert "Equal at the top: a coin flip decided." not in visible_texts(sheet)


def test_panel_stays_centred_within_the_table(table):
    sheet = ResultPanel(table)
    sheet.show_result((1, 2, 3, 4), ("6", "5", "2", "1"), NAMES, 0)
    for size in ((900, 600), (1400, 1000), (500, 400)):
        table.resize(*size)
        distance = sheet.geometry().center() - table.rect().center()
        assert distance.manhattanLength() <= 2
        assert table.rect().contains(sheet.geometry())


def test_panel_stands_between_the_plates_if_there_is_room(table):
    sheet = ResultPanel(table)
    left, top, right = QRect(14, 240, 200, 74), QRect(350, 8, 200, 74), QRect(686, 240, 200, 74)
    sheet.show_result((1, 2, 3, 4), ("6", "5", "2", "1"), NAMES, 0)
    assert sheet.geometry().intersects(left)
    sheet.plate_rects = lambda: (left, top, right)
    sheet.show_panel()
    assert not any(sheet.geometry().intersects(plate) for plate in (left, top, right))


def test_panel_covers_no_plate_and_avoids_tricks(table):
    table.resize(760, 560)
    top_plate, own_plate = QRect(280, 8, 200, 60), QRect(14, 480, 200, 60)
    pile = QRect(340, 70, 120, 60)
    sheet = show_result_panel(table)
    sheet.plate_rects, sheet.pile_rects = lambda: (top_plate, own_plate), lambda: (pile,)
    sheet.show_panel()
    assert not any(sheet.geometry().intersects(rect) for rect in (top_plate, own_plate, pile))
    sheet.pile_rects = lambda: (QRect(200, 70, 400, 400),)  # there is no room beside these
    sheet.show_panel()
    assert not any(sheet.geometry().intersects(rect) for rect in (top_plate, own_plate))
    sheet.plate_rects = lambda: (QRect(0, 0, 760, 560),)
    sheet.show_panel()
    assert table.rect().contains(sheet.geometry())


def show_painted_result(qtbot, table):
    """Show a result and paint it once."""
    sheet = show_result_panel(table)
    paint_panel(qtbot, sheet)
    return sheet


def paint_panel(qtbot, sheet):
    """Paint the panel and process its pending events."""
    sheet.grab()
    qtbot.wait(1)


def test_actions_do_not_close_the_panel(qtbot, table):
    sheet = show_painted_result(qtbot, table)
    for button in (
        *sheet.action_buttons,
        sheet.sheet_link,
        sheet.review_link,
        sheet.statistics_link,
    ):
        with qtbot.waitSignal(button.clicked), qtbot.assertNotEmitted(sheet.closed):
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert sheet.isVisible()


@pytest.mark.parametrize("action", ["button", "cross", "escape"])
def test_a_closed_result_can_be_shown_again(qtbot, table, action):
    sheet = show_painted_result(qtbot, table)
    with qtbot.waitSignal(sheet.closed):
        if action == "escape":
            qtbot.keyClick(sheet, Qt.Key.Key_Escape)
        else:
            button = sheet.close_link if action == "button" else sheet.close_button
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not sheet.isVisible()
    sheet.show_panel()
    assert sheet.isVisible()
    assert sheet.again_button.hasFocus()


PRESS_KEYS = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


@pytest.mark.parametrize("key", PRESS_KEYS)
def test_a_key_before_the_first_paint_does_nothing(qtbot, table, key):
    sheet = show_result_panel(table)
    assert sheet.again_button.hasFocus()
    signals = (*(button.clicked for button in sheet.action_buttons), sheet.closed)
    received = []
    for signal in signals:
        signal.connect(lambda: received.append(1))
    qtbot.keyClick(sheet.again_button, key)
    assert sheet.isVisible()
    assert received == []


@pytest.mark.parametrize("key", PRESS_KEYS[1:])
def test_repeated_keys_are_ignored_until_a_pause(qtbot, table, key):
    now = [10.0]
    sheet = ResultPanel(table)
    sheet.clock = lambda: now[0]
    sheet.show_result((1, 2), ("6", "5"), NAMES, 0)
    paint_panel(qtbot, sheet)
    with qtbot.assertNotEmitted(sheet.again_button.clicked), qtbot.assertNotEmitted(sheet.closed):
        for delay_ms in (READING_GUARD_MS - 10, *3 * [0.6 * KEY_GUARD_MS]):
            now[0] += delay_ms / 1000
            qtbot.keyClick(sheet.again_button, key)
    assert sheet.isVisible()
    now[0] += KEY_GUARD_MS / 1000 + 0.01
    with qtbot.waitSignal(sheet.again_button.clicked):
        qtbot.keyClick(sheet.again_button, key)


@pytest.mark.parametrize("key", PRESS_KEYS[1:])
def test_keys_tapped_once_a_second_do_not_leave_a_result_that_just_appeared(qtbot, table, key):
    now = [10.0]
    sheet = ResultPanel(table)
    sheet.clock = lambda: now[0]
    sheet.show_result((1, 2), ("6", "5"), NAMES, 0)
    paint_panel(qtbot, sheet)
    with qtbot.assertNotEmitted(sheet.again_button.clicked):
        now[0] += 1.0
        qtbot.keyClick(sheet.again_button, key)
        now[0] += 2 * READING_GUARD_MS / 1000
        repeated = QKeyEvent(QEvent.Type.KeyPress, key, NO_MODIFIER, "", autorep=True)
        QApplication.sendEvent(sheet.again_button, repeated)
    now[0] += KEY_GUARD_MS / 1000 + 0.01
    with qtbot.waitSignal(sheet.again_button.clicked):
        qtbot.keyClick(sheet.again_button, key)
    sheet.show_panel()  # once more, after a look at the table
    paint_panel(qtbot, sheet)
    with qtbot.assertNotEmitted(sheet.again_button.clicked):
        qtbot.keyClick(sheet.again_button, key)


def test_the_second_half_of_a_double_click_presses_nothing(qtbot, table):
    left, sheet = Qt.MouseButton.LeftButton, show_painted_result(qtbot, table)
    clicks = []
    sheet.again_button.clicked.connect(lambda: clicks.append(1))
    sheet.closed.connect(lambda: clicks.append(2))

    def send_second_half(button):
        QTest.mouseEvent(QTest.MouseAction.MouseDClick, button, left, NO_MODIFIER, QPoint(3, 3))
        QTest.mouseEvent(QTest.MouseAction.MouseRelease, button, left, NO_MODIFIER, QPoint(3, 3))

    for button in (sheet.again_button, sheet.close_button):
        send_second_half(button)
        assert clicks == []
    qtbot.mouseClick(sheet.again_button, left)
    send_second_half(sheet.again_button)
    assert clicks == [1, 1]


def test_again_is_the_default_button_and_tab_reaches_the_links(qtbot, table):
    sheet = show_painted_result(qtbot, table)
    assert sheet.again_button.hasFocus()
    assert sheet.again_button.isDefault()
    buttons = [button for button in sheet.findChildren(QPushButton) if button.isVisible()]
    assert buttons == [sheet.again_button, sheet.close_button]
    before = sheet.again_button
    for link in (sheet.close_link, sheet.new_link, sheet.leave_link, sheet.sheet_link):
        qtbot.keyClick(before, Qt.Key.Key_Tab)
        assert link.hasFocus()
        before = link


def test_a_closed_table_offers_no_rematch(table):
    sheet = ResultPanel(table)
    sheet.set_actions(CLOSED_TABLE_ACTIONS)
    sheet.show_result((1, 2), ("6", "5"), NAMES, 0)
    assert not sheet.again_button.isVisible()
    assert sheet.leave_link.isVisible()
    assert sheet.hasFocus()


def test_every_text_goes_through_the_catalogue(table, pseudo_language):
    sheet = ResultPanel(table)
    sheet.show_result((1, 2), ("6", "5"), ("⟦A⟧", "⟦B⟧"), 0, coin_flip=True)
    visible = visible_texts(sheet)
    for actions in (LOCAL_ACTIONS, NETWORK_ACTIONS, CLOSED_TABLE_ACTIONS):
        sheet.set_actions(actions)
        buttons = (sheet.again_button, sheet.new_link, sheet.leave_link, sheet.close_link)
        visible += [button.text() for button in buttons if button.isVisible()]
    assert [text for text in visible if text_outside_brackets(text)] == []


def test_panel_shows_its_focus(table):
    sheet = show_result_panel(table, (3, 1, 3, 2), ("20", "60", "20", "41"))
    focus = QColor(LIGHT.focus)

    def has_focus_ring():
        picture = sheet.grab().toImage()
        line = [QColor(picture.pixel(x, 1)) for x in range(40, picture.width() - 40)]
        return all(colour == focus for colour in line)

    assert not has_focus_ring()
    sheet.setFocus()
    assert has_focus_ring()
    QTest.keyClick(sheet, Qt.Key.Key_Tab)
    assert not sheet.hasFocus()
    assert not has_focus_ring()
