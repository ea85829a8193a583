"""A session at a table on the network, hosted here or elsewhere.

The network has its own thread. Its results wait until the owner calls ``process_pending``; requests
are handed over at once.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, Protocol

import msgspec

from greenbaize.app.network.network_thread import NetworkTask, NetworkThread
from greenbaize.app.network.remote_view import RemoteView
from greenbaize.app.phones.shown import PhonesShown
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.games import GAMES
from greenbaize.lan import wire
from greenbaize.lan.client import Guest, HeardBack, RejectedError
from greenbaize.match.header import check_seats
from greenbaize.match.record import MOST_BYTES
from greenbaize.match.seal import Seal
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.options import settled
from greenbaize.store.log import keep_error
from greenbaize.store.record_file import RecordFile

REJECTED: Final = (
    *("closed", "slow", "code", "busy", "full", "name", "no-name", "damaged", "flood"),
    *("secret", "dismissed", "watchers", "next-deal"),
    *("host-older", "host-newer", "host-damaged", "host-flood", "not-the-host"),
)
LONGEST_SAID_WAIT_S: Final = 60
"""Longest wait shown to the player; a host could send any number (s)."""
DENIED: Final = (
    *("keeper", "too-fast", "options", "playing", "not-playing", "seats", "hands"),
    *("changed", "host-older"),
)
"""Denial codes that have a sentence."""


def rejection_message(error: RejectedError) -> Message:
    """Return the message why the host rejects this guest."""
    code = f"table-away-{error.why}" if error.why in REJECTED else "table-away"
    return Message(code, {"why": error.why, "wait": min(error.wait, LONGEST_SAID_WAIT_S)})


def denied(why: str) -> Message:
    """Return the message why a request to the table is denied."""
    code = f"table-denied-{why}" if why in DENIED else "table-denied"
    return Message(code, {"why": why})


class SessionHearer(Protocol):
    """The listener of a session; everything is called from ``process_pending``.

    ``on_match`` is also called when a match is sent again from its start, ``on_match_stopped`` when
    the keeper has stopped it before its end, ``on_full_record`` once its record has been stored and
    checked, ``on_phones`` when ``phones_state`` has changed; ``on_over`` gets None after leaving or
    when the host has closed the table.
    """

    def on_open(self) -> None: ...
    def on_lobby(self, lobby: wire.LobbyShown) -> None: ...
    def on_match(self, place: RemoteView) -> None: ...
    def on_stopped(self, by: str) -> None: ...
    def on_spoken(self, spoken: wire.Spoken) -> None: ...
    def on_denied(self, why: Message) -> None: ...
    def on_phones(self) -> None: ...
    def on_lost(self) -> None: ...
    def on_back(self) -> None: ...
    def on_whole(self, seal: Seal, record: Path | None) -> None: ...
    def on_over(self, why: Message | None) -> None: ...


class Session:
    """A session at a table, whose ``connection`` and ``listener`` are set before it begins.

    The ``on_…`` are called from ``process_pending`` only, and not once the session is over.
    """

    connection: "TableConnection"
    hearer: SessionHearer

    def __init__(self, launcher: BotLauncher, code: str = "") -> None:
        self.code = code
        """Code of the table as displayed; empty where it is not known."""
        self.addresses: tuple[str, ...] = ()
        """Addresses of the table for friends (``192.168.1.5:40123``), the likeliest first."""
        self.lobby: wire.LobbyShown | None = None
        """Last lobby of the table; ``you`` and ``keeper`` are the own seat and the keeper's."""
        self.place: RemoteView | None = None
        self.here = False
        self.over = False
        self.newest_match = 0
        """Number of the last match on its way from the network thread, which sets it."""
        self.phones_shown = PhonesShown()
        self._phones_url = ""
        """Address chosen for phones; ``phones_state`` is empty while phones are off."""
        self.thread: Final = NetworkThread(self.on_over)
        self._launcher = launcher
        self._begun = False
        self._lost = False
        """Listeners know that the connection is lost."""
        self._gathered = False
        """The table was seen without a match since the last one."""
        self._coming: RemoteView | None = None
        """View of a match being sent again, until it is complete."""

    @property
    def hosting(self) -> bool:
        return self.connection.hosting

    @property
    def unwritten(self) -> RecordFile | None:
        """Record of the match hosted here if lines of it are not on the disk, or None."""
        return self.connection.unwritten

    def begin(self) -> None:
        self._begun = True
        self.thread.begin(self.connection)

    # Requests

    def send(self, message: msgspec.Struct) -> None:
        """Send the table a request; some are open to its keeper only."""
        self.thread.call(self.connection.send, message)

    def say(self, text: str = "", word: str = "") -> None:
        self.send(wire.Say(text, word))

    def get_ready(self, *, ready: bool = True) -> None:
        """Report whether the person is ready for the table as it is shown now."""
        arranged = msgspec.UNSET if self.lobby is None else self.lobby.arranged
        self.send(wire.ReadyMark(ready, arranged))

    def stop_match(self) -> None:
        """Stop the match before its end, as the table's keeper; it can be continued later."""
        self.send(wire.Stop())

    def stand_in(self, seat: int, *, on: bool) -> None:
        self.send(wire.StandIn(seat, on))

    def phones(self, *, on: bool) -> None:
        """Let phones join a table hosted here, or no longer.

        ``phones_state`` then says how to join. Phones that were on when the host of a match was
        ended are on again by themselves.
        """
        self.thread.call(self.connection.switch_phones, on)

    def give_chair_back(self, number: int) -> None:
        """Give a phone waiting at a table hosted here the chair that it asked for."""
        self.thread.call(self.connection.give_chair_back, number)

    def renew_code(self) -> None:
        """Request a new code for a table hosted here; ``on_open`` follows."""
        self.thread.call(self.connection.renew_code)

    def show_only(self, *, on: bool) -> None:
        """Keep a table hosted here without a chair, or with one; between matches."""
        self.thread.call(self.connection.show_only, on)

    def show_moment(self, lines: int | None) -> None:
        """Report to phones of a table hosted here how many lines its screen has shown.

        They show no result before it does; None: nobody looks at a screen.
        """
        if self.hosting:
            self.thread.call(self.connection.show_moment, lines)

    def leave(self) -> None:
        """Leave the table; one hosted here is closed. ``on_over`` follows."""
        if self._begun:
            self.thread.call(self.connection.leave)
        else:
            self.thread.tell(self.on_over, None)

    def close(self) -> None:
        """End everything at once; a hosted match can be continued, a guest keeps the seat."""
        self.over = True
        self.thread.close()

    # Results from the network

    def tell(
        self, done: Callable[..., object], *args: object, size: int = 0, kind: object = None
    ) -> None:
        """Call something in ``process_pending``, unless the session is over by then."""
        self.thread.tell(self._hear, done, args, size=size, kind=kind)

    def _hear(self, done: Callable[..., object], args: tuple[object, ...]) -> None:
        if not self.over:
            done(*args)

    def on_open(self, code: str, addresses: tuple[str, ...]) -> None:
        self.code, self.addresses = code, addresses
        self.hearer.on_open()

    def on_complaint(self, fault: Message) -> None:
        self.hearer.on_denied(fault)

    def on_phones(self, shown: PhonesShown) -> None:
        self.phones_shown = shown.at(self._phones_url)
        self.hearer.on_phones()

    def choose_phones_url(self, url: str) -> None:
        """Show phones another of the ``addresses`` of this computer."""
        self._phones_url = url
        self.on_phones(self.phones_shown)

    def on_lobby(self, lobby: wire.LobbyShown) -> None:
        try:
            _check_lobby(lobby)
        except GameError as error:
            self.break_off(error)
            return
        self.lobby = lobby
        self._gathered = self._gathered or lobby.stage != "playing"
        self.hearer.on_lobby(lobby)

    def on_begun(self, match: int, header: bytes, seated: bool, record: Path | None) -> None:
        """Begin the view of a match; a resent match is published once it is complete."""
        try:
            place = RemoteView(header, self, match, seated=seated)
        except wire.DamagedMessageError as error:
            self.break_off(error)
            return
        place.record, place.launcher = record, self._launcher
        self._coming = place
        if self._gathered and not self._is_outdated(place):
            self._gathered = False
            self._enter(place)

    def on_told(self, line: bytes) -> None:
        place = self._coming or self.place
        try:
            if place is not None:
                place.take(line)
        except wire.DamagedMessageError as error:
            self.break_off(error)

    def _is_outdated(self, place: RemoteView) -> bool:
        """Return whether another match is on its way already: only that one is shown."""
        return place.match < self.newest_match

    def on_caught_up(self) -> None:
        if self._coming is None or self._is_outdated(self._coming):
            return
        try:
            self._coming.check()
        except Exception as error:
            # Rules expect valid events; invalid ones may raise anything.
            self.break_off(error)
        else:
            self._enter(self._coming)

    def _enter(self, place: RemoteView) -> None:
        if self.place is not None:
            self.place.leave()
        self.place, self._coming = place, None
        self.hearer.on_match(place)

    def on_stopped(self, by: str) -> None:
        """Handle a match stopped before its end, by ``keeper_name`` or, if empty, the host."""
        if self.place is not None:
            self.place.leave()
        self.place = self._coming = None
        self._gathered = True
        self.hearer.on_stopped(by)

    def on_spoken(self, spoken: wire.Spoken) -> None:
        self.hearer.on_spoken(spoken)

    def on_slowed(self, wait: int) -> None:
        self.hearer.on_denied(Message("table-slowed", {"wait": wait}))

    def on_denied(self, why: str) -> None:
        self.hearer.on_denied(denied(why))

    def on_whole(self, seal: Seal, record: Path | None) -> None:
        self.hearer.on_whole(seal, record)

    def on_lost(self) -> None:
        self.here, self._lost, self._gathered = False, True, False
        if self.place is not None:
            self.place.note_lost()
        self.hearer.on_lost()

    def on_back(self) -> None:
        self.here, lost, self._lost = True, self._lost, False
        if lost:
            self.hearer.on_back()

    def on_over(self, why: Message | None) -> None:
        if not self.over:
            self.over, self.here, self._coming = True, False, None
            self.hearer.on_over(why)

    # MessageSender

    @property
    def hints(self) -> bool:
        return self.lobby is not None and self.lobby.hints

    def attend(self) -> None:
        self.thread.attend()

    def wake_by(self, woken: Callable[[], None] | None, whose: object = None) -> None:
        """Call ``on_wake``, from another thread, when ``process_pending`` is due; one per owner."""
        self.thread.wake_by(self if whose is None else whose, woken)

    def do(self, match: int, heard: int, command: dict[str, Any], heard_back: HeardBack) -> None:
        self.thread.call(self.connection.do, match, heard, command, heard_back)

    def break_off(self, error: Exception) -> None:
        """End the session, as invalid data was received."""
        if not isinstance(error, wire.DamagedMessageError | GameError):
            keep_error(error)
        self.thread.stop()
        self.on_over(rejection_message(RejectedError("host-damaged")))


