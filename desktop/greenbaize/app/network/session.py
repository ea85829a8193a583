"""A session at a table on the network, hosted here or elsewhere.

The network has its own thread. What comes from it waits until the owner *attends* to the session;
what one does is handed over at once.
"""

import asyncio
import errno
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec

from greenbaize.app.network import connections
from greenbaize.app.network.guest_record import GuestRecord
from greenbaize.app.network.lobby import TableRequest
from greenbaize.app.network.network_thread import NetworkThread
from greenbaize.app.network.opened import HostRequest
from greenbaize.app.network.seat_secrets import SeatSecrets, known_at, known_tables
from greenbaize.app.network.session_presenter import SessionPresenter
from greenbaize.app.seats.bot_launcher import HERE, BotLauncher
from greenbaize.lan import wire
from greenbaize.lan.discovery import FoundTable, Lookout
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings
from greenbaize.store import folders
from greenbaize.store.files import is_there


@dataclass(frozen=True, slots=True)
class Opening:
    """A table to be hosted here; ``lay`` can change until a match begins."""

    name: str
    you: str
    lay: wire.Lay
    record: Path | None = None
    launcher: BotLauncher = field(default=HERE)
    face: tuple[str, str] = ("", "")
    shows: bool = False
    """Whether whoever is here takes no chair and only shows the table."""


@dataclass(frozen=True, slots=True)
class Joining:
    """A table elsewhere to sit at; ``code`` is as typed, empty where one comes back."""

    host: str
    port: int
    code: str
    you: str
    watch: bool = False
    launcher: BotLauncher = field(default=HERE)
    face: tuple[str, str] = ("", "")


class Session(SessionPresenter):
    """A session at a table, made by ``open_table`` and ``join_table`` and started by ``begin``."""

    connection: connections.TableConnection
    _begun = False

    @property
    def hosting(self) -> bool:
        return isinstance(self.connection, connections.HostConnection)

    def begin(self) -> None:
        """Open or join the table; the outcome comes through ``attend``."""
        self._begun = True
        self.thread.begin(self.connection)

    # What one may do

    def send(self, message: msgspec.Struct) -> None:
        """Ask the table for something; some things only whoever keeps it may ask for."""
        self.thread.call(self.connection.send, message)

    def say(self, text: str = "", word: str = "") -> None:
        self.send(wire.Say(text, word))

    def stand_in(self, seat: int, *, on: bool) -> None:
        self.send(wire.StandIn(seat, on))

    def phones(self, *, on: bool) -> None:
        """Let phones come to a table hosted here, or no longer.

        ``phones_shown`` then says how to come. Phones that were on when the host of a match was
        ended are on again by themselves.
        """
        if isinstance(self.connection, connections.HostConnection):
            self.thread.call(partial(self.connection.switch_phones, on=on))

    def show_only(self, *, on: bool) -> None:
        """Keep a table hosted here without a chair, or with one; between matches."""
        if isinstance(self.connection, connections.HostConnection):
            self.thread.call(partial(self.connection.show_only, on=on))

    def leave(self) -> None:
        """Leave on purpose; a table hosted here is closed. ``on_over`` follows."""
        if self._begun:
            self.thread.call(self.connection.leave)
        else:
            self.thread.tell(self.on_over, None)

    def close(self) -> None:
        """End everything at once; a hosted match can be continued, a guest keeps the seat."""
        self.over = True
        self.thread.close()


def open_table(opening: Opening) -> Session:
    """A session at a table that this computer hosts."""
    session = Session(opening.launcher)
    sit = wire.Sit(opening.you, opening.shows, *opening.face)
    session.connection = connections.HostConnection(session, partial(_request, opening), sit)
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
    """A session at a table elsewhere."""
    session = Session(joining.launcher, joining.code, GuestRecord(folders.matches()))
    host, port, you = joining.host, joining.port, joining.you
    secrets = None if joining.watch else SeatSecrets(folders.seats(), you, host, port)
    known = None if joining.code else known_at(host, port, you)
    fingerprint = b"" if known is None else bytes.fromhex(known.fingerprint)
    moved = (lambda *_: None) if secrets is None else secrets.moved
    reconnector = connections.Reconnector(host, port, fingerprint, moved)
    sit = wire.Sit(you, joining.watch, *joining.face)
    session.connection = connections.GuestConnection(
        session.receiver, reconnector, joining.code, sit, secrets
    )
    return session


class _Looking:
    """Browses for tables until cancelled."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.lookout = Lookout(changed)

    async def run(self) -> Message | None:
        known = known_tables()
        fingerprints = {one.fingerprint[:8] for one in known}
        self.lookout.familiar = fingerprints | {one.host for one in known}
        if await self.lookout.begin():
            await asyncio.get_running_loop().create_future()
        return None

    async def end(self) -> None:
        await self.lookout.end()


class Finder:
    """Searches tables on the network until closed; ``changed`` comes from another thread."""

    def __init__(self, changed: Callable[[], None]) -> None:
        # Without network discovery no tables are found, silently.
        self._thread = NetworkThread()
        self._looking = _Looking(self._thread.wake)
        self._thread.wake_by(self, changed)
        self._thread.begin(self._looking)

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """The tables known now, those one has sat at first, by name."""
        return self._looking.lookout.tables

    def close(self) -> None:
        self._thread.close()
