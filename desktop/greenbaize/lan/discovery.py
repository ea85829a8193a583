"""Discovery of tables on the network by DNS-SD over mDNS.

Without the zeroconf library, or in a separate network, none are found, and an address is typed.
"""

import asyncio
import contextlib
import re
from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final
from unicodedata import category
from unicodedata import name as character_name

from greenbaize.lan.dialing import MOST_TRIED, Address, connect_first
from greenbaize.lan.interfaces import (
    MOST_ADDRESSES,
    InterfaceKind,
    NetworkInterface,
    order_by_nearness,
    usable_interfaces,
)
from greenbaize.lan.mdns import SERVICE, close_zeroconf, load_library, open_zeroconf
from greenbaize.lan.server import Pace
from greenbaize.rules.decoding import Name, fits

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

MOST_FOUND: Final = 100
ASK_MS: Final = 2000
PROBE_S: Final = 2.0
"""Time for a table to answer at one of its addresses (s)."""
MOST_PROBED: Final = 8
"""Number of tables whose addresses are tried at the same time."""
MOST_PORTS: Final = 4
"""Ports of one address that are tried, for announcements may name any."""
PROBES_AT_ONCE: Final = 24
"""Tables that are tried without delay; beyond them one more every ``PROBE_INTERVAL_S``."""
PROBE_EVERY_S: Final = 5.0
WATCH_S: Final = 1.0
"""Interval between two checks of this computer's interfaces (s)."""

UNSEEN: Final = (" BLANK", " FILLER")
"""Endings of the Unicode names of letters and symbols that are invisible."""

