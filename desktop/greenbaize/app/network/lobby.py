"""Lobby: the chairs of a table before, during and after a match, and their occupants."""

from asyncio import TimerHandle
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from msgspec import UNSET, UnsetType

from greenbaize.app.avatars import (
    AVATAR_COLOURS,
    AVATAR_HEADS,
    Avatar,
    create_chosen_avatar,
    create_default_avatar,
    find_free_avatar,
)
from greenbaize.app.network.hosted_table_files import StoredChair
from greenbaize.app.network.rate_limits import (
    RETURN_INTERVAL_S,
    create_person_chat_limit,
    create_return_limit,
    create_stand_in_limit,
)
from greenbaize.app.nicknames import are_confusable
from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER, BotLauncher
from greenbaize.app.seats.opponents import Opponent
from greenbaize.games import GAMES
from greenbaize.lan.line_connection import LineConnection
from greenbaize.lan.pairing import hash_secret, new_secret
from greenbaize.lan.server import ConnectedClient, GuestRefusedError, TokenBucket
from greenbaize.lan.wire import (
    PROTOCOL_VERSIONS,
    ChairState,
    ConnectionRefusedMessage,
    MatchSetupMessage,
    fit_level_to_version,
)
from greenbaize.match.header import check_seat_count
from greenbaize.rules.name_text import fold_name
from greenbaize.rules.options import OptionValues, resolve_options
from greenbaize.rules.players import LEVEL_NAMES

BOT_FILL_DELAY_S: Final = 2.0
"""Seconds before computer players take open chairs, for others to sit down."""
REPLACE_DELAY_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class HostedTableSetup:
    """The setup of a table to be hosted; its keeper may change that of the next match.

    ``bots`` fill open chairs (None: wait for people) after ``bot_fill_delay_s`` seconds;
    ``replace_delay_s`` passes until one replaces a lost guest; ``turn_limit_s`` is in seconds, or
    0; ``allows_hints`` allows hints; ``shows_hands`` lets spectators see one seat's view;
    ``allows_further_matches`` allows further matches.
    """

    name: str
    game: str
    seats: int
    options: OptionValues
    bots: Opponent | None = None
    replace_delay_s: float = REPLACE_DELAY_S
    turn_limit_s: int = 0
    allows_hints: bool = True
    shows_hands: bool = False
    allows_further_matches: bool = False
    launcher: BotLauncher = field(default=IN_PROCESS_LAUNCHER)
    bot_fill_delay_s: float = BOT_FILL_DELAY_S

    def apply_match_setup(self, match_setup: MatchSetupMessage) -> "HostedTableSetup":
        """Return this with a match's setup; ``ValueError`` or ``GameError`` if impossible."""
        if match_setup.game not in GAMES or match_setup.bots not in ("", *LEVEL_NAMES):
            raise ValueError(match_setup.game)
        check_seat_count(GAMES[match_setup.game], match_setup.seats)
        return replace(
            self,
            game=match_setup.game,
            seats=match_setup.seats,
            options=resolve_options(
                GAMES[match_setup.game].options, match_setup.seats, match_setup.options
            ),
            bots=self._select_bot(match_setup.bots),
            turn_limit_s=match_setup.clock,
            allows_hints=match_setup.hints,
            shows_hands=match_setup.hands,
        )

    def _select_bot(self, level: str) -> Opponent | None:
        if self.bots is not None and level in (
            self.bots.level,
            # A keeper with an older program sends back what it was told.
            fit_level_to_version(self.bots.level, PROTOCOL_VERSIONS[-1]),
        ):
            return self.bots
        return Opponent(level) if level else None


MAX_SPECTATORS: Final = 30


class GuestFace(NamedTuple):
    """A guest's chosen face and colour, by their codes; the host replaces unknown ones."""

    face: str | UnsetType = UNSET
    colour: str | UnsetType = UNSET


NO_FACE: Final = GuestFace()


