"""Tests for starting, resuming, leaving and abandoning matches at this computer."""

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER
from greenbaize.app.tables.matches import OpenMatch, create_header
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.unfinished_matches import list_unfinished_matches
from greenbaize.games.exact_bid.events import BidMade
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.errors import RecordError
from greenbaize.rules.events import MatchEnded
from greenbaize.rules.messages import Message
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.match.house_rules_dialog import HouseRulesDialog
from greenbaize.ui.match.resume_dialogs import SeatDialog, UnfinishedDialog
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.sheets.unsaved_match import UnsavedMatchDialog
from greenbaize.ui.shell.navigation import RequestedMatchRoute, StartRoute
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.words.speaker import Speaker
from store.disks import LimitedDisk
from ui.features.challenges.challenge_steps import paste
from ui.table.person import wait_until
from ui.table.table_checks import collect_texts
from ui.window_steps import (
    DAMN_REQUEST,
    answer_questions,
    banner_text,
    close_and_find_question,
    find_menu_action,
    load_record,
    open_with_match,
    play_to_end,
    record_path,
    start_menu_texts,
    wait_for_dialog,
)


@pytest.mark.slow
def test_first_bidder_sees_the_question_at_once(open_program):
    person = open_program()
    for number in range(20):
        person.facade.start_usual_match(seed_from_text(f"first {number}"))
        person.wait_for_turn()
        if len(load_record(record_path(person)).events) == 2:
            break
    buttons = person.match_view.prompts.choice_prompt.buttons
    assert [button.text() for button in buttons if button.isVisible()] == ["0", "1"]
    person.type_digits("0")
    assert load_record(record_path(person)).events[2] == BidMade(0, 0)


@pytest.mark.parametrize("keep_practice", [True, False])
def test_a_usual_match_after_a_casual_one_is_casual(open_program, *, keep_practice):
    person = open_program()
    game = person.facade.services.setup.table_setup[0]
    person.facade.settings.setups[game] = {"casual": True}
    person.facade.launcher.start_usual_match(None, keep_practice=keep_practice)
    assert person.match_view.player_view.header.is_casual is keep_practice


@pytest.mark.parametrize("is_wanted", [True, False])
@pytest.mark.parametrize("is_in_front", [True, False])
def test_the_task_bar_calls_a_person_whose_window_is_behind(
    open_program, monkeypatch, *, is_wanted, is_in_front
):
    person, alerts = open_program(), []
    person.facade.services.settings.change_setting("turn_alert", is_wanted)
    monkeypatch.setattr(QApplication, "alert", alerts.append)
    monkeypatch.setattr(person.window.window(), "isActiveWindow", lambda: is_in_front)
    person.facade.start_usual_match(seed_from_text("first 1"))
    person.wait_for_turn()
    assert bool(alerts) == (is_wanted and not is_in_front)
    assert set(alerts) <= {person.window.window()}


@pytest.mark.slow
def test_a_new_match_is_set_up_in_the_dialog(open_program):
    person = open_program()
    start_menu_texts(person)
    person.choose_menu_entry("Matches", "New match")
    dialog = wait_for_dialog(person, NewMatchDialog)
    dialog.game_list.choose_game("blackout")
    dialog.players_box.setValue(3)
    dialog.start_button.click()
    assert person.match_view.player_view.header.game == "blackout"
    assert len(person.match_view.player_view.header.players) == 3
    person.window.close()
    second_person = open_program()
    assert start_menu_texts(second_person)[1] == "Play Blackout as last time"


def visible_table_state(person):
    """Return everything visible on the table and the sheet."""
    scene, match_view = person.scene, person.match_view
    sheet = match_view.side_column.sheet_panel.accessibleDescription()
    plates = [plate.text for plate in scene.plates]
    hands = [sorted(str(item.face) for item in hand) for hand in scene.cards.hands]
    trick = [(seat, item.face) for seat, item in scene.cards.trick]
    notes = [text for text in collect_texts(match_view.side_column.sheet_panel) if text]
    last_trick_name = (
        match_view.side_column.last_trick_panel.accessibleName()
        if any(scene.cards.won_tricks)
        else ""
    )
    return (
        plates,
        hands,
        trick,
        [len(tricks) for tricks in scene.cards.won_tricks],
        scene.notice.title_texts,
        sheet,
        last_trick_name,
        notes,
    )


