"""The random player: legal, and every legal choice alike."""

from collections import Counter

import pytest

from greenbaize.bots import LEVELS
from greenbaize.bots.bot import UniformBot
from greenbaize.rules.chance import Stream
from match.playing import SETUPS, play_randomly


@pytest.mark.parametrize("number", [0, 1, 5])
def test_every_legal_choice_is_equally_likely(number):
    setup = SETUPS[number]
    asked = [state for _, state in play_randomly(setup, 1).moments if state.turn is not None]
    state = max(asked, key=lambda one: len(setup.game.legal(one, one.turn)))
    legal = setup.game.legal(state, state.turn)
    counts = Counter(
        UniformBot().decide(setup.game, state, state.turn, Stream(f"uniform/{n}"))
        for n in range(6000)
    )
    assert set(counts) == set(legal)
    expected = 6000 / len(legal)
    # Ten standard deviations of a chi-square with so many degrees of freedom.
    free = len(legal) - 1
    assert (
        sum((n - expected) ** 2 / expected for n in counts.values()) < free + 10 * (2 * free) ** 0.5
    )


def test_the_choice_is_the_streams():
    setup = SETUPS[0]
    state = next(
        s for _, s in play_randomly(setup, 1).moments if s.turn is not None and s.deal == 4
    )
    choices = [UniformBot().decide(setup.game, state, state.turn, Stream("a")) for _ in range(5)]
    assert len(set(choices)) == 1


def test_levels_are_listed_weakest_first():
    assert list(LEVELS) == ["random", "easy", "medium", "hard", "expert"]
