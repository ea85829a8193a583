"""Supervisor of a bot program: sends lines, asks questions in order, restarts it if it dies.

Used for programs at seats and the adviser; the lines are those of docs/seat-protocol.md.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, Protocol

from greenbaize.app.seats.bot_process import MAX_ANSWER_BYTES
from greenbaize.rules.decoding import JsonObject, decode_object
from greenbaize.rules.errors import DamagedError

MAX_STARTS: Final = 3
"""Most starts of a built-in program without an answer in between."""
READ_OUTPUT_S: Final = 0.01
"""Time for reading a program's pending output (s)."""
CLOCK_POLL_S: Final = 0.5
"""Interval between two clock readings while waiting (s)."""
SLEEP_GAP_S: Final = 2.0


class BotChannel(Protocol):
    """A receiver of lines and questions: a process, or a bot in this process."""

    @property
    def is_missing(self) -> bool: ...
    @property
    def is_flooded(self) -> bool: ...
    def send_lines(self, lines: bytes) -> None: ...
    def expect_line(self) -> None: ...
    def has_unread_output(self, read_count: int) -> bool: ...
    def close(self) -> None: ...


LineCallback = Callable[[Any, bytes | None], None]
"""Called, from any thread, with a channel and a line of its output, or None at its end."""
AnswerCallback = Callable[[bytes | None], str | None]
"""Called with the answer line, or None if there is none; returns what is wrong with it."""


@dataclass(frozen=True, slots=True)
class BotTimeouts:
    """Time limits for the start and each answer (s), and the restarts after a failure."""

    start_timeout: float
    answer_timeout: float
    restarts: bool = True
    restarts_if_silent: bool = True


@dataclass(eq=False, slots=True)
class _PendingQuestion:
    """A question at an offset of the view lines; ``on_answer`` is None once it is outdated."""

    line: bytes
    offset: int
    on_answer: AnswerCallback | None