@pytest.mark.long
@pytest.mark.parametrize("answer_count", range(9))
def test_match_left_at_any_moment_is_resumed(open_program, answer_count):
    person = open_with_match(open_program)
    answer_questions(person, answer_count)
    view, table_state, path = (
        person.match_view.player_view.view,
        visible_table_state(person),
        record_path(person),
    )
    bid_and_legal_faces = (person.asks_for_bid, person.legal_faces)
    person.window.close()
    record_bytes = path.read_bytes()
    resumed = open_program()
    assert start_menu_texts(resumed)[0] == "Go on: Damn"
    resumed.press(Qt.Key.Key_Return)
    resumed.wait_for_turn()
    assert resumed.match_view.player_view.view == view
    assert record_path(resumed) == path
    assert path.read_bytes() == record_bytes
    assert (resumed.asks_for_bid, set(resumed.legal_faces)) == (
        bid_and_legal_faces[0],
        set(bid_and_legal_faces[1]),
    )
    assert visible_table_state(resumed) == table_state
    play_to_end(resumed)
    assert isinstance(load_record(path).events[-1], MatchEnded)


@pytest.mark.slow
def test_shortcut_leaves_the_match_for_the_start_screen(open_program):
    person = open_with_match(open_program)
    answer_questions(person, 3)
    view, path = person.match_view.player_view.view, record_path(person)
    record_bytes = path.read_bytes()
    assert person.window.windowTitle() == "Damn – Green Baize"
    person.facade.banner.show_sentence("Something is wrong at this table.", "Go on")
    QTest.keyClick(person.window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert person.facade.match_view is None
    assert person.window.windowTitle() == "Green Baize"
    assert not banner_text(person)  # its banner was about the match
    assert start_menu_texts(person)[0] == "Go on: Damn"
    assert path.read_bytes() == record_bytes
    person.press(Qt.Key.Key_Return)
    wait_until(lambda: person.facade.match_view is not None)
    assert record_path(person) == path
    assert person.match_view.player_view.view == view


@pytest.mark.slow
def test_shortcut_does_not_leave_a_match_that_cannot_be_written(open_program):
    person = open_with_match(open_program)
    answer_questions(person, 3)
    path = record_path(person)
    folder = path.parent.rename(path.parent.with_name("elsewhere"))
    path.parent.write_text("in the way")  # not noticed yet: nothing was written since
    control = Qt.KeyboardModifier.ControlModifier
    for _ in range(2):
        QTest.keyClick(person.window, Qt.Key.Key_W, control)
        assert person.facade.match_view is not None
        assert banner_text(person).startswith("The match cannot be written down just now: ")
        (question,) = person.window.findChildren(UnsavedMatchDialog)
        question.reject()
        QApplication.sendPostedEvents(question, QEvent.Type.DeferredDelete)
    path.parent.unlink()
    folder.rename(path.parent)
    QTest.keyClick(person.window, Qt.Key.Key_W, control)
    assert person.facade.match_view is None
    assert start_menu_texts(person)[0] == "Go on: Damn"


@pytest.mark.slow
def test_second_window_refuses_a_match_that_is_being_played(open_program):
    person = open_with_match(open_program)
    answer_questions(person, 2)
    bytes_before, path = record_path(person).read_bytes(), record_path(person)
    second = open_program()
    assert start_menu_texts(second)[0] == "Go on: Damn"
    second.click_button("Go on")
    assert banner_text(second) == "This match is being played in another window."
    assert second.facade.match_view is None
    second.click_button("Dismiss")
    assert banner_text(second) == ""
    assert path.read_bytes() == bytes_before
    person.window.activateWindow()
    play_to_end(person)
    assert isinstance(load_record(path).events[-1], MatchEnded)


def drop_line(lines):
    return [*lines[:4], *lines[5:]]


def truncate_line(lines):
    return [*lines[:5], lines[5][:9] + b"\n", *lines[6:]]


def change_bid(lines):
    bid_index = next(
        index for index, line in enumerate(lines) if line.startswith(b'{"type": "bid"')
    )
    changed_bid = {**json.loads(lines[bid_index]), "tricks": 99}
    return [*lines[:bid_index], json.dumps(changed_bid).encode() + b"\n", *lines[bid_index + 1 :]]


@pytest.mark.slow
@pytest.mark.parametrize("damage_lines", [drop_line, truncate_line, change_bid])
@pytest.mark.parametrize("entry_point", ["button", "dialog"])
def test_damaged_record_is_reported_with_its_line_and_not_changed(
    open_program, damage_lines, entry_point
):
    person = open_with_match(open_program)
    answer_questions(person, 3)
    path = record_path(person)
    person.window.close()
    data = b"".join(damage_lines(path.read_bytes().splitlines(keepends=True)))
    path.write_bytes(data)
    with pytest.raises(RecordError) as error_info:
        load_record(path)
    person = open_program()
    assert start_menu_texts(person)[0].startswith("Go on")
    if entry_point == "button":
        person.press(Qt.Key.Key_Return)
        message = banner_text(person)
    else:
        find_menu_action(person, "Unfinished").trigger()
        dialog = wait_for_dialog(person, UnfinishedDialog)
        dialog.resume_button.click()
        assert dialog.isVisible()
        message = dialog.error_note.text()
        dialog.reject()
    error = error_info.value
    sentence = Speaker().format_message(error.message)
    assert message == f"{path.name}, line {error.line}: {sentence}"
    assert path.read_bytes() == data
    assert person.facade.match_view is None


@pytest.mark.slow
def test_truncated_record_is_resumed_with_a_notice(open_program):
    person = open_with_match(open_program)
    answer_questions(person, 3)
    path, view = record_path(person), person.match_view.player_view.view
    person.window.close()
    complete_bytes = path.read_bytes()
    path.write_bytes(complete_bytes + b'{"type": "bi')
    resumed = open_program()
    start_menu_texts(resumed)
    resumed.click_button("Go on")
    assert "cut short" in banner_text(resumed)
    resumed.wait_for_turn()
    assert resumed.match_view.player_view.view == view
    play_to_end(resumed)
    assert path.read_bytes().startswith(complete_bytes)
    assert isinstance(load_record(path).events[-1], MatchEnded)


@pytest.mark.slow
def test_abandoned_match_is_stored_and_not_offered_again(open_program, home):
    person = open_with_match(open_program)
    answer_questions(person, 2)
    path = record_path(person)
    data = path.read_bytes()
    find_menu_action(person, "Abandon").trigger()
    question = wait_for_dialog(person, ConfirmationDialog)
    question.no_button.click()
    assert person.facade.match_view is not None
    assert path.exists()
    find_menu_action(person, "Abandon").trigger()
    wait_for_dialog(person, ConfirmationDialog).yes_button.click()
    assert person.facade.match_view is None
    assert not any(text.startswith("Go on") for text in start_menu_texts(person))
    assert not path.exists()
    assert (home / "matches" / "abandoned" / path.name).read_bytes() == data
    assert not find_menu_action(person, "Abandon").isEnabled()
    person.window.close()
    assert not any(text.startswith("Go on") for text in start_menu_texts(open_program()))


@pytest.mark.slow
def test_any_unfinished_match_is_resumed_from_the_list(open_program):
    person = open_with_match(open_program)
    answer_questions(person, 1)
    first = record_path(person)
    person.facade.start_usual_match(seed_from_text("another"))
    person.wait_for_turn()
    second = record_path(person)
    assert first != second
    find_menu_action(person, "Unfinished").trigger()
    dialog = wait_for_dialog(person, UnfinishedDialog)
    assert dialog.list.count() == 1
    dialog.resume_button.click()
    wait_until(lambda: person.facade.match_view is not None and person.match_view.isVisible())
    assert record_path(person) == first
    play_to_end(person)
    assert load_record(second).events


@pytest.mark.slow
def test_a_full_disk_does_not_stop_the_match(open_program, monkeypatch):
    disk = LimitedDisk(free_bytes=None)
    disk.install(monkeypatch)
    person = open_with_match(open_program)
    answer_questions(person, 2)
    assert banner_text(person) == ""
    disk.free_bytes = 10
    answer_questions(person, 2)
    assert banner_text(person).startswith("The match cannot be written down just now: ")
    assert "No space left on device" in banner_text(person)
    assert banner_text(person).endswith("Play goes on.")
    size_on_full_disk = record_path(person).stat().st_size
    answer_questions(person, 2)
    assert record_path(person).stat().st_size == size_on_full_disk
    disk.free_bytes = None
    answer_questions(person, 1)
    wait_until(lambda: banner_text(person) == "The record is complete again.")
    play_to_end(person)
    assert isinstance(load_record(record_path(person)).events[-1], MatchEnded)


@pytest.mark.slow
def test_match_is_playable_without_a_record_folder(open_program, home):
    home.mkdir(exist_ok=True)
    (home / "matches").write_text("not a folder")
    person = open_with_match(
        open_program, PlayRequest("damn", 3, {"deals": 1}, seed_from_text("short"))
    )
    assert banner_text(person).startswith("The match cannot be written down just now: ")
    play_to_end(person)
    wait_until(lambda: person.window.findChild(ResultPanel))


@pytest.fixture
def person_with_full_disk(open_program, monkeypatch):
    """Return a person in the middle of a match whose disk has become full."""
    disk = LimitedDisk(free_bytes=None)
    disk.install(monkeypatch)
    person = open_with_match(open_program)
    answer_questions(person, 2)
    disk.free_bytes = 10
    answer_questions(person, 2)
    person.disk = disk
    return person


@pytest.mark.slow
def test_other_ways_to_leave_ask_before_losing_a_match(person_with_full_disk):
    path = record_path(person_with_full_disk)
    person_with_full_disk.facade.services.navigate(StartRoute())
    assert record_path(person_with_full_disk) == path
    question = person_with_full_disk.facade.services.dialogs.last_dialog
    assert isinstance(question, UnsavedMatchDialog)
    question.reject()
    for leave_match in (
        person_with_full_disk.facade.launcher.play_again,
        lambda: person_with_full_disk.facade.services.navigate(RequestedMatchRoute(DAMN_REQUEST)),
    ):
        leave_match()
        assert record_path(person_with_full_disk) == path
        person_with_full_disk.facade.services.dialogs.last_dialog.reject()
    person_with_full_disk.facade.services.navigate(StartRoute())
    person_with_full_disk.facade.services.dialogs.last_dialog.yes_button.click()
    wait_until(lambda: person_with_full_disk.facade.start_screen is not None)


@pytest.mark.slow
def test_playing_again_asks_before_losing_an_unwritten_match(person_with_full_disk):
    path = record_path(person_with_full_disk)
    QTest.keyClick(person_with_full_disk.window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    question = person_with_full_disk.facade.services.dialogs.last_dialog
    assert isinstance(question, UnsavedMatchDialog)
    question.yes_button.click()
    wait_until(lambda: record_path(person_with_full_disk) != path)


@pytest.mark.slow
def test_closing_asks_before_losing_a_match_and_saves_it_elsewhere(person_with_full_disk, tmp_path):
    question = close_and_find_question(person_with_full_disk)
    assert isinstance(question, UnsavedMatchDialog)
    assert person_with_full_disk.window.isVisible()
    text = " ".join(collect_texts(question))
    assert "No space left on device" in text
    person_with_full_disk.disk.free_bytes = None
    copy = tmp_path / "elsewhere" / "match.jsonl"
    question.save_to(str(copy))
    assert "No such file" in question.dialog.text()
    question.dialog.accept()
    assert person_with_full_disk.window.isVisible()
    lines = person_with_full_disk.facade.match.file.lines
    copy.parent.mkdir()
    person_with_full_disk.disk.free_bytes = 0
    question.dialog = None
    QTest.mouseClick(question.save_button, Qt.MouseButton.LeftButton)
    assert question.dialog.selectedFiles()[0].endswith(record_path(person_with_full_disk).name)
    question.dialog.reject()
    person_with_full_disk.disk.free_bytes = None
    question.save_to(str(copy))
    wait_until(lambda: not person_with_full_disk.window.isVisible())
    assert copy.read_bytes() == lines
    assert load_record(copy).events
    assert person_with_full_disk.facade.unsaved_errors == []


@pytest.mark.slow
def test_closing_asks_once_each_time_before_losing_a_match(person_with_full_disk):
    question = close_and_find_question(person_with_full_disk)
    QTest.keyClick(question, Qt.Key.Key_Return)  # the default button, which means no
    assert person_with_full_disk.window.isVisible()
    question = close_and_find_question(person_with_full_disk)
    QTest.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    wait_until(lambda: not person_with_full_disk.window.isVisible())
    assert len(person_with_full_disk.facade.unsaved_errors) == 1


@pytest.mark.slow
def test_closing_asks_nothing_once_the_disk_has_space(person_with_full_disk):
    person_with_full_disk.disk.free_bytes = None
    assert close_and_find_question(person_with_full_disk) is None
    assert not person_with_full_disk.window.isVisible()


@pytest.mark.slow
def test_menu_state_follows_the_match_and_a_finished_match_is_not_offered(open_program):
    person = open_program(PlayRequest("damn", 3, {"deals": 1}, seed_from_text("short")))
    assert not find_menu_action(person, "Play again").isEnabled()
    assert not find_menu_action(person, "Abandon").isEnabled()
    wait_until(lambda: person.facade.match_view is not None)
    assert find_menu_action(person, "Play again").isEnabled()
    assert find_menu_action(person, "Abandon").isEnabled()
    play_to_end(person)
    wait_until(lambda: person.window.findChild(ResultPanel))
    assert not find_menu_action(person, "Abandon").isEnabled()
    person.window.close()
    assert not any(text.startswith("Go on") for text in start_menu_texts(open_program()))


@pytest.mark.slow
def test_screenshots_that_cannot_be_written_are_reported(open_program, tmp_path):
    (tmp_path / "file").write_text("")
    request = PlayRequest(
        "damn", 3, {"deals": 1}, seed_from_text("x"), screenshots=tmp_path / "file" / "shots"
    )
    person = open_with_match(open_program, request)
    play_to_end(person)
    wait_until(lambda: banner_text(person))
    assert str(tmp_path / "file" / "shots") in banner_text(person)


# Requests and rematches


def test_requested_match_that_is_impossible_is_refused(open_program):
    facade = open_program().facade
    for request, words in (
        (PlayRequest("no-such-game", 3), "no-such-game"),
        (PlayRequest("ass", 9), "players"),
    ):
        reason = facade.launcher.start_requested_match(RequestedMatchRoute(request))
        assert words in reason
    assert facade.match_view is None
    assert facade.services.setup.game == "damn"


def test_requested_match_becomes_the_usual_one(open_program):
    person = open_program()
    request = PlayRequest("rank", 3, {"deals": 2}, seed_from_text("asked"))
    assert person.facade.launcher.start_requested_match(RequestedMatchRoute(request)) == ""
    header = person.match_view.player_view.header
    assert (header.game, header.options["deals"]) == ("rank", 2)
    assert person.facade.services.setup.game == "rank"


@pytest.mark.parametrize("keep_practice", [True, False])
def test_practice_goes_on_as_practice(open_program, keep_practice):
    settings = UserSettings.load()
    settings.setups = {"damn": {"casual": True}}
    settings.save()
    person = open_program()
    person.facade.launcher.start_usual_match(None, keep_practice=keep_practice)
    assert person.match_view.player_view.header.is_casual is keep_practice
    assert banner_text(person).startswith("This is practice" if keep_practice else "")
    person.facade.launcher.play_again()
    assert person.match_view.player_view.header.is_casual is keep_practice


def test_unfinished_match_is_left_for_another_only_after_a_question(open_program):
    person = open_with_match(open_program)
    first = record_path(person)
    person.facade.launcher.confirm_play_again()
    wait_for_dialog(person, ConfirmationDialog).no_button.click()
    assert record_path(person) == first
    wait_until(lambda: not person.window.findChildren(ConfirmationDialog))
    person.facade.launcher.confirm_play_again()
    wait_for_dialog(person, ConfirmationDialog).yes_button.click()
    assert record_path(person) != first
    assert load_record(record_path(person)).header.options["deals"] == 5


def test_nothing_is_asked_without_a_match(open_program):
    person = open_program()
    launcher = person.facade.launcher
    launcher.confirm_abandon()
    launcher.confirm_play_again()
    launcher.play_again()
    launcher._abandon_match()
    launcher._rebuild_table()
    assert not person.window.findChildren(ConfirmationDialog)
    assert person.facade.match_view is None


def test_no_other_unfinished_match_is_said(open_program):
    person = open_with_match(open_program)
    person.facade.launcher.open_unfinished_dialog()
    assert banner_text(person) == "There is no other unfinished match."


def test_unfinished_dialog_abandons_and_starts_matches(open_program, home):
    person = open_with_match(open_program)
    path = record_path(person)
    person.facade.clear_table()
    launcher = person.facade.launcher
    launcher.open_unfinished_dialog()
    dialog = wait_for_dialog(person, UnfinishedDialog)
    assert not dialog.all_button.isVisible()
    (unfinished_match,) = list_unfinished_matches(9)
    dialog.abandon_requested.emit(unfinished_match)
    assert (home / "matches" / "abandoned" / path.name).exists()
    dialog.new_match_requested.emit()
    assert wait_for_dialog(person, NewMatchDialog)


def test_record_of_several_people_asks_for_the_seat(open_program):
    person = open_program()
    players = (HeaderPlayer("Ida"), HeaderPlayer("Max"), HeaderPlayer("Otto", "bot", "easy"))
    header = create_header("damn", players, {"deals": 1}, seed_from_text("two"))
    match = OpenMatch.create(header, IN_PROCESS_LAUNCHER)
    match.close()
    max_seat = [player.name for player in match.player_view.header.players].index("Max")
    assert person.facade.launcher.resume_match(match.file.path) == ""
    dialog = wait_for_dialog(person, SeatDialog)
    assert person.facade.match_view is None
    dialog.seat_chosen.emit(max_seat)
    assert person.match_view.player_view.seat == max_seat


def test_new_match_dialog_begins_with_the_game_on_the_table(open_program):
    person = open_with_match(open_program, PlayRequest("rank", 3))
    launcher = person.facade.launcher
    launcher.open_new_match_dialog()
    dialog = wait_for_dialog(person, NewMatchDialog)
    assert dialog.read_setup().game == "rank"
    dialog.game_list.choose_game("ass")
    dialog.accept()
    assert person.match_view.player_view.header.game == "ass"
    assert person.facade.services.setup.game == "ass"


def test_what_was_changed_is_there_again_after_escape(open_program, qtbot):
    person = open_program()

    def open_dialog():
        qtbot.keyClick(person.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        return wait_for_dialog(person, NewMatchDialog)

    def escape(dialog):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        wait_until(lambda: not dialog.isVisible())

    dialog = open_dialog()
    usual = dialog.read_setup()
    dialog.rules_button.setFocus()
    qtbot.keyClick(dialog.rules_button, Qt.Key.Key_Space)
    dialog.players_box.setFocus()
    qtbot.keyClick(dialog.players_box, Qt.Key.Key_Up)
    field = dialog.options_form.list_fields()[0]
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    damn = dialog.read_setup()
    assert len(damn.players) == len(usual.players) + 1
    assert damn.options != usual.options
    dialog.game_list.setFocus()
    qtbot.keyClick(dialog.game_list, Qt.Key.Key_Down)
    assert dialog.read_setup().game == "blackout"
    escape(dialog)
    dialog = open_dialog()
    assert replace(dialog.read_setup(), seed=damn.seed) == damn
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    wait_until(lambda: person.facade.match_view is not None)
    assert person.match_view.player_view.header.options == damn.options
    person.facade.clear_table()
    dialog = open_dialog()  # the match began with it, so it is the last set-up now
    assert dialog.read_setup().options == damn.options
    dialog.standard_button.setEnabled(True)
    dialog.standard_button.click()
    escape(dialog)
    person.facade.services.persons.changed.emit()
    assert open_dialog().read_setup().options == damn.options


def test_lost_seats_are_remembered_and_refusals_spoken(open_program, monkeypatch):
    person = open_program()
    spoken = []
    monkeypatch.setattr(
        type(person.facade.services.speech),
        "speak_text",
        lambda _, text, **how: spoken.append((text, how)),
    )
    person.facade.services.navigate(RequestedMatchRoute(DAMN_REQUEST))
    person.match_view.seat_lost.emit("Otto's program has lost its seat.")
    assert person.facade.services.errors.lost_programs == ["Otto's program has lost its seat."]
    assert banner_text(person) == "Otto's program has lost its seat."
    person.match_view.command_refused.emit("You must follow suit.", "damn.md 4")
    assert ("You must follow suit.", {"is_urgent": True}) in spoken
    assert person.facade.banner.rule_link.isVisible()


def test_write_errors_are_remembered_until_they_are_over(open_program):
    person = open_program()
    error = Message("file-error", {"path": "x.jsonl", "reason": "Disk full"})
    person.facade.launcher.on_write_error(error)
    assert person.facade.services.errors.last_error == "x.jsonl: Disk full."
    assert banner_text(person).endswith("Play goes on.")
    person.facade.launcher.on_write_error(None)
    assert person.facade.services.errors.last_error == "x.jsonl: Disk full."
    assert banner_text(person) == "The record is complete again."


@pytest.mark.slow
def test_house_rules_pasted_on_the_first_screen_are_kept(open_program):
    person = open_program()
    paste(person, 'Look: greenbaize-rules damn direction=down "At home"')
    dialog = wait_for_dialog(person, HouseRulesDialog)
    assert dialog.name_field.text() == "At home"
    QTest.keyPress(dialog.name_field, Qt.Key.Key_Return)
    assert UserSettings.load().house_rules == {"damn At home": {"options": {"direction": "down"}}}
    assert "At home" in banner_text(person)


@pytest.mark.slow
def test_damaged_house_rules_end_in_a_sentence(open_program):
    person = open_program()
    paste(person, 'greenbaize-rules damn direction=sideways "At home"')
    assert "sideways" in banner_text(person)
    assert UserSettings.load().house_rules == {}
