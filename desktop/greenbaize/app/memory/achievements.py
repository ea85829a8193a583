"""Honours that a person has just earned, shown once: the first time of each."""

from collections.abc import Sequence

from greenbaize import __version__
from greenbaize.app.advice.review import Judged, given_away
from greenbaize.app.tables.matches import begun_now
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.games import GAMES
from greenbaize.match.digest import digest_of
from greenbaize.match.header import identity
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.history import asked
from greenbaize.store.reviews import Review, keep_review
from greenbaize.store.statistics import honours


def first_earned(place: PlayerView, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the codes of honours that the person at a seat has earned for the first time.

    ``names`` are all their names. Without a history all are new; where it cannot be read none is,
    so that nothing is announced twice.
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


def keep_found(
    place: PlayerView, deal: int, level: str, choices: int, found: Sequence[Judged]
) -> Message | None:
    """Write the result of a review; return a warning about its file, if any.

    ``player_view`` is that of the match's table, ``judged_decisions`` holds the decisions between
    several choices that mattered. Raises ``FileError`` if the file cannot be written.
    """
    if place.seat is None:
        return None
    made = begun_now()
    match = identity(place.header)
    adviser = f"{level} {__version__}"  # Another version of the program may weigh differently.
    review = Review(match, deal, place.seat, adviser, made, choices, given_away(found))
    return keep_review(folders.reviews(), review)
