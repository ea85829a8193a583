"""Challenges in the window: pasted, played, answered, sent and compared."""

import csv
from datetime import date, timedelta
from io import StringIO

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.challenge_records import write_challenge_record
from app.test_challenge_code import create_challenge
from greenbaize.app.challenge_code import decode_challenge, encode_challenge
from greenbaize.app.challenge_mark import read_mark
from greenbaize.app.challenge_result import decode_result
from greenbaize.app.challenges import ChallengeLog, log_challenge
from greenbaize.app.daily import DailyCalendar
from greenbaize.app.daily_game import find_daily_game
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.match.record import read_header
from greenbaize.store import folders
from greenbaize.ui.features.challenges import controller
from greenbaize.ui.features.challenges.challenge_dialogs import (
    PlayChallengeDialog,
    SendChallengeDialog,
)
from greenbaize.ui.features.challenges.comparison_dialog import ComparisonDialog
from greenbaize.ui.features.challenges.daily_dialog import DailyDialog
from greenbaize.ui.features.start import start_screen
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from ui.features.start.test_start_menu import start_menu
from ui.table.person import wait_until
from ui.window_steps import play_to_end, wait_for_dialog

CONTROL = Qt.KeyboardModifier.ControlModifier


def make_challenge(cards=1, **more):
    options = {"deals": cards, "first": cards}
    return create_challenge("damn", 3, level="easy", options=options, **more)


