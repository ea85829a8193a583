"""Tests of letter keys in different keyboard layouts."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.cards import Suit
from greenbaize.games.beat.commands import StakeCommand
from greenbaize.rules.game import Explanation, Question, QuestionAnswer
from greenbaize.rules.messages import Message
from greenbaize.ui.prompts.choice_prompt import ChoicePrompt
from greenbaize.ui.widgets.keyboard import latin_letter, suit_for_key
from greenbaize.words.choices import build_choices
from greenbaize.words.speaker import Speaker

NO_MODIFIER = Qt.KeyboardModifier.NoModifier


def make_key_event(text, modifiers=NO_MODIFIER, scan=0):
    """Return a key event as systems send it, with Cyrillic keys named by their letter."""
    key = ord(text.upper())
    return QKeyEvent(QEvent.Type.KeyPress, key, modifiers, scan, 0, 0, text)


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("s", "s"),
        ("S", "s"),
        ("ы", "s"),
        ("Ы", "s"),
        ("с", "c"),
        ("в", "d"),
        ("р", "h"),
        ("п", "g"),
        ("7", ""),
        (" ", ""),
        ("б", ""),
        ("ё", ""),
        ("σ", ""),
    ],
)
def test_a_letter_key_is_known_in_every_layout(text, letter):
    assert latin_letter(make_key_event(text)) == letter


def test_ctrl_and_alt_keys_are_no_letters():
    assert latin_letter(make_key_event("ы", Qt.KeyboardModifier.ControlModifier)) == ""
    assert suit_for_key(make_key_event("s", Qt.KeyboardModifier.AltModifier)) is None
    assert latin_letter(make_key_event("Ы", Qt.KeyboardModifier.ShiftModifier)) == "s"


def test_other_scripts_are_known_by_scan_code(monkeypatch):
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    assert latin_letter(make_key_event("σ", scan=39)) == "s"
    assert latin_letter(make_key_event("ד", scan=39)) == "s"
    assert latin_letter(make_key_event("1", scan=10)) == ""


@pytest.mark.parametrize(
    ("letters", "suit"),
    [("sSыЫ", Suit.SPADES), ("cс", Suit.CLUBS), ("dв", Suit.DIAMONDS), ("hр", Suit.HEARTS)],
)
def test_suit_keys_work_in_both_layouts(letters, suit):
    assert [suit_for_key(make_key_event(letter)) for letter in letters] == [suit] * len(letters)


def test_in_russian_the_suits_have_russian_letters_too(russian_language):
    suits_by_letter = {letter: suit_for_key(make_key_event(letter)) for letter in "тбчпыврx"}
    russian_ones = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
    assert suits_by_letter == dict(
        zip("тбчпыврx", (*russian_ones, Suit.SPADES, Suit.DIAMONDS, Suit.HEARTS, None), strict=True)
    )
    # The key of C writes a letter that begins no suit's Russian name; it is clubs all the same.
    assert suit_for_key(make_key_event("с")) is Suit.CLUBS


@pytest.mark.parametrize("letters", ["gs", "пы", "ио"])
def test_either_layout_presses_the_buttons(russian_language, application, letters):
    answers = tuple(QuestionAnswer(StakeCommand(0, go), None) for go in (True, False))
    question = Question(seat=0, kind="stake", answers=answers, prompt=Message("match-over"))
    explanation = Explanation(is_allowed=True, sentences=(Message("match-over"),))
    choices = build_choices(question, lambda _: explanation, Speaker())
    parent = QWidget()
    prompt = ChoicePrompt(parent)
    prompt.show_question("?", choices)
    commands = []
    prompt.command_chosen.connect(commands.append)
    for letter in letters:
        QApplication.sendEvent(prompt, make_key_event(letter))
    assert commands == [StakeCommand(0, True), StakeCommand(0, False)]
    parent.deleteLater()
