"""Unfinished matches on this computer, and the records that continue them."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import nlargest
from os import SEEK_END
from pathlib import Path
from typing import IO, Final

from greenbaize.app.match_kind import name_match_kind
from greenbaize.games import GAMES
from greenbaize.match.digest import digest_record
from greenbaize.match.event_log import ProgressCallback, progress_listener_factory
from greenbaize.match.header import RecordHeader, begin_time, match_identity
from greenbaize.match.record import MAX_RECORD_BYTES, MatchRecord, read_header
from greenbaize.match.view_record import read_any_record
from greenbaize.rules.decoding import MAX_JSON_BYTES, decode_object
from greenbaize.rules.errors import DamagedError, FileError, GameError
from greenbaize.rules.events import MatchEnded
from greenbaize.rules.players import HUMAN
from greenbaize.store import folders
from greenbaize.store.files import is_same_file, open_plain, read_plain
from greenbaize.store.history import HistoryDatabase, query_history
from greenbaize.store.match_list import load_resumable_files


def read_record_header(path: Path) -> RecordHeader:
    """Return the header of a record; ``RecordError`` or ``FileError`` if there is none."""
    try:
        with open_plain(path) as file:
            return read_header(file.readline(MAX_JSON_BYTES), GAMES)
    except OSError as error:
        raise FileError(path, error) from error


def read_verified_record(path: Path, progress: ProgressCallback | None = None) -> MatchRecord:
    """Return the verified record in a file; ``RecordError`` if it is invalid, or ``FileError``."""
    witness = None if progress is None else progress_listener_factory(progress)
    return read_any_record(read_plain(path, MAX_RECORD_BYTES), GAMES, witness)


@dataclass(frozen=True, slots=True)
class UnfinishedMatch:
    """A match that was left before its end."""

    path: Path
    header: RecordHeader
    start_time: str
    """Start time as ``20261121T203000`` (UTC), or empty."""

    @property
    def kind(self) -> str:
        """What the match is, if not a usual one, in a word or two."""
        return name_match_kind(self.header)


ALWAYS_EXAMINED_COUNT: Final = 20
"""Number of latest records that are always examined."""
MAX_END_LINE_BYTES: Final = 4096
"""Bytes read for the last line; the line that ends a match has about two hundred."""


def list_unfinished_matches(limit: int | None = None) -> list[UnfinishedMatch]:
    """Return at most ``limit`` resumable matches, latest first, without damaged headers."""
    matches = query_history(
        lambda known: _scan_unfinished_matches(limit, known) if known.has_files else None
    )
    return _scan_unfinished_matches(limit, None) if matches is None else matches


def _scan_unfinished_matches(
    limit: int | None, history: HistoryDatabase | None
) -> list[UnfinishedMatch]:
    matches: dict[Path, UnfinishedMatch] = {}
    for path in _list_candidate_paths(limit, history):
        match = read_unfinished_match(path)
        if match is not None and history is not None:
            match = _select_resumable_match(match, history)
        if match is not None:
            matches.setdefault(match.path, match)
            if len(matches) == limit:
                break
    return list(matches.values())


def _list_candidate_paths(limit: int | None, history: HistoryDatabase | None) -> list[Path]:
    """Return the latest records and those listed as unfinished; all without a database."""
    folder = folders.matches_folder()
    try:
        names = [name for name in os.listdir(folder) if name.endswith(folders.RECORD_SUFFIX)]  # noqa: PTH208
    except OSError:
        return []
    if history is not None:
        resumable_names = load_resumable_files(
            history, -1 if limit is None else limit + ALWAYS_EXAMINED_COUNT
        )
        names = [*{*nlargest(ALWAYS_EXAMINED_COUNT, names), *resumable_names}]
    return [folder / name for name in sorted(names, reverse=True)]


def _select_resumable_match(
    match: UnfinishedMatch, history: HistoryDatabase
) -> UnfinishedMatch | None:
    names = history.load_match_files(match_identity(match.header))
    if not names or names == [match.path.name] or not has_single_record(match.header):
        return match
    matches = find_resumable_matches(
        [match.path, *(folders.matches_folder() / name for name in names)]
    )
    return matches[0] if matches else None


def has_single_record(header: RecordHeader) -> bool:
    """Return whether a match counts for people: one record continues it, none once it is over."""
    return not header.is_practice and any(player.kind == HUMAN for player in header.players)


def read_unfinished_match(path: Path) -> UnfinishedMatch | None:
    """Return the match of a record if it can be continued, or None."""
    try:
        with open_plain(path) as file:
            if has_end_line(file):
                return None
            file.seek(0)
            header = read_header(file.readline(MAX_JSON_BYTES), GAMES)
    except (OSError, GameError):
        return None
    if header.seed is None:
        return None  # A seat's view record lacks the seed, so its continuation is unknown.
    return UnfinishedMatch(path, header, begin_time(header))


def has_end_line(file: IO[bytes]) -> bool:
    """Return whether a record's last line ends its match; an incomplete line does not."""
    file.seek(-min(MAX_END_LINE_BYTES, file.seek(0, SEEK_END)), SEEK_END)
    last_line = file.read().rstrip().rpartition(b"\n")[2]
    try:
        return bool(decode_object(last_line).get("type") == MatchEnded.type)
    except DamagedError:
        return False


def find_resumable_matches(
    local_paths: Iterable[Path], other_paths: Iterable[Path] = ()
) -> list[UnfinishedMatch]:
    """Return a match's records to continue, best local one first; none once it is over.

    Those in ``other_paths`` come last.
    """
    unique_paths = list(dict.fromkeys(local_paths))
    local_matches, other_matches = (
        [
            match
            for path in paths
            if not is_abandoned(path) and (match := read_unfinished_match(path))
        ]
        for paths in (unique_paths, other_paths)
    )
    # Verifying an end reads the whole record: do it only where it decides something.
    if (local_matches or other_matches) and is_over_in_any(unique_paths):
        return []
    if len(local_matches) > 1:
        local_matches.sort(key=lambda match: measure_record_progress(match.path), reverse=True)
    return [*local_matches, *other_matches]


def is_over_in_any(paths: Iterable[Path]) -> bool:
    """Return whether a match is over in any of its valid records."""
    return any(is_record_over(path) and is_record_valid(path) for path in paths)


def is_abandoned(path: Path) -> bool:
    """Return whether a record lies in the folder of abandoned matches."""
    return is_same_file(path.parent, folders.matches_folder() / folders.ABANDONED_FOLDER)


def is_record_over(path: Path) -> bool:
    """Return whether the last line of a record ends its match, without verifying the record."""
    try:
        with open_plain(path) as file:
            return has_end_line(file)
    except (OSError, GameError):
        return False


def is_record_valid(path: Path) -> bool:
    """Return whether a record is valid; reads all of it."""
    try:
        read_any_record(read_plain(path, MAX_RECORD_BYTES), GAMES)
    except (OSError, GameError):
        return False
    return True


def measure_record_progress(path: Path) -> tuple[int, int, int]:
    """Return a record's last deal, number of scored deals, and size in bytes."""
    try:
        data = read_plain(path, MAX_RECORD_BYTES)
        digest = digest_record(data, GAMES)
    except (OSError, GameError):
        return 0, 0, 0
    return digest.deal, len(digest.deals), len(data)
