"""Applies what has come from the network, in the window's thread: to the table and one's view."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from greenbaize.app.network.connections import denied, rejection_message
from greenbaize.app.network.event_receiver import EventReceiver, Recording
from greenbaize.app.network.network_thread import NetworkThread
from greenbaize.app.network.remote_view import HeardBack, RemoteView
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.games import GAMES
from greenbaize.lan.client import RejectedError
from greenbaize.lan.wire import ChairShown, DamagedMessageError, LobbyShown, Shuffle, Spoken
from greenbaize.match.header import check_seats
from greenbaize.match.seal import Seal
from greenbaize.rules.errors import GameError, HeaderError
from greenbaize.rules.messages import Message
from greenbaize.rules.options import settled
from greenbaize.store.log import keep_error


class SessionHearer(Protocol):
    """The listener of a session; everything is called from ``attend``."""

    def on_open(self) -> None:
        """The table one runs is open: its code and addresses are known."""

    def on_lobby(self, lobby: LobbyShown) -> None:
        """The table's state, during matches too."""

    def on_match(self, place: RemoteView) -> None:
        """A match begins, or is told again from its start; this is one's view of it."""

    def on_spoken(self, spoken: Spoken) -> None:
        """A chat message, one's own included."""

    def on_denied(self, why: Message) -> None:
        """A request to the table was refused."""

    def on_shuffle(self, shuffle: Shuffle) -> None:
        """A round of the shuffle begins; ``missing`` says who made the one before fail."""

    def on_lost(self) -> None:
        """The connection is lost; reconnecting."""

    def on_back(self) -> None:
        """It stands again."""

    def on_whole(self, seal: Seal, record: Path | None) -> None:
        """The match is over: its whole record has been stored and checked."""

    def on_over(self, why: Message | None) -> None:
        """The session is over; None if one left or the host closed the table."""


