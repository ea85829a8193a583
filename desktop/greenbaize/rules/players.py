"""The players' kinds, levels and temperaments in the words of a record."""

from typing import Final

HUMAN: Final = "human"
BOT: Final = "bot"
PLAYER_KINDS: Final = (HUMAN, BOT)
"""The kinds of players."""

LEVEL_NAMES: Final = ("random", "easy", "medium", "hard", "expert")
"""The levels of the built-in bots, weakest first."""

RANDOM_LEVEL: Final = "random"
"""The level that weighs nothing; temperaments make no difference to it."""

STEADY_TEMPERAMENT: Final = "steady"
"""The usual temperament."""

TEMPERAMENT_TILTS: Final = {"careful": -1, STEADY_TEMPERAMENT: 0, "bold": 1}
"""The direction in which each temperament leans among nearly equal choices: -1 careful, 1 bold."""

TEMPERAMENT_NAMES: Final = tuple(TEMPERAMENT_TILTS)
"""The names of the temperaments."""
