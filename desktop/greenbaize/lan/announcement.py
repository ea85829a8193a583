"""Announcement of a table by DNS-SD over mDNS, on each interface with its own addresses."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from greenbaize.lan.interfaces import NetworkInterface, usable_interfaces
from greenbaize.lan.mdns import (
    SERVICE_TYPE,
    close_zeroconf,
    ignore_other_interfaces,
    load_zeroconf,
    open_zeroconf,
)

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

MAX_LABEL_BYTES: Final = 40
"""Largest size of a table's name in its service name (bytes of 63), without its unique part."""


class TableAnnouncement:
    """The announcement of an open table; ``unique_id`` distinguishes tables of the same name.

    ``interfaces`` are addresses of those on which it is announced; empty means all connected ones.
    The loopback interface is used only on its own, where there is no other.
    """

    def __init__(
        self, name: str, game: str, port: int, unique_id: str, interfaces: Sequence[str] = ()
    ) -> None:
        self._name, self._game, self._port, self._unique_id = name, game, port, unique_id
        self._interface_addresses = interfaces
        self._details: dict[str, str] = {}
        self._announced: dict[NetworkInterface, AsyncZeroconf] = {}

    def set_details(self, game: str, free_seats: int, *, is_playing: bool) -> None:
        self._game = game
        self._details = {"free": str(free_seats), "playing": str(int(is_playing))}

    async def start_announcing(self) -> bool:
        """Announce the table where it is not announced yet; return True if it is anywhere."""
        if load_zeroconf() is not None:
            new = [
                one
                for one in usable_interfaces(self._interface_addresses)
                if one not in self._announced
            ]
            await asyncio.gather(*map(self._announce_on, new))
        return bool(self._announced)

    async def _announce_on(self, interface: NetworkInterface) -> None:
        zeroconf = open_zeroconf([interface])
        if zeroconf is None:
            return
        self._announced[interface] = zeroconf
        try:
            await ignore_other_interfaces(zeroconf)
            info = self._service_info(interface)
            # The name contains part of the certificate, so nobody else has it: no probing needed.
            await (await zeroconf.async_register_service(info, cooperating_responders=True))
        except (OSError, load_zeroconf().Error):
            await self._withdraw(interface)

    def _service_info(self, interface: NetworkInterface) -> "AsyncServiceInfo":
        label = self._name.replace(".", " ").encode()[:MAX_LABEL_BYTES].decode("utf-8", "ignore")
        properties = {"name": self._name, "game": self._game, "version": "1", **self._details}
        info: AsyncServiceInfo = load_zeroconf().asyncio.AsyncServiceInfo(
            SERVICE_TYPE,
            f"{label} {self._unique_id}.{SERVICE_TYPE}",
            port=self._port,
            properties=properties,
            server=f"greenbaize-{self._unique_id}.local.",
            addresses=[one.packed for one in interface.own_addresses],
        )
        return info

    async def publish_details(self) -> None:
        """Announce again with the changed details."""
        for interface, zeroconf in tuple(self._announced.items()):
            with contextlib.suppress(OSError, load_zeroconf().Error):
                await (await zeroconf.async_update_service(self._service_info(interface)))

    async def refresh_interfaces(self) -> None:
        """Announce the table on new interfaces and addresses, and withdraw it from removed ones."""
        current = usable_interfaces(self._interface_addresses)
        removed = [one for one in self._announced if one not in current]
        await asyncio.gather(*map(self._withdraw, removed))
        await self.start_announcing()

    async def stop_announcing(self) -> None:
        await asyncio.gather(*map(self._withdraw, tuple(self._announced)))

    async def _withdraw(self, interface: NetworkInterface) -> None:
        zeroconf = self._announced.pop(interface, None)
        if zeroconf is not None:
            with contextlib.suppress(OSError):
                await zeroconf.async_unregister_all_services()
                await close_zeroconf(zeroconf)
