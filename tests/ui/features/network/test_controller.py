"""Tests for opening, joining and leaving network tables, by mouse and keyboard."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.app.network.seat_secrets import KnownTable, SecretFileStore
from greenbaize.app.network.session import StoredRecord
from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER
from greenbaize.app.tables.matches import OpenMatch, create_header
from greenbaize.app.tables.unfinished_matches import read_unfinished_match
from greenbaize.games import GAMES
from greenbaize.lan.pairing import new_secret
from greenbaize.lan.wire import ReadyMessage, StopMatchMessage
from greenbaize.match.codecs import event_codec
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import read_record
from greenbaize.match.seal import SealVerdict
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.record_file import RecordFile, lock_record
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.history.record_opening import open_replay
from greenbaize.ui.features.network import controller
from greenbaize.ui.features.network.join_dialog import JoinDialog
from greenbaize.ui.features.network.table_setup_dialog import TableSetupDialog
from greenbaize.ui.features.network.waiting_room import CodeDialog
from greenbaize.ui.features.people.people_dialogs import OwnNameDialog
from greenbaize.ui.features.start import known_tables as known
from greenbaize.ui.features.start.known_tables import load_known_tables
from greenbaize.ui.match.resume_dialogs import UnfinishedDialog
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.sheets.unsaved_match import UnsavedMatchDialog
from greenbaize.ui.shell.navigation import (
    RecordRoute,
    ReopenTableRoute,
    ReplayRoute,
    StartRoute,
)
from greenbaize.ui.widgets.localized_texts import set_window_language
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK
from store.disks import LimitedDisk
from ui.features.network.fake_session import FOUR_CHAIRS, make_chair
from ui.features.network.table_steps import finish_match, start_friends_match
from ui.table.person import wait_until
from ui.table.table_checks import collect_texts
from ui.window_steps import banner_text, find_menu_action, start_menu_texts, wait_for_dialog

FINGERPRINT = b"\1" * 32


def test_start_screen_opens_a_table_with_the_last_game(person, network):
    person.choose_menu_entry("Friends", "Open a table")
    assert (
        person.facade.waiting_room is not None
    )  # at once, before anything is known of the network
    assert network.last_session.is_started
    lay = network.last_session.options.match_setup
    assert (lay.game, lay.seats, lay.bots) == ("damn", 4, "medium")
    assert network.last_session.options.own_name == "Ida"
    network.last_session.report_open()
    wait_until(lambda: person.facade.waiting_room.join_info.copy_buttons)
    person.click_button("Copy the code")
    assert person.find_button("Copied").accessibleDescription() == "ABC-234"


def test_table_is_opened_by_keyboard(person, network):
    QTest.keyClick(
        person.window,
        Qt.Key.Key_O,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    wait_until(lambda: network.sessions)
    network.last_session.report_lobby(*FOUR_CHAIRS)
    wait_until(lambda: person.facade.waiting_room.ready_button.hasFocus() or None)
    person.press(Qt.Key.Key_Return)
    assert network.last_session.requests == [ReadyMessage(ready=True)]


@pytest.mark.slow
def test_wrong_code_keeps_the_typed_text(person, network):
    person.choose_menu_entry("Friends", "Join a table")
    dialog = wait_for_dialog(person, JoinDialog)
    dialog.address_field.setText("192.168.1.7:4000")
    QTest.keyClicks(dialog.code_field, "abc 234")
    QTest.keyClick(dialog.code_field, Qt.Key.Key_Return)
    wish = network.last_session.options
    assert (wish.host, wish.port, wish.code, wish.own_name) == (
        "192.168.1.7",
        4000,
        "abc 234",
        "Ida",
    )
    network.last_session.report_end(Message("table-away-code"))
    wait_until(dialog.error_label.isVisible)
    assert "not the code" in dialog.error_label.text()
    assert dialog.code_field.hasFocus()
    assert dialog.code_field.selectedText() == "abc 234"
    assert network.last_session.is_closed
    QTest.keyClick(dialog.code_field, Qt.Key.Key_Return)
    network.last_session.report_lobby(*FOUR_CHAIRS, you=1)
    wait_until(lambda: person.facade.waiting_room is not None)
    assert network.finders[0].closed
    assert not find_menu_action(person, "New match").isEnabled()
    assert find_menu_action(person, "Leave the table").isVisible()


@pytest.mark.slow
def test_name_is_stored_once_admitted(nameless_person, network):
    find_menu_action(nameless_person, "Join a table").trigger()
    dialog = wait_for_dialog(nameless_person, JoinDialog)
    for field, text in (
        (dialog.address_field, "host:4000"),
        (dialog.code_field, "ABCD"),
        (dialog.name_field, "Zoe"),
    ):
        field.setText(text)
    dialog.join_button.click()
    assert nameless_person.facade.settings.your_name == ""
    network.last_session.report_lobby(*FOUR_CHAIRS, you=1)
    wait_until(lambda: nameless_person.facade.waiting_room is not None)
    assert UserSettings.load().your_name == "Zoe"


def test_cancelled_join_ends_the_session(person, network):
    person.choose_menu_entry("Friends", "Join a table")
    dialog = wait_for_dialog(person, JoinDialog)
    dialog.address_field.setText("host:4000")
    dialog.code_field.setText("ABCD")
    QTest.keyClick(dialog.code_field, Qt.Key.Key_Return)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert network.last_session.is_closed
    assert person.facade.waiting_room is None


def test_known_table_is_offered_after_the_first_paint(open_program, network, known_tables):
    known_tables.append(KnownTable(1, "", "", "Ida", "10.0.0.7", 4000, "Tom's table", "damn"))
    person = open_program()
    start_menu_texts(person)
    wait_until(lambda: start_menu_texts(person)[0] == "Back to Tom's table")
    back, usual = person.facade.start_screen.start_menu.buttons[:2]
    assert back.hasFocus()
    assert back.y() < usual.y()
    assert (back.font().bold(), usual.font().bold()) == (True, False)
    person.click_button("Back to Tom's table")
    assert network.last_session.options.host == "10.0.0.7"
    network.last_session.report_end(Message("table-away-closed"))
    wait_until(lambda: person.facade.start_screen is not None)
    assert banner_text(person)


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("Back to Tom's table", "You already sit at this table in another window.")),
        ("ru", ("Вернуться: Tom's table", "Вы уже сидите за этим столом в другом окне.")),
    ],
)
def test_table_that_another_window_plays_is_not_offered(
    open_program, network, monkeypatch, language, texts
):
    offer, refusal = texts
    searches = []

    def search_tables():
        searches.append(load_known_tables())
        return searches[-1]

    monkeypatch.setattr(known, "load_known_tables", search_tables)
    other_window = SecretFileStore(folders.seat_secrets_folder(), "Ida", "10.0.0.7", 4000)
    other_window.write_secret(FINGERPRINT, new_secret())
    other_window.write_table_info(FINGERPRINT, "Tom's table", "damn")
    assert other_window.load_secret(FINGERPRINT)
    try:
        set_window_language(language)
        person = open_program()
        wait_until(lambda: searches == [()])
        other_window.unlock_seat()
        person.facade.services.navigate(StartRoute())
        wait_until(lambda: start_menu_texts(person)[0] == offer)
        person.click_button(offer)
        network.last_session.report_end(Message("table-away-other-window"))
        wait_until(lambda: person.facade.start_screen is not None)
        assert banner_text(person) == refusal
    finally:
        set_window_language("en")
        set_window_language("system")


def test_known_table_is_offered_without_a_thread(open_program, network, known_tables, monkeypatch):
    def fail_to_start(thread):
        raise RuntimeError(thread.name)

    monkeypatch.setattr(known.Thread, "start", fail_to_start)
    known_tables.append(KnownTable(1, "", "", "Ida", "10.0.0.7", 4000, "Tom's table", "damn"))
    person = open_program()
    wait_until(lambda: start_menu_texts(person)[0] == "Back to Tom's table")


def test_host_confirms_leaving(host, network):
    host.click_button("Leave")
    question = host.facade.load_network_controller().dialog
    QTest.keyClick(question, Qt.Key.Key_Return)  # Enter means no
    assert network.last_session.requests == []
    find_menu_action(host, "Leave the table").trigger()
    QTest.mouseClick(
        host.facade.load_network_controller().dialog.yes_button, Qt.MouseButton.LeftButton
    )
    assert network.last_session.requests == [("leave",)]
    wait_until(lambda: host.facade.start_screen is not None)
    network.last_session.report_end(None)
    wait_until(lambda: network.last_session.is_closed)
    assert find_menu_action(host, "New match").isEnabled()


def test_closing_guest_may_keep_the_seat(person, network):
    find_menu_action(person, "Join a table").trigger()
    dialog = wait_for_dialog(person, JoinDialog)
    dialog.address_field.setText("host:4000")
    dialog.code_field.setText("ABCD")
    dialog.join_button.click()
    network.last_session.report_lobby(*FOUR_CHAIRS, you=0)
    start_friends_match(person, network)
    person.window.close()
    assert person.window.isVisible()
    question = person.facade.load_network_controller().dialog
    QTest.mouseClick(question.temporary_leave_button, Qt.MouseButton.LeftButton)
    wait_until(lambda: not person.window.isVisible())
    assert network.last_session.is_closed
    assert network.last_session.requests == []


@pytest.fixture
def disk(host, network, monkeypatch, tmp_path):
    """Fill the disk, so that the hosted match cannot be written."""
    start_friends_match(host, network)
    disk = LimitedDisk(free_bytes=0)
    disk.install(monkeypatch)
    header = create_header("damn", tuple(map(HeaderPlayer, ("Ida", "Tom", "Eva"))), {}, None)
    path = tmp_path / "friends.jsonl"
    file = RecordFile.create(path, header, event_codec(GAMES["damn"]), lock_record(path))
    network.last_session.unwritten_record = file
    return disk


def unsaved_match_dialog(person):
    """Return the open question about the match that cannot be written."""
    question = person.facade.load_network_controller().dialog
    assert isinstance(question, UnsavedMatchDialog)
    assert question.isVisible()
    assert "No space left on device" in " ".join(collect_texts(question))
    return question


def test_closing_with_an_unsaved_match_asks(host, disk, tmp_path):
    host.window.close()
    unsaved_match_dialog(host).no_button.click()
    assert host.window.isVisible()
    host.window.close()
    disk.free_bytes = None
    copy = tmp_path / "elsewhere.jsonl"
    unsaved_match_dialog(host).save_to(str(copy))
    wait_until(lambda: not host.window.isVisible())
    assert read_record(copy.read_bytes(), GAMES).header.game == "damn"


@pytest.mark.usefixtures("disk")
def test_leaving_with_an_unsaved_match_asks(host, network):
    find_menu_action(host, "Leave the table").trigger()
    unsaved_match_dialog(host).yes_button.click()
    wait_until(lambda: network.last_session.requests == [("leave",)])


@pytest.mark.usefixtures("disk")
def test_changing_game_with_an_unsaved_match_asks(host, network):
    host.facade.load_network_controller().choose_game()
    question = unsaved_match_dialog(host)
    assert network.last_session.requests == []
    question.yes_button.click()
    wait_until(lambda: network.last_session.requests == [StopMatchMessage()])


@pytest.mark.usefixtures("disk")
def test_next_match_after_an_unsaved_one_asks(host):
    host.facade.load_network_controller().start_next_match()
    question = unsaved_match_dialog(host)
    assert host.facade.waiting_room is None
    question.yes_button.click()
    wait_until(lambda: host.facade.waiting_room is not None)


def test_a_signal_closes_the_window_without_asking(host, network):
    host.facade.close_without_asking()
    assert not host.window.isVisible()
    assert network.last_session.is_closed


@pytest.mark.slow
def test_a_match_is_played_and_another_one_follows_with_one_click(host, network):
    table = network.last_session.start_match("Ida", "Anna", "Boris", person_count=1)
    wait_until(lambda: host.facade.match_view is not None)
    assert not find_menu_action(host, "Play again").isEnabled()
    assert not find_menu_action(host, "Abandon").isEnabled()
    while host.wait_for_turn():
        host.play_first_choice()
    assert table.is_over
    wait_until(lambda: host.window.findChild(ResultPanel))
    network.last_session.receive_message(StoredRecord(SealVerdict.INTACT, Path("x.jsonl")))
    card = host.window.findChild(ResultPanel)
    wait_until(lambda: card.seal_label.text() == "Everybody took part in the shuffle: checked.")
    network.last_session.report_lobby(*FOUR_CHAIRS)
    wait_until(
        lambda: host.facade.load_network_controller().session_controller.lobby.stage == "gathering"
    )
    host.click(card.again_button)
    wait_until(lambda: host.facade.waiting_room is not None)
    assert network.last_session.requests == [ReadyMessage(ready=True)]


@pytest.mark.slow
def test_table_is_rebuilt_after_an_error(host, network):
    start_friends_match(host, network)
    player_view, previous_view = host.match_view.player_view, host.match_view
    host.facade.show_error(ValueError("x"))
    host.click(host.facade.banner.action_button)
    wait_until(lambda: host.facade.match_view is not previous_view)
    assert host.match_view.player_view is player_view
    assert host.facade.load_network_controller().session_controller.overlay is not None


def test_failed_opening_is_explained(person, network):
    person.choose_menu_entry("Friends", "Open a table")
    network.last_session.report_end(Message("table-port", {"port": 4000, "reason": "in use"}))
    wait_until(lambda: person.facade.start_screen is not None)
    assert "in use" in banner_text(person)


def test_lone_host_leaves_without_a_question(host, network):
    network.last_session.report_lobby(make_chair("Ida"), make_chair(), make_chair(), make_chair())
    wait_until(lambda: host.facade.waiting_room.lobby.chairs[1].who == "open")
    network.last_session.report_open()
    network.last_session.report_lobby(*FOUR_CHAIRS)
    host.click_button("Leave")
    assert network.last_session.requests == [("leave",)]
    network.last_session.process_pending()
    network.last_session.start_match("Ida", "Tom", "Eva", "Kim")
    network.last_session.process_pending()
    QTest.qWait(0)
    assert host.facade.match_view is None
    assert host.facade.waiting_room is None
    assert host.facade.start_screen is not None


def write_unfinished_match(*people, **header_fields):
    """Write the record of an unfinished match of these people and a bot; return its path."""
    players = (*map(HeaderPlayer, people), HeaderPlayer("Boris", "bot", "easy"))
    seed = seed_from_text("left")
    header = create_header("damn", players, {}, seed)
    match = OpenMatch.create(replace(header, extra=header.extra | header_fields))
    match.table.start_match()
    match.close()
    return match.file.path


@pytest.mark.parametrize("entry_point", ["first screen", "list"])
def test_unfinished_network_match_is_reopened(open_program, network, entry_point):
    path = write_unfinished_match("Ida", "Tom")
    person = open_program()
    start_menu_texts(person)
    if entry_point == "list":
        find_menu_action(person, "Unfinished").trigger()
        wait_for_dialog(person, UnfinishedDialog).resume_button.click()
    else:
        person.click_button("Open the table again: Damn")
    wait_until(lambda: person.facade.waiting_room is not None)
    assert network.last_session.options.record_path == path
    assert network.last_session.options.match_setup.seats == 3


@pytest.mark.parametrize("seat", [None, 1])
def test_opening_the_record_reopens_the_table(open_program, network, seat):
    path = write_unfinished_match("Ida", "Tom", shuffle={"lobby": "{}", "commits": []})
    person = open_program()
    person.facade.services.navigate(RecordRoute(path, seat))
    wait_until(lambda: person.facade.waiting_room is not None)
    assert network.last_session.options.record_path == path
    assert person.facade.match_view is None


def test_locked_match_is_not_reopened(open_program, network):
    path = write_unfinished_match("Ida", "Tom")
    lock = lock_record(path)
    person = open_program()
    start_menu_texts(person)
    assert not [text for text in choice_texts(person) if text.startswith("Open the table again")]
    assert open_replay(person.facade.services, ReplayRoute(path)) == ""
    before = person.facade.replay_page
    person.facade.services.navigate(ReopenTableRoute(path, unfinished_header(path)))
    assert person.facade.replay_page is before
    assert "another window" in banner_text(person)
    assert person.facade.waiting_room is None
    lock.release()
    person.facade.services.navigate(ReopenTableRoute(path, unfinished_header(path)))
    assert person.facade.waiting_room is not None


def choice_texts(person):
    return [button.text() for button in person.facade.start_screen.start_menu.buttons]


def unfinished_header(path):
    match = read_unfinished_match(path)
    return match.header


def test_options_are_remembered_for_each_game(host, network):
    find_menu_action(host, "Another game").trigger()
    dialog = wait_for_dialog(host, TableSetupDialog)
    dialog.options_form.get_field("deals").setValue(7)
    dialog.game_list.choose_game("master")
    dialog.game_list.choose_game("damn")  # looking at another game changes nothing
    assert dialog.options_form.values["deals"] == 7
    QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    lay = network.last_session.requests[-1]
    network.last_session.change_lobby(game="master", options={})
    wait_until(lambda: host.facade.waiting_room.lobby.game == "master")
    find_menu_action(host, "Another game").trigger()
    dialog = wait_for_dialog(host, TableSetupDialog)
    dialog.game_list.choose_game("damn")
    assert dialog.options_form.values["deals"] == 7
    rules = host.facade.services.settings.current.table["rules"]
    assert rules["damn"]["options"] == {"first": 3, "deals": 7}  # what is not as usual
    assert {"first": 3, "deals": 7}.items() < lay.options.items()


def shown_codes(head):
    return [button.accessibleDescription() for button in head.copy_buttons][:1]


def test_code_is_renewed_in_room_and_match(host, network):
    head = host.facade.waiting_room.join_info
    QTest.mouseClick(head.renew_button, Qt.MouseButton.LeftButton)
    assert network.last_session.requests[-1] == "renew-code"
    wait_until(lambda: shown_codes(head) == ["XYZ-567"])
    assert "The old code lets nobody in any more" in head.renew_button.toolTip()
    start_friends_match(host, network)
    network.last_session.code = "ABC-234"
    find_menu_action(host, "Code of the table").trigger()
    dialog = wait_for_dialog(host, CodeDialog)
    assert shown_codes(dialog.join_info) == ["ABC-234"]
    dialog.join_info.renew_button.setFocus()
    QTest.keyClick(dialog.join_info.renew_button, Qt.Key.Key_Space)
    wait_until(lambda: shown_codes(dialog.join_info) == ["XYZ-567"])
    assert dialog.join_info.renew_button.hasFocus()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


@pytest.mark.slow
@pytest.mark.parametrize("before", ["ready", "chat", "menu"])
def test_match_gets_the_focus(host, network, before):
    if before == "chat":
        host.facade.waiting_room.chat_panel.input_field.setFocus()
    elif before == "menu":
        bar = host.window.menuBar()
        bar.setFocus()
    network.last_session.start_match("Ida", "Anna", "Boris", person_count=1)
    check_match_has_focus(host)


def check_match_has_focus(person):
    assert person.wait_for_turn()
    QTest.qWait(20)
    assert (
        person.match_view.isAncestorOf(person.window.focusWidget()) or person.match_view.hasFocus()
    )
    assert person.asks_for_bid
    person.press(Qt.Key.Key_0)
    assert not person.asks_for_bid


def test_reopened_match_gets_the_focus(open_program, network):
    write_unfinished_match("Ida", "Tom")
    person = open_program()
    start_menu_texts(person)
    person.click_button("Open the table again: Damn")
    network.last_session.report_open()
    network.last_session.start_match("Ida", "Anna", "Boris", person_count=1)
    network.last_session.report_lobby(
        *(make_chair(name) for name in ("Ida", "Anna", "Boris")), stage="playing"
    )
    check_match_has_focus(person)


def test_late_offer_keeps_the_moved_focus(person, network):
    choices = person.facade.start_screen.start_menu
    choices.buttons[1].setFocus()
    first = choices.add_default_button("Back to Tom's table")
    assert not first.hasFocus()
    assert choices.buttons[0] is first


def test_brief_notices_are_dismissed_by_key_or_click(host, network):
    network.last_session.start_match("Ida", "Anna", "Boris", person_count=1)
    host.wait_for_turn()
    banner = host.facade.banner
    banner.show_transient("Tom is back.")
    host.press(Qt.Key.Key_Escape)
    assert not banner.isVisible()
    banner.show_transient("Tom is back.")
    QTest.mouseClick(banner.label, Qt.MouseButton.LeftButton)
    assert not banner.isVisible()
    banner.show_sentence("Something grave.")
    host.press(Qt.Key.Key_Escape)
    assert banner.isVisible()


@pytest.mark.slow
def test_finished_table_leads_to_the_waiting_room(host, network):
    card = finish_match(host, network)
    host.click(card.close_link)
    strip = host.facade.result_controller.end_bar
    assert strip.isVisible()
    assert host.facade.match_view is not None
    host.click(strip.result_button)
    assert card.isVisible()
    host.click(card.close_link)
    host.click(strip.new_button)
    wait_until(lambda: host.facade.waiting_room is not None)
    assert network.last_session.requests == []


@pytest.mark.slow
def test_finished_table_outlives_the_session(host, network):
    card = finish_match(host, network)
    network.last_session.report_end(None)
    wait_until(lambda: not host.facade.is_shared)
    assert host.facade.match_view is not None
    assert "has been closed" in banner_text(host)
    assert card.isVisible()
    assert not card.again_button.isVisible()
    host.window.resize(1100, 720)
    apply_application_theme(DARK)  # the side column is laid over the table meanwhile
    host.match_view.apply_theme()
    assert host.facade.review_action.isEnabled()
    assert find_menu_action(host, "Whole sheet").isEnabled()
    host.click(card.leave_link)
    assert host.facade.start_screen is not None
    assert host.facade.match_view is None


@pytest.fixture
def nameless_person(monkeypatch, open_program):
    """Open the program without a player name, on a system that has no user name either."""
    for key in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(key, raising=False)
    person = open_program()
    start_menu_texts(person)
    person.facade.settings.your_name = ""
    return person


def test_name_is_asked_for_before_opening_a_table(nameless_person, network):
    main = nameless_person.facade
    main.load_network_controller().open_table()
    dialog = wait_for_dialog(nameless_person, OwnNameDialog)
    assert main.waiting_room is None
    for typed in ("", "you"):
        dialog.name_field.setText(typed)
        QTest.keyClick(dialog.name_field, Qt.Key.Key_Return)
        assert dialog.error_label.isVisible()
        assert main.waiting_room is None
    dialog.name_field.clear()
    QTest.keyClicks(dialog.name_field, "Zoe")
    QTest.keyClick(dialog.name_field, Qt.Key.Key_Return)
    assert main.waiting_room is not None
    assert network.last_session.options.own_name == "Zoe"
    assert main.settings.your_name == "Zoe"


@pytest.mark.parametrize(("you", "name"), [("Ida", "Ida's table"), ("You", "Table for friends")])
def test_table_is_named_after_its_host(monkeypatch, you, name):
    monkeypatch.setattr(controller, "get_own_name", lambda _: you)
    lay = controller._create_match_setup("damn", 3, {}, "")
    options = controller._create_host_options(GAMES, lay, UserSettings(), IN_PROCESS_LAUNCHER)
    assert options.name == name
