"""Synchronises the database of matches with the records on this computer."""

import os
import stat
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from greenbaize.app.memory.rating import rate
from greenbaize.games import GAMES
from greenbaize.match.digest import Digest, digest_of
from greenbaize.match.record import MOST_BYTES
from greenbaize.rules.errors import FileError, HistoryError, RecordError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.base import JOURNAL, blocked, take_the_place
from greenbaize.store.files import HeldFile, read_plain
from greenbaize.store.folders import RECORD_SUFFIX
from greenbaize.store.history import ABANDONED, History, Stamp, asked_anew
from greenbaize.store.listing import matches
from greenbaize.store.reviews import gather_reviews

T = TypeVar("T")
AT_ONCE: Final = 100
"""Files per transaction; after an interruption they are read again."""
FRESH: Final = ".new"
PLACES: Final = ("", ABANDONED)

Progress = Callable[[int, int], object]
"""Called now and then with the number of files read, and of all."""


class Gathered(NamedTuple):
    """Numbers of files read, removed and invalid, and whether all matches are rated."""

    read: int
    gone: int
    faulty: int
    rated: bool = True


class Changes(NamedTuple):
    """Differences between files and database."""

    fresh: tuple[str, ...]
    gone: tuple[str, ...]
    there: dict[str, Stamp]


def bring_up(progress: Progress | None = None, most_rated: int | None = None) -> Gathered:
    """Update the program's own database, rebuilding a damaged one; ``GameError``."""
    return asked_anew(lambda history: gather(history, progress, most_rated))


def told_now(question: Callable[[History], T], unkept: Callable[[HistoryError], object]) -> T:
    """Update and query the database; one in memory if it cannot be written."""

    def gathered(history: History) -> T:
        gather(history)
        return question(history)

    try:
        return asked_anew(gathered)
    except HistoryError as error:
        unkept(error)
    with closing(History.fleeting(folders.history())) as history:
        return gathered(history)


def gather_anew() -> tuple[Gathered, int]:
    """Rebuild the database, in use until that is done; return the result and number of matches."""
    path = folders.history()
    fresh = path.with_name(path.name + FRESH)
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        held = HeldFile.take(fresh.with_name(f"{fresh.name}.lock"))
        if held is None:
            raise HistoryError(Message("history-busy"))
        try:
            for one in (fresh.with_name(fresh.name + JOURNAL), fresh):
                one.unlink(missing_ok=True)  # Left by an interrupted rebuild.
            with closing(History.open(fresh)) as history:
                gathered = gather(history)
                count = len(matches(history))
            take_the_place(fresh, path)
        finally:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            held.let_go(remove=True)
    except OSError as error:
        raise blocked(path, error) from error
    return gathered, count


def changes(history: History) -> Changes:
    """Return the files to be read and to be dropped."""
    # Before the folder: what another window indexes meanwhile is read twice, not dropped.
    known = history.files()
    folder = folders.matches()
    there: dict[str, Stamp] = {}
    unread: list[str] = []
    for place in PLACES:
        found = _stamps(folder / place)
        if found is None:
            unread.append(place)
        else:
            there |= {place + name: stamp for name, stamp in found.items()}
    fresh = tuple(name for name, stamp in there.items() if known.get(name) != stamp)
    gone = tuple(
        name
        for name in known
        if name not in there and (ABANDONED if name.startswith(ABANDONED) else "") not in unread
    )
    return Changes(fresh, gone, there)


def gather(
    history: History, progress: Progress | None = None, most_rated: int | None = None
) -> Gathered:
    """Read new and changed records, drop missing ones, rate, and index reviews."""
    fresh, gone, there = changes(history)
    if gone:
        with history.writing():
            history.forget(gone)
    read = faulty = 0
    wanted = {*fresh, *history.stale()} & there.keys()
    while wanted:
        order = sorted(wanted)
        for first in range(0, len(order), AT_ONCE):
            batch = [(name, there[name]) for name in order[first : first + AT_ONCE]]
            faulty += _note(history, batch)
            if progress is not None:
                progress(first + len(batch), len(order))
        read += len(order)
        # Another record of some matches turned out to be the most complete, and is read again.
        wanted = set(history.stale()) & there.keys()
    gather_reviews(history, folders.reviews())
    return Gathered(read, len(gone), faulty, rate(history, most_rated))


def _note(history: History, batch: Sequence[tuple[str, Stamp]]) -> int:
    folder = folders.matches()
    told = [(name, stamp, _told(folder / name)) for name, stamp in batch]
    with history.writing():
        for name, stamp, digest in told:
            if isinstance(digest, str):
                history.note_fault(name, stamp, digest)
            else:
                history.note(name, stamp, digest)
    return sum(isinstance(digest, str) for _, _, digest in told)


def note_file(history: History, path: Path) -> None:
    """Index one new or changed record of the matches folder; raises ``HistoryError``."""
    name = path.relative_to(folders.matches()).as_posix()
    try:
        found = path.stat()
    except OSError:
        return  # Removed again.
    _note(history, [(name, Stamp.of(found))])


def distrust(history: History, name: str, fault: str) -> None:
    """Exclude an invalid record until its file changes; another of its match counts instead."""
    stamp = history.files()[name]
    with history.writing():
        history.note_fault(name, stamp, fault)
    for other in history.stale():
        note_file(history, folders.matches() / other)


def _stamps(folder: Path) -> dict[str, Stamp] | None:
    """Return the stamps of the records in a folder; None if it cannot be read just now."""
    stamps: dict[str, Stamp] = {}
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.name.endswith(RECORD_SUFFIX) or not _spelled(entry.name):
                    continue
                try:
                    found = entry.stat()
                except OSError:
                    continue  # Removed meanwhile, or a link to nothing.
                if not stat.S_ISDIR(found.st_mode):
                    stamps[entry.name] = Stamp.of(found)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError:
        return None
    return stamps


def _spelled(name: str) -> bool:
    """Return whether a name can be encoded; some systems allow file names that cannot."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _told(path: Path) -> Digest | str:
    try:
        return digest_of(read_plain(path, MOST_BYTES), GAMES)
    except (RecordError, FileError) as error:
        return error.message.code
