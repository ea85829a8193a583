"""Connections to a table, in the network thread: remote, or to the table hosted here.

The person at the host's computer is a guest like all others, connected through memory.
"""

import asyncio
import errno
import os
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec

from greenbaize.app.network.guest_record import GuestRecord
from greenbaize.app.network.hosting import HostedTable
from greenbaize.app.network.lobby import TableRequest
from greenbaize.app.network.network_thread import NetworkTask, NetworkThread
from greenbaize.app.network.opened import HostRequest, OpenedTable
from greenbaize.app.network.seat_secrets import (
    PassingSecret,
    SeatSecrets,
    known_at,
    known_tables,
)
from greenbaize.app.network.session import Session, TableConnection, denied, rejection_message
from greenbaize.app.seats.bot_launcher import HERE, BotLauncher
from greenbaize.app.tables.matches import PROGRAM, record_news
from greenbaize.games import GAMES
from greenbaize.lan.address import address_text
from greenbaize.lan.client import Guest, RejectedError
from greenbaize.lan.dialing import Address, connect_first, typed_addresses
from greenbaize.lan.discovery import FoundTable, ServiceBrowser, found_again
from greenbaize.lan.interfaces import connected_interfaces
from greenbaize.lan.lines import Lines, memory_lines
from greenbaize.lan.server import Pace, RefusedError
from greenbaize.lan.table_code import code_of, plain_code
from greenbaize.lan.wire import LONGEST_FROM_HOST, Lay, LobbyShown, Sit
from greenbaize.match.record import read_header
from greenbaize.match.seal import Committed, Seal, check
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.events import Ended, SeatGiven
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings
from greenbaize.store import folders
from greenbaize.store.files import is_there
from greenbaize.store.record_file import RecordFile
from greenbaize.words.speaker import Speaker


class _Typed(msgspec.Struct):
    type: str = ""


_TYPED: Final = msgspec.json.Decoder(_Typed)
HEAD_START_S: Final = 0.3
"""Seconds for a known table to answer at its last address before it is also searched."""
KNOWN_S: Final = 4.0
LOOK_S: Final = 3.5
SILENT: Final = (errno.ETIMEDOUT, errno.EHOSTUNREACH)
"""System errors of a computer that does not answer."""
MOST_SEAT_CHANGES: Final = 2_000
"""Changes of a seat's occupant that a guest accepts at once, such as a resent match's."""
SEAT_CHANGE_S: Final = 0.2
"""Seconds until one more change is accepted."""
LEAVE_S: Final = 1.0
"""Seconds for the host to receive the leave message."""


@dataclass(eq=False, slots=True)
class Reconnector:
    """Connects to a table with this ``fingerprint``, if known, and reports a new address.

    ``discovered_table`` is the table chosen on the network, if any: its addresses are tried side by
    side. Once the right table was reached, only that one is searched.
    """

    host: str
    port: int
    fingerprint: bytes = b""
    moved: Callable[[str, int], object] = lambda *_: None
    found: FoundTable | None = None

    async def connect(self) -> Lines:
        """Return a connection to the table; ``OSError`` if there is none.

        With a known fingerprint the table is also searched on the network unless it answers soon;
        another one at its address is returned only if the right one is not found.
        """
        if not self.fingerprint:
            unique = "" if self.found is None else self.found.unique
            lines, where = await connect_first(self._addresses(), bytes.fromhex(unique))
            self._note(where)
            return lines
        direct = asyncio.ensure_future(self._dial())
        tries = [direct]
        chosen: Lines | None = None
        try:
            await asyncio.wait(tries, timeout=HEAD_START_S)
            if not self._is_right(direct):
                tries.append(asyncio.ensure_future(self._search()))
            waiting = {one for one in tries if not one.done()}
            while waiting and not any(map(self._is_right, tries)):
                _, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            best = next(filter(self._is_right, tries), direct)
            chosen, where = best.result()
            if chosen.fingerprint == self.fingerprint:
                self._note(where)
            return chosen
        finally:
            await _give_up(tries, chosen)

    def _addresses(self) -> list[Address]:
        """Return the addresses to try, the last known one first."""
        others = () if self.found is None else self.found.addresses_to_try
        return list(dict.fromkeys((*typed_addresses(self.host, self.port), *others)))

    def _is_right(self, attempt: "asyncio.Task[tuple[Lines, Address]]") -> bool:
        if not attempt.done() or attempt.cancelled() or attempt.exception() is not None:
            return False
        return attempt.result()[0].fingerprint == self.fingerprint

    def _note(self, where: Address) -> None:
        if where != (self.host, self.port):
            self.host, self.port = where
            self.moved(*where)

    async def _dial(self) -> tuple[Lines, Address]:
        async with asyncio.timeout(KNOWN_S):
            return await connect_first(self._addresses(), self.fingerprint)

    async def _search(self) -> tuple[Lines, Address]:
        """Return a connection to the table wherever it is announced; ``OSError`` if nowhere.

        Anybody may announce such a table, so the one that answers must have the whole fingerprint.
        """
        made: list[Lines] = []

        async def attempt(table: FoundTable) -> tuple[Lines, Address] | None:
            try:
                lines, where = await connect_first(table.addresses_to_try, self.fingerprint)
            except OSError:
                return None
            if lines.fingerprint != self.fingerprint:
                lines.abort()
                return None
            made.append(lines)
            return lines, where

        again: tuple[Lines, Address] | None = None
        try:
            unique = self.fingerprint.hex()[:8]
            again = await found_again(unique, LOOK_S, attempt=attempt)
        finally:
            for lines in made:
                if again is None or lines is not again[0]:
                    lines.abort()
        if again is None:
            raise OSError(errno.EHOSTUNREACH, os.strerror(errno.EHOSTUNREACH))
        return again


