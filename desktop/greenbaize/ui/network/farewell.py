"""Who hears what still comes from a table that has been left: nobody, but for the end."""

from collections.abc import Callable
from pathlib import Path

from greenbaize.app.network.remote_view import RemoteView
from greenbaize.lan.wire import LobbyShown, Shuffle, Spoken
from greenbaize.match.seal import Seal
from greenbaize.rules.messages import Message


class Farewell:
    """Passes over all that comes.

    Args:
        ended: is called when the stay is over.
    """

    def __init__(self, ended: Callable[[], object]) -> None:
        self._ended = ended

    def on_open(self) -> None:
        """Not heard any more."""

    def on_lobby(self, lobby: LobbyShown) -> None:
        """Not heard any more."""

    def on_match(self, place: RemoteView) -> None:
        """Not heard any more."""

    def on_spoken(self, spoken: Spoken) -> None:
        """Not heard any more."""

    def on_denied(self, why: Message) -> None:
        """Not heard any more."""

    def on_shuffle(self, shuffle: Shuffle) -> None:
        """Not heard any more."""

    def on_lost(self) -> None:
        """Not heard any more."""

    def on_back(self) -> None:
        """Not heard any more."""

    def on_whole(self, seal: Seal, record: Path | None) -> None:
        """Not heard any more."""

    def on_over(self, why: Message | None) -> None:
        """The stay is over."""
        del why
        self._ended()
