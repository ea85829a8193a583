"""Command lines of external computer players, and the names derived from them."""

import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from shutil import which
from typing import Final

MAX_PROGRAM_NAME_LENGTH: Final = 40

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


def make_absolute(command: str) -> str:
    """Return the command line with absolute file names."""
    words = split_command(command)
    # A first word without a folder is searched in PATH, not in the current folder.
    absolute_words = [
        # ``Path`` refuses words too long to be a file name.
        str(Path(word).absolute()) if (number or "/" in word) and os.path.isfile(word) else word  # noqa: PTH113
        for number, word in enumerate(words)
    ]
    return command if absolute_words == words else join_command(absolute_words)


def find_program_file(words: Sequence[str]) -> PurePath:
    """Return the program's own file in a command line: for an interpreter the script."""
    first = PurePath(words[0])
    if first.stem.rstrip("0123456789.").lower() not in _INTERPRETERS:
        return first
    scripts = [word for word in words[1:] if not word.startswith("-")]
    return PurePath(scripts[0]) if scripts else first


def create_program_name(command: str, programs: Mapping[str, str]) -> str:
    """Return a program's name among ``programs``, derived from its file as its path is private.

    ``command`` has at least one word; a name already used by another command gets a number.
    """
    file = find_program_file(split_command(command))
    printable = "".join(character if character.isprintable() else "?" for character in file.name)
    name = printable[:MAX_PROGRAM_NAME_LENGTH] or "?"
    unique_name, number = name, 2
    while programs.get(unique_name, command) != command:
        unique_name, number = f"{name} {number}", number + 1
    return unique_name
