"""Strokes against par: means, standard errors and their course over time."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from math import ceil, sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from greenbaize.rules.game import Game, ResultUnit
from greenbaize.store.statistics import MAX_TIMELINE_POINTS, ParStrokes


class ParMean(NamedTuple):
    """The mean strokes against a level in one unit, a deal, or a match where places count.

    ``error`` is the standard error, None for a single deal or match; ``sample_size`` their number.
    """

    level: str
    unit: ResultUnit
    mean: float
    error: float | None
    sample_size: int


class ParPoint(NamedTuple):
    """The mean strokes of some matches, in the unit that decides; ``begun`` is the last one's."""

    begun: str
    mean: float
    match_count: int


def find_main_level(rows: Iterable[ParStrokes]) -> str:
    """Return the level that set par most often, or an empty text."""
    counts = Counter(row.level for row in rows)
    return max(counts, key=lambda level: counts[level], default="")


def average_strokes(game: Game[Any], rows: Sequence[ParStrokes]) -> list[ParMean]:
    """Return the means by level and unit, the level with most deals first."""
    counts = Counter(row.level for row in rows)
    means = []
    for level, _ in counts.most_common():
        level_rows = [row for row in rows if row.level == level]
        for index, unit in enumerate(game.result_units):
            values = [value for _, value in _list_values(level_rows, unit, index)]
            error = stdev(values) / sqrt(len(values)) if len(values) > 1 else None
            means.append(ParMean(level, unit, fmean(values), error, len(values)))
    return means


def make_par_course(
    game: Game[Any], rows: Sequence[ParStrokes], limit: int = MAX_TIMELINE_POINTS
) -> list[ParPoint]:
    """Return the course over time at the level that set par most often, of at most some points."""
    level, unit = find_main_level(rows), game.result_units[0]
    level_rows = [row for row in rows if row.level == level]
    matches = [
        (begun, fmean(value for _, value in _list_values(list(match_rows), unit, 0)))
        for (begun, _), match_rows in groupby(level_rows, key=lambda row: row[:2])
    ]
    size = ceil(len(matches) / limit) or 1
    groups = [matches[start : start + size] for start in range(0, len(matches), size)]
    return [
        ParPoint(group[-1][0], fmean(mean for _, mean in group), len(group)) for group in groups
    ]


def _list_values(
    rows: Sequence[ParStrokes], unit: ResultUnit, index: int
) -> list[tuple[str, float]]:
    """Return the strokes of each deal with its match; in places, of each match."""
    values = [(row.identity, float(row.strokes[index])) for row in rows]
    if unit is not ResultUnit.PLACES:
        return values
    return [
        (identity, sum(value for _, value in group))
        for identity, group in groupby(values, key=lambda pair: pair[0])
    ]
