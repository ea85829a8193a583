"""Test harness of the stage: a match played by bots, a fake clock and a log of shown events."""

from collections.abc import Sequence
from typing import Any

from greenbaize.app.tables.player_view import places_here
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.telling import Teller
from greenbaize.rules.events import Event
from greenbaize.rules.pictures import Picture
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.stage import Stage
from match.playing import OpenTeller, Setup
from ui.table.seen import check_mirror


def caption(picture: Picture) -> tuple[str, str, str]:
    return "title", str(picture.deal), ""


class Clock:
    """Clock whose time tests set (ms)."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Show:
    """Stage of a match that bots have played, seen by one seat or, without a seat, open."""

    def __init__(
        self,
        setup: Setup,
        speed: float,
        you: int | None = None,
        seed: str = "5" * 32,
        told: Sequence[tuple[Event, Any]] = (),
    ) -> None:
        self.game = GAMES[setup.name]
        self.now = 0.0
        self.motion = Motion(clock=lambda: self.now)
        self.motion.speed = speed
        names = [f"P{seat}" for seat in range(setup.seats)]
        self.scene = TableScene(names, 0, self.motion)
        self.scene.lay_out(900, 700, 1.0)
        self.stage = Stage(self.game, self.scene, caption, you)
        self.shown: list[Event] = []
        self.idle = 0
        self.told = list(told)
        self.stage.shown.connect(self._on_shown)
        self.stage.idle.connect(self._on_idle)
        if not told:
            self._play(setup, seed, you)

    def _play(self, setup: Setup, seed: str, you: int | None) -> None:
        header = setup.header(seed)
        place = places_here(Table(self.game, header))[0]
        kind = OpenTeller if you is None else Teller
        teller = kind(self.game, setup.seats, header.options, you)
        # At a table of bots only, the view of the first seat is the whole state.
        place.listen(lambda event: self.told.append((teller.hear(event, place.view), teller.view)))
        place.table.play_out()

    def _on_shown(self, event: Event, view: object) -> None:
        self.shown.append(event)
        self.check(view)

    def check(self, view: object) -> None:
        check_mirror(self.scene, self.game.picture(view))

    def _on_idle(self) -> None:
        self.idle += 1
        assert not self.motion.busy

    def hear(self, first: int = 0, last: int | None = None) -> None:
        """Enqueue the events from one index to before another and start showing them."""
        for event, view in self.told[first:last]:
            self.stage.hear(event, view)
        self.stage.go_on()

    def show_until(self, place: int) -> None:
        """Show all events before this index, skipping every animation."""
        self.hear(0, place)
        while self.motion.busy:
            self.motion.hurry()
        assert len(self.shown) == place

    def pass_time(self, milliseconds: float) -> None:
        self.now += milliseconds
        self.motion.step()

    @property
    def events(self) -> list[Event]:
        return [event for event, _ in self.told]
