"""Seat at a table: its view lines, and the person or program that acts for it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from greenbaize.app.seats.bot_launcher import BotLauncher, own_command, own_environment
from greenbaize.app.seats.bot_supervisor import BotSupervisor, Patience, Talker, object_of
from greenbaize.app.seats.programs import Program, Start
from greenbaize.app.seats.seat_program import DOUBT, BotSeat, bot_for, question
from greenbaize.match.codecs import command_codec
from greenbaize.match.header import Header
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import bot_seed
from greenbaize.rules.codec import Codec
from greenbaize.rules.commands import Command
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN
from greenbaize.store.log import keep_error

START_S: Final = 20.0
OWN_S: Final = 60.0
"""Seconds after which a built-in program, which has no time limit, counts as failed."""

SOONEST: Final = 0.4
LATEST: Final = 2.6
"""Range of the factor for a computer player's thinking time, from clear to undecided."""

LOSSES: Final = ("missing", "died", "silent", "garbage", "illegal", "unasked", "flooded", "sandbox")
"""Reasons for losing a seat, as the ``why`` of the ``seat`` event gives them."""


Post = Callable[["ProgramSeat", Talker, bytes | None], None]


def loss_told(seat: int, why: str) -> Message:
    """Return the message that a program has lost its seat."""
    code = f"program-lost-{why}" if why in LOSSES else "program-lost"
    return Message(code, {"seat": seat})


class ProgramSeat(BotSupervisor):
    """The program of one seat as the table sees it; all but ``on_line`` in one thread.

    A built-in program that fails is restarted with all lines again, so it chooses the same.
    ``view_lines`` holds the seat's lines from the header on and may grow; ``on_line`` is called
    from another thread with the arguments for ``process_line``.
    """

    def __init__(
        self,
        told: bytearray,
        start: Start,
        launcher: BotLauncher,
        post: Post,
        codec: Codec[Command],
    ) -> None:
        begin = partial(Program, start) if start.command else start.why
        patience = (
            Patience(OWN_S, OWN_S)
            if start.own
            else Patience(START_S, launcher.patience, again=False)
        )
        super().__init__(told, begin, patience, launcher.clock, partial(post, self))
        self._own, self._think_ms, self._codec = start.own, launcher.think_ms, codec
        self._legal: Sequence[Command] = ()
        self._answer: Command | None = None
        self.doubt: float | None = None
        """Difficulty of the decision, from 0 to 1, if a built-in program reported it."""

    def happen(self) -> None:
        """Discard the questions, which the event has outdated, and send its line."""
        self._legal, self._answer, self.doubt = (), None, None
        self.forget()
        self.tell()

    def think(self, seat: int, legal: Sequence[Command]) -> None:
        """Ask for a decision, once after each event."""
        if self.fault is not None or self._legal:
            return
        self._legal = legal
        self.ask(question(seat, legal, self._codec, self._think_ms, doubt=self._own), self._hear)

    def answer(self) -> Command | None:
        """Return the requested decision once it is there; ``failure_code`` may be set instead."""
        self.look()
        return self._answer

    def _hear(self, line: bytes | None) -> str | None:
        value = None if line is None else object_of(line)
        if value is None:
            return None
        doubt = value.pop(DOUBT, None) if self._own else None
        try:
            command = self._codec.read(value)
        except GameError:
            return "illegal"
        if command not in self._legal:
            return "illegal"
        self._answer = command
        self.doubt = doubt if isinstance(doubt, float) else None
        return None


class LostProgramError(Exception):
    """A built-in computer player could not be run as a process."""


class Seat:
    """One seat of a match whose seed is known.

    A person's seat has a computer player too, which follows the events so that it can take over.
    ``on_program_line`` is called from another thread when a program has written something.
    """

    def __init__(
        self, game: Game[Any], header: Header, seat: int, launcher: BotLauncher, post: Post
    ) -> None:
        sitter = header.sitters[seat]
        assert header.seed is not None
        self.seat: Final = seat
        self.told: Final = bytearray(line_bytes(header.told(seat).line()))
        """All view lines of the seat so far, from the header on."""
        self.computer = sitter.kind != HUMAN
        """A computer player acts here, built-in or external."""
        self.program: ProgramSeat | None = None
        self._game, self._sitter = game, sitter
        self._seed = bot_seed(header.seed, seat)
        self._launcher, self._post = launcher, post
        teller = Teller(game, len(header.sitters), header.options, seat)
        self._bot = BotSeat(game, teller, bot_for(sitter), self._seed)
        self._strange = self.computer and sitter.program is not None

    @property
    def view(self) -> Any:
        return self._bot.view

    def hear(self, event: Event, state: Any) -> Event:
        """Apply an event (``state`` is after it); return it as this seat may see it."""
        told = self._game.tell(event, state, self.seat)
        self.told.extend(self._bot.take(told))
        if self.program is not None:
            self.program.happen()
        return told

    def recall(self, view: Any, lines: bytes) -> None:
        """Restore a match's view and its view lines so far."""
        self._bot.recall(view, lines)
        self.told.extend(lines)

    def house(self) -> None:
        if self._strange:
            start = self._launcher.start_of(self._sitter.program or "")
        elif self.computer and self._launcher.apart:
            words, after = own_command(self._sitter, self._seed), self._launcher.after
            start = Start(words, own_environment(), own=True, after=after)
        else:
            return
        codec = command_codec(self._game)
        self.program = ProgramSeat(self.told, start, self._launcher, self._post, codec)
        self.program.start()
        self.program.tell()

    def think(self) -> None:
        if self.program is not None:
            self.program.think(self.seat, self._bot.legal)

    def decide(self) -> Command | None:
        """Return the computer player's choice; None while its program thinks, or has failed."""
        if self.program is None:
            return self._bot.decide()
        self.think()
        return self.program.answer()

    @property
    def hesitation(self) -> float:
        """Thinking time shown here, as a factor: higher for harder choices.

        0 if there is only one choice; 1 while, or where, the difficulty is unknown.
        """
        if len(self._bot.legal) == 1:
            return 0.0
        doubt = None if self.program is None else self.program.doubt
        return 1.0 if doubt is None else SOONEST + (LATEST - SOONEST) * doubt

    @property
    def fault(self) -> str | None:
        return None if self.program is None else self.program.fault

    def lose_program(self) -> str | None:
        """Drop a failed program; return why it loses the seat, or None if a bot here plays on."""
        fault = self.fault
        assert fault is not None
        if self._strange:
            return fault
        keep_error(LostProgramError(f"seat {self.seat}: {fault}"))
        self.program = None
        return None

    def give(self, event: SeatGiven) -> None:
        """Change who acts at the seat; a built-in program must still be started."""
        self._strange = False
        self.close()
        self.computer = event.kind != HUMAN

    def close(self) -> None:
        if self.program is not None:
            self.program.close()
            self.program = None
