"""Tests of the removal at start-up of files that killed programs left behind."""

import pytest

from greenbaize.app.leftovers import remove_all_leftovers
from greenbaize.store import folders, temporary
from greenbaize.store.record_file import lock_record
from greenbaize.store.temporary import remove_leftover_scratch_folders, remove_leftovers

LEFTOVER_NAME = ".greenbaize-0123456789abcdef"


@pytest.fixture(autouse=True)
def uncached_cleanup(tmp_path, monkeypatch):
    monkeypatch.setattr(temporary, "gettempdir", lambda: str(tmp_path))
    for cleanup in (remove_all_leftovers, remove_leftovers, remove_leftover_scratch_folders):
        cleanup.cache_clear()


def test_temporary_files_are_removed_from_own_folders_and_the_documents():
    data = folders.history_path().parent
    abandoned_folder = folders.matches_folder() / folders.ABANDONED_FOLDER
    own_folders = (
        folders.matches_folder(),
        abandoned_folder,
        data,
        folders.seat_secrets_folder(),
        folders.instance_folder(),
    )
    for folder in (*own_folders, folders.settings_path().parent, folders.sheets_folder()):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / LEFTOVER_NAME).write_bytes(b"half")
    leftover_files = [data / "history.sqlite.new", data / "history.sqlite.new-journal"]
    for path in leftover_files:
        path.write_bytes(b"half")
    remove_all_leftovers()
    assert list(data.rglob(LEFTOVER_NAME)) == []
    assert not any(path.exists() for path in leftover_files)


def test_free_locks_are_removed_but_not_held_or_foreign_ones():
    folder = folders.matches_folder()
    folder.mkdir(parents=True)
    (folder / "killed.lock").touch()
    (folder / "cargo.lock").write_text("version = 4")
    held_lock = lock_record(folder / "played.jsonl")
    remove_all_leftovers()
    assert sorted(path.name for path in folder.iterdir()) == ["cargo.lock", "played.lock"]
    held_lock.release()
