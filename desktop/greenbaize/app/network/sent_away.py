"""Why a host does not want somebody, or cannot be reached, in sentences."""

import errno
from typing import Final

from greenbaize.lan.address import address_text
from greenbaize.lan.addresses import own_addresses
from greenbaize.lan.client import SentAwayError
from greenbaize.rules.messages import Message

SILENT: Final = (errno.ETIMEDOUT, errno.EHOSTUNREACH)
"""What the system says of a computer that does not answer."""
AWAY: Final = (
    *("closed", "slow", "code", "busy", "full", "name", "no-name", "damaged", "flood"),
    *("secret", "dismissed"),
    *("host-older", "host-newer", "host-damaged", "not-the-host"),
)
"""The reasons for being sent away that have a sentence of their own."""
DENIED: Final = (*("keeper", "too-fast", "options", "playing", "not-playing", "seats", "hands"),)
"""The reasons for being denied something that have a sentence of their own."""


def sent_away(error: SentAwayError) -> Message:
    """Why the host does not want this guest."""
    code = f"table-away-{error.why}" if error.why in AWAY else "table-away"
    return Message(code, {"why": error.why, "wait": error.wait})


def unreached(host: str, port: int, error: OSError) -> Message:
    """Why nobody answers at an address."""
    address, reason = address_text(host, port), error.strerror or str(error)
    if isinstance(error, ConnectionRefusedError):
        return Message("table-not-open", {"address": address})
    if own_addresses() == ["127.0.0.1"]:
        return Message("table-no-network", {"address": address})
    if not reason or isinstance(error, TimeoutError) or error.errno in SILENT:
        return Message("table-silent", {"address": address})
    return Message("table-no-host", {"address": address, "reason": reason})


def denied(why: str) -> Message:
    """Why something that was asked for about the table cannot be."""
    code = f"table-denied-{why}" if why in DENIED else "table-denied"
    return Message(code, {"why": why})
