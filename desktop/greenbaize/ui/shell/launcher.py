"""Where computer players are started, as the settings have it now."""

from typing import TYPE_CHECKING

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.shell.settings import SettingsService

if TYPE_CHECKING:
    from greenbaize.app.chairs.housing import Housing


class BotLauncher:
    """Says where computer players run.

    Args:
        settings: the programs that can be played against, and their sandbox.
        request: what the command line asked for.
        apart: whether computer players are programs of their own.
    """

    def __init__(self, settings: SettingsService, request: PlayRequest, *, apart: bool) -> None:
        self._settings, self._request, self.apart = settings, request, apart

    def housing(self) -> "Housing":
        """Where the players of the next match run."""
        from greenbaize.app.chairs.housing import Housing  # noqa: PLC0415  (nothing is played yet)

        settings = self._settings.now
        return Housing(self.apart, settings.programs, self._request.sandbox or settings.sandbox)
