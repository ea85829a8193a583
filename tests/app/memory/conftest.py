"""Fixtures for an empty folder of matches and its history."""

import pytest

from greenbaize.store import folders
from greenbaize.store.history import HistoryDatabase


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    (folders.matches_folder() / "abandoned").mkdir(parents=True)
    return folders.matches_folder()


@pytest.fixture
def history(folder):
    open_database = HistoryDatabase.open_or_rebuild(folders.history_path())
    yield open_database
    open_database.close()
