"""Tests for the match list: filtering, resuming, replaying, copying, importing and deleting."""

import os
import sqlite3
from dataclasses import replace

import pytest
from PySide6.QtCore import QFileSystemWatcher, QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.memory.history_sync import rebuild_history_database, sync_history
from greenbaize.games import GAMES
from greenbaize.match import event_log
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line, split_record
from greenbaize.rules.errors import RecordLockedError
from greenbaize.store import folders, history
from greenbaize.store.database import SCHEMA_VERSION
from greenbaize.store.match_list import DamagedFileRow, MatchRow, MatchStatus, PlayerRow
from greenbaize.store.record_file import lock_record
from greenbaize.ui.features.history import match_actions, matches_window
from greenbaize.ui.features.history.match_actions import TricksDialog
from greenbaize.ui.features.history.match_list import (
    BEGUN_COLUMN,
    DEAL_COLUMN,
    ENDING_COLUMN,
    GAME_COLUMN,
    PLAYERS_COLUMN,
    MatchListModel,
    cell_texts,
    ending_text,
    row_text,
    stand_in_text,
)
from greenbaize.ui.features.history.matches_window import MatchesWindow
from greenbaize.ui.features.start.start_screen import MAX_UNFINISHED
from greenbaize.ui.match.resume_dialogs import UnfinishedDialog
from greenbaize.ui.sheets.review import ReviewDialog
from greenbaize.ui.sheets.sheet_saver import nearest_existing_folder
from greenbaize.ui.sheets.sheet_window import SheetWindow
from greenbaize.ui.sheets.trick_explanation import TrickExplanationDialog
from greenbaize.ui.shell.notifications import RecordReadProgress
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from match.random_matches import GameSetup, play_randomly
from store.disks import LimitedDisk
from ui.table.person import SimulatedPerson, wait_until

NO_MODIFIER = Qt.KeyboardModifier.NoModifier
LEFT_BUTTON = Qt.MouseButton.LeftButton
HOSTILE = "<b>Mallory</b> & Söhne"
ANNA = PlayerRow("Anna", "bot", "easy", -3, 2, was_substituted=False, score=-3)
IDA = PlayerRow("Ida", "human", "", 12, 1, was_substituted=False, score=12)
MATCH = MatchRow("1", "a.jsonl", "damn", "", 4, True, False, (ANNA, IDA))


def write_record(folder, game, number, day, *names, lines=None, **options_given):
    """Write a record of Ida and bots, begun on a day (MMDD) of 2026; return its path."""
    begun_at = f"2026{day}T100000"
    options = {"damn": {"deals": 2}, "rank": {"deals": 1}}.get(game, options_given)
    record_bytes = play_randomly(GameSetup(game, max(3, len(names) + 1), options), number).record
    header, *_ = split_record(record_bytes, GAMES)
    players = [HeaderPlayer("Ida"), *(HeaderPlayer(name, "bot", "easy") for name in names)]
    players += header.players[len(players) :]
    new = replace(header, players=tuple(players), extra={"begun": begun_at})
    rest = record_bytes.splitlines(keepends=True)[1:lines]
    path = folder / f"{begun_at}-{game}-{number:04}.jsonl"
    path.write_bytes(encode_line(new.to_line()) + b"".join(rest))
    return path


@pytest.fixture
def history_folder(home):
    """Create the match folder with five records, one of them damaged."""
    folder = folders.matches_folder()
    (folder / "abandoned").mkdir(parents=True)
    write_record(folder, "damn", 1, "0101", "Boris")
    write_record(folder, "rank", 2, "0201", HOSTILE)
    write_record(folder, "damn", 3, "0301", "Vera", lines=12)
    write_record(folder / "abandoned", "damn", 5, "0215", "Otto", lines=9)
    (folder / "20260401T100000-damn-0004.jsonl").write_bytes(b"no record\n")
    sync_history()
    return folder


