"""Places at the end of a match."""

from collections.abc import Sequence
from typing import Final

NEAR: Final = 4
"""With at most so many deals after this one the end of a match is near."""


def ranked(worth: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Places by worth, most first; equal worth shares the place (1, 1, 3)."""
    return tuple(1 + sum(other > own for other in worth) for own in worth)


def leading(worth: Sequence[int]) -> tuple[int, ...]:
    """The seats whose worth is highest; none where all are level."""
    best = max(worth, default=0)
    seats = tuple(seat for seat, own in enumerate(worth) if own == best)
    return () if len(seats) == len(worth) else seats


def by_sides(seats: Sequence[int], sides: Sequence[int] = ()) -> tuple[tuple[int, ...], ...]:
    """Seats put together by the side that they play on, in the order in which the sides come."""
    if not sides:
        return tuple((seat,) for seat in seats)
    found = dict.fromkeys(sides[seat] for seat in seats)
    return tuple(tuple(seat for seat in seats if sides[seat] == side) for side in found)


def tied(places: Sequence[int | None], place: int | None, sides: Sequence[int] = ()) -> bool:
    """Whether some who play against one another share a place; partners come there together."""
    own = sides or range(len(places))
    return len({side for side, one in zip(own, places, strict=True) if one == place}) > 1


def is_near(deals: int, deal: int) -> bool:
    """Whether the end of a match of so many deals is near in one of them, counted from 1."""
    return deals - deal <= NEAR
