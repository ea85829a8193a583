"""One round of the joint shuffle (docs/lan-protocol.md): commit, then reveal.

The lobby is locked meanwhile. If a guest is late or leaves, the round fails and everybody gets
their names.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from greenbaize.lan.server import ConnectedClient
from greenbaize.lan.wire import (
    AllCommitsMessage,
    CommitMessage,
    DamagedMessageError,
    RevealMessage,
    ShuffleRoundMessage,
)
from greenbaize.match.seal import compute_commit, compute_seed, new_number

SHUFFLE_TIMEOUT_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class ShuffleRound:
    """A round over ``lobby``; ``missing`` are those who made the round before fail."""

    number: int
    lobby: str
    missing: tuple[str, ...]


class ShuffleCoordinator:
    """A running round; ``on_done`` gets seed and header entry, ``on_failure`` those missing."""

    def __init__(
        self,
        shuffle_round: ShuffleRound,
        clients: Sequence[ConnectedClient],
        on_done: Callable[[str, dict[str, object]], object],
        on_failure: Callable[[list[ConnectedClient]], object],
    ) -> None:
        self._number, self._lobby = shuffle_round.number, shuffle_round.lobby
        self._participants = [guest for guest in clients if guest.seat is not None]
        self._clients = clients
        self._on_done, self._on_failure = on_done, on_failure
        self._hashes: dict[int, str] = {}
        self._numbers: dict[int, str] = {}
        self._own_number = new_number()
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(SHUFFLE_TIMEOUT_S, self.fail_late_guests)
        for client in clients:
            index = None if client.seat is None else self._participants.index(client)
            client.send_message(
                ShuffleRoundMessage(
                    shuffle_round.number, shuffle_round.lobby, index, list(shuffle_round.missing)
                )
            )

    def close(self) -> None:
        self._timer.cancel()

    def fail_late_guests(self) -> None:
        received = self._numbers if self._all_committed else self._hashes
        self._end_with_failure(
            [client for index, client in enumerate(self._participants) if index not in received]
        )

    def on_leave(self, seat: int) -> None:
        self._end_with_failure([client for client in self._participants if client.seat == seat])

    def on_message(self, client: ConnectedClient, message: CommitMessage | RevealMessage) -> None:
        """Handle a commit or number; those of another round are ignored."""
        if message.round != self._number or client not in self._participants:
            return
        index = self._participants.index(client)
        if isinstance(message, CommitMessage):
            self._store_commit(index, message.hash)
        else:
            self._store_number(index, message.number)

    def _store_commit(self, index: int, commit: str) -> None:
        if self._hashes.setdefault(index, commit) != commit:
            raise DamagedMessageError
        if self._all_committed or len(self._hashes) < len(self._participants):
            return
        self._timer.cancel()
        self._timer = self._loop.call_later(SHUFFLE_TIMEOUT_S, self.fail_late_guests)
        own_index = len(self._participants)
        self._hashes[own_index] = compute_commit(self._own_number, self._lobby, own_index)
        for client in self._clients:
            client.send_message(AllCommitsMessage(self._number, self._list_values(self._hashes)))

    def _store_number(self, index: int, number: str) -> None:
        own_index = len(self._participants)
        if not self._all_committed:
            raise DamagedMessageError
        if compute_commit(number, self._lobby, index) != self._hashes[index]:
            raise DamagedMessageError
        self._numbers[index] = number
        if len(self._numbers) < own_index:
            return
        self._timer.cancel()
        self._numbers[own_index] = self._own_number
        numbers = self._list_values(self._numbers)
        shuffle_entry: dict[str, object] = {
            "lobby": self._lobby,
            "commits": self._list_values(self._hashes),
            "numbers": numbers,
        }
        self._on_done(compute_seed(numbers, self._lobby), shuffle_entry)

    @property
    def _all_committed(self) -> bool:
        return len(self._hashes) > len(self._participants)

    def _list_values(self, values: dict[int, str]) -> list[str]:
        return [values[index] for index in range(len(self._participants) + 1)]

    def _end_with_failure(self, missing: list[ConnectedClient]) -> None:
        self._timer.cancel()
        self._on_failure(missing)
