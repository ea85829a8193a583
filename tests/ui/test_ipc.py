"""Requests of a second start of the program to the running window."""

import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess, Qt
from PySide6.QtGui import QAction, QFileOpenEvent
from PySide6.QtWidgets import QApplication, QDialog

from app.test_challenge_code import create_challenge
from greenbaize.app import working_folder
from greenbaize.app.challenge_code import encode_challenge
from greenbaize.app.launch_request import LaunchRequest, to_play_request
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.play_request import PlayRequest, SecondStartOutcome
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.messages import Message
from greenbaize.store.record_file import RecordFile
from greenbaize.ui import ipc, second_start, window_manager
from greenbaize.ui.features.challenges.challenge_dialogs import PlayChallengeDialog
from greenbaize.ui.features.start.match_launcher import MatchLauncher
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.instance_lock import acquire_lock
from greenbaize.ui.ipc import REQUEST_DIALOG_NAME, IpcController
from greenbaize.ui.second_start import hand_over_request
from greenbaize.ui.shell.navigation import NewWindowRoute
from greenbaize.ui.shell.notifications import RecordReadProgress
from greenbaize.ui.shell.pages import PageController
from greenbaize.ui.shell.window import MainWindow
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.ui.widgets.window_geometry import ACTIVATION_VARIABLE, WINDOW_OFFSET
from ui.table.person import wait_until
from ui.window_steps import wait_for_dialog

DAMN_REQUEST = PlayRequest("damn", 4, {"first": 3, "deals": 5}, seed_from_text("window"))
RANK_REQUEST = PlayRequest("rank", 3, {}, seed_from_text("other"), bots=(Opponent("random"),) * 2)


class RunningProgram:
    """A program window, and second starts that send requests to it."""

    def __init__(self, person, lock):
        self.person, self.facade = person, person.facade
        wait_until(
            lambda: (
                self.facade.match_view
                or (self.facade.start_screen and self.facade.start_screen.start_menu)
            )
        )
        self.ipc_controller = IpcController(self.facade.services, lock)
        self.ipc_controller.start_listening()

    def start_again(self, request=None):
        """Start the program again and return the outcome."""
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(hand_over_request, request or PlayRequest())
            wait_until(future.done)
        return future.result()

    @property
    def game_name(self):
        """The name of the game on the table, or an empty string."""
        match_view = self.facade.match_view
        return "" if match_view is None else match_view.player_view.header.game

    @property
    def banner_text(self):
        """The banner's text, empty if it is hidden."""
        banner = self.facade.banner
        return banner.label.text() if banner.isVisible() else ""

    @property
    def questions(self):
        """The visible confirmation dialogs."""
        confirmations = [
            widget
            for widget in QApplication.topLevelWidgets()
            if isinstance(widget, ConfirmationDialog)
        ]
        return [widget for widget in confirmations if widget.isVisible()]


@pytest.fixture(autouse=True)
def isolated_session(monkeypatch):
    """Isolate the tests from the session folder of the system."""
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.delenv(ACTIVATION_VARIABLE, raising=False)


@pytest.fixture
def open_desk(open_program):
    programs = []

    def open_running_program(request=None):
        lock = acquire_lock()
        assert lock is not None
        running = RunningProgram(open_program(request), lock)
        programs.append(running)
        return running

    yield open_running_program
    for running_program in programs:
        running_program.ipc_controller.close()


@pytest.fixture
def left_record(open_program, tmp_path):
    """Write the record of a match left in its first deal; return a copy's path."""
    person = open_program(RANK_REQUEST)
    path = person.match_view.player_view.record_path
    assert path is not None
    person.facade.close_without_asking()
    wait_until(lambda: not person.facade.isVisible())
    return Path(shutil.copy(path, tmp_path / "left.jsonl"))


