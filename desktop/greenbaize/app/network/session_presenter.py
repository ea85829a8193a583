"""What has come from a table on the network, handed to the window's thread and applied there."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, Protocol

import msgspec

from greenbaize.app.network.guest_record import GuestRecord
from greenbaize.app.network.network_thread import NetworkThread
from greenbaize.app.network.remote_view import RemoteView
from greenbaize.app.phones.shown import PhonesShown
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.games import GAMES
from greenbaize.lan import wire
from greenbaize.lan.client import Guest, HeardBack, RejectedError
from greenbaize.match.header import check_seats
from greenbaize.match.record import MOST_BYTES, read_header
from greenbaize.match.seal import Committed, Seal, check
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Ended
from greenbaize.rules.messages import Message
from greenbaize.rules.options import settled
from greenbaize.store.log import keep_error

MOST_WAITING: Final = 200_000
REJECTED: Final = (
    *("closed", "slow", "code", "busy", "full", "name", "no-name", "damaged", "flood"),
    *("secret", "dismissed"),
    *("host-older", "host-newer", "host-damaged", "not-the-host"),
)
DENIED: Final = ("keeper", "too-fast", "options", "playing", "not-playing", "seats", "hands")
"""The refusal codes that have a sentence."""


class _Typed(msgspec.Struct):
    type: str = ""


_TYPED: Final = msgspec.json.Decoder(_Typed)


def rejection_message(error: RejectedError) -> Message:
    """Why the host rejects this guest."""
    code = f"table-away-{error.why}" if error.why in REJECTED else "table-away"
    return Message(code, {"why": error.why, "wait": error.wait})


def denied(why: str) -> Message:
    """Why a request to the table is refused."""
    code = f"table-denied-{why}" if why in DENIED else "table-denied"
    return Message(code, {"why": why})


class SessionHearer(Protocol):
    """The listener of a session; everything is called from ``attend``.

    ``on_match`` comes also when a match is told again from its start, ``on_whole`` once its record
    has been stored and checked, ``on_phones`` when ``phones_shown`` has changed; ``on_over`` gets
    None if one left or the host closed the table.
    """

    def on_open(self) -> None: ...
    def on_lobby(self, lobby: wire.LobbyShown) -> None: ...
    def on_match(self, place: RemoteView) -> None: ...
    def on_spoken(self, spoken: wire.Spoken) -> None: ...
    def on_denied(self, why: Message) -> None: ...
    def on_phones(self) -> None: ...
    def on_lost(self) -> None: ...
    def on_back(self) -> None: ...
    def on_whole(self, seal: Seal, record: Path | None) -> None: ...
    def on_over(self, why: Message | None) -> None: ...


class SessionPresenter:
    """Applies what has come and notifies its ``hearer``, in the window's thread.

    ``recording`` keeps a guest's own record. The ``on_…`` are called from ``attend`` only, and not
    once the session is over.
    """

    hearer: SessionHearer

    def __init__(
        self, launcher: BotLauncher, code: str = "", recording: GuestRecord | None = None
    ) -> None:
        self.code = code
        """The table's code as it is shown; empty where it is not known."""
        self.addresses: tuple[str, ...] = ()
        """Where friends find the table (``192.168.1.5:40123``), the likeliest first."""
        self.lobby: wire.LobbyShown | None = None
        """The table as last shown; ``you`` and ``keeper`` say who one is."""
        self.place: RemoteView | None = None
        """One's player view of the current match, or the last one."""
        self.here = False
        self.over = False
        self.phones_shown = PhonesShown()
        """How phones can come to a table hosted here, and who has; empty while they are off."""
        self.thread: Final = NetworkThread(self.on_over)
        self.receiver: Final = EventReceiver(self, recording)
        self._launcher = launcher
        self._lost = False
        """Whether listeners know that the connection is lost."""
        self._gathered = False
        """Whether the table was seen without a match since the last one."""
        self._coming: RemoteView | None = None
        """The view of a match being told again, until it is complete."""

    def tell(self, done: Callable[..., object], *args: object) -> None:
        """From the network thread: do something in ``attend``, unless all is over by then."""
        self.thread.tell(self._hear, done, args)

    def _hear(self, done: Callable[..., object], args: tuple[object, ...]) -> None:
        if not self.over:
            done(*args)

    def on_open(self, code: str, addresses: tuple[str, ...]) -> None:
        self.code, self.addresses = code, addresses
        self.hearer.on_open()

    def on_complaint(self, fault: Message) -> None:
        self.hearer.on_denied(fault)

    def on_phones(self, shown: PhonesShown) -> None:
        self.phones_shown = shown
        self.hearer.on_phones()

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
        """A match begins, or is told again; its past is then reported at once."""
        try:
            place = RemoteView(header, self, match, seated=seated)
        except wire.DamagedMessageError as error:
            self.break_off(error)
            return
        place.record, place.launcher = record, self._launcher
        self._coming = place
        if self._gathered:
            self._gathered = False
            self._enter(place)

    def on_told(self, line: bytes) -> None:
        place = self._coming or self.place
        try:
            if place is not None:
                place.take(line)
        except wire.DamagedMessageError as error:
            self.break_off(error)

    def on_caught_up(self) -> None:
        if self._coming is None:
            return
        try:
            self._coming.check()
        except Exception as error:
            # Rules expect valid events; anything may be raised for others.
            self.break_off(error)
        else:
            self._enter(self._coming)

    def _enter(self, place: RemoteView) -> None:
        if self.place is not None:
            self.place.leave()
        self.place, self._coming = place, None
        self.hearer.on_match(place)

    def on_spoken(self, spoken: wire.Spoken) -> None:
        self.hearer.on_spoken(spoken)

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

    # What the place asks for

    @property
    def hints(self) -> bool:
        return self.lobby is not None and self.lobby.hints

    def attend(self) -> None:
        self.thread.attend()

    def wake_by(self, woken: Callable[[], None] | None, whose: object = None) -> None:
        """Call ``woken``, from another thread, when ``attend`` is due; one for each ``whose``."""
        self.thread.wake_by(self if whose is None else whose, woken)

    def do(self, match: int, heard: int, command: dict[str, Any], heard_back: HeardBack) -> None:
        """Ask the table for something."""
        self.thread.call(self.receiver.do, match, heard, command, heard_back)

    def break_off(self, error: Exception) -> None:
        """What was received is invalid: end the session."""
        if not isinstance(error, wire.DamagedMessageError | GameError):
            keep_error(error)
        self.thread.stop()
        self.on_over(rejection_message(RejectedError("host-damaged")))


