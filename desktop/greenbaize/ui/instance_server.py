"""The first instance's local server, which receives the requests of second starts."""

import os
from collections import deque
from contextlib import suppress
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from greenbaize import __version__
from greenbaize.app.launch_request import (
    MAX_REQUEST_BYTES,
    LaunchReply,
    LaunchRequest,
    decode_message,
    encode_message,
    list_screens,
    to_play_request,
)
from greenbaize.app.tables.play_request import SecondStartOutcome
from greenbaize.ui.instance_lock import (
    find_server_name,
    remove_random_server_name,
    write_random_server_name,
)

REQUEST_TIMEOUT_MS: Final = 2000
"""Time within which a connection must send its request (ms)."""


class InstanceRequest(QObject):
    """A connection of a second start, and its request."""

    request_received = Signal()
    """Emitted once the request has been read and is valid."""

    def __init__(self, connection: QLocalSocket, parent: QObject) -> None:
        super().__init__(parent)
        self._connection, self._is_closed = connection, False
        connection.setParent(self)
        connection.setReadBufferSize(MAX_REQUEST_BYTES)
        connection.readyRead.connect(self._on_read)
        connection.disconnected.connect(self._on_disconnected)
        # Drop connections that send nothing, or no end.
        self._timeout = QTimer(self, singleShot=True, interval=REQUEST_TIMEOUT_MS)
        self._timeout.timeout.connect(self.close)
        self._timeout.start()

    @property
    def is_waiting(self) -> bool:
        """True while the second start still waits; otherwise nothing must be done for it."""
        if not self._is_closed:
            self._connection.waitForReadyRead(0)  # it may have gone while this program was blocked
        return not self._is_closed

    def send_outcome(self, outcome: SecondStartOutcome) -> None:
        if not self._is_closed:
            self._connection.write(encode_message(LaunchReply(outcome)))
            self._connection.flush()
            self._connection.disconnectFromServer()

    def close(self) -> None:
        """Close the connection; an unanswered second start notices that and tries again."""
        if not self._is_closed:
            self._connection.abort()

    def _on_disconnected(self) -> None:
        self._is_closed = True
        self.deleteLater()

    def _on_read(self) -> None:
        if not self._timeout.isActive():
            return  # a second line
        if self._connection.canReadLine():
            self._timeout.stop()
            self._parse_request(bytes(self._connection.readLine().data()))

    def _parse_request(self, line: bytes) -> None:
        try:
            message = decode_message(line, LaunchRequest)
            self.request, self.activation = to_play_request(message), message.activation
        except ValueError:
            self.close()
            return
        if message.greenbaize != __version__:
            self.send_outcome(SecondStartOutcome.OTHER_VERSION)
        elif not set(message.screens).intersection(list_screens(os.environ)):
            self.send_outcome(SecondStartOutcome.SEPARATE)
        else:
            self.request_received.emit()


class InstanceServer(QLocalServer):
    """Server that accepts second starts of this user until it is closed."""

    request_received = Signal()
    """Emitted when a request can be taken."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._requests: deque[InstanceRequest] = deque()
        self.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self.newConnection.connect(self._on_connection)
        # This replaces the socket of a killed instance, but not that of another user.
        if not self.listen(find_server_name()):
            with suppress(OSError):
                self.listen(write_random_server_name())

    def next_request(self) -> InstanceRequest | None:
        while self._requests:
            request = self._requests.popleft()
            if request.is_waiting:
                return request
        return None

    def close(self) -> None:
        super().close()
        remove_random_server_name()
        for request in self.findChildren(InstanceRequest):
            request.close()

    def _on_connection(self) -> None:
        while self.hasPendingConnections():
            request = InstanceRequest(self.nextPendingConnection(), self)
            request.request_received.connect(lambda request=request: self._on_request(request))

    def _on_request(self, request: InstanceRequest) -> None:
        self._requests.append(request)
        self.request_received.emit()
