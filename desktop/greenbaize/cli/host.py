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

from greenbaize.app.network.hosting import HostedTable
from greenbaize.app.network.lobby import GRACE_S, TableRequest
from greenbaize.app.network.opened import HostRequest, OpenedTable
from greenbaize.app.network.session import comings
from greenbaize.app.network.table_words import lay_of
from greenbaize.app.phones.shown import PhonesShown, qr_text
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.signals import Stopped, handled
from greenbaize.app.tables.table import Table
from greenbaize.cli.arguments import Parser, add_game, flag, number, path
from greenbaize.cli.match_arguments import game_named, opponent_named, player_count, settled_options
from greenbaize.cli.terminal import (
    OutputError,
    can_draw,
    complain,
    finish,
    give_up_output,
    plain,
    sentence,
    tell,
    warn,
)
from greenbaize.games import GAMES
from greenbaize.lan.address import LONGEST_CLOCK_S, address_text
from greenbaize.lan.interfaces import LOOPBACK
from greenbaize.lan.table_code import code_of
from greenbaize.lan.wire import LobbyShown
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Ended
from greenbaize.rules.messages import Message
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.store.fitting import tidy_name
from greenbaize.store.log import kept_fault
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import match_text
from greenbaize.words.names import set_apart, shown_name, shown_words
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import place_title

NEW_CODE: Final = "code"
"""Input line that requests a new code."""
GIVE: Final = "give"
"""First word of the line that gives a waiting phone its chair; the request's number follows."""
STOP: Final = "stop"
"""Input line that ends the match early."""
LONGEST_REQUEST: Final = 200
SEEN_S: Final = 30.0
"""Maximum time for phones to show the result before the table is closed (s)."""


