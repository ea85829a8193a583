"""The pace at which a phone shows a match: one event after another.

Bots act at once and all seats are told at once; here each event waits until the one before it has
been shown long enough.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from greenbaize.app.network.remote_view import RemotePlayerView
from greenbaize.app.phones.phone_screen import TakenTrick, has_notice
from greenbaize.app.phones.turn_log import TurnLog
from greenbaize.app.tables.reading_times import SCORE_DISPLAY_S, TRICK_DISPLAY_S
from greenbaize.rules.events import (
    CallMade,
    CardPlayed,
    CardsDealt,
    CardsDrawn,
    DealScored,
    Event,
    MatchEnded,
    TrickTaken,
)
from greenbaize.store.log import log_exception

NOTICE_DISPLAY_S: Final = 1.4
DEAL_DISPLAY_S: Final = 0.9
ACTION_DISPLAY_S: Final = 0.5
"""The display time of an action of another player (s)."""
MAX_TIMED_DISPLAY_S: Final = 2.0
"""The maximum display time where turns have a time limit (s)."""
DISPLAY_TIME_FACTOR = 1.0
"""The factor for all these times; with 0 everything is shown at once."""
SCREEN_TIMEOUT_S: Final = 6.0
"""The maximum time a result waits for the screen at the table to show it (s)."""
MAX_PENDING_LINES: Final = 60
"""The number of waiting lines above which all are applied at once and only the last is shown."""


class PhonePacing:
    """Applies the lines of a match at display pace, and keeps what is shown besides the view.

    ``on_event_shown`` is called with each event after the view has applied it, except while
    catching up; ``on_change`` when something else is to be shown; ``on_error`` with an error in
    applying a line later.
    """

    def __init__(
        self,
        on_event_shown: Callable[[Event], object],
        on_change: Callable[[], object],
        on_error: Callable[[Exception], object] = log_exception,
    ) -> None:
        self.player_view: RemotePlayerView | None = None
        self.latest_notice: tuple[Event, Any] | None = None
        """The event with the current notice, and the view after it."""
        self._notice_seat: int | None = None
        """The acting seat then, in games without tricks: the notice ends with that turn."""
        self.displayed_trick: TakenTrick | None = None
        """The taken trick that is still displayed."""
        self.last_trick: TakenTrick | None = None
        self.turn_log = TurnLog()
        """The last turns, in games without tricks."""
        self.has_turn_limit = False
        self._on_event_shown, self._on_change, self._on_error = on_event_shown, on_change, on_error
        self._loop = asyncio.get_running_loop()
        self._pending_lines: deque[bytes] = deque()
        self._shown_line_count = 0
        """The number of lines shown, including the header."""
        self._screen_line_count: int | None = None
        """The number of lines shown by the screen at the table; None without an active screen."""
        self._timer: asyncio.TimerHandle | None = None
        self._is_skippable = False
        """True if the viewer may skip what is shown."""
        self._is_catching_up = True

    @property
    def is_behind(self) -> bool:
        return bool(self._pending_lines)

    @property
    def is_showing(self) -> bool:
        """True while an event received has not been shown for its full time."""
        return self.is_behind or self._timer is not None

    @property
    def waits_for_viewer(self) -> bool:
        return self._is_skippable and self._timer is not None

    def start_match(self, player_view: RemotePlayerView) -> None:
        """Start another match, or the same one from its start."""
        self.stop_timer()
        self._pending_lines.clear()
        self.latest_notice = self.displayed_trick = self.last_trick = None
        self.turn_log.clear_turns()
        self.player_view, self._shown_line_count = player_view, 1

    def clear_match(self) -> None:
        """Stop showing a match."""
        self.stop_timer()
        self._pending_lines.clear()
        self.player_view = self.latest_notice = self.last_trick = None

    def start_catch_up(self) -> None:
        """Receive lines up to ``finish_catch_up`` without showing them as news."""
        self._is_catching_up = True

    def enqueue_event_line(self, line: bytes) -> None:
        """Receive the next line; ``DamagedMessageError`` if it is invalid."""
        self._pending_lines.append(line)
        if self._is_catching_up or len(self._pending_lines) > MAX_PENDING_LINES:
            while self._pending_lines:
                self.stop_timer()
                self._apply_and_show_event()
        self._show_pending_events()

    def finish_catch_up(self) -> None:
        """Mark the end of the lines received at once."""
        if self._is_catching_up:
            self._is_catching_up = False
            if self.player_view is not None:
                self.player_view.check_displayable()

    @property
    def holds_up_match(self) -> bool:
        """True if the match waits for the viewer of a past event."""
        player_view = self.player_view
        if not self.waits_for_viewer or player_view is None or player_view.seat is None:
            return False
        try:
            return player_view.find_turn_after(self._pending_lines) == player_view.seat
        except Exception:  # a bad line is reported when it is shown
            return False

    def sync_with_screen(self, line_count: int | None) -> None:
        """Show no result before the screen at the table, which has shown so many lines.

        A result that the screen shows now is shown at once. ``line_count`` is None if nobody looks
        at a screen.
        """
        self._screen_line_count = line_count
        missing_lines = 0 if line_count is None else line_count - self._shown_line_count
        if 0 < missing_lines <= len(self._pending_lines) and self._is_result(
            self._pending_lines[missing_lines - 1]
        ):
            for _ in range(missing_lines):
                self.stop_timer()
                self._apply_and_show_event()
        self._show_pending_events()

    def _is_result(self, line: bytes) -> bool:
        assert self.player_view is not None
        try:
            return isinstance(self.player_view.read_event(line), DealScored | MatchEnded)
        except Exception:  # a bad line is reported when it is shown
            return False

    @property
    def _waits_for_screen(self) -> bool:
        """True if the next line is a result that the screen at the table does not show yet."""
        screen_lines = self._screen_line_count
        return (
            screen_lines is not None
            and self._shown_line_count >= screen_lines
            and self._is_result(self._pending_lines[0])
        )

    def advance_display(self) -> None:
        """Skip what is shown."""
        self.stop_timer()
        self._on_change()
        self._show_pending_events()

    def show_all_events(self) -> None:
        """Apply everything received at once."""
        self.start_catch_up()
        self.stop_timer()
        while self._pending_lines:
            self._apply_and_show_event()

    def stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._is_skippable, self.displayed_trick = None, False, None

    def _on_display_time_over(self) -> None:
        self._timer = None
        try:
            if self._pending_lines and self._waits_for_screen:
                self._is_skippable = False
                self._show_pending_events()  # a trick stays until its deal is scored
            else:
                self.advance_display()
        except Exception as error:
            self._on_error(error)

    def _on_screen_timeout(self) -> None:
        """Stop waiting for the screen: its window may be closed."""
        self._timer, self._screen_line_count = None, None
        self._on_display_time_over()

    def _show_pending_events(self) -> None:
        while self._pending_lines and self._timer is None and not self._waits_for_screen:
            self._apply_and_show_event()
        if self._pending_lines and self._timer is None:
            self._timer = self._loop.call_later(SCREEN_TIMEOUT_S, self._on_screen_timeout)
        self._on_change()

    def _apply_and_show_event(self) -> None:
        assert self.player_view is not None
        event = self.player_view.apply_event_line(self._pending_lines.popleft())
        self._shown_line_count += 1
        self._record_event(event)
        if self._is_catching_up:
            return
        self._on_event_shown(event)
        display_s = DISPLAY_TIME_FACTOR * self._display_seconds(event)
        if self.has_turn_limit:
            display_s = min(display_s, MAX_TIMED_DISPLAY_S)
        if display_s:
            self._is_skippable = isinstance(event, TrickTaken | DealScored)
            self._timer = self._loop.call_later(display_s, self._on_display_time_over)
        else:
            self.displayed_trick = None

    def _record_event(self, event: Event) -> None:
        player_view = self.player_view
        assert player_view is not None
        game, view = player_view.game, player_view.view
        self.turn_log.add_event(game, event, view)
        if isinstance(event, TrickTaken):
            taken_tricks = game.picture(view).taken_tricks
            self.last_trick = self.displayed_trick = (
                TakenTrick(view, *taken_tricks[-1]) if taken_tricks else None
            )
        else:
            self.displayed_trick = None
        acting_seat = game.picture(view).acting_seat
        if has_notice(game, event, view):
            self.latest_notice, self._notice_seat = (event, view), acting_seat
        elif isinstance(event, TrickTaken | MatchEnded) or acting_seat != self._notice_seat:
            self.latest_notice = None

    def _display_seconds(self, event: Event) -> float:
        """Return the display time of an event (s)."""
        player_view = self.player_view
        assert player_view is not None
        is_own_event = (
            player_view.seat is not None and getattr(event, "seat", None) == player_view.seat
        )
        is_by_others = self._notice_seat not in (None, player_view.seat)
        if player_view.game.event_notice(event, player_view.view) is not None and (
            is_by_others or not is_own_event
        ):
            return NOTICE_DISPLAY_S
        if is_own_event and not isinstance(event, TrickTaken):
            return 0.0
        match event:
            case TrickTaken():
                return TRICK_DISPLAY_S
            case DealScored():
                return SCORE_DISPLAY_S
            case CardsDealt():
                return DEAL_DISPLAY_S
        return ACTION_DISPLAY_S if isinstance(event, CardPlayed | CardsDrawn | CallMade) else 0.0
