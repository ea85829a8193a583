"""Job that finds out in a process of its own whether a missed bid could be made."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread

import msgspec

from greenbaize.app.advice.missed_bid import MissedBid
from greenbaize.app.memory.history_indexer import HistoryIndexer


class MissedBidJob:
    """A search for one deal of a record; ``on_found`` is called in another thread, or never."""

    def __init__(
        self, path: Path, deal: int, seat: int, on_found: Callable[[MissedBid], object]
    ) -> None:
        arguments = ["explain", "--bids", "--json", "--deal", str(deal), "--seat", str(seat + 1)]
        self._arguments, self._on_found = [*arguments, "--", str(path)], on_found
        self._indexer = HistoryIndexer()
        Thread(target=self._run, name="missed-bid", daemon=True).start()

    def _run(self) -> None:
        for line in self._indexer.run_command(self._arguments):
            if "bid" in line and not self._indexer.is_closed:
                self._on_found(msgspec.convert(line, MissedBid))

    def close(self) -> None:
        """End the search; nothing is reported any more, except what is on its way."""
        self._indexer.close()
