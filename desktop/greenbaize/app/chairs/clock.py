"""Time as programs are judged by it: what this process sleeps through does not count."""

from collections.abc import Callable
from time import monotonic
from typing import Final

LOOK_S: Final = 0.5
"""Seconds after which somebody who waits looks at the clock again."""
ASLEEP_S: Final = 2.0
"""Seconds between two looks after which nobody can have been awake to look."""


class AwakeClock:
    """A clock that stands still while this process is stopped or the computer sleeps.

    Whoever judges by it looks at it at least every ``LOOK_S``; a gap between two looks that is so
    much longer that the process cannot have run is no time at all.

    Args:
        source: tells the time, in seconds, asleep or not.
    """

    def __init__(self, source: Callable[[], float] = monotonic) -> None:
        self._source = source
        self._seen = source()
        self._awake = 0.0

    def __call__(self) -> float:
        """The seconds that have passed while somebody was awake."""
        now = self._source()
        gap, self._seen = now - self._seen, now
        if gap < ASLEEP_S:
            self._awake += gap
        return self._awake
