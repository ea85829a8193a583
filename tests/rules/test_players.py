"""The words that records have for players are those that there are players for."""

from greenbaize.bots import LEVELS
from greenbaize.rules.players import LEVEL_NAMES, STEADY, TEMPERAMENT_NAMES


def test_every_level_and_temperament_has_its_word() -> None:
    assert tuple(LEVELS) == LEVEL_NAMES
    assert STEADY in TEMPERAMENT_NAMES
