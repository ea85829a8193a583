"""The dialog that lays results side by side."""

import csv
from io import StringIO

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.challenge_records import write_challenge_record
from greenbaize.app.challenge_code import encode_challenge
from greenbaize.app.challenge_result import decode_result
from greenbaize.app.challenges import (
    ChallengeLog,
    create_challenge_header,
    log_begun,
    log_challenge,
    log_ended,
)
from greenbaize.app.memory.branches import undo_last_decision
from greenbaize.app.tables.matches import OpenMatch
from greenbaize.games import GAMES
from greenbaize.match.record import read_header
from greenbaize.store import folders
from greenbaize.ui.features.challenges.comparison_dialog import ComparisonDialog
from greenbaize.ui.features.history.par_replay import ComparedReplayWindow, ParReplayWindow
from ui.features.challenges.challenge_steps import (
    click,
    make_challenge,
)
from ui.table.person import wait_until
from ui.window_steps import wait_for_dialog


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
    assert dialog.note.text() == "There is no code of a result or of a challenge in this text."
    levels = [dialog.level_box.itemData(index) for index in range(dialog.level_box.count())]
    assert levels == ["", "beginner", "easy", "medium", "hard", "expert"]
    for _ in range(2):  # chosen twice, it is played once
        dialog.level_box.setCurrentIndex(3)
        dialog.level_box.activated.emit(3)
    assert not dialog._level_queue.has_waiting_jobs
    wait_until(lambda: len(dialog.comparison.contenders) == 3)
    assert dialog.table.horizontalHeaderItem(2).text() == "Medium\nwith the cards of Ida"
    # It is no par of the person's: statistics count only that of the preferences.
    assert not folders.pars_path().exists()
    dialog.save_table(tmp_path / "table.csv")
    text = (tmp_path / "table.csv").read_text(encoding="utf-8-sig")
    rows = list(csv.reader(StringIO(text)))
    assert [row[1] for row in rows[1:4]] == ["Ida", "Al", "Medium with the cards of Ida"]
    assert dialog.replay_button.isEnabled()
    click(dialog.replay_button)
    window = find_window(dialog, ComparedReplayWindow)
    # Both tables stand at the decision in which they part, and the comparison stays as it is.
    own, other_table = window.tables
    assert window.moment == window.replay.parting
    assert window.sentence_label.text() == "Here you part. You: Bid 1. Al: Bid 3."
    assert own.replay_view.seat == challenge.seat
    assert other_table.replay_view.seat is None
    assert other_table.scene.plates[challenge.seat].text.name == "Al"
    assert dialog.isVisible()
    window.close()
    assert len(dialog.comparison.contenders) == 3
    dialog.table.setCurrentCell(0, 2)
    click(dialog.replay_button)
    window = find_window(dialog, ParReplayWindow)
    wait_until(lambda: window.replay is not None)
    assert [label.text().split(":")[0] for label in window.title_labels] == ["You", "Medium"]
    assert window.sentence_label.text().startswith("Here you part. You: ")


def find_window(dialog, kind):
    return next(one for one in dialog.findChildren(kind) if one.isVisible())


@pytest.mark.slow
def test_a_pasted_challenge_says_what_it_is_and_what_its_challenger_had(open_program):
    challenge = make_challenge(cards=4)
    own = write_challenge_record(folders.matches_folder() / "own.jsonl", challenge, "Ida", "easy")
    log_begun(read_header(own.read_bytes(), GAMES), "1")
    log_ended(read_header(own.read_bytes(), GAMES), "1", 1)
    person = open_program()
    person.facade.services.actions["compare"].trigger()
    dialog = wait_for_dialog(person, ComparisonDialog)
    code = encode_challenge(challenge)
    dialog.text_field.setText(code)
    dialog.add_text()
    assert dialog.note.text().startswith("This is the challenge itself")
    assert not dialog.replay_button.isEnabled()
    assert dialog.replay_button.toolTip() == dialog.replay_note.text() != ""
    dialog.text_field.setText(f"Al: 11 points (with hints). Can you do better? Friends: {code}")
    dialog.add_text()
    assert dialog.note.text() == "The challenger had 11 points (with hints)."
    assert dialog.table.horizontalHeaderItem(1).text() == "Challenger"
    total_row = dialog.comparison.deal_count
    assert dialog.table.item(total_row, 1).text().startswith("11")
    assert dialog.table.item(0, 1).text() == "–"
    assert not dialog.replay_button.isEnabled()
    click(dialog.copy_button)
    assert decode_result(QApplication.clipboard().text()).fits(challenge)


@pytest.mark.slow
def test_the_challenger_copies_a_result_code_and_is_no_column_twice(open_program):
    challenge = make_challenge(cards=1)
    own = write_challenge_record(folders.matches_folder() / "own.jsonl", challenge, "Ida", "easy")
    log_challenge("sent", challenge, "1", read_header(own.read_bytes(), GAMES))
    person = open_program()
    person.facade.services.actions["compare"].trigger()
    dialog = wait_for_dialog(person, ComparisonDialog)
    dialog.text_field.setText(f"Al: 11 points. Can you do better? {encode_challenge(challenge)}")
    dialog.add_text()
    assert [one.name for one in dialog.comparison.contenders] == ["Ida"]
    click(dialog.copy_button)
    assert decode_result(QApplication.clipboard().text()).fits(challenge)


