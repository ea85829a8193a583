"""Tests for a session in the window: notices, readiness and results."""

from types import SimpleNamespace

import msgspec
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from greenbaize.app.network.session import StoredRecord
from greenbaize.app.phones.phones_state import ChairRequest
from greenbaize.lan.wire import (
    ChatMessage,
    MatchStoppedMessage,
    ReadyMessage,
    RequestDeniedMessage,
    StopMatchMessage,
    WatchSeatMessage,
)
from greenbaize.match.seal import SealVerdict
from greenbaize.rules.messages import Message
from greenbaize.ui.features.network.chat import LINE_ROLE
from greenbaize.ui.features.network.join_dialog import JoinDialog
from greenbaize.ui.features.network.session_controller import (
    RECORD_MESSAGE_CODES,
    SessionController,
    describe_lobby_changes,
    describe_next_match,
    format_chair_request,
)
from greenbaize.ui.features.network.table_setup_dialog import TableSetupDialog
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.words.speaker import Speaker
from ui.features.network.fake_session import FOUR_CHAIRS, FakeSession, make_chair, make_lobby
from ui.features.network.table_steps import finish_match, start_friends_match
from ui.features.network.test_phones_panel import PHONES_ON
from ui.table.person import wait_until
from ui.table.table_checks import collect_texts
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


PLAYING = make_lobby(*FOUR_CHAIRS, stage="playing")
GATHERING = make_lobby(*FOUR_CHAIRS)


def test_guests_who_come_and_leave_during_a_match_are_named():
    without_eva = make_lobby(
        *FOUR_CHAIRS[:2], make_chair("Eva", here=False), make_chair(), stage="playing"
    )
    assert describe_lobby_changes(None, PLAYING) == []
    assert describe_lobby_changes(GATHERING, PLAYING) == []
    (away_sentence,) = describe_lobby_changes(PLAYING, without_eva)
    (back_sentence,) = describe_lobby_changes(without_eva, PLAYING)
    assert "Eva" in away_sentence
    assert "Eva" in back_sentence
    assert away_sentence != back_sentence
    as_eva = msgspec.structs.replace(without_eva, you=2)
    assert describe_lobby_changes(msgspec.structs.replace(PLAYING, you=2), as_eva) == []


def test_news_for_the_next_match_name_everybody_ready():
    tom_ready = make_lobby(FOUR_CHAIRS[0], make_chair("Tom", ready=True), *FOUR_CHAIRS[2:])
    own_ready = make_lobby(make_chair("Ida", ready=True), *FOUR_CHAIRS[1:])
    both_names = ["Ready for another match: Tom, Eva."]
    assert describe_next_match(None, tom_ready, "") == []
    assert describe_next_match(GATHERING, PLAYING, "") == []
    assert describe_next_match(GATHERING, tom_ready, "") == both_names
    assert describe_next_match(PLAYING, tom_ready, "") == both_names
    assert describe_next_match(tom_ready, tom_ready, "") == []
    assert describe_next_match(GATHERING, own_ready, "") == []
    other_clock = msgspec.structs.replace(GATHERING, clock=30)
    assert describe_next_match(GATHERING, other_clock, "Tom has changed.") == ["Tom has changed."]
    assert describe_next_match(GATHERING, GATHERING, "Tom has changed.") == []
    assert describe_next_match(GATHERING, other_clock, "") == []


def test_chair_request_is_a_question():
    text = format_chair_request(ChairRequest(3, "Max"))
    assert "number 3" in text
    assert text.endswith("chair back?")


