"""A seat at which a program acts: what it is sent and answers, and when it loses the seat.

The lines are those of docs/seat-protocol.md.
"""

from collections.abc import Callable, Sequence
from typing import Final

from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.bot_supervisor import BotSupervisor, Patience, Said, Talker, object_of
from greenbaize.app.seats.programs import Program, Start
from greenbaize.match.record import line_bytes
from greenbaize.rules.codec import Codec
from greenbaize.rules.commands import Command
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message

START_S: Final = 20.0
"""Seconds for a program to start."""
OWN_S: Final = 60.0
"""Seconds after which a program of ours, which has no limit to think, must have failed."""

LOSSES: Final = ("missing", "died", "silent", "garbage", "illegal", "unasked", "flooded", "sandbox")
"""Why a program may lose its seat, as the ``why`` of the ``seat`` event says it."""


Post = Callable[["ProgramSeat", Talker, bytes | None], None]


def loss_told(seat: int, why: str) -> Message:
    """The message when a program has lost its seat."""
    code = f"program-lost-{why}" if why in LOSSES else "program-lost"
    return Message(code, {"seat": seat})


class ProgramSeat:
    """The program of one seat as the table sees it; all but ``post`` in one thread.

    One of our programs that fails is restarted and told everything again, so it chooses the same.
    ``told`` holds the seat's lines from the header on and may grow; ``post`` is called from another
    thread with what ``take`` is to process.
    """

    def __init__(
        self,
        told: bytearray,
        start: Start,
        launcher: BotLauncher,
        post: Post,
        codec: Codec[Command],
    ) -> None:
        self._start = start
        self._think_ms = launcher.think_ms
        self._post = post
        self._codec = codec
        self._legal: Sequence[Command] = ()
        self._answer: Command | None = None
        begin = self._begin if start.command else start.why
        patience = (
            Patience(OWN_S, OWN_S)
            if start.own
            else Patience(START_S, launcher.patience, again=False)
        )
        self._supervisor = BotSupervisor(told, begin, patience, launcher.clock, self._on_said)

    @property
    def fault(self) -> str | None:
        """The reason code for why the program cannot play on."""
        return self._supervisor.fault

    @property
    def patience(self) -> float | None:
        """Seconds until ``answer`` is due; None if nothing is awaited."""
        return self._supervisor.patience

    def start(self) -> None:
        """Start the program and tell it all that the seat has been told."""
        self._supervisor.start()
        self._supervisor.tell()

    def tell(self, line: bytes) -> None:
        """Send the last event, if the program runs; this outdates questions."""
        del line  # it is the end of what the seat has been told
        self._legal, self._answer = (), None
        self._supervisor.forget()
        self._supervisor.tell()

    def ask(self, seat: int, legal: Sequence[Command]) -> None:
        """Ask for a decision, once after each event."""
        if self.fault is not None or self._legal:
            return
        self._legal = legal
        question = {
            "type": "ask",
            "seat": seat,
            "legal": [self._codec.write(command) for command in legal],
            "think_ms": self._think_ms,
        }
        self._supervisor.ask(line_bytes(question), self._hear)

    def answer(self) -> Command | None:
        """The decision asked for, once it is there; ``fault`` may be set instead."""
        self._supervisor.look()
        return self._answer

    def take(self, program: Talker, line: bytes | None) -> None:
        """Take in what a program has said; it no longer matters if that one has been replaced."""
        self._supervisor.take(program, line)

    def close(self) -> None:
        """End the program, if it runs."""
        self._supervisor.close()

    def _begin(self, said: Said) -> Talker:
        return Program(self._start, said)

    def _on_said(self, program: Talker, line: bytes | None) -> None:
        self._post(self, program, line)

    def _hear(self, line: bytes | None) -> str | None:
        """Take in the answer; returns what is wrong with it."""
        value = None if line is None else object_of(line)
        if value is None:
            return None
        try:
            command = self._codec.read(value)
        except GameError:
            return "illegal"
        if command not in self._legal:
            return "illegal"
        self._answer = command
        return None
