"""The pace of play: when the table advances by itself or by a click, and its status line."""

from collections.abc import Callable
from math import ceil

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from greenbaize.app.tables.forced_answers import find_only_answer, find_only_choice
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.app.tables.table import MENDING_S, Grace
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.game import Offer, Question
from greenbaize.ui.match.prompt_controller import PromptController
from greenbaize.ui.table.pace import Pace
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.stage import Stage
from greenbaize.words.catalogue import tr
from greenbaize.words.spoken import is_brief

THINK_MS = 260
"""Usual time for which a computer player seems to think (ms), so that people can follow."""
PONDER_MS = 300
"""Further time until the plate of a thinking player shows it (ms)."""


class Pacing(QObject):
    """Controller that advances the table in the time that people need to follow."""

    rested = Signal()
    """Emitted when everything has been shown, before it is decided who acts next."""
    person_acts = Signal()
    """Emitted when the player has to act."""
    forced = Signal(object)
    """Emitted with the only possible command, which is not asked for."""
    passed = Signal(int)
    """Emitted with the seat of another person at this computer who has to act."""
    finished = Signal()
    """Emitted when the end of the match has been shown."""
    _woken = Signal()
    """Emitted from another thread when there may be something to process."""

    def __init__(self, place: PlayerView, stage: Stage, scene: TableScene) -> None:
        super().__init__(stage)
        self.held = False
        """True while the player is being asked something and the table waits."""
        self.stays: Callable[[], bool] = lambda: False
        """Called when everything has been shown; returns True if the table must wait longer."""
        self._place, self._stage, self._scene = place, stage, scene
        self.clocked = False
        """True if turns have a time limit at this table."""
        self._grace = Grace()
        self._asked_anew: Question | None = None
        stage.pressed = self._is_pressed
        self._thought = self._waiting = False
        self.ended = False
        """True once the end has been shown or the page has been left."""
        self._pondering = QTimer(self, singleShot=True, interval=PONDER_MS)
        self._limit = QTimer(self, singleShot=True)
        self._woken.connect(self._on_woken, Qt.ConnectionType.QueuedConnection)
        self._limit.timeout.connect(self._on_woken)
        self._pondering.timeout.connect(self._on_pondering)
        stage.idle.connect(self._on_idle)
        place.wake_by(self._woken.emit)

    def end(self) -> None:
        self.ended = True
        self._stop_waiting()

    def _on_idle(self) -> None:
        if self.ended or self.held:
            return
        self.rested.emit()
        if self.stays():
            return
        place, motion = self._place, self._scene.motion
        if place.over:
            self.ended = True
            self.finished.emit()
        elif place.passes_to is not None and self._stage.listens(place.passes_to):
            return  # the person who passes the computer on has already heard the text
        elif place.others_act or place.passes_to is not None:
            mends = place.waits_to_be_seen and self._grace.due(place.offers)
            if (mends or not self._thought) and motion.speed > 0 and not self._stage.skipping:
                self._thought = True
                thinks = THINK_MS * place.hesitation / self._stage.tempo
                motion.pause(1000 * MENDING_S if mends else thinks)
            else:
                # Process the window's own events first, however fast the play.
                QTimer.singleShot(0, self._let_others_act)
        elif self._forced() is None:
            if place.question is None or not self._stage.listens(place.question):
                self.person_acts.emit()
        elif not self._thought and motion.speed > 0:
            self._thought = True
            self._stage.look_before_forced()
        else:
            QTimer.singleShot(0, self._play_forced)

    def ask_anew(self) -> None:
        """Ask the current question even if its answer is forced.

        The player has just undone that answer, and could not undo any further otherwise.
        """
        self._asked_anew = self._place.question

    def _forced(self) -> Command | None:
        question = self._place.question
        if question is not None and question == self._asked_anew:
            return None
        return forced_answer(self._place, self._stage.pace)

    def _play_forced(self) -> None:
        self._thought = False
        if self.held or self.ended or self._scene.motion.busy:
            return
        forced = self._forced()
        if forced is None or self._place.others_act:
            self._stage.go_on()
        else:
            self.forced.emit(forced)

    def see_whether_pressed(self) -> None:
        """Stop waiting for a click as soon as a time limit runs for the player."""
        if self._scene.motion.waits and self._is_pressed():
            self._scene.motion.hurry()

    def _is_pressed(self) -> bool:
        return self.clocked and not self._place.over and not self._place.others_act

    def _let_others_act(self) -> None:
        self._thought = False
        if self.held or self.ended or self._scene.motion.busy:
            return
        passes_to = self._place.passes_to
        if passes_to is not None:
            self.passed.emit(passes_to)
            return
        if self._place.others_act and not self._place.let_others_act():
            self._wait()
            return
        self._stop_waiting()
        self._stage.go_on()

    def _wait(self) -> None:
        if not self._waiting:
            self._waiting = True
            self._pondering.start()
        patience = self._place.patience
        if patience is not None:
            self._limit.start(ceil(1000 * patience))

    def _stop_waiting(self) -> None:
        self._waiting = False
        self._pondering.stop()
        self._limit.stop()
        self._scene.show_pondering(None)

    def _on_woken(self) -> None:
        if self.ended:
            return
        self._place.attend()
        if self._waiting:
            self._let_others_act()
        elif not self._scene.motion.busy and not self.held:
            self._stage.go_on()

    def _on_pondering(self) -> None:
        self._scene.show_pondering(self._place.game.turn(self._place.view))


def forced_answer(place: PlayerView, pace: Pace) -> Command | None:
    """Return the answer that the player need not choose, as they have set it; or None.

    It is the only legal one, or the first of several that come to the same, and nothing else
    matters: no moment is open that a lead would close, and no mistake can be corrected. Of answers
    without a card only those before the first deal count, as for the last trump left: bids are
    always asked.
    """
    only = find_only_answer(place) if pace.last_card or pace.forced else None
    if not isinstance(only, Play):
        return None if only is None else find_only_choice(place)
    if not (pace.forced or place.game.picture(place.view).hands[only.seat].size == 1):
        return None
    acts = any(offer.offer is Offer.BUTTON for offer in place.offers)
    return None if acts else only


class TableLine(QObject):
    """Controller that keeps the status line up to date."""

    spoken = Signal(str)
    """Emitted with each new text of the line."""

    def __init__(
        self, scene: TableScene, asking: PromptController, stage: Stage, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._scene, self._asking, self._stage = scene, asking, stage
        self._how = tr("Space goes on")
        """The hint on how to advance, until it has been spoken."""
        scene.motion.waiting.connect(self.refresh)
        scene.motion.rested.connect(self.refresh)
        asking.changed.connect(self.refresh)

    def refresh(self) -> None:
        words = self._words()
        new = words != self._scene.line.words
        if new or words:
            # Also for the same text: the cards it is placed above may have moved.
            self._scene.show_line(words)
        if new and words:
            self._speak(words)

    def _speak(self, words: str) -> None:
        """Announce the line; in brief wording, the key hint is spoken once per table."""
        if self._scene.motion.waits and is_brief():
            words, self._how = self._with_reason(self._how), ""
        if words:
            self.spoken.emit(words)

    def _with_reason(self, words: str) -> str:
        return " ".join(filter(None, (self._stage.reason, self._stage.awaited(), words)))

    def _words(self) -> str:
        if self._scene.motion.waits:
            return self._with_reason(tr("Click or press Space to go on"))
        if self._asking.guidance:
            return self._asking.guidance
        behind = self._scene.motion.busy or self._stage.behind_deal
        return "" if behind else self._asking.standing or self._stage.turn_words()
