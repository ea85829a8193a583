"""The archive reads beside the window: it tells what has changed, and ends with the window."""

import pytest
from PySide6.QtCore import QObject

from greenbaize.app.memory import history_indexer
from greenbaize.store import folders
from greenbaize.ui.shell.archive import Archive
from match.playing import Setup, play_randomly

RECORD = play_randomly(Setup("damn", 3, {"deals": 2}), 1).record


@pytest.fixture
def archive(qtbot):
    parent = QObject()
    made = Archive(parent)
    made.keeps = parent  # type: ignore[attr-defined]
    return made


def test_a_look_tells_what_has_changed_and_only_that(archive, qtbot):
    folders.matches().mkdir(parents=True)
    (folders.matches() / "a.jsonl").write_bytes(RECORD)
    with qtbot.waitSignal(archive.changed):
        archive.look()
    qtbot.waitUntil(lambda: not archive.busy)
    with qtbot.assertNotEmitted(archive.changed):
        archive.look()
        qtbot.waitUntil(lambda: not archive.busy)


def test_what_is_asked_for_meanwhile_comes_afterwards(archive, qtbot):
    archive.look()
    archive.look()
    archive.look()
    assert archive.busy
    qtbot.waitUntil(lambda: not archive.busy)
    assert folders.history().exists()


def test_a_trouble_is_told_once_and_when_it_is_over(archive, qtbot, monkeypatch):
    said = ["The disk is full.", "The disk is full.", ""]

    def keep_up(one: object, watched: object, troubled: object) -> int:
        words = said.pop(0)
        if words:
            troubled(words)  # type: ignore[operator]
        return 0

    monkeypatch.setattr(history_indexer, "keep_up", keep_up)
    told: list[str] = []
    archive.troubled.connect(told.append)
    for _ in range(3):
        archive.look()
        qtbot.waitUntil(lambda: not archive.busy)
    assert told == ["The disk is full.", ""]


def test_nothing_is_read_after_it_is_closed(archive, qtbot):
    archive.look()
    archive.close()
    with qtbot.assertNotEmitted(archive.changed, wait=50):
        archive.look()
