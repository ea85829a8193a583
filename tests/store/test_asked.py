"""Tests of queries: optional ones need no database, and a damaged one is replaced once."""

import os
import sqlite3
from contextlib import closing

import pytest

from greenbaize.rules.errors import HistoryDamagedError
from greenbaize.store import folders
from greenbaize.store.files import BAD
from greenbaize.store.history import History, Stamp, asked, asked_anew


@pytest.fixture(autouse=True)
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))
    return folders.history()


def note(history):
    with history.writing():
        history.note_fault("a.jsonl", Stamp(1, 1), "line-damaged")


def test_none_is_made_for_somebody_who_can_do_without_it(path):
    assert asked(History.files) is None
    assert not path.exists()


def test_who_can_do_without_it_waits_for_nobody(path):
    with closing(History.open(path)) as history:
        note(history)
    assert asked(History.faulty) == ["a.jsonl"]
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert asked(History.faulty, 0.01) is None


def test_a_damaged_one_is_put_aside_and_a_new_one_asked(path):
    with closing(History.open(path)) as history:
        note(history)
        history.insert("files", ("..", 1, 1, None, "x", 0, 0, 0, 0))
    assert asked_anew(History.files) == {}
    assert path.with_name(path.name + BAD).exists()


@pytest.mark.skipif(os.name == "nt", reason="nobody can move an open file there")
def test_what_another_window_has_made_meanwhile_stays(path):
    elsewhere = path.with_name("elsewhere")

    def question(history):
        if elsewhere.exists():
            return history.faulty()
        path.replace(elsewhere)
        with closing(History.open(path)) as other:
            note(other)
        raise HistoryDamagedError(path)

    assert asked_anew(question) == ["a.jsonl"]
    assert not path.with_name(path.name + BAD).exists()