class EventReceiver:
    """Receives what a guest is told, in the network thread, and passes it to ``presenter``."""

    guest: Guest

    def __init__(self, presenter: SessionPresenter, recording: GuestRecord | None) -> None:
        self.playing = False
        """Whether a match is under way, as far as the host has said."""
        self.shown: Callable[[wire.LobbyShown], object] = lambda _: None
        self.record: Callable[[], Path | None] = lambda: None
        """The path of the match's record, if this computer hosts it."""
        self.caught_up = partial(self._pass_on, presenter.on_caught_up)
        self.spoken = partial(self._pass_on, presenter.on_spoken)
        self.denied = partial(self._pass_on, presenter.on_denied)
        self.let_in = partial(self._pass_on, presenter.on_back)
        self.lost = partial(self._pass_on, presenter.on_lost)
        self._presenter, self._recording = presenter, recording
        self._kept_at: Path | None = None
        self._trouble: Message | None = None
        self._match = 0
        self._bytes = 0

    def begun(self, header: bytes) -> None:
        self._match += 1
        self._bytes = 0
        self.playing = True
        record = self.record()
        if self._recording is not None:
            self._recording.begin(header, self.guest.match)
            record = self._recording.path
            self._see_trouble(self._recording)
        self._kept_at = record
        seated = self.guest.seat is not None
        self._pass_on(self._presenter.on_begun, self._match, header, seated, record)

    def told(self, line: bytes) -> None:
        self._bytes += len(line)
        if self._bytes > MOST_BYTES:
            raise wire.DamagedMessageError
        with suppress(msgspec.DecodeError):
            self.playing = self.playing and _TYPED.decode(line).type != Ended.type
        if self._recording is not None:
            self._recording.take(line)
            self._see_trouble(self._recording)
        self._pass_on(self._presenter.on_told, line)

    def _see_trouble(self, recording: GuestRecord) -> None:
        if recording.trouble is not None and recording.trouble != self._trouble:
            self._pass_on(self._presenter.on_complaint, recording.trouble)
        self._trouble = recording.trouble

    def lobby(self, lobby: wire.LobbyShown) -> None:
        self.playing = lobby.stage == "playing"
        self.shown(lobby)
        self._pass_on(self._presenter.on_lobby, lobby)

    def whole(self, lines: list[bytes], committed: Committed | None) -> None:
        if self._recording is not None:
            seal, record = self._recording.whole(lines, committed)
        else:
            seal, record = _seal_of(lines, committed), self._kept_at
        self._pass_on(self._presenter.on_whole, seal, record)

    def close(self) -> None:
        if self._recording is not None:
            self._recording.close()

    def do(self, match: int, heard: int, command: dict[str, Any], heard_back: HeardBack) -> None:
        """Send a command, unless it is too late."""
        guest = self.guest
        if guest.here and (match != self._match or heard != guest.heard):
            self._presenter.thread.tell(heard_back, "stale", "")
        else:
            guest.do(command, partial(self._presenter.thread.tell, heard_back))

    def _pass_on(self, done: Callable[..., object], *args: object) -> None:
        if self._presenter.thread.waiting > MOST_WAITING:
            raise wire.DamagedMessageError
        self._presenter.tell(done, *args)


def _seal_of(lines: list[bytes], committed: Committed | None) -> Seal:
    try:
        return check(read_header(lines[0] if lines else b"", GAMES), GAMES, committed)
    except GameError:
        return Seal.BROKEN


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
    """A change of somebody's, by name: chairs change places."""

    what: Literal["sat", "left", "away", "back", "slow"]
    name: str


def comings(old: wire.LobbyShown | None, new: wire.LobbyShown) -> list[Coming]:
    """The changes of people; without an earlier state, who is here."""
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
