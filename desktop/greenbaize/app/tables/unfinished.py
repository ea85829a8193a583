"""The unfinished matches on this computer, and which record continues them."""

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
    """The first line of a record; ``RecordError`` or ``FileError`` where there is none."""
    try:
        with open_plain(path) as file:
            return read_header(file.readline(LONGEST_LINE), GAMES)
    except OSError as error:
        raise FileError(path, error) from error


def record_of(path: Path, progress: Progress | None = None) -> Record:
    """The verified record in a file; ``RecordError`` if it does not hold, ``FileError``."""
    witness = None if progress is None else counting(progress)
    return read_any(read_plain(path, MOST_BYTES), GAMES, witness)


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that was left before its end."""

    path: Path
    header: Header
    begun: str
    """When, as ``20261121T203000`` in universal time, or nothing."""


NEWEST: Final = 20
"""So many of the latest records are always examined."""
LONGEST_END: Final = 4096
"""Bytes; the line that ends a match has some two hundred."""


def unfinished(most: int | None = None) -> list[Unfinished]:
    """At most ``most`` matches that can be continued, latest first; damaged headers are skipped."""
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
    """The latest records and those listed as unfinished; all without a database."""
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
    """Whether a match counts for people: it has one record to go on with, and none once over."""
    return not header.practice and any(one.kind == HUMAN for one in header.sitters)


def unfinished_at(path: Path) -> Unfinished | None:
    """The match on a record, if it can be continued."""
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


def ends_with_end(file: IO[bytes]) -> bool:
    """Whether a record's last line is its match's end; a cut line is none, so it can continue."""
    file.seek(-min(LONGEST_END, file.seek(0, SEEK_END)), SEEK_END)
    last = file.read().rstrip().rpartition(b"\n")[2]
    try:
        return bool(decoded_line(last).get("type") == Ended.type)
    except DamagedError:
        return False


def to_go_on_with(here: Iterable[Path], elsewhere: Iterable[Path] = ()) -> list[Unfinished]:
    """The best of a match's records here, then those ``elsewhere``; none once it is over."""
    known = list(dict.fromkeys(here))
    found, more = (
        [one for path in paths if not is_given_up(path) and (one := unfinished_at(path))]
        for paths in (known, elsewhere)
    )
    # An end is looked at closely only where it would end something.
    if (found or more) and is_over_in(known):
        return []
    if len(found) > 1:
        found.sort(key=lambda one: reach(one.path), reverse=True)
    return [*found, *more]


def is_over_in(paths: Iterable[Path]) -> bool:
    """Whether a match is over in any of its records that holds."""
    return any(is_over(path) and holds(path) for path in paths)


def is_given_up(path: Path) -> bool:
    """Whether a record lies where nobody goes on with it."""
    return same_file(path.parent, folders.matches() / folders.GIVEN_UP)


def is_over(path: Path) -> bool:
    """Whether the last line of a record is its match's end; see ``holds``."""
    try:
        with open_plain(path) as file:
            return ends_with_end(file)
    except (OSError, GameError):
        return False


def holds(path: Path) -> bool:
    """Whether a record is valid; reads all of it."""
    try:
        read_any(read_plain(path, MOST_BYTES), GAMES)
    except (OSError, GameError):
        return False
    return True


def reach(path: Path) -> tuple[int, int, int]:
    """How far a record goes: its last deal, scored deals, and bytes."""
    try:
        data = read_plain(path, MOST_BYTES)
        digest = digest_of(data, GAMES)
    except (OSError, GameError):
        return 0, 0, 0
    return digest.deal, len(digest.deals), len(data)
