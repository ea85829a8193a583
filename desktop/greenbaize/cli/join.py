"""Command ``greenbaize join``: a seat at a table on the network, for a program or a person."""

import asyncio
import contextlib
import os
import sys
from argparse import Namespace
from threading import Thread
from typing import IO, Final

from greenbaize.app.network.connections import Reconnector, unreached
from greenbaize.app.network.seat_secrets import PassingSecret, SeatSecrets
from greenbaize.app.network.seat_talk import LONGEST_ANSWER, SeatTalk
from greenbaize.app.network.session import rejection_message
from greenbaize.app.seats.bot_launcher import their_environment
from greenbaize.app.seats.command_lines import anchored, split_command
from greenbaize.app.seats.programs import Program, Start
from greenbaize.app.tables.matches import PROGRAM
from greenbaize.cli.arguments import Parser, flag, number
from greenbaize.cli.host import heed_faults
from greenbaize.cli.terminal import complain, plain, sentence, tell, warn, write_line
from greenbaize.games import GAMES
from greenbaize.lan.address import MOST_SEATS, address_of, address_text
from greenbaize.lan.client import Guest, Keeping, RejectedError
from greenbaize.lan.discovery import found_tables
from greenbaize.lan.table_code import code_of, plain_code
from greenbaize.lan.wire import LobbyShown, Sit
from greenbaize.match.seal import Seal
from greenbaize.rules.errors import GameError, UsageError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.fitting import tidy_name
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import match_text
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title

LOOK_S: Final = 3.0
"""Duration of the search for tables (s)."""


def add_options(parser: Parser) -> None:
    text = tr("where the table is; without it the tables found are printed")
    parser.add_argument("address", metavar="HOST:PORT", nargs="?", type=address_of, help=text)
    parser.add_argument("--code", metavar="CODE", type=code_of, help=tr("the table's code"))
    parser.add_argument("--name", metavar="NAME", default="", help=tr("what you are called"))
    text = tr("let a program play that speaks the seat protocol, instead of you")
    parser.add_argument("--program", metavar="COMMAND", help=text)
    flag(parser, "--watch", tr("only print what a watcher is told"))
    text = tr("with --watch, what the chair with this number sees, if the table allows it")
    number(parser, "--see", text, high=MOST_SEATS)


def run(asked: Namespace) -> int:
    """Join a table until its match is over, or print those found; return the exit code."""
    if asked.address is None:
        return look()
    if asked.code is None:
        raise UsageError(Message("usage-join-code"))
    if asked.watch and asked.program is not None:
        raise UsageError(Message("usage-watch"))
    if asked.see and not asked.watch:
        raise UsageError(Message("usage-see"))
    if asked.program is not None and not split_command(asked.program):
        raise UsageError(Message("program-unclear", {"command": asked.program}))
    name = tidy_name(asked.name)
    if not name and not asked.watch:
        raise UsageError(Message("usage-name"))
    try:
        return asyncio.run(join(asked, name))
    except RejectedError as error:
        complain(rejection_message(error))
    except OSError as error:
        host, port = asked.address
        complain(unreached(host, port, error))
    except GameError as error:
        complain(error)
    return 1


def look() -> int:
    """Print the tables found on the network; return the exit code."""
    tables = asyncio.run(found_tables(LOOK_S))
    if tables is None:
        warn(sentence("table-look-no-network"))
        return 1
    for table in tables:
        address = address_text(table.address, table.port)
        game = game_title(shown_name(table.game))
        tell(sentence("table-found", address=address, table=table.name, game=game))
    if not tables:
        warn(sentence("table-none-found"))
    return 0 if tables else 1


