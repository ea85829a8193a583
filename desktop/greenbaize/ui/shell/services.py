"""What every feature of the window is given."""

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
    """Opens dialogs, which are deleted when they close."""

    def __init__(self) -> None:
        self.last: Any = None
        """The dialog that was opened last."""

    def open(self, dialog: Any) -> None:
        self.last = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


class LauncherService:
    """Says where computer players run; ``apart``, if they are programs of their own."""

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
        """What runs the players of the next match, from ``let_start`` on."""
        settings, self._held = self._settings.now, Event()
        sandbox = self._request.sandbox or settings.sandbox
        return self._make(self.apart, settings.programs, sandbox, self._held)

    def let_start(self) -> None:
        """Let players start as programs: several at once would hold up what is to be painted."""
        self._held.set()


FIRST_LOOK_MS: Final = 1000
"""After how long it is looked which matches are new: first comes what somebody waits for."""


class HistoryService:
    """The database of matches, kept up with the records; ``make`` makes what does that."""

    def __init__(self, make: "Callable[[], HistoryUpdater]") -> None:
        self._make = make

    @cached_property
    def updater(self) -> "HistoryUpdater":
        """Keeps the database up; it is not needed for the first paint."""
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
    """What went wrong with matches, in sentences, for those who were not at the window.

    ``last`` is of a file; ``unwritten`` are of records that were incomplete when their matches were
    left, and of settings when the window was; ``losses`` of programs that have lost their seats.
    """

    last: str = ""
    unwritten: list[str] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one window.

    ``window`` is the parent of dialogs and of what lies over the page, and nothing else.
    ``request`` is what the command line asked for, ``setup`` the table that is played at next.
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
        """Whether another language is spoken only once the table has been left."""
        return not self.pages.renewable or self.request.alone

    def go(self, destination: Destination) -> bool:
        return self.navigator.go_or_tell(destination)
