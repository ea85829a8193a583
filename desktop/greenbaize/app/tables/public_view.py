"""Public view of a match, derived from the view of one seat."""

from collections.abc import Callable
from typing import Any, Final

from greenbaize.app.tables.player_view import PlayerView, seen_at
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import Teller
from greenbaize.rules.events import Event


class PublicView(PlayerView):
    """The view shown to everybody who looks at the screen of a player.

    A spectator's events can be derived from the view events of any seat.
    """

    def __init__(self, own: PlayerView) -> None:
        super().__init__(own.game, own.header.told(None), None)
        self.own: Final = own
        self.launcher = own.launcher
        self._codec = event_codec(own.game)
        self._teller = Teller(own.game, len(self.header.sitters), self.header.options, None)
        self._told = bytearray(line_bytes(self.header.line()))
        self._happened = False
        for event, view in seen_at(own):
            self._take(event, view)
        own.listen(self._on_own)

    def _on_own(self, event: Event) -> None:
        self._take(event, self.own.view)

    def _take(self, event: Event, view: Any) -> None:
        told = self._teller.hear(event, view)
        self._told += line_bytes(self._codec.write(told))
        self._happened = True
        self._pass_on(told)

    @property
    def view(self) -> Any:
        return self._teller.view

    @property
    def told(self) -> bytearray:
        return self._told

    def computer(self, seat: int) -> bool:
        return self.own.computer(seat)

    @property
    def others_act(self) -> bool:
        return not self.over

    def let_others_act(self) -> bool:
        self.attend()
        happened, self._happened = self._happened, False
        return happened

    def wake_by(self, woken: Callable[[], None]) -> None:
        self.own.wake_by(woken)

    def attend(self) -> None:
        self.own.attend()

    def leave(self) -> None:
        self.own.unlisten(self._on_own)
        self.own.wake_by(lambda: None)
        self._hearers.clear()
