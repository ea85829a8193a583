"""The dialog that lays results side by side."""

import csv
from io import StringIO

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.challenge_records import write_challenge_record
from greenbaize.app.challenges import log_challenge
from greenbaize.games import GAMES
from greenbaize.match.record import read_header
from greenbaize.store import folders
from greenbaize.ui.features.challenges.comparison_dialog import ComparisonDialog
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
