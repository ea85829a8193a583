"""Tests for the dialog that changes the game of a table, and the form of its settings."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.ui.features.network.table_setup_dialog import TableSetupDialog
from ui.features.network.fake_session import (
    FOUR_CHAIRS,
    make_lobby,
)
from ui.features.network.test_waiting_room import session_requests
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
    assert offered_levels() == ["", "random", "easy", "medium", "hard"]
    room.show_lobby(
        make_lobby(*FOUR_CHAIRS, game="rank", options={}, bots="expert"), is_connected=True
    )
    assert (offered_levels()[-1], bots.currentText()) == ("expert", "computer player: Expert")
    room.show_lobby(make_lobby(*FOUR_CHAIRS), is_connected=True)
    assert offered_levels() == ["", *LEVEL_NAMES]
    assert bots.currentData() == "medium"


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
        *dialog.options_form.list_fields(),
        *buttons,
    ]
