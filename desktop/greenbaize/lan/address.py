"""Addresses of tables, as they are written."""

import socket
from typing import Final

from greenbaize.rules.errors import UsageError
from greenbaize.rules.messages import Message

MOST_SEATS: Final = 20
"""The most seats of a table; not in ``wire``, which not all who need it load."""
LONGEST_CLOCK_S: Final = 3600


def address_of(text: str) -> tuple[str, int]:
    """Host and port from ``host:port`` or ``[address]:port``; ``UsageError`` if it is neither."""
    host, colon, port = text.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        colon = ""
    number = int(port) if port.isascii() and port.isdigit() and len(port) < 6 else 0
    if not host or not colon or not 0 < number < 65_536:
        raise UsageError(Message("usage-address", {"value": text}))
    return host, number


def address_text(host: str, port: int) -> str:
    """The address as it is written."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def family_of(address: str) -> socket.AddressFamily:
    """Whether an address is IPv6 or IPv4."""
    return socket.AF_INET6 if ":" in address else socket.AF_INET