class TableConnection(NetworkTask, ABC):
    """The network thread's part of a session, which passes on what its guest receives.

    ``run`` returns why it ended, None after leaving or when the table was closed.
    """

    hosting = False
    _guest: Guest

    def __init__(self, session: Session) -> None:
        self.caught_up = partial(self._pass_on, session.on_caught_up)
        self.spoken = partial(self._pass_on, session.on_spoken)
        self.denied = partial(self._pass_on, session.on_denied)
        self._session = session
        self._record: Path | None = None
        """Path of the match's record on this computer."""
        self._match = self._bytes = 0
        self._left = self._changing = False
        self._staying: asyncio.Task[None] | None = None

    @property
    def unwritten(self) -> RecordFile | None:
        """Record of the match hosted here if lines of it are not on the disk, or None.

        The window's thread may read it and save a copy.
        """
        return None

    @abstractmethod
    def leave(self) -> None:
        """Leave the table on the person's request."""

    def switch_phones(self, on: bool) -> None:
        pass

    def show_only(self, on: bool) -> None:
        pass

    def renew_code(self) -> None:
        pass

    def give_chair_back(self, number: int) -> None:
        pass

    def show_moment(self, lines: int | None) -> None:
        pass

    def send(self, message: msgspec.Struct) -> None:
        """Send to the table; dropped while disconnected."""
        if self._staying is not None:
            self._guest.send(message)

    def do(self, match: int, heard: int, command: dict[str, Any], heard_back: HeardBack) -> None:
        guest, tell = self._guest, self._session.thread.tell
        if guest.here and (match != self._match or heard != guest.heard):
            tell(heard_back, "stale", "")
        else:
            guest.do(command, partial(tell, heard_back))

    async def _stay(self, guest: Guest, connect: Callable[[], Any]) -> None:
        self._guest = guest
        guest.wait_for_listener = self._session.thread.wait_for_room
        guest.on_slowed = partial(self._pass_on, self._session.on_slowed)
        lost = partial(self._pass_on, self._session.on_lost)
        self._staying = asyncio.ensure_future(guest.stay(connect, lost, self._on_let_in))
        try:
            await self._staying
        except asyncio.CancelledError:
            if not (self._left or self._changing):
                raise

    # GuestListener

    def _on_let_in(self) -> None:
        self._pass_on(self._session.on_back)

    def begun(self, header: bytes) -> None:
        self._match += 1
        self._session.newest_match = self._match
        self._bytes = 0
        seated = self._guest.seat is not None
        self._pass_on(self._session.on_begun, self._match, header, seated, self._record)

    def told(self, line: bytes) -> None:
        self._bytes += len(line)
        if self._bytes > MOST_BYTES:
            raise wire.DamagedMessageError
        self._pass_on(self._session.on_told, line)

    def match_stopped(self, by: str) -> None:
        self._pass_on(self._session.on_stopped, by)

    def lobby(self, lobby: wire.LobbyShown) -> None:
        self._pass_on(self._session.on_lobby, lobby, kind=("lobby", lobby.stage))

    def _pass_on(self, done: Callable[..., object], *args: object, kind: object = None) -> None:
        self._session.tell(done, *args, size=self._guest.line_size, kind=kind)


