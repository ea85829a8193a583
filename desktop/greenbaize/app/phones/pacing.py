"""A match as a phone sees it: what was told is seen one thing after another, to be followed.

Computer players act at once and everybody is told at once; here each event waits until the one
before it has been looked at.
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
"""Seconds between two steps of others."""
LONGEST_CLOCKED_S: Final = 2.0
"""Nothing is shown for longer where turns have a time limit."""
TEMPO = 1.0
"""Multiplies all these times; with 0 everything is seen at once."""
SCREEN_S: Final = 6.0
"""Seconds for which a result waits, at most, until the screen at the table shows it."""
MOST_BEHIND: Final = 60
"""If more lines wait to be seen, all are taken in at once and only the last is looked at."""


class PhonePacing:
    """Takes in the lines of a match as they are seen, and keeps what is shown besides the view.

    ``seen`` is called with each event once the view has taken it in, unless it is only caught up
    with; ``changed`` when there is something else to be shown; ``failed`` with an error in taking
    in a line later.
    """

    def __init__(
        self,
        seen: Callable[[Event], object],
        changed: Callable[[], object],
        failed: Callable[[Exception], object] = keep_error,
    ) -> None:
        self.place: RemoteView | None = None
        self.news: tuple[Event, Any] | None = None
        """The event that is told in a line now, with the view after it."""
        self._news_mover: int | None = None
        """Whose turn it was then, in games without tricks: the news goes with that turn."""
        self.lying: TakenTrick | None = None
        """The trick that was taken and still lies there."""
        self.last: TakenTrick | None = None
        self.turns = TurnLog()
        """The last turns, in games without tricks."""
        self.clocked = False
        self._seen, self._changed, self._failed = seen, changed, failed
        self._loop = asyncio.get_running_loop()
        self._behind: deque[bytes] = deque()
        self._lines = 0
        """The number of lines seen, the header included."""
        self._screen: int | None = None
        """The same of the screen at the table; None where nobody looks at one."""
        self._timer: asyncio.TimerHandle | None = None
        self._shown = False
        """Whether what is shown may be left by whoever looks."""
        self._catching_up = True

    @property
    def behind(self) -> bool:
        return bool(self._behind)

    @property
    def rests(self) -> bool:
        """Whether something that was told has not been seen for as long as it takes."""
        return self.behind or self._timer is not None

    @property
    def waits(self) -> bool:
        return self._shown and self._timer is not None

    def begin(self, place: RemoteView) -> None:
        """Watch another match, or the same one from its start."""
        self.stop()
        self._behind.clear()
        self.news = self.lying = self.last = None
        self.turns.clear()
        self.place, self._lines = place, 1

    def forget(self) -> None:
        """Watch no match any more."""
        self.stop()
        self._behind.clear()
        self.place = self.news = self.last = None

    def catch_up(self) -> None:
        """What is told until ``settle`` is not news."""
        self._catching_up = True

    def take(self, line: bytes) -> None:
        """The next line; ``DamagedMessageError`` if it is none."""
        self._behind.append(line)
        if self._catching_up or len(self._behind) > MOST_BEHIND:
            while self._behind:
                self.stop()
                self._see_next()
        self._see_more()

    def settle(self) -> None:
        """All has been told for now."""
        if self._catching_up:
            self._catching_up = False
            if self.place is not None:
                self.place.check()

    @property
    def awaited(self) -> bool:
        """Whether the match waits for whoever still looks at what has happened."""
        place = self.place
        if not self.waits or place is None or place.seat is None:
            return False
        try:
            return place.turn_after(self._behind) == place.seat
        except Exception:  # a bad line is told of when it is seen
            return False

    def follow_screen(self, lines: int | None) -> None:
        """Show no result before the screen at the table, which has shown so many lines.

        A result that the screen shows now is shown at once. None: nobody looks at a screen.
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
        except Exception:  # a bad line is told of when it is seen
            return False

    @property
    def _follows(self) -> bool:
        """Whether a result is next that the screen at the table does not show yet."""
        screen = self._screen
        return screen is not None and self._lines >= screen and self._is_result(self._behind[0])

    def go_on(self) -> None:
        """Look no longer at what is shown."""
        self.stop()
        self._changed()
        self._see_more()

    def see_all(self) -> None:
        """Look at nothing any longer: all that was told is seen at once."""
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
                self._see_more()  # a trick lies there until its deal is scored
            else:
                self.go_on()
        except Exception as error:
            self._failed(error)

    def _on_screen_missed(self) -> None:
        """Wait for the screen no longer: whoever sits at it may have put it away."""
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
        """Seconds that an event is looked at before the next one is seen."""
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
