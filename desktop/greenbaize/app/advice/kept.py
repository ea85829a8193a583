"""Keeps what the review of a deal has found, for statistics."""

from collections.abc import Sequence

from greenbaize import __version__
from greenbaize.app.advice.review import Judged
from greenbaize.app.tables.matches import begun_now
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.match.header import identity
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.reviews import Review, keep_review


def adviser_of(level: str) -> str:
    """The version of the adviser of a level: another program of ours may weigh otherwise."""
    return f"{level} {__version__}"


def keep_found(
    place: PlayerView, deal: int, level: str, choices: int, found: Sequence[Judged]
) -> Message | None:
    """Write what a review found; returns a warning about its file, if any.

    ``place`` is at the match's table, ``found`` holds the choices with more than one option that
    mattered. Raises ``FileError`` if the file cannot be written.
    """
    if place.seat is None:
        return None
    lost = sum(one.given_away for one in found)
    made = begun_now()
    match = identity(place.header)
    review = Review(match, deal, place.seat, adviser_of(level), made, choices, lost)
    return keep_review(folders.reviews(), review)
