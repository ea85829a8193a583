"""The spoken account of one table: turns, tricks, deals and the others' actions; and its log."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QItemSelectionModel, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialogButtonBox,
    QListView,
    QListWidget,
    QWidget,
)

from greenbaize.app.tables.default_players import display_names
from greenbaize.rules.events import CardPlayed, CardsDrawn, Event, MatchEnded, TrickTaken
from greenbaize.rules.messages import Message
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.table.animation import MillisecondClock, monotonic_ms
from greenbaize.ui.widgets.dialog import BaseDialog
from greenbaize.ui.widgets.keyboard import is_screen_reader_active
from greenbaize.ui.widgets.labels import make_note
from greenbaize.ui.widgets.layouts import make_column
from greenbaize.ui.widgets.window_geometry import initial_size
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import is_brief_speech, join_sentences
from greenbaize.words.spoken_events import (
    describe_action,
    describe_event,
    describe_turn,
    seat_action,
)
from greenbaize.words.titles import format_citation

MERGE_MS: Final = 250
"""Time within which identical texts count as one, and minimum delay before speaking (ms).

Orca ignores a new window name while it is still busy with a change of focus.
"""
LETTERS_PER_WORD: Final = 6.0
"""Letters per word, including the space, for speeds in words per minute."""
PAUSE_MS: Final = 250.0
"""Pause between two texts (ms)."""
MINUTE_MS: Final = 60_000


class Utterance(NamedTuple):
    """Something to be said: a sentence, or a word or two of what a seat has done."""

    text: str
    seat: int | None = None


class SpeechQueue(QObject):
    """Queue that speaks texts when the previous ones have been heard, and drops no event.

    Of questions only the newest is kept; it comes last. ``rate`` is in words per minute, ``clock``
    in milliseconds from an arbitrary start.
    """

    speech_due = Signal(str, bool)
    """Emitted with a text to speak now, and True if it is urgent."""

    def __init__(
        self,
        rate: Callable[[], float],
        clock: MillisecondClock = monotonic_ms,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.format_line: Callable[[int, str], str] = lambda _, words: words
        """Formats what a seat has done as a line with its name."""
        self._rate, self._clock = rate, clock
        self._utterances: list[Utterance] = []
        self._question = ""
        self._busy_until = 0.0
        """Time at which the current text will have been spoken, by the clock."""
        self._last_urgent = "", 0.0
        """The last urgent text, and its time."""
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.speak_pending)

    def enqueue_text(self, text: str, seat: int | None = None) -> None:
        """Speak a sentence in its turn, or a word or two of what ``seat`` has done."""
        utterance = Utterance(text, seat)
        if text and not self._is_duplicate(utterance):
            self._utterances.append(utterance)
            self._schedule_speech()

    def _is_duplicate(self, utterance: Utterance) -> bool:
        """Return True if the same text has just been queued from elsewhere."""
        if utterance.seat is not None:
            return False
        urgent_text, urgent_time = self._last_urgent
        now = self._clock()
        return (
            utterance.text == urgent_text and now - urgent_time <= MERGE_MS
        ) or self._utterances[-1:] == [utterance]

    def set_question(self, question: str) -> None:
        """Speak this question after everything else; it replaces an earlier one."""
        self._question = question
        if question:
            self._schedule_speech()

    def clear_question(self) -> None:
        """Drop the pending question."""
        self._question = ""

    def speak_now(self, text: str) -> None:
        """Speak a text at once; what is pending follows."""
        if text:
            self._last_urgent = text, self._clock()
            self._busy_until = self._clock() + speech_duration_ms(text, self._rate())
            self.speech_due.emit(text, True)
            if self._utterances or self._question:
                self._schedule_speech()

    def cut_short(self) -> None:
        """Treat the current text as finished; what is pending is spoken next."""
        self._busy_until = self._clock()
        if self._utterances or self._question:
            self._schedule_speech()

    def clear_pending(self) -> None:
        """Drop everything pending."""
        self._utterances, self._question = [], ""
        self._timer.stop()

    @property
    def remaining_ms(self) -> float:
        """Estimated time until everything has been spoken (ms)."""
        current_ms = max(0.0, self._busy_until - self._clock())
        return current_ms + speech_duration_ms(self._pending_text(), self._rate())

    def _schedule_speech(self) -> None:
        self._timer.start(round(max(MERGE_MS, self._busy_until - self._clock())))

    def speak_pending(self, *, is_urgent: bool = False) -> None:
        """Speak everything pending at once; a question makes it urgent."""
        text = join_sentences(self._pending_text(), self._question)
        is_urgent = is_urgent or bool(self._question)
        self._utterances, self._question = [], ""
        self._timer.stop()
        if text:
            self._busy_until = self._clock() + speech_duration_ms(text, self._rate())
            self.speech_due.emit(text, is_urgent)

    def _pending_text(self) -> str:
        """Return the pending texts in order, consecutive actions of seats as one sentence."""
        sentences: list[str] = []
        lines: list[tuple[int, list[str]]] = []
        for utterance in (*self._utterances, Utterance("")):
            if utterance.seat is None:
                phrases = [self.format_line(seat, ", ".join(acts)) for seat, acts in lines]
                sentences += ["; ".join(phrases), utterance.text]
                lines = []
            elif lines and lines[-1][0] == utterance.seat:
                lines[-1][1].append(utterance.text)
            else:
                lines.append((utterance.seat, [utterance.text]))
        return join_sentences(*sentences)


class MatchNarrator(QObject):
    """Narrator that puts the events of a table into words as they begin to be shown."""

    def __init__(self, match_view: MatchView, queue: SpeechQueue) -> None:
        super().__init__(match_view)
        player_view = match_view.player_view
        self._match_view, self._game, self._own_seat = (
            match_view,
            player_view.game,
            player_view.seat,
        )
        self._queue = queue
        self._speaker = Speaker(
            display_names(player_view.header.players), player_view.seat, for_speech=True
        )
        self._is_own_act = False
        """True if the next action to be shown is the one the player has just chosen."""
        self._asked_question: object = None
        self._deferred_plays: list[tuple[str, int]] = []
        """Cards of the current trick that are announced at the player's turn."""
        queue.format_line = self._format_line
        match_view.pacing.person_to_act.connect(self.say_turn)
        match_view.prompts.changed.connect(self._on_question_changed)
        match_view.prompts.card_refused.connect(self._on_card_refused)

    def _format_line(self, seat: int, text: str) -> str:
        return describe_action(seat, text, self._speaker)

    # The player

    def say_turn(self) -> None:
        """Announce the trick, its winner so far and the question, once for each question."""
        question = self._match_view.prompts.question
        if question is None or question == self._asked_question:
            return
        self._asked_question = question
        self._deferred_plays.clear()
        view = self._match_view.player_view.view
        prompt = self._match_view.prompts.choice_prompt
        if is_screen_reader_active() and prompt.has_keyboard and not self._queue.remaining_ms:
            return  # The question is announced by the focused answer.
        text = describe_turn(self._game, view, question, self._speaker, brief=is_brief_speech())
        self._queue.set_question(text)

    def _on_question_changed(self) -> None:
        self._is_own_act = self._match_view.prompts.question is None
        if self._is_own_act:
            self._asked_question = None
            self._queue.clear_question()

    def _on_card_refused(self, refusal: Message | None) -> None:
        if refusal is None:
            return
        rule = "" if is_brief_speech() or not refusal.rule else f" {format_citation(refusal.rule)}."
        self._queue.speak_now(self._speaker.format_message(refusal) + rule)

    # Events

    def narrate_event(self, event: Event, view: Any) -> None:
        act = None if self._needs_sentence(event, view) else seat_action(self._game, event)
        if act is not None:
            seat, message = act
            self._narrate_act(event, seat, self._speaker.format_message(message), view)
            return
        if isinstance(event, TrickTaken):
            self._say_deferred_plays()
        brief, speaker = is_brief_speech(), self._speaker
        match = self._match_view.match
        if isinstance(event, MatchEnded) and match is not None and len(match.player_views) > 1:
            names = display_names(self._match_view.player_view.header.players)
            speaker = Speaker(names, None, for_speech=True)  # the result is for all players here
        text = describe_event(self._game, event, view, speaker, brief=brief)
        self._queue.enqueue_text(text)
        if isinstance(event, MatchEnded):
            # Before a button of the result can be pressed.
            self._queue.speak_pending(is_urgent=True)

    def _needs_sentence(self, event: Event, view: Any) -> bool:
        """Return True if an event needs more than a word or two about a seat."""
        is_own_draw = isinstance(event, CardsDrawn) and event.seat == self._own_seat
        return is_own_draw or self._game.event_notice(event, view) is not None

    def _narrate_act(self, event: Event, seat: int, text: str, view: Any) -> None:
        """Announce what a seat has done, except what the player has just chosen."""
        if isinstance(event, CardPlayed) and self._match_view.stage.is_blind_card(event):
            self._say_deferred_plays()
            return  # a blind card is announced when it has been turned over
        if (
            seat == self._own_seat
            and self._is_own_act
            and event.type in self._game.player_event_types
        ):
            self._is_own_act = False
        elif isinstance(event, CardPlayed) and self._has_yet_to_play(view):
            self._deferred_plays.append((text, seat))
        else:
            self._say_deferred_plays()
            self._queue.enqueue_text(text, seat)

    def _has_yet_to_play(self, view: Any) -> bool:
        """Return True if the player has yet to play to this trick, and hears of it then."""
        picture = self._game.picture(view)
        if self._own_seat is None or picture.pile is not None or picture.trick is None:
            return False
        seats = len(picture.plates)
        played_seats = picture.trick.seats_in_order(seats)
        return self._own_seat not in played_seats and len(played_seats) < seats

    def _say_deferred_plays(self) -> None:
        for text, seat in self._deferred_plays:
            self._queue.enqueue_text(text, seat)
        self._deferred_plays.clear()


