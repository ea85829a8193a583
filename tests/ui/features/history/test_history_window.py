"""Tests for the windows of the history: errors of the database, and updates of the list."""

import os
import sqlite3

import pytest
from PySide6.QtCore import QFileSystemWatcher
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QPushButton, QTableView

from greenbaize.app.memory.history_sync import rebuild_history_database, sync_history
from greenbaize.rules.errors import GameError, HistoryDamagedError
from greenbaize.rules.messages import Message
from greenbaize.store import folders, history
from greenbaize.store.database import SCHEMA_VERSION
from greenbaize.store.match_list import count_rows
from greenbaize.ui.features.history.history_window import (
    EmptyPage,
    HistoryWindow,
    configure_row_table,
)
from greenbaize.ui.features.history.match_list import (
    ENDING_COLUMN,
    GAME_COLUMN,
    PLAYERS_COLUMN,
)
from greenbaize.ui.widgets.font_sizes import normal_font
from greenbaize.words.speaker import Speaker
from ui.features.history.history_users import MatchListUser, write_record
from ui.show_widget import show_widget
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


def test_rows_are_selected_as_a_whole(qtbot):
    table = QTableView()
    qtbot.addWidget(table)
    configure_row_table(table, 9)
    behaviours = QAbstractItemView.SelectionBehavior, QAbstractItemView.SelectionMode
    assert table.selectionBehavior() is behaviours[0].SelectRows
    assert table.selectionMode() is behaviours[1].ExtendedSelection
    assert table.editTriggers() == QAbstractItemView.EditTrigger.NoEditTriggers
    assert not table.tabKeyNavigation()
    assert not table.showGrid()
    assert not table.wordWrap()
    assert table.frameWidth() == 0
    assert table.verticalHeader().isHidden()
    row_height = table.verticalHeader().defaultSectionSize()
    assert row_height == QFontMetrics(normal_font(fixed=True)).height() + 9
    assert not table.horizontalHeader().highlightSections()


def test_empty_page_shows_reason_advice_and_buttons(qtbot):
    button = QPushButton("Import")
    page = show_widget(qtbot, EmptyPage(None, button), 300, 300)
    page.show_text("No match yet.", "Every match that you play is listed here.")
    labels = (page.title_label, page.detail_label)
    assert [label.text() for label in labels] == [
        "No match yet.",
        "Every match that you play is listed here.",
    ]
    assert all(label.wordWrap() for label in labels)
    assert page.title_label.y() < page.detail_label.y() < button.y()
    assert button.x() > 20
    assert EmptyPage(None).layout().count() == 4  # no row without buttons


class CountingWindow(HistoryWindow):
    """A window that counts how often it is reloaded."""

    reload_count = 0

    def reload_all(self):
        self.reload_count += 1


class TestHistoryWindow:
    @pytest.fixture
    def window(self, open_program, qtbot, history_folder):
        services = open_program().facade.services
        window = CountingWindow(services, "Matches")
        wait_until(lambda: not services.history.updater.is_busy)
        return window

    def test_only_a_visible_window_is_reloaded(self, qtbot, window):
        window.updater.changed.emit()
        assert window.reload_count == 0
        window.show()
        window.updater.changed.emit()
        assert window.reload_count == 1
        with pytest.raises(NotImplementedError):
            HistoryWindow.reload_all(window)

    def test_notice_is_visible_while_it_has_a_text(self, window):
        window.show()
        assert window.windowTitle() == "Matches"
        assert not window.notice_label.isVisible()
        window.show_notice("Saved.")
        assert (window.notice_label.text(), window.notice_label.isVisible()) == ("Saved.", True)
        window.show_notice("")
        assert not window.notice_label.isVisible()

    def test_database_is_opened_once_until_the_window_closes(self, window):
        databases = [window.query_history(lambda history: history) for _ in range(2)]
        assert databases[0] is databases[1]
        window.show()
        window.close()
        assert window.query_history(lambda history: history) is not databases[0]
        window.close()

    def test_replaced_database_is_opened_again(self, window):
        before = window.query_history(lambda history: history)
        rebuild_history_database()
        assert window.query_history(lambda history: history) is not before
        window.close()

    def test_failed_query_is_shown_until_one_succeeds(self, window):
        error = GameError(Message("history-newer"))

        def fail(_):
            raise error

        assert window.query_history(fail) is None
        sentence = Speaker().format_message(error.message)
        assert window.error == window.notice_label.text() == sentence
        assert window.query_history(count_rows) == 5
        assert window.error == ""
        window.close()

    def test_damaged_database_is_set_aside_and_rebuilt(self, window, monkeypatch):
        syncs = []
        monkeypatch.setattr(window.updater, "start_sync", lambda: syncs.append(True))

        def fail(_):
            raise HistoryDamagedError(folders.history_path())

        assert window.query_history(fail) is None
        assert syncs == [True]
        assert "is being rebuilt. Your matches are safe." in window.notice_label.text()
        assert folders.history_path().with_name("history.sqlite.bad").exists()
        assert not folders.history_path().exists()

    def test_activated_window_syncs(self, window, monkeypatch):
        syncs = []
        monkeypatch.setattr(window.updater, "start_sync", lambda: syncs.append(True))
        window.show()
        window.activateWindow()
        wait_until(window.isActiveWindow)
        wait_until(lambda: syncs)
        window.close()
