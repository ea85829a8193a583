"""Named random draws: every draw has its own generator, seeded by the name of what is drawn.

The generator's algorithm is part of the match record's meaning, so it is fixed here: the bytes of
SHAKE-256 over the name as 32-bit big-endian words, each rejected where it would favour the low
numbers.
"""

from collections.abc import Sequence
from hashlib import sha256, shake_256
from struct import unpack
from typing import Final, Protocol, TypeVar

T = TypeVar("T")


class RandomStream:
    """An endless stream of uniform numbers; streams of the same name are equal."""

    __slots__ = ("_next", "_shake", "_words")

    def __init__(self, name: str) -> None:
        self._shake = shake_256(name.encode())
        self._words: tuple[int, ...] = ()
        self._next = 0

    def draw_below(self, limit: int) -> int:
        """Return a uniform number from 0 to ``limit - 1``; ``limit`` is from 1 to 2**32."""
        fair = 0x1_0000_0000 - 0x1_0000_0000 % limit
        while True:
            if self._next == len(self._words):
                self._extend_words()
            word = self._words[self._next]
            self._next += 1
            if word < fair:
                return word % limit

    def _extend_words(self) -> None:
        # A longer digest begins with the shorter one, so the words drawn so far stay the same.
        count = max(64, 4 * len(self._words))
        self._words = unpack(f">{count}I", self._shake.digest(4 * count))

    def shuffled_copy(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order (Fisher-Yates, from the last index down)."""
        order, draw_below = list(items), self.draw_below
        for index in range(len(order) - 1, 0, -1):
            other_index = draw_below(index + 1)
            order[index], order[other_index] = order[other_index], order[index]
        return order

    def draw_choice(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely; there must be at least one."""
        return items[self.draw_below(len(items))]


class Chance(Protocol):
    """Source of random draws for a game; each call names its event, so no position is kept."""

    def draw_lot(self, kind: str, seats: Sequence[int], deal: int = 0, attempt: int = 0) -> int:
        """Return one of the seats, drawn uniformly."""

    def draw_order(
        self, kind: str, pack: Sequence[T], deal: int = 0, attempt: int = 0
    ) -> Sequence[T]:
        """Return the items shuffled; of a pack, the first card is dealt first."""


class SeededChance:
    """Chance from a match's seed (32 hex digits): the same seed and names give the same draws."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def _stream(self, kind: str, deal: int, attempt: int) -> RandomStream:
        return RandomStream(f"{self._seed}/{kind}/{deal}/{attempt}")

    def draw_lot(self, kind: str, seats: Sequence[int], deal: int = 0, attempt: int = 0) -> int:
        return self._stream(kind, deal, attempt).draw_choice(seats)

    def draw_order(
        self, kind: str, pack: Sequence[T], deal: int = 0, attempt: int = 0
    ) -> Sequence[T]:
        return self._stream(kind, deal, attempt).shuffled_copy(pack)


def seed_from_text(text: str) -> str:
    """Return a match seed (32 hex digits) derived from any text."""
    return sha256(f"seed/{text}".encode()).hexdigest()[:32]


SEED_LENGTH: Final = 32
"""Hex digits of a seed."""


def parse_deal_number(text: str) -> str:
    """Return the seed of a text: 32 hex digits as they are, or made from any other text."""
    if len(text) == SEED_LENGTH and set(text) <= set("0123456789abcdef"):
        return text
    return seed_from_text(text.encode(errors="replace").decode())


def bot_seed(match_seed: str, seat: int) -> str:
    """Return the seed of a bot's own stream, from which the match's seed cannot be found."""
    return sha256(f"{match_seed}/bot/{seat}".encode()).hexdigest()[:32]
