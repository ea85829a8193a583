"""What is said one after another, gathered into one utterance where it comes fast, and its log."""

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from greenbaize.ui.table.motion import Clock, real_time
from greenbaize.words.spoken import together

TOGETHER_MS: Final = 250
"""What comes within so short a time is one matter; and Orca takes no notice of a new name of the
window while it is still busy with what has just got the keyboard."""
LETTERS: Final = 6.0
"""So many letters are a word, with the gap after it, where speed is told in words."""
BREATH_MS: Final = 250.0
"""So long nothing is said between one thing and the next."""
MINUTE_MS: Final = 60_000


class SpokenLog(QObject):
    """What has been said since the table was laid, the newest last."""

    heard = Signal(str)
    """Something more has been said."""
    cleared = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: list[str] = []

    def add(self, words: str) -> None:
        """Keep what is said."""
        self.lines.append(words)
        self.heard.emit(words)

    def clear(self) -> None:
        """Begin anew, for another match."""
        self.lines.clear()
        self.cleared.emit()


def spoken_ms(words: str, rate: float) -> float:
    """About how many milliseconds it takes to speak words at a rate of words in a minute."""
    return MINUTE_MS * len(words) / LETTERS / rate + BREATH_MS if words else 0.0


class Fact(NamedTuple):
    """Something to be said: a sentence, or a word or two of what a seat has done."""

    words: str
    seat: int | None = None


class Gathering(QObject):
    """Says things when what was said before has been heard; it drops nothing that has happened.

    Of questions only the newest matters; it comes last.

    Args:
        rate: words in a minute.
        clock: milliseconds, counted from any moment.
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
