"""Search for a position at which an item covers least of what is already there."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from PySide6.QtCore import QRect, QRectF

_Candidate = TypeVar("_Candidate")
_Rect = TypeVar("_Rect", QRect, QRectF)


def find_least_covering(
    candidates: Iterable[_Candidate], cost: Callable[[_Candidate], tuple[float, ...]]
) -> _Candidate:
    """Return the first candidate whose cost is zero, otherwise the first of those with the least.

    List preferred candidates first. A cost has one number for each kind of obstacle, usually its
    covered area, the most important first: the first that differs decides. No candidate after a
    free one is examined. Raise ``ValueError`` without candidates.
    """
    best: list[tuple[_Candidate, tuple[float, ...]]] = []
    for candidate in candidates:
        candidate_cost = cost(candidate)
        if not best or candidate_cost < best[0][1]:
            best = [(candidate, candidate_cost)]
        if not any(candidate_cost):
            break
    if not best:
        raise ValueError("no candidates")
    return best[0][0]


def covered_area(rect: _Rect, obstacles: Iterable[_Rect]) -> float:
    """Return how much of all obstacles a rectangle covers, in square pixels."""
    overlaps = (rect.intersected(obstacle) for obstacle in obstacles)
    return sum(overlap.width() * overlap.height() for overlap in overlaps)