class TestActivation:
    def test_minimized_window_is_restored_and_full_screen_is_kept(self, open_desk):
        running = open_desk()
        running.facade.showMinimized()
        assert running.start_again() is SecondStartOutcome.SHOWN
        assert not running.facade.isMinimized()
        assert running.facade.isActiveWindow()
        running.facade.showFullScreen()
        assert running.start_again() is SecondStartOutcome.SHOWN
        assert running.facade.isFullScreen()

    def test_activation_token_is_removed_from_the_environment(self, open_desk, monkeypatch):
        running = open_desk()
        tokens = []
        monkeypatch.setattr(
            MainWindow,
            "activateWindow",
            lambda _: tokens.append(os.environ.get(ACTIVATION_VARIABLE)),
        )
        monkeypatch.setenv(ACTIVATION_VARIABLE, "a token")
        assert running.start_again() is SecondStartOutcome.SHOWN
        assert tokens[0] == "a token"
        assert ACTIVATION_VARIABLE not in os.environ

    def test_requests_during_start_are_answered(self, open_program):
        lock = acquire_lock()
        with ThreadPoolExecutor(3) as pool:
            futures = [pool.submit(hand_over_request, PlayRequest()) for _ in range(3)]
            running = RunningProgram(open_program(), lock)
            wait_until(lambda: all(future.done() for future in futures))
        assert [future.result() for future in futures] == [SecondStartOutcome.SHOWN] * 3
        running.ipc_controller.close()

    def test_closing_window_is_not_activated(self, open_desk):
        running = open_desk()
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(hand_over_request, PlayRequest())
            running.facade.close_without_asking()
            wait_until(lambda: not running.facade.isVisible())
            running.ipc_controller.close()
            lock = future.result(10)
        assert not running.facade.isVisible()
        lock.unlock()


class TestOpenRequests:
    @pytest.mark.slow
    def test_opening_asks_before_leaving_a_match(self, left_record, open_desk):
        running = open_desk(DAMN_REQUEST)
        for _ in range(3):  # an impatient user
            assert running.start_again(PlayRequest(record=left_record)) is SecondStartOutcome.SHOWN
        [question] = running.questions
        assert "left.jsonl" in question.accessibleName()
        question.no_button.click()
        assert running.game_name == "damn"
        running.start_again(PlayRequest(record=left_record))
        left_match = running.facade.match
        assert left_match is not None
        running.questions[0].yes_button.click()
        assert running.game_name == "rank"
        assert left_match.file.path.exists()
        assert left_match.file.error is None

    def test_opening_the_current_match_changes_nothing(self, open_desk):
        running = open_desk(DAMN_REQUEST)
        match_view = running.facade.match_view
        assert (
            running.start_again(PlayRequest(record=match_view.player_view.record_path))
            is SecondStartOutcome.SHOWN
        )
        assert (running.facade.match_view, running.questions, running.banner_text) == (
            match_view,
            [],
            "",
        )

    @pytest.mark.slow
    def test_damaged_record_leaves_the_match_unchanged(self, left_record, open_desk):
        header_line = left_record.read_text().partition("\n")[0]
        # Another match than the one in the home folder, which a copy would resume.
        left_record.write_text(header_line.replace('"begun": "2', '"begun": "1') + "\nwhat?\n")
        running = open_desk(DAMN_REQUEST)
        running.start_again(PlayRequest(record=left_record))
        running.questions[0].yes_button.click()
        assert (
            running.banner_text
            == "left.jsonl, line 2: The line is damaged: it is not a JSON object."
        )
        assert running.game_name == "damn"

    @pytest.mark.slow
    @pytest.mark.parametrize("request_of", [None, DAMN_REQUEST])
    @pytest.mark.parametrize("content", ["what?\n", None])
    def test_unreadable_record_is_reported_in_the_window(
        self, request_of, content, tmp_path, open_desk
    ):
        path = tmp_path / "double-clicked.jsonl"
        if content is not None:
            path.write_text(content)
        running = open_desk(request_of)
        game = running.game_name
        assert running.start_again(PlayRequest(record=path)) is SecondStartOutcome.NOT_DONE
        assert "double-clicked.jsonl" in running.banner_text
        # No match is left for it, and no confirmation is asked.
        assert (running.questions, running.game_name) == ([], game)

    @pytest.mark.slow
    def test_record_played_in_another_window_is_refused(self, left_record, open_desk, open_program):
        other_person = open_program(PlayRequest(record=left_record, new_window=True))
        wait_until(lambda: other_person.facade.match_view is not None)
        running = open_desk()
        assert running.start_again(PlayRequest(record=left_record)) is SecondStartOutcome.NOT_DONE
        assert running.banner_text == "This match is being played in another window."

    @pytest.mark.slow
    def test_opening_closes_dialogs(self, left_record, open_desk):
        running = open_desk()
        running.facade.launcher.open_new_match_dialog()
        wait_until(lambda: isinstance(QApplication.activeModalWidget(), NewMatchDialog))
        running.start_again(PlayRequest(record=left_record))
        assert running.game_name == "rank"
        assert QApplication.activeModalWidget() is None

    @pytest.mark.slow
    def test_question_appears_over_an_open_dialog(self, left_record, open_desk):
        running = open_desk(DAMN_REQUEST)
        running.facade.launcher.open_new_match_dialog()
        running.start_again(PlayRequest(record=left_record))
        [question] = running.questions
        assert QApplication.activeModalWidget() is question
        question.no_button.click()
        assert isinstance(QApplication.activeModalWidget(), NewMatchDialog)
        running.start_again(PlayRequest(record=left_record))
        running.questions[0].yes_button.click()
        assert running.game_name == "rank"
        wait_until(lambda: QApplication.activeModalWidget() is None)

    def test_network_table_is_not_left(self, left_record, open_desk, monkeypatch):
        running = open_desk()
        monkeypatch.setattr(PageController, "is_shared", True)
        assert running.start_again(PlayRequest(record=left_record)) is SecondStartOutcome.NOT_DONE
        assert running.banner_text == "Open left.jsonl? Leave the table with friends first."
        assert running.game_name == ""

    @pytest.mark.slow
    def test_opening_waits_while_a_record_is_read(self, left_record, open_desk, monkeypatch):
        running = open_desk()
        monkeypatch.setattr(RecordReadProgress, "open_count", 1)
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(hand_over_request, PlayRequest(record=left_record))
            wait_until(
                lambda: running.ipc_controller._server and running.ipc_controller._server._requests
            )
            QApplication.processEvents()
            assert (running.game_name, future.done()) == ("", False)
            monkeypatch.setattr(RecordReadProgress, "open_count", 0)
            wait_until(future.done)
        assert running.game_name == "rank"

    def test_file_open_event_opens_the_record(self, left_record, open_desk, qapp):
        running = open_desk()
        qapp.record_opened.connect(running.ipc_controller.open_file)
        QApplication.sendEvent(qapp, QFileOpenEvent(str(left_record)))
        wait_until(lambda: running.game_name == "rank")


