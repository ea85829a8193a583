"""An adviser: a computer player in a process of its own that weighs the choices of a seat.

It gets only the seat's view lines, and is asked in the extension of docs/seat-protocol.md.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Final, NamedTuple, TypeVar

from greenbaize.app.seats.bot_launcher import BotLauncher, build_bot_command, build_own_environment
from greenbaize.app.seats.bot_process import BotProcess, LaunchSpec
from greenbaize.app.seats.bot_supervisor import (
    CLOCK_POLL_S,
    BotChannel,
    BotSupervisor,
    BotTimeouts,
    LineCallback,
)
from greenbaize.app.seats.seat_program import (
    ASK_TYPE,
    READY_LINE,
    WEIGH_KEY,
    WHY_KEY,
    SeatProgram,
    create_bot,
    decode_thoughts,
    decode_weighed_choices,
)
from greenbaize.bots import BOT_FACTORIES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.rules.codec import LineCodec
from greenbaize.rules.commands import Command
from greenbaize.rules.errors import GameError
from greenbaize.rules.players import BOT
from greenbaize.rules.search_contract import BotThoughts, WeighedChoice

ADVISER_LEVEL: Final = "expert"
ADVISER_SEED: Final = "advice"
"""Seed of its random choices, beside the view lines: the same moment gets the same advice."""
ADVICE_TIMEOUT_S: Final = 20.0
"""Seconds after which a silent adviser has failed; most answer in one."""

_WEIGH_QUESTION_LINE: Final = encode_line({"type": ASK_TYPE, WEIGH_KEY: True})
_WHY_QUESTION_LINE: Final = encode_line({"type": ASK_TYPE, WHY_KEY: True})

T = TypeVar("T")
AdviceCallback = Callable[[tuple[WeighedChoice, ...] | None], None]
"""Called with every choice, best first, or with None if there is no advice."""
ThoughtsCallback = Callable[[BotThoughts | None], None]
"""Called with a player's decision and what it rests on, or with None if there is no answer."""


def weigh_in_process(
    view_lines: Iterable[bytes], codec: LineCodec[Command]
) -> tuple[WeighedChoice, ...]:
    """Weigh the choices of a seat with these view lines, in this process.

    The answer is the adviser's own: the first line is the header.
    """
    seat_program = SeatProgram(BOT_FACTORIES[ADVISER_LEVEL](), ADVISER_SEED)
    for line in view_lines:
        seat_program.answer_line(line)
    return decode_weighed_choices(seat_program.answer_line(_WEIGH_QUESTION_LINE), codec)


class _InProcessChannel:
    """A bot in this process with the interface of a process."""

    is_missing = is_flooded = False

    def __init__(self, player: HeaderPlayer, seed: str, on_line: LineCallback) -> None:
        self._seat_program = SeatProgram(create_bot(player), seed)
        self._on_line = on_line
        on_line(self, READY_LINE)

    def send_lines(self, lines: bytes) -> None:
        for line in lines.splitlines(keepends=True):
            if answer := self._seat_program.answer_line(line):
                self._on_line(self, answer)

    def expect_line(self) -> None:
        """Do nothing: output is not limited here."""

    def has_unread_output(self, read_count: int) -> bool:
        del read_count
        return False

    def close(self) -> None:
        """Do nothing: there is no process to end."""


class AdviserBot(NamedTuple):
    """The computer player that advises, and the seed of its random choices."""

    level: str = ADVISER_LEVEL
    temperament: str | None = None
    seed: str = ADVISER_SEED


STRONGEST_ADVISER: Final = AdviserBot()
"""The adviser where nothing else is said."""


