"""Results of a match in the files beside the records: deleted, copied and imported with it.

A copy has a file of its own beside it, with ``EXTRAS_SUFFIX`` and one line of JSON for each result:
that of the file beside the records, and its name as ``file``.
"""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from msgspec import to_builtins

from greenbaize.app.tables.unfinished_matches import read_record_header
from greenbaize.match.header import match_identity, valid_time
from greenbaize.match.record import encode_line
from greenbaize.rules.decoding import convert_to_type, decode_object
from greenbaize.rules.errors import DamagedError, FileError, GameError
from greenbaize.store import folders
from greenbaize.store.coached_deals import COACHED_DEALS
from greenbaize.store.deal_file import DealFile
from greenbaize.store.exercise_outcomes import remove_outcomes
from greenbaize.store.files import write_atomically
from greenbaize.store.hints import HINTS
from greenbaize.store.history import FileStamp, query_history
from greenbaize.store.line_file import MAX_LINE_BYTES, read_lines
from greenbaize.store.notes import NOTES
from greenbaize.store.pars import PARS
from greenbaize.store.record_file import sibling_path
from greenbaize.store.reviews import REVIEWS

SIDE_FILES: Final[Mapping[str, tuple[DealFile[Any], Callable[[], Path]]]] = {
    "notes": (NOTES, folders.notes_path),
    "hints": (HINTS, folders.hints_path),
    "reviews": (REVIEWS, folders.reviews_path),
    "pars": (PARS, folders.pars_path),
    "coach": (COACHED_DEALS, folders.coach_path),
}
"""Files beside the records by name. Tries of challenges are not among them: they stay counted."""
EXTRAS_SUFFIX: Final = ".extras"
"""Suffix of the file beside a copy of a record."""
MAX_IMPORTED: Final = 10_000
"""Most lines of such a file that are read."""


def read_match_identity(path: Path) -> str:
    """Return the identity of a record's match, empty if it cannot be read."""
    try:
        return match_identity(read_record_header(path))
    except GameError:
        return ""


def forget_matches(matches: Collection[str]) -> None:
    """Remove what is stored of deleted matches; those with a record left stay. ``FileError``."""
    gone = {match for match in matches if match and not _has_record(match)}
    if not gone:
        return
    for deal_file, find_path in SIDE_FILES.values():
        deal_file.remove_matches(find_path(), gone)
    remove_outcomes(folders.exercises_path(), lambda name: name.partition("-")[0] in gone)


def _has_record(match: str) -> bool:
    names = query_history(lambda history: history.load_match_files(match)) or ()
    return any((folders.matches_folder() / name).exists() for name in names)


def copy_side_lines(match: str, target: Path) -> None:
    """Write what is stored of a match beside a copy of its record; raises ``GameError``."""
    lines = [
        encode_line({"file": name, **to_builtins(result)})
        for name, (_, find_path) in SIDE_FILES.items()
        for result in _load_results(name, find_path()).get(match, ())
    ]
    if lines:
        write_atomically(sibling_path(target, EXTRAS_SUFFIX), b"".join(lines))


def _load_results(name: str, path: Path) -> Mapping[str, list[Any]]:
    try:
        stamp = FileStamp.from_stat(path.stat())
    except OSError:
        return {}
    return _read_unchanged(name, path, stamp)


@lru_cache(maxsize=len(SIDE_FILES))
def _read_unchanged(name: str, path: Path, stamp: FileStamp) -> Mapping[str, list[Any]]:
    """Return the results of a file by match; many records are copied at once."""
    del stamp
    results: dict[str, list[Any]] = {}
    with suppress(FileError):
        for result in SIDE_FILES[name][0].read_results(path):
            results.setdefault(result.match, []).append(result)
    return results


def import_side_lines(record: Path, match: str) -> None:
    """Take over what lies beside the copy of a record, unless newer is known; ``FileError``.

    Lines that are damaged, or say something of another match, are skipped.
    """
    found: dict[str, list[Any]] = {}
    for values in _read_extras(sibling_path(record, EXTRAS_SUFFIX)):
        name = values.pop("file", None)
        if isinstance(name, str) and name in SIDE_FILES:
            with suppress(ValueError):
                result = convert_to_type(values, SIDE_FILES[name][0].result_type)
                if result.match == match and valid_time(result.made):
                    found.setdefault(name, []).append(result)
    for name, results in found.items():
        deal_file, find_path = SIDE_FILES[name]
        known = {
            deal_file.make_key(result): result.made
            for result in _load_results(name, find_path()).get(match, ())
        }
        for result in results:
            if result.made > known.get(deal_file.make_key(result), ""):
                deal_file.write_result(find_path(), result)


def _read_extras(path: Path) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    with suppress(FileError):
        for line in read_lines(path):
            with suppress(DamagedError):
                lines.append(decode_object(line, MAX_LINE_BYTES))
            if len(lines) == MAX_IMPORTED:
                break
    return lines
