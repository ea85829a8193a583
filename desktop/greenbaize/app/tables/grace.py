"""The time people have to correct a move before a computer player acts."""

from collections.abc import Iterable
from typing import Final

from greenbaize.rules.game import Question

GRACE_S: Final = 2.5
"""How long a computer player waits while somebody may still mend something, in seconds."""


class Grace:
    """Grants time once for each move that can be corrected."""

    def __init__(self) -> None:
        self._granted: list[Question] = []

    def due(self, offers: Iterable[Question]) -> bool:
        """Whether a move can be corrected for which no time was granted yet."""
        mending = [offer for offer in offers if offer.mends]
        fresh = any(offer not in self._granted for offer in mending)
        self._granted = mending
        return fresh
