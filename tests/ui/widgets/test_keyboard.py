"""Tests of letter keys in different keyboard layouts."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.cards import Suit
from greenbaize.games.beat.commands import Stake
from greenbaize.rules.game import Answer, Explanation, Question
from greenbaize.rules.messages import Message
from greenbaize.ui.prompts.choices import ChoicePrompt
from greenbaize.ui.widgets.keyboard import latin_letter, suit_of_key
from greenbaize.words.choices import choices_of
from greenbaize.words.speaker import Speaker

NONE = Qt.KeyboardModifier.NoModifier


def typed(text, modifiers=NONE, scan=0):
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
def test_a_key_is_known_whatever_it_writes(text, letter):
    assert latin_letter(typed(text)) == letter


def test_together_with_ctrl_it_is_no_letter():
    assert latin_letter(typed("ы", Qt.KeyboardModifier.ControlModifier)) == ""
    assert suit_of_key(typed("s", Qt.KeyboardModifier.AltModifier)) is None
    assert latin_letter(typed("Ы", Qt.KeyboardModifier.ShiftModifier)) == "s"


def test_of_other_scripts_the_system_knows_the_key(monkeypatch):
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    assert latin_letter(typed("σ", scan=39)) == "s"
    assert latin_letter(typed("ד", scan=39)) == "s"
    assert latin_letter(typed("1", scan=10)) == ""


@pytest.mark.parametrize(
    ("letters", "suit"),
    [("sSыЫ", Suit.SPADES), ("cс", Suit.CLUBS), ("dв", Suit.DIAMONDS), ("hр", Suit.HEARTS)],
)
def test_the_keys_of_the_suits(letters, suit):
    assert [suit_of_key(typed(letter)) for letter in letters] == [suit] * len(letters)


def test_in_russian_the_suits_have_russian_letters_too(russian):
    said = {letter: suit_of_key(typed(letter)) for letter in "тбчпыврx"}
    russian_ones = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
    assert said == dict(
        zip("тбчпыврx", (*russian_ones, Suit.SPADES, Suit.DIAMONDS, Suit.HEARTS, None), strict=True)
    )
    # The key of C writes a letter that begins no suit's Russian name; it is clubs all the same.
    assert suit_of_key(typed("с")) is Suit.CLUBS


@pytest.mark.parametrize("letters", ["gs", "пы", "ио"])
def test_buttons_are_answered_by_either(russian, application, letters):
    answers = tuple(Answer(Stake(0, go), None) for go in (True, False))
    question = Question(seat=0, kind="stake", answers=answers, words=Message("match-over"))
    said = Explanation(allowed=True, sentences=(Message("match-over"),))
    choices = choices_of(question, lambda _: said, Speaker())
    parent = QWidget()
    prompt = ChoicePrompt(parent)
    prompt.ask("?", choices)
    given = []
    prompt.answered.connect(given.append)
    for letter in letters:
        QApplication.sendEvent(prompt, typed(letter))
    assert given == [Stake(0, True), Stake(0, False)]
    parent.deleteLater()
