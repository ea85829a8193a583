"""``greenbaize host``: a table for friends on the network, run without a window."""

import asyncio
import secrets
import signal
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from greenbaize.app.chairs.housing import Housing
from greenbaize.app.network.hosting import HostedTable, TableRequest
from greenbaize.app.network.keys_file import (
    KeptChair,
    TableKeys,
    keys_path,
    read_keys,
    write_keys,
)
from greenbaize.app.network.record_kept import KeptMatch
from greenbaize.app.signals import ENDING, Stopped
from greenbaize.app.tables.matches import PROGRAM
from greenbaize.cli.address import address_text
from greenbaize.cli.faults import heed_faults
from greenbaize.cli.terminal import finish, plain, tell, warn
from greenbaize.lan.codes import new_code, plain_code
from greenbaize.lan.discovery import Announcement, own_addresses
from greenbaize.lan.pairing import TableKey
from greenbaize.lan.server import Door
from greenbaize.match.header import Header
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN
from greenbaize.store import folders
from greenbaize.store.open_files import forget_file
from greenbaize.words.speaker import Speaker


@dataclass(frozen=True, slots=True)
class HostRequest:
    """What the command line asks for.

    Args:
        table: the table.
        port: where it listens; None for the one it had, or any.
        code: the code; None for the one it had, or a fresh one.
        record: the file of the record; None for a fresh one among the matches.
        known: whether the table is made known on the network.
    """

    table: TableRequest
    port: int | None
    code: str | None
    record: Path | None
    known: bool = True


class TableBooks:
    """The record of a table's match, and the keys beside it.

    Args:
        path: the record; the next match's gets a number behind its name.
        keys: the keys, which are written each time something changes.
    """

    def __init__(self, path: Path, keys: TableKeys) -> None:
        self.path = path
        self.keys = keys
        self._first = path
        self._number = 1

    def begin(self, game: Game[Any], header: Header) -> KeptMatch:
        """The record of a match that begins; the match goes on without one if need be."""
        try:
            return KeptMatch.begin(self.path, game, header)
        except GameError as error:
            warn(Speaker().say(error.message))
        except OSError as error:
            warn(Speaker().say(FileError(self.path, error).message))
        return KeptMatch(header)

    def end(self) -> None:
        """The match is over: its keys go, and the next one has another file."""
        forget_file(keys_path(self.path))
        while self.path.exists():
            self._number += 1
            name = f"{self._first.stem}-{self._number}{self._first.suffix}"
            self.path = self._first.with_name(name)

    def keep_chairs(self, chairs: tuple[KeptChair, ...]) -> None:
        """Who sits where."""
        self.keys.chairs = chairs
        try:
            write_keys(keys_path(self.path), self.keys)
        except FileError as error:
            warn(Speaker().say(error.message))

    def note_wrong_code(self, tries: int) -> None:
        """Somebody tried a wrong code."""
        warn(Speaker().say(Message("table-wrong-code", {"number": tries})))


def host(request: HostRequest) -> int:
    """Open a table and play the match; returns the exit code."""
    try:
        return asyncio.run(_host(request))
    except GameError as error:
        warn(Speaker().say(error.message))
        return 1


def record_path(game: str, record: Path | None) -> Path:
    """The file of a record: the one asked for, or a fresh one among the matches."""
    if record is not None:
        return record
    begun = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    return folders.matches() / f"{begun}-{game}-{secrets.token_hex(2)}.jsonl"


async def _host(request: HostRequest) -> int:
    heed_faults(asyncio.get_running_loop())
    path = record_path(request.table.game, request.record)
    kept = KeptMatch.resume(path) if path.exists() else None
    keys = read_keys(keys_path(path)) or TableKeys(TableKey.make(), "", 0)
    keys.code = request.code or keys.code or new_code()
    asked = request.table
    if kept is not None:
        header = kept.header
        asked = replace(asked, game=header.game, seats=len(header.sitters), options=header.options)
    asked = replace(asked, housing=Housing(apart=True))
    chairs = _chairs(keys, kept, asked.seats)
    books = TableBooks(path, keys)
    table = HostedTable(asked, books, kept, chairs)
    door = Door(table, keys.key, plain_code(keys.code), PROGRAM)
    port = keys.port if request.port is None else request.port
    try:
        keys.port = await door.open(port)
    except OSError as error:
        table.close()
        reason = error.strerror or str(error)
        raise GameError(Message("table-port", {"port": port, "reason": reason})) from None
    books.keep_chairs(chairs)
    announced = Announcement(asked.name, asked.game, keys.port, keys.key.fingerprint.hex()[:8])
    address = address_text(own_addresses()[0], keys.port)
    values = {"table": asked.name, "address": address, "code": keys.code}
    tell(plain(Speaker().say(Message("table-open", values))))
    finish()
    try:
        if request.known:
            await announced.begin()
        return await _until_done(table)
    finally:
        await announced.end()
        table.close()
        await door.close()
        if request.record is None and not books.path.exists():
            forget_file(keys_path(books.path))  # no match has begun that it could be for


def _chairs(keys: TableKeys, kept: KeptMatch | None, seats: int) -> tuple[KeptChair, ...]:
    """Who sat where: as it was written down, or as the record names the people."""
    if len(keys.chairs) == seats:
        return keys.chairs
    if kept is None:
        return ()
    sitters = kept.header.sitters
    return tuple(KeptChair(one.name if one.kind == HUMAN else "") for one in sitters)


async def _until_done(table: HostedTable) -> int:
    """Play until the match is over, or a signal says that it is enough."""
    loop = asyncio.get_running_loop()
    stopped: asyncio.Future[int] = loop.create_future()
    heeded = [one for one in ENDING if signal.getsignal(one) != signal.SIG_IGN]
    before = {one: signal.getsignal(one) for one in heeded}

    def stop(number: int) -> None:
        if not stopped.done():
            stopped.set_result(number)

    def on_signal(number: int, _: object) -> None:
        loop.call_soon_threadsafe(stop, number)

    for one in heeded:
        signal.signal(one, on_signal)
    try:
        if table.table is not None:
            table.go_on()
        done = asyncio.ensure_future(table.done.wait())
        await asyncio.wait((done, stopped), return_when=asyncio.FIRST_COMPLETED)
        done.cancel()
    finally:
        for one, old in before.items():
            signal.signal(one, old)
    if stopped.done():
        raise Stopped(stopped.result())
    return 0
