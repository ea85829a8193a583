"""Spoken sentences in every game: no signs, and every important event is described."""

import pytest

from games.turnup import TURNUP
from greenbaize.app.tables.player_view import places_here
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import seed_from
from greenbaize.rules.events import CardPlayed, Dealt, Ended, Said, Scored, TrickTaken
from greenbaize.rules.options import settled
from greenbaize.words.phrases import event_words, headline, turn_words
from greenbaize.words.speaker import Speaker
from greenbaize.words.vocabulary import know

SIGNS = "♣♦♥♠·−+→…"
TOLD = (CardPlayed, Dealt, Ended, Said, Scored, TrickTaken)
"""Event classes that must always be spoken."""


def told(game, seats, **given):
    """Return the view events of seat 0 in a match of bots, each with the view after it."""
    sitters = tuple(Player(f"P{seat}", "bot", "random") for seat in range(seats))
    options = settled(game.options, seats, given)
    place = places_here(Table(game, Header(game.name, sitters, options, seed_from("heard"))))[0]
    teller, events = Teller(game, seats, options, 0), []
    place.listen(lambda event: events.append((teller.hear(event, place.view), teller.view)))
    place.table.play_out()
    return iter(events)


def speaker_for(seats):
    return Speaker([f"P{seat}" for seat in range(seats)], 0, aloud=True)


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
def test_nothing_that_is_said_needs_to_be_seen(name, seats, values):
    game, speaker = GAMES[name], speaker_for(seats)
    said = []
    for event, view in told(game, seats, **values):
        for brief in (False, True):
            words = event_words(game, event, view, speaker, brief=brief)
            assert words or not isinstance(event, TOLD)
            question = game.question(view, 0)
            if question is not None:
                words += turn_words(game, view, question, speaker, brief=brief)
            assert not set(words) & set(SIGNS), words
            said.append(words)
    assert "win" in said[-2]


@pytest.fixture
def known():
    """Register the vocabulary of the new game."""
    know({TURNUP.name: TURNUP})
    yield
    know(GAMES, GAMES.titles, GAMES.lines, GAMES.other_names)


@pytest.mark.usefixtures("known")
def test_a_new_game_is_heard_by_what_every_game_has():
    speaker = speaker_for(4)
    said = {}
    asked = ""
    for event, view in told(TURNUP, 4):
        said.setdefault(event.type, event_words(TURNUP, event, view, speaker))
        question = TURNUP.question(view, 0)
        if question is not None and not asked and view.play.trick:
            asked = turn_words(TURNUP, view, question, speaker)
    assert said["deal"].startswith("Deal 1. Trump: ")
    assert "You hold " in said["deal"]
    assert said["trick"].endswith(" trick: 1 trick taken.")
    assert "In all: you " in said["score"]
    assert " the match. 1st: " in said["end"]
    assert asked.startswith("On the table: P")
    assert asked.endswith(" is winning. You: 0 tricks taken. Which card do you play?")


@pytest.mark.parametrize("kind", [list, tuple])
def test_whoever_wins_alone_is_told_so(kind):
    assert headline(kind((1,)), ("Anna", "Boris"), 1, together=False) == "You win!"
