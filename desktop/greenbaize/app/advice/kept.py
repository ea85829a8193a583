"""Keeps what the review of a deal has found, for statistics."""

from collections.abc import Sequence
from datetime import UTC, datetime

from greenbaize import __version__
from greenbaize.app.advice.review import Judged
from greenbaize.app.tables.place import Place
from greenbaize.match.identity import identity
from greenbaize.store import folders
from greenbaize.store.reviews import Review, keep_review


def adviser_of(level: str) -> str:
    """The version of the adviser of a level: another program of ours may weigh otherwise."""
    return f"{level} {__version__}"


def keep_found(place: Place, deal: int, level: str, choices: int, found: Sequence[Judged]) -> None:
    """Keep what a review that has weighed all choices has found.

    Args:
        place: at the match's table; its seat is whose choices they were.
        deal: the number of the deal.
        level: the adviser's.
        choices: how many choices there were.
        found: those of them for which there was more than one that mattered.

    Raises:
        FileError: it cannot be written.
    """
    if place.seat is None:
        return
    lost = sum(one.given_away for one in found)
    made = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    match = identity(place.header)
    review = Review(match, deal, place.seat, adviser_of(level), made, choices, lost)
    keep_review(folders.reviews(), review)
