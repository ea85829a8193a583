"""Tests for the windows of the history: errors of the database, and updates of the list."""

import os
import sqlite3

import pytest
from PySide6.QtCore import QFileSystemWatcher

from greenbaize.app.memory.history_sync import rebuild_history_database, sync_history
from greenbaize.store import folders, history
from greenbaize.store.database import SCHEMA_VERSION
from greenbaize.ui.features.history.match_list import (
    ENDING_COLUMN,
    GAME_COLUMN,
    PLAYERS_COLUMN,
)
from ui.features.history.history_users import MatchListUser, write_record
from ui.table.person import wait_until


@pytest.mark.usefixtures("history_folder")
def test_damaged_database_is_rebuilt(open_match_list):
    with folders.history_path().open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 60000)
    ida = open_match_list()
    wait_until(lambda: len(ida.column_texts(GAME_COLUMN)) == 5)
    assert folders.history_path().with_name("history.sqlite.bad").exists()


@pytest.mark.slow
@pytest.mark.usefixtures("history_folder")
def test_newer_database_is_kept_and_play_continues(open_program):
    base = sqlite3.connect(folders.history_path())
    base.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    base.close()
    before = folders.history_path().read_bytes()
    person = open_program()
    ida = MatchListUser(person)
    assert ida.news_text.startswith("The list of matches was written by a newer version")
    assert (
        ida.matches_window.match_list.empty_page.title_label.text()
        == "The list cannot be shown just now."
    )
    ida.wait_for_update()
    person.facade.start_usual_match(None)
    assert person.facade.match_view is not None
    assert folders.history_path().read_bytes() == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pragma", "words"),
    [("max_page_count = 1", "disk is full"), ("query_only = 1", "cannot be written")],
)
def test_full_and_read_only_disks_are_reported(user, history_folder, monkeypatch, pragma, words):
    user.wait_for_update()
    open_history = history.HistoryDatabase.open_file

    def open_limited(*args):
        base = open_history(*args)
        base.run_sql(f"PRAGMA {pragma}")
        return base

    monkeypatch.setattr(history.HistoryDatabase, "open_file", open_limited)
    for number in range(4):  # more than fits into the existing pages
        names = f"Vera {number}", f"Otto {number}"
        write_record(history_folder, "master", number + 20, f"050{number + 1}", *names)
    user.matches_window.updater.start_sync()
    wait_until(lambda: user.news_text)
    assert words in user.news_text
    assert user.matches_window.notice_label.isVisible()
    assert len(user.column_texts(GAME_COLUMN)) == 5
    user.start_user.facade.start_usual_match(None)
    assert user.start_user.facade.match_view is not None
    user.start_user.facade.clear_table()
    user.wait_for_update()
    monkeypatch.setattr(history.HistoryDatabase, "open_file", open_history)
    user.start_user.facade.updater.start_sync()
    wait_until(lambda: len(user.column_texts(GAME_COLUMN)) == 10)
    wait_until(lambda: user.news_text == "")


@pytest.mark.slow
def test_unwritable_list_is_reported_and_play_continues(open_program):
    folders.history_path().mkdir(parents=True)
    person = open_program()
    ida = MatchListUser(person)
    ida.wait_for_update()
    assert ida.news_text.startswith("The list of matches cannot be kept up")
    assert ida.news_text.endswith("Your matches are safe.")
    person.facade.start_usual_match(None)
    person.facade.clear_table()
    folders.history_path().rmdir()
    person.facade.updater.start_sync()
    wait_until(lambda: ida.column_texts(ENDING_COLUMN) == ["Unfinished"])
    wait_until(lambda: ida.news_text == "")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows cannot replace an open file")
def test_rebuilt_database_is_read(user, history_folder):
    user.wait_for_update()
    write_record(history_folder, "rank", 77, "1122", "Zoe", "Max")
    rebuild_history_database()
    user.matches_window.match_list.reload_all()
    assert any("Zoe" in row for row in user.column_texts(PLAYERS_COLUMN))


@pytest.mark.slow
def test_closed_window_reads_nothing(user, history_folder):
    user.wait_for_update()
    main, watcher = user.start_user.facade, user.matches_window.findChild(QFileSystemWatcher)
    assert str(history_folder) in watcher.directories()
    before = user.matches_window.match_list.model.rowCount()
    user.matches_window.close()
    assert watcher.directories() == []
    write_record(history_folder, "damn", 9, "0901", "Newt")
    sync_history()
    main.updater.changed.emit()
    main.persons.on_persons_changed()
    assert user.matches_window.match_list.model.rowCount() == before
    assert watcher.directories() == []
    main.window_manager.show_matches()
    assert user.matches_window.match_list.model.rowCount() == before + 1
    assert str(history_folder) in watcher.directories()
