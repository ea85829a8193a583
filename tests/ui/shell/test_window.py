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
from greenbaize.rules.chance import seed_from
from greenbaize.rules.errors import RecordError
from greenbaize.rules.events import CardPlayed, Ended, Scored
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.fitting import MOTIONS
from greenbaize.store.settings import Settings
from greenbaize.ui import application as program
from greenbaize.ui.features.preferences.preferences import PreferencesDialog
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.features.start.start_screen import StartMenu, StartScreen
from greenbaize.ui.match.unfinished import UnfinishedDialog
from greenbaize.ui.sheets.result import ResultSheet
from greenbaize.ui.sheets.unwritten import UnwrittenMatchDialog
from greenbaize.ui.shell.navigation import Begin, Start
from greenbaize.ui.shell.window import MainWindow
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.speaker import Speaker
from store.disks import Disk
from ui.table.person import until
from ui.table.seen import check_mirror, texts_of

DAMN = PlayRequest("damn", 4, {"first": 3, "deals": 5}, seed_from("window"))


def lay(opened, request=DAMN):
    """Open the window with a match on the table."""
    person = opened(request)
    until(lambda: person.main.playing is not None)
    return person


def offered(person):
    """Return the button texts of the start menu."""
    until(lambda: person.window.findChild(StartMenu))
    choices = person.window.findChildren(StartMenu)[-1]
    until(choices.isVisible)
    return [button.text() for button in choices.buttons]


def move_on(person, acts):
    """Answer the given number of questions and wait for the next one."""
    for _ in range(acts):
        assert person.wait_for_turn()
        person.act()
    person.wait_for_turn()


def play_out(person):
    """Play the match to its end."""
    while person.wait_for_turn():
        person.act()


def record_at(path):
    return read_record(path.read_bytes(), GAMES)


def path_of(person):
    return person.playing.place.record


def told(person):
    """Return the banner's text, empty if it is hidden."""
    banner = person.main.banner
    return banner.words.text() if banner.isVisible() else ""


def action(person, text):
    """Return the menu action whose text begins with ``text``."""
    for menu in person.main.menuBar().findChildren(QMenu):
        for one in menu.actions():
            if one.text().replace("&", "").startswith(text):
                return one
    raise AssertionError(f"no menu action {text!r}")


def dialog_of(person, kind):
    until(lambda: [one for one in person.window.findChildren(kind) if one.isVisible()])
    return next(one for one in person.window.findChildren(kind) if one.isVisible())


# Start


def test_a_match_waits_for_the_first_paint_of_its_cloth(opened, monkeypatch):
    painted = []

    def after_first_paint(window):
        lobby = window.services.pages.current
        assert isinstance(lobby, StartScreen)
        painted.append(window.grab().toImage())

    monkeypatch.setattr(MainWindow, "after_first_paint", after_first_paint)
    opened(PlayRequest("damn", 5))
    until(lambda: painted)
    cloth = QColor(worn().felt_glow)
    middle = painted[0].pixelColor(painted[0].rect().center())
    assert abs(middle.hue() - cloth.hue()) < 10


@pytest.mark.slow
def test_a_stranger_is_offered_a_match_and_the_choice_of_another(opened):
    person = opened()
    assert offered(person) == [
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
    assert [one.name for one in person.playing.place.header.sitters] == [
        "Ida",
        "Anna",
        "Boris",
        "Vera",
    ]
    person.wait_for_turn()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(690, 422), (1280, 800)])
def test_every_game_is_on_the_first_screen_always_in_the_same_place(opened, size):
    Settings(your_name="Ida", motion="none", last_game="rank").save()
    person = opened()
    person.main.resize(*size)
    order = ["Damn", "Blackout", "Master", "Ass", "Rank"]  # whichever was played last
    assert offered(person)[2:7] == order
    choices = person.window.findChildren(StartMenu)[-1]
    until(lambda: person.main.lobby is not None and choices.height() <= person.main.lobby.height())
    for button in choices.buttons:
        assert choices.rect().contains(button.geometry())
        assert button.width() >= button.sizeHint().width() or button.toolTip()
    person.click(choices.buttons[2 + order.index("Master")])
    dialog = dialog_of(person, NewMatchDialog)
    assert dialog.chosen().game == "master"
    person.press(Qt.Key.Key_Escape)


