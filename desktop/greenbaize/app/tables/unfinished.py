"""Unfinished matches on this computer, and the records that continue them."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import nlargest
from os import SEEK_END
from pathlib import Path
from typing import IO, Final

from greenbaize.games import GAMES
from greenbaize.match.digest import digest_of
from greenbaize.match.header import Header, begun_of, identity
from greenbaize.match.past import Progress, counting
from greenbaize.match.record import MOST_BYTES, Record, read_header
from greenbaize.match.told import read_any
from greenbaize.rules.decoding import LONGEST_LINE, decoded_line
from greenbaize.rules.errors import DamagedError, FileError, GameError
from greenbaize.rules.events import Ended
from greenbaize.rules.players import HUMAN
from greenbaize.store import folders
from greenbaize.store.files import open_plain, read_plain, same_file
from greenbaize.store.history import History, asked
from greenbaize.store.listing import can_go_on


def header_of(path: Path) -> Header:
    """Return the header of a record; ``RecordError`` or ``FileError`` if there is none."""
    try:
        with open_plain(path) as file:
            return read_header(file.readline(LONGEST_LINE), GAMES)
    except OSError as error:
        raise FileError(path, error) from error


def record_of(path: Path, progress: Progress | None = None) -> Record:
    """Return the verified record in a file; ``RecordError`` if it is invalid, or ``FileError``."""
    witness = None if progress is None else counting(progress)
    return read_any(read_plain(path, MOST_BYTES), GAMES, witness)


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that was left before its end."""

    path: Path
    header: Header
    begun: str
    """Start time as ``20261121T203000`` (UTC), or empty."""


NEWEST: Final = 20
"""Number of latest records that are always examined."""
LONGEST_END: Final = 4096
"""Bytes read for the last line; the line that ends a match has about two hundred."""


def unfinished(most: int | None = None) -> list[Unfinished]:
    """Return at most ``limit`` resumable matches, latest first, without damaged headers."""
    found = asked(lambda known: _unfinished(most, known) if known.files_known else None)
    return _unfinished(most, None) if found is None else found


def _unfinished(most: int | None, history: History | None) -> list[Unfinished]:
    found: dict[Path, Unfinished] = {}
    for path in _perhaps_unfinished(most, history):
        one = unfinished_at(path)
        if one is not None and history is not None:
            one = _to_go_on_with(one, history)
        if one is not None:
            found.setdefault(one.path, one)
            if len(found) == most:
                break
    return list(found.values())


def _perhaps_unfinished(most: int | None, history: History | None) -> list[Path]:
    """Return the latest records and those listed as unfinished; all without a database."""
    folder = folders.matches()
    try:
        names = [name for name in os.listdir(folder) if name.endswith(folders.RECORD_SUFFIX)]  # noqa: PTH208
    except OSError:
        return []
    if history is not None:
        left = can_go_on(history, -1 if most is None else most + NEWEST)
        names = [*{*nlargest(NEWEST, names), *left}]
    return [folder / name for name in sorted(names, reverse=True)]


def _to_go_on_with(one: Unfinished, history: History) -> Unfinished | None:
    names = history.files_of(identity(one.header))
    if not names or names == [one.path.name] or not one_only(one.header):
        return one
    best = to_go_on_with([one.path, *(folders.matches() / name for name in names)])
    return best[0] if best else None


def one_only(header: Header) -> bool:
    """Return whether a match counts for people: one record continues it, none once it is over."""
    return not header.practice and any(one.kind == HUMAN for one in header.sitters)


def unfinished_at(path: Path) -> Unfinished | None:
    """Return the match of a record if it can be continued, or None."""
    try:
        with open_plain(path) as file:
            if ends_with_end(file):
                return None
            file.seek(0)
            header = read_header(file.readline(LONGEST_LINE), GAMES)
    except (OSError, GameError):
        return None
    if header.seed is None:
        return None  # A seat's view record lacks the seed, so its continuation is unknown.
    return Unfinished(path, header, begun_of(header))


def ends_with_end(file: IO[bytes]) -> bool:
    """Return whether a record's last line ends its match; an incomplete line does not."""
    file.seek(-min(LONGEST_END, file.seek(0, SEEK_END)), SEEK_END)
    last = file.read().rstrip().rpartition(b"\n")[2]
    try:
        return bool(decoded_line(last).get("type") == Ended.type)
    except DamagedError:
        return False


def to_go_on_with(here: Iterable[Path], elsewhere: Iterable[Path] = ()) -> list[Unfinished]:
    """Return a match's records to continue, best local one first; none once it is over.

    Those in ``other_paths`` come last.
    """
    known = list(dict.fromkeys(here))
    found, more = (
        [one for path in paths if not is_given_up(path) and (one := unfinished_at(path))]
        for paths in (known, elsewhere)
    )
    # Verifying an end reads the whole record: do it only where it decides something.
    if (found or more) and is_over_in(known):
        return []
    if len(found) > 1:
        found.sort(key=lambda one: reach(one.path), reverse=True)
    return [*found, *more]


def is_over_in(paths: Iterable[Path]) -> bool:
    """Return whether a match is over in any of its valid records."""
    return any(is_over(path) and holds(path) for path in paths)


def is_given_up(path: Path) -> bool:
    """Return whether a record lies in the folder of abandoned matches."""
    return same_file(path.parent, folders.matches() / folders.GIVEN_UP)


def is_over(path: Path) -> bool:
    """Return whether the last line of a record ends its match, without verifying the record."""
    try:
        with open_plain(path) as file:
            return ends_with_end(file)
    except (OSError, GameError):
        return False


def holds(path: Path) -> bool:
    """Return whether a record is valid; reads all of it."""
    try:
        read_any(read_plain(path, MOST_BYTES), GAMES)
    except (OSError, GameError):
        return False
    return True


def reach(path: Path) -> tuple[int, int, int]:
    """Return a record's last deal, number of scored deals, and size in bytes."""
    try:
        data = read_plain(path, MOST_BYTES)
        digest = digest_of(data, GAMES)
    except (OSError, GameError):
        return 0, 0, 0
    return digest.deal, len(digest.deals), len(data)
