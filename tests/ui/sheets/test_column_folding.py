"""Tests of folding the column beside the table by keys, menu and mouse."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.store.settings import UserSettings
from greenbaize.ui.sheets import column_folding
from greenbaize.ui.sheets.column_folding import max_column_width
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
    assert playing.folding.splitter.geometry() == playing.rect()
    assert not playing.folding.flap.isVisible()
    person.click(playing.side_column.sheet_panel.fold_button)
    assert not playing.side_column.isVisible()
    flap = playing.folding.flap
    assert flap.toolTip() == "Show the sheet (Shift+F9)"
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


def test_a_short_sheet_leaves_the_table_its_room():
    assert max_column_width(1920, 2) == max_column_width(1920, 4) == int(0.24 * 1920)
    assert max_column_width(1920, 7) == int(0.30 * 1920)
    # In a narrow window the sheet has the width its numbers need.
    assert max_column_width(900, 4) == 290
