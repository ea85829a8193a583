"""Tests of folding the column beside the table by keys, menu and mouse."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.store.settings import UserSettings
from greenbaize.ui.sheets import column_folding
from greenbaize.ui.sheets.column_folding import max_column_width
from greenbaize.ui.sheets.drawer import match_rank
from greenbaize.ui.sheets.trick_explanation import TrickExplanationDialog
from ui.table.person import wait_until

DAMN = PlayRequest("damn", 3, {"first": 3, "deals": 5}, seed_from_text("folding"))


@pytest.fixture(autouse=True)
def reset_dragged_width():
    """Forget the width that an earlier test has dragged."""
    column_folding._dragged_width = None
    yield
    column_folding._dragged_width = None


def open_damn_match(open_program):
    person = open_program(DAMN)
    person.wait_for_turn()
    return person


def press_fold_key(person):
    QTest.keyClick(person.window, Qt.Key.Key_F9, Qt.KeyboardModifier.ShiftModifier)


def test_a_key_gives_the_table_the_whole_width_and_back(open_program):
    person = open_damn_match(open_program)
    playing = person.match_view
    before = playing.table_view.width()
    press_fold_key(person)
    assert not playing.side_column.isVisible()
    wait_until(lambda: playing.table_view.width() == playing.width())
    assert not person.facade.menus.side.isChecked()
    assert not UserSettings.load().side
    press_fold_key(person)
    assert playing.side_column.isVisible()
    wait_until(lambda: playing.table_view.width() == before)
    assert UserSettings.load().side


@pytest.mark.slow
def test_fold_state_is_kept_for_the_next_match_and_window(open_program):
    person = open_damn_match(open_program)
    press_fold_key(person)
    person.facade.launcher.play_again()
    assert not person.match_view.side_column.isVisible()
    other_person = open_damn_match(open_program)
    assert not other_person.match_view.side_column.isVisible()
    assert not other_person.facade.menus.side.isChecked()
    assert other_person.match_view.folding.flap.isVisible()


@pytest.mark.slow
def test_mouse_folds_and_unfolds_the_sheet(open_program):
    person = open_damn_match(open_program)
    playing = person.match_view
    assert not playing.folding.flap.isVisible()
    person.click(playing.side_column.sheet_panel.fold_button)
    assert not playing.side_column.isVisible()
    flap = playing.folding.flap
    assert flap.geometry().right() == playing.table_view.width() - 1
    person.facade.resize(1000, 640)
    assert flap.geometry().right() == playing.table_view.width() - 1
    person.click(flap)
    assert playing.side_column.isVisible()
    assert not flap.isVisible()


@pytest.mark.slow
def test_the_explanation_opens_while_the_sheet_is_folded(open_program):
    person = open_damn_match(open_program)
    press_fold_key(person)
    while not person.match_view.side_column._last_trick_state:
        assert person.wait_for_turn()
        person.play_first_choice()
    QTest.keyClick(person.window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    wait_until(lambda: person.window.findChild(TrickExplanationDialog))
    assert person.window.findChild(TrickExplanationDialog).isVisible()


@pytest.mark.slow
def test_a_dragged_width_is_kept(open_program):
    person = open_damn_match(open_program)
    splitter = person.match_view.splitter
    handle = splitter.handle(1)
    start = handle.rect().center()
    before = person.match_view.side_column.width()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(handle, start + QPoint(-60, 0))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=start + QPoint(-60, 0))
    dragged = person.match_view.side_column.width()
    assert dragged > before
    # It cannot be dragged narrower than it is readable.
    end = handle.rect().center() + QPoint(120, 0)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=handle.rect().center())
    QTest.mouseMove(handle, end)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=end)
    assert person.match_view.side_column.width() >= person.match_view.side_column.tight_width
    person.match_view.folding._set_column_width(dragged)
    person.match_view.folding._on_dragged()
    person.facade.launcher.play_again()
    wait_until(lambda: person.match_view.side_column.width() == dragged)
    press_fold_key(person)
    press_fold_key(person)
    wait_until(lambda: person.match_view.side_column.width() == dragged)


@pytest.fixture
def narrow_match(open_match):
    """Open a match in a window too narrow for the sheet."""
    person = open_match("damn", 4, size=(800, 600), clock=lambda: CLOCK_MS[0], first=2, deals=3)
    person.match_view.begin_match()
    person.wait_for_turn()
    return person


CLOCK_MS = [0.0]


def advance_clock(person, ms):
    CLOCK_MS[0] += ms
    person.match_view.animator.advance_animations()


def test_in_a_narrow_window_the_sheet_is_a_tab_and_slides_over_the_table(narrow_match):
    playing, folding = narrow_match.match_view, narrow_match.match_view.folding
    table = playing.table_view.width()
    assert playing.width() - 60 < table < playing.width() - 40
    assert folding.tab.isVisible()
    assert folding.tab.width() == 44
    assert folding.is_folded
    playing.animator.speed = 1.0
    narrow_match.click(folding.tab)
    assert not folding.is_folded
    advance_clock(narrow_match, 90)
    drawer_x = playing.side_column.x()
    assert 0 < drawer_x < folding.drawer.width()
    advance_clock(narrow_match, 90)
    assert playing.side_column.x() == 0
    assert folding.drawer.geometry().right() < playing.width() - folding.tab.width()
    assert playing.table_view.width() == table
    QTest.keyClick(narrow_match.window, Qt.Key.Key_Escape)
    assert folding.is_folded
    advance_clock(narrow_match, 180)
    assert not playing.side_column.isVisible()


def test_a_click_on_the_table_closes_the_drawer_and_still_counts(narrow_match):
    playing, folding = narrow_match.match_view, narrow_match.match_view.folding
    folding.set_folded(on=False)
    assert playing.side_column.isVisible()
    clicked = []
    playing.table_view.cloth_clicked.connect(lambda: clicked.append(1))
    middle = playing.table_view.mapTo(playing, QPoint(30, 300))
    QTest.mouseClick(playing.windowHandle(), Qt.MouseButton.LeftButton, pos=middle)
    assert clicked
    assert not playing.side_column.isVisible()


def test_after_a_deal_the_drawer_opens_for_two_seconds_or_until_input(narrow_match):
    playing, folding = narrow_match.match_view, narrow_match.match_view.folding
    playing.animator.speed = 1.0
    for by_key in (False, True):
        folding.show_briefly()
        advance_clock(narrow_match, 180)
        assert playing.side_column.isVisible()
        assert playing.side_column.x() == 0
        assert not playing.animator.busy
        advance_clock(narrow_match, 1900)
        assert playing.side_column.x() == 0
        if by_key:
            QTest.keyClick(narrow_match.window, Qt.Key.Key_Shift)
            advance_clock(narrow_match, 180)
        else:
            advance_clock(narrow_match, 300)
        assert not playing.side_column.isVisible()
    folding.show_briefly()
    advance_clock(narrow_match, 180)
    playing.pacing.person_to_act.emit()  # the drawer would cover the question
    advance_clock(narrow_match, 180)
    assert not playing.side_column.isVisible()
    playing.animator.instant = True
    folding.show_briefly()
    assert not playing.side_column.isVisible()


def test_the_drawer_opens_after_every_deal_but_the_last(narrow_match):
    playing, shown_deals = narrow_match.match_view, []
    playing.folding.show_briefly = lambda: shown_deals.append(playing.shown_view.deal)
    while narrow_match.wait_for_turn():
        narrow_match.play_first_choice()
    assert playing.player_view.is_over
    assert shown_deals == [1]  # of two deals


def test_a_wider_window_puts_the_sheet_beside_the_table(narrow_match):
    playing, folding = narrow_match.match_view, narrow_match.match_view.folding
    folding.set_folded(on=False)
    playing.resize(1280, 700)
    wait_until(lambda: playing.splitter.isAncestorOf(playing.side_column))
    assert playing.side_column.isVisible()
    assert not folding.tab.isVisible()
    assert playing.table_view.geometry().right() < playing.side_column.mapTo(playing, QPoint()).x()
    playing.resize(1000, 700)
    wait_until(folding.tab.isVisible)
    assert folding.is_folded


def test_a_wide_window_can_be_made_small_at_once(open_match):
    person = open_match("rank", 10, size=(1280, 800))
    person.match_view.resize(640, 400)
    wait_until(person.match_view.folding.tab.isVisible)
    assert person.match_view.width() == 640


def test_the_tab_shows_rank_and_total(narrow_match):
    playing = narrow_match.match_view
    picture = playing.player_view.game.picture(playing.shown_view)
    plates = [
        plate._replace(total=total) for plate, total in zip(picture.plates, TOTALS, strict=True)
    ]
    picture = picture._replace(plates=tuple(plates), leading_seats=(1,))
    assert [match_rank(picture, seat) for seat in range(4)] == [2, 1, 2, 4]
    fewest = picture._replace(leading_seats=(3,))
    assert [match_rank(fewest, seat) for seat in range(4)] == [2, 4, 2, 1]
    tab = playing.folding.tab
    tab.show_picture(picture, 0)
    assert (tab.rank_text, tab.total_text) == ("2nd", "10")
    assert tab.accessibleDescription() == "2nd 10"
    full_height = tab._tab_rect().height()
    tab.show_picture(picture, None)
    assert tab._tab_rect().height() < full_height / 2


TOTALS = (10, 30, 10, 5)


def test_a_short_sheet_leaves_the_table_its_room():
    assert max_column_width(1920, 2) == max_column_width(1920, 4) == int(0.24 * 1920)
    assert max_column_width(1920, 7) == int(0.30 * 1920)
    # In a narrow window the sheet has the width its numbers need.
    assert max_column_width(900, 4) == 290
