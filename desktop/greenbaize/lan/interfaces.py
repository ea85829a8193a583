"""The network interfaces of this computer, and the addresses at which others may reach it."""

import contextlib
import ipaddress
import re
import socket
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from ipaddress import IPv4Address, IPv4Interface, IPv6Address, IPv6Interface
from pathlib import Path
from typing import Final

import ifaddr

MAX_ADDRESSES: Final = 16
MAX_INTERFACES: Final = 8
"""Interfaces on which tables are announced and looked for, at most."""
SYSFS: Final = Path("/sys/class/net")
IPV6_STATES: Final = Path("/proc/net/if_inet6")
LOOPBACK_ADDRESS: Final = "127.0.0.1"

_UP: Final = 0x1
_POINT_TO_POINT: Final = 0x10
_TENTATIVE: Final = 0x40 | 0x08
"""Flags of an IPv6 address that is not usable yet, or not at all because it is a duplicate."""
_TUNNEL: Final = re.compile(
    r"\b(u?tun|tap|ppp|wg|ipsec)\d*\b|vpn|wintun|wireguard|tailscale|zerotier"
)
_VIRTUAL: Final = re.compile(r"virtual|vbox|vmware|vmnet|hyper-v|vethernet|docker|\bveth|\bwsl")
_BRIDGE: Final = re.compile(r"\b(bridge|br-|docker|virbr)")


class InterfaceKind(IntEnum):
    """The kind of an interface, the likeliest way to a friend's computer first.

    ``VIRTUAL`` has no hardware below it, and a ``BRIDGE`` connects nothing that has: it leads only
    to containers and virtual machines of this computer.
    """

    HARDWARE = 0
    VIRTUAL = 1
    POINT_TO_POINT = 2
    BRIDGE = 3
    LOOPBACK = 4


@dataclass(frozen=True, slots=True)
class NetworkInterface:
    """An interface that is switched on; ``carrier`` is None where the system does not say."""

    name: str
    index: int
    kind: InterfaceKind
    carrier: bool | None
    addresses: tuple[IPv4Interface | IPv6Interface, ...]

    @property
    def own_addresses(self) -> list[IPv4Address | IPv6Address]:
        """Addresses for other computers, IPv4 first; link-local ones if there are no others."""
        found = [one.ip for one in self.addresses]
        found = [one for one in found if not one.is_link_local] or found
        return sorted(found, key=_address_order)

    @property
    def is_link_local(self) -> bool:
        return all(one.is_link_local for one in self.addresses)


def read_interfaces() -> list[NetworkInterface]:
    """Return the interfaces that are switched on and have addresses, the likeliest first."""
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return []
    unusable, used = _unusable_addresses(), set(_used_addresses())
    found = [one for adapter in adapters if (one := _read_adapter(adapter, unusable)) is not None]

    def order(one: NetworkInterface) -> tuple[bool, InterfaceKind, bool, bool, int]:
        is_used = any(address.ip in used for address in one.addresses)
        return one.carrier is False, one.kind, one.is_link_local, not is_used, one.index

    return sorted(found, key=order)


def connected_interfaces() -> list[NetworkInterface]:
    """Return the interfaces that lead to other computers; empty without any network.

    Systems that do not report the carrier give link-local addresses to sockets without a cable,
    too: there such an interface counts only if no other one does.
    """
    found = [
        one
        for one in read_interfaces()
        if one.kind is not InterfaceKind.LOOPBACK and one.carrier is not False
    ]
    routed = [one for one in found if one.carrier or not one.is_link_local]
    return routed or found


def usable_interfaces(addresses: Iterable[str] = ()) -> list[NetworkInterface]:
    """Return the interfaces with one of the addresses; without any, those to be announced on.

    These are the connected ones or, without a network, the loopback, for programs on this computer.
    """
    wanted_addresses = set(addresses)
    if wanted_addresses:
        return [
            one
            for one in read_interfaces()
            if wanted_addresses.intersection(str(ip.ip) for ip in one.addresses)
        ]
    found = connected_interfaces() or [
        one for one in read_interfaces() if one.kind is InterfaceKind.LOOPBACK
    ]
    return found[:MAX_INTERFACES]


def own_addresses() -> list[str]:
    """Return this computer's addresses for others, likeliest first; empty without a network.

    Interfaces without a carrier come last.
    """
    connected = connected_interfaces()
    if not connected:
        return []
    silent = [one for one in read_interfaces() if one.carrier is False and not one.is_link_local]
    found = [str(ip) for one in (*connected, *silent) for ip in one.own_addresses]
    return list(dict.fromkeys(found))[:MAX_ADDRESSES]


def is_nearby_address(address: str) -> bool:
    """Return True for an address of a home network, or of this computer."""
    known = _parse_address(address)
    return known is not None and (known.is_private or known.is_loopback or known.is_link_local)


def needs_scope(address: str) -> bool:
    """Return True for an address that is valid only together with an interface."""
    known = _parse_address(address)
    return known is not None and known.version == 6 and known.is_link_local


