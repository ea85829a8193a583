"""One window of the program: how it is opened, and rebuilt for another language."""

import sys
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.resources import resources_folder
from greenbaize.rules.errors import FileError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.files import check_writable_folder
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.start.start_screen import StartScreen
from greenbaize.ui.instance_lock import InstanceLock
from greenbaize.ui.main import Features, make_ipc, make_services
from greenbaize.ui.shell.navigation import PlayChallengeRoute, RecordRoute
from greenbaize.ui.shell.pages import Route, WindowPage
from greenbaize.ui.shell.window import MainWindow
from greenbaize.ui.widgets.localized_texts import resolve_window_language, set_window_language
from greenbaize.ui.widgets.window_geometry import close_dialogs, initial_text_scale
from greenbaize.words.catalogue import current_language, tr
from greenbaize.words.speaker import Speaker

if TYPE_CHECKING:
    from greenbaize.match.header import GamesByName
    from greenbaize.ui.ipc import IpcController

COACH_DELAY_MS = 10_000
"""Delay after the first paint before matches are reviewed in the background (ms)."""

ErrorHook = Callable[[type[BaseException], BaseException, TracebackType | None], None]


def load_settings() -> UserSettings:
    """Load the settings, once: messages about their file are shown by the window that has them."""
    settings = UserSettings.load()
    if not settings.has_file:
        settings.text_size = initial_text_scale(QApplication.primaryScreen().size())
    return settings


def find_storage_fault() -> Message | None:
    """Return what keeps matches or settings from being saved, or None."""
    try:
        for folder in (folders.matches_folder(), folders.settings_path().parent):
            check_writable_folder(folder)
    except FileError as error:
        return Message("nothing-saved", {"reason": Speaker().format_message(error.message)})
    return None


class WindowSession(QObject):
    """One window with its services and features; ``settings`` default to those of the file.

    ``separate_processes``: computer players run in processes of their own, so that none of them
    blocks the window.
    """

    opened = Signal()
    """Emitted when the window has been painted and has opened what was requested."""
    language_change_requested = Signal()
    """Emitted when the settings ask for another language; the window must be rebuilt."""

    def __init__(
        self,
        request: PlayRequest,
        games: "GamesByName",
        *,
        separate_processes: bool = True,
        settings: UserSettings | None = None,
    ) -> None:
        window = MainWindow()
        super().__init__(window)
        self.window = window
        current_settings = load_settings() if settings is None else settings
        services = self.services = make_services(
            window, request, games, current_settings, separate_processes=separate_processes
        )
        self.features = Features(services, window)
        window.first_painted.connect(self._on_painted)
        services.settings.changed.connect(self.check_language)
        services.pages.page_showing.connect(self._on_page_showing)
        self.features.start_screen.show_start_screen()
        window.restore_window_geometry()

    def _on_page_showing(self, page: WindowPage) -> None:
        if isinstance(page, StartScreen):
            self.check_language()

    # Opening

    def open_request(self) -> None:
        """Open what was requested, once the table has been painted."""
        start = self.features.start_screen
        assert start.start_screen is not None
        if self._opens_start_menu and not folders.has_records():
            start.fill_menu()  # nothing has to be read, so the first paint is already complete
        self.window.watch_first_paint(start.start_screen)

    @property
    def _opens_start_menu(self) -> bool:
        request = self.services.request
        return (
            request.record is None
            and request.game is None
            and not request.watch
            and not request.challenge
        )

    def _on_painted(self) -> None:
        try:
            self._open_requested_page()
        finally:
            self.opened.emit()

    def _open_requested_page(self) -> None:
        services, request = self.services, self.services.request
        features = self.features
        features.start_screen.is_painted = True
        features.system_preferences.changed.connect(self._on_system_preferences_changed)
        features.sound_menu.make_button()
        services.history.start()
        QTimer.singleShot(COACH_DELAY_MS, self.window, features.start_coach)
        services.settings.report_message(
            find_storage_fault() or services.settings.current.next_notice()
        )
        QApplication.setWindowIcon(QIcon(str(resources_folder() / "icons" / "greenbaize-256.png")))
        if request.programs:
            # A resumed match needs them again.
            services.settings.current.programs.update(request.programs)
            services.settings.save()
        if request.record is not None:
            features.start_screen.fill_menu()
            services.navigate(RecordRoute(request.record, request.seat))
        elif request.challenge:
            features.start_screen.fill_menu()
            services.navigate(PlayChallengeRoute(request.challenge))
        elif not self._opens_start_menu:
            features.launcher.start_usual_match(request.seed, keep_practice=request.game is None)
        else:
            features.start_screen.complete_menu()
            features.preloader.start()

    def _on_system_preferences_changed(self) -> None:
        settings = self.services.settings
        settings.system_reduced_motion = self.features.system_preferences.reduced_motion
        settings.changed.emit()

    def show_error(self, error: BaseException) -> None:
        page = self.services.pages.current
        action_label = tr("Go on") if page is not None and page.is_played else ""
        self.services.notifications.show_error(error, action_label)

    # Another language

    def check_language(self) -> None:
        """Request a rebuild of the window if the settings ask for another language."""
        language = self.services.settings.current.language
        if (
            not self.services.defers_language
            and resolve_window_language(language) != current_language()
        ):
            # Finish handling the current click first.
            QTimer.singleShot(0, self, self.language_change_requested.emit)

    @property
    def renewal_request(self) -> PlayRequest:
        """The request for the window that replaces this one."""
        request = self.services.request
        return PlayRequest(
            speed=request.speed, sandbox=request.sandbox, new_window=request.new_window
        )

    def release_window(self) -> None:
        """Release what the window that replaces this one needs."""
        self.window.remember_geometry()
        self.services.settings.save()
        self.services.pages.leave_page()


