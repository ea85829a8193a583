"""An adviser: a computer player in a process of its own that weighs the choices of a seat.

It is sent only what the seat was told, and asked in the extension of docs/seat-protocol.md.
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
"""Seeds its random choices, beside what it was told: the same moment gets the same advice."""
ADVICE_S: Final = 20.0
"""Seconds after which a silent adviser has failed; most answer in one."""

_QUESTION: Final = line_bytes({"type": ASK, WEIGH: True})

Heard = Callable[[tuple[Weighed, ...] | None], None]
"""Called with every choice, best first, or with None if there is no advice."""


def weigh_now(lines: Iterable[bytes], codec: Codec[Command]) -> tuple[Weighed, ...]:
    """Weigh the choices of a seat that was told these lines, in this process.

    The answer is the adviser's own: the first line is the header.
    """
    seat = SeatProgram(LEVELS[ADVISER_LEVEL](), SEED)
    for line in lines:
        seat.hear(line)
    return read_weighed(seat.hear(_QUESTION), codec)


class _Here:
    """A player in this process with the interface of a program."""

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
        """Output is not limited here."""

    def has_said_more(self, heard: int) -> bool:
        del heard
        return False

    def close(self) -> None:
        """Nothing to do."""


class Adviser:
    """Weighs the choices of one seat, at moments that follow one another; all from one thread.

    The program starts with the first question. One that fails is restarted, told and asked
    everything again, and so gives the same answers; one that does not answer in ``ADVICE_S`` is
    given up. ``told`` holds the seat's lines from the header on and may grow; ``woken`` is called,
    from any thread, when ``attend`` is due; ``level`` must be one that searches.
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
        """Callbacks still to be told that there is no answer."""

    def ask(self, heard: Heard, at: int | None = None) -> None:
        """Ask what each choice should bring; ``heard`` gets the answer from ``attend``.

        ``at`` is an offset in bytes of the told lines at which it is the seat's turn (None: their
        end), never before that of an earlier question. ``heard`` is not called if the answer is
        outdated.
        """
        if self._supervisor.fault is not None:
            self._supervisor = self._fresh()
        self._supervisor.ask(_QUESTION, partial(self._hear, heard), at)
        self._watch()

    @property
    def late(self) -> bool:
        """Whether it was given up for not answering in time."""
        return self._supervisor.fault == "silent"

    def forget(self) -> None:
        """Drop all questions asked so far: their callbacks are not called."""
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
        # Somebody is waiting: report the failure rather than wait again.
        patience = Patience(ADVICE_S, ADVICE_S, again_if_silent=False)
        return BotSupervisor(self._told, self._begin, patience, self._launcher.clock, self._post)

    def _begin(self, said: Said) -> Talker:
        if not self._launcher.apart:
            return _Here(self._level, said)
        command = own_command(Player("", BOT, self._level), SEED)
        return Program(Start(command, own_environment(), own=True), said)

    def _hear(self, heard: Heard, line: bytes | None) -> str | None:
        if line is None:
            self._lost.append(heard)  # it may not be called while it is still asking
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
        # Under the lock, so that nobody is woken who has gone meanwhile.
        with self._waking:
            if self._woken is not None:
                self._woken()

    def _watch(self) -> None:
        waits = self._launcher.apart and self._supervisor.waited_for
        if waits and self._still is None:
            self._still = Event()
            with suppress(RuntimeError):  # without memory for a thread nobody looks
                Thread(target=self._wake_often, args=(self._still,), daemon=True).start()
        elif not waits and self._still is not None:
            self._still.set()
            self._still = None

    def _wake_often(self, still: Event) -> None:
        while not still.wait(LOOK_S):
            self._wake()