async def _give_up(
    tries: list["asyncio.Task[tuple[Lines, Address]]"], chosen: Lines | None
) -> None:
    """Cancel the attempts, and abort all their connections but the chosen one."""
    for one in tries:
        one.cancel()
    try:
        results = await asyncio.gather(*tries, return_exceptions=True)
    except asyncio.CancelledError:
        if chosen is not None:
            chosen.abort()
        raise
    for made in results:
        if not isinstance(made, BaseException) and made[0] is not chosen:
            made[0].abort()


def unreached(host: str, port: int, error: OSError) -> Message:
    """Return the message why an address does not answer."""
    address, reason = address_text(host, port), error.strerror or str(error)
    if isinstance(error, ConnectionRefusedError):
        return Message("table-not-open", {"address": address})
    if not connected_interfaces():
        return Message("table-no-network", {"address": address})
    if not reason or isinstance(error, TimeoutError) or error.errno in SILENT:
        return Message("table-silent", {"address": address})
    return Message("table-no-host", {"address": address, "reason": reason})


class GuestConnection(TableConnection):
    """A connection to a table elsewhere; ``code`` is as typed, and empty with a secret."""

    def __init__(
        self,
        session: Session,
        reconnector: Reconnector,
        code: str,
        sit: Sit,
        secrets: SeatSecrets | None,
    ) -> None:
        super().__init__(session)
        self._reconnector, self._code, self._sit, self._secrets = reconnector, code, sit, secrets
        self._recording = GuestRecord(folders.matches())
        self._trouble: Message | None = None
        self._playing = False
        """A match is running, as far as the host has said."""
        self._unfinished = False
        """A match was ended here that the host can continue another time."""
        self._seat_changes = Pace(MOST_SEAT_CHANGES, SEAT_CHANGE_S)
        self._heard_leaving = False
        """The host received the leave message, and frees the chair."""

    async def run(self) -> Message | None:
        if self._left:
            return None
        kept = self._secrets or PassingSecret()
        try:
            code = plain_code(code_of(self._code)) if self._code else ""
            guest = Guest(code, self._sit, self, kept, PROGRAM)
            await self._stay(guest, self._reconnector.connect)
        except RejectedError as error:
            if error.why == "dismissed":
                self._forget(guest)
            return rejection_message(error)
        except OSError as error:
            if self._secrets is not None and isinstance(error, ConnectionRefusedError):
                self._secrets.closed()
            return unreached(self._reconnector.host, self._reconnector.port, error)
        except GameError as error:
            return error.message
        # A table that is closed during a match may be opened again.
        if self._heard_leaving or not (self._playing or self._unfinished):
            self._forget(guest)
        return None

    def _forget(self, guest: Guest) -> None:
        if self._secrets is not None and guest.fingerprint:
            self._secrets.forget(guest.fingerprint)

    async def end(self) -> None:
        self._recording.close()

    def leave(self) -> None:
        """Leave the table, even if the host cannot be reached."""
        self._left = True
        if self._staying is None:
            return
        self._heard_leaving = self._guest.here
        self._guest.leave()
        if self._heard_leaving:
            asyncio.get_running_loop().call_later(LEAVE_S, self._staying.cancel)
        else:
            self._staying.cancel()

    def _on_let_in(self) -> None:
        self._reconnector.fingerprint = self._guest.fingerprint
        super()._on_let_in()

    def begun(self, header: bytes) -> None:
        self._playing = True
        self._recording.begin(header, self._guest.match)
        self._record = self._recording.path
        # An earlier error belongs to another match, or to a window that has discarded it.
        self._trouble = None
        self._see_trouble()
        super().begun(header)

    def told(self, line: bytes) -> None:
        with suppress(msgspec.DecodeError):
            kind = _TYPED.decode(line).type
            self._playing = self._playing and kind != Ended.type
            if kind == SeatGiven.type and not self._seat_changes.allows(monotonic()):
                raise RejectedError("host-flood")
        self._recording.take(line)
        self._see_trouble()
        super().told(line)

    def match_stopped(self, by: str) -> None:
        self._unfinished = True
        super().match_stopped(by)

    def lobby(self, lobby: LobbyShown) -> None:
        self._playing = lobby.stage == "playing"
        if self._secrets is not None:
            self._secrets.note(self._guest.fingerprint, lobby.table, lobby.game)
        super().lobby(lobby)

    def whole(self, lines: list[bytes], committed: Committed | None) -> None:
        self._pass_on(self._session.on_whole, *self._recording.whole(lines, committed))
        self._see_trouble()

    def _see_trouble(self) -> None:
        """Report when the guest's own record cannot be written, and when it is complete."""
        before, self._trouble = self._trouble, self._recording.trouble
        if self._trouble == before:
            return
        if self._trouble is None:
            news = record_news(None)
        elif self._trouble.code == "guest-record-full":
            news = self._trouble
        else:
            reason = Speaker().say(self._trouble)
            news = Message("guest-record-unwritten", {"reason": reason})
        self._pass_on(self._session.on_complaint, news)


