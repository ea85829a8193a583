"""Of several records of one match: whether any of them can be gone on with, and which."""

from collections.abc import Iterable
from pathlib import Path

from greenbaize.app.tables.unfinished import Unfinished, ends_with_end, unfinished_at
from greenbaize.games import GAMES
from greenbaize.match.digest import digest_of
from greenbaize.match.record import MOST_BYTES
from greenbaize.match.told import read_any
from greenbaize.rules.errors import GameError
from greenbaize.store import folders
from greenbaize.store.plain_files import open_plain, read_plain
from greenbaize.store.whole_files import same_file


def to_go_on_with(here: Iterable[Path], elsewhere: Iterable[Path] = ()) -> list[Unfinished]:
    """What a match can be gone on with from: of its records here the one first that tells most.

    It is nothing once the match is over in any record here that holds.

    Args:
        here: its records that the program keeps.
        elsewhere: others, which come last.
    """
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
    """Whether the last line of a record says that its match is over; see ``holds``."""
    try:
        with open_plain(path) as file:
            return ends_with_end(file)
    except (OSError, GameError):
        return False


def holds(path: Path) -> bool:
    """Whether a record is as the rules have it; all of it is read for that."""
    try:
        read_any(read_plain(path, MOST_BYTES), GAMES)
    except (OSError, GameError):
        return False
    return True


def reach(path: Path) -> tuple[int, int, int]:
    """How far a record goes: to which deal, how many are scored, and its size in bytes."""
    try:
        data = read_plain(path, MOST_BYTES)
        digest = digest_of(data, GAMES)
    except (OSError, GameError):
        return 0, 0, 0
    return digest.deal, len(digest.deals), len(data)
