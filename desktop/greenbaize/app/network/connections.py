"""Connections to a table, in the network thread: remote, or to the table hosted here.

The host's person is a guest like all others, over lines in memory.
"""

import asyncio
import errno
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from greenbaize.app.network.hosting import HostedTable
from greenbaize.app.network.network_thread import NetworkTask
from greenbaize.app.network.opened import HostRequest, OpenedTable
from greenbaize.app.network.seat_secrets import PassingSecret, SeatSecrets
from greenbaize.app.network.session_presenter import (
    EventReceiver,
    SessionPresenter,
    denied,
    rejection_message,
)
from greenbaize.app.tables.matches import PROGRAM
from greenbaize.lan.address import address_text, code_of, own_addresses, plain_code
from greenbaize.lan.client import Guest, RejectedError, connect
from greenbaize.lan.discovery import FoundTable, found_again
from greenbaize.lan.lines import Lines, memory_lines
from greenbaize.lan.server import RefusedError
from greenbaize.lan.wire import LONGEST_FROM_HOST, LobbyShown, Sit
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message

KNOWN_S: Final = 4.0
LOOK_S: Final = 3.5
SILENT: Final = (errno.ETIMEDOUT, errno.EHOSTUNREACH)
"""System errors of a computer that does not answer."""
LEAVE_S: Final = 1.0
"""Seconds for the host to receive that one leaves."""


@dataclass(eq=False, slots=True)
class Reconnector:
    """Connects to a table with this ``fingerprint``, if known; ``moved`` gets a new address.

    Once the right table was reached, only that is searched.
    """

    host: str
    port: int
    fingerprint: bytes = b""
    moved: Callable[[str, int], object] = lambda *_: None

    async def connect(self) -> Lines:
        """A connection to the table; ``OSError`` if there is none.

        With a known fingerprint the table is searched on the network when it does not answer, or
        another one does, which is returned only if the right one is not found.
        """
        if not self.fingerprint:
            return await connect(self.host, self.port)
        strange: Lines | None = None
        try:
            async with asyncio.timeout(KNOWN_S):
                strange = await connect(self.host, self.port)
            if strange.fingerprint == self.fingerprint:
                return strange
            found = await self._search()
        except OSError:
            found = await self._search()
            if found is None:
                raise
        except BaseException:
            if strange is not None:
                strange.abort()
            raise
        if found is None:
            assert strange is not None
            return strange
        if strange is not None:
            strange.abort()
        self.moved(self.host, self.port)
        return found

    async def _search(self) -> Lines | None:
        """A connection to the table wherever it is announced; anybody may announce such a one."""
        found: list[Lines] = []

        async def attempt(table: FoundTable) -> Lines | None:
            if (table.address, table.port) == (self.host, self.port):
                return None
            try:
                lines = await connect(table.address, table.port)
            except OSError:
                return None
            if found or lines.fingerprint != self.fingerprint:
                lines.abort()
                return None
            found.append(lines)
            self.host, self.port = table.address, table.port
            return lines

        unique = self.fingerprint.hex()[:8]
        again: Lines | None = await found_again(unique, LOOK_S, attempt=attempt)
        return again


def unreached(host: str, port: int, error: OSError) -> Message:
    """Why an address does not answer."""
    address, reason = address_text(host, port), error.strerror or str(error)
    if isinstance(error, ConnectionRefusedError):
        return Message("table-not-open", {"address": address})
    if own_addresses() == ["127.0.0.1"]:
        return Message("table-no-network", {"address": address})
    if not reason or isinstance(error, TimeoutError) or error.errno in SILENT:
        return Message("table-silent", {"address": address})
    return Message("table-no-host", {"address": address, "reason": reason})


class TableConnection(NetworkTask, ABC):
    """A connection to a table; ``run`` returns why it ended, None if one left or it was closed."""

    def __init__(self, receiver: EventReceiver) -> None:
        self._receiver = receiver
        self._guest: Guest | None = None
        self._left = self._changing = False
        self._staying: asyncio.Task[None] | None = None

    @abstractmethod
    def leave(self) -> None:
        """Leave on purpose."""

    def send(self, message: Any) -> None:
        """Send to the table; dropped while disconnected."""
        if self._guest is not None:
            self._guest.send(message)

    async def _stay(self, guest: Guest, connect: Callable[[], Any]) -> None:
        self._guest = self._receiver.guest = guest
        staying = guest.stay(connect, self._receiver.lost, self._on_let_in)
        self._staying = asyncio.ensure_future(staying)
        try:
            await self._staying
        except asyncio.CancelledError:
            if not (self._left or self._changing):
                raise

    def _on_let_in(self) -> None:
        self._receiver.let_in()


