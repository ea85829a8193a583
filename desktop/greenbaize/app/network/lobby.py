"""The chairs of a table before, during and after a match: who has taken which, and who is here."""

from asyncio import TimerHandle
from collections.abc import Iterable
from dataclasses import dataclass

from greenbaize.app.network.keys_file import KeptChair
from greenbaize.lan.server import RefusedError, Visitor
from greenbaize.lan.wire import ChairShown


@dataclass(eq=False, slots=True)
class LobbyChair:
    """A chair; nobody has taken it who has no name.

    ``secret`` is the hash of the secret with which its guest comes back; ``number`` that of the
    last command that was taken from there. ``missed`` runs while its guest is waited for.
    """

    name: str = ""
    secret: str = ""
    ready: bool = False
    visitor: Visitor | None = None
    number: int = 0
    missed: TimerHandle | None = None

    def free(self) -> None:
        """Nobody sits here any more."""
        self.name, self.secret, self.ready, self.visitor, self.number = "", "", False, None, 0
        if self.missed is not None:
            self.missed.cancel()
            self.missed = None

    def kept(self) -> KeptChair:
        """The chair as it is written down."""
        return KeptChair(self.name, self.secret)


class Lobby:
    """The chairs of a table.

    Args:
        seats: how many there are.
    """

    def __init__(self, seats: int) -> None:
        self.chairs = [LobbyChair() for _ in range(seats)]

    def recall(self, kept: Iterable[KeptChair]) -> None:
        """Let those who sat here have their chairs again, though they are not here yet."""
        for chair, one in zip(self.chairs, kept, strict=False):
            chair.name, chair.secret = one.name, one.secret

    @property
    def people(self) -> list[LobbyChair]:
        """The chairs that somebody has taken."""
        return [chair for chair in self.chairs if chair.name]

    @property
    def ready(self) -> bool:
        """Whether somebody has taken a chair, and all who have are here and ready."""
        people = self.people
        return bool(people) and all(one.ready and one.visitor is not None for one in people)

    @property
    def full(self) -> bool:
        """Whether all chairs are taken."""
        return len(self.people) == len(self.chairs)

    def seat_of(self, secret: str) -> int | None:
        """The chair of a guest who has this secret's hash."""
        return next(
            (n for n, one in enumerate(self.chairs) if secret and one.secret == secret), None
        )

    def open_chair(self, name: str, among: Iterable[int]) -> int:
        """A chair for somebody new.

        Args:
            name: what they are called; nobody else may be called so.
            among: the chairs that people may have.

        Raises:
            RefusedError: there is none, or somebody else has the name.
        """
        free = [seat for seat in among if not self.chairs[seat].secret]
        for seat, chair in enumerate(self.chairs):
            if chair.name.casefold() == name.casefold():
                if seat in free:
                    return seat
                raise RefusedError("name")
        if not free:
            raise RefusedError("full")
        return free[0]

    def shown(self, bots: Iterable[int] = ()) -> list[ChairShown]:
        """The chairs as everybody sees them; computer players act at ``bots``."""
        acting = set(bots)
        return [
            ChairShown(
                name=chair.name,
                who="guest" if chair.secret else "bot" if seat in acting else "open",
                ready=chair.ready,
                here=chair.visitor is not None,
            )
            for seat, chair in enumerate(self.chairs)
        ]
