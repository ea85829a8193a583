"""Requests from outside the window: second starts of the program and files of the desktop."""

import os
from collections import deque
from contextlib import suppress
from hmac import compare_digest
from pathlib import Path
from socket import MSG_PEEK, socket
from time import monotonic
from typing import Final

from PySide6.QtCore import QObject, QSocketNotifier, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from greenbaize import __version__
from greenbaize.app.instance_lock import (
    InstanceListener,
    SecondStartOutcome,
    acquire_lock,
    listen_for_starts,
)
from greenbaize.app.second_start import (
    MAX_REQUEST_BYTES,
    WINDOW_ANSWER_TIMEOUT_S,
    decode_launch_request,
    list_screens,
    to_play_request,
)
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.unfinished_matches import read_record_header
from greenbaize.rules.errors import GameError
from greenbaize.store.files import LockedFile, is_same_file
from greenbaize.ui.shell.navigation import DroppedFileRoute, RecordRoute, RequestedMatchRoute
from greenbaize.ui.shell.notifications import RecordReadProgress
from greenbaize.ui.shell.pages import Route
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.ui.widgets.localized_texts import describe_record_error
from greenbaize.ui.widgets.window_geometry import RETRY_MS, activate_window, close_dialogs
from greenbaize.words.catalogue import tr
from greenbaize.words.names import sanitise_text

REQUEST_DIALOG_NAME: Final = "a request"
"""Object name of the dialog that asks whether to leave the match for a request."""


class IpcController(QObject):
    """Controller that does in the window what a second start asks for, once it has been painted.

    It never leaves a running match without asking. If another program is the first instance, or
    none is, this one takes over as soon as that lock is free and its window is activated. ``lock``
    is the lock of the first instance, if this is it; it is released at the end.
    """

    _request_received = Signal()

    def __init__(self, services: Services, lock: LockedFile | None, *, alone: bool = False) -> None:
        super().__init__(services.window)
        self._lock = lock
        self._server: InstanceServer | None = None
        self._alone = alone
        self._is_painted = self._is_closed = False
        self._pending_paths: list[Path] = []
        self._request_received.connect(self._on_request, Qt.ConnectionType.QueuedConnection)
        self.set_services(services)

    def set_services(self, services: Services) -> None:
        """Serve requests in the window of these services from now on."""
        self._services, self._window = services, services.window
        self.setParent(services.window)
        services.navigator.register_route(DroppedFileRoute, lambda to: self.open_file(str(to.path)))

    def close(self) -> None:
        self._is_closed = True
        if self._server is not None:
            self._server.close()
        if self._lock is not None:
            self._lock.release()

    def start_listening(self) -> None:
        """Handle requests from now on; the window has been painted."""
        self._is_painted = True
        self._start_server()
        if not self._alone:
            application = QApplication.instance()
            assert isinstance(application, QApplication)
            application.applicationStateChanged.connect(self._on_application_state)
        self._on_request()

    def _on_application_state(self, state: Qt.ApplicationState) -> None:
        """Become the first instance if there is none."""
        if state is not Qt.ApplicationState.ApplicationActive or self._lock or self._is_closed:
            return
        with suppress(OSError):
            self._lock = acquire_lock()
        self._start_server()

    def _start_server(self) -> None:
        if self._lock is None or self._server is not None:
            return
        listener = listen_for_starts(self._lock)
        if listener is not None:
            self._server = InstanceServer(listener, self)
            self._server.request_received.connect(self._request_received)

    # Requests

    def open_file(self, path: str) -> None:
        self._pending_paths.append(Path(path))
        self._on_request()

    def _on_request(self) -> None:
        # A closed window does not come back; the second start opens its own.
        if not self._is_painted or self._is_closed or not self._window.isVisible():
            return
        if RecordReadProgress.open_count:
            QTimer.singleShot(RETRY_MS, self, self._on_request)
            return
        request = None if self._server is None else self._server.next_request()
        if request is None and not self._pending_paths:
            return
        self._request_received.emit()  # there may be more
        if request is None:
            self._execute_request(PlayRequest(record=self._pending_paths.pop(0)))
            return
        is_shown = False
        try:
            activate_window(self._window, request.activation)
            is_shown = self._execute_request(request.request)
        finally:
            request.send_outcome(
                SecondStartOutcome.SHOWN if is_shown else SecondStartOutcome.NOT_DONE
            )

    def _execute_request(self, request: PlayRequest) -> bool:
        """Execute a request or ask first; return False if it fails, which has then been shown."""
        path = request.record
        if path is not None:
            error_text = self._record_error(path)
            if error_text:
                self._services.notifications.show_sentence(error_text)
                return False
            return self._is_open_record(path) or self._navigate_or_ask(
                RecordRoute(path, request.seat),
                tr("Open {file}?").format(file=sanitise_text(path.name)),
                tr("&Open it"),
            )
        if request.game is not None:
            return self._navigate_or_ask(
                RequestedMatchRoute(request), tr("Begin another match?"), tr("&Begin another")
            )
        return True

    def _record_error(self, path: Path) -> str:
        """Return why a file is no record, judged by its first line; empty if it is one."""
        try:
            read_record_header(path)
        except GameError as error:
            return describe_record_error(error, path)
        return ""

    def _is_open_record(self, path: Path) -> bool:
        player_view = self._services.pages.player_view
        record = None if player_view is None else player_view.record_path
        return record is not None and is_same_file(record, path)

    def _navigate_or_ask(self, route: Route, question: str, yes_label: str) -> bool:
        """Navigate, or ask first where that leaves a match; return True if that was possible."""
        pages = self._services.pages
        if pages.is_shared:
            leave_first = tr("Leave the table with friends first.")
            self._services.notifications.show_sentence(f"{question} {leave_first}")
            return False
        if not pages.is_played or pages.player_view is None or pages.player_view.is_over:
            close_dialogs()
            return self._services.navigate(route)
        self._ask_to_leave_match(route, question, yes_label)
        return True

    def _ask_to_leave_match(self, route: Route, question: str, yes_label: str) -> None:
        pages = self._services.pages

        def leave_match() -> None:
            close_dialogs()
            if pages.current is not None:
                pages.current.leave_guard = None  # this has just been asked
            self._services.navigate(route)

        close_dialogs(
            REQUEST_DIALOG_NAME
        )  # a newer request replaces the question about the older one
        dialog_parent = QApplication.activeModalWidget() or self._window
        match, at_stake = pages.match, "" if pages.current is None else pages.current.loss_warning
        if at_stake:
            detail = at_stake
        elif match is not None and match.file.error is not None:
            detail = tr("The match on the table could not be written down and would be lost.")
        else:
            detail = tr("The match on the table is saved; you can continue it later.")
        dialog = ConfirmationDialog(dialog_parent, question, detail, yes_label, tr("&Keep playing"))
        dialog.setObjectName(REQUEST_DIALOG_NAME)
        dialog.confirmed.connect(leave_match)
        dialog.open()


