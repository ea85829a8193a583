"""Tests of a second start: its request to the open window, and what follows from the answer."""

import os
import shutil
import socket
import subprocess
import sys
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest
from PySide6.QtCore import QLockFile

from greenbaize.app.launch_request import (
    LaunchReply,
    LaunchRequest,
    decode_message,
    encode_message,
    to_play_request,
)
from greenbaize.app.tables.play_request import PlayRequest, SecondStartOutcome
from greenbaize.ui import second_start
from greenbaize.ui.instance_lock import acquire_lock, find_server_name, lock_path
from greenbaize.ui.second_start import hand_over_request

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs sockets in the file system")
SHOWN_REPLY = encode_message(LaunchReply(SecondStartOutcome.SHOWN))
HUNG_WINDOW_SCRIPT = """
import sys
from PySide6.QtCore import QCoreApplication
from greenbaize.ui.instance_lock import acquire_lock
from greenbaize.ui.instance_server import InstanceServer
application = QCoreApplication([])
lock, server = acquire_lock(), InstanceServer(application)
print(server.isListening(), flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def isolated_session(monkeypatch):
    """Use sockets in the temporary folder, which have short paths; wait for nobody for long."""
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    monkeypatch.setattr(second_start, "EXIT_TIMEOUT_S", 0.1)


@pytest.fixture
def first_lock():
    """Hold the lock of a first instance that was started long ago."""
    lock = acquire_lock()
    assert lock is not None
    os.utime(lock_path(), (0, 0))
    yield lock
    lock.unlock()


@pytest.fixture
def listening_socket():
    """Listen where the first instance does; nobody accepts the connections."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(find_server_name())
        server.listen()
        yield server
        with suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)
    Path(find_server_name()).unlink()


@pytest.fixture
def serve_answer(listening_socket):
    """Answer every request with the same bytes; return the list of requests."""

    def start_serving(answer):
        requests = []

        def serve_requests():
            with suppress(OSError):
                while True:
                    connection, _ = listening_socket.accept()
                    with connection:
                        line = connection.makefile("rb").readline()
                        requests.append(decode_message(line, LaunchRequest))
                        connection.sendall(answer)

        Thread(target=serve_requests, daemon=True).start()
        return requests

    return start_serving


@pytest.mark.parametrize(
    "outcome",
    [
        SecondStartOutcome.SHOWN,
        SecondStartOutcome.NOT_DONE,
        SecondStartOutcome.OTHER_VERSION,
        SecondStartOutcome.SEPARATE,
    ],
)
@pytest.mark.usefixtures("first_lock")
def test_the_answer_of_the_window_is_the_outcome(serve_answer, outcome, monkeypatch):
    requests = serve_answer(encode_message(LaunchReply(outcome)))
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "a token")
    assert hand_over_request(PlayRequest("damn")) is outcome
    [request] = requests
    assert (request.game, request.activation) == ("damn", "a token")


@pytest.mark.parametrize(
    "answer", [b"", b"shown\n", SHOWN_REPLY.strip(), b'{"outcome": "what?"}\n', b"\xff\n"]
)
@pytest.mark.usefixtures("first_lock")
def test_any_other_answer_means_a_window_of_its_own(serve_answer, answer):
    assert serve_answer(answer) == []
    assert hand_over_request(PlayRequest()) is SecondStartOutcome.SEPARATE


@pytest.mark.usefixtures("first_lock")
def test_a_request_that_no_other_window_can_serve_is_not_sent(serve_answer):
    requests = serve_answer(SHOWN_REPLY)
    assert hand_over_request(PlayRequest(new_window=True)) is SecondStartOutcome.SEPARATE
    assert requests == []


@pytest.mark.usefixtures("first_lock", "listening_socket")
def test_a_silent_instance_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(second_start, "WINDOW_ANSWER_TIMEOUT_S", 0.1)
    assert hand_over_request(PlayRequest()) is SecondStartOutcome.STUCK


