"""Tests that killing the program at any moment loses nothing of the match list."""

import os
from random import Random

import pytest

from app.memory.crash_tests import check_history, kill_worker, make_records
from greenbaize.app.memory.history_sync import sync_history
from greenbaize.store import folders

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")


@pytest.mark.long
def test_the_list_is_right_after_any_kill(tmp_path, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    chance, whole = Random(7), make_records()
    for _ in range(12):
        kill_worker(chance, whole, 0.15)
        check_history(tmp_path / "anew.sqlite")


def test_orphaned_journal_is_harmless(tmp_path, monkeypatch):
    """Survive a crash between moving the database aside and moving its journal."""
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    folders.matches_folder().mkdir(parents=True)
    (folders.matches_folder() / "a.jsonl").write_bytes(make_records()[0])
    sync_history()
    path = folders.history_path()
    path.with_name(path.name + "-journal").write_bytes(path.read_bytes()[:2000])
    path.unlink()
    check_history(tmp_path / "anew.sqlite")