class TestMatchRequests:
    def test_requested_match_begins(self, open_desk):
        running = open_desk()
        assert running.start_again(RANK_REQUEST) is SecondStartOutcome.SHOWN
        assert running.game_name == "rank"
        header = running.person.match_view.player_view.header
        assert header.seed == RANK_REQUEST.seed
        assert [player.level for player in header.players if player.kind == "bot"] == ["random"] * 2

    def test_a_challenge_is_shown_and_a_running_match_is_not_left_for_it(self, open_desk):
        code = encode_challenge(create_challenge())
        running = open_desk()
        assert running.start_again(PlayRequest(challenge=code)) is SecondStartOutcome.SHOWN
        dialog = wait_for_dialog(running.person, PlayChallengeDialog)
        assert dialog.challenge == create_challenge()
        dialog.reject()
        running.start_again(RANK_REQUEST)
        assert running.start_again(PlayRequest(challenge=code)) is SecondStartOutcome.SHOWN
        assert [question.accessibleName() for question in running.questions] == [
            "Play a challenge?"
        ]
        assert running.game_name == "rank"

    def test_question_warns_of_losing_an_unwritten_match(self, open_desk, monkeypatch):
        running = open_desk(DAMN_REQUEST)
        assert running.facade.match is not None
        monkeypatch.setattr(RecordFile, "_set_error", lambda *_: None)  # keep the error
        running.facade.match.file.error = Message(
            "file-error", {"path": "match.jsonl", "reason": "No space left"}
        )
        running.start_again(RANK_REQUEST)
        [question] = running.questions
        question_text = " ".join(label.text() for label in question.findChildren(PlainLabel))
        assert "would be lost" in question_text
        assert "is kept" not in question_text
        running.facade.match.file.error = None

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("launch_request", "message"),
        [
            (LaunchRequest(game="solitaire"), "There is no game “solitaire”."),
            (LaunchRequest(game="damn", players=99), "damn is for 3 to 7 players, not 99."),
            (LaunchRequest(game="damn", options={"deals": []}), "“deals”"),
            (LaunchRequest(game="damn", options={"hook": "perhaps"}), "“hook” is true or false"),
        ],
    )
    def test_invalid_request_is_refused_with_a_message(self, open_desk, launch_request, message):
        running = open_desk()
        assert running.start_again(to_play_request(launch_request)) is SecondStartOutcome.NOT_DONE
        assert running.game_name == ""
        assert message in running.banner_text
        assert running.start_again(RANK_REQUEST) is SecondStartOutcome.SHOWN
        assert running.game_name == "rank"

    @pytest.mark.qt_no_exception_capture
    def test_unexpected_error_is_reported_as_not_done(self, open_desk, monkeypatch):
        errors = []
        monkeypatch.setattr(sys, "excepthook", lambda _, error, __: errors.append(error))

        def raise_error(*_):
            raise LookupError("nobody sees this")

        running = open_desk()
        monkeypatch.setattr(MatchLauncher, "start_match", raise_error)
        assert running.start_again(RANK_REQUEST) is SecondStartOutcome.NOT_DONE
        assert [type(error) for error in errors] == [LookupError]


