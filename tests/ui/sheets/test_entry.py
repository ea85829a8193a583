"""Sheets kept by hand: written from the keyboard, and the desk that begins and opens them."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from greenbaize.app.sheets.blank import BlankSheet
from greenbaize.games import GAMES
from greenbaize.rules.sheets import Cell
from greenbaize.ui.blank import BlankWindow
from greenbaize.ui.dialogs.blank_sheet import BlankChosen, BlankSheetDialog
from greenbaize.ui.theme import LIGHT
from words.pseudo import loose

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),
    pytest.mark.usefixtures("application"),
]
NAMES = ("Anna", "Boris", "Vera")
KEY = Qt.Key


def window_of(qtbot: QtBot, game: str = "master") -> BlankWindow:
    window = BlankWindow(BlankSheet.begin(game, NAMES, {}), LIGHT)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    window.entries.setFocus()
    return window


def test_tab_and_enter_go_from_box_to_box(qtbot: QtBot):
    window = window_of(qtbot)
    paper = window.entries
    assert paper.pencil == Cell(0, 0, 0)
    for number, key in zip("432432", [KEY.Key_Tab, KEY.Key_Return, KEY.Key_Enter] * 2, strict=True):
        qtbot.keyClicks(paper, number)
        qtbot.keyClick(paper, key)
    assert paper.pencil == Cell(0, None, 0)
    row = window.blank.sheet.rows[0]
    assert [[box.value for box in own] for own in row.boxes] == [[4, -4], [3, -3], [2, -2]]
    qtbot.keyClick(paper, KEY.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert paper.pencil == Cell(0, 2, 1)


def test_arrows_write_and_go_that_way(qtbot: QtBot):
    window = window_of(qtbot)
    paper = window.entries
    qtbot.keyClicks(paper, "5")
    qtbot.keyClick(paper, KEY.Key_Right)
    assert paper.pencil == Cell(0, 0, 1)
    assert window.blank.value(Cell(0, 0, 0)) == 5
    qtbot.keyClick(paper, KEY.Key_Down)
    assert paper.pencil == Cell(1, 0, 1)
    qtbot.keyClick(paper, KEY.Key_Left)
    qtbot.keyClick(paper, KEY.Key_Up)
    assert paper.pencil == Cell(0, 0, 0)
    for _ in range(3):
        qtbot.keyClick(paper, KEY.Key_Left)
    assert paper.pencil == Cell(0, 0, 0)


def test_typing_can_be_taken_back_and_boxes_emptied(qtbot: QtBot):
    window = window_of(qtbot)
    paper = window.entries
    qtbot.keyClicks(paper, "12")
    qtbot.keyClick(paper, KEY.Key_Backspace)
    assert paper.typed == "1"
    qtbot.keyClick(paper, KEY.Key_Escape)
    assert (paper.typed, window.blank.value(Cell(0, 0, 0))) == (None, None)
    qtbot.keyClicks(paper, "7")
    qtbot.keyClick(paper, KEY.Key_Down)
    qtbot.keyClick(paper, KEY.Key_Up)
    assert window.blank.value(Cell(0, 0, 0)) == 7
    qtbot.keyClick(paper, KEY.Key_Delete)
    assert window.blank.value(Cell(0, 0, 0)) is None


def test_what_does_not_belong_is_said_and_the_pencil_stays(qtbot: QtBot):
    window = window_of(qtbot)
    paper = window.entries
    qtbot.keyClicks(paper, "x")
    qtbot.keyClick(paper, KEY.Key_Tab)
    assert paper.pencil == Cell(0, 0, 0)
    assert "“x” does not belong here" in window.line.text()
    qtbot.keyClick(paper, KEY.Key_Escape)
    qtbot.keyClicks(paper, "3")
    qtbot.keyClick(paper, KEY.Key_Tab)
    assert "Boris" in window.line.text()


def test_a_click_takes_the_pencil_there(qtbot: QtBot):
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


def test_checks_are_seen_as_soon_as_they_fail(qtbot: QtBot):
    window = window_of(qtbot)
    for number in "432431":
        qtbot.keyClicks(window.entries, number)
        qtbot.keyClick(window.entries, KEY.Key_Tab)
    assert window.entries.card.sheet.checks
    assert "add up to −8, not −9" in window.entries.accessibleDescription()


def test_stakes_are_typed_as_letters(qtbot: QtBot):
    window = window_of(qtbot, "ass")
    for text in ("g", "s", "go", "57", "20", "10"):
        qtbot.keyClicks(window.entries, text)
        qtbot.keyClick(window.entries, KEY.Key_Tab)
    assert [own[3].value for own in window.blank.sheet.rows[0].boxes] == [2, 3, 4]
    assert window.entries.pencil == Cell(1, 0, 0)


def test_closing_keeps_what_is_being_typed(qtbot: QtBot):
    window = window_of(qtbot)
    qtbot.keyClicks(window.entries, "4")
    window.close()
    assert BlankSheet.open(window.blank.path).value(Cell(0, 0, 0)) == 4


def test_a_sheet_that_cannot_be_saved_says_so_at_once(qtbot: QtBot, home: Path):
    home.parent.mkdir(exist_ok=True)
    home.write_text("in the way")
    window = window_of(qtbot)
    assert str(window.blank.path) in window.line.text()


def test_save_as_asks_where(qtbot: QtBot, tmp_path: Path):
    window = window_of(qtbot)
    qtbot.mouseClick(window.save_button, Qt.MouseButton.LeftButton)
    dialog = window.saver.dialog
    assert isinstance(dialog, QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "mine"))
    dialog.reject()
    assert window.blank.path == tmp_path / "mine.sheet.json"
    assert window.blank.path.exists()


def test_the_pencil_is_drawn_in_brass(qtbot: QtBot):
    window = window_of(qtbot)
    qtbot.keyClicks(window.entries, "4")
    assert not window.grab().isNull()
    image = window.entries.grab().toImage()
    rect = window.entries.pencil_rect()
    ratio = image.devicePixelRatio()
    colour = image.pixelColor(round((rect.left() + 1) * ratio), round(rect.center().y() * ratio))
    assert colour.red() > colour.blue() + 60


class TestDialog:
    def dialog(self, qtbot: QtBot, game: str) -> BlankSheetDialog:
        dialog = BlankSheetDialog(GAMES, game, None, LIGHT)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    def test_it_offers_every_game_with_a_form_and_its_players(self, qtbot: QtBot):
        dialog = self.dialog(qtbot, "ass")
        formed = [name for name, game in GAMES.items() if game.form() is not None]
        assert [dialog.game.itemData(n) for n in range(dialog.game.count())] == formed
        assert (dialog.players.minimum(), dialog.players.maximum()) == (2, 6)
        dialog.players.setValue(2)
        assert [edit.isVisible() for edit in dialog.names[:3]] == [True, True, False]

    def test_names_are_tidied_and_missing_ones_numbered(self, qtbot: QtBot):
        dialog = self.dialog(qtbot, "master")
        dialog.players.setValue(3)
        dialog.names[0].setText("  Anna ")
        dialog.names[2].setText("Vera")
        with qtbot.waitSignal(dialog.sheet_chosen) as caught:
            qtbot.mouseClick(dialog.begin_button, Qt.MouseButton.LeftButton)
        assert caught.args == [BlankChosen("master", ("Anna", "Player 2", "Vera"), {})]

    def test_only_options_that_matter_are_asked(self, qtbot: QtBot):
        dialog = self.dialog(qtbot, "damn")
        assert set(dialog.options.values) == {"deals", "first", "zero_bids", "hook"}
        dialog.game.setCurrentIndex(dialog.game.findData("master"))
        assert not dialog.options.isVisible()

    def test_texts_go_through_the_catalogue(self, qtbot: QtBot, pseudo_language):
        dialog = self.dialog(qtbot, "damn")
        assert not loose(dialog.windowTitle())
        assert not loose(dialog.begin_button.text())
        assert not loose(dialog.names[0].placeholderText())
