"""Multicast DNS through zeroconf, which takes 100 ms to load and is optional."""

import asyncio
import socket
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from greenbaize.lan.interfaces import NetworkInterface

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

SERVICE: Final = "_greenbaize._tcp.local."

_MULTICAST_ALL: Final = ((socket.IPPROTO_IP, 49), (socket.IPPROTO_IPV6, 29))
"""Linux's options that let a socket hear groups which other sockets have joined."""


def load_library() -> Any:
    """Return zeroconf, None where it is missing."""
    try:
        import zeroconf.asyncio  # noqa: PLC0415
    except ImportError:
        return None
    return zeroconf


def open_zeroconf(interfaces: Sequence[NetworkInterface]) -> "AsyncZeroconf | None":
    """Return mDNS on the interfaces; None where that cannot be, as without any network."""
    library, where = load_library(), [one for each in interfaces for one in _sockets_at(each)]
    if library is None or not where:
        return None
    try:
        made: AsyncZeroconf = library.asyncio.AsyncZeroconf(interfaces=where)
    except (OSError, RuntimeError, library.Error):  # an interface may be gone by now
        return None
    return made


def _sockets_at(interface: NetworkInterface) -> list[str | int]:
    """Return how the library names an interface: by its IPv4 addresses, and its number for IPv6."""
    found: list[str | int] = [str(one.ip) for one in interface.addresses if one.version == 4]
    if interface.index and any(one.version == 6 for one in interface.addresses):
        found.append(interface.index)
    return found


async def hear_own_interface_only(zeroconf: "AsyncZeroconf") -> None:
    """Let questions from other interfaces pass: they are answered there, with other addresses.

    Only Linux hands them to sockets that have not joined the group on those interfaces.
    """
    await zeroconf.zeroconf.async_wait_for_start()
    if sys.platform != "linux":
        return
    for reader in zeroconf.zeroconf.engine.readers:
        connected = reader.transport.get_extra_info("socket")
        for level, option in _MULTICAST_ALL:
            if level == socket.IPPROTO_IP or connected.family == socket.AF_INET6:
                connected.setsockopt(level, option, 0)


async def close_zeroconf(zeroconf: "AsyncZeroconf") -> None:
    """Close the sockets once what was sent last has left.

    On Windows a socket stays open that is closed before the event loop has heard of that.
    """
    await asyncio.sleep(0)
    await zeroconf.async_close()