class TestSecondWindow:
    def test_menu_opens_another_window(self, open_desk, monkeypatch):
        started_commands = []

        def record_command(_, arguments, __):
            started_commands.append(arguments)
            return len(started_commands) == 1, 1

        monkeypatch.setattr(QProcess, "startDetached", record_command)
        running = open_desk()
        [action] = [
            entry
            for entry in running.facade.window.findChildren(QAction)
            if "indow" in entry.text()
        ]
        assert action.shortcut().toString() == "Ctrl+Shift+N"
        action.trigger()
        assert started_commands == [["-P", "-m", "greenbaize", "--new-window"]]
        assert running.banner_text == ""
        action.trigger()
        assert running.banner_text == "Another window cannot be opened."

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot delete a folder in use")
    def test_another_window_opens_if_the_working_folder_is_deleted(
        self, open_desk, tmp_path, monkeypatch
    ):
        running, deleted_folder, output_file = open_desk(), tmp_path / "gone", tmp_path / "told"
        code = f"import os; open({os.fspath(output_file)!r}, 'w').write(os.getcwd() + '.')"
        monkeypatch.setattr(
            window_manager, "build_own_command", lambda *_, **__: [sys.executable, "-c", code]
        )
        monkeypatch.setattr(working_folder, "_was_folder_gone", False)
        monkeypatch.setenv("HOME", str(tmp_path))
        deleted_folder.mkdir()
        monkeypatch.chdir(deleted_folder)
        deleted_folder.rmdir()
        running.facade.services.navigate(NewWindowRoute())
        assert running.banner_text == ""
        wait_until(lambda: output_file.exists() and output_file.read_text().endswith("."))
        assert output_file.read_text() == f"{tmp_path.resolve()}."

    def test_second_window_becomes_the_first_instance_if_there_is_none(self, open_desk):
        first = open_desk()
        second = RunningProgram(first.person, None)
        active = Qt.ApplicationState.ApplicationActive
        for running in (first, second):
            running.ipc_controller._on_application_state(active)
        assert acquire_lock() is None
        assert first.start_again() is SecondStartOutcome.SHOWN
        first.ipc_controller.close()
        second.ipc_controller._on_application_state(active)
        assert second.start_again() is SecondStartOutcome.SHOWN
        second.ipc_controller.close()

    def test_without_a_lock_the_window_used_last_is_asked(self, open_desk, monkeypatch):
        def refuse_lock(**_):
            raise OSError

        first = open_desk()
        first.ipc_controller.close()
        for module in (ipc, second_start):
            monkeypatch.setattr(module, "acquire_lock", refuse_lock)
        wait_until(lambda: QApplication.applicationState() == Qt.ApplicationState.ApplicationActive)
        second = RunningProgram(first.person, None)
        assert second.start_again() is SecondStartOutcome.SHOWN
        second.ipc_controller.close()
        assert second.start_again() is SecondStartOutcome.SEPARATE

    def test_watched_window_never_becomes_the_first_instance(self, open_program):
        person = open_program()
        ipc_controller = IpcController(person.facade.services, None, alone=True)
        ipc_controller.start_listening()
        QApplication.instance().applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
        lock = acquire_lock()
        lock.unlock()
        ipc_controller.close()

    def test_second_window_does_not_hide_the_first(self, open_program, monkeypatch):
        first = open_program()
        first.facade.resize(700, 500)
        first.facade.move(20, 60)
        monkeypatch.setattr(QProcess, "startDetached", lambda *_: (True, 1))
        first.facade.services.navigate(NewWindowRoute())
        position = first.facade.pos()
        offset = open_program(PlayRequest(new_window=True)).facade.pos() - position
        # A window learns its frame size only after it is shown.
        assert (offset - WINDOW_OFFSET).manhattanLength() < 8


def test_closed_dialogs_are_rejected(open_desk):
    running = open_desk(DAMN_REQUEST)
    running.facade.launcher.confirm_abandon()
    wait_until(lambda: running.questions)
    running.start_again(RANK_REQUEST)
    [question] = [
        question for question in running.questions if question.objectName() == REQUEST_DIALOG_NAME
    ]
    question.yes_button.click()
    assert running.game_name == "rank"
    assert not [running for running in QApplication.topLevelWidgets() if _is_open_dialog(running)]


def _is_open_dialog(widget):
    return isinstance(widget, QDialog) and widget.isVisible()