def order_by_nearness(
    addresses: Iterable[str], interfaces: Sequence[NetworkInterface]
) -> list[str]:
    """Return the addresses that may be near: those in own subnets first, then private ones.

    IPv6 link-local addresses without a scope get that of each of the interfaces.
    """
    networks = [one.network for each in interfaces for one in each.addresses]
    found: list[tuple[bool, bool, bool, str]] = []
    for text in addresses:
        known = _parse_address(text)
        if known is None or known.is_unspecified or known.is_multicast:
            continue
        own = any(known.version == one.version and known in one for one in networks)
        if not own and (known.is_loopback or not is_nearby_address(text)):
            continue
        scoped = add_scopes(text, interfaces)
        found += [(not own, known.is_link_local, known.version == 6, one) for one in scoped]
    # Otherwise the given order is kept.
    return list(dict.fromkeys(one[-1] for one in sorted(found, key=lambda one: one[:-1])))


def add_scopes(address: str, interfaces: Sequence[NetworkInterface] | None = None) -> list[str]:
    """Return an IPv6 link-local address with the scope of each interface; others unchanged.

    Without ``interfaces`` the connected ones are used.
    """
    if "%" in address or not needs_scope(address):
        return [address]
    if interfaces is None:
        interfaces = connected_interfaces()
    scopes = [one.index for one in interfaces if any(ip.version == 6 for ip in one.addresses)]
    return [f"{address}%{scope}" for scope in scopes] or [address]


def _parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Return an address without its scope, and mapped IPv4 as such; None if it is invalid."""
    try:
        known = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(known, "ipv4_mapped", None) or known


def _address_order(one: IPv4Address | IPv6Address) -> tuple[bool, bool, bool]:
    return one.is_link_local, one.version == 6, not one.is_private


def _used_addresses() -> Iterator[IPv4Address | IPv6Address]:
    """Yield the local addresses of outgoing connections; no packet is sent."""
    for family, anywhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with (
            contextlib.suppress(OSError, ValueError),
            socket.socket(family, socket.SOCK_DGRAM) as probe,
        ):
            probe.connect((anywhere, 9))
            yield ipaddress.ip_address(probe.getsockname()[0].partition("%")[0])


def _read_adapter(adapter: ifaddr.Adapter, unusable: set[IPv6Address]) -> NetworkInterface | None:
    addresses = tuple(_usable_addresses(adapter, unusable))
    name, index = str(adapter.nice_name), adapter.index or 0
    if not addresses:
        return None
    if all(one.is_loopback for one in addresses):
        return NetworkInterface(name, index, InterfaceKind.LOOPBACK, True, addresses)
    folder = SYSFS / str(adapter.name)
    flags = _read_number(folder / "flags")
    if flags is None:
        kind = _kind_by_name(f"{adapter.name} {name}".lower(), addresses)
        return NetworkInterface(name, index, kind, None, addresses)
    if not flags & _UP or (folder / "brport").exists():
        return None  # off, or part of a bridge, which has the relevant addresses
    carrier, kind = _read_number(folder / "carrier"), _kind_by_system(folder, flags)
    if kind is InterfaceKind.BRIDGE and not any(folder.glob("lower_*")):
        carrier = 0  # some systems report a carrier for a bridge without members
    return NetworkInterface(
        name, index, kind, None if carrier is None else bool(carrier), addresses
    )


def _usable_addresses(
    adapter: ifaddr.Adapter, unusable: set[IPv6Address]
) -> Iterator[IPv4Interface | IPv6Interface]:
    for one in adapter.ips:
        text = one.ip if isinstance(one.ip, str) else one.ip[0]
        with contextlib.suppress(ValueError):
            known = ipaddress.ip_interface(f"{text.partition('%')[0]}/{one.network_prefix}")
            if not known.is_unspecified and not known.is_multicast and known.ip not in unusable:
                yield known


def _kind_by_system(folder: Path, flags: int) -> InterfaceKind:
    if flags & _POINT_TO_POINT:
        return InterfaceKind.POINT_TO_POINT
    if _has_hardware(folder):
        return InterfaceKind.HARDWARE
    return InterfaceKind.BRIDGE if (folder / "bridge").exists() else InterfaceKind.VIRTUAL


def _has_hardware(folder: Path, depth: int = 3) -> bool:
    """Return True if an interface, or one below it, is a hardware device."""
    if (folder / "device").exists():
        return True
    return depth > 0 and any(
        _has_hardware(SYSFS / one.name.removeprefix("lower_"), depth - 1)
        for one in folder.glob("lower_*")
    )


def _kind_by_name(
    names: str, addresses: tuple[IPv4Interface | IPv6Interface, ...]
) -> InterfaceKind:
    """Return the kind of an interface by its lower-case names, if nothing else is known."""
    alone = all(one.network.num_addresses == 1 for one in addresses)
    if alone or _TUNNEL.search(names):
        return InterfaceKind.POINT_TO_POINT
    if _BRIDGE.search(names):
        return InterfaceKind.BRIDGE
    return InterfaceKind.VIRTUAL if _VIRTUAL.search(names) else InterfaceKind.HARDWARE


def _read_number(path: Path) -> int | None:
    try:
        return int(path.read_text(encoding="ascii"), 0)
    except (OSError, ValueError):
        return None


def _unusable_addresses() -> set[IPv6Address]:
    """Return the IPv6 addresses that are tentative or duplicates."""
    try:
        rows = IPV6_STATES.read_text(encoding="ascii").splitlines()
    except OSError:
        return set()
    parts = [row.split() for row in rows]
    return {
        IPv6Address(bytes.fromhex(one[0]))
        for one in parts
        if len(one) == 6 and int(one[4], 16) & _TENTATIVE
    }
