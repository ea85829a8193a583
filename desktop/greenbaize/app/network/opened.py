"""An open table: its server, journal and announcement."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from greenbaize.app.memory.visibility_guard import check_go_on
from greenbaize.app.network import host_journal
from greenbaize.app.network.hosting import HostedTable
from greenbaize.app.network.lobby import TableRequest
from greenbaize.app.phones.phones import Phones
from greenbaize.app.tables.matches import PROGRAM, hiding
from greenbaize.lan.address import address_text
from greenbaize.lan.announcement import Announcement
from greenbaize.lan.interfaces import own_addresses
from greenbaize.lan.server import TableServer
from greenbaize.lan.table_code import new_code, plain_code
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN
from greenbaize.store.files import is_there
from greenbaize.store.record_file import keys_path

LOOK_S: Final = 2.0
"""Seconds between two checks of the addresses and of the announcement."""


@dataclass(frozen=True, slots=True)
class HostRequest:
    """A table to be opened.

    ``port`` and ``code`` None: those it had, else any port and a new code. ``record`` None: a new
    one among the matches. ``is_announced``: announced on the network. ``address``: where it
    listens; empty for all.
    """

    table: TableRequest
    port: int | None = None
    code: str | None = None
    record: Path | None = None
    known: bool = True
    address: str = ""


class OpenedTable:
    """An open table; ``announcement`` is None if it is not announced on the network.

    ``phones`` are off until switched on. ``address``: as in the request.
    """

    only_shown = False
    """The continued match had a host without a chair."""

    def __init__(
        self,
        table: HostedTable,
        door: TableServer,
        journal: host_journal.HostJournal,
        announced: Announcement | None,
        address: str = "",
    ) -> None:
        self.table = table
        self.door = door
        self.journal = journal
        self.phones = Phones(table, door, journal, address)
        self._announced = announced
        self._seen = tuple(own_addresses())

    @classmethod
    async def open(
        cls, request: HostRequest, complain: Callable[[Message], object]
    ) -> "OpenedTable":
        """Open a table, or open one again as it was left.

        ``on_warning`` gets warnings. Raises ``GameError`` if its record or keys are damaged, the
        match is over or continued elsewhere, or the port is taken.
        """
        path = request.record
        if path is not None:
            check_go_on(path)
        kept = host_journal.KeptMatch.resume(path) if path is not None and is_there(path) else None
        try:
            known = None if path is None else host_journal.read_keys(keys_path(path))
            keys = known or host_journal.TableKeys.make()
        except GameError:
            if kept is not None:
                kept.close()
            raise
        keys.code = request.code or keys.code or new_code()
        shown = bool(keys.chairs) and not any(one.here or one.keeps for one in keys.chairs)
        asked = _settled(request, kept)
        chairs = _chairs(keys, kept, asked.seats)
        journal = host_journal.HostJournal(path, keys, complain)
        if kept is not None:
            journal.follow(kept)
        table = HostedTable(asked, journal, kept, chairs)
        door = TableServer(table, keys, plain_code(keys.code), PROGRAM)
        port = keys.port if request.port is None else request.port
        try:
            keys.port = await door.open(port, request.address)
        except OSError as error:
            table.close()
            reason = error.strerror or str(error)
            raise GameError(Message("table-port", {"port": port, "reason": reason})) from None
        journal.keep_chairs(chairs)
        announced = None
        if request.known:
            unique = keys.fingerprint.hex()[:8]
            announced = Announcement(asked.name, asked.game, keys.port, unique)
        opened = cls(table, door, journal, announced, request.address)
        opened.only_shown = shown
        return opened

    @property
    def code(self) -> str:
        return self.journal.keys.code

    def renew_code(self) -> None:
        """Give the table a new code; the old code and link admit nobody, and all guests stay."""
        code = new_code()
        self.door.change_code(plain_code(code))
        self.journal.keep_code(code)
        self.phones.renew_link()

    @property
    def addresses(self) -> tuple[str, ...]:
        """The table's addresses for others, the likeliest first; empty without any network."""
        return tuple(address_text(one, self.journal.keys.port) for one in self._seen)

    def _stands(self) -> tuple[str, int, bool]:
        free = sum(not chair.name for chair in self.table.lobby.chairs)
        return self.table.request.game, free, self.table.playing

    async def stay_known(self, changed: Callable[[], object]) -> None:
        """Announce the table until closed; ``on_change`` is called when the addresses change."""
        announced, standing = self._announced, self._stands()
        if announced is not None:
            announced.know(*standing[:2], playing=standing[2])
            await announced.begin()
        while True:
            await asyncio.sleep(LOOK_S)
            before, self._seen = self._seen, tuple(own_addresses())
            stood, standing = standing, self._stands()
            if announced is not None:
                announced.know(*standing[:2], playing=standing[2])
                if before != self._seen:
                    await announced.renew()
                elif stood != standing:
                    await announced.update()
            if before != self._seen:
                changed()

    async def close(self) -> None:
        self.table.close()
        await self.phones.close()
        await self.door.close()
        if self._announced is not None:
            await self._announced.end()
        self.journal.close()


def _settled(request: HostRequest, kept: host_journal.KeptMatch | None) -> TableRequest:
    asked = request.table
    if kept is not None:
        header = kept.header
        asked = replace(asked, game=header.game, seats=len(header.sitters), options=header.options)
    if request.record is not None:
        asked = replace(asked, launcher=hiding(request.record, asked.launcher))
    return asked


def _chairs(
    keys: host_journal.TableKeys, kept: host_journal.KeptMatch | None, seats: int
) -> tuple[host_journal.KeptChair, ...]:
    if len(keys.chairs) == seats:
        return keys.chairs
    if kept is None:
        return ()
    sitters = kept.header.sitters
    return tuple(host_journal.KeptChair(one.name if one.kind == HUMAN else "") for one in sitters)
