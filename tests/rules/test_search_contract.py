"""What bots rely on: plausible views, and comparisons of weighed choices."""

import pytest
from msgspec.structs import replace

from greenbaize.games import GAMES
from greenbaize.rules.messages import Misfit
from greenbaize.rules.search_contract import MAX_MATCH_POINTS
from match.random_matches import GameSetup, play_randomly


@pytest.mark.parametrize("name", GAMES)
def test_a_total_no_match_can_bring_is_a_misfit(name):
    game = GAMES[name]
    played_match = play_randomly(GameSetup(name, min(game.seats), {}), 5)
    state = next(state for _, state in played_match.moments if game.turn(state) is not None)
    totals = (MAX_MATCH_POINTS + 1, *state.totals[1:])
    assert game.find_misfit(replace(state, totals=totals)) is Misfit.TOTALS


def test_a_bid_above_the_cards_is_a_misfit():
    game = GAMES["damn"]
    played_match = play_randomly(GameSetup("damn", 3, {"deals": 4}), 1)
    state = next(state for _, state in played_match.moments if game.turn(state) is not None)
    bids = (state.cards + 1, *state.bids[1:])
    assert game.find_misfit(replace(state, bids=bids)) is Misfit.BIDS


@pytest.mark.parametrize("name", GAMES)
def test_every_view_of_a_match_is_believable(name):
    game = GAMES[name]
    for seats in (min(game.seats), max(game.seats)):
        played_match = play_randomly(GameSetup(name, seats, {}), 5)
        for _, state in played_match.moments:
            assert game.turn(state) is None or game.find_misfit(state) is None


def test_every_view_with_table_manners_is_believable():
    game = GAMES["damn"]
    for number in range(5):
        played_match = play_randomly(
            GameSetup("damn", 4, {"enforcement": "table", "deals": 5}), number
        )
        for _, state in played_match.moments:
            assert game.turn(state) is None or game.find_misfit(state) is None
