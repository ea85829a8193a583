"""Tests of the process that updates the history, and of its commands."""

import json
import sys
from typing import Any

import pytest

from greenbaize.app.memory import history_indexer
from greenbaize.app.memory.history_indexer import (
    MAX_FILES_IN_PROCESS,
    MAX_PATHS_PER_COMMAND,
    UNLIMITED_COUNT,
    HistoryIndexer,
    run_import,
    update_history_index,
)
from greenbaize.match.record import encode_line
from greenbaize.rules.errors import HistoryDamagedError
from greenbaize.store import folders
from greenbaize.store.history import HistoryDatabase
from match.random_matches import GameSetup, play_randomly

DAMN = play_randomly(GameSetup("damn", 3, {"deals": 2}), 1).record


class TestIndexerProcess:
    def update_history(self, history_indexer):
        progress = []
        errors = []
        changed = update_history_index(
            history_indexer, lambda *one: progress.append(one), errors.append
        )
        return changed, progress, errors

    def test_few_records_are_read_in_process(self, folder):
        (folder / "a.jsonl").write_bytes(DAMN)
        history_indexer = HistoryIndexer()
        history_indexer.close()  # no program can be started
        assert self.update_history(history_indexer) == (1, [(1, 1)], [])
        assert self.update_history(history_indexer) == (0, [], [])

    @pytest.mark.slow
    def test_many_records_are_read_by_a_process(self, folder):
        for number in range(MAX_FILES_IN_PROCESS + 1):
            (folder / f"{number}.jsonl").write_bytes(encode_line({"number": number}) + DAMN)
        changed, progress, errors = self.update_history(HistoryIndexer())
        assert (changed, progress[-1], errors) == (
            MAX_FILES_IN_PROCESS + 1,
            (MAX_FILES_IN_PROCESS + 1, MAX_FILES_IN_PROCESS + 1),
            [],
        )
        history = HistoryDatabase.open_or_rebuild(folders.history_path())
        assert len(history.load_file_stamps()) == MAX_FILES_IN_PROCESS + 1
        history.close()

    def test_unusable_database_is_reported(self, folder):
        folders.history_path().mkdir()
        changed, _, errors = self.update_history(HistoryIndexer())
        assert changed == 0
        assert "Your matches are safe." in errors[0]

    @pytest.mark.slow
    def test_records_are_imported(self, folder, tmp_path):
        (tmp_path / "one.jsonl").write_bytes(DAMN)
        (tmp_path / "two.jsonl").write_bytes(b"{}")
        paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl", tmp_path / "one.jsonl"]
        result = run_import(HistoryIndexer(), paths, lambda *_: None)
        assert (result.new_count, result.known_count, len(result.error_texts)) == (1, 1, 1)
        assert len(list(folder.glob("*.jsonl"))) == 1


@pytest.mark.parametrize("output_lines", [[], [{"path": "a", "taken": True}, {"read": 1, "of": 2}]])
def test_interrupted_reading_is_reported(folder, output_lines, monkeypatch):
    program = "".join(f"print({json.dumps(json.dumps(line))});" for line in output_lines)
    monkeypatch.setattr(
        history_indexer, "build_own_command", lambda _: [sys.executable, "-c", f"{program}exit(1)"]
    )
    result = run_import(HistoryIndexer(), [folder], lambda *_: None)
    assert result.new_count == len(output_lines[:1])
    assert result.error_texts == ["Not all records could be read: the reading was cut off."]


class FakeIndexer:
    """Indexer that records commands and answers with given objects."""

    def __init__(self, *objects):
        self.commands = []
        self._objects = objects

    def run_command(self, arguments):
        self.commands.append(list(arguments))
        yield from self._objects


def test_an_import_counts_new_and_known_records_and_reports_progress(tmp_path):
    indexer: Any = FakeIndexer(
        {"taken": True}, {"taken": False}, {"read": 1, "of": 2}, {"fault": "bad"}, {"done": True}
    )
    progress = []
    paths = [tmp_path / f"{number}.jsonl" for number in range(MAX_PATHS_PER_COMMAND + 1)]
    result = run_import(indexer, paths, lambda *counts: progress.append(counts))
    assert (result.new_count, result.known_count, result.error_texts) == (2, 2, ["bad"] * 2)
    assert progress == [(1, 2)] * 2
    first, second = indexer.commands
    assert first[:4] == ["history", "import", "--json", "--"]
    assert first[4:] == [str(path) for path in paths[:MAX_PATHS_PER_COMMAND]]
    assert second[4:] == [str(paths[-1])]


def test_a_damaged_database_is_left_to_the_process(folder, monkeypatch):
    def raise_damaged(history):
        raise HistoryDamagedError(folders.history_path())

    monkeypatch.setattr(history_indexer, "find_changes", raise_damaged)
    indexer: Any = FakeIndexer({"read": 3, "of": 4}, {"fault": "first"}, {"fault": "last"})
    progress, errors = [], []
    count = update_history_index(indexer, lambda *counts: progress.append(counts), errors.append)
    assert count == UNLIMITED_COUNT
    assert indexer.commands == [["history", "update", "--json"]]
    assert (progress, errors) == ([(3, 4)], ["last"])


def test_a_closed_indexer_ends_its_program_and_starts_no_other(monkeypatch):
    script = 'import sys; print(\'{"read": 1, "of": 2}\', flush=True); sys.stdin.read()'
    endless = f"import threading; {script}; threading.Event().wait()"
    monkeypatch.setattr(
        history_indexer, "build_own_command", lambda _: [sys.executable, "-c", endless]
    )
    indexer = HistoryIndexer()
    objects = indexer.run_command([])
    assert next(objects) == {"read": 1, "of": 2}
    assert not indexer.is_closed
    indexer.close()
    assert list(objects) == []  # Nothing is said of a reading that was closed.
    assert indexer.is_closed
    assert list(indexer.run_command([])) == []


def test_lines_that_are_no_objects_are_skipped(monkeypatch):
    script = "print('noise'); print('{\"done\": true}')"
    monkeypatch.setattr(
        history_indexer, "build_own_command", lambda _: [sys.executable, "-c", script]
    )
    assert list(HistoryIndexer().run_command([])) == [{"done": True}]
