"""The players' kinds, levels and temperaments in the words of a record."""

from typing import Final

HUMAN: Final = "human"
BOT: Final = "bot"
PLAYER_KINDS: Final = (HUMAN, BOT)
"""The kinds of players."""

RANDOM_LEVEL: Final = "random"
"""The level of chance, for tests, programs and older records; people are not offered it."""

BEGINNER_LEVEL: Final = "beginner"
"""The lowest level that people are offered."""

OFFERED_LEVELS: Final = (BEGINNER_LEVEL, "easy", "medium", "hard", "expert")
"""The levels of the built-in bots that people are offered, weakest first."""

LEVEL_NAMES: Final = (RANDOM_LEVEL, *OFFERED_LEVELS)
"""All levels of the built-in bots, weakest first."""

PAR_LEVELS: Final = ("medium", "hard", "expert")
"""The levels that may set par."""
DEFAULT_PAR_LEVEL: Final = "hard"

LEVELS_WITHOUT_TEMPERAMENT: Final = (RANDOM_LEVEL, BEGINNER_LEVEL)
"""The levels that weigh nothing; temperaments make no difference to them."""

STEADY_TEMPERAMENT: Final = "steady"
"""The usual temperament."""

TEMPERAMENT_TILTS: Final = {"careful": -1, STEADY_TEMPERAMENT: 0, "bold": 1}
"""The direction in which each temperament leans among nearly equal choices: -1 careful, 1 bold."""

TEMPERAMENT_NAMES: Final = tuple(TEMPERAMENT_TILTS)
"""The names of the temperaments."""