@pytest.mark.slow
def test_an_own_record_that_cannot_be_read_is_named(open_program):
    challenge = make_challenge(cards=4)
    own = write_challenge_record(folders.matches_folder() / "own.jsonl", challenge, "Ida", "easy")
    header = read_header(own.read_bytes(), GAMES)
    log_challenge("begun", challenge, "1", header)
    log_challenge("ended", challenge, "1", header, 1)
    lines = own.read_bytes().splitlines(keepends=True)
    own.write_bytes(b"".join([*lines[:3], b"damaged\n", *lines[4:]]))
    person = open_program()
    person.facade.services.actions["compare"].trigger()
    dialog = wait_for_dialog(person, ComparisonDialog)
    assert not dialog.comparison.contenders
    assert "own.jsonl" in dialog.challenge_label.text()
    dialog.reject()
    own.unlink()
    person.facade.services.actions["compare"].trigger()
    dialog = wait_for_dialog(person, ComparisonDialog)
    assert dialog.challenge_label.text().endswith(
        "The record of a match of yours is gone or cannot be read."
    )


def begin_open_match(challenge):
    match = OpenMatch.create(create_challenge_header(challenge, "Ida", counts=True))
    match.close()
    log_begun(match.player_view.header, "1")
    return match


@pytest.mark.slow
def test_results_are_hidden_in_the_middle_of_the_own_try(open_program, tmp_path):
    challenge = make_challenge(cards=4)
    match = begin_open_match(challenge)
    other = write_challenge_record(tmp_path / "al.jsonl", challenge, "Al")
    person = open_program()
    person.facade.services.actions["compare"].trigger()
    dialog = wait_for_dialog(person, ComparisonDialog)
    dialog.add_record(other)
    assert dialog.table.horizontalHeaderItem(0).text() == "Al"
    assert dialog.table.rowCount() == 0
    assert dialog.best_label.text() == (
        "1 result is here. You are in the middle of this challenge: the results are shown once you"
        " have finished it."
    )
    assert not dialog.show_button.isVisible()
    for widget in (dialog.save_button, dialog.level_box, dialog.replay_button):
        assert not widget.isEnabled()
    dialog.add_level("medium")
    assert not dialog._level_queue.is_busy
    dialog.reject()
    log_ended(match.player_view.header, "1", 1)
    person.facade.services.actions["compare"].trigger()
    dialog = wait_for_dialog(person, ComparisonDialog)
    dialog.add_record(other)
    assert dialog.table.rowCount() > 0


@pytest.mark.slow
def test_who_looks_before_the_own_try_plays_for_practice(open_program, tmp_path):
    challenge = make_challenge(cards=4)
    other = write_challenge_record(tmp_path / "al.jsonl", challenge, "Al")
    person = open_program()
    person.facade.services.actions["compare"].trigger()
    dialog = wait_for_dialog(person, ComparisonDialog)
    dialog.add_record(other)
    assert dialog.table.rowCount() == 0
    assert "You have not played this challenge" in dialog.best_label.text()
    click(dialog.show_button)
    assert dialog.table.rowCount() == 5
    # Nothing but the table's own ground lies below the headings of the rows.
    image = dialog.table.grab().toImage()
    below = image.pixelColor(10, image.height() - 10)
    assert below == image.pixelColor(image.width() - 10, image.height() - 10)
    assert not dialog.show_button.isVisible()
    assert ChallengeLog.load().has_tried(challenge, "1")


@pytest.mark.slow
def test_a_level_without_records_plays_the_whole_match_until_the_dialog_closes(open_program):
    challenge = make_challenge(cards=1)
    log_challenge("sent", challenge, "1", challenge.header)
    person = open_program()
    person.facade.services.actions["compare"].trigger()
    dialog = wait_for_dialog(person, ComparisonDialog)
    dialog.add_level("medium")
    dialog.add_level("hard")
    wait_until(lambda: len(dialog.comparison.contenders) == 2)
    assert dialog.table.horizontalHeaderItem(0).text() == "Medium\n(the whole match)"
    queue = dialog._level_queue
    wait_until(lambda: not queue.is_busy)
    dialog.add_level("medium", is_whole_match=True)
    assert not queue.is_busy
    dialog.show_challenge(make_challenge(cards=10))
    log_challenge("sent", make_challenge(cards=10), "1", challenge.header)
    dialog._is_known = True
    dialog.add_level("hard")
    wait_until(lambda: queue._indexer._program is not None)
    program = queue._indexer._program
    dialog.reject()
    assert program.poll() is not None


@pytest.mark.slow
def test_an_own_match_is_compared_after_something_was_taken_back(open_program):
    challenge = make_challenge(cards=1, undo=True)
    own = write_challenge_record(folders.matches_folder() / "own.jsonl", challenge, "Ida", "easy")
    data = own.read_bytes()
    header = read_header(data, GAMES)
    log_begun(header, "1")
    lines = data.splitlines(keepends=True)
    undo_last_decision(own, header, b"".join(lines[:-3]), challenge.seat)
    undone_header = own.read_bytes().splitlines(keepends=True)[0]
    own.write_bytes(undone_header + b"".join(lines[1:]))
    log_ended(read_header(own.read_bytes(), GAMES), "1", 1)
    person = open_program()
    person.facade.services.actions["compare"].trigger()
    dialog = wait_for_dialog(person, ComparisonDialog)
    assert [one.name for one in dialog.comparison.contenders] == ["Ida"]
    assert dialog.comparison.contenders[0].used_undo
