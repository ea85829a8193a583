"""Rate limits for messages from a host: far above any table's need, far below a flood."""

from typing import Any, Final

from greenbaize.lan import wire
from greenbaize.lan.server import TokenBucket
from greenbaize.match.record import MAX_RECORD_BYTES

MESSAGE_LIMITS: Final[dict[Any, tuple[float, float]]] = {
    wire.EventsFromMessage: (10, 2.5),
    wire.EventMessage: (50_000, 500),
    wire.CaughtUpMessage: (50_000, 500),
    wire.LobbyMessage: (1_000, 100),
    wire.ChatMessage: (150, 10),
    wire.MatchStoppedMessage: (20, 1),
    wire.CommandResultMessage: (1_000, 200),
    wire.RequestDeniedMessage: (100, 10),
    wire.ShuffleRoundMessage: (100, 5),
    wire.AllCommitsMessage: (100, 5),
    wire.PingMessage: (60, 5),
    wire.FullRecordMessage: (10, 0.2),
    wire.FullRecordLineMessage: (200_000, 2_000),
}
"""By message type: messages allowed at once, and how many more per second."""
BYTE_LIMIT: Final = (float(MAX_RECORD_BYTES), 2_000_000.0)
"""Bytes of all messages allowed at once, and how many more per second."""


class HostFloodGuard:
    """Rate limits for what one host may send, over all connections to it."""

    def __init__(self) -> None:
        self._message_buckets = {
            kind: TokenBucket(capacity, 1 / rate)
            for kind, (capacity, rate) in MESSAGE_LIMITS.items()
        }
        self._byte_bucket = TokenBucket(BYTE_LIMIT[0], 1 / BYTE_LIMIT[1])

    def try_acquire(self, message_type: Any, size: int, now: float) -> bool:
        """Count a message of ``size`` bytes at ``now`` (s); return False if it is a flood."""
        bucket = self._message_buckets.get(message_type)
        return self._byte_bucket.try_acquire(now, size) and (
            bucket is None or bucket.try_acquire(now)
        )
