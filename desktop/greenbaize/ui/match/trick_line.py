"""The status line of a table for onlookers: who has taken a trick, and why."""

from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from greenbaize.app.tables.reading_times import SCORE_S
from greenbaize.rules.events import CardPlayed, Dealt, Event, TrickTaken
from greenbaize.rules.game import Game
from greenbaize.rules.hands import Trick
from greenbaize.rules.messages import Message
from greenbaize.ui.table.pace import Pace
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.stage import Stage
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import together

READ_MS: Final = 2600.0
"""Minimum time that a full trick stays for onlookers who read why it was taken (ms)."""


def read_from_afar(pace: Pace) -> Pace:
    """Return the pace of a table at which nobody clicks."""
    trick_ms = max(READ_MS, pace.trick_ms)
    return pace._replace(waits=False, trick_ms=trick_ms, score_ms=1000 * SCORE_S)


def reason_of(game: Game[Any], view: Any, taker: int, trick: Trick) -> Message | None:
    """Return why a trick goes to its taker, or None.

    It is the effect of their card, or of the card that returned the trick to its leader.
    """
    told = game.explain_trick(view, trick)
    if taker == trick.leader:
        # That it was led is no reason; another card may have returned it.
        back = [said[0] for seat, said in told if seat != taker and said]
        return next((one for one in reversed(back) if one.values.get("seat") == taker), None)
    return next((said[0] for seat, said in told if seat == taker and said), None)


class TrickLine(QObject):
    """Controller that shows the sentence from a complete trick until the next card is played."""

    spoken = Signal(str)
    """Emitted with the reason of a trick; its taker is announced by the event itself."""

    def __init__(self, game: Game[Any], scene: TableScene, stage: Stage, parent: QObject) -> None:
        super().__init__(parent)
        self._game, self._scene, self._stage = game, scene, stage
        self._speaker = Speaker(scene.names, None)
        self.words = self.reason = ""
        stage.begun.connect(self._on_begun)
        stage.idle.connect(self.refresh)

    def _on_begun(self, event: Event, view: Any) -> None:
        if isinstance(event, TrickTaken):
            taker, trick = self._game.picture(view).taken[-1]
            why = reason_of(self._game, view, taker, trick)
            self.reason = "" if why is None else self._speaker.say(why)
            taken = self._speaker.say(Message("trick-taken", {"seat": taker}))
            self.words = together(taken, self.reason)
            if self.reason:
                self.spoken.emit(self.reason)
        elif isinstance(event, CardPlayed | Dealt):
            self.words = self.reason = ""
        else:
            return
        self.refresh()

    def refresh(self) -> None:
        """Show the sentence, or only the reason if there is no room.

        Once everything has been shown, it also says whose turn it is.
        """
        turn = "" if self._scene.motion.busy else self._stage.turn_words()
        for words in filter(None, (together(self.words, turn), self.words, self.reason)):
            if self._scene.show_line(words):
                return
        if not (self.words or turn):
            self._scene.show_line("")