class HostNews:
    """Reporter of what happens at a table, as JSON or text; a closed output is ignored."""

    def __init__(self, *, lines: bool) -> None:
        self._lines = lines
        self._lobby: LobbyShown | None = None
        self._opened: OpenedTable | None = None
        self._playing: Table | None = None
        self._hinted = False
        self._last_request = 0
        """Number of the last request of a phone for a chair."""
        self._taken = True
        """True until writing to the output has failed."""

    def opened(self, opened: OpenedTable) -> None:
        """Report the open table; raise ``OutputError`` if nobody can learn its code."""
        self._opened, opened.table.seen = opened, self._on_lobby
        asked = opened.table.request
        here = address_text(LOOPBACK, opened.journal.keys.port)
        addresses = opened.addresses or (here,)
        values = {"table": asked.name, "address": addresses[0], "code": opened.code}
        more = {"addresses": addresses, "game": asked.game, "seats": asked.seats}
        self._tell(Message("table-open", dict(values)), "open", values | more)
        if not self._lines:
            tell(plain(match_text(GAMES, asked.game, asked.seats, asked.options)))
            self._tell_others("table-open-others", addresses)
            if not opened.addresses:
                tell(plain(sentence("table-open-no-network")))
        finish()

    def complain(self, fault: Message) -> None:
        """Print a warning; with the first wrong code, also how to get a new one."""
        complain(fault)
        if fault.code == "table-wrong-code" and not self._hinted:
            self._hinted = True
            warn(sentence("host-requests", request=NEW_CODE))

    def tell_code(self, code: str) -> None:
        """Report the new code of the table."""
        self._pass_on(Message("table-code", {"code": code}), "code", {"code": code})

    def phones(self, shown: PhonesShown) -> None:
        """Report how phones join; raise ``OutputError`` if nobody can learn it."""
        assert self._opened is not None
        way = Message("phones-open", {"address": shown.address, "code": self._opened.code})
        if self._lines:
            self._tell(way, "phones", {"url": shown.url, "addresses": shown.addresses})
        else:
            picture = qr_text(shown.url)
            if can_draw(picture):
                tell(picture.rstrip("\n"))
            tell(plain(Speaker().say(way)))
            tell(plain(sentence("phones-plain")))
            self._tell_others("phones-open-others", shown.addresses)
        finish()

    def tell_requests(self, shown: PhonesShown) -> None:
        """Report phones that have asked for a chair since the last call."""
        for request in shown.requests:
            if request.number <= self._last_request:
                continue
            self._last_request = request.number
            name = set_apart(shown_name(request.name))
            told = Message("phone-at-door", {"name": name, "number": request.number})
            self._pass_on(told, "chair-asked", {"name": request.name, "number": request.number})
            if not self._lines:
                line = f"{GIVE} {request.number}"
                warn(sentence("host-requests-give", request=line, name=name))

    @staticmethod
    def _tell_others(code: str, addresses: Sequence[str]) -> None:
        """Print the addresses after the first one."""
        if len(addresses) > 1:
            tell(plain(sentence(code, addresses=", ".join(addresses[1:]))))

    def _on_lobby(self, lobby: LobbyShown) -> None:
        old, self._lobby = self._lobby, lobby
        for what, name in comings(old, lobby):
            shown = set_apart(shown_name(name))
            self._pass_on(Message(f"guest-{what}", {"name": shown}), what, {"name": name})
        watchers = 0 if old is None else old.watchers
        if watchers != lobby.watchers:
            count = {"count": lobby.watchers}
            self._pass_on(Message("table-watchers", dict(count)), "watchers", count)
        assert self._opened is not None
        match = self._opened.table.match
        if match is None and self._playing is not None and not self._playing.over:
            self._playing = None
            path = str(self._opened.journal.stopped or "")
            self._pass_on(Message("table-stopped", {"path": path}), "stopped", {"path": path})
        if old is not None and lay_of(old) != lay_of(lobby):
            self._tell_lay(lobby)
        if match is not None and not match.over and match.table is not self._playing:
            self._begin(match.table)

    def _tell_lay(self, lobby: LobbyShown) -> None:
        game, seats = lobby.game, len(lobby.chairs)
        what = match_text(GAMES, game, seats, lobby.options)
        values = {"game": game, "seats": seats, "options": lobby.options}
        self._pass_on(Message("table-laid", {"what": what}), "laid", values)

    def _begin(self, table: Table) -> None:
        self._playing = table
        header = table.header
        names = [one.name for one in header.sitters]
        shown = ", ".join(set_apart(shown_name(name)) for name in names)
        values = {"game": header.game, "names": names}
        self._pass_on(Message("table-begun", {"names": shown}), "begun", values)
        table.listen(self._on_told)

    def _on_told(self, told: list[Any]) -> None:
        end, table = told[-1], self._playing
        if not isinstance(end, Ended) or table is None:
            return
        names = [one.name for one in table.header.sitters]
        speaker = Speaker([set_apart(shown_name(name)) for name in names])
        worth = [speaker.say(one) for one in table.game.finals(table.watched)]
        places = [
            speaker.say(
                Message("spoken-place", {"place": place_title(place), "seat": seat, "worth": said})
            )
            for place, seat, said in sorted(zip(end.places, range(len(names)), worth, strict=True))
        ]
        values = {"names": names, "places": end.places, "totals": end.totals}
        self._pass_on(Message("table-ended", {"places": "; ".join(places)}), "ended", values)

    def _pass_on(self, sentence: Message, what: str, values: Mapping[str, Any]) -> None:
        if self._taken:
            try:
                self._tell(sentence, what, values)
                finish()
            except OutputError:
                self._taken = False
                give_up_output()

    def _tell(self, sentence: Message, what: str, values: Mapping[str, Any]) -> None:
        if self._lines:
            tell(json.dumps({"type": what, **values}))
        else:
            tell(plain(Speaker().say(sentence)))


def add_options(parser: Parser) -> None:
    add_game(parser, "--seats")
    parser.add_argument("--name", metavar="NAME", default="", help=tr("what the table is called"))
    number(parser, "--port", tr("address to listen on"), 0, 65_535)
    parser.add_argument("--code", metavar="CODE", type=code_of, help=tr("a code of your own"))
    text = tr("computer players take the chairs left open: {levels}")
    text = text.format(levels=", ".join(LEVEL_NAMES))
    parser.add_argument("--bots", metavar="LEVEL", type=opponent_named, help=text)
    text = tr("after how many seconds a computer player stands in for somebody who is gone (60)")
    number(parser, "--grace", text, 0, 86_400, default=int(GRACE_S), metavar="SECONDS")
    text = tr("how many seconds a turn may take before a computer player takes over")
    number(parser, "--clock", text, 0, LONGEST_CLOCK_S, default=0, metavar="SECONDS")
    flag(parser, "--no-hints", tr("allow no hints at the table"))
    flag(parser, "--open-hands", tr("let those who watch see the cards of one player"))
    text = tr("the match's record; if it is there already, that match is continued")
    path(parser, "--record", "FILE", text)
    flag(parser, "--keep", tr("keep the table open for another match"))
    flag(parser, "--phones", tr("let phones come: a code for their cameras is printed"))
    flag(parser, "--json", tr("tell what happens at the table, one JSON object a line"))


