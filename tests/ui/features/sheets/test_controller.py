"""Tests for the Sheet menu: the whole sheet, exported files and hand-kept sheets."""

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox

from greenbaize.app.sheets.manual_sheet import ManualSheet
from greenbaize.app.sheets.sheet_csv import encode_sheet_csv
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.features.sheets.controller import BlankSheetWindow
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.ui.widgets.localized_texts import format_date
from ui.table.person import wait_until

pytestmark = pytest.mark.slow


def menu_entries(person):
    """Return the entries of the menu by text."""
    menus = person.facade.menuBar().findChildren(QMenu)
    menu = next(entry for entry in menus if entry.title().replace("&", "") == "Sheet")
    return {entry.text().replace("&", ""): entry for entry in menu.actions() if entry.text()}


@pytest.fixture
def person(open_program):
    """Start a match of Damn and wait for the first bid."""
    person = open_program(PlayRequest(game="damn", players=3, seed="0" * 32))
    wait_until(lambda: person.facade.match_view)
    person.wait_for_turn()
    return person


def test_only_hand_kept_sheets_are_offered_without_a_match(open_program):
    menu = menu_entries(open_program())
    offered = {text for text, entry in menu.items() if entry.isEnabled()}
    assert offered == {"New blank sheet…", "Open blank sheet…"}
    assert len(menu) == 6


def test_whole_sheet_follows_the_match(person):
    person.press(Qt.Key.Key_F9)
    page = person.facade.sheets.sheet_page
    assert page.isVisible()
    before = page.page.scorecard.sheet
    person.click(person.match_view.prompts.choice_prompt.buttons[next(person.allowed_bids())])
    person.wait_for_turn()
    after = page.page.scorecard.sheet
    assert after == person.match_view.player_view.game.sheet(person.match_view.player_view.view)
    assert after != before
    page.close()
    assert person.facade.sheets.sheet_page is None
    menu_entries(person)["Whole sheet"].trigger()
    assert person.facade.sheets.sheet_page is not None
    person.facade.clear_table()
    assert person.facade.sheets.sheet_page is None


def test_saved_sheet_is_the_table_sheet(person, tmp_path):
    sheets = person.facade.sheets
    saver = sheets._saver
    path = tmp_path / "sheet.csv"
    assert saver.write_file(path, encode_sheet_csv, sheets._create_scorecard())
    text = path.read_text(encoding="utf-8-sig")
    assert all(player.name in text for player in person.match_view.player_view.header.players)


def test_blank_sheet_is_created_and_reopened(person):
    menu_entries(person)["New blank sheet…"].trigger()
    dialog = person.facade.services.dialogs.last_dialog
    QTest.mouseClick(dialog.begin_button, Qt.MouseButton.LeftButton)
    window = person.facade.findChild(BlankSheetWindow)
    path = window.blank_sheet.path
    assert path.exists()
    window.close()
    wait_until(lambda: person.facade.findChild(BlankSheetWindow) is None)
    person.facade.sheets.open_sheet_file(str(path))
    again = person.facade.findChild(BlankSheetWindow)
    assert again.blank_sheet.scorecard.game == "damn"
    again.close()


def open_blank_sheet(person):
    """Open a sheet kept by hand; return its window."""
    person.facade.sheets.open_sheet_file(str(create_sheet("damn", *"XYZ")))
    return person.facade.findChild(BlankSheetWindow)


def test_sheet_windows_close_with_the_main_window(person):
    person.press(Qt.Key.Key_F9)
    sheet, blank_sheet = person.facade.sheets.sheet_page, open_blank_sheet(person)
    QTest.keyClicks(blank_sheet.entry_paper, "0")
    assert blank_sheet.entry_paper.entry_text == "0"
    person.window.close_without_asking()
    assert not person.window.isVisible()
    assert not sheet.isVisible()
    assert not blank_sheet.isVisible()
    assert blank_sheet.entry_paper.entry_text is None


