"""Connections to a host that may have several addresses."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Final

from greenbaize.lan import wire
from greenbaize.lan.interfaces import with_scopes
from greenbaize.lan.lines import Lines, StreamLines, cut
from greenbaize.lan.pairing import client_context

STAGGER_S: Final = 0.1
"""Delay before the next address is tried beside the ones before (s, RFC 8305)."""
MOST_TRIED: Final = 6
"""Largest number of addresses of one table that are tried."""

Address = tuple[str, int]


async def connect(host: str, port: int) -> Lines:
    """Return a connection to a host; raises ``OSError``."""
    with contextlib.suppress(UnicodeError):
        reader, writer = await asyncio.open_connection(host, port, limit=wire.LONGEST_FROM_HOST)
        try:
            await writer.start_tls(client_context(), server_hostname="")
            return StreamLines(reader, writer)
        except BaseException:
            cut(writer)  # a caller that gives up meanwhile would leave it open
            raise
    raise OSError(f"no such address: {host}")


async def connect_first(
    addresses: Sequence[Address], fingerprint: bytes = b""
) -> tuple[Lines, Address]:
    """Try all addresses side by side; return the first connection, and its address.

    A host whose certificate begins with ``fingerprint`` is preferred: another one is returned only
    when no address is left. Raises the ``OSError`` of the first address.
    """
    tries = [
        asyncio.ensure_future(_connect_later(number * STAGGER_S, *address))
        for number, address in enumerate(addresses)
    ]
    chosen: asyncio.Task[Lines] | None = None
    try:
        waiting = set(tries)
        while waiting and chosen is None:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            fitting = (one for one in tries if one in done and _fits(one, fingerprint))
            chosen = next(fitting, None)
        if chosen is None:
            chosen = next((one for one in tries if one.exception() is None), tries[0])
        return chosen.result(), addresses[tries.index(chosen)]
    finally:
        for one in tries:
            if one is not chosen:
                one.cancel()
                one.add_done_callback(_abort_connection)


def typed_addresses(host: str, port: int) -> list[Address]:
    """Return the addresses that a typed address may mean: one per scope, if it needs a scope."""
    return [(one, port) for one in with_scopes(host)][:MOST_TRIED]


async def _connect_later(seconds: float, host: str, port: int) -> Lines:
    await asyncio.sleep(seconds)
    return await connect(host, port)


def _fits(attempt: "asyncio.Task[Lines]", fingerprint: bytes) -> bool:
    return attempt.exception() is None and attempt.result().fingerprint.startswith(fingerprint)


def _abort_connection(attempt: "asyncio.Task[Lines]") -> None:
    if not attempt.cancelled() and attempt.exception() is None:
        attempt.result().abort()
