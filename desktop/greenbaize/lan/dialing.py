"""Connections to a host that may have several addresses."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Final

from greenbaize.lan import wire
from greenbaize.lan.interfaces import add_scopes
from greenbaize.lan.line_connection import LineConnection, StreamConnection, abort_writer
from greenbaize.lan.pairing import client_context

CONNECT_STAGGER_S: Final = 0.1
"""Delay before the next address is tried beside the ones before (s, RFC 8305)."""
MAX_ADDRESSES_TRIED: Final = 6
"""Largest number of addresses of one table that are tried."""

Address = tuple[str, int]


async def open_connection(host: str, port: int) -> LineConnection:
    """Return a connection to a host; raises ``OSError``."""
    with contextlib.suppress(UnicodeError):
        reader, writer = await asyncio.open_connection(host, port, limit=wire.MAX_HOST_LINE_BYTES)
        try:
            await writer.start_tls(client_context(), server_hostname="")
            return StreamConnection(reader, writer)
        except BaseException:
            abort_writer(writer)  # a caller that gives up meanwhile would leave it open
            raise
    raise OSError(f"no such address: {host}")


async def open_first_connection(
    addresses: Sequence[Address], fingerprint: bytes = b""
) -> tuple[LineConnection, Address]:
    """Try all addresses side by side; return the first connection, and its address.

    A host whose certificate begins with ``fingerprint`` is preferred: another one is returned only
    when no address is left. Raises the ``OSError`` of the first address.
    """
    attempts = [
        asyncio.ensure_future(_open_connection_after(number * CONNECT_STAGGER_S, *address))
        for number, address in enumerate(addresses)
    ]
    chosen: asyncio.Task[LineConnection] | None = None
    try:
        waiting = set(attempts)
        while waiting and chosen is None:
            finished, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            fitting = (
                one for one in attempts if one in finished and _has_fingerprint(one, fingerprint)
            )
            chosen = next(fitting, None)
        if chosen is None:
            chosen = next((one for one in attempts if one.exception() is None), attempts[0])
        return chosen.result(), addresses[attempts.index(chosen)]
    finally:
        for one in attempts:
            if one is not chosen:
                one.cancel()
                one.add_done_callback(_abort_connection)


def expand_typed_address(host: str, port: int) -> list[Address]:
    """Return the addresses that a typed address may mean: one per scope, if it needs a scope."""
    return [(one, port) for one in add_scopes(host)][:MAX_ADDRESSES_TRIED]


async def _open_connection_after(seconds: float, host: str, port: int) -> LineConnection:
    await asyncio.sleep(seconds)
    return await open_connection(host, port)


def _has_fingerprint(attempt: "asyncio.Task[LineConnection]", fingerprint: bytes) -> bool:
    return attempt.exception() is None and attempt.result().fingerprint.startswith(fingerprint)


def _abort_connection(attempt: "asyncio.Task[LineConnection]") -> None:
    if not attempt.cancelled() and attempt.exception() is None:
        attempt.result().abort()
