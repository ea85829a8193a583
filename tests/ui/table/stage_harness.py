"""Test harness of the stage: a match played by bots, a fake clock, and a log of shown events."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.player_view import create_local_views
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.events import Event
from greenbaize.rules.table_snapshot import TableSnapshot
from greenbaize.ui.table.animation import Animator
from greenbaize.ui.table.event_queue import EventQueue
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.stage import Stage
from match.random_matches import GameSetup, OpenViewTracker
from ui.table.table_checks import check_table_shows


def make_caption(picture: TableSnapshot) -> tuple[str, str, str]:
    return "title", str(picture.deal), ""


class FakeClock:
    """Clock whose time tests set (ms)."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class StageHarness:
    """Stage of a match that bots have played, seen by one seat or, without a seat, open."""

    def __init__(
        self,
        setup: GameSetup,
        speed: float,
        you: int | None = None,
        seed: str = "5" * 32,
        event_views: Sequence[tuple[Event, Any]] = (),
    ) -> None:
        self.game = GAMES[setup.name]
        self.now = 0.0
        self.motion = Animator(clock=lambda: self.now)
        self.motion.speed = speed
        names = [f"P{seat}" for seat in range(setup.seats)]
        self.scene = TableScene(names, 0, self.motion)
        self.scene.update_layout(900, 700, 1.0)
        self.stage = Stage(self.game, self.scene, make_caption, you)
        self.queue = EventQueue(self.stage)
        self.shown_events: list[Event] = []
        self.idle_count = 0
        self.event_views = list(event_views)
        self.stage.event_finished.connect(self._on_event_finished)
        self.queue.idle.connect(self._on_idle)
        if not event_views:
            self._play_match(setup, seed, you)

    def _play_match(self, setup: GameSetup, seed: str, you: int | None) -> None:
        header = setup.create_header(seed)
        player_view = create_local_views(Table(self.game, header))[0]
        tracker_class = OpenViewTracker if you is None else ViewTracker
        tracker = tracker_class(self.game, setup.seats, header.options, you)
        # At a table of bots only, the view of the first seat is the whole state.
        player_view.add_listener(
            lambda event: self.event_views.append(
                (tracker.redact_event(event, player_view.view), tracker.view)
            )
        )
        player_view.table.play_to_end()

    def _on_event_finished(self, event: Event, view: object) -> None:
        self.shown_events.append(event)
        self.check_table(view)

    def check_table(self, view: object) -> None:
        check_table_shows(self.scene, self.game.picture(view))

    def _on_idle(self) -> None:
        self.idle_count += 1
        assert not self.motion.is_busy

    def enqueue_events(self, first: int = 0, last: int | None = None) -> None:
        """Enqueue the events from one index to before another and start showing them."""
        for event, view in self.event_views[first:last]:
            self.queue.enqueue_event(event, view)
        self.queue.show_events()

    def show_events_until(self, count: int) -> None:
        """Show all events before this index, skipping every animation."""
        self.enqueue_events(0, count)
        while self.motion.is_busy:
            self.motion.skip_animations()
        assert len(self.shown_events) == count

    def advance_clock(self, milliseconds: float) -> None:
        self.now += milliseconds
        self.motion.advance_animations()

    @property
    def events(self) -> list[Event]:
        return [event for event, _ in self.event_views]


def advance_clock(person, clock, milliseconds):
    """Advance a match's clock and process events (ms)."""
    clock.now += milliseconds
    person.match_view.animator.advance_animations()
    for _ in range(5):
        QApplication.processEvents()
