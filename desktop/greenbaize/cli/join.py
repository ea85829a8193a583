"""Command ``greenbaize join``: a seat at a table on the network, for a program or a person."""

import asyncio
import contextlib
import os
import sys
from argparse import Namespace
from threading import Thread
from typing import IO, Final

from greenbaize.app.network.connections import Reconnector, describe_connection_error
from greenbaize.app.network.seat_protocol_adapter import (
    MAX_PROGRAM_ANSWER_BYTES,
    SeatProtocolAdapter,
)
from greenbaize.app.network.seat_secrets import MemorySecretStore, SecretFileStore
from greenbaize.app.network.session import describe_rejection
from greenbaize.app.seats.bot_launcher import build_foreign_environment
from greenbaize.app.seats.bot_process import BotProcess, LaunchSpec
from greenbaize.app.seats.command_lines import make_absolute, split_command
from greenbaize.cli.arguments import CommandLineParser, add_flag, add_number
from greenbaize.cli.host import install_exception_handler
from greenbaize.cli.terminal import (
    message_text,
    print_error,
    print_result,
    sanitize_line,
    warn,
    write_line,
)
from greenbaize.games import GAMES
from greenbaize.lan.address import MAX_SEATS, format_address, parse_address
from greenbaize.lan.client import GuestClient, SecretStore, TableRejectionError
from greenbaize.lan.discovery import find_tables
from greenbaize.lan.table_code import normalise_code, validate_code
from greenbaize.lan.wire import JoinMessage, LobbyMessage
from greenbaize.match.header import PROGRAM_VERSION
from greenbaize.match.seal import SealVerdict
from greenbaize.rules.errors import GameError, UsageError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.declared_settings import tidy_name
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import match_text
from greenbaize.words.names import display_name
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title

PROGRAM_EXAMPLE: Final = (
    "greenbaize join 192.168.1.5:40123 --code K7M-2QX --name Anna "
    '--program "greenbaize bot --level hard"'
)
GOODBYE_TIMEOUT_S: Final = 5.0
"""Maximum time for the host to close the connection after a guest has left (s)."""
SEARCH_S: Final = 3.0
"""Duration of the search for tables (s)."""


def add_options(parser: CommandLineParser) -> None:
    text = tr("where the table is; without it the tables found are printed")
    parser.add_argument("address", metavar="HOST:PORT", nargs="?", type=parse_address, help=text)
    parser.add_argument("--code", metavar="CODE", type=validate_code, help=tr("the table's code"))
    parser.add_argument("--name", metavar="NAME", default="", help=tr("what you are called"))
    text = tr("let a program play that speaks the seat protocol, instead of you")
    parser.add_argument("--program", metavar="COMMAND", help=text)
    add_flag(parser, "--watch", tr("only print what a watcher is told"))
    text = tr("with --watch, what the chair with this number sees, if the table allows it")
    add_number(parser, "--see", text, high=MAX_SEATS)
    heading = tr("Let a program play at a friend's table:")
    parser.epilog = f"{heading}\n  {PROGRAM_EXAMPLE}"


def run(args: Namespace) -> int:
    """Join a table until its match is over, or print those found; return the exit code."""
    if args.address is None:
        return print_tables()
    if args.code is None:
        raise UsageError(Message("usage-join-code"))
    if args.watch and args.program is not None:
        raise UsageError(Message("usage-watch"))
    if args.see and not args.watch:
        raise UsageError(Message("usage-see"))
    if args.program is not None and not split_command(args.program):
        raise UsageError(Message("program-unclear", {"command": args.program}))
    name = tidy_name(args.name)
    if not name and not args.watch:
        raise UsageError(Message("usage-name"))
    try:
        return asyncio.run(join_table(args, name))
    except TableRejectionError as error:
        print_error(describe_rejection(error))
    except OSError as error:
        host, port = args.address
        print_error(describe_connection_error(host, port, error))
    except GameError as error:
        print_error(error)
    return 1


def print_tables() -> int:
    """Print the tables found on the network; return the exit code."""
    tables = asyncio.run(find_tables(SEARCH_S))
    if tables is None:
        warn(message_text("table-look-no-network"))
        return 1
    for table in tables:
        address = format_address(table.address, table.port)
        game = game_title(display_name(table.game))
        print_result(message_text("table-found", address=address, table=table.name, game=game))
    if not tables:
        warn(message_text("table-none-found"))
    return 0 if tables else 1