def run(asked: Namespace) -> int:
    """Open a table for friends and play the match; return the exit code."""
    game = game_named(asked.game)
    seats = player_count(game, asked.seats)
    table = TableRequest(
        name=tidy_name(asked.name) or tr("Green Baize"),
        game=game.name,
        seats=seats,
        options=settled_options(game, seats, asked.option),
        bots=asked.bots,
        grace=float(asked.grace),
        clock=asked.clock,
        hints=not asked.no_hints,
        hands=asked.open_hands,
        again=asked.keep,
    )
    request = HostRequest(table, asked.port, asked.code, asked.record)
    try:
        return asyncio.run(_host(request, HostNews(lines=asked.json), phones=asked.phones))
    except GameError as error:
        complain(error)
        return 1


async def _host(request: HostRequest, news: HostNews, *, phones: bool) -> int:
    heed_faults(asyncio.get_running_loop())
    request = replace(request, table=replace(request.table, launcher=BotLauncher(apart=True)))
    opened = await OpenedTable.open(request, news.complain)
    known = asyncio.ensure_future(opened.stay_known(lambda: None))
    try:
        news.opened(opened)
        read_requests(asyncio.get_running_loop(), partial(_hear_request, opened, news))
        if phones or opened.journal.keys.phones_port:
            news.phones(await opened.phones.switch_on())
            opened.phones.changed = news.tell_requests
        code = await _until_done(opened.table)
        await opened.phones.seen(SEEN_S)
        return code
    finally:
        known.cancel()
        await asyncio.gather(known, return_exceptions=True)
        await opened.close()


def _hear_request(opened: OpenedTable, news: HostNews, line: str) -> None:
    """Handle an input line: a new code, a chair for a phone, or the end of the match.

    An empty line is ignored.
    """
    if line == NEW_CODE:
        opened.renew_code()
        news.tell_code(opened.code)
        if opened.phones.is_on:
            news.phones(opened.phones.shown)
    elif line.startswith(f"{GIVE} "):
        number = line.removeprefix(GIVE).strip()
        if not (
            number.isascii() and number.isdigit() and opened.phones.give_chair_back(int(number))
        ):
            warn(sentence("host-nobody-waits", number=shown_words(number)))
    elif line == STOP:
        if not opened.table.stop_match():  # success is reported like a stop by the keeper
            warn(sentence("table-denied-not-playing"))
    elif line:
        warn(sentence("host-requests", request=NEW_CODE))
        warn(sentence("host-requests-stop", request=STOP))


def read_requests(loop: asyncio.AbstractEventLoop, hear: Callable[[str], object]) -> None:
    """Read lines of standard input in a thread, since not every system can poll it.

    A host in the background is not suspended for it, and the end of the input ends nothing.
    """
    if sys.stdin is None:
        return
    if (stops := getattr(signal, "SIGTTIN", None)) is not None:
        signal.signal(stops, signal.SIG_IGN)
    try:
        # Unbuffered: a thread that reads with a buffer holds its lock when the program ends.
        lines = os.fdopen(sys.stdin.fileno(), "rb", buffering=0, closefd=False)
    except (OSError, ValueError):
        return

    def read() -> None:
        with contextlib.suppress(OSError, RuntimeError):  # the terminal or the event loop is closed
            while line := lines.readline(LONGEST_REQUEST):
                text = line.decode(errors="replace").strip().casefold()
                loop.call_soon_threadsafe(hear, text)

    Thread(target=read, name="requests", daemon=True).start()


async def _until_done(table: HostedTable) -> int:
    """Play until the match is over, or a signal arrives."""
    loop = asyncio.get_running_loop()
    stopped: asyncio.Future[int] = loop.create_future()

    def stop(number: int) -> None:
        if not stopped.done():
            stopped.set_result(number)

    def on_signal(number: int, _: object) -> None:
        loop.call_soon_threadsafe(stop, number)

    with handled(on_signal):
        if table.match is not None:
            table.go_on()
        done = asyncio.ensure_future(table.done.wait())
        await asyncio.wait((done, stopped), return_when=asyncio.FIRST_COMPLETED)
        done.cancel()
    if stopped.done():
        raise Stopped(stopped.result())
    return 0


def heed_faults(loop: asyncio.AbstractEventLoop) -> None:
    """Keep errors in the event loop from printing tracebacks."""
    loop.set_exception_handler(_on_fault)
    # asyncio warns of writing to connections just broken, which is harmless.
    logging.getLogger("asyncio").setLevel(logging.ERROR)


def _on_fault(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception")
    if not isinstance(error, Exception) or isinstance(error, OSError):
        return  # both ends of a broken connection handle it themselves
    complain(kept_fault(error, "unexpected-here"))
