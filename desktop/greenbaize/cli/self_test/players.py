"""Checks of computer players in programs of their own, and of a table on the network."""

import asyncio
import secrets
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from greenbaize.app.network.lobby import TableRequest
from greenbaize.app.network.opened import HostRequest, OpenedTable
from greenbaize.app.network.seat_secrets import PassingSecret
from greenbaize.app.network.seat_talk import SeatTalk
from greenbaize.app.phones.server import PageFile, PagePort, PhoneServer, page_files
from greenbaize.app.phones.shown import qr_matrix
from greenbaize.app.seats.bot_launcher import BotLauncher, own_command
from greenbaize.app.seats.command_lines import join_command, known_as
from greenbaize.app.seats.opponents import QUICK_LEVEL, Opponent
from greenbaize.app.seats.seat_program import SeatProgram
from greenbaize.app.tables.matches import PROGRAM
from greenbaize.app.tables.table import Table
from greenbaize.bots import LEVELS
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
from greenbaize.lan.address import plain_code
from greenbaize.lan.client import Guest, RejectedError, connect
from greenbaize.lan.discovery import Announcement, found_again
from greenbaize.lan.lines import Lines
from greenbaize.lan.wire import Sit
from greenbaize.match.record import read_record
from greenbaize.match.seal import Seal, sealed
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.players import STEADY
from greenbaize.store import folders

ANSWER_S: Final = 90.0
"""Seconds for all levels to answer, on any computer."""


def own_programs() -> Found:
    """Let a player of each level act in a program of its own, as at a window."""
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
    return found("self-players", {"levels": ", ".join(LEVELS)})


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
    return found("self-foreign", {"name": name})


HERE: Final = "127.0.0.1"
"""Localhost only."""
TABLE: Final = "Self-test"
MATCH_S: Final = 60.0
FOUND_S: Final = 3.0
"""Seconds for a table to be found."""


class Friend(SeatTalk):
    """A guest who joins with ``code`` and plays at random to the end of the match."""

    def __init__(self, name: str, host: str, port: int, code: str) -> None:
        super().__init__(self._hear, self._begin_match, self._refused)
        self.name = name
        self.rejected = ""
        self._address = host, port
        self.guest = Guest(plain_code(code), Sit(name), self, PassingSecret(), PROGRAM)

    async def stay(self) -> None:
        """Stay to the end, or until rejected."""
        try:
            await self.guest.stay(self._connected, lambda: None)
        except RejectedError as error:
            self.rejected = error.why

    async def _connected(self) -> Lines:
        return await connect(*self._address)

    def _begin_match(self) -> None:
        self._player = SeatProgram(LEVELS[LEVEL](STEADY), self.name)

    def _hear(self, line: bytes) -> None:
        answer = self._player.hear(line)
        if answer:
            # Not at once: what is told is taken in first.
            asyncio.get_running_loop().call_soon(self.answer, answer)

    def _refused(self, fault: Message) -> None:
        raise GameError(fault)


def table() -> Found:
    """Open a table on this computer; guests join it with the code and play a match."""
    return asyncio.run(_table(next(iter(GAMES.values()))))


async def _table(game: Game[Any]) -> Found:
    seats = game.seats[0]
    path = folders.matches() / "self-test-table.jsonl"
    asked = TableRequest(TABLE, game.name, seats, short_options(game, seats), breath=0.0)
    heard: list[Message] = []
    faults: list[BaseException] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda _, context: faults.extend(filter(None, [context.get("exception")]))
    )
    request = HostRequest(asked, None, None, path, known=False, address=HERE)
    opened = await OpenedTable.open(request, heard.append)
    try:
        port = opened.journal.keys.port
        async with asyncio.timeout(MATCH_S):
            stranger = Friend("Eve", HERE, port, "wrong code")
            await stranger.stay()
            demand(stranger.rejected == "code", Message("self-wrong-code"))
            friends = [Friend(f"Guest {n}", HERE, port, opened.code) for n in range(seats)]
            await asyncio.gather(*(friend.stay() for friend in friends))
            await opened.table.done.wait()
    except TimeoutError:
        raise GameError(Message("self-endless")) from None
    finally:
        await opened.close()
    for error in faults:
        raise error
    for friend in friends:
        demand(friend.seal is Seal.WHOLE, Message("self-guest-seal", {"name": friend.name}))
    record = read_record(path.read_bytes(), GAMES)
    demand(sealed(record.header, GAMES) is Seal.WHOLE, Message("self-seal"))
    return found("self-table", {"guests": seats, "count": len(record.events)})


class _NoDoor:
    """Nobody comes in."""

    def greet(self, page: PagePort, hello: object) -> None:
        del hello
        page.finish()

    def hear(self, page: PagePort, message: object) -> None: ...
    def leave(self, page: PagePort) -> None: ...


def phones() -> Found:
    """Serve the page for phones, and draw the code that leads there."""
    files = page_files()
    for path in ("/", "/page.js", "/phone.css", "/cards/QH.svg"):
        demand(path in files, Message("self-phone-file", {"name": path}))
    served = asyncio.run(_served(files))
    demand(served == files["/"].body, Message("self-phone-page"))
    demand(any(map(any, qr_matrix(f"http://{HERE}/"))), Message("self-phone-code"))
    return found("self-phones", {"count": len(files)})


async def _served(files: Mapping[str, PageFile]) -> bytes:
    server = PhoneServer(_NoDoor(), files)
    port = await server.open(0, HERE)
    try:
        async with asyncio.timeout(FOUND_S):
            reader, writer = await asyncio.open_connection(HERE, port)
            writer.write(f"GET / HTTP/1.1\r\nHost: {HERE}:{port}\r\n\r\n".encode())
            answer = await reader.read()
            writer.close()
    finally:
        await server.close()
    return answer.partition(b"\r\n\r\n")[2]


def discovery() -> Found:
    """Announce a table and find it again, where there is multicast."""
    game = next(iter(GAMES))
    if asyncio.run(_seen(game)):
        return found("self-discovery")
    return Found(Message("self-discovery-none"), lacking=True)


async def _seen(game: str) -> bool:
    unique = secrets.token_hex(4)
    known = Announcement(TABLE, game, 9, unique, (HERE,))
    try:
        with suppress(OSError):
            return await known.begin() and (await found_again(unique, FOUND_S, (HERE,)) is not None)
    finally:
        await known.end()
    return False
