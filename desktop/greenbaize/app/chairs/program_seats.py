"""A seat at which a program acts: what it is sent, what it answers, and when it has lost it.

The lines are those of docs/seat-protocol.md.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from greenbaize.app.chairs.housing import Housing
from greenbaize.app.chairs.programs import LONGEST_ANSWER, Program
from greenbaize.match.record import line_bytes
from greenbaize.rules.codec import Codec
from greenbaize.rules.commands import Command
from greenbaize.rules.decoding import Line, decoded_line
from greenbaize.rules.errors import DamagedError, GameError
from greenbaize.rules.messages import Message

START_S: Final = 20.0
"""Seconds that a program may take to start before it counts as silent."""
OWN_S: Final = 60.0
"""Seconds after which a program of ours, which thinks as long as it needs, must have gone wrong."""
MOST_STARTS: Final = 3
"""How often a program of ours is started without an answer in between."""

LOSSES: Final = ("missing", "died", "silent", "garbage", "illegal", "unasked", "flooded")
"""Why a program may lose its seat, as the ``why`` of the ``seat`` event says it."""


@dataclass(frozen=True, slots=True)
class Start:
    """How a program is started.

    ``command`` has the words that start it, or none if nobody knows them; ``environment`` is None
    where it is ours. ``own`` says that the program is one of ours.
    """

    command: Sequence[str]
    environment: Mapping[str, str] | None = None
    own: bool = False


Post = Callable[["ProgramSeat", Program, bytes | None], None]


def loss_told(seat: int, why: str) -> Message:
    """What is said when a program has lost its seat."""
    code = f"program-lost-{why}" if why in LOSSES else "program-lost"
    return Message(code, {"seat": seat})


class ProgramSeat:
    """One seat's program, as the table sees it.

    Everything but ``post`` is called from one thread. A program of ours that dies is started
    again, told everything again, and so chooses what it would have chosen.

    Args:
        told: all that the seat has been told, from the header on; the caller adds to it.
        start: how the program is started.
        housing: how programs are run.
        post: called from another thread when the program has said something; what it is given
            is to be handed to ``take``.
        codec: spells the commands of the game.
    """

    def __init__(
        self,
        told: bytearray,
        start: Start,
        housing: Housing,
        post: Post,
        codec: Codec[Command],
    ) -> None:
        self.fault: str | None = None
        """What the program has done, in a word, so that it can play no longer."""
        self.program: Program | None = None
        """The process, while it runs."""
        self._told = told
        self._start = start
        self._housing = housing
        self._post = post
        self._codec = codec
        self._starts = 0
        self._legal: Sequence[Command] = ()
        self._answer: Command | None = None
        self._ready = False
        self._asks = 0
        """How many questions have been sent and not answered; all but the last are outdated."""
        self._since = 0.0

    def tell(self, line: bytes) -> None:
        """Let the program hear an event, if it runs; what was asked before is outdated."""
        self._legal, self._answer = (), None
        if self.program is not None:
            self.program.send(line)

    def start(self) -> None:
        """Start the program and tell it all that the seat has been told."""
        if self.program is not None or self.fault is not None:
            return
        self._starts += 1
        self._ready, self._asks, self._since = False, 0, self._housing.clock()
        if not self._start.command:
            self.fault = "missing"
            return
        self.program = Program(self._start.command, self._start.environment, self._on_said)
        self.program.send(bytes(self._told))

    def ask(self, seat: int, legal: Sequence[Command]) -> None:
        """Ask for a decision; nothing happens if it has been asked since the last event."""
        self.start()
        if self.fault is None and not self._legal:
            self._legal = legal
            self._send_question(seat)

    def _send_question(self, seat: int) -> None:
        assert self.program is not None
        line = {
            "type": "ask",
            "seat": seat,
            "legal": [self._codec.write(command) for command in self._legal],
            "think_ms": self._housing.think_ms,
        }
        self._asks += 1
        if self._ready:
            self._since = self._housing.clock()
        self.program.expect_line()
        self.program.send(line_bytes(line))

    @property
    def patience(self) -> float | None:
        """The seconds that are left to the program, or None if nothing is waited for."""
        if self.fault is not None or not self._legal or self._answer is not None:
            return None
        theirs = self._housing.patience if self._ready else START_S
        limit = OWN_S if self._start.own else theirs
        return max(0.0, self._since + limit - self._housing.clock())

    def answer(self) -> Command | None:
        """The decision asked for, once it is there; ``fault`` may be set instead."""
        if self.patience == 0.0:
            self._failed("silent")
        if self._answer is not None:
            self._starts = 0
        return self._answer

    def _on_said(self, program: Program, line: bytes | None) -> None:
        self._post(self, program, line)

    def take(self, program: Program, line: bytes | None) -> None:
        """Take in what a program has said; it no longer matters if that one has been replaced."""
        if program is not self.program:
            return
        if line is None:
            ended = "flooded" if program.flooded else "died"
            self._failed("missing" if program.missing else ended)
            return
        try:
            value = decoded_line(line, LONGEST_ANSWER)
        except DamagedError:
            self._failed("garbage")
            return
        if not self._ready:
            self._take_ready(value)
        elif self._asks == 0:
            self._failed("unasked")
        else:
            self._asks -= 1
            if self._asks == 0 and self._legal:
                self._take_answer(value)

    def _take_ready(self, value: Line) -> None:
        if value.get("type") != "ready":
            self._failed("garbage")
            return
        self._ready, self._since = True, self._housing.clock()

    def _take_answer(self, value: Line) -> None:
        try:
            command = self._codec.read(value)
        except GameError:
            self._failed("illegal")
            return
        if command in self._legal:
            self._answer = command
        else:
            self._failed("illegal")

    def _failed(self, word: str) -> None:
        self.close()
        if not self._start.own or self._starts >= MOST_STARTS:
            self.fault = word
            return
        legal, self._legal = self._legal, ()
        self.start()
        if legal and self.fault is None:
            self.ask(legal[0].seat, legal)

    def close(self) -> None:
        """End the program, if it runs."""
        if self.program is not None:
            self.program.close()
            self.program = None
