"""The status line of a table for onlookers: who has taken a trick, and why."""

from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from greenbaize.app.tables.reading_times import SCORE_DISPLAY_S
from greenbaize.rules.events import CardPlayed, CardsDealt, Event, TrickTaken
from greenbaize.rules.game import Game
from greenbaize.rules.hands import Trick
from greenbaize.rules.messages import Message
from greenbaize.ui.table.event_queue import EventQueue
from greenbaize.ui.table.pace import TablePace
from greenbaize.ui.table.scene import TableScene
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import join_sentences

MIN_TRICK_MS: Final = 2600.0
"""Minimum time that a full trick stays for onlookers who read why it was taken (ms)."""


def pace_for_onlookers(pace: TablePace) -> TablePace:
    """Return the pace of a table at which nobody clicks."""
    trick_ms = max(MIN_TRICK_MS, pace.trick_ms)
    return pace._replace(waits_for_click=False, trick_ms=trick_ms, score_ms=1000 * SCORE_DISPLAY_S)


def trick_reason(game: Game[Any], view: Any, taker: int, trick: Trick) -> Message | None:
    """Return why a trick goes to its taker, or None.

    It is the effect of their card, or of the card that returned the trick to its leader.
    """
    explanations = game.explain_trick(view, trick)
    if taker == trick.leader:
        # That it was led is no reason; another card may have returned it.
        returning_messages = [
            messages[0] for seat, messages in explanations if seat != taker and messages
        ]
        return next(
            (
                message
                for message in reversed(returning_messages)
                if message.values.get("seat") == taker
            ),
            None,
        )
    return next(
        (messages[0] for seat, messages in explanations if seat == taker and messages), None
    )


class TrickLineController(QObject):
    """Controller that shows the sentence from a complete trick until the next card is played."""

    announced = Signal(str)
    """Emitted with the reason of a trick; its taker is announced by the event itself."""

    def __init__(
        self, game: Game[Any], scene: TableScene, queue: EventQueue, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._game, self._scene, self._stage = game, scene, queue.stage
        self._speaker = Speaker(scene.names, None)
        self.sentence = self.reason = ""
        queue.stage.event_started.connect(self._on_event_started)
        queue.idle.connect(self.refresh)

    def _on_event_started(self, event: Event, view: Any) -> None:
        if isinstance(event, TrickTaken):
            taker, trick = self._game.picture(view).taken_tricks[-1]
            reason = trick_reason(self._game, view, taker, trick)
            self.reason = "" if reason is None else self._speaker.format_message(reason)
            winner_sentence = self._speaker.format_message(Message("trick-taken", {"seat": taker}))
            self.sentence = join_sentences(winner_sentence, self.reason)
            if self.reason:
                self.announced.emit(self.reason)
        elif isinstance(event, CardPlayed | CardsDealt):
            self.sentence = self.reason = ""
        else:
            return
        self.refresh()

    def refresh(self) -> None:
        """Show the sentence, or only the reason if there is no room.

        Once everything has been shown, it also says whose turn it is.
        """
        turn = "" if self._scene.animator.is_busy else self._stage.turn_sentence()
        for text in filter(None, (join_sentences(self.sentence, turn), self.sentence, self.reason)):
            if self._scene.show_status_line(text):
                return
        if not (self.sentence or turn):
            self._scene.show_status_line("")
