"""Ranks of seats at the end of a match."""

from collections.abc import Sequence
from typing import Final

NEAR_END_DEALS: Final = 4
"""The number of deals after the current one up to which the end of a match is near."""


def rank_seats(values: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return ranks by value, highest first; equal values share a rank (1, 1, 3)."""
    return tuple(1 + sum(other_value > value for other_value in values) for value in values)


def find_leading_seats(values: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the highest value; none where all are level."""
    best = max(values, default=0)
    seats = tuple(seat for seat, value in enumerate(values) if value == best)
    return () if len(seats) == len(values) else seats


def group_by_side(seats: Sequence[int], sides: Sequence[int] = ()) -> tuple[tuple[int, ...], ...]:
    """Return seats grouped by side, in the order of the sides' first seats."""
    if not sides:
        return tuple((seat,) for seat in seats)
    present_sides = dict.fromkeys(sides[seat] for seat in seats)
    return tuple(tuple(seat for seat in seats if sides[seat] == side) for side in present_sides)


def is_rank_shared(
    ranks: Sequence[int | None], rank: int | None, sides: Sequence[int] = ()
) -> bool:
    """Return True if opponents share a rank; partners always do."""
    seat_sides = sides or range(len(ranks))
    return (
        len({side for side, seat_rank in zip(seat_sides, ranks, strict=True) if seat_rank == rank})
        > 1
    )


def is_near_match_end(deals: int, deal: int) -> bool:
    """Return True if a deal, counted from 1, is near the end of a match of so many deals."""
    return deals - deal <= NEAR_END_DEALS
