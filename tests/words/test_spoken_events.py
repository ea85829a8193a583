"""Spoken sentences in every game: no signs, and every important event is described."""

import pytest

from games.turnup_game import TURNUP
from greenbaize.cards import parse_cards
from greenbaize.games import GAMES
from greenbaize.rules.events import (
    CallMade,
    CardPlayed,
    CardsDealt,
    DealScored,
    MatchEnded,
    TrickTaken,
)
from greenbaize.rules.hands import Trick
from greenbaize.rules.options import resolve_options
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken_events import (
    describe_event,
    describe_trick_end,
    describe_turn,
    result_headline,
)
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


NAMES = ("Anna", "Boris", "Vera", "Mila")


def describe_trick_of(name, deal, codes):
    game, trick = GAMES[name], Trick(0, parse_cards(codes))
    seats = len(trick.cards)
    view = game.initial_state(seats, resolve_options(game.options, seats, {}))._replace(deal=deal)
    view = view._replace(play=view.play._replace(taken_tricks=((1, trick),)))
    return describe_trick_end(game, view, 1, trick, Speaker(NAMES[:seats], 0))


@pytest.mark.parametrize(
    ("codes", "gain_text", "details"),
    [
        (
            "8S KC QD 6H",
            "It brings 40 card points.",
            "K♣, Q♦ together count 25. 8♠ counts 16. 6♥ counts −1.",
        ),
        ("AS AC 7D 9H", "It brings 24 card points.", "A♠, A♣ count 12 each."),
        ("QS JS 9S 7S", "It brings 25 card points.", "Q♠, J♠ together count 15. Four of one suit"),
        ("7S 9C 7D 9H", "", ""),
    ],
)
def test_in_ass_pairs_cards_and_a_suit_are_listed_ass_5(codes, gain_text, details):
    end, counts = describe_trick_of("ass", 1, codes)
    assert end == f"Boris takes the trick. {gain_text}".rstrip()
    assert counts.startswith(details)
    assert bool(counts) == bool(details)


@pytest.mark.parametrize(
    ("deal", "codes", "gain_text", "details"),
    [
        (1, "8S KC QD 6H", "It costs 1.", ""),
        (9, "QS KC QD 6H", "It costs 9.", "Q♠ counts −9."),
        (9, "8S KC QD 6H", "", ""),
        (16, "AH KH QH 6S", "It brings +12.", "A♥ K♥ Q♥ count 4 each."),
        (12, "AH KH QH 6H", "It brings 30 card points.", "A♥ counts 12. K♥ counts 5. Q♥ counts 3."),
    ],
)
def test_in_master_what_counts_by_the_contract_is_listed_master_4(deal, codes, gain_text, details):
    end, counts = describe_trick_of("master", deal, codes)
    assert end == f"Boris takes the trick. {gain_text}".rstrip()
    assert counts.startswith(details)


def test_tricks_without_points_have_no_gains():
    end, counts = describe_trick_of("damn", 1, "AS KS 2S 3S")
    assert (end, counts) == ("Boris takes the trick.", "")
