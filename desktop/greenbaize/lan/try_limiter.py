"""Limits for wrong attempts at a table's code.

A wrong attempt slows the address that it came from, then the network of that address, and only
after very many everybody. Nobody is locked out for good.
"""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

LONGEST_WAIT_S: Final = 60.0
"""Longest wait after a wrong attempt (s)."""
FREE_OF_ADDRESS: Final = 3
"""Wrong attempts of one address without a wait."""
FREE_OF_NETWORK: Final = 24
"""Wrong attempts without a wait of one IPv6 network (/64), in which one computer may have any
number of addresses.
"""
FREE_OF_ALL: Final = 1000
"""Wrong attempts without a wait of all addresses together.

At six characters this gives one chance in 900,000 to guess the code.
"""
WAIT_OF_ALL_S: Final = 1.0
"""Wait for everybody after each further wrong attempt (s)."""
FORGET_S: Final = 3600.0
"""Time after which an address without further attempts is no longer slowed (s)."""
MOST_KEPT: Final = 4096
"""Largest number of addresses and networks that are counted."""


class _Counter:
    """Wrong attempts of one address or network."""

    __slots__ = ("next_at", "wrong")

    def __init__(self) -> None:
        self.wrong = 0
        self.next_at = 0.0


class TryLimiter:
    """Counters of wrong attempts; ``failure_count`` is of all since the last change of the code."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.wrong = 0
        self._clock = clock
        self._next_of_all = 0.0
        self._counters: OrderedDict[str, _Counter] = OrderedDict()

    def remaining_wait(self, address: str) -> float:
        """Return the time until an attempt from this address is allowed (s); 0 for now."""
        next_at = self._next_of_all
        for key, _ in _keys_of(address):
            if (counter := self._counters.get(key)) is not None:
                next_at = max(next_at, counter.next_at)
        return max(0.0, next_at - self._clock())

    def record_wrong(self, address: str) -> None:
        """Count a wrong attempt from this address."""
        now = self._clock()
        self.wrong += 1
        if self.wrong > FREE_OF_ALL:
            self._next_of_all = now + WAIT_OF_ALL_S
        for key, free in _keys_of(address):
            counter = self._counters.setdefault(key, _Counter())
            self._counters.move_to_end(key)
            if now - counter.next_at > FORGET_S:
                counter.wrong = 0
            counter.wrong += 1
            slow = counter.wrong - free
            wait = min(LONGEST_WAIT_S, 2.0 ** min(slow - 1, 10)) if slow > 0 else 0.0
            counter.next_at = now + wait
        while len(self._counters) > MOST_KEPT:
            self._counters.popitem(last=False)

    def record_right(self, address: str) -> None:
        """Delete the counter of an address that has shown the right code."""
        self._counters.pop(_keys_of(address)[0][0], None)

    def restart(self) -> None:
        """Reset the count of all together, for the code has changed; addresses stay slowed."""
        self.wrong, self._next_of_all = 0, 0.0


def _keys_of(address: str) -> list[tuple[str, int]]:
    """Return what is counted for an address, itself first, each with its free attempts."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return [(address, FREE_OF_ADDRESS)]
    mapped = getattr(known, "ipv4_mapped", None)
    known = known if mapped is None else mapped
    keys = [(str(known), FREE_OF_ADDRESS)]
    if known.version == 6:
        network = ipaddress.ip_network((known, 64), strict=False)
        keys.append((str(network), FREE_OF_NETWORK))
    return keys
