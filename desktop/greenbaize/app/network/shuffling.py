"""One round of the joint shuffle (docs/lan-protocol.md): commit, then reveal.

The lobby is locked meanwhile. If a guest is late or leaves, the round fails and everybody gets
their names.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from greenbaize.lan.server import Visitor
from greenbaize.lan.wire import Commit, Commits, DamagedMessageError, Open, Shuffle
from greenbaize.match.seal import commit_of, new_number, seed_of

SHUFFLE_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class Round:
    """A round over ``lobby``; ``missing`` are those who made the round before fail."""

    number: int
    lobby: str
    missing: tuple[str, ...]


class Shuffling:
    """A running round; ``on_done`` gets seed and header entry, ``on_failure`` those missing."""

    def __init__(
        self,
        of: Round,
        visitors: Sequence[Visitor],
        done: Callable[[str, dict[str, object]], object],
        failed: Callable[[list[Visitor]], object],
    ) -> None:
        self._number, self._lobby = of.number, of.lobby
        self._players = [one for one in visitors if one.seat is not None]
        self._visitors = visitors
        self._done, self._failed = done, failed
        self._hashes: dict[int, str] = {}
        self._numbers: dict[int, str] = {}
        self._own = new_number()
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(SHUFFLE_S, self.give_up)
        for visitor in visitors:
            index = None if visitor.seat is None else self._players.index(visitor)
            visitor.send(Shuffle(of.number, of.lobby, index, list(of.missing)))

    def close(self) -> None:
        self._timer.cancel()

    def give_up(self) -> None:
        said = self._numbers if self._all_committed else self._hashes
        self._fail([one for index, one in enumerate(self._players) if index not in said])

    def depart(self, seat: int) -> None:
        self._fail([one for one in self._players if one.seat == seat])

    def hear(self, visitor: Visitor, message: Commit | Open) -> None:
        """Handle a commit or number; those of another round are ignored."""
        if message.round != self._number or visitor not in self._players:
            return
        index = self._players.index(visitor)
        if isinstance(message, Commit):
            self._commit(index, message.hash)
        else:
            self._open(index, message.number)

    def _commit(self, index: int, hashed: str) -> None:
        if self._hashes.setdefault(index, hashed) != hashed:
            raise DamagedMessageError
        if self._all_committed or len(self._hashes) < len(self._players):
            return
        self._timer.cancel()
        self._timer = self._loop.call_later(SHUFFLE_S, self.give_up)
        last = len(self._players)
        self._hashes[last] = commit_of(self._own, self._lobby, last)
        for visitor in self._visitors:
            visitor.send(Commits(self._number, self._all(self._hashes)))

    def _open(self, index: int, number: str) -> None:
        last = len(self._players)
        if not self._all_committed:
            raise DamagedMessageError
        if commit_of(number, self._lobby, index) != self._hashes[index]:
            raise DamagedMessageError
        self._numbers[index] = number
        if len(self._numbers) < last:
            return
        self._timer.cancel()
        self._numbers[last] = self._own
        numbers = self._all(self._numbers)
        kept: dict[str, object] = {
            "lobby": self._lobby,
            "commits": self._all(self._hashes),
            "numbers": numbers,
        }
        self._done(seed_of(numbers, self._lobby), kept)

    @property
    def _all_committed(self) -> bool:
        return len(self._hashes) > len(self._players)

    def _all(self, said: dict[int, str]) -> list[str]:
        return [said[index] for index in range(len(self._players) + 1)]

    def _fail(self, missing: list[Visitor]) -> None:
        self._timer.cancel()
        self._failed(missing)
