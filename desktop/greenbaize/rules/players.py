"""The players' kinds, levels and temperaments in the words of a record."""

from typing import Final

HUMAN: Final = "human"
BOT: Final = "bot"
KINDS: Final = (HUMAN, BOT)
"""The kinds of players."""

LEVEL_NAMES: Final = ("random", "easy", "medium", "hard", "expert")
"""The levels of the built-in bots, weakest first."""

HAPHAZARD: Final = "random"
"""The level that weighs nothing; temperaments make no difference to it."""

STEADY: Final = "steady"
"""The usual temperament."""

TILTS: Final = {"careful": -1, STEADY: 0, "bold": 1}
"""The direction in which each temperament leans among nearly equal choices: -1 careful, 1 bold."""

TEMPERAMENT_NAMES: Final = tuple(TILTS)
"""The names of the temperaments."""
