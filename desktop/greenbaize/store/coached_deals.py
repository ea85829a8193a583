"""What reviews in the background found, deal by deal, in a file beside the records (``DealFile``).

Everything in it can be made anew from the records.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from greenbaize.rules.name_text import NAME_PATTERN
from greenbaize.store.deal_file import MAX_DEALS, DealFile, DealResult

COACH_NAME: Final = "coach 1"
"""Name of the searches and of the kinds of mistakes; to be raised when one of them changes."""
MAX_WORTH: Final = 1e6

KindCode = Annotated[str, Meta(max_length=40, pattern=r"^[a-z-]*\Z")]
Worth = Annotated[float, Meta(ge=-MAX_WORTH, le=MAX_WORTH)]
ChoiceCount = Annotated[int, Meta(ge=0, le=MAX_DEALS)]


class Mistake(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice that another one seemed to beat.

    ``moment`` is the number of the record's events before it; ``kind`` a code of
    ``GameVocabulary.mistakes``, empty for none; ``cost`` the difference in a second search
    (``Game.choice_unit``; below 0 where that found the opposite), ``error`` its standard error.
    ``worths`` are all choices as commands of the protocol, best first, where the mistake is an
    exercise. With ``is_weighed_by_match_rank`` the cost includes the rank in the match, so it is
    no cost in points.
    """

    moment: Annotated[int, Meta(ge=0)]
    kind: KindCode
    cost: Worth
    error: Annotated[float, Meta(ge=0, le=MAX_WORTH)]
    worths: tuple[tuple[dict[str, Any], Worth, Annotated[float, Meta(ge=0)]], ...] = ()
    is_weighed_by_match_rank: bool = False


class CoachedDeal(DealResult, frozen=True):
    """The review of a deal at a seat.

    ``adviser`` names the search and the version of what is counted; ``made`` is the time as in
    records; ``choices`` the number of decisions between several choices. ``avoided`` tells in how
    many of them a worse choice would have been a mistake of a kind, and was not made.
    """

    adviser: Annotated[str, Meta(min_length=1, max_length=60, pattern=NAME_PATTERN)]
    made: str
    choices: ChoiceCount
    mistakes: tuple[Mistake, ...] = ()
    avoided: Mapping[KindCode, ChoiceCount] = {}


COACHED_DEALS: Final = DealFile(
    CoachedDeal,
    table="coach",
    make_key=lambda deal: (deal.match, deal.deal, deal.seat),
)
"""The last review of a deal and seat counts."""


def read_current_deals(path: Path) -> Iterator[CoachedDeal]:
    """Yield the reviews made as they are made now; deals with earlier ones are reviewed again.

    Raises ``FileError``.
    """
    return (deal for deal in COACHED_DEALS.read_results(path) if deal.adviser == COACH_NAME)