@pytest.mark.slow
def test_whoever_bids_first_sees_the_question_at_once(opened):
    person = opened()
    for number in range(20):
        person.main.begin_wanted(seed_from(f"first {number}"))
        person.wait_for_turn()
        if len(record_at(path_of(person)).events) == 2:
            break
    buttons = person.playing.asking.prompt.buttons
    assert [one.text() for one in buttons if one.isVisible()] == ["0", "1"]
    person.type("0")
    assert record_at(path_of(person)).events[2] == BidMade(0, 0)


@pytest.mark.slow
def test_a_new_match_is_set_up_in_the_dialog(opened):
    person = opened()
    offered(person)
    person.choose("Matches", "New match")
    dialog = dialog_of(person, NewMatchDialog)
    dialog.game_list.choose("blackout")
    dialog.players.setValue(3)
    dialog.start_button.click()
    assert person.playing.place.header.game == "blackout"
    assert len(person.playing.place.header.sitters) == 3
    person.window.close()
    again = opened()
    assert offered(again)[1] == "Play Blackout as last time"


# Leaving and resuming


def shown_table(person):
    """Return everything visible on the table and the sheet."""
    scene, playing = person.scene, person.playing
    sheet = playing.side.sheet.accessibleDescription()
    plates = [plate.text for plate in scene.plates]
    hands = [sorted(str(item.face) for item in hand) for hand in scene.cards.hands]
    trick = [(seat, item.face) for seat, item in scene.cards.trick]
    notes = [text for text in texts_of(playing.side.sheet) if text]
    last = playing.side.last_trick.accessibleName() if any(scene.cards.won) else ""
    return (
        plates,
        hands,
        trick,
        [len(won) for won in scene.cards.won],
        scene.notice.texts,
        sheet,
        last,
        notes,
    )


@pytest.mark.long
@pytest.mark.parametrize("acts", range(9))
def test_a_match_left_at_any_moment_is_gone_on_with(opened, acts):
    person = lay(opened)
    move_on(person, acts)
    view, seen, path = person.playing.place.view, shown_table(person), path_of(person)
    asked = (person.asked_bid, person.legal)
    person.window.close()
    left = path.read_bytes()
    again = opened()
    assert offered(again)[0] == "Go on: Damn"
    again.press(Qt.Key.Key_Return)
    again.wait_for_turn()
    assert again.playing.place.view == view
    assert path_of(again) == path
    assert path.read_bytes() == left
    assert (again.asked_bid, set(again.legal)) == (asked[0], set(asked[1]))
    assert shown_table(again) == seen
    play_out(again)
    assert isinstance(record_at(path).events[-1], Ended)


