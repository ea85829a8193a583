"""Honours that somebody has earned just now, told once: the first time of each."""

from contextlib import closing
from typing import Final

from greenbaize.app.tables.place import Place
from greenbaize.games import GAMES
from greenbaize.match.digest import digest_of
from greenbaize.match.identity import identity
from greenbaize.rules.errors import GameError
from greenbaize.store import folders
from greenbaize.store.history import History
from greenbaize.store.statistics import honours

PATIENCE_S: Final = 0.2
"""Seconds that are waited for the database."""


def first_earned(place: Place, names: tuple[str, ...]) -> tuple[str, ...]:
    """The codes of the honours that the person at a place has earned for the first time.

    Args:
        place: where they sit, at the end of a match.
        names: whatever they are called at tables, and have been.

    Returns:
        Nothing where it cannot be told whether it is the first time: nobody needs it twice.
    """
    if place.seat is None:
        return ()
    told = digest_of(place.past, GAMES)
    codes = told.honours[place.seat] if told.honours else ()
    path = folders.history()
    if not codes or not path.exists():
        return codes
    try:
        with closing(History.open(path, PATIENCE_S)) as history:
            kept = honours(history, names)
    except GameError:
        return ()
    here = identity(place.header)
    had = {(one.code, one.game) for one in kept if one.identity != here}
    return tuple(code for code in codes if (code, place.header.game) not in had)