def make_error_hook(session: WindowSession) -> ErrorHook:
    """Return an ``excepthook`` that shows unexpected errors in the window as a sentence."""

    def on_error(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        session.show_error(error.with_traceback(trace))

    return on_error


def list_open_routes(session: WindowSession) -> list[Route]:
    """Return the routes of all that a window shows, to show them in another."""
    services = session.services
    page = services.pages.current
    route = None if page is None else page.restore_route
    window_routes = [
        destination
        for list_routes in services.navigator.open_route_providers
        for destination in list_routes()
    ]
    return window_routes if route is None else [route, *window_routes]


class WindowRenewal(QObject):
    """Owner of the current window: rebuilds it for another language and serves outside requests.

    ``lock`` is the lock of the first instance, if this is it; it is released at the end.
    """

    def __init__(self, session: WindowSession, lock: InstanceLock | None) -> None:
        super().__init__()
        self.session = session
        """The current window, with its features."""
        self.ipc: IpcController | None = None
        """The controller of other starts of the program, once the window has been painted."""
        self._lock = lock
        self._pending_paths: list[str] = []
        session.opened.connect(self._on_opened)
        session.language_change_requested.connect(self.renew_window)

    def _on_opened(self) -> None:
        services = self.session.services
        self.ipc = make_ipc(services, self._lock, alone=services.request.is_without_person)
        for path in self._pending_paths:
            self.ipc.open_file(path)
        self.ipc.start_listening()

    def open_file(self, path: str) -> None:
        if self.ipc is None:
            self._pending_paths.append(path)
        else:
            self.ipc.open_file(path)

    def close(self) -> None:
        if self.ipc is not None:
            self.ipc.close()
        elif self._lock is not None:
            self._lock.unlock()

    def renew_window(self) -> None:
        old = self.session
        if not old.window.isVisible() or old.services.defers_language:
            return
        open_routes, services = list_open_routes(old), old.services
        page = services.pages.current
        progress = None if page is None else page.progress
        close_dialogs()
        old.release_window()
        settings = services.settings.current
        set_window_language(settings.language)
        separate_processes = services.launcher.separate_processes
        new = WindowSession(
            old.renewal_request,
            services.games,
            separate_processes=separate_processes,
            settings=settings,
        )
        self.session = new
        new.window.setGeometry(old.window.geometry())
        new.services.setup.table_setup = services.setup.table_setup
        new.services.persons.next_identity = services.persons.next_identity
        new.language_change_requested.connect(self.renew_window)
        if self.ipc is not None:
            self.ipc.set_services(new.services)
        sys.excepthook = make_error_hook(new)
        # Close the old window only when the new one is shown, or Qt would quit.
        new.window.setWindowState(old.window.windowState())
        new.window.show()
        new.window.on_first_paint()
        if progress is not None:
            new.features.launcher.shown_progress = progress
        for destination in open_routes:
            new.services.navigate(destination)
        if progress is not None:
            new.features.launcher.shown_progress = None
        new.services.speech.copy_log_from(services.speech)
        services.notifications.copy_to(new.services.notifications)
        old.language_change_requested.disconnect(self.renew_window)
        old.window.close_without_asking()
        old_errors, new_errors = services.errors, new.services.errors
        new_errors.unsaved, new_errors.lost_programs = old_errors.unsaved, old_errors.lost_programs
        old.window.deleteLater()
