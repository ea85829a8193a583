"""How often something may be done: a few times at once, and then at a steady pace."""

from dataclasses import dataclass


@dataclass(slots=True)
class Pace:
    """A token bucket of ``most``, with one more every ``seconds``."""

    most: float
    seconds: float
    _used: float = 0.0
    _at: float = 0.0

    def allows(self, now: float) -> bool:
        """Whether it may be done at this time, which then has been done."""
        self._used = max(0.0, self._used - (now - self._at) / self.seconds)
        self._at = now
        if self._used + 1 > self.most:
            return False
        self._used += 1
        return True
