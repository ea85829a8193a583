"""What is said at one table by itself: whose turn it is, tricks, deals, and what the others do."""

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
"""What comes within so short a time is one matter; and Orca takes no notice of a new name of the
window while it is still busy with what has just got the keyboard."""
LETTERS: Final = 6.0
"""So many letters are a word, with the gap after it, where speed is told in words."""
BREATH_MS: Final = 250.0
"""So long nothing is said between one thing and the next."""
MINUTE_MS: Final = 60_000


class Fact(NamedTuple):
    """Something to be said: a sentence, or a word or two of what a seat has done."""

    words: str
    seat: int | None = None


class SpeechQueue(QObject):
    """Says things when what was said before has been heard; it drops nothing that has happened.

    Of questions only the newest matters; it comes last. ``rate`` is in words a minute, ``clock`` in
    milliseconds, counted from any moment.
    """

    spoken = Signal(str, bool)
    """This is to be said now; with whether it cannot wait."""

    def __init__(
        self, rate: Callable[[], float], clock: Clock = real_time, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.line: Callable[[int, str], str] = lambda _, words: words
        """Puts what a seat has done into a line with its name."""
        self._rate, self._clock = rate, clock
        self._facts: list[Fact] = []
        self._question = ""
        self._until = 0.0
        """When what is being said has been said, by the clock."""
        self._urged = "", 0.0
        """What was said at once, and when."""
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.speak)

    def tell(self, words: str, seat: int | None = None) -> None:
        """Say a sentence when there is time, or what ``seat`` has done in a word or two."""
        fact = Fact(words, seat)
        if words and not self._is_said(fact):
            self._facts.append(fact)
            self._wait()

    def _is_said(self, fact: Fact) -> bool:
        """Whether the very same has just been told from elsewhere."""
        if fact.seat is not None:
            return False
        urged, when = self._urged
        now = self._clock()
        return (fact.words == urged and now - when <= TOGETHER_MS) or self._facts[-1:] == [fact]

    def ask(self, words: str) -> None:
        """Say what is asked now, behind all else; what was asked before is asked no longer."""
        self._question = words
        if words:
            self._wait()

    def answered(self) -> None:
        """What has been asked need not be asked any more."""
        self._question = ""

    def urge(self, words: str) -> None:
        """Say something at once; whatever is still to be said follows."""
        if words:
            self._urged = words, self._clock()
            self._until = self._clock() + spoken_ms(words, self._rate())
            self.spoken.emit(words, True)
            if self._facts or self._question:
                self._wait()

    def break_off(self) -> None:
        """What is being said is not said to its end; what waits is said next."""
        self._until = self._clock()
        if self._facts or self._question:
            self._wait()

    def forget(self) -> None:
        """Say nothing of what still waits."""
        self._facts, self._question = [], ""
        self._timer.stop()

    @property
    def left_ms(self) -> float:
        """About how long it takes until all has been said, in milliseconds."""
        saying = max(0.0, self._until - self._clock())
        return saying + spoken_ms(self._words(), self._rate())

    def _wait(self) -> None:
        self._timer.start(round(max(TOGETHER_MS, self._until - self._clock())))

    def speak(self, *, urgent: bool = False) -> None:
        """Say all that waits, in one go; a question cannot wait, nor what is ``urgent``."""
        words = together(self._words(), self._question)
        urgent = urgent or bool(self._question)
        self._facts, self._question = [], ""
        self._timer.stop()
        if words:
            self._until = self._clock() + spoken_ms(words, self._rate())
            self.spoken.emit(words, urgent)

    def _words(self) -> str:
        """What has happened, in the order in which it did; what seats did in one sentence."""
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
    """Puts what a table shows into words when it begins to be seen."""

    def __init__(self, playing: MatchView, gathering: SpeechQueue) -> None:
        super().__init__(playing)
        place = playing.place
        self._playing, self._game, self._you = playing, place.game, place.seat
        self._gathering = gathering
        self._speaker = Speaker(called(place.header.sitters), place.seat, aloud=True)
        self._acts = False
        """Whether the person has just chosen what is seen next of them."""
        self._asked: object = None
        self._lying: list[tuple[str, int]] = []
        """The cards of the trick on the table that are told when it is one's turn."""
        gathering.line = self._line
        playing.pacing.person_acts.connect(self.tell_turn)
        playing.asking.changed.connect(self._on_changed)
        playing.asking.declined.connect(self._on_declined)

    def _line(self, seat: int, said: str) -> str:
        return done_words(seat, said, self._speaker)

    # What the person does

    def tell_turn(self) -> None:
        """Say what lies, who wins and what is asked, once for each question."""
        question = self._playing.asking.question
        if question is None or question == self._asked:
            return
        self._asked = question
        self._lying.clear()
        view = self._playing.place.view
        prompt = self._playing.asking.prompt
        if is_listened() and prompt.is_held and not self._gathering.left_ms:
            return  # who comes to the answers is told the question there
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

    # What happens

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
            speaker = Speaker(names, None, aloud=True)  # the end is for all of them
        words = event_words(self._game, event, view, speaker, brief=brief)
        self._gathering.tell(words)
        if isinstance(event, Ended):
            # Before anybody can press a button of the result.
            self._gathering.speak(urgent=True)

    def _tells_more(self, event: Event, view: Any) -> bool:
        """Whether more is told of an event than a word or two of what a seat has done."""
        drawn = isinstance(event, CardsDrawn) and event.seat == self._you
        return drawn or self._game.news(event, view) is not None

    def _note_done(self, event: Event, seat: int, words: str, view: Any) -> None:
        """A seat has played or said something; what one has just chosen is known."""
        if isinstance(event, CardPlayed) and self._playing.stage.is_blind(event):
            self._tell_lying()
            return  # it is told what one's card is when that has been turned over
        if seat == self._you and self._acts and event.type in self._game.stated:
            self._acts = False
        elif isinstance(event, CardPlayed) and self._is_still_to_play(view):
            self._lying.append((words, seat))
        else:
            self._tell_lying()
            self._gathering.tell(words, seat)

    def _is_still_to_play(self, view: Any) -> bool:
        """Whether the person plays to the trick on the table yet, and so is told of it then."""
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
    """What has been said since the table was laid, the newest last."""

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
    """About how many milliseconds it takes to speak words at a rate of words in a minute."""
    return MINUTE_MS * len(words) / LETTERS / rate + BREATH_MS if words else 0.0


class LogList(QListWidget):
    """The lines; what is chosen of them can be copied."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            lines = sorted(self.selectedIndexes(), key=lambda one: one.row())
            QGuiApplication.clipboard().setText("\n".join(one.data() for one in lines))
        else:
            super().keyPressEvent(event)


class LogWindow(Dialog):
    """Shows what was said, the newest last; ``on`` is whether anything is being said."""

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
        """Add a line; whoever is at the newest one stays at the newest."""
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
