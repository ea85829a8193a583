"""The first instance's socket: authentic requests are accepted, others block nobody."""

import os
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import msgspec
import pytest
from PySide6.QtCore import QObject

from greenbaize.app import second_start
from greenbaize.app.instance_lock import Outcome, listen, take_lock
from greenbaize.app.second_start import hand_over
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui import ipc
from greenbaize.ui.ipc import InstanceServer
from ui.table.person import until


@pytest.fixture(autouse=True)
def own_session(monkeypatch):
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr(second_start, "LEAVING_S", 0.1)


class Window(QObject):
    """A window that fulfils every request at once unless it is busy."""

    def __init__(self, lock):
        super().__init__()
        listening = listen(lock)
        assert listening is not None
        self.listening = listening
        self.server = InstanceServer(listening, self)
        self.server.asked.connect(self.do)
        self.done = []
        self.busy = False

    def do(self):
        while not self.busy and (call := self.server.next_request()) is not None:
            self.done.append(call.request)
            call.answer(Outcome.SHOWN)


@pytest.fixture(params=["path", "port"])
def window(request, monkeypatch):
    """Make a window at either kind of socket."""
    if request.param == "port":
        monkeypatch.delattr(socket, "AF_UNIX", raising=False)
    lock = take_lock()
    assert lock is not None
    one = Window(lock)
    yield one
    one.server.close()
    lock.let_go()


def start(request=None):
    """Start the program again and return the outcome."""
    with ThreadPoolExecutor(1) as pool:
        started = pool.submit(hand_over, request or PlayRequest())
        until(started.done)
    return started.result()


@pytest.fixture
def connected(window):
    """Return a function that connects to the window without sending anything."""
    there = []

    def connect():
        listening = window.listening
        one = socket.socket(listening.socket.family)
        one.connect(listening.socket.getsockname())
        one.settimeout(10)
        there.append(one)
        return one

    yield connect
    for one in there:
        one.close()


def heard_from(one):
    """Return what the window sends to a connection before it closes it."""
    with ThreadPoolExecutor(1) as pool:
        said = pool.submit(one.recv, 100)
        until(said.done)
        try:
            return said.result()
        except ConnectionError:
            return b""


def test_all_are_heard(window):
    with ThreadPoolExecutor(5) as pool:
        started = [pool.submit(hand_over, PlayRequest(seat=seat)) for seat in range(5)]
        until(lambda: all(one.done() for one in started))
    assert [one.result() for one in started] == [Outcome.SHOWN] * 5
    assert {request.seat for request in window.done} == {0, 1, 2, 3, 4}


def test_what_nobody_waits_for_is_not_done_later(window, monkeypatch):
    monkeypatch.setattr(second_start, "ANSWERING_S", 0.2)
    window.busy = True
    assert start() is Outcome.STUCK
    until(lambda: window.server.next_request() is None)
    assert window.done == []


def test_who_has_gone_while_the_program_stood_still_gets_nothing_done(window, connected):
    line = second_start.asked_for(PlayRequest("damn"), window.listening.proof)
    one = connected()
    one.sendall(msgspec.json.encode(line) + b"\n")
    one.close()
    until(lambda: window.server.findChildren(ipc.IpcRequest))
    until(lambda: not window.server.findChildren(ipc.IpcRequest))
    assert window.done == []


def test_one_who_waits_while_it_ends_is_the_first(window):
    window.busy = True
    with ThreadPoolExecutor(1) as pool:
        started = pool.submit(hand_over, PlayRequest())
        until(lambda: window.server._requests)
        window.server.close()
        found = started.result(10)
    # The lock is still held here, so nobody is the first instance.
    assert found is Outcome.APART


def test_another_version_is_left_alone(window, monkeypatch):
    monkeypatch.setattr(second_start, "__version__", "99.0")
    assert start() is Outcome.OTHER
    assert window.done == []


def test_a_window_on_another_screen_is_left_alone(window, monkeypatch):
    monkeypatch.setattr(ipc, "screens", lambda _: ["x :98"])
    assert start() is Outcome.APART
    assert window.done == []


NONSENSE = [
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


@pytest.mark.parametrize("said", NONSENSE)
def test_nonsense_is_heard_by_nobody(window, connected, said):
    one = connected()
    with ThreadPoolExecutor(1) as pool:
        sent = pool.submit(one.sendall, said)
        until(sent.done)
        assert not isinstance(sent.exception(), TimeoutError)
    with suppress(OSError):  # the server may have closed it before all was sent
        one.shutdown(socket.SHUT_WR)
    assert heard_from(one) == b""
    assert window.done == []
    assert start() is Outcome.SHOWN


def test_one_who_says_nothing_keeps_nobody_off(window, connected, monkeypatch):
    monkeypatch.setattr(ipc, "ASKING_MS", 50)
    one = connected()
    assert start() is Outcome.SHOWN
    assert heard_from(one) == b""


def test_a_crowd_that_says_nothing_is_limited(window, connected, monkeypatch):
    monkeypatch.setattr(ipc, "MOST_CONNECTIONS", 3)
    crowd = [connected() for _ in range(3)]
    assert heard_from(connected()) == b""
    for one in crowd:
        one.close()
    until(lambda: not window.server.findChildren(ipc.IpcRequest))
    assert start() is Outcome.SHOWN


@pytest.mark.skipif(os.name != "posix", reason="has no sockets in the file system")
def test_who_has_no_session_finds_it_by_the_lock(home, monkeypatch, tmp_path_factory):
    runtime = tmp_path_factory.mktemp("run")
    runtime.chmod(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    lock = take_lock()
    assert lock is not None
    one = Window(lock)
    assert list(runtime.iterdir())
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert start() is Outcome.SHOWN
    one.server.close()
    lock.let_go()
