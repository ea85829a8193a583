"""The pace of play: when the table advances by itself or by a click, and its status line."""

from collections.abc import Callable, Iterable
from math import ceil
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from greenbaize.app.tables.forced_answers import find_only_answer, find_only_choice
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.app.tables.table import CORRECTION_DELAY_S, CorrectionWindow
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.events import Event
from greenbaize.rules.game import OfferLocation, Question
from greenbaize.ui.match.prompt_controller import PromptController
from greenbaize.ui.table.event_queue import EventQueue
from greenbaize.ui.table.pace import TablePace
from greenbaize.ui.table.scene import TableScene
from greenbaize.words.catalogue import tr
from greenbaize.words.spoken import is_brief_speech

THINK_MS = 260
"""Usual time for which a computer player seems to think (ms), so that people can follow."""
PONDER_DELAY_MS = 300
"""Further time until the plate of a thinking player shows it (ms)."""


class PacingController(QObject):
    """Controller that advances the table in the time that people need to follow.

    It alone decides when the next event is shown: the page tells it what has happened.
    """

    everything_shown = Signal()
    """Emitted when everything has been shown, before it is decided who acts next."""
    person_to_act = Signal()
    """Emitted when the player has to act."""
    forced_command_found = Signal(object)
    """Emitted with the only possible command, which is not asked for."""
    hand_over_requested = Signal(int)
    """Emitted with the seat of another person at this computer who has to act."""
    finished = Signal()
    """Emitted when the end of the match has been shown."""
    _wake_requested = Signal()
    """Emitted from another thread when there may be something to process."""

    def __init__(self, player_view: PlayerView, queue: EventQueue, scene: TableScene) -> None:
        super().__init__(queue)
        self.is_asking = False
        """True while the player is being asked something and the table waits."""
        self.must_wait: Callable[[], bool] = lambda: False
        """Called when everything has been shown; returns True if the table must wait longer."""
        self._player_view, self._queue, self._scene = player_view, queue, scene
        self._stage = stage = queue.stage
        self.has_time_limit = False
        """True if turns have a time limit at this table."""
        self._correction_window = CorrectionWindow()
        self._reopened_question: Question | None = None
        stage.is_time_limited = self._is_time_running
        self._has_paused = self._waits_for_others = False
        self.is_finished = False
        """True once the end has been shown or the page has been left."""
        self._pondering_timer = QTimer(self, singleShot=True, interval=PONDER_DELAY_MS)
        self._limit_timer = QTimer(self, singleShot=True)
        self._wake_requested.connect(self._on_wake, Qt.ConnectionType.QueuedConnection)
        self._limit_timer.timeout.connect(self._on_wake)
        self._pondering_timer.timeout.connect(self._on_pondering)
        queue.idle.connect(self._on_idle)
        player_view.set_wake_callback(self._wake_requested.emit)

    def start_match(self, unseen_events: Iterable[tuple[Event, Any]], *, is_missed: bool) -> None:
        """Start the match, or continue where it was left; show the unseen events first.

        ``is_missed``: they happened while somebody else was at the table.
        """
        if is_missed:
            self._queue.enqueue_missed_events(unseen_events)
        else:
            for event, view in unseen_events:
                self._queue.enqueue_event(event, view)
        self._player_view.start_match()
        self.advance_table()

    def enqueue_event(self, event: Event) -> None:
        """Enqueue an event that the player's view has received just now."""
        self._queue.enqueue_event(event, self._player_view.view)

    def advance_table(self) -> None:
        """Show what is pending, and let the table continue once everything has been shown."""
        self._queue.show_events()

    def stop_pacing(self) -> None:
        self.is_finished = True
        self._stop_waiting()

    def _on_idle(self) -> None:
        if self.is_finished or self.is_asking:
            return
        self.everything_shown.emit()
        if self.must_wait():
            return
        player_view, motion = self._player_view, self._scene.animator
        if player_view.is_over:
            self.is_finished = True
            self.finished.emit()
        elif player_view.next_hot_seat is not None and self._queue.waits_for_speech(
            player_view.next_hot_seat
        ):
            return  # the person who passes the computer on has already heard the text
        elif player_view.waits_for_others or player_view.next_hot_seat is not None:
            waits_for_correction = (
                player_view.waits_until_shown
                and self._correction_window.grants_time(player_view.offers)
            )
            if (
                (waits_for_correction or not self._has_paused)
                and motion.speed > 0
                and not self._stage.is_skipping
            ):
                self._has_paused = True
                thinking_ms = THINK_MS * player_view.thinking_time_factor / self._stage.tempo
                motion.add_pause(1000 * CORRECTION_DELAY_S if waits_for_correction else thinking_ms)
            else:
                # Process the window's own events first, however fast the play.
                QTimer.singleShot(0, self._let_others_act)
        elif self._forced_command() is None:
            if player_view.question is None or not self._queue.waits_for_speech(
                player_view.question
            ):
                self.person_to_act.emit()
        elif not self._has_paused and motion.speed > 0:
            self._has_paused = True
            self._stage.pause_before_forced_card()
        else:
            QTimer.singleShot(0, self._play_forced)

    def reopen_question(self) -> None:
        """Ask the current question even if its answer is forced.

        The player has just undone that answer, and could not undo any further otherwise.
        """
        self._reopened_question = self._player_view.question

    def _forced_command(self) -> Command | None:
        question = self._player_view.question
        if question is not None and question == self._reopened_question:
            return None
        return find_forced_command(self._player_view, self._stage.pace)

    def _play_forced(self) -> None:
        self._has_paused = False
        if self.is_asking or self.is_finished or self._scene.animator.is_busy:
            return
        command = self._forced_command()
        if command is None or self._player_view.waits_for_others:
            self.advance_table()
        else:
            self.forced_command_found.emit(command)

    def skip_wait_if_timed(self) -> None:
        """Stop waiting for a click as soon as a time limit runs for the player."""
        if self._scene.animator.waits_for_user and self._is_time_running():
            self._scene.animator.skip_animations()

    def _is_time_running(self) -> bool:
        return (
            self.has_time_limit
            and not self._player_view.is_over
            and not self._player_view.waits_for_others
        )

    def _let_others_act(self) -> None:
        self._has_paused = False
        if self.is_asking or self.is_finished or self._scene.animator.is_busy:
            return
        passes_to = self._player_view.next_hot_seat
        if passes_to is not None:
            self.hand_over_requested.emit(passes_to)
            return
        if self._player_view.waits_for_others and not self._player_view.let_others_act():
            self._start_waiting()
            return
        self._stop_waiting()
        self.advance_table()

    def _start_waiting(self) -> None:
        if not self._waits_for_others:
            self._waits_for_others = True
            self._pondering_timer.start()
        remaining_s = self._player_view.wake_timeout
        if remaining_s is not None:
            self._limit_timer.start(ceil(1000 * remaining_s))

    def _stop_waiting(self) -> None:
        self._waits_for_others = False
        self._pondering_timer.stop()
        self._limit_timer.stop()
        self._scene.show_pondering(None)

    def _on_wake(self) -> None:
        if self.is_finished:
            return
        self._player_view.process_pending()
        if self._waits_for_others:
            self._let_others_act()
        elif not self._scene.animator.is_busy and not self.is_asking:
            self.advance_table()

    def _on_pondering(self) -> None:
        self._scene.show_pondering(self._player_view.game.turn(self._player_view.view))


