"""One window of the program: how it is opened, and rebuilt for another language."""

import sys
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.resources import resources
from greenbaize.store import folders
from greenbaize.store.files import HeldFile
from greenbaize.store.settings import Settings
from greenbaize.ui.features.start.start_screen import StartScreen
from greenbaize.ui.main import Features, make_ipc, make_services
from greenbaize.ui.shell.navigation import OpenRecord
from greenbaize.ui.shell.pages import Destination, Page
from greenbaize.ui.shell.window import MainWindow
from greenbaize.ui.widgets.texts import speak, wanted
from greenbaize.ui.widgets.window_geometry import first_text_size, put_dialogs_away
from greenbaize.words.catalogue import spoken_language, tr

if TYPE_CHECKING:
    from greenbaize.match.header import Games
    from greenbaize.ui.ipc import IpcController

Hook = Callable[[type[BaseException], BaseException, TracebackType | None], None]


def load_settings() -> Settings:
    """Load the settings, once: messages about their file are shown by the window that has them."""
    settings = Settings.load()
    if not settings.is_kept:
        settings.text_size = first_text_size(QApplication.primaryScreen().size())
    return settings


class Program(QObject):
    """One window with its services and features; ``settings`` default to those of the file.

    ``separate_processes``: computer players run in processes of their own, so that none of them
    blocks the window.
    """

    opened = Signal()
    """Emitted when the window has been painted and has opened what was requested."""
    language_wished = Signal()
    """Emitted when the settings ask for another language; the window must be rebuilt."""

    def __init__(
        self,
        request: PlayRequest,
        games: "Games",
        *,
        apart: bool = True,
        settings: Settings | None = None,
    ) -> None:
        window = MainWindow()
        super().__init__(window)
        self.window = window
        now = load_settings() if settings is None else settings
        services = self.services = make_services(window, request, games, now, apart=apart)
        self.features = Features(services, window)
        window.painted.connect(self._on_painted)
        services.settings.changed.connect(self.see_language)
        services.pages.showing.connect(self._on_page_showing)
        self.features.start_screen.show_lobby()
        window.take_place()

    def _on_page_showing(self, page: Page) -> None:
        if isinstance(page, StartScreen):
            self.see_language()

    # Opening

    def start(self) -> None:
        """Open what was requested, once the table has been painted."""
        start = self.features.start_screen
        assert start.lobby is not None
        if self._begins_with_choices and not folders.has_records():
            start.offer()  # nothing has to be read, so the first paint is already complete
        self.window.await_paint(start.lobby)

    @property
    def _begins_with_choices(self) -> bool:
        request = self.services.request
        return request.record is None and request.game is None and not request.watch

    def _on_painted(self) -> None:
        try:
            self._begin()
        finally:
            self.opened.emit()

    def _begin(self) -> None:
        services, request = self.services, self.services.request
        features = self.features
        features.start_screen.painted = True
        features.system.changed.connect(self._on_wishes)
        features.sound.make_button()
        services.history.begin()
        services.settings.tell(services.settings.now.news())
        QApplication.setWindowIcon(QIcon(str(resources() / "icons" / "greenbaize-256.png")))
        if request.programs:
            # A resumed match needs them again.
            services.settings.now.programs.update(request.programs)
            services.settings.save()
        if request.record is not None:
            features.start_screen.offer()
            services.go(OpenRecord(request.record, request.seat))
        elif not self._begins_with_choices:
            features.launcher.begin_usual(request.seed, as_set_up=request.game is None)
        else:
            features.start_screen.complete_offer()
            features.preloader.begin()

    def _on_wishes(self) -> None:
        settings = self.services.settings
        settings.system_still = self.features.system.still
        settings.changed.emit()

    def tell_error(self, error: BaseException) -> None:
        page = self.services.pages.current
        act = tr("Go on") if page is not None and page.played else ""
        self.services.notifications.tell_error(error, act)

    # Another language

    def see_language(self) -> None:
        """Request a rebuild of the window if the settings ask for another language."""
        wish = self.services.settings.now.language
        if not self.services.speaks_later and wanted(wish) != spoken_language():
            # Finish handling the current click first.
            QTimer.singleShot(0, self, self.language_wished.emit)

    @property
    def request_anew(self) -> PlayRequest:
        """The request for the window that replaces this one."""
        asked = self.services.request
        return PlayRequest(speed=asked.speed, sandbox=asked.sandbox, new_window=asked.new_window)

    def leave_for_another(self) -> None:
        """Release what the window that replaces this one needs."""
        self.window.remember_place()
        self.services.settings.save()
        self.services.pages.leave()
        self.window.leave_place()


def error_hook(program: Program) -> Hook:
    """Return an ``excepthook`` that shows unexpected errors in the window as a sentence."""

    def on_error(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        program.tell_error(error.with_traceback(trace))

    return on_error


def open_at(program: Program) -> list[Destination]:
    """Return the routes of all that a window shows, to show them in another."""
    services = program.services
    page = services.pages.current
    way = None if page is None else page.way_back
    beside = [one for each in services.navigator.open for one in each()]
    return beside if way is None else [way, *beside]


class WindowRenewal(QObject):
    """Owner of the current window: rebuilds it for another language and serves outside requests.

    ``lock`` is the lock of the first instance, if this is it; it is released at the end.
    """

    def __init__(self, program: Program, lock: HeldFile | None) -> None:
        super().__init__()
        self.program = program
        """The current window, with its features."""
        self.ipc: IpcController | None = None
        """The controller of other starts of the program, once the window has been painted."""
        self._lock = lock
        self._files: list[str] = []
        program.opened.connect(self._on_opened)
        program.language_wished.connect(self.renew)

    def _on_opened(self) -> None:
        services = self.program.services
        self.ipc = make_ipc(services, self._lock, alone=services.request.alone)
        for path in self._files:
            self.ipc.open_file(path)
        self.ipc.begin()

    def open_file(self, path: str) -> None:
        if self.ipc is None:
            self._files.append(path)
        else:
            self.ipc.open_file(path)

    def close(self) -> None:
        if self.ipc is not None:
            self.ipc.close()
        elif self._lock is not None:
            self._lock.let_go()

    def renew(self) -> None:
        old = self.program
        if not old.window.isVisible() or old.services.speaks_later:
            return
        shown, services = open_at(old), old.services
        page = services.pages.current
        progress = None if page is None else page.progress
        put_dialogs_away()
        old.leave_for_another()
        settings = services.settings.now
        speak(settings.language)
        apart = services.launcher.apart
        new = Program(old.request_anew, services.games, apart=apart, settings=settings)
        self.program = new
        new.window.setGeometry(old.window.geometry())
        new.services.setup.table = services.setup.table
        new.services.persons.next = services.persons.next
        new.language_wished.connect(self.renew)
        if self.ipc is not None:
            self.ipc.follow(new.services)
        sys.excepthook = error_hook(new)
        # Close the old window only when the new one is shown, or Qt would quit.
        new.window.setWindowState(old.window.windowState())
        new.window.show()
        new.window.after_first_paint()
        if progress is not None:
            new.features.launcher.progress = progress
        for destination in shown:
            new.services.go(destination)
        if progress is not None:
            new.features.launcher.progress = None
        new.services.speech.go_on_from(services.speech)
        services.notifications.repeat_on(new.services.notifications)
        old.language_wished.disconnect(self.renew)
        old.window.close_now()
        before, now = services.troubles, new.services.troubles
        now.unwritten, now.losses = before.unwritten, before.losses
        old.window.deleteLater()
