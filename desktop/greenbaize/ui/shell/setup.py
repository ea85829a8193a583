"""The table that is played at next if nothing else is said."""

from dataclasses import dataclass

from greenbaize.match.player import Player

Table = tuple[str, tuple[Player, ...], dict[str, object]]
"""A game by its name, who sits at its table, and its options."""


@dataclass(slots=True)
class Setup:
    """Holds the table of the next match."""

    table: Table

    @property
    def game(self) -> str:
        """The game, by its name."""
        return self.table[0]

    @property
    def sitters(self) -> tuple[Player, ...]:
        """Who sits at the table."""
        return self.table[1]
