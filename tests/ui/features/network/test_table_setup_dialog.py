"""Tests for the dialog that changes the game of a table, and the form of its settings."""

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from greenbaize.games import GAMES
from greenbaize.rules.options import resolve_options
from greenbaize.rules.players import OFFERED_LEVELS
from greenbaize.ui.features.network.table_setup_dialog import (
    TURN_LIMITS_S,
    TableSettingsForm,
    TableSetupDialog,
)
from ui.features.network.fake_session import (
    FOUR_CHAIRS,
    TABLE_SETUP,
    make_lobby,
)
from ui.features.network.test_waiting_room import session_requests
from ui.show_widget import show_widget
from ui.table.person import SimulatedPerson, wait_until


def test_host_changes_the_game(room):
    room.show_lobby(make_lobby(*FOUR_CHAIRS, options={"deals": 5}), is_connected=True)
    SimulatedPerson(room).click(room.change_button)
    dialog = room.findChild(TableSetupDialog)
    assert dialog.options_form.values["deals"] == 5
    dialog.game_list.choose_game("rank")
    dialog.player_count_box.setValue(5)
    QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    (lay,) = session_requests(room)
    assert (lay.game, lay.seats, lay.bots) == ("rank", 5, "medium")


def test_host_changes_table_settings(room):
    room.show_lobby(make_lobby(*FOUR_CHAIRS, clock=45), is_connected=True)
    assert room.settings_form.turn_limit_combo.currentText() == "45 seconds"
    QTest.keyClick(room.settings_form.turn_limit_combo, Qt.Key.Key_Down)
    assert session_requests(room)[-1].clock == 60
    QTest.keyClick(room.settings_form.hands_box, Qt.Key.Key_Space)
    assert session_requests(room)[-1].hands
    room.settings_form.bot_level_combo.setCurrentIndex(0)
    room.settings_form.bot_level_combo.activated.emit(0)
    assert session_requests(room)[-1].bots == ""
    room.show_lobby(make_lobby(*FOUR_CHAIRS, stage="shuffling"), is_connected=True)
    assert not room.settings_form.fields.isEnabled()
    assert not room.change_button.isEnabled()


def test_open_chairs_offer_the_levels_of_the_game(room):
    bots = room.settings_form.bot_level_combo

    def offered_levels():
        return [bots.itemData(index) for index in range(bots.count())]

    room.show_lobby(make_lobby(*FOUR_CHAIRS, game="rank", options={}), is_connected=True)
    assert offered_levels() == ["", "beginner", "easy", "medium", "hard"]
    room.show_lobby(
        make_lobby(*FOUR_CHAIRS, game="rank", options={}, bots="expert"), is_connected=True
    )
    assert (offered_levels()[-1], bots.currentText()) == ("expert", "computer player: Expert")
    room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
    assert offered_levels() == ["", *OFFERED_LEVELS]
    assert bots.currentData() == "medium"


def test_missing_levels_are_explained_below_the_choice(room):
    note = room.settings_form.levels_note
    room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
    assert not note.isVisible()
    room.show_lobby(make_lobby(*FOUR_CHAIRS, game="rank", options={}), is_connected=True)
    line = "At this table Expert is no stronger than Hard, so it is not offered."
    assert (note.isVisible(), note.text()) == (True, line)
    assert room.settings_form.bot_level_combo.accessibleDescription() == line
    room.show_lobby(make_lobby(*FOUR_CHAIRS, game="a-new-game", options={}), is_connected=True)
    assert not note.isVisible()


def test_a_changed_game_keeps_the_wish_for_a_level(room):
    wanted_setups = []
    room.setup_requested.connect(wanted_setups.append)

    def change_game(game):
        room.change_button.click()
        dialog = room.findChild(TableSetupDialog)
        dialog.game_list.choose_game(game)
        dialog.accept()
        dialog.deleteLater()
        return session_requests(room)[-1].bots, wanted_setups[-1].bots

    room.show_lobby(make_lobby(*FOUR_CHAIRS, bots="expert"), is_connected=True)
    assert change_game("rank") == ("hard", "expert")
    lobby = make_lobby(*FOUR_CHAIRS, game="rank", options={}, bots="hard")
    room.show_lobby(lobby, is_connected=True)
    QTest.keyClick(room.settings_form.hints_box, Qt.Key.Key_Space)
    assert (session_requests(room)[-1].bots, wanted_setups[-1].bots) == ("hard", "expert")
    assert change_game("damn") == ("expert", "expert")
    room.show_lobby(lobby, is_connected=True)
    bots = room.settings_form.bot_level_combo
    bots.setCurrentIndex(bots.findData("easy"))
    bots.activated.emit(bots.currentIndex())
    room.show_lobby(msgspec.structs.replace(lobby, bots="easy"), is_connected=True)
    assert change_game("damn") == ("easy", "easy")


