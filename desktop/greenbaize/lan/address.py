"""Addresses of tables in text form."""

import socket
from typing import Final

from greenbaize.rules.errors import UsageError
from greenbaize.rules.messages import Message

MAX_SEATS: Final = 20
"""Largest number of seats of a table; not in ``wire``, which some users of it do not load."""
MAX_CLOCK_S: Final = 3600


def parse_address(text: str) -> tuple[str, int]:
    """Return host and port from ``host:port`` or ``[address]:port``; raises ``UsageError``."""
    host, colon, port = text.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        colon = ""
    number = int(port) if port.isascii() and port.isdigit() and len(port) < 6 else 0
    if not host or not colon or not 0 < number < 65_536:
        raise UsageError(Message("usage-address", {"value": text}))
    return host, number


def format_address(host: str, port: int) -> str:
    """Return the address in text form."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def address_family(address: str) -> socket.AddressFamily:
    """Return the address family, IPv6 or IPv4, of an address."""
    return socket.AF_INET6 if ":" in address else socket.AF_INET
