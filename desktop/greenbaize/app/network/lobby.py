"""Lobby: the chairs of a table before, during and after a match, and their occupants."""

from asyncio import TimerHandle
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from msgspec import UNSET, UnsetType

from greenbaize.app.faces import COLOURS, HEADS, Look, chosen_look, free_look, look_of
from greenbaize.app.network.host_journal import KeptChair
from greenbaize.app.network.table_paces import RETURN_S, new_return_pace
from greenbaize.app.nicknames import look_alike
from greenbaize.app.seats.bot_launcher import HERE, BotLauncher
from greenbaize.app.seats.opponents import Opponent
from greenbaize.games import GAMES
from greenbaize.lan.lines import Lines
from greenbaize.lan.pairing import new_secret, secret_hash
from greenbaize.lan.server import Pace, RefusedError, Visitor
from greenbaize.lan.wire import ChairShown, Lay
from greenbaize.match.header import check_seats
from greenbaize.rules.naming import folded
from greenbaize.rules.options import Settings, settled
from greenbaize.rules.players import LEVEL_NAMES

BREATH_S: Final = 2.0
"""Seconds before computer players take open chairs, for others to sit down."""
GRACE_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A requested table.

    ``bots`` fill open chairs (None: wait for people) after ``bot_fill_delay_s`` seconds;
    ``replace_delay_s`` passes until one replaces a lost guest; ``turn_limit_s`` is in seconds, or
    0; ``allows_hints`` allows hints; ``shows_hands`` lets spectators see one seat's view;
    ``allows_further_matches`` allows further matches.
    """

    name: str
    game: str
    seats: int
    options: Settings
    bots: Opponent | None = None
    grace: float = GRACE_S
    clock: int = 0
    hints: bool = True
    hands: bool = False
    again: bool = False
    launcher: BotLauncher = field(default=HERE)
    breath: float = BREATH_S

    def laid(self, lay: Lay) -> "TableRequest":
        """Return the request with another setup; ``ValueError`` or ``GameError`` if impossible."""
        if lay.game not in GAMES or lay.bots not in ("", *LEVEL_NAMES):
            raise ValueError(lay.game)
        check_seats(GAMES[lay.game], lay.seats)
        return replace(
            self,
            game=lay.game,
            seats=lay.seats,
            options=settled(GAMES[lay.game].options, lay.seats, lay.options),
            bots=self._bots(lay.bots),
            clock=lay.clock,
            hints=lay.hints,
            hands=lay.hands,
        )

    def _bots(self, level: str) -> Opponent | None:
        if self.bots is not None and self.bots.level == level:
            return self.bots
        return Opponent(level) if level else None


MOST_WATCHERS: Final = 30


class Face(NamedTuple):
    """A guest's chosen face and colour, by their codes; the host replaces unknown ones."""

    face: str | UnsetType = UNSET
    colour: str | UnsetType = UNSET


NO_FACE: Final = Face()


@dataclass(eq=False, slots=True)
class LobbyChair:
    """A chair; free if ``name`` is empty.

    ``secret`` is the hash of the guest's secret, ``last_command_number`` their last accepted
    command; ``is_host`` marks the host's own chair; ``is_replaced_by_bot`` that the guest lets a
    computer player act; ``is_expected`` that the chair was assigned and its guest has still to
    connect; ``away_timer`` runs while they are waited for. Rate limits belong to the chair, so a
    reconnection does not reset them.
    """

    name: str = ""
    secret: str = ""
    face: Face = NO_FACE
    ready: bool = False
    reads: bool = False
    visitor: Visitor | None = None
    number: int = 0
    host: bool = False
    rests: bool = False
    expected: bool = False
    missed: TimerHandle | None = None
    talk: Pace = field(default_factory=lambda: Pace(5, 2.0))
    changes: Pace = field(default_factory=lambda: Pace(3, 5.0))
    returns: Pace = field(default_factory=new_return_pace)

    def free(self) -> None:
        self.name, self.secret, self.ready, self.visitor, self.number = "", "", False, None, 0
        self.host = self.rests = self.expected = False
        self.face = NO_FACE
        self.wait_no_more()

    def wait_no_more(self) -> None:
        if self.missed is not None:
            self.missed.cancel()
            self.missed = None


@dataclass(eq=False, slots=True)
class Spectator:
    """A present or former spectator: name and rate limits; ``is_host`` at the host's computer."""

    name: str
    host: bool = False
    visitor: Visitor | None = None
    talk: Pace = field(default_factory=lambda: Pace(5, 2.0))
    returns: Pace = field(default_factory=new_return_pace)


