"""Honours that somebody has earned just now, told once: the first time of each."""

from greenbaize.app.tables.player_view import PlayerView
from greenbaize.games import GAMES
from greenbaize.match.digest import digest_of
from greenbaize.match.header import identity
from greenbaize.store import folders
from greenbaize.store.history import asked
from greenbaize.store.statistics import honours


def first_earned(place: PlayerView, names: tuple[str, ...]) -> tuple[str, ...]:
    """The codes of honours that the person at a place has earned for the first time.

    ``names`` are all their names. Empty where it is unknown whether it is the first time: nobody is
    told twice.
    """
    if place.seat is None:
        return ()
    told = digest_of(place.past, GAMES)
    codes = told.honours[place.seat] if told.honours else ()
    if not codes or not folders.history().exists():
        return codes
    kept = asked(lambda history: honours(history, names))
    if kept is None:
        return ()
    here = identity(place.header)
    had = {(one.code, one.game) for one in kept if one.identity != here}
    return tuple(code for code in codes if (code, place.header.game) not in had)
