"""What every feature of the window is given."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.shell.actions import Actions
from greenbaize.ui.shell.history import HistoryService
from greenbaize.ui.shell.navigation import Navigator
from greenbaize.ui.shell.notifications import Notifications
from greenbaize.ui.shell.pages import Destination, Pages
from greenbaize.ui.shell.persons import Persons
from greenbaize.ui.shell.settings import SettingsService, Setup
from greenbaize.ui.shell.theme import ThemeService
from greenbaize.ui.sound.sounding import Sounding
from greenbaize.ui.speech.speaking import Speaking

if TYPE_CHECKING:
    from greenbaize.app.seats.bot_launcher import BotLauncher
    from greenbaize.match.header import Games


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
