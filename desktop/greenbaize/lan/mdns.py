"""Multicast DNS through zeroconf, which is optional and takes 100 ms to load."""

import asyncio
import socket
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from greenbaize.lan.interfaces import NetworkInterface

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

SERVICE_TYPE: Final = "_greenbaize._tcp.local."

_MULTICAST_ALL: Final = ((socket.IPPROTO_IP, 49), (socket.IPPROTO_IPV6, 29))
"""Linux options that deliver packets of groups which other sockets have joined."""


def load_zeroconf() -> Any:
    """Return the zeroconf module, or None if it is missing."""
    try:
        import zeroconf.asyncio  # noqa: PLC0415
    except ImportError:
        return None
    return zeroconf


def open_zeroconf(interfaces: Sequence[NetworkInterface]) -> "AsyncZeroconf | None":
    """Return mDNS on the interfaces; None if that is impossible, as without any network."""
    library, interface_names = (
        load_zeroconf(),
        [one for each in interfaces for one in _zeroconf_names(each)],
    )
    if library is None or not interface_names:
        return None
    try:
        zeroconf: AsyncZeroconf = library.asyncio.AsyncZeroconf(interfaces=interface_names)
    except (OSError, RuntimeError, library.Error):  # an interface may have vanished by now
        return None
    return zeroconf


def _zeroconf_names(interface: NetworkInterface) -> list[str | int]:
    """Return the library's identifiers of an interface: IPv4 addresses, and its index for IPv6."""
    names: list[str | int] = [str(one.ip) for one in interface.addresses if one.version == 4]
    if interface.index and any(one.version == 6 for one in interface.addresses):
        names.append(interface.index)
    return names


async def ignore_other_interfaces(zeroconf: "AsyncZeroconf") -> None:
    """Ignore questions from other interfaces: those are answered there, with other addresses.

    Only Linux delivers them to sockets that have not joined the group on those interfaces.
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
    """Close the sockets after the last packet was sent.

    On Windows a socket stays open if it is closed before the event loop has handled that packet.
    """
    await asyncio.sleep(0)
    await zeroconf.async_close()
