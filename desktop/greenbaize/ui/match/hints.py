"""Hints: what the adviser would do, and what each choice should bring, while one is to be made."""

from PySide6.QtCore import QObject, Qt, Signal

from greenbaize.app.advice.adviser import Adviser
from greenbaize.app.advice.hint_words import HintWords, no_hint
from greenbaize.app.tables.default_players import called
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.rules.game import Question
from greenbaize.rules.thinking import Weighed
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import together


class Hints(QObject):
    """The hint for the question that the person is asked; at most one at a time."""

    changed = Signal()
    """There is another hint, none any more, or one is being thought about."""
    _said = Signal()
    """The adviser has said something; sent from another thread."""

    def __init__(self, place: PlayerView, parent: QObject) -> None:
        super().__init__(parent)
        self.thinking = False
        """Whether a hint has been asked for and is not there yet."""
        self.failed = False
        """Whether the adviser could say nothing."""
        self.choices: tuple[Weighed, ...] = ()
        """What each choice should bring, best first, while the hint is shown."""
        self._place = place
        self._adviser: Adviser | None = None
        self._closed = False
        self._figures_line = self._told_line = ""
        """What the figures of this hint are, and what was said last of any: it is said once."""
        self._said.connect(self._on_said, Qt.ConnectionType.QueuedConnection)

    @property
    def shown(self) -> bool:
        return self.thinking or self.failed or bool(self.choices)

    def answers(self, question: Question | None) -> bool:
        """Whether there can be a hint for this question: not where nobody has to act."""
        place = self._place
        return (
            question is not None
            and not self._closed
            and place.hints
            and question.offer is None
            and place.game.turn(place.view) == question.seat
            and not place.game.open(place.view)
        )

    def ask(self) -> None:
        if self._adviser is None:
            self._adviser = self._place.adviser(self._said.emit)
        self.choices, self.failed, self.thinking = (), False, True
        self.changed.emit()
        self._adviser.ask(self._on_heard)

    def drop(self) -> None:
        """Take the hint away; one that is still being thought about is outdated."""
        if self._adviser is not None:
            self._adviser.forget()
        if self.shown:
            self.choices, self.failed, self.thinking = (), False, False
            self.changed.emit()

    def close(self) -> None:
        self._closed = True
        if self._adviser is not None:
            self._adviser.close()

    def _on_said(self) -> None:
        if self._adviser is not None:
            self._adviser.attend()

    def _on_heard(self, choices: tuple[Weighed, ...] | None) -> None:
        self.thinking, self.failed = False, choices is None
        self.choices = choices or ()
        line = self.words.figures_line()
        self._figures_line = "" if line == self._told_line else line
        self._told_line = line or self._told_line
        self.changed.emit()

    # What is shown

    @property
    def words(self) -> HintWords:
        return HintWords(self._place.game, self._place.view, self.choices)

    def texts(self) -> tuple[str, str]:
        """The hint in a sentence, and in others why it is one and, once, what the figures are."""
        if self.thinking:
            return tr("Thinking about a hint…"), ""
        if self.failed:
            late = self._adviser is not None and self._adviser.late
            words = tr("The adviser did not answer in time; F2 asks again.")
            return words if late else no_hint(), ""
        place = self._place
        words, why = self.words.texts(Speaker(called(place.header.sitters), place.seat))
        return words, together(why, self._figures_line)
