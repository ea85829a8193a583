"""An open table: its server, files and announcement."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from greenbaize.app.memory.visibility_guard import check_resume_allowed
from greenbaize.app.network import hosted_table_files
from greenbaize.app.network.hosted_table import HostedTable
from greenbaize.app.network.lobby import HostedTableSetup
from greenbaize.app.phones.phone_service import PhoneService
from greenbaize.app.tables.matches import hide_records
from greenbaize.lan.address import format_address
from greenbaize.lan.announcement import TableAnnouncement
from greenbaize.lan.interfaces import own_addresses
from greenbaize.lan.server import TableServer
from greenbaize.lan.table_code import generate_code, normalise_code
from greenbaize.match.header import PROGRAM_VERSION
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN
from greenbaize.store.files import path_exists
from greenbaize.store.record_file import keys_path

ADDRESS_CHECK_S: Final = 2.0
"""Seconds between two checks of the addresses and of the announcement."""


@dataclass(frozen=True, slots=True)
class HostRequest:
    """A table to be opened.

    ``port`` and ``code`` None: those it had, else any port and a new code. ``record`` None: a new
    one among the matches. ``is_announced``: announced on the network. ``address``: where it
    listens; empty for all.
    """

    table: HostedTableSetup
    port: int | None = None
    code: str | None = None
    record: Path | None = None
    is_announced: bool = True
    address: str = ""


class OpenedTable:
    """An open table; ``announcement`` is None if it is not announced on the network.

    ``phones`` are off until switched on. ``address``: as in the request.
    """

    is_show_only = False
    """The continued match had a host without a chair."""
    foreign_record: Path | None = None
    """Record of a continued match that may have been shuffled by another computer."""

    def __init__(
        self,
        table: HostedTable,
        server: TableServer,
        table_files: hosted_table_files.HostedTableFiles,
        announcement: TableAnnouncement | None,
        address: str = "",
    ) -> None:
        self.table = table
        self.server = server
        self.table_files = table_files
        self.phones = PhoneService(table, server, table_files, address)
        self._announcement = announcement
        self._own_addresses = tuple(own_addresses())

    @classmethod
    async def open(
        cls, request: HostRequest, on_warning: Callable[[Message], object]
    ) -> "OpenedTable":
        """Open a table, or open one again as it was left.

        ``on_warning`` gets warnings. Raises ``GameError`` if its record or keys are damaged, the
        match is over or continued elsewhere, or the port is taken.
        """
        path = request.record
        if path is not None:
            check_resume_allowed(path)
        recorded_match = (
            hosted_table_files.RecordedMatch.resume(path)
            if path is not None and path_exists(path)
            else None
        )
        try:
            stored_keys = None if path is None else hosted_table_files.read_keys(keys_path(path))
            keys = stored_keys or hosted_table_files.TableKeys.generate()
        except GameError:
            if recorded_match is not None:
                recorded_match.close()
            raise
        keys.code = request.code or keys.code or generate_code()
        is_show_only = bool(keys.chairs) and not any(
            chair.here or chair.keeps for chair in keys.chairs
        )
        table_setup = _resolve_table_request(request, recorded_match)
        chairs = _select_stored_chairs(keys, recorded_match, table_setup.seats)
        table_files = hosted_table_files.HostedTableFiles(path, keys, on_warning)
        if recorded_match is not None:
            table_files.watch_record(recorded_match)
        table = HostedTable(table_setup, table_files, recorded_match, chairs)
        server = TableServer(table, keys, normalise_code(keys.code), PROGRAM_VERSION)
        port = keys.port if request.port is None else request.port
        try:
            keys.port = await server.start_listening(port, request.address)
        except OSError as error:
            table.close()
            reason = error.strerror or str(error)
            raise GameError(Message("table-port", {"port": port, "reason": reason})) from None
        table_files.write_chairs(chairs)
        announcement = None
        if request.is_announced:
            unique = keys.fingerprint.hex()[:8]
            announcement = TableAnnouncement(table_setup.name, table_setup.game, keys.port, unique)
        opened = cls(table, server, table_files, announcement, request.address)
        opened.is_show_only = is_show_only
        if recorded_match is not None and stored_keys is None:
            opened.foreign_record = path
        return opened

    @property
    def code(self) -> str:
        return self.table_files.keys.code

    def renew_code(self) -> None:
        """Give the table a new code; the old code and link admit nobody, and all guests stay."""
        code = generate_code()
        self.server.change_code(normalise_code(code))
        self.table_files.write_code(code)
        self.phones.renew_link()

    @property
    def addresses(self) -> tuple[str, ...]:
        """The table's addresses for others, the likeliest first; empty without any network."""
        return tuple(
            format_address(address, self.table_files.keys.port) for address in self._own_addresses
        )

    def _announced_state(self) -> tuple[str, int, bool]:
        free_count = sum(not chair.name for chair in self.table.lobby.chairs)
        return self.table.setup.game, free_count, self.table.is_playing

    async def run_announcement(self, on_change: Callable[[], object]) -> None:
        """Announce the table until closed; ``on_change`` is called when the addresses change."""
        announcement, state = self._announcement, self._announced_state()
        if announcement is not None:
            announcement.set_details(*state[:2], is_playing=state[2])
            await announcement.start_announcing()
        while True:
            await asyncio.sleep(ADDRESS_CHECK_S)
            previous_addresses, self._own_addresses = self._own_addresses, tuple(own_addresses())
            previous_state, state = state, self._announced_state()
            if announcement is not None:
                announcement.set_details(*state[:2], is_playing=state[2])
                if previous_addresses != self._own_addresses:
                    await announcement.refresh_interfaces()
                elif previous_state != state:
                    await announcement.publish_details()
            if previous_addresses != self._own_addresses:
                on_change()

    async def close(self) -> None:
        self.table.close()
        await self.phones.close_service()
        await self.server.close()
        if self._announcement is not None:
            await self._announcement.stop_announcing()
        self.table_files.close()


def _resolve_table_request(
    request: HostRequest, recorded_match: hosted_table_files.RecordedMatch | None
) -> HostedTableSetup:
    table_setup = request.table
    if recorded_match is not None:
        header = recorded_match.header
        table_setup = replace(
            table_setup, game=header.game, seats=len(header.players), options=header.options
        )
    if request.record is not None:
        table_setup = replace(
            table_setup, launcher=hide_records(request.record, table_setup.launcher)
        )
    return table_setup


def _select_stored_chairs(
    keys: hosted_table_files.TableKeys,
    recorded_match: hosted_table_files.RecordedMatch | None,
    seats: int,
) -> tuple[hosted_table_files.StoredChair, ...]:
    if len(keys.chairs) == seats:
        return keys.chairs
    if recorded_match is None:
        return ()
    players = recorded_match.header.players
    return tuple(
        hosted_table_files.StoredChair(player.name if player.kind == HUMAN else "")
        for player in players
    )