def test_a_level_named_by_the_host_stays_until_it_is_changed(room):
    lobby = make_lobby(*FOUR_CHAIRS, game="rank", options={}, bots="expert")
    room.show_lobby(lobby, is_connected=True)
    QTest.keyClick(room.settings_form.hints_box, Qt.Key.Key_Space)
    assert session_requests(room)[-1].bots == "expert"


def test_tab_visits_only_visible_widgets(room):
    room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
    room.change_button.click()
    dialog = room.findChild(TableSetupDialog)
    wait_until(dialog.isVisible)
    focused_widgets = []
    dialog.game_list.setFocus()
    for _ in range(60):
        if dialog.focusWidget() in focused_widgets:
            break
        focused_widgets.append(dialog.focusWidget())
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    buttons = [dialog.standard_button, dialog.accept_button, dialog.cancel_button]
    assert focused_widgets == [
        dialog.game_list,
        dialog.player_count_box,
        dialog.house_rules_bar.keep_button,
        *dialog.options_form.list_fields(),
        *buttons,
    ]


class TestTableSetupDialog:
    @pytest.fixture
    def open_dialog(self, qtbot):
        """Return a function that opens the dialog for a table of Damn."""
        windows = []

        def open_at(last_options=None, **fields):
            window = QWidget()
            windows.append(window)
            show_widget(qtbot, window, 800, 600)
            setup = msgspec.structs.replace(TABLE_SETUP, **fields)
            dialog = TableSetupDialog(GAMES, setup, window, last_options)
            dialog.open()
            return dialog

        return open_at

    def test_it_begins_with_the_table_and_sends_all_of_it(self, qtbot, open_dialog):
        dialog = open_dialog(seats=5)
        assert dialog.focusWidget() is dialog.game_list
        with qtbot.waitSignal(dialog.changed) as changed:
            QTest.keyClick(dialog, Qt.Key.Key_Return)
        game, seats, options = changed.args
        assert (game, seats) == ("damn", 5)
        assert (options["first"], options["deals"]) == (3, 5)

    def test_cancelling_changes_nothing(self, qtbot, open_dialog):
        dialog = open_dialog()
        with qtbot.assertNotEmitted(dialog.changed):
            QTest.mouseClick(dialog.cancel_button, Qt.MouseButton.LeftButton)
        assert not dialog.isVisible()

    def test_players_are_limited_by_the_game(self, open_dialog):
        dialog = open_dialog(seats=7)
        box = dialog.player_count_box
        for game in ("damn", "ass", "damn"):
            dialog.game_list.choose_game(game)
            seats = GAMES[game].seats
            assert (box.minimum(), box.maximum()) == (seats[0], seats[-1])
            assert box.value() == min(7, seats[-1])
            assert box.accessibleDescription() == f"From {seats[0]} to {seats[-1]} players"
            assert box.toolTip() == box.accessibleDescription()

    def test_options_follow_the_players(self, open_dialog):
        dialog = open_dialog(options={})
        dialog.player_count_box.setValue(7)
        assert dialog.options_form.get_field("deals").maximum() == 7

    def test_usual_options_follow_the_players_and_others_stay(self, open_dialog):
        game = GAMES["ass"]
        for targets, targets_of_two in (("source", "even"), ("even", "even")):
            options = resolve_options(game.options, 4, {"targets": targets, "refill": False})
            dialog = open_dialog(game="ass", seats=4, options=options)
            assert dialog.options_form.values == options
            dialog.player_count_box.setValue(2)
            assert dialog.options_form.values["targets"] == targets_of_two
            assert dialog.options_form.values["refill"] is False
        options = resolve_options(game.options, 2, {"targets": "source"})
        dialog = open_dialog(game="ass", seats=2, options=options)
        assert dialog.options_form.values["targets"] == "source"  # chosen for two

    def test_options_of_other_games_are_as_last_set(self, open_dialog):
        dialog = open_dialog({"damn": {"deals": 9}, "blackout": {"hook": False}})
        assert dialog.options_form.values["deals"] == 5  # as at the table
        dialog.game_list.choose_game("blackout")
        assert dialog.options_form.values["hook"] is False
        dialog.options_form.get_field("hook").click()
        dialog.game_list.choose_game("damn")
        dialog.game_list.choose_game("blackout")
        assert dialog.options_form.values["hook"] is True

    def test_standard_options_are_one_click(self, open_dialog):
        dialog = open_dialog()
        assert dialog.standard_button.isEnabled()
        QTest.mouseClick(dialog.standard_button, Qt.MouseButton.LeftButton)
        assert dialog.options_form.values["deals"] == 13
        assert not dialog.standard_button.isEnabled()

    def test_standard_options_are_not_offered_while_the_options_are_standard(self, open_dialog):
        dialog = open_dialog(options={})
        assert not dialog.standard_button.isEnabled()
        QTest.keyClick(dialog.options_form.get_field("hook"), Qt.Key.Key_Space)
        assert dialog.standard_button.isEnabled()
        dialog.game_list.choose_game("rank")
        assert not dialog.standard_button.isEnabled()
        dialog.game_list.choose_game("damn")
        assert dialog.standard_button.isEnabled()