class HostConnection(TableConnection):
    """A connection to a table hosted here; ``request`` raises ``GameError`` if impossible."""

    hosting = True

    def __init__(self, session: Session, request: Callable[[], HostRequest], sit: Sit) -> None:
        super().__init__(session)
        self._request, self._sit = request, sit
        self._complain = partial(session.tell, session.on_complaint)
        self._shows = sit.watch
        self._opened: OpenedTable | None = None
        self._known: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> Message | None:
        try:
            self._opened = opened = await OpenedTable.open(self._request(), self._complain)
            if self._left:
                return None
            self._shows = self._shows or opened.only_shown
            secret = self._take_place(opened.table)
        except GameError as error:
            return error.message
        except RefusedError as error:
            return rejection_message(RejectedError(error.why))
        self._on_changed()
        opened.phones.changed = partial(self._session.tell, self._session.on_phones)
        await self._switch(opened.phones.resume)
        if opened.table.done.is_set():
            return None
        if opened.table.match is not None:
            opened.table.go_on()
        self._known = asyncio.ensure_future(opened.stay_known(self._on_changed))
        before: Guest | None = None
        while True:
            guest = Guest("", self._sit, self, PassingSecret(secret), PROGRAM)
            if before is not None:  # Do not send the last match again, which is over.
                guest.match, guest.heard = before.match, before.heard
            try:
                await self._stay(guest, self._open_lines)
            except RejectedError as error:
                return rejection_message(error)
            if not self._changing:
                return None
            self._changing = False
            secret, before = self._take_place_again(opened.table), guest

    @property
    def unwritten(self) -> RecordFile | None:
        match = None if self._opened is None else self._opened.table.match
        file = None if match is None else match.file
        return file if file is not None and file.is_lost else None

    def _take_place(self, table: HostedTable) -> str:
        take = table.show_here if self._shows else table.seat_here
        return take(self._sit.name)

    def _take_place_again(self, table: HostedTable) -> str:
        try:
            return self._take_place(table)
        except RefusedError as error:
            self._complain(rejection_message(RejectedError(error.why)))
            self._shows = True
            return table.show_here(self._sit.name)

    def begun(self, header: bytes) -> None:
        assert self._opened is not None
        self._record = self._opened.journal.path
        super().begun(header)

    def whole(self, lines: list[bytes], committed: Committed | None) -> None:
        try:
            header = read_header(lines[0] if lines else b"", GAMES)
            seal = check(header, GAMES, committed)
        except GameError:
            seal = Seal.BROKEN
        self._pass_on(self._session.on_whole, seal, self._record)

    def show_only(self, on: bool) -> None:
        """Keep the table without a chair from now on, or take one; between matches only."""
        opened = self._opened
        if opened is None or self._staying is None or on == self._shows or self._changing:
            return
        if opened.table.is_settled:
            self._complain(denied("playing"))
            return
        self._shows, self._changing = on, True
        self._staying.cancel()

    async def end(self) -> None:
        if self._known is not None:
            self._known.cancel()
            await asyncio.gather(self._known, return_exceptions=True)
        if self._opened is not None:
            await self._opened.close()

    def renew_code(self) -> None:
        if self._opened is not None and not self._left:
            self._opened.renew_code()
            self._on_changed()

    def give_chair_back(self, number: int) -> None:
        if self._opened is not None:
            self._opened.phones.give_chair_back(number)

    def show_moment(self, lines: int | None) -> None:
        if self._opened is not None:
            self._opened.phones.follow_screen(lines)

    def switch_phones(self, on: bool) -> None:
        if self._opened is not None and not self._left:
            phones = self._opened.phones
            self._keep(self._switch(phones.switch_on if on else phones.switch_off))

    async def _switch(self, switch: Callable[[], Awaitable[object]]) -> None:
        try:
            await switch()
        except GameError as error:
            self._complain(error.message)

    def leave(self) -> None:
        self._left = True
        if self._opened is not None:
            self._opened.table.close()  # This notifies everybody, the person here too.
        if self._staying is not None:
            asyncio.get_running_loop().call_later(LEAVE_S, self._staying.cancel)

    def _on_changed(self) -> None:
        assert self._opened is not None
        self._session.tell(self._session.on_open, self._opened.code, self._opened.addresses)
        self._opened.phones.refresh()

    async def _open_lines(self) -> Lines:
        opened = self._opened
        assert opened is not None
        here, there = memory_lines(opened.journal.keys.fingerprint, LONGEST_FROM_HOST)
        self._keep(opened.door.serve(there))
        return here

    def _keep(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


@dataclass(frozen=True, slots=True)
class Opening:
    """Options of a table to be hosted here; ``match_setup`` can change until a match begins."""

    name: str
    you: str
    lay: Lay
    record: Path | None = None
    launcher: BotLauncher = field(default=HERE)
    face: tuple[str, str] = ("", "")
    shows: bool = False
    """The person here takes no chair and only shows the table."""


@dataclass(frozen=True, slots=True)
class Joining:
    """Options for joining a table elsewhere; ``code`` is as typed, empty when coming back."""

    host: str
    port: int
    code: str
    you: str
    watch: bool = False
    launcher: BotLauncher = field(default=HERE)
    face: tuple[str, str] = ("", "")
    found: FoundTable | None = None
    """The table, if it was chosen among those found: its other addresses are tried, too."""


def open_table(opening: Opening) -> Session:
    """Return a session at a table that this computer hosts."""
    session = Session(opening.launcher)
    sit = Sit(opening.you, opening.shows, *opening.face)
    session.connection = HostConnection(session, partial(_request, opening), sit)
    return session


def _request(opening: Opening) -> HostRequest:
    lay, record = opening.lay, opening.record
    if record is not None and not is_there(record):
        raise FileError(record, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))
    table = TableRequest(
        name=opening.name,
        game=lay.game,
        seats=lay.seats,
        options=Settings(),
        again=True,
        launcher=opening.launcher,
    )
    try:
        return HostRequest(table.laid(lay), record=record)
    except ValueError:
        raise GameError(Message("header-game", {"game": lay.game})) from None


