"""The guest's end of a connection: joins, reconnects, and receives its seat's view lines."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Final, Protocol

import msgspec
from msgspec import UNSET

from greenbaize.lan import wire
from greenbaize.lan.host_pace import HostPace
from greenbaize.lan.lines import Lines, LostError
from greenbaize.lan.pairing import PairingError, Side
from greenbaize.lan.server import SILENCE_S
from greenbaize.lan.wire import VERSIONS
from greenbaize.match.record import MOST_BYTES
from greenbaize.match.seal import Committed, commit_of, new_number


class Committing:
    """A guest's part in the joint shuffle, and what they know of it afterwards."""

    def __init__(self) -> None:
        self._round = 0
        self._lobby = ""
        self._index: int | None = None
        self._number = ""
        self._again = 0
        self._fresh: Committed | None = None
        self.known: Committed | None = None

    def begin(self, shuffle: wire.Shuffle) -> wire.Commit | None:
        """Begin a round; return a player's commitment. ``DamagedMessageError`` if repeated."""
        if shuffle.round <= self._round:
            raise wire.DamagedMessageError
        if self._fresh is not None and self._index is not None:
            self._again += 1  # the host has seen the numbers, and may have disliked them
        self._round, self._lobby, self._index = shuffle.round, shuffle.lobby, shuffle.index
        self._fresh = None
        if self._index is None:
            self._number = ""
            return None
        self._number = new_number()
        return wire.Commit(self._round, commit_of(self._number, self._lobby, self._index))

    def open(self, commits: wire.Commits) -> wire.Open | None:
        """Return a player's number once all have committed, at most once a round.

        Raises ``DamagedMessageError`` if the guest's own hash is not among the published ones.
        """
        index, hashes = self._index, tuple(commits.hashes)
        if commits.round != self._round or self._fresh is not None:
            raise wire.DamagedMessageError
        self._fresh = Committed(self._lobby, hashes, index, self._number, self._again)
        if index is None:
            return None
        if index >= len(hashes) or hashes[index] != commit_of(self._number, self._lobby, index):
            raise wire.DamagedMessageError
        return wire.Open(self._round, self._number)

    def come_back(self) -> None:
        """Prepare for a new connection; a player's pending commitment is not dropped."""
        self._round = 0  # the host may have been restarted, and counts rounds from there
        if self._index is None:
            self._fresh = None

    def follow(self, *, same: bool) -> None:
        """Note that a match is sent from its beginning: the same one again, or another."""
        if not same or self._fresh is not None:
            self.known, self._fresh, self._again = self._fresh, None, 0


CONNECT_S: Final = 10.0
"""Time for a host to answer and admit the guest (s)."""
FIRST_PAUSE_S: Final = 0.2
LONGEST_PAUSE_S: Final = 5.0
"""Longest delay between two attempts to reconnect (s)."""


SHORT_WAIT_S: Final = 5
MOST_SLOWED: Final = 6
"""Longest wait (s) that a slowed guest accepts, and how often it tries again."""


class RejectedError(Exception):
    """The host rejects this guest, with a reason code (docs/lan-protocol.md)."""

    def __init__(self, why: str, wait: int = 0) -> None:
        super().__init__(why)
        self.why = why
        self.wait = wait


class _AnewError(Exception):
    """The seat's secret is no longer valid and was deleted: the code is needed again."""


class Keeping(Protocol):
    """Storage of the seats' secrets by the host's fingerprint."""

    def secret(self, fingerprint: bytes) -> str | None: ...
    def keep(self, fingerprint: bytes, secret: str) -> None: ...
    def forget(self, fingerprint: bytes) -> None: ...


class GuestListener(Protocol):
    """The receiver of the header and view lines of a match, and of the table's messages."""

    def begun(self, header: bytes) -> None: ...
    def told(self, line: bytes) -> None: ...
    def caught_up(self) -> None: ...
    def lobby(self, lobby: wire.LobbyShown) -> None: ...
    def spoken(self, spoken: wire.Spoken) -> None: ...
    def denied(self, why: str) -> None: ...
    def match_stopped(self, by: str) -> None: ...
    def whole(self, lines: list[bytes], committed: Committed | None) -> None: ...


HeardBack = Callable[[str, str], object]
"""Callback with the result code of a command, also ``lost``, and the rule that refuses it."""


