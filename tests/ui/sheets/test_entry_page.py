"""Tests of hand-written sheets: typing, saving and the dialog that starts one."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt

from greenbaize.app.sheets.manual_sheet import ManualSheet, list_sheet_paths
from greenbaize.rules.sheets import BoxPosition
from greenbaize.ui.features.sheets.controller import BlankSheetWindow
from greenbaize.ui.features.sheets.sheet_dialogs import format_sheet_row
from greenbaize.ui.sheets import sheet_saver
from greenbaize.ui.sheets.drawing import TextItem
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.ui.widgets.theme import LIGHT
from ui.colour_contrast import contrast_ratio

NAMES = ("Anna", "Boris", "Vera")
KEY = Qt.Key


def open_sheet_window(qtbot, game="master"):
    window = BlankSheetWindow(ManualSheet.create(game, NAMES, {}))
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    window.entry_paper.setFocus()
    return window


def press_keys(qtbot, paper, *keys):
    """Press keys one after another; a string is typed letter by letter."""
    for key in keys:
        (qtbot.keyClicks if isinstance(key, str) else qtbot.keyClick)(paper, key)


def test_tab_and_enter_move_to_the_next_cell(qtbot):
    window = open_sheet_window(qtbot)
    paper = window.entry_paper
    assert paper.current_cell == BoxPosition(0, 0, 0)
    for number, key in zip("432432", [KEY.Key_Tab, KEY.Key_Return, KEY.Key_Enter] * 2, strict=True):
        press_keys(qtbot, paper, number, key)
    assert paper.current_cell == BoxPosition(0, None, 0)
    row = window.blank_sheet.sheet.rows[0]
    assert [[box.value for box in own] for own in row.boxes] == [[4, -4], [3, -3], [2, -2]]
    qtbot.keyClick(paper, KEY.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert paper.current_cell == BoxPosition(0, 2, 1)


def test_arrow_keys_write_and_move(qtbot):
    window = open_sheet_window(qtbot)
    paper = window.entry_paper
    press_keys(qtbot, paper, "5", KEY.Key_Right)
    assert paper.current_cell == BoxPosition(0, 0, 1)
    assert window.blank_sheet.get_value(BoxPosition(0, 0, 0)) == 5
    qtbot.keyClick(paper, KEY.Key_Down)
    assert paper.current_cell == BoxPosition(1, 0, 1)
    press_keys(qtbot, paper, KEY.Key_Left, KEY.Key_Up)
    assert paper.current_cell == BoxPosition(0, 0, 0)
    for _ in range(3):
        qtbot.keyClick(paper, KEY.Key_Left)
    assert paper.current_cell == BoxPosition(0, 0, 0)


def test_typing_can_be_undone_and_cells_cleared(qtbot):
    window = open_sheet_window(qtbot)
    paper = window.entry_paper
    press_keys(qtbot, paper, "12", KEY.Key_Backspace)
    assert paper.entry_text == "1"
    qtbot.keyClick(paper, KEY.Key_Escape)
    assert (paper.entry_text, window.blank_sheet.get_value(BoxPosition(0, 0, 0))) == (None, None)
    press_keys(qtbot, paper, "7", KEY.Key_Down, KEY.Key_Up)
    assert window.blank_sheet.get_value(BoxPosition(0, 0, 0)) == 7
    qtbot.keyClick(paper, KEY.Key_Delete)
    assert window.blank_sheet.get_value(BoxPosition(0, 0, 0)) is None


def test_invalid_text_is_refused_and_the_cursor_stays(qtbot):
    window = open_sheet_window(qtbot)
    paper = window.entry_paper
    press_keys(qtbot, paper, "x", KEY.Key_Tab)
    assert paper.current_cell == BoxPosition(0, 0, 0)
    assert "“x” does not belong here" in window.status_label.text()
    press_keys(qtbot, paper, KEY.Key_Escape, "3", KEY.Key_Tab)
    assert "Boris" in window.status_label.text()


def test_a_click_moves_the_cursor(qtbot):
    window = open_sheet_window(qtbot)
    paper = window.entry_paper
    qtbot.keyClicks(paper, "4")
    click_point = (
        paper.map_to_widget(paper.drawing.cell_rects[BoxPosition(2, 1, 1)]).center().toPoint()
    )
    qtbot.mouseClick(paper, Qt.MouseButton.LeftButton, pos=click_point)
    assert paper.current_cell == BoxPosition(2, 1, 1)
    assert window.blank_sheet.get_value(BoxPosition(0, 0, 0)) == 4
    fixed_point = (
        paper.map_to_widget(paper.drawing.cell_rects[BoxPosition(2, None, 4)]).center().toPoint()
    )
    qtbot.mouseClick(paper, Qt.MouseButton.LeftButton, pos=fixed_point)
    assert paper.current_cell == BoxPosition(2, 1, 1)


def test_failed_checks_are_shown_at_once(qtbot):
    window = open_sheet_window(qtbot)
    for number in "432431":
        press_keys(qtbot, window.entry_paper, number, KEY.Key_Tab)
    qtbot.keyClick(window.entry_paper, KEY.Key_Tab)
    assert window.entry_paper.scorecard.sheet.checks
    assert "add up to −8, not −9" in window.entry_paper.accessibleDescription()


@pytest.mark.parametrize("action", ["close", "hide", "escape on a button"])
def test_closing_the_window_saves_what_is_being_typed(qtbot, action):
    window = open_sheet_window(qtbot)
    qtbot.keyClicks(window.entry_paper, "4")
    if action == "close":
        window.close()
    elif action == "hide":  # as when the parent is hidden
        window.hide()
    else:
        window.pdf_button.setFocus()
        qtbot.keyClick(window.pdf_button, KEY.Key_Escape)
    assert not window.isVisible()
    assert ManualSheet.open(window.blank_sheet.path).get_value(BoxPosition(0, 0, 0)) == 4


def test_a_sheet_that_cannot_be_saved_says_so_at_once(qtbot, home):
    home.parent.mkdir(exist_ok=True)
    home.write_text("in the way")
    window = open_sheet_window(qtbot)
    assert str(window.blank_sheet.path) in window.status_label.text()


def test_save_as_asks_where(qtbot, tmp_path):
    window = open_sheet_window(qtbot)
    qtbot.mouseClick(window.save_button, Qt.MouseButton.LeftButton)
    dialog = window.saver.dialog
    dialog.fileSelected.emit(str(tmp_path / "mine"))
    dialog.reject()
    assert window.blank_sheet.path == tmp_path / "mine.sheet.json"
    assert window.blank_sheet.path.exists()
    assert "mine.sheet.json" in window.saved_note.text()


@pytest.fixture
def documents_folder(tmp_path, monkeypatch):
    """Set a documents folder as the desktop does, with nothing saved elsewhere before."""
    monkeypatch.setattr(sheet_saver, "_last_folder", "")
    folder = tmp_path / "My papers"
    folder.mkdir()
    (tmp_path / "user-dirs.dirs").write_text(f'XDG_DOCUMENTS_DIR="{folder}"\n')
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return folder


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has user-dirs.dirs")
def test_files_are_offered_in_the_documents_by_game_names_and_date(qtbot, documents_folder):
    window = open_sheet_window(qtbot)
    start_date = window.blank_sheet.scorecard.date
    for button, suffix in (
        (window.save_button, "sheet.json"),
        (window.pdf_button, "pdf"),
        (window.csv_button, "csv"),
    ):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        dialog = window.saver.dialog
        (suggested_path,) = dialog.selectedFiles()
        assert (
            Path(suggested_path)
            == documents_folder / f"Master Anna, Boris, Vera {start_date}.{suffix}"
        )
        dialog.reject()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has user-dirs.dirs")
def test_a_table_is_offered_where_the_pdf_was_saved(qtbot, documents_folder, tmp_path):
    window, elsewhere = open_sheet_window(qtbot), tmp_path / "elsewhere"
    elsewhere.mkdir()
    for button, folder in ((window.pdf_button, documents_folder), (window.csv_button, elsewhere)):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        dialog = window.saver.dialog
        assert Path(dialog.directory().path()) == folder
        dialog.fileSelected.emit(str(elsewhere / "sheet.pdf"))
        dialog.reject()
    # A missing folder leads to its parent.
    sheet_saver._remember_folder(str(elsewhere / "gone" / "sheet.pdf"))
    assert (
        Path(sheet_saver.make_save_dialog(window, "", "x.csv", "").directory().path()) == elsewhere
    )


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has user-dirs.dirs")
def test_a_sheet_is_begun_in_the_documents(qtbot, documents_folder, monkeypatch, tmp_path):
    monkeypatch.delenv("GREENBAIZE_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    window = open_sheet_window(qtbot)
    start_date = window.blank_sheet.scorecard.date
    assert (
        window.blank_sheet.path
        == documents_folder / f"Master Anna, Boris, Vera {start_date}.sheet.json"
    )
    assert "My papers" in window.saved_note.text()
    assert list_sheet_paths() == [window.blank_sheet.path]


def test_window_names_its_file_and_saved_files(qtbot, tmp_path):
    window = open_sheet_window(qtbot)
    assert window.blank_sheet.path.name in window.saved_note.text()
    qtbot.keyClicks(window.entry_paper, "4")
    qtbot.mouseClick(window.csv_button, Qt.MouseButton.LeftButton)
    window.saver.dialog.fileSelected.emit(str(tmp_path / "sheet.csv"))
    window.saver.dialog.reject()
    assert window.saved_note.isVisible()
    assert "sheet.csv" in window.saved_note.text()
    # The file includes the number that was being typed.
    assert "deal,1,all,4," in (tmp_path / "sheet.csv").read_text()


def test_the_line_says_what_each_cell_accepts(qtbot):
    window = open_sheet_window(qtbot, "damn")
    paper = window.entry_paper
    paper.select_cell(BoxPosition(1, 0, 0))
    assert "Deal 2 · Anna · Bid: 0 to 2." in window.status_label.text()
    for cell, text in ((BoxPosition(1, 0, 1), "2"), (BoxPosition(1, 1, 1), "0")):
        paper.select_cell(cell)
        press_keys(qtbot, paper, text, KEY.Key_Tab)
    assert paper.current_cell == BoxPosition(1, 2, 1)
    assert "Tricks: 0." in window.status_label.text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "cell", "text", "words"),
    [
        ("damn", BoxPosition(1, 0, 0), "3", "nobody can bid 3 with 2 cards"),
        ("master", BoxPosition(13 + 1, 0, 1), "5", "never makes 5"),
    ],
)
def test_impossible_numbers_are_reported_while_typing(qtbot, game, cell, text, words):
    window = open_sheet_window(qtbot, game)
    paper = window.entry_paper
    paper.select_cell(cell)
    qtbot.keyClicks(paper, text)
    assert words in window.status_label.text()
    loss = window.status_label.palette().color(window.status_label.foregroundRole()).name()
    assert loss == LIGHT.loss
    for key in (KEY.Key_Tab, KEY.Key_Return, KEY.Key_Down):
        qtbot.keyClick(paper, key)
        assert (paper.current_cell, paper.entry_text) == (cell, text)
        assert words in window.status_label.text()
    assert window.blank_sheet.get_value(cell) is None
    qtbot.keyClick(paper, KEY.Key_Backspace)
    assert words not in window.status_label.text()


def test_an_incomplete_number_is_not_reported(qtbot):
    window = open_sheet_window(qtbot, "ass")
    window.entry_paper.select_cell(BoxPosition(0, 0, 2))
    for letter in "-4":
        qtbot.keyClicks(window.entry_paper, letter)
        assert "Tab or Enter goes on" in window.status_label.text()
    master = open_sheet_window(qtbot)
    master.entry_paper.select_cell(BoxPosition(3, 0, 1))  # each heart counts 4
    qtbot.keyClicks(master.entry_paper, "1")
    assert "Tab or Enter goes on" in master.status_label.text()
    press_keys(qtbot, master.entry_paper, "2", KEY.Key_Tab)
    assert master.blank_sheet.get_value(BoxPosition(3, 0, 1)) == -12


def test_two_tricks_and_five_points_in_all_are_asked_about_and_marked(qtbot):
    window = open_sheet_window(qtbot)
    paper = window.entry_paper
    press_keys(qtbot, paper, "2", KEY.Key_Right)
    assert "Points: −2." in window.status_label.text()
    qtbot.keyClicks(paper, "5")
    assert "each trick counts 1" in window.status_label.text()
    qtbot.keyClick(paper, KEY.Key_Tab)
    assert (paper.current_cell, paper.entry_text) == (BoxPosition(0, 0, 1), "5")
    assert "Enter once more writes it all the same" in window.status_label.text()
    assert window.blank_sheet.get_value(BoxPosition(0, 0, 1)) is None
    qtbot.keyClick(paper, KEY.Key_Return)
    assert window.blank_sheet.get_value(BoxPosition(0, 0, 1)) == -5
    boxes = window.blank_sheet.sheet.rows[0].boxes[0]
    assert [box.is_wrong for box in boxes] == [True, True]
    # The line explains the fault when the cursor returns.
    paper.select_cell(BoxPosition(0, 0, 0))
    assert "each trick counts 1" in window.status_label.text()
    qtbot.keyClicks(paper, "5")
    assert "Tab or Enter goes on" in window.status_label.text()
    qtbot.keyClick(paper, KEY.Key_Tab)
    assert not window.blank_sheet.sheet.checks


def test_the_line_explains_contradictory_cells(qtbot):
    window = open_sheet_window(qtbot, "damn")
    window.blank_sheet.enter_value(BoxPosition(1, 0, 1), 2)
    window.blank_sheet.enter_value(BoxPosition(1, 1, 1), 1)
    window.entry_paper.show_scorecard(window.blank_sheet.scorecard)
    window.entry_paper.select_cell(BoxPosition(1, 2, 1))
    assert "come to 3 already; there are only 2" in window.status_label.text()


def test_escape_undoes_then_closes_without_a_question(qtbot):
    window = open_sheet_window(qtbot)
    press_keys(qtbot, window.entry_paper, "4", KEY.Key_Escape)
    assert window.isVisible()
    qtbot.keyClick(window.entry_paper, KEY.Key_Escape)
    assert not window.isVisible()
    assert window.findChildren(ConfirmationDialog) == []


def test_closing_asks_before_text_is_lost(qtbot):
    window = open_sheet_window(qtbot)
    qtbot.keyClicks(window.entry_paper, "44")
    qtbot.mouseClick(window.close_button, Qt.MouseButton.LeftButton)
    assert window.isVisible()
    (question,) = window.findChildren(ConfirmationDialog)
    qtbot.keyClick(question, KEY.Key_Escape)
    assert (window.isVisible(), window.entry_paper.entry_text) == (True, "44")
    qtbot.mouseClick(window.close_button, Qt.MouseButton.LeftButton)
    question = window.findChildren(ConfirmationDialog)[-1]
    qtbot.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    assert not window.isVisible()


def test_closing_asks_while_the_sheet_cannot_be_saved(qtbot, home):
    window = open_sheet_window(qtbot)
    path = window.blank_sheet.path
    window.blank_sheet.path = path / "below"
    qtbot.keyClicks(window.entry_paper, "4")
    window.close()
    assert window.isVisible()
    (question,) = window.findChildren(ConfirmationDialog)
    qtbot.mouseClick(question.no_button, Qt.MouseButton.LeftButton)
    window.blank_sheet.path = path
    window.close()
    assert not window.isVisible()
    assert ManualSheet.open(path).get_value(BoxPosition(0, 0, 0)) == 4


@pytest.mark.parametrize(("locale_name", "date_text"), [("de_DE", "03.02.26"), ("en_US", "2/3/26")])
def test_dates_follow_the_locale(qtbot, locale_name, date_text):
    before = QLocale()
    QLocale.setDefault(QLocale(locale_name))
    try:
        window = open_sheet_window(qtbot)
        card = replace(window.blank_sheet.scorecard, date="2026-02-03")
        window.entry_paper.show_scorecard(card)
        assert date_text in window.entry_paper.accessibleDescription()
        texts = [
            mark.text for mark in window.entry_paper.drawing.items if isinstance(mark, TextItem)
        ]
        assert any(date_text in text for text in texts)
        path = window.blank_sheet.path
        path.write_text(path.read_text().replace(window.blank_sheet.scorecard.date, "2026-02-03"))
        assert format_sheet_row(path) == f"Master: Anna, Boris, Vera\nbegun {date_text}"
    finally:
        QLocale.setDefault(before)


def test_the_cursor_is_drawn_in_the_focus_colour(qtbot):
    window = open_sheet_window(qtbot)
    qtbot.keyClicks(window.entry_paper, "4")
    assert not window.grab().isNull()
    image = window.entry_paper.grab().toImage()
    rect = window.entry_paper.current_cell_rect()
    ratio = image.devicePixelRatio()
    colour = image.pixelColor(round((rect.left() + 1) * ratio), round(rect.center().y() * ratio))
    assert contrast_ratio(colour, LIGHT.paper) >= 3