def join_table(joining: Joining) -> Session:
    """Return a session at a table elsewhere."""
    session = Session(joining.launcher, joining.code)
    host, port, you = joining.host, joining.port, joining.you
    secrets = None if joining.watch else SeatSecrets(folders.seats(), you, host, port)
    known = None if joining.code else known_at(host, port, you)
    fingerprint = b"" if known is None else bytes.fromhex(known.fingerprint)
    moved = (lambda *_: None) if secrets is None else secrets.moved
    reconnector = Reconnector(host, port, fingerprint, moved, joining.found)
    sit = Sit(you, joining.watch, *joining.face)
    session.connection = GuestConnection(session, reconnector, joining.code, sit, secrets)
    return session


class Finder(NetworkTask):
    """Searches tables on the network until closed; ``on_change`` is called from another thread."""

    def __init__(self, changed: Callable[[], None]) -> None:
        # Without network discovery no tables are found, silently.
        self._thread = NetworkThread()
        self._browser = ServiceBrowser(self._thread.wake)
        self._thread.wake_by(self, changed)
        self._thread.begin(self)

    async def run(self) -> Message | None:
        known = known_tables()
        fingerprints = {one.fingerprint[:8] for one in known}
        self._browser.familiar = fingerprints | {one.host for one in known}
        await self._browser.begin()
        await self._browser.watch_interfaces()
        return None

    async def end(self) -> None:
        await self._browser.end()

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """Tables known now, those with an own seat first, by name."""
        return self._browser.tables

    @property
    def has_network(self) -> bool:
        """True if this computer was connected to a network at the last check."""
        return self._browser.has_network

    def close(self) -> None:
        self._thread.close()
