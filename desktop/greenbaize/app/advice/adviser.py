"""An adviser to the person at a seat: says what each of their choices should bring.

It is a computer player of ours in a program of its own, which is sent what the seat was told and
nothing else, and asked in the extension of docs/seat-protocol.md.
"""

from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from threading import Lock
from typing import Final, Protocol

from greenbaize.app.chairs.housing import Housing, own_command, own_environment
from greenbaize.app.chairs.program_seats import MOST_STARTS
from greenbaize.app.chairs.programs import Program
from greenbaize.app.chairs.seat_program import ASK, READY, WEIGH, SeatProgram, read_weighed
from greenbaize.bots import LEVELS
from greenbaize.bots.search import Weighed
from greenbaize.match.header import Sitter
from greenbaize.match.record import line_bytes
from greenbaize.rules.codec import Codec
from greenbaize.rules.commands import Command
from greenbaize.rules.errors import GameError

ADVISER_LEVEL: Final = "hard"
"""The level of the computer player that advises."""
SEED: Final = "advice"
"""What its random choices come from, beside what it was told: the same moment, the same advice."""

_QUESTION: Final = line_bytes({"type": ASK, WEIGH: True})

Heard = Callable[[tuple[Weighed, ...] | None], None]
"""Called with every choice, best first, or with None if the adviser can say nothing."""


class _Talker(Protocol):
    """What is asked: a program of its own, or a player that thinks here."""

    def send(self, lines: bytes) -> None:
        """Send whole lines."""

    def expect_line(self) -> None:
        """Let it write one line more."""

    def close(self) -> None:
        """Ask nothing more."""


class _Here:
    """A player that thinks in this process, with the manners of a program."""

    def __init__(self, level: str, said: Callable[["_Here", bytes | None], None]) -> None:
        self._seat = SeatProgram(LEVELS[level](), SEED)
        self._said = said
        said(self, READY)

    def send(self, lines: bytes) -> None:
        for line in lines.splitlines(keepends=True):
            if answer := self._seat.hear(line):
                self._said(self, answer)

    def expect_line(self) -> None:
        """Nobody counts its lines."""

    def close(self) -> None:
        """Nothing runs."""


class _Question:
    """A question at some place of what the seat was told; ``heard`` is None once outdated."""

    def __init__(self, at: int, heard: Heard) -> None:
        self.at = at
        self.heard: Heard | None = heard


class Adviser:
    """Weighs the choices of one seat, at moments that follow one another.

    Nothing runs before the first question. A program that dies is started again, told and asked
    everything again, and so says what it would have said. Everything is called from one thread.

    Args:
        told: all that the seat has been told as lines, from the header on; the caller may add.
        housing: whether it thinks in a program of its own.
        woken: called, from another thread too, when ``attend`` is worth a try.
        codec: spells the commands of the game.
        level: the level of the player that advises; it must be one that searches.
    """

    def __init__(
        self,
        told: bytes | bytearray,
        housing: Housing,
        woken: Callable[[], None],
        codec: Codec[Command],
        level: str = ADVISER_LEVEL,
    ) -> None:
        self.program: Program | None = None
        """The process, while it runs."""
        self._told = told
        self._apart = housing.apart
        self._level = level
        self._codec = codec
        self._woken: Callable[[], None] | None = woken
        self._waking = Lock()
        self._said: SimpleQueue[tuple[object, bytes | None]] = SimpleQueue()
        self._talker: _Talker | None = None
        self._questions: deque[_Question] = deque()
        self._sent = 0
        self._ready = False
        self._starts = 0

    def ask(self, heard: Heard, at: int | None = None) -> None:
        """Ask what each choice should bring.

        Args:
            heard: called from ``attend`` with the answer, unless it is outdated by then.
            at: the question is about the moment after so many bytes of what the seat was told, at
                which it is the seat's turn; None for all of it. Never before an earlier question.
        """
        question = _Question(len(self._told) if at is None else at, heard)
        self._questions.append(question)
        if self._talker is None:
            self._start()
        else:
            self._send(question)

    def forget(self) -> None:
        """Let everything that has been asked be outdated: nobody is called any more for it."""
        for question in self._questions:
            question.heard = None

    def attend(self) -> None:
        """Take in what has been said, and hand on the answers."""
        while not self._said.empty():
            talker, line = self._said.get()
            if talker is self._talker:
                self._take(line)

    def close(self) -> None:
        """Ask nothing more: the program is ended, and nobody is called any more."""
        with self._waking:
            self._woken = None
        self.forget()
        self._leave()

    # The program

    def _start(self) -> None:
        self._starts += 1
        self._sent, self._ready = 0, False
        if self._apart:
            command = own_command(Sitter("", "bot", self._level), SEED)
            self.program = Program(command, own_environment(), self._post)
            self._talker = self.program
        else:
            self._talker = _Here(self._level, self._post)
        for question in self._questions:
            self._send(question)

    def _send(self, question: _Question) -> None:
        assert self._talker is not None
        lines = bytes(self._told[self._sent : question.at])
        self._sent = question.at
        self._talker.expect_line()
        self._talker.send(lines + _QUESTION)

    def _post(self, talker: object, line: bytes | None) -> None:
        self._said.put((talker, line))
        # Under the lock, so that nobody is woken who has gone meanwhile.
        with self._waking:
            if self._woken is not None:
                self._woken()

    def _take(self, line: bytes | None) -> None:
        if line is None:
            self._begin_anew()
        elif not self._ready:
            self._ready = True
        elif self._questions:
            try:
                choices = read_weighed(line, self._codec)
            except GameError:
                self._begin_anew()
                return
            self._starts = 0
            heard = self._questions.popleft().heard
            if heard is not None:
                heard(choices)

    def _begin_anew(self) -> None:
        """Start the program again for what is still to be answered, or give up."""
        self._leave()
        self._questions = deque(one for one in self._questions if one.heard is not None)
        if not self._questions:
            return
        if self._starts < MOST_STARTS:
            self._start()
            return
        self._starts = 0
        given_up, self._questions = self._questions, deque()
        for question in given_up:
            if question.heard is not None:
                question.heard(None)

    def _leave(self) -> None:
        if self._talker is not None:
            self._talker.close()
        self._talker = self.program = None
