"""``greenbaize host``: a table for friends on the network, run without a window."""

import asyncio
import signal
from dataclasses import replace

from greenbaize.app.chairs.housing import Housing
from greenbaize.app.network.hosting import HostedTable
from greenbaize.app.network.opened import HostRequest, OpenedTable
from greenbaize.app.signals import ENDING, Stopped
from greenbaize.cli.faults import heed_faults
from greenbaize.cli.terminal import finish, plain, tell, warn
from greenbaize.games import GAMES
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.words.match_words import match_text
from greenbaize.words.speaker import Speaker


def host(request: HostRequest) -> int:
    """Open a table and play the match; returns the exit code."""
    try:
        return asyncio.run(_host(request))
    except GameError as error:
        _complain(error.message)
        return 1


def _complain(fault: Message) -> None:
    warn(Speaker().say(fault))


async def _host(request: HostRequest) -> int:
    heed_faults(asyncio.get_running_loop())
    request = replace(request, table=replace(request.table, housing=Housing(apart=True)))
    opened = await OpenedTable.open(request, _complain)
    known = asyncio.ensure_future(opened.stay_known(lambda: None))
    try:
        values = {
            "table": request.table.name,
            "address": opened.addresses[0],
            "code": opened.code,
        }
        tell(plain(Speaker().say(Message("table-open", values))))
        tell(plain(_played(opened.table)))
        finish()
        return await _until_done(opened.table)
    finally:
        known.cancel()
        await asyncio.gather(known, return_exceptions=True)
        await opened.close()


def _played(table: HostedTable) -> str:
    """The game and the options, as they are when the table opens."""
    asked = table.request
    return match_text(GAMES, asked.game, asked.seats, asked.options)


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