class TestSessionController:
    """A controller beside the first screen, without a waiting room in the window."""

    @pytest.fixture
    def services(self, open_program):
        return open_program().facade.services

    @pytest.fixture
    def make_controller(self, services):
        controllers = []

        def make_for(*, hosting=False):
            session = FakeSession(hosting=hosting)
            controllers.append(SessionController(session, services, services.window))
            return controllers[-1]

        yield make_for
        for controller in controllers:
            controller.close()

    @pytest.fixture
    def controller(self, make_controller):
        return make_controller()

    def test_first_message_admits_once(self, qtbot, controller):
        admissions = []
        controller.admitted.connect(lambda: admissions.append(True))
        assert not controller.is_admitted
        for lobby in (GATHERING, PLAYING):
            controller.on_message(lobby)
        assert (admissions, controller.is_admitted) == ([True], True)
        assert controller.lobby is PLAYING

    def test_match_is_passed_on_and_its_seal_unknown(self, qtbot, controller):
        with qtbot.waitSignal(controller.seal_checked):
            controller.on_message(StoredRecord(SealVerdict.BROKEN, None))
        assert controller.seal is SealVerdict.BROKEN
        view = object()
        with qtbot.waitSignal(controller.match_started) as started:
            controller.on_match(view)
        assert started.args == [view]
        assert controller.seal is None
        assert controller.is_admitted

    @pytest.mark.parametrize(
        ("hosting", "you", "keeper", "roles"),
        [
            (False, 0, 1, (False, False)),
            (False, 0, 0, (True, False)),
            (True, 0, 0, (True, False)),
            (True, None, None, (True, True)),
        ],
    )
    def test_roles_follow_the_lobby(self, make_controller, hosting, you, keeper, roles):
        controller = make_controller(hosting=hosting)
        assert (controller.is_keeper, controller.is_show_only) == (False, False)
        controller.on_message(make_lobby(*FOUR_CHAIRS, you=you, keeper=keeper))
        assert (controller.is_keeper, controller.is_show_only) == roles
        assert not controller.is_playing

    def test_waiting_room_shows_what_is_known(self, qtbot, services, make_controller):
        services.settings.current.setups = {"damn": {"options": {"deals": 3}}, "rank": "odd"}
        services.settings.current.table = {"rules": {"damn": {"options": {"deals": 7}}}}
        controller = make_controller(hosting=True)
        controller.session.code, controller.session.addresses = "ABC-234", ("1.2.3.4:5",)
        controller.on_message(GATHERING)
        room = controller.create_waiting_room()
        qtbot.addWidget(room)
        assert room.lobby is GATHERING
        codes = [button.accessibleDescription() for button in room.join_info.copy_buttons]
        assert codes == ["ABC-234", "1.2.3.4:5"]
        assert room._last_options == {"damn": {"deals": 7}}

    def test_refusals_are_shown_and_reported(self, qtbot, services, controller):
        with qtbot.waitSignal(controller.request_denied) as denied:
            controller.on_warning(Message("table-not-connected"))
        assert denied.args == [services.notifications.sentence]
        room = controller.create_waiting_room()
        qtbot.addWidget(room)
        services.notifications.hide()
        controller.on_warning(Message("phones-no-network"))
        assert services.notifications.sentence == ""
        assert room.phones_panel.error_label.text()
        room.phones_panel.error_label.setText("")
        controller.on_warning(Message("table-not-connected"))
        assert room.phones_panel.error_label.text() == ""

    @pytest.mark.parametrize("code", RECORD_MESSAGE_CODES)
    def test_record_messages_last_until_the_record_is_complete(
        self, qtbot, services, controller, code
    ):
        with qtbot.assertNotEmitted(controller.request_denied):
            controller.on_warning(Message(code, {"reason": "Disk full.", "path": "x"}))
        assert services.notifications.sentence
        assert services.notifications._is_lasting is (code != "record-complete")

    def test_restored_connection_withdraws_the_trouble(self, services, controller):
        notifications = services.notifications
        controller.on_connection_lost()
        assert notifications.sentence == "The connection is lost; trying to get it back."
        controller.on_reconnected()
        assert notifications.sentence == "The connection is back."
        assert notifications.banner.is_transient
        controller.on_warning(Message("table-not-connected"))
        controller.on_reconnected()
        assert notifications.sentence == "The connection is back."

    @pytest.mark.parametrize(
        ("reason", "text", "code"),
        [
            (None, "The table has been closed.", ""),
            (Message("table-away-closed"), "", "table-away-closed"),
        ],
    )
    def test_end_is_reported_once_with_its_reason(self, controller, reason, text, code):
        endings = []
        controller.session_ended.connect(endings.append)
        for _ in range(2):
            controller.on_over(reason)
        assert len(endings) == 1
        assert endings[0] == (text or Speaker().format_message(reason))
        assert controller.end_code == code
        assert controller.session.is_closed

    def test_nothing_is_shown_after_leaving(self, services, controller):
        for _ in range(2):
            controller.leave_table()
        assert controller.session.requests == [("leave",)]
        controller.session.receive_chat("Tom", "Bye")
        controller.session.process_pending()
        assert controller.chat_log.rowCount() == 0
        assert not controller.session.is_closed
        controller.session.report_end(Message("table-away-closed"))
        controller.session.process_pending()
        assert controller.session.is_closed
        assert services.notifications.sentence == ""

    def test_chat_knows_the_own_messages(self, controller):
        message = ChatMessage(seat=0, name="Ida", text="Hi", word="")
        controller.on_message(message)
        controller.on_message(GATHERING)
        controller.on_message(message)
        assert controller.chat_log.unread_count == 1
        lines = [controller.chat_log.item(row).data(LINE_ROLE).is_own for row in range(2)]
        assert lines == [False, True]

    def test_viewed_seat_is_asked_for_until_it_is_given_up(self, controller):
        assert not controller.stop_viewing_seat()
        controller._on_viewed_seat_changed(2)
        assert controller.stop_viewing_seat()
        assert not controller.stop_viewing_seat()
        assert controller.session.requests == [WatchSeatMessage(2), WatchSeatMessage(None)]

    @pytest.mark.parametrize(
        ("fields", "is_ready"),
        [({}, True), ({"stage": "playing"}, False), ({"you": None, "keeper": None}, False)],
    )
    def test_next_match_finds_a_seated_player_ready(self, qtbot, controller, fields, is_ready):
        controller.on_message(make_lobby(*FOUR_CHAIRS, **fields))
        with qtbot.waitSignal(controller.waiting_room_requested):
            controller.join_next_match()
        assert (controller.session.requests == [ReadyMessage(ready=True)]) is is_ready

    def test_changed_table_finds_nobody_ready(self, qtbot, controller):
        controller.on_message(GATHERING)
        controller.on_message(msgspec.structs.replace(GATHERING, clock=30, keeper=1))
        with qtbot.waitSignal(controller.waiting_room_requested):
            controller.join_next_match()
        assert controller.session.requests == []

    def test_waiting_room_says_what_is_happening_before_the_lobby_is_known(self, qtbot, controller):
        controller.opening_texts = ("Tom's table", "Knocking…")
        room = controller.create_waiting_room()
        qtbot.addWidget(room)
        assert {"Tom's table", "Knocking…"} <= set(collect_texts(room))

    def test_refused_change_is_undone_in_the_waiting_room(self, qtbot, controller):
        controller.on_message(GATHERING)
        room = controller.create_waiting_room()
        qtbot.addWidget(room)
        room.settings_form.hints_box.setChecked(False)
        controller.on_message(RequestDeniedMessage(why="not-now"))
        assert room.settings_form.hints_box.isChecked()

    def test_stopped_match_leaves_its_table(self, qtbot, services, controller):
        removals = []
        controller.overlay = SimpleNamespace(remove_from_table=lambda: removals.append(True))
        with qtbot.waitSignal(controller.waiting_room_requested):
            controller.on_message(MatchStoppedMessage(match="1", by="Tom"))
        assert (removals, controller.overlay) == ([True], None)
        assert "Tom" in services.notifications.sentence
        controller.remove_overlay()
        assert removals == [True]
