"""Tests for opening, joining and leaving network tables, by mouse and keyboard."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.app.network.seat_secrets import KnownTable
from greenbaize.app.seats.bot_launcher import HERE
from greenbaize.app.tables.matches import OpenMatch, settled_header
from greenbaize.app.tables.unfinished import unfinished_at
from greenbaize.games import GAMES
from greenbaize.lan.wire import ReadyMark, Stop
from greenbaize.match.codecs import event_codec
from greenbaize.match.player import Player
from greenbaize.match.record import read_record
from greenbaize.match.seal import Seal
from greenbaize.rules.chance import seed_from
from greenbaize.rules.messages import Message
from greenbaize.store.record_file import RecordFile, lock_record
from greenbaize.store.settings import Settings
from greenbaize.ui.features.history.opening import replay
from greenbaize.ui.features.network import door
from greenbaize.ui.features.network.join_dialog import JoinDialog
from greenbaize.ui.features.network.lay_dialog import LayDialog
from greenbaize.ui.features.network.waiting_room import CodeDialog
from greenbaize.ui.features.people.people import OwnNameDialog
from greenbaize.ui.features.start import known_tables as known
from greenbaize.ui.match.unfinished import UnfinishedDialog
from greenbaize.ui.sheets.result import ResultSheet
from greenbaize.ui.sheets.unwritten import UnwrittenMatchDialog
from greenbaize.ui.shell.navigation import OpenRecord, OpenTable, ReopenTable, Replay
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.texts import speak
from greenbaize.ui.widgets.theme import DARK
from store.disks import Disk
from ui.features.network.fake_session import FOUR, chair
from ui.measuring import letters_twice
from ui.shell.test_window import action, dialog_of, offered, told
from ui.table.person import until
from ui.table.seen import texts_of


def open_table(person, network):
    """Open a table with the button on the start screen."""
    offered(person)
    person.choose("Friends", "Open a table")
    until(lambda: person.main.room is not None)
    network.last.open()
    network.last.show(*FOUR)
    until(lambda: person.main.room and person.main.room.lobby)


@pytest.fixture
def ida(opened):
    """Show the complete start screen."""
    person = opened()
    offered(person)
    return person


@pytest.fixture
def host(opened, network):
    """Open a table hosted by Ida and show its waiting room."""
    person = opened()
    open_table(person, network)
    return person


def play(person, network, **more):
    """Start a match with three friends."""
    table = network.last.play("Ida", "Tom", "Eva", "Kim")
    chairs = [chair(one.name) for one in table.header.sitters]
    you = [one.name for one in table.header.sitters].index("Ida")
    network.last.show(*chairs, you=you, keeper=you, stage="playing", **more)
    until(lambda: person.main.playing is not None)
    until(lambda: person.main.door().visit.playing)


def test_one_click_opens_the_waiting_room_with_the_last_game(ida, network):
    ida.choose("Friends", "Open a table")
    assert ida.main.room is not None  # at once, before anything is known of the network
    assert network.last.begun
    lay = network.last.wish.lay
    assert (lay.game, lay.seats, lay.bots) == ("damn", 4, "medium")
    assert network.last.wish.you == "Ida"
    network.last.open()
    until(lambda: ida.main.room.head.copy_buttons)
    ida.click_button("Copy the code")
    assert ida.button("Copied").accessibleDescription() == "ABC-234"


def test_the_keyboard_alone_opens_a_table_and_gets_ready(ida, network):
    QTest.keyClick(
        ida.window,
        Qt.Key.Key_O,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    until(lambda: network.sessions)
    network.last.show(*FOUR)
    until(lambda: ida.main.room.ready_button.hasFocus() or None)
    ida.press(Qt.Key.Key_Return)
    assert network.last.asked == [ReadyMark(ready=True)]


@pytest.mark.slow
def test_a_wrong_code_keeps_the_dialog_and_what_was_typed(ida, network):
    ida.choose("Friends", "Join a table")
    dialog = dialog_of(ida, JoinDialog)
    dialog.address.setText("192.168.1.7:4000")
    QTest.keyClicks(dialog.code, "abc 234")
    QTest.keyClick(dialog.code, Qt.Key.Key_Return)
    wish = network.last.wish
    assert (wish.host, wish.port, wish.code, wish.you) == ("192.168.1.7", 4000, "abc 234", "Ida")
    network.last.end(Message("table-away-code"))
    until(dialog.problem.isVisible)
    assert "not the code" in dialog.problem.text()
    assert dialog.code.hasFocus()
    assert dialog.code.selectedText() == "abc 234"
    assert network.last.closed
    QTest.keyClick(dialog.code, Qt.Key.Key_Return)
    network.last.show(*FOUR, you=1)
    until(lambda: ida.main.room is not None)
    assert network.finders[0].closed
    assert not action(ida, "New match").isEnabled()
    assert action(ida, "Leave the table").isVisible()


@pytest.mark.slow
def test_a_name_is_kept_as_soon_as_one_is_let_in(nameless, network):
    action(nameless, "Join a table").trigger()
    dialog = dialog_of(nameless, JoinDialog)
    for one, text in ((dialog.address, "host:4000"), (dialog.code, "ABCD"), (dialog.name, "Zoe")):
        one.setText(text)
    dialog.join_button.click()
    assert nameless.main.settings.your_name == ""
    network.last.show(*FOUR, you=1)
    until(lambda: nameless.main.room is not None)
    assert Settings.load().your_name == "Zoe"


def test_giving_up_at_the_door_ends_the_stay(ida, network):
    ida.choose("Friends", "Join a table")
    dialog = dialog_of(ida, JoinDialog)
    dialog.address.setText("host:4000")
    dialog.code.setText("ABCD")
    QTest.keyClick(dialog.code, Qt.Key.Key_Return)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert network.last.closed
    assert ida.main.room is None


def test_the_way_back_is_offered_after_the_first_paint(opened, network, known_tables):
    known_tables.append(KnownTable(1, "", "", "Ida", "10.0.0.7", 4000, "Tom's table", "damn"))
    person = opened()
    offered(person)
    until(lambda: offered(person)[0] == "Back to Tom's table")
    back, usual = person.main.lobby.choices.buttons[:2]
    assert back.hasFocus()
    assert back.y() < usual.y()
    assert (back.font().bold(), usual.font().bold()) == (True, False)
    person.click_button("Back to Tom's table")
    assert network.last.wish.host == "10.0.0.7"
    network.last.end(Message("table-away-closed"))
    until(lambda: person.main.lobby is not None)
    assert told(person)


def test_without_memory_for_a_thread_the_way_back_is_offered_all_the_same(
    opened, network, known_tables, monkeypatch
):
    def start(thread):
        raise RuntimeError(thread.name)

    monkeypatch.setattr(known.Thread, "start", start)
    known_tables.append(KnownTable(1, "", "", "Ida", "10.0.0.7", 4000, "Tom's table", "damn"))
    person = opened()
    until(lambda: offered(person)[0] == "Back to Tom's table")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_letter_is_both_in_the_menu_bar_and_in_the_waiting_room(opened, network, language):
    try:
        speak(language)
        person = opened()
        person.main.services.go(OpenTable())
        until(lambda: person.main.room is not None)
        network.last.open()
        network.last.show(*FOUR)
        until(lambda: person.main.room.lobby)
        assert letters_twice(person.window) == []
    finally:
        speak("en")
        speak("system")


def test_leaving_as_a_host_is_asked_first(host, network):
    host.click_button("Leave")
    question = host.main.door().dialog
    QTest.keyClick(question, Qt.Key.Key_Return)  # Enter means no
    assert network.last.asked == []
    action(host, "Leave the table").trigger()
    QTest.mouseClick(host.main.door().dialog.yes_button, Qt.MouseButton.LeftButton)
    assert network.last.asked == [("leave",)]
    until(lambda: host.main.lobby is not None)
    network.last.end(None)
    until(lambda: network.last.closed)
    assert action(host, "New match").isEnabled()


def test_closing_the_window_asks_a_guest_and_keeps_the_seat(ida, network):
    action(ida, "Join a table").trigger()
    dialog = dialog_of(ida, JoinDialog)
    dialog.address.setText("host:4000")
    dialog.code.setText("ABCD")
    dialog.join_button.click()
    network.last.show(*FOUR, you=0)
    play(ida, network)
    ida.window.close()
    assert ida.window.isVisible()
    question = ida.main.door().dialog
    QTest.mouseClick(question.keep_button, Qt.MouseButton.LeftButton)
    until(lambda: not ida.window.isVisible())
    assert network.last.closed
    assert network.last.asked == []


@pytest.fixture
def disk(host, network, monkeypatch, tmp_path):
    """Fill the disk, so that the hosted match cannot be written."""
    play(host, network)
    disk = Disk(room=0)
    disk.take_place(monkeypatch)
    header = settled_header("damn", tuple(map(Player, ("Ida", "Tom", "Eva"))), {}, None)
    path = tmp_path / "friends.jsonl"
    file = RecordFile.create(path, header, event_codec(GAMES["damn"]), lock_record(path))
    network.last.unwritten = file
    return disk


def unwritten_question(person):
    """Return the open question about the match that cannot be written."""
    question = person.main.door().dialog
    assert isinstance(question, UnwrittenMatchDialog)
    assert question.isVisible()
    assert "No space left on device" in " ".join(texts_of(question))
    return question


def test_closing_the_window_asks_about_a_hosted_match_that_cannot_be_written(host, disk, tmp_path):
    host.window.close()
    unwritten_question(host).no_button.click()
    assert host.window.isVisible()
    host.window.close()
    disk.room = None
    copy = tmp_path / "elsewhere.jsonl"
    unwritten_question(host).save_to(str(copy))
    until(lambda: not host.window.isVisible())
    assert read_record(copy.read_bytes(), GAMES).header.game == "damn"


@pytest.mark.parametrize("code", ["match-unwritten", "guest-record-unwritten"])
def test_what_is_told_of_the_record_stays_when_the_table_takes_the_rooms_place(host, network, code):
    network.last.on_complaint(Message(code, {"reason": "Disk full."}))
    until(lambda: "Disk full." in told(host))
    play(host, network)
    assert "Disk full." in told(host)
    banner = host.main.banner
    there = host.window.childAt(banner.mapTo(host.window, banner.rect().center()))
    assert banner in (there, there.parentWidget())  # and no page covers it
    network.last.on_complaint(Message("record-complete"))
    assert told(host) == "The record is complete again."


@pytest.mark.usefixtures("disk")
def test_leaving_the_table_asks_about_a_match_that_cannot_be_written(host, network):
    action(host, "Leave the table").trigger()
    unwritten_question(host).yes_button.click()
    until(lambda: network.last.asked == [("leave",)])


@pytest.mark.usefixtures("disk")
def test_another_game_asks_about_a_match_that_cannot_be_written(host, network):
    host.main.door().choose_game()
    question = unwritten_question(host)
    assert network.last.asked == []
    question.yes_button.click()
    until(lambda: network.last.asked == [Stop()])


@pytest.mark.usefixtures("disk")
def test_another_match_asks_about_the_last_one_that_cannot_be_written(host):
    host.main.door().ask_another_match()
    question = unwritten_question(host)
    assert host.main.room is None
    question.yes_button.click()
    until(lambda: host.main.room is not None)


def test_a_signal_closes_the_window_without_asking(host, network):
    host.main.close_now()
    assert not host.window.isVisible()
    assert network.last.closed


@pytest.mark.slow
def test_a_match_is_played_and_another_one_follows_with_one_click(host, network):
    table = network.last.play("Ida", "Anna", "Boris", people=1)
    until(lambda: host.main.playing is not None)
    assert not action(host, "Play again").isEnabled()
    assert not action(host, "Abandon").isEnabled()
    while host.wait_for_turn():
        host.act()
    assert table.over
    until(lambda: host.window.findChild(ResultSheet))
    network.last.on_whole(Seal.WHOLE, Path("x.jsonl"))
    card = host.window.findChild(ResultSheet)
    until(lambda: card.seal.text() == "Everybody took part in the shuffle: checked.")
    network.last.show(*FOUR)
    until(lambda: host.main.door().visit.lobby.stage == "gathering")
    host.click(card.again_button)
    until(lambda: host.main.room is not None)
    assert network.last.asked == [ReadyMark(ready=True)]


@pytest.mark.slow
def test_an_error_lays_the_table_anew_from_the_same_place(host, network):
    play(host, network)
    place, before = host.playing.place, host.playing
    host.main.tell_error(ValueError("x"))
    host.click(host.main.banner.act)
    until(lambda: host.main.playing is not before)
    assert host.playing.place is place
    assert host.main.door().visit.at_table is not None


def test_a_host_that_cannot_open_says_why(ida, network):
    ida.choose("Friends", "Open a table")
    network.last.end(Message("table-port", {"port": 4000, "reason": "in use"}))
    until(lambda: ida.main.lobby is not None)
    assert "in use" in told(ida)


def test_what_is_denied_is_said_in_the_room_and_who_is_asked_to_leave_is_told(host, network):
    network.last.on_complaint(Message("table-away-full"))
    until(lambda: "no free chair" in host.main.room.state.text())
    network.last.end(Message("table-away-dismissed"))
    until(lambda: host.main.lobby is not None)
    assert "asked you to leave" in told(host)


def test_a_host_who_is_alone_leaves_without_a_question_and_hears_no_more_of_the_table(
    host, network
):
    network.last.show(chair("Ida"), chair(), chair(), chair())
    until(lambda: host.main.room.lobby.chairs[1].who == "open")
    network.last.open()
    network.last.show(*FOUR)
    host.click_button("Leave")
    assert network.last.asked == [("leave",)]
    network.last.attend()
    network.last.play("Ida", "Tom", "Eva", "Kim")
    network.last.attend()
    QTest.qWait(0)
    assert host.main.playing is None
    assert host.main.room is None
    assert host.main.lobby is not None


def left_match(*people, **more):
    """Write the record of an unfinished match of these people and a bot; return its path."""
    sitters = (*map(Player, people), Player("Boris", "bot", "easy"))
    seed = seed_from("left")
    header = settled_header("damn", sitters, {}, seed)
    match = OpenMatch.begin(replace(header, more=header.more | more))
    match.table.begin()
    match.close()
    return match.file.path


@pytest.mark.parametrize("entry_point", ["first screen", "list"])
def test_the_table_of_a_match_with_friends_is_opened_again(opened, network, entry_point):
    path = left_match("Ida", "Tom")
    person = opened()
    offered(person)
    if entry_point == "list":
        action(person, "Unfinished").trigger()
        dialog_of(person, UnfinishedDialog).go_on_button.click()
    else:
        person.click_button("Open the table again: Damn")
    until(lambda: person.main.room is not None)
    assert network.last.wish.record == path
    assert network.last.wish.lay.seats == 3


@pytest.mark.parametrize("seat", [None, 1])
def test_its_record_opens_the_table_again_and_nobody_goes_on_with_it_at_a_friends_chair(
    opened, network, seat
):
    path = left_match("Ida", "Tom", shuffle={"lobby": "{}", "commits": []})
    person = opened()
    person.main.services.go(OpenRecord(path, seat))
    until(lambda: person.main.room is not None)
    assert network.last.wish.record == path
    assert person.main.playing is None


def test_one_that_is_open_in_another_window_is_not_offered_and_takes_nothing_off_the_table(
    opened, network
):
    path = left_match("Ida", "Tom")
    lock = lock_record(path)
    person = opened()
    offered(person)
    assert not [one for one in texts_on(person) if one.startswith("Open the table again")]
    assert replay(person.main.services, Replay(path)) == ""
    before = person.main.replaying
    person.main.services.go(ReopenTable(path, left_header(path)))
    assert person.main.replaying is before
    assert "another window" in told(person)
    assert person.main.room is None
    lock.let_go()
    person.main.services.go(ReopenTable(path, left_header(path)))
    assert person.main.room is not None


def texts_on(person):
    return [button.text() for button in person.main.lobby.choices.buttons]


def left_header(path):
    one = unfinished_at(path)
    return one.header


def finish(person, network):
    """Play a short match to its end, after which the table gathers again."""
    network.last.play("Ida", "Anna", "Boris", people=1)
    while person.wait_for_turn():
        person.act()
    until(lambda: person.window.findChild(ResultSheet))
    network.last.show(*FOUR)
    until(lambda: person.main.door().visit.lobby.stage == "gathering")
    return person.window.findChild(ResultSheet)


@pytest.mark.slow
def test_nobody_is_ready_for_another_match_that_was_changed(host, network):
    card = finish(host, network)
    network.last.change(options={"first": 4, "deals": 5}, keeper=1)
    until(lambda: "Tom has changed the table" in told(host))
    host.click(card.again_button)
    until(lambda: host.main.room is not None)
    assert network.last.asked == []
    state = host.main.room.state.text()
    assert state.startswith("Tom has changed the table: ")
    assert "Press “Ready”" in state
    host.click(host.main.room.ready_button)
    until(lambda: network.last.asked)
    network.last.show(
        chair("Ida", ready=True), *FOUR[1:], keeper=1, options={"first": 4, "deals": 5}
    )
    until(lambda: "has changed" not in host.main.room.state.text())


def test_the_keeper_ends_a_match_for_another_game(host, network):
    play(host, network)
    action(host, "Another game").trigger()
    question = dialog_of(host, Confirmation)
    assert "continue it later" in question.accessibleDescription()
    QTest.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    until(lambda: Stop() in network.last.asked)
    network.last.tell(network.last.on_stopped, "Ida")
    network.last.show(*FOUR)
    until(lambda: host.main.room is not None)
    assert "kept and can be continued" in told(host)
    dialog = dialog_of(host, LayDialog)
    dialog.game_list.choose("blackout")
    QTest.mouseClick(dialog.take_button, Qt.MouseButton.LeftButton)
    asked = network.last.asked[-1]
    assert (asked.game, asked.bots) == ("blackout", "medium")


def test_the_options_of_each_game_are_kept_as_they_were_last_set(host, network):
    action(host, "Another game").trigger()
    dialog = dialog_of(host, LayDialog)
    dialog.options.field("deals").setValue(7)
    dialog.game_list.choose("master")
    dialog.game_list.choose("damn")  # looking at another game changes nothing
    assert dialog.options.values["deals"] == 7
    QTest.mouseClick(dialog.take_button, Qt.MouseButton.LeftButton)
    lay = network.last.asked[-1]
    network.last.change(game="master", options={})
    until(lambda: host.main.room.lobby.game == "master")
    action(host, "Another game").trigger()
    dialog = dialog_of(host, LayDialog)
    dialog.game_list.choose("damn")
    assert dialog.options.values["deals"] == 7
    assert host.main.services.settings.now.table["rules"]["damn"]["options"] == lay.options


def test_a_guest_is_told_who_has_ended_the_match(ida, network):
    ida.choose("Friends", "Join a table")
    dialog = dialog_of(ida, JoinDialog)
    dialog.address.setText("192.168.1.7:4000")
    QTest.keyClicks(dialog.code, "ABC234")
    QTest.keyClick(dialog.code, Qt.Key.Key_Return)
    network.last.show(*FOUR, you=0, keeper=1)
    until(lambda: ida.main.room is not None)
    network.last.play("Ida", "Tom", "Eva", "Kim")
    until(lambda: ida.main.playing is not None)
    network.last.show(*FOUR, you=0, keeper=1, stage="playing")
    assert not action(ida, "Another game").isVisible()
    network.last.tell(network.last.on_stopped, "Tom")
    network.last.show(*FOUR, you=0, keeper=1)
    until(lambda: ida.main.room is not None and ida.main.room.lobby.stage == "gathering")
    assert "Tom has ended the match." in told(ida)


@pytest.mark.slow
def test_while_the_result_is_shown_one_hears_who_is_ready(host, network):
    finish(host, network)
    network.last.show(FOUR[0], chair("Tom", ready=True), *FOUR[2:])
    until(lambda: "Ready for another match" in told(host))
    assert "Tom" in told(host)
    network.last.show(FOUR[0], chair("Tom", ready=True), FOUR[2], chair("Kim", ready=True))
    until(lambda: "Kim" in told(host))
    assert "Tom" in told(host)  # the previous message is gone, and Tom is still ready


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seal", "words"),
    [
        (Seal.UNSEEN, "took no part in it"),
        (Seal.AGAIN, "begun again"),
        (Seal.BROKEN, "Do not trust it"),
    ],
)
def test_the_result_says_what_was_found_of_the_shuffle(host, network, seal, words):
    card = finish(host, network)
    network.last.on_whole(seal, None)
    until(lambda: words in card.seal.text())


def test_the_code_is_told_during_the_whole_stay(host, network):
    play(host, network)
    entry = action(host, "Code of the table")
    assert entry.isVisible()
    entry.trigger()
    dialog = dialog_of(host, CodeDialog)
    descriptions = [one.accessibleDescription() for one in dialog.head.copy_buttons]
    assert descriptions[:2] == ["ABC-234", "192.168.1.5:40123"]
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def codes_of(head):
    return [one.accessibleDescription() for one in head.copy_buttons][:1]


def test_a_new_code_is_one_click_in_the_waiting_room_and_in_mid_match(host, network):
    head = host.main.room.head
    QTest.mouseClick(head.renew_button, Qt.MouseButton.LeftButton)
    assert network.last.asked[-1] == "renew-code"
    until(lambda: codes_of(head) == ["XYZ-567"])
    assert "The old code lets nobody in any more" in head.renew_button.toolTip()
    play(host, network)
    network.last.code = "ABC-234"
    action(host, "Code of the table").trigger()
    dialog = dialog_of(host, CodeDialog)
    assert codes_of(dialog.head) == ["ABC-234"]
    dialog.head.renew_button.setFocus()
    QTest.keyClick(dialog.head.renew_button, Qt.Key.Key_Space)
    until(lambda: codes_of(dialog.head) == ["XYZ-567"])
    assert dialog.head.renew_button.hasFocus()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_who_does_not_know_the_code_is_not_offered_it(opened, network):
    person = opened()
    assert not action(person, "Code of the table").isVisible()
    offered(person)
    person.choose("Friends", "Open a table")
    network.last.show(*FOUR)
    until(lambda: person.main.room and person.main.room.lobby)
    assert not action(person, "Code of the table").isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("before", ["ready", "chat", "menu"])
def test_a_match_has_the_keyboard_wherever_it_was_before(host, network, before):
    if before == "chat":
        host.main.room.chat.field.setFocus()
    elif before == "menu":
        bar = host.window.menuBar()
        bar.setFocus()
    network.last.play("Ida", "Anna", "Boris", people=1)
    check_it_has_the_keyboard(host)


def check_it_has_the_keyboard(person):
    assert person.wait_for_turn()
    QTest.qWait(20)
    assert person.playing.isAncestorOf(person.window.focusWidget()) or person.playing.hasFocus()
    assert person.asked_bid
    person.press(Qt.Key.Key_0)
    assert not person.asked_bid


def test_a_match_that_comes_with_its_table_has_the_keyboard(opened, network):
    left_match("Ida", "Tom")
    person = opened()
    offered(person)
    person.click_button("Open the table again: Damn")
    network.last.open()
    network.last.play("Ida", "Anna", "Boris", people=1)
    network.last.show(*(chair(name) for name in ("Ida", "Anna", "Boris")), stage="playing")
    check_it_has_the_keyboard(person)


def test_the_way_back_does_not_take_the_choice_from_whoever_has_moved_on(ida, network):
    choices = ida.main.lobby.choices
    choices.buttons[1].setFocus()
    first = choices.add_first("Back to Tom's table")
    assert not first.hasFocus()
    assert choices.buttons[0] is first


def test_passing_news_goes_away_by_a_key_or_a_click(host, network):
    network.last.play("Ida", "Anna", "Boris", people=1)
    host.wait_for_turn()
    banner = host.main.banner
    banner.mention("Tom is back.")
    host.press(Qt.Key.Key_Escape)
    assert not banner.isVisible()
    banner.mention("Tom is back.")
    QTest.mouseClick(banner.words, Qt.MouseButton.LeftButton)
    assert not banner.isVisible()
    banner.tell("Something grave.")
    host.press(Qt.Key.Key_Escape)
    assert banner.isVisible()


@pytest.mark.slow
def test_the_finished_table_stays_and_leads_to_the_waiting_room(host, network):
    card = finish(host, network)
    host.click(card.close_link)
    strip = host.main.ending.strip
    assert strip.isVisible()
    assert host.main.playing is not None
    host.click(strip.result_button)
    assert card.isVisible()
    host.click(card.close_link)
    host.click(strip.new_button)
    until(lambda: host.main.room is not None)
    assert network.last.asked == []


@pytest.mark.slow
def test_the_finished_table_stays_when_the_one_with_friends_is_closed(host, network):
    card = finish(host, network)
    network.last.end(None)
    until(lambda: not host.main.at_friends)
    assert host.main.playing is not None
    assert "has been closed" in told(host)
    assert card.isVisible()
    assert not card.again_button.isVisible()
    host.window.resize(1100, 720)
    dress(DARK)  # the side column is laid over the table meanwhile
    host.playing.dress()
    assert host.main.review_action.isEnabled()
    assert action(host, "Whole sheet").isEnabled()
    host.click(card.leave_link)
    assert host.main.lobby is not None
    assert host.main.playing is None


@pytest.mark.slow
@pytest.mark.parametrize("is_result_closed", [False, True])
def test_the_key_leaves_the_table_of_a_match_that_is_over(host, network, is_result_closed):
    QTest.keyClick(host.window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert host.main.room is not None  # there is nothing to leave by a key yet
    card = finish(host, network)
    if is_result_closed:
        host.click(card.close_link)
    focus = host.window.focusWidget() or host.window
    QTest.keyClick(focus, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    question = host.main.door().dialog
    assert question.isVisible()
    QTest.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    until(lambda: host.main.lobby is not None)
    assert not host.main.at_friends


@pytest.fixture
def nameless(monkeypatch, opened):
    """Open the program without a player name, on a system that has no user name either."""
    for key in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(key, raising=False)
    person = opened()
    offered(person)
    person.main.settings.your_name = ""
    return person


def test_who_has_no_name_is_asked_for_one_before_a_table_is_opened(nameless, network):
    main = nameless.main
    main.door().open_table()
    dialog = dialog_of(nameless, OwnNameDialog)
    assert main.room is None
    for typed in ("", "you"):
        dialog.name.setText(typed)
        QTest.keyClick(dialog.name, Qt.Key.Key_Return)
        assert dialog.problem.isVisible()
        assert main.room is None
    dialog.name.clear()
    QTest.keyClicks(dialog.name, "Zoe")
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    assert main.room is not None
    assert network.last.wish.you == "Zoe"
    assert main.settings.your_name == "Zoe"


@pytest.mark.parametrize(("you", "name"), [("Ida", "Ida's table"), ("You", "Table for friends")])
def test_a_table_is_named_after_who_opens_it(monkeypatch, you, name):
    monkeypatch.setattr(door, "your_name", lambda _: you)
    lay = door._lay("damn", 3, {}, "")
    assert door._opening(lay, Settings(), HERE).name == name
