"""Queue of view events: starts the next one on the stage once the last has been shown."""

from collections import deque
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QObject, Signal

from greenbaize.rules.events import CardsDealt, Event
from greenbaize.ui.table.pace import ShownProgress
from greenbaize.ui.table.stage import Stage


class EventQueue(QObject):
    """The events that the table has not shown yet; nothing else starts an event on its stage."""

    idle = Signal()
    """Everything has been shown."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.stage = stage
        self._pending_events: deque[tuple[Event, Any]] = deque()
        self._current_events: list[tuple[Event, Any]] = []
        self._unshown_deals = self._missed_count = 0
        self._speech_awaited_before: object = None
        """Event or question before which speech has been awaited."""
        self._is_showing = False
        stage.upcoming_events = lambda: [event for event, _ in self._pending_events]
        stage.has_missed_events = lambda: self._missed_count > 0
        stage.event_finished.connect(self._on_event_finished)
        stage.ready.connect(self.show_events)

    def enqueue_event(self, event: Event, view: Any) -> None:
        if self.has_unshown_deal:
            self.stage.end_score_display(getattr(event, "seat", None))
        self._unshown_deals += isinstance(event, CardsDealt)
        self._pending_events.append((event, view))

    def enqueue_missed_events(self, events: Iterable[tuple[Event, Any]]) -> None:
        """Enqueue events that happened while somebody else was at the table."""
        for event, view in events:
            self.enqueue_event(event, view)
        self._missed_count = len(self._pending_events)

    @property
    def progress(self) -> ShownProgress:
        return ShownProgress(self.stage.shown_view, (*self._current_events, *self._pending_events))

    @property
    def pending_count(self) -> int:
        """Number of events that have not begun to be shown."""
        return len(self._pending_events)

    @property
    def has_unshown_deal(self) -> bool:
        """Cards have been dealt that the table does not show yet."""
        return self._unshown_deals > 0

    def show_events(self) -> None:
        """Show pending events until an animation runs or nothing is left."""
        if self._is_showing:
            return
        self._is_showing = True
        try:
            while self._pending_events and self.stage.is_ready:
                if not self._waits_before_event(self._pending_events[0][0]):
                    self._current_events = [self._pending_events.popleft()]
                    self.stage.show_event(*self._current_events[0])
        finally:
            self._is_showing = False
        if self.stage.is_ready:
            self.stage.stop_skipping_missed()
            self.idle.emit()

    def _waits_before_event(self, event: Event) -> bool:
        return not self.stage.is_wait_shared() and self.waits_for_speech(event)

    def waits_for_speech(self, next_item: object) -> bool:
        """Wait once before each item for the end of speech; return whether the table waits."""
        stage = self.stage
        if self._speech_awaited_before is next_item or stage.is_skipping or stage.is_time_limited():
            return False
        self._speech_awaited_before = next_item
        stage.wait_for_speech()
        return not stage.is_ready

    def _on_event_finished(self, event: Event, _: object) -> None:
        self._current_events = []
        self._missed_count = max(0, self._missed_count - 1)
        self._unshown_deals -= isinstance(event, CardsDealt)
