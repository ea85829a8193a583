"""Tests for deal reviews: the decisions found and the points given away."""

from dataclasses import replace

import pytest

from greenbaize.app.advice.review import Decision, decisions, judged, scored_deals
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.match.codecs import event_codec
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import Teller
from greenbaize.rules.events import Scored
from greenbaize.rules.thinking import Weighed
from match.playing import SETUPS, play_randomly, told_to


def people(setup):
    """Play a match of human players only."""
    played = play_randomly(setup, 11)
    sitters = tuple(Player(one.name) for one in played.header.sitters)
    return replace(played, header=replace(played.header, sitters=sitters))


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS[::4], ids=str)
def test_the_choices_of_a_match_are_found_where_they_were_made(setup):
    played = people(setup)
    game, seat = played.game, 1
    told = told_to(played, seat)
    found = decisions(game, played.header, seat, told)
    assert len(found) > 1
    codec = event_codec(game)
    teller, at = Teller(game, setup.seats, played.header.options, seat), 0
    at = len(told.splitlines(keepends=True)[0])
    left = list(found)
    for event, state in played.moments:
        if left and left[0].at == at:
            one = left.pop(0)
            assert game.turn(teller.view) == seat
            assert one.done in game.legal(teller.view, seat)
            assert event.seat == seat
        at += len(line_bytes(codec.write(teller.hear(event, state))))
    assert not left


@pytest.mark.slow
def test_every_choice_of_a_strict_game_is_found():
    for setup in [one for one in SETUPS if "enforcement" not in one.given][::5]:
        played = people(setup)
        game, seat, count = played.game, 0, 0
        before = game.start(setup.seats, played.header.options)
        for event, state in played.moments:
            acts = before.turn == seat and getattr(event, "seat", None) == seat
            # Events that follow automatically belong to the seat that acted, never to the turn's
            # seat.
            count += acts and len(game.legal(before, seat)) > 1
            before = state
        found = decisions(game, played.header, seat, told_to(played, seat))
        assert len(found) == count > 0


def test_scored_deals_are_counted():
    for setup in SETUPS[::9]:
        played = people(setup)
        scored = [event.deal for event, _ in played.moments if isinstance(event, Scored)]
        assert scored_deals(played.game, told_to(played, 0)) == scored != []


DECISION = Decision(1, 0, Bid(0, 1), ())


def weighed(*values, error=0.5):
    return [Weighed(Bid(0, tricks), value, error) for tricks, value in values]


def test_what_is_given_away_is_the_difference_to_the_best():
    one = judged(DECISION, weighed((3, 4.0), (1, 1.5), (0, -2.0)))
    assert (one.best.command, one.done.command) == (Bid(0, 3), Bid(0, 1))
    assert one.difference == one.given_away == 2.5


def test_a_difference_within_the_error_is_not_counted():
    one = judged(DECISION, weighed((3, 2.0), (1, 1.5)))
    assert one.difference == 0.5
    assert one.given_away == 0.0


def test_the_best_choice_gives_nothing_away():
    for values in ([(1, 2.0), (3, 1.0)], [(3, 2.0), (1, 2.0), (0, 1.0)]):
        one = judged(DECISION, weighed(*values, error=0.0))
        assert one.best == one.done
        assert one.difference == one.given_away == 0.0


@pytest.mark.parametrize("values", [[(1, 2.0), (3, 2.0)], [(3, 2.0), (2, 1.0)]])
def test_where_there_was_nothing_to_choose_there_is_nothing_to_say(values):
    """Ignore decisions between equal choices, or with a choice that was not weighed."""
    assert judged(DECISION, weighed(*values)) is None


def test_what_is_given_away_is_the_difference_between_the_figures_shown():
    one = judged(DECISION, weighed((3, -2.24), (1, -2.96), error=0.0))
    assert one.difference == one.given_away == 0.8
    # Choices with equal figures are equal.
    one = judged(DECISION, weighed((3, -2.16), (1, -2.24), error=0.0))
    assert one.difference == one.given_away == 0.0
    assert not one.best.surely_beats(one.done)