@pytest.mark.usefixtures("first_lock")
def test_a_crowd_before_a_silent_instance_is_not_waited_for(listening_socket, monkeypatch):
    monkeypatch.setattr(second_start, "WINDOW_ANSWER_TIMEOUT_S", 0.1)
    listening_socket.listen(0)
    with socket.socket(socket.AF_UNIX) as other_start:
        other_start.connect(find_server_name())
        assert hand_over_request(PlayRequest()) is SecondStartOutcome.STUCK


def test_a_hung_process_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(second_start, "WINDOW_ANSWER_TIMEOUT_S", 0.5)
    with subprocess.Popen(
        [sys.executable, "-c", HUNG_WINDOW_SCRIPT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as hung_process:
        assert hung_process.stdout.readline() == "True\n"
        assert hand_over_request(PlayRequest()) is SecondStartOutcome.STUCK
        assert acquire_lock() is None
        hung_process.kill()
        hung_process.wait()
        # Its lock and its socket are left behind, and stop nobody.
        assert lock_path().exists()
        assert Path(find_server_name()).is_socket()
        assert isinstance(hand_over_request(PlayRequest()), QLockFile)
        Path(find_server_name()).unlink()


def test_an_instance_whose_window_never_opens_is_not_waited_for(first_lock, monkeypatch):
    monkeypatch.setattr(second_start, "OPEN_TIMEOUT_S", 0.2)
    os.utime(lock_path())
    assert hand_over_request(PlayRequest()) is SecondStartOutcome.STUCK
    assert first_lock.isLocked()


@pytest.mark.usefixtures("first_lock")
def test_an_instance_that_cannot_listen_is_not_waited_for():
    assert hand_over_request(PlayRequest()) is SecondStartOutcome.SEPARATE


@pytest.mark.usefixtures("first_lock")
def test_a_server_of_another_user_is_not_asked(serve_answer, monkeypatch):
    requests = serve_answer(SHOWN_REPLY)
    monkeypatch.setattr(os, "getuid", lambda: Path(find_server_name()).stat().st_uid + 1)
    assert hand_over_request(PlayRequest()) is SecondStartOutcome.SEPARATE
    assert requests == []


def test_a_full_disk_is_reported(first_lock, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(1, 1, 0))
    monkeypatch.setattr(second_start, "FULL_DISK_TIMEOUT_S", 0.0)
    assert hand_over_request(PlayRequest()) is SecondStartOutcome.DISK_FULL
    assert first_lock.isLocked()


class TestWithoutALock:
    """Nobody can hold the lock, as on a full disk."""

    @pytest.fixture(autouse=True)
    def home_that_is_a_file(self, home):
        home.write_text("a file where the folder should be")

    def test_an_open_window_is_asked_all_the_same(self, serve_answer):
        assert len(serve_answer(SHOWN_REPLY)) == 0
        assert hand_over_request(PlayRequest()) is SecondStartOutcome.SHOWN

    def test_a_window_opens_at_once_if_there_is_none(self, monkeypatch):
        monkeypatch.setattr(second_start, "sleep", pytest.fail)
        assert hand_over_request(PlayRequest()) is SecondStartOutcome.SEPARATE


def test_the_next_start_after_the_end_becomes_the_first(first_lock):
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(hand_over_request, PlayRequest())
        first_lock.unlock()
        lock = future.result(60)
    assert acquire_lock() is None
    lock.unlock()


@pytest.mark.usefixtures("first_lock")
def test_a_relative_record_path_is_sent_absolute(serve_answer, tmp_path, monkeypatch):
    requests = serve_answer(SHOWN_REPLY)
    monkeypatch.chdir(tmp_path)
    name = os.fsdecode("m\xe4tch ".encode() + b"\xff")
    hand_over_request(PlayRequest(record=Path(name), seat=2))
    assert to_play_request(requests[0]) == PlayRequest(record=tmp_path / name, seat=2)
