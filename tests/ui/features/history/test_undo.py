"""Tests for undoing decisions: the question is asked again and the match becomes practice."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.unfinished import unfinished
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from
from greenbaize.rules.messages import Message
from greenbaize.store.settings import Settings
from greenbaize.ui.widgets.dialog import Confirmation
from ui.table.person import until

CTRL = Qt.KeyboardModifier.ControlModifier
REQUESTS = {
    "damn": PlayRequest("damn", 3, {"first": 4, "deals": 4}, seed_from("window")),
    "ass": PlayRequest("ass", 3, {}, seed_from("window")),
    "rank": PlayRequest("rank", 3, {}, seed_from("window")),
}


def undo(person):
    person.main.activateWindow()  # on the offscreen platform closing a dialog activates no window
    QApplication.processEvents()
    QTest.keyClick(person.window.windowHandle(), Qt.Key.Key_Z, CTRL)


def redo(person):
    person.main.activateWindow()
    QApplication.processEvents()
    QTest.keySequence(person.window.windowHandle(), QKeySequence(QKeySequence.StandardKey.Redo))


def confirm(*, yes):
    question = QApplication.activeModalWidget()
    button = question.yes_button if yes else question.no_button
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def asked(person):
    """Wait for a question and return it."""
    until(lambda: person.main.playing and person.playing.asking.question)
    return person.playing.asking.question


def taken_back(person):
    """Undo the first decision of a match, confirm, and return the question asked then."""
    undo(person)
    confirm(yes=True)
    return asked(person)


def begin(opened, game):
    person = opened(REQUESTS[game])
    until(lambda: person.main.playing)
    assert person.wait_for_turn()
    return person


def decide(person):
    """Answer the current question with the first allowed button or card; return the question."""
    question = person.playing.asking.question
    assert question is not None
    prompt = person.playing.asking.prompt
    if prompt.isVisible():
        person.click(next(one for one in prompt.buttons if not one.forbidden))
    else:
        person.double_click_card(person.legal[0])
    until(lambda: person.playing.asking.question is not question)
    return question


def record(path):
    return read_record(path.read_bytes(), GAMES)


def lying(home):
    return sorted((home / "matches").glob("*.jsonl"))


def given_up(home):
    return sorted((home / "matches" / "abandoned").glob("*.jsonl"))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["damn", "rank"])
def test_what_was_decided_is_asked_again(opened, home, game):
    person = begin(opened, game)
    assert not person.main.menus.take_back.isEnabled()
    first = decide(person)
    assert person.main.menus.take_back.isEnabled()
    (original,) = lying(home)
    assert taken_back(person) == first
    assert "practice" in person.scene.notice.texts[1]
    (practice,) = lying(home)
    (kept,) = given_up(home)
    assert kept.name == original.name
    assert record(practice).header.more["practice"] is True
    assert [one.path for one in unfinished()] == [practice]


@pytest.mark.slow
def test_it_is_taken_back_again_and_again_and_asked_once(opened, home):
    person = begin(opened, "damn")
    questions = [decide(person)]
    for _ in range(3):
        assert person.wait_for_turn()
        questions.append(decide(person))
    undo(person)
    confirm(yes=True)
    for question in reversed(questions):
        assert asked(person) == question
        undo(person)
        assert QApplication.activeModalWidget() is None
    assert not person.main.menus.take_back.isEnabled()
    assert "nothing to take back" in person.main.banner.words.text()
    # The original match is stored once, and one practice match can be resumed.
    (kept,) = given_up(home)
    (practice,) = lying(home)
    assert len(record(kept).events) > len(record(practice).events)
    assert record(practice).header.more["from"]
    decide(person)  # the match continues
    assert person.wait_for_turn()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["ass", "rank"])
def test_what_was_taken_back_can_be_redone(opened, home, game):
    person = begin(opened, game)
    menus = person.main.menus
    decide(person)
    assert person.wait_for_turn()
    later = decide(person)
    assert person.wait_for_turn()
    before = record(lying(home)[0]).events
    assert taken_back(person) == later
    undo(person)
    for _ in range(2):
        asked(person)
        assert menus.redo.isEnabled()
        redo(person)
    assert person.wait_for_turn()
    assert not menus.redo.isEnabled()
    (practice,) = lying(home)
    assert record(practice).events[: len(before)] == before
    assert record(practice).header.more["practice"] is True
    assert len(given_up(home)) == 1


@pytest.mark.slow
def test_nothing_is_redone_once_the_match_has_gone_another_way(opened):
    person = begin(opened, "damn")
    menus = person.main.menus
    assert not menus.redo.isEnabled()
    decide(person)
    undo(person)
    confirm(yes=True)
    until(lambda: person.main.playing and person.playing.asking.prompt.isVisible())
    assert menus.redo.isEnabled()
    other = [one for one in person.playing.asking.prompt.buttons if not one.forbidden][1]
    person.click(other)
    assert not menus.redo.isEnabled()
    assert person.wait_for_turn()
    redo(person)
    assert person.playing.asking.question


@pytest.mark.slow
def test_who_keeps_playing_loses_nothing(opened, home):
    person = begin(opened, "damn")
    decide(person)
    undo(person)
    confirm(yes=False)
    assert person.wait_for_turn()
    assert given_up(home) == []
    assert person.scene.notice.texts[1].find("practice") < 0


@pytest.mark.slow
def test_while_cards_move_it_is_taken_back_as_well_and_by_the_menu(opened):
    person = begin(opened, "rank")
    person.playing.motion.speed = 0.05
    question = decide(person)
    assert person.playing.motion.busy
    person.main.menus.take_back.trigger()
    confirm(yes=True)
    assert asked(person) == question


@pytest.mark.slow
def test_with_friends_or_without_a_disk_it_is_told_why_not(opened, monkeypatch):
    person = begin(opened, "damn")
    decide(person)
    # A network match runs elsewhere: the window holds no match of its own.
    match, person.playing.match = person.main.match, None
    person.main.services.actions.refresh()
    assert not person.main.menus.take_back.isEnabled()
    undo(person)
    assert "with other people" in person.main.banner.words.text()
    assert QApplication.activeModalWidget() is None
    person.playing.match = match
    # A match that could not be written cannot be undone either.
    assert person.wait_for_turn()
    match.file.trouble = Message("record-empty")
    person.main.services.actions.refresh()
    assert not person.main.menus.take_back.isEnabled()
    undo(person)
    assert "cannot be written" in person.main.banner.words.text()
    assert person.main.match is match
    match.file.trouble = None


@pytest.mark.slow
def test_computer_players_alone_take_nothing_back(opened):
    person = opened(PlayRequest("damn", 3, {}, seed_from("window"), watch=True))
    until(lambda: person.main.playing and person.main.playing.place.view.deal > 2)
    assert not person.main.menus.take_back.isEnabled()


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_told(opened, home):
    person = begin(opened, "damn")
    decide(person)
    (home / "matches" / "abandoned").write_text("in the way")
    undo(person)
    confirm(yes=True)
    until(lambda: person.main.playing)
    assert "exists." in person.main.banner.words.text()
    (only,) = lying(home)
    assert "practice" not in record(only).header.more
    assert person.wait_for_turn()  # the original match continues


@pytest.mark.slow
def test_a_card_that_would_play_itself_is_asked_for_once_it_was_taken_back(opened):
    Settings(your_name="Ida", motion="none", last_card=True).save()
    person = opened(PlayRequest("damn", 3, {"deals": 3}, seed_from("window")))
    person.main.settings.last_card = True
    until(lambda: person.main.playing)
    assert person.wait_for_turn()
    bid = decide(person)
    # the only card was played automatically
    until(lambda: person.wait_for_turn() and person.asked_bid)
    taken_back(person)
    assert not person.asked_bid
    undo(person)
    assert asked(person) == bid


@pytest.mark.slow
def test_in_a_casual_match_it_is_free_and_nothing_is_counted(opened, home):
    person = opened()
    main = person.main
    until(lambda: main.lobby is not None and main.lobby.choices is not None)
    main.what_next.ask_new_match("damn")
    dialog = main._dialog
    dialog.players.setValue(3)
    dialog.options.show_options(GAMES["damn"].options, 3, {"first": 2, "deals": 2})
    assert not dialog.casual.isChecked()
    QTest.keyClick(dialog.casual, Qt.Key.Key_Space)
    QTest.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    until(lambda: main.playing is not None)
    main.playing.motion.speed = 0.0
    assert "practice" in person.scene.notice.texts[1]
    assert "does not count" in main.banner.words.text()
    assert person.wait_for_turn()
    for _ in range(2):
        first = decide(person)
        undo(person)  # without a confirmation
        assert not isinstance(QApplication.activeModalWidget(), Confirmation)
        assert asked(person) == first
    (path,) = lying(home)
    assert given_up(home) == []
    assert record(path).header.casual
    # A casual match is stored and resumed as casual.
    main.clear_table()
    assert main.resume_or_tell(path)
    assert "practice" in person.scene.notice.texts[1]
    main.playing.motion.speed = 0.0
    before = main.settings.finished
    while person.wait_for_turn():
        decide(person)
    until(lambda: main.ending is not None)
    assert main.settings.finished == before
    # The next match is casual too unless the option is changed.
    main.what_next.play_again()
    assert main.match.place.header.casual
    main.clear_table()
    main.begin_wanted(None)
    assert main.match.place.header.casual
    main.clear_table()
    main.what_next.ask_new_match("damn")
    assert main._dialog.casual.isChecked()
    QTest.keyClick(main._dialog.casual, Qt.Key.Key_Space)
    QTest.mouseClick(main._dialog.start_button, Qt.MouseButton.LeftButton)
    until(lambda: main.playing is not None)
    assert not main.match.place.header.practice
