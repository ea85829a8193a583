"""Spoken sentences in every game: no signs, and every important event is described."""

import pytest

from games.turnup_game import TURNUP
from greenbaize.games import GAMES
from greenbaize.rules.events import (
    CallMade,
    CardPlayed,
    CardsDealt,
    DealScored,
    MatchEnded,
    TrickTaken,
)
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken_events import describe_event, describe_turn, result_headline
from greenbaize.words.vocabulary import register_games
from words.spoken_matches import play_spoken_match

UNSPOKEN_SIGNS = "♣♦♥♠·−+→…"
SPOKEN_EVENTS = (CardPlayed, CardsDealt, MatchEnded, CallMade, DealScored, TrickTaken)
"""Event classes that must always be spoken."""


def create_speaker(seats):
    return Speaker([f"P{seat}" for seat in range(seats)], 0, for_speech=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seats", "values"),
    [
        ("damn", 7, {"deals": 2, "first": 1}),
        ("blackout", 2, {}),
        ("master", 4, {"trumps": "ranked"}),
        ("ass", 6, {"deal_limit": 2}),
        ("rank", 10, {}),
    ],
)
def test_spoken_sentences_have_no_signs(name, seats, values):
    game, speaker = GAMES[name], create_speaker(seats)
    sentences = []
    for event, view in play_spoken_match(game, seats, **values):
        for brief in (False, True):
            words = describe_event(game, event, view, speaker, brief=brief)
            assert words or not isinstance(event, SPOKEN_EVENTS)
            question = game.question(view, 0)
            if question is not None:
                words += describe_turn(game, view, question, speaker, brief=brief)
            assert not set(words) & set(UNSPOKEN_SIGNS), words
            sentences.append(words)
    assert "win" in sentences[-2]


@pytest.fixture
def turnup_vocabulary():
    """Register the vocabulary of the new game."""
    register_games({TURNUP.name: TURNUP})
    yield
    register_games(GAMES, GAMES.titles, GAMES.descriptions, GAMES.other_names)


@pytest.mark.usefixtures("turnup_vocabulary")
def test_a_new_game_is_spoken_with_common_sentences():
    speaker = create_speaker(4)
    sentences = {}
    question_text = ""
    for event, view in play_spoken_match(TURNUP, 4):
        sentences.setdefault(event.type, describe_event(TURNUP, event, view, speaker))
        question = TURNUP.question(view, 0)
        if question is not None and not question_text and view.play.trick:
            question_text = describe_turn(TURNUP, view, question, speaker)
    assert sentences["deal"].startswith("Deal 1. Trump: ")
    assert "You hold " in sentences["deal"]
    assert sentences["trick"].endswith(" trick: 1 trick taken.")
    assert "In all: you " in sentences["score"]
    assert " the match. 1st: " in sentences["end"]
    assert question_text.startswith("On the table: P")
    assert question_text.endswith(" is winning. You: 0 tricks taken. Which card do you play?")


@pytest.mark.parametrize("kind", [list, tuple])
def test_a_single_winner_is_addressed(kind):
    assert result_headline(kind((1,)), ("Anna", "Boris"), 1, is_one_side=False) == "You win!"
