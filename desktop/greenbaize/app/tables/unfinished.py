"""The matches on this computer that were left before their end."""

import os
from contextlib import closing
from dataclasses import dataclass
from heapq import nlargest
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
NEWEST: Final = 20
"""So many of the latest records are looked at, whatever is known of them."""
PATIENCE_S: Final = 0.2
"""Seconds that are waited for the database."""
LONGEST_END: Final = 4096
"""Bytes; the line that ends a match has some two hundred."""


def unfinished(most: int | None = None) -> list[Unfinished]:
    """The matches that can be gone on with, latest first; damaged headers are passed over.

    Args:
        most: no more than so many, which are found without looking at all records there are.
    """
    found: list[Unfinished] = []
    for path in _perhaps_unfinished(most):
        one = unfinished_at(path)
        if one is not None:
            found.append(one)
            if len(found) == most:
                break
    return found


def _perhaps_unfinished(most: int | None) -> list[Path]:
    """The records that are worth a look, latest first.

    They are those that the database of matches knows to be unfinished, of which a few may have
    changed since, and the latest, which it may not know yet; all, if there is no such database.
    """
    folder = folders.matches()
    try:
        names = [name for name in os.listdir(folder) if name.endswith(".jsonl")]  # noqa: PTH208
    except OSError:
        return []
    left = _known_unfinished(-1 if most is None else most + NEWEST)
    if left is not None:
        names = [*{*nlargest(NEWEST, names), *left}]
    return [folder / name for name in sorted(names, reverse=True)]


def _known_unfinished(most: int) -> list[str] | None:
    """The records that the database of matches knows to be unfinished; None if it is of no use."""
    path = folders.history()
    if not path.exists():
        return None
    from greenbaize.store.history import History  # noqa: PLC0415  (where there is one only)

    try:
        with closing(History.open(path, PATIENCE_S)) as history:
            return history.left(most) if history.files_known else None
    except GameError:
        return None


def unfinished_at(path: Path) -> Unfinished | None:
    """The match on a record, if it can be gone on with."""
    try:
        with open_plain(path) as file:
            if ends_with_end(file):
                return None
            file.seek(0)
            header = read_header(file.readline(LONGEST_LINE), GAMES)
    except (OSError, GameError):
        return None
    if header.seed is None:
        return None  # somebody else's, and nobody knows how it would go on
    return Unfinished(path, header, begun_of(header))


def begun_of(header: Header) -> str:
    """When a match was begun, as ``20261121T203000`` in universal time, or nothing."""
    begun = header.more.get("begun")
    return str(begun) if fits(begun, _BEGUN) else ""


def ends_with_end(file: IO[bytes]) -> bool:
    """Whether the last line of a record is its match's end.

    One that was cut short is no end: its match can be gone on with for one line more.
    """
    file.seek(-min(LONGEST_END, file.seek(0, SEEK_END)), SEEK_END)
    last = file.read().removesuffix(b"\n").rpartition(b"\n")[2]
    try:
        return bool(decoded_line(last).get("type") == Ended.type)
    except DamagedError:
        return False
