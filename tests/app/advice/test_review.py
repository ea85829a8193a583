"""Tests for deal reviews: the decisions found and the points given away."""

from dataclasses import replace

import pytest

from greenbaize.app.advice.review import Decision, find_decisions, find_scored_deals, judge_decision
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.match.codecs import event_codec
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.events import DealScored
from greenbaize.rules.search_contract import WeighedChoice
from match.random_matches import SETUPS, encode_view_record, play_randomly


def play_people_match(setup):
    """Play a match of human players only."""
    recorded_match = play_randomly(setup, 11)
    players = tuple(HeaderPlayer(player.name) for player in recorded_match.header.players)
    return replace(recorded_match, header=replace(recorded_match.header, players=players))


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS[::4], ids=str)
def test_decisions_are_found_at_their_positions(setup):
    recorded_match = play_people_match(setup)
    game, seat = recorded_match.game, 1
    view_lines = encode_view_record(recorded_match, seat)
    decision_list = find_decisions(game, recorded_match.header, seat, view_lines)
    assert len(decision_list) > 1
    codec = event_codec(game)
    teller, position = ViewTracker(game, setup.seats, recorded_match.header.options, seat), 0
    position = len(view_lines.splitlines(keepends=True)[0])
    remaining = list(decision_list)
    for event, state in recorded_match.moments:
        if remaining and remaining[0].offset == position:
            decision = remaining.pop(0)
            assert game.turn(teller.view) == seat
            assert decision.command in game.legal(teller.view, seat)
            assert event.seat == seat
        position += len(encode_line(codec.encode_line(teller.redact_event(event, state))))
    assert not remaining


@pytest.mark.slow
def test_every_decision_of_a_strict_game_is_found():
    for setup in [
        candidate for candidate in SETUPS if "enforcement" not in candidate.given_options
    ][::5]:
        recorded_match = play_people_match(setup)
        game, seat, count = recorded_match.game, 0, 0
        before = game.initial_state(setup.seats, recorded_match.header.options)
        for event, state in recorded_match.moments:
            acts = before.turn == seat and getattr(event, "seat", None) == seat
            # Events that follow automatically belong to the seat that acted, never to the turn's
            # seat.
            count += acts and len(game.legal(before, seat)) > 1
            before = state
        decision_list = find_decisions(
            game, recorded_match.header, seat, encode_view_record(recorded_match, seat)
        )
        assert len(decision_list) == count > 0


def test_scored_deals_are_counted():
    for setup in SETUPS[::9]:
        recorded_match = play_people_match(setup)
        scored = [
            event.deal for event, _ in recorded_match.moments if isinstance(event, DealScored)
        ]
        assert (
            find_scored_deals(recorded_match.game, encode_view_record(recorded_match, 0))
            == scored
            != []
        )


DECISION = Decision(1, 0, BidCommand(0, 1), ())


def weighed_bids(*values, error=0.5):
    return [WeighedChoice(BidCommand(0, tricks), value, error) for tricks, value in values]


def test_loss_is_the_difference_to_the_best():
    judged_decision = judge_decision(DECISION, weighed_bids((3, 4.0), (1, 1.5), (0, -2.0)))
    assert (judged_decision.best_choice.command, judged_decision.made_choice.command) == (
        BidCommand(0, 3),
        BidCommand(0, 1),
    )
    assert judged_decision.difference == judged_decision.sure_loss == 2.5


def test_a_difference_within_the_error_is_not_counted():
    judged_decision = judge_decision(DECISION, weighed_bids((3, 2.0), (1, 1.5)))
    assert judged_decision.difference == 0.5
    assert judged_decision.sure_loss == 0.0


def test_best_choice_loses_nothing():
    for values in ([(1, 2.0), (3, 1.0)], [(3, 2.0), (1, 2.0), (0, 1.0)]):
        judged_decision = judge_decision(DECISION, weighed_bids(*values, error=0.0))
        assert judged_decision.best_choice == judged_decision.made_choice
        assert judged_decision.difference == judged_decision.sure_loss == 0.0


@pytest.mark.parametrize("values", [[(1, 2.0), (3, 2.0)], [(3, 2.0), (2, 1.0)]])
def test_equal_or_unknown_choices_are_not_judged(values):
    """Ignore decisions between equal choices, or with a choice that was not weighed."""
    assert judge_decision(DECISION, weighed_bids(*values)) is None


def test_loss_is_computed_from_the_figures_shown():
    judged_decision = judge_decision(DECISION, weighed_bids((3, -2.24), (1, -2.96), error=0.0))
    assert judged_decision.difference == judged_decision.sure_loss == 0.8
    # Choices with equal figures are equal.
    judged_decision = judge_decision(DECISION, weighed_bids((3, -2.16), (1, -2.24), error=0.0))
    assert judged_decision.difference == judged_decision.sure_loss == 0.0
    assert not judged_decision.best_choice.surely_beats(judged_decision.made_choice)
