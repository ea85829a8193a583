"""The main window from its first paint to its close: resumed matches and error handling."""

import json
import os
import sys

import pytest
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.bots.bot import SearchBot
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.events import BidMade
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.errors import RecordError
from greenbaize.rules.events import CardPlayed, DealScored, MatchEnded
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.declared_settings import CONFIRMATIONS, MOTIONS
from greenbaize.store.settings import UserSettings
from greenbaize.ui import application as program
from greenbaize.ui.features.preferences.preferences_dialog import PreferencesDialog
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.features.start.start_screen import StartMenu, StartScreen
from greenbaize.ui.match.resume_dialogs import UnfinishedDialog
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.sheets.unsaved_match import UnsavedMatchDialog
from greenbaize.ui.shell.navigation import RequestedMatchRoute, StartRoute
from greenbaize.ui.shell.window import MainWindow
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.speaker import Speaker
from store.disks import LimitedDisk
from ui.table.person import wait_until
from ui.table.table_checks import check_table_shows, collect_texts

DAMN_REQUEST = PlayRequest("damn", 4, {"first": 3, "deals": 5}, seed_from_text("window"))


def open_with_match(open_program, request=DAMN_REQUEST):
    """Open the window with a match on the table."""
    person = open_program(request)
    wait_until(lambda: person.facade.match_view is not None)
    return person


def start_menu_texts(person):
    """Return the button texts of the start menu."""
    wait_until(lambda: person.window.findChild(StartMenu))
    choices = person.window.findChildren(StartMenu)[-1]
    wait_until(choices.isVisible)
    return [button.text() for button in choices.buttons]


def answer_questions(person, count):
    """Answer the given number of questions and wait for the next one."""
    for _ in range(count):
        assert person.wait_for_turn()
        person.play_first_choice()
    person.wait_for_turn()


def play_to_end(person):
    """Play the match to its end."""
    while person.wait_for_turn():
        person.play_first_choice()


def load_record(path):
    return read_record(path.read_bytes(), GAMES)


def record_path(person):
    return person.match_view.player_view.record_path


def banner_text(person):
    """Return the banner's text, empty if it is hidden."""
    banner = person.facade.banner
    return banner.label.text() if banner.isVisible() else ""


def find_menu_action(person, text):
    """Return the menu action whose text begins with ``text``."""
    for menu in person.facade.menuBar().findChildren(QMenu):
        for entry in menu.actions():
            if entry.text().replace("&", "").startswith(text):
                return entry
    raise AssertionError(f"no menu action {text!r}")


def wait_for_dialog(person, dialog_class):
    wait_until(
        lambda: [
            dialog for dialog in person.window.findChildren(dialog_class) if dialog.isVisible()
        ]
    )
    return next(dialog for dialog in person.window.findChildren(dialog_class) if dialog.isVisible())


# Start


def test_a_match_waits_for_the_first_paint_of_its_cloth(open_program, monkeypatch):
    images = []

    def after_first_paint(window):
        lobby = window.services.pages.current
        assert isinstance(lobby, StartScreen)
        images.append(window.grab().toImage())

    monkeypatch.setattr(MainWindow, "on_first_paint", after_first_paint)
    open_program(PlayRequest("damn", 5))
    wait_until(lambda: images)
    cloth = QColor(current_theme().felt_glow)
    centre_colour = images[0].pixelColor(images[0].rect().center())
    assert abs(centre_colour.hue() - cloth.hue()) < 10


@pytest.mark.slow
def test_start_menu_offers_a_new_person_a_match_and_other_games(open_program):
    person = open_program()
    assert start_menu_texts(person) == [
        "Play Damn",
        "Damn with a guide",
        "Damn",
        "Blackout",
        "Master",
        "Ass",
        "Rank",
        "Learn",
        "Friends",
        "Matches",
    ]
    person.press(Qt.Key.Key_Return)
    assert [player.name for player in person.match_view.player_view.header.players] == [
        "Ida",
        "Anna",
        "Boris",
        "Vera",
    ]
    person.wait_for_turn()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(690, 422), (1280, 800)])
def test_games_are_always_in_the_same_order_on_the_start_screen(open_program, size):
    UserSettings(your_name="Ida", motion="none", last_game="rank").save()
    person = open_program()
    person.facade.resize(*size)
    order = ["Damn", "Blackout", "Master", "Ass", "Rank"]  # whichever was played last
    assert start_menu_texts(person)[2:7] == order
    choices = person.window.findChildren(StartMenu)[-1]
    wait_until(
        lambda: (
            person.facade.start_screen is not None
            and choices.height() <= person.facade.start_screen.height()
        )
    )
    for button in choices.buttons:
        assert choices.rect().contains(button.geometry())
        assert button.width() >= button.sizeHint().width() or button.toolTip()
    person.click(choices.buttons[2 + order.index("Master")])
    dialog = wait_for_dialog(person, NewMatchDialog)
    assert dialog.read_setup().game == "master"
    person.press(Qt.Key.Key_Escape)


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


