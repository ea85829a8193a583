"""Messages as sentences, in English and through a catalogue."""

import pytest

from greenbaize.cards import Card, Suit, parse_cards
from greenbaize.rules.messages import Message, Misfit
from greenbaize.words.catalogue import language_context, suit_name
from greenbaize.words.speaker import Speaker
from match.random_matches import SETUPS, conceivable_commands, parametrize_setups, play_randomly
from words.pseudo_language import text_outside_brackets

NAMES = ("Anna", "Bo", "Cy")
EXPOSED_SENTENCE = "An exposed card must be played first: {}."


@pytest.mark.parametrize("language", ["en", "ru"])
def test_an_impossible_table_names_what_does_not_fit(language):
    messages = [Message("told-impossible", {"misfit": misfit}) for misfit in Misfit]
    with language_context(language):
        sentences = [Speaker().format_message(message) for message in messages]
    assert len(set(sentences)) == len(Misfit)
    totals_sentence = {
        "en": "What the table says does not fit any match: the totals.",
        "ru": "То, что сообщает стол, не сложить ни в какую партию: не сходится общий счёт.",
    }[language]
    assert totals_sentence in sentences


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
        (Message("exposed-first", {"cards": parse_cards("9D")}), 0, EXPOSED_SENTENCE.format("9♦")),
        (
            Message("exposed-first", {"cards": parse_cards("9D 6S JD")}),
            0,
            EXPOSED_SENTENCE.format("9♦, J♦, 6♠"),
        ),
        (
            Message("exposed-first", {"cards": parse_cards("TS 4S 2S XR")}),
            0,
            EXPOSED_SENTENCE.format("10♠ 4♠ 2♠, Red joker"),
        ),
        (Message("not-held", {"card": Card.of("XR")}), 0, "Red joker is not in the hand."),
        (Message("not-held", {"card": Card.of("XB")}), 0, "Black joker is not in the hand."),
        (Message("bid-open", {"count": 1}), 0, "You bid to win exactly 1 trick."),
        (Message("bid-none"), 0, "You bid to win no trick at all."),
        (Message("bid-open", {"count": 2}), 0, "You bid to win exactly 2 tricks."),
        (Message("balance-over", {"count": 2}), None, "Bids: over by 2"),
        (Message("bid-range", {"high": 4}), None, "A bid is a number from 0 to 4."),
    ],
)
def test_messages_have_these_sentences(message, you, sentence):
    assert Speaker(NAMES, you).format_message(message) == sentence


@pytest.mark.parametrize("you", [None, 1])
def test_the_default_name_is_addressed(you):
    trick_taken = Message("trick-taken", {"seat": 1})
    assert Speaker(("Anna", "You"), you).format_message(trick_taken) == "You take the trick."
    assert (
        Speaker(("Anna", "Bo"), you)
        .format_message(trick_taken)
        .startswith("Bo takes" if you is None else "You ")
    )
    assert Speaker(("Anna", "You"), you).format_message(Message("trick-taken", {"seat": 0})) == (
        "Anna takes the trick."
    )


def test_a_seat_without_a_name_keeps_its_number():
    assert Speaker().format_message(Message("not-your-turn", {"seat": 1})) == "It is 1's turn."


def test_a_name_is_never_taken_for_a_placeholder():
    speaker = Speaker(("{seat}", "{0}"))
    assert speaker.format_message(Message("not-your-turn", {"seat": 0})) == "It is {seat}'s turn."


def test_a_code_without_a_sentence_is_a_fault():
    with pytest.raises(KeyError):
        Speaker().format_message(Message("no such code"))


@parametrize_setups(SETUPS[::4], usual_interval=1)
def test_every_message_of_the_rules_can_be_spoken(setup):
    game, speakers = setup.game, [Speaker(["A"] * setup.seats, you) for you in (None, 0)]
    spoken_codes = set()
    for _, state in play_randomly(setup, 41).moments[::3]:
        messages = list(game.picture(state).notices)
        for command in conceivable_commands(state)[::3]:
            explanation = game.explain(state, command)
            messages += explanation.sentences
            messages += [explanation.breach] if explanation.breach else []
        for message in messages:
            texts = [speaker.format_message(message) for speaker in speakers]
            assert all(texts)
            assert not any("{" in text for text in texts)
            spoken_codes.add(message.code)
    manners = "enforcement" in setup.given_options
    assert {"out-of-turn" if manners else "not-your-turn", "not-held"} <= spoken_codes


def test_every_sentence_goes_through_the_catalogue(pseudo_language):
    speaker = Speaker(NAMES, 0)
    assert speaker.format_message(Message("match-over")) == "⟦The match is over.⟧"
    assert speaker.format_message(Message("balance-over", {"count": 2})) == "⟦Bids: over by 2⟧"
    sentence = speaker.format_message(Message("follow-suit", {"suit": Suit.CLUBS, "seat": 0}))
    assert sentence == "⟦You hold ⟦clubs⟧ and must follow suit.⟧"
    assert [suit_name(suit) for suit in Suit] == ["⟦clubs⟧", "⟦diamonds⟧", "⟦hearts⟧", "⟦spades⟧"]
    assert text_outside_brackets(sentence) == ""


@pytest.mark.parametrize(
    ("times", "words"),
    [
        (0, "very rarely"),
        (1, "in 1 deal of 10"),
        (7, "in 7 deals of 10"),
        (10, "almost always"),
    ],
)
def test_frequencies_are_counted_in_ten_deals(times, words):
    sentence = Speaker().format_message(Message("odds-made", {"often": times}))
    assert sentence.endswith(f" {words}.")


def test_sentences_are_cached_by_language_and_value_type():
    speaker = Speaker(NAMES)
    turn = Message("not-your-turn", {"seat": 1})
    with language_context("en"):
        english = speaker.format_message(turn)
    with language_context("ru"):
        assert speaker.format_message(turn) != english
    with language_context("en"):
        assert speaker.format_message(turn) == english
    lowest = Card.of("6C")
    sentences = [
        speaker.format_message(Message("choice-card", {"card": value}))
        for value in (lowest, int(lowest))
    ]
    assert sentences[0] != sentences[1]
