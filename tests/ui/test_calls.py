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

from greenbaize.app import working_folder
from greenbaize.app.instance_lock import Outcome, take_lock
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.second_start import Asked, hand_over, request_of
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from
from greenbaize.rules.messages import Message
from greenbaize.store.record_file import RecordFile
from greenbaize.ui import window_manager
from greenbaize.ui.features.start.match_launcher import MatchLauncher
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.ipc import QUESTION, IpcController
from greenbaize.ui.shell.navigation import NewWindow
from greenbaize.ui.shell.notifications import ReadingBar
from greenbaize.ui.shell.pages import Pages
from greenbaize.ui.shell.window import MainWindow
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.ui.widgets.plain import Label
from greenbaize.ui.widgets.window_geometry import ACTIVATION, BESIDE
from ui.table.person import until

DAMN = PlayRequest("damn", 4, {"first": 3, "deals": 5}, seed_from("window"))
RANK = PlayRequest("rank", 3, {}, seed_from("other"), bots=(Opponent("random"),) * 2)


class Desk:
    """A program window, and second starts that send requests to it."""

    def __init__(self, person, lock):
        self.person, self.main = person, person.main
        until(lambda: self.main.playing or (self.main.lobby and self.main.lobby.choices))
        self.calls = IpcController(self.main.services, lock)
        self.calls.begin()

    def start(self, request=None):
        """Start the program again and return the outcome."""
        with ThreadPoolExecutor(1) as pool:
            started = pool.submit(hand_over, request or PlayRequest())
            until(started.done)
        return started.result()

    @property
    def game(self):
        """The name of the game on the table, or an empty string."""
        playing = self.main.playing
        return "" if playing is None else playing.place.header.game

    @property
    def told(self):
        """The banner's text, empty if it is hidden."""
        banner = self.main.banner
        return banner.words.text() if banner.isVisible() else ""

    @property
    def questions(self):
        """The visible confirmation dialogs."""
        found = [one for one in QApplication.topLevelWidgets() if isinstance(one, Confirmation)]
        return [one for one in found if one.isVisible()]


@pytest.fixture(autouse=True)
def own_session(monkeypatch):
    """Isolate the tests from the session folder of the system."""
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.delenv(ACTIVATION, raising=False)


@pytest.fixture
def desk(opened):
    desks = []

    def lay(request=None):
        lock = take_lock()
        assert lock is not None
        found = Desk(opened(request), lock)
        desks.append(found)
        return found

    yield lay
    for one in desks:
        one.calls.close()


@pytest.fixture
def record(opened, tmp_path):
    """Write the record of a match left in its first deal; return a copy's path."""
    person = opened(RANK)
    path = person.playing.place.record
    assert path is not None
    person.main.close_now()
    until(lambda: not person.main.isVisible())
    return Path(shutil.copy(path, tmp_path / "left.jsonl"))


class TestComingForward:
    def test_a_window_put_away_comes_back_and_full_screen_stays_full_screen(self, desk):
        one = desk()
        one.main.showMinimized()
        assert one.start() is Outcome.SHOWN
        assert not one.main.isMinimized()
        assert one.main.isActiveWindow()
        one.main.showFullScreen()
        assert one.start() is Outcome.SHOWN
        assert one.main.isFullScreen()

    def test_nobody_inherits_the_right_to_come_forward(self, desk, monkeypatch):
        one = desk()
        seen = []
        monkeypatch.setattr(
            MainWindow, "activateWindow", lambda _: seen.append(os.environ.get(ACTIVATION))
        )
        monkeypatch.setenv(ACTIVATION, "a token")
        assert one.start() is Outcome.SHOWN
        assert seen[0] == "a token"
        assert ACTIVATION not in os.environ

    def test_those_who_came_while_it_was_opening_are_answered(self, opened):
        lock = take_lock()
        with ThreadPoolExecutor(3) as pool:
            waiting = [pool.submit(hand_over, PlayRequest()) for _ in range(3)]
            one = Desk(opened(), lock)
            until(lambda: all(start.done() for start in waiting))
        assert [start.result() for start in waiting] == [Outcome.SHOWN] * 3
        one.calls.close()

    def test_a_window_that_is_closing_does_not_come_back(self, desk):
        one = desk()
        with ThreadPoolExecutor(1) as pool:
            started = pool.submit(hand_over, PlayRequest())
            one.main.close_now()
            until(lambda: not one.main.isVisible())
            one.calls.close()
            found = started.result(10)
        assert not one.main.isVisible()
        found.let_go()