@pytest.mark.parametrize("agrees", [False, True])
def test_the_main_window_stays_until_a_sheet_may_lose_what_is_typed(person, agrees, monkeypatch):
    blank_sheet = open_blank_sheet(person)
    loss_text = ["“x” cannot be written and would be lost."]
    monkeypatch.setattr(blank_sheet, "_save_or_describe_loss", lambda: loss_text[0])
    monkeypatch.setattr(person.window.services.pages, "confirm_leave", lambda _: False)
    person.window.close()
    assert person.window.isVisible()
    (question,) = blank_sheet.findChildren(ConfirmationDialog)
    (question.yes_button if agrees else question.no_button).click()
    assert person.window.isVisible() is not agrees
    loss_text[0] = ""
    person.window.close()
    assert not person.window.isVisible()


def test_damaged_sheet_is_reported_and_unchanged(person, tmp_path):
    path = tmp_path / "bad.sheet.json"
    path.write_text("{")
    person.facade.sheets.open_sheet_file(str(path))
    boxes = [box for box in person.facade.findChildren(QMessageBox) if box.isVisible()]
    assert len(boxes) == 1
    assert boxes[0].text()
    boxes[0].close()
    assert path.read_text() == "{"
    assert person.facade.findChild(BlankSheetWindow) is None


def create_sheet(game, *names):
    """Create a hand-kept sheet; return its file."""
    return ManualSheet.create(game, names, {}).path


def test_sheets_are_listed_by_game_names_and_date(person):
    first, second = create_sheet("master", "Anna", "Boris"), create_sheet("damn", *"XYZ")
    os.utime(first, (1, 1))
    bad = first.with_name("bad.sheet.json")
    bad.write_text("{")
    os.utime(bad, (0, 0))
    menu_entries(person)["Open blank sheet…"].trigger()
    dialog = person.facade.services.dialogs.last_dialog
    lines = [dialog.sheet_list.item(row).text() for row in range(dialog.sheet_list.count())]
    today = format_date(ManualSheet.open(first).scorecard.date)
    assert lines[0] == f"Damn: X, Y, Z\nbegun {today}"
    assert lines[1] == f"Master: Anna, Boris\nbegun {today}"
    assert lines[2].startswith("bad.sheet.json\n")
    QTest.keyClick(dialog.sheet_list, Qt.Key.Key_Down)
    QTest.keyClick(dialog.sheet_list, Qt.Key.Key_Return)
    window = person.facade.findChild(BlankSheetWindow)
    assert window.blank_sheet.path == first
    window.close()
    assert second.exists()


def test_another_file_can_be_opened(person):
    menu_entries(person)["Open blank sheet…"].trigger()
    dialog = person.facade.services.dialogs.last_dialog
    assert not dialog.open_button.isEnabled()
    QTest.mouseClick(dialog.other_button, Qt.MouseButton.LeftButton)
    files = person.facade.services.dialogs.last_dialog
    assert isinstance(files, QFileDialog)
    files.reject()


def test_sheets_of_one_day_have_separate_files(person):
    first_path, second_path = (
        create_sheet("rank", "Anna", "Boris"),
        create_sheet("rank", "Anna", "Boris"),
    )
    assert second_path.name == first_path.name.replace(".sheet.json", " 2.sheet.json")
    assert first_path.exists()


def test_saved_file_is_reported(person, tmp_path):
    menu_entries(person)["Save sheet as CSV…"].trigger()
    dialog = next(
        dialog_shown
        for dialog_shown in person.facade.findChildren(QFileDialog)
        if dialog_shown.isVisible()
    )
    dialog.fileSelected.emit(str(tmp_path / "mine.csv"))
    dialog.reject()
    assert (tmp_path / "mine.csv").exists()
    assert person.facade.banner.isVisible()
    assert "mine.csv" in person.facade.banner.label.text()