_UNIQUE: Final = re.compile(r" ([0-9a-f]{8})\._greenbaize\._tcp\.local\.\Z")
_FREE: Final = re.compile(r"[0-9]{1,2}\Z")


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table on the network; ``unique_id`` begins its fingerprint in hex.

    ``address`` is the one that answered, if ``is_reachable``, else the likeliest;
    ``other_addresses`` are further ones that were announced.
    """

    name: str
    game: str
    address: str
    port: int
    unique: str = ""
    free: int | None = None
    playing: bool = False
    others: tuple[str, ...] = ()
    answers: bool = False

    @property
    def addresses_to_try(self) -> list[Address]:
        return [(one, self.port) for one in (self.address, *self.others)][:MOST_TRIED]


async def probe_table(table: FoundTable) -> FoundTable:
    """Return the table with the address at which its certificate was seen first."""
    wanted = bytes.fromhex(table.unique)
    try:
        async with asyncio.timeout(PROBE_S):
            lines, (address, _) = await connect_first(table.addresses_to_try, wanted)
    except (OSError, TimeoutError):
        return table
    lines.abort()
    if not lines.fingerprint.startswith(wanted):
        return table
    others = tuple(one for one in (table.address, *table.others) if one != address)
    return replace(table, address=address, others=others, answers=True)


class ProbeLimit:
    """A limit for the probes that announcements cause, for anybody may announce anything."""

    def __init__(self) -> None:
        self._pace = Pace(PROBES_AT_ONCE, PROBE_EVERY_S)
        self._ports: dict[str, set[int]] = {}
        """Ports that have been tried, by address."""

    def allows(self, table: FoundTable) -> bool:
        """Count a probe of all addresses of a table; return False if it exceeds the limits."""
        ports = [self._ports.get(host, set()) for host, _ in table.addresses_to_try]
        if any(len(known | {table.port}) > MOST_PORTS for known in ports):
            return False
        if not self._pace.allows(asyncio.get_running_loop().time()):
            return False
        for host, port in table.addresses_to_try:
            self._ports.setdefault(host, set()).add(port)
        return True


class ServiceBrowser:
    """A browser for tables; ``on_tables_changed`` is called in the event loop.

    ``interfaces`` are addresses, empty means all. ``familiar_ids`` identify tables at which one has
    been seated: beginnings of fingerprints, and host addresses. With ``probe``, tables are listed
    in ``tables`` once it is known which of their addresses answers.
    """

    def __init__(
        self,
        changed: Callable[[], object] = lambda: None,
        interfaces: Sequence[str] = (),
        familiar: Collection[str] = (),
        probe: Callable[[FoundTable], Coroutine[Any, Any, FoundTable]] | None = probe_table,
    ) -> None:
        self.tables: tuple[FoundTable, ...] = ()
        self.familiar = familiar
        self._changed, self._wanted, self._probe = changed, interfaces, probe
        self._known: dict[str, FoundTable | None] = {}
        """By service name; None until the details are known."""
        self._waiting: dict[str, None] = {}
        """Names beyond the limit, the latest last."""
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._outdated: set[str] = set()
        """Names of tables that have changed while their addresses are tried."""
        self._unanswering: dict[str, None] = {}
        """Names whose addresses did not answer: they are dropped first when there are too many."""
        self._probing = asyncio.Semaphore(MOST_PROBED)
        self._limit = ProbeLimit()
        self._interfaces: list[NetworkInterface] = []
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None

    @property
    def has_network(self) -> bool:
        """True if this computer was connected at the last check."""
        return any(one.kind is not InterfaceKind.LOOPBACK for one in self._interfaces)

    async def begin(self) -> bool:
        """Start to browse; return False if that is impossible, as without a network."""
        self._interfaces = usable_interfaces(self._wanted)
        self._zeroconf = open_zeroconf(self._interfaces)
        if self._zeroconf is None:
            return False
        self._browser = load_library().asyncio.AsyncServiceBrowser(
            self._zeroconf.zeroconf, SERVICE, handlers=[self._on_change]
        )
        return True

    async def watch_interfaces(self) -> None:
        """Browse afresh whenever this computer's networks or addresses have changed."""
        while True:
            await asyncio.sleep(WATCH_S)
            if usable_interfaces(self._wanted) != self._interfaces:
                await self.end()
                self._known.clear()
                self.tables = ()
                await self.begin()
                self._changed()

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
                await close_zeroconf(self._zeroconf)
            self._zeroconf = self._browser = None

    def _on_change(self, **said: Any) -> None:
        name = str(said["name"])
        self._waiting.pop(name, None)
        if said["state_change"].name == "Removed":
            self._know(name, None)
        elif name in self._asking:
            self._unanswering.pop(name, None)
            self._outdated.add(name)
            self._known.setdefault(name, None)
        elif name in self._known or len(self._known) < self._room(name):
            self._begin_asking(name)
        elif self._unanswering:
            self._waiting[name] = None
            self._know(next(iter(self._unanswering)), None)
        else:
            self._waiting[name] = None
            if len(self._waiting) > MOST_FOUND:
                del self._waiting[next(iter(self._waiting))]

    def _room(self, name: str) -> int:
        """Return the limit of known names for this one; strangers never displace familiar names."""
        unique = _UNIQUE.search(name)
        return 2 * MOST_FOUND if unique and unique[1] in self.familiar else MOST_FOUND

    def _begin_asking(self, name: str) -> None:
        self._known.setdefault(name, None)
        self._asking[name] = asyncio.ensure_future(self._ask(name))

    async def _ask(self, name: str) -> None:
        table = self._known.get(name)
        try:
            if self._zeroconf is not None:
                found = await self._resolve(self._zeroconf, name)
                self._outdated.discard(name)  # what was resolved is up to date
                if found is not None:
                    table = await self._with_address(name, found, table)
        finally:
            del self._asking[name]
        if name in self._known:
            self._know(name, None if self._waiting and name in self._unanswering else table)
            if name in self._outdated and name in self._known:
                self._begin_asking(name)

    async def _resolve(self, zeroconf: "AsyncZeroconf", name: str) -> FoundTable | None:
        library = load_library()
        # The library also raises its error for names that no service can have.
        with contextlib.suppress(OSError, library.Error):
            info = library.asyncio.AsyncServiceInfo(SERVICE, name)
            if await info.async_request(zeroconf.zeroconf, ASK_MS):
                return _table(info, self._interfaces)
        return None

    async def _with_address(
        self, name: str, table: FoundTable, before: FoundTable | None
    ) -> FoundTable:
        """Return a table with the addresses it had before added, and the one that answers first.

        Each interface reports other addresses. They are probed again only if the one that answered
        is no longer announced.
        """
        announced = table.address, *table.others
        if before is not None:
            hosts = dict.fromkeys((*announced, before.address, *before.others))
            table = replace(table, others=tuple(hosts)[1:MOST_ADDRESSES])
            if before.answers and before.port == table.port and before.address in announced:
                others = tuple(one for one in hosts if one != before.address)[: MOST_ADDRESSES - 1]
                return replace(table, address=before.address, others=others, answers=True)
        if self._probe is None or not self._limit.allows(table):
            return table
        async with self._probing:
            probed = await self._probe(table)
        if not probed.answers and table.unique not in self.familiar:
            self._unanswering[name] = None
        return probed

    def _know(self, name: str, table: FoundTable | None) -> None:
        if table is None:
            self._known.pop(name, None)
            self._unanswering.pop(name, None)
            if self._waiting and len(self._known) < MOST_FOUND:
                self._begin_asking(self._waiting.popitem()[0])
        else:
            self._known[name] = table
        known = [one for one in self._known.values() if one is not None]
        tables = tuple(sorted(known, key=self._order))
        if tables != self.tables:
            self.tables = tables
            self._changed()

    def _order(self, one: FoundTable) -> tuple[bool, bool, bool, str, str]:
        strange = one.unique not in self.familiar
        return not one.answers, strange, one.address not in self.familiar, one.name, one.unique


