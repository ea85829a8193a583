"""Guard of hidden cards: a resumable match shows them in none of its records.

Copies and practice of a match have the same cards. What they may show depends on whether the match
itself can be continued; practice may be viewed freely once that match is over or abandoned.
"""

from contextlib import suppress
from heapq import nlargest
from pathlib import Path
from typing import NamedTuple

from greenbaize.app.memory.branches import origin
from greenbaize.app.tables import unfinished
from greenbaize.app.tables.seats import people_of
from greenbaize.match.header import Header, identity
from greenbaize.match.record import MOST_BYTES
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.files import read_plain, same_file
from greenbaize.store.folders import GIVEN_UP, RECORD_SUFFIX
from greenbaize.store.history import asked


def _header_of(path: Path) -> Header | None:
    with suppress(GameError):
        return unfinished.header_of(path)
    return None


def is_own(path: Path) -> bool:
    """Return whether a record is in the program's own folders."""
    folder = folders.matches()
    return any(same_file(path.parent, one) for one in (folder, folder / GIVEN_UP))


def records_of(match: str) -> list[Path]:
    """Return the records of a match in our folders, abandoned ones included."""
    folder = folders.matches()
    own, given_up = _names(folder), _names(folder / GIVEN_UP)
    known = asked(lambda history: history.files_of(match) if history.files_known else None)
    if known is None:
        paths = {*(folder / one for one in own), *(folder / GIVEN_UP / one for one in given_up)}
    else:
        # The database may lack what has just been begun or abandoned.
        paths = {folder / one for one in known}
        paths |= {folder / GIVEN_UP / Path(one).name for one in known}
        paths |= {folder / one for one in nlargest(unfinished.NEWEST, own)}
        paths |= {folder / GIVEN_UP / one for one in nlargest(unfinished.NEWEST, given_up)}
    headers = ((path, _header_of(path)) for path in sorted(paths))
    return [path for path, header in headers if header is not None and identity(header) == match]


def still_open(match: str, *others: Path) -> list[Path]:
    """Return the records from which people can continue a match, best first; none once over."""
    here = [*records_of(match), *filter(is_own, others)]
    found = unfinished.to_go_on_with(here, (path for path in others if not is_own(path)))
    return [one.path for one in found if people_of(one.header)]


def check_shown(header: Header, path: Path) -> None:
    """Raise ``GameError`` if a record knows more than its unfinished match."""
    check_practice(header)
    if is_own(path):
        return
    found = still_open(identity(header))
    if found and not _tells_all(found[0], path):
        raise GameError(Message("copy-ahead"))


def _tells_all(record: Path, copy: Path) -> bool:
    try:
        return read_plain(record, MOST_BYTES).startswith(read_plain(copy, MOST_BYTES))
    except (OSError, GameError):
        return False


def check_practice(header: Header) -> None:
    """Raise ``GameError`` for practice while its source match can be continued."""
    if header.practice and not header.casual and still_open(origin(header)):
        raise GameError(Message("practice-early"))


def check_go_on(path: Path) -> None:
    """Raise ``GameError`` if a match is over, abandoned, or its record reveals too much."""
    header = _header_of(path)
    if header is None:
        return
    if unfinished.is_given_up(path):
        raise GameError(Message("record-given-up"))
    check_practice(header)
    if not unfinished.one_only(header) or unfinished.is_over(path):
        return
    found = still_open(identity(header), path)
    if not found and unfinished.unfinished_at(path) is not None:
        raise GameError(Message("record-over"))
    if found and not same_file(found[0], path):
        raise GameError(Message("record-elsewhere"))


class Opening(NamedTuple):
    """Decision on a record that a person opens."""

    path: Path
    """Path to open, which may differ from the requested one."""
    replay: bool
    """The record can only be viewed."""
    ended: bool = False
    """It can only be viewed because the match is over in another record."""


def opening_of(path: Path) -> Opening:
    """Return how to open a record.

    The most complete record of its match here is continued; it is only viewed if its cards may have
    been seen here. An unreadable one is left to the code that reads it.
    """
    header = _header_of(path)
    if header is None or header.seed is None or unfinished.is_over(path):
        return Opening(path, replay=header is not None)
    if unfinished.is_given_up(path):
        return Opening(path, replay=True)
    if not unfinished.one_only(header) and (is_own(path) or not people_of(header)):
        return Opening(path, replay=False)
    match = identity(header)
    found = still_open(match, *([path] if is_own(path) else ()))
    if found:
        return Opening(found[0], replay=False)
    ended = unfinished.one_only(header) and unfinished.is_over_in(records_of(match))
    return Opening(path, ended or seen_before(header), ended)


def seen_before(header: Header) -> bool:
    """Return whether a match from elsewhere is over here, abandoned, or used for practice."""
    match = identity(header)
    if header.practice or still_open(match):
        return False
    return bool(records_of(match) or asked(lambda history: history.practised(match)))


def _names(folder: Path) -> list[str]:
    try:
        return [one.name for one in folder.iterdir() if one.suffix == RECORD_SUFFIX]
    except OSError:
        return []
