"""Tests of the removal at start-up of files that killed programs left behind."""

import pytest

from greenbaize.app.leftovers import remove_all_leftovers
from greenbaize.store import folders, temporary
from greenbaize.store.record_file import lock_record
from greenbaize.store.temporary import remove_left_scratch, remove_leftovers

LEFT = ".greenbaize-0123456789abcdef"


@pytest.fixture(autouse=True)
def not_looked_through(tmp_path, monkeypatch):
    monkeypatch.setattr(temporary, "gettempdir", lambda: str(tmp_path))
    for done in (remove_all_leftovers, remove_leftovers, remove_left_scratch):
        done.cache_clear()


def test_temporary_files_are_removed_from_our_folders_and_the_documents():
    data = folders.history().parent
    given_up = folders.matches() / folders.GIVEN_UP
    own = (folders.matches(), given_up, data, folders.seats(), folders.instance())
    for folder in (*own, folders.settings().parent, folders.sheets()):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / LEFT).write_bytes(b"half")
    left = [data / "history.sqlite.new", data / "history.sqlite.new-journal"]
    for one in left:
        one.write_bytes(b"half")
    remove_all_leftovers()
    assert list(data.rglob(LEFT)) == []
    assert not any(one.exists() for one in left)


def test_free_locks_are_removed_and_those_that_are_held_or_not_ours_stay():
    folder = folders.matches()
    folder.mkdir(parents=True)
    (folder / "killed.lock").touch()
    (folder / "cargo.lock").write_text("version = 4")
    held = lock_record(folder / "played.jsonl")
    remove_all_leftovers()
    assert sorted(one.name for one in folder.iterdir()) == ["cargo.lock", "played.lock"]
    held.let_go()