class SessionPresenter:
    """Applies what has come and notifies listeners, in the window's thread."""

    def __init__(
        self, launcher: BotLauncher, code: str, recording: Recording | None = None
    ) -> None:
        self.code = code
        self.addresses: tuple[str, ...] = ()
        self.lobby: LobbyShown | None = None
        self.place: RemoteView | None = None
        self.here = False
        self.over = False
        self.hearers: list[SessionHearer] = []
        self.thread = NetworkThread(self.on_over)
        self.receiver = EventReceiver(self.thread, self, recording)
        self._launcher = launcher
        self._lost = False
        """Whether listeners know that the connection is lost."""
        self._gathered = False
        """Whether the table was seen without a match since the last one."""
        self._coming: RemoteView | None = None
        """The view of a match being told again, until it is complete."""

    # What comes from the network

    def on_open(self, code: str, addresses: tuple[str, ...]) -> None:
        """The table that is run here is open, or has moved."""
        self.code, self.addresses = code, addresses
        self._tell(lambda hearer: hearer.on_open())

    def on_complaint(self, fault: Message) -> None:
        """Something that the person who runs the table should know."""
        self._tell(lambda hearer: hearer.on_denied(fault))

    def on_lobby(self, lobby: LobbyShown) -> None:
        """The table as it is."""
        if self.over:
            return
        try:
            _check_lobby(lobby)
        except GameError as error:
            self.break_off(error)
            return
        self.lobby = lobby
        self._gathered = self._gathered or lobby.stage != "playing"
        self._tell(lambda hearer: hearer.on_lobby(lobby))

    def on_begun(self, match: int, header: bytes, seated: bool, record: Path | None) -> None:
        """A match begins, or is told again; its past is then reported at once."""
        if self.over:
            return
        try:
            place = RemoteView(header, self, match, seated=seated)
        except DamagedMessageError as error:
            self.break_off(error)
            return
        place.record, place.launcher = record, self._launcher
        self._coming = place
        if self._gathered:
            self._gathered = False
            self._enter()

    def on_told(self, line: bytes) -> None:
        """The next line of it."""
        place = self._coming or self.place
        if self.over or place is None:
            return
        try:
            place.take(line)
        except DamagedMessageError as error:
            self.break_off(error)

    def on_caught_up(self) -> None:
        """That is all for now."""
        if self.over or self._coming is None:
            return
        try:
            self._coming.check()
        except Exception as error:
            # Rules expect valid events; anything may be raised for others.
            self.break_off(error)
        else:
            self._enter()

    def _enter(self) -> None:
        place, self._coming = self._coming, None
        assert place is not None
        if self.place is not None:
            self.place.leave()
        self.place = place
        self._tell(lambda hearer: hearer.on_match(place))

    def on_spoken(self, spoken: Spoken) -> None:
        """Somebody has said something."""
        self._tell(lambda hearer: hearer.on_spoken(spoken))

    def on_denied(self, why: str) -> None:
        """Something that was asked for about the table cannot be."""
        self._tell(lambda hearer: hearer.on_denied(denied(why)))

    def on_shuffle(self, shuffle: Shuffle) -> None:
        """A round of the shuffle begins."""
        self._tell(lambda hearer: hearer.on_shuffle(shuffle))

    def on_whole(self, seal: Seal, record: Path | None) -> None:
        """The whole record of the match has come."""
        self._tell(lambda hearer: hearer.on_whole(seal, record))

    def on_lost(self) -> None:
        """The connection is lost."""
        self.here, self._lost, self._gathered = False, True, False
        if self.place is not None:
            self.place.note_lost()
        self._tell(lambda hearer: hearer.on_lost())

    def on_back(self) -> None:
        """The connection stands, for the first time or again."""
        self.here, lost, self._lost = True, self._lost, False
        if lost:
            self._tell(lambda hearer: hearer.on_back())

    def on_over(self, why: Message | None) -> None:
        """The session is over."""
        if not self.over:
            self.over, self.here, self._coming = True, False, None
            for hearer in tuple(self.hearers):
                hearer.on_over(why)

    def _tell(self, hear: Callable[[SessionHearer], object]) -> None:
        if not self.over:
            for hearer in tuple(self.hearers):
                hear(hearer)

    # What the place asks for

    @property
    def hints(self) -> bool:
        """Whether the table allows hints."""
        return self.lobby is not None and self.lobby.hints

    def attend(self) -> None:
        """Take in what has come."""
        self.thread.attend()

    def wake_by(self, whose: object, woken: Callable[[], None] | None) -> None:
        """Call ``woken``, from another thread, when ``attend`` is due."""
        self.thread.wake_by(whose, woken)

    def do(self, match: int, heard: int, command: dict[str, Any], heard_back: HeardBack) -> None:
        """Ask the table for something."""
        self.thread.call(self.receiver.do, match, heard, command, heard_back)

    def break_off(self, error: Exception) -> None:
        """What was received is invalid: end the session."""
        if not isinstance(error, DamagedMessageError | GameError):
            keep_error(error)
        self.thread.stop()
        self.on_over(rejection_message(RejectedError("host-damaged")))


def _check_lobby(lobby: LobbyShown) -> None:
    """Check that a table can be shown; ``GameError`` if not."""
    game, seats = GAMES.get(lobby.game), len(lobby.chairs)
    if game is None:
        raise HeaderError(Message("header-game", {"game": lobby.game}))
    check_seats(game, seats)
    settled(game.options, seats, lobby.options)
    for seat in (lobby.you, lobby.keeper):
        if seat is not None and seat >= seats:
            raise HeaderError(Message("no-seat", {"number": seat}))


SAT: Final = "sat"
LEFT: Final = "left"
AWAY: Final = "away"
BACK: Final = "back"
SLOW: Final = "slow"
GUEST: Final = "guest"
"""The ``who`` of a chair that somebody has taken."""


class Coming(NamedTuple):
    """A change of somebody's, by name: chairs change places."""

    what: str
    name: str


def comings(old: LobbyShown | None, new: LobbyShown) -> list[Coming]:
    """The changes of people; without an earlier state, who is here."""
    before, now = _people(old), _people(new)
    told = [Coming(LEFT, name) for name in before if name not in now]
    for name, chair in now.items():
        was = before.get(name)
        if was is None:
            if chair.here:
                told.append(Coming(SAT, name))
        elif was.here != chair.here:
            told.append(Coming(BACK if chair.here else AWAY, name))
        elif chair.slow and not was.slow:
            told.append(Coming(SLOW, name))
    return told


def _people(lobby: LobbyShown | None) -> dict[str, ChairShown]:
    chairs = [] if lobby is None else lobby.chairs
    return {chair.name: chair for chair in chairs if chair.who == GUEST}
