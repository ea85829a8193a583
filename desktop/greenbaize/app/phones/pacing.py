"""The pace at which a phone shows a match: one event after another.

Bots act at once and all seats are told at once; here each event waits until the one before it has
been shown long enough.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from greenbaize.app.network.remote_view import RemoteView
from greenbaize.app.phones.screen import TakenTrick, has_news
from greenbaize.app.phones.turn_log import TurnLog
from greenbaize.app.tables.reading_times import SCORE_S, TRICK_S
from greenbaize.rules.events import (
    CardPlayed,
    CardsDrawn,
    Dealt,
    Ended,
    Event,
    Said,
    Scored,
    TrickTaken,
)
from greenbaize.store.log import keep_error

NEWS_S: Final = 1.4
DEAL_S: Final = 0.9
STEP_S: Final = 0.5
"""The display time of an action of another player (s)."""
LONGEST_CLOCKED_S: Final = 2.0
"""The maximum display time where turns have a time limit (s)."""
TEMPO = 1.0
"""The factor for all these times; with 0 everything is shown at once."""
SCREEN_S: Final = 6.0
"""The maximum time a result waits for the screen at the table to show it (s)."""
MOST_BEHIND: Final = 60
"""The number of waiting lines above which all are applied at once and only the last is shown."""


class PhonePacing:
    """Applies the lines of a match at display pace, and keeps what is shown besides the view.

    ``on_event_shown`` is called with each event after the view has applied it, except while
    catching up; ``on_change`` when something else is to be shown; ``on_error`` with an error in
    applying a line later.
    """

    def __init__(
        self,
        seen: Callable[[Event], object],
        changed: Callable[[], object],
        failed: Callable[[Exception], object] = keep_error,
    ) -> None:
        self.place: RemoteView | None = None
        self.news: tuple[Event, Any] | None = None
        """The event with the current notice, and the view after it."""
        self._news_mover: int | None = None
        """The acting seat then, in games without tricks: the notice ends with that turn."""
        self.lying: TakenTrick | None = None
        """The taken trick that is still displayed."""
        self.last: TakenTrick | None = None
        self.turns = TurnLog()
        """The last turns, in games without tricks."""
        self.clocked = False
        self._seen, self._changed, self._failed = seen, changed, failed
        self._loop = asyncio.get_running_loop()
        self._behind: deque[bytes] = deque()
        self._lines = 0
        """The number of lines shown, including the header."""
        self._screen: int | None = None
        """The number of lines shown by the screen at the table; None without an active screen."""
        self._timer: asyncio.TimerHandle | None = None
        self._shown = False
        """True if the viewer may skip what is shown."""
        self._catching_up = True

    @property
    def behind(self) -> bool:
        return bool(self._behind)

    @property
    def rests(self) -> bool:
        """True while an event received has not been shown for its full time."""
        return self.behind or self._timer is not None

    @property
    def waits(self) -> bool:
        return self._shown and self._timer is not None

    def begin(self, place: RemoteView) -> None:
        """Start another match, or the same one from its start."""
        self.stop()
        self._behind.clear()
        self.news = self.lying = self.last = None
        self.turns.clear()
        self.place, self._lines = place, 1

    def forget(self) -> None:
        """Stop showing a match."""
        self.stop()
        self._behind.clear()
        self.place = self.news = self.last = None

    def catch_up(self) -> None:
        """Receive lines up to ``finish_catch_up`` without showing them as news."""
        self._catching_up = True

    def take(self, line: bytes) -> None:
        """Receive the next line; ``DamagedMessageError`` if it is invalid."""
        self._behind.append(line)
        if self._catching_up or len(self._behind) > MOST_BEHIND:
            while self._behind:
                self.stop()
                self._see_next()
        self._see_more()

    def settle(self) -> None:
        """Mark the end of the lines received at once."""
        if self._catching_up:
            self._catching_up = False
            if self.place is not None:
                self.place.check()

    @property
    def awaited(self) -> bool:
        """True if the match waits for the viewer of a past event."""
        place = self.place
        if not self.waits or place is None or place.seat is None:
            return False
        try:
            return place.turn_after(self._behind) == place.seat
        except Exception:  # a bad line is reported when it is shown
            return False

    def follow_screen(self, lines: int | None) -> None:
        """Show no result before the screen at the table, which has shown so many lines.

        A result that the screen shows now is shown at once. ``line_count`` is None if nobody looks
        at a screen.
        """
        self._screen = lines
        due = 0 if lines is None else lines - self._lines
        if 0 < due <= len(self._behind) and self._is_result(self._behind[due - 1]):
            for _ in range(due):
                self.stop()
                self._see_next()
        self._see_more()

    def _is_result(self, line: bytes) -> bool:
        assert self.place is not None
        try:
            return isinstance(self.place.read_event(line), Scored | Ended)
        except Exception:  # a bad line is reported when it is shown
            return False

    @property
    def _follows(self) -> bool:
        """True if the next line is a result that the screen at the table does not show yet."""
        screen = self._screen
        return screen is not None and self._lines >= screen and self._is_result(self._behind[0])

    def go_on(self) -> None:
        """Skip what is shown."""
        self.stop()
        self._changed()
        self._see_more()

    def see_all(self) -> None:
        """Apply everything received at once."""
        self.catch_up()
        self.stop()
        while self._behind:
            self._see_next()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._shown, self.lying = None, False, None

    def _on_rested(self) -> None:
        self._timer = None
        try:
            if self._behind and self._follows:
                self._shown = False
                self._see_more()  # a trick stays until its deal is scored
            else:
                self.go_on()
        except Exception as error:
            self._failed(error)

    def _on_screen_missed(self) -> None:
        """Stop waiting for the screen: its window may be closed."""
        self._timer, self._screen = None, None
        self._on_rested()

    def _see_more(self) -> None:
        while self._behind and self._timer is None and not self._follows:
            self._see_next()
        if self._behind and self._timer is None:
            self._timer = self._loop.call_later(SCREEN_S, self._on_screen_missed)
        self._changed()

    def _see_next(self) -> None:
        assert self.place is not None
        event = self.place.take(self._behind.popleft())
        self._lines += 1
        self._note(event)
        if self._catching_up:
            return
        self._seen(event)
        rest = TEMPO * self._rest(event)
        if self.clocked:
            rest = min(rest, LONGEST_CLOCKED_S)
        if rest:
            self._shown = isinstance(event, TrickTaken | Scored)
            self._timer = self._loop.call_later(rest, self._on_rested)
        else:
            self.lying = None

    def _note(self, event: Event) -> None:
        place = self.place
        assert place is not None
        game, view = place.game, place.view
        self.turns.note(game, event, view)
        if isinstance(event, TrickTaken):
            taken = game.picture(view).taken
            self.last = self.lying = TakenTrick(view, *taken[-1]) if taken else None
        else:
            self.lying = None
        mover = game.picture(view).mover
        if has_news(game, event, view):
            self.news, self._news_mover = (event, view), mover
        elif isinstance(event, TrickTaken | Ended) or mover != self._news_mover:
            self.news = None

    def _rest(self, event: Event) -> float:
        """Return the display time of an event (s)."""
        place = self.place
        assert place is not None
        own = place.seat is not None and getattr(event, "seat", None) == place.seat
        by_others = self._news_mover not in (None, place.seat)
        if place.game.news(event, place.view) is not None and (by_others or not own):
            return NEWS_S
        if own and not isinstance(event, TrickTaken):
            return 0.0
        match event:
            case TrickTaken():
                return TRICK_S
            case Scored():
                return SCORE_S
            case Dealt():
                return DEAL_S
        return STEP_S if isinstance(event, CardPlayed | CardsDrawn | Said) else 0.0
