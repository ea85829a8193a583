"""What every feature of the window is given."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMainWindow

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.shell.actions import Actions
from greenbaize.ui.shell.destination import Destination
from greenbaize.ui.shell.dialogs import Dialogs
from greenbaize.ui.shell.history import HistoryService
from greenbaize.ui.shell.launcher import LauncherService
from greenbaize.ui.shell.navigation import Navigator
from greenbaize.ui.shell.notifications import Notifications
from greenbaize.ui.shell.pages import Pages
from greenbaize.ui.shell.persons import Persons
from greenbaize.ui.shell.settings import SettingsService
from greenbaize.ui.shell.setup import Setup
from greenbaize.ui.shell.theme import ThemeService
from greenbaize.ui.sound.sounding import Sounding
from greenbaize.ui.speech.speaking import Speaking

if TYPE_CHECKING:
    from greenbaize.match.header import Games


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
