"""The addresses of this computer."""

import contextlib
import ipaddress
import socket
from collections.abc import Iterator
from typing import Final

MOST_ADDRESSES: Final = 16


def family_of(address: str) -> socket.AddressFamily:
    """Whether an address is one of IPv6 or of IPv4."""
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def own_addresses() -> list[str]:
    """The addresses of this computer that others may reach, the likeliest first.

    None that lead to this computer alone, unless there are no others, and none that mean something
    only together with an interface of this computer.
    """
    found = [one for one in (*_used(), *_all()) if _reachable(one)]
    return list(dict.fromkeys(found))[:MOST_ADDRESSES] or ["127.0.0.1"]


def _used() -> Iterator[str]:
    """Those that the system would use; no packet is sent."""
    for family, anywhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((anywhere, 9))
            yield probe.getsockname()[0]


def _all() -> list[str]:
    """Those of all interfaces, IPv4 first; none where nobody can tell."""
    try:
        import ifaddr  # noqa: PLC0415  (it comes with zeroconf, which need not be there)

        ips = [one.ip for adapter in ifaddr.get_adapters() for one in adapter.ips]
    except (ImportError, OSError):
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
