"""Matches in which hints were taken, in a file beside the records (``DealFile``)."""

from typing import Final

from msgspec.structs import astuple

from greenbaize.store.deal_file import DealFile, DealResult


class HintUse(DealResult, frozen=True):
    """The first hint that a seat took in a match; ``made`` is the time as in records."""

    made: str


HINTS: Final = DealFile(
    HintUse,
    table="hints",
    make_key=lambda hint: (hint.match, hint.seat),
    make_row=astuple,
    keeps_all=True,
)
"""One line of a match and seat counts."""
