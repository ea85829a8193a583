"""The stage: plays events on the table one after another, each once the last has been seen."""

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QGraphicsView

from greenbaize.rules.events import (
    CardPlayed,
    CardReplaced,
    CardReturned,
    CardsDrawn,
    CardShown,
    Dealt,
    Event,
    Said,
    Scored,
    TrickTaken,
)
from greenbaize.rules.game import Game
from greenbaize.rules.pictures import News, Picture
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.turns import Turn
from greenbaize.words.speaker import Speaker

BID_PAUSE_MS, PLAY_PAUSE_MS, TRICK_PAUSE_MS, SCORE_PAUSE_MS = 350, 120, 600, 1200
NEWS_PAUSE_MS = 1100

Step = Callable[[], object]


class Stage(QObject):
    """Turns told events into what is seen.

    Args:
        game: reads the views.
        scene: the table.
        caption: the words in the table's corner for a picture.
        you: the seat of the person at the table, if they have one.
    """

    shown = Signal(object, object)
    """An event has come to be seen; with the view after it."""
    idle = Signal()
    """Everything has been seen."""
    told = Signal(str)
    """News that nobody may miss, in a sentence."""

    def __init__(
        self,
        game: Game[Any],
        scene: TableScene,
        caption: Callable[[Picture], tuple[str, str, str]],
        you: int | None = None,
    ) -> None:
        super().__init__()
        self._game = game
        self._scene = scene
        self._caption = caption
        self._you = you
        self._speaker = Speaker(scene.names, you)
        self._turn = Turn()
        self._skipped: int | None = None
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
                    if self.skipping:
                        self._scene.motion.hurry()
                elif self._waiting:
                    self._begin(*self._waiting.popleft())
                else:
                    break
        finally:
            self._running = False
        if not self._scene.motion.busy:
            self.idle.emit()

    @property
    def tempo(self) -> float:
        """How much faster than usual things go, late in a turn of many cards."""
        return 1.0 if self._scene.cards.pile is None else self._turn.tempo

    @property
    def skipping(self) -> bool:
        """Whether the rest of a turn is passed over, for somebody has seen enough of it."""
        return self._skipped == self._turn.number

    def hurry(self) -> None:
        """Let all that moves arrive; where turns have several cards, pass over the rest of it."""
        if self._scene.cards.pile is not None and self._turn.seat != self._you:
            self._skipped = self._turn.number
        self._scene.motion.hurry()

    def _begin(self, event: Event, view: Any) -> None:
        picture, news = self._game.picture(view), self._game.news(event, view)
        self._turn.begin(event)
        if not self.skipping or news is not None:
            # News is told to those in a hurry as well.
            self._skipped = None
        self._scene.notice.show_words(*self._caption(picture))
        self._steps.extend(self._steps_of(event, picture))
        if news is not None:
            self._steps.extend(self._steps_of_news(news, picture))
        self._steps.append(lambda: self._end(event, view, picture))

    def _end(self, event: Event, view: Any, picture: Picture) -> None:
        self._turn.end(picture)
        self.shown.emit(event, view)

    def _steps_of(self, event: Event, picture: Picture) -> list[Step]:
        scene, motion = self._scene, self._scene.motion
        show_words = partial(scene.show_words, picture)
        mark_winning = partial(scene.cards.mark_winning, picture)
        match event:
            case Dealt():
                return [partial(self._deal, event, picture), partial(self._dealt, picture)]
            case CardPlayed():
                return [
                    partial(self._play, event, picture),
                    mark_winning,
                    partial(self._look, event),
                    scene.cards.clear_away,
                ]
            case TrickTaken():
                return [
                    scene.news.clear,
                    partial(motion.pause, TRICK_PAUSE_MS),
                    partial(scene.gather, event.seat, picture),
                    scene.cards.clear_away,
                ]
            case CardsDrawn():
                return [partial(scene.draw, event.seat, event.cards, picture)]
            case Said():
                return [show_words, partial(self._say, event), partial(motion.pause, BID_PAUSE_MS)]
            case Scored():
                return [scene.news.clear, show_words, partial(motion.pause, SCORE_PAUSE_MS)]
            case CardShown(seat, card):
                return [show_words, partial(scene.cards.expose, seat, card, picture)]
            case CardReplaced(seat, card):
                return [
                    show_words,
                    partial(scene.cards.replace_card, seat, card, picture),
                    mark_winning,
                ]
            case CardReturned(seat, card):
                return [
                    show_words,
                    partial(scene.cards.take_back, seat, card, picture),
                    mark_winning,
                ]
        return [show_words]

    def _say(self, event: Said) -> None:
        """Show what a seat has said, where its plate alone does not tell."""
        said = self._game.said(event)
        if said is None:
            self._heed(event.seat)
        else:
            self._scene.say(event.seat, self._speaker.say(said))

    def _play(self, event: CardPlayed, picture: Picture) -> None:
        self._heed(event.seat)
        self._scene.play(event.seat, event.card, picture, self.tempo)

    def _heed(self, seat: int) -> None:
        """Take news away that the person at the table has seen, for they have acted."""
        if self._you in (seat, None):
            self._scene.news.clear()

    def _look(self, event: CardPlayed) -> None:
        """Let a card be looked at; in a turn of several, nobody need look at their own."""
        if self._scene.cards.pile is None or event.seat != self._you:
            self._scene.motion.pause(PLAY_PAUSE_MS / self.tempo)

    def _steps_of_news(self, news: News, picture: Picture) -> list[Step]:
        scene = self._scene
        steps: list[Step] = [partial(self._tell, news)]
        if not news.brief:
            steps += [partial(scene.motion.pause, NEWS_PAUSE_MS), self._quiet]
        if news.anew:
            steps += [
                partial(scene.motion.pause, SCORE_PAUSE_MS),
                partial(scene.show_picture, picture),
            ]
        return steps

    def _tell(self, news: News) -> None:
        words = self._speaker.say(news.message)
        self._scene.tell_news(news.seat, news.flag, words)
        self.told.emit(words)

    def _quiet(self) -> None:
        """Take the news away; without motion it stays until the person at the table acts."""
        if self._scene.motion.speed > 0:
            self._scene.news.clear()

    def _deal(self, event: Dealt, picture: Picture) -> None:
        self._update_by(QGraphicsView.ViewportUpdateMode.BoundingRectViewportUpdate)
        self._scene.deal(picture, event.leader)

    def _dealt(self, picture: Picture) -> None:
        self._update_by(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self._scene.turn_up(picture)
        self._scene.cards.sort_hands(picture)

    def _update_by(self, mode: QGraphicsView.ViewportUpdateMode) -> None:
        # One large region is cheaper to repaint while many cards fly, small ones otherwise.
        for view in self._scene.views():
            view.setViewportUpdateMode(mode)
