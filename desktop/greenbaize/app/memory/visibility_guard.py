"""Guard of hidden cards: a resumable match shows them in none of its records.

Copies and practice of a match have the same cards. What they may show depends on whether the match
itself can be continued; practice may be viewed freely once that match is over or abandoned.
"""

from collections.abc import Callable
from contextlib import suppress
from heapq import nlargest
from pathlib import Path
from typing import NamedTuple

from greenbaize.app.memory.branches import find_origin_identity
from greenbaize.app.tables import unfinished_matches
from greenbaize.app.tables.seat_assignment import find_human_seats
from greenbaize.match.header import RecordHeader, match_identity
from greenbaize.match.record import MAX_RECORD_BYTES
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.files import is_same_file, read_plain
from greenbaize.store.folders import ABANDONED_FOLDER, RECORD_SUFFIX
from greenbaize.store.history import HistoryDatabase, query_history


def _read_header_or_none(path: Path) -> RecordHeader | None:
    with suppress(GameError):
        return unfinished_matches.read_record_header(path)
    return None


def is_stored_here(path: Path) -> bool:
    """Return whether a record is in the program's own folders."""
    folder = folders.matches_folder()
    return any(
        is_same_file(path.parent, match_folder)
        for match_folder in (folder, folder / ABANDONED_FOLDER)
    )


def find_match_records(identity: str) -> list[Path]:
    """Return the records of a match in our folders, abandoned ones included."""
    return _find_records(identity, match_identity, HistoryDatabase.load_match_files)


def find_origin_records(identity: str) -> list[Path]:
    """Return the records of a match, and of what goes on from it after something was taken back."""
    return _find_records(identity, find_origin_identity, HistoryDatabase.load_origin_files)


def _find_records(
    identity: str,
    identify: Callable[[RecordHeader], str],
    load_files: Callable[[HistoryDatabase, str], list[str]],
) -> list[Path]:
    folder = folders.matches_folder()
    names, abandoned_names = (
        _list_record_names(folder),
        _list_record_names(folder / ABANDONED_FOLDER),
    )
    known_names = query_history(
        lambda history: load_files(history, identity) if history.has_files else None
    )
    if known_names is None:
        paths = {
            *(folder / name for name in names),
            *(folder / ABANDONED_FOLDER / name for name in abandoned_names),
        }
    else:
        # The database may lack what has just been begun or abandoned.
        paths = {folder / name for name in known_names}
        paths |= {folder / ABANDONED_FOLDER / Path(name).name for name in known_names}
        paths |= {
            folder / name for name in nlargest(unfinished_matches.ALWAYS_EXAMINED_COUNT, names)
        }
        paths |= {
            folder / ABANDONED_FOLDER / name
            for name in nlargest(unfinished_matches.ALWAYS_EXAMINED_COUNT, abandoned_names)
        }
    headers = ((path, _read_header_or_none(path)) for path in sorted(paths))
    return [path for path, header in headers if header is not None and identify(header) == identity]


def find_resumable_paths(match_identity: str, *other_paths: Path) -> list[Path]:
    """Return the records from which people can continue a match, best first; none once over."""
    local_paths = [*find_match_records(match_identity), *filter(is_stored_here, other_paths)]
    matches = unfinished_matches.find_resumable_matches(
        local_paths, (path for path in other_paths if not is_stored_here(path))
    )
    return [match.path for match in matches if find_human_seats(match.header)]


def check_viewing_allowed(header: RecordHeader, path: Path) -> None:
    """Raise ``GameError`` if a record knows more than its unfinished match."""
    check_practice_allowed(header)
    if is_stored_here(path):
        return
    resumable_paths = find_resumable_paths(match_identity(header))
    if resumable_paths and not _contains_all(resumable_paths[0], path):
        raise GameError(Message("copy-ahead"))


def _contains_all(record: Path, copy: Path) -> bool:
    try:
        return read_plain(record, MAX_RECORD_BYTES).startswith(read_plain(copy, MAX_RECORD_BYTES))
    except (OSError, GameError):
        return False


def check_practice_allowed(header: RecordHeader) -> None:
    """Raise ``GameError`` for practice while its source match can be continued."""
    if (
        header.is_practice
        and not header.is_casual
        and find_resumable_paths(find_origin_identity(header))
    ):
        raise GameError(Message("practice-early"))


def check_resume_allowed(path: Path) -> None:
    """Raise ``GameError`` if a match is over, abandoned, or its record reveals too much."""
    header = _read_header_or_none(path)
    if header is None:
        return
    if unfinished_matches.is_abandoned(path):
        raise GameError(Message("record-given-up"))
    check_practice_allowed(header)
    if not unfinished_matches.has_single_record(header) or unfinished_matches.is_record_over(path):
        return
    resumable_paths = find_resumable_paths(match_identity(header), path)
    if not resumable_paths and unfinished_matches.read_unfinished_match(path) is not None:
        raise GameError(Message("record-over"))
    if resumable_paths and not is_same_file(resumable_paths[0], path):
        raise GameError(Message("record-elsewhere"))


class RecordOpening(NamedTuple):
    """Decision on a record that a person opens."""

    path: Path
    """Path to open, which may differ from the requested one."""
    is_replay_only: bool
    """The record can only be viewed."""
    is_over_elsewhere: bool = False
    """It can only be viewed because the match is over in another record."""


def decide_opening(path: Path) -> RecordOpening:
    """Return how to open a record.

    The most complete record of its match here is continued; it is only viewed if its cards may have
    been seen here. An unreadable one is left to the code that reads it.
    """
    header = _read_header_or_none(path)
    if header is None or header.seed is None or unfinished_matches.is_record_over(path):
        return RecordOpening(path, is_replay_only=header is not None)
    if unfinished_matches.is_abandoned(path):
        return RecordOpening(path, is_replay_only=True)
    if not unfinished_matches.has_single_record(header) and (
        is_stored_here(path) or not find_human_seats(header)
    ):
        return RecordOpening(path, is_replay_only=False)
    identity = match_identity(header)
    resumable_paths = find_resumable_paths(identity, *([path] if is_stored_here(path) else ()))
    if resumable_paths:
        return RecordOpening(resumable_paths[0], is_replay_only=False)
    is_over_elsewhere = unfinished_matches.has_single_record(
        header
    ) and unfinished_matches.is_over_in_any(find_match_records(identity))
    return RecordOpening(path, is_over_elsewhere or may_have_been_seen(header), is_over_elsewhere)


def may_have_been_seen(header: RecordHeader) -> bool:
    """Return whether a match from elsewhere is over here, abandoned, or used for practice."""
    identity = match_identity(header)
    if header.is_practice or find_resumable_paths(identity):
        return False
    return bool(
        find_match_records(identity)
        or query_history(lambda history: history.has_practice_of(identity))
    )


def _list_record_names(folder: Path) -> list[str]:
    try:
        return [path.name for path in folder.iterdir() if path.suffix == RECORD_SUFFIX]
    except OSError:
        return []
