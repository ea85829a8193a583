"""Tests for the commands of the list of matches: resuming, replaying, copying and deleting."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QProcess, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.app.memory import history_indexer
from greenbaize.app.memory.side_lines import read_match_identity
from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER
from greenbaize.app.tables.matches import OpenMatch, create_header
from greenbaize.match import event_log
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.errors import RecordLockedError
from greenbaize.store import folders
from greenbaize.store.match_list import MatchRow, PlayerRow
from greenbaize.store.notes import NOTES, MomentNote
from greenbaize.store.record_file import lock_record
from greenbaize.ui.features.history import match_actions
from greenbaize.ui.features.history.match_actions import ChunkedTask, TricksDialog
from greenbaize.ui.features.history.match_list import (
    ENDING_COLUMN,
    GAME_COLUMN,
    PLAYERS_COLUMN,
)
from greenbaize.ui.sheets.review import ReviewDialog
from greenbaize.ui.sheets.sheet_window import SheetWindow
from greenbaize.ui.sheets.trick_explanation import TrickExplanationDialog
from greenbaize.ui.shell.navigation import ReopenTableRoute, ResumeRoute
from greenbaize.ui.shell.notifications import RecordReadProgress
from greenbaize.ui.widgets import show_folder
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from store.disks import LimitedDisk
from ui.features.history.history_users import LEFT_BUTTON, write_record
from ui.sheets.sample_sheets import drawn_texts
from ui.table.person import wait_until


def test_enter_resumes_an_unfinished_match(user, history_folder):
    user.click_match("Unfinished")
    assert user.matches_window.resume_button.isEnabled()
    user.press_enter()
    main = user.start_user.facade
    assert (
        main.match_view.player_view.record_path
        == history_folder / "20260301T100000-damn-0003.jsonl"
    )
    assert not user.matches_window.isVisible()


def test_finished_and_abandoned_matches_are_replayed(user):
    for row, ending in enumerate(user.column_texts(ENDING_COLUMN)):
        user.click_row(row)
        assert user.matches_window.resume_button.isEnabled() == (ending == "Unfinished")
    user.click_match("Won")
    user.press_enter()
    assert user.start_user.facade.replay_page is not None


@pytest.mark.slow
def test_the_sheet_and_the_review_of_a_match_are_shown(user):
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


def open_sheet(user):
    user.click_match("Boris")
    user.click(user.matches_window.sheet_button)
    (page,) = [
        window
        for window in QApplication.topLevelWidgets()
        if isinstance(window, SheetWindow) and window.isVisible()
    ]
    return page


@pytest.mark.slow
def test_the_sheet_of_a_match_plays_the_par_that_is_missing(user):
    page = open_sheet(user)
    assert not folders.pars_path().exists()
    QTest.mouseClick(page.par_checkbox, LEFT_BUTTON)
    assert page.par_note.text() == "Hard is still playing your cards…"
    wait_until(lambda: not page.par_note.isVisible())
    assert page.par_checkbox.isChecked()
    pars = page.par_column.values
    assert pars.keys() == {1, 2}
    sheet = page.page.scorecard.sheet
    assert [row.side_boxes[-1].value for row in sheet.rows] == [pars[1], pars[2]]
    assert sheet.result_rows[0].side_boxes[-1].value == sum(pars.values())
    texts = drawn_texts(page.page.drawing)
    assert "Par (Hard)" in texts or {"Par", "Hard"} <= {*texts}
    page.close()
    again = open_sheet(user)
    assert again.par_checkbox.isChecked()
    assert again.par_column.values == pars
    again.close()


@pytest.mark.slow
def test_the_sheet_says_so_if_par_cannot_be_played_and_tries_again(monkeypatch, user):
    page = open_sheet(user)
    with monkeypatch.context() as broken:
        broken.setattr(history_indexer, "build_own_command", lambda _: [sys.executable, "-c", ""])
        QTest.mouseClick(page.par_checkbox, LEFT_BUTTON)
        wait_until(lambda: page.par_note.text() == "Par could not be reckoned.")
    assert page.par_note.isVisible()
    assert page.par_checkbox.isChecked()
    page.close()
    again = open_sheet(user)
    wait_until(lambda: len(again.par_column.values) == 2)
    again.close()


@pytest.mark.slow
def test_tricks_are_explained_with_player_names(user):
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


@pytest.mark.slow
def test_reading_a_long_record_shows_progress(monkeypatch, user):
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


def test_unreadable_record_explains_itself(user):
    user.click_match("Cannot be read")
    assert not user.matches_window.sheet_button.isEnabled()
    user.press_enter()
    assert user.news_text == "20260401T100000-damn-0004.jsonl, line 1: This is not a match record."
    assert "can be read" in user.matches_window.sheet_button.toolTip()
    user.click_match("Unfinished")
    # The previous message is gone.
    assert user.news_text == ""
    assert user.matches_window.sheet_button.toolTip() == ""


@pytest.mark.slow
def test_a_copy_is_saved(user, history_folder, tmp_path):
    user.click_match("Boris")
    user.press_key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    dialog = user.matches_window.match_actions.dialog
    dialog.fileSelected.emit(str(tmp_path / "copy.jsonl"))
    dialog.reject()
    source = history_folder / "20260101T100000-damn-0001.jsonl"
    assert (tmp_path / "copy.jsonl").read_bytes() == source.read_bytes()
    assert "copy.jsonl" in user.news_text.replace("\u200b", "")


def test_a_copy_replaces_no_match_that_is_being_played(history_folder, tmp_path):
    locked_copy = tmp_path / "played.jsonl"
    locked_copy.write_bytes(b"theirs")
    lock = lock_record(locked_copy)
    with pytest.raises(RecordLockedError, match="record-copy-locked"):
        match_actions.copy_record(history_folder / "20260101T100000-damn-0001.jsonl", locked_copy)
    assert locked_copy.read_bytes() == b"theirs"
    lock.release(remove=True)


@pytest.mark.slow
def test_copies_of_several_replace_nothing(user, history_folder, tmp_path):
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
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path != there_already} == {
        path.name: path.read_bytes()
        for path in history_folder.rglob("*.jsonl")
        if path.name != there_already.name
    }


@pytest.mark.slow
def test_failed_copy_keeps_the_existing_file(user, tmp_path, monkeypatch):
    user.click_match("Rank")
    to = tmp_path / "copy.jsonl"
    to.write_bytes(b"before")
    LimitedDisk(100).install(monkeypatch)
    user.press_key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    user.matches_window.match_actions.dialog.fileSelected.emit(str(to))
    user.matches_window.match_actions.dialog.reject()
    assert "No space left" in user.news_text
    assert to.read_bytes() == b"before"


def test_the_folder_of_a_record_is_shown_or_named(user, history_folder, monkeypatch):
    opened_folders = []

    def open_folder(url):
        opened_folders.append(Path(url.toLocalFile()))
        return len(opened_folders) == 1

    monkeypatch.setattr(show_folder, "sys", SimpleNamespace(platform="linux"))
    monkeypatch.setattr(QDesktopServices, "openUrl", open_folder)
    user.click_match("Boris")
    for has_notice in (False, True):
        user.matches_window.folder_action.trigger()
        assert opened_folders[-1] == history_folder
        assert (str(history_folder) in user.news_text.replace("\u200b", "")) is has_notice


@pytest.mark.parametrize(
    ("system", "command"), [("win32", ["explorer", "/select,"]), ("darwin", ["open", "-R"])]
)
def test_file_managers_select_the_record(user, history_folder, monkeypatch, system, command):
    started_commands = []
    monkeypatch.setattr(show_folder, "sys", SimpleNamespace(platform=system))
    monkeypatch.setattr(
        QProcess,
        "startDetached",
        lambda program, arguments: started_commands.append([program, *arguments]),
    )
    user.click_match("Boris")
    user.matches_window.folder_action.trigger()
    record = history_folder / "20260101T100000-damn-0001.jsonl"
    assert started_commands == [[*command, str(record)]]


def note_match(path):
    """Write a note on the match of a record, and return the match's identity."""
    match = read_match_identity(path)
    NOTES.write_result(folders.notes_path(), MomentNote(match, 1, 0, 3, "20261128T100000", "why?"))
    return match


