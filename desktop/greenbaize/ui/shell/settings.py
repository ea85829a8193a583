"""The settings of the program as a service, which tells of changes, and the next table."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from greenbaize.match.player import Player
from greenbaize.rules.messages import Message
from greenbaize.store.fitting import NONE, SYSTEM
from greenbaize.store.settings import Settings

Table = tuple[str, tuple[Player, ...], dict[str, object]]
"""A game by its name, who sits at its table, and its options."""


class SettingsService(QObject):
    """Holds the settings of one window; ``changed`` is emitted by whoever changes them.

    Args:
        now: the settings.
        parent: the window.
    """

    changed = Signal()
    """A setting has another value, or the system wants something else."""
    troubled = Signal(object)
    """Something is to be told of the settings' file (``Message``)."""

    def __init__(self, now: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now = now
        self.system_still = False
        """Whether the system wants no motion."""

    @property
    def still(self) -> bool:
        """Whether nothing is to move on its way, as somebody or their system wants it."""
        if self.now.motion == SYSTEM:
            return self.system_still
        return self.now.motion == NONE

    def save(self) -> None:
        """Write the settings; what goes wrong is told."""
        self.tell(self.now.save())

    def tell(self, message: Message | None) -> None:
        """Have something told of the settings' file, if there is anything."""
        if message is not None:
            self.troubled.emit(message)


@dataclass(slots=True)
class Setup:
    """The table that is played at next if nothing else is said."""

    table: Table

    @property
    def game(self) -> str:
        """The game, by its name."""
        return self.table[0]

    @property
    def sitters(self) -> tuple[Player, ...]:
        """Who sits at the table."""
        return self.table[1]