class TestRecords:
    @pytest.mark.slow
    def test_a_match_is_not_left_for_it_unasked(self, record, desk):
        one = desk(DAMN)
        for _ in range(3):  # an impatient user
            assert one.start(PlayRequest(record=record)) is Outcome.SHOWN
        [question] = one.questions
        assert "left.jsonl" in question.accessibleName()
        question.no_button.click()
        assert one.game == "damn"
        one.start(PlayRequest(record=record))
        left = one.main.match
        assert left is not None
        one.questions[0].yes_button.click()
        assert one.game == "rank"
        assert left.file.path.exists()
        assert left.file.trouble is None

    def test_the_match_on_the_table_is_there_already(self, desk):
        one = desk(DAMN)
        playing = one.main.playing
        assert one.start(PlayRequest(record=playing.place.record)) is Outcome.SHOWN
        assert (one.main.playing, one.questions, one.told) == (playing, [], "")

    @pytest.mark.slow
    def test_a_damaged_one_leaves_the_match_as_it_is(self, record, desk):
        first = record.read_text().partition("\n")[0]
        # Another match than the one in the home folder, which a copy would resume.
        record.write_text(first.replace('"begun": "2', '"begun": "1') + "\nwhat?\n")
        one = desk(DAMN)
        one.start(PlayRequest(record=record))
        one.questions[0].yes_button.click()
        assert one.told == "left.jsonl, line 2: The line is damaged: it is not a JSON object."
        assert one.game == "damn"

    @pytest.mark.slow
    @pytest.mark.parametrize("request_of", [None, DAMN])
    @pytest.mark.parametrize("content", ["what?\n", None])
    def test_one_that_cannot_be_read_is_told_of_in_the_window(
        self, request_of, content, tmp_path, desk
    ):
        path = tmp_path / "double-clicked.jsonl"
        if content is not None:
            path.write_text(content)
        one = desk(request_of)
        game = one.game
        assert one.start(PlayRequest(record=path)) is Outcome.NOT_DONE
        assert "double-clicked.jsonl" in one.told
        # No match is left for it, and no confirmation is asked.
        assert (one.questions, one.game) == ([], game)

    @pytest.mark.slow
    def test_one_that_another_window_plays_is_left_to_it(self, record, desk, opened):
        other = opened(PlayRequest(record=record, new_window=True))
        until(lambda: other.main.playing is not None)
        one = desk()
        assert one.start(PlayRequest(record=record)) is Outcome.NOT_DONE
        assert one.told == "This match is being played in another window."

    @pytest.mark.slow
    def test_dialogs_make_way_for_it(self, record, desk):
        one = desk()
        one.main.what_next.ask_new_match()
        until(lambda: isinstance(QApplication.activeModalWidget(), NewMatchDialog))
        one.start(PlayRequest(record=record))
        assert one.game == "rank"
        assert QApplication.activeModalWidget() is None

    @pytest.mark.slow
    def test_it_is_asked_over_a_dialog_that_is_open(self, record, desk):
        one = desk(DAMN)
        one.main.what_next.ask_new_match()
        one.start(PlayRequest(record=record))
        [question] = one.questions
        assert QApplication.activeModalWidget() is question
        question.no_button.click()
        assert isinstance(QApplication.activeModalWidget(), NewMatchDialog)
        one.start(PlayRequest(record=record))
        one.questions[0].yes_button.click()
        assert one.game == "rank"
        until(lambda: QApplication.activeModalWidget() is None)

    def test_a_table_with_friends_is_not_left_for_it(self, record, desk, monkeypatch):
        one = desk()
        monkeypatch.setattr(Pages, "shared", True)
        assert one.start(PlayRequest(record=record)) is Outcome.NOT_DONE
        assert one.told == "Open left.jsonl? Leave the table with friends first."
        assert one.game == ""

    @pytest.mark.slow
    def test_nothing_is_begun_while_a_record_is_read(self, record, desk, monkeypatch):
        one = desk()
        monkeypatch.setattr(ReadingBar, "open", 1)
        with ThreadPoolExecutor(1) as pool:
            started = pool.submit(hand_over, PlayRequest(record=record))
            until(lambda: one.calls._server and one.calls._server._requests)
            QApplication.processEvents()
            assert (one.game, started.done()) == ("", False)
            monkeypatch.setattr(ReadingBar, "open", 0)
            until(started.done)
        assert one.game == "rank"

    def test_a_desktop_may_hand_it_over_as_an_event(self, record, desk, qapp):
        one = desk()
        qapp.record_opened.connect(one.calls.open_file)
        QApplication.sendEvent(qapp, QFileOpenEvent(str(record)))
        until(lambda: one.game == "rank")