class _SeatDriver:
    """Driver of the seat: a program, or lines from standard input."""

    def __init__(self, args: Namespace, loop: asyncio.AbstractEventLoop) -> None:
        self.end_future: asyncio.Future[Message | None] = loop.create_future()
        """Set when the driver ends, to the error or None."""
        self.adapter = SeatProtocolAdapter(self._write_line, self._start_match, print_error)
        self.adapter.viewed_seat = None if args.see is None else args.see - 1
        self.adapter.on_lobby_received = self._print_match
        self._match_text = ""
        self._command: str | None = args.program
        self._loop = loop
        self._program: BotProcess | None = None
        self._is_ready = False
        self._is_reading = args.program is not None or args.watch

    def close(self) -> None:
        if self._program is not None:
            self._program.close()
            self._program = None

    def _print_match(self, lobby: LobbyMessage) -> None:
        """Print the game when it changes, on standard error: the output is protocol only."""
        text = match_text(GAMES, lobby.game, len(lobby.chairs), lobby.options)
        if text != self._match_text:
            self._match_text = text
            warn(sanitize_line(text))

    def _start_match(self) -> None:
        """Start the driver of a match; each match gets a program of its own."""
        self.close()
        if self._command is not None:
            command_words = split_command(make_absolute(self._command))
            start = LaunchSpec(command_words, build_foreign_environment())
            self._is_ready = False
            self._program = BotProcess(start, self._on_program_line)
            if self._program.is_missing:  # without a thread, nothing else reports it
                self._finish_driver(Message("seat-program-missing"))
        elif not self._is_reading:
            self._is_reading = True
            # Unbuffered: a thread that reads with a buffer holds its lock when the program ends.
            self._read_input(os.fdopen(sys.stdin.fileno(), "rb", buffering=0, closefd=False))

    def _write_line(self, line: bytes) -> None:
        if self._program is not None:
            if line.startswith(b'{"type": "ask"'):
                self._program.expect_line()
            self._program.send_lines(line)
            return
        write_line(line)

    def _read_input(self, lines: IO[bytes]) -> None:
        """Read standard input in a thread, since not every system can poll it."""

        def read_lines() -> None:
            line = b"?"
            while line:
                line = lines.readline(MAX_PROGRAM_ANSWER_BYTES + 1)
                with contextlib.suppress(RuntimeError):  # the event loop is closed
                    self._loop.call_soon_threadsafe(self._handle_line, line or None)

        Thread(target=read_lines, daemon=True).start()

    def _on_program_line(self, program: BotProcess, line: bytes | None) -> None:
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._handle_program_line, program, line)

    def _handle_program_line(self, program: BotProcess, line: bytes | None) -> None:
        if program is not self._program or self.adapter.is_over:
            return
        if line is None:
            code = "seat-program-missing" if program.is_missing else "seat-program-ended"
            self._finish_driver(Message(code))
        elif self._is_ready:
            self._handle_line(line)
        else:
            self._is_ready = True  # the program's first line says that it is ready

    def _handle_line(self, line: bytes | None) -> None:
        if line is None:
            self._finish_driver(None)
            return
        error = self.adapter.process_answer(line)
        if error is None:
            return
        if self._program is None:
            print_error(error)
        else:
            self._finish_driver(
                Message("seat-program-wrong", {"fault": Speaker().format_message(error)})
            )

    def _finish_driver(self, error: Message | None) -> None:
        if not self.end_future.done():
            self.end_future.set_result(error)


def _check_shuffle_seal(seal: SealVerdict | None) -> None:
    """Raise ``GameError`` for a broken shuffle, and warn of a restarted one."""
    if seal is SealVerdict.BROKEN:
        raise GameError(Message("table-seal-broken"))
    if seal is SealVerdict.REPEATED:
        warn(message_text("table-seal-again"))


async def join_table(args: Namespace, name: str) -> int:
    """Stay at a table until its match is over; return the exit code."""
    install_exception_handler(asyncio.get_running_loop())
    driver = _SeatDriver(args, asyncio.get_running_loop())
    reconnector, seat_secrets = Reconnector(*args.address), None
    if not args.watch:
        seat_secrets = SecretFileStore(folders.seat_secrets_folder(), name, *args.address)
        reconnector.on_address_change = seat_secrets.set_address
    secrets: SecretStore = seat_secrets or MemorySecretStore()
    sit = JoinMessage(name, args.watch)
    guest = GuestClient(normalise_code(args.code), sit, driver.adapter, secrets, PROGRAM_VERSION)
    driver.adapter.guest = guest
    guest.on_slowed = lambda wait: warn(message_text("table-slowed", wait=wait))

    def on_connection_lost() -> None:
        if driver.adapter.is_over:
            guest.leave_table()
        else:
            warn(message_text("table-connection-lost"))

    def on_connected() -> None:
        reconnector.fingerprint = guest.fingerprint
        if guest.connection_count > 1:
            warn(message_text("table-connection-back"))

    stay_task = asyncio.ensure_future(
        guest.run_connection(reconnector.open_connection, on_connection_lost, on_connected)
    )
    try:
        await asyncio.wait((stay_task, driver.end_future), return_when=asyncio.FIRST_COMPLETED)
        if stay_task.done():
            stay_task.result()
            _check_shuffle_seal(driver.adapter.seal_verdict)
            if driver.adapter.is_over:
                return 0
            has_match = driver.adapter.header is not None
            warn(
                sanitize_line(
                    Speaker().format_message(
                        Message("join-closed-playing" if has_match else "join-closed")
                    )
                )
            )
            return int(has_match)
        guest.leave_table()
        # Ending at once would reset the connection, and the host might not read that we left.
        await asyncio.wait((stay_task,), timeout=GOODBYE_TIMEOUT_S)
        error = driver.end_future.result()
        if error is not None:
            raise GameError(error)
        return 0
    finally:
        stay_task.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await stay_task
        if seat_secrets is not None:
            seat_secrets.unlock_seat()
        driver.close()
