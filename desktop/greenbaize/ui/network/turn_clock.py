"""How much time is left for a turn, where a table has a clock.

The host decides; what is counted here begins when one hears of the turn, and only shows it.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final

URGENT_S: Final = 10
"""From so many seconds on it is shown clearly."""


class TurnClock:
    """Counts down from the last thing that happened.

    Args:
        seconds: for a turn; 0 is no limit.
        now: tells the time, in seconds.
    """

    def __init__(self, seconds: int, now: Callable[[], float] = monotonic) -> None:
        self.seconds = seconds
        self._now = now
        self._began = now()

    def begin(self) -> None:
        """Something has happened: whoever acts now has all the time."""
        self._began = self._now()

    @property
    def left(self) -> int | None:
        """Whole seconds that are left; None where there is no limit."""
        if not self.seconds:
            return None
        return max(0, round(self.seconds - (self._now() - self._began)))


def clock_text(left: int) -> str:
    """Seconds as on a clock."""
    return f"{left // 60}:{left % 60:02}"
