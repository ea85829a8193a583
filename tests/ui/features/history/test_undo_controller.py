"""Tests for undoing decisions: the question is asked again and the match becomes practice."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.unfinished_matches import list_unfinished_matches
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.messages import Message
from greenbaize.store.settings import UserSettings
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from ui.table.person import wait_until

CTRL = Qt.KeyboardModifier.ControlModifier
REQUESTS = {
    "damn": PlayRequest("damn", 3, {"first": 4, "deals": 4}, seed_from_text("window")),
    "ass": PlayRequest("ass", 3, {}, seed_from_text("window")),
    "rank": PlayRequest("rank", 3, {}, seed_from_text("window")),
}


def press_undo(person):
    person.facade.activateWindow()  # on the offscreen platform closing a dialog activates no window
    QApplication.processEvents()
    QTest.keyClick(person.window.windowHandle(), Qt.Key.Key_Z, CTRL)


def press_redo(person):
    person.facade.activateWindow()
    QApplication.processEvents()
    QTest.keySequence(person.window.windowHandle(), QKeySequence(QKeySequence.StandardKey.Redo))


def answer_confirmation(*, yes):
    question = QApplication.activeModalWidget()
    button = question.yes_button if yes else question.no_button
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def wait_for_question(person):
    """Wait for a question and return it."""
    wait_until(lambda: person.facade.match_view and person.match_view.prompts.question)
    return person.match_view.prompts.question


def confirm_first_undo(person):
    """Undo the first decision of a match, confirm, and return the question asked then."""
    press_undo(person)
    answer_confirmation(yes=True)
    return wait_for_question(person)


def start_match(open_program, game):
    person = open_program(REQUESTS[game])
    wait_until(lambda: person.facade.match_view)
    assert person.wait_for_turn()
    return person


def answer_question(person):
    """Answer the current question with the first allowed button or card; return the question."""
    question = person.match_view.prompts.question
    assert question is not None
    prompt = person.match_view.prompts.choice_prompt
    if prompt.isVisible():
        person.click(next(button for button in prompt.buttons if not button.forbidden))
    else:
        person.double_click_card(person.legal_faces[0])
    wait_until(lambda: person.match_view.prompts.question is not question)
    return question


def load_record(path):
    return read_record(path.read_bytes(), GAMES)


def stored_records(home):
    return sorted((home / "matches").glob("*.jsonl"))


def abandoned_records(home):
    return sorted((home / "matches" / "abandoned").glob("*.jsonl"))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["damn", "rank"])
def test_undone_decision_is_asked_again(open_program, home, game):
    person = start_match(open_program, game)
    assert not person.facade.menus.take_back.isEnabled()
    first = answer_question(person)
    assert person.facade.menus.take_back.isEnabled()
    (original,) = stored_records(home)
    assert confirm_first_undo(person) == first
    assert "practice" in person.scene.notice.title_texts[1]
    (practice,) = stored_records(home)
    (abandoned,) = abandoned_records(home)
    assert abandoned.name == original.name
    assert load_record(practice).header.extra["practice"] is True
    assert [match.path for match in list_unfinished_matches()] == [practice]


@pytest.mark.slow
def test_undo_repeats_and_confirms_once(open_program, home):
    person = start_match(open_program, "damn")
    questions = [answer_question(person)]
    for _ in range(3):
        assert person.wait_for_turn()
        questions.append(answer_question(person))
    press_undo(person)
    answer_confirmation(yes=True)
    for question in reversed(questions):
        assert wait_for_question(person) == question
        press_undo(person)
        assert QApplication.activeModalWidget() is None
    assert not person.facade.menus.take_back.isEnabled()
    assert "nothing to take back" in person.facade.banner.label.text()
    # The original match is stored once, and one practice match can be resumed.
    (abandoned,) = abandoned_records(home)
    (practice,) = stored_records(home)
    assert len(load_record(abandoned).events) > len(load_record(practice).events)
    assert load_record(practice).header.extra["from"]
    answer_question(person)  # the match continues
    assert person.wait_for_turn()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["ass", "rank"])
def test_undone_decisions_can_be_redone(open_program, home, game):
    person = start_match(open_program, game)
    menus = person.facade.menus
    answer_question(person)
    assert person.wait_for_turn()
    later = answer_question(person)
    assert person.wait_for_turn()
    before = load_record(stored_records(home)[0]).events
    assert confirm_first_undo(person) == later
    press_undo(person)
    for _ in range(2):
        wait_for_question(person)
        assert menus.redo.isEnabled()
        press_redo(person)
    assert person.wait_for_turn()
    assert not menus.redo.isEnabled()
    (practice,) = stored_records(home)
    assert load_record(practice).events[: len(before)] == before
    assert load_record(practice).header.extra["practice"] is True
    assert len(abandoned_records(home)) == 1


@pytest.mark.slow
def test_different_decision_discards_redo(open_program):
    person = start_match(open_program, "damn")
    menus = person.facade.menus
    assert not menus.redo.isEnabled()
    answer_question(person)
    press_undo(person)
    answer_confirmation(yes=True)
    wait_until(
        lambda: person.facade.match_view and person.match_view.prompts.choice_prompt.isVisible()
    )
    assert menus.redo.isEnabled()
    another_button = [
        button for button in person.match_view.prompts.choice_prompt.buttons if not button.forbidden
    ][1]
    person.click(another_button)
    assert not menus.redo.isEnabled()
    assert person.wait_for_turn()
    press_redo(person)
    assert person.match_view.prompts.question


@pytest.mark.slow
def test_declining_undo_changes_nothing(open_program, home):
    person = start_match(open_program, "damn")
    answer_question(person)
    press_undo(person)
    answer_confirmation(yes=False)
    assert person.wait_for_turn()
    assert abandoned_records(home) == []
    assert person.scene.notice.title_texts[1].find("practice") < 0


@pytest.mark.slow
def test_undo_works_during_animations_and_from_the_menu(open_program):
    person = start_match(open_program, "rank")
    person.match_view.animator.speed = 0.05
    question = answer_question(person)
    assert person.match_view.animator.is_busy
    person.facade.menus.take_back.trigger()
    answer_confirmation(yes=True)
    assert wait_for_question(person) == question


@pytest.mark.slow
def test_undo_explains_why_it_is_unavailable(open_program, monkeypatch):
    person = start_match(open_program, "damn")
    answer_question(person)
    # A network match runs elsewhere: the window holds no match of its own.
    match, person.match_view.match = person.facade.match, None
    person.facade.services.actions.refresh()
    assert not person.facade.menus.take_back.isEnabled()
    press_undo(person)
    assert "with other people" in person.facade.banner.label.text()
    assert QApplication.activeModalWidget() is None
    person.match_view.match = match
    # A match that could not be written cannot be undone either.
    assert person.wait_for_turn()
    match.file.error = Message("record-empty")
    person.facade.services.actions.refresh()
    assert not person.facade.menus.take_back.isEnabled()
    press_undo(person)
    assert "cannot be written" in person.facade.banner.label.text()
    assert person.facade.match is match
    match.file.error = None


@pytest.mark.slow
def test_bot_match_cannot_be_undone(open_program):
    person = open_program(PlayRequest("damn", 3, {}, seed_from_text("window"), watch=True))
    wait_until(
        lambda: person.facade.match_view and person.facade.match_view.player_view.view.deal > 2
    )
    assert not person.facade.menus.take_back.isEnabled()


@pytest.mark.slow
def test_unwritable_folder_is_reported(open_program, home):
    person = start_match(open_program, "damn")
    answer_question(person)
    (home / "matches" / "abandoned").write_text("in the way")
    press_undo(person)
    answer_confirmation(yes=True)
    wait_until(lambda: person.facade.match_view)
    assert "exists." in person.facade.banner.label.text()
    (only,) = stored_records(home)
    assert "practice" not in load_record(only).header.extra
    assert person.wait_for_turn()  # the original match continues


@pytest.mark.slow
def test_undone_automatic_card_is_asked_for(open_program):
    UserSettings(your_name="Ida", motion="none", forced_cards="last").save()
    person = open_program(PlayRequest("damn", 3, {"deals": 3}, seed_from_text("window")))
    person.facade.settings.forced_cards = "last"
    wait_until(lambda: person.facade.match_view)
    assert person.wait_for_turn()
    bid = answer_question(person)
    # the only card was played automatically
    wait_until(lambda: person.wait_for_turn() and person.asks_for_bid)
    confirm_first_undo(person)
    assert not person.asks_for_bid
    press_undo(person)
    assert wait_for_question(person) == bid


@pytest.mark.slow
def test_casual_match_undoes_without_confirmation(open_program, home):
    person = open_program()
    main = person.facade
    wait_until(lambda: main.start_screen is not None and main.start_screen.start_menu is not None)
    main.launcher.open_new_match_dialog("damn")
    dialog = main._dialog
    dialog.players_box.setValue(3)
    dialog.options_form.show_options(GAMES["damn"].options, 3, {"first": 2, "deals": 2})
    assert not dialog.practice_box.isChecked()
    QTest.keyClick(dialog.practice_box, Qt.Key.Key_Space)
    QTest.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    wait_until(lambda: main.match_view is not None)
    main.match_view.animator.speed = 0.0
    assert "practice" in person.scene.notice.title_texts[1]
    assert "does not count" in main.banner.label.text()
    assert person.wait_for_turn()
    for _ in range(2):
        first = answer_question(person)
        press_undo(person)  # without a confirmation
        assert not isinstance(QApplication.activeModalWidget(), ConfirmationDialog)
        assert wait_for_question(person) == first
    (path,) = stored_records(home)
    assert abandoned_records(home) == []
    assert load_record(path).header.is_casual
    # A casual match is stored and resumed as casual.
    main.clear_table()
    assert main.resume_record(path)
    assert "practice" in person.scene.notice.title_texts[1]
    main.match_view.animator.speed = 0.0
    before = main.settings.finished
    while person.wait_for_turn():
        answer_question(person)
    wait_until(lambda: main.result_controller is not None)
    assert main.settings.finished == before
    # The next match is casual too unless the option is changed.
    main.launcher.play_again()
    assert main.match.player_view.header.is_casual
    main.clear_table()
    main.start_usual_match(None)
    assert main.match.player_view.header.is_casual
    main.clear_table()
    main.launcher.open_new_match_dialog("damn")
    assert main._dialog.practice_box.isChecked()
    QTest.keyClick(main._dialog.practice_box, Qt.Key.Key_Space)
    QTest.mouseClick(main._dialog.start_button, Qt.MouseButton.LeftButton)
    wait_until(lambda: main.match_view is not None)
    assert not main.match.player_view.header.is_practice