REQUEST_TIMEOUT_MS: Final = 2000
"""Time within which a connection must send its request (ms)."""
MAX_CONNECTIONS: Final = 32


class IpcRequest(QObject):
    """A connection of a second start, and its request."""

    request_received = Signal()
    """Emitted once the request has been read and is valid."""

    def __init__(self, connection: socket, proof: str, parent: QObject) -> None:
        super().__init__(parent)
        self._connection, self._proof, self._deadline = (
            connection,
            proof,
            monotonic() + WINDOW_ANSWER_TIMEOUT_S,
        )
        self._buffer, self._is_closed = b"", False
        connection.setblocking(False)
        self._notifier = QSocketNotifier(connection.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_read)
        # Drop connections that send nothing.
        self._timeout = QTimer(self, singleShot=True, interval=REQUEST_TIMEOUT_MS)
        self._timeout.timeout.connect(self.close)
        self._timeout.start()

    @property
    def is_waiting(self) -> bool:
        """True while the second start still waits; otherwise nothing must be done for it."""
        if self._is_closed or monotonic() > self._deadline:
            return False
        try:  # it may have gone while this program was blocked
            return self._connection.recv(1, MSG_PEEK) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False

    def send_outcome(self, outcome: SecondStartOutcome) -> None:
        with suppress(OSError):  # it may have gone
            self._connection.send(f"{outcome.value}\n".encode())
        self.close()

    def close(self) -> None:
        """Close the connection; an unanswered second start notices that and tries again."""
        if not self._is_closed:
            self._is_closed = True
            self._timeout.stop()
            self._notifier.setEnabled(False)
            self._connection.close()
            self.deleteLater()

    def _on_read(self) -> None:
        try:
            data = self._connection.recv(MAX_REQUEST_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._buffer += data
        if not data or len(self._buffer) > MAX_REQUEST_BYTES or not self._timeout.isActive():
            self.close()  # closed by the other side, or not our protocol: ignored either way
        elif self._buffer.endswith(b"\n"):
            self._timeout.stop()
            self._parse_request()

    def _parse_request(self) -> None:
        try:
            message = decode_launch_request(self._buffer)
            self.request, self.activation = to_play_request(message), message.activation
        except ValueError:
            self.close()
            return
        if not compare_digest(message.proof.encode(), self._proof.encode()):
            self.close()
        elif message.greenbaize != __version__:
            self.send_outcome(SecondStartOutcome.OTHER_VERSION)
        elif not set(message.screens).intersection(list_screens(os.environ)):
            self.send_outcome(SecondStartOutcome.SEPARATE)
        else:
            self.request_received.emit()


class InstanceServer(QObject):
    """Server that accepts second starts until it is closed."""

    request_received = Signal()
    """Emitted when a request can be taken."""

    def __init__(self, listener: InstanceListener, parent: QObject) -> None:
        super().__init__(parent)
        self._listener = listener
        self._requests: deque[IpcRequest] = deque()
        listener.socket.setblocking(False)
        file = listener.socket.fileno()
        self._notifier = QSocketNotifier(file, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_connection)

    def next_request(self) -> IpcRequest | None:
        while self._requests:
            request = self._requests.popleft()
            if request.is_waiting:
                return request
        return None

    def close(self) -> None:
        self._notifier.setEnabled(False)
        self._listener.close()
        for request in self.findChildren(IpcRequest):
            request.close()

    def _on_connection(self) -> None:
        try:
            connection, _ = self._listener.socket.accept()
        except OSError:
            return  # the client has gone, or too many files are open, possibly only for a moment
        if len(self.findChildren(IpcRequest)) >= MAX_CONNECTIONS:
            connection.close()
            return
        request = IpcRequest(connection, self._listener.proof, self)
        request.request_received.connect(lambda: self._on_request(request))

    def _on_request(self, request: IpcRequest) -> None:
        self._requests.append(request)
        self.request_received.emit()
