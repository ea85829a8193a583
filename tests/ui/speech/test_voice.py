"""The texts spoken during a deal of each game, in order."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from
from greenbaize.store.settings import Settings
from greenbaize.ui.shell.navigation import Begin
from greenbaize.ui.shell.pages import Pages
from greenbaize.ui.speech import voice
from greenbaize.ui.widgets.accessibility import announce
from ui.table.person import until


@pytest.fixture
def listened(opened, monkeypatch):
    """Return a function that opens a match with speech; text is spoken only on request."""
    monkeypatch.setattr(voice, "TOGETHER_MS", 1_000_000)
    monkeypatch.setattr(voice, "spoken_ms", lambda *_: 0.0)

    def listen(game, players, wording="full", **options):
        given = Settings(your_name="Ida", motion=False, last_card=False, speak="on")
        given.wording, given.wait_for_click = wording, "off"
        given.save()
        person = opened(PlayRequest(game, players, options, seed_from("heard")))
        until(lambda: person.main.playing)
        return person

    return listen


def next_said(person):
    """Return what is spoken until the person's next turn or the end."""
    log = person.main.speech.log
    before = vars(person).get("heard", 0)
    person.wait_for_turn()
    person.main.speech.gathering.speak()
    vars(person)["heard"] = len(log.lines)
    return " / ".join(log.lines[before:])


def heard(person, turns):
    """Return what is spoken at the given number of turns and before the next one."""
    said = [next_said(person)]
    for _ in range(turns):
        person.act()
        said.append(next_said(person))
    return said


DEAL = [
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
def test_a_match_of_damn_is_heard_to_its_end(listened):
    assert heard(listened("damn", 3, deals=2, first=1), 5) == DEAL


BRIEF = {
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
        "Anna: ace of diamonds; Boris: eight of hearts. Boris takes the trick: 38 of 56 "
        "points, going. You draw six of clubs. Boris nine of hearts. Boris is winning. Your "
        "card?",
        "Anna: queen of hearts. Anna takes the trick: 3 of 80 points, staying. You draw jack "
        "of diamonds. Anna six of spades, Boris jack of hearts. Boris is winning. Your card?",
        "Boris takes the trick: 37 of 56 points, going. You draw eight of clubs. Boris seven "
        "of spades. Boris is winning. Your card?",
        "Anna: king of diamonds. Anna takes the trick: 8 of 80 points, staying. You draw "
        "eight of spades. Anna ten of hearts, Boris jack of clubs. Anna is winning. Your "
        "card?",
        "You take the trick: 27 of 56 points, going. You draw ace of hearts. You lead. Your card?",
        "Anna: eight of diamonds; Boris: queen of diamonds. Boris takes the trick: 68 of 56 "
        "points, going. You draw ace of spades. Boris jack of spades. Boris is winning. Your "
        "card?",
        "Anna: king of hearts. You take the trick: 45 of 56 points, going. You draw seven of "
        "clubs. You lead. Your card?",
        "Anna: six of hearts; Boris: ace of clubs. Anna takes the trick: 31 of 80 points, "
        "staying. You draw ten of spades. Anna king of clubs, Boris king of spades. Boris is "
        "winning. Your card?",
        "Anna takes the trick: 57 of 80 points, staying. Anna queen of clubs, Boris queen of "
        "spades. Boris is winning. Your card?",
        "Boris takes the trick: 74 of 56 points, going. Boris nine of spades. Boris is "
        "winning. Your card?",
        "Anna: seven of diamonds. You take the trick: 55 of 56 points, going. You lead. Your card?",
        "Anna: ten of clubs; Boris: seven of hearts. You take the trick: 64 of 56 points, "
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
@pytest.mark.parametrize("table", BRIEF, ids=lambda table: table[0])
def test_in_brief_each_game_says_what_has_to_be_known(listened, table):
    said = heard(listened(*table, "brief"), len(BRIEF[table]) - 1)
    assert said == BRIEF[table]


@pytest.mark.slow
def test_a_card_that_may_not_be_played_is_refused_at_once(listened):
    person = listened("damn", 3, deals=1, first=5)
    urgent = []
    person.main.speech.gathering.spoken.connect(
        lambda words, now: urgent.append(words) if now else None
    )
    while not person.illegal:
        next_said(person)
        person.act()
        person.wait_for_turn()
    person.double_click_card(person.illegal[0])
    assert "must follow suit" in urgent[-1]
    assert urgent[-1].endswith("Damn, § 4.")


@pytest.mark.slow
def test_a_table_that_is_watched_tells_every_card(listened):
    person = listened("damn", 3, deals=1, first=1)
    main = person.main
    main.services.go(Begin(PlayRequest("damn", 3, {"deals": 1, "first": 1}, watch=True)))
    until(lambda: person.over)
    main.speech.gathering.speak()
    said = " ".join(main.speech.log.lines)
    suits = ("clubs", "diamonds", "hearts", "spades")
    assert sum(said.count(f" of {suit}") for suit in suits) == 3
    assert said.count("takes the trick") == 1
    assert "wins the match" in said or "share" in said


def test_who_wants_nothing_said_hears_nothing_and_nothing_is_made(opened):
    person = opened(PlayRequest("damn", 3, {"deals": 1}, seed_from("heard")))
    until(lambda: person.main.playing)
    person.wait_for_turn()
    speech = person.main.speech
    assert not speech.on
    assert (speech._gathering, speech._voice, speech._log) == (None, None, None)


@pytest.mark.slow
def test_the_log_keeps_all_and_can_be_walked_and_copied(listened):
    person = listened("damn", 3, deals=2, first=1)
    first = next_said(person)
    QTest.keyClick(person.window, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    window = person.main.speech.log_window
    until(window.isVisible)
    assert window.list.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert window.list.currentItem().text() == first
    person.act()
    second = next_said(person)
    assert [window.list.item(row).text() for row in range(2)] == [first, second]
    window.list.setCurrentRow(0)
    QTest.keyClick(window.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == first
    window.copy_button.click()
    assert QGuiApplication.clipboard().text() == f"{first}\n{second}"
    window.close()
    assert person.main.speech.log_window is None


def test_a_sentence_on_the_banner_is_said_once(listened):
    person = listened("damn", 3, deals=1, first=1)
    next_said(person)
    person.main.banner.mention("Tom is back.")
    announce(person.playing, "Tom is back.")
    assert next_said(person) == "Tom is back."


@pytest.mark.slow
def test_a_match_is_resumed_with_what_is_asked(listened):
    person = listened("damn", 3, deals=1, first=1)
    next_said(person)
    main, match = person.main, person.main.match
    person.main.show_lobby()
    assert person.main.resume(match.file.path) == ""
    main.speech.gathering.speak()
    assert main.speech.log.lines[1:] == ["How many tricks do you bid?"]
    main.begin_wanted(seed_from("another"))
    assert main.speech.log.lines == []


def test_a_table_of_ones_own_waits_and_one_with_friends_does_not(listened, monkeypatch):
    person = listened("damn", 3, deals=1, first=1)
    speech = person.main.speech
    monkeypatch.setattr(voice, "spoken_ms", lambda *_: 500.0)
    speech.say("Something.")
    assert person.playing.stage.speech_left() == 500.0
    assert not person.playing.stage.shared()
    monkeypatch.setattr(Pages, "shared", True)
    assert person.playing.stage.shared()
    monkeypatch.setattr(Pages, "shared", False)
    person.main.settings.speech_waits = False
    assert person.playing.stage.speech_left() == 0.0
