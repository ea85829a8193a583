"""The speech queue: items that arrive faster than they are spoken are combined, none dropped."""

import pytest

from greenbaize.ui.speech.voice import BREATH_MS, SpeechQueue, spoken_ms


class Heard(SpeechQueue):
    """A speech queue that records what is spoken, with a clock under test control."""

    def __init__(self):
        self.now = 1000.0
        super().__init__(lambda: 180.0, lambda: self.now)
        self.line = lambda seat, words: f"P{seat}: {words}"
        self.said = []
        self.spoken.connect(lambda words, urgent: self.said.append((words, urgent)))


@pytest.fixture
def heard(qapp):
    return Heard()


def test_a_sentence_takes_as_long_as_its_words(heard):
    assert spoken_ms("x" * 18, 180) == 1000 + BREATH_MS
    assert spoken_ms("x" * 18, 360) == 500 + BREATH_MS
    assert spoken_ms("", 180) == 0


def test_what_seats_do_is_one_sentence_and_the_question_comes_last(heard):
    heard.ask("Your card?")
    heard.tell("six", 1)
    heard.tell("draws 2", 1)
    heard.tell("pass", 2)
    heard.tell("P1 is out")
    heard.tell("pass", 0)
    heard.speak()
    assert heard.said == [("P1: six, draws 2; P2: pass. P1 is out. P0: pass. Your card?", True)]
    heard.speak()
    assert len(heard.said) == 1


def test_the_newest_question_wins_and_an_answered_one_is_not_asked(heard):
    heard.ask("How many?")
    heard.ask("Which card?")
    heard.tell("Deal 1.")
    heard.speak()
    assert heard.said == [("Deal 1. Which card?", True)]
    heard.ask("Which card now?")
    heard.answered()
    heard.tell("Deal 2.")
    heard.speak()
    assert heard.said[1:] == [("Deal 2.", False)]


def test_what_is_being_said_is_waited_for(heard):
    heard.tell("Deal 1 of 5.")
    assert not heard.said
    heard.speak()
    lasts = spoken_ms("Deal 1 of 5.", 180)
    assert round(heard.left_ms) == round(lasts)
    heard.tell("A")
    assert heard._timer.interval() == round(lasts)
    assert round(heard.left_ms) == round(lasts + spoken_ms("A.", 180))
    heard.now += lasts
    assert round(heard.left_ms) == round(spoken_ms("A.", 180))


def test_what_cannot_wait_goes_first_and_the_rest_follows(heard):
    heard.tell("Anna takes the trick.")
    heard.urge("You must follow suit.")
    heard.tell("You must follow suit.")  # the banner says it as well
    heard.speak()
    assert heard.said == [("You must follow suit.", True), ("Anna takes the trick.", False)]
