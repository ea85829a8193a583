"""Rate limits: a burst, and then a steady pace."""

from dataclasses import dataclass


@dataclass(slots=True)
class Pace:
    """A token bucket of ``most``, with one more every ``seconds``."""

    most: float
    seconds: float
    _used: float = 0.0
    _at: float = 0.0

    def allows(self, now: float) -> bool:
        """Whether it is allowed at this time; if so, it is counted."""
        self._used = max(0.0, self._used - (now - self._at) / self.seconds)
        self._at = now
        if self._used + 1 > self.most:
            return False
        self._used += 1
        return True
