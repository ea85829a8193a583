"""Finds tables on the network by DNS-SD over mDNS.

Without the library or in a separated network none are found, and an address is typed.
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
"""Seconds for a table to answer at one of its addresses."""
MOST_PROBED: Final = 8
"""Tables whose addresses are tried at the same time."""
MOST_PORTS: Final = 4
"""Ports of one address that are tried, for announcements may name any."""
PROBES_AT_ONCE: Final = 24
"""Tables that are tried at once; of very many, one more every ``PROBE_EVERY_S``."""
PROBE_EVERY_S: Final = 5.0
WATCH_S: Final = 1.0
"""Seconds between two looks at this computer's interfaces."""

UNSEEN: Final = (" BLANK", " FILLER")
"""How the names of letters and symbols end that nobody sees."""

_UNIQUE: Final = re.compile(r" ([0-9a-f]{8})\._greenbaize\._tcp\.local\.\Z")
_FREE: Final = re.compile(r"[0-9]{1,2}\Z")


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table on the network; ``unique`` begins its fingerprint in hex, ``free`` counts chairs.

    ``address`` is the one that answered, if ``answers``, else the likeliest; ``others`` are further
    ones that it was announced at.
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
    """Return the table with the address at which it answers first; its certificate tells."""
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
    """Bounds the tries to which announcements lead, for anybody may announce anything."""

    def __init__(self) -> None:
        self._pace = Pace(PROBES_AT_ONCE, PROBE_EVERY_S)
        self._ports: dict[str, set[int]] = {}
        """The ports that have been tried, by address."""

    def allows(self, table: FoundTable) -> bool:
        """Take a try of all addresses of a table, unless that is one too many."""
        ports = [self._ports.get(host, set()) for host, _ in table.addresses_to_try]
        if any(len(known | {table.port}) > MOST_PORTS for known in ports):
            return False
        if not self._pace.allows(asyncio.get_running_loop().time()):
            return False
        for host, port in table.addresses_to_try:
            self._ports.setdefault(host, set()).add(port)
        return True


class ServiceBrowser:
    """Browses for tables; ``changed`` is called in the event loop when ``tables`` has changed.

    ``interfaces`` are addresses, none for all. ``familiar`` identifies tables one has sat at: the
    beginnings of fingerprints, and host addresses. Tables come into ``tables`` once it is known
    which of their addresses answers, if ``probe`` is to find that out.
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
        """By service name; None until its details are known."""
        self._waiting: dict[str, None] = {}
        """Names beyond the limit, the latest last."""
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._outdated: set[str] = set()
        """Names of tables that have changed while their addresses are tried."""
        self._unanswering: dict[str, None] = {}
        """Names whose addresses were tried in vain: they make room for others."""
        self._probing = asyncio.Semaphore(MOST_PROBED)
        self._limit = ProbeLimit()
        self._interfaces: list[NetworkInterface] = []
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None

    @property
    def has_network(self) -> bool:
        """Whether this computer was connected when it was looked last."""
        return any(one.kind is not InterfaceKind.LOOPBACK for one in self._interfaces)

    async def begin(self) -> bool:
        """Begin to browse; returns whether that is possible, which it is not without a network."""
        self._interfaces = usable_interfaces(self._wanted)
        self._zeroconf = open_zeroconf(self._interfaces)
        if self._zeroconf is None:
            return False
        self._browser = load_library().asyncio.AsyncServiceBrowser(
            self._zeroconf.zeroconf, SERVICE, handlers=[self._on_change]
        )
        return True

    async def watch_interfaces(self) -> None:
        """Browse anew whenever this computer has got another network or address."""
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
        """How many names may be known with this one; strangers never displace familiar ones."""
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
                self._outdated.discard(name)  # it is how the table stands now
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
        # The library's error is also of names that nothing can have.
        with contextlib.suppress(OSError, library.Error):
            info = library.asyncio.AsyncServiceInfo(SERVICE, name)
            if await info.async_request(zeroconf.zeroconf, ASK_MS):
                return _table(info, self._interfaces)
        return None

    async def _with_address(
        self, name: str, table: FoundTable, before: FoundTable | None
    ) -> FoundTable:
        """Return a table with the addresses it had before, for each interface has others of it.

        Those are tried once more only if the one that answered is not announced any more.
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
    """Return the tables found within some seconds; None where there is no network to look in."""
    browser = ServiceBrowser()
    try:
        await browser.begin()
        # An address may come a second after the cable.
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
    """Return what ``attempt`` first makes of a table whose fingerprint begins like this, or None.

    All such tables are tried at once, each with new addresses one time: anybody may announce one.
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
    """Whether a text has a sign that can be seen."""
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
