"""The tables on the network, as they come and go."""

import asyncio
from collections.abc import Callable

from greenbaize.app.network.network_thread import NetworkThread
from greenbaize.app.network.seat_secrets import known_tables
from greenbaize.lan.discovery import FoundTable, Lookout
from greenbaize.rules.messages import Message


class _Looking:
    """Looks out for tables until it is cancelled."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.lookout = Lookout(changed)

    async def run(self) -> Message | None:
        known = known_tables()
        fingerprints = {one.fingerprint[:8] for one in known}
        self.lookout.familiar = fingerprints | {one.host for one in known}
        if await self.lookout.begin():
            await asyncio.get_running_loop().create_future()
        return None

    async def end(self) -> None:
        await self.lookout.end()


class Finder:
    """Finds tables on the network, as long as it is not closed.

    Args:
        changed: called, from another thread, each time ``tables`` has changed.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._looking = _Looking(self._on_changed)
        # Where nothing can be looked for there is nothing to be found, and nothing to be said.
        self._thread = NetworkThread()
        self._thread.wake_by(self, changed)
        self._thread.begin(self._looking)

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """The tables that are known now, those that one has sat at first, by name."""
        return self._looking.lookout.tables

    def close(self) -> None:
        """Look no further."""
        self._thread.close()

    def _on_changed(self) -> None:
        self._thread.wake()