async def found_tables(seconds: float) -> list[FoundTable] | None:
    """Return the tables found within some seconds; None if there is no network."""
    browser = ServiceBrowser()
    try:
        await browser.begin()
        # After a cable is plugged in, an address may take a second.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await browser.watch_interfaces()
        tables = list(browser.tables)
        return tables if tables or browser.has_network else None
    finally:
        await browser.end()


async def _itself(table: FoundTable) -> FoundTable:
    return table


async def found_again(
    unique: str,
    seconds: float,
    interfaces: Sequence[str] = (),
    attempt: Callable[[FoundTable], Coroutine[Any, Any, Any]] = _itself,
) -> Any:
    """Return the first result, not None, of ``attempt`` for a table with this fingerprint start.

    All such tables are tried at once, each set of addresses only one time: anybody may announce
    one.
    """
    seen = asyncio.Event()
    browser = ServiceBrowser(seen.set, interfaces, (unique,), probe=None)
    limit, passed_over = ProbeLimit(), set[tuple[Address, ...]]()
    tried: dict[tuple[Address, ...], asyncio.Task[Any]] = {}
    try:
        if not await browser.begin():
            return None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    await seen.wait()
                    seen.clear()
                    for table in browser.tables:
                        where = tuple(table.addresses_to_try)
                        if table.unique != unique or where in tried or where in passed_over:
                            continue
                        if not limit.allows(table):
                            passed_over.add(where)
                        else:
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
        await browser.end()


def is_visible(text: str) -> bool:
    """Return True if a text has a visible character."""
    return any(
        category(sign)[0] in "LNPS" and not character_name(sign, "").endswith(UNSEEN)
        for sign in text
    )


def _table(info: "AsyncServiceInfo", interfaces: Sequence[NetworkInterface]) -> FoundTable | None:
    properties = info.decoded_properties
    name, game = properties.get("name"), properties.get("game")
    addresses = order_by_nearness(info.parsed_scoped_addresses(), interfaces)[:MOST_ADDRESSES]
    if not (fits(name, Name) and fits(game, Name) and addresses and info.port):
        return None
    if not is_visible(str(name)):
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
        tuple(addresses[1:]),
    )
