"""Launcher of computer players: in this process, or each in a process of its own."""

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
    """Settings for running the computer players of a session.

    ``separate_processes`` runs built-in players as processes too, so that thinking blocks nothing.
    ``programs`` are external command lines by the names in headers; with ``sandbox`` they run in
    one or not at all. ``record_folders`` are additional folders of records hidden from them.
    Built-in ones start once ``start_gate`` is set. ``think_ms`` is in milliseconds, ``clock`` in
    seconds.
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
        """Return how to start an external program by its name, which may be unknown here."""
        # It runs in a folder of its own, where relative file names would not be found.
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
    """Return the command that starts a built-in computer player as a process."""
    level = sitter.level if sitter.level in LEVEL_NAMES else DEFAULT_LEVEL
    words = ["bot", "--level", str(level), "--seed", seed]
    if sitter.temperament is not None:
        words += ["--temperament", sitter.temperament]
    return own_words(words)


def own_words(words: Sequence[str], *, window: bool = False) -> list[str]:
    """Return the command that starts this program as a process with a ``window`` or a console."""
    if is_bundled():
        return [sys.executable if window else console(), *words]
    return [sys.executable, "-P", "-m", "greenbaize", *words]


def own_environment() -> dict[str, str]:
    """Return an environment in which this package can be imported."""
    found = str(Path(greenbaize.__file__).parent.parent)
    # If Python ignores the environment here, the child must not use PYTHONPATH either.
    theirs = None if sys.flags.ignore_environment else os.environ.get("PYTHONPATH")
    paths = [found, *filter(None, [theirs])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}


def their_environment() -> dict[str, str]:
    """Return an external program's environment: ours without our folders and start options."""
    ours = ("GREENBAIZE_", "OLDPWD")
    return {key: value for key, value in os.environ.items() if not key.startswith(ours)}


def command_for(path: Path) -> str:
    """Return the command line for a file: the file itself, or Python with a script."""
    if path.suffix.lower() in (".py", ".pyw") and not is_bundled():
        return join_command([sys.executable, str(path)])
    if path.suffix.lower() in (".py", ".pyw"):
        return join_command(["py" if os.name == "nt" else "python3", str(path)])
    return join_command([str(path)])
