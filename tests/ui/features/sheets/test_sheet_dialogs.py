"""Tests for the dialogs that create and open sheets kept by hand."""

from PySide6.QtCore import Qt

from greenbaize.games import GAMES
from greenbaize.ui.features.sheets.sheet_dialogs import BlankSheetDialog


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
