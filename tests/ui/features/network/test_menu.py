"""Tests for the menu actions of tables with friends."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.app.network.table_texts import QUICK_MESSAGES
from greenbaize.lan.wire import DismissGuestMessage
from greenbaize.ui.features.network.join_dialog import JoinDialog
from greenbaize.ui.features.network.waiting_room import CodeDialog
from greenbaize.ui.shell.navigation import (
    OpenTableRoute,
)
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.ui.widgets.localized_texts import set_window_language
from ui.features.network.fake_session import FOUR_CHAIRS, make_chair
from ui.features.network.table_steps import finish_match, open_table, start_friends_match
from ui.mnemonics import find_mnemonic_clashes
from ui.table.person import wait_until
from ui.window_steps import find_menu_action, start_menu_texts, wait_for_dialog


@pytest.mark.parametrize("language", ["en", "ru"])
def test_mnemonics_of_menu_bar_and_room_are_unique(open_program, network, language):
    try:
        set_window_language(language)
        person = open_program()
        person.facade.services.navigate(OpenTableRoute())
        wait_until(lambda: person.facade.waiting_room is not None)
        network.last_session.report_open()
        network.last_session.report_lobby(*FOUR_CHAIRS)
        wait_until(lambda: person.facade.waiting_room.lobby)
        assert find_mnemonic_clashes(person.window) == []
    finally:
        set_window_language("en")
        set_window_language("system")


def test_code_is_available_during_the_session(host, network):
    start_friends_match(host, network)
    entry = find_menu_action(host, "Code of the table")
    assert entry.isVisible()
    entry.trigger()
    dialog = wait_for_dialog(host, CodeDialog)
    descriptions = [button.accessibleDescription() for button in dialog.join_info.copy_buttons]
    assert descriptions[:2] == ["ABC-234", "192.168.1.5:40123"]
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_unknown_code_is_not_offered(open_program, network):
    person = open_program()
    assert not find_menu_action(person, "Code of the table").isVisible()
    start_menu_texts(person)
    person.choose_menu_entry("Friends", "Open a table")
    network.last_session.report_lobby(*FOUR_CHAIRS)
    wait_until(lambda: person.facade.waiting_room and person.facade.waiting_room.lobby)
    assert not find_menu_action(person, "Code of the table").isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("is_result_closed", [False, True])
def test_shortcut_leaves_a_finished_match(host, network, is_result_closed):
    QTest.keyClick(host.window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert host.facade.waiting_room is not None  # there is nothing to leave by a key yet
    card = finish_match(host, network)
    if is_result_closed:
        host.click(card.close_link)
    focus = host.window.focusWidget() or host.window
    QTest.keyClick(focus, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    question = host.facade.load_network_controller().dialog
    assert question.isVisible()
    QTest.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    wait_until(lambda: host.facade.start_screen is not None)
    assert not host.facade.is_shared


TABLE_ACTIONS = (
    "chat",
    "words",
    "stand_in",
    "dismiss",
    "another_game",
    "code",
    "phones",
    "table_only",
    "leave_friends",
)


def visible_actions(person):
    actions = person.facade.services.actions
    actions.refresh(*TABLE_ACTIONS)
    return [name for name in TABLE_ACTIONS if actions[name].isVisible()]


def enabled_actions(person, *names):
    actions = person.facade.services.actions
    actions.refresh(*names)
    return [name for name in names if actions[name].isEnabled()]


def menu_entries(person, name):
    """Return the entries of a submenu by text, as they are when it opens."""
    menu = person.facade.services.actions[name].menu()
    menu.aboutToShow.emit()
    return {entry.text(): entry for entry in menu.actions()}


def test_tables_are_opened_and_joined_away_from_one_only(person, network):
    assert visible_actions(person) == []
    assert enabled_actions(person, "open_table", "join_table") == ["open_table", "join_table"]
    open_table(person, network)
    assert enabled_actions(person, "open_table", "join_table") == []


def test_join_dialog_opens_by_key(person, network):
    QTest.keyClick(person.window, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert wait_for_dialog(person, JoinDialog)


def test_unused_network_is_not_loaded(person):
    feature = person.facade.network
    assert (feature.controller, feature.session_controller) == (None, None)
    assert not feature.ask_before_closing()
    feature.close()
    assert feature.controller is None
    assert feature.load_controller() is feature.load_controller()
    assert feature.session_controller is None


def test_actions_of_a_host_and_a_guest(host, network):
    hosts_own = {"dismiss", "another_game", "phones"}
    assert visible_actions(host) == [name for name in TABLE_ACTIONS if name != "stand_in"]
    network.last_session.is_hosting = False
    network.last_session.change_lobby(keeper=1)
    wait_until(lambda: host.facade.waiting_room.lobby.keeper == 1)
    assert set(visible_actions(host)) == {*TABLE_ACTIONS} - hosts_own - {"stand_in"}
    assert enabled_actions(host, "chat", "table_only") == ["chat"]


def test_chat_is_opened_by_key(host, network):
    start_friends_match(host, network)
    QTest.keyClick(host.window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert (
        host.facade.network.session_controller.overlay.collapsible_chat.panel.input_field.hasFocus()
    )


def test_quick_words_are_sent_from_the_menu_or_by_key(host, network):
    words = menu_entries(host, "words")
    assert list(QUICK_MESSAGES.values()) == [text.replace("&&", "&") for text in words]
    first_word, second_word = list(QUICK_MESSAGES)[:2]
    network.last_session.requests.clear()
    next(iter(words.values())).trigger()
    QTest.keyClick(host.window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert [request.word for request in network.last_session.requests] == [first_word, second_word]


def test_guests_can_be_asked_to_leave(host, network):
    entries = menu_entries(host, "dismiss")
    assert list(entries) == ["Tom", "Eva"]
    entries["Eva"].trigger()
    question = wait_for_dialog(host, ConfirmationDialog)
    QTest.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    assert network.last_session.requests == [DismissGuestMessage(2)]


def test_nobody_to_ask_is_said(host, network):
    network.last_session.report_lobby(FOUR_CHAIRS[0], make_chair(), make_chair())
    wait_until(lambda: len(host.facade.waiting_room.lobby.chairs) == 3)
    (entry,) = menu_entries(host, "dismiss").values()
    assert (entry.text(), entry.isEnabled()) == ("Nobody else is here", False)


@pytest.mark.parametrize("is_keeper", [True, False])
def test_computer_players_stand_in_for_all_or_oneself(host, network, is_keeper):
    start_friends_match(host, network)
    if not is_keeper:
        own_seat = network.last_session.lobby.you
        network.last_session.is_hosting = False
        network.last_session.change_lobby(keeper=(own_seat + 1) % 4)
        wait_until(lambda: not host.facade.network.session_controller.is_keeper)
    assert "stand_in" in visible_actions(host)
    entries = menu_entries(host, "stand_in")
    assert set(entries) == ({"Tom", "Eva", "Kim", "myself"} if is_keeper else {"myself"})
    assert not entries["myself"].isChecked()
    network.last_session.requests.clear()
    entries["myself"].trigger()
    (request,) = network.last_session.requests
    assert (request.seat, request.on) == (network.last_session.lobby.you, True)


def test_nobody_stands_in_for_onlookers(host, network):
    network.last_session.report_lobby(*FOUR_CHAIRS, you=None, keeper=None, stage="playing")
    wait_until(lambda: host.facade.waiting_room.lobby.you is None)
    assert "stand_in" not in visible_actions(host)
    assert menu_entries(host, "stand_in") == {}


def test_key_leaves_a_table_only_once_the_match_is_over(host, network, monkeypatch):
    actions = host.facade.services.actions
    start_friends_match(host, network)
    for is_over, keys in ((False, ""), (True, "Ctrl+W")):
        monkeypatch.setattr(type(host.match_view.player_view), "is_over", is_over)
        actions.refresh("leave_friends")
        assert actions["leave_friends"].shortcut().toString() == keys
