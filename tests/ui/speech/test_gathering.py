"""The speech queue: items that arrive faster than they are spoken are combined, none dropped."""

import pytest

from greenbaize.ui.speech.narrator import PAUSE_MS, SpeechQueue, speech_duration_ms


class RecordingSpeechQueue(SpeechQueue):
    """A speech queue that records what is spoken, with a clock under test control."""

    def __init__(self):
        self.now = 1000.0
        super().__init__(lambda: 180.0, lambda: self.now)
        self.format_line = lambda seat, words: f"P{seat}: {words}"
        self.utterances = []
        self.speech_due.connect(lambda words, urgent: self.utterances.append((words, urgent)))


@pytest.fixture
def speech_queue(qapp):
    return RecordingSpeechQueue()


def test_speaking_time_follows_the_length_of_the_text(speech_queue):
    assert speech_duration_ms("x" * 18, 180) == 1000 + PAUSE_MS
    assert speech_duration_ms("x" * 18, 360) == 500 + PAUSE_MS
    assert speech_duration_ms("", 180) == 0


def test_seat_actions_are_one_sentence_and_the_question_is_last(speech_queue):
    speech_queue.set_question("Your card?")
    speech_queue.enqueue_text("six", 1)
    speech_queue.enqueue_text("draws 2", 1)
    speech_queue.enqueue_text("pass", 2)
    speech_queue.enqueue_text("P1 is out")
    speech_queue.enqueue_text("pass", 0)
    speech_queue.speak_pending()
    assert speech_queue.utterances == [
        ("P1: six, draws 2; P2: pass. P1 is out. P0: pass. Your card?", True)
    ]
    speech_queue.speak_pending()
    assert len(speech_queue.utterances) == 1


def test_only_the_newest_unanswered_question_is_spoken(speech_queue):
    speech_queue.set_question("How many?")
    speech_queue.set_question("Which card?")
    speech_queue.enqueue_text("Deal 1.")
    speech_queue.speak_pending()
    assert speech_queue.utterances == [("Deal 1. Which card?", True)]
    speech_queue.set_question("Which card now?")
    speech_queue.clear_question()
    speech_queue.enqueue_text("Deal 2.")
    speech_queue.speak_pending()
    assert speech_queue.utterances[1:] == [("Deal 2.", False)]


def test_next_text_waits_for_current_speech(speech_queue):
    speech_queue.enqueue_text("Deal 1 of 5.")
    assert not speech_queue.utterances
    speech_queue.speak_pending()
    duration_ms = speech_duration_ms("Deal 1 of 5.", 180)
    assert round(speech_queue.remaining_ms) == round(duration_ms)
    speech_queue.enqueue_text("A")
    assert speech_queue._timer.interval() == round(duration_ms)
    assert round(speech_queue.remaining_ms) == round(duration_ms + speech_duration_ms("A.", 180))
    speech_queue.now += duration_ms
    assert round(speech_queue.remaining_ms) == round(speech_duration_ms("A.", 180))


def test_urgent_text_is_spoken_first(speech_queue):
    speech_queue.enqueue_text("Anna takes the trick.")
    speech_queue.speak_now("You must follow suit.")
    speech_queue.enqueue_text("You must follow suit.")  # the banner says it as well
    speech_queue.speak_pending()
    assert speech_queue.utterances == [
        ("You must follow suit.", True),
        ("Anna takes the trick.", False),
    ]
