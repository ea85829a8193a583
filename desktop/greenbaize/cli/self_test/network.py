"""Whether a table can be open on the network, be found there, and be played at."""

import asyncio
import secrets
from contextlib import suppress
from typing import Any, Final

from greenbaize.app.network.opened import HostRequest, OpenedTable
from greenbaize.app.network.table_request import TableRequest
from greenbaize.cli.self_test.check import Found, demand, found
from greenbaize.cli.self_test.guests import Friend
from greenbaize.cli.self_test.short import short_options
from greenbaize.games import GAMES
from greenbaize.lan.discovery import Announcement, found_again
from greenbaize.match.record import read_record
from greenbaize.match.seal import Seal, sealed
from greenbaize.rules.errors import GameError
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.store import folders

HERE: Final = "127.0.0.1"
"""Everything stays on this computer."""
TABLE: Final = "Self-test"
MATCH_S: Final = 60.0
"""Seconds in which the match on the network must be over."""
FOUND_S: Final = 3.0
"""Seconds in which a table must be found."""


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
        port = opened.books.keys.port
        async with asyncio.timeout(MATCH_S):
            stranger = Friend("Eve", HERE, port, "wrong code")
            await stranger.stay()
            demand(stranger.sent_away == "code", Message("self-wrong-code"))
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


def discovery() -> Found:
    """Make a table known and find it again, where there is multicast."""
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
