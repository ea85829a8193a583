"""The history updater: it scans in the background and ends with the window."""

import pytest
from PySide6.QtCore import QObject

from greenbaize.app.memory import history_indexer
from greenbaize.store import folders
from greenbaize.ui.shell.history_updater import HistoryUpdater
from match.random_matches import GameSetup, play_randomly

RECORD = play_randomly(GameSetup("damn", 3, {"deals": 2}), 1).record


@pytest.fixture
def updater(qtbot):
    parent = QObject()
    history_updater = HistoryUpdater(parent)
    history_updater.keeps = parent
    return history_updater


def test_scan_emits_changes_only_if_there_are_any(updater, qtbot):
    folders.matches_folder().mkdir(parents=True)
    (folders.matches_folder() / "a.jsonl").write_bytes(RECORD)
    with qtbot.waitSignal(updater.changed):
        updater.start_sync()
    qtbot.waitUntil(lambda: not updater.is_busy)
    with qtbot.assertNotEmitted(updater.changed):
        updater.start_sync()
        qtbot.waitUntil(lambda: not updater.is_busy)


def test_scan_requested_during_a_scan_runs_afterwards(updater, qtbot):
    updater.start_sync()
    updater.start_sync()
    updater.start_sync()
    assert updater.is_busy
    qtbot.waitUntil(lambda: not updater.is_busy)
    assert folders.history_path().exists()


def test_error_is_emitted_once_and_again_when_it_is_over(updater, qtbot, monkeypatch):
    pending_errors = ["The disk is full.", "The disk is full.", ""]

    def sync_with_error(history, progress, on_error):
        error = pending_errors.pop(0)
        if error:
            on_error(error)
        return 0

    monkeypatch.setattr(history_indexer, "update_history_index", sync_with_error)
    emitted_errors = []
    updater.sync_failed.connect(emitted_errors.append)
    for _ in range(3):
        updater.start_sync()
        qtbot.waitUntil(lambda: not updater.is_busy)
    assert emitted_errors == ["The disk is full.", ""]


def test_no_scan_runs_after_close(updater, qtbot):
    updater.start_sync()
    updater.close()
    with qtbot.assertNotEmitted(updater.changed, wait=50):
        updater.start_sync()
