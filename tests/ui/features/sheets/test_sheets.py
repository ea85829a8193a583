"""Tests for the Sheet menu: the whole sheet, exported files and hand-kept sheets."""

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox

from greenbaize.app.sheets.blank import BlankSheet
from greenbaize.app.sheets.csv_file import csv_of
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.features.sheets.sheets import BlankWindow
from greenbaize.ui.widgets.texts import date_text
from ui.table.person import until

pytestmark = pytest.mark.slow


def entries(person):
    """Return the entries of the menu by text."""
    menus = person.main.menuBar().findChildren(QMenu)
    menu = next(one for one in menus if one.title().replace("&", "") == "Sheet")
    return {one.text().replace("&", ""): one for one in menu.actions() if one.text()}


@pytest.fixture
def person(opened):
    """Start a match of Damn and wait for the first bid."""
    person = opened(PlayRequest(game="damn", players=3, seed="0" * 32))
    until(lambda: person.main.playing)
    person.wait_for_turn()
    return person


def test_without_a_match_only_sheets_kept_by_hand_are_offered(opened):
    found = entries(opened())
    offered = {text for text, entry in found.items() if entry.isEnabled()}
    assert offered == {"New blank sheet…", "Open blank sheet…"}
    assert len(found) == 6


def test_the_whole_sheet_grows_with_the_match_and_goes_with_it(person):
    person.press(Qt.Key.Key_F9)
    page = person.main.sheets.page
    assert page.isVisible()
    before = page.paper.card.sheet
    person.click(person.playing.asking.prompt.buttons[next(person.answers())])
    person.wait_for_turn()
    after = page.paper.card.sheet
    assert after == person.playing.place.game.sheet(person.playing.place.view)
    assert after != before
    page.close()
    assert person.main.sheets.page is None
    entries(person)["Whole sheet"].trigger()
    assert person.main.sheets.page is not None
    person.main.clear_table()
    assert person.main.sheets.page is None


def test_what_is_saved_is_the_sheet_on_the_table(person, tmp_path):
    sheets = person.main.sheets
    saver = sheets._saver
    path = tmp_path / "sheet.csv"
    assert saver.write(path, csv_of, sheets._card())
    text = path.read_text(encoding="utf-8-sig")
    assert all(one.name in text for one in person.playing.place.header.sitters)


def test_a_blank_sheet_is_begun_and_opened_again(person):
    entries(person)["New blank sheet…"].trigger()
    dialog = person.main.services.dialogs.last
    QTest.mouseClick(dialog.begin_button, Qt.MouseButton.LeftButton)
    window = person.main.findChild(BlankWindow)
    path = window.blank.path
    assert path.exists()
    window.close()
    until(lambda: person.main.findChild(BlankWindow) is None)
    person.main.sheets.open_blank(str(path))
    again = person.main.findChild(BlankWindow)
    assert again.blank.card.game == "damn"
    again.close()


def test_a_damaged_sheet_is_told_and_left_alone(person, tmp_path):
    path = tmp_path / "bad.sheet.json"
    path.write_text("{")
    person.main.sheets.open_blank(str(path))
    boxes = [box for box in person.main.findChildren(QMessageBox) if box.isVisible()]
    assert len(boxes) == 1
    assert boxes[0].text()
    boxes[0].close()
    assert path.read_text() == "{"
    assert person.main.findChild(BlankWindow) is None


def begun(game, *names):
    """Create a hand-kept sheet; return its file."""
    return BlankSheet.begin(game, names, {}).path


def test_sheets_are_listed_by_game_names_and_date(person):
    first, second = begun("master", "Anna", "Boris"), begun("damn", *"XYZ")
    os.utime(first, (1, 1))
    bad = first.with_name("bad.sheet.json")
    bad.write_text("{")
    os.utime(bad, (0, 0))
    entries(person)["Open blank sheet…"].trigger()
    dialog = person.main.services.dialogs.last
    lines = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    today = date_text(BlankSheet.open(first).card.date)
    assert lines[0] == f"Damn: X, Y, Z\nbegun {today}"
    assert lines[1] == f"Master: Anna, Boris\nbegun {today}"
    assert lines[2].startswith("bad.sheet.json\n")
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    window = person.main.findChild(BlankWindow)
    assert window.blank.path == first
    window.close()
    assert second.exists()


def test_another_file_can_be_opened(person):
    entries(person)["Open blank sheet…"].trigger()
    dialog = person.main.services.dialogs.last
    assert not dialog.open_button.isEnabled()
    QTest.mouseClick(dialog.other_button, Qt.MouseButton.LeftButton)
    files = person.main.services.dialogs.last
    assert isinstance(files, QFileDialog)
    files.reject()


def test_two_sheets_of_a_day_have_files_of_their_own(person):
    one, other = begun("rank", "Anna", "Boris"), begun("rank", "Anna", "Boris")
    assert other.name == one.name.replace(".sheet.json", " 2.sheet.json")
    assert one.exists()


def test_it_is_said_where_a_file_of_the_match_was_saved(person, tmp_path):
    entries(person)["Save sheet as CSV…"].trigger()
    dialog = next(one for one in person.main.findChildren(QFileDialog) if one.isVisible())
    dialog.fileSelected.emit(str(tmp_path / "mine.csv"))
    dialog.reject()
    assert (tmp_path / "mine.csv").exists()
    assert person.main.banner.isVisible()
    assert "mine.csv" in person.main.banner.words.text()
