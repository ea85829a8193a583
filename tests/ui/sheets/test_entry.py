"""Tests of hand-written sheets: typing, saving and the dialog that starts one."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt

from greenbaize.app.sheets.blank import BlankSheet, sheet_paths
from greenbaize.games import GAMES
from greenbaize.rules.sheets import Cell
from greenbaize.ui.features.sheets.kept_sheets import BlankSheetDialog, sheet_line
from greenbaize.ui.features.sheets.sheets import BlankWindow
from greenbaize.ui.sheets import saving
from greenbaize.ui.sheets.marks import Words
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.ui.widgets.theme import LIGHT
from ui.contrast import contrast

NAMES = ("Anna", "Boris", "Vera")
KEY = Qt.Key


def window_of(qtbot, game="master"):
    window = BlankWindow(BlankSheet.begin(game, NAMES, {}))
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    window.entries.setFocus()
    return window


def press(qtbot, paper, *keys):
    """Press keys one after another; a string is typed letter by letter."""
    for key in keys:
        (qtbot.keyClicks if isinstance(key, str) else qtbot.keyClick)(paper, key)


def test_tab_and_enter_go_from_box_to_box(qtbot):
    window = window_of(qtbot)
    paper = window.entries
    assert paper.pencil == Cell(0, 0, 0)
    for number, key in zip("432432", [KEY.Key_Tab, KEY.Key_Return, KEY.Key_Enter] * 2, strict=True):
        press(qtbot, paper, number, key)
    assert paper.pencil == Cell(0, None, 0)
    row = window.blank.sheet.rows[0]
    assert [[box.value for box in own] for own in row.boxes] == [[4, -4], [3, -3], [2, -2]]
    qtbot.keyClick(paper, KEY.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert paper.pencil == Cell(0, 2, 1)


def test_arrows_write_and_go_that_way(qtbot):
    window = window_of(qtbot)
    paper = window.entries
    press(qtbot, paper, "5", KEY.Key_Right)
    assert paper.pencil == Cell(0, 0, 1)
    assert window.blank.value(Cell(0, 0, 0)) == 5
    qtbot.keyClick(paper, KEY.Key_Down)
    assert paper.pencil == Cell(1, 0, 1)
    press(qtbot, paper, KEY.Key_Left, KEY.Key_Up)
    assert paper.pencil == Cell(0, 0, 0)
    for _ in range(3):
        qtbot.keyClick(paper, KEY.Key_Left)
    assert paper.pencil == Cell(0, 0, 0)


def test_typing_can_be_taken_back_and_boxes_emptied(qtbot):
    window = window_of(qtbot)
    paper = window.entries
    press(qtbot, paper, "12", KEY.Key_Backspace)
    assert paper.typed == "1"
    qtbot.keyClick(paper, KEY.Key_Escape)
    assert (paper.typed, window.blank.value(Cell(0, 0, 0))) == (None, None)
    press(qtbot, paper, "7", KEY.Key_Down, KEY.Key_Up)
    assert window.blank.value(Cell(0, 0, 0)) == 7
    qtbot.keyClick(paper, KEY.Key_Delete)
    assert window.blank.value(Cell(0, 0, 0)) is None


def test_what_does_not_belong_is_said_and_the_pencil_stays(qtbot):
    window = window_of(qtbot)
    paper = window.entries
    press(qtbot, paper, "x", KEY.Key_Tab)
    assert paper.pencil == Cell(0, 0, 0)
    assert "“x” does not belong here" in window.line.text()
    press(qtbot, paper, KEY.Key_Escape, "3", KEY.Key_Tab)
    assert "Boris" in window.line.text()


def test_a_click_takes_the_pencil_there(qtbot):
    window = window_of(qtbot)
    paper = window.entries
    qtbot.keyClicks(paper, "4")
    at = paper.on_screen(paper.drawing.cells[Cell(2, 1, 1)]).center().toPoint()
    qtbot.mouseClick(paper, Qt.MouseButton.LeftButton, pos=at)
    assert paper.pencil == Cell(2, 1, 1)
    assert window.blank.value(Cell(0, 0, 0)) == 4
    fixed = paper.on_screen(paper.drawing.cells[Cell(2, None, 4)]).center().toPoint()
    qtbot.mouseClick(paper, Qt.MouseButton.LeftButton, pos=fixed)
    assert paper.pencil == Cell(2, 1, 1)


def test_checks_are_seen_as_soon_as_they_fail(qtbot):
    window = window_of(qtbot)
    for number in "432431":
        press(qtbot, window.entries, number, KEY.Key_Tab)
    qtbot.keyClick(window.entries, KEY.Key_Tab)
    assert window.entries.card.sheet.checks
    assert "add up to −8, not −9" in window.entries.accessibleDescription()


@pytest.mark.parametrize("action", ["close", "hide", "escape on a button"])
def test_what_is_being_typed_is_kept_when_the_window_goes(qtbot, action):
    window = window_of(qtbot)
    qtbot.keyClicks(window.entries, "4")
    if action == "close":
        window.close()
    elif action == "hide":  # as when the parent is hidden
        window.hide()
    else:
        window.pdf_button.setFocus()
        qtbot.keyClick(window.pdf_button, KEY.Key_Escape)
    assert not window.isVisible()
    assert BlankSheet.open(window.blank.path).value(Cell(0, 0, 0)) == 4


def test_a_sheet_that_cannot_be_saved_says_so_at_once(qtbot, home):
    home.parent.mkdir(exist_ok=True)
    home.write_text("in the way")
    window = window_of(qtbot)
    assert str(window.blank.path) in window.line.text()


def test_save_as_asks_where(qtbot, tmp_path):
    window = window_of(qtbot)
    qtbot.mouseClick(window.save_button, Qt.MouseButton.LeftButton)
    dialog = window.saver.dialog
    dialog.fileSelected.emit(str(tmp_path / "mine"))
    dialog.reject()
    assert window.blank.path == tmp_path / "mine.sheet.json"
    assert window.blank.path.exists()
    assert "mine.sheet.json" in window.news.text()


@pytest.fixture
def documents(tmp_path, monkeypatch):
    """Set a documents folder as the desktop does, with nothing saved elsewhere before."""
    monkeypatch.setattr(saving, "_folder", "")
    folder = tmp_path / "My papers"
    folder.mkdir()
    (tmp_path / "user-dirs.dirs").write_text(f'XDG_DOCUMENTS_DIR="{folder}"\n')
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return folder


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has user-dirs.dirs")
def test_files_are_offered_in_the_documents_by_game_names_and_date(qtbot, documents):
    window = window_of(qtbot)
    begun = window.blank.card.date
    for button, suffix in (
        (window.save_button, "sheet.json"),
        (window.pdf_button, "pdf"),
        (window.csv_button, "csv"),
    ):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        dialog = window.saver.dialog
        (offered,) = dialog.selectedFiles()
        assert Path(offered) == documents / f"Master Anna, Boris, Vera {begun}.{suffix}"
        dialog.reject()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has user-dirs.dirs")
def test_a_table_is_offered_where_the_pdf_was_saved(qtbot, documents, tmp_path):
    window, elsewhere = window_of(qtbot), tmp_path / "elsewhere"
    elsewhere.mkdir()
    for button, folder in ((window.pdf_button, documents), (window.csv_button, elsewhere)):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        dialog = window.saver.dialog
        assert Path(dialog.directory().path()) == folder
        dialog.fileSelected.emit(str(elsewhere / "sheet.pdf"))
        dialog.reject()
    # A missing folder leads to its parent.
    saving._remember(str(elsewhere / "gone" / "sheet.pdf"))
    assert Path(saving.save_dialog(window, "", "x.csv", "").directory().path()) == elsewhere


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has user-dirs.dirs")
def test_a_sheet_is_begun_in_the_documents(qtbot, documents, monkeypatch, tmp_path):
    monkeypatch.delenv("GREENBAIZE_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    window = window_of(qtbot)
    begun = window.blank.card.date
    assert window.blank.path == documents / f"Master Anna, Boris, Vera {begun}.sheet.json"
    assert "My papers" in window.news.text()
    assert sheet_paths() == [window.blank.path]


def test_it_says_where_it_is_kept_and_where_files_are_saved(qtbot, tmp_path):
    window = window_of(qtbot)
    assert window.blank.path.name in window.news.text()
    qtbot.keyClicks(window.entries, "4")
    qtbot.mouseClick(window.csv_button, Qt.MouseButton.LeftButton)
    window.saver.dialog.fileSelected.emit(str(tmp_path / "sheet.csv"))
    window.saver.dialog.reject()
    assert window.news.isVisible()
    assert "sheet.csv" in window.news.text()
    # The file includes the number that was being typed.
    assert "deal,1,all,4," in (tmp_path / "sheet.csv").read_text()


def test_the_line_says_what_each_box_can_have(qtbot):
    window = window_of(qtbot, "damn")
    paper = window.entries
    paper.go_to(Cell(1, 0, 0))
    assert "deal 2 · Anna · Bid: 0 to 2." in window.line.text()
    for cell, text in ((Cell(1, 0, 1), "2"), (Cell(1, 1, 1), "0")):
        paper.go_to(cell)
        press(qtbot, paper, text, KEY.Key_Tab)
    assert paper.pencil == Cell(1, 2, 1)
    assert "Tricks: 0." in window.line.text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "cell", "text", "words"),
    [
        ("damn", Cell(1, 0, 0), "3", "nobody can bid 3 with 2 cards"),
        ("master", Cell(13 + 1, 0, 1), "5", "never makes 5"),
    ],
)
def test_what_can_never_be_is_said_while_it_is_typed_and_stays_in_sight(
    qtbot, game, cell, text, words
):
    window = window_of(qtbot, game)
    paper = window.entries
    paper.go_to(cell)
    qtbot.keyClicks(paper, text)
    assert words in window.line.text()
    loss = window.line.palette().color(window.line.foregroundRole()).name()
    assert loss == LIGHT.loss
    for key in (KEY.Key_Tab, KEY.Key_Return, KEY.Key_Down):
        qtbot.keyClick(paper, key)
        assert (paper.pencil, paper.typed) == (cell, text)
        assert words in window.line.text()
    assert window.blank.value(cell) is None
    qtbot.keyClick(paper, KEY.Key_Backspace)
    assert words not in window.line.text()


def test_what_may_become_right_is_not_found_fault_with(qtbot):
    window = window_of(qtbot, "ass")
    window.entries.go_to(Cell(0, 0, 2))
    for letter in "-4":
        qtbot.keyClicks(window.entries, letter)
        assert "Tab or Enter goes on" in window.line.text()
    master = window_of(qtbot)
    master.entries.go_to(Cell(3, 0, 1))  # each heart counts 4
    qtbot.keyClicks(master.entries, "1")
    assert "Tab or Enter goes on" in master.line.text()
    press(qtbot, master.entries, "2", KEY.Key_Tab)
    assert master.blank.value(Cell(3, 0, 1)) == -12


def test_two_tricks_and_five_points_in_all_are_asked_about_and_marked(qtbot):
    window = window_of(qtbot)
    paper = window.entries
    press(qtbot, paper, "2", KEY.Key_Right)
    assert "Points: −2." in window.line.text()
    qtbot.keyClicks(paper, "5")
    assert "each trick counts 1" in window.line.text()
    qtbot.keyClick(paper, KEY.Key_Tab)
    assert (paper.pencil, paper.typed) == (Cell(0, 0, 1), "5")
    assert "Enter once more writes it all the same" in window.line.text()
    assert window.blank.value(Cell(0, 0, 1)) is None
    qtbot.keyClick(paper, KEY.Key_Return)
    assert window.blank.value(Cell(0, 0, 1)) == -5
    boxes = window.blank.sheet.rows[0].boxes[0]
    assert [box.wrong for box in boxes] == [True, True]
    # The line explains the fault when the cursor returns.
    paper.go_to(Cell(0, 0, 0))
    assert "each trick counts 1" in window.line.text()
    qtbot.keyClicks(paper, "5")
    assert "Tab or Enter goes on" in window.line.text()
    qtbot.keyClick(paper, KEY.Key_Tab)
    assert not window.blank.sheet.checks


def test_where_nothing_goes_together_the_line_says_what_is_wrong(qtbot):
    window = window_of(qtbot, "damn")
    window.blank.enter(Cell(1, 0, 1), 2)
    window.blank.enter(Cell(1, 1, 1), 1)
    window.entries.show_card(window.blank.card)
    window.entries.go_to(Cell(1, 2, 1))
    assert "come to 3 already; there are only 2" in window.line.text()


def test_escape_takes_back_then_closes_and_asks_nothing(qtbot):
    window = window_of(qtbot)
    press(qtbot, window.entries, "4", KEY.Key_Escape)
    assert window.isVisible()
    qtbot.keyClick(window.entries, KEY.Key_Escape)
    assert not window.isVisible()
    assert window.findChildren(Confirmation) == []


def test_closing_asks_where_something_would_be_lost(qtbot):
    window = window_of(qtbot)
    qtbot.keyClicks(window.entries, "44")
    qtbot.mouseClick(window.close_button, Qt.MouseButton.LeftButton)
    assert window.isVisible()
    (question,) = window.findChildren(Confirmation)
    qtbot.keyClick(question, KEY.Key_Escape)
    assert (window.isVisible(), window.entries.typed) == (True, "44")
    qtbot.mouseClick(window.close_button, Qt.MouseButton.LeftButton)
    question = window.findChildren(Confirmation)[-1]
    qtbot.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    assert not window.isVisible()


def test_closing_asks_while_the_sheet_cannot_be_saved(qtbot, home):
    window = window_of(qtbot)
    path = window.blank.path
    window.blank.path = path / "below"
    qtbot.keyClicks(window.entries, "4")
    window.close()
    assert window.isVisible()
    (question,) = window.findChildren(Confirmation)
    qtbot.mouseClick(question.no_button, Qt.MouseButton.LeftButton)
    window.blank.path = path
    window.close()
    assert not window.isVisible()
    assert BlankSheet.open(path).value(Cell(0, 0, 0)) == 4


@pytest.mark.parametrize(("locale_name", "date_text"), [("de_DE", "03.02.26"), ("en_US", "2/3/26")])
def test_dates_are_in_the_persons_form(qtbot, locale_name, date_text):
    before = QLocale()
    QLocale.setDefault(QLocale(locale_name))
    try:
        window = window_of(qtbot)
        card = replace(window.blank.card, date="2026-02-03")
        window.entries.show_card(card)
        assert date_text in window.entries.accessibleDescription()
        texts = [mark.text for mark in window.entries.drawing.marks if isinstance(mark, Words)]
        assert any(date_text in text for text in texts)
        path = window.blank.path
        path.write_text(path.read_text().replace(window.blank.card.date, "2026-02-03"))
        assert sheet_line(path) == f"Master: Anna, Boris, Vera\nbegun {date_text}"
    finally:
        QLocale.setDefault(before)


def test_the_pencil_is_drawn_in_the_colour_of_the_keyboard(qtbot):
    window = window_of(qtbot)
    qtbot.keyClicks(window.entries, "4")
    assert not window.grab().isNull()
    image = window.entries.grab().toImage()
    rect = window.entries.pencil_rect()
    ratio = image.devicePixelRatio()
    colour = image.pixelColor(round((rect.left() + 1) * ratio), round(rect.center().y() * ratio))
    assert contrast(colour, LIGHT.paper) >= 3


class TestDialog:
    def dialog(self, qtbot, game):
        dialog = BlankSheetDialog(GAMES, game, None)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    def test_it_offers_every_game_with_a_form_and_its_players(self, qtbot):
        dialog = self.dialog(qtbot, "ass")
        formed = [name for name, game in GAMES.items() if game.form() is not None]
        assert [dialog.game.itemData(n) for n in range(dialog.game.count())] == formed
        assert (dialog.players.minimum(), dialog.players.maximum()) == (2, 6)
        dialog.players.setValue(2)
        assert [edit.isVisible() for edit in dialog.names[:3]] == [True, True, False]

    def test_names_are_tidied_and_missing_ones_numbered(self, qtbot):
        dialog = self.dialog(qtbot, "master")
        dialog.players.setValue(3)
        dialog.names[0].setText("  Anna ")
        dialog.names[2].setText("Vera")
        with qtbot.waitSignal(dialog.sheet_chosen) as caught:
            qtbot.mouseClick(dialog.begin_button, Qt.MouseButton.LeftButton)
        assert caught.args == [("master", ("Anna", "Player 2", "Vera"), {})]

    def test_only_options_that_matter_are_asked(self, qtbot):
        dialog = self.dialog(qtbot, "damn")
        assert set(dialog.options.values) == {"deals", "first", "zero_bids", "hook"}
        dialog.game.setCurrentIndex(dialog.game.findData("master"))
        assert dialog.options.fields() == [dialog.options.field("length")]
        assert dialog.options.values == {}
