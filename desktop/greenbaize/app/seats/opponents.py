"""Requested computer opponents: a level and a temperament, or a program."""

from typing import Final, NamedTuple

from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.players import BEGINNER_LEVEL, BOT, RANDOM_LEVEL

DEFAULT_LEVEL: Final = "medium"
"""Level of computer players where nobody chose one, and of those that replace a person."""
FAST_LEVEL: Final = "easy"


def resolve_stored_level(level: str) -> str:
    """Return the level that a stored setting stands for.

    What windows called Beginner was ``random`` until there was one.
    """
    return BEGINNER_LEVEL if level == RANDOM_LEVEL else level


class Opponent(NamedTuple):
    """A requested computer player, built in or a named program; no temperament means steady."""

    level: str = DEFAULT_LEVEL
    temperament: str | None = None
    program: str | None = None

    @property
    def command_line_text(self) -> str:
        """Text form on the command line: ``easy``, ``easy:bold`` or the program's name."""
        if self.program is not None:
            return self.program
        return f"{self.level}:{self.temperament}" if self.temperament else self.level

    def create_header_player(self, name: str) -> HeaderPlayer:
        if self.program is not None:
            return HeaderPlayer(name, BOT, program=self.program)
        return HeaderPlayer(name, BOT, self.level, self.temperament)
