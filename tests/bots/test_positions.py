"""Blunders cost trust: ``hard`` makes none in these positions, ``easy`` few."""

import pytest

from bots.blunders import FILES, positions_of
from greenbaize.bots import LEVELS
from greenbaize.rules.chance import Stream

EACH_FILE = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def choice(level, position, name="positions"):
    bot = LEVELS[level]()
    return bot.decide(position.game, position.view, position.seat, Stream(name))


@EACH_FILE
def test_each_position_leaves_a_choice_of_which_little_is_good(file):
    positions = list(positions_of(file))
    assert len(positions) >= 12
    for position in positions:
        legal = position.game.legal(position.view, position.seat)
        assert set(position.good) < set(legal), position.about
    assert len({position.about for position in positions}) == len(positions)


@EACH_FILE
def test_hard_makes_no_blunder(file):
    wrong = [
        (position.about, choice("hard", position))
        for position in positions_of(file)
        if choice("hard", position) not in position.good
    ]
    assert not wrong


@EACH_FILE
def test_easy_avoids_half_of_the_blunders(file):
    right = [choice("easy", position) in position.good for position in positions_of(file)]
    assert sum(right) >= len(right) / 2