class HistoryWindowUser(SimulatedPerson):
    """A simulated person using a history window, opened after the first paint."""

    def __init__(self, person):
        self.start_user = person
        wait_until(lambda: person.facade.updater is not None)
        super().__init__(self.open_window(person))
        assert QTest.qWaitForWindowActive(self.window)

    def press_key(self, key, modifiers=NO_MODIFIER):
        """Press a key in the window, whichever widget has the focus."""
        self.window.activateWindow()
        wait_until(self.window.isActiveWindow)
        QTest.keyClick(self.window.windowHandle(), key, modifiers)


class MatchListUser(HistoryWindowUser):
    """A simulated person using the match list."""

    def open_window(self, person):
        return person.facade.window_manager.show_matches()

    @property
    def matches_window(self):
        assert isinstance(self.window, MatchesWindow)
        return self.window

    def column_texts(self, column):
        """Return the cells of a column from top to bottom."""
        model = self.matches_window.match_list.model
        return [model.data(model.index(row, column)) for row in range(model.rowCount())]

    def click_row(self, row, *, extend=False):
        """Click on a row, with Ctrl if ``extend`` is set."""
        table = self.matches_window.match_list.table_view
        keys = Qt.KeyboardModifier.ControlModifier if extend else Qt.KeyboardModifier.NoModifier
        point = table.visualRect(
            self.matches_window.match_list.model.index(row, PLAYERS_COLUMN)
        ).center()
        QTest.mouseClick(table.viewport(), LEFT_BUTTON, keys, point)

    def click_match(self, words):
        """Click on the first row that contains a text."""
        rows = zip(
            *map(self.column_texts, (GAME_COLUMN, PLAYERS_COLUMN, ENDING_COLUMN)), strict=True
        )
        self.click_row(next(index for index, row in enumerate(rows) if words in " ".join(row)))

    def press_enter(self):
        QTest.keyClick(self.matches_window.match_list.table_view, Qt.Key.Key_Return)

    def wait_for_update(self):
        """Wait until the history update is finished."""
        updater = self.start_user.facade.updater
        wait_until(lambda: not updater.is_busy)

    @property
    def news_text(self):
        return self.matches_window.notice_label.text()


def box_texts(box):
    return [box.itemText(index) for index in range(box.count())]


@pytest.fixture
def open_match_list(open_program):
    return lambda: MatchListUser(open_program())


@pytest.fixture
def user(history_folder, open_match_list):
    """Open the list of Ida's matches."""
    return open_match_list()


