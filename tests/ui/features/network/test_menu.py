"""Tests for the menu actions of tables with friends."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.ui.features.network.waiting_room import CodeDialog
from greenbaize.ui.shell.navigation import (
    OpenTableRoute,
)
from greenbaize.ui.widgets.localized_texts import set_window_language
from ui.features.network.fake_session import FOUR_CHAIRS
from ui.features.network.table_steps import finish_match, start_friends_match
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
