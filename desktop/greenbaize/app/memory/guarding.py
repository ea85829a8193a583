"""A match that somebody can still go on with shows its cards nowhere, however many records it has.

Copies of a match have the same cards, and so has the practice that came of it. What one of them
may show is decided by whether the match itself can be gone on with; practice counts nowhere, and
may be looked at however it likes once the match that counts is over or given up.
"""

from collections.abc import Callable
from contextlib import closing
from heapq import nlargest
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from greenbaize.app.memory.practice import origin
from greenbaize.app.tables.chairs import people_of
from greenbaize.app.tables.unfinished import NEWEST, PATIENCE_S, ends_with_end, unfinished_at
from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.identity import identity
from greenbaize.match.record import read_header
from greenbaize.rules.decoding import LONGEST_LINE
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.history import History
from greenbaize.store.plain_files import open_plain
from greenbaize.store.whole_files import same_file

T = TypeVar("T")
GIVEN_UP: Final = "abandoned"
"""The folder of matches that nobody goes on with."""


def header_of(path: Path) -> Header | None:
    """The header of a record, None if it cannot be read."""
    try:
        with open_plain(path) as file:
            return read_header(file.readline(LONGEST_LINE), GAMES)
    except (OSError, GameError):
        return None


def is_over(path: Path) -> bool:
    """Whether a record tells its match to the end."""
    try:
        with open_plain(path) as file:
            return ends_with_end(file)
    except (OSError, GameError):
        return False


def is_given_up(path: Path) -> bool:
    """Whether a record lies where nobody goes on with it."""
    return path.parent.name == GIVEN_UP


def can_go_on(path: Path) -> bool:
    """Whether a person can go on with the match from this record."""
    if is_given_up(path):
        return False
    found = unfinished_at(path)
    return found is not None and bool(people_of(found.header))


def is_own(path: Path) -> bool:
    """Whether a record is among those that the program keeps."""
    folder = folders.matches()
    return any(same_file(path.parent, one) for one in (folder, folder / GIVEN_UP))


def records_of(match: str) -> list[Path]:
    """The records of a match among one's own, those given up as well.

    Args:
        match: its identity.
    """
    folder = folders.matches()
    own, given_up = _names(folder), _names(folder / GIVEN_UP)
    known = _asked(lambda history: history.files_of(match) if history.files_known else None)
    if known is None:
        paths = {*(folder / one for one in own), *(folder / GIVEN_UP / one for one in given_up)}
    else:
        # The list may be behind: of what has just been begun or given up.
        paths = {folder / one for one in known}
        paths |= {folder / GIVEN_UP / Path(one).name for one in known}
        paths |= {folder / one for one in nlargest(NEWEST, own)}
        paths |= {folder / GIVEN_UP / one for one in nlargest(NEWEST, given_up)}
    headers = ((path, header_of(path)) for path in sorted(paths))
    return [path for path, header in headers if header is not None and identity(header) == match]


def still_open(match: str, *others: Path) -> list[Path]:
    """The records from which a match can be gone on with; none once it is over in any of them.

    Args:
        match: its identity.
        others: records of it elsewhere.
    """
    paths = list(dict.fromkeys([*records_of(match), *others]))
    return [] if any(map(is_over, paths)) else [path for path in paths if can_go_on(path)]


def check_shown(header: Header, path: Path) -> None:
    """Refuse to show a record that knows more than the match that can still be gone on with.

    Args:
        header: the record's header.
        path: the record.

    Raises:
        GameError: it is practice of a match that is not over, or a copy that goes on after it.
    """
    check_practice(header)
    if not is_own(path) and is_over(path) and still_open(identity(header)):
        raise GameError(Message("copy-ahead"))


def check_practice(header: Header) -> None:
    """Refuse practice as long as the match that it came of can be gone on with.

    Raises:
        GameError: that match can still be gone on with.
    """
    if header.practice and still_open(origin(header)):
        raise GameError(Message("practice-early"))


def check_go_on(path: Path) -> None:
    """Refuse to go on with a match that is over here, was given up, or would tell too much.

    Args:
        path: the record; what cannot be read is left to whoever reads it.

    Raises:
        GameError: it cannot be gone on with.
    """
    header = header_of(path)
    if header is None:
        return
    if is_given_up(path) and is_own(path):
        raise GameError(Message("record-given-up"))
    check_practice(header)


class Opening(NamedTuple):
    """What becomes of a record that somebody opens."""

    path: Path
    """What is opened, which is not always what was asked for."""
    replay: bool
    """Whether it can only be looked at."""


def opening_of(path: Path) -> Opening:
    """What becomes of a record that somebody opens.

    Of a copy, the match's own record is gone on with; where its cards may have been seen here, the
    copy is only looked at.

    Args:
        path: the record; one that cannot be read is left to whoever reads it.
    """
    header = header_of(path)
    if header is None or header.seed is None or is_over(path):
        return Opening(path, replay=header is not None)
    if is_given_up(path) and is_own(path):
        return Opening(path, replay=True)
    if is_own(path) or not people_of(header):
        return Opening(path, replay=False)
    found = still_open(identity(header))
    return Opening(found[0], replay=False) if found else Opening(path, replay=seen_before(header))


def seen_before(header: Header) -> bool:
    """Whether the cards of a match from elsewhere may have been seen here.

    So it is where it is over here, has been given up, or was practised with.
    """
    match = identity(header)
    if header.practice or still_open(match):
        return False
    return bool(records_of(match) or _asked(lambda history: history.practised(match)))


def _asked(question: Callable[[History], T]) -> T | None:
    """What the list answers, None if it is of no use."""
    path = folders.history()
    if not path.exists():
        return None
    try:
        with closing(History.open(path, PATIENCE_S)) as history:
            return question(history)
    except GameError:
        return None


def _names(folder: Path) -> list[str]:
    try:
        return [one.name for one in folder.iterdir() if one.suffix == ".jsonl"]
    except OSError:
        return []
