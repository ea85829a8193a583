"""Discovery of tables on the network by DNS-SD over mDNS.

Without the zeroconf library, or in a separate network, none are found, and an address is typed.
"""

import asyncio
import contextlib
import re
from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from greenbaize.lan.dialing import MAX_ADDRESSES_TRIED, Address, open_first_connection
from greenbaize.lan.interfaces import (
    MAX_ADDRESSES,
    InterfaceKind,
    NetworkInterface,
    order_by_nearness,
    usable_interfaces,
)
from greenbaize.lan.mdns import SERVICE_TYPE, close_zeroconf, load_zeroconf, open_zeroconf
from greenbaize.lan.server import TokenBucket
from greenbaize.rules.decoding import NameText, matches_type
from greenbaize.rules.name_text import has_visible_character

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

MAX_TABLES: Final = 100
MAX_QUEUED_SERVICES: Final = 1000
"""Number of names that wait until one of the known tables turns out not to answer."""
RESOLVE_TIMEOUT_MS: Final = 2000
PROBE_TIMEOUT_S: Final = 2.0
"""Time for a table to answer at one of its addresses (s)."""
MAX_CONCURRENT_PROBES: Final = 8
"""Number of tables whose addresses are tried at the same time."""
MAX_PORTS_PER_ADDRESS: Final = 4
"""Ports of one address that are tried, for announcements may name any."""
PROBE_BURST: Final = 24
"""Tables that are tried without delay; beyond them one more every ``PROBE_INTERVAL_S``."""
PROBE_INTERVAL_S: Final = 0.25
INTERFACE_CHECK_S: Final = 1.0
"""Interval between two checks of this computer's interfaces (s)."""

_UNIQUE_ID_PATTERN: Final = re.compile(r" ([0-9a-f]{8})\._greenbaize\._tcp\.local\.\Z")
_FREE_SEATS_PATTERN: Final = re.compile(r"[0-9]{1,2}\Z")


@dataclass(frozen=True, slots=True)
class DiscoveredTable:
    """A table on the network; ``unique_id`` begins its fingerprint in hex.

    ``address`` is the one that answered, if ``is_reachable``, else the likeliest;
    ``other_addresses`` are further ones that were announced.
    """

    name: str
    game: str
    address: str
    port: int
    unique_id: str = ""
    free_seats: int | None = None
    is_playing: bool = False
    other_addresses: tuple[str, ...] = ()
    is_reachable: bool = False

    @property
    def addresses_to_try(self) -> list[Address]:
        return [(one, self.port) for one in (self.address, *self.other_addresses)][
            :MAX_ADDRESSES_TRIED
        ]


async def probe_table(table: DiscoveredTable) -> DiscoveredTable:
    """Return the table with the address at which its certificate was seen first."""
    fingerprint_start = bytes.fromhex(table.unique_id)
    try:
        async with asyncio.timeout(PROBE_TIMEOUT_S):
            connection, (address, _) = await open_first_connection(
                table.addresses_to_try, fingerprint_start
            )
    except (OSError, TimeoutError):
        return table
    connection.abort()
    if not connection.fingerprint.startswith(fingerprint_start):
        return table
    others = tuple(one for one in (table.address, *table.other_addresses) if one != address)
    return replace(table, address=address, other_addresses=others, is_reachable=True)


