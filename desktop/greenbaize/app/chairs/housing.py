"""Where computer players think: in this process, or each in a program of its own."""

import os
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from shutil import which
from typing import Final

import greenbaize
from greenbaize.app.chairs.clock import AwakeClock
from greenbaize.app.chairs.opponents import DEFAULT_LEVEL
from greenbaize.bots import LEVELS
from greenbaize.match.header import Sitter

THINK_MS: Final = 500
"""How long a program is asked to think; it loses its seat after ten times as long."""
LONGEST_NAME: Final = 40
CONSOLE: Final = "greenbaize-cli"
"""In a bundle, the executable with a console that lies beside the one with a window."""

_INTERPRETERS: Final = ("bash", "java", "lua", "node", "perl", "php", "py", "python", "ruby", "sh")


@dataclass(frozen=True, slots=True)
class Housing:
    """How the computer seats of a session are run.

    Args:
        apart: whether built-in computer players are programs of their own too, so that their
            thinking holds up nothing.
        programs: the command lines of other programs, by the names that headers know them by.
        think_ms: how long they are asked to think, in milliseconds.
        clock: tells the time, in seconds.
    """

    apart: bool = False
    programs: Mapping[str, str] = field(default_factory=dict)
    think_ms: int = THINK_MS
    clock: Callable[[], float] = field(default_factory=AwakeClock)

    @property
    def patience(self) -> float:
        """The seconds after which a program that is silent has lost its seat."""
        return max(2.0, 10 * self.think_ms / 1000)

    def command_of(self, program: str) -> list[str]:
        """The words that start a program; none if it is not known here."""
        return split_command(self.programs.get(program, ""))


HERE: Final = Housing()
"""Everybody thinks in this process; there are no other programs."""


def own_command(sitter: Sitter, seed: str) -> list[str]:
    """The words that start the built-in computer player for a seat as a program of its own."""
    level = sitter.level if sitter.level in LEVELS else DEFAULT_LEVEL
    words = ["bot", "--level", str(level), "--seed", seed]
    if sitter.temperament is not None:
        words += ["--temperament", sitter.temperament]
    if getattr(sys, "frozen", False):
        console = Path(sys.executable).with_stem(CONSOLE)
        return [str(console if console.exists() else sys.executable), *words]
    return [sys.executable, "-P", "-m", "greenbaize", *words]


def own_environment() -> dict[str, str]:
    """The environment in which this package is found, wherever it was imported from."""
    found = str(Path(greenbaize.__file__).parent.parent)
    paths = [found, *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}


def their_environment() -> dict[str, str] | None:
    """The environment of somebody else's program; None for ours as it is.

    A bundle has its own libraries looked for first, which are no others' business.
    """
    if not getattr(sys, "frozen", False):
        return None
    environment = dict(os.environ)
    for key in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH"):
        before = environment.pop(f"{key}_ORIG", None)
        environment.pop(key, None)
        if before is not None:
            environment[key] = before
    return environment


def split_command(text: str) -> list[str]:
    """The words of a command line as a person writes it; none if a quotation mark is left open."""
    try:
        if os.name != "nt":
            return shlex.split(text)
        # There a backslash stands between folders, not before a sign that is meant as it is.
        words = shlex.split(text, posix=False)
    except ValueError:
        return []
    return [word.strip('"') for word in words]


def can_start(command: str) -> bool:
    """Whether there is something to start with this command line."""
    words = split_command(command)
    return bool(words) and which(words[0]) is not None


def join_command(words: list[str]) -> str:
    """The command line of these words."""
    if os.name != "nt":
        return shlex.join(words)
    return " ".join(f'"{word}"' if " " in word else word for word in words)


def anchored(command: str) -> str:
    """The command line with its files named from the root, to be understood anywhere."""
    words = split_command(command)
    # A first word without a folder is looked for where programs are, not here.
    found = [
        str(Path(word).absolute()) if (number or "/" in word) and Path(word).is_file() else word
        for number, word in enumerate(words)
    ]
    return command if found == words else join_command(found)


def command_for(path: Path) -> str:
    """The command line that starts a file: itself, or Python with a program written in it."""
    if path.suffix.lower() in (".py", ".pyw") and not getattr(sys, "frozen", False):
        return join_command([sys.executable, str(path)])
    if path.suffix.lower() in (".py", ".pyw"):
        return join_command(["py" if os.name == "nt" else "python3", str(path)])
    return join_command([str(path)])


def known_as(command: str, programs: Mapping[str, str]) -> str:
    """The name of a program among those known, by its file: never its path, which is private.

    Args:
        command: its command line, of at least one word.
        programs: command lines by name; one of another command keeps its name.
    """
    words = split_command(command)
    first = PurePath(words[0])
    file = first
    if first.stem.rstrip("0123456789.").lower() in _INTERPRETERS:
        scripts = [word for word in words[1:] if not word.startswith("-")]
        file = PurePath(scripts[0]) if scripts else first
    printable = "".join(sign if sign.isprintable() else "?" for sign in file.name)
    name = printable[:LONGEST_NAME] or "?"
    fresh, number = name, 2
    while programs.get(fresh, command) != command:
        fresh, number = f"{name} {number}", number + 1
    return fresh
