"""``greenbaize host``: a table for friends on the network, run without a window."""

import asyncio
import signal
from dataclasses import replace

from greenbaize.app.chairs.housing import Housing
from greenbaize.app.network.hosting import HostedTable
from greenbaize.app.network.opened import HostRequest, OpenedTable
from greenbaize.app.signals import ENDING, Stopped
from greenbaize.cli.faults import heed_faults
from greenbaize.cli.host_news import HostNews
from greenbaize.cli.terminal import warn
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.words.speaker import Speaker


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
