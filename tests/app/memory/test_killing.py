"""Tests that killing the program at any moment loses nothing of the match list."""

import os
from random import Random

import pytest

from app.memory.killing import check, kill_once, records
from greenbaize.app.memory.history_sync import bring_up
from greenbaize.store import folders

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")


@pytest.mark.long
def test_the_list_is_right_after_any_kill(tmp_path, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    chance, whole = Random(7), records()
    for _ in range(12):
        kill_once(chance, whole, 0.15)
        check(tmp_path / "anew.sqlite")


def test_a_journal_without_its_database_does_no_harm(tmp_path, monkeypatch):
    """Survive a crash between moving the database aside and moving its journal."""
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    folders.matches().mkdir(parents=True)
    (folders.matches() / "a.jsonl").write_bytes(records()[0])
    bring_up()
    path = folders.history()
    path.with_name(path.name + "-journal").write_bytes(path.read_bytes()[:2000])
    path.unlink()
    check(tmp_path / "anew.sqlite")
