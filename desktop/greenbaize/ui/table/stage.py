"""The stage: plays events on the table one after another, each once the last has been seen."""

from collections import deque
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QGraphicsView

from greenbaize.rules.events import (
    AntiRankDeclared,
    BidMade,
    CameBack,
    CardCorrected,
    CardExposed,
    CardPlayed,
    CardsDrawn,
    CardTakenBack,
    Dealt,
    DealVoided,
    Event,
    Leaving,
    Passed,
    RevokeNamed,
    Scored,
    StakeMade,
    TrickTaken,
    TrumpChosen,
    WentOut,
)
from greenbaize.rules.game import Game
from greenbaize.rules.pictures import Picture
from greenbaize.ui.table.sayings import Sign
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.turns import Turn
from greenbaize.words.catalogue import tr
from greenbaize.words.news import news_of
from greenbaize.words.speaker import Speaker

BID_PAUSE_MS, PLAY_PAUSE_MS, TRICK_PAUSE_MS, SCORE_PAUSE_MS = 350, 120, 600, 1200
NEWS_PAUSE_MS = 1100

SIGNS: dict[type[Event], Sign] = {
    Leaving: Sign.LEAVING,
    CameBack: Sign.BACK,
    WentOut: Sign.OUT,
    AntiRankDeclared: Sign.CALL,
    CardExposed: Sign.CARD,
    CardCorrected: Sign.CARD,
    CardTakenBack: Sign.CARD,
    RevokeNamed: Sign.FAULT,
    DealVoided: Sign.FAULT,
}

Step = Callable[[], None]


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
        picture = self._game.picture(view)
        self._turn.begin(event)
        if not self.skipping or type(event) in SIGNS:
            # News is told to those in a hurry as well.
            self._skipped = None
        self._scene.notice.show_words(*self._caption(picture))
        self._steps.extend(self._steps_of(event, picture))
        self._steps.append(lambda: self._end(event, view, picture))

    def _end(self, event: Event, view: Any, picture: Picture) -> None:
        self._turn.end(event, picture)
        self.shown.emit(event, view)

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
                    lambda: self._play(event, picture),
                    lambda: scene.cards.mark_winning(picture),
                    lambda: self._look(event),
                    scene.cards.clear_away,
                ]
            case TrickTaken():
                return [
                    scene.news.clear,
                    lambda: motion.pause(TRICK_PAUSE_MS),
                    lambda: scene.gather(event.seat, picture),
                    scene.cards.clear_away,
                ]
            case Passed():
                return [
                    lambda: scene.show_words(picture),
                    lambda: scene.say(event.seat, tr("pass")),
                    lambda: motion.pause(BID_PAUSE_MS),
                ]
            case Leaving() | CameBack() | WentOut() | AntiRankDeclared():
                return [
                    lambda: scene.show_words(picture),
                    *self._loudly(event, event.seat, picture),
                ]
            case CardsDrawn():
                return [lambda: scene.draw(event.seat, event.cards, picture)]
            case BidMade() | StakeMade() | TrumpChosen():
                return [
                    lambda: self._heed(event.seat),
                    lambda: scene.show_words(picture),
                    lambda: motion.pause(BID_PAUSE_MS),
                ]
            case Scored():
                return [
                    scene.news.clear,
                    lambda: scene.show_words(picture),
                    lambda: motion.pause(SCORE_PAUSE_MS),
                ]
        return self._steps_of_mistake(event, picture) or [lambda: scene.show_words(picture)]

    def _steps_of_mistake(self, event: Event, picture: Picture) -> list[Step]:
        scene, motion = self._scene, self._scene.motion
        match event:
            case CardExposed():
                return [
                    lambda: scene.show_words(picture),
                    lambda: scene.cards.expose(event.seat, event.card, picture),
                    *self._loudly(event, event.seat, picture),
                ]
            case CardCorrected():
                return [
                    lambda: scene.show_words(picture),
                    lambda: scene.cards.replace_card(event.seat, event.card, picture),
                    lambda: scene.cards.mark_winning(picture),
                    lambda: self._tell(event, event.seat, picture),
                ]
            case CardTakenBack():
                return [
                    lambda: scene.show_words(picture),
                    lambda: scene.cards.take_back(event.seat, event.card, picture),
                    lambda: scene.cards.mark_winning(picture),
                    *self._loudly(event, event.seat, picture),
                ]
            case RevokeNamed():
                return self._loudly(event, event.seat, picture)
            case DealVoided():
                payer = event.penalties.index(min(event.penalties))
                return [
                    lambda: scene.show_words(picture),
                    *self._loudly(event, payer, picture),
                    lambda: motion.pause(SCORE_PAUSE_MS),
                    lambda: scene.show_picture(picture),
                ]
        return []

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

    def _loudly(self, event: Event, seat: int, picture: Picture) -> list[Step]:
        return [
            lambda: self._tell(event, seat, picture),
            lambda: self._scene.motion.pause(NEWS_PAUSE_MS),
            self._quiet,
        ]

    def _tell(self, event: Event, seat: int, picture: Picture) -> None:
        news = news_of(event, picture)
        assert news is not None
        words = self._speaker.say(news)
        self._scene.tell_news(seat, SIGNS[type(event)], words)
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