def test_a_copy_has_its_notes_beside_it(user, history_folder, tmp_path):
    note_match(history_folder / "20260101T100000-damn-0001.jsonl")
    user.click_match("Boris")
    user.press_key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    dialog = user.matches_window.match_actions.dialog
    dialog.fileSelected.emit(str(tmp_path / "copy.jsonl"))
    dialog.reject()
    assert b"why?" in (tmp_path / "copy.extras").read_bytes()


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

    def test_notes_are_deleted_with_their_match_alone(self, user, history_folder, bin_):
        paths = sorted(history_folder.rglob("*.jsonl"))
        matches = {path.name: note_match(path) for path in paths}
        user.click_row(0)
        user.press_key(Qt.Key.Key_Delete)
        QTest.mouseClick(self.open_confirmation(user).yes_button, LEFT_BUTTON)
        wait_until(lambda: user.news_text)
        gone = {matches.pop(path.name) for path in bin_.iterdir()}
        assert gone
        noted = {note.match for note in NOTES.read_results(folders.notes_path())}
        assert noted == set(matches.values()) - gone

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

    def test_match_on_the_table_is_not_deleted(self, user, history_folder, bin_):
        user.click_match("Unfinished")
        user.press_enter()
        wait_until(lambda: user.start_user.facade.match_view is not None)
        list_user = type(user)(user.start_user)
        wait_until(lambda: "Unfinished" in list_user.column_texts(ENDING_COLUMN))
        list_user.click_match("Unfinished")
        list_user.press_key(Qt.Key.Key_Delete)
        assert list_user.news_text == "This match is on the table now. Leave the table first."
        path = history_folder / "20260301T100000-damn-0003.jsonl"
        list_user.matches_window.match_actions.save_copy(
            history_folder / "20260101T100000-damn-0001.jsonl", path
        )
        assert "this match is on the table now. Choose another name." in list_user.news_text
        assert path.exists()
        table_window = user.start_user.window
        table_window.activateWindow()
        wait_until(table_window.isActiveWindow)
        QTest.keyClick(table_window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
        wait_until(lambda: user.start_user.facade.start_screen is not None)
        list_user.press_key(Qt.Key.Key_Delete)
        assert list_user.matches_window.findChildren(ConfirmationDialog)

    def test_system_bin_takes_the_record(
        self, open_match_list, history_folder, monkeypatch, tmp_path
    ):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        path = history_folder / "20260101T100000-damn-0001.jsonl"
        if match_actions.move_to_bin(path):
            assert not path.exists()
        else:
            assert path.exists()


class TestFolder:
    @pytest.fixture
    def paths(self, user):
        user.click_match("Boris")
        return user.matches_window.match_list.selected_paths()

    @pytest.mark.parametrize(
        ("platform", "command"),
        [("win32", ["explorer", "/select,"]), ("darwin", ["open", "-R"])],
    )
    def test_record_is_selected_where_that_is_possible(
        self, user, paths, monkeypatch, platform, command
    ):
        started = []
        monkeypatch.setattr(
            show_folder.QProcess, "startDetached", lambda *words: started.append(words)
        )
        monkeypatch.setattr(show_folder.sys, "platform", platform)
        user.matches_window.match_actions.show_folder(paths)
        ((program, arguments),) = started
        assert [program, *arguments] == [*command, str(paths[0])]

    @pytest.mark.parametrize("is_opened", [True, False])
    def test_folder_is_opened_or_named(self, user, paths, monkeypatch, is_opened):
        opened_urls = []
        monkeypatch.setattr(show_folder.sys, "platform", "linux")
        monkeypatch.setattr(
            show_folder.QDesktopServices,
            "openUrl",
            lambda url: opened_urls.append(url.toLocalFile()) or is_opened,
        )
        user.matches_window.match_actions.show_folder(paths)
        assert opened_urls == [str(paths[0].parent)]
        assert ("records are in" in user.news_text) is not is_opened

    def test_nothing_selected_opens_nothing(self, user, monkeypatch):
        actions = user.matches_window.match_actions
        actions.show_folder([])
        actions.ask_copy_target([])
        actions.confirm_removal([], 0, None)
        assert actions.dialog is None


def test_match_on_the_table_is_only_shown(user, history_folder):
    facade = user.start_user.facade
    facade.services.navigate(ResumeRoute(history_folder / "20260301T100000-damn-0003.jsonl"))
    before = facade.match_view
    user.matches_window.show()
    user.click_match("Unfinished")
    user.press_enter()
    assert facade.match_view is before
    assert not user.matches_window.isVisible()


def shared_match(*people):
    """Write an unfinished match of these people; return its row."""
    header = create_header(
        "damn", tuple(map(HeaderPlayer, people)), {"first": 1, "deals": 1}, seed_from_text("x")
    )
    match = OpenMatch.create(header, IN_PROCESS_LAUNCHER)
    match.close()
    path = match.file.path
    players = tuple(
        PlayerRow(name, "human", "", 0, None, was_substituted=False, score=0) for name in people
    )
    return MatchRow("7", path.name, "damn", "", 0, False, False, players), path


def test_match_with_friends_is_opened_as_a_table_again(user, history_folder, monkeypatch):
    row, path = shared_match("Ida", "Tom", "Eva")
    routes = []
    monkeypatch.setattr(
        type(user.start_user.facade.services.navigator),
        "navigate_to",
        lambda _, route: routes.append(route) or "Not now.",
    )
    user.matches_window.match_actions.resume_match(row)
    (route,) = routes
    assert isinstance(route, ReopenTableRoute)
    assert (route.path, route.header.is_with_friends) == (path, True)
    assert user.news_text == "Not now."
    assert user.matches_window.isVisible()
    path.unlink()
    user.matches_window.match_actions.resume_match(row)
    assert user.news_text == "This match cannot be continued."


def test_match_without_a_trick_has_none_to_explain(user, history_folder):
    path = write_record(history_folder, "damn", 8, "0801", "Jan", lines=4)
    row = MatchRow("8", path.name, "damn", "", 0, False, False, ())
    user.matches_window.match_actions.show_tricks(row)
    assert user.news_text == "No trick has been taken in this match."
    assert user.matches_window.match_actions.dialog is None


def test_rules_cited_by_dialogs_are_shown_in_the_help(user):
    user.click_match("Boris")
    user.click(user.matches_window.why_button)
    user.matches_window.match_actions.dialog.rule_requested.emit("damn.md 5")
    assert user.start_user.facade.help.window.page_name == "damn"


def test_file_that_has_become_readable_is_listed(user, history_folder, monkeypatch):
    syncs = []
    monkeypatch.setattr(user.matches_window.updater, "start_sync", lambda: syncs.append(True))
    actions = user.matches_window.match_actions
    actions.show_read_error("20260401T100000-damn-0004.jsonl")
    assert syncs == []
    actions.show_read_error("20260101T100000-damn-0001.jsonl")
    assert syncs == [True]
    assert user.matches_window.cursor().shape() is Qt.CursorShape.ArrowCursor


def test_long_work_lets_the_window_live(qtbot):
    parent, steps = QWidget(), []
    qtbot.addWidget(parent)
    task = ChunkedTask(parent, (steps.append(number) for number in range(25)))
    assert steps == []
    chunk_sizes = []
    original_run = task._run_chunk
    while len(steps) < 25:
        before = len(steps)
        original_run()
        chunk_sizes.append(len(steps) - before)
    assert chunk_sizes == [10, 10, 5]
    with qtbot.waitSignal(task.destroyed):
        pass
