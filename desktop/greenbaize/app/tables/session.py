"""A match in progress at this computer: the authority, its record, and who sits where."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, Final

from greenbaize.app.advice.adviser import ADVISER_LEVEL, Adviser
from greenbaize.app.chairs.bot_seats import BotSeat, bot_for
from greenbaize.app.chairs.housing import (
    HERE,
    Housing,
    own_command,
    own_environment,
    their_environment,
)
from greenbaize.app.chairs.program_seats import ProgramSeat, Start
from greenbaize.app.chairs.programs import Program
from greenbaize.app.tables.readiness import Readiness
from greenbaize.match.authority import Authority
from greenbaize.match.header import Header
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import OpenTeller, Teller
from greenbaize.rules.chance import SeededChance, bot_seed
from greenbaize.rules.commands import Command, Ready
from greenbaize.rules.events import Ended, Event, SeatGiven
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.store.log import keep_error

Hearer = Callable[[Event], None]


class LostProgramError(Exception):
    """A computer player of ours could not be run as a program of its own."""


class Session:
    """A match with people and computer players at this computer.

    Whoever watches lives on the events told to ``seat``: the person's, or, at a table of computer
    players alone, on everything.

    Args:
        game: the rules.
        header: the match; its seed must be known.
        past: the events of a record that is resumed, already verified.
        keep: writes events down as they happen from here on.
        housing: where computer players think. Programs run until the session is closed.
    """

    def __init__(
        self,
        game: Game[Any],
        header: Header,
        past: tuple[Event, ...] = (),
        keep: Callable[[Event], None] | None = None,
        housing: Housing = HERE,
    ) -> None:
        assert header.seed is not None
        self.game: Final = game
        self.header: Final = header
        seats, options = len(header.sitters), header.options
        people = [seat for seat, one in enumerate(header.sitters) if one.kind == "human"]
        self.seat: Final = people[0] if people else None
        self.advises = self.seat is not None
        """Whether the person may ask for hints and reviews; whoever runs the match may say no."""
        self._authority = Authority(game, seats, options, SeededChance(header.seed))
        self._teller = (
            OpenTeller(game, seats, options, None)
            if self.seat is None
            else Teller(game, seats, options, self.seat)
        )
        self._housing = housing
        self._bots: list[BotSeat] = []
        self._told: list[bytearray] = []
        self._acting: set[int] = set()
        self._strange: set[int] = set()
        """The seats that somebody else's programs hold."""
        self._programs: dict[int, ProgramSeat] = {}
        for seat, sitter in enumerate(header.sitters):
            teller = Teller(game, seats, options, seat)
            # A seat that people hold is told everything too, for a bot may have to take over.
            self._bots.append(BotSeat(game, teller, bot_for(sitter), self._seed(seat)))
            self._told.append(bytearray(line_bytes(header.told(seat).line())))
            if sitter.kind != "human":
                self._acting.add(seat)
                if sitter.program is not None:
                    self._strange.add(seat)
        self._said: SimpleQueue[tuple[ProgramSeat, Program, bytes | None]] = SimpleQueue()
        self._woken: Callable[[], None] | None = None
        self._waking = Lock()
        self._hearers: list[Hearer] = []
        self._readiness = Readiness()
        self._keep = None
        self._end: Ended | None = None
        self._begun = False
        self._authority.listen(self._on_event)
        self._authority.restore(past)
        self._keep = keep
        self._begun = True
        for seat in sorted(self._acting):
            self._house(seat)

    @property
    def view(self) -> Any:
        """The match as the watcher knows it."""
        return self._teller.view

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.game.over(self._teller.view)

    @property
    def end(self) -> Ended | None:
        """How the match ended, once it has."""
        return self._end

    @property
    def bot_to_act(self) -> bool:
        """Whether a computer player must act now; none does while something lies open."""
        view = self._teller.view
        return self.game.turn(view) in self._acting and not self.game.open(view)

    def said_ready(self, seat: int) -> bool:
        """Whether the person at a seat has said *ready* to what lies open."""
        return self._readiness.said(seat)

    @property
    def patience(self) -> float | None:
        """The seconds left to the program whose turn it is; None if none is waited for."""
        program = self._program_to_act()
        return None if program is None else program.patience

    def listen(self, hearer: Hearer) -> None:
        """Let somebody hear every event from now on, as told to the watcher."""
        self._hearers.append(hearer)

    def wake_by(self, woken: Callable[[], None]) -> None:
        """Have this called, from another thread, each time a program has said something.

        Then ``let_bot_act`` is worth a try, or ``attend`` if it is nobody's turn there. What was
        said before is made up for at once, from this thread.
        """
        self._woken = woken
        for _ in range(self._said.qsize()):
            woken()

    def begin(self) -> None:
        """Append what follows by itself, at the start or where a record was cut."""
        self._authority.proceed()
        self._go_on()

    def submit(self, command: Command) -> Message | None:
        """A person's command; returns why it was refused, or None."""
        refusal = self._authority.submit(command)
        if refusal is None and isinstance(command, Ready):
            self._readiness.say(command.seat)
        self._go_on()
        return refusal

    def let_bot_act(self) -> bool:
        """Let the computer player whose turn it is act, if it has made up its mind.

        One that thinks in this process does so meanwhile; one in a program of its own is not
        waited for. A program that cannot play on loses its seat.

        Returns:
            Whether anything has happened.

        Raises:
            KeyError: it is a person's turn.
        """
        seat = self.game.turn(self._teller.view)
        if seat is None or seat not in self._acting:
            raise KeyError(seat)
        self.attend()
        program = self._programs.get(seat)
        if program is None:
            command = self._bots[seat].decide()
        else:
            program.ask(seat, self._bots[seat].legal)
            answer = program.answer()
            if program.fault is not None:
                self._take_over(seat, program.fault)
                return True
            if answer is None:
                return False
            command = answer
        refusal = self._authority.submit(command)
        assert refusal is None, f"seat {seat} chose what the rules refuse: {refusal}"
        self._go_on()
        return True

    def attend(self) -> None:
        """Take in what programs have said, and start those of ours that have ended anew."""
        while not self._said.empty():
            seat, program, line = self._said.get()
            seat.take(program, line)

    def wait(self) -> None:
        """Wait until a program has said something, or its time is over."""
        try:
            seat, program, line = self._said.get(timeout=self.patience)
        except Empty:
            return
        seat.take(program, line)

    def play_out(self) -> None:
        """Play a match of computer players alone to its end."""
        self.begin()
        while not self.over:
            if not self.let_bot_act():
                self.wait()

    def close(self) -> None:
        """Leave the match: its programs are ended, and nobody is woken any more."""
        with self._waking:
            self._woken = None
        for program in self._programs.values():
            program.close()

    @property
    def told(self) -> bytes:
        """All that the person's seat has been told so far, as lines, from the header on."""
        assert self.seat is not None
        return bytes(self._told[self.seat])

    def adviser(self, woken: Callable[[], None], level: str = ADVISER_LEVEL) -> Adviser:
        """An adviser to the person, who is told what they are; whoever asks for one closes it.

        Args:
            woken: called, from another thread too, when it has something to say.
            level: its level.
        """
        assert self.advises
        assert self.seat is not None
        return Adviser(self._told[self.seat], self._housing, woken, level)

    # Programs

    def _seed(self, seat: int) -> str:
        assert self.header.seed is not None
        return bot_seed(self.header.seed, seat)

    def _house(self, seat: int) -> None:
        """Start the program that plays at a seat, if one does."""
        sitter, told = self.header.sitters[seat], self._told[seat]
        if seat in self._strange:
            command = self._housing.command_of(sitter.program or "")
            start = Start(command, their_environment())
        elif self._housing.apart:
            command = own_command(sitter, self._seed(seat))
            start = Start(command, own_environment(), own=True)
        else:
            return
        self._programs[seat] = program = ProgramSeat(told, start, self._housing, self._post)
        program.start()

    def _post(self, seat: ProgramSeat, program: Program, line: bytes | None) -> None:
        self._said.put((seat, program, line))
        # Under the lock, so that nobody is woken who has gone meanwhile.
        with self._waking:
            if self._woken is not None:
                self._woken()

    def _program_to_act(self) -> ProgramSeat | None:
        view = self._teller.view
        seat = self.game.turn(view)
        return None if seat is None or self.game.open(view) else self._programs.get(seat)

    def _ask_program(self) -> None:
        """Let the program whose turn it is think at once, while the table is still busy."""
        program, seat = self._program_to_act(), self.game.turn(self._teller.view)
        if program is not None and seat is not None:
            program.ask(seat, self._bots[seat].legal)

    def _take_over(self, seat: int, why: str) -> None:
        """Put a computer player of ours, or one that thinks here, in place of a program."""
        if seat in self._strange:
            self._authority.give_seat(seat, "bot", why)
        else:
            keep_error(LostProgramError(f"seat {seat}: {why}"))
            del self._programs[seat]
        self._ask_program()

    # Events

    def _go_on(self) -> None:
        """Close what lies open as soon as nobody has to be waited for; then ask a program."""
        view = self._teller.view
        if self.game.open(view):
            people = set(range(len(self.header.sitters))) - self._acting
            if not self._readiness.waits_for(people, self.game.turn(view)):
                self._authority.close()
        self._ask_program()

    def _on_event(self, event: Event, state: Any) -> None:
        if self._keep is not None:
            self._keep(event)
        for seat, bot in enumerate(self._bots):
            line = bot.hear(event, state)
            self._told[seat] += line
            if seat in self._programs:
                self._programs[seat].tell(line)
        if isinstance(event, SeatGiven):
            self._seat_given(event)
        elif isinstance(event, Ended):
            self._end = event
            for program in self._programs.values():
                program.close()
        told = self._teller.hear(event, state)
        if not self.game.open(state):
            self._readiness.forget()
        for hearer in self._hearers:
            hearer(told)

    def _seat_given(self, event: SeatGiven) -> None:
        seat = event.seat
        self._strange.discard(seat)
        if seat in self._programs:
            self._programs.pop(seat).close()
        if event.kind == "human":
            self._acting.discard(seat)
            return
        self._acting.add(seat)
        if self._begun:
            self._house(seat)
