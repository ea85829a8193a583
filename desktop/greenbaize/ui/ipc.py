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
from greenbaize.app.instance_lock import Listening, Outcome, listen, take_lock
from greenbaize.app.second_start import ANSWERING_S, LONGEST_REQUEST, heard, request_of, screens
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.unfinished import header_of
from greenbaize.rules.errors import GameError
from greenbaize.store.files import HeldFile, same_file
from greenbaize.ui.shell.navigation import Begin, OpenFile, OpenRecord
from greenbaize.ui.shell.notifications import ReadingBar
from greenbaize.ui.shell.pages import Destination
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.ui.widgets.texts import fault_text
from greenbaize.ui.widgets.window_geometry import AGAIN_MS, come_forward, put_dialogs_away
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_words

QUESTION: Final = "a request"
"""Object name of the dialog that asks whether to leave the match for a request."""


class IpcController(QObject):
    """Controller that does in the window what a second start asks for, once it has been painted.

    It never leaves a running match without asking. If another program is the first instance, or
    none is, this one takes over as soon as that lock is free and its window is activated. ``lock``
    is the lock of the first instance, if this is it; it is released at the end.
    """

    _asked = Signal()

    def __init__(self, services: Services, lock: HeldFile | None, *, alone: bool = False) -> None:
        super().__init__(services.window)
        self._lock = lock
        self._server: InstanceServer | None = None
        self._alone = alone
        self._ready = self._closed = False
        self._files: list[Path] = []
        self._asked.connect(self._on_asked, Qt.ConnectionType.QueuedConnection)
        self.follow(services)

    def follow(self, services: Services) -> None:
        """Serve requests in the window of these services from now on."""
        self._services, self._window = services, services.window
        self.setParent(services.window)
        services.navigator.register(OpenFile, lambda to: self.open_file(str(to.path)))

    def close(self) -> None:
        self._closed = True
        if self._server is not None:
            self._server.close()
        if self._lock is not None:
            self._lock.let_go()

    def begin(self) -> None:
        """Handle requests from now on; the window has been painted."""
        self._ready = True
        self._listen()
        if not self._alone:
            application = QApplication.instance()
            assert isinstance(application, QApplication)
            application.applicationStateChanged.connect(self._on_state)
        self._on_asked()

    def _on_state(self, state: Qt.ApplicationState) -> None:
        """Become the first instance if there is none."""
        if state is not Qt.ApplicationState.ApplicationActive or self._lock or self._closed:
            return
        with suppress(OSError):
            self._lock = take_lock()
        self._listen()

    def _listen(self) -> None:
        if self._lock is None or self._server is not None:
            return
        listening = listen(self._lock)
        if listening is not None:
            self._server = InstanceServer(listening, self)
            self._server.asked.connect(self._asked)

    # Requests

    def open_file(self, path: str) -> None:
        self._files.append(Path(path))
        self._on_asked()

    def _on_asked(self) -> None:
        # A closed window does not come back; the second start opens its own.
        if not self._ready or self._closed or not self._window.isVisible():
            return
        if ReadingBar.open:
            QTimer.singleShot(AGAIN_MS, self, self._on_asked)
            return
        request = None if self._server is None else self._server.next_request()
        if request is None and not self._files:
            return
        self._asked.emit()  # there may be more
        if request is None:
            self._do(PlayRequest(record=self._files.pop(0)))
            return
        shown = False
        try:
            come_forward(self._window, request.activation)
            shown = self._do(request.request)
        finally:
            request.answer(Outcome.SHOWN if shown else Outcome.NOT_DONE)

    def _do(self, request: PlayRequest) -> bool:
        """Execute a request or ask first; return False if it fails, which has then been shown."""
        path = request.record
        if path is not None:
            fault = self._fault_of(path)
            if fault:
                self._services.notifications.tell(fault)
                return False
            return self._is_on_table(path) or self._offer(
                OpenRecord(path, request.seat),
                tr("Open {file}?").format(file=shown_words(path.name)),
                tr("&Open it"),
            )
        if request.game is not None:
            return self._offer(Begin(request), tr("Begin another match?"), tr("&Begin another"))
        return True

    def _fault_of(self, path: Path) -> str:
        """Return why a file is no record, judged by its first line; empty if it is one."""
        try:
            header_of(path)
        except GameError as error:
            return fault_text(error, path)
        return ""

    def _is_on_table(self, path: Path) -> bool:
        place = self._services.pages.place
        record = None if place is None else place.record
        return record is not None and same_file(record, path)

    def _offer(self, act: Destination, question: str, yes: str) -> bool:
        """Navigate, or ask first where that leaves a match; return True if that was possible."""
        pages = self._services.pages
        if pages.shared:
            first = tr("Leave the table with friends first.")
            self._services.notifications.tell(f"{question} {first}")
            return False
        if not pages.played or pages.place is None or pages.place.over:
            put_dialogs_away()
            return self._services.go(act)
        self._ask(act, question, yes)
        return True

    def _ask(self, act: Destination, question: str, yes: str) -> None:
        pages = self._services.pages

        def leave() -> None:
            put_dialogs_away()
            if pages.current is not None:
                pages.current.asks = None  # this has just been asked
            self._services.go(act)

        put_dialogs_away(QUESTION)  # a newer request replaces the question about the older one
        over = QApplication.activeModalWidget() or self._window
        match, at_stake = pages.match, "" if pages.current is None else pages.current.at_stake
        if at_stake:
            more = at_stake
        elif match is not None and match.file.trouble is not None:
            more = tr("The match on the table could not be written down and would be lost.")
        else:
            more = tr("The match on the table is saved; you can continue it later.")
        dialog = Confirmation(over, question, more, yes, tr("&Keep playing"))
        dialog.setObjectName(QUESTION)
        dialog.confirmed.connect(leave)
        dialog.open()