class Lobby:
    """The chairs of a table and its watchers."""

    def __init__(self, seats: int) -> None:
        self.chairs = [LobbyChair() for _ in range(seats)]
        self.watchers: Final[set[Visitor]] = set()
        self.keeper: LobbyChair | Spectator | None = None
        """Keeper of the table; the host may be keeper without a chair."""
        self._known_watchers: dict[str, Spectator] = {}
        self._looks: dict[str, Look] = {}
        """Avatars of all who have been here since the table was opened, by their folded names."""

    @property
    def visitors(self) -> list[Visitor]:
        """All connected clients: those at the chairs, in their order, then the watchers."""
        seated = [chair.visitor for chair in self.chairs if chair.visitor is not None]
        return [*seated, *self.watchers]

    # Guests coming and leaving

    def give_chair(
        self, name: str, among: Iterable[int], *, host: bool = False
    ) -> tuple[LobbyChair, str]:
        """Assign a chair to a guest; return it and its secret.

        ``name`` must be unused and ``allowed_seats`` are the chairs allowed. ``is_host``: the
        person here gets their chair, or that of the same name, again. Raises ``GuestRefusedError``.
        """
        chair = self._hosts_chair(name) if host else None
        if chair is None:
            chair = self.chairs[self._open_chair(name, among)]
        secret = new_secret()
        chair.name, chair.secret, chair.host = name, secret_hash(secret), host
        return chair, secret

    def _hosts_chair(self, name: str) -> LobbyChair | None:
        same = (one for one in self.chairs if folded(one.name) == folded(name))
        return next((one for one in self.chairs if one.host), None) or next(same, None)

    def admit(self, lines: Lines, name: str) -> Visitor:
        """Admit a spectator; ``GuestRefusedError`` if too many watch or the name is used."""
        self._check_room()
        here: list[LobbyChair | Visitor] = [*self.people, *self.watchers]
        if name and any(look_alike(name, one.name) for one in here):
            raise RefusedError("name")
        return self._watch(lines, self._know(Spectator(name)))

    def _know(self, spectator: Spectator) -> str:
        """Register a spectator; return the secret that admits them."""
        secret = new_secret()
        known = self._known_watchers.items()
        gone = [its for its, one in known if not one.host and one.visitor not in self.watchers]
        for hashed in gone[: -2 * MOST_WATCHERS]:
            del self._known_watchers[hashed]
        self._known_watchers[secret_hash(secret)] = spectator
        return secret

    def watch_here(self, name: str) -> str:
        """Let the host keep the table without a chair; return their secret."""
        self.keeper = Spectator(name, host=True)
        return self._know(self.keeper)

    def expect_watcher(self) -> str:
        """Register a watcher without a name; return the secret they will come with.

        ``GuestRefusedError`` if too many watch.
        """
        self._check_room()
        return self._know(Spectator(""))

    @property
    def watching(self) -> int:
        """Number of watchers who are not at the host's computer."""
        return sum(not self._watcher(one).host for one in self.watchers)

    def _check_room(self) -> None:
        if self.watching >= MOST_WATCHERS:
            raise RefusedError("watchers")

    def _watcher(self, visitor: Visitor) -> Spectator:
        return self._known_watchers.get(secret_hash(visitor.secret)) or Spectator(visitor.name)

    def keeps(self, visitor: Visitor) -> bool:
        holder = self._watcher(visitor) if visitor.seat is None else self.chair_of(visitor)
        return holder is not None and holder is self.keeper

    def _watch(self, lines: Lines, secret: str) -> Visitor:
        spectator = self._known_watchers[secret_hash(secret)]
        old = spectator.visitor
        if old is not None and old in self.watchers:
            old.lines.abort()  # The same spectator again, over a new connection.
            self.watchers.discard(old)
        elif not spectator.host:
            self._check_room()
        sees = None if old is None else old.sees
        spectator.visitor = Visitor(lines, None, secret, name=spectator.name, sees=sees)
        return spectator.visitor

    def talk_of(self, visitor: Visitor) -> Pace:
        chair = self.chair_of(visitor)
        if chair is not None:
            return chair.talk
        spectator = self._known_watchers.get(secret_hash(visitor.secret))
        return Pace(0, 1) if spectator is None else spectator.talk

    def know_again(self, lines: Lines, secret: str, now: float) -> Visitor:
        """Return the client coming back with a secret at ``now`` (s).

        ``GuestRefusedError`` for an unknown secret, and for one that comes back too often.
        """
        hashed = secret_hash(secret)
        if (spectator := self._known_watchers.get(hashed)) is not None:
            _check_returns(spectator, now)
            return self._watch(lines, secret)
        for chair in self.chairs:
            if hashed == chair.secret:
                _check_returns(chair, now)
                return self.seat(chair, lines, secret)
        raise RefusedError("secret")

    def seat(self, chair: LobbyChair, lines: Lines, secret: str) -> Visitor:
        old = chair.visitor
        chair.visitor = Visitor(lines, self.chairs.index(chair), secret, chair.number)
        chair.expected = False
        chair.wait_no_more()
        if old is not None:
            # The same guest again, before the old connection was known to be lost.
            old.lines.abort()
        return chair.visitor

    def free(self, chair: LobbyChair) -> None:
        keeps = chair is self.keeper
        chair.free()
        if keeps:
            here = (one for one in self.people if one.visitor is not None)
            self.keeper = next(here, None)

    def chair_of(self, visitor: Visitor) -> LobbyChair | None:
        """Return the chair that a client holds, or None."""
        return next((chair for chair in self.chairs if chair.visitor is visitor), None)

    @property
    def keeper_seat(self) -> int | None:
        return next((n for n, one in enumerate(self.chairs) if one is self.keeper), None)

    # State of the chairs

    def recall(self, kept: Iterable[KeptChair]) -> None:
        for chair, one in zip(self.chairs, kept, strict=False):
            chair.name, chair.secret, chair.host = one.name, one.secret, one.here
            chair.rests = one.rests
            if one.keeps:
                self.keeper = chair

    def kept(self) -> tuple[KeptChair, ...]:
        return tuple(
            KeptChair(one.name, one.secret, one.host, one is self.keeper, one.rests)
            for one in self.chairs
        )

    @property
    def people(self) -> list[LobbyChair]:
        return [chair for chair in self.chairs if chair.name]

    @property
    def ready(self) -> bool:
        """True if a chair is taken, and the guests of all taken ones are here and ready."""
        people = self.people
        return bool(people) and all(one.ready and one.visitor is not None for one in people)

    @property
    def full(self) -> bool:
        return len(self.people) == len(self.chairs)

    def _open_chair(self, name: str, among: Iterable[int]) -> int:
        free = [seat for seat in among if not self.chairs[seat].secret]
        for seat in free:
            if folded(self.chairs[seat].name) == folded(name):
                return seat
        # The host who only shows the table may play on a phone, under their own name.
        watchers = (one.name for one in self.watchers if not self._watcher(one).host)
        others = [*(one.name for one in self.people), *watchers]
        if any(look_alike(name, other) for other in others):
            raise RefusedError("name")
        if not free:
            raise RefusedError("full")
        return free[0]

    def resize(self, seats: int) -> bool:
        """Change the number of chairs; return whether all guests have room."""
        people = self.people
        if len(people) > seats:
            return False
        if seats < len(self.chairs):
            self.chairs = people
        self.chairs += [LobbyChair() for _ in range(seats - len(self.chairs))]
        self._number()
        return True

    def swap(self, one: int, other: int) -> None:
        chairs = self.chairs
        chairs[one], chairs[other] = chairs[other], chairs[one]
        self._number()

    def sit_as(self, names: Iterable[str]) -> None:
        """Arrange the chairs by the players' names in a match; commands are numbered anew."""
        by_name = {chair.name: chair for chair in self.people}
        self.chairs[:] = [by_name.get(name) or LobbyChair() for name in names]
        self._number()
        for chair in self.chairs:
            chair.number = 0 if chair.visitor is None else chair.visitor.number

    def _number(self) -> None:
        for seat, chair in enumerate(self.chairs):
            if chair.visitor is not None:
                chair.visitor.seat = seat

    def _look_of(self, name: str, face: Face) -> Look:
        """Return a guest's avatar, which stays the same when they leave and come back."""
        key, (head, colour) = folded(name), face
        if head in HEADS or colour in COLOURS:
            self._looks[key] = chosen_look(name, head or "", colour or "")
        elif key not in self._looks:
            self._looks[key] = free_look(look_of(name), self._looks.values())
        return self._looks[key]

    def shown(self, bots: Mapping[int, str], reading: Collection[int] = ()) -> list[ChairShown]:
        """Return the chairs as sent to everybody; ``bot_names`` are names by seat."""
        looks: dict[int, Look] = {}
        # Computer players get the avatars that people have left over.
        for seat, chair in enumerate(self.chairs):
            if chair.name:
                looks[seat] = self._look_of(chair.name, chair.face)
        for seat, name in bots.items():
            if seat not in looks:
                looks[seat] = self._look_of(name, NO_FACE)
        return [
            ChairShown(
                name=chair.name or bots.get(seat, ""),
                who="guest" if chair.secret else "bot" if seat in bots else "open",
                ready=chair.ready,
                here=chair.visitor is not None or chair.expected,
                slow=chair.visitor is not None and chair.visitor.slow,
                face=looks[seat].head.value if seat in looks else UNSET,
                colour=looks[seat].colour if seat in looks else UNSET,
                reads=True if seat in reading or chair.reads else UNSET,
            )
            for seat, chair in enumerate(self.chairs)
        ]


def _check_returns(one: LobbyChair | Spectator, now: float) -> None:
    """Refuse a guest who comes back too often in a row: each time is sent to everybody."""
    if not (one.host or one.returns.allows(now)):
        raise RefusedError("busy", RETURN_S)
