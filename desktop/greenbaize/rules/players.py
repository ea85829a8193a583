"""Who may sit at a seat, in the words of a record."""

from typing import Final

HUMAN: Final = "human"
BOT: Final = "bot"
KINDS: Final = (HUMAN, BOT)
"""The kinds of sitters."""

LEVEL_NAMES: Final = ("random", "easy", "medium", "hard", "expert")
"""The built-in computer players' levels, weakest first."""

TEMPERAMENT_NAMES: Final = ("careful", "steady", "bold")
"""How they choose among nearly equal choices."""

STEADY: Final = "steady"
"""The usual temperament."""
