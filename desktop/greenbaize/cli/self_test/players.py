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

from greenbaize.app.network.lobby import HostedTableSetup
from greenbaize.app.network.opened_table import HostRequest, OpenedTable
from greenbaize.app.phones.phones_state import qr_matrix
from greenbaize.app.phones.server import load_page_files
from greenbaize.app.seats.bot_launcher import BotLauncher, build_bot_command
from greenbaize.app.seats.command_lines import create_program_name, join_command
from greenbaize.app.seats.opponents import FAST_LEVEL, Opponent
from greenbaize.app.tables.table import Table
from greenbaize.bots import BOT_FACTORIES
from greenbaize.cli.join import join_table
from greenbaize.cli.self_test.check import (
    QUICK_LEVEL_NAME,
    CheckResult,
    create_result,
    create_short_header,
    create_short_options,
    require,
    wait_for_programs,
)
from greenbaize.games import GAMES
from greenbaize.lan.announcement import TableAnnouncement
from greenbaize.lan.client import TableRejectionError
from greenbaize.lan.discovery import find_table_again
from greenbaize.match.record import read_record
from greenbaize.match.seal import SealVerdict, verify_seal
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Event, SeatReassigned
from greenbaize.rules.messages import Message
from greenbaize.store import folders

ANSWER_TIMEOUT_S: Final = 90.0
"""Time limit for all levels to answer, on any computer (s)."""


def check_own_programs() -> CheckResult:
    """Let a player of each level act in a program of its own, as in the window."""
    game = next(game for game in GAMES.values() if len(BOT_FACTORIES) in game.seats)
    header = create_short_header(game, *map(Opponent, BOT_FACTORIES))
    table = Table(game, header, launcher=BotLauncher(separate_processes=True))
    silent_levels, deadline = set(BOT_FACTORIES), monotonic() + ANSWER_TIMEOUT_S
    try:
        table.start_match()
        while silent_levels:
            table_seat = table.awaited_bot_seat
            if table_seat is None or monotonic() > deadline:
                raise GameError(
                    Message("self-silent", {"levels": ", ".join(sorted(silent_levels))})
                )
            level = str(header.players[table_seat.seat].level)
            if not table.play_bot_turn():
                table.wait_for_program()
            elif table_seat.program is None:
                raise GameError(Message("self-thinks-here", {"level": level}))
            else:
                silent_levels.discard(level)
    finally:
        table.close()
    require(wait_for_programs(), Message("self-programs-stay"))
    return create_result("self-players", levels=", ".join(BOT_FACTORIES))


def check_foreign_program() -> CheckResult:
    """Let our own computer player play as a foreign program, started by a command line."""
    command = join_command(
        build_bot_command(Opponent(FAST_LEVEL).create_header_player(""), "self-test")
    )
    name = create_program_name(command, {})
    game = next(iter(GAMES.values()))
    other_opponents = (Opponent(QUICK_LEVEL_NAME),) * (game.seats[0] - 1)
    header = create_short_header(game, Opponent(program=name), *other_opponents)
    lost_seats: list[SeatReassigned] = []

    def on_event(view_events: list[Event]) -> None:
        lost_seats.extend(event for event in view_events[-1:] if isinstance(event, SeatReassigned))

    table = Table(game, header, launcher=BotLauncher(programs={name: command}))
    table.add_listener(on_event)
    try:
        table.play_to_end()
    finally:
        table.close()
    if lost_seats:
        raise GameError(
            Message("self-program-lost", {"command": command, "why": lost_seats[0].why})
        )
    require(wait_for_programs(), Message("self-programs-stay"))
    return create_result("self-foreign", name=name)


LOCALHOST: Final = "127.0.0.1"
"""Localhost only."""
TABLE_NAME: Final = "Self-test"
MATCH_TIMEOUT_S: Final = 60.0
DISCOVERY_TIMEOUT_S: Final = 3.0
"""Time limit for a table to be found (s)."""