class Adviser:
    """Weighs the choices of one seat, at successive moments; all from one thread.

    The program starts with the first question. One that fails is restarted with all lines and
    questions, and so gives the same answers; one that does not answer in ``ADVICE_TIMEOUT_S`` is
    given up. ``view_lines`` holds the seat's lines from the header on and may grow; ``on_wake`` is
    called, from any thread, when ``process_pending`` is due; to weigh choices, ``bot`` must be of a
    level that searches. As a computer player of the match, with its seed, it returns by
    ``ask_thoughts`` what that player thought.
    """

    def __init__(
        self,
        view_lines: bytes | bytearray,
        launcher: BotLauncher,
        on_wake: Callable[[], None],
        codec: LineCodec[Command],
        bot: AdviserBot = STRONGEST_ADVISER,
    ) -> None:
        self._view_lines = view_lines
        self._launcher = launcher
        self._player = HeaderPlayer("", BOT, bot.level, bot.temperament)
        self._seed = bot.seed
        self._codec = codec
        self._on_wake: Callable[[], None] | None = on_wake
        self._wake_lock = Lock()
        self._output_lines: SimpleQueue[tuple[BotChannel, bytes | None]] = SimpleQueue()
        self._supervisor = self._create_supervisor()
        self._poll_stop_event: Event | None = None
        self._failed_callbacks: list[Callable[[None], None]] = []
        """Callbacks still to be called with None."""

    def ask_advice(self, on_advice: AdviceCallback, offset: int | None = None) -> None:
        """Ask for the worth of each choice; ``process_pending`` passes it to ``on_advice``.

        ``offset`` is in bytes of the view lines, where it is the seat's turn (None: their end),
        never before that of an earlier question. ``on_advice`` is not called if the answer is
        outdated.
        """
        self._ask_question(_WEIGH_QUESTION_LINE, decode_weighed_choices, on_advice, offset)

    def ask_thoughts(self, on_thoughts: ThoughtsCallback, offset: int | None = None) -> None:
        """Ask for the decision and what it rests on; otherwise as ``ask_advice``."""
        self._ask_question(_WHY_QUESTION_LINE, decode_thoughts, on_thoughts, offset)

    def _ask_question(
        self,
        question_line: bytes,
        decode_answer: Callable[[bytes, LineCodec[Command]], T],
        callback: Callable[[T | None], None],
        offset: int | None,
    ) -> None:
        if self._supervisor.failure_code is not None:
            self._supervisor = self._create_supervisor()
        on_answer = partial(self._on_answer, decode_answer, callback)
        self._supervisor.ask_question(question_line, on_answer, offset)
        self._update_polling()

    @property
    def is_late(self) -> bool:
        """True if it was given up for not answering in time."""
        return self._supervisor.failure_code == "silent"

    def discard_questions(self) -> None:
        """Discard all questions so far: their callbacks are not called."""
        self._supervisor.discard_questions()
        self._failed_callbacks.clear()

    def process_pending(self) -> None:
        """Process output, deliver answers and check the time limit."""
        while not self._output_lines.empty():
            self._supervisor.process_line(*self._output_lines.get())
        self._supervisor.check_timeout()
        self._update_polling()
        while self._failed_callbacks:
            self._failed_callbacks.pop(0)(None)

    def close(self) -> None:
        with self._wake_lock:
            self._on_wake = None
        self.discard_questions()
        self._supervisor.close()
        self._update_polling()

    def _create_supervisor(self) -> BotSupervisor:
        # A person is waiting: report the failure rather than wait again.
        timeouts = BotTimeouts(ADVICE_TIMEOUT_S, ADVICE_TIMEOUT_S, restarts_if_silent=False)
        return BotSupervisor(
            self._view_lines,
            self._launch_channel,
            timeouts,
            self._launcher.clock,
            self._enqueue_line,
        )

    def _launch_channel(self, on_line: LineCallback) -> BotChannel:
        if not self._launcher.separate_processes:
            return _InProcessChannel(self._player, self._seed, on_line)
        command = build_bot_command(self._player, self._seed)
        return BotProcess(LaunchSpec(command, build_own_environment(), is_builtin=True), on_line)

    def _on_answer(
        self,
        decode_answer: Callable[[bytes, LineCodec[Command]], T],
        callback: Callable[[T | None], None],
        line: bytes | None,
    ) -> str | None:
        if line is None:
            # The callback may not be called while the question is still being asked.
            self._failed_callbacks.append(callback)
            self._request_wake()
            return None
        try:
            answer = decode_answer(line, self._codec)
        except GameError:
            return "illegal"
        callback(answer)
        return None

    def _enqueue_line(self, channel: BotChannel, line: bytes | None) -> None:
        self._output_lines.put((channel, line))
        self._request_wake()

    def _request_wake(self) -> None:
        # Hold the lock, so that a removed callback is never called.
        with self._wake_lock:
            if self._on_wake is not None:
                self._on_wake()

    def _update_polling(self) -> None:
        needs_polling = self._launcher.separate_processes and self._supervisor.has_open_question
        if needs_polling and self._poll_stop_event is None:
            self._poll_stop_event = Event()
            with suppress(RuntimeError):  # Without memory for a thread there is no polling.
                Thread(
                    target=self._poll_until_stopped, args=(self._poll_stop_event,), daemon=True
                ).start()
        elif not needs_polling and self._poll_stop_event is not None:
            self._poll_stop_event.set()
            self._poll_stop_event = None

    def _poll_until_stopped(self, stop_event: Event) -> None:
        while not stop_event.wait(CLOCK_POLL_S):
            self._request_wake()
