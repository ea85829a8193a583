"""Who may sit at a seat, in the words of a record."""

from typing import Final

HUMAN: Final = "human"
BOT: Final = "bot"
KINDS: Final = (HUMAN, BOT)
"""The kinds of sitters."""

LEVEL_NAMES: Final = ("random", "easy", "medium", "hard", "expert")
"""The built-in computer players' levels, weakest first."""

HAPHAZARD: Final = "random"
"""The level that weighs nothing, to which a temperament makes no difference."""

STEADY: Final = "steady"
"""The usual temperament."""

TILTS: Final = {"careful": -1, STEADY: 0, "bold": 1}
"""Which way each temperament leans where choices are nearly equal: to undertake less, or more."""

TEMPERAMENT_NAMES: Final = tuple(TILTS)
"""How they choose among nearly equal choices."""
