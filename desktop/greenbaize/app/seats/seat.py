"""A seat at a table: what it has been told, and who acts for it."""

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
"""Seconds after which a program of ours, which has no limit to think, must have failed."""

SOONEST: Final = 0.4
LATEST: Final = 2.6
"""How long a computer player seems to think where all is clear, and where it is a toss-up."""

LOSSES: Final = ("missing", "died", "silent", "garbage", "illegal", "unasked", "flooded", "sandbox")
"""Why a program may lose its seat, as the ``why`` of the ``seat`` event says it."""


Post = Callable[["ProgramSeat", Talker, bytes | None], None]


def loss_told(seat: int, why: str) -> Message:
    """The message when a program has lost its seat."""
    code = f"program-lost-{why}" if why in LOSSES else "program-lost"
    return Message(code, {"seat": seat})


class ProgramSeat(BotSupervisor):
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
        """How hard the decision is, from 0 to 1, if one of ours has made it and says so."""

    def happen(self) -> None:
        """The seat has been told something, which outdates questions."""
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
        """The decision asked for, once it is there; ``fault`` may be set instead."""
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
    """A computer player of ours could not be run as a program."""


class Seat:
    """One seat of a match whose seed is known.

    A person's seat has a computer player too, which follows the events so that it can take over.
    ``post`` is called from another thread when a program has said something.
    """

    def __init__(
        self, game: Game[Any], header: Header, seat: int, launcher: BotLauncher, post: Post
    ) -> None:
        sitter = header.sitters[seat]
        assert header.seed is not None
        self.seat: Final = seat
        self.told: Final = bytearray(line_bytes(header.told(seat).line()))
        """All that the seat has been told so far, as lines, from the header on."""
        self.computer = sitter.kind != HUMAN
        """Whether a computer player acts here, of ours or somebody else's."""
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
        """Be told an event of the match (``state`` is after it); returns it as told."""
        told = self._game.tell(event, state, self.seat)
        self.told.extend(self._bot.take(told))
        if self.program is not None:
            self.program.happen()
        return told

    def recall(self, view: Any, lines: bytes) -> None:
        """Be told a match's past at once: the view it folds to, and its lines as told."""
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
        """The computer player's choice; None while its program thinks, or has failed."""
        if self.program is None:
            return self._bot.decide()
        self.think()
        return self.program.answer()

    @property
    def hesitation(self) -> float:
        """How long one seems to think here, as a factor: longer the harder the choice.

        Not at all where there is none; as usual while, or where, it is not known how hard it is.
        """
        if len(self._bot.legal) == 1:
            return 0.0
        doubt = None if self.program is None else self.program.doubt
        return 1.0 if doubt is None else SOONEST + (LATEST - SOONEST) * doubt

    @property
    def fault(self) -> str | None:
        return None if self.program is None else self.program.fault

    def lose_program(self) -> str | None:
        """Drop a failed program; returns why it loses the seat, None if ours plays on here."""
        fault = self.fault
        assert fault is not None
        if self._strange:
            return fault
        keep_error(LostProgramError(f"seat {self.seat}: {fault}"))
        self.program = None
        return None

    def give(self, event: SeatGiven) -> None:
        """Give the seat to somebody else; a program of ours must still be started."""
        self._strange = False
        self.close()
        self.computer = event.kind != HUMAN

    def close(self) -> None:
        if self.program is not None:
            self.program.close()
            self.program = None
