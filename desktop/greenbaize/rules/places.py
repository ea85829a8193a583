"""Places at the end of a match."""

from collections.abc import Sequence


def ranked(worth: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Places by worth, most first; equal worth shares the place (1, 1, 3)."""
    return tuple(1 + sum(other > own for other in worth) for own in worth)


def leading(worth: Sequence[int]) -> tuple[int, ...]:
    """The seats whose worth is highest; none where all are level."""
    best = max(worth, default=0)
    seats = tuple(seat for seat, own in enumerate(worth) if own == best)
    return () if len(seats) == len(worth) else seats


def tied(places: Sequence[int | None], place: int | None, sides: Sequence[int] = ()) -> bool:
    """Whether some who play against one another share a place; partners come there together.

    Args:
        places: by seat.
        place: the place.
        sides: the number of each seat's side; nothing where everybody plays alone.
    """
    own = sides or range(len(places))
    return len({side for side, one in zip(own, places, strict=True) if one == place}) > 1
