"""Rate limits for messages from a host: far above any table's need, far below a flood."""

from typing import Any, Final

from greenbaize.lan import wire
from greenbaize.lan.server import Pace
from greenbaize.match.record import MOST_BYTES

LIMITS: Final[dict[Any, tuple[float, float]]] = {
    wire.From: (10, 2.5),
    wire.Told: (50_000, 500),
    wire.Now: (50_000, 500),
    wire.LobbyShown: (1_000, 100),
    wire.Spoken: (150, 10),
    wire.Stopped: (20, 1),
    wire.Answer: (1_000, 200),
    wire.Denied: (100, 10),
    wire.Shuffle: (100, 5),
    wire.Commits: (100, 5),
    wire.Ping: (60, 5),
    wire.Whole: (10, 0.2),
    wire.WholeLine: (200_000, 2_000),
}
"""By message type: messages allowed at once, and how many more per second."""
BYTES: Final = (float(MOST_BYTES), 2_000_000.0)
"""Bytes of all messages allowed at once, and how many more per second."""


class HostPace:
    """Rate limits for what one host may send, over all connections to it."""

    def __init__(self) -> None:
        self._paces = {kind: Pace(most, 1 / rate) for kind, (most, rate) in LIMITS.items()}
        self._bytes = Pace(BYTES[0], 1 / BYTES[1])

    def allows(self, kind: Any, size: int, now: float) -> bool:
        """Count a message of ``size`` bytes at ``now`` (s); return False if it is a flood."""
        pace = self._paces.get(kind)
        return self._bytes.allows(now, size) and (pace is None or pace.allows(now))
