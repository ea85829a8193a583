"""Challenges in the window: pasted, played, answered, sent and compared."""

import errno
from datetime import date, timedelta

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app import challenges
from greenbaize.app.challenge_code import decode_challenge, encode_challenge
from greenbaize.app.challenge_levels import list_table_levels
from greenbaize.app.challenge_mark import read_mark
from greenbaize.app.challenge_result import decode_result
from greenbaize.app.challenges import ChallengeLog, create_challenge_header, log_challenge
from greenbaize.app.daily import DailyCalendar, create_daily_challenge
from greenbaize.app.daily_game import find_daily_game
from greenbaize.app.memory.hint_memory import has_hints
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.matches import OpenMatch, create_same_cards_header
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.errors import FileError
from greenbaize.store import folders
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.challenges import controller
from greenbaize.ui.features.challenges.challenge_dialogs import (
    PlayChallengeDialog,
    SendChallengeDialog,
)
from greenbaize.ui.features.challenges.comparison_dialog import ComparisonDialog
from greenbaize.ui.features.challenges.daily_dialog import DailyDialog
from greenbaize.ui.features.history.match_list import BEGUN_COLUMN, ENDING_COLUMN
from greenbaize.ui.features.start import start_screen
from greenbaize.ui.match.result_controller import ResultFeature
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from ui.features.challenges.challenge_steps import (
    click,
    make_challenge,
    paste,
    play_pasted,
    wait_for_result,
)
from ui.features.start.test_start_menu import start_menu
from ui.table.person import wait_until
from ui.window_steps import banner_text, play_to_end, wait_for_dialog


@pytest.mark.slow
def test_a_pasted_challenge_is_described_played_and_answered(open_program):
    challenge = make_challenge()
    person = open_program()
    sentence = f"Al: -99 points. Can you do better? Friends: {encode_challenge(challenge)}"
    description = play_pasted(person, sentence.replace("-", "−", 1))
    assert description.splitlines() == [
        "Damn · 3 players",
        "Opponents: 2 × Easy",
        "Cards in the largest deal: 1",
        "Hints are allowed.",
        "Taking back is not allowed.",
        "The challenger had −99 points.",
        "Only your first try counts.",
    ]
    header = person.match_view.player_view.header
    assert header.seed == challenge.header.seed
    assert read_mark(header).counts
    assert not header.is_practice
    person.wait_for_turn()
    # The table says so on the cloth, in the slip with the rules and to a screen reader.
    assert person.match_view.scene.notice.title_texts[1].startswith("challenge · deal 1")
    sentences = [
        "This is your first try: it is the one that counts.",
        "Hints are allowed.",
        "Taking back is not allowed.",
    ]
    rules_controller = person.match_view.rules_controller
    assert " ".join(sentences) in rules_controller.rules_button.accessibleDescription()
    rules_controller.toggle_slip()
    lines = rules_controller.slip_dialog.text.splitlines()
    title_index = lines.index("Challenge")
    assert lines[title_index + 1 : title_index + 4] == sentences
    rules_controller.toggle_slip()
    assert not person.facade.services.actions["take_back"].isEnabled()
    wait_until(person.facade.services.actions["hint"].isEnabled)
    person.facade.services.actions["hint"].trigger()
    assert ChallengeLog.load().has_hint(header)  # before the hint is there
    play_to_end(person)
    panel = wait_for_result(person)
    assert panel.challenger_label.text() == "The challenger had −99 points. You did better!"
    assert panel.challenge_link.text() == "Copy the result code"
    person.click(panel.compare_link)
    dialog = wait_for_dialog(person, ComparisonDialog)
    assert dialog.comparison.challenge == challenge
    own, challenger = dialog.comparison.contenders
    assert (own.name, challenger.told_total) == ("Ida", (-99,))
    assert not dialog.note.text()
    dialog.reject()
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
    notifications = person.facade.services.notifications
    assert notifications.sentence == ""
    person.press(Qt.Key.Key_F2)
    assert notifications.sentence == "Hints are not allowed in this match."
    assert not person.match_view.prompts.hints.is_shown
    assert not ChallengeLog.load().has_hint(person.match_view.player_view.header)
    person.play_first_choice()
    person.wait_for_turn()
    take_back = person.facade.services.actions["take_back"]
    assert take_back.isEnabled()
    take_back.trigger()
    click(wait_for_dialog(person, ConfirmationDialog).yes_button)
    wait_until(lambda: person.match_view.player_view.header.is_practice)
    assert read_mark(person.match_view.player_view.header).undone
    # The match after the taking back is still the try that counts.
    path = person.match_view.match.file.path
    person.facade.show_start_screen()
    person.facade.fill_start_menu()
    description = play_pasted(person, encode_challenge(make_challenge(hints=False, undo=True)))
    assert description.endswith("go on with it.")
    assert person.match_view.match.file.path == path
    play_to_end(person)
    panel = wait_for_result(person)
    person.click(panel.challenge_link)
    result = decode_result(QApplication.clipboard().text())
    assert result.used_undo
    assert not result.used_hints
    model = person.facade.window_manager.show_matches().match_list.model
    wait_until(lambda: model.rowCount() == 2)  # as it was, and as it went on
    endings = [model.index(row, ENDING_COLUMN).data() for row in range(2)]
    assert all(ending.endswith(", challenge") for ending in endings), endings


