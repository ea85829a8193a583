"""Keeps a click that was meant for what was there before from what has just appeared there."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor

from greenbaize.ui.table.motion import Clock, real_time

GUARD_MS: Final = 400.0
"""What appears under the pointer takes no click for so long."""


class ClickGuard:
    """Refuses clicks on what has just appeared under the pointer.

    ``clock`` counts milliseconds, ``pointer`` tells where on the screen the mouse is.
    """

    def __init__(
        self, clock: Clock = real_time, pointer: Callable[[], QPoint] = QCursor.pos
    ) -> None:
        self.clock, self.pointer = clock, pointer
        self._until = 0.0
        self._pointer = QPoint()

    def arm(self) -> None:
        """Begin now, when something appears."""
        self._until, self._pointer = self.clock() + GUARD_MS, self.pointer()

    def refuses(self, is_under: Callable[[QPoint], bool]) -> bool:
        """Return whether a click is refused by what was under the pointer when it appeared."""
        return self.clock() < self._until and is_under(self._pointer)
