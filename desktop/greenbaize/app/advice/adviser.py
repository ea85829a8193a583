"""An adviser: a computer player in a process of its own that weighs the choices of a seat.

It gets only the seat's view lines, and is asked in the extension of docs/seat-protocol.md.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Final

from greenbaize.app.seats.bot_launcher import BotLauncher, own_command, own_environment
from greenbaize.app.seats.bot_supervisor import LOOK_S, BotSupervisor, Patience, Said, Talker
from greenbaize.app.seats.programs import Program, Start
from greenbaize.app.seats.seat_program import ASK, READY, WEIGH, SeatProgram, read_weighed
from greenbaize.bots import LEVELS
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.rules.codec import Codec
from greenbaize.rules.commands import Command
from greenbaize.rules.errors import GameError
from greenbaize.rules.players import BOT
from greenbaize.rules.thinking import Weighed

ADVISER_LEVEL: Final = "expert"
SEED: Final = "advice"
"""Seed of its random choices, beside the view lines: the same moment gets the same advice."""
ADVICE_S: Final = 20.0
"""Seconds after which a silent adviser has failed; most answer in one."""

_QUESTION: Final = line_bytes({"type": ASK, WEIGH: True})

Heard = Callable[[tuple[Weighed, ...] | None], None]
"""Called with every choice, best first, or with None if there is no advice."""


def weigh_now(lines: Iterable[bytes], codec: Codec[Command]) -> tuple[Weighed, ...]:
    """Weigh the choices of a seat with these view lines, in this process.

    The answer is the adviser's own: the first line is the header.
    """
    seat = SeatProgram(LEVELS[ADVISER_LEVEL](), SEED)
    for line in lines:
        seat.hear(line)
    return read_weighed(seat.hear(_QUESTION), codec)


class _Here:
    """A bot in this process with the interface of a process."""

    missing = flooded = False

    def __init__(self, level: str, said: Said) -> None:
        self._seat = SeatProgram(LEVELS[level](), SEED)
        self._said = said
        said(self, READY)

    def send(self, lines: bytes) -> None:
        for line in lines.splitlines(keepends=True):
            if answer := self._seat.hear(line):
                self._said(self, answer)

    def expect_line(self) -> None:
        """Do nothing: output is not limited here."""

    def has_said_more(self, heard: int) -> bool:
        del heard
        return False

    def close(self) -> None:
        """Do nothing: there is no process to end."""


class Adviser:
    """Weighs the choices of one seat, at successive moments; all from one thread.

    The program starts with the first question. One that fails is restarted with all lines and
    questions, and so gives the same answers; one that does not answer in ``ADVICE_TIMEOUT_S`` is
    given up. ``view_lines`` holds the seat's lines from the header on and may grow; ``on_wake`` is
    called, from any thread, when ``process_pending`` is due; ``level`` must be one that searches.
    """

    def __init__(
        self,
        told: bytes | bytearray,
        launcher: BotLauncher,
        woken: Callable[[], None],
        codec: Codec[Command],
        level: str = ADVISER_LEVEL,
    ) -> None:
        self._told = told
        self._launcher = launcher
        self._level = level
        self._codec = codec
        self._woken: Callable[[], None] | None = woken
        self._waking = Lock()
        self._said: SimpleQueue[tuple[Talker, bytes | None]] = SimpleQueue()
        self._supervisor = self._fresh()
        self._still: Event | None = None
        self._lost: list[Heard] = []
        """Callbacks still to be called with None."""

    def ask(self, heard: Heard, at: int | None = None) -> None:
        """Ask for the worth of each choice; ``process_pending`` passes it to ``on_advice``.

        ``offset`` is in bytes of the view lines, where it is the seat's turn (None: their end),
        never before that of an earlier question. ``on_advice`` is not called if the answer is
        outdated.
        """
        if self._supervisor.fault is not None:
            self._supervisor = self._fresh()
        self._supervisor.ask(_QUESTION, partial(self._hear, heard), at)
        self._watch()

    @property
    def late(self) -> bool:
        """True if it was given up for not answering in time."""
        return self._supervisor.fault == "silent"

    def forget(self) -> None:
        """Discard all questions so far: their callbacks are not called."""
        self._supervisor.forget()
        self._lost.clear()

    def attend(self) -> None:
        """Process output, deliver answers and check the time limit."""
        while not self._said.empty():
            self._supervisor.take(*self._said.get())
        self._supervisor.look()
        self._watch()
        while self._lost:
            self._lost.pop(0)(None)

    def close(self) -> None:
        with self._waking:
            self._woken = None
        self.forget()
        self._supervisor.close()
        self._watch()

    def _fresh(self) -> BotSupervisor:
        # A person is waiting: report the failure rather than wait again.
        patience = Patience(ADVICE_S, ADVICE_S, again_if_silent=False)
        return BotSupervisor(self._told, self._begin, patience, self._launcher.clock, self._post)

    def _begin(self, said: Said) -> Talker:
        if not self._launcher.apart:
            return _Here(self._level, said)
        command = own_command(Player("", BOT, self._level), SEED)
        return Program(Start(command, own_environment(), own=True), said)

    def _hear(self, heard: Heard, line: bytes | None) -> str | None:
        if line is None:
            # The callback may not be called while the question is still being asked.
            self._lost.append(heard)
            self._wake()
            return None
        try:
            choices = read_weighed(line, self._codec)
        except GameError:
            return "illegal"
        heard(choices)
        return None

    def _post(self, talker: Talker, line: bytes | None) -> None:
        self._said.put((talker, line))
        self._wake()

    def _wake(self) -> None:
        # Hold the lock, so that a removed callback is never called.
        with self._waking:
            if self._woken is not None:
                self._woken()

    def _watch(self) -> None:
        waits = self._launcher.apart and self._supervisor.waited_for
        if waits and self._still is None:
            self._still = Event()
            with suppress(RuntimeError):  # Without memory for a thread there is no polling.
                Thread(target=self._wake_often, args=(self._still,), daemon=True).start()
        elif not waits and self._still is not None:
            self._still.set()
            self._still = None

    def _wake_often(self, still: Event) -> None:
        while not still.wait(LOOK_S):
            self._wake()
