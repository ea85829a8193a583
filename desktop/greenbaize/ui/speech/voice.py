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

from greenbaize.app.tables.default_players import called
from greenbaize.rules.events import CardPlayed, CardsDrawn, Ended, Event, TrickTaken
from greenbaize.rules.messages import Message
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.table.motion import Clock, real_time
from greenbaize.ui.widgets.boxes import column_of
from greenbaize.ui.widgets.dialog import Dialog
from greenbaize.ui.widgets.keyboard import is_listened
from greenbaize.ui.widgets.notes import note
from greenbaize.ui.widgets.window_geometry import usual_size
from greenbaize.words.catalogue import tr
from greenbaize.words.phrases import done_by, done_words, event_words, turn_words
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import is_brief, together
from greenbaize.words.titles import cited

TOGETHER_MS: Final = 250
"""Time within which identical texts count as one, and minimum delay before speaking (ms).

Orca ignores a new window name while it is still busy with a change of focus.
"""
LETTERS: Final = 6.0
"""Letters per word, including the space, for speeds in words per minute."""
BREATH_MS: Final = 250.0
"""Pause between two texts (ms)."""
MINUTE_MS: Final = 60_000


class Fact(NamedTuple):
    """Something to be said: a sentence, or a word or two of what a seat has done."""

    words: str
    seat: int | None = None


class SpeechQueue(QObject):
    """Queue that speaks texts when the previous ones have been heard, and drops no event.

    Of questions only the newest is kept; it comes last. ``rate`` is in words per minute, ``clock``
    in milliseconds from an arbitrary start.
    """

    spoken = Signal(str, bool)
    """Emitted with a text to speak now, and True if it is urgent."""

    def __init__(
        self, rate: Callable[[], float], clock: Clock = real_time, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.line: Callable[[int, str], str] = lambda _, words: words
        """Formats what a seat has done as a line with its name."""
        self._rate, self._clock = rate, clock
        self._facts: list[Fact] = []
        self._question = ""
        self._until = 0.0
        """Time at which the current text will have been spoken, by the clock."""
        self._urged = "", 0.0
        """The last urgent text, and its time."""
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.speak)

    def tell(self, words: str, seat: int | None = None) -> None:
        """Speak a sentence in its turn, or a word or two of what ``seat`` has done."""
        fact = Fact(words, seat)
        if words and not self._is_said(fact):
            self._facts.append(fact)
            self._wait()

    def _is_said(self, fact: Fact) -> bool:
        """Return True if the same text has just been queued from elsewhere."""
        if fact.seat is not None:
            return False
        urged, when = self._urged
        now = self._clock()
        return (fact.words == urged and now - when <= TOGETHER_MS) or self._facts[-1:] == [fact]

    def ask(self, words: str) -> None:
        """Speak this question after everything else; it replaces an earlier one."""
        self._question = words
        if words:
            self._wait()

    def answered(self) -> None:
        """Drop the pending question."""
        self._question = ""

    def urge(self, words: str) -> None:
        """Speak a text at once; what is pending follows."""
        if words:
            self._urged = words, self._clock()
            self._until = self._clock() + spoken_ms(words, self._rate())
            self.spoken.emit(words, True)
            if self._facts or self._question:
                self._wait()

    def break_off(self) -> None:
        """Treat the current text as finished; what is pending is spoken next."""
        self._until = self._clock()
        if self._facts or self._question:
            self._wait()

    def forget(self) -> None:
        """Drop everything pending."""
        self._facts, self._question = [], ""
        self._timer.stop()

    @property
    def left_ms(self) -> float:
        """Estimated time until everything has been spoken (ms)."""
        saying = max(0.0, self._until - self._clock())
        return saying + spoken_ms(self._words(), self._rate())

    def _wait(self) -> None:
        self._timer.start(round(max(TOGETHER_MS, self._until - self._clock())))

    def speak(self, *, urgent: bool = False) -> None:
        """Speak everything pending at once; a question makes it urgent."""
        words = together(self._words(), self._question)
        urgent = urgent or bool(self._question)
        self._facts, self._question = [], ""
        self._timer.stop()
        if words:
            self._until = self._clock() + spoken_ms(words, self._rate())
            self.spoken.emit(words, urgent)

    def _words(self) -> str:
        """Return the pending texts in order, consecutive actions of seats as one sentence."""
        said: list[str] = []
        lines: list[tuple[int, list[str]]] = []
        for fact in (*self._facts, Fact("")):
            if fact.seat is None:
                done = [self.line(seat, ", ".join(words)) for seat, words in lines]
                said += ["; ".join(done), fact.words]
                lines = []
            elif lines and lines[-1][0] == fact.seat:
                lines[-1][1].append(fact.words)
            else:
                lines.append((fact.seat, [fact.words]))
        return together(*said)