@pytest.mark.slow
def test_an_open_try_is_gone_on_with_and_not_rehearsed(open_program):
    challenge = make_challenge(cards=4, hints=False)
    person = open_program()
    play_pasted(person, encode_challenge(challenge))
    person.wait_for_turn()
    path = person.match_view.match.file.path
    person.facade.show_start_screen()
    person.facade.fill_start_menu()
    paste(person, encode_challenge(challenge))
    dialog = wait_for_dialog(person, PlayChallengeDialog)
    assert dialog.description_label.text().endswith("You have begun it: go on with it.")
    assert dialog.play_button.text() == "&Go on"
    click(dialog.play_button)
    wait_until(lambda: person.facade.match_view is not None)
    assert person.match_view.match.file.path == path
    # A deal number with the same cards goes on with it, too.
    person.facade.show_start_screen()
    person.facade.launcher.start_match(create_same_cards_header(challenge.header))
    assert person.match_view.match.file.path == path
    assert len(list(path.parent.glob("*.jsonl"))) == 1


@pytest.mark.slow
def test_a_try_whose_cards_were_seen_meanwhile_was_played_with_hints(open_program, tmp_path):
    challenge = make_challenge(cards=4, hints=False)
    person = open_program()
    play_pasted(person, encode_challenge(challenge))
    person.wait_for_turn()
    header = person.match_view.player_view.header
    path = person.match_view.match.file.path
    person.facade.show_start_screen()
    path.rename(tmp_path / "away.jsonl")
    person.facade.fill_start_menu()
    description = play_pasted(person, encode_challenge(challenge))
    assert description.endswith("this is practice and does not count.")
    assert ChallengeLog.load().has_hint(header)


@pytest.mark.slow
def test_a_challenge_that_cannot_be_noted_is_not_begun(open_program, monkeypatch):
    challenge = make_challenge(cards=4)
    person = open_program()

    def refuse(path, *_):
        raise FileError(path, OSError(errno.ENOSPC, "No space left on device"))

    with monkeypatch.context() as patch:
        patch.setattr(challenges, "append_entry", refuse)
        paste(person, encode_challenge(challenge))
        click(wait_for_dialog(person, PlayChallengeDialog).play_button)
        wait_until(lambda: "cannot be noted" in banner_text(person))
        assert person.facade.match_view is None
        assert not list(folders.matches_folder().glob("*.jsonl"))
    assert play_pasted(person, encode_challenge(challenge)).endswith("Only your first try counts.")


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
    assert dialog.status_label.text().startswith("Your first try today counts")
    assert not dialog.compare_button.isEnabled()
    assert not dialog.streak_label.text()  # no legend without a coloured day
    click(dialog.play_button)
    wait_until(lambda: person.facade.match_view is not None)
    header = person.match_view.player_view.header
    assert read_mark(header).day == day.strftime("%Y%m%d")
    assert not header.is_practice
    # While it is open, it is gone on with.
    path = person.match_view.match.file.path
    person.facade.show_start_screen()
    person.facade.services.actions["daily"].trigger()
    dialog = wait_for_dialog(person, DailyDialog)
    assert dialog.status_label.text() == "You have begun it: go on with it."
    assert dialog.play_button.text() == "&Go on"
    click(dialog.play_button)
    wait_until(lambda: person.facade.match_view is not None)
    assert person.match_view.match.file.path == path
    play_to_end(person)
    panel = wait_for_result(person)
    assert panel.challenge_link.text() == "Compare with the levels"
    person.click(panel.challenge_link)
    comparison_dialog = wait_for_dialog(person, ComparisonDialog)
    levels = list_table_levels(comparison_dialog.comparison.challenge)
    # Deal by deal as it stood in the match, as the result says it of the par level.
    assert comparison_dialog._asked_levels == {(level, path) for level in levels}
    comparison_dialog.reject()
    (place,) = DailyCalendar(ChallengeLog.load(), "1").days.values()
    assert place in range(1, 5)
    person.facade.services.actions["daily"].trigger()
    dialog = wait_for_dialog(person, DailyDialog)
    assert dialog.status_label.text().startswith("You have played it: ")
    assert dialog.streak_label.text().startswith("1 day in a row")
    click(dialog.match_button)
    wait_until(lambda: person.facade.replay_page)
    assert person.facade.replay_page.replay.path == path
    person.facade.services.actions["daily"].trigger()
    dialog = wait_for_dialog(person, DailyDialog)
    assert dialog.play_button.text() == "&Play for practice"
    click(dialog.play_button)
    wait_until(lambda: person.match_view.player_view.header.is_casual)