class Guest:
    """A guest's connection to a table, re-established when lost.

    ``listener`` receives all messages, ``secret_store`` stores the seat's secret, ``program`` is
    the name and version of this program. With an empty ``code`` only the secret can admit the
    guest.
    """

    def __init__(
        self, code: str, sit: wire.Sit, listener: GuestListener, keeping: Keeping, program: str = ""
    ) -> None:
        self.seat: int | None = None
        self.heard = 0
        self.match = ""
        self.fingerprint = b""
        """Fingerprint of the table that has admitted the guest."""
        self.visits = 0
        self._number = 0
        self._asked: dict[int, HeardBack] = {}
        self._version = VERSIONS[-1]
        self._committing = Committing()
        self._record: list[bytes] = []
        self._missing = self._room = 0
        self._code, self._sit, self._listener, self._keeping = code, sit, listener, keeping
        self._program = program
        self.line_size = 0
        """Size of the message that the listener is being given (bytes)."""
        self.wait_for_listener: Callable[[], Awaitable[None]] = _go_on
        """Awaited after each message: a listener that has fallen behind makes the host wait."""
        self.most_slowed = MOST_SLOWED
        self.on_slowed: Callable[[int], object] = lambda _: None
        """Called with the time (s) that the guest waits before it tries the code again."""
        self._pace = HostPace()
        self._lines: Lines | None = None
        self._over = False
        self._let_in = False

    @property
    def here(self) -> bool:
        return self._lines is not None

    # Requests

    def ready(self, *, ready: bool = True, arranged: int | msgspec.UnsetType = UNSET) -> None:
        """Send that the person is ready, or not, for the lobby's ``arrangement`` number."""
        self.send(wire.ReadyMark(ready, arranged))

    def do(self, command: dict[str, Any], heard_back: HeardBack = lambda *_: None) -> None:
        """Send a command; while disconnected it is lost."""
        if self._lines is None:
            heard_back("lost", "")
            return
        self._number += 1
        self._asked[self._number] = heard_back
        if self.match:  # without a match it would answer a question to a seat that is lost
            self.send(wire.Do(self._number, self.heard, command))

    def leave(self) -> None:
        self._over = True
        self.send(wire.Leave())
        if self._lines is not None:
            self._lines.close()

    def send(self, message: msgspec.Struct) -> None:
        """Send a message; dropped while disconnected, or if the host's version lacks it."""
        if isinstance(message, wire.Reading) and self._version < wire.FACES:
            return
        if self._version < wire.STOPS:
            if isinstance(message, wire.Stop):
                self._listener.denied("host-older")
                return
            if isinstance(message, wire.ReadyMark):
                message = wire.ReadyMark(message.ready)
        if self._lines is not None:
            self._lines.send(wire.line_of(message))

    # Connection

    async def stay(
        self,
        connect: Callable[[], Any],
        lost: Callable[[], object],
        let_in: Callable[[], object] = lambda: None,
    ) -> None:
        """Stay connected until the guest leaves or the table closes, reconnecting as needed.

        ``connect`` returns a ``LineConnection`` or raises ``OSError``; ``on_lost`` is called after
        each loss, ``on_admitted`` each time the guest is admitted. Raises ``JoinRejectedError``, or
        ``OSError`` before the first admission.
        """
        pause, slowed = FIRST_PAUSE_S, 0
        while not self._over:
            try:
                async with asyncio.timeout(CONNECT_S):
                    lines = await connect()
                    await self._enter(lines, let_in)
            except wire.DamagedMessageError:
                raise RejectedError("host-damaged") from None
            except _AnewError:
                continue
            except (OSError, TimeoutError, LostError) as error:
                if not self._let_in:
                    raise error if isinstance(error, OSError) else OSError(str(error)) from error
            except RejectedError as error:
                if error.why == "slow" and error.wait <= SHORT_WAIT_S and slowed < self.most_slowed:
                    slowed += 1
                    self.on_slowed(error.wait)
                    await asyncio.sleep(error.wait)
                    continue
                # A host that has just restarted may still be busy with the others.
                if not (self._let_in and error.why == "busy"):
                    raise
            else:
                pause, slowed = FIRST_PAUSE_S, 0
                await self._attend(lines)
                if not self._over:
                    lost()
            if not self._over:
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE_S, 2 * pause)

    async def _enter(self, lines: Lines, let_in: Callable[[], object]) -> None:
        try:
            seated = await self._request_seat(lines)
        except BaseException:
            lines.abort()  # closing waits for the other side, and there is nothing left to send
            raise
        self.seat, self._number = seated.seat, max(self._number, seated.number)
        self._let_in = True
        self.visits += 1
        self._committing.come_back()
        self.fingerprint = lines.fingerprint
        self._keeping.keep(lines.fingerprint, seated.secret)
        let_in()
        lines.send(wire.line_of(wire.Resume(self.match, self.heard)))
        self._lines = lines
        if self._over:
            self.leave()  # the guest left while joining

    async def _request_seat(self, lines: Lines) -> wire.Seated:
        lines.send(wire.line_of(wire.Hello(list(VERSIONS), self._program)))
        welcome: wire.Welcome = await _heard(lines, wire.WELCOME)
        if welcome.version not in VERSIONS:
            raise RejectedError("host-newer")
        sit = self._sit
        self._version = welcome.version
        if welcome.version < wire.FACES:
            sit = wire.Sit(sit.name, sit.watch)
        secret = self._keeping.secret(lines.fingerprint)
        if secret is not None:
            lines.send(wire.line_of(wire.Return(secret, sit.face, sit.colour)))
            try:
                return await _heard(lines, wire.SEATED)  # type: ignore[no-any-return]
            except RejectedError as error:
                if error.why == "secret":
                    # The seat was given up meanwhile; the next attempt needs the code.
                    self._keeping.forget(lines.fingerprint)
                    if self._code:
                        raise _AnewError from None
                raise
        if not self._code:
            raise RejectedError("secret")
        if not sit.watch:
            # It may be another seat, which sees other lines.
            self.match, self.heard = "", 0
        await self._prove(lines)
        lines.send(wire.line_of(sit))
        return await _heard(lines, wire.SEATED)  # type: ignore[no-any-return]

    async def _prove(self, lines: Lines) -> None:
        side = await asyncio.to_thread(Side, self._code, lines.fingerprint, host=False)
        lines.send(wire.line_of(wire.Pair(side.share)))
        share: wire.Share = await _heard(lines, wire.SHARE)
        try:
            await asyncio.to_thread(side.take, share.share)
        except PairingError:
            raise RejectedError("not-the-host") from None
        lines.send(wire.line_of(wire.Proof(side.proof("guest"))))
        proof: wire.Proof = await _heard(lines, wire.HOST_PROOF)
        if not side.proves("host", proof.proof):
            raise RejectedError("not-the-host")

    async def _attend(self, lines: Lines) -> None:
        try:
            while not self._over:
                async with asyncio.timeout(SILENCE_S):
                    line = await lines.receive()
                self._hear(lines, line)
                await self.wait_for_listener()
        except (LostError, TimeoutError):
            pass
        except wire.DamagedMessageError:
            # The host would send the same again.
            raise RejectedError("host-damaged") from None
        finally:
            self._lines = None
            lines.abort()
            asked, self._asked = self._asked, {}
            for heard_back in asked.values():
                heard_back("lost", "")

    def _hear(self, lines: Lines, line: bytes) -> None:
        message, self.line_size = wire.read(wire.FROM_HOST, line), len(line)
        # Connections in memory have no address: there the host is this very process.
        if lines.address and not self._pace.allows(type(message), len(line), monotonic()):
            raise RejectedError("host-flood")
        match message:
            case wire.Ping():
                lines.send(wire.line_of(wire.Pong()))
            case wire.From() | wire.Told() | wire.Now() as said:
                self._follow(said)
            case wire.Stopped(match=match, by=by):
                if match == self.match:
                    self.match, self.heard = "", 0
                    self._listener.match_stopped(by)
            case wire.Shuffle() as shuffle:
                self._say_in_shuffle(self._committing.begin(shuffle))
            case wire.Commits() as commits:
                self._say_in_shuffle(self._committing.open(commits))
            case wire.Whole() | wire.WholeLine() as said:
                self._keep(said)
            case wire.Refused(why=why, wait=wait):
                raise RejectedError(why, wait)
            case wire.Over():
                self._over = True
            case said:
                self._pass_on(said)

    def _pass_on(self, said: wire.Answer | wire.LobbyShown | wire.Spoken | wire.Denied) -> None:
        match said:
            case wire.Answer(number=number, result=result, rule=rule):
                if (heard_back := self._asked.pop(number, None)) is not None:
                    heard_back(result, rule)
            case wire.LobbyShown():
                self._listener.lobby(said)
            case wire.Spoken():
                self._listener.spoken(said)
            case wire.Denied(why=why):
                self._listener.denied(why)

    def _follow(self, said: wire.From | wire.Told | wire.Now) -> None:
        match said:
            case wire.From(match=name, number=number):
                if name == self.match and number == self.heard:
                    return
                if number:
                    raise wire.DamagedMessageError
                self._committing.follow(same=name == self.match)
                self.match, self.heard = name, 0
            case wire.Told(number=number, line=told):
                self._take(number, bytes(told))
            case wire.Now(number=number):
                if number != self.heard:
                    raise wire.DamagedMessageError
                self._listener.caught_up()

    def _say_in_shuffle(self, said: wire.Commit | wire.Open | None) -> None:
        if said is not None:
            self.send(said)

    def _keep(self, said: wire.Whole | wire.WholeLine) -> None:
        if isinstance(said, wire.Whole):
            if said.match != self.match:
                raise wire.DamagedMessageError
            self._record, self._missing, self._room = [], said.lines, MOST_BYTES
            return
        self._missing -= 1
        self._room -= len(said.line)
        if self._missing < 0 or self._room < 0:
            raise wire.DamagedMessageError
        self._record.append(bytes(said.line))
        if not self._missing:
            self._listener.whole(self._record, self._committing.known)
            self._record = []

    def _take(self, number: int, line: bytes) -> None:
        if number != self.heard:
            raise wire.DamagedMessageError
        self.heard += 1
        if number == 0:
            self._listener.begun(line)
        else:
            self._listener.told(line)


async def _go_on() -> None:
    """Return at once; the default for listeners that never fall behind."""


async def _heard(lines: Lines, decoder: Any) -> Any:
    message = wire.read(decoder, await lines.receive())
    if isinstance(message, wire.Refused):
        raise RejectedError(message.why, message.wait)
    return message