class TestTableSettingsForm:
    @pytest.fixture
    def form(self, qtbot):
        return show_widget(qtbot, TableSettingsForm(None), 400, 300)

    def test_others_read_the_settings(self, form):
        form.show_lobby(make_lobby(*FOUR_CHAIRS, you=1, clock=30), OFFERED_LEVELS)
        assert not form.fields.isVisible()
        assert "30 seconds" in form.text_label.text()
        form.show_lobby(make_lobby(*FOUR_CHAIRS), OFFERED_LEVELS)
        assert form.fields.isVisible()
        assert not form.text_label.isVisible()

    def test_host_without_a_chair_only_shows_the_table(self, qtbot, form):
        form.show_lobby(make_lobby(*FOUR_CHAIRS), OFFERED_LEVELS)
        assert not form.show_only_box.isVisible()
        lobby = make_lobby(*FOUR_CHAIRS, you=None, keeper=None)
        form.show_lobby(lobby, OFFERED_LEVELS, hosting=True)
        assert (form.show_only_box.isVisible(), form.show_only_box.isChecked()) == (True, True)
        with qtbot.waitSignal(form.show_only_changed) as changed:
            form.show_only_box.click()
        assert changed.args == [False]
        form.show_lobby(make_lobby(*FOUR_CHAIRS), OFFERED_LEVELS, hosting=True)
        assert not form.show_only_box.isChecked()

    def test_time_limits_include_the_one_of_the_table(self, form):
        combo = form.turn_limit_combo
        for clock, limits in ((45, [0, 15, 30, 45, 60, 120, 300]), (60, [*TURN_LIMITS_S])):
            form.show_lobby(make_lobby(*FOUR_CHAIRS, clock=clock), OFFERED_LEVELS)
            assert [combo.itemData(row) for row in range(combo.count())] == limits
            assert combo.currentData() == clock

    def test_every_field_is_sent_with_the_rest(self, qtbot, form):
        form.show_lobby(make_lobby(*FOUR_CHAIRS, bots="", hands=True), OFFERED_LEVELS)
        assert (form.hints_box.isChecked(), form.hands_box.isChecked()) == (True, True)
        assert form.bot_level_combo.currentText() == "wait for friends"
        with qtbot.waitSignal(form.changed) as changed:
            form.hints_box.click()
        (setup,) = changed.args
        assert (setup.hints, setup.hands, setup.bots, setup.clock) == (False, True, "", 0)
        assert (setup.game, setup.seats, setup.options) == ("damn", 4, {"first": 3, "deals": 5})
