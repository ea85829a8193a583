"""What reaches the window from outside: other starts of the program, and files from the desktop."""

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from greenbaize.app.instance_lock import Outcome, listen, take_lock
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.errors import GameError
from greenbaize.store.held_file import HeldFile
from greenbaize.ui.reading_bar import ReadingBar
from greenbaize.ui.shell.navigation import Begin, OpenFile, OpenRecord
from greenbaize.ui.shell.pages import Destination
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_words

if TYPE_CHECKING:
    from greenbaize.ui.instance_server import InstanceServer

AGAIN_MS: Final = 100
"""After how long it is looked again whether a record has been read, or the window is active."""
QUESTION: Final = "a call"
"""The name of the question whether something is to be left for a call."""
ACTIVATION: Final = "XDG_ACTIVATION_TOKEN"
"""In which Wayland's desktops hand over the right to come forward, and Qt looks for it."""


class Calls(QObject):
    """Does in the window what a second start was asked for, once the window has been painted.

    Nothing that is being played is left for it without asking. Where another program is the first,
    or nobody, this one is it when that is gone and somebody comes to this window.

    Args:
        services: the window's services.
        lock: that of the first program, if this is it; it is let go at the end.
        alone: whether the window has nothing to do with others.
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
        """Do from now on in a window what is asked for."""
        self._services, self._window = services, services.window
        self.setParent(services.window)
        services.navigator.register(OpenFile, lambda to: self.open_file(str(to.path)))

    def close(self) -> None:
        """Be asked no more."""
        self._closed = True
        if self._server is not None:
            self._server.close()
        if self._lock is not None:
            self._lock.let_go()

    def begin(self) -> None:
        """Do what is asked for, now that the window has been painted."""
        self._ready = True
        self._listen()
        if not self._alone:
            application = QApplication.instance()
            assert isinstance(application, QApplication)
            application.applicationStateChanged.connect(self._on_state)
        self._on_asked()

    def _on_state(self, state: Qt.ApplicationState) -> None:
        """Be the first program now, if there is no other."""
        if state is not Qt.ApplicationState.ApplicationActive or self._lock or self._closed:
            return
        with suppress(OSError):
            self._lock = take_lock()
        self._listen()

    def _listen(self) -> None:
        """Hear other starts, where this is the first program."""
        if self._lock is None or self._server is not None:
            return
        listening = listen(self._lock)
        if listening is not None:
            from greenbaize.ui.instance_server import InstanceServer  # noqa: PLC0415  (has time)

            self._server = InstanceServer(listening, self)
            self._server.asked.connect(self._asked)

    # What is asked for

    def open_file(self, path: str) -> None:
        """Open a record as the desktop asks for it."""
        self._files.append(Path(path))
        self._on_asked()

    def _on_asked(self) -> None:
        # A window that has been closed does not come back; whoever waits opens one.
        if not self._ready or self._closed or not self._window.isVisible():
            return
        if ReadingBar.open:
            QTimer.singleShot(AGAIN_MS, self, self._on_asked)
            return
        call = None if self._server is None else self._server.next_call()
        if call is None and not self._files:
            return
        self._asked.emit()  # there may be more
        if call is None:
            self._do(PlayRequest(record=self._files.pop(0)))
            return
        shown = False
        try:
            come_forward(self._window, call.activation)
            shown = self._do(call.request)
        finally:
            call.answer(Outcome.SHOWN if shown else Outcome.NOT_DONE)

    def _do(self, request: PlayRequest) -> bool:
        """Do it, or ask whether it is to be done; False if it cannot be, which has been told."""
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
        """Why a file is no record, as its first line says, or nothing."""
        from greenbaize.app.tables.unfinished import header_of  # noqa: PLC0415  (for a call only)
        from greenbaize.ui.faults import fault_text  # noqa: PLC0415

        try:
            header_of(path)
        except GameError as error:
            return fault_text(error, path)
        return ""

    def _is_on_table(self, path: Path) -> bool:
        from greenbaize.store.whole_files import same_file  # noqa: PLC0415  (for a call only)

        table = self._services.pages.table
        record = None if table is None else table.place.record
        return record is not None and same_file(record, path)

    def _offer(self, act: Destination, question: str, yes: str) -> bool:
        """Go somewhere that takes the place of what is on the table; ask, if that is a match.

        Returns:
            Whether it has been done or asked.
        """
        pages = self._services.pages
        if pages.shared:
            first = tr("Leave the table with friends first.")
            self._services.notifications.tell(f"{question} {first}")
            return False
        table = pages.table
        if table is None or not table.played or table.place.over:
            put_dialogs_away()
            return self._services.go(act)
        self._ask(act, question, yes)
        return True

    def _ask(self, act: Destination, question: str, yes: str) -> None:
        from greenbaize.ui.dialogs.dialog import Confirmation  # noqa: PLC0415  (for a call only)

        pages = self._services.pages

        def leave() -> None:
            put_dialogs_away()
            if pages.current is not None:
                pages.current.asks = None  # that has been asked
            self._services.go(act)

        put_dialogs_away(QUESTION)  # what was asked for before is not what is wanted now
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


def put_dialogs_away(name: str = "") -> None:
    """Close the dialogs that are open, or those of a name, as if Esc were pressed in each."""
    for one in QApplication.topLevelWidgets():
        if not isinstance(one, QDialog) or name not in ("", one.objectName()):
            continue
        if one.isModal() and one.isVisible():
            one.reject()


def come_forward(window: QWidget, activation: str = "") -> None:
    """Bring a window before all others, for a person who has just asked for it.

    Args:
        window: the window.
        activation: what a Wayland desktop has given for that.
    """
    if activation:
        os.environ[ACTIVATION] = activation
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.raise_()
    window.activateWindow()
    if activation:
        # Qt has used it up, and programs that are started later have no right to it.
        os.environ.pop(ACTIVATION, None)
    QTimer.singleShot(AGAIN_MS, window, lambda: _activate_again(window))


def _activate_again(window: QWidget) -> None:
    """Ask again: X tells Qt the time only with what happens, and for an old time windows stay."""
    if not window.isActiveWindow() and QApplication.activeModalWidget() is None:
        window.activateWindow()