# Leaving and resuming


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


# Errors


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


def close_and_find_question(person):
    """Close the window by its frame's button and return the confirmation it asks, or None."""
    person.window.close()
    QApplication.processEvents()
    questions = [
        question
        for question in person.window.findChildren(ConfirmationDialog)
        if question.isVisible()
    ]
    assert len(questions) <= 1
    return questions[0] if questions else None


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
def test_closing_asks_nothing_once_the_disk_has_space(person_with_full_disk):
    person_with_full_disk.disk.free_bytes = None
    assert close_and_find_question(person_with_full_disk) is None
    assert not person_with_full_disk.window.isVisible()


def test_closing_asks_before_losing_settings(open_program, monkeypatch):
    person = open_program()
    person.facade.services.settings.current.theme = "dark"
    error = Message("file-error", {"path": "settings.json", "reason": "Disk full"})
    monkeypatch.setattr(UserSettings, "save", lambda _: error)
    question = close_and_find_question(person)
    warning = "What you have changed in the settings is not saved and would be lost."
    assert f"settings.json: Disk full. {warning}" in collect_texts(question)
    question.no_button.click()
    assert person.window.isVisible()
    question = close_and_find_question(person)
    question.yes_button.click()
    wait_until(lambda: not person.window.isVisible())


def test_unsaved_window_geometry_alone_asks_nothing(open_program, monkeypatch):
    person = open_program()
    person.window.resize(777, 555)
    error = Message("file-error", {"path": "settings.json", "reason": "Disk full"})
    monkeypatch.setattr(UserSettings, "save", lambda _: error)
    assert close_and_find_question(person) is None
    assert person.facade.unsaved_errors == []


@pytest.mark.parametrize("data", [b"{", b"[]", b"\xff\xfe{}", b'{"theme": NaN}'])
def test_start_reports_damaged_settings(run_program, home, data):
    home.mkdir(exist_ok=True)
    (home / "settings.json").write_bytes(data)

    def check_banner(window):
        notifications = window.services.notifications
        wait_until(lambda: notifications.sentence)
        assert str(home / "settings.json.bad") in notifications.sentence
        assert notifications.banner.isVisible()

    run_program(PlayRequest(), check_banner)
    assert (home / "settings.json.bad").read_bytes() == data


def test_start_notice_is_shown_in_the_window(run_program):
    def check_notice(window):
        wait_until(lambda: "does not answer" in window.services.notifications.sentence)

    run_program(PlayRequest(), check_notice, Message("open-but-stuck"))


@pytest.fixture
def install_error_hook(monkeypatch):
    """Return a function that installs the program's handler for unexpected errors."""
    return lambda person: monkeypatch.setattr(
        sys, "excepthook", program.make_error_hook(person.facade)
    )


@pytest.mark.slow
@pytest.mark.qt_no_exception_capture
def test_unexpected_error_shows_one_sentence_and_the_match_continues(
    open_program, home, install_error_hook, monkeypatch, capfd
):
    person = open_with_match(open_program)
    install_error_hook(person)
    answer_questions(person, 2)
    path = record_path(person)
    original_decide = SearchBot.choose_command

    def fail_once(*arguments):
        monkeypatch.setattr(SearchBot, "choose_command", original_decide)
        raise ZeroDivisionError("a fault for this test")

    monkeypatch.setattr(SearchBot, "choose_command", fail_once)
    person.match_view.animator.speed = 1.0  # so that the bots think for a moment
    person.play_first_choice()
    wait_until(lambda: banner_text(person))
    log = home / "greenbaize.log"
    assert banner_text(person) == (
        "Something unexpected happened (ZeroDivisionError). The match is safe. "
        f"The details are in {log}."
    )
    assert not any(
        "Traceback" in text or "a fault" in text for text in collect_texts(person.window)
    )
    log_text = log.read_text(encoding="utf-8")
    assert "Traceback (most recent call last)" in log_text
    assert "a fault for this test" in log_text
    assert "fail_once" in log_text
    events_before = load_record(path).events
    person.click_button("Go on")
    wait_until(lambda: banner_text(person) == "" and person.facade.match_view is not None)
    person.wait_for_turn()
    assert record_path(person) == path
    events_after = load_record(path).events
    assert events_after[: len(events_before)] == events_before
    assert len(events_after) > len(events_before)
    check_table_shows(person.scene, person.picture)
    play_to_end(person)
    assert isinstance(load_record(path).events[-1], MatchEnded)
    out, err = capfd.readouterr()
    assert "Traceback" not in out + err


