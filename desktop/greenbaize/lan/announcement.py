"""Announcement of a table by DNS-SD over mDNS, on each interface with its own addresses."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from greenbaize.lan.interfaces import NetworkInterface, usable_interfaces
from greenbaize.lan.mdns import (
    SERVICE,
    close_zeroconf,
    hear_own_interface_only,
    load_library,
    open_zeroconf,
)

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

LONGEST_LABEL: Final = 40
"""Largest size of a table's name in its service name (bytes of 63), without its unique part."""


class Announcement:
    """The announcement of an open table; ``unique_id`` distinguishes tables of the same name.

    ``interfaces`` are addresses of those on which it is announced; empty means all connected ones.
    The loopback interface is used only on its own, where there is no other.
    """

    def __init__(
        self, name: str, game: str, port: int, unique: str, interfaces: Sequence[str] = ()
    ) -> None:
        self._name, self._game, self._port, self._unique = name, game, port, unique
        self._wanted = interfaces
        self._more: dict[str, str] = {}
        self._announced: dict[NetworkInterface, AsyncZeroconf] = {}

    def know(self, game: str, free: int, *, playing: bool) -> None:
        self._game = game
        self._more = {"free": str(free), "playing": str(int(playing))}

    async def begin(self) -> bool:
        """Announce the table where it is not announced yet; return True if it is anywhere."""
        if load_library() is not None:
            new = [one for one in usable_interfaces(self._wanted) if one not in self._announced]
            await asyncio.gather(*map(self._announce, new))
        return bool(self._announced)

    async def _announce(self, interface: NetworkInterface) -> None:
        zeroconf = open_zeroconf([interface])
        if zeroconf is None:
            return
        self._announced[interface] = zeroconf
        try:
            await hear_own_interface_only(zeroconf)
            info = self._service_info(interface)
            # The name contains part of the certificate, so nobody else has it: no probing needed.
            await (await zeroconf.async_register_service(info, cooperating_responders=True))
        except (OSError, load_library().Error):
            await self._withdraw(interface)

    def _service_info(self, interface: NetworkInterface) -> "AsyncServiceInfo":
        label = self._name.replace(".", " ").encode()[:LONGEST_LABEL].decode("utf-8", "ignore")
        properties = {"name": self._name, "game": self._game, "version": "1", **self._more}
        info: AsyncServiceInfo = load_library().asyncio.AsyncServiceInfo(
            SERVICE,
            f"{label} {self._unique}.{SERVICE}",
            port=self._port,
            properties=properties,
            server=f"greenbaize-{self._unique}.local.",
            addresses=[one.packed for one in interface.own_addresses],
        )
        return info

    async def update(self) -> None:
        """Announce again with the changed details."""
        for interface, zeroconf in tuple(self._announced.items()):
            with contextlib.suppress(OSError, load_library().Error):
                await (await zeroconf.async_update_service(self._service_info(interface)))

    async def renew(self) -> None:
        """Announce the table on new interfaces and addresses, and withdraw it from removed ones."""
        there = usable_interfaces(self._wanted)
        gone = [one for one in self._announced if one not in there]
        await asyncio.gather(*map(self._withdraw, gone))
        await self.begin()

    async def end(self) -> None:
        await asyncio.gather(*map(self._withdraw, tuple(self._announced)))

    async def _withdraw(self, interface: NetworkInterface) -> None:
        zeroconf = self._announced.pop(interface, None)
        if zeroconf is not None:
            with contextlib.suppress(OSError):
                await zeroconf.async_unregister_all_services()
                await close_zeroconf(zeroconf)
