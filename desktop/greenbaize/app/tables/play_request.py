"""A request to the window: the match asked for on the command line, if any."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from greenbaize.app.seats.opponents import Opponent

SENT: Final = frozenset({"game", "players", "options", "seed", "bots", "record", "seat"})
"""The fields of a request that are told to a window that is open already."""

FASTEST_SEEN: Final = 10.0
"""A table faster than so many times the usual pace is not watched by anybody."""


class PlayRequest(NamedTuple):
    """A request to play; what is None the window chooses.

    ``options`` are settled if a game and any option were given, else empty. ``seed`` is 32 hex
    digits. ``watch`` seats computers everywhere, ``speed`` multiplies the pace, ``screenshots`` is
    a folder. ``bots`` is one for all computer seats or one each; ``programs`` holds the command
    lines of foreign ones, sandboxed if ``sandbox`` or the settings say so. ``record`` is a match to
    continue at ``seat``.
    """

    game: str | None = None
    players: int | None = None
    options: Mapping[str, object] = {}
    seed: str | None = None
    watch: bool = False
    speed: float = 1.0
    screenshots: Path | None = None
    bots: tuple[Opponent, ...] = (Opponent(),)
    programs: Mapping[str, str] = {}
    sandbox: bool = False
    record: Path | None = None
    seat: int | None = None
    new_window: bool = False

    @property
    def alone(self) -> bool:
        """Whether no person plays, so that no other window is concerned."""
        return self.watch or self.screenshots is not None

    @property
    def attended(self) -> bool:
        """Whether somebody is there to click: not for screenshots."""
        return self.screenshots is None and 0 < self.speed <= FASTEST_SEEN

    @property
    def for_any_window(self) -> bool:
        """Whether an open window can do this.

        Only ``SENT`` is sent, so all else must be the default: an open window cannot change its
        speed, and would find and run programs from another folder and environment.
        """
        usual = self._field_defaults
        return all(getattr(self, name) == usual[name] for name in self._fields if name not in SENT)


class NoDisplayError(Exception):
    """The system refuses a window, which could not be known before."""