class Voice(QObject):
    """Narrator that puts the events of a table into words as they begin to be shown."""

    def __init__(self, playing: MatchView, gathering: SpeechQueue) -> None:
        super().__init__(playing)
        place = playing.place
        self._playing, self._game, self._you = playing, place.game, place.seat
        self._gathering = gathering
        self._speaker = Speaker(called(place.header.sitters), place.seat, aloud=True)
        self._acts = False
        """True if the next action to be shown is the one the player has just chosen."""
        self._asked: object = None
        self._lying: list[tuple[str, int]] = []
        """Cards of the current trick that are announced at the player's turn."""
        gathering.line = self._line
        playing.pacing.person_acts.connect(self.tell_turn)
        playing.asking.changed.connect(self._on_changed)
        playing.asking.declined.connect(self._on_declined)

    def _line(self, seat: int, said: str) -> str:
        return done_words(seat, said, self._speaker)

    # The player

    def tell_turn(self) -> None:
        """Announce the trick, its winner so far and the question, once for each question."""
        question = self._playing.asking.question
        if question is None or question == self._asked:
            return
        self._asked = question
        self._lying.clear()
        view = self._playing.place.view
        prompt = self._playing.asking.prompt
        if is_listened() and prompt.is_held and not self._gathering.left_ms:
            return  # The question is announced by the focused answer.
        words = turn_words(self._game, view, question, self._speaker, brief=is_brief())
        self._gathering.ask(words)

    def _on_changed(self) -> None:
        self._acts = self._playing.asking.question is None
        if self._acts:
            self._asked = None
            self._gathering.answered()

    def _on_declined(self, why: Message | None) -> None:
        if why is None:
            return
        rule = "" if is_brief() or not why.rule else f" {cited(why.rule)}."
        self._gathering.urge(self._speaker.say(why) + rule)

    # Events

    def hear(self, event: Event, view: Any) -> None:
        done = None if self._tells_more(event, view) else done_by(self._game, event)
        if done is not None:
            seat, message = done
            self._note_done(event, seat, self._speaker.say(message), view)
            return
        if isinstance(event, TrickTaken):
            self._tell_lying()
        brief, speaker = is_brief(), self._speaker
        match = self._playing.match
        if isinstance(event, Ended) and match is not None and len(match.places) > 1:
            names = called(self._playing.place.header.sitters)
            speaker = Speaker(names, None, aloud=True)  # the result is for all players here
        words = event_words(self._game, event, view, speaker, brief=brief)
        self._gathering.tell(words)
        if isinstance(event, Ended):
            # Before a button of the result can be pressed.
            self._gathering.speak(urgent=True)

    def _tells_more(self, event: Event, view: Any) -> bool:
        """Return True if an event needs more than a word or two about a seat."""
        drawn = isinstance(event, CardsDrawn) and event.seat == self._you
        return drawn or self._game.news(event, view) is not None

    def _note_done(self, event: Event, seat: int, words: str, view: Any) -> None:
        """Announce what a seat has done, except what the player has just chosen."""
        if isinstance(event, CardPlayed) and self._playing.stage.is_blind(event):
            self._tell_lying()
            return  # a blind card is announced when it has been turned over
        if seat == self._you and self._acts and event.type in self._game.stated:
            self._acts = False
        elif isinstance(event, CardPlayed) and self._is_still_to_play(view):
            self._lying.append((words, seat))
        else:
            self._tell_lying()
            self._gathering.tell(words, seat)

    def _is_still_to_play(self, view: Any) -> bool:
        """Return True if the player has yet to play to this trick, and hears of it then."""
        picture = self._game.picture(view)
        if self._you is None or picture.pile is not None or picture.trick is None:
            return False
        seats = len(picture.plates)
        played = picture.trick.seats(seats)
        return self._you not in played and len(played) < seats

    def _tell_lying(self) -> None:
        for words, seat in self._lying:
            self._gathering.tell(words, seat)
        self._lying.clear()


class SpokenLog(QObject):
    """The texts spoken since the table was shown, the newest last."""

    heard = Signal(str)
    cleared = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: list[str] = []

    def add(self, words: str) -> None:
        self.lines.append(words)
        self.heard.emit(words)

    def clear(self) -> None:
        self.lines.clear()
        self.cleared.emit()


def spoken_ms(words: str, rate: float) -> float:
    """Return the estimated speaking time of a text at ``rate`` words per minute (ms)."""
    return MINUTE_MS * len(words) / LETTERS / rate + BREATH_MS if words else 0.0


class LogList(QListWidget):
    """The lines of the log; selected ones can be copied."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            lines = sorted(self.selectedIndexes(), key=lambda one: one.row())
            QGuiApplication.clipboard().setText("\n".join(one.data() for one in lines))
        else:
            super().keyPressEvent(event)


class LogWindow(Dialog):
    """Dialog with the log of speech; ``is_speaking`` hides the note on how to turn it on."""

    def __init__(self, log: SpokenLog, parent: QWidget, *, on: bool) -> None:
        super().__init__(parent, tr("What was said"))
        self.setModal(False)
        self.list = LogList(self)
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
        self.copy_button.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        self.off_note = note(
            tr(
                "The table is silent just now; you can let it speak in the preferences, page "
                "“By ear”."
            ),
            self,
        )
        self.off_note.setVisible(not on)
        parts = (self.off_note, (self.list, 1), buttons)
        column_of(*parts, within=self, margins=(16, 14, 16, 14), spacing=10)
        log.heard.connect(self._add)
        log.cleared.connect(self.list.clear)
        self._to_last()
        self.list.setFocus()

    def sizeHint(self) -> QSize:
        return usual_size(self, QSize(460, 420))

    def _add(self, words: str) -> None:
        """Add a line; keep the newest line selected if it was."""
        newest = self.list.currentRow() == self.list.count() - 1
        self.list.addItem(words)
        if newest and not self.list.hasFocus():
            self._to_last()

    def _to_last(self) -> None:
        select = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.list.setCurrentRow(self.list.count() - 1, select)
        self.list.scrollToBottom()

    def _copy(self) -> None:
        lines = [self.list.item(row).text() for row in range(self.list.count())]
        QGuiApplication.clipboard().setText("\n".join(lines))
