"""Command ``greenbaize host``: host a table on the network without a window."""

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from threading import Thread
from typing import Any, Final

from greenbaize.app.network.hosted_table import HostedTable
from greenbaize.app.network.lobby import REPLACE_DELAY_S, HostedTableSetup
from greenbaize.app.network.opened_table import HostRequest, OpenedTable
from greenbaize.app.network.session import find_presence_changes
from greenbaize.app.network.table_texts import extract_match_setup
from greenbaize.app.phones.phones_state import PhonesState, qr_text
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.signals import SignalInterrupt, handle_signals
from greenbaize.app.tables.table import Table
from greenbaize.cli.arguments import (
    CommandLineParser,
    add_flag,
    add_game_options,
    add_number,
    add_path,
)
from greenbaize.cli.match_arguments import (
    find_game,
    parse_opponent,
    parse_options,
    resolve_player_count,
)
from greenbaize.cli.terminal import (
    OutputError,
    can_print,
    detach_output,
    flush_output,
    message_text,
    print_error,
    print_result,
    sanitize_line,
    warn,
)
from greenbaize.games import GAMES
from greenbaize.lan.address import MAX_CLOCK_S, format_address
from greenbaize.lan.interfaces import LOOPBACK_ADDRESS
from greenbaize.lan.table_code import validate_code
from greenbaize.lan.wire import LobbyMessage
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import MatchEnded
from greenbaize.rules.messages import Message
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.store.declared_settings import tidy_name
from greenbaize.store.log import log_exception_message
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import match_text
from greenbaize.words.names import display_name, isolate_direction, sanitise_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import rank_title

NEW_CODE_REQUEST: Final = "code"
"""Input line that requests a new code."""
GIVE_CHAIR_REQUEST: Final = "give"
"""First word of the line that gives a waiting phone its chair; the request's number follows."""
STOP_REQUEST: Final = "stop"
"""Input line that ends the match early."""
MAX_REQUEST_LENGTH: Final = 200
RESULT_TIMEOUT_S: Final = 30.0
"""Maximum time for phones to show the result before the table is closed (s)."""