class GuestConnection(TableConnection):
    """A connection to a table elsewhere; ``code`` is as typed, and empty with a secret."""

    def __init__(
        self,
        receiver: EventReceiver,
        reconnector: Reconnector,
        code: str,
        sit: Sit,
        secrets: SeatSecrets | None,
    ) -> None:
        super().__init__(receiver)
        self._reconnector, self._code, self._sit, self._secrets = reconnector, code, sit, secrets
        self._heard_leaving = False
        """Whether the host received that one leaves, and frees the chair."""
        receiver.shown = self._on_shown

    async def run(self) -> Message | None:
        if self._left:
            return None
        kept = self._secrets or PassingSecret()
        try:
            code = plain_code(code_of(self._code)) if self._code else ""
            guest = Guest(code, self._sit, self._receiver, kept, PROGRAM)
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
        # A table that is closed while a match is played may be opened again.
        if self._heard_leaving or not self._receiver.playing:
            self._forget(guest)
        return None

    def _forget(self, guest: Guest) -> None:
        if self._secrets is not None and guest.fingerprint:
            self._secrets.forget(guest.fingerprint)

    async def end(self) -> None:
        self._receiver.close()

    def leave(self) -> None:
        """Leave on purpose, even if the host cannot be reached."""
        self._left = True
        if self._guest is None or self._staying is None:
            return
        self._heard_leaving = self._guest.here
        self._guest.leave()
        if self._heard_leaving:
            asyncio.get_running_loop().call_later(LEAVE_S, self._staying.cancel)
        else:
            self._staying.cancel()

    def _on_let_in(self) -> None:
        assert self._guest is not None
        self._reconnector.fingerprint = self._guest.fingerprint
        super()._on_let_in()

    def _on_shown(self, lobby: LobbyShown) -> None:
        if self._secrets is not None and self._guest is not None:
            self._secrets.note(self._guest.fingerprint, lobby.table, lobby.game)


class HostConnection(TableConnection):
    """A connection to a table hosted here; ``request`` raises ``GameError`` for what cannot be."""

    def __init__(
        self, session: SessionPresenter, request: Callable[[], HostRequest], sit: Sit
    ) -> None:
        super().__init__(session.receiver)
        self._session, self._request, self._sit = session, request, sit
        self._complain = partial(session.tell, session.on_complaint)
        self._shows = sit.watch
        self._opened: OpenedTable | None = None
        self._known: asyncio.Task[None] | None = None
        self._receiver.record = lambda: None if self._opened is None else self._opened.journal.path
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
        if opened.table.match is not None:
            opened.table.go_on()
        self._known = asyncio.ensure_future(opened.stay_known(self._on_changed))
        before: Guest | None = None
        while True:
            guest = Guest("", self._sit, self._receiver, PassingSecret(secret), PROGRAM)
            if before is not None:  # the last match, which is over, is not told again
                guest.match, guest.heard = before.match, before.heard
            try:
                await self._stay(guest, self._open_lines)
            except RejectedError as error:
                return rejection_message(error)
            if not self._changing:
                return None
            self._changing = False
            secret, before = self._take_place_again(opened.table), guest

    def _take_place(self, table: HostedTable) -> str:
        """Take a chair, or none; returns the secret to come in."""
        take = table.show_here if self._shows else table.seat_here
        return take(self._sit.name)

    def _take_place_again(self, table: HostedTable) -> str:
        try:
            return self._take_place(table)
        except RefusedError as error:
            self._complain(rejection_message(RejectedError(error.why)))
            self._shows = True
            return table.show_here(self._sit.name)

    def show_only(self, *, on: bool) -> None:
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

    def switch_phones(self, *, on: bool) -> None:
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
            self._opened.table.close()  # which tells everybody, the person here too
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
