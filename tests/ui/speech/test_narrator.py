"""The texts spoken during a deal of each game, in order."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.shell.navigation import RequestedMatchRoute
from greenbaize.ui.speech.narrator import PAUSE_MS, SpeechQueue, speech_duration_ms
from ui.speech.spoken_text import next_spoken_text
from ui.table.person import wait_until


def play_and_record(person, turns):
    """Return what is spoken at the given number of turns and before the next one."""
    spoken = [next_spoken_text(person)]
    for _ in range(turns):
        person.play_first_choice()
        spoken.append(next_spoken_text(person))
    return spoken


DAMN_SPEECH = [
    "Deal 1 of 2. 1 card each. Trump: spades. Boris is the dealer. You hold nine of clubs. "
    "How many tricks do you bid?",
    "Anna: Bid 0; Boris: Bid 0. You lead. You: 0 of 0. Which card do you play?",
    "Anna: queen of hearts; Boris: six of clubs. You take the trick: 1 of 0. "
    "You bid 0 and won 1: 0. Anna: bid 0, won 0, plus 10. Boris: bid 0, won 0, plus 10. "
    "In all: you 0, Anna 10, Boris 10. "
    "Deal 2 of 2. The last deal. No trump. 2 cards each. You are the dealer. "
    "You hold ace and queen of hearts. Anna: Bid 1; Boris: Bid 0. "
    "Bid so far: 1 of 2 tricks. How many tricks do you bid?",
    "On the table: Anna ace of spades, Boris ten of clubs. Anna is winning. You: 0 of 0. "
    "Which card do you play?",
    "Anna takes the trick: 1 of 1. On the table: Anna three of diamonds, Boris two of hearts. "
    "Anna is winning. You: 0 of 0. Which card do you play?",
    "Anna takes the trick: 2 of 1. You bid 0 and won 0: plus 10. Anna: bid 1, won 2, 0. "
    "Boris: bid 0, won 0, plus 10. In all: you 10, Anna 10, Boris 20. "
    "Boris wins the match. 1st: Boris with 20. 2nd: you with 10. 2nd: Anna with 10. / "
    "One trick too many in deal 1 cost you 10 points.",
]


@pytest.mark.slow
def test_damn_match_is_spoken_to_its_end(open_spoken_match):
    assert play_and_record(open_spoken_match("damn", 3, deals=2, first=1), 5) == DAMN_SPEECH


BRIEF_SPEECH = {
    ("damn", 3): [
        "Deal 1 of 15. Trump: spades. How many tricks do you bid?",
        "Anna: Bid 0; Boris: Bid 0. You lead. Your card?",
    ],
    ("blackout", 3): [
        "Deal 1 of 13. You see every card but your own. Bid on what the others hold; then the "
        "cards play themselves. Trump: spades. Anna: Bid 1; Boris: Bid 0. "
        "How many tricks do you bid?",
        "Anna: nine of clubs; Boris: queen of hearts. Your card: six of clubs. "
        "Anna takes the trick: 1 of 1. This deal: Anna plus 11, Boris plus 10, you 0. "
        "In all: Anna 11, Boris 10, you 0. Anna takes the lead. "
        "Deal 2 of 13. Trump: diamonds. Boris: Bid 2. How many tricks do you bid?",
    ],
    ("ass", 3): [
        "Which suit is your trump for this match?",
        "Anna: diamonds; Boris: hearts. Deal 1 of 60. Everybody has their own trump. Go or stay?",
        "Anna: Stay; Boris: Go. You lead. Your card?",
        "Anna: ace of diamonds; Boris: eight of hearts. Boris takes the trick: 38 of 56 points, "
        "going. You draw six of clubs. Boris nine of hearts. Boris is winning. Your card?",
        "Anna: ten of hearts. Anna takes the trick: 10 of 80 points, staying. You draw jack of "
        "diamonds. Anna king of diamonds, Boris king of spades. Anna is winning. Your card?",
        "You take the trick: 9 of 56 points, going. You draw jack of spades. You lead. Your card?",
        "Anna: six of spades; Boris: jack of clubs. Anna takes the trick: 11 of 80 points, "
        "staying. You draw eight of spades. Anna eight of diamonds, Boris queen of diamonds. "
        "Boris is winning. Your card?",
        "Boris takes the trick: 69 of 56 points, going. You draw queen of clubs. Boris ace of "
        "hearts. Boris is winning. Your card?",
        "Anna: nine of spades. You take the trick: 37 of 56 points, going. You draw ace of "
        "clubs. You lead. Your card?",
        "Anna: ten of clubs; Boris: seven of spades. Anna takes the trick: 33 of 80 points, "
        "staying. You draw seven of hearts. Anna seven of clubs, Boris seven of diamonds. Boris "
        "is winning. Your card?",
        "You take the trick: 37 of 56 points, going. You draw king of clubs. You lead. Your card?",
        "Anna: eight of clubs; Boris: king of hearts. You take the trick: 63 of 56 points, "
        "going. You lead. Your card?",
        "Anna: queen of hearts; Boris: six of hearts. You take the trick: 68 of 56 points, "
        "going. You lead. Your card?",
        "Anna: ace of spades; Boris: jack of hearts. You take the trick: 81 of 56 points, "
        "going. You lead. Your card?",
        "Anna: queen of spades; Boris: ten of spades. You take the trick: 93 of 56 points, "
        "going. This deal: you a bank less, Anna no change, Boris a bank less. In all: you 2 "
        "banks, Anna 3 banks, Boris 2 banks. Deal 2 of 60. Everybody has their own trump. Anna: "
        "Go; Boris: Go. Go or stay?",
    ],
    ("master", 2): [
        "Anna: clubs. Which suit is your trump for this match?",
        "Deal 1 of 24. Avoid every trick: minus 1 each. First half: whatever counts, counts "
        "against you. Everybody has their own trump. Anna nine of hearts. Anna is winning. "
        "Your card?",
        "You take the trick: 1 trick, minus 1. You lead. Your card?",
    ],
    ("rank", 3): [
        "Deal 1 of 1. On the pile: three of spades. Your card?",
        "You draw five of hearts. You: pass; Anna: king of clubs, draws 1, pass; "
        "Boris: ace of diamonds, two of clubs, draws 1, pass. You draw four of hearts. "
        "You: pass; Anna: draws 1, pass; Boris: draws 1, three of clubs, draws 1, pass. "
        "On the pile: three of clubs. Your card?",
        "On the pile: four of hearts. Your card?",
    ],
}


@pytest.mark.slow
@pytest.mark.parametrize("table", BRIEF_SPEECH, ids=lambda table: table[0])
def test_brief_wording_of_each_game(open_spoken_match, table):
    spoken = play_and_record(open_spoken_match(*table, "brief"), len(BRIEF_SPEECH[table]) - 1)
    assert spoken == BRIEF_SPEECH[table]


@pytest.mark.slow
def test_illegal_card_is_refused_urgently(open_spoken_match):
    person = open_spoken_match("damn", 3, deals=1, first=5)
    urgent_texts = []
    person.facade.speech.queue.speech_due.connect(
        lambda words, now: urgent_texts.append(words) if now else None
    )
    while not person.illegal_faces:
        next_spoken_text(person)
        person.play_first_choice()
        person.wait_for_turn()
    person.double_click_card(person.illegal_faces[0])
    assert "must follow suit" in urgent_texts[-1]
    assert urgent_texts[-1].endswith("Damn, § 4.")


@pytest.mark.slow
def test_watched_table_speaks_every_card(open_spoken_match):
    person = open_spoken_match("damn", 3, deals=1, first=1)
    facade = person.facade
    facade.services.navigate(
        RequestedMatchRoute(PlayRequest("damn", 3, {"deals": 1, "first": 1}, watch=True))
    )
    wait_until(lambda: person.is_over)
    facade.speech.queue.speak_pending()
    spoken = " ".join(facade.speech.log.lines)
    suits = ("clubs", "diamonds", "hearts", "spades")
    assert sum(spoken.count(f" of {suit}") for suit in suits) == 3
    assert spoken.count("takes the trick") == 1
    assert "wins the match" in spoken or "share" in spoken


@pytest.mark.slow
def test_log_holds_every_text_and_can_be_navigated_and_copied(open_spoken_match):
    person = open_spoken_match("damn", 3, deals=2, first=1)
    first = next_spoken_text(person)
    QTest.keyClick(person.window, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    window = person.facade.speech.log_window
    wait_until(window.isVisible)
    assert window.list.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert window.list.currentItem().text() == first
    person.play_first_choice()
    second = next_spoken_text(person)
    assert [window.list.item(row).text() for row in range(2)] == [first, second]
    window.list.setCurrentRow(0)
    QTest.keyClick(window.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == first
    window.copy_button.click()
    assert QGuiApplication.clipboard().text() == f"{first}\n{second}"
    window.close()
    assert person.facade.speech.log_window is None


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