class ProbeLimiter:
    """A limit for the probes that announcements cause, for anybody may announce anything."""

    def __init__(self) -> None:
        self._bucket = TokenBucket(PROBE_BURST, PROBE_INTERVAL_S)
        self._ports: dict[str, set[int]] = {}
        """Ports that have been tried, by address."""
        self._turn = asyncio.Lock()

    async def acquire(self, table: DiscoveredTable) -> bool:
        """Wait for a probe in turn; return False if one of the addresses has too many ports."""
        async with self._turn:
            while not self.try_acquire(table):
                if self._has_too_many_ports(table):
                    return False
                await asyncio.sleep(PROBE_INTERVAL_S)
        return True

    def _has_too_many_ports(self, table: DiscoveredTable) -> bool:
        ports = [self._ports.get(host, set()) for host, _ in table.addresses_to_try]
        return any(len(known | {table.port}) > MAX_PORTS_PER_ADDRESS for known in ports)

    def try_acquire(self, table: DiscoveredTable) -> bool:
        """Count a probe of all addresses of a table; return False if it exceeds the limits."""
        if self._has_too_many_ports(table):
            return False
        if not self._bucket.try_acquire(asyncio.get_running_loop().time()):
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
        on_tables_changed: Callable[[], object] = lambda: None,
        interfaces: Sequence[str] = (),
        familiar_ids: Collection[str] = (),
        probe: Callable[[DiscoveredTable], Coroutine[Any, Any, DiscoveredTable]]
        | None = probe_table,
    ) -> None:
        self.tables: tuple[DiscoveredTable, ...] = ()
        self.familiar_ids = familiar_ids
        self._on_tables_changed, self._interface_addresses, self._probe = (
            on_tables_changed,
            interfaces,
            probe,
        )
        self._tables_by_service: dict[str, DiscoveredTable | None] = {}
        """By service name; None until the details are known."""
        self._queued_services: dict[str, None] = {}
        """Names beyond the limit, the latest last."""
        self._resolve_tasks: dict[str, asyncio.Task[None]] = {}
        self._outdated_services: set[str] = set()
        """Names of tables that have changed while their addresses are tried."""
        self._unreachable_services: dict[str, None] = {}
        """Names whose addresses did not answer: they are dropped first when there are too many."""
        self._probe_semaphore = asyncio.Semaphore(MAX_CONCURRENT_PROBES)
        self._probe_limiter = ProbeLimiter()
        self._interfaces: list[NetworkInterface] = []
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None

    @property
    def has_network(self) -> bool:
        """True if this computer was connected at the last check."""
        return any(one.kind is not InterfaceKind.LOOPBACK for one in self._interfaces)

    async def start_browsing(self) -> bool:
        """Start to browse; return False if that is impossible, as without a network."""
        self._interfaces = usable_interfaces(self._interface_addresses)
        self._zeroconf = open_zeroconf(self._interfaces)
        if self._zeroconf is None:
            return False
        self._browser = load_zeroconf().asyncio.AsyncServiceBrowser(
            self._zeroconf.zeroconf, SERVICE_TYPE, handlers=[self._on_service_changed]
        )
        return True

    async def watch_interfaces(self) -> None:
        """Browse afresh whenever this computer's networks or addresses have changed."""
        while True:
            await asyncio.sleep(INTERFACE_CHECK_S)
            if usable_interfaces(self._interface_addresses) != self._interfaces:
                await self.stop_browsing()
                self._tables_by_service.clear()
                self.tables = ()
                await self.start_browsing()
                self._on_tables_changed()

    async def stop_browsing(self) -> None:
        self._queued_services.clear()
        resolve_tasks = tuple(self._resolve_tasks.values())
        for task in resolve_tasks:
            task.cancel()
        await asyncio.gather(*resolve_tasks, return_exceptions=True)
        if self._zeroconf is not None:
            with contextlib.suppress(OSError):
                if self._browser is not None:
                    await self._browser.async_cancel()
                await close_zeroconf(self._zeroconf)
            self._zeroconf = self._browser = None

    def _on_service_changed(self, **change: Any) -> None:
        name = str(change["name"])
        self._queued_services.pop(name, None)
        if change["state_change"].name == "Removed":
            self._update_table(name, None)
        elif name in self._resolve_tasks:
            self._unreachable_services.pop(name, None)
            self._outdated_services.add(name)
            self._tables_by_service.setdefault(name, None)
        elif name in self._tables_by_service or len(self._tables_by_service) < self._service_limit(
            name
        ):
            self._start_resolving(name)
        elif self._unreachable_services:
            self._queued_services[name] = None
            self._update_table(next(iter(self._unreachable_services)), None)
        else:
            self._queued_services[name] = None
            if len(self._queued_services) > MAX_QUEUED_SERVICES:
                del self._queued_services[next(iter(self._queued_services))]

    def _service_limit(self, name: str) -> int:
        """Return the limit of known names for this one; strangers never displace familiar names."""
        unique = _UNIQUE_ID_PATTERN.search(name)
        return 2 * MAX_TABLES if unique and unique[1] in self.familiar_ids else MAX_TABLES

    def _start_resolving(self, name: str) -> None:
        self._tables_by_service.setdefault(name, None)
        self._resolve_tasks[name] = asyncio.ensure_future(self._resolve_and_probe(name))

    async def _resolve_and_probe(self, name: str) -> None:
        table = self._tables_by_service.get(name)
        try:
            if self._zeroconf is not None:
                resolved = await self._resolve_service(self._zeroconf, name)
                self._outdated_services.discard(name)  # what was resolved is up to date
                if resolved is not None:
                    table = await self._choose_address(name, resolved, table)
        finally:
            del self._resolve_tasks[name]
        if name in self._tables_by_service:
            self._update_table(
                name,
                None if self._queued_services and name in self._unreachable_services else table,
            )
            if name in self._outdated_services and name in self._tables_by_service:
                self._start_resolving(name)

    async def _resolve_service(
        self, zeroconf: "AsyncZeroconf", name: str
    ) -> DiscoveredTable | None:
        library = load_zeroconf()
        # The library also raises its error for names that no service can have.
        with contextlib.suppress(OSError, library.Error):
            info = library.asyncio.AsyncServiceInfo(SERVICE_TYPE, name)
            if await info.async_request(zeroconf.zeroconf, RESOLVE_TIMEOUT_MS):
                return _parse_service(info, self._interfaces)
        return None

    async def _choose_address(
        self, name: str, table: DiscoveredTable, previous: DiscoveredTable | None
    ) -> DiscoveredTable:
        """Return a table with the addresses it had before added, and the one that answers first.

        Each interface reports other addresses. They are probed again only if the one that answered
        is no longer announced.
        """
        announced = table.address, *table.other_addresses
        if previous is not None:
            hosts = dict.fromkeys((*announced, previous.address, *previous.other_addresses))
            table = replace(table, other_addresses=tuple(hosts)[1:MAX_ADDRESSES])
            if (
                previous.is_reachable
                and previous.port == table.port
                and previous.address in announced
            ):
                others = tuple(one for one in hosts if one != previous.address)[: MAX_ADDRESSES - 1]
                return replace(
                    table, address=previous.address, other_addresses=others, is_reachable=True
                )
        if self._probe is None:
            return table
        if not self._probe_limiter.try_acquire(table):
            # Too many at once: it is listed below those that have answered until its turn.
            self._update_table(name, table)
            if not await self._probe_limiter.acquire(table):
                return table
        async with self._probe_semaphore:
            probed = await self._probe(table)
        if not probed.is_reachable and table.unique_id not in self.familiar_ids:
            self._unreachable_services[name] = None
        return probed

    def _update_table(self, name: str, table: DiscoveredTable | None) -> None:
        if table is None:
            self._tables_by_service.pop(name, None)
            self._unreachable_services.pop(name, None)
            if self._queued_services and len(self._tables_by_service) < MAX_TABLES:
                self._start_resolving(self._queued_services.popitem()[0])
        else:
            self._tables_by_service[name] = table
        resolved = [one for one in self._tables_by_service.values() if one is not None]
        tables = tuple(sorted(resolved, key=self._sort_key))
        if tables != self.tables:
            self.tables = tables
            self._on_tables_changed()

    def _sort_key(self, table: DiscoveredTable) -> tuple[bool, bool, bool, str, str]:
        is_unfamiliar = table.unique_id not in self.familiar_ids
        return (
            not table.is_reachable,
            is_unfamiliar,
            table.address not in self.familiar_ids,
            table.name,
            table.unique_id,
        )


