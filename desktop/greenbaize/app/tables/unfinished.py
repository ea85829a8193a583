"""The matches on this computer that were left before their end."""

from dataclasses import dataclass
from os import SEEK_END
from pathlib import Path
from typing import IO, Annotated, Final

from msgspec import Meta

from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.record import read_header
from greenbaize.rules.decoding import LONGEST_LINE, decoded_line, fits
from greenbaize.rules.errors import DamagedError, GameError
from greenbaize.rules.events import Ended
from greenbaize.store import folders
from greenbaize.store.plain_files import open_plain


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that was left before its end."""

    path: Path
    header: Header
    begun: str
    """When, as ``20261121T203000`` in universal time, or nothing."""


_BEGUN: Final = Annotated[str, Meta(pattern=r"^\d{8}T\d{6}\Z")]
LONGEST_END: Final = 4096
"""Bytes; the line that ends a match has some two hundred."""


def unfinished() -> list[Unfinished]:
    """The matches that can be gone on with, latest first; damaged headers are passed over."""
    found = []
    for path in sorted(folders.matches().glob("*.jsonl"), reverse=True):
        try:
            with open_plain(path) as file:
                if _ended(file):
                    continue
                file.seek(0)
                header = read_header(file.readline(LONGEST_LINE), GAMES)
        except (OSError, GameError):
            continue
        if header.seed is None:
            continue  # somebody else's, and nobody knows how it would go on
        begun = str(header.more.get("begun"))
        found.append(Unfinished(path, header, begun if fits(begun, _BEGUN) else ""))
    return found


def _ended(file: IO[bytes]) -> bool:
    """Whether the last line of a record is its match's end.

    One that was cut short is no end: its match can be gone on with for one line more.
    """
    file.seek(-min(LONGEST_END, file.seek(0, SEEK_END)), SEEK_END)
    last = file.read().removesuffix(b"\n").rpartition(b"\n")[2]
    try:
        return bool(decoded_line(last).get("type") == Ended.type)
    except DamagedError:
        return False