@pytest.mark.qt_no_exception_capture
def test_error_without_a_match_offers_only_to_dismiss(open_program, install_error_hook):
    person = open_program()
    install_error_hook(person)
    start_menu_texts(person)
    person.facade.show_error(KeyError("x"))
    assert banner_text(person).startswith("Something unexpected happened (KeyError).")
    button_texts = [
        button.text()
        for button in person.facade.banner.findChildren(QPushButton)
        if button.isVisible()
    ]
    assert button_texts == ["Dismiss"]


def test_program_installs_its_error_hook(run_program):
    def raise_in_hook(window):
        sys.excepthook(LookupError, LookupError("lost"), None)
        assert "LookupError" in window.services.notifications.sentence

    run_program(PlayRequest(), raise_in_hook)


def test_incomplete_record_is_reported_on_exit_without_a_question(run_program, home, capsys):
    home.mkdir(exist_ok=True)
    (home / "matches").write_text("in the way")

    def close_window(window):
        wait_until(lambda: window.services.pages.table)
        window.close_without_asking()

    run_program(PlayRequest("damn", 3), close_window)
    (message,) = capsys.readouterr().err.splitlines()
    assert str(home / "matches") in message
    assert message.endswith(" The match was left, and its record is incomplete.")
    assert "record-lost" in folders.log_path().read_text()


# Window geometry and screenshots


@pytest.mark.slow
def test_window_size_is_restored(open_program):
    person = open_with_match(open_program)
    person.window.resize(QSize(777, 555))
    wait_until(lambda: person.window.size() == QSize(777, 555))
    person.window.close()
    assert person.facade.unsaved_errors == []
    assert open_program().window.size() == QSize(777, 555)


def test_lost_settings_are_reported_on_exit_without_a_question(open_program, monkeypatch):
    person = open_program()
    person.facade.services.settings.current.theme = "dark"
    error = Message("file-error", {"path": "settings.json", "reason": "Disk full"})
    monkeypatch.setattr(UserSettings, "save", lambda _: error)
    person.window.close_without_asking()
    assert person.facade.unsaved_errors == ["settings.json: Disk full."]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", "not base64!", "aGVsbG8="])
def test_invalid_stored_geometry_is_ignored(open_program, text):
    settings = UserSettings.load()
    settings.geometry = text
    settings.save()
    person = open_with_match(open_program)
    person.wait_for_turn()
    assert person.window.width() > 400


@pytest.mark.slow
def test_closing_during_animations_loses_nothing(open_program):
    settings = UserSettings.load()
    settings.motion = "full"
    settings.save()
    person = open_program(DAMN_REQUEST, speed=1.0)
    for _ in range(3):
        person.skip_animations()
        person.play_first_choice()
    assert person.match_view.animator.busy
    path, own_seat = record_path(person), person.match_view.player_view.seat
    person.window.close()
    record = load_record(path)
    own_events = [
        event
        for event in record.events
        if isinstance(event, BidMade | CardPlayed) and event.seat == own_seat
    ]
    assert len(own_events) == 3
    resumed = open_program()
    start_menu_texts(resumed)
    resumed.click_button("Go on")
    resumed.skip_animations()
    events_again = load_record(path).events[: len(record.events)]
    assert events_again == record.events
    wait_until(lambda: not resumed.match_view.animator.busy)
    check_table_shows(resumed.scene, resumed.picture)


