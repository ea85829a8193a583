"""Protection of items that have just appeared from clicks meant for what was there before."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor

from greenbaize.ui.table.motion import Clock, real_time

GUARD_MS: Final = 400.0
"""Time for which clicks on what has appeared under the pointer are blocked (ms)."""


class ClickGuard:
    """Blocks clicks on what has just appeared under the pointer.

    ``clock`` counts milliseconds; ``pointer_position`` returns the mouse position on the screen.
    """

    def __init__(
        self, clock: Clock = real_time, pointer: Callable[[], QPoint] = QCursor.pos
    ) -> None:
        self.clock, self.pointer = clock, pointer
        self._until = 0.0
        self._pointer = QPoint()

    def arm(self) -> None:
        """Start blocking, when something appears."""
        self._until, self._pointer = self.clock() + GUARD_MS, self.pointer()

    def refuses(self, is_under: Callable[[QPoint], bool]) -> bool:
        """Return whether a click is blocked, because the target covered the armed position."""
        return self.clock() < self._until and is_under(self._pointer)
