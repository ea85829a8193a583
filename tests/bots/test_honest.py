"""Bots do not use cards that they cannot see.

The same positions by the thousand, with full effort: ``python tests/bench/many.py positions``.
"""

from functools import partial

import pytest

from bots.honesty import Positions
from greenbaize.bots import EFFORTS, LEVELS
from greenbaize.bots.bot import EasyBot, SearchBot
from greenbaize.games import GAMES
from greenbaize.rules.thinking import Effort

# Fewer worlds save time and do not change what a level does at full effort.
PLAYERS = {
    "random": LEVELS["random"],
    "easy": EasyBot,
    **{
        level: partial(SearchBot, effort._replace(worlds=3, plain=3))
        for level, effort in EFFORTS.items()
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("level", PLAYERS)
@pytest.mark.parametrize("name", GAMES)
def test_a_decision_does_not_depend_on_cards_that_the_seat_cannot_see(level, name):
    positions = Positions(name)
    for _ in range(24):
        positions.compare(PLAYERS[level])
    assert positions.differing > 12


@pytest.mark.slow
@pytest.mark.parametrize("temperament", ["careful", "bold"])
@pytest.mark.parametrize("name", GAMES)
def test_nor_do_temperaments_depend_on_them(name, temperament):
    positions = Positions(name, 1)
    for make in (EasyBot, partial(SearchBot, Effort(2, 0, weighing=1, hold=0.7, mood=0.7))):
        for _ in range(8):
            positions.compare(partial(make, temperament=temperament))
    assert positions.differing > 6


def test_every_level_is_looked_at():
    assert list(PLAYERS) == list(LEVELS)


def test_a_player_that_peeks_would_be_found_out():
    """Check the comparison itself with a bot whose choices do not depend on its view."""

    class Peeking:
        def decide(self, game, view, seat, chance):
            legal = game.legal(view, seat)
            return legal[self.number % len(legal)]

    def make():
        bot = Peeking()
        bot.number = make.count
        make.count += 1
        return bot

    make.count = 0
    positions = Positions("damn")
    caught = 0
    for _ in range(40):
        try:
            positions.compare(make)
        except AssertionError:
            caught += 1
    assert caught > 8