class BotSupervisor:
    """Runs one program and restarts it while that may help; all but ``on_line`` in one thread.

    A restarted program gets all lines and questions again, so it gives the same answers.
    ``view_lines`` holds its lines from the header on and may grow; ``launch`` starts it or is a
    failure code; ``clock`` is in seconds; ``on_line`` is called from another thread with the
    arguments for ``process_line``.
    """

    def __init__(
        self,
        view_lines: bytes | bytearray,
        launch: Callable[[LineCallback], BotChannel] | str,
        timeouts: BotTimeouts,
        clock: Callable[[], float],
        on_line: LineCallback,
    ) -> None:
        self.channel: BotChannel | None = None
        self.failure_code: str | None = None
        self._view_lines = view_lines
        self._launch = launch
        self._timeouts = timeouts
        self._clock = clock
        self._on_line = on_line
        self._questions: deque[_PendingQuestion] = deque()
        self._start_count = 0
        self._is_ready = False
        self._sent_offset = self._processed_count = 0
        self._due_offset = 0
        """Offset up to which the lines are to be sent."""
        self._waiting_since = 0.0

    def start(self) -> None:
        if self.channel is not None or self.failure_code is not None:
            return
        if isinstance(self._launch, str):
            self._fail(self._launch)
            return
        self._start_count += 1
        self._sent_offset, self._processed_count = 0, 0
        self._is_ready, self._waiting_since = False, self._clock()
        self.channel = self._launch(self._on_line)
        if self.channel.is_missing:
            self._restart_or_fail("missing")  # No end of output will report this failure.
            return
        for question in self._questions:
            self._send_question(question)
        self._send_due_lines()

    def send_new_lines(self) -> None:
        self._due_offset = len(self._view_lines)
        self._send_due_lines()

    def ask_question(
        self, line: bytes, on_answer: AnswerCallback, offset: int | None = None
    ) -> None:
        """Ask a question; ``process_line`` passes a current answer to ``on_answer``.

        If ``on_answer`` rejects the answer, it is asked again while that may help. ``offset`` is in
        bytes of the view lines (None: all), never before that of an earlier question.
        """
        self.start()
        if self.channel is None:
            on_answer(None)
            return
        question = _PendingQuestion(
            line, len(self._view_lines) if offset is None else offset, on_answer
        )
        self._due_offset = max(self._due_offset, question.offset)
        self._questions.append(question)
        if self._is_ready:
            self._waiting_since = self._clock()
        self._send_question(question)

    def discard_questions(self) -> None:
        """Discard all questions: their answers are ignored."""
        for question in self._questions:
            question.on_answer = None

    @property
    def remaining_time(self) -> float | None:
        """Seconds left for an answer, or None if none is awaited."""
        if self.failure_code is not None or not self.has_open_question:
            return None
        limit = self._timeouts.answer_timeout if self._is_ready else self._timeouts.start_timeout
        return max(0.0, self._waiting_since + limit - self._clock())

    @property
    def poll_timeout(self) -> float | None:
        """Seconds until ``check_timeout`` is due, or None; short, for the clock to detect sleep."""
        remaining_time = self.remaining_time
        if remaining_time == 0.0 and self._has_unread_output():
            return READ_OUTPUT_S
        return None if remaining_time is None else min(remaining_time, CLOCK_POLL_S)

    @property
    def has_open_question(self) -> bool:
        return any(question.on_answer is not None for question in self._questions)

    def check_timeout(self) -> None:
        """Check the time limit, after processing what has been written."""
        if self.remaining_time == 0.0 and not self._has_unread_output():
            self._restart_or_fail("silent")

    def process_line(self, channel: BotChannel, line: bytes | None) -> None:
        """Process a line of output; that of a replaced program is ignored."""
        if channel is not self.channel:
            return
        self._processed_count += 1
        if line is None:
            end_code = "flooded" if channel.is_flooded else "died"
            self._restart_or_fail("missing" if channel.is_missing else end_code)
            return
        value = parse_object(line)
        if value is None:
            self._restart_or_fail("garbage")
        elif not self._is_ready:
            self._process_ready(value)
        elif not self._questions:
            self._restart_or_fail("unasked")
        else:
            self._process_answer(line)

    def close(self) -> None:
        if self.channel is not None:
            self.channel.close()
            self.channel = None

    def _has_unread_output(self) -> bool:
        return self.channel is not None and self.channel.has_unread_output(self._processed_count)

    def _send_question(self, question: _PendingQuestion) -> None:
        assert self.channel is not None
        lines = bytes(self._view_lines[self._sent_offset : question.offset])
        self._sent_offset = question.offset
        self.channel.expect_line()
        self.channel.send_lines(lines + question.line)

    def _send_due_lines(self) -> None:
        if self.channel is not None and self._sent_offset < self._due_offset:
            self.channel.send_lines(bytes(self._view_lines[self._sent_offset : self._due_offset]))
            self._sent_offset = self._due_offset

    def _process_ready(self, value: dict[str, Any]) -> None:
        if value.get("type") != "ready":
            self._restart_or_fail("garbage")
            return
        self._is_ready, self._waiting_since = True, self._clock()

    def _process_answer(self, line: bytes) -> None:
        question = self._questions.popleft()
        self._waiting_since = self._clock()
        if question.on_answer is None:
            return
        answer_fault = question.on_answer(line)
        if answer_fault is None:
            self._start_count = 0
        else:
            self._questions.appendleft(question)
            self._restart_or_fail(answer_fault)

    def _restart_or_fail(self, code: str) -> None:
        self.close()
        self._questions = deque(
            question for question in self._questions if question.on_answer is not None
        )
        may_restart = self._timeouts.restarts and (
            self._timeouts.restarts_if_silent or code != "silent"
        )
        if may_restart and self._start_count < MAX_STARTS:
            self.start()
        else:
            self._fail(code)

    def _fail(self, code: str) -> None:
        self.failure_code = code
        dropped_questions, self._questions = self._questions, deque()
        for question in dropped_questions:
            if question.on_answer is not None:
                question.on_answer(None)


def parse_object(line: bytes) -> JsonObject | None:
    """Return the JSON object in a program's line of UTF-8, or None if it is none."""
    try:
        return decode_object(line, MAX_ANSWER_BYTES)
    except DamagedError:
        return None


class AwakeClock:
    """A clock that stands still while this process is stopped or the computer sleeps.

    Read it at least every ``CLOCK_POLL_S``; a much longer gap between two readings counts as no
    time. ``source`` is a clock in seconds.
    """

    def __init__(self, source: Callable[[], float] = monotonic) -> None:
        self._source = source
        self._last_reading = source()
        self._awake_seconds = 0.0

    def __call__(self) -> float:
        now = self._source()
        gap, self._last_reading = now - self._last_reading, now
        if gap < SLEEP_GAP_S:
            self._awake_seconds += gap
        return self._awake_seconds
