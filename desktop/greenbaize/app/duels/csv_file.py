"""The matches of a duel as CSV; docs/duel-csv.md says what its columns mean."""

import csv
from collections.abc import Sequence
from io import StringIO
from typing import Final

from greenbaize.app.duels.duel import SIDES, Duel, Duplicate, match_lead

FIRST_HEADS: Final = b"group,seed,seats,deals,"
"""What every such file begins with."""


def head_of(duel: Duel) -> bytes:
    """The file's first line, in UTF-8."""
    seats = range(1, duel.players + 1)
    values = [f"{column}_{seat}" for column in ("total", "place") for seat in seats]
    return _written([["group", "seed", "seats", "deals", *values, "lead"]])


def lines_of(duel: Duel, group: Sequence[Duplicate]) -> bytes:
    """The lines of a group's matches, in UTF-8."""
    return _written([_line(duel, match) for match in group])


def _line(duel: Duel, match: Duplicate) -> list[object]:
    group, sides = duel.place(match.number)
    seats = "".join(SIDES[side] for side in sides)
    lead = f"{float(match_lead(duel, match)):.6f}"
    known = [group, duel.group_seed(group), seats, match.deals]
    return [*known, *match.totals, *match.places, lead]


def _written(rows: Sequence[Sequence[object]]) -> bytes:
    text = StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode()
