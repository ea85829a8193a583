"""Tables are found on the network by name (DNS-SD over mDNS), without anybody typing addresses.

Where that does not work (the library is missing, the network keeps machines apart), there are
simply no tables to be found, and an address is typed instead.
"""

import asyncio
import contextlib
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from greenbaize.rules.decoding import fits
from greenbaize.rules.names import Name

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

SERVICE: Final = "_greenbaize._tcp.local."
MOST_FOUND: Final = 100
LONGEST_LABEL: Final = 40
"""Bytes of a table's name in its service name, which may have 63 with what makes it unique."""


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table on the network: what it is called, what is played, and where."""

    name: str
    game: str
    address: str
    port: int


class Announcement:
    """A table's name on the network, as long as it is open.

    Args:
        name: what the table is called.
        game: the game's name.
        port: where it listens.
        unique: tells it from other tables of the same name.
    """

    def __init__(self, name: str, game: str, port: int, unique: str) -> None:
        self._name, self._game, self._port, self._unique = name, game, port, unique
        self._zeroconf: AsyncZeroconf | None = None

    async def begin(self) -> bool:
        """Make the table known; returns whether that could be done."""
        try:
            from zeroconf import Error, IPVersion  # noqa: PLC0415  (100 ms, and not needed to host)
            from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf  # noqa: PLC0415
        except ImportError:
            return False
        label = self._name.replace(".", " ").encode()[:LONGEST_LABEL].decode("utf-8", "ignore")
        info = AsyncServiceInfo(
            SERVICE,
            f"{label} {self._unique}.{SERVICE}",
            port=self._port,
            properties={"name": self._name, "game": self._game, "version": "1"},
            server=f"greenbaize-{self._unique}.local.",
            addresses=[socket.inet_pton(_family(one), one) for one in own_addresses()],
        )
        try:
            self._zeroconf = AsyncZeroconf(ip_version=IPVersion.All)
            await (await self._zeroconf.async_register_service(info))
        except (OSError, Error):
            await self.end()
            return False
        return True

    async def end(self) -> None:
        """Take the name back."""
        if self._zeroconf is not None:
            with contextlib.suppress(OSError):
                await self._zeroconf.async_unregister_all_services()
                await self._zeroconf.async_close()
            self._zeroconf = None


async def found_tables(seconds: float) -> list[FoundTable]:
    """The tables that make themselves known within some seconds; none where nothing is found."""
    try:
        from zeroconf import Error, IPVersion  # noqa: PLC0415
        from zeroconf.asyncio import (  # noqa: PLC0415
            AsyncServiceBrowser,
            AsyncServiceInfo,
            AsyncZeroconf,
        )
    except ImportError:
        return []
    names: dict[str, None] = {}

    def on_change(**said: Any) -> None:
        if len(names) < MOST_FOUND:
            names[said["name"]] = None

    try:
        zeroconf = AsyncZeroconf(ip_version=IPVersion.All)
    except (OSError, Error):
        return []
    try:
        browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[on_change])
        await asyncio.sleep(seconds)
        infos = [AsyncServiceInfo(SERVICE, name) for name in names]
        await asyncio.gather(*(one.async_request(zeroconf.zeroconf, 1000) for one in infos))
        await browser.async_cancel()
    finally:
        await zeroconf.async_close()
    found = [_table(info) for info in infos]
    return sorted((one for one in found if one is not None), key=lambda one: one.name)


def _table(info: "AsyncServiceInfo") -> FoundTable | None:
    """A table from what its host says of it; None if it is not what belongs there."""
    properties = info.decoded_properties
    name, game = properties.get("name"), properties.get("game")
    addresses = info.parsed_scoped_addresses()
    if not (fits(name, Name) and fits(game, Name) and addresses and info.port):
        return None
    return FoundTable(str(name), str(game), addresses[0], info.port)


def own_addresses() -> list[str]:
    """The addresses of this computer that others may reach, the likeliest first."""
    found = []
    # No packet is sent: the system only says which of its addresses it would use.
    for family, anywhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((anywhere, 9))
            found.append(probe.getsockname()[0])
    return found or ["127.0.0.1"]


def _family(address: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in address else socket.AF_INET