def _check_lobby(lobby: wire.LobbyShown) -> None:
    game, seats = GAMES.get(lobby.game), len(lobby.chairs)
    if game is None:
        raise GameError(Message("header-game", {"game": lobby.game}))
    check_seats(game, seats)
    settled(game.options, seats, lobby.options)
    for seat in (lobby.you, lobby.keeper):
        if seat is not None and seat >= seats:
            raise GameError(Message("no-seat", {"number": seat}))


class Coming(NamedTuple):
    """A change of a guest's presence, by name as chairs change seats."""

    what: Literal["sat", "left", "away", "back", "slow"]
    name: str


def comings(old: wire.LobbyShown | None, new: wire.LobbyShown) -> list[Coming]:
    """Return the changes of guests' presence; without an old lobby, those who are here."""
    before, now = _people(old), _people(new)
    told = [Coming("left", name) for name in before if name not in now]
    for name, chair in now.items():
        was = before.get(name)
        if was is None:
            if chair.here:
                told.append(Coming("sat", name))
        elif was.here != chair.here:
            told.append(Coming("back" if chair.here else "away", name))
        elif chair.slow and not was.slow:
            told.append(Coming("slow", name))
    return told


def _people(lobby: wire.LobbyShown | None) -> dict[str, wire.ChairShown]:
    chairs = [] if lobby is None else lobby.chairs
    return {chair.name: chair for chair in chairs if chair.is_guest}
