"""The first instance's server: valid requests are accepted, others block nobody."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from greenbaize.app import launch_request
from greenbaize.app.launch_request import (
    create_launch_request,
    encode_message,
)
from greenbaize.app.tables.play_request import PlayRequest, SecondStartOutcome
from greenbaize.ui import instance_server, second_start
from greenbaize.ui.instance_lock import acquire_lock, find_server_name, lock_path
from greenbaize.ui.instance_server import InstanceRequest, InstanceServer
from greenbaize.ui.second_start import hand_over_request
from ui.table.person import wait_until


@pytest.fixture(autouse=True)
def isolated_session(monkeypatch):
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr(second_start, "EXIT_TIMEOUT_S", 0.1)
    monkeypatch.setattr(second_start, "OPEN_TIMEOUT_S", 0.0)


class FakeInstanceWindow(QObject):
    """A window that fulfils every request at once unless it is busy."""

    def __init__(self):
        super().__init__()
        self.server = InstanceServer(self)
        assert self.server.isListening()
        self.server.request_received.connect(self.answer_requests)
        self.answered_requests = []
        self.is_busy = False

    def answer_requests(self):
        while not self.is_busy and (instance_request := self.server.next_request()) is not None:
            self.answered_requests.append(instance_request.request)
            instance_request.send_outcome(SecondStartOutcome.SHOWN)


@pytest.fixture
def window():
    lock = acquire_lock()
    assert lock is not None
    fake_window = FakeInstanceWindow()
    yield fake_window
    fake_window.server.close()
    lock.unlock()


def start_again(request=None):
    """Start the program again and return the outcome."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(hand_over_request, request or PlayRequest())
        wait_until(future.done)
    return future.result()


@pytest.fixture
def open_connection(window):
    """Return a function that connects to the window without sending anything."""
    connections = []

    def connect_to_window():
        connection = QLocalSocket()
        connection.connectToServer(window.server.fullServerName())
        assert connection.waitForConnected()
        connections.append(connection)
        return connection

    yield connect_to_window
    for connection in connections:
        connection.abort()


def is_closed(connection):
    return connection.state() is QLocalSocket.LocalSocketState.UnconnectedState


def test_parallel_requests_are_all_answered(window):
    with ThreadPoolExecutor(5) as pool:
        futures = [pool.submit(hand_over_request, PlayRequest(seat=seat)) for seat in range(5)]
        wait_until(lambda: all(future.done() for future in futures))
    assert [future.result() for future in futures] == [SecondStartOutcome.SHOWN] * 5
    assert {request.seat for request in window.answered_requests} == {0, 1, 2, 3, 4}


def test_request_that_timed_out_is_dropped(window, monkeypatch):
    monkeypatch.setattr(second_start, "WINDOW_ANSWER_TIMEOUT_S", 0.2)
    window.is_busy = True
    assert start_again() is SecondStartOutcome.STUCK
    wait_until(lambda: window.server.next_request() is None)
    assert window.answered_requests == []


def test_request_of_a_closed_connection_is_dropped(window, open_connection):
    window.is_busy = True
    connection = open_connection()
    connection.write(encode_message(create_launch_request(PlayRequest("damn"))))
    wait_until(lambda: window.server._requests)
    connection.abort()
    # The window was busy and has not seen the end of the connection.
    assert window.server.next_request() is None


def test_request_whose_connection_ends_while_it_is_done_needs_no_answer(window, open_connection):
    window.is_busy = True
    connection = open_connection()
    connection.write(encode_message(create_launch_request(PlayRequest("damn"))))
    wait_until(lambda: window.server._requests)
    request = window.server.next_request()
    connection.abort()
    wait_until(lambda: not window.server.findChildren(InstanceRequest))
    request.send_outcome(SecondStartOutcome.SHOWN)


def test_request_pending_at_close_runs_separately(window):
    window.is_busy = True
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(hand_over_request, PlayRequest())
        wait_until(lambda: window.server._requests)
        window.server.close()
        outcome = future.result(10)
    # The lock is still held here, so nobody is the first instance.
    assert outcome is SecondStartOutcome.SEPARATE


def test_another_version_is_not_used(window, monkeypatch):
    monkeypatch.setattr(launch_request, "__version__", "99.0")
    assert start_again() is SecondStartOutcome.OTHER_VERSION
    assert window.answered_requests == []