@pytest.mark.slow
def test_a_missed_day_is_practice_even_without_any_later_one(open_program, monkeypatch):
    monkeypatch.setattr(controller, "find_today", lambda: date(2026, 11, 28))
    person = open_program()
    person.facade.services.actions["daily"].trigger()
    dialog = wait_for_dialog(person, DailyDialog)
    dialog.calendar_widget.setSelectedDate(QDate(2026, 11, 26))
    click(dialog.play_button)
    wait_until(lambda: person.facade.match_view is not None)
    header = person.match_view.player_view.header
    assert header.is_casual
    assert read_mark(header).day == "20261126"
    assert person.match_view.scene.notice.title_texts[1].startswith("practice")
    assert not DailyCalendar(ChallengeLog.load(), "1").days


@pytest.mark.slow
def test_the_list_of_matches_marks_tries_that_count(open_program):
    person = open_program()
    play_pasted(person, encode_challenge(make_challenge()))
    play_to_end(person)
    wait_for_result(person)
    model = person.facade.window_manager.show_matches().match_list.model
    wait_until(lambda: model.rowCount() == 1)
    assert model.index(0, ENDING_COLUMN).data().endswith(", challenge")
    spoken = model.index(0, BEGUN_COLUMN).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith(", challenge.")


@pytest.mark.slow
def test_the_sentence_says_if_the_challenger_took_a_hint(open_program):
    person = open_program(PlayRequest("damn", 3, {"deals": 1}, "ab" * 16))
    wait_until(lambda: person.facade.match_view is not None)
    person.wait_for_turn()
    wait_until(person.facade.services.actions["hint"].isEnabled)
    person.facade.services.actions["hint"].trigger()
    play_to_end(person)
    person.click(wait_for_result(person).challenge_link)
    wait_for_dialog(person, SendChallengeDialog).accept()
    assert "(with hints). Can you do better?" in QApplication.clipboard().text()


@pytest.mark.slow
def test_the_sentence_says_if_the_challenger_knew_the_cards(open_program):
    person = open_program(PlayRequest("damn", 3, {"deals": 1}, "ab" * 16))
    wait_until(lambda: person.facade.match_view is not None)
    play_to_end(person)
    person.click(wait_for_result(person).same_cards_link)
    wait_until(lambda: not person.match_view.player_view.is_over)
    play_to_end(person)
    person.click(wait_for_result(person).challenge_link)
    wait_for_dialog(person, SendChallengeDialog).accept()
    assert "(practice). Can you do better?" in QApplication.clipboard().text()


@pytest.mark.slow
def test_a_friends_code_of_todays_deal_counts_for_the_day(open_program, monkeypatch):
    day = date(2026, 11, 28)
    for module in (controller, start_screen):
        monkeypatch.setattr(module, "find_today", lambda: day)
    person = open_program()
    description = play_pasted(person, encode_challenge(create_daily_challenge(day)))
    assert description.splitlines()[-1] == (
        "It is the deal of the day of Saturday, 28 November 2026: your first try counts for"
        " that day."
    )
    header = person.match_view.player_view.header
    assert read_mark(header).day == "20261128"
    assert read_mark(header).counts
    assert not DailyCalendar(ChallengeLog.load(), "1").counts_on(day)


@pytest.mark.slow
def test_the_deal_of_the_day_can_be_hidden(open_program):
    person = open_program()
    settings = person.facade.services.settings
    settings.change_setting("deal_of_day", False)
    person.facade.fill_start_menu()
    assert not any("day" in one.text() for one in start_menu(person).buttons)


