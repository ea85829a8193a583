"""How a card is turned over: it narrows to its edge, shows its other side, and widens again."""

from math import cos, pi
from typing import Final, NamedTuple

NARROW: Final = 0.04
"""How wide a card is that is seen from its edge, against its width."""


class Turning(NamedTuple):
    """In what part of its way, as shares of it, a card is turned over."""

    begin: float
    end: float

    def turned(self, share: float) -> float:
        """How far it is turned after this share of its way: 0 not yet, 1 altogether."""
        return min(max((share - self.begin) / (self.end - self.begin), 0.0), 1.0)


AT_ONCE: Final = Turning(0.0, 0.6)
"""A card that is played: everybody wants to see it."""
AT_LAST: Final = Turning(0.5, 1.0)
"""A card that is taken up: its owner looks at it as it comes into the hand."""
ALL_THE_WAY: Final = Turning(0.0, 1.0)
"""A card that is turned over where it lies."""


def width(turned: float) -> float:
    """How wide a card looks that is turned so far, against its width."""
    return max(NARROW, abs(cos(pi * turned)))
