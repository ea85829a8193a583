"""Requests from outside the window: second starts of the program and files of the desktop."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest, SecondStartOutcome
from greenbaize.app.tables.unfinished_matches import read_record_header
from greenbaize.rules.errors import GameError
from greenbaize.store.files import is_same_file
from greenbaize.ui.instance_lock import InstanceLock, acquire_lock
from greenbaize.ui.instance_server import InstanceServer
from greenbaize.ui.shell.navigation import (
    DroppedFileRoute,
    PlayChallengeRoute,
    RecordRoute,
    RequestedMatchRoute,
)
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

    def __init__(
        self, services: Services, lock: InstanceLock | None, *, alone: bool = False
    ) -> None:
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
            self._lock.unlock()

    def start_listening(self) -> None:
        """Handle requests from now on; the window has been painted."""
        self._is_painted = True
        if self._lock is not None:
            self._start_server()
        if not self._alone:
            application = QApplication.instance()
            assert isinstance(application, QApplication)
            application.applicationStateChanged.connect(self._on_application_state)
            self._on_application_state(application.applicationState())
        self._on_request()

    def _on_application_state(self, state: Qt.ApplicationState) -> None:
        """Become the first instance if there is none."""
        is_active = state is Qt.ApplicationState.ApplicationActive
        if not is_active or self._server is not None or self._is_closed:
            return
        try:
            self._lock = acquire_lock()
        except OSError:
            self._start_server()  # where nobody can hold the lock, the latest window serves
        else:
            if self._lock is not None:
                self._start_server()

    def _start_server(self) -> None:
        self._server = InstanceServer(self)
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
        if request.challenge:
            return self._navigate_or_ask(
                PlayChallengeRoute(request.challenge), tr("Play a challenge?"), tr("&Look at it")
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
