"""The first program's socket: what second starts ask for is the window's to do."""

import os
from collections import deque
from contextlib import suppress
from hmac import compare_digest
from socket import MSG_PEEK, socket
from time import monotonic
from typing import Final

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal

from greenbaize import __version__
from greenbaize.app.instance_lock import Listening, Outcome
from greenbaize.app.second_start import (
    ANSWERING_S,
    LONGEST_REQUEST,
    heard,
    request_of,
    screens,
)

ASKING_MS: Final = 2000
"""Milliseconds in which a connection says what it wants."""
MOST_CONNECTIONS: Final = 32


class Call(QObject):
    """A connection of a second start, and what it asks for.

    Args:
        connection: the socket.
        proof: what the second start has to show.
        parent: owns the call.
    """

    heard = Signal()
    """It has said what it asks for."""

    def __init__(self, connection: socket, proof: str, parent: QObject) -> None:
        super().__init__(parent)
        self._connection, self._proof, self._end = connection, proof, monotonic() + ANSWERING_S
        self._line, self._gone = b"", False
        connection.setblocking(False)
        self._notifier = QSocketNotifier(connection.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_read)
        # Whoever says nothing is let go.
        self._patience = QTimer(self, singleShot=True, interval=ASKING_MS)
        self._patience.timeout.connect(self.close)
        self._patience.start()

    @property
    def waits(self) -> bool:
        """Whether the second start still waits; otherwise nothing must be done."""
        if self._gone or monotonic() > self._end:
            return False
        try:  # it may have gone while this program stood still
            return self._connection.recv(1, MSG_PEEK) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False

    def answer(self, outcome: Outcome) -> None:
        """Say what has become of it."""
        with suppress(OSError):  # nobody waits any more
            self._connection.send(f"{outcome.value}\n".encode())
        self.close()

    def close(self) -> None:
        """End the connection; whoever was not answered finds out and looks again."""
        if not self._gone:
            self._gone = True
            self._patience.stop()
            self._notifier.setEnabled(False)
            self._connection.close()
            self.deleteLater()

    def _on_read(self) -> None:
        try:
            data = self._connection.recv(LONGEST_REQUEST)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._line += data
        if not data or len(self._line) > LONGEST_REQUEST or not self._patience.isActive():
            self.close()  # it has gone, or talks nonsense, which concerns nobody here
        elif self._line.endswith(b"\n"):
            self._patience.stop()
            self._take()

    def _take(self) -> None:
        try:
            asked = heard(self._line)
            self.request, self.activation = request_of(asked), asked.activation
        except ValueError:
            self.close()
            return
        if not compare_digest(asked.proof.encode(), self._proof.encode()):
            self.close()
        elif asked.greenbaize != __version__:
            self.answer(Outcome.OTHER)
        elif not set(asked.screens).intersection(screens(os.environ)):
            self.answer(Outcome.APART)
        else:
            self.heard.emit()


class InstanceServer(QObject):
    """Hears second starts until it is closed.

    Args:
        listening: where.
        parent: owns the server.
    """

    asked = Signal()
    """There is a call."""

    def __init__(self, listening: Listening, parent: QObject) -> None:
        super().__init__(parent)
        self._listening = listening
        self._calls: deque[Call] = deque()
        listening.socket.setblocking(False)
        file = listening.socket.fileno()
        self._notifier = QSocketNotifier(file, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_connection)

    def next_call(self) -> Call | None:
        """The next call that somebody waits for."""
        while self._calls:
            call = self._calls.popleft()
            if call.waits:
                return call
        return None

    def close(self) -> None:
        """Listen no more."""
        self._notifier.setEnabled(False)
        self._listening.close()
        for call in self.findChildren(Call):
            call.close()

    def _on_connection(self) -> None:
        try:
            connection, _ = self._listening.socket.accept()
        except OSError:
            return  # it has gone, or there are too many files open, perhaps not for long
        if len(self.findChildren(Call)) >= MOST_CONNECTIONS:
            connection.close()
            return
        call = Call(connection, self._listening.proof, self)
        call.heard.connect(lambda: self._on_heard(call))

    def _on_heard(self, call: Call) -> None:
        self._calls.append(call)
        self.asked.emit()
