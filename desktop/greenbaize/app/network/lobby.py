"""The chairs of a table before, during and after a match: who has taken which, and who is here."""

from asyncio import TimerHandle
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from greenbaize.app.network.keys_file import KeptChair
from greenbaize.lan.lines import Lines
from greenbaize.lan.pairing import new_secret, secret_hash
from greenbaize.lan.server import RefusedError, Visitor
from greenbaize.lan.wire import ChairShown

MOST_WATCHERS: Final = 30


@dataclass(eq=False, slots=True)
class LobbyChair:
    """A chair; nobody has taken it who has no name.

    ``secret`` is the hash of the secret with which its guest comes back; ``number`` that of the
    last command that was taken from there; ``host`` says that it is that of the person at the
    host's computer. ``missed`` runs while its guest is waited for.
    """

    name: str = ""
    secret: str = ""
    ready: bool = False
    visitor: Visitor | None = None
    number: int = 0
    host: bool = False
    missed: TimerHandle | None = None

    def free(self) -> None:
        """Nobody sits here any more."""
        self.name, self.secret, self.ready, self.visitor, self.number = "", "", False, None, 0
        self.host = False
        self.wait_no_more()

    def wait_no_more(self) -> None:
        """Stop waiting for the guest who sits here."""
        if self.missed is not None:
            self.missed.cancel()
            self.missed = None

    def kept(self) -> KeptChair:
        """The chair as it is written down."""
        return KeptChair(self.name, self.secret, self.host)


class Lobby:
    """The chairs of a table.

    Args:
        seats: how many there are.
    """

    def __init__(self, seats: int) -> None:
        self.chairs = [LobbyChair() for _ in range(seats)]
        self.watchers: Final[set[Visitor]] = set()
        """Those who are here and only watch."""
        self.keeper: LobbyChair | None = None
        """The chair of whoever keeps the table."""
        self._known_watchers: dict[str, str] = {}

    @property
    def visitors(self) -> list[Visitor]:
        """All who are here: at the chairs, in their order, and those who watch."""
        seated = [chair.visitor for chair in self.chairs if chair.visitor is not None]
        return [*seated, *self.watchers]

    # Who comes and goes

    def give_chair(
        self, name: str, among: Iterable[int], *, host: bool = False
    ) -> tuple[LobbyChair, str]:
        """Give somebody a chair.

        Args:
            name: what they are called; nobody else may be called so.
            among: the chairs that people may have.
            host: whether it is the person at the host's computer, who has the chair again that was
                theirs, or that of somebody who is called so.

        Returns:
            The chair, and the secret with which it is taken.

        Raises:
            RefusedError: there is none, or somebody else has the name.
        """
        chair = self._hosts_chair(name) if host else None
        if chair is None:
            chair = self.chairs[self._open_chair(name, among)]
        secret = new_secret()
        chair.name, chair.secret, chair.host = name, secret_hash(secret), host
        return chair, secret

    def _hosts_chair(self, name: str) -> LobbyChair | None:
        same = (one for one in self.chairs if one.name.casefold() == name.casefold())
        return next((one for one in self.chairs if one.host), None) or next(same, None)

    def admit(self, lines: Lines, name: str) -> Visitor:
        """Let somebody watch; ``RefusedError`` if too many do."""
        if len(self.watchers) >= MOST_WATCHERS:
            raise RefusedError("full")
        secret = new_secret()
        known = [*self._known_watchers.items(), (secret_hash(secret), name)]
        self._known_watchers = dict(known[-2 * MOST_WATCHERS :])
        return Visitor(lines, None, secret, name=name)

    def know_again(self, lines: Lines, secret: str) -> Visitor:
        """Somebody who has been here before; ``RefusedError`` if the secret is none of ours."""
        hashed = secret_hash(secret)
        if hashed in self._known_watchers:
            return Visitor(lines, None, secret, name=self._known_watchers[hashed])
        for chair in self.chairs:
            if hashed == chair.secret:
                return self.seat(chair, lines, secret)
        raise RefusedError("secret")

    def seat(self, chair: LobbyChair, lines: Lines, secret: str) -> Visitor:
        """Let somebody take their chair, over a new connection perhaps."""
        old = chair.visitor
        chair.visitor = Visitor(lines, self.chairs.index(chair), secret, chair.number)
        chair.wait_no_more()
        if old is not None:
            # The same guest again, before the old connection was known to be lost.
            old.lines.abort()
        return chair.visitor

    def free(self, chair: LobbyChair) -> None:
        """Let nobody sit at a chair any more; who keeps the table may be another one then."""
        chair.free()
        if chair is self.keeper:
            here = (one for one in self.people if one.visitor is not None)
            self.keeper = next(here, None)

    def chair_of(self, visitor: Visitor) -> LobbyChair | None:
        """The chair that a guest holds over this connection."""
        if visitor.seat is None:
            return None
        chair = self.chairs[visitor.seat]
        return chair if chair.visitor is visitor else None

    @property
    def keeper_seat(self) -> int | None:
        """Where whoever keeps the table sits."""
        return next((n for n, one in enumerate(self.chairs) if one is self.keeper), None)

    # How the chairs stand

    def recall(self, kept: Iterable[KeptChair]) -> None:
        """Let those who sat here have their chairs again, though they are not here yet."""
        for chair, one in zip(self.chairs, kept, strict=False):
            chair.name, chair.secret, chair.host = one.name, one.secret, one.here

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

    def _open_chair(self, name: str, among: Iterable[int]) -> int:
        free = [seat for seat in among if not self.chairs[seat].secret]
        for seat, chair in enumerate(self.chairs):
            if chair.name.casefold() == name.casefold():
                if seat in free:
                    return seat
                raise RefusedError("name")
        if not free:
            raise RefusedError("full")
        return free[0]

    def resize(self, seats: int) -> bool:
        """Let there be more or fewer chairs; returns whether all who sit there have room."""
        people = self.people
        if len(people) > seats:
            return False
        if seats < len(self.chairs):
            self.chairs = people
        self.chairs += [LobbyChair() for _ in range(seats - len(self.chairs))]
        self._number()
        return True

    def swap(self, one: int, other: int) -> None:
        """Let two chairs change places."""
        chairs = self.chairs
        chairs[one], chairs[other] = chairs[other], chairs[one]
        self._number()

    def sit_as(self, names: Iterable[str]) -> None:
        """Let everybody sit where a match has them; its commands are counted anew."""
        by_name = {chair.name: chair for chair in self.people}
        self.chairs[:] = [by_name.get(name) or LobbyChair() for name in names]
        self._number()
        for chair in self.chairs:
            chair.number = 0 if chair.visitor is None else chair.visitor.number

    def _number(self) -> None:
        """Let all who are here know their seat, after chairs have changed places."""
        for seat, chair in enumerate(self.chairs):
            if chair.visitor is not None:
                chair.visitor.seat = seat

    def shown(self, bots: Mapping[int, str]) -> list[ChairShown]:
        """The chairs as everybody sees them; computer players act at ``bots``, by these names."""
        return [
            ChairShown(
                name=chair.name or bots.get(seat, ""),
                who="guest" if chair.secret else "bot" if seat in bots else "open",
                ready=chair.ready,
                here=chair.visitor is not None,
                slow=chair.visitor is not None and chair.visitor.slow,
            )
            for seat, chair in enumerate(self.chairs)
        ]
