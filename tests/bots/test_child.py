"""A child beats the easiest bot that is offered."""

from statistics import mean

import pytest

from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import StakeCommand
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import RandomStream, SeededChance
from greenbaize.rules.events import DealScored
from greenbaize.rules.game import ComparisonMeasure
from greenbaize.rules.options import resolve_options


class ChildBot:
    """Player by rule of thumb: bids its aces, never goes, and plays its lowest legal card."""

    def choose_command(self, game, view, seat, chance):
        legal = game.legal(view, seat)
        if isinstance(legal[0], BidCommand):
            aces = sum(card.code[0] == "A" for card in view.hands[seat].cards)
            return min(legal, key=lambda bid: abs(bid.tricks - aces))
        if isinstance(legal[0], StakeCommand):
            return StakeCommand(seat, False)
        return min(legal, key=lambda play: getattr(play, "card", 0))


def lead_of_children(name, options, number):
    """Return the lead of two children over two of the easiest bots; seats alternate by match."""
    game, easiest = GAMES[name], BOT_FACTORIES[next(iter(BOT_FACTORIES))]()
    resolved_options, chance = (
        resolve_options(game.options, 4, options),
        SeededChance(f"child/{name}/{number}"),
    )
    players = [(ChildBot(), easiest)[(seat + number) % 2] for seat in range(4)]
    trackers = [ViewTracker(game, 4, resolved_options, seat) for seat in range(4)]
    state, points, count = game.initial_state(4, resolved_options), [0] * 4, 0
    while not game.is_over(state):
        event = game.derive(state, chance)
        events = [event]
        if event is None:
            seat, count = game.turn(state), count + 1
            stream = RandomStream(f"{number}/{seat}/{count}")
            choice = players[seat].choose_command(game, trackers[seat].view, seat, stream)
            events = game.judge(state, choice).command_events
        for event in events:
            state = game.fold(state, event)
            for tracker in trackers:
                tracker.redact_event(event, state)
            if isinstance(event, DealScored):
                points = event.totals
    sums = (
        [-rank for rank in state.end.places]
        if game.comparison_measure is ComparisonMeasure.RANKS
        else points
    )
    sides = [sums[number % 2 :: 2], sums[1 - number % 2 :: 2]]
    return mean(sides[0]) - mean(sides[1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options", "matches", "ahead"),
    [
        ("damn", {"first": 4, "deals": 8}, 24, 5.0),
        ("blackout", {}, 12, 10.0),
        ("master", {}, 12, 0.0),
        ("ass", {"deal_limit": 12}, 24, 0.3),
        # Rank leaves little to choose: a child holds its own.
        ("rank", {"deals": 5}, 24, -0.3),
    ],
)
def test_the_easiest_player_can_be_beaten_by_a_child(name, options, matches, ahead):
    leads = [lead_of_children(name, options, number) for number in range(matches)]
    assert mean(leads) > ahead
