"""What a window is opened for: the match asked for on the command line, if any."""

from dataclasses import dataclass, field
from pathlib import Path

from greenbaize.app.chairs.opponents import Opponent


@dataclass(frozen=True, slots=True)
class PlayRequest:
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
    options: dict[str, object] = field(default_factory=dict)
    seed: str | None = None
    watch: bool = False
    speed: float = 1.0
    screenshots: Path | None = None
    bots: tuple[Opponent, ...] = (Opponent(),)
    programs: dict[str, str] = field(default_factory=dict)
    sandbox: bool = False
    record: Path | None = None
    seat: int | None = None
