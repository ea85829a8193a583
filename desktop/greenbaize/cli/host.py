"""``greenbaize host``: a table for friends on the network, run without a window."""

import asyncio
import signal
from argparse import Namespace
from dataclasses import replace

from greenbaize.app.chairs.housing import Housing
from greenbaize.app.network.hosting import HostedTable
from greenbaize.app.network.opened import HostRequest, OpenedTable
from greenbaize.app.network.table_request import TableRequest
from greenbaize.app.signals import ENDING, Stopped
from greenbaize.bots import LEVELS
from greenbaize.cli.argparse_words import Parser
from greenbaize.cli.arguments import (
    add_game,
    flag,
    game_named,
    number,
    opponent_named,
    path,
    player_count,
    settled_options,
)
from greenbaize.cli.faults import heed_faults
from greenbaize.cli.host_news import HostNews
from greenbaize.cli.terminal import warn
from greenbaize.lan.address import code_of
from greenbaize.lan.limits import LONGEST_CLOCK_S
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.tidy import tidy_name
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


def add_options(parser: Parser) -> None:
    """Add the options of the command."""
    add_game(parser, "--seats")
    parser.add_argument("--name", metavar="NAME", default="", help=tr("what the table is called"))
    number(parser, "--port", tr("address to listen on"), 0, 65_535)
    parser.add_argument("--code", metavar="CODE", type=code_of, help=tr("a code of your own"))
    text = tr("computer players take the chairs left open: {levels}")
    text = text.format(levels=", ".join(LEVELS))
    parser.add_argument("--bots", metavar="LEVEL", type=opponent_named, help=text)
    text = tr("after how many seconds a computer player stands in for somebody who is gone (60)")
    number(parser, "--grace", text, 0, 86_400, default=60, metavar="SECONDS")
    text = tr("how many seconds a turn may take before a computer player takes over")
    number(parser, "--clock", text, 0, LONGEST_CLOCK_S, default=0, metavar="SECONDS")
    flag(parser, "--no-hints", tr("allow no hints at the table"))
    flag(parser, "--open-hands", tr("let those who watch see the cards of one player"))
    text = tr("the match's record; if it is there already, that match is continued")
    path(parser, "--record", "FILE", text)
    flag(parser, "--keep", tr("keep the table open for another match"))
    flag(parser, "--json", tr("tell what happens at the table, one JSON object a line"))


def run(asked: Namespace) -> int:
    """Open a table for friends."""
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
    return host(request, lines=asked.json)


def host(request: HostRequest, *, lines: bool = False) -> int:
    """Open a table and play the match.

    Args:
        request: the table.
        lines: whether what happens is told as JSON, one object a line.

    Returns:
        The exit code.
    """
    try:
        return asyncio.run(_host(request, HostNews(lines=lines)))
    except GameError as error:
        _complain(error.message)
        return 1


def _complain(fault: Message) -> None:
    warn(Speaker().say(fault))


async def _host(request: HostRequest, news: HostNews) -> int:
    heed_faults(asyncio.get_running_loop())
    request = replace(request, table=replace(request.table, housing=Housing(apart=True)))
    opened = await OpenedTable.open(request, _complain)
    known = asyncio.ensure_future(opened.stay_known(lambda: None))
    try:
        news.opened(opened)
        return await _until_done(opened.table)
    finally:
        known.cancel()
        await asyncio.gather(known, return_exceptions=True)
        await opened.close()


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
        if table.match is not None:
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
