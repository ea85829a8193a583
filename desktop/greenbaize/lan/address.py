"""Addresses of tables and of this computer, and the codes of tables."""

import contextlib
import ipaddress
import secrets
import socket
from collections.abc import Iterator
from typing import Final

import ifaddr

from greenbaize.rules.errors import UsageError
from greenbaize.rules.messages import Message

SIGNS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH: Final = 6
SHORTEST_CODE: Final = 4
LONGEST_CODE: Final = 40
MOST_ADDRESSES: Final = 16
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


def code_of(text: str) -> str:
    """The code, if it can be one; ``UsageError`` if not."""
    try:
        plain_code(text)
    except ValueError:
        raise UsageError(Message("usage-code", {"value": text})) from None
    return text


def address_text(host: str, port: int) -> str:
    """The address as it is written."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def new_code() -> str:
    """A random code, in displayed form."""
    signs = [secrets.choice(SIGNS) for _ in range(CODE_LENGTH)]
    return f"{''.join(signs[:3])}-{''.join(signs[3:])}"


def plain_code(text: str) -> str:
    """A code without spaces and hyphens, in capitals; ``ValueError`` for length or signs."""
    code = "".join(sign for sign in text.upper() if sign not in " -")
    if not SHORTEST_CODE <= len(code) <= LONGEST_CODE or not (code.isascii() and code.isalnum()):
        raise ValueError("no code")
    return code


def family_of(address: str) -> socket.AddressFamily:
    """Whether an address is IPv6 or IPv4."""
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def own_addresses() -> list[str]:
    """The addresses of this computer for others, likeliest first, or loopback."""
    found = [one for one in (*_used(), *_all()) if _reachable(one)]
    return list(dict.fromkeys(found))[:MOST_ADDRESSES] or ["127.0.0.1"]


def _used() -> Iterator[str]:
    """The addresses that the system would use; no packet is sent."""
    for family, anywhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((anywhere, 9))
            yield probe.getsockname()[0]


def _all() -> list[str]:
    try:
        ips = [one.ip for adapter in ifaddr.get_adapters() for one in adapter.ips]
    except OSError:
        return []
    found = [one if isinstance(one, str) else one[0] for one in ips]
    return sorted(found, key=lambda one: ":" in one)


def _reachable(address: str) -> bool:
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return False  # with a scope, which says something here only
    return not (
        known.is_loopback or known.is_link_local or known.is_unspecified or known.is_multicast
    )
