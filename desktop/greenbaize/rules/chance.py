"""Named random draws: every draw has its own generator, seeded by the name of what is drawn.

The generator's algorithm is part of the match record's meaning, so it is fixed here: the bytes of
SHAKE-256 over the name as 32-bit big-endian words, each rejected where it would favour the low
numbers.
"""

from collections.abc import Sequence
from hashlib import sha256, shake_256
from struct import unpack
from typing import Protocol, TypeVar

T = TypeVar("T")


class Stream:
    """An endless stream of uniform numbers; streams of the same name are equal."""

    __slots__ = ("_next", "_shake", "_words")

    def __init__(self, name: str) -> None:
        self._shake = shake_256(name.encode())
        self._words: tuple[int, ...] = ()
        self._next = 0

    def below(self, limit: int) -> int:
        """Return a uniform number from 0 to ``limit - 1``; ``limit`` is from 1 to 2**32."""
        fair = 0x1_0000_0000 - 0x1_0000_0000 % limit
        while True:
            if self._next == len(self._words):
                self._lengthen()
            word = self._words[self._next]
            self._next += 1
            if word < fair:
                return word % limit

    def _lengthen(self) -> None:
        # A longer digest begins with the shorter one, so the words drawn so far stay the same.
        count = max(64, 4 * len(self._words))
        self._words = unpack(f">{count}I", self._shake.digest(4 * count))

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order (Fisher-Yates, from the last index down)."""
        order, below = list(items), self.below
        for place in range(len(order) - 1, 0, -1):
            other = below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely; there must be at least one."""
        return items[self.below(len(items))]


class Chance(Protocol):
    """Source of random draws for a game; each call names its event, so no position is kept."""

    def lot(self, kind: str, among: Sequence[int], deal: int = 0, attempt: int = 0) -> int:
        """Return one of the seats, drawn uniformly."""

    def order(self, kind: str, pack: Sequence[T], deal: int = 0, attempt: int = 0) -> Sequence[T]:
        """Return the items shuffled; of a pack, the first card is dealt first."""


class SeededChance:
    """Chance from a match's seed (32 hex digits): the same seed and names give the same draws."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def _stream(self, kind: str, deal: int, attempt: int) -> Stream:
        return Stream(f"{self._seed}/{kind}/{deal}/{attempt}")

    def lot(self, kind: str, among: Sequence[int], deal: int = 0, attempt: int = 0) -> int:
        return self._stream(kind, deal, attempt).choice(among)

    def order(self, kind: str, pack: Sequence[T], deal: int = 0, attempt: int = 0) -> Sequence[T]:
        return self._stream(kind, deal, attempt).shuffled(pack)


def seed_from(text: str) -> str:
    """Return a match seed (32 hex digits) derived from any text."""
    return sha256(f"seed/{text}".encode()).hexdigest()[:32]


def bot_seed(match_seed: str, seat: int) -> str:
    """Return the seed of a bot's own stream, from which the match's seed cannot be found."""
    return sha256(f"{match_seed}/bot/{seat}".encode()).hexdigest()[:32]
