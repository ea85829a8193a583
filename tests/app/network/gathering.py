"""Guests in memory who gather at a table, leave it, or do nothing."""

import asyncio
from contextlib import asynccontextmanager

from greenbaize.lan.wire import MatchSetupMessage
from greenbaize.match.codecs import command_codec
from lan.random_guests import RandomGuest, make_table_setup, open_memory_table, wait_until

NAMES = ("Anna", "Otto", "Ida", "Jan")
MASTER_SETUP = MatchSetupMessage("master", 2, {"early_end": False}, "", 0, True, False)


@asynccontextmanager
async def gather_guests(*, game="damn", names=("Anna", "Otto"), gets_ready=False, **request_fields):
    """Open a table with guests who are not ready. Yield the table and the guests."""
    async with open_memory_table(make_table_setup(game, **request_fields)) as hosted:
        friends = []
        for name in names:
            friend = RandomGuest(name, hosted.connect_guest)
            friend.adapter.gets_ready = gets_ready
            friends.append(friend)
            await wait_until(lambda friend=friend: bool(friend.adapter.lobbies))
        yield hosted, *friends


def list_faces(friend):
    return [(chair.name, chair.face, chair.colour) for chair in friend.lobby.chairs if chair.name]


def get_sent_bytes(lines):
    return bytes(lines._peer.received_bytes)


def seat_guests(hosted, count, **options):
    return [RandomGuest(name, hosted.connect_guest, **options) for name in NAMES[:count]]


async def seat_idle_guests(hosted) -> tuple[list[RandomGuest], RandomGuest, list[dict]]:
    """Seat guests who do nothing. Return them, the one on turn and the legal commands."""
    friends = seat_guests(hosted, 2, plays_cards=False)
    await wait_until(lambda: any(asked_guest.adapter.is_question_open for asked_guest in friends))
    asked_guest = next(
        asked_guest for asked_guest in friends if asked_guest.adapter.is_question_open
    )
    commands = command_codec(hosted.table.match.table.game)
    legal = [commands.encode_line(choice) for choice in asked_guest.adapter._legal_commands]
    return friends, asked_guest, legal


async def wait_until_gone(friends):
    """Wait until guests have left the table; fail after 20 s."""
    done, pending = await asyncio.wait([friend.task for friend in friends], timeout=20)
    assert pending == set(), "guests who are still at the table"
    await asyncio.gather(*done)  # Raises their errors.
