"""Tests for the match list: filtering, resuming, replaying, copying, importing and deleting."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.memory.history_sync import sync_history
from greenbaize.store import folders
from greenbaize.store.match_list import MatchStatus
from greenbaize.ui.features.history import matches_window
from greenbaize.ui.features.history.match_list import (
    ENDING_COLUMN,
    GAME_COLUMN,
    PLAYERS_COLUMN,
)
from greenbaize.ui.features.history.matches_window import MatchesWindow
from greenbaize.ui.features.start.start_screen import MAX_UNFINISHED
from greenbaize.ui.match.resume_dialogs import UnfinishedDialog
from greenbaize.ui.sheets.sheet_saver import nearest_existing_folder
from ui.features.history.history_users import LEFT_BUTTON, MatchListUser, write_record
from ui.table.person import wait_until


class TestListUpdates:
    @pytest.mark.slow
    def test_left_match_is_listed_at_once(self, open_program):
        person = open_program()
        ida = MatchListUser(person)
        person.facade.start_usual_match(None)
        person.facade.clear_table()
        ida.wait_for_update()
        assert ida.column_texts(ENDING_COLUMN) == ["Unfinished"]

    def test_folder_changes_are_noticed(self, user, history_folder):
        (history_folder / "20260101T100000-damn-0001.jsonl").unlink()
        wait_until(lambda: len(user.column_texts(GAME_COLUMN)) == 4)
        write_record(history_folder, "damn", 9, "0501", "Jan")
        wait_until(lambda: any("Jan" in text for text in user.column_texts(PLAYERS_COLUMN)))

    @pytest.mark.slow
    def test_many_records_are_read_in_the_background(self, open_match_list, history_folder):
        for number in range(20):
            write_record(history_folder, "damn", number + 10, f"05{number + 1:02}", "Jan")
        ida = open_match_list()
        wait_until(lambda: len(ida.column_texts(GAME_COLUMN)) == 25)
        ida.wait_for_update()
        assert ida.matches_window.progress.isHidden()

    def test_progress_grows_from_nothing_and_disappears(self, user):
        window = user.matches_window
        for count, is_visible in ((0, True), (19, True), (20, False)):
            window.updater.progressed.emit(count, 20)
            assert window.progress.isVisible() is is_visible
            limits = window.progress.minimum(), window.progress.maximum()
            assert (*limits, window.progress.value()) == (0, 20, count)
        assert window.progress.text() == "20 of 20 records read"


class TestMatchCommands:
    def test_trick_explanation_is_disabled_without_tricks(self, user):
        user.click_match("Rank")
        assert not user.matches_window.why_button.isEnabled()
        assert user.matches_window.why_button.toolTip() == "There are no tricks in this game."
        user.click_match("Boris")
        assert user.matches_window.why_button.isEnabled()

    @pytest.mark.slow
    def test_reopened_window_shows_no_old_message(self, user):
        user.click_match("Cannot be read")
        user.press_enter()
        assert user.news_text
        user.matches_window.replay_button.setFocus()
        user.matches_window.close()
        user.start_user.facade.window_manager.show_matches()
        assert user.news_text == ""
        assert user.matches_window.focusWidget() is user.matches_window.table_view

    @pytest.mark.slow
    def test_reopened_window_selects_the_newest_match(self, user, history_folder):
        user.click_row(2)
        user.matches_window.close()
        user.start_user.facade.window_manager.show_matches()
        assert user.matches_window.table_view.currentIndex().row() == 2
        user.matches_window.close()
        write_record(history_folder, "damn", 9, "0901", "Newt")
        sync_history()
        main = user.start_user.facade
        main.activateWindow()
        QTest.keyClick(main.windowHandle(), Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
        wait_until(user.matches_window.isVisible)
        user.wait_for_update()
        assert (
            "Newt"
            in user.column_texts(PLAYERS_COLUMN)[
                user.matches_window.table_view.currentIndex().row()
            ]
        )
        assert len(user.matches_window.match_list.selected_keys) == 1
        assert user.matches_window.replay_button.isEnabled()

    def test_save_dialog_starts_in_an_existing_folder(self, tmp_path):
        assert nearest_existing_folder(str(tmp_path / "Documents" / "Cards")) == str(tmp_path)
        assert nearest_existing_folder(str(tmp_path)) == str(tmp_path)


class TestListKeys:
    def test_buttons_without_room_move_to_the_menu(self, user, monkeypatch):
        assert user.matches_window.review_button.isVisible()
        monkeypatch.setattr(matches_window, "available_room", lambda _: QRect(0, 0, 560, 372))
        window = MatchesWindow(user.start_user.facade.services)
        assert window.review_button.isHidden()
        assert not window.sheet_button.isHidden()
        assert window.review_button.menu_action in window.menu.actions()
        window.deleteLater()


class TestImporting:
    def drop_files(self, ida, *paths):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        none = Qt.KeyboardModifier.NoModifier
        actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
        enter = QDragEnterEvent(QPoint(9, 9), actions, data, LEFT_BUTTON, none)
        QApplication.sendEvent(ida.matches_window, enter)
        assert enter.isAccepted()
        assert enter.dropAction() == Qt.DropAction.CopyAction
        drop = QDropEvent(QPointF(9, 9), actions, data, LEFT_BUTTON, none)
        drop.setDropAction(Qt.DropAction.MoveAction)
        QApplication.sendEvent(ida.matches_window, drop)
        assert drop.dropAction() == Qt.DropAction.CopyAction

    @pytest.mark.slow
    def test_dropped_records_are_imported_once(self, open_match_list, tmp_path):
        folder = tmp_path / "from elsewhere"
        folder.mkdir()
        record_path = write_record(folder, "damn", 1, "0101", "Boris")
        (folder / "copy.jsonl").write_bytes(record_path.read_bytes())
        (folder / "bad.jsonl").write_bytes(b"{}\n")
        ida = open_match_list()
        self.drop_files(ida, folder, record_path)
        wait_until(lambda: "imported." in ida.news_text)
        ida.wait_for_update()
        assert ida.news_text.startswith("1 match imported. 2 were there already.")
        assert "bad.jsonl" in ida.news_text
        assert ida.column_texts(GAME_COLUMN) == ["Damn"]
        assert record_path.exists()

    def test_records_that_cannot_be_imported_are_counted(self, open_match_list, tmp_path):
        ida = open_match_list()
        paths = [tmp_path / f"bad {number}.jsonl" for number in (1, 2, 3)]
        for path in paths:
            path.write_bytes(b"{}\n")
        for count in (1, 2, 3):
            ida.matches_window.notice_label.clear()
            self.drop_files(ida, *paths[:count])
            wait_until(lambda: "imported." in ida.news_text)
            assert ida.news_text.startswith("0 matches imported. ")
            assert "bad 1.jsonl" in ida.news_text
            further_text = ida.news_text.partition("bad 1.jsonl")[2]
            assert ("could not be imported." in further_text) is (count > 1)
            assert count < 2 or further_text.endswith(f" {count - 1} could not be imported.")


class TestStartScreenLinks:
    @pytest.mark.usefixtures("history_folder")
    def test_start_screen_opens_the_list(self, open_program):
        person = open_program()
        wait_until(lambda: person.facade.start_screen.start_menu is not None)
        person.choose_menu_entry("Matches", "All matches")
        assert person.facade.window_manager.matches.isVisible()

    @pytest.mark.slow
    def test_unfinished_dialog_is_limited_and_links_to_the_list(self, open_program):
        folders.matches_folder().mkdir(parents=True)
        for number in range(MAX_UNFINISHED + 2):
            write_record(
                folders.matches_folder(), "damn", number, f"{number + 100:04}", "Jan", lines=5
            )
        sync_history()
        person = open_program()
        wait_until(lambda: person.facade.updater is not None)
        person.choose_menu_entry("Matches", "Unfinished matches")
        dialog = person.facade.findChild(UnfinishedDialog)
        assert dialog.list.count() == MAX_UNFINISHED
        QTest.mouseClick(dialog.all_button, LEFT_BUTTON)
        assert (
            person.facade.window_manager.matches.match_list.model.rowCount() == MAX_UNFINISHED + 2
        )
        assert (
            person.facade.window_manager.matches.match_list.filters.match_filter.status
            is MatchStatus.OPEN
        )

    @pytest.mark.usefixtures("history_folder")
    def test_list_opens_and_closes_by_key(self, open_program, qtbot):
        person = open_program()
        QTest.keyClick(person.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
        window = person.facade.window_manager.matches
        QTest.keyClicks(window.match_list.filters.search_field, "dam")
        QTest.keyClick(window.match_list.table_view, Qt.Key.Key_Escape)
        assert window.match_list.filters.search_field.text() == ""
        QTest.keyClick(window.match_list.table_view, Qt.Key.Key_Escape)
        assert not window.isVisible()