class _Player:
    """Driver of the seat: a program, or lines from standard input."""

    def __init__(self, asked: Namespace, loop: asyncio.AbstractEventLoop) -> None:
        self.ended: asyncio.Future[Message | None] = loop.create_future()
        """Set when the driver ends, to the error or None."""
        self.talk = SeatTalk(self._write, self._begin, complain)
        self.talk.sees = None if asked.see is None else asked.see - 1
        self.talk.lobby_told = self._tell_match
        self._match = ""
        self._command: str | None = asked.program
        self._loop = loop
        self._program: Program | None = None
        self._is_ready = False
        self._reading = asked.program is not None or asked.watch

    def close(self) -> None:
        if self._program is not None:
            self._program.close()
            self._program = None

    def _tell_match(self, lobby: LobbyShown) -> None:
        """Print the game when it changes, on standard error: the output is protocol only."""
        words = match_text(GAMES, lobby.game, len(lobby.chairs), lobby.options)
        if words != self._match:
            self._match = words
            warn(plain(words))

    def _begin(self) -> None:
        """Start the driver of a match; each match gets a program of its own."""
        self.close()
        if self._command is not None:
            words = split_command(anchored(self._command))
            start = Start(words, their_environment())
            self._is_ready = False
            self._program = Program(start, self._on_said)
            if self._program.missing:  # without a thread, nothing else reports it
                self._end(Message("seat-program-missing"))
        elif not self._reading:
            self._reading = True
            # Unbuffered: a thread that reads with a buffer holds its lock when the program ends.
            self._read(os.fdopen(sys.stdin.fileno(), "rb", buffering=0, closefd=False))

    def _write(self, line: bytes) -> None:
        if self._program is not None:
            if line.startswith(b'{"type": "ask"'):
                self._program.expect_line()
            self._program.send(line)
            return
        write_line(line)

    def _read(self, lines: IO[bytes]) -> None:
        """Read standard input in a thread, since not every system can poll it."""

        def run() -> None:
            line = b"?"
            while line:
                line = lines.readline(LONGEST_ANSWER + 1)
                with contextlib.suppress(RuntimeError):  # the event loop is closed
                    self._loop.call_soon_threadsafe(self._take, line or None)

        Thread(target=run, daemon=True).start()

    def _on_said(self, program: Program, line: bytes | None) -> None:
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._take_from, program, line)

    def _take_from(self, program: Program, line: bytes | None) -> None:
        if program is not self._program or self.talk.over:
            return
        if line is None:
            code = "seat-program-missing" if program.missing else "seat-program-ended"
            self._end(Message(code))
        elif self._is_ready:
            self._take(line)
        else:
            self._is_ready = True  # the program's first line says that it is ready

    def _take(self, line: bytes | None) -> None:
        if line is None:
            self._end(None)
            return
        fault = self.talk.answer(line)
        if fault is None:
            return
        if self._program is None:
            complain(fault)
        else:
            self._end(Message("seat-program-wrong", {"fault": Speaker().say(fault)}))

    def _end(self, fault: Message | None) -> None:
        if not self.ended.done():
            self.ended.set_result(fault)


def _judge(seal: Seal | None) -> None:
    """Raise ``GameError`` for a broken shuffle, and warn of a restarted one."""
    if seal is Seal.BROKEN:
        raise GameError(Message("table-seal-broken"))
    if seal is Seal.AGAIN:
        warn(sentence("table-seal-again"))


async def join(asked: Namespace, name: str) -> int:
    """Stay at a table until its match is over; return the exit code."""
    heed_faults(asyncio.get_running_loop())
    player = _Player(asked, asyncio.get_running_loop())
    secrets: Keeping = PassingSecret()
    reconnector = Reconnector(*asked.address)
    if not asked.watch:
        secrets = seat_secrets = SeatSecrets(folders.seats(), name, *asked.address)
        reconnector.moved = seat_secrets.moved
    sit = Sit(name, asked.watch)
    guest = Guest(plain_code(asked.code), sit, player.talk, secrets, PROGRAM)
    player.talk.guest = guest
    guest.on_slowed = lambda wait: warn(sentence("table-slowed", wait=wait))

    def lost() -> None:
        if player.talk.over:
            guest.leave()
        else:
            warn(sentence("table-connection-lost"))

    def settle() -> None:
        reconnector.fingerprint = guest.fingerprint
        if guest.visits > 1:
            warn(sentence("table-connection-back"))

    staying = asyncio.ensure_future(guest.stay(reconnector.connect, lost, settle))
    try:
        await asyncio.wait((staying, player.ended), return_when=asyncio.FIRST_COMPLETED)
        if staying.done():
            staying.result()
            _judge(player.talk.seal)
            if player.talk.over:
                return 0
            playing = player.talk.header is not None
            warn(plain(Speaker().say(Message("join-closed-playing" if playing else "join-closed"))))
            return int(playing)
        guest.leave()
        fault = player.ended.result()
        if fault is not None:
            raise GameError(fault)
        return 0
    finally:
        staying.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await staying
        player.close()
