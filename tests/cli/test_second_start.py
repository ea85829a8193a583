"""Tests of a second start: its messages, and what it passes to the open window."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from socket import SHUT_RDWR
from threading import Thread
from time import monotonic

import pytest

from cli.systems import GONE
from greenbaize.app.instance_lock import Outcome, listen, take_lock
from greenbaize.app.second_start import heard, request_of
from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.cli.main import main
from greenbaize.match.header import Player
from greenbaize.match.record import line_bytes
from greenbaize.rules.chance import seed_from
from greenbaize.rules.errors import RecordLockedError
from greenbaize.store.files import HeldFile
from greenbaize.store.record_file import lock_record
from greenbaize.words.speaker import Speaker

PATIENCE = 60.0
SAID = "Green Baize is already open; it has been brought forward.\n"
LOADS_NO_QT = """
import sys
from greenbaize.cli.main import main
code = main(sys.argv[1:])
assert not [name for name in sys.modules if name.startswith(("PySide6", "greenbaize.ui"))]
sys.exit(code)
"""


@pytest.fixture(autouse=True)
def offscreen(monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)


@pytest.fixture
def record(tmp_path):
    sitters = (Player("Anna"), Player("Boris", "bot", "random"), Player("Vera", "bot", "random"))
    header = settled_header("damn", sitters, {}, seed_from("second"))
    path = tmp_path / "match.jsonl"
    path.write_bytes(line_bytes(header.line()))
    return path


@contextmanager
def window_that(answer):
    """Run an open window that always gives the same answer; yield its requests."""
    lock = take_lock()
    assert lock is not None
    listening = listen(lock)
    assert listening is not None
    asked = []

    def serve():
        with suppress(OSError):
            while True:
                connection, _ = listening.socket.accept()
                with connection:
                    asked.append(request_of(heard(connection.makefile("rb").readline())))
                    connection.sendall(f"{answer.value}\n".encode())

    Thread(target=serve, daemon=True).start()
    yield asked
    with suppress(OSError):
        listening.socket.shutdown(SHUT_RDWR)
    listening.close()
    lock.let_go()


@pytest.fixture
def window():
    """Yield the requests that an open window receives and serves at once."""
    with window_that(Outcome.SHOWN) as asked:
        yield asked


class Windows(list):
    """Opened windows; ``notices`` has the notice of each."""


@pytest.fixture
def opened(monkeypatch):
    """Return the windows that are opened here; they close at once with exit code 5."""
    windows, notices = Windows(), []
    windows.notices = notices

    class Module:
        @staticmethod
        def run(request, _, lock, notice):
            windows.append((request, lock))
            notices.append(notice)
            return 5

    monkeypatch.setitem(sys.modules, "greenbaize.ui.application", Module)
    return windows


def test_it_brings_the_first_forward_and_loads_no_qt(window):
    surroundings = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", LOADS_NO_QT],
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", SAID)
    assert window == [PlayRequest()]


def test_it_hands_over_what_it_was_asked_for(window, record, opened, printed, monkeypatch):
    monkeypatch.chdir(record.parent)
    assert main(["match.jsonl", "--seat", "1"]) == 0
    assert printed("play", "--game", "rank", "--players", "3", "--seed", "x").err == SAID * 2
    first, second = window
    assert first == PlayRequest(record=record, seat=0)
    assert (second.game, second.players, second.seed) == ("rank", 3, seed_from("x"))
    assert opened == []


@pytest.mark.parametrize(
    "case",
    [
        (["play", "gone.jsonl"], 1, f"gone.jsonl: {GONE}."),
        (["bad.jsonl"], 1, "bad.jsonl:1: This is not a match record."),
        (["match.jsonl", "--seat", "3"], 2, "No person sat at chair 3."),
        (["play", "--game", "solitaire"], 2, "There is no game “solitaire”."),
    ],
)
@pytest.mark.usefixtures("opened")
def test_what_cannot_be_is_said_here(case, window, record, capsys, monkeypatch):
    words, code, said = case
    monkeypatch.chdir(record.parent)
    record.with_name("bad.jsonl").write_text("what?\n")
    assert main(words) == code
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    # The window reports an unreadable record too: after a double click there is no terminal to
    # read.
    named = [request.record.name for request in window if request.record is not None]
    assert named == [word for word in words if word in ("gone.jsonl", "bad.jsonl")]


@pytest.mark.parametrize(("token", "windows"), [("", 0), ("from a desktop", 1)])
def test_with_no_window_open_a_double_click_opens_one_that_says_it(
    token, windows, record, opened, monkeypatch
):
    record.write_text("what?\n")
    monkeypatch.setenv("DESKTOP_STARTUP_ID", token)
    assert main([str(record)]) == (5 if windows else 1)
    assert len(opened) == windows
    lock = take_lock()
    lock.let_go()


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
def test_what_no_open_window_can_do_opens_one(words, window, opened, capsys):
    assert main(words) == 5
    assert (len(opened), window) == (1, [])
    assert opened[0][1] is None
    assert capsys.readouterr().err == ""


def test_what_the_window_could_not_do_is_told(opened, capsys):
    with window_that(Outcome.NOT_DONE):
        assert main(["play", "--game", "rank"]) == 1
    out, err = capsys.readouterr()
    assert (out, opened) == ("", [])
    assert err.startswith("Green Baize is already open but could not do what it was asked for")
    assert err.count("\n") == 1


def test_a_watched_match_is_not_the_first(opened):
    assert main(["play", "--watch"]) == 5
    assert opened[0][1] is None
    assert main([]) == 5
    assert isinstance(opened[1][1], HeldFile)
    # The lock is released with the window.
    lock = take_lock()
    lock.let_go()


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Outcome.OTHER, "Another version of Green Baize is already open"),
        (Outcome.STUCK, "is already open but does not answer"),
    ],
)
def test_a_first_that_cannot_do_it_is_told_of_also_in_the_window(outcome, expected, capsys, opened):
    with window_that(outcome) as asked:
        assert main([]) == 5
    assert expected in Speaker().say(opened.notices[0])
    err = capsys.readouterr().err
    assert expected in err
    assert err.count("\n") == 1
    assert len(asked) == 1


def test_without_a_folder_to_write_to_the_table_opens_all_the_same(home, opened, capsys):
    home.write_text("a file where the folder should be")
    assert main([]) == 5
    assert opened == [(PlayRequest(), None)]
    assert capsys.readouterr().err == ""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="ends programs by signals")
def test_two_programs_and_one_window(home, record, command):
    words = [sys.executable, "-m", "greenbaize.cli.main"]
    with subprocess.Popen(words, stderr=subprocess.PIPE) as first:
        end = monotonic() + PATIENCE
        while not (home / "bell" / "door").exists():
            assert first.poll() is None
            assert monotonic() < end
        done = [command(), command(str(record)), command("play", "--game", "rank")]
        assert [(one.returncode, one.stdout, one.stderr) for one in done] == [(0, "", SAID)] * 3
        # The match was opened there and is not left unasked.
        with pytest.raises(RecordLockedError):
            lock_record(record)
        assert not list((home / "matches").glob("rank*"))
        first.send_signal(signal.SIGTERM)
        assert first.wait(PATIENCE) == 143
    assert not (home / "bell" / "door").exists()
    lock_record(record).let_go()
