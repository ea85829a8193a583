"""The history updater: it scans in the background and ends with the window."""

import pytest
from PySide6.QtCore import QObject

from greenbaize.app.memory import history_indexer
from greenbaize.store import folders
from greenbaize.ui.shell.history_updater import HistoryUpdater
from match.playing import Setup, play_randomly

RECORD = play_randomly(Setup("damn", 3, {"deals": 2}), 1).record


@pytest.fixture
def updater(qtbot):
    parent = QObject()
    made = HistoryUpdater(parent)
    made.keeps = parent
    return made


def test_a_look_tells_what_has_changed_and_only_that(updater, qtbot):
    folders.matches().mkdir(parents=True)
    (folders.matches() / "a.jsonl").write_bytes(RECORD)
    with qtbot.waitSignal(updater.changed):
        updater.look()
    qtbot.waitUntil(lambda: not updater.busy)
    with qtbot.assertNotEmitted(updater.changed):
        updater.look()
        qtbot.waitUntil(lambda: not updater.busy)


def test_what_is_asked_for_meanwhile_comes_afterwards(updater, qtbot):
    updater.look()
    updater.look()
    updater.look()
    assert updater.busy
    qtbot.waitUntil(lambda: not updater.busy)
    assert folders.history().exists()


def test_a_trouble_is_told_once_and_when_it_is_over(updater, qtbot, monkeypatch):
    said = ["The disk is full.", "The disk is full.", ""]

    def keep_up(one, progress, troubled):
        words = said.pop(0)
        if words:
            troubled(words)
        return 0

    monkeypatch.setattr(history_indexer, "keep_up", keep_up)
    told = []
    updater.troubled.connect(told.append)
    for _ in range(3):
        updater.look()
        qtbot.waitUntil(lambda: not updater.busy)
    assert told == ["The disk is full.", ""]


def test_nothing_is_read_after_it_is_closed(updater, qtbot):
    updater.look()
    updater.close()
    with qtbot.assertNotEmitted(updater.changed, wait=50):
        updater.look()