class TestMatches:
    def test_one_that_is_asked_for_is_begun(self, desk):
        one = desk()
        assert one.start(RANK) is Outcome.SHOWN
        assert one.game == "rank"
        header = one.person.playing.place.header
        assert header.seed == RANK.seed
        assert [sitter.level for sitter in header.sitters if sitter.kind == "bot"] == ["random"] * 2

    def test_one_that_cannot_be_written_down_is_not_said_to_be_kept(self, desk, monkeypatch):
        one = desk(DAMN)
        assert one.main.match is not None
        monkeypatch.setattr(RecordFile, "_tell", lambda *_: None)  # keep the error
        one.main.match.file.trouble = Message(
            "file-error", {"path": "match.jsonl", "reason": "No space left"}
        )
        one.start(RANK)
        [question] = one.questions
        said = " ".join(label.text() for label in question.findChildren(Label))
        assert "would be lost" in said
        assert "is kept" not in said
        one.main.match.file.trouble = None

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("asked", "told"),
        [
            (Asked(game="solitaire"), "There is no game “solitaire”."),
            (Asked(game="damn", players=99), "damn is for 3 to 7 players, not 99."),
            (Asked(game="damn", options={"deals": []}), "“deals”"),
            (Asked(game="damn", options={"hook": "perhaps"}), "“hook” is true or false"),
        ],
    )
    def test_what_cannot_be_is_not(self, desk, asked, told):
        one = desk()
        assert one.start(request_of(asked)) is Outcome.NOT_DONE
        assert one.game == ""
        assert told in one.told
        assert one.start(RANK) is Outcome.SHOWN
        assert one.game == "rank"

    @pytest.mark.qt_no_exception_capture
    def test_what_fails_is_not_said_to_be_done(self, desk, monkeypatch):
        failed = []
        monkeypatch.setattr(sys, "excepthook", lambda _, error, __: failed.append(error))

        def broken(*_):
            raise LookupError("nobody sees this")

        one = desk()
        monkeypatch.setattr(MatchLauncher, "begin", broken)
        assert one.start(RANK) is Outcome.NOT_DONE
        assert [type(error) for error in failed] == [LookupError]


class TestAnotherWindow:
    def test_the_menu_opens_one(self, desk, monkeypatch):
        begun = []

        def start(_, words, __):
            begun.append(words)
            return len(begun) == 1, 1

        monkeypatch.setattr(QProcess, "startDetached", start)
        one = desk()
        [action] = [a for a in one.main.window.findChildren(QAction) if "indow" in a.text()]
        assert action.shortcut().toString() == "Ctrl+Shift+N"
        action.trigger()
        assert begun == [["-P", "-m", "greenbaize", "--new-window"]]
        assert one.told == ""
        action.trigger()
        assert one.told == "Another window cannot be opened."

    @pytest.mark.skipif(sys.platform == "win32", reason="a folder that is used cannot be deleted")
    def test_it_opens_although_the_working_folder_is_gone(self, desk, tmp_path, monkeypatch):
        one, gone, told = desk(), tmp_path / "gone", tmp_path / "told"
        code = f"import os; open({os.fspath(told)!r}, 'w').write(os.getcwd() + '.')"
        monkeypatch.setattr(
            window_manager, "own_words", lambda *_, **__: [sys.executable, "-c", code]
        )
        monkeypatch.setattr(working_folder, "_left_gone", False)
        monkeypatch.setenv("HOME", str(tmp_path))
        gone.mkdir()
        monkeypatch.chdir(gone)
        gone.rmdir()
        one.main.services.go(NewWindow())
        assert one.told == ""
        until(lambda: told.exists() and told.read_text().endswith("."))
        assert told.read_text() == f"{tmp_path.resolve()}."

    def test_it_is_the_first_when_nobody_is(self, desk):
        first = desk()
        second = Desk(first.person, None)
        active = Qt.ApplicationState.ApplicationActive
        second.calls._on_state(active)
        first.calls.close()
        second.calls._on_state(active)
        assert second.start() is Outcome.SHOWN
        second.calls.close()

    def test_one_that_is_watched_does_not(self, opened):
        person = opened()
        calls = IpcController(person.main.services, None, alone=True)
        calls.begin()
        QApplication.instance().applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
        lock = take_lock()
        lock.let_go()
        calls.close()

    def test_it_does_not_hide_the_first(self, opened):
        first = opened()
        first.main.resize(700, 500)
        first.main.move(20, 20)
        first.main.close()
        again = opened()
        place = again.main.pos()
        again.main.close()
        beside = opened(PlayRequest(new_window=True)).main.pos() - place
        # A window learns its frame size only after it is shown.
        assert (beside - BESIDE).manhattanLength() < 8


def test_dialogs_that_are_put_away_say_no(desk):
    one = desk(DAMN)
    one.main.what_next.ask_abandon()
    until(lambda: one.questions)
    one.start(RANK)
    [question] = [question for question in one.questions if question.objectName() == QUESTION]
    question.yes_button.click()
    assert one.game == "rank"
    assert not [one for one in QApplication.topLevelWidgets() if _is_open_dialog(one)]


def _is_open_dialog(one):
    return isinstance(one, QDialog) and one.isVisible()
