"""The dialogs that take a challenge and that send one."""

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.app.challenge_code import MAX_TEXT_LENGTH, encode_challenge
from greenbaize.app.challenge_result import ChallengeResult, DealOutcome, encode_result
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.features.challenges.challenge_dialogs import (
    PlayChallengeDialog,
)
from ui.features.challenges.challenge_steps import click, make_challenge, paste
from ui.features.start.test_start_menu import start_menu
from ui.window_steps import wait_for_dialog

RESULT_CODE = encode_result(
    ChallengeResult(1, 2, False, False, 1, (DealOutcome((3,), 1),)),
    1,
)


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
        (RESULT_CODE, "This is the code of a result: “Compare results” takes it."),
        (code, "Damn · 3 players"),
    ):
        dialog.text_box.setPlainText(text)
        assert dialog.description_label.text().startswith(sentence)
    assert dialog.play_button.isEnabled()
    dialog.reject()


@pytest.mark.slow
def test_a_challenge_of_the_command_line_is_described_first(open_program):
    person = open_program(PlayRequest(challenge=encode_challenge(make_challenge())))
    dialog = wait_for_dialog(person, PlayChallengeDialog)
    assert dialog.challenge == make_challenge()
    click(dialog.cancel_button)
    assert start_menu(person).isVisible()


@pytest.mark.parametrize("text", ["x" * 1_000_000, "word " * 200_000, "line\n" * 100_000])
def test_only_the_beginning_of_a_long_text_is_taken(qtbot, application, text):
    code = encode_challenge(make_challenge())
    widget = QWidget()
    qtbot.addWidget(widget)
    dialog = PlayChallengeDialog(text, lambda _: False, lambda _: False, widget)
    assert len(dialog.text_box.toPlainText()) <= MAX_TEXT_LENGTH
    dialog.text_box.clear()
    QApplication.clipboard().setText(f"{code}\n{text}")
    dialog.text_box.paste()
    dialog.text_box.paste()
    assert len(dialog.text_box.toPlainText()) <= MAX_TEXT_LENGTH
    assert dialog.challenge is not None
