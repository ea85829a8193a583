"""Tests of the start of the window: a second start passes its request to the open one."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest
from PySide6.QtCore import QLockFile

from cli.systems import MISSING_FILE_TEXT
from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.play_request import PlayRequest, SecondStartOutcome
from greenbaize.cli import open_window
from greenbaize.cli.main import main
from greenbaize.match.header import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.errors import RecordLockedError
from greenbaize.store.record_file import lock_record
from greenbaize.ui import second_start
from greenbaize.ui.instance_lock import acquire_lock, find_server_name
from greenbaize.words.speaker import Speaker

TIMEOUT_S = 60.0
ALREADY_OPEN_LINE = "Green Baize is already open; it has been brought forward.\n"
NO_WINDOW_SCRIPT = """
import sys
from greenbaize.cli.main import main
code = main(sys.argv[1:])
assert not {"PySide6.QtGui", "PySide6.QtWidgets", "greenbaize.ui.application"} & {*sys.modules}
sys.exit(code)
"""


@pytest.fixture(autouse=True)
def offscreen(monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)


@pytest.fixture
def record(tmp_path):
    players = (
        HeaderPlayer("Anna"),
        HeaderPlayer("Boris", "bot", "random"),
        HeaderPlayer("Vera", "bot", "random"),
    )
    header = create_header("damn", players, {}, seed_from_text("second"))
    path = tmp_path / "match.jsonl"
    path.write_bytes(encode_line(header.to_line()))
    return path


@pytest.fixture
def answer_requests(monkeypatch):
    """Make an open window that gives the same answer to all requests; return them."""

    def open_window(answer):
        requests = []

        def answer_request(request):
            requests.append(request)
            return answer

        monkeypatch.setattr(second_start, "_send_request", answer_request)
        return requests

    lock = acquire_lock()
    assert lock is not None
    yield open_window
    lock.unlock()


@pytest.fixture
def window(answer_requests):
    """Return the requests that an open window receives and serves at once."""
    return answer_requests(SecondStartOutcome.SHOWN)


class OpenedWindows(list):
    """Opened windows; ``notices`` has the notice of each."""


@pytest.fixture
def opened_windows(monkeypatch):
    """Return the windows that are opened here; they close at once with exit code 5."""
    windows, notices = OpenedWindows(), []
    windows.notices = notices

    class FakeApplication:
        @staticmethod
        def run_window(request, _, lock, notice):
            windows.append((request, lock))
            notices.append(notice)
            return 5

    monkeypatch.setitem(sys.modules, "greenbaize.ui.application", FakeApplication)
    return windows


def test_the_request_is_passed_to_the_open_window(
    window, record, opened_windows, run_command, monkeypatch
):
    monkeypatch.chdir(record.parent)
    assert main(["match.jsonl", "--seat", "1"]) == 0
    assert (
        run_command("play", "--game", "rank", "--players", "3", "--seed", "x").err
        == ALREADY_OPEN_LINE * 2
    )
    first, second = window
    assert first == PlayRequest(record=Path("match.jsonl"), seat=0)
    assert (second.game, second.players, second.seed) == ("rank", 3, seed_from_text("x"))
    assert opened_windows == []


@pytest.mark.parametrize(
    "case",
    [
        (["play", "gone.jsonl"], 1, f"gone.jsonl: {MISSING_FILE_TEXT}."),
        (["bad.jsonl"], 1, "bad.jsonl:1: This is not a match record."),
        (["match.jsonl", "--seat", "3"], 2, "No person sat at chair 3."),
        (["play", "--game", "solitaire"], 2, "There is no game “solitaire”."),
    ],
)
@pytest.mark.usefixtures("opened_windows")
def test_wrong_requests_are_reported_by_the_second_start(case, window, record, capsys, monkeypatch):
    words, code, expected = case
    monkeypatch.chdir(record.parent)
    record.with_name("bad.jsonl").write_text("what?\n")
    assert main(words) == code
    err = capsys.readouterr().err
    assert expected in err
    assert err.count("\n") == 1
    # The window reports an unreadable record too: after a double click there is no terminal to
    # read.
    named = [request.record.name for request in window if request.record is not None]
    assert named == [word for word in words if word in ("gone.jsonl", "bad.jsonl")]


def write_junk(path):
    path.write_text("what?\n")


def write_empty_file(path):
    path.write_bytes(b"")


def make_folder(path):
    path.unlink()
    path.mkdir()


def make_unreadable_link(path):
    path.unlink()
    path.symlink_to(path)  # reading it fails for everybody


@pytest.mark.parametrize(
    "break_record", [write_junk, write_empty_file, make_folder, make_unreadable_link, Path.unlink]
)
@pytest.mark.parametrize("launch", [(("", False), 0), (("", True), 1), (("a desktop's", False), 1)])
def test_a_double_click_on_a_bad_record_opens_a_window_that_reports_it(
    break_record, launch, record, opened_windows, monkeypatch
):
    (token, is_input_null), windows = launch
    break_record(record)
    monkeypatch.setenv("DESKTOP_STARTUP_ID", token)
    monkeypatch.setattr(open_window, "is_input_null", lambda: is_input_null)
    assert main([str(record)]) == (5 if windows else 1)
    assert [request.record for request, _ in opened_windows] == windows * [record]
    lock = acquire_lock()
    lock.unlock()


@pytest.mark.parametrize(("source", "is_null"), [(subprocess.DEVNULL, True), ("pipe", False)])
def test_a_process_without_input_was_started_by_a_desktop(source, is_null):
    script = "from greenbaize.cli.open_window import is_input_null as f; print(f())"
    feeding = {"input": b""} if source == "pipe" else {"stdin": source}
    done = subprocess.run(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, check=True, **feeding
    )
    # A program started by a double click on Windows has no standard error, which tells it there.
    assert done.stdout.decode().strip() == str(is_null and sys.platform != "win32")


@pytest.mark.parametrize(
    "words",
    [
        ["--new-window"],
        ["play", "--watch"],
        ["play", "--watch", "--screenshots", "pictures"],
        ["play", "--speed", "3"],
        ["play", "--bots", "program:./mine"],
    ],
)
def test_requests_that_an_open_window_cannot_serve_open_another(
    words, window, opened_windows, capsys
):
    assert main(words) == 5
    assert (len(opened_windows), window) == (1, [])
    assert opened_windows[0][1] is None
    assert capsys.readouterr().err == ""


def test_a_request_that_the_window_could_not_serve_is_reported(
    answer_requests, opened_windows, capsys
):
    answer_requests(SecondStartOutcome.NOT_DONE)
    assert main(["play", "--game", "rank"]) == 1
    out, err = capsys.readouterr()
    assert (out, opened_windows) == ("", [])
    assert err.startswith("Green Baize is already open but could not do what it was asked for")
    assert err.count("\n") == 1


def test_a_watched_match_does_not_take_the_instance_lock(opened_windows):
    assert main(["play", "--watch"]) == 5
    assert opened_windows[0][1] is None
    assert main([]) == 5
    assert isinstance(opened_windows[1][1], QLockFile)
    # The lock is released with the window.
    lock = acquire_lock()
    lock.unlock()


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (SecondStartOutcome.OTHER_VERSION, "Another version of Green Baize is already open"),
        (SecondStartOutcome.LOCK_UNUSABLE, "every start opens another window"),
        (SecondStartOutcome.STUCK, "is already open but does not answer"),
        (SecondStartOutcome.DISK_FULL, "cannot be asked, because the disk is full"),
    ],
)
def test_an_unresponsive_first_window_is_reported_in_the_new_one(
    outcome, expected, answer_requests, capsys, opened_windows
):
    requests = answer_requests(outcome)
    assert main([]) == 5
    # It must not cover the one that is open.
    assert opened_windows == [(PlayRequest(new_window=True), None)]
    assert expected in Speaker().format_message(opened_windows.notices[0])
    err = capsys.readouterr().err
    assert expected in err
    assert err.count("\n") == 1
    assert len(requests) == 1


def test_a_window_on_another_screen_is_not_mentioned(answer_requests, capsys, opened_windows):
    answer_requests(SecondStartOutcome.SEPARATE)
    assert main([]) == 5
    assert opened_windows == [(PlayRequest(), None)]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("module", ["greenbaize.ui.instance_lock", "greenbaize.ui.application"])
def test_a_missing_library_of_qt_is_named(module, monkeypatch, capsys):
    class Broken:
        def __getattr__(self, _):
            raise ImportError("libEGL.so.1: cannot open shared object file: No such file")

    monkeypatch.setitem(sys.modules, module, Broken())
    assert main([]) == 1
    assert "libEGL.so.1" in capsys.readouterr().err


def test_the_table_opens_without_a_writable_folder(home, opened_windows, capsys):
    home.write_text("a file where the folder should be")
    assert main([]) == 5
    assert opened_windows == [(PlayRequest(), None)]
    assert capsys.readouterr().err == ""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_two_programs_and_one_window(home, record, run_process):
    words = [sys.executable, "-m", "greenbaize.cli.main"]
    with subprocess.Popen(words, stderr=subprocess.PIPE) as first:
        try:
            end = monotonic() + TIMEOUT_S
            while not Path(find_server_name()).exists():
                assert first.poll() is None
                assert monotonic() < end
            no_window = subprocess.run(
                [sys.executable, "-c", NO_WINDOW_SCRIPT],
                capture_output=True,
                text=True,
                timeout=TIMEOUT_S,
                check=False,
            )
            results = [
                no_window,
                run_process(),
                run_process(str(record)),
                run_process("play", "--game", "rank"),
            ]
            assert [(one.returncode, one.stdout, one.stderr) for one in results] == [
                (0, "", ALREADY_OPEN_LINE)
            ] * 4
            # The match was opened there and is not left unasked.
            with pytest.raises(RecordLockedError):
                lock_record(record)
            assert not list((home / "matches").glob("rank*"))
            first.send_signal(signal.SIGTERM)
            assert first.wait(TIMEOUT_S) == 143
        finally:
            first.kill()
    assert not Path(find_server_name()).exists()
    lock_record(record).release()
