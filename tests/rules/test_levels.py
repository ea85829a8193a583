"""Tests for the levels of bots that a game offers at a table."""

import pytest

from greenbaize.games import GAMES
from greenbaize.games.exact_bid.damn import DamnGame
from greenbaize.rules.levels import MissingLevel, fit_level


@pytest.mark.parametrize(
    ("level", "offered_levels", "fitted"),
    [
        ("hard", ("random", "hard"), "hard"),
        ("expert", ("random", "easy", "hard"), "hard"),
        ("hard", ("random", "easy", "expert"), "easy"),
        ("random", ("easy", "medium"), "easy"),
        ("expert", (), "expert"),
        ("", ("easy",), ""),
    ],
)
def test_the_next_lower_level_takes_the_place_of_one_not_offered(level, offered_levels, fitted):
    assert fit_level(level, offered_levels) == fitted


def test_a_level_is_missing_where_seats_and_all_options_match():
    missing_level = MissingLevel("expert", seats=(4, 5), options={"hook": [True], "deals": [7, 8]})
    assert missing_level.matches_table(4, {"hook": True, "deals": 7, "first": 1})
    assert not missing_level.matches_table(3, {"hook": True, "deals": 7})
    assert not missing_level.matches_table(4, {"hook": True, "deals": 6})
    assert not missing_level.matches_table(4, {"deals": 7})
    assert MissingLevel("expert").matches_table(9, {})


def test_levels_depend_on_players_and_options_and_defaults_count():
    class Probe(DamnGame):
        seats = range(3, 8)
        missing_levels = (
            MissingLevel("expert", seats=(4,), options={"hook": [False]}),
            MissingLevel("hard", options={"deals": [7]}),
        )

    game = Probe()
    assert game.levels_for(3, {}) == tuple(game.levels)
    assert "expert" not in game.levels_for(4, {})
    assert game.levels_for(4, {"hook": True}) == tuple(game.levels)
    assert "hard" not in game.levels_for(7, {})  # seven cards by default
    assert game.levels_for(7, {"deals": 6}) == tuple(game.levels)
    # Tables of another version of the program.
    assert game.levels_for(40, {"deals": 7}) == tuple(game.levels)
    assert game.levels_for(3, {"unknown": 1}) == tuple(game.levels)


def test_a_level_may_be_missing_by_an_option_that_omits_its_default():
    class Probe(DamnGame):
        seats = range(3, 8)
        missing_levels = (MissingLevel("expert", options={"direction": ["up"]}),)

    game = Probe()
    assert "expert" not in game.levels_for(4, {})
    assert game.levels_for(4, {"direction": "down"}) == tuple(game.levels)


@pytest.mark.parametrize("name", GAMES)
def test_games_declare_missing_levels_of_tables_that_exist(name):
    game = GAMES[name]
    for missing_level in game.missing_levels:
        assert missing_level.level in game.levels[1:]
        assert set(missing_level.seats or ()) <= set(game.seats)
        assert set(missing_level.options) <= {option.key for option in game.options}
    for seats in game.seats:
        assert game.levels_for(seats, {})[0] == game.levels[0]
