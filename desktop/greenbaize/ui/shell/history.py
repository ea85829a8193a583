"""The database of matches, kept up with the records beside the window."""

from functools import cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from greenbaize.ui.memory.archive import Archive

FIRST_LOOK_MS: Final = 1000
"""After how long it is looked which matches are new: first comes what somebody waits for."""


class HistoryService:
    """Holds the archive of one window.

    Args:
        window: what the archive belongs to.
    """

    def __init__(self, window: QObject) -> None:
        self._window = window

    @cached_property
    def archive(self) -> "Archive":
        """Keeps the database up; it is not needed for the first paint."""
        from greenbaize.ui.memory.archive import Archive  # noqa: PLC0415

        return Archive(self._window)

    @property
    def made(self) -> "Archive | None":
        """The archive, if anything has asked for it."""
        return vars(self).get("archive")

    def begin(self) -> None:
        """Keep the database up from now on."""
        self.archive.look_in(FIRST_LOOK_MS)

    def look(self) -> None:
        """Bring the database up to what has just been played."""
        if self.made is not None:
            self.made.look()

    def close(self) -> None:
        """Keep nothing up any more."""
        if self.made is not None:
            self.made.close()
