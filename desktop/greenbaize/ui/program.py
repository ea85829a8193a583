"""One window of the program: how it is opened, and made anew for another language."""

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
    """Load the settings, once: what is to be told of their file goes to whoever has them."""
    settings = Settings.load()
    if not settings.is_kept:
        settings.text_size = first_text_size(QApplication.primaryScreen().size())
    return settings


class Program(QObject):
    """One window of the program, with its features; the settings are by default the file's.

    ``apart``: computer players are programs of their own, so that none holds it up.
    """

    opened = Signal()
    """The window has been painted, and has begun what it was opened for."""
    language_wished = Signal()
    """Another language than the one spoken is wished for; the window is to be made anew."""

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

    # Beginning

    def start(self) -> None:
        """Begin what was asked for, once the table has been painted."""
        start = self.features.start_screen
        assert start.lobby is not None
        if self._begins_with_choices and not folders.has_records():
            start.offer()  # nothing has to be read, and so the first paint shows all there is
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
            # A match that is resumed needs them again.
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
        """Have the window made anew if another language is wished for than the one spoken."""
        wish = self.services.settings.now.language
        if not self.services.speaks_later and wanted(wish) != spoken_language():
            # Not before what was clicked has been done with.
            QTimer.singleShot(0, self, self.language_wished.emit)

    @property
    def request_anew(self) -> PlayRequest:
        """What a window is opened for that takes this one's place."""
        asked = self.services.request
        return PlayRequest(speed=asked.speed, sandbox=asked.sandbox, new_window=asked.new_window)

    def leave_for_another(self) -> None:
        """Let go of what another window needs that takes this one's place."""
        self.window.remember_place()
        self.services.settings.save()
        self.services.pages.leave()
        self.window.leave_place()


def error_hook(program: Program) -> Hook:
    """What Python is to do with an error nobody expected: let the window say a sentence."""

    def on_error(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        program.tell_error(error.with_traceback(trace))

    return on_error


def open_at(program: Program) -> list[Destination]:
    """What a window shows, to be shown in another."""
    services = program.services
    page = services.pages.current
    way = None if page is None else page.way_back
    beside = [one for each in services.navigator.open for one in each()]
    return beside if way is None else [way, *beside]


class WindowRenewal(QObject):
    """The window there is, made anew for another language, and what reaches it from outside.

    ``lock`` is that of the first program, if this is it; it is let go at the end.
    """

    def __init__(self, program: Program, lock: HeldFile | None) -> None:
        super().__init__()
        self.program = program
        """The window there is now, with its features."""
        self.ipc: IpcController | None = None
        """Hears other starts of the program, once the window has been painted."""
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
        # The old one goes when the new one stands, or the program would be over.
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