def find_forced_command(player_view: PlayerView, pace: TablePace) -> Command | None:
    """Return the answer that the player need not choose, as they have set it; or None.

    It is the only legal one, or the first of several that come to the same, and nothing else
    matters: no moment is open that a lead would close, and no mistake can be corrected. Of answers
    without a card only those before the first deal count, as for the last trump left: bids are
    always asked.
    """
    only_answer = (
        find_only_answer(player_view) if pace.plays_last_card or pace.plays_forced_cards else None
    )
    if not isinstance(only_answer, PlayCommand):
        return None if only_answer is None else find_only_choice(player_view)
    if not (
        pace.plays_forced_cards
        or player_view.game.picture(player_view.view).hands[only_answer.seat].size == 1
    ):
        return None
    has_button_offer = any(
        offer.offer_location is OfferLocation.BUTTON for offer in player_view.offers
    )
    return None if has_button_offer else only_answer


class StatusLineController(QObject):
    """Controller that keeps the status line up to date."""

    announced = Signal(str)
    """Emitted with each new text of the line."""

    def __init__(
        self, scene: TableScene, prompts: PromptController, queue: EventQueue, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._scene, self._prompts, self._queue = scene, prompts, queue
        self._stage = queue.stage
        self._key_hint = tr("Space goes on")
        """The hint on how to advance, until it has been spoken."""
        scene.animator.wait_started.connect(self.refresh)
        scene.animator.finished.connect(self.refresh)
        prompts.changed.connect(self.refresh)

    def refresh(self) -> None:
        text = self._current_text()
        is_new = text != self._scene.status_line.text
        if is_new or text:
            # Also for the same text: the cards it is placed above may have moved.
            self._scene.show_status_line(text)
        if is_new:
            self._announce_text(text)

    def _announce_text(self, text: str) -> None:
        """Announce the line; in brief wording, the key hint is spoken once per table."""
        if self._scene.animator.waits_for_user and is_brief_speech():
            text, self._key_hint = self._with_reason(self._key_hint), ""
        if text:
            self.announced.emit(text)

    def _with_reason(self, text: str) -> str:
        return " ".join(
            filter(None, (self._stage.forced_reason, self._stage.waiting_sentence(), text))
        )

    def _current_text(self) -> str:
        if self._scene.animator.waits_for_user:
            return self._with_reason(tr("Click or press Space to go on"))
        if self._prompts.guidance:
            return self._prompts.guidance
        is_behind = self._scene.animator.is_busy or self._queue.has_unshown_deal
        return "" if is_behind else self._prompts.open_status or self._stage.turn_sentence()
