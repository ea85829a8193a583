"""Tests of queries: optional ones need no database, and a damaged one is replaced once."""

import os
import sqlite3
from contextlib import closing

import pytest

from greenbaize.rules.errors import HistoryDamagedError
from greenbaize.store import folders
from greenbaize.store.files import SET_ASIDE_SUFFIX
from greenbaize.store.history import (
    FileStamp,
    HistoryDatabase,
    query_history,
    query_or_rebuild_history,
)


@pytest.fixture(autouse=True)
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))
    return folders.history_path()


def write_fault(history):
    with history.transaction():
        history.write_fault("a.jsonl", FileStamp(1, 1), "line-damaged")


def test_an_optional_query_creates_no_database(path):
    assert query_history(HistoryDatabase.load_file_stamps) is None
    assert not path.exists()


def test_an_optional_query_does_not_wait_for_a_lock(path):
    with closing(HistoryDatabase.open_or_rebuild(path)) as history:
        write_fault(history)
    assert query_history(HistoryDatabase.load_faulty_files) == ["a.jsonl"]
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert query_history(HistoryDatabase.load_faulty_files, 0.01) is None


def test_a_damaged_database_is_replaced_and_queried_again(path):
    with closing(HistoryDatabase.open_or_rebuild(path)) as history:
        write_fault(history)
        history.insert_row("files", ("..", 1, 1, None, "x", 0, 0, 0, 0))
    assert query_or_rebuild_history(HistoryDatabase.load_file_stamps) == {}
    assert path.with_name(path.name + SET_ASIDE_SUFFIX).exists()


@pytest.mark.skipif(os.name == "nt", reason="nobody can move an open file there")
def test_a_new_database_of_another_window_is_kept(path):
    elsewhere = path.with_name("elsewhere")

    def question(history):
        if elsewhere.exists():
            return history.load_faulty_files()
        path.replace(elsewhere)
        with closing(HistoryDatabase.open_or_rebuild(path)) as other:
            write_fault(other)
        raise HistoryDamagedError(path)

    assert query_or_rebuild_history(question) == ["a.jsonl"]
    assert not path.with_name(path.name + SET_ASIDE_SUFFIX).exists()
