"""A seat at a table: what it has been told, and who acts for it."""

from typing import Any, Final

from greenbaize.app.seats.bot_launcher import (
    BotLauncher,
    own_command,
    own_environment,
)
from greenbaize.app.seats.bot_seats import BotSeat, bot_for
from greenbaize.app.seats.program_seats import Post, ProgramSeat
from greenbaize.app.seats.programs import Start
from greenbaize.match.codecs import command_codec
from greenbaize.match.header import Header
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import bot_seed
from greenbaize.rules.commands import Command
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.game import Game
from greenbaize.rules.players import HUMAN
from greenbaize.store.log import keep_error


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
        """The program that acts here, if one does."""
        self._game, self._sitter = game, sitter
        self._seed = bot_seed(header.seed, seat)
        self._launcher, self._post = launcher, post
        teller = Teller(game, len(header.sitters), header.options, seat)
        self._bot = BotSeat(game, teller, bot_for(sitter), self._seed)
        self._strange = self.computer and sitter.program is not None

    @property
    def view(self) -> Any:
        """The match as the seat knows it."""
        return self._bot.view

    def hear(self, event: Event, state: Any) -> Event:
        """Be told an event of the match (``state`` is after it); returns it as told."""
        told = self._game.tell(event, state, self.seat)
        line = self._bot.take(told)
        self.told.extend(line)
        if self.program is not None:
            self.program.tell(line)
        return told

    def recall(self, view: Any, lines: bytes) -> None:
        """Be told a match's past at once: the view it folds to, and its lines as told."""
        self._bot.recall(view, lines)
        self.told.extend(lines)

    def house(self) -> None:
        """Start the program that plays here, if any."""
        if self._strange:
            start = self._launcher.start_of(self._sitter.program or "")
        elif self.computer and self._launcher.apart:
            start = Start(own_command(self._sitter, self._seed), own_environment(), own=True)
        else:
            return
        codec = command_codec(self._game)
        self.program = ProgramSeat(self.told, start, self._launcher, self._post, codec)
        self.program.start()

    def think(self) -> None:
        """Let the program here, if any, think about the question."""
        if self.program is not None:
            self.program.ask(self.seat, self._bot.legal)

    def decide(self) -> Command | None:
        """The computer player's choice; None while its program thinks, or has failed."""
        if self.program is None:
            return self._bot.decide()
        self.think()
        return self.program.answer()

    @property
    def fault(self) -> str | None:
        """The reason code for why the program here cannot play on."""
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
        """End the program that plays here."""
        if self.program is not None:
            self.program.close()
            self.program = None
