"""A place at a table at which nothing happens any more: all that is left is to look."""

from collections.abc import Callable

from greenbaize.app.tables.place import Answered, Place
from greenbaize.rules.commands import Command
from greenbaize.rules.messages import Message


class QuietPlace(Place):
    """A place where nobody acts, nobody is waited for and nothing comes; as ``Place``."""

    def computer(self, seat: int) -> bool:
        """Nobody acts any more."""
        del seat
        return False

    @property
    def said_ready(self) -> bool:
        """Nobody is waited for."""
        return False

    @property
    def question(self) -> None:
        """Nothing is asked."""
        return None

    @property
    def offers(self) -> tuple[()]:
        """Nothing can be done."""
        return ()

    def submit(self, command: Command, answered: Answered) -> None:
        """Nothing can be done."""
        del command
        answered(Message("match-over"))

    def begin(self) -> None:
        """It has been played."""

    @property
    def others_act(self) -> bool:
        """Nobody does."""
        return False

    def let_others_act(self) -> bool:
        """Nobody does."""
        return False

    @property
    def patience(self) -> float | None:
        """Nobody is waited for."""
        return None

    def wake_by(self, woken: Callable[[], None]) -> None:
        """Nothing comes any more."""

    def attend(self) -> None:
        """Nothing comes any more."""

    def leave(self) -> None:
        """There is nothing to be left behind."""
