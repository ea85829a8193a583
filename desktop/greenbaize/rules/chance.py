"""Chance by name: every draw comes from its own generator, named by what is drawn.

The generator's algorithm is part of the match record's meaning, so it is fixed here: the bytes of
SHAKE-256 over the name, taken as 32-bit big-endian words, each rejected where it would favour the
low numbers.
"""

from collections.abc import Sequence
from hashlib import sha256, shake_256
from struct import unpack
from typing import Protocol, TypeVar

T = TypeVar("T")


class Stream:
    """An endless run of fair numbers; streams of the same name give the same run."""

    __slots__ = ("_next", "_shake", "_words")

    def __init__(self, name: str) -> None:
        self._shake = shake_256(name.encode())
        self._words: tuple[int, ...] = ()
        self._next = 0

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1``, each equally likely; ``limit`` from 1 to 2**32."""
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
        """The items in random order (Fisher and Yates, from the last place down)."""
        order, below = list(items), self.below
        for place in range(len(order) - 1, 0, -1):
            other = below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely; there must be at least one."""
        return items[self.below(len(items))]


class Chance(Protocol):
    """What a game asks of chance. Each call names its event, so no position is kept."""

    def lot(self, kind: str, among: Sequence[int], deal: int = 0, attempt: int = 0) -> int:
        """One of the seats, drawn uniformly."""

    def order(self, kind: str, pack: Sequence[T], deal: int = 0, attempt: int = 0) -> Sequence[T]:
        """The items shuffled; of a pack, the first card is dealt first."""


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
    """A match seed (32 hex digits) made from any text, such as a number a person gave."""
    return sha256(f"seed/{text}".encode()).hexdigest()[:32]


def bot_seed(match_seed: str, seat: int) -> str:
    """The seed of a computer seat's own stream; the match's seed cannot be found from it."""
    return sha256(f"{match_seed}/bot/{seat}".encode()).hexdigest()[:32]
