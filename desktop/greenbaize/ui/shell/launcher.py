"""Where computer players are started, as the settings have it now."""

from typing import TYPE_CHECKING

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.shell.settings import SettingsService

if TYPE_CHECKING:
    from greenbaize.app.seats.bot_launcher import BotLauncher


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
