"""Connects to a table, finds it again at a new address, and words failures."""

import asyncio
import errno
from collections.abc import Callable
from typing import Final

from greenbaize.lan.address import address_text, own_addresses
from greenbaize.lan.client import RejectedError, connect
from greenbaize.lan.discovery import found_again
from greenbaize.lan.lines import Lines
from greenbaize.rules.messages import Message

KNOWN_S: Final = 4.0
"""Seconds for an answer at the last address before searching elsewhere."""
LOOK_S: Final = 2.5
SILENT: Final = (errno.ETIMEDOUT, errno.EHOSTUNREACH)
"""System errors of a computer that does not answer."""
AWAY: Final = (
    *("closed", "slow", "code", "busy", "full", "name", "no-name", "damaged", "flood"),
    *("secret", "dismissed"),
    *("host-older", "host-newer", "host-damaged", "not-the-host"),
)
"""The rejection codes that have a sentence."""
DENIED: Final = (*("keeper", "too-fast", "options", "playing", "not-playing", "seats", "hands"),)
"""The refusal codes that have a sentence."""


class Reconnector:
    """Connects to a table; ``fingerprint`` is its certificate's, if known.

    ``moved`` gets a new address before it is known to be right.
    """

    def __init__(
        self,
        host: str,
        port: int,
        fingerprint: bytes = b"",
        moved: Callable[[str, int], object] = lambda *_: None,
    ) -> None:
        self.host, self.port = host, port
        self._fingerprint = fingerprint
        self._moved = moved

    def settle(self, fingerprint: bytes) -> None:
        """The right table was reached: from now on search only that."""
        self._fingerprint = fingerprint

    async def connect(self) -> Lines:
        """A connection to the table; ``OSError`` if there is none.

        With a known fingerprint the table is searched on the network when it does not answer.
        """
        if not self._fingerprint:
            return await connect(self.host, self.port)
        try:
            async with asyncio.timeout(KNOWN_S):
                return await connect(self.host, self.port)
        except OSError:
            found = await found_again(self._fingerprint.hex()[:8], LOOK_S)
            if found is None or (found.address, found.port) == (self.host, self.port):
                raise
        lines = await connect(found.address, found.port)
        if lines.fingerprint != self._fingerprint:
            lines.abort()
            raise OSError("another table")
        self.host, self.port = found.address, found.port
        self._moved(self.host, self.port)
        return lines


def rejection_message(error: RejectedError) -> Message:
    """Why the host rejects this guest."""
    code = f"table-away-{error.why}" if error.why in AWAY else "table-away"
    return Message(code, {"why": error.why, "wait": error.wait})


def unreached(host: str, port: int, error: OSError) -> Message:
    """Why an address does not answer."""
    address, reason = address_text(host, port), error.strerror or str(error)
    if isinstance(error, ConnectionRefusedError):
        return Message("table-not-open", {"address": address})
    if own_addresses() == ["127.0.0.1"]:
        return Message("table-no-network", {"address": address})
    if not reason or isinstance(error, TimeoutError) or error.errno in SILENT:
        return Message("table-silent", {"address": address})
    return Message("table-no-host", {"address": address, "reason": reason})


def denied(why: str) -> Message:
    """Why a request to the table is refused."""
    code = f"table-denied-{why}" if why in DENIED else "table-denied"
    return Message(code, {"why": why})
