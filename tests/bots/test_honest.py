"""Bots do not use cards that they cannot see.

The same positions by the thousand, with full effort: ``python tests/bench/many.py positions``.
"""

from functools import partial

import pytest

from bots.honesty import HonestyCheck
from greenbaize.bots import BOT_FACTORIES, SEARCH_EFFORTS
from greenbaize.bots.bot import EasyBot, SearchBot
from greenbaize.games import GAMES
from greenbaize.rules.search_contract import SearchEffort

# Fewer worlds save time and do not change what a level does at full effort.
FAST_BOT_FACTORIES = {
    **{level: BOT_FACTORIES[level] for level in BOT_FACTORIES if level not in SEARCH_EFFORTS},
    **{
        level: partial(SearchBot, effort._replace(world_count=3, contract_world_count=3))
        for level, effort in SEARCH_EFFORTS.items()
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("level", FAST_BOT_FACTORIES)
@pytest.mark.parametrize("name", GAMES)
def test_a_decision_does_not_depend_on_cards_that_the_seat_cannot_see(level, name):
    positions = HonestyCheck(name)
    for _ in range(24):
        positions.compare_position(FAST_BOT_FACTORIES[level])
    assert positions.differing_count > 12


@pytest.mark.slow
@pytest.mark.parametrize("temperament", ["careful", "bold"])
@pytest.mark.parametrize("name", GAMES)
def test_temperaments_do_not_depend_on_hidden_cards(name, temperament):
    positions = HonestyCheck(name, 1)
    for make in (
        EasyBot,
        partial(
            SearchBot, SearchEffort(2, 0, samples_per_world=1, retention=0.7, mood_variation=0.7)
        ),
    ):
        for _ in range(8):
            positions.compare_position(partial(make, temperament=temperament))
    assert positions.differing_count > 6


def test_every_level_is_checked():
    assert list(FAST_BOT_FACTORIES) == list(BOT_FACTORIES)


def test_a_peeking_bot_is_found_out():
    """Check the comparison itself with a bot whose choices do not depend on its view."""

    class Peeking:
        def choose_command(self, game, view, seat, chance):
            legal = game.legal(view, seat)
            return legal[self.number % len(legal)]

    def create_bot():
        bot = Peeking()
        bot.number = create_bot.count
        create_bot.count += 1
        return bot

    create_bot.count = 0
    positions = HonestyCheck("damn")
    caught = 0
    for _ in range(40):
        try:
            positions.compare_position(create_bot)
        except AssertionError:
            caught += 1
    assert caught > 8
