"""Supervisor of a bot program: sends lines, asks questions in order, restarts it if it dies.

Used for programs at seats and the adviser; the lines are those of docs/seat-protocol.md.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, Protocol

from greenbaize.app.seats.programs import LONGEST_ANSWER
from greenbaize.rules.decoding import Line, decoded_line
from greenbaize.rules.errors import DamagedError

MOST_STARTS: Final = 3
"""Most starts of a built-in program without an answer in between."""
GLANCE_S: Final = 0.01
"""Time for reading a program's pending output (s)."""
LOOK_S: Final = 0.5
"""Interval between two clock readings while waiting (s)."""
ASLEEP_S: Final = 2.0


class Talker(Protocol):
    """A receiver of lines and questions: a process, or a bot in this process."""

    @property
    def missing(self) -> bool: ...
    @property
    def flooded(self) -> bool: ...
    def send(self, lines: bytes) -> None: ...
    def expect_line(self) -> None: ...
    def has_said_more(self, heard: int) -> bool: ...
    def close(self) -> None: ...


Said = Callable[[Any, bytes | None], None]
"""Called, from any thread, with a channel and a line of its output, or None at its end."""
Heard = Callable[[bytes | None], str | None]
"""Called with the answer line, or None if there is none; returns what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Time limits for the start and each answer (s), and the restarts after a failure."""

    start: float
    answer: float
    again: bool = True
    again_if_silent: bool = True


@dataclass(eq=False, slots=True)
class _Question:
    """A question at an offset of the view lines; ``on_answer`` is None once it is outdated."""

    line: bytes
    at: int
    heard: Heard | None


class BotSupervisor:
    """Runs one program and restarts it while that may help; all but ``on_line`` in one thread.

    A restarted program gets all lines and questions again, so it gives the same answers.
    ``view_lines`` holds its lines from the header on and may grow; ``launch`` starts it or is a
    failure code; ``clock`` is in seconds; ``on_line`` is called from another thread with the
    arguments for ``process_line``.
    """

    def __init__(
        self,
        told: bytes | bytearray,
        begin: Callable[[Said], Talker] | str,
        patience: Patience,
        clock: Callable[[], float],
        post: Said,
    ) -> None:
        self.talker: Talker | None = None
        self.fault: str | None = None
        self._told = told
        self._begin = begin
        self._limits = patience
        self._clock = clock
        self._post = post
        self._questions: deque[_Question] = deque()
        self._starts = 0
        self._ready = False
        self._sent = self._taken = 0
        self._due = 0
        """Offset up to which the lines are to be sent."""
        self._since = 0.0

    def start(self) -> None:
        if self.talker is not None or self.fault is not None:
            return
        if isinstance(self._begin, str):
            self._give_up(self._begin)
            return
        self._starts += 1
        self._sent, self._taken = 0, 0
        self._ready, self._since = False, self._clock()
        self.talker = self._begin(self._post)
        if self.talker.missing:
            self._failed("missing")  # No end of output will report this failure.
            return
        for question in self._questions:
            self._send(question)
        self._catch_up()

    def tell(self) -> None:
        self._due = len(self._told)
        self._catch_up()

    def ask(self, line: bytes, heard: Heard, at: int | None = None) -> None:
        """Ask a question; ``process_line`` passes a current answer to ``on_answer``.

        If ``on_answer`` rejects the answer, it is asked again while that may help. ``offset`` is in
        bytes of the view lines (None: all), never before that of an earlier question.
        """
        self.start()
        if self.talker is None:
            heard(None)
            return
        question = _Question(line, len(self._told) if at is None else at, heard)
        self._due = max(self._due, question.at)
        self._questions.append(question)
        if self._ready:
            self._since = self._clock()
        self._send(question)

    def forget(self) -> None:
        """Discard all questions: their answers are ignored."""
        for question in self._questions:
            question.heard = None

    @property
    def left(self) -> float | None:
        """Seconds left for an answer, or None if none is awaited."""
        if self.fault is not None or not self.waited_for:
            return None
        limit = self._limits.answer if self._ready else self._limits.start
        return max(0.0, self._since + limit - self._clock())

    @property
    def patience(self) -> float | None:
        """Seconds until ``check_timeout`` is due, or None; short, for the clock to detect sleep."""
        left = self.left
        if left == 0.0 and self._unheard():
            return GLANCE_S
        return None if left is None else min(left, LOOK_S)

    @property
    def waited_for(self) -> bool:
        return any(question.heard is not None for question in self._questions)

    def look(self) -> None:
        """Check the time limit, after processing what has been written."""
        if self.left == 0.0 and not self._unheard():
            self._failed("silent")

    def take(self, talker: Talker, line: bytes | None) -> None:
        """Process a line of output; that of a replaced program is ignored."""
        if talker is not self.talker:
            return
        self._taken += 1
        if line is None:
            ended = "flooded" if talker.flooded else "died"
            self._failed("missing" if talker.missing else ended)
            return
        value = object_of(line)
        if value is None:
            self._failed("garbage")
        elif not self._ready:
            self._take_ready(value)
        elif not self._questions:
            self._failed("unasked")
        else:
            self._take_answer(line)

    def close(self) -> None:
        if self.talker is not None:
            self.talker.close()
            self.talker = None

    def _unheard(self) -> bool:
        return self.talker is not None and self.talker.has_said_more(self._taken)

    def _send(self, question: _Question) -> None:
        assert self.talker is not None
        lines = bytes(self._told[self._sent : question.at])
        self._sent = question.at
        self.talker.expect_line()
        self.talker.send(lines + question.line)

    def _catch_up(self) -> None:
        if self.talker is not None and self._sent < self._due:
            self.talker.send(bytes(self._told[self._sent : self._due]))
            self._sent = self._due

    def _take_ready(self, value: dict[str, Any]) -> None:
        if value.get("type") != "ready":
            self._failed("garbage")
            return
        self._ready, self._since = True, self._clock()

    def _take_answer(self, line: bytes) -> None:
        question = self._questions.popleft()
        self._since = self._clock()
        if question.heard is None:
            return
        wrong = question.heard(line)
        if wrong is None:
            self._starts = 0
        else:
            self._questions.appendleft(question)
            self._failed(wrong)

    def _failed(self, word: str) -> None:
        self.close()
        self._questions = deque(one for one in self._questions if one.heard is not None)
        again = self._limits.again and (self._limits.again_if_silent or word != "silent")
        if again and self._starts < MOST_STARTS:
            self.start()
        else:
            self._give_up(word)

    def _give_up(self, word: str) -> None:
        self.fault = word
        given_up, self._questions = self._questions, deque()
        for question in given_up:
            if question.heard is not None:
                question.heard(None)


def object_of(line: bytes) -> Line | None:
    """Return the JSON object in a program's line of UTF-8, or None if it is none."""
    try:
        return decoded_line(line, LONGEST_ANSWER)
    except DamagedError:
        return None


class AwakeClock:
    """A clock that stands still while this process is stopped or the computer sleeps.

    Read it at least every ``CLOCK_POLL_S``; a much longer gap between two readings counts as no
    time. ``source`` is a clock in seconds.
    """

    def __init__(self, source: Callable[[], float] = monotonic) -> None:
        self._source = source
        self._seen = source()
        self._awake = 0.0

    def __call__(self) -> float:
        now = self._source()
        gap, self._seen = now - self._seen, now
        if gap < ASLEEP_S:
            self._awake += gap
        return self._awake
