"""Titles: nothing that our games and levels declare is shown to people as a bare code."""

import pytest

from greenbaize.bots import LEVELS, TEMPERAMENTS
from greenbaize.games import GAMES
from greenbaize.rules.options import Choice, settled
from greenbaize.words import titles


@pytest.mark.parametrize("name", GAMES)
def test_every_game_option_and_column_has_a_title(name):
    game = GAMES[name]
    assert name in titles.GAMES
    for option in game.options:
        assert option.key in titles.OPTIONS
        if isinstance(option, Choice):
            assert all(f"{option.key}.{word}" in titles.OPTIONS for word in option.words)
    seats = game.seats[0]
    view = game.start(seats, settled(game.options, seats, {}))
    assert set(game.sheet(view).columns) <= set(titles.COLUMNS)


def test_every_level_and_temperament_has_a_title():
    assert set(LEVELS) <= set(titles.LEVELS)
    assert set(TEMPERAMENTS) == set(titles.TEMPERAMENTS)


def test_titles_go_through_the_catalogue(pseudo_language):
    assert titles.game_title("damn") == "⟦Damn⟧"
    assert titles.option_title("hook").startswith("⟦")
    assert titles.option_line("hook").startswith("⟦")
    assert titles.choice_title("enforcement", "strict").startswith("⟦")
    assert titles.level_title("easy") == "⟦Easy⟧"
    assert titles.temperament_title("bold") == "⟦Bold⟧"
    assert titles.column_title("bid") == "⟦Bid⟧"
    assert titles.column_phrase("points", 1) == "⟦1 point⟧"
    assert titles.column_phrase("points", -2) == "⟦−2 points⟧"
    assert titles.place_title(1) == "⟦1st⟧"


def test_what_has_no_title_yet_is_shown_as_it_is_written():
    assert titles.game_title("some_game") == "Some game"
    assert titles.option_title("some_option") == "Some option"
    assert titles.option_line("some_option") == titles.game_line("some_game") == ""
    assert titles.level_title("grand_master") == "Grand master"
    assert titles.temperament_title("sleepy") == "Sleepy"
    assert titles.column_title("odd") == "Odd"
    assert titles.column_phrase("odd", 3) == "Odd 3"
    assert titles.place_title(11) == "11"


def test_numbers_have_a_real_minus_sign():
    assert [titles.number_text(n) for n in (-3, 0, 3)] == ["−3", "0", "3"]
    assert [titles.number_text(n, signed=True) for n in (-3, 3)] == ["−3", "+3"]