@pytest.mark.slow
def test_a_match_is_left_for_the_first_screen_by_a_key(opened):
    person = lay(opened)
    move_on(person, 3)
    view, path = person.playing.place.view, path_of(person)
    left = path.read_bytes()
    assert person.window.windowTitle() == "Damn – Green Baize"
    person.main.banner.tell("Something is wrong at this table.", "Go on")
    QTest.keyClick(person.window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert person.main.playing is None
    assert person.window.windowTitle() == "Green Baize"
    assert not told(person)  # its banner was about the match
    assert offered(person)[0] == "Go on: Damn"
    assert path.read_bytes() == left
    person.press(Qt.Key.Key_Return)
    until(lambda: person.main.playing is not None)
    assert path_of(person) == path
    assert person.playing.place.view == view


@pytest.mark.slow
def test_a_match_that_cannot_be_written_down_is_not_left_by_a_key(opened):
    person = lay(opened)
    move_on(person, 3)
    path = path_of(person)
    folder = path.parent.rename(path.parent.with_name("elsewhere"))
    path.parent.write_text("in the way")  # not noticed yet: nothing was written since
    control = Qt.KeyboardModifier.ControlModifier
    for _ in range(2):
        QTest.keyClick(person.window, Qt.Key.Key_W, control)
        assert person.main.playing is not None
        assert told(person).startswith("The match cannot be written down just now: ")
        (question,) = person.window.findChildren(UnwrittenMatchDialog)
        question.reject()
        QApplication.sendPostedEvents(question, QEvent.Type.DeferredDelete)
    path.parent.unlink()
    folder.rename(path.parent)
    QTest.keyClick(person.window, Qt.Key.Key_W, control)
    assert person.main.playing is None
    assert offered(person)[0] == "Go on: Damn"


@pytest.mark.slow
def test_a_second_window_is_told_that_the_match_is_being_played(opened):
    person = lay(opened)
    move_on(person, 2)
    before, path = path_of(person).read_bytes(), path_of(person)
    second = opened()
    assert offered(second)[0] == "Go on: Damn"
    second.click_button("Go on")
    assert told(second) == "This match is being played in another window."
    assert second.main.playing is None
    second.click_button("Dismiss")
    assert told(second) == ""
    assert path.read_bytes() == before
    person.window.activateWindow()
    play_out(person)
    assert isinstance(record_at(path).events[-1], Ended)


def without_line(lines):
    return [*lines[:4], *lines[5:]]


def with_noise(lines):
    return [*lines[:5], lines[5][:9] + b"\n", *lines[6:]]


def with_another_bid(lines):
    bid = next(at for at, line in enumerate(lines) if line.startswith(b'{"type": "bid"'))
    changed = {**json.loads(lines[bid]), "tricks": 99}
    return [*lines[:bid], json.dumps(changed).encode() + b"\n", *lines[bid + 1 :]]


@pytest.mark.slow
@pytest.mark.parametrize("damage", [without_line, with_noise, with_another_bid])
@pytest.mark.parametrize("way", ["button", "dialog"])
def test_a_damaged_record_is_told_with_its_line_and_left_alone(opened, damage, way):
    person = lay(opened)
    move_on(person, 3)
    path = path_of(person)
    person.window.close()
    data = b"".join(damage(path.read_bytes().splitlines(keepends=True)))
    path.write_bytes(data)
    with pytest.raises(RecordError) as broken:
        record_at(path)
    person = opened()
    assert offered(person)[0].startswith("Go on")
    if way == "button":
        person.press(Qt.Key.Key_Return)
        said = told(person)
    else:
        action(person, "Unfinished").trigger()
        dialog = dialog_of(person, UnfinishedDialog)
        dialog.go_on_button.click()
        assert dialog.isVisible()
        said = dialog.problem.text()
        dialog.reject()
    assert said == (f"{path.name}, line {broken.value.line}: {Speaker().say(broken.value.message)}")
    assert path.read_bytes() == data
    assert person.main.playing is None


@pytest.mark.slow
def test_a_record_cut_short_goes_on_and_says_so(opened):
    person = lay(opened)
    move_on(person, 3)
    path, view = path_of(person), person.playing.place.view
    person.window.close()
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"type": "bi')
    again = opened()
    offered(again)
    again.click_button("Go on")
    assert "cut short" in told(again)
    again.wait_for_turn()
    assert again.playing.place.view == view
    play_out(again)
    assert path.read_bytes().startswith(whole)
    assert isinstance(record_at(path).events[-1], Ended)


@pytest.mark.slow
def test_an_abandoned_match_is_kept_and_not_offered_again(opened, home):
    person = lay(opened)
    move_on(person, 2)
    path = path_of(person)
    data = path.read_bytes()
    action(person, "Abandon").trigger()
    question = dialog_of(person, Confirmation)
    question.no_button.click()
    assert person.main.playing is not None
    assert path.exists()
    action(person, "Abandon").trigger()
    dialog_of(person, Confirmation).yes_button.click()
    assert person.main.playing is None
    assert not any(text.startswith("Go on") for text in offered(person))
    assert not path.exists()
    assert (home / "matches" / "abandoned" / path.name).read_bytes() == data
    assert not action(person, "Abandon").isEnabled()
    person.window.close()
    assert not any(text.startswith("Go on") for text in offered(opened()))


@pytest.mark.slow
def test_the_list_of_unfinished_matches_goes_on_with_any_of_them(opened):
    person = lay(opened)
    move_on(person, 1)
    first = path_of(person)
    person.main.begin_wanted(seed_from("another"))
    person.wait_for_turn()
    second = path_of(person)
    assert first != second
    action(person, "Unfinished").trigger()
    dialog = dialog_of(person, UnfinishedDialog)
    assert dialog.list.count() == 1
    dialog.go_on_button.click()
    until(lambda: person.main.playing is not None and person.playing.isVisible())
    assert path_of(person) == first
    play_out(person)
    assert record_at(second).events


# Errors


@pytest.mark.slow
def test_a_full_disk_does_not_stop_the_match(opened, monkeypatch):
    disk = Disk(room=None)
    disk.take_place(monkeypatch)
    person = lay(opened)
    move_on(person, 2)
    assert told(person) == ""
    disk.room = 10
    move_on(person, 2)
    assert told(person).startswith("The match cannot be written down just now: ")
    assert "No space left on device" in told(person)
    assert told(person).endswith("Play goes on.")
    short = path_of(person).stat().st_size
    move_on(person, 2)
    assert path_of(person).stat().st_size == short
    disk.room = None
    move_on(person, 1)
    until(lambda: told(person) == "The record is complete again.")
    play_out(person)
    assert isinstance(record_at(path_of(person)).events[-1], Ended)


@pytest.mark.slow
def test_without_a_folder_for_records_one_can_still_play(opened, home):
    home.mkdir(exist_ok=True)
    (home / "matches").write_text("not a folder")
    person = lay(opened, PlayRequest("damn", 3, {"deals": 1}, seed_from("short")))
    assert told(person).startswith("The match cannot be written down just now: ")
    play_out(person)
    until(lambda: person.window.findChild(ResultSheet))


@pytest.fixture
def full(opened, monkeypatch):
    """Return a person in the middle of a match whose disk has become full."""
    disk = Disk(room=None)
    disk.take_place(monkeypatch)
    person = lay(opened)
    move_on(person, 2)
    disk.room = 10
    move_on(person, 2)
    person.disk = disk
    return person


def close_by_hand(person):
    """Close the window by its frame's button and return the confirmation it asks, or None."""
    person.window.close()
    QApplication.processEvents()
    questions = [one for one in person.window.findChildren(Confirmation) if one.isVisible()]
    assert len(questions) <= 1
    return questions[0] if questions else None


@pytest.mark.slow
def test_closing_asks_before_a_match_is_lost_and_saves_it_elsewhere(full, tmp_path):
    question = close_by_hand(full)
    assert isinstance(question, UnwrittenMatchDialog)
    assert full.window.isVisible()
    text = " ".join(texts_of(question))
    assert "No space left on device" in text
    full.disk.room = None
    copy = tmp_path / "elsewhere" / "match.jsonl"
    question.save_to(str(copy))
    assert "No such file" in question.dialog.text()
    question.dialog.accept()
    assert full.window.isVisible()
    lines = full.main.match.file.lines
    copy.parent.mkdir()
    full.disk.room = 0
    question.dialog = None
    QTest.mouseClick(question.save_button, Qt.MouseButton.LeftButton)
    assert question.dialog.selectedFiles()[0].endswith(path_of(full).name)
    question.dialog.reject()
    full.disk.room = None
    question.save_to(str(copy))
    until(lambda: not full.window.isVisible())
    assert copy.read_bytes() == lines
    assert record_at(copy).events
    assert full.main.unwritten == []


@pytest.mark.slow
def test_who_keeps_playing_or_leaves_all_the_same_is_asked_once(full):
    question = close_by_hand(full)
    QTest.keyClick(question, Qt.Key.Key_Return)  # the default button, which means no
    assert full.window.isVisible()
    question = close_by_hand(full)
    QTest.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    until(lambda: not full.window.isVisible())
    assert len(full.main.unwritten) == 1


@pytest.mark.slow
def test_whatever_else_is_done_asks_before_a_match_is_lost(full):
    path = path_of(full)
    full.main.services.go(Start())
    assert path_of(full) == path
    question = full.main.services.dialogs.last
    assert isinstance(question, UnwrittenMatchDialog)
    question.reject()
    for go in (full.main.what_next.play_again, lambda: full.main.services.go(Begin(DAMN))):
        go()
        assert path_of(full) == path
        full.main.services.dialogs.last.reject()
    full.main.services.go(Start())
    full.main.services.dialogs.last.yes_button.click()
    until(lambda: full.main.lobby is not None)


@pytest.mark.slow
def test_playing_again_promises_nothing_of_a_match_that_cannot_be_written(full):
    path = path_of(full)
    QTest.keyClick(full.window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    question = full.main.services.dialogs.last
    assert isinstance(question, UnwrittenMatchDialog)
    question.yes_button.click()
    until(lambda: path_of(full) != path)


@pytest.mark.slow
def test_a_disk_with_room_again_asks_nothing(full):
    full.disk.room = None
    assert close_by_hand(full) is None
    assert not full.window.isVisible()


def test_settings_that_are_lost_are_asked_about_before_the_window_closes(opened, monkeypatch):
    person = opened()
    person.main.services.settings.now.theme = "dark"
    trouble = Message("file-error", {"path": "settings.json", "reason": "Disk full"})
    monkeypatch.setattr(Settings, "save", lambda _: trouble)
    question = close_by_hand(person)
    lost = "What you have changed in the settings is not saved and would be lost."
    assert f"settings.json: Disk full. {lost}" in texts_of(question)
    question.no_button.click()
    assert person.window.isVisible()
    question = close_by_hand(person)
    question.yes_button.click()
    until(lambda: not person.window.isVisible())


def test_the_windows_place_alone_is_no_loss(opened, monkeypatch):
    person = opened()
    person.window.resize(777, 555)
    trouble = Message("file-error", {"path": "settings.json", "reason": "Disk full"})
    monkeypatch.setattr(Settings, "save", lambda _: trouble)
    assert close_by_hand(person) is None
    assert person.main.unwritten == []


@pytest.mark.parametrize("data", [b"{", b"[]", b"\xff\xfe{}", b'{"theme": NaN}'])
def test_the_start_with_damaged_settings_tells_of_them(run_program, home, data):
    home.mkdir(exist_ok=True)
    (home / "settings.json").write_bytes(data)

    def look(window):
        words = window.services.notifications
        until(lambda: words.words)
        assert str(home / "settings.json.bad") in words.words
        assert words.banner.isVisible()

    run_program(PlayRequest(), look)
    assert (home / "settings.json.bad").read_bytes() == data


def test_a_notice_of_the_start_is_told_in_the_window(run_program):
    def look(window):
        until(lambda: "does not answer" in window.services.notifications.words)

    run_program(PlayRequest(), look, Message("open-but-stuck"))


@pytest.fixture
def safety_net(monkeypatch):
    """Return a function that installs the program's handler for unexpected errors."""
    return lambda person: monkeypatch.setattr(sys, "excepthook", program.error_hook(person.main))


@pytest.mark.slow
@pytest.mark.qt_no_exception_capture
def test_an_unexpected_error_is_one_sentence_and_the_match_goes_on(
    opened, home, safety_net, monkeypatch, capfd
):
    person = lay(opened)
    safety_net(person)
    move_on(person, 2)
    path = path_of(person)
    decide = SearchBot.decide

    def fail_once(*arguments):
        monkeypatch.setattr(SearchBot, "decide", decide)
        raise ZeroDivisionError("a fault for this test")

    monkeypatch.setattr(SearchBot, "decide", fail_once)
    person.playing.motion.speed = 1.0  # so that the bots think for a moment
    person.act()
    until(lambda: told(person))
    log = home / "greenbaize.log"
    assert told(person) == (
        "Something unexpected happened (ZeroDivisionError). The match is safe. "
        f"The details are in {log}."
    )
    assert not any("Traceback" in text or "a fault" in text for text in texts_of(person.window))
    kept = log.read_text(encoding="utf-8")
    assert "Traceback (most recent call last)" in kept
    assert "a fault for this test" in kept
    assert "fail_once" in kept
    before = record_at(path).events
    person.click_button("Go on")
    until(lambda: told(person) == "" and person.main.playing is not None)
    person.wait_for_turn()
    assert path_of(person) == path
    after = record_at(path).events
    assert after[: len(before)] == before
    assert len(after) > len(before)
    check_mirror(person.scene, person.picture)
    play_out(person)
    assert isinstance(record_at(path).events[-1], Ended)
    out, err = capfd.readouterr()
    assert "Traceback" not in out + err


@pytest.mark.qt_no_exception_capture
def test_an_error_without_a_match_has_nothing_to_go_on_with(opened, safety_net):
    person = opened()
    safety_net(person)
    offered(person)
    person.main.tell_error(KeyError("x"))
    assert told(person).startswith("Something unexpected happened (KeyError).")
    seen = [one.text() for one in person.main.banner.findChildren(QPushButton) if one.isVisible()]
    assert seen == ["Dismiss"]


def test_the_program_spreads_its_net(run_program):
    def fail(window):
        sys.excepthook(LookupError, LookupError("lost"), None)
        assert "LookupError" in window.services.notifications.words

    run_program(PlayRequest(), fail)


def test_where_nobody_can_be_asked_an_incomplete_record_is_told_at_the_end(
    run_program, home, capsys
):
    home.mkdir(exist_ok=True)
    (home / "matches").write_text("in the way")

    def close(window):
        until(lambda: window.services.pages.table)
        window.close_now()

    run_program(PlayRequest("damn", 3), close)
    (said,) = capsys.readouterr().err.splitlines()
    assert str(home / "matches") in said
    assert said.endswith(" The match was left, and its record is incomplete.")
    assert "record-lost" in folders.log().read_text()


# Window geometry and screenshots


@pytest.mark.slow
def test_the_window_comes_back_as_it_was(opened):
    person = lay(opened)
    person.window.resize(QSize(777, 555))
    until(lambda: person.window.size() == QSize(777, 555))
    person.window.close()
    assert person.main.unwritten == []
    assert opened().window.size() == QSize(777, 555)


def test_settings_lost_where_nobody_can_be_asked_are_told_at_the_end(opened, monkeypatch):
    person = opened()
    person.main.services.settings.now.theme = "dark"
    trouble = Message("file-error", {"path": "settings.json", "reason": "Disk full"})
    monkeypatch.setattr(Settings, "save", lambda _: trouble)
    person.window.close_now()
    assert person.main.unwritten == ["settings.json: Disk full."]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", "not base64!", "aGVsbG8="])
def test_a_foreign_geometry_does_no_harm(opened, text):
    settings = Settings.load()
    settings.geometry = text
    settings.save()
    person = lay(opened)
    person.wait_for_turn()
    assert person.window.width() > 400


@pytest.mark.slow
def test_closing_while_cards_fly_loses_nothing(opened):
    settings = Settings.load()
    settings.motion = "full"
    settings.save()
    person = opened(DAMN, speed=1.0)
    for _ in range(3):
        person.hurry()
        person.act()
    assert person.playing.motion.busy
    path, own = path_of(person), person.playing.place.seat
    person.window.close()
    record = record_at(path)
    acts = [
        one for one in record.events if isinstance(one, BidMade | CardPlayed) and one.seat == own
    ]
    assert len(acts) == 3
    again = opened()
    offered(again)
    again.click_button("Go on")
    again.hurry()
    acts_again = record_at(path).events[: len(record.events)]
    assert acts_again == record.events
    until(lambda: not again.playing.motion.busy)
    check_mirror(again.scene, again.picture)


@pytest.mark.slow
@pytest.mark.parametrize("request_", [("damn", 3, {"deals": 3}), ("ass", 2, {"deal_limit": 1})])
def test_a_watched_match_plays_itself_and_closes(opened, home, tmp_path, request_):
    game, players, options = request_
    shots = tmp_path / "shots"
    seed = seed_from("watch")
    person = opened(
        PlayRequest(game, players, options, seed, watch=True, speed=1000.0, screenshots=shots)
    )
    until(lambda: not person.window.isVisible())
    (path,) = (home / "matches").glob("*.jsonl")
    record = record_at(path)
    assert isinstance(record.events[-1], Ended)
    assert all(one.kind == "bot" for one in record.header.sitters)
    deals = sum(isinstance(one, Scored) for one in record.events)
    pictures = sorted(shots.glob(f"{game}-*.png"))
    assert [one.name for one in pictures] == [
        f"{game}-{deal:02}.png" for deal in range(1, deals + 1)
    ]
    images = [QImage(str(one)) for one in pictures]
    assert all(image.width() >= 480 for image in images)
    assert len({image.constBits().tobytes() for image in images}) == deals
    assert not (home / "settings.json").read_text().count('"last_game": "damn"')


@pytest.mark.slow
def test_screenshots_that_cannot_be_kept_are_told(opened, tmp_path):
    (tmp_path / "file").write_text("")
    request = PlayRequest(
        "damn", 3, {"deals": 1}, seed_from("x"), screenshots=tmp_path / "file" / "shots"
    )
    person = lay(opened, request)
    play_out(person)
    until(lambda: told(person))
    assert str(tmp_path / "file" / "shots") in told(person)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_a_picture_goes_where_it_is_named_and_nowhere_else(kind, opened, tmp_path):
    other, name = tmp_path / "other", tmp_path / "shots" / "damn-01.png"
    name.parent.mkdir()
    other.write_text("mine")
    if kind == "link":
        name.symlink_to(other)
    else:
        os.mkfifo(name)
    request = PlayRequest(
        "damn", 3, {"deals": 1}, seed_from("x"), watch=True, speed=1000.0, screenshots=name.parent
    )
    person = opened(request)
    until(lambda: not person.window.isVisible())
    assert other.read_text() == "mine"
    assert name.is_file()
    assert not name.is_symlink()
    assert not QImage(str(name)).isNull()


# Menus and preferences


@pytest.mark.slow
def test_preferences_are_seen_at_once_and_kept(opened):
    person = lay(opened)
    person.wait_for_turn()
    before = worn()
    action(person, "Preferences").trigger()
    dialog = dialog_of(person, PreferencesDialog)
    assert dialog.focusWidget() is dialog.fields["theme"]
    dialog.fields["theme"].setCurrentIndex(2)
    assert worn() is not before
    dialog.fields["single_click"].click()
    assert person.playing.asking.single_click
    dialog.fields["motion"].setCurrentIndex(MOTIONS.index("full"))
    assert not person.playing.motion.jumps
    dialog.fields["motion"].setCurrentIndex(MOTIONS.index("none"))
    assert person.playing.motion.jumps
    dialog.pages.setCurrentIndex(4)
    dialog.close_button.click()
    kept = Settings.load()
    assert (kept.theme, kept.single_click, kept.motion) == ("dark", True, "none")
    # The dialog opens on the page shown last.
    until(lambda: not person.window.findChildren(PreferencesDialog))
    action(person, "Preferences").trigger()
    dialog = dialog_of(person, PreferencesDialog)
    assert dialog.pages.currentIndex() == 4
    assert dialog.focusWidget() is dialog.fields["sound"]


@pytest.mark.slow
def test_menus_know_what_can_be_done_and_a_finished_match_is_not_offered(opened):
    person = opened(PlayRequest("damn", 3, {"deals": 1}, seed_from("short")))
    assert not action(person, "Play again").isEnabled()
    assert not action(person, "Abandon").isEnabled()
    until(lambda: person.main.playing is not None)
    assert action(person, "Play again").isEnabled()
    assert action(person, "Abandon").isEnabled()
    play_out(person)
    until(lambda: person.window.findChild(ResultSheet))
    assert not action(person, "Abandon").isEnabled()
    person.window.close()
    assert not any(text.startswith("Go on") for text in offered(opened()))


@pytest.mark.slow
def test_the_rules_shown_are_those_of_the_game(opened):
    person = lay(opened, PlayRequest("blackout", 2, {}, seed_from("rules")))
    person.press(Qt.Key.Key_F1)
    until(
        lambda: person.main.help_desk.shown is not None and person.main.help_desk.shown.isVisible()
    )
    assert person.main.help_desk.shown.page == "blackout"
    person.window.close()
    assert not person.main.help_desk.shown.isVisible()


@pytest.mark.slow
def test_find_in_the_help_has_the_keyboard_there(opened):
    person = lay(opened)
    QTest.keyClick(person.window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    help_window = person.main.help_desk.shown
    assert help_window is not None
    until(lambda: help_window.focusWidget() is help_window.find_field)


def test_esc_in_a_menu_gives_the_keyboard_back(opened):
    person = opened(PlayRequest("damn", 3, {"deals": 1}, seed_from("menu")))
    until(lambda: person.main.playing)
    person.wait_for_turn()
    before = QApplication.focusWidget()
    QTest.keyClick(person.window.windowHandle(), Qt.Key.Key_M, Qt.KeyboardModifier.AltModifier)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    # The right arrow opens the next menu and keeps the focus in the menus.
    QTest.keyClick(menu.windowHandle(), Qt.Key.Key_Right)
    QApplication.processEvents()
    following = QApplication.activePopupWidget()
    assert following not in (None, menu)
    QTest.keyClick(following.windowHandle(), Qt.Key.Key_Escape)
    until(lambda: not person.main.menuBar().hasFocus())
    assert QApplication.focusWidget() is before
