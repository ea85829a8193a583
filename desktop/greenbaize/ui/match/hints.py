"""The hint for the current question: the adviser's choice, and what each choice should bring."""

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
    """Controller of the hint for the current question; there is at most one."""

    changed = Signal()
    """Emitted when the hint changes, disappears or is being computed."""
    _said = Signal()
    """Emitted from another thread when the adviser has sent a message."""

    def __init__(self, place: PlayerView, parent: QObject) -> None:
        super().__init__(parent)
        self.thinking = False
        """True from the request of a hint until its answer."""
        self.failed = False
        """True if the adviser could not give a hint."""
        self.choices: tuple[Weighed, ...] = ()
        """Choices with their expected results, best first, while the hint is shown."""
        self._place = place
        self._adviser: Adviser | None = None
        self._closed = False
        self._figures_line = self._told_line = ""
        """The explanation of the figures of this hint, and the last one shown: it is shown once."""
        self._said.connect(self._on_said, Qt.ConnectionType.QueuedConnection)

    @property
    def shown(self) -> bool:
        return self.thinking or self.failed or bool(self.choices)

    def answers(self, question: Question | None) -> bool:
        """Return True if this question can have a hint; an open moment or another's turn cannot."""
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
        """Remove the hint and forget one being computed."""
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

    # Texts

    @property
    def words(self) -> HintWords:
        return HintWords(self._place.game, self._place.view, self.choices)

    def texts(self) -> tuple[str, str]:
        """Return the hint as a sentence, and its reasons with, once, the meaning of the figures."""
        if self.thinking:
            return tr("Thinking about a hint…"), ""
        if self.failed:
            late = self._adviser is not None and self._adviser.late
            words = tr("The adviser did not answer in time; F2 asks again.")
            return words if late else no_hint(), ""
        place = self._place
        words, why = self.words.texts(Speaker(called(place.header.sitters), place.seat))
        return words, together(why, self._figures_line)
