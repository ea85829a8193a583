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
from greenbaize.app.seats.bot_process import LaunchSpec, find_console_program, is_bundled
from greenbaize.app.seats.bot_supervisor import AwakeClock
from greenbaize.app.seats.command_lines import (
    find_program_file,
    join_command,
    make_absolute,
    split_command,
)
from greenbaize.app.seats.opponents import DEFAULT_LEVEL
from greenbaize.app.seats.sandbox import (
    build_sandbox_command,
    build_sandbox_environment,
    find_sandbox_refusal,
)
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.players import LEVEL_NAMES

DEFAULT_THINK_MS: Final = 500
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

    separate_processes: bool = False
    programs: Mapping[str, str] = field(default_factory=dict)
    sandbox: bool = False
    start_gate: Event | None = None
    record_folders: tuple[Path, ...] = ()
    think_ms: int = DEFAULT_THINK_MS
    clock: Callable[[], float] = field(default_factory=AwakeClock)

    @property
    def answer_timeout(self) -> float:
        """Seconds after which a silent program loses its seat."""
        return max(2.0, 10 * self.think_ms / 1000)

    def build_launch_spec(self, program: str) -> LaunchSpec:
        """Return how to start an external program by its name, which may be unknown here."""
        # It runs in a folder of its own, where relative file names would not be found.
        command = split_command(make_absolute(self.programs.get(program, "")))
        if not command or not self.sandbox:
            return LaunchSpec(command, build_foreign_environment())
        if find_sandbox_refusal() is not None:
            return LaunchSpec((), failure_code="sandbox")
        if which(command[0]) is None:
            return LaunchSpec(())
        file = str(find_program_file(command))
        build_sandbox = partial(
            build_sandbox_command, command, file, record_folders=self.record_folders
        )
        return LaunchSpec(command, build_sandbox_environment(), build_sandbox=build_sandbox)


IN_PROCESS_LAUNCHER: Final = BotLauncher()


def build_bot_command(player: HeaderPlayer, seed: str) -> list[str]:
    """Return the command that starts a built-in computer player as a process."""
    level = player.level if player.level in LEVEL_NAMES else DEFAULT_LEVEL
    arguments = ["bot", "--level", str(level), "--seed", seed]
    if player.temperament is not None:
        arguments += ["--temperament", player.temperament]
    return build_own_command(arguments)


def build_own_command(arguments: Sequence[str], *, window: bool = False) -> list[str]:
    """Return the command that starts this program as a process with a ``window`` or a console."""
    if is_bundled():
        return [sys.executable if window else find_console_program(), *arguments]
    return [sys.executable, "-P", "-m", "greenbaize", *arguments]


def build_own_environment() -> dict[str, str]:
    """Return an environment in which this package can be imported."""
    package_parent = str(Path(greenbaize.__file__).parent.parent)
    # If Python ignores the environment here, the child must not use PYTHONPATH either.
    inherited_path = None if sys.flags.ignore_environment else os.environ.get("PYTHONPATH")
    paths = [package_parent, *filter(None, [inherited_path])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}


def build_foreign_environment() -> dict[str, str]:
    """Return an external program's environment: ours without our folders and start options."""
    private_prefixes = ("GREENBAIZE_", "OLDPWD")
    return {key: value for key, value in os.environ.items() if not key.startswith(private_prefixes)}


def build_script_command(path: Path) -> str:
    """Return the command line for a file: the file itself, or Python with a script."""
    if path.suffix.lower() in (".py", ".pyw") and not is_bundled():
        return join_command([sys.executable, str(path)])
    if path.suffix.lower() in (".py", ".pyw"):
        return join_command(["py" if os.name == "nt" else "python3", str(path)])
    return join_command([str(path)])
