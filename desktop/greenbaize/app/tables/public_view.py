"""Public view of a match, derived from the view of one seat."""

from collections.abc import Callable
from typing import Any, Final

from greenbaize.app.tables.player_view import PlayerView, replay_events
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import encode_line
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.events import Event


class PublicView(PlayerView):
    """The view shown to everybody who looks at the screen of a player.

    A spectator's events can be derived from the view events of any seat.
    """

    def __init__(self, player_view: PlayerView) -> None:
        super().__init__(player_view.game, player_view.header.redact_for(None), None)
        self.player_view: Final = player_view
        self.launcher = player_view.launcher
        self._codec = event_codec(player_view.game)
        self._view_tracker = ViewTracker(
            player_view.game, len(self.header.players), self.header.options, None
        )
        self._view_lines = bytearray(encode_line(self.header.to_line()))
        self._has_new_events = False
        for event, view in replay_events(player_view):
            self._redact_event(event, view)
        player_view.add_listener(self._on_player_event)

    def _on_player_event(self, event: Event) -> None:
        self._redact_event(event, self.player_view.view)

    def _redact_event(self, event: Event, view: Any) -> None:
        view_event = self._view_tracker.redact_event(event, view)
        self._view_lines += encode_line(self._codec.encode_line(view_event))
        self._has_new_events = True
        self._publish_event(view_event)

    @property
    def view(self) -> Any:
        return self._view_tracker.view

    @property
    def view_lines(self) -> bytearray:
        return self._view_lines

    def is_bot_seat(self, seat: int) -> bool:
        return self.player_view.is_bot_seat(seat)

    @property
    def waits_for_others(self) -> bool:
        return not self.is_over

    def let_others_act(self) -> bool:
        self.process_pending()
        has_new_events, self._has_new_events = self._has_new_events, False
        return has_new_events

    def set_wake_callback(self, on_wake: Callable[[], None]) -> None:
        self.player_view.set_wake_callback(on_wake)

    def process_pending(self) -> None:
        self.player_view.process_pending()

    def leave_table(self) -> None:
        self.player_view.remove_listener(self._on_player_event)
        self.player_view.set_wake_callback(lambda: None)
        self._listeners.clear()
