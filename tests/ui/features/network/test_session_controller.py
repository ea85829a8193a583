"""Tests for a session in the window: notices, readiness and results."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from greenbaize.app.network.session import StoredRecord
from greenbaize.app.phones.phones_state import ChairRequest
from greenbaize.lan.wire import MatchStoppedMessage, StopMatchMessage
from greenbaize.match.seal import SealVerdict
from greenbaize.rules.messages import Message
from greenbaize.ui.features.network.join_dialog import JoinDialog
from greenbaize.ui.features.network.table_setup_dialog import TableSetupDialog
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from ui.features.network.fake_session import FOUR_CHAIRS, make_chair
from ui.features.network.table_steps import finish_match, start_friends_match
from ui.features.network.test_phones_panel import PHONES_ON
from ui.table.person import wait_until
from ui.window_steps import banner_text, find_menu_action, wait_for_dialog


@pytest.mark.parametrize("code", ["match-unwritten", "guest-record-unwritten"])
def test_record_error_outlives_the_page_change(host, network, code):
    network.last_session.on_warning(Message(code, {"reason": "Disk full."}))
    wait_until(lambda: "Disk full." in banner_text(host))
    start_friends_match(host, network)
    assert "Disk full." in banner_text(host)
    banner = host.facade.banner
    widget = host.window.childAt(banner.mapTo(host.window, banner.rect().center()))
    assert banner in (widget, widget.parentWidget())  # and no page covers it
    network.last_session.on_warning(Message("record-complete"))
    assert banner_text(host) == "The record is complete again."


@pytest.mark.slow
def test_changed_table_resets_readiness(host, network):
    card = finish_match(host, network)
    network.last_session.change_lobby(options={"first": 4, "deals": 5}, keeper=1)
    wait_until(lambda: "Tom has changed the table" in banner_text(host))
    host.click(card.again_button)
    wait_until(lambda: host.facade.waiting_room is not None)
    assert network.last_session.requests == []
    state = host.facade.waiting_room.status_label.text()
    assert state.startswith("Tom has changed the table: ")
    assert "Press “Ready”" in state
    host.click(host.facade.waiting_room.ready_button)
    wait_until(lambda: network.last_session.requests)
    network.last_session.report_lobby(
        make_chair("Ida", ready=True), *FOUR_CHAIRS[1:], keeper=1, options={"first": 4, "deals": 5}
    )
    wait_until(lambda: "has changed" not in host.facade.waiting_room.status_label.text())


def test_host_ends_the_match_for_another_game(host, network):
    start_friends_match(host, network)
    find_menu_action(host, "Another game").trigger()
    question = wait_for_dialog(host, ConfirmationDialog)
    assert "continue it later" in question.accessibleDescription()
    QTest.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    wait_until(lambda: StopMatchMessage() in network.last_session.requests)
    network.last_session.receive_message(MatchStoppedMessage("0" * 32, by="Ida"))
    network.last_session.report_lobby(*FOUR_CHAIRS)
    wait_until(lambda: host.facade.waiting_room is not None)
    assert "kept and can be continued" in banner_text(host)
    dialog = wait_for_dialog(host, TableSetupDialog)
    dialog.game_list.choose_game("blackout")
    QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    request = network.last_session.requests[-1]
    assert (request.game, request.bots) == ("blackout", "medium")


def test_guest_is_told_who_ended_the_match(person, network):
    person.choose_menu_entry("Friends", "Join a table")
    dialog = wait_for_dialog(person, JoinDialog)
    dialog.address_field.setText("192.168.1.7:4000")
    QTest.keyClicks(dialog.code_field, "ABC234")
    QTest.keyClick(dialog.code_field, Qt.Key.Key_Return)
    network.last_session.report_lobby(*FOUR_CHAIRS, you=0, keeper=1)
    wait_until(lambda: person.facade.waiting_room is not None)
    network.last_session.start_match("Ida", "Tom", "Eva", "Kim")
    wait_until(lambda: person.facade.match_view is not None)
    network.last_session.report_lobby(*FOUR_CHAIRS, you=0, keeper=1, stage="playing")
    assert not find_menu_action(person, "Another game").isVisible()
    network.last_session.receive_message(MatchStoppedMessage("0" * 32, by="Tom"))
    network.last_session.report_lobby(*FOUR_CHAIRS, you=0, keeper=1)
    wait_until(
        lambda: (
            person.facade.waiting_room is not None
            and person.facade.waiting_room.lobby.stage == "gathering"
        )
    )
    assert "Tom has ended the match." in banner_text(person)


@pytest.mark.slow
def test_readiness_is_reported_during_the_result(host, network):
    finish_match(host, network)
    network.last_session.report_lobby(
        FOUR_CHAIRS[0], make_chair("Tom", ready=True), *FOUR_CHAIRS[2:]
    )
    wait_until(lambda: "Ready for another match" in banner_text(host))
    assert "Tom" in banner_text(host)
    network.last_session.report_lobby(
        FOUR_CHAIRS[0], make_chair("Tom", ready=True), FOUR_CHAIRS[2], make_chair("Kim", ready=True)
    )
    wait_until(lambda: "Kim" in banner_text(host))
    assert "Tom" in banner_text(host)  # the previous message is gone, and Tom is still ready


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seal", "words"),
    [
        (SealVerdict.UNWITNESSED, "took no part in it"),
        (SealVerdict.REPEATED, "begun again"),
        (SealVerdict.BROKEN, "Do not trust it"),
    ],
)
def test_result_reports_the_shuffle_check(host, network, seal, words):
    card = finish_match(host, network)
    network.last_session.receive_message(StoredRecord(seal, None))
    wait_until(lambda: words in card.seal_label.text())


def test_denials_and_dismissal_are_reported(host, network):
    network.last_session.on_warning(Message("table-away-full"))
    wait_until(lambda: "no free chair" in host.facade.waiting_room.status_label.text())
    network.last_session.report_end(Message("table-away-dismissed"))
    wait_until(lambda: host.facade.start_screen is not None)
    assert "asked you to leave" in banner_text(host)


def test_phone_request_is_granted_by_one_click(host, network):
    with_request = PHONES_ON._replace(chair_requests=(ChairRequest(1, "Max"),))
    network.last_session.on_phones(with_request)
    banner = host.facade.banner
    assert "Max is at the door" in banner.label.text()
    assert "the number 1" in banner.label.text()
    room = host.facade.waiting_room
    box = QRect(banner.mapToGlobal(QPoint(0, 0)), banner.size())
    for part in (
        room.phones_panel.code_view,
        room.phones_panel.copy_button,
        room.chat_panel.input_field,
        room.ready_button,
    ):
        assert part.isVisible()
        assert not box.intersects(QRect(part.mapToGlobal(QPoint(0, 0)), part.size()))
    QTest.mouseClick(banner.dismiss_button, Qt.MouseButton.LeftButton)
    network.last_session.on_phones(with_request)  # the same request is not shown twice
    assert not banner.isVisible()
    network.last_session.on_phones(PHONES_ON._replace(chair_requests=(ChairRequest(2, "Max"),)))
    network.last_session.on_phones(PHONES_ON)  # the page has been closed
    assert not banner.isVisible()
    network.last_session.on_phones(PHONES_ON._replace(chair_requests=(ChairRequest(3, "Max"),)))
    assert network.last_session.requests == []
    QTest.mouseClick(banner.action_button, Qt.MouseButton.LeftButton)
    assert network.last_session.requests == [("give-chair-back", 3)]
