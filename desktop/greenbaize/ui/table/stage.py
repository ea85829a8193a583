"""The stage: plays events on the table one after another, each once the last has been seen."""

from collections import deque
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QGraphicsView

from greenbaize.rules.events import (
    BidMade,
    CardPlayed,
    CardsDrawn,
    Dealt,
    Event,
    Scored,
    StakeMade,
    TrickTaken,
    TrumpChosen,
)
from greenbaize.rules.game import Game
from greenbaize.rules.pictures import Picture
from greenbaize.ui.table.scene import TableScene

BID_PAUSE_MS, PLAY_PAUSE_MS, TRICK_PAUSE_MS, SCORE_PAUSE_MS = 350, 120, 600, 1200

Step = Callable[[], None]


class Stage(QObject):
    """Turns told events into what is seen.

    Args:
        game: reads the views.
        scene: the table.
        caption: the words in the table's corner for a picture.
    """

    shown = Signal(object, object)
    """An event has come to be seen; with the view after it."""
    idle = Signal()
    """Everything has been seen."""

    def __init__(
        self, game: Game[Any], scene: TableScene, caption: Callable[[Picture], tuple[str, str, str]]
    ) -> None:
        super().__init__()
        self._game = game
        self._scene = scene
        self._caption = caption
        self._waiting: deque[tuple[Event, Any]] = deque()
        self._steps: deque[Step] = deque()
        self._running = False
        scene.motion.rested.connect(self.go_on)

    def hear(self, event: Event, view: Any) -> None:
        """Take in an event and the view after it; it is shown when its turn comes."""
        self._waiting.append((event, view))

    def show_view(self, view: Any) -> None:
        """Show a whole table at once, as when a match is resumed."""
        picture = self._game.picture(view)
        self._scene.show_picture(picture)
        self._scene.notice.show_words(*self._caption(picture))

    def go_on(self) -> None:
        """Show what waits, until something moves or nothing is left."""
        if self._running:
            return
        self._running = True
        try:
            while not self._scene.motion.busy:
                if self._steps:
                    self._steps.popleft()()
                elif self._waiting:
                    self._begin(*self._waiting.popleft())
                else:
                    break
        finally:
            self._running = False
        if not self._scene.motion.busy:
            self.idle.emit()

    def _begin(self, event: Event, view: Any) -> None:
        picture = self._game.picture(view)
        self._scene.notice.show_words(*self._caption(picture))
        self._steps.extend(self._steps_of(event, picture))
        self._steps.append(lambda: self.shown.emit(event, view))

    def _steps_of(self, event: Event, picture: Picture) -> list[Step]:
        scene, motion = self._scene, self._scene.motion
        match event:
            case Dealt():
                return [
                    lambda: self._deal(event, picture),
                    lambda: self._dealt(picture),
                ]
            case CardPlayed():
                return [
                    lambda: scene.play(event.seat, event.card, picture),
                    lambda: scene.mark_winning(picture),
                    lambda: motion.pause(PLAY_PAUSE_MS),
                ]
            case TrickTaken():
                return [
                    lambda: motion.pause(TRICK_PAUSE_MS),
                    lambda: scene.gather(event.seat, picture),
                    scene.clear_away,
                ]
            case CardsDrawn():
                return [lambda: scene.draw(event.seat, event.cards, picture)]
            case BidMade() | StakeMade() | TrumpChosen():
                return [
                    lambda: scene.show_words(picture),
                    lambda: motion.pause(BID_PAUSE_MS),
                ]
            case Scored():
                return [
                    lambda: scene.show_words(picture),
                    lambda: motion.pause(SCORE_PAUSE_MS),
                ]
        return [lambda: scene.show_words(picture)]

    def _deal(self, event: Dealt, picture: Picture) -> None:
        self._update_by(QGraphicsView.ViewportUpdateMode.BoundingRectViewportUpdate)
        self._scene.deal(picture, event.leader)

    def _dealt(self, picture: Picture) -> None:
        self._update_by(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self._scene.turn_up(picture)
        self._scene.sort_hands(picture)

    def _update_by(self, mode: QGraphicsView.ViewportUpdateMode) -> None:
        # One large region is cheaper to repaint while many cards fly, small ones otherwise.
        for view in self._scene.views():
            view.setViewportUpdateMode(mode)