@dataclass(eq=False, slots=True)
class LobbyChair:
    """A chair; free if ``name`` is empty.

    ``secret_hash`` is that of the guest's secret, ``last_command_number`` their last accepted
    command; ``is_host`` marks the host's own chair; ``wants_bot`` that the guest lets a
    computer player act; ``is_expected`` that the chair was assigned and its guest has still to
    connect; ``away_timer`` runs while they are waited for. Rate limits belong to the chair, so a
    reconnection does not reset them.
    """

    name: str = ""
    secret_hash: str = ""
    face: GuestFace = NO_FACE
    is_ready: bool = False
    is_reading: bool = False
    client: ConnectedClient | None = None
    last_command_number: int = 0
    is_host: bool = False
    wants_bot: bool = False
    is_expected: bool = False
    away_timer: TimerHandle | None = None
    person_chat_limit: TokenBucket = field(default_factory=create_person_chat_limit)
    change_limit: TokenBucket = field(default_factory=create_stand_in_limit)
    return_limit: TokenBucket = field(default_factory=create_return_limit)

    def clear_chair(self) -> None:
        self.name, self.secret_hash, self.is_ready, self.client, self.last_command_number = (
            "",
            "",
            False,
            None,
            0,
        )
        self.is_host = self.wants_bot = self.is_expected = False
        self.face = NO_FACE
        self.cancel_away_timer()

    def cancel_away_timer(self) -> None:
        if self.away_timer is not None:
            self.away_timer.cancel()
            self.away_timer = None


@dataclass(eq=False, slots=True)
class Spectator:
    """A present or former spectator: name and rate limits; ``is_host`` at the host's computer."""

    name: str
    is_host: bool = False
    client: ConnectedClient | None = None
    person_chat_limit: TokenBucket = field(default_factory=create_person_chat_limit)
    return_limit: TokenBucket = field(default_factory=create_return_limit)


