"""What a window is opened for: the match asked for on the command line, if any."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from greenbaize.app.seats.opponents import Opponent

SENT: Final = frozenset({"game", "players", "options", "seed", "bots", "record", "seat"})
"""The fields of a request that are told to a window that is open already."""

FASTEST_SEEN: Final = 10.0
"""A table faster than so many times the usual pace is meant for nobody's eyes."""


class PlayRequest(NamedTuple):
    """A wish to play, checked as far as it goes; what is None the window chooses.

    ``options`` are settled if a game is named and any was given, else empty. ``seed`` is 32 hex
    digits. ``watch`` seats computer players everywhere, ``speed`` multiplies the table's pace, and
    ``screenshots`` is a folder to keep pictures of the table in. ``bots`` is one for all computer
    seats or one for each, and ``programs`` holds the command lines of those that are not ours,
    which are run in a sandbox if ``sandbox`` says so, or the settings. ``record`` is a match to go
    on with instead of a new one, and ``seat`` the chair in it.
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
        """Whether nobody is meant to sit at the window, which then concerns no other."""
        return self.watch or self.screenshots is not None

    @property
    def attended(self) -> bool:
        """Whether somebody is there to look and to click: not where pictures are taken."""
        return self.screenshots is None and 0 < self.speed <= FASTEST_SEEN

    @property
    def for_any_window(self) -> bool:
        """Whether a window that is open already can do what is asked for.

        It is told nothing of what is not ``SENT``, and so that must be as usual: it cannot move
        faster than it does, and a program is found and run as whoever named it would, from the
        folder they are in.
        """
        usual = self._field_defaults
        return all(getattr(self, name) == usual[name] for name in self._fields if name not in SENT)


class NoDisplayError(Exception):
    """The system lets the program have no window, which nobody could have asked before."""
