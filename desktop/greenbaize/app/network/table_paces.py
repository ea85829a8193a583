"""Rate limits of a table's messages, so that no guest can make it flood the others.

A guest leaves a host that sends far more than a table needs (``lan.host_rate_limiter``); these
limits stay well below that.
"""

from asyncio import TimerHandle
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, Protocol

from greenbaize.lan.server import Pace

LOBBIES_AT_ONCE: Final = 40
"""Lobbies that are sent at once."""
LOBBY_S: Final = 0.05
"""Seconds until one more lobby is sent; of those between only the latest."""
CHAT_AT_ONCE: Final = 60
CHAT_S: Final = 0.25
"""Chat messages of the whole table at once, and seconds until one more."""
CHAT_OF_ADDRESS_AT_ONCE: Final = 15
CHAT_OF_ADDRESS_S: Final = 1.0
"""The same for all guests at one address."""
RETURNS_AT_ONCE: Final = 10
RETURN_S: Final = 3.0
"""Times that a guest may come back in a row, and seconds until once more."""
SHUFFLES_AT_ONCE: Final = 8
SHUFFLE_PAUSE_S: Final = 5.0
"""Shuffles that may start in a row, and seconds until one more."""
MOST_ADDRESSES: Final = 256
"""Addresses whose chat is remembered."""


def new_return_pace() -> Pace:
    """Return the limit at which one guest may come back."""
    return Pace(RETURNS_AT_ONCE, RETURN_S)


class TimerLoop(Protocol):
    """The part of an event loop that is needed: its clock and its timers."""

    def time(self) -> float: ...
    def call_later(self, delay: float, callback: Callable[[], Any], /) -> TimerHandle: ...


class CoalescedSender:
    """Calls ``send`` at a limited rate; the last request is always followed by a call."""

    def __init__(self, send: Callable[[], object], loop: TimerLoop) -> None:
        self._send, self._loop = send, loop
        self._pace = Pace(LOBBIES_AT_ONCE, LOBBY_S)
        self._timer: TimerHandle | None = None

    def request(self) -> bool:
        """Send now, or once for all requests when the limit allows; return whether it is now."""
        if self._timer is not None:
            return False
        if self._pace.allows(self._loop.time()):
            self._send()
            return True
        self._timer = self._loop.call_later(LOBBY_S, self._on_timer)
        return False

    def _on_timer(self) -> None:
        self._timer = None
        self.request()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


class ChatLimit:
    """Limits the chat at a table, of everybody and of all guests at one address."""

    def __init__(self) -> None:
        self._of_all = Pace(CHAT_AT_ONCE, CHAT_S)
        self._of_address: OrderedDict[str, Pace] = OrderedDict()

    def allows(self, address: str, now: float) -> bool:
        """Count a message from an address at ``now`` (s); return whether it is allowed."""
        if not address:  # The person at the host's computer.
            return self._of_all.allows(now)
        new = Pace(CHAT_OF_ADDRESS_AT_ONCE, CHAT_OF_ADDRESS_S)
        pace = self._of_address.setdefault(address, new)
        self._of_address.move_to_end(address)
        while len(self._of_address) > MOST_ADDRESSES:
            self._of_address.popitem(last=False)
        return pace.allows(now) and self._of_all.allows(now)
