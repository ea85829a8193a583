"""A table for guests as it is asked for: what is played there, and how."""

from dataclasses import dataclass, field, replace
from typing import Final

from greenbaize.app.seats.bot_launcher import HERE, BotLauncher
from greenbaize.app.seats.opponents import Opponent
from greenbaize.games import GAMES
from greenbaize.lan.wire import Lay
from greenbaize.match.header import check_seats
from greenbaize.rules.options import Settings, settled
from greenbaize.rules.players import LEVEL_NAMES

BREATH_S: Final = 2.0
"""Seconds before computer players take the chairs left open, for others to sit down."""
GRACE_S: Final = 60.0
"""Seconds that the table waits for a guest who has dropped out, if nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A table as it is asked for.

    Args:
        name: what it is called.
        game: the game's name.
        seats: how many play.
        options: every option with its value.
        bots: who takes the chairs left open; None: they are waited for.
        grace: seconds after which a computer player stands in for a guest who has dropped out.
        clock: seconds that a person has for a turn, or 0.
        hints: whether guests may be given hints.
        hands: whether those who watch may see what one seat sees.
        again: whether there is another match after the first.
        launcher: where computer players think.
        breath: seconds before computer players sit down.
    """

    name: str
    game: str
    seats: int
    options: Settings
    bots: Opponent | None = None
    grace: float = GRACE_S
    clock: int = 0
    hints: bool = True
    hands: bool = False
    again: bool = False
    launcher: BotLauncher = field(default=HERE)
    breath: float = BREATH_S

    def laid(self, lay: Lay) -> "TableRequest":
        """The table with something else to be played.

        Raises:
            ValueError: there is no such game or level.
            GameError: the game does not take so many players, or such options.
        """
        if lay.game not in GAMES or lay.bots not in ("", *LEVEL_NAMES):
            raise ValueError(lay.game)
        check_seats(GAMES[lay.game], lay.seats)
        return replace(
            self,
            game=lay.game,
            seats=lay.seats,
            options=settled(GAMES[lay.game].options, lay.seats, lay.options),
            bots=self._bots(lay.bots),
            clock=lay.clock,
            hints=lay.hints,
            hands=lay.hands,
        )

    def _bots(self, level: str) -> Opponent | None:
        """The computer players of a level; with the temperament that they have already."""
        if self.bots is not None and self.bots.level == level:
            return self.bots
        return Opponent(level) if level else None
