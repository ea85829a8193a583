"""Results of deal reviews, in a file beside the records (``DealFile``)."""

from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import astuple

from greenbaize.rules.name_text import NAME_PATTERN
from greenbaize.store.deal_file import MAX_DEALS, DealFile, DealResult

MAX_POINTS: Final = 1e6


class DealReview(DealResult, frozen=True):
    """The result of reviewing a deal at a seat.

    ``adviser`` is the level and program version; ``made`` the time as in records; ``points`` the
    total loss, in ``Game.choice_unit``.
    """

    adviser: Annotated[str, Meta(min_length=1, max_length=60, pattern=NAME_PATTERN)]
    made: str
    choices: Annotated[int, Meta(ge=0, le=MAX_DEALS)]
    points: Annotated[float, Meta(ge=0, le=MAX_POINTS)]


REVIEWS: Final = DealFile(
    DealReview,
    table="reviews",
    make_key=lambda review: (review.match, review.deal, review.seat),
    make_row=astuple,
)
"""The last review of a deal and seat counts."""
