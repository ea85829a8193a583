"""Messages as sentences, in English and through a catalogue."""

import pytest

from greenbaize.cards import Card, Suit, cards
from greenbaize.rules.messages import Message
from greenbaize.words.catalogue import speaking, suit_name
from greenbaize.words.speaker import Speaker
from match.playing import SETUPS, conceivable, each_of, play_randomly
from words.pseudo import loose

NAMES = ("Anna", "Bo", "Cy")
EXPOSED = "An exposed card must be played first: {}."


@pytest.mark.parametrize(
    ("message", "you", "sentence"),
    [
        (Message("match-over"), None, "The match is over."),
        (Message("not-your-turn", {"seat": 1}), None, "It is Bo's turn."),
        (Message("not-your-turn", {"seat": 1}), 0, "It is Bo's turn."),
        (Message("not-your-turn", {"seat": 1}), 1, "It is your turn."),
        (Message("not-your-turn", {"seat": 0}), 0, "It is your turn."),
        (Message("not-held", {"card": Card.of("TS")}), 0, "10♠ is not in the hand."),
        (
            Message("follow-suit", {"suit": Suit.HEARTS, "seat": 0}),
            0,
            "You hold hearts and must follow suit.",
        ),
        (
            Message("beats", {"card": Card.of("AC"), "top": Card.of("9C"), "seat": 1}),
            0,
            "A♣ beats 9♣.",
        ),
        (
            Message("follow-suit", {"suit": Suit.HEARTS, "seat": 1}),
            0,
            "Bo holds hearts and must follow suit.",
        ),
        (Message("exposed-first", {"cards": cards("9D")}), 0, EXPOSED.format("9♦")),
        (Message("exposed-first", {"cards": cards("9D 6S JD")}), 0, EXPOSED.format("9♦, J♦, 6♠")),
        (
            Message("exposed-first", {"cards": cards("TS 4S 2S XR")}),
            0,
            EXPOSED.format("10♠ 4♠ 2♠, Red joker"),
        ),
        (Message("not-held", {"card": Card.of("XR")}), 0, "Red joker is not in the hand."),
        (Message("not-held", {"card": Card.of("XB")}), 0, "Black joker is not in the hand."),
        (Message("bid-open", {"count": 1}), 0, "You bid to win exactly 1 trick."),
        (Message("bid-open", {"count": 0}), 0, "You bid to win exactly 0 tricks."),
        (Message("bid-open", {"count": 2}), 0, "You bid to win exactly 2 tricks."),
        (Message("balance-over", {"count": 2}), None, "Bids: over by 2"),
        (Message("bid-range", {"high": 4}), None, "A bid is a number from 0 to 4."),
    ],
)
def test_sentences(message, you, sentence):
    assert Speaker(NAMES, you).say(message) == sentence


@pytest.mark.parametrize("you", [None, 1])
def test_who_is_just_called_you_is_spoken_to(you):
    taken = Message("trick-taken", {"seat": 1})
    assert Speaker(("Anna", "You"), you).say(taken) == "You take the trick."
    assert Speaker(("Anna", "Bo"), you).say(taken).startswith("Bo takes" if you is None else "You ")
    assert Speaker(("Anna", "You"), you).say(Message("trick-taken", {"seat": 0})) == (
        "Anna takes the trick."
    )


def test_a_seat_without_a_name_keeps_its_number():
    assert Speaker().say(Message("not-your-turn", {"seat": 1})) == "It is 1's turn."


def test_a_name_is_never_taken_for_a_placeholder():
    speaker = Speaker(("{seat}", "{0}"))
    assert speaker.say(Message("not-your-turn", {"seat": 0})) == "It is {seat}'s turn."


def test_a_code_without_a_sentence_is_a_fault():
    with pytest.raises(KeyError):
        Speaker().say(Message("no such code"))


@each_of(SETUPS[::4], usual=1)
def test_whatever_the_rules_say_can_be_spoken(setup):
    game, speakers = setup.game, [Speaker(["A"] * setup.seats, you) for you in (None, 0)]
    spoken = set()
    for _, state in play_randomly(setup, 41).moments[::3]:
        said = list(game.picture(state).notices)
        for command in conceivable(state)[::3]:
            explanation = game.explain(state, command)
            said += explanation.sentences
            said += [explanation.breach] if explanation.breach else []
        for message in said:
            texts = [speaker.say(message) for speaker in speakers]
            assert all(texts)
            assert not any("{" in text for text in texts)
            spoken.add(message.code)
    manners = "enforcement" in setup.given
    assert {"out-of-turn" if manners else "not-your-turn", "not-held"} <= spoken


def test_every_sentence_goes_through_the_catalogue(pseudo_language):
    speaker = Speaker(NAMES, 0)
    assert speaker.say(Message("match-over")) == "⟦The match is over.⟧"
    assert speaker.say(Message("balance-over", {"count": 2})) == "⟦Bids: over by 2⟧"
    said = speaker.say(Message("follow-suit", {"suit": Suit.CLUBS, "seat": 0}))
    assert said == "⟦You hold ⟦clubs⟧ and must follow suit.⟧"
    assert [suit_name(suit) for suit in Suit] == ["⟦clubs⟧", "⟦diamonds⟧", "⟦hearts⟧", "⟦spades⟧"]
    assert loose(said) == ""


@pytest.mark.parametrize(
    ("times", "words"),
    [
        (0, "very rarely"),
        (1, "in 1 deal of 10"),
        (7, "in 7 deals of 10"),
        (10, "almost always"),
    ],
)
def test_how_often_something_happens_is_said_as_players_say_it(times, words):
    said = Speaker().say(Message("odds-go-fails", {"often": times}))
    assert said == f"Going fails {words}."


def test_what_was_said_is_remembered_by_language_and_kind_of_value():
    speaker = Speaker(NAMES)
    turn = Message("not-your-turn", {"seat": 1})
    with speaking("en"):
        english = speaker.say(turn)
    with speaking("ru"):
        assert speaker.say(turn) != english
    with speaking("en"):
        assert speaker.say(turn) == english
    lowest = Card.of("6C")
    written = [speaker.say(Message("choice-card", {"card": one})) for one in (lowest, int(lowest))]
    assert written[0] != written[1]
