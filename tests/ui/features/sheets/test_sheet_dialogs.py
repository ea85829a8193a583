"""Tests for the dialogs that create and open sheets kept by hand."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.app.sheets.manual_sheet import ManualSheet
from greenbaize.games import GAMES
from greenbaize.ui.features.sheets.sheet_dialogs import (
    BlankSheetDialog,
    OpenSheetDialog,
    format_sheet_row,
)
from ui.show_widget import show_widget


class TestBlankSheetDialog:
    def open_dialog(self, qtbot, game):
        dialog = BlankSheetDialog(GAMES, game, None)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    def test_it_offers_every_game_with_a_form_and_its_players(self, qtbot):
        dialog = self.open_dialog(qtbot, "ass")
        games_with_form = [name for name, game in GAMES.items() if game.sheet_form() is not None]
        assert [
            dialog.game_combo.itemData(n) for n in range(dialog.game_combo.count())
        ] == games_with_form
        assert (dialog.player_count_box.minimum(), dialog.player_count_box.maximum()) == (2, 6)
        dialog.player_count_box.setValue(2)
        assert [edit.isVisible() for edit in dialog.name_fields[:3]] == [True, True, False]

    def test_names_are_tidied_and_missing_ones_numbered(self, qtbot):
        dialog = self.open_dialog(qtbot, "master")
        dialog.player_count_box.setValue(3)
        dialog.name_fields[0].setText("  Anna ")
        dialog.name_fields[2].setText("Vera")
        with qtbot.waitSignal(dialog.sheet_chosen) as caught:
            qtbot.mouseClick(dialog.begin_button, Qt.MouseButton.LeftButton)
        assert caught.args == [("master", ("Anna", "Player 2", "Vera"), {})]

    def test_only_options_that_matter_are_asked(self, qtbot):
        dialog = self.open_dialog(qtbot, "damn")
        assert set(dialog.options_form.values) == {"deals", "first", "zero_bids", "hook"}
        dialog.game_combo.setCurrentIndex(dialog.game_combo.findData("master"))
        assert dialog.options_form.list_fields() == [dialog.options_form.get_field("length")]
        assert dialog.options_form.values == {}

    def test_number_of_players_is_kept_within_the_game(self, qtbot):
        dialog = self.open_dialog(qtbot, "damn")
        assert dialog.player_count_box.value() == 4
        dialog.player_count_box.setValue(7)
        for game in ("ass", "rank", "damn"):
            dialog.game_combo.setCurrentIndex(dialog.game_combo.findData(game))
            seats = GAMES[game].seats
            box = dialog.player_count_box
            assert (box.minimum(), box.maximum()) == (seats[0], seats[-1])
        assert box.value() == 6  # the most of Ass
        visible_fields = [field for field in dialog.name_fields if field.isVisible()]
        assert visible_fields == dialog.name_fields[:6]

    def test_dialog_fits_its_rows(self, qtbot):
        dialog = self.open_dialog(qtbot, "rank")
        few = dialog.height()
        dialog.player_count_box.setValue(10)
        assert dialog.height() > few
        dialog.player_count_box.setValue(4)
        assert dialog.height() == few

    def test_unknown_game_is_replaced_by_the_first(self, qtbot):
        assert self.open_dialog(qtbot, "no-such-game").game_combo.currentIndex() == 0

    def test_cancelled_dialog_chooses_nothing(self, qtbot):
        dialog = self.open_dialog(qtbot, "damn")
        with qtbot.assertNotEmitted(dialog.sheet_chosen):
            qtbot.mouseClick(dialog.cancel_button, Qt.MouseButton.LeftButton)
        assert not dialog.isVisible()
        assert dialog.name_fields[1].placeholderText() == "Player 2"
        assert dialog.name_fields[1].accessibleName() == "Player 2"


class TestOpenSheetDialog:
    @pytest.fixture
    def paths(self):
        return [ManualSheet.create(game, ("Anna", "Boris"), {}).path for game in ("master", "rank")]

    @pytest.fixture
    def dialog(self, qtbot, paths):
        return show_widget(qtbot, OpenSheetDialog(paths))

    def test_first_sheet_is_opened_by_enter(self, qtbot, dialog, paths):
        assert dialog.focusWidget() is dialog.sheet_list
        with qtbot.waitSignal(dialog.path_chosen) as chosen:
            QTest.keyClick(dialog.sheet_list, Qt.Key.Key_Return)
        assert chosen.args == [str(paths[0])]
        assert not dialog.isVisible()

    def test_another_sheet_is_opened_by_button_once(self, qtbot, dialog, paths):
        dialog.sheet_list.setCurrentRow(1)
        chosen_paths = []
        dialog.path_chosen.connect(chosen_paths.append)
        qtbot.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
        dialog.sheet_list.itemActivated.emit(dialog.sheet_list.item(0))  # closed already
        assert chosen_paths == [str(paths[1])]

    def test_nothing_is_opened_without_a_current_row(self, qtbot, dialog):
        dialog.sheet_list.setCurrentRow(-1)
        with qtbot.assertNotEmitted(dialog.path_chosen):
            qtbot.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
        assert dialog.isVisible()

    def test_without_sheets_another_file_remains(self, qtbot):
        dialog = show_widget(qtbot, OpenSheetDialog([]))
        assert dialog.empty_note.isVisible()
        assert not dialog.sheet_list.isVisible()
        assert not dialog.open_button.isEnabled()
        assert dialog.focusWidget() is dialog.other_button
        with qtbot.waitSignal(dialog.other_file_requested):
            QTest.keyClick(dialog.other_button, Qt.Key.Key_Space)
        assert not dialog.isVisible()

    def test_list_hides_the_note(self, dialog):
        assert dialog.sheet_list.isVisible()
        assert not dialog.empty_note.isVisible()
        assert dialog.sheet_list.count() == 2


def test_sheet_without_a_date_has_one_line():
    path = ManualSheet.create("master", ("Anna", "Boris"), {}).path
    text = path.read_text(encoding="utf-8")
    date = ManualSheet.open(path).scorecard.date
    path.write_text(text.replace(date, ""), encoding="utf-8")
    assert format_sheet_row(path) == "Master: Anna, Boris"
    path.write_text("{", encoding="utf-8")
    assert format_sheet_row(path).startswith(f"{path.name}\n")