class TestMatchList:
    def test_matches_are_listed_latest_first(self, user):
        games = user.column_texts(GAME_COLUMN)
        assert sorted(games) == ["Damn", "Damn", "Damn", "Rank", "–"]
        dates = [
            text
            for text, game in zip(user.column_texts(BEGUN_COLUMN), games, strict=True)
            if game != "–"
        ]
        assert user.matches_window.match_list.count_label.text() == "5 matches"
        players = [row for row in user.column_texts(PLAYERS_COLUMN) if "Ida" in row]
        assert ["Vera" in players[0], "Otto" in players[1]] == [True, True]
        assert [HOSTILE in players[2], "Boris" in players[3]] == [True, True]
        assert len(set(dates)) == 4
        endings = user.column_texts(ENDING_COLUMN)
        assert sum(text.startswith("Won by ") for text in endings) == 2
        assert {"Unfinished", "Abandoned", "Cannot be read"} <= set(endings)
        assert user.column_texts(DEAL_COLUMN)[games.index("Rank")] == "1"

    def test_search_finds_people_and_games(self, user):
        user.press_key(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert user.matches_window.match_list.filters.search_field.hasFocus()
        QTest.keyClicks(user.matches_window.match_list.filters.search_field, "ott DAM")
        assert len(user.column_texts(GAME_COLUMN)) == 1
        assert "Otto" in user.column_texts(PLAYERS_COLUMN)[0]
        assert user.matches_window.match_list.count_label.text() == "1 of 5 matches"
        QTest.keyClicks(user.matches_window.match_list.filters.search_field, " zzz")
        assert user.matches_window.match_list.empty_page.isVisible()
        user.click(user.matches_window.match_list.show_all_button)
        assert len(user.column_texts(GAME_COLUMN)) == 5

    def test_search_finds_other_names_of_a_game(self, user):
        QTest.keyClicks(user.matches_window.match_list.filters.search_field, "eclip")
        assert user.column_texts(GAME_COLUMN) == ["Damn"] * 3

    def test_filters_reduce_the_list(self, user):
        filters = user.matches_window.match_list.filters
        filters.game_box.setCurrentIndex(filters.game_box.findData("rank"))
        assert user.column_texts(GAME_COLUMN) == ["Rank"]
        filters.clear_filters()
        counts = {
            MatchStatus.OVER: 2,
            MatchStatus.OPEN: 1,
            MatchStatus.ABANDONED: 1,
            MatchStatus.DAMAGED: 1,
        }
        for ending, count in {**counts, MatchStatus.PRACTICE: 0}.items():
            filters.filter_by_ending(ending)
            assert len(user.column_texts(GAME_COLUMN)) == count, ending
        filters.clear_filters()
        assert box_texts(filters.person_box) == ["Everybody", "Ida"]
        filters.person_box.setCurrentIndex(1)
        assert len(user.column_texts(GAME_COLUMN)) == 4

    def test_a_person_is_found_under_every_name_they_had(self, user):
        filters = user.matches_window.match_list.filters
        main = user.start_user.facade
        main.settings.rename_person(main.settings.current_identity, "Zoe", "Ida")
        main.persons.on_persons_changed()
        assert box_texts(filters.person_box) == ["Everybody", "Zoe"]
        filters.person_box.setCurrentIndex(1)
        assert len(user.column_texts(GAME_COLUMN)) == 4

    def test_dates_are_in_local_time(self, user):
        filters = user.matches_window.match_list.filters
        filters.time_box.setCurrentIndex(filters.time_box.findData("between"))
        filters.first_day_field.setDate(
            filters.first_day_field.date().fromString("2026-02-01", Qt.DateFormat.ISODate)
        )
        filters.last_day_field.setDate(filters.first_day_field.date())
        assert user.column_texts(GAME_COLUMN) == ["Rank"]
        filters.last_day_field.setDate(filters.first_day_field.date().addDays(20))
        assert len(user.column_texts(GAME_COLUMN)) == 2

    def test_a_click_on_a_heading_sorts(self, user):
        header = user.matches_window.match_list.table_view.horizontalHeader()
        for column, first in ((GAME_COLUMN, "Damn"), (ENDING_COLUMN, "Won by")):
            point = QPoint(header.sectionViewportPosition(column) + 20, header.height() // 2)
            QTest.mouseClick(header.viewport(), LEFT_BUTTON, pos=point)
            assert user.column_texts(column)[0].startswith(first)
            QTest.mouseClick(header.viewport(), LEFT_BUTTON, pos=point)
            assert not user.column_texts(column)[0].startswith(first)

    def test_empty_list_explains_itself(self, open_match_list):
        ida = open_match_list()
        assert (
            ida.matches_window.match_list.empty_page.title_label.text()
            == "No match has been played here yet."
        )
        assert ida.matches_window.match_list.import_button.isVisible()
        assert not ida.matches_window.delete_button.isEnabled()


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

    @pytest.mark.usefixtures("history_folder")
    def test_damaged_database_is_rebuilt(self, open_match_list):
        with folders.history_path().open("r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * 60000)
        ida = open_match_list()
        wait_until(lambda: len(ida.column_texts(GAME_COLUMN)) == 5)
        assert folders.history_path().with_name("history.sqlite.bad").exists()

    @pytest.mark.slow
    @pytest.mark.usefixtures("history_folder")
    def test_newer_database_is_kept_and_play_continues(self, open_program):
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
    def test_full_and_read_only_disks_are_reported(
        self, user, history_folder, monkeypatch, pragma, words
    ):
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
    def test_unwritable_list_is_reported_and_play_continues(self, open_program):
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


class TestMatchCommands:
    def test_enter_resumes_an_unfinished_match(self, user, history_folder):
        user.click_match("Unfinished")
        assert user.matches_window.resume_button.isEnabled()
        user.press_enter()
        main = user.start_user.facade
        assert (
            main.match_view.player_view.record_path
            == history_folder / "20260301T100000-damn-0003.jsonl"
        )
        assert not user.matches_window.isVisible()

    def test_finished_and_abandoned_matches_are_replayed(self, user):
        for row, ending in enumerate(user.column_texts(ENDING_COLUMN)):
            user.click_row(row)
            assert user.matches_window.resume_button.isEnabled() == (ending == "Unfinished")
        user.click_match("Won")
        user.press_enter()
        assert user.start_user.facade.replay_page is not None

    @pytest.mark.slow
    def test_the_sheet_and_the_review_of_a_match_are_shown(self, user):
        user.click_match("Boris")
        user.click(user.matches_window.sheet_button)
        (page,) = [
            window for window in QApplication.topLevelWidgets() if isinstance(window, SheetWindow)
        ]
        assert "Boris" in page.current_scorecard().names
        page.close()
        user.click(user.matches_window.review_button)
        dialog = user.matches_window.findChild(ReviewDialog)
        assert dialog.deal_combo.count() == 2
        wait_until(lambda: dialog.is_complete)
        dialog.reject()

    @pytest.mark.slow
    def test_tricks_are_explained_with_player_names(self, user):
        user.click_match("Boris")
        user.click(user.matches_window.why_button)
        dialog = user.matches_window.findChild(TricksDialog)
        assert dialog.deal_box.count() == 2
        item = dialog.trick_list.item(0)
        description = item.data(Qt.ItemDataRole.AccessibleDescriptionRole)
        assert description.count(": ") == len(dialog._names)
        assert "Boris: " in description
        assert "Boris: " in item.toolTip()
        QTest.keyClick(dialog.trick_list, Qt.Key.Key_Return)
        dialog.explain_trick()
        (why,) = (
            window for window in dialog.findChildren(TrickExplanationDialog) if window.isVisible()
        )
        assert why.rule_links
        dialog.deal_box.setCurrentIndex(0)
        assert dialog.trick_list.count() == 1
        dialog.close()

    def test_trick_explanation_is_disabled_without_tricks(self, user):
        user.click_match("Rank")
        assert not user.matches_window.why_button.isEnabled()
        assert user.matches_window.why_button.toolTip() == "There are no tricks in this game."
        user.click_match("Boris")
        assert user.matches_window.why_button.isEnabled()

    @pytest.mark.slow
    def test_reading_a_long_record_shows_progress(self, monkeypatch, user):
        progress_texts = []

        class ImmediateProgress(RecordReadProgress):
            def show_event_count(self, count):
                super().show_event_count(count)
                assert RecordReadProgress.open_count
                assert self.dialog.isVisible()
                progress_texts.append(self.dialog.labelText())

        monkeypatch.setattr(
            match_actions, "RecordReadProgress", lambda over: ImmediateProgress(over, 0)
        )
        monkeypatch.setattr(event_log, "PROGRESS_INTERVAL", 5)
        user.click_match("Boris")
        for button in (
            user.matches_window.sheet_button,
            user.matches_window.why_button,
            user.matches_window.review_button,
        ):
            progress_texts.clear()
            user.click(button)
            assert "5 events" in progress_texts[0]
            for window in QApplication.topLevelWidgets():
                if isinstance(window, SheetWindow | TricksDialog | ReviewDialog):
                    window.close()
        assert not RecordReadProgress.open_count

    def test_unreadable_record_explains_itself(self, user):
        user.click_match("Cannot be read")
        assert not user.matches_window.sheet_button.isEnabled()
        user.press_enter()
        assert (
            user.news_text == "20260401T100000-damn-0004.jsonl, line 1: This is not a match record."
        )
        assert "can be read" in user.matches_window.sheet_button.toolTip()
        user.click_match("Unfinished")
        # The previous message is gone.
        assert user.news_text == ""
        assert user.matches_window.sheet_button.toolTip() == ""

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

    @pytest.mark.slow
    def test_closed_window_reads_nothing(self, user, history_folder):
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

    @pytest.mark.slow
    def test_a_copy_is_saved(self, user, history_folder, tmp_path):
        user.click_match("Boris")
        user.press_key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        dialog = user.matches_window.match_actions.dialog
        dialog.fileSelected.emit(str(tmp_path / "copy.jsonl"))
        dialog.reject()
        source = history_folder / "20260101T100000-damn-0001.jsonl"
        assert (tmp_path / "copy.jsonl").read_bytes() == source.read_bytes()
        assert "copy.jsonl" in user.news_text.replace("\u200b", "")

    def test_a_copy_replaces_no_match_that_is_being_played(self, history_folder, tmp_path):
        locked_copy = tmp_path / "played.jsonl"
        locked_copy.write_bytes(b"theirs")
        lock = lock_record(locked_copy)
        with pytest.raises(RecordLockedError, match="record-copy-locked"):
            match_actions.copy_record(
                history_folder / "20260101T100000-damn-0001.jsonl", locked_copy
            )
        assert locked_copy.read_bytes() == b"theirs"
        lock.release(remove=True)

    @pytest.mark.slow
    def test_copies_of_several_replace_nothing(self, user, history_folder, tmp_path):
        folder = tmp_path / "copies"
        folder.mkdir()
        there_already = folder / "20260101T100000-damn-0001.jsonl"
        there_already.write_bytes(b"mine")
        user.press_key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        user.press_key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        user.matches_window.match_actions.dialog.fileSelected.emit(str(folder))
        user.matches_window.match_actions.dialog.reject()
        wait_until(lambda: user.news_text)
        assert user.news_text.startswith("4 records saved in ")
        assert there_already.read_bytes() == b"mine"
        assert {
            path.name: path.read_bytes() for path in folder.iterdir() if path != there_already
        } == {
            path.name: path.read_bytes()
            for path in history_folder.rglob("*.jsonl")
            if path.name != there_already.name
        }

    @pytest.mark.slow
    def test_failed_copy_keeps_the_existing_file(self, user, tmp_path, monkeypatch):
        user.click_match("Rank")
        to = tmp_path / "copy.jsonl"
        to.write_bytes(b"before")
        LimitedDisk(100).install(monkeypatch)
        user.press_key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        user.matches_window.match_actions.dialog.fileSelected.emit(str(to))
        user.matches_window.match_actions.dialog.reject()
        assert "No space left" in user.news_text
        assert to.read_bytes() == b"before"

    def test_save_dialog_starts_in_an_existing_folder(self, tmp_path):
        assert nearest_existing_folder(str(tmp_path / "Documents" / "Cards")) == str(tmp_path)
        assert nearest_existing_folder(str(tmp_path)) == str(tmp_path)


class TestListKeys:
    @pytest.mark.slow
    def test_home_and_end_select_rows_and_typing_searches(self, user):
        table = user.matches_window.table_view
        selected_rows = table.selectionModel().selectedRows
        user.press_key(Qt.Key.Key_End)
        assert [index.row() for index in selected_rows()] == [4]
        user.press_key(Qt.Key.Key_Home)
        assert [index.row() for index in selected_rows()] == [0]
        user.press_key(Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
        assert len(selected_rows()) == 5
        QTest.keyClicks(user.matches_window.table_view, "b")
        search = user.matches_window.match_list.filters.search_field
        assert user.matches_window.focusWidget() is search
        assert search.text() == "b"
        QTest.keyClicks(search, "oris")
        assert len(user.column_texts(PLAYERS_COLUMN)) == 1

    def test_tooltip_describes_the_row_without_markup(self, user):
        model, row = (
            user.matches_window.match_list.model,
            user.column_texts(ENDING_COLUMN).index("Unfinished"),
        )
        note = model.data(model.index(row, ENDING_COLUMN), Qt.ItemDataRole.ToolTipRole)
        for column in (BEGUN_COLUMN, PLAYERS_COLUMN, DEAL_COLUMN, ENDING_COLUMN):
            assert model.data(model.index(row, column)) in note
        model = user.matches_window.match_list.model
        row = next(
            row for row, text in enumerate(user.column_texts(PLAYERS_COLUMN)) if HOSTILE in text
        )
        tip = model.data(model.index(row, PLAYERS_COLUMN), Qt.ItemDataRole.ToolTipRole)
        assert "&lt;b&gt;Mallory" in tip
        assert "<b>" not in tip

    def test_players_column_gets_the_most_width(self, user):
        table = user.matches_window.table_view
        small = {}
        for width in (590, 1100):
            table.resize(width, 300)
            small[width] = table.columnWidth(ENDING_COLUMN)
            assert table.columnWidth(PLAYERS_COLUMN) > table.columnWidth(ENDING_COLUMN)
        assert table.fontMetrics().averageCharWidth() * 8 < small[590] < small[1100]

    def test_game_titles_are_complete_where_there_is_room(self, user):
        table = user.matches_window.table_view
        for width, has_room in ((590, False), (1100, True)):
            table.resize(width, 300)
            text_width = table.fontMetrics().horizontalAdvance("Blackout, short")
            assert (table.columnWidth(GAME_COLUMN) >= text_width + 8) is has_room

    def test_buttons_without_room_move_to_the_menu(self, user, monkeypatch):
        assert user.matches_window.review_button.isVisible()
        monkeypatch.setattr(matches_window, "available_room", lambda _: QRect(0, 0, 560, 372))
        window = MatchesWindow(user.start_user.facade.services)
        assert window.review_button.isHidden()
        assert not window.sheet_button.isHidden()
        assert window.review_button.menu_action in window.menu.actions()
        window.deleteLater()


class TestMatchDeletion:
    @pytest.fixture
    def bin_(self, monkeypatch, tmp_path):
        """Replace the recycle bin by one that accepts every file."""
        folder = tmp_path / "bin"
        folder.mkdir()

        def move_to_bin(path):
            path.rename(folder / path.name)
            return True

        monkeypatch.setattr(match_actions, "move_to_bin", move_to_bin)
        return folder

    def open_confirmation(self, ida):
        question = ida.matches_window.findChildren(ConfirmationDialog)[-1]
        assert question.isVisible()
        return question

    def test_deletion_asks_and_enter_declines(self, user, bin_):
        user.click_row(0)
        user.press_key(Qt.Key.Key_Delete)
        question = self.open_confirmation(user)
        assert user.column_texts(PLAYERS_COLUMN)[0] in question.accessibleDescription()
        QTest.keyClick(question, Qt.Key.Key_Return)
        assert not list(bin_.iterdir())
        assert len(user.column_texts(GAME_COLUMN)) == 5

    @pytest.mark.slow
    def test_several_records_are_deleted_and_the_next_is_selected(self, user, bin_):
        rows = user.column_texts(PLAYERS_COLUMN)
        user.click_row(1)
        user.click_row(2, extend=True)
        user.click(user.matches_window.delete_button)
        question = self.open_confirmation(user)
        assert "2 matches" in question.accessibleName()
        QTest.mouseClick(question.yes_button, LEFT_BUTTON)
        wait_until(lambda: len(user.column_texts(GAME_COLUMN)) == 3)
        assert len(list(bin_.iterdir())) == 2
        assert user.news_text == "2 records deleted."
        user.wait_for_update()
        assert user.column_texts(PLAYERS_COLUMN) == [rows[0], *rows[3:]]
        assert [
            index.row() for index in user.matches_window.table_view.selectionModel().selectedRows()
        ] == [1]
        assert user.matches_window.table_view.currentIndex().row() == 1

    @pytest.mark.slow
    def test_permanent_deletion_asks_again(self, open_match_list, history_folder, monkeypatch):
        monkeypatch.setattr(match_actions, "move_to_bin", lambda path: False)
        ida = open_match_list()
        ida.click_row(0)
        ida.click(ida.matches_window.delete_button)
        QTest.mouseClick(self.open_confirmation(ida).yes_button, LEFT_BUTTON)
        wait_until(
            lambda: (
                len(ida.matches_window.findChildren(ConfirmationDialog))
                and "good" in self.confirmation_name(ida)
            )
        )
        assert len(list(history_folder.rglob("*.jsonl"))) == 5
        QTest.mouseClick(self.open_confirmation(ida).yes_button, LEFT_BUTTON)
        wait_until(lambda: len(ida.column_texts(GAME_COLUMN)) == 4)
        assert len(list(history_folder.rglob("*.jsonl"))) == 4

    def confirmation_name(self, ida):
        return ida.matches_window.findChildren(ConfirmationDialog)[-1].accessibleName()

    def test_match_in_use_is_not_deleted(self, user, history_folder, bin_):
        user.click_match("Unfinished")
        lock = lock_record(history_folder / "20260301T100000-damn-0003.jsonl")
        user.click(user.matches_window.delete_button)
        assert not user.matches_window.findChildren(ConfirmationDialog)
        assert "another window" in user.news_text
        lock.release()
        assert (history_folder / "20260301T100000-damn-0003.jsonl").exists()

    def test_system_bin_takes_the_record(
        self, open_match_list, history_folder, monkeypatch, tmp_path
    ):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        path = history_folder / "20260101T100000-damn-0001.jsonl"
        if match_actions.move_to_bin(path):
            assert not path.exists()
        else:
            assert path.exists()


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


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows cannot replace an open file")
def test_rebuilt_database_is_read(user, history_folder):
    user.wait_for_update()
    write_record(history_folder, "rank", 77, "1122", "Zoe", "Max")
    rebuild_history_database()
    user.matches_window.match_list.reload_all()
    assert any("Zoe" in row for row in user.column_texts(PLAYERS_COLUMN))


def test_people_are_listed_first_with_scores():
    assert cell_texts(MATCH)[PLAYERS_COLUMN] == "Ida: 12 · Anna: −3"
    players = tuple(player._replace(total=0, score=0, rank=None) for player in MATCH.players)
    match = MATCH._replace(is_over=False, deal=0, players=players)
    assert cell_texts(match)[PLAYERS_COLUMN] == "Ida · Anna"
    assert cell_texts(match)[DEAL_COLUMN] == "–"


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "Won by Ida"),
        ({"is_practice": True}, "Won by Ida, practice"),
        ({"players": (ANNA._replace(rank=1), IDA)}, "Won by Anna, Ida"),
        ({"players": (IDA._replace(name="You"), ANNA)}, "Won by you"),
        ({"is_over": False}, "Unfinished"),
        ({"is_over": False, "has_seed": False}, "Unfinished, at another table"),
        ({"is_over": False, "is_abandoned": True}, "Abandoned"),
        ({"is_over": False, "is_practice": True}, "Unfinished, practice"),
    ],
)
def test_ending_texts(changes, text):
    assert ending_text(MATCH._replace(**changes)) == text


def test_stand_in_is_marked():
    away = MATCH._replace(players=(ANNA, IDA._replace(was_substituted=True)))
    assert cell_texts(away)[PLAYERS_COLUMN] == "Ida*: 12 · Anna: −3"
    assert stand_in_text(away) == (
        "* A computer player played part of the match for Ida: the seat counts for nobody."
    )
    assert "Ida (partly a computer player): 12" in row_text(away)
    assert stand_in_text(MATCH) == ""
    assert stand_in_text(DamagedFileRow("odd.jsonl", "", "line-damaged")) == ""
    model = MatchListModel(lambda keys: dict.fromkeys(keys, away))
    model.set_keys([(False, 1)])
    tip = model.data(model.index(0, PLAYERS_COLUMN), Qt.ItemDataRole.ToolTipRole)
    assert "Ida (partly a computer player): 12" in tip
    assert "played part of the match for Ida" in tip


def test_row_is_described_as_a_sentence():
    assert row_text(MATCH) == "Damn, begun –: Ida: 12 · Anna: −3. Deal 4. Won by Ida."
    damaged = DamagedFileRow("odd.jsonl", "20260101T100000", "line-damaged")
    assert row_text(damaged) == "odd.jsonl: Cannot be read"


def test_short_match_is_marked():
    assert cell_texts(MATCH._replace(game="master"))[1] == "Master"
    assert cell_texts(MATCH._replace(game="master", is_short=True))[1] == "Master, short"
