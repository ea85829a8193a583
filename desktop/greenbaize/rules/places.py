"""Ranks of seats at the end of a match."""

from collections.abc import Sequence
from typing import Final

NEAR: Final = 4
"""The number of deals after the current one up to which the end of a match is near."""


def ranked(worth: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return ranks by value, highest first; equal values share a rank (1, 1, 3)."""
    return tuple(1 + sum(other > own for other in worth) for own in worth)


def leading(worth: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the highest value; none where all are level."""
    best = max(worth, default=0)
    seats = tuple(seat for seat, own in enumerate(worth) if own == best)
    return () if len(seats) == len(worth) else seats


def by_sides(seats: Sequence[int], sides: Sequence[int] = ()) -> tuple[tuple[int, ...], ...]:
    """Return seats grouped by side, in the order of the sides' first seats."""
    if not sides:
        return tuple((seat,) for seat in seats)
    found = dict.fromkeys(sides[seat] for seat in seats)
    return tuple(tuple(seat for seat in seats if sides[seat] == side) for side in found)


def tied(places: Sequence[int | None], place: int | None, sides: Sequence[int] = ()) -> bool:
    """Return True if opponents share a rank; partners always do."""
    own = sides or range(len(places))
    return len({side for side, one in zip(own, places, strict=True) if one == place}) > 1


def is_near(deals: int, deal: int) -> bool:
    """Return True if a deal, counted from 1, is near the end of a match of so many deals."""
    return deals - deal <= NEAR
