"""Computer opponents as they are asked for: a level and a temperament, or a program."""

from dataclasses import dataclass

from greenbaize.app.seats import DEFAULT_LEVEL
from greenbaize.bots import STEADY
from greenbaize.match.header import Sitter


@dataclass(frozen=True, slots=True)
class Opponent:
    """A computer player before it has a name: built in, or a program by the name it goes by."""

    level: str = DEFAULT_LEVEL
    temperament: str = STEADY
    program: str | None = None

    @property
    def words(self) -> str:
        """What it is, as on the command line: ``easy``, ``easy:bold`` or the program's name."""
        if self.program is not None:
            return self.program
        return self.level if self.temperament == STEADY else f"{self.level}:{self.temperament}"

    def sitter(self, name: str) -> Sitter:
        """The player at a table."""
        if self.program is not None:
            return Sitter(name, "bot", program=self.program)
        temperament = None if self.temperament == STEADY else self.temperament
        return Sitter(name, "bot", self.level, temperament)
