"""Rate limits of a table's messages, so that no guest can make it flood the others.

A guest leaves a host that sends far more than a table needs (``lan.host_flood_guard``); these
limits stay well below that.
"""

from asyncio import TimerHandle
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, Protocol

from greenbaize.lan.server import TokenBucket

LOBBY_BURST: Final = 40
"""Lobbies that are sent at once."""
LOBBY_INTERVAL_S: Final = 0.05
"""Seconds until one more lobby is sent; of those between only the latest."""
CHAT_BURST: Final = 60
CHAT_INTERVAL_S: Final = 0.25
"""Chat messages of the whole table at once, and seconds until one more."""
ADDRESS_CHAT_BURST: Final = 15
ADDRESS_CHAT_INTERVAL_S: Final = 1.0
"""The same for all guests at one address."""
STAND_IN_BURST: Final = 3
STAND_IN_INTERVAL_S: Final = 5.0
"""Requests for a bot, or for no bot, at one seat at once, and seconds until one more."""
RETURN_BURST: Final = 10
RETURN_INTERVAL_S: Final = 3.0
"""Times that a guest may come back in a row, and seconds until once more."""
SHUFFLE_BURST: Final = 8
SHUFFLE_INTERVAL_S: Final = 5.0
"""Shuffles that may start in a row, and seconds until one more."""
PERSON_CHAT_BURST: Final = 5
PERSON_CHAT_INTERVAL_S: Final = 2.0
"""The same for one guest or spectator."""
MAX_CHAT_ADDRESSES: Final = 256
"""Addresses whose chat is remembered."""


def create_person_chat_limit() -> TokenBucket:
    """Return the limit of chat messages from one guest or spectator."""
    return TokenBucket(PERSON_CHAT_BURST, PERSON_CHAT_INTERVAL_S)


def create_stand_in_limit() -> TokenBucket:
    """Return the limit at which one seat may change hands."""
    return TokenBucket(STAND_IN_BURST, STAND_IN_INTERVAL_S)


def create_return_limit() -> TokenBucket:
    """Return the limit at which one guest may come back."""
    return TokenBucket(RETURN_BURST, RETURN_INTERVAL_S)


class TimerLoop(Protocol):
    """The part of an event loop that is needed: its clock and its timers."""

    def time(self) -> float: ...
    def call_later(self, delay: float, callback: Callable[[], Any], /) -> TimerHandle: ...


class CoalescedSender:
    """Calls ``send`` at a limited rate; the last request is always followed by a call."""

    def __init__(self, send: Callable[[], object], loop: TimerLoop) -> None:
        self._send, self._loop = send, loop
        self._rate_limit = TokenBucket(LOBBY_BURST, LOBBY_INTERVAL_S)
        self._timer: TimerHandle | None = None

    def request_send(self) -> bool:
        """Send now, or once for all requests when the limit allows; return whether it is now."""
        if self._timer is not None:
            return False
        if self._rate_limit.try_acquire(self._loop.time()):
            self._send()
            return True
        self._timer = self._loop.call_later(LOBBY_INTERVAL_S, self._on_timer)
        return False

    def _on_timer(self) -> None:
        self._timer = None
        self.request_send()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


class ChatLimit:
    """Limits the chat at a table, of everybody and of all guests at one address."""

    def __init__(self) -> None:
        self._table_limit = TokenBucket(CHAT_BURST, CHAT_INTERVAL_S)
        self._address_limits: OrderedDict[str, TokenBucket] = OrderedDict()

    def allows_message(self, address: str, now: float) -> bool:
        """Count a message from an address at ``now`` (s); return whether it is allowed."""
        if not address:  # The person at the host's computer.
            return self._table_limit.try_acquire(now)
        new_limit = TokenBucket(ADDRESS_CHAT_BURST, ADDRESS_CHAT_INTERVAL_S)
        address_limit = self._address_limits.setdefault(address, new_limit)
        self._address_limits.move_to_end(address)
        while len(self._address_limits) > MAX_CHAT_ADDRESSES:
            self._address_limits.popitem(last=False)
        return address_limit.try_acquire(now) and self._table_limit.try_acquire(now)
