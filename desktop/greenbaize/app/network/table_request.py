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
"""Seconds before computer players take open chairs, for others to sit down."""
GRACE_S: Final = 60.0
"""The default seconds to wait for a guest who has dropped out."""


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A requested table.

    ``bots`` fill open chairs (None: wait for people) after ``breath`` seconds; ``grace`` is in
    seconds until one replaces a lost guest; ``clock`` in seconds a turn, or 0; ``hints`` allows
    hints; ``hands`` lets spectators see one seat's view; ``again`` allows further matches.
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
        """The table with another game.

        Raises ``ValueError`` for an unknown game or level, ``GameError`` for seats or options.
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
        """Computer players of a level, with the temperament they have already."""
        if self.bots is not None and self.bots.level == level:
            return self.bots
        return Opponent(level) if level else None