@pytest.mark.slow
def test_two_people_in_two_houses_play_and_compare(open_program, home, tmp_path, monkeypatch):
    request = PlayRequest("damn", 3, {"deals": 4, "first": 4}, "ab" * 16)
    person = open_program(request._replace(bots=(Opponent("easy"),)))
    wait_until(lambda: person.facade.match_view is not None)
    play_to_end(person)
    person.click(wait_for_result(person).challenge_link)
    dialog = wait_for_dialog(person, SendChallengeDialog)
    challenge = QApplication.clipboard().text()
    dialog.accept()
    person.window.close_without_asking()
    # The other house
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "other"))
    UserSettings(your_name="Al", motion="none", forced_cards="none").save()
    friend = open_program()
    play_pasted(friend, challenge)
    play_to_end(friend)
    friend.click(wait_for_result(friend).challenge_link)
    answer = QApplication.clipboard().text()
    friend.window.close_without_asking()
    # and back
    monkeypatch.setenv("GREENBAIZE_HOME", str(home))
    person = open_program()
    paste(person, answer)
    dialog = wait_for_dialog(person, ComparisonDialog)
    first, second = dialog.comparison.contenders
    assert (first.name, second.name) == ("Ida", "Al")
    assert first.deals == second.deals  # both chose the first of what is allowed
    assert dialog.best_label.text() == "All are equal."
    assert dialog.note.text() == ""


def test_tomorrows_deal_is_practice_today_and_takes_no_day_away(open_program, monkeypatch):
    today = date(2026, 11, 28)
    monkeypatch.setattr(controller, "find_today", lambda: today)
    tomorrow = create_daily_challenge(today + timedelta(days=1))
    person = open_program()
    paste(person, encode_challenge(tomorrow))
    dialog = wait_for_dialog(person, PlayChallengeDialog)
    assert "if you wait until then" in dialog.description_label.text()
    assert dialog.play_button.text() == "&Play for practice"
    click(dialog.play_button)
    wait_until(lambda: person.facade.match_view is not None)
    assert not read_mark(person.match_view.player_view.header).counts
    identity = UserSettings.load().current_identity
    calendar = DailyCalendar(ChallengeLog.load(), identity)
    assert calendar.counts_on(today)
    assert not calendar.counts_on(today + timedelta(days=1))


def test_a_try_counts_once_although_two_windows_were_about_to_begin_it(open_program):
    challenge = make_challenge()
    header = create_challenge_header(challenge, "Ida", counts=True)
    person = open_program()
    log_challenge("seen", challenge, UserSettings.load().current_identity, challenge.header)
    person.facade.launcher.start_match(header)
    wait_until(lambda: person.facade.match_view is not None)
    assert not read_mark(person.match_view.player_view.header).counts
    assert len(list(folders.matches_folder().glob("*.jsonl"))) == 1
    assert not ChallengeLog.load().list_open_tries(header, UserSettings.load().current_identity)


def test_a_try_that_nobody_noted_is_noted_when_it_goes_on(open_program):
    challenge = make_challenge()
    match = OpenMatch.create(create_challenge_header(challenge, "Ida", counts=True))
    match.close()
    person = open_program()
    assert "go on with it" in play_pasted(person, encode_challenge(challenge))
    assert person.match_view.match.file.path == match.file.path
    assert [entry.what for entry in ChallengeLog.load().entries] == ["begun"]


def test_no_hint_is_given_in_a_try_that_counts_before_it_is_noted(open_program):
    person = open_program()
    play_pasted(person, encode_challenge(make_challenge(cards=2, hints=True)))
    hint = person.facade.services.actions["hint"]
    wait_until(hint.isEnabled)
    folders.hints_path().mkdir()
    hint.trigger()
    hints = person.match_view.prompts.hints
    assert hints.hint_texts()[0].startswith("No hint: it cannot be noted")
    assert not hints.choices
    folders.hints_path().rmdir()
    hint.trigger()  # the sentence goes
    hint.trigger()
    wait_until(lambda: hints.choices)
    assert has_hints(person.match_view.player_view.header)


def test_a_window_closed_before_the_result_is_shown_notes_the_place(open_program, monkeypatch):
    person = open_program()
    play_pasted(person, encode_challenge(make_challenge()))
    with monkeypatch.context() as patch:
        patch.setattr(ResultFeature, "_on_finished", lambda *_, **__: None)
        play_to_end(person)
        assert [entry.what for entry in ChallengeLog.load().entries] == ["begun"]
        person.window.close_without_asking()
    assert [entry.what for entry in ChallengeLog.load().entries] == ["begun", "ended"]