class SpeechLog(QObject):
    """The texts spoken since the table was shown, the newest last."""

    line_added = Signal(str)
    cleared = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: list[str] = []

    def add_line(self, line: str) -> None:
        self.lines.append(line)
        self.line_added.emit(line)

    def clear(self) -> None:
        self.lines.clear()
        self.cleared.emit()


def speech_duration_ms(text: str, rate: float) -> float:
    """Return the estimated speaking time of a text at ``rate`` words per minute (ms)."""
    return MINUTE_MS * len(text) / LETTERS_PER_WORD / rate + PAUSE_MS if text else 0.0


class SpeechLogList(QListWidget):
    """The lines of the log; selected ones can be copied."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            lines = sorted(self.selectedIndexes(), key=lambda index: index.row())
            QGuiApplication.clipboard().setText("\n".join(index.data() for index in lines))
        else:
            super().keyPressEvent(event)


class SpeechLogDialog(BaseDialog):
    """Dialog with the log of speech; ``is_speaking`` hides the note on how to turn it on."""

    def __init__(self, log: SpeechLog, parent: QWidget, *, is_speaking: bool) -> None:
        super().__init__(parent, tr("What was said"))
        self.setModal(False)
        self.list = SpeechLogList(self)
        self.list.setAccessibleName(tr("What was said"))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setSpacing(2)
        self.list.addItems(log.lines)
        buttons = QDialogButtonBox(self)
        self.copy_button = buttons.addButton(
            tr("Copy &all"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.close_button = buttons.addButton(tr("C&lose"), QDialogButtonBox.ButtonRole.RejectRole)
        for button in (self.copy_button, self.close_button):
            button.setAutoDefault(False)
        self.copy_button.clicked.connect(self._copy_all)
        buttons.rejected.connect(self.reject)
        self.off_note = make_note(
            tr(
                "The table is silent just now; you can let it speak in the preferences, page "
                "“By ear”."
            ),
            self,
        )
        self.off_note.setVisible(not is_speaking)
        parts = (self.off_note, (self.list, 1), buttons)
        make_column(*parts, widget=self, margins=(16, 14, 16, 14), spacing=10)
        log.line_added.connect(self._add_line)
        log.cleared.connect(self.list.clear)
        self._scroll_to_last()
        self.list.setFocus()

    def sizeHint(self) -> QSize:
        return initial_size(self, QSize(460, 420))

    def _add_line(self, line: str) -> None:
        """Add a line; keep the newest line selected if it was."""
        at_newest = self.list.currentRow() == self.list.count() - 1
        self.list.addItem(line)
        if at_newest and not self.list.hasFocus():
            self._scroll_to_last()

    def _scroll_to_last(self) -> None:
        select = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.list.setCurrentRow(self.list.count() - 1, select)
        self.list.scrollToBottom()

    def _copy_all(self) -> None:
        lines = [self.list.item(row).text() for row in range(self.list.count())]
        QGuiApplication.clipboard().setText("\n".join(lines))
