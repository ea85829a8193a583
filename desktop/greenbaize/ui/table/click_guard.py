"""Protection of items that have just appeared from clicks meant for what was there before."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor

from greenbaize.ui.table.animation import MillisecondClock, monotonic_ms

GUARD_MS: Final = 400.0
"""Time for which clicks on what has appeared under the pointer are blocked (ms)."""


class ClickGuard:
    """Guard that blocks clicks on what has just appeared under the pointer.

    ``clock`` counts milliseconds; ``pointer_position`` returns the mouse position on the screen.
    """

    def __init__(
        self,
        clock: MillisecondClock = monotonic_ms,
        pointer_position: Callable[[], QPoint] = QCursor.pos,
    ) -> None:
        self.clock, self.pointer_position = clock, pointer_position
        self._blocked_until = 0.0
        self._armed_position = QPoint()

    def arm(self) -> None:
        """Start blocking, when something appears."""
        self._blocked_until, self._armed_position = self.clock() + GUARD_MS, self.pointer_position()

    def blocks_click(self, is_covered: Callable[[QPoint], bool]) -> bool:
        """Return whether a click is blocked, because the target covered the armed position."""
        return self.clock() < self._blocked_until and is_covered(self._armed_position)
