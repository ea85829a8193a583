"""The services that every feature of the window receives."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from threading import Event
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.shell.actions import ActionRegistry
from greenbaize.ui.shell.navigation import Navigator
from greenbaize.ui.shell.notifications import NotificationService
from greenbaize.ui.shell.pages import PageController, Route
from greenbaize.ui.shell.persons import PersonService
from greenbaize.ui.shell.settings import NextTableSetup, SettingsService, ThemeService
from greenbaize.ui.sound.sound_service import SoundService
from greenbaize.ui.speech.speech_service import SpeechService

if TYPE_CHECKING:
    from greenbaize.app.seats.bot_launcher import BotLauncher
    from greenbaize.match.header import GamesByName
    from greenbaize.ui.shell.history_updater import HistoryUpdater


class DialogService:
    """Service that opens dialogs, which are deleted when they close."""

    def __init__(self) -> None:
        self.last_dialog: Any = None
        """The dialog opened last."""

    def open_dialog(self, dialog: Any) -> None:
        self.last_dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


class LauncherService:
    """Source of launchers for computer players, run in processes of their own or in this one."""

    def __init__(
        self,
        settings: SettingsService,
        request: PlayRequest,
        make_launcher: "Callable[[bool, dict[str, str], bool, Event], BotLauncher]",
        *,
        separate_processes: bool,
    ) -> None:
        self._settings, self._request, self._make_launcher, self.separate_processes = (
            settings,
            request,
            make_launcher,
            separate_processes,
        )
        self._start_allowed = Event()

    @property
    def next_launcher(self) -> "BotLauncher":
        """A new launcher for the players of the next match; they start after ``allow_start``."""
        settings, self._start_allowed = self._settings.current, Event()
        sandbox = self._request.sandbox or settings.sandbox
        return self._make_launcher(
            self.separate_processes, settings.programs, sandbox, self._start_allowed
        )

    def allow_start(self) -> None:
        """Allow players to start as processes: several at once would delay the first paint."""
        self._start_allowed.set()


FIRST_SYNC_DELAY_MS: Final = 1000
"""Delay before the first history scan (ms), so that more urgent work comes first."""


class HistoryService:
    """The database of matches, kept in sync with the records by an updater."""

    def __init__(self, make_updater: "Callable[[], HistoryUpdater]") -> None:
        self._make_updater = make_updater

    @cached_property
    def updater(self) -> "HistoryUpdater":
        """The updater of the database; it is not needed for the first paint."""
        return self._make_updater()

    @property
    def loaded_updater(self) -> "HistoryUpdater | None":
        return vars(self).get("updater")

    def start(self) -> None:
        self.updater.schedule_sync(FIRST_SYNC_DELAY_MS)

    def sync(self) -> None:
        if self.loaded_updater is not None:
            self.loaded_updater.start_sync()

    def close(self) -> None:
        if self.loaded_updater is not None:
            self.loaded_updater.close()


@dataclass(slots=True)
class ErrorLog:
    """Errors of matches, as sentences, for those who were not at the window.

    ``last_error`` concerns a file; ``unsaved`` holds those of records left incomplete and of
    settings not saved; ``lost_programs`` those of programs that have lost their seats.
    """

    last_error: str = ""
    unsaved: list[str] = field(default_factory=list)
    lost_programs: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one window.

    ``window`` serves only as the parent of dialogs and overlays. ``request`` is what the command
    line asked for, ``setup`` the table for the next match.
    """

    window: QMainWindow
    request: PlayRequest
    games: "GamesByName"
    settings: SettingsService
    theme: ThemeService
    pages: PageController
    actions: ActionRegistry
    navigator: Navigator
    notifications: NotificationService
    dialogs: DialogService
    setup: NextTableSetup
    persons: PersonService
    sound: SoundService
    speech: SpeechService
    history: HistoryService
    launcher: LauncherService
    errors: ErrorLog = field(default_factory=ErrorLog)

    @property
    def defers_language(self) -> bool:
        """True if a new language takes effect only once the table has been left."""
        return not self.pages.is_renewable or self.request.is_without_person

    def navigate(self, route: Route) -> bool:
        return self.navigator.navigate_or_notify(route)
