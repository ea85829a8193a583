"""How often a table tells its guests something, so that nobody can make it flood the others.

A guest leaves a host that sends far more than a table needs (``lan.host_pace``); these bounds of
what one guest makes the host send to all stay well below that.
"""

from asyncio import TimerHandle
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, Protocol

from greenbaize.lan.server import Pace

LOBBIES_AT_ONCE: Final = 40
"""Lobbies that are sent at once, and"""
LOBBY_S: Final = 0.05
"""seconds until one more is sent; of those between only the latest."""
CHAT_AT_ONCE: Final = 60
CHAT_S: Final = 0.25
"""Chat messages of the whole table at once, and seconds until one more."""
CHAT_OF_ADDRESS_AT_ONCE: Final = 15
CHAT_OF_ADDRESS_S: Final = 1.0
"""The same of all who come from one address."""
RETURNS_AT_ONCE: Final = 10
RETURN_S: Final = 3.0
"""Times that somebody comes back in a row, and seconds until once more."""
SHUFFLES_AT_ONCE: Final = 8
SHUFFLE_PAUSE_S: Final = 5.0
"""Shuffles that begin in a row, and seconds until one more."""
MOST_ADDRESSES: Final = 256
"""Addresses whose chat is remembered."""


def new_return_pace() -> Pace:
    """Return the pace at which one guest may come back."""
    return Pace(RETURNS_AT_ONCE, RETURN_S)


class TimerLoop(Protocol):
    """What is needed of an event loop: its clock and its timers."""

    def time(self) -> float: ...
    def call_later(self, delay: float, callback: Callable[[], Any], /) -> TimerHandle: ...


class CoalescedSender:
    """Calls ``send`` at most so often; the last request is always followed by a call."""

    def __init__(self, send: Callable[[], object], loop: TimerLoop) -> None:
        self._send, self._loop = send, loop
        self._pace = Pace(LOBBIES_AT_ONCE, LOBBY_S)
        self._timer: TimerHandle | None = None

    def request(self) -> bool:
        """Send now, or once for all requests as soon as the pace allows it; whether it is now."""
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
    """Bounds what is said at a table, by everybody and by all who come from one address."""

    def __init__(self) -> None:
        self._of_all = Pace(CHAT_AT_ONCE, CHAT_S)
        self._of_address: OrderedDict[str, Pace] = OrderedDict()

    def allows(self, address: str, now: float) -> bool:
        """Take a message from an address at ``now`` (s), unless it is one too many."""
        if not address:  # the person at the host's computer
            return self._of_all.allows(now)
        new = Pace(CHAT_OF_ADDRESS_AT_ONCE, CHAT_OF_ADDRESS_S)
        pace = self._of_address.setdefault(address, new)
        self._of_address.move_to_end(address)
        while len(self._of_address) > MOST_ADDRESSES:
            self._of_address.popitem(last=False)
        return pace.allows(now) and self._of_all.allows(now)
