"""Checks of computer players in separate programs, of a network table, and of phones."""

import asyncio
import secrets
from argparse import Namespace
from contextlib import closing, redirect_stderr, suppress
from http.client import HTTPConnection
from io import StringIO
from time import monotonic
from typing import Final
from urllib.parse import SplitResult, urlsplit

from greenbaize.app.network.lobby import TableRequest
from greenbaize.app.network.opened import HostRequest, OpenedTable
from greenbaize.app.phones.server import page_files
from greenbaize.app.phones.shown import qr_matrix
from greenbaize.app.seats.bot_launcher import BotLauncher, own_command
from greenbaize.app.seats.command_lines import join_command, known_as
from greenbaize.app.seats.opponents import QUICK_LEVEL, Opponent
from greenbaize.app.tables.table import Table
from greenbaize.bots import LEVELS
from greenbaize.cli.join import join
from greenbaize.cli.self_test.check import (
    LEVEL,
    Found,
    demand,
    found,
    programs_ended,
    short_header,
    short_options,
)
from greenbaize.games import GAMES
from greenbaize.lan.announcement import Announcement
from greenbaize.lan.client import RejectedError
from greenbaize.lan.discovery import found_again
from greenbaize.match.record import read_record
from greenbaize.match.seal import Seal, sealed
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.messages import Message
from greenbaize.store import folders

ANSWER_S: Final = 90.0
"""Time limit for all levels to answer, on any computer (s)."""


def own_programs() -> Found:
    """Let a player of each level act in a program of its own, as in the window."""
    game = next(game for game in GAMES.values() if len(LEVELS) in game.seats)
    header = short_header(game, *map(Opponent, LEVELS))
    table = Table(game, header, launcher=BotLauncher(apart=True))
    silent, deadline = set(LEVELS), monotonic() + ANSWER_S
    try:
        table.begin()
        while silent:
            chair = table.waited_for
            if chair is None or monotonic() > deadline:
                raise GameError(Message("self-silent", {"levels": ", ".join(sorted(silent))}))
            level = str(header.sitters[chair.seat].level)
            if not table.let_computer_act():
                table.wait()
            elif chair.program is None:
                raise GameError(Message("self-thinks-here", {"level": level}))
            else:
                silent.discard(level)
    finally:
        table.close()
    demand(programs_ended(), Message("self-programs-stay"))
    return found("self-players", levels=", ".join(LEVELS))


def foreign_program() -> Found:
    """Let our own computer player play as a foreign program, started by a command line."""
    command = join_command(own_command(Opponent(QUICK_LEVEL).sitter(""), "self-test"))
    name = known_as(command, {})
    game = next(iter(GAMES.values()))
    others = (Opponent(LEVEL),) * (game.seats[0] - 1)
    header = short_header(game, Opponent(program=name), *others)
    lost: list[SeatGiven] = []

    def hear(told: list[Event]) -> None:
        lost.extend(event for event in told[-1:] if isinstance(event, SeatGiven))

    table = Table(game, header, launcher=BotLauncher(programs={name: command}))
    table.listen(hear)
    try:
        table.play_out()
    finally:
        table.close()
    if lost:
        raise GameError(Message("self-program-lost", {"command": command, "why": lost[0].why}))
    demand(programs_ended(), Message("self-programs-stay"))
    return found("self-foreign", name=name)


HERE: Final = "127.0.0.1"
"""Localhost only."""
TABLE: Final = "Self-test"
MATCH_S: Final = 60.0
FOUND_S: Final = 3.0
"""Time limit for a table to be found (s)."""


async def _opened(name: str) -> OpenedTable:
    """Open a table of the first game for few players, recorded in a file of this name."""
    game = next(iter(GAMES.values()))
    seats = game.seats[0]
    asked = TableRequest(TABLE, game.name, seats, short_options(game, seats), breath=0.0)
    path = folders.matches() / name
    request = HostRequest(asked, None, None, path, known=False, address=HERE)
    return await OpenedTable.open(request, lambda _: None)


async def guest(port: int, code: str, name: str) -> None:
    """Join a table and let a program play at random to the end of the match."""
    program = join_command(own_command(Opponent(LEVEL).sitter(name), name))
    table = {"address": (HERE, port), "code": code}
    await join(Namespace(**table, program=program, watch=False, see=None), name)


def table() -> Found:
    """Open a table on this computer; guests join it with the code and play a match."""
    return asyncio.run(_table())


async def _table() -> Found:
    opened = await _opened("self-test-table.jsonl")
    port, seats = opened.journal.keys.port, opened.table.request.seats
    try:
        # Discard what ``join_table`` prints for a player.
        with redirect_stderr(StringIO()):
            async with asyncio.timeout(MATCH_S):
                try:
                    await guest(port, "WRONG-CODE", "Eve")
                except RejectedError as error:
                    demand(error.why == "code", Message("self-wrong-code"))
                else:
                    raise GameError(Message("self-wrong-code"))
                await asyncio.gather(
                    *(guest(port, opened.code, f"Guest {n}") for n in range(seats))
                )
                await opened.table.done.wait()
    except TimeoutError:
        raise GameError(Message("self-endless")) from None
    finally:
        await opened.close()
    record = read_record((folders.matches() / "self-test-table.jsonl").read_bytes(), GAMES)
    demand(sealed(record.header, GAMES) is Seal.WHOLE, Message("self-seal"))
    return found("self-table", guests=seats, count=len(record.events))


def phones() -> Found:
    """Serve the page for phones, and draw the QR code that leads there."""
    files = page_files()
    for path in ("/", "/page.js", "/phone.css", "/cards/QH.svg"):
        demand(path in files, Message("self-phone-file", {"name": path}))
    demand(asyncio.run(_served()) == files["/"].body, Message("self-phone-page"))
    demand(any(map(any, qr_matrix(f"http://{HERE}/"))), Message("self-phone-code"))
    return found("self-phones", count=len(files))


async def _served() -> bytes:
    opened = await _opened("self-test-phones.jsonl")
    try:
        shown = await opened.phones.switch_on()
        return await asyncio.to_thread(_fetched, urlsplit(shown.url))
    finally:
        await opened.close()


def _fetched(url: SplitResult) -> bytes:
    connection = HTTPConnection(HERE, url.port, timeout=FOUND_S)
    with closing(connection):
        connection.request("GET", "/")
        return connection.getresponse().read()


def discovery() -> Found:
    """Announce a table and find it again, where there is multicast."""
    game = next(iter(GAMES))
    if asyncio.run(_seen(game)):
        return found("self-discovery")
    return found("self-discovery-none", lacking=True)


async def _seen(game: str) -> bool:
    unique = secrets.token_hex(4)
    known = Announcement(TABLE, game, 9, unique, (HERE,))
    try:
        with suppress(OSError):
            return await known.begin() and (await found_again(unique, FOUND_S, (HERE,)) is not None)
    finally:
        await known.end()
    return False