def click(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def paste(person, text):
    """Paste a text on the first screen."""
    QApplication.clipboard().setText(text)
    start_menu(person).buttons[0].setFocus()
    QTest.keyClick(person.window.focusWidget(), Qt.Key.Key_V, CONTROL)


def play_pasted(person, text):
    """Paste a challenge and begin to play it; return the dialog's description."""
    paste(person, text)
    dialog = wait_for_dialog(person, PlayChallengeDialog)
    description = dialog.description_label.text()
    click(dialog.play_button)
    wait_until(lambda: person.facade.match_view is not None)
    return description


def wait_for_result(person):
    wait_until(lambda: person.facade.result_controller is not None)
    panel = person.facade.result_controller.result_panel
    wait_until(lambda: panel.isVisible() and panel._is_painted)
    return panel


@pytest.mark.slow
def test_a_pasted_challenge_is_described_played_and_answered(open_program):
    challenge = make_challenge()
    person = open_program()
    sentence = f"Can you do better? Green Baize, Friends: {encode_challenge(challenge)}"
    description = play_pasted(person, sentence)
    assert description.splitlines() == [
        "Damn · 3 players",
        "Opponents: 2 × Easy",
        "Cards in the last deal: 1",
        "Hints are allowed.",
        "Taking back is not allowed.",
        "It counts once.",
    ]
    header = person.match_view.player_view.header
    assert header.seed == challenge.header.seed
    assert read_mark(header).counts
    assert not header.is_practice
    person.wait_for_turn()
    assert not person.facade.services.actions["take_back"].isEnabled()
    wait_until(person.facade.services.actions["hint"].isEnabled)
    person.facade.services.actions["hint"].trigger()
    assert ChallengeLog.load().has_hint(header)  # before the hint is there
    play_to_end(person)
    panel = wait_for_result(person)
    assert panel.challenge_link.text() == "Copy the result code"
    person.click(panel.challenge_link)
    text = QApplication.clipboard().text()
    result = decode_result(text)
    assert text.startswith("Ida: Damn, 1 deal, against 2 × Easy: ")
    assert "with hints)" in text
    assert result.fits(challenge)
    assert result.used_hints
    assert not result.used_undo
    assert len(result.deals) == 1
    # A second time is practice.
    person.facade.show_start_screen()
    person.facade.fill_start_menu()
    description = play_pasted(person, encode_challenge(challenge))
    assert description.endswith("this is practice and does not count.")
    header = person.match_view.player_view.header
    assert header.is_casual
    assert not read_mark(header).counts


@pytest.mark.slow
def test_hints_and_taking_back_are_as_the_challenger_set_them(open_program):
    person = open_program()
    play_pasted(person, encode_challenge(make_challenge(hints=False, undo=True)))
    person.wait_for_turn()
    assert not person.facade.services.actions["hint"].isEnabled()
    person.press(Qt.Key.Key_F2)
    assert not ChallengeLog.load().has_hint(person.match_view.player_view.header)
    person.play_first_choice()
    person.wait_for_turn()
    take_back = person.facade.services.actions["take_back"]
    assert take_back.isEnabled()
    take_back.trigger()
    click(wait_for_dialog(person, ConfirmationDialog).yes_button)
    wait_until(lambda: person.match_view.player_view.header.is_practice)
    assert read_mark(person.match_view.player_view.header).undone
    play_to_end(person)
    panel = wait_for_result(person)
    person.click(panel.challenge_link)
    result = decode_result(QApplication.clipboard().text())
    assert result.used_undo
    assert not result.used_hints


@pytest.mark.slow
def test_what_is_no_challenge_is_refused_in_a_sentence(open_program):
    person = open_program()
    paste(person, "a letter about something else")
    dialog = wait_for_dialog(person, PlayChallengeDialog)
    assert dialog.description_label.text() == "There is no code of a challenge in this text."
    assert not dialog.play_button.isEnabled()
    code = encode_challenge(make_challenge())
    for text, sentence in (
        (code[:-1] + ("0" if code[-1] != "0" else "1"), "A character of this code is wrong"),
        ("x" * 10_000, "There is no code"),
        (code, "Damn · 3 players"),
    ):
        dialog.text_box.setPlainText(text)
        assert dialog.description_label.text().startswith(sentence)
    assert dialog.play_button.isEnabled()
    dialog.reject()


@pytest.mark.slow
def test_a_match_becomes_a_challenge_at_its_result(open_program):
    request = PlayRequest("damn", 3, {"deals": 1}, "ab" * 16)
    person = open_program(request)
    wait_until(lambda: person.facade.match_view is not None)
    play_to_end(person)
    panel = wait_for_result(person)
    assert panel.challenge_link.text() == "Challenge somebody…"
    person.click(panel.challenge_link)
    dialog = wait_for_dialog(person, SendChallengeDialog)
    sentence = QApplication.clipboard().text()
    assert sentence == dialog.text_box.toPlainText()
    assert "Can you do better?" in sentence
    assert not decode_challenge(sentence).allows_hints
    dialog.hints_box.setFocus()
    QTest.keyClick(dialog.hints_box, Qt.Key.Key_Space)
    challenge = decode_challenge(QApplication.clipboard().text())
    assert challenge.allows_hints
    assert challenge.header.seed == "ab" * 16
    # Who sends it knows the cards.
    identity = person.facade.services.settings.current.current_identity
    assert ChallengeLog.load().has_tried(challenge, identity)
    dialog.accept()


@pytest.mark.slow
def test_the_same_cards_are_practice(open_program):
    person = open_program(PlayRequest("damn", 3, {"deals": 1}, "ab" * 16))
    wait_until(lambda: person.facade.match_view is not None)
    old = person.match_view.player_view.header
    play_to_end(person)
    panel = wait_for_result(person)
    person.click(panel.same_cards_link)
    wait_until(lambda: not person.match_view.player_view.is_over)
    header = person.match_view.player_view.header
    assert (header.seed, header.players, header.options) == (old.seed, old.players, old.options)
    assert header.is_casual


@pytest.mark.slow
def test_results_are_compared(open_program, tmp_path):
    challenge = make_challenge(cards=4)
    own = write_challenge_record(folders.matches_folder() / "own.jsonl", challenge, "Ida", "easy")
    log_challenge("begun", challenge, "1", read_header(own.read_bytes(), GAMES))
    other = write_challenge_record(tmp_path / "al.jsonl", challenge, "Al")
    person = open_program()
    person.facade.services.actions["compare"].trigger()
    dialog = wait_for_dialog(person, ComparisonDialog)
    assert [one.name for one in dialog.comparison.contenders] == ["Ida"]
    dialog.add_record(other)
    assert [one.name for one in dialog.comparison.contenders] == ["Ida", "Al"]
    assert dialog.table.horizontalHeaderItem(1).text() == "Al"
    QTest.keyClicks(dialog.text_field, "nonsense")
    QTest.keyClick(dialog.text_field, Qt.Key.Key_Return)
    assert "no code" in dialog.note.text()
    dialog.level_box.setCurrentIndex(1)
    dialog.level_box.activated.emit(1)
    wait_until(lambda: len(dialog.comparison.contenders) == 3)
    dialog.save_table(tmp_path / "table.csv")
    text = (tmp_path / "table.csv").read_text(encoding="utf-8-sig")
    rows = list(csv.reader(StringIO(text)))
    assert [row[1] for row in rows[1:4]] == ["Ida", "Al", "Medium in the same chair"]
    assert dialog.replay_button.isEnabled()
    click(dialog.replay_button)
    wait_until(lambda: person.facade.replay_page is not None)


@pytest.mark.slow
def test_the_deal_of_the_day_is_played_once_and_compared(open_program, monkeypatch):
    day = next(
        day
        for day in (date(2026, 11, 28) + timedelta(days=number) for number in range(5))
        if find_daily_game(day) == "damn"
    )
    for module in (controller, start_screen):
        monkeypatch.setattr(module, "find_today", lambda: day)
    person = open_program()
    person.click(
        next(one for one in start_menu(person).buttons if one.text() == "Deal of the day: Damn")
    )
    dialog = wait_for_dialog(person, DailyDialog)
    assert dialog.status_label.text().startswith("It counts once")
    assert not dialog.compare_button.isEnabled()
    click(dialog.play_button)
    wait_until(lambda: person.facade.match_view is not None)
    header = person.match_view.player_view.header
    assert read_mark(header).day == day.strftime("%Y%m%d")
    assert not header.is_practice
    play_to_end(person)
    panel = wait_for_result(person)
    assert panel.challenge_link.text() == "Compare with the levels"
    (place,) = DailyCalendar(ChallengeLog.load(), "1").days.values()
    assert place in range(1, 5)
    person.facade.services.actions["daily"].trigger()
    dialog = wait_for_dialog(person, DailyDialog)
    assert dialog.status_label.text().startswith("You have played it: ")
    assert dialog.streak_label.text().startswith("1 day in a row")
    assert dialog.play_button.text() == "&Play for practice"
    click(dialog.play_button)
    wait_until(lambda: person.match_view.player_view.header.is_casual)


@pytest.mark.slow
def test_the_deal_of_the_day_can_be_hidden(open_program):
    person = open_program()
    settings = person.facade.services.settings
    settings.change_setting("deal_of_day", False)
    person.facade.fill_start_menu()
    assert not any("day" in one.text() for one in start_menu(person).buttons)