class HostReporter:
    """Reporter of what happens at a table, as JSON or text; a closed output is ignored."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._lobby: LobbyMessage | None = None
        self._opened_table: OpenedTable | None = None
        self._table: Table | None = None
        self._is_hint_shown = False
        self._last_request_number = 0
        """Number of the last request of a phone for a chair."""
        self._is_output_open = True
        """True until writing to the output has failed."""

    def report_open(self, opened_table: OpenedTable) -> None:
        """Report the open table; raise ``OutputError`` if nobody can learn its code."""
        self._opened_table, opened_table.table.on_lobby_sent = opened_table, self._on_lobby
        table_setup = opened_table.table.setup
        local_address = format_address(LOOPBACK_ADDRESS, opened_table.table_files.keys.port)
        addresses = opened_table.addresses or (local_address,)
        values = {"table": table_setup.name, "address": addresses[0], "code": opened_table.code}
        json_values = {
            "addresses": addresses,
            "game": table_setup.game,
            "seats": table_setup.seats,
        }
        self._print_event(Message("table-open", dict(values)), "open", values | json_values)
        if not self._as_json:
            print_result(
                sanitize_line(
                    match_text(GAMES, table_setup.game, table_setup.seats, table_setup.options)
                )
            )
            self._print_other_addresses("table-open-others", addresses)
            if not opened_table.addresses:
                print_result(sanitize_line(message_text("table-open-no-network")))
        flush_output()

    def report_error(self, error: Message) -> None:
        """Print a warning; with the first wrong code, also how to get a new one."""
        print_error(error)
        if error.code == "table-wrong-code" and not self._is_hint_shown:
            self._is_hint_shown = True
            warn(message_text("host-requests", request=NEW_CODE_REQUEST))

    def report_code(self, code: str) -> None:
        """Report the new code of the table."""
        self._report_event(Message("table-code", {"code": code}), "code", {"code": code})

    def report_phones(self, phones: PhonesState) -> None:
        """Report how phones join; raise ``OutputError`` if nobody can learn it."""
        assert self._opened_table is not None
        message = Message(
            "phones-open", {"address": phones.address, "code": self._opened_table.code}
        )
        if self._as_json:
            self._print_event(message, "phones", {"url": phones.url, "addresses": phones.addresses})
        else:
            code_text = qr_text(phones.url)
            if can_print(code_text):
                print_result(code_text.rstrip("\n"))
            print_result(sanitize_line(Speaker().format_message(message)))
            print_result(sanitize_line(message_text("phones-plain")))
            self._print_other_addresses("phones-open-others", phones.addresses)
        flush_output()

    def report_chair_requests(self, phones: PhonesState) -> None:
        """Report phones that have asked for a chair since the last call."""
        for request in phones.chair_requests:
            if request.number <= self._last_request_number:
                continue
            self._last_request_number = request.number
            name = isolate_direction(display_name(request.name))
            message = Message("phone-at-door", {"name": name, "number": request.number})
            self._report_event(
                message, "chair-asked", {"name": request.name, "number": request.number}
            )
            if not self._as_json:
                line = f"{GIVE_CHAIR_REQUEST} {request.number}"
                warn(message_text("host-requests-give", request=line, name=name))

    @staticmethod
    def _print_other_addresses(code: str, addresses: Sequence[str]) -> None:
        """Print the addresses after the first one."""
        if len(addresses) > 1:
            print_result(sanitize_line(message_text(code, addresses=", ".join(addresses[1:]))))

    def _on_lobby(self, lobby: LobbyMessage) -> None:
        old, self._lobby = self._lobby, lobby
        for change, name in find_presence_changes(old, lobby):
            quoted_name = isolate_direction(display_name(name))
            self._report_event(
                Message(f"guest-{change}", {"name": quoted_name}), change, {"name": name}
            )
        watchers = 0 if old is None else old.watchers
        if watchers != lobby.watchers:
            count = {"count": lobby.watchers}
            self._report_event(Message("table-watchers", dict(count)), "watchers", count)
        assert self._opened_table is not None
        match = self._opened_table.table.match
        if match is None and self._table is not None and not self._table.is_over:
            self._table = None
            path = str(self._opened_table.table_files.last_stopped_path or "")
            self._report_event(Message("table-stopped", {"path": path}), "stopped", {"path": path})
        if old is not None and extract_match_setup(old) != extract_match_setup(lobby):
            self._report_setup(lobby)
        if match is not None and not match.is_over and match.table is not self._table:
            self._report_match_start(match.table)

    def _report_setup(self, lobby: LobbyMessage) -> None:
        game, seats = lobby.game, len(lobby.chairs)
        description = match_text(GAMES, game, seats, lobby.options)
        values = {"game": game, "seats": seats, "options": lobby.options}
        self._report_event(Message("table-laid", {"what": description}), "laid", values)

    def _report_match_start(self, table: Table) -> None:
        self._table = table
        header = table.header
        names = [player.name for player in header.players]
        quoted_names = ", ".join(isolate_direction(display_name(name)) for name in names)
        values = {"game": header.game, "names": names}
        self._report_event(Message("table-begun", {"names": quoted_names}), "begun", values)
        table.add_listener(self._on_event)

    def _on_event(self, view_events: list[Any]) -> None:
        event, table = view_events[-1], self._table
        if not isinstance(event, MatchEnded) or table is None:
            return
        names = [message.name for message in table.header.players]
        speaker = Speaker([isolate_direction(display_name(name)) for name in names])
        worth_texts = [
            speaker.format_message(message)
            for message in table.game.final_values(table.spectator_view)
        ]
        rank_texts = [
            speaker.format_message(
                Message(
                    "spoken-place", {"place": rank_title(rank), "seat": seat, "worth": worth_text}
                )
            )
            for rank, seat, worth_text in sorted(
                zip(event.places, range(len(names)), worth_texts, strict=True)
            )
        ]
        values = {"names": names, "places": event.places, "totals": event.totals}
        self._report_event(
            Message("table-ended", {"places": "; ".join(rank_texts)}), "ended", values
        )

    def _report_event(self, message: Message, event_type: str, values: Mapping[str, Any]) -> None:
        if self._is_output_open:
            try:
                self._print_event(message, event_type, values)
                flush_output()
            except OutputError:
                self._is_output_open = False
                detach_output()

    def _print_event(self, message: Message, event_type: str, values: Mapping[str, Any]) -> None:
        if self._as_json:
            print_result(json.dumps({"type": event_type, **values}))
        else:
            print_result(sanitize_line(Speaker().format_message(message)))


def add_options(parser: CommandLineParser) -> None:
    add_game_options(parser, "--seats")
    parser.add_argument("--name", metavar="NAME", default="", help=tr("what the table is called"))
    add_number(parser, "--port", tr("port to listen on"), 0, 65_535)
    parser.add_argument("--code", metavar="CODE", type=validate_code, help=tr("a code of your own"))
    text = tr("computer players take the chairs left open: {levels}")
    text = text.format(levels=", ".join(LEVEL_NAMES))
    parser.add_argument("--bots", metavar="LEVEL", type=parse_opponent, help=text)
    text = tr("after how many seconds a computer player stands in for somebody who is gone (60)")
    add_number(parser, "--grace", text, 0, 86_400, default=int(REPLACE_DELAY_S), metavar="SECONDS")
    text = tr("how many seconds a turn may take before a computer player takes over")
    add_number(parser, "--clock", text, 0, MAX_CLOCK_S, default=0, metavar="SECONDS")
    add_flag(parser, "--no-hints", tr("allow no hints at the table"))
    add_flag(parser, "--open-hands", tr("let those who watch see the cards of one player"))
    text = tr("the match's record; if it is there already, that match is continued")
    add_path(parser, "--record", "FILE", text)
    add_flag(parser, "--keep", tr("keep the table open for another match"))
    add_flag(parser, "--phones", tr("let phones come: a code for their cameras is printed"))
    add_flag(parser, "--json", tr("tell what happens at the table, one JSON object a line"))


def run(args: Namespace) -> int:
    """Open a table for friends and play the match; return the exit code."""
    game = find_game(args.game)
    seats = resolve_player_count(game, args.seats)
    table = HostedTableSetup(
        name=tidy_name(args.name) or tr("Green Baize"),
        game=game.name,
        seats=seats,
        options=parse_options(game, seats, args.option),
        bots=args.bots,
        replace_delay_s=float(args.grace),
        turn_limit_s=args.clock,
        allows_hints=not args.no_hints,
        shows_hands=args.open_hands,
        allows_further_matches=args.keep,
    )
    request = HostRequest(table, args.port, args.code, args.record)
    try:
        return asyncio.run(_run_host(request, HostReporter(as_json=args.json), phones=args.phones))
    except GameError as error:
        print_error(error)
        return 1


async def _run_host(request: HostRequest, reporter: HostReporter, *, phones: bool) -> int:
    install_exception_handler(asyncio.get_running_loop())
    request = replace(
        request, table=replace(request.table, launcher=BotLauncher(separate_processes=True))
    )
    opened_table = await OpenedTable.open(request, reporter.report_error)
    announcement = asyncio.ensure_future(opened_table.run_announcement(lambda: None))
    try:
        reporter.report_open(opened_table)
        read_requests(asyncio.get_running_loop(), partial(_handle_request, opened_table, reporter))
        if phones or opened_table.table_files.keys.phones_port:
            reporter.report_phones(await opened_table.phones.switch_on())
            opened_table.phones.on_change = reporter.report_chair_requests
        code = await _wait_until_done(opened_table.table)
        await opened_table.phones.wait_until_shown(RESULT_TIMEOUT_S)
        return code
    finally:
        announcement.cancel()
        await asyncio.gather(announcement, return_exceptions=True)
        await opened_table.close()


def _handle_request(opened_table: OpenedTable, reporter: HostReporter, line: str) -> None:
    """Handle an input line: a new code, a chair for a phone, or the end of the match.

    An empty line is ignored.
    """
    if line == NEW_CODE_REQUEST:
        opened_table.renew_code()
        reporter.report_code(opened_table.code)
        if opened_table.phones.is_on:
            reporter.report_phones(opened_table.phones.state)
    elif line.startswith(f"{GIVE_CHAIR_REQUEST} "):
        number = line.removeprefix(GIVE_CHAIR_REQUEST).strip()
        if not (
            number.isascii()
            and number.isdigit()
            and opened_table.phones.grant_chair_request(int(number))
        ):
            warn(message_text("host-nobody-waits", number=sanitise_text(number)))
    elif line == STOP_REQUEST:
        if not opened_table.table.stop_match():  # success is reported like a stop by the keeper
            warn(message_text("table-denied-not-playing"))
    elif line:
        warn(message_text("host-requests", request=NEW_CODE_REQUEST))
        warn(message_text("host-requests-stop", request=STOP_REQUEST))


def read_requests(loop: asyncio.AbstractEventLoop, on_request: Callable[[str], object]) -> None:
    """Read lines of standard input in a thread, since not every system can poll it.

    A host in the background is not suspended for it, and the end of the input ends nothing.
    """
    if sys.stdin is None:
        return
    if (stop_signal := getattr(signal, "SIGTTIN", None)) is not None:
        signal.signal(stop_signal, signal.SIG_IGN)
    try:
        # Unbuffered: a thread that reads with a buffer holds its lock when the program ends.
        lines = os.fdopen(sys.stdin.fileno(), "rb", buffering=0, closefd=False)
    except (OSError, ValueError):
        return

    def read_lines() -> None:
        with contextlib.suppress(OSError, RuntimeError):  # the terminal or the event loop is closed
            while line := lines.readline(MAX_REQUEST_LENGTH):
                text = line.decode(errors="replace").strip().casefold()
                loop.call_soon_threadsafe(on_request, text)

    Thread(target=read_lines, name="requests", daemon=True).start()


async def _wait_until_done(table: HostedTable) -> int:
    """Play until the match is over, or a signal arrives."""
    loop = asyncio.get_running_loop()
    stop_future: asyncio.Future[int] = loop.create_future()

    def set_stopped(number: int) -> None:
        if not stop_future.done():
            stop_future.set_result(number)

    def on_signal(number: int, _: object) -> None:
        loop.call_soon_threadsafe(set_stopped, number)

    with handle_signals(on_signal):
        if table.match is not None:
            table.resume_match()
        done_task = asyncio.ensure_future(table.finished_event.wait())
        await asyncio.wait((done_task, stop_future), return_when=asyncio.FIRST_COMPLETED)
        done_task.cancel()
    if stop_future.done():
        raise SignalInterrupt(stop_future.result())
    return 0


def install_exception_handler(loop: asyncio.AbstractEventLoop) -> None:
    """Keep errors in the event loop from printing tracebacks."""
    loop.set_exception_handler(_on_loop_error)
    # asyncio warns of writing to connections just broken, which is harmless.
    logging.getLogger("asyncio").setLevel(logging.ERROR)


def _on_loop_error(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception")
    if not isinstance(error, Exception) or isinstance(error, OSError):
        return  # both ends of a broken connection handle it themselves
    print_error(log_exception_message(error, "unexpected-here"))