class Lobby:
    """The chairs of a table and its spectators."""

    def __init__(self, seats: int) -> None:
        self.chairs = [LobbyChair() for _ in range(seats)]
        self.spectators: Final[set[ConnectedClient]] = set()
        self.keeper: LobbyChair | Spectator | None = None
        """Keeper of the table; the host may be keeper without a chair."""
        self._known_spectators: dict[str, Spectator] = {}
        self._avatars: dict[str, Avatar] = {}
        """Avatars of all who have been here since the table was opened, by their folded names."""

    @property
    def clients(self) -> list[ConnectedClient]:
        """All connected clients: those at the chairs, in their order, then the spectators."""
        seated_clients = [chair.client for chair in self.chairs if chair.client is not None]
        return [*seated_clients, *self.spectators]

    # Guests coming and leaving

    def assign_chair(
        self, name: str, allowed_seats: Iterable[int], *, is_host: bool = False
    ) -> tuple[LobbyChair, str]:
        """Assign a chair to a guest; return it and its secret.

        ``name`` must be unused and ``allowed_seats`` are the chairs allowed. ``is_host``: the
        person here gets their chair, or that of the same name, again. Raises ``GuestRefusedError``.
        """
        chair = self._find_host_chair(name) if is_host else None
        if chair is None:
            chair = self.chairs[self._find_open_seat(name, allowed_seats)]
        secret = new_secret()
        chair.name, chair.secret_hash, chair.is_host = name, hash_secret(secret), is_host
        return chair, secret

    def _find_host_chair(self, name: str) -> LobbyChair | None:
        same_name_chairs = (
            chair for chair in self.chairs if fold_name(chair.name) == fold_name(name)
        )
        return next((chair for chair in self.chairs if chair.is_host), None) or next(
            same_name_chairs, None
        )

    def admit_spectator(self, connection: LineConnection, name: str) -> ConnectedClient:
        """Admit a spectator; ``GuestRefusedError`` if too many watch or the name is used."""
        self._check_spectator_limit()
        present_people: list[LobbyChair | ConnectedClient] = [*self.taken_chairs, *self.spectators]
        if name and any(are_confusable(name, person.name) for person in present_people):
            raise GuestRefusedError("name")
        return self._connect_spectator(connection, self._register_spectator(Spectator(name)))

    def _register_spectator(self, spectator: Spectator) -> str:
        """Register a spectator; return the secret that admits them."""
        secret = new_secret()
        known_spectators = self._known_spectators.items()
        absent_hashes = [
            spectator_hash
            for spectator_hash, known_spectator in known_spectators
            if not known_spectator.is_host and known_spectator.client not in self.spectators
        ]
        for absent_hash in absent_hashes[: -2 * MAX_SPECTATORS]:
            del self._known_spectators[absent_hash]
        self._known_spectators[hash_secret(secret)] = spectator
        return secret

    def register_host_spectator(self, name: str) -> str:
        """Let the host keep the table without a chair; return their secret."""
        self.keeper = Spectator(name, is_host=True)
        return self._register_spectator(self.keeper)

    def register_expected_spectator(self) -> str:
        """Register a spectator without a name; return the secret they will come with.

        ``GuestRefusedError`` if too many watch.
        """
        self._check_spectator_limit()
        return self._register_spectator(Spectator(""))

    @property
    def spectator_count(self) -> int:
        """Number of spectators who are not at the host's computer."""
        return sum(not self._find_spectator(client).is_host for client in self.spectators)

    def _check_spectator_limit(self) -> None:
        if self.spectator_count >= MAX_SPECTATORS:
            raise GuestRefusedError("watchers")

    def _find_spectator(self, client: ConnectedClient) -> Spectator:
        return self._known_spectators.get(hash_secret(client.secret)) or Spectator(client.name)

    def is_keeper(self, client: ConnectedClient) -> bool:
        holder = self._find_spectator(client) if client.seat is None else self.find_chair(client)
        return holder is not None and holder is self.keeper

    def _connect_spectator(self, connection: LineConnection, secret: str) -> ConnectedClient:
        spectator = self._known_spectators[hash_secret(secret)]
        previous_client = spectator.client
        if previous_client is not None and previous_client in self.spectators:
            _replace_client(previous_client)
            self.spectators.discard(previous_client)
        elif not spectator.is_host:
            self._check_spectator_limit()
        viewed_seat = None if previous_client is None else previous_client.viewed_seat
        spectator.client = ConnectedClient(
            connection, None, secret, name=spectator.name, viewed_seat=viewed_seat
        )
        return spectator.client

    def get_person_chat_limit(self, client: ConnectedClient) -> TokenBucket:
        chair = self.find_chair(client)
        if chair is not None:
            return chair.person_chat_limit
        spectator = self._known_spectators.get(hash_secret(client.secret))
        return TokenBucket(0, 1) if spectator is None else spectator.person_chat_limit

    def reconnect_client(
        self, connection: LineConnection, secret: str, now: float
    ) -> ConnectedClient:
        """Return the client coming back with a secret at ``now`` (s).

        ``GuestRefusedError`` for an unknown secret, and for one that comes back too often.
        """
        secret_hash = hash_secret(secret)
        if (spectator := self._known_spectators.get(secret_hash)) is not None:
            _check_return_limit(spectator, now)
            return self._connect_spectator(connection, secret)
        for chair in self.chairs:
            if secret_hash == chair.secret_hash:
                _check_return_limit(chair, now)
                return self.connect_guest(chair, connection, secret)
        raise GuestRefusedError("secret")

    def connect_guest(
        self, chair: LobbyChair, connection: LineConnection, secret: str
    ) -> ConnectedClient:
        previous_client = chair.client
        chair.client = ConnectedClient(
            connection, self.chairs.index(chair), secret, chair.last_command_number
        )
        chair.is_expected = False
        chair.cancel_away_timer()
        if previous_client is not None:
            _replace_client(previous_client)
        return chair.client

    def free_chair(self, chair: LobbyChair) -> None:
        is_keeper = chair is self.keeper
        chair.clear_chair()
        if is_keeper:
            present_chairs = (
                taken_chair for taken_chair in self.taken_chairs if taken_chair.client is not None
            )
            self.keeper = next(present_chairs, None)

    def find_chair(self, client: ConnectedClient) -> LobbyChair | None:
        """Return the chair that a client holds, or None."""
        return next((chair for chair in self.chairs if chair.client is client), None)

    @property
    def keeper_seat(self) -> int | None:
        return next((seat for seat, chair in enumerate(self.chairs) if chair is self.keeper), None)

    # State of the chairs

    def restore_chairs(self, stored_chairs: Iterable[StoredChair]) -> None:
        for chair, stored_chair in zip(self.chairs, stored_chairs, strict=False):
            chair.name, chair.secret_hash, chair.is_host = (
                stored_chair.name,
                stored_chair.secret,
                stored_chair.here,
            )
            chair.wants_bot = stored_chair.rests
            if stored_chair.keeps:
                self.keeper = chair

    def export_chairs(self) -> tuple[StoredChair, ...]:
        return tuple(
            StoredChair(
                chair.name,
                chair.secret_hash,
                chair.is_host,
                chair is self.keeper,
                chair.wants_bot,
            )
            for chair in self.chairs
        )

    @property
    def taken_chairs(self) -> list[LobbyChair]:
        return [chair for chair in self.chairs if chair.name]

    @property
    def is_ready(self) -> bool:
        """True if a chair is taken, and the guests of all taken ones are here and ready."""
        taken_chairs = self.taken_chairs
        return bool(taken_chairs) and all(
            chair.is_ready and chair.client is not None for chair in taken_chairs
        )

    @property
    def is_full(self) -> bool:
        return len(self.taken_chairs) == len(self.chairs)

    def _find_open_seat(self, name: str, allowed_seats: Iterable[int]) -> int:
        free_seats = [seat for seat in allowed_seats if not self.chairs[seat].secret_hash]
        for seat in free_seats:
            if fold_name(self.chairs[seat].name) == fold_name(name):
                return seat
        # The host who only shows the table may play on a phone, under their own name.
        spectator_names = (
            person.name for person in self.spectators if not self._find_spectator(person).is_host
        )
        other_names = [*(person.name for person in self.taken_chairs), *spectator_names]
        if any(are_confusable(name, other_name) for other_name in other_names):
            raise GuestRefusedError("name")
        if not free_seats:
            raise GuestRefusedError("full")
        return free_seats[0]

    def set_seat_count(self, seats: int) -> bool:
        """Change the number of chairs; return whether all guests have room."""
        taken_chairs = self.taken_chairs
        if len(taken_chairs) > seats:
            return False
        if seats < len(self.chairs):
            self.chairs = taken_chairs
        self.chairs += [LobbyChair() for _ in range(seats - len(self.chairs))]
        self._update_client_seats()
        return True

    def swap_seats(self, first_seat: int, second_seat: int) -> None:
        chairs = self.chairs
        chairs[first_seat], chairs[second_seat] = chairs[second_seat], chairs[first_seat]
        self._update_client_seats()

    def arrange_by_names(self, names: Iterable[str]) -> None:
        """Arrange the chairs by the players' names in a match; commands are numbered anew."""
        by_name = {chair.name: chair for chair in self.taken_chairs}
        self.chairs[:] = [by_name.get(name) or LobbyChair() for name in names]
        self._update_client_seats()
        for chair in self.chairs:
            chair.last_command_number = (
                0 if chair.client is None else chair.client.last_command_number
            )

    def _update_client_seats(self) -> None:
        for seat, chair in enumerate(self.chairs):
            if chair.client is not None:
                chair.client.seat = seat

    def _assign_avatar(self, name: str, face: GuestFace) -> Avatar:
        """Return a guest's avatar, which stays the same when they leave and come back."""
        key, (head, colour) = fold_name(name), face
        if head in AVATAR_HEADS or colour in AVATAR_COLOURS:
            self._avatars[key] = create_chosen_avatar(name, head or "", colour or "")
        elif key not in self._avatars:
            self._avatars[key] = find_free_avatar(
                create_default_avatar(name), self._avatars.values()
            )
        return self._avatars[key]

    def build_chair_states(
        self, bot_names: Mapping[int, str], unconfirmed_seats: Collection[int] = ()
    ) -> list[ChairState]:
        """Return the chairs as sent to everybody; ``bot_names`` are names by seat."""
        avatars: dict[int, Avatar] = {}
        # Computer players get the avatars that people have left over.
        for seat, chair in enumerate(self.chairs):
            if chair.name:
                avatars[seat] = self._assign_avatar(chair.name, chair.face)
        for seat, name in bot_names.items():
            if seat not in avatars:
                avatars[seat] = self._assign_avatar(name, NO_FACE)
        return [
            ChairState(
                name=chair.name or bot_names.get(seat, ""),
                who="guest" if chair.secret_hash else "bot" if seat in bot_names else "open",
                ready=chair.is_ready,
                here=chair.client is not None or chair.is_expected,
                slow=chair.client is not None and chair.client.is_slow,
                face=avatars[seat].head.value if seat in avatars else UNSET,
                colour=avatars[seat].colour if seat in avatars else UNSET,
                reads=True if seat in unconfirmed_seats or chair.is_reading else UNSET,
            )
            for seat, chair in enumerate(self.chairs)
        ]


def _replace_client(client: ConnectedClient) -> None:
    """Disconnect a client who has come back over a newer connection.

    The old connection is usually lost; a window that still reads there must not come back, too.
    """
    client.send_message(ConnectionRefusedMessage("replaced"))
    client.connection.close()


def _check_return_limit(participant: LobbyChair | Spectator, now: float) -> None:
    """Refuse a guest who comes back too often in a row: each time is sent to everybody."""
    if not (participant.is_host or participant.return_limit.try_acquire(now)):
        raise GuestRefusedError("busy", RETURN_INTERVAL_S)
