"""Starts computer players: in this process, or each in a program of its own."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from shutil import which
from threading import Event
from typing import Final

import greenbaize
from greenbaize.app.seats.bot_supervisor import AwakeClock
from greenbaize.app.seats.command_lines import anchored, file_of, join_command, split_command
from greenbaize.app.seats.opponents import DEFAULT_LEVEL
from greenbaize.app.seats.programs import Start, console, is_bundled
from greenbaize.app.seats.sandbox import sandbox_environment, sandbox_refusal, sandboxed
from greenbaize.match.player import Player
from greenbaize.rules.players import LEVEL_NAMES

THINK_MS: Final = 500
"""Milliseconds a program is asked to think; after ten times that it loses its seat."""


@dataclass(frozen=True, slots=True)
class BotLauncher:
    """How the computer seats of a session are run.

    ``apart``: built-in players are processes too, so that thinking blocks nothing. ``programs`` are
    foreign command lines by the names in headers; with ``sandbox`` they run in one or not at all.
    ``records`` are more folders of records hidden from them. Those of ours start once ``after`` is
    set. ``think_ms`` is in milliseconds, ``clock`` in seconds.
    """

    apart: bool = False
    programs: Mapping[str, str] = field(default_factory=dict)
    sandbox: bool = False
    after: Event | None = None
    records: tuple[Path, ...] = ()
    think_ms: int = THINK_MS
    clock: Callable[[], float] = field(default_factory=AwakeClock)

    @property
    def patience(self) -> float:
        """Seconds after which a silent program loses its seat."""
        return max(2.0, 10 * self.think_ms / 1000)

    def start_of(self, program: str) -> Start:
        """How a foreign program is started, by its name; it may be unknown here."""
        # It works in a folder of its own, from which a file beside us would not be found.
        words = split_command(anchored(self.programs.get(program, "")))
        if not words or not self.sandbox:
            return Start(words, their_environment())
        if sandbox_refusal() is not None:
            return Start((), why="sandbox")
        if which(words[0]) is None:
            return Start(())
        file = str(file_of(words))
        walls = partial(sandboxed, words, file, records=self.records)
        return Start(words, sandbox_environment(), walls=walls)


HERE: Final = BotLauncher()


def own_command(sitter: Player, seed: str) -> list[str]:
    """The words that start the built-in computer player as a program."""
    level = sitter.level if sitter.level in LEVEL_NAMES else DEFAULT_LEVEL
    words = ["bot", "--level", str(level), "--seed", seed]
    if sitter.temperament is not None:
        words += ["--temperament", sitter.temperament]
    return own_words(words)


def own_words(words: Sequence[str], *, window: bool = False) -> list[str]:
    """The words that start this program as another process, with a ``window`` or a console."""
    if is_bundled():
        return [sys.executable if window else console(), *words]
    return [sys.executable, "-P", "-m", "greenbaize", *words]


def own_environment() -> dict[str, str]:
    """An environment in which this package can be imported."""
    found = str(Path(greenbaize.__file__).parent.parent)
    # Where ours is not looked at, theirs is not either.
    theirs = None if sys.flags.ignore_environment else os.environ.get("PYTHONPATH")
    paths = [found, *filter(None, [theirs])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}


def their_environment() -> dict[str, str]:
    """The environment of a foreign program: ours without our folders and how we were started."""
    ours = ("GREENBAIZE_", "OLDPWD")
    return {key: value for key, value in os.environ.items() if not key.startswith(ours)}


def command_for(path: Path) -> str:
    """The command line for a file: itself, or Python with a script."""
    if path.suffix.lower() in (".py", ".pyw") and not is_bundled():
        return join_command([sys.executable, str(path)])
    if path.suffix.lower() in (".py", ".pyw"):
        return join_command(["py" if os.name == "nt" else "python3", str(path)])
    return join_command([str(path)])