async def find_tables(seconds: float) -> list[DiscoveredTable] | None:
    """Return the tables found within some seconds; None if there is no network."""
    browser = ServiceBrowser()
    try:
        await browser.start_browsing()
        # After a cable is plugged in, an address may take a second.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await browser.watch_interfaces()
        tables = list(browser.tables)
        return tables if tables or browser.has_network else None
    finally:
        await browser.stop_browsing()


async def _return_table(table: DiscoveredTable) -> DiscoveredTable:
    return table


async def find_table_again(
    unique_id: str,
    seconds: float,
    interfaces: Sequence[str] = (),
    attempt: Callable[[DiscoveredTable], Coroutine[Any, Any, Any]] = _return_table,
) -> Any:
    """Return the first result, not None, of ``attempt`` for a table with this fingerprint start.

    All such tables are tried at once, each set of addresses only one time: anybody may announce
    one.
    """
    tables_changed = asyncio.Event()
    browser = ServiceBrowser(tables_changed.set, interfaces, (unique_id,), probe=None)
    limiter, skipped = ProbeLimiter(), set[tuple[Address, ...]]()
    attempts: dict[tuple[Address, ...], asyncio.Task[Any]] = {}
    try:
        if not await browser.start_browsing():
            return None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    await tables_changed.wait()
                    tables_changed.clear()
                    for table in browser.tables:
                        addresses = tuple(table.addresses_to_try)
                        if (
                            table.unique_id != unique_id
                            or addresses in attempts
                            or addresses in skipped
                        ):
                            continue
                        if not limiter.try_acquire(table):
                            skipped.add(addresses)
                        else:
                            attempts[addresses] = asyncio.ensure_future(attempt(table))
                            attempts[addresses].add_done_callback(lambda _: tables_changed.set())
                    results = [task.result() for task in attempts.values() if task.done()]
                    for one in results:
                        if one is not None:
                            return one
        return None
    finally:
        for task in attempts.values():
            task.cancel()
        await asyncio.gather(*attempts.values(), return_exceptions=True)
        await browser.stop_browsing()


def _parse_service(
    info: "AsyncServiceInfo", interfaces: Sequence[NetworkInterface]
) -> DiscoveredTable | None:
    properties = info.decoded_properties
    name, game = properties.get("name"), properties.get("game")
    addresses = order_by_nearness(info.parsed_scoped_addresses(), interfaces)[:MAX_ADDRESSES]
    if not (
        matches_type(name, NameText) and matches_type(game, NameText) and addresses and info.port
    ):
        return None
    if not has_visible_character(str(name)):
        return None
    unique = _UNIQUE_ID_PATTERN.search(info.name)
    free = properties.get("free") or ""
    return DiscoveredTable(
        str(name),
        str(game),
        addresses[0],
        info.port,
        "" if unique is None else unique[1],
        int(free) if _FREE_SEATS_PATTERN.match(free) else None,
        properties.get("playing") == "1",
        tuple(addresses[1:]),
    )
