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
from greenbaize.app.memory.history_sync import (
    FileProgressCallback,
    count_changed_deal_files,
    find_changes,
    sync_history,
)
from greenbaize.app.seats.bot_launcher import build_own_command, build_own_environment
from greenbaize.rules.errors import GameError, HistoryDamagedError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.statistics import load_unrated
from greenbaize.words.speaker import Speaker

MAX_FILES_IN_PROCESS: Final = 8
"""Most files read in this process, which takes some hundredths of a second."""
MAX_RATED_IN_PROCESS: Final = 1000
"""Most seats rated in this process, which takes as long."""
UNLIMITED_COUNT: Final = 1_000_000
"""Count above every limit."""
DONE_KEY: Final = "done"
"""Key of a command's last object, which an interrupted command has not printed."""
READER_LOST: Final = Message("records-reader-lost")
"""Fault of a command that died while it read records."""
MAX_PATHS_PER_COMMAND: Final = 100
"""Most paths passed at once, as systems limit a command line."""


_CREATION_FLAGS: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(
    subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0
)


class HistoryIndexer:
    """Runs commands of this program one after another, until closed; for use in a thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._program: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    def close(self) -> None:
        """End the program that runs, and start no other."""
        with self._lock:
            self._is_closed = True
            if self._program is not None:
                with suppress(OSError):
                    self._program.kill()

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    def run_command(
        self, arguments: Sequence[str], loss: Message = READER_LOST
    ) -> Iterator[dict[str, Any]]:
        """Yield the objects printed by one of our commands, as they come.

        If it dies before its last one, ``loss`` is the fault yielded.
        """
        with self._lock:
            if self._is_closed:
                return
            self._program = program = subprocess.Popen(
                build_own_command(arguments),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=build_own_environment(),
                creationflags=_CREATION_FLAGS,
            )
        assert program.stdout is not None
        last_object: dict[str, Any] = {}
        try:
            for line in program.stdout:
                with suppress(ValueError):
                    last_object = json.loads(line)
                    yield last_object
        finally:
            program.stdout.close()
            program.wait()
            with self._lock:
                self._program = None
        if DONE_KEY not in last_object and not self._is_closed:
            yield {"fault": Speaker().format_message(loss)}


def update_history_index(
    indexer: HistoryIndexer, progress: FileProgressCallback, on_error: Callable[[str], None]
) -> int:
    """Update the database, by ``indexer`` if much is new; return the number of changes."""
    remove_all_leftovers()
    try:
        new_count, changed_count = _count_changes()
        if not changed_count or (
            new_count <= MAX_FILES_IN_PROCESS
            and sync_history(progress, MAX_RATED_IN_PROCESS).is_rating_complete
        ):
            return changed_count
    except GameError as error:
        on_error(Speaker().format_message(error.message))
        return 0
    error_text = ""
    for line in indexer.run_command(["history", "update", "--json"]):
        if "fault" in line:
            error_text = str(line["fault"])
        elif "read" in line:
            progress(line["read"], line["of"])
    if error_text:
        on_error(error_text)
    return changed_count


def _count_changes() -> tuple[int, int]:
    """Return the number of files to read, and of all changes including removed files."""
    try:
        with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as history:
            history_changes = find_changes(history)
            other_count = len(load_unrated(history)) + count_changed_deal_files(history)
            return len(history_changes.changed_names), len(history_changes.changed_names) + len(
                history_changes.removed_names
            ) + other_count
    except HistoryDamagedError:
        return UNLIMITED_COUNT, UNLIMITED_COUNT  # A damaged database has to be rebuilt.


class ImportResult:
    """Result of an import: numbers of new and known records, and the errors."""

    def __init__(self) -> None:
        self.new_count = 0
        self.known_count = 0
        self.error_texts: list[str] = []


def run_import(
    indexer: HistoryIndexer, paths: Sequence[Path], progress: FileProgressCallback
) -> ImportResult:
    """Import files and folders in another process started by ``indexer``, with progress."""
    result = ImportResult()
    for first in range(0, len(paths), MAX_PATHS_PER_COMMAND):
        path_arguments = [
            os.fspath(path.absolute()) for path in paths[first : first + MAX_PATHS_PER_COMMAND]
        ]
        for line in indexer.run_command(["history", "import", "--json", "--", *path_arguments]):
            if "fault" in line:
                result.error_texts.append(str(line["fault"]))
            elif "taken" in line:
                result.new_count += bool(line["taken"])
                result.known_count += not line["taken"]
            elif "read" in line:
                progress(line["read"], line["of"])
    return result
