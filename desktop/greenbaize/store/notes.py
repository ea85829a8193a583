"""Marks and notes on moments of matches, in a file beside the records (``DealFile``)."""

from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import astuple

from greenbaize.store.deal_file import DealFile, DealResult

MAX_MOMENT: Final = 1_000_000
MAX_NOTE_LENGTH: Final = 180
"""Longest note (characters): a line of the file has at most 1000 bytes."""


class MomentNote(DealResult, frozen=True):
    """A note on a moment, or a mark; without either it has been removed.

    ``deal`` is the one in play or played last, at least 1. ``moment`` is the number of events
    before it, ``made`` the time as in records.
    """

    moment: Annotated[int, Meta(ge=0, le=MAX_MOMENT)]
    made: str
    text: Annotated[str, Meta(max_length=MAX_NOTE_LENGTH)] = ""
    is_marked: bool = False


NOTES: Final = DealFile(
    MomentNote,
    table="notes",
    make_key=lambda note: (note.match, note.seat, note.moment),
    make_row=astuple,
    keeps_all=True,
)
"""The last line of a moment and seat counts. The file is not indexed in the database."""