ASKING_MS: Final = 2000
"""Time within which a connection must send its request (ms)."""
MOST_CONNECTIONS: Final = 32


class IpcRequest(QObject):
    """A connection of a second start, and its request."""

    heard = Signal()
    """Emitted once the request has been read and is valid."""

    def __init__(self, connection: socket, proof: str, parent: QObject) -> None:
        super().__init__(parent)
        self._connection, self._proof, self._end = connection, proof, monotonic() + ANSWERING_S
        self._line, self._gone = b"", False
        connection.setblocking(False)
        self._notifier = QSocketNotifier(connection.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_read)
        # Drop connections that send nothing.
        self._patience = QTimer(self, singleShot=True, interval=ASKING_MS)
        self._patience.timeout.connect(self.close)
        self._patience.start()

    @property
    def waits(self) -> bool:
        """True while the second start still waits; otherwise nothing must be done for it."""
        if self._gone or monotonic() > self._end:
            return False
        try:  # it may have gone while this program was blocked
            return self._connection.recv(1, MSG_PEEK) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False

    def answer(self, outcome: Outcome) -> None:
        with suppress(OSError):  # it may have gone
            self._connection.send(f"{outcome.value}\n".encode())
        self.close()

    def close(self) -> None:
        """Close the connection; an unanswered second start notices that and tries again."""
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
            self.close()  # closed by the other side, or not our protocol: ignored either way
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
    """Server that accepts second starts until it is closed."""

    asked = Signal()
    """Emitted when a request can be taken."""

    def __init__(self, listening: Listening, parent: QObject) -> None:
        super().__init__(parent)
        self._listening = listening
        self._requests: deque[IpcRequest] = deque()
        listening.socket.setblocking(False)
        file = listening.socket.fileno()
        self._notifier = QSocketNotifier(file, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_connection)

    def next_request(self) -> IpcRequest | None:
        while self._requests:
            request = self._requests.popleft()
            if request.waits:
                return request
        return None

    def close(self) -> None:
        self._notifier.setEnabled(False)
        self._listening.close()
        for request in self.findChildren(IpcRequest):
            request.close()

    def _on_connection(self) -> None:
        try:
            connection, _ = self._listening.socket.accept()
        except OSError:
            return  # the client has gone, or too many files are open, possibly only for a moment
        if len(self.findChildren(IpcRequest)) >= MOST_CONNECTIONS:
            connection.close()
            return
        request = IpcRequest(connection, self._listening.proof, self)
        request.heard.connect(lambda: self._on_heard(request))

    def _on_heard(self, request: IpcRequest) -> None:
        self._requests.append(request)
        self.asked.emit()
