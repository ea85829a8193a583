"""Indexer that reads many records in a process of its own, which can be ended.

A thread would leave the window hardly any of Python's time.
"""

import json
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final

from greenbaize.app.leftovers import remove_all_leftovers
from greenbaize.app.memory.history_sync import Progress, bring_up, changes
from greenbaize.app.seats.bot_launcher import own_environment, own_words
from greenbaize.rules.errors import GameError, HistoryDamagedError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.history import History
from greenbaize.store.reviews import reviews_changed
from greenbaize.store.statistics import unrated
from greenbaize.words.speaker import Speaker

FEW: Final = 8
"""Most files read in this process, which takes some hundredths of a second."""
FEW_RATED: Final = 1000
"""Most seats rated in this process, which takes as long."""
MANY: Final = 1_000_000
"""Count above every limit."""
DONE: Final = "done"
"""Key of a command's last object, which an interrupted command has not printed."""
MOST_WORDS: Final = 100
"""Most paths passed at once, as systems limit a command line."""


_QUIETLY: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(
    subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0
)


class HistoryIndexer:
    """Runs commands of this program one after another, until closed; for use in a thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._program: subprocess.Popen[bytes] | None = None
        self._closed = False

    def close(self) -> None:
        """End the program that runs, and start no other."""
        with self._lock:
            self._closed = True
            if self._program is not None:
                with suppress(OSError):
                    self._program.kill()

    @property
    def closed(self) -> bool:
        return self._closed

    def lines(self, words: Sequence[str]) -> Iterator[dict[str, Any]]:
        """Yield the objects printed by one of our commands, as they come."""
        with self._lock:
            if self._closed:
                return
            self._program = program = subprocess.Popen(
                own_words(words),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=own_environment(),
                creationflags=_QUIETLY,
            )
        assert program.stdout is not None
        told: dict[str, Any] = {}
        try:
            for line in program.stdout:
                with suppress(ValueError):
                    told = json.loads(line)
                    yield told
        finally:
            program.stdout.close()
            program.wait()
            with self._lock:
                self._program = None
        if DONE not in told and not self._closed:
            yield {"fault": Speaker().say(Message("records-reader-lost"))}


def keep_up(beside: HistoryIndexer, progress: Progress, troubled: Callable[[str], None]) -> int:
    """Update the database, by ``indexer`` if much is new; return the number of changes."""
    remove_all_leftovers()
    try:
        fresh, changed = _changed()
        if not changed or (fresh <= FEW and bring_up(progress, FEW_RATED).rated):
            return changed
    except GameError as error:
        troubled(Speaker().say(error.message))
        return 0
    fault = ""
    for line in beside.lines(["history", "update", "--json"]):
        if "fault" in line:
            fault = str(line["fault"])
        elif "read" in line:
            progress(line["read"], line["of"])
    if fault:
        troubled(fault)
    return changed


def _changed() -> tuple[int, int]:
    """Return the number of files to read, and of all changes including removed files."""
    try:
        with closing(History.open(folders.history())) as history:
            found = changes(history)
            more = len(unrated(history)) + reviews_changed(history, folders.reviews())
            return len(found.fresh), len(found.fresh) + len(found.gone) + more
    except HistoryDamagedError:
        return MANY, MANY  # A damaged database has to be rebuilt.


class Brought:
    """Result of an import: numbers of new and known records, and the errors."""

    def __init__(self) -> None:
        self.taken = 0
        self.known = 0
        self.faults: list[str] = []


def bring_in(beside: HistoryIndexer, paths: Sequence[Path], progress: Progress) -> Brought:
    """Import files and folders in another process started by ``indexer``, with progress."""
    brought = Brought()
    for first in range(0, len(paths), MOST_WORDS):
        some = [os.fspath(path.absolute()) for path in paths[first : first + MOST_WORDS]]
        for line in beside.lines(["history", "import", "--json", "--", *some]):
            if "fault" in line:
                brought.faults.append(str(line["fault"]))
            elif "taken" in line:
                brought.taken += bool(line["taken"])
                brought.known += not line["taken"]
            elif "read" in line:
                progress(line["read"], line["of"])
    return brought
