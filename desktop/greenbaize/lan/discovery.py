"""Finds tables on the network by DNS-SD over mDNS.

Without the library or in a separated network none are found, and an address is typed.
"""

import asyncio
import contextlib
import re
import socket
from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from greenbaize.lan.address import family_of, own_addresses
from greenbaize.rules.decoding import Name, fits

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

SERVICE: Final = "_greenbaize._tcp.local."
MOST_FOUND: Final = 100
LONGEST_LABEL: Final = 40
"""Bytes of a table's name in its service name (63), without its unique part."""
ASK_MS: Final = 2000

_UNIQUE: Final = re.compile(r" ([0-9a-f]{8})\._greenbaize\._tcp\.local\.\Z")
_FREE: Final = re.compile(r"[0-9]{1,2}\Z")


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table on the network; ``unique`` begins its fingerprint in hex, ``free`` counts chairs."""

    name: str
    game: str
    address: str
    port: int
    unique: str = ""
    free: int | None = None
    playing: bool = False


class Announcement:
    """Announces a table while it is open; ``unique`` tells it from others of the same name."""

    def __init__(
        self, name: str, game: str, port: int, unique: str, interfaces: Sequence[str] = ()
    ) -> None:
        self._name, self._game, self._port, self._unique = name, game, port, unique
        self._interfaces = interfaces
        self._more: dict[str, str] = {}
        self._zeroconf: AsyncZeroconf | None = None

    def know(self, game: str, free: int, *, playing: bool) -> None:
        self._game = game
        self._more = {"free": str(free), "playing": str(int(playing))}

    async def begin(self) -> bool:
        """Announce the table; returns whether that was possible."""
        library = _library()
        if library is None:
            return False
        try:
            self._zeroconf = _zeroconf_at(self._interfaces)
            await (await self._zeroconf.async_register_service(self._info()))
        except (OSError, library.Error):
            await self.end()
            return False
        return True

    def _info(self) -> "AsyncServiceInfo":
        label = self._name.replace(".", " ").encode()[:LONGEST_LABEL].decode("utf-8", "ignore")
        told = {"name": self._name, "game": self._game, "version": "1"}
        info: AsyncServiceInfo = _library().asyncio.AsyncServiceInfo(
            SERVICE,
            f"{label} {self._unique}.{SERVICE}",
            port=self._port,
            properties={**told, **self._more},
            server=f"greenbaize-{self._unique}.local.",
            addresses=[socket.inet_pton(family_of(one), one) for one in own_addresses()],
        )
        return info

    async def update(self) -> None:
        if self._zeroconf is not None:
            with contextlib.suppress(OSError, _library().Error):
                await (await self._zeroconf.async_update_service(self._info()))

    async def renew(self) -> None:
        await self.end()
        await self.begin()

    async def end(self) -> None:
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            with contextlib.suppress(OSError):
                await zeroconf.async_unregister_all_services()
                await _closed(zeroconf)


class Lookout:
    """Browses for tables; ``changed`` is called in the event loop when ``tables`` has changed.

    ``interfaces`` are addresses, none for all. ``familiar`` identifies tables one has sat at: the
    beginnings of fingerprints, and host addresses.
    """

    def __init__(
        self,
        changed: Callable[[], object] = lambda: None,
        interfaces: Sequence[str] = (),
        familiar: Collection[str] = (),
    ) -> None:
        self.tables: tuple[FoundTable, ...] = ()
        self.familiar = familiar
        self._changed, self._interfaces = changed, interfaces
        self._known: dict[str, FoundTable | None] = {}
        """By service name; None until its details are known."""
        self._waiting: dict[str, None] = {}
        """Names beyond the limit, the latest last."""
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None

    async def begin(self) -> bool:
        library = _library()
        if library is None:
            return False
        try:
            self._zeroconf = _zeroconf_at(self._interfaces)
        except (OSError, library.Error):
            return False
        self._browser = library.asyncio.AsyncServiceBrowser(
            self._zeroconf.zeroconf, SERVICE, handlers=[self._on_change]
        )
        return True

    async def end(self) -> None:
        self._waiting.clear()
        asking = tuple(self._asking.values())
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        if self._zeroconf is not None:
            with contextlib.suppress(OSError):
                if self._browser is not None:
                    await self._browser.async_cancel()
                await _closed(self._zeroconf)
            self._zeroconf = self._browser = None

    def _on_change(self, **said: Any) -> None:
        name = str(said["name"])
        self._waiting.pop(name, None)
        if said["state_change"].name == "Removed":
            self._know(name, None)
        elif name in self._asking:
            self._known.setdefault(name, None)  # whatever is new, the one who asks hears
        elif name in self._known or len(self._known) < self._room(name):
            self._begin_asking(name)
        else:
            self._waiting[name] = None
            if len(self._waiting) > MOST_FOUND:
                del self._waiting[next(iter(self._waiting))]

    def _room(self, name: str) -> int:
        """How many names may be known with this one; strangers never displace familiar ones."""
        unique = _UNIQUE.search(name)
        return 2 * MOST_FOUND if unique and unique[1] in self.familiar else MOST_FOUND

    def _begin_asking(self, name: str) -> None:
        self._known.setdefault(name, None)
        self._asking[name] = asyncio.ensure_future(self._ask(name))

    async def _ask(self, name: str) -> None:
        library, table = _library(), self._known.get(name)
        try:
            if self._zeroconf is not None:
                # The library's error is also of names that nothing can have.
                with contextlib.suppress(OSError, library.Error):
                    info = library.asyncio.AsyncServiceInfo(SERVICE, name)
                    if await info.async_request(self._zeroconf.zeroconf, ASK_MS):
                        table = _table(info)
        finally:
            del self._asking[name]
        if name in self._known:
            self._know(name, table)

    def _know(self, name: str, table: FoundTable | None) -> None:
        if table is None:
            self._known.pop(name, None)
            if self._waiting and len(self._known) < MOST_FOUND:
                self._begin_asking(self._waiting.popitem()[0])
        else:
            self._known[name] = table
        known = [one for one in self._known.values() if one is not None]
        tables = tuple(sorted(known, key=self._order))
        if tables != self.tables:
            self.tables = tables
            self._changed()

    def _order(self, one: FoundTable) -> tuple[bool, bool, str, str]:
        strange = one.unique not in self.familiar
        return strange, one.address not in self.familiar, one.name, one.unique


async def found_tables(seconds: float) -> list[FoundTable]:
    """The tables found within some seconds; empty on failure."""
    lookout = Lookout()
    try:
        if await lookout.begin():
            await asyncio.sleep(seconds)
        return list(lookout.tables)
    finally:
        await lookout.end()


async def _itself(table: FoundTable) -> FoundTable:
    return table


async def found_again(
    unique: str,
    seconds: float,
    interfaces: Sequence[str] = (),
    attempt: Callable[[FoundTable], Coroutine[Any, Any, Any]] = _itself,
) -> Any:
    """What ``attempt`` first makes of a table whose fingerprint begins like this; None if nothing.

    All such tables are tried at once, each new address one time: anybody may announce one.
    """
    seen = asyncio.Event()
    lookout = Lookout(seen.set, interfaces, (unique,))
    tried: dict[tuple[str, int], asyncio.Task[Any]] = {}
    try:
        if not await lookout.begin():
            return None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    await seen.wait()
                    seen.clear()
                    for table in lookout.tables:
                        where = table.address, table.port
                        if table.unique == unique and where not in tried:
                            tried[where] = asyncio.ensure_future(attempt(table))
                            tried[where].add_done_callback(lambda _: seen.set())
                    made = [task.result() for task in tried.values() if task.done()]
                    for one in made:
                        if one is not None:
                            return one
        return None
    finally:
        for task in tried.values():
            task.cancel()
        await asyncio.gather(*tried.values(), return_exceptions=True)
        await lookout.end()


def _library() -> Any:
    """Zeroconf, which takes 100 ms to load and is optional."""
    try:
        import zeroconf.asyncio  # noqa: PLC0415
    except ImportError:
        return None
    return zeroconf


def _zeroconf_at(interfaces: Sequence[str]) -> "AsyncZeroconf":
    library = _library()
    where = list(interfaces) or library.InterfaceChoice.All
    version = None if interfaces else library.IPVersion.All
    made: AsyncZeroconf = library.asyncio.AsyncZeroconf(interfaces=where, ip_version=version)
    return made


async def _closed(zeroconf: "AsyncZeroconf") -> None:
    # On Windows a socket stays open that is closed before the event loop has heard that what was
    # sent last has left.
    await asyncio.sleep(0)
    await zeroconf.async_close()


def _table(info: "AsyncServiceInfo") -> FoundTable | None:
    properties = info.decoded_properties
    name, game = properties.get("name"), properties.get("game")
    addresses = info.parsed_scoped_addresses()
    if not (fits(name, Name) and fits(game, Name) and addresses and info.port):
        return None
    unique = _UNIQUE.search(info.name)
    free = properties.get("free") or ""
    return FoundTable(
        str(name),
        str(game),
        addresses[0],
        info.port,
        "" if unique is None else unique[1],
        int(free) if _FREE.match(free) else None,
        properties.get("playing") == "1",
    )
