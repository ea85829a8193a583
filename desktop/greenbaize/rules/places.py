"""Places at the end of a match."""

from collections.abc import Sequence


def ranked(worth: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Places by worth, most first; equal worth shares the place (1, 1, 3)."""
    return tuple(1 + sum(other > own for other in worth) for own in worth)