def test_window_on_another_screen_is_not_used(window, monkeypatch):
    monkeypatch.setattr(instance_server, "list_screens", lambda _: ["x :98"])
    assert start_again() is SecondStartOutcome.SEPARATE
    assert window.answered_requests == []


INVALID_REQUESTS = [
    b"\n",
    b"{\n",
    b"[]\n",
    b'{"record": 7}\n',
    b'{"record": "relative.jsonl"}\n',
    '{"record": "/Ж"}\n'.encode(),
    b'{"record": "/a\\u0000b"}\n',
    b'{"seat": -1}\n',
    b'{"seed": "7"}\n',
    b'{"bots": [{"level": "divine", "temperament": null}]}\n',
    b'{"activation": "\\u0000x"}\n',
    b"{}{}\n",
    b"[" * 60_000 + b"\n",
    b"\xff" * 1000 + b"\n",
    b"x" * 70_000,
    b"",
]


@pytest.mark.parametrize("data", INVALID_REQUESTS)
def test_invalid_requests_are_ignored(window, open_connection, data):
    connection = open_connection()
    connection.write(data)
    if not data:
        connection.disconnectFromServer()
    wait_until(lambda: is_closed(connection))
    assert connection.readAll().isEmpty()
    assert window.answered_requests == []
    assert start_again() is SecondStartOutcome.SHOWN


def test_connection_is_closed_after_the_answer(window, open_connection):
    connection = open_connection()
    connection.write(encode_message(create_launch_request(PlayRequest("damn"))))
    wait_until(lambda: is_closed(connection))
    assert connection.readAll().data() == b'{"outcome":"shown"}\n'
    assert len(window.answered_requests) == 1


def test_endless_line_is_not_read(window, open_connection, monkeypatch):
    monkeypatch.setattr(instance_server, "REQUEST_TIMEOUT_MS", 50)
    line = encode_message(create_launch_request(PlayRequest("damn")))
    connection = open_connection()
    connection.write(line.strip() + b" " * launch_request.MAX_REQUEST_BYTES + b"\n")
    wait_until(lambda: is_closed(connection))
    assert window.answered_requests == []


def test_second_line_is_ignored(window, open_connection):
    window.is_busy = True
    connection = open_connection()
    line = encode_message(create_launch_request(PlayRequest("damn")))
    connection.write(line)
    wait_until(lambda: window.server._requests)
    connection.write(line)
    assert connection.waitForBytesWritten()
    assert window.server.next_request() is not None  # reads what has come
    assert window.server.next_request() is None


def test_silent_connection_blocks_nobody(window, open_connection, monkeypatch):
    monkeypatch.setattr(instance_server, "REQUEST_TIMEOUT_MS", 50)
    connection = open_connection()
    assert start_again() is SecondStartOutcome.SHOWN
    wait_until(lambda: is_closed(connection))
    assert connection.readAll().isEmpty()


def test_other_users_cannot_connect(window):
    assert window.server.socketOptions() == QLocalServer.SocketOption.UserAccessOption
    if os.name == "posix":
        mode = Path(find_server_name()).stat().st_mode
        assert (stat.S_ISSOCK(mode), stat.S_IMODE(mode)) == (True, 0o700)


@pytest.mark.skipif(os.name != "posix", reason="needs sockets in the file system")
def test_socket_is_removed_at_the_end(window):
    assert Path(find_server_name()).is_socket()
    window.server.close()
    assert not Path(find_server_name()).exists()


@pytest.fixture
def taken_name():
    """Take the server's usual name by something that a server cannot replace."""
    path = Path(find_server_name())
    path.mkdir()
    (path / "file").touch()
    yield path
    (path / "file").unlink()
    path.rmdir()


@pytest.mark.skipif(os.name != "posix", reason="needs sockets in the file system")
def test_a_name_taken_by_another_user_is_evaded(taken_name, window):
    """In a temporary folder another user's file cannot be replaced."""
    assert window.server.fullServerName() != str(taken_name)
    assert start_again(PlayRequest("damn")) is SecondStartOutcome.SHOWN
    assert [request.game for request in window.answered_requests] == ["damn"]
    name_path = lock_path().with_name("instance.server")
    assert stat.S_IMODE(name_path.stat().st_mode) == 0o600
    window.server.close()
    assert not name_path.exists()
