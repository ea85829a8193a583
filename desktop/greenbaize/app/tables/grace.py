"""The moment that people have to mend what they did, before a computer player acts over it."""

from collections.abc import Iterable
from typing import Final

from greenbaize.rules.game import Question

GRACE_S: Final = 2.5
"""How long a computer player waits while somebody may still mend something, in seconds."""


class Grace:
    """Grants time once for everything that can be mended."""

    def __init__(self) -> None:
        self._granted: list[Question] = []

    def due(self, offers: Iterable[Question]) -> bool:
        """Whether something can be mended for which no time has been granted yet."""
        mending = [offer for offer in offers if offer.mends]
        fresh = any(offer not in self._granted for offer in mending)
        self._granted = mending
        return fresh
