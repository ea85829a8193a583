"""Limits for wrong attempts at a table's code.

A wrong attempt slows the address that it came from, then the network of that address, and only
after very many everybody. Nobody is locked out for good.
"""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

MAX_WAIT_S: Final = 60.0
"""Longest wait after a wrong attempt (s)."""
FREE_ATTEMPTS_PER_ADDRESS: Final = 3
"""Wrong attempts of one address without a wait."""
FREE_ATTEMPTS_PER_NETWORK: Final = 24
"""Wrong attempts without a wait of one IPv6 network (/64), in which one computer may have any
number of addresses.
"""
FREE_ATTEMPTS_IN_TOTAL: Final = 1000
"""Wrong attempts without a wait of all addresses together.

At six characters this gives one chance in 900,000 to guess the code.
"""
TOTAL_WAIT_S: Final = 1.0
"""Wait for everybody after each further wrong attempt (s)."""
COUNTER_LIFETIME_S: Final = 3600.0
"""Time after which an address without further attempts is no longer slowed (s)."""
MAX_COUNTERS: Final = 4096
"""Largest number of addresses and networks that are counted."""


class _AttemptCounter:
    """Wrong attempts of one address or network."""

    __slots__ = ("failure_count", "next_attempt_at")

    def __init__(self) -> None:
        self.failure_count = 0
        self.next_attempt_at = 0.0


class AttemptLimiter:
    """Counters of wrong attempts; ``failure_count`` is of all since the last change of the code."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.failure_count = 0
        self._clock = clock
        self._next_attempt_of_all = 0.0
        self._counters: OrderedDict[str, _AttemptCounter] = OrderedDict()

    def remaining_wait(self, address: str) -> float:
        """Return the time until an attempt from this address is allowed (s); 0 for now."""
        next_at = self._next_attempt_of_all
        for key, _ in _counter_keys(address):
            if (counter := self._counters.get(key)) is not None:
                next_at = max(next_at, counter.next_attempt_at)
        return max(0.0, next_at - self._clock())

    def record_failure(self, address: str) -> None:
        """Count a wrong attempt from this address."""
        now = self._clock()
        self.failure_count += 1
        if self.failure_count > FREE_ATTEMPTS_IN_TOTAL:
            self._next_attempt_of_all = now + TOTAL_WAIT_S
        for key, free in _counter_keys(address):
            counter = self._counters.setdefault(key, _AttemptCounter())
            self._counters.move_to_end(key)
            if now - counter.next_attempt_at > COUNTER_LIFETIME_S:
                counter.failure_count = 0
            counter.failure_count += 1
            slow = counter.failure_count - free
            wait = min(MAX_WAIT_S, 2.0 ** min(slow - 1, 10)) if slow > 0 else 0.0
            counter.next_attempt_at = now + wait
        while len(self._counters) > MAX_COUNTERS:
            self._counters.popitem(last=False)

    def record_success(self, address: str) -> None:
        """Delete the counter of an address that has shown the right code."""
        self._counters.pop(_counter_keys(address)[0][0], None)

    def reset_total(self) -> None:
        """Reset the count of all together, for the code has changed; addresses stay slowed."""
        self.failure_count, self._next_attempt_of_all = 0, 0.0


def _counter_keys(address: str) -> list[tuple[str, int]]:
    """Return what is counted for an address, itself first, each with its free attempts."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return [(address, FREE_ATTEMPTS_PER_ADDRESS)]
    mapped = getattr(known, "ipv4_mapped", None)
    known = known if mapped is None else mapped
    keys = [(str(known), FREE_ATTEMPTS_PER_ADDRESS)]
    if known.version == 6:
        network = ipaddress.ip_network((known, 64), strict=False)
        keys.append((str(network), FREE_ATTEMPTS_PER_NETWORK))
    return keys