@pytest.mark.slow
@pytest.mark.parametrize("request_", [("damn", 3, {"deals": 3}), ("ass", 2, {"deal_limit": 1})])
def test_a_watched_match_plays_itself_and_closes(open_program, home, tmp_path, request_):
    game, players, options = request_
    screenshot_folder = tmp_path / "shots"
    seed = seed_from_text("watch")
    person = open_program(
        PlayRequest(
            game, players, options, seed, watch=True, speed=1000.0, screenshots=screenshot_folder
        )
    )
    wait_until(lambda: not person.window.isVisible())
    (path,) = (home / "matches").glob("*.jsonl")
    record = load_record(path)
    assert isinstance(record.events[-1], MatchEnded)
    assert all(element.kind == "bot" for element in record.header.players)
    deals = sum(isinstance(element, DealScored) for element in record.events)
    screenshots = sorted(screenshot_folder.glob(f"{game}-*.png"))
    assert [element.name for element in screenshots] == [
        f"{game}-{deal:02}.png" for deal in range(1, deals + 1)
    ]
    images = [QImage(str(element)) for element in screenshots]
    assert all(image.width() >= 480 for image in images)
    assert len({image.constBits().tobytes() for image in images}) == deals
    assert not (home / "settings.json").read_text().count('"last_game": "damn"')


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


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
@pytest.mark.parametrize("file_kind", ["link", "pipe"])
def test_screenshot_replaces_a_link_or_pipe_instead_of_following_it(
    file_kind, open_program, tmp_path
):
    link_target, screenshot_path = tmp_path / "other", tmp_path / "shots" / "damn-01.png"
    screenshot_path.parent.mkdir()
    link_target.write_text("mine")
    if file_kind == "link":
        screenshot_path.symlink_to(link_target)
    else:
        os.mkfifo(screenshot_path)
    request = PlayRequest(
        "damn",
        3,
        {"deals": 1},
        seed_from_text("x"),
        watch=True,
        speed=1000.0,
        screenshots=screenshot_path.parent,
    )
    person = open_program(request)
    wait_until(lambda: not person.window.isVisible())
    assert link_target.read_text() == "mine"
    assert screenshot_path.is_file()
    assert not screenshot_path.is_symlink()
    assert not QImage(str(screenshot_path)).isNull()


# Menus and preferences


@pytest.mark.slow
def test_preferences_apply_at_once_and_are_saved(open_program):
    person = open_with_match(open_program)
    person.wait_for_turn()
    theme_before = current_theme()
    find_menu_action(person, "Preferences").trigger()
    dialog = wait_for_dialog(person, PreferencesDialog)
    assert dialog.focusWidget() is dialog.fields["theme"]
    dialog.fields["theme"].setCurrentIndex(2)
    assert current_theme() is not theme_before
    dialog.fields["confirm_moves"].setCurrentIndex(CONFIRMATIONS.index("none"))
    assert person.match_view.prompts.single_click
    dialog.fields["motion"].setCurrentIndex(MOTIONS.index("full"))
    assert not person.match_view.animator.instant
    dialog.fields["motion"].setCurrentIndex(MOTIONS.index("none"))
    assert person.match_view.animator.instant
    dialog.pages.setCurrentIndex(4)
    dialog.close_button.click()
    stored_settings = UserSettings.load()
    assert (stored_settings.theme, stored_settings.confirm_moves, stored_settings.motion) == (
        "dark",
        "none",
        "none",
    )
    # The dialog opens on the page shown last.
    wait_until(lambda: not person.window.findChildren(PreferencesDialog))
    find_menu_action(person, "Preferences").trigger()
    dialog = wait_for_dialog(person, PreferencesDialog)
    assert dialog.pages.currentIndex() == 4
    assert dialog.focusWidget() is dialog.fields["sound"]


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
def test_help_opens_the_rules_of_the_current_game(open_program):
    person = open_with_match(open_program, PlayRequest("blackout", 2, {}, seed_from_text("rules")))
    person.press(Qt.Key.Key_F1)
    wait_until(
        lambda: (
            person.facade.help_desk.window is not None
            and person.facade.help_desk.window.isVisible()
        )
    )
    assert person.facade.help_desk.window.page_name == "blackout"
    person.window.close()
    assert not person.facade.help_desk.window.isVisible()


@pytest.mark.slow
def test_find_shortcut_focuses_the_search_field_of_the_help(open_program):
    person = open_with_match(open_program)
    QTest.keyClick(person.window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    help_window = person.facade.help_desk.window
    assert help_window is not None
    wait_until(lambda: help_window.focusWidget() is help_window.find_field)


def test_escape_in_a_menu_restores_the_focus(open_program):
    person = open_program(PlayRequest("damn", 3, {"deals": 1}, seed_from_text("menu")))
    wait_until(lambda: person.facade.match_view)
    person.wait_for_turn()
    focus_before = QApplication.focusWidget()
    QTest.keyClick(person.window.windowHandle(), Qt.Key.Key_M, Qt.KeyboardModifier.AltModifier)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    # The right arrow opens the next menu and keeps the focus in the menus.
    QTest.keyClick(menu.windowHandle(), Qt.Key.Key_Right)
    QApplication.processEvents()
    next_menu = QApplication.activePopupWidget()
    assert next_menu not in (None, menu)
    QTest.keyClick(next_menu.windowHandle(), Qt.Key.Key_Escape)
    wait_until(lambda: not person.facade.menuBar().hasFocus())
    assert QApplication.focusWidget() is focus_before
