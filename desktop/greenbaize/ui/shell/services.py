"""What every feature of the window is given."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMainWindow

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.shell.actions import Actions
from greenbaize.ui.shell.navigation import Navigator
from greenbaize.ui.shell.notifications import Notifications
from greenbaize.ui.shell.pages import Destination, Pages
from greenbaize.ui.shell.persons import Persons
from greenbaize.ui.shell.settings import SettingsService, Setup, ThemeService
from greenbaize.ui.sound.sounding import Sounding
from greenbaize.ui.speech.speaking import Speaking

if TYPE_CHECKING:
    from greenbaize.app.seats.bot_launcher import BotLauncher
    from greenbaize.match.header import Games
    from greenbaize.ui.memory.archive import Archive


class Dialogs:
    """Opens dialogs, which are deleted when they close."""

    def __init__(self) -> None:
        self.last: Any = None
        """The dialog that was opened last."""

    def open(self, dialog: Any) -> None:
        """Open a dialog; control comes back at once."""
        self.last = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


class LauncherService:
    """Says where computer players run.

    Args:
        settings: the programs that can be played against, and their sandbox.
        request: what the command line asked for.
        apart: whether computer players are programs of their own.
    """

    def __init__(self, settings: SettingsService, request: PlayRequest, *, apart: bool) -> None:
        self._settings, self._request, self.apart = settings, request, apart

    @property
    def now(self) -> "BotLauncher":
        """What runs the players of the next match."""
        from greenbaize.app.seats.bot_launcher import BotLauncher  # noqa: PLC0415  (not before play)

        settings = self._settings.now
        sandbox = self._request.sandbox or settings.sandbox
        return BotLauncher(self.apart, settings.programs, sandbox)


FIRST_LOOK_MS: Final = 1000
"""After how long it is looked which matches are new: first comes what somebody waits for."""


class HistoryService:
    """Holds the archive of one window.

    Args:
        window: what the archive belongs to.
    """

    def __init__(self, window: QObject) -> None:
        self._window = window

    @cached_property
    def archive(self) -> "Archive":
        """Keeps the database up; it is not needed for the first paint."""
        from greenbaize.ui.memory.archive import Archive  # noqa: PLC0415

        return Archive(self._window)

    @property
    def made(self) -> "Archive | None":
        """The archive, if anything has asked for it."""
        return vars(self).get("archive")

    def begin(self) -> None:
        """Keep the database up from now on."""
        self.archive.look_in(FIRST_LOOK_MS)

    def look(self) -> None:
        """Bring the database up to what has just been played."""
        if self.made is not None:
            self.made.look()

    def close(self) -> None:
        """Keep nothing up any more."""
        if self.made is not None:
            self.made.close()


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
    sound: Sounding
    speech: Speaking
    history: HistoryService
    launcher: LauncherService

    def go(self, destination: Destination) -> bool:
        """Go somewhere, or tell why that cannot be; whether it can."""
        return self.navigator.go_or_tell(destination)
