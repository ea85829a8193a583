"""Table: runs a match with its authority, its record and the occupants of its seats."""

from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, Final

from greenbaize.app.seats.bot_launcher import HERE, BotLauncher
from greenbaize.app.seats.bot_supervisor import Talker
from greenbaize.app.seats.seat import ProgramSeat, Seat
from greenbaize.app.tables.seats import people_of
from greenbaize.match.authority import Authority
from greenbaize.match.header import Header
from greenbaize.match.past import Past
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.commands import Command, Ready
from greenbaize.rules.events import Ended, Event, SeatGiven
from greenbaize.rules.game import Game, Question
from greenbaize.rules.messages import Message
from greenbaize.rules.players import BOT

MENDING_S: Final = 2.5
"""Seconds a computer player waits while a person can still correct something."""


class Grace:
    """Grants waiting time once for each move that can be corrected."""

    def __init__(self) -> None:
        self._granted: list[Question] = []

    def due(self, offers: Iterable[Question]) -> bool:
        mending = [offer for offer in offers if offer.mends]
        fresh = any(offer not in self._granted for offer in mending)
        self._granted = mending
        return fresh


Hearer = Callable[[list[Event]], None]
"""Called with an event as each seat may see it and, last, as spectators may see it."""


class Table:
    """A match run in this process; ``write_event`` records events, programs run until ``close``."""

    def __init__(
        self,
        game: Game[Any],
        header: Header,
        past: tuple[Event, ...] | Past = (),
        keep: Callable[[Event], None] | None = None,
        launcher: BotLauncher = HERE,
    ) -> None:
        assert header.seed is not None
        self.game: Final = game
        self.header: Final = header
        self.launcher: Final = launcher
        seats, options = len(header.sitters), header.options
        self._authority = Authority(game, seats, options, SeededChance(header.seed))
        self._said: SimpleQueue[tuple[ProgramSeat, Talker, bytes | None]] = SimpleQueue()
        self._woken: Callable[[], None] | None = None
        self._waking = Lock()
        self.seats: Final = tuple(
            Seat(game, header, seat, launcher, self._post) for seat in range(seats)
        )
        # Where only computer players play, a spectator may see all cards.
        self._gallery = Teller(game, seats, options, None) if self.people else None
        self._hearers: list[Hearer] = []
        self._ready: set[int] = set()
        """People who have seen what lies open; they confirm again after a resume."""
        self._keep: Callable[[Event], None] | None = None
        self.end: Ended | None = None
        self._recall(past if isinstance(past, Past) else Past.of(game, header, past))
        self._authority.listen(self._on_event)
        self._keep = keep
        for chair in self.seats:
            chair.house()

    @property
    def people(self) -> tuple[int, ...]:
        return people_of(self.header)

    @property
    def over(self) -> bool:
        return self.game.over(self._authority.state)

    @property
    def watched(self) -> Any:
        """The state of the match as a spectator may see it."""
        return self._authority.state if self._gallery is None else self._gallery.view

    @property
    def waited_for(self) -> Seat | None:
        """Seat of the computer player that must act; None while something lies open."""
        state = self._authority.state
        seat = self.game.turn(state)
        if seat is None or self.game.open(state) or not self.seats[seat].computer:
            return None
        return self.seats[seat]

    @property
    def people_awaited(self) -> tuple[int, ...]:
        """Seats of the people who must act now, or say *ready* to what lies open."""
        state = self._authority.state
        turn, people = self.game.turn(state), self.people_here
        if self.game.open(state):
            # The player who leads next continues by leading.
            return (
                (turn,)
                if turn in people
                else tuple(seat for seat in people if seat not in self._ready)
            )
        return (turn,) if turn in people else ()

    @property
    def mending(self) -> list[Question]:
        views = [(seat, self.seats[seat].view) for seat in self.people_here]
        offers = [offer for seat, view in views for offer in self.game.offers(view, seat)]
        return [offer for offer in offers if offer.mends]

    @property
    def people_here(self) -> tuple[int, ...]:
        return tuple(chair.seat for chair in self.seats if not chair.computer)

    @property
    def passed_on(self) -> bool:
        """True if several people share this computer."""
        return self.header.one_computer and len(self.people_here) > 1

    @property
    def next_person(self) -> int | None:
        """Seat of the person who has to act next, as far as known; None at the end."""
        people = self.people_awaited or (() if self.over else self.people_here)
        turn, seats = self.game.turn(self._authority.state) or 0, len(self.seats)
        return min(people, key=lambda seat: (seat - turn) % seats, default=None)

    def said_ready(self, seat: int) -> bool:
        return seat in self._ready

    def listen(self, hearer: Hearer) -> None:
        self._hearers.append(hearer)

    def begin(self) -> None:
        """Append the events that follow by themselves, at the start or where a record was cut."""
        self._authority.proceed()
        self._go_on()

    def submit(self, command: Command) -> Message | None:
        """Judge a person's command; return why it was refused, or None."""
        refusal = self._authority.submit(command)
        if refusal is None and isinstance(command, Ready):
            # At one computer all people see the same trick, so one confirms for all of them.
            self._ready.update(self.people_here if self.passed_on else (command.seat,))
        self._go_on()
        return refusal

    def give_seat(self, seat: int, kind: str, why: str) -> None:
        """Let a computer or the person act; ``ValueError`` for a bad seat or a finished match."""
        self._authority.give_seat(seat, kind, why)
        self._go_on()

    def let_computer_act(self) -> bool:
        """Let the computer player on turn act if it has decided; return whether anything happened.

        A player in this process decides now; a program is not waited for, and loses its seat if it
        fails. Raises ``KeyError`` on a person's turn.
        """
        chair = self.waited_for
        if chair is None:
            raise KeyError(self.game.turn(self._authority.state))
        self.attend()
        command = chair.decide()
        if chair.fault is not None:
            self._replace_program(chair)
            return True
        if command is None:
            return False
        refusal = self._authority.submit(command)
        assert refusal is None, f"seat {chair.seat} chose what the rules refuse: {refusal}"
        self._go_on()
        return True

    def play_out(self) -> None:
        self._authority.play_out(self._decided)

    def _decided(self, seat: int) -> Command:
        chair = self.seats[seat]
        while True:
            command = chair.decide()
            if chair.fault is not None:
                self._replace_program(chair)
            elif command is not None:
                return command
            else:
                self.wait()

    def close(self) -> None:
        with self._waking:
            self._woken = None
        for chair in self.seats:
            chair.close()

    @property
    def patience(self) -> float | None:
        """Seconds left to the program whose turn it is; None if none is waited for."""
        chair = self.waited_for
        return None if chair is None or chair.program is None else chair.program.patience

    def wake_by(self, woken: Callable[[], None]) -> None:
        """Call ``on_wake``, from another thread, when a program has written something.

        Then ``play_bot_turn`` is due, or ``process_pending`` if no computer player is on turn. It
        is called at once from this thread if something was written before.
        """
        self._woken = woken
        for _ in range(self._said.qsize()):
            woken()

    def attend(self) -> None:
        """Process the programs' output, and restart built-in ones that have ended."""
        while not self._said.empty():
            seat, program, line = self._said.get()
            seat.take(program, line)

    def wait(self) -> None:
        """Wait until a program has written something, or its time is over."""
        try:
            seat, program, line = self._said.get(timeout=self.patience)
        except Empty:
            return
        seat.take(program, line)

    def _post(self, seat: ProgramSeat, program: Talker, line: bytes | None) -> None:
        self._said.put((seat, program, line))
        # Hold the lock, so that a removed callback is never called.
        with self._waking:
            if self._woken is not None:
                self._woken()

    def _replace_program(self, chair: Seat) -> None:
        why = chair.lose_program()
        if why is not None:
            self._authority.give_seat(chair.seat, BOT, why)
        self._ask_program()

    def _ask_program(self) -> None:
        """Let the program on turn think already, while the table is still busy."""
        chair = self.waited_for
        if chair is not None:
            chair.think()

    def _recall(self, past: Past) -> None:
        self._authority.go_on_from(past.state)
        if self._gallery is not None:
            self._gallery.view = past.view(None)
        for chair in self.seats:
            chair.recall(past.view(chair.seat), past.told(chair.seat))
        for event in past.given:
            self.seats[event.seat].give(event)
        self.end = past.end

    def _go_on(self) -> None:
        state = self._authority.state
        if self.game.open(state) and not self.people_awaited:
            self._authority.proceed(ready=True)
        self._ask_program()

    def _on_event(self, event: Event, state: Any) -> None:
        if self._keep is not None:
            self._keep(event)
        told = [chair.hear(event, state) for chair in self.seats]
        told.append(event if self._gallery is None else self._gallery.hear(event, state))
        if isinstance(event, SeatGiven):
            chair = self.seats[event.seat]
            chair.give(event)
            chair.house()
        elif isinstance(event, Ended):
            self.end = event
            for chair in self.seats:
                chair.close()
        if not self.game.open(state):
            self._ready.clear()
        for hearer in self._hearers:
            hearer(told)
