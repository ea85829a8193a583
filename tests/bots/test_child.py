"""A child beats the easiest bot that is offered."""

from statistics import mean

import pytest

from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import Stake
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import SeededChance, Stream
from greenbaize.rules.events import Scored
from greenbaize.rules.game import Counts
from greenbaize.rules.options import settled


class Child:
    """Player by rule of thumb: bids its aces, never goes, and plays its lowest legal card."""

    def decide(self, game, view, seat, chance):
        legal = game.legal(view, seat)
        if isinstance(legal[0], Bid):
            aces = sum(card.code[0] == "A" for card in view.hands[seat].cards)
            return min(legal, key=lambda bid: abs(bid.tricks - aces))
        if isinstance(legal[0], Stake):
            return Stake(seat, False)
        return min(legal, key=lambda play: getattr(play, "card", 0))


def lead(name, options, number):
    """Return the lead of two children over two of the easiest bots; seats alternate by match."""
    game, easiest = GAMES[name], LEVELS[next(iter(LEVELS))]()
    given, chance = settled(game.options, 4, options), SeededChance(f"child/{name}/{number}")
    players = [(Child(), easiest)[(seat + number) % 2] for seat in range(4)]
    tellers = [Teller(game, 4, given, seat) for seat in range(4)]
    state, points, count = game.start(4, given), [0] * 4, 0
    while not game.over(state):
        event = game.derive(state, chance)
        events = [event]
        if event is None:
            seat, count = game.turn(state), count + 1
            stream = Stream(f"{number}/{seat}/{count}")
            choice = players[seat].decide(game, tellers[seat].view, seat, stream)
            events = game.judge(state, choice).events
        for event in events:
            state = game.fold(state, event)
            for teller in tellers:
                teller.hear(event, state)
            if isinstance(event, Scored):
                points = event.totals
    sums = [-place for place in state.end.places] if game.counts is Counts.PLACES else points
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
    leads = [lead(name, options, number) for number in range(matches)]
    assert mean(leads) > ahead
