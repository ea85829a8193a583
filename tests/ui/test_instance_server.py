"""The first instance's socket: authentic requests are accepted, others block nobody."""

import os
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import msgspec
import pytest
from PySide6.QtCore import QObject

from greenbaize.app import second_start
from greenbaize.app.instance_lock import SecondStartOutcome, acquire_lock, listen_for_starts
from greenbaize.app.second_start import hand_over_request
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui import ipc
from greenbaize.ui.ipc import InstanceServer
from ui.table.person import wait_until


@pytest.fixture(autouse=True)
def isolated_session(monkeypatch):
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr(second_start, "EXIT_WAIT_S", 0.1)


class FakeInstanceWindow(QObject):
    """A window that fulfils every request at once unless it is busy."""

    def __init__(self, lock):
        super().__init__()
        instance_socket = listen_for_starts(lock)
        assert instance_socket is not None
        self.instance_socket = instance_socket
        self.server = InstanceServer(instance_socket, self)
        self.server.request_received.connect(self.answer_requests)
        self.answered_requests = []
        self.is_busy = False

    def answer_requests(self):
        while not self.is_busy and (ipc_request := self.server.next_request()) is not None:
            self.answered_requests.append(ipc_request.request)
            ipc_request.send_outcome(SecondStartOutcome.SHOWN)


@pytest.fixture(params=["path", "port"])
def window(request, monkeypatch):
    """Make a window at either kind of socket."""
    if request.param == "port":
        monkeypatch.delattr(socket, "AF_UNIX", raising=False)
    lock = acquire_lock()
    assert lock is not None
    fake_window = FakeInstanceWindow(lock)
    yield fake_window
    fake_window.server.close()
    lock.release()


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
        instance_socket = window.instance_socket
        connection = socket.socket(instance_socket.socket.family)
        connection.connect(instance_socket.socket.getsockname())
        connection.settimeout(10)
        connections.append(connection)
        return connection

    yield connect_to_window
    for connection in connections:
        connection.close()


def read_until_closed(connection):
    """Return what the window sends to a connection before it closes it."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(connection.recv, 100)
        wait_until(future.done)
        try:
            return future.result()
        except ConnectionError:
            return b""


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
    line = second_start.create_launch_request(PlayRequest("damn"), window.instance_socket.proof)
    connection = open_connection()
    connection.sendall(msgspec.json.encode(line) + b"\n")
    connection.close()
    wait_until(lambda: window.server.findChildren(ipc.IpcRequest))
    wait_until(lambda: not window.server.findChildren(ipc.IpcRequest))
    assert window.answered_requests == []


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
    monkeypatch.setattr(second_start, "__version__", "99.0")
    assert start_again() is SecondStartOutcome.OTHER_VERSION
    assert window.answered_requests == []


def test_window_on_another_screen_is_not_used(window, monkeypatch):
    monkeypatch.setattr(ipc, "list_screens", lambda _: ["x :98"])
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
    b'{"what": 1}\n',
    b'{"seat": -1}\n',
    b'{"seed": "7"}\n',
    b'{"bots": [{"level": "divine", "temperament": null}]}\n',
    b'{"proof": "x"}\n',
    b'{"activation": "\\u0000x"}\n',
    '{"proof": "é"}\n'.encode(),
    b"{}{}\n",
    b"[" * 60_000 + b"\n",
    b"\xff" * 1000 + b"\n",
    b"x" * 70_000,
    b"",
]


@pytest.mark.parametrize("data", INVALID_REQUESTS)
def test_invalid_requests_are_ignored(window, open_connection, data):
    connection = open_connection()
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(connection.sendall, data)
        wait_until(future.done)
        assert not isinstance(future.exception(), TimeoutError)
    with suppress(OSError):  # the server may have closed it before all was sent
        connection.shutdown(socket.SHUT_WR)
    assert read_until_closed(connection) == b""
    assert window.answered_requests == []
    assert start_again() is SecondStartOutcome.SHOWN


def test_silent_connection_blocks_nobody(window, open_connection, monkeypatch):
    monkeypatch.setattr(ipc, "REQUEST_TIMEOUT_MS", 50)
    connection = open_connection()
    assert start_again() is SecondStartOutcome.SHOWN
    assert read_until_closed(connection) == b""


def test_number_of_silent_connections_is_limited(window, open_connection, monkeypatch):
    monkeypatch.setattr(ipc, "MAX_CONNECTIONS", 3)
    connections = [open_connection() for _ in range(3)]
    assert read_until_closed(open_connection()) == b""
    for connection in connections:
        connection.close()
    wait_until(lambda: not window.server.findChildren(ipc.IpcRequest))
    assert start_again() is SecondStartOutcome.SHOWN


@pytest.mark.skipif(os.name != "posix", reason="has no sockets in the file system")
def test_start_without_a_session_finds_the_window_by_its_lock(home, monkeypatch, tmp_path_factory):
    runtime_folder = tmp_path_factory.mktemp("run")
    runtime_folder.chmod(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime_folder))
    lock = acquire_lock()
    assert lock is not None
    fake_window = FakeInstanceWindow(lock)
    assert list(runtime_folder.iterdir())
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert start_again() is SecondStartOutcome.SHOWN
    fake_window.server.close()
    lock.release()
