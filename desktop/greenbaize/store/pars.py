"""Par of deals, in a file beside the records (``DealFile``)."""

import json
from typing import Annotated, Final

from msgspec import Meta

from greenbaize.rules.name_text import NAME_PATTERN
from greenbaize.store.deal_file import MAX_DEALS, DealFile, DealResult

MAX_RESULT: Final = 1_000_000

ResultValues = Annotated[
    tuple[Annotated[int, Meta(ge=-MAX_RESULT, le=MAX_RESULT)], ...],
    Meta(min_length=1, max_length=4),
]
"""A result in the units of the game (``Game.result_units``)."""


class DealPar(DealResult, frozen=True):
    """A deal's result at a seat, and what a computer player made of the same cards.

    ``level`` is that player's, ``program`` the version of the program; ``made`` is the time as in
    records. ``parting`` is the number of events, from the deal's on, that both have in common, and
    None if all are the same. ``strokes`` tell by how much the own result is the better one.
    """

    level: Annotated[str, Meta(min_length=1, max_length=20, pattern=NAME_PATTERN)]
    program: Annotated[str, Meta(min_length=1, max_length=40, pattern=NAME_PATTERN)]
    made: str
    own: ResultValues
    par: ResultValues
    strokes: ResultValues
    parting: Annotated[int, Meta(ge=0, le=MAX_DEALS)] | None = None


def _make_row(par: DealPar) -> tuple[str | int, ...]:
    return par.match, par.deal, par.seat, par.level, par.made, json.dumps(par.strokes)


PARS: Final = DealFile(
    DealPar,
    table="pars",
    make_key=lambda par: (par.match, par.deal, par.seat, par.level),
    make_row=_make_row,
)
"""The last par of a deal, seat and level counts."""
