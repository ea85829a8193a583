"""Request to the window for a match, made on the command line, and its outcome."""

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from greenbaize.app.seats.opponents import Opponent

SENT_FIELDS: Final = frozenset(
    {"game", "players", "options", "seed", "bots", "record", "seat", "challenge"}
)
"""Fields of a request that are sent to a window that is already open."""

MAX_WATCHED_SPEED: Final = 10.0
"""Speed factor above which nobody is assumed to watch the table."""


class PlayRequest(NamedTuple):
    """A request to play; fields that are None are chosen by the window.

    ``options`` are resolved if a game and any option were given, else empty. ``seed`` is 32 hex
    digits. ``watch`` seats computer players everywhere, ``speed`` multiplies the pace,
    ``screenshots`` is a folder. ``bots`` holds one entry for all computer seats or one each;
    ``programs`` holds the command lines of external programs, sandboxed if ``sandbox`` or the
    settings require it. ``record`` is a match to continue at ``seat``, ``challenge`` the code of a
    challenge to play.
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
    challenge: str = ""

    @property
    def is_without_person(self) -> bool:
        """True if no person plays, so that no other window is concerned."""
        return self.watch or self.screenshots is not None

    @property
    def has_person_to_click(self) -> bool:
        """True if a person can click: not for screenshots."""
        return self.screenshots is None and 0 < self.speed <= MAX_WATCHED_SPEED

    @property
    def fits_any_window(self) -> bool:
        """True if an open window can fulfil this request.

        Only ``SENT_FIELDS`` are sent, so all others must have their defaults: an open window cannot
        change its speed, and would find and run programs from another folder and environment.
        """
        defaults = self._field_defaults
        return all(
            getattr(self, name) == defaults[name]
            for name in self._fields
            if name not in SENT_FIELDS
        )


class SecondStartOutcome(Enum):
    """Outcome of a second start."""

    SHOWN = "shown"
    NOT_DONE = "not-done"
    """The open window could not do it and says why."""
    STUCK = "stuck"
    DISK_FULL = "full"
    """On a full disk the open window cannot listen."""
    OTHER_VERSION = "other"
    LOCK_UNUSABLE = "no-lock"
    """Something that is no file stands where the lock of the first instance should be."""
    SEPARATE = "apart"
    """The open window is on another screen, or cannot be reached."""


class NoDisplayError(Exception):
    """The system refuses to open a window, which could not be known before."""
