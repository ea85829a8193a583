"""Command lines of external computer players, and the names derived from them."""

import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from shutil import which
from typing import Final

LONGEST_NAME: Final = 40

_INTERPRETERS: Final = ("bash", "java", "lua", "node", "perl", "php", "py", "python", "ruby", "sh")


def split_command(text: str) -> list[str]:
    """Return the words of a typed command line; empty if a quotation mark is open."""
    try:
        if os.name != "nt":
            return shlex.split(text)
        # On Windows a backslash separates folders and escapes nothing.
        words = shlex.split(text, posix=False)
    except ValueError:
        return []
    return [word.strip('"') for word in words]


def can_start(command: str) -> bool:
    """Return whether the command line's program exists."""
    words = split_command(command)
    return bool(words) and which(words[0]) is not None


def join_command(words: list[str]) -> str:
    if os.name != "nt":
        return shlex.join(words)
    return " ".join(f'"{word}"' if " " in word else word for word in words)


def anchored(command: str) -> str:
    """Return the command line with absolute file names."""
    words = split_command(command)
    # A first word without a folder is searched in PATH, not in the current folder.
    found = [
        # ``Path`` refuses words too long to be a file name.
        str(Path(word).absolute()) if (number or "/" in word) and os.path.isfile(word) else word  # noqa: PTH113
        for number, word in enumerate(words)
    ]
    return command if found == words else join_command(found)


def file_of(words: Sequence[str]) -> PurePath:
    """Return the program's own file in a command line: for an interpreter the script."""
    first = PurePath(words[0])
    if first.stem.rstrip("0123456789.").lower() not in _INTERPRETERS:
        return first
    scripts = [word for word in words[1:] if not word.startswith("-")]
    return PurePath(scripts[0]) if scripts else first


def known_as(command: str, programs: Mapping[str, str]) -> str:
    """Return a program's name among ``programs``, derived from its file as its path is private.

    ``command`` has at least one word; a name already used by another command gets a number.
    """
    file = file_of(split_command(command))
    printable = "".join(sign if sign.isprintable() else "?" for sign in file.name)
    name = printable[:LONGEST_NAME] or "?"
    fresh, number = name, 2
    while programs.get(fresh, command) != command:
        fresh, number = f"{name} {number}", number + 1
    return fresh
