"""The services that every feature of the window receives."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from threading import Event
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.shell.actions import Actions
from greenbaize.ui.shell.navigation import Navigator
from greenbaize.ui.shell.notifications import Notifications
from greenbaize.ui.shell.pages import Destination, Pages
from greenbaize.ui.shell.persons import Persons
from greenbaize.ui.shell.settings import SettingsService, Setup, ThemeService
from greenbaize.ui.sound.sound_service import SoundService
from greenbaize.ui.speech.speaking import Speaking

if TYPE_CHECKING:
    from greenbaize.app.seats.bot_launcher import BotLauncher
    from greenbaize.match.header import Games
    from greenbaize.ui.shell.history_updater import HistoryUpdater


class Dialogs:
    """Service that opens dialogs, which are deleted when they close."""

    def __init__(self) -> None:
        self.last: Any = None
        """The dialog opened last."""

    def open(self, dialog: Any) -> None:
        self.last = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


class LauncherService:
    """Source of launchers for computer players, run in processes of their own or in this one."""

    def __init__(
        self,
        settings: SettingsService,
        request: PlayRequest,
        make: "Callable[[bool, dict[str, str], bool, Event], BotLauncher]",
        *,
        apart: bool,
    ) -> None:
        self._settings, self._request, self._make, self.apart = settings, request, make, apart
        self._held = Event()

    @property
    def now(self) -> "BotLauncher":
        """A new launcher for the players of the next match; they start after ``allow_start``."""
        settings, self._held = self._settings.now, Event()
        sandbox = self._request.sandbox or settings.sandbox
        return self._make(self.apart, settings.programs, sandbox, self._held)

    def let_start(self) -> None:
        """Allow players to start as processes: several at once would delay the first paint."""
        self._held.set()


FIRST_LOOK_MS: Final = 1000
"""Delay before the first history scan (ms), so that more urgent work comes first."""


class HistoryService:
    """The database of matches, kept in sync with the records by an updater."""

    def __init__(self, make: "Callable[[], HistoryUpdater]") -> None:
        self._make = make

    @cached_property
    def updater(self) -> "HistoryUpdater":
        """The updater of the database; it is not needed for the first paint."""
        return self._make()

    @property
    def made(self) -> "HistoryUpdater | None":
        return vars(self).get("updater")

    def begin(self) -> None:
        self.updater.look_in(FIRST_LOOK_MS)

    def look(self) -> None:
        if self.made is not None:
            self.made.look()

    def close(self) -> None:
        if self.made is not None:
            self.made.close()


@dataclass(slots=True)
class Troubles:
    """Errors of matches, as sentences, for those who were not at the window.

    ``last_error`` concerns a file; ``unsaved`` holds those of records left incomplete and of
    settings not saved; ``lost_programs`` those of programs that have lost their seats.
    """

    last: str = ""
    unwritten: list[str] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one window.

    ``window`` serves only as the parent of dialogs and overlays. ``request`` is what the command
    line asked for, ``setup`` the table for the next match.
    """

    window: QMainWindow
    request: PlayRequest
    games: "Games"
    settings: SettingsService
    theme: ThemeService
    pages: Pages
    actions: Actions
    navigator: Navigator
    notifications: Notifications
    dialogs: Dialogs
    setup: Setup
    persons: Persons
    sound: SoundService
    speech: Speaking
    history: HistoryService
    launcher: LauncherService
    troubles: Troubles = field(default_factory=Troubles)

    @property
    def speaks_later(self) -> bool:
        """True if a new language takes effect only once the table has been left."""
        return not self.pages.renewable or self.request.alone

    def go(self, destination: Destination) -> bool:
        return self.navigator.go_or_tell(destination)