async def _open_table(name: str) -> OpenedTable:
    """Open a table of the first game for few players, recorded in a file of this name."""
    game = next(iter(GAMES.values()))
    seats = game.seats[0]
    table_setup = HostedTableSetup(
        TABLE_NAME, game.name, seats, create_short_options(game, seats), bot_fill_delay_s=0.0
    )
    path = folders.matches_folder() / name
    request = HostRequest(table_setup, None, None, path, is_announced=False, address=LOCALHOST)
    return await OpenedTable.open(request, lambda _: None)


async def join_as_guest(port: int, code: str, name: str) -> None:
    """Join a table and let a program play at random to the end of the match."""
    program = join_command(
        build_bot_command(Opponent(QUICK_LEVEL_NAME).create_header_player(name), name)
    )
    table_options = {"address": (LOCALHOST, port), "code": code}
    await join_table(Namespace(**table_options, program=program, watch=False, see=None), name)


def check_table() -> CheckResult:
    """Open a table on this computer; guests join it with the code and play a match."""
    return asyncio.run(_check_table())


async def _check_table() -> CheckResult:
    opened_table = await _open_table("self-test-table.jsonl")
    port, seats = opened_table.table_files.keys.port, opened_table.table.setup.seats
    try:
        # Discard what ``join_table`` prints for a player.
        with redirect_stderr(StringIO()):
            async with asyncio.timeout(MATCH_TIMEOUT_S):
                try:
                    await join_as_guest(port, "WRONG-CODE", "Eve")
                except TableRejectionError as error:
                    require(error.reason == "code", Message("self-wrong-code"))
                else:
                    raise GameError(Message("self-wrong-code"))
                await asyncio.gather(
                    *(join_as_guest(port, opened_table.code, f"Guest {n}") for n in range(seats))
                )
                await opened_table.table.finished_event.wait()
    except TimeoutError:
        raise GameError(Message("self-endless")) from None
    finally:
        await opened_table.close()
    record = read_record((folders.matches_folder() / "self-test-table.jsonl").read_bytes(), GAMES)
    require(verify_seal(record.header, GAMES) is SealVerdict.INTACT, Message("self-seal"))
    return create_result("self-table", guests=seats, count=len(record.events))


def check_phones() -> CheckResult:
    """Serve the page for phones, and draw the QR code that leads there."""
    page_contents = load_page_files()
    for path in ("/", "/page.js", "/phone.css", "/cards/QH.svg"):
        require(path in page_contents, Message("self-phone-file", {"name": path}))
    require(
        asyncio.run(_fetch_hosted_page()) == page_contents["/"].body, Message("self-phone-page")
    )
    require(any(map(any, qr_matrix(f"http://{LOCALHOST}/"))), Message("self-phone-code"))
    return create_result("self-phones", count=len(page_contents))


async def _fetch_hosted_page() -> bytes:
    opened_table = await _open_table("self-test-phones.jsonl")
    try:
        phones_shown = await opened_table.phones.switch_on()
        return await asyncio.to_thread(_request_page, urlsplit(phones_shown.url))
    finally:
        await opened_table.close()


def _request_page(url: SplitResult) -> bytes:
    connection = HTTPConnection(LOCALHOST, url.port, timeout=DISCOVERY_TIMEOUT_S)
    with closing(connection):
        connection.request("GET", "/")
        return connection.getresponse().read()


def check_discovery() -> CheckResult:
    """Announce a table and find it again, where there is multicast."""
    game = next(iter(GAMES))
    if asyncio.run(_is_discovered(game)):
        return create_result("self-discovery")
    return create_result("self-discovery-none", is_note=True)


async def _is_discovered(game: str) -> bool:
    unique = secrets.token_hex(4)
    announcement = TableAnnouncement(TABLE_NAME, game, 9, unique, (LOCALHOST,))
    try:
        with suppress(OSError):
            return await announcement.start_announcing() and (
                await find_table_again(unique, DISCOVERY_TIMEOUT_S, (LOCALHOST,)) is not None
            )
    finally:
        await announcement.stop_announcing()
    return False
