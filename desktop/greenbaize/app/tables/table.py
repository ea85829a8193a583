"""Table: runs a match with its authority, its record and the occupants of its seats."""

from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, Final

from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER, BotLauncher
from greenbaize.app.seats.bot_supervisor import BotChannel
from greenbaize.app.seats.table_seat import ProgramSeat, TableSeat
from greenbaize.app.tables.seat_assignment import find_human_seats
from greenbaize.match.authority import Authority
from greenbaize.match.event_log import MatchEventLog
from greenbaize.match.header import RecordHeader
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.commands import Command, ReadyCommand
from greenbaize.rules.events import Event, MatchEnded, SeatReassigned
from greenbaize.rules.game import Game, Question
from greenbaize.rules.messages import Message
from greenbaize.rules.players import BOT

CORRECTION_DELAY_S: Final = 2.5
"""Seconds a computer player waits while a person can still correct something."""


class CorrectionWindow:
    """Grants waiting time once for each move that can be corrected."""

    def __init__(self) -> None:
        self._granted_offers: list[Question] = []

    def grants_time(self, offers: Iterable[Question]) -> bool:
        correction_offers = [offer for offer in offers if offer.is_correction]
        has_new_offer = any(offer not in self._granted_offers for offer in correction_offers)
        self._granted_offers = correction_offers
        return has_new_offer


TableListener = Callable[[list[Event]], None]
"""Called with an event as each seat may see it and, last, as spectators may see it."""


class Table:
    """A match run in this process; ``write_event`` records events, programs run until ``close``."""

    def __init__(
        self,
        game: Game[Any],
        header: RecordHeader,
        event_log: tuple[Event, ...] | MatchEventLog = (),
        write_event: Callable[[Event], None] | None = None,
        launcher: BotLauncher = IN_PROCESS_LAUNCHER,
    ) -> None:
        assert header.seed is not None
        self.game: Final = game
        self.header: Final = header
        self.launcher: Final = launcher
        seats, options = len(header.players), header.options
        self._authority = Authority(game, seats, options, SeededChance(header.seed))
        self._program_lines: SimpleQueue[tuple[ProgramSeat, BotChannel, bytes | None]] = (
            SimpleQueue()
        )
        self._on_wake: Callable[[], None] | None = None
        self._wake_lock = Lock()
        self.table_seats: Final = tuple(
            TableSeat(game, header, seat, launcher, self._enqueue_program_line)
            for seat in range(seats)
        )
        # Where only computer players play, a spectator may see all cards.
        self._spectator_tracker = (
            ViewTracker(game, seats, options, None) if self.header_human_seats else None
        )
        self._listeners: list[TableListener] = []
        self._ready_seats: set[int] = set()
        """People who have seen what lies open; they confirm again after a resume."""
        self._write_event: Callable[[Event], None] | None = None
        self.end_event: MatchEnded | None = None
        self.events: list[Event] = []
        """All events of the match so far."""
        self._restore_event_log(
            event_log
            if isinstance(event_log, MatchEventLog)
            else MatchEventLog.from_events(game, header, event_log)
        )
        self._authority.add_listener(self._on_event)
        self._write_event = write_event
        for table_seat in self.table_seats:
            table_seat.start_program()

    @property
    def header_human_seats(self) -> tuple[int, ...]:
        return find_human_seats(self.header)

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self._authority.state)

    @property
    def spectator_view(self) -> Any:
        """The state of the match as a spectator may see it."""
        return (
            self._authority.state
            if self._spectator_tracker is None
            else self._spectator_tracker.view
        )

    @property
    def awaited_bot_seat(self) -> TableSeat | None:
        """Seat of the computer player that must act; None while something lies open."""
        state = self._authority.state
        seat = self.game.turn(state)
        if seat is None or self.game.is_open(state) or not self.table_seats[seat].is_bot:
            return None
        return self.table_seats[seat]

    @property
    def awaited_human_seats(self) -> tuple[int, ...]:
        """Seats of the people who must act now, or say *ready* to what lies open."""
        state = self._authority.state
        turn, human_seats = self.game.turn(state), self.human_seats
        if self.game.is_open(state):
            # The player who leads next continues by leading.
            return (
                (turn,)
                if turn in human_seats
                else tuple(seat for seat in human_seats if seat not in self._ready_seats)
            )
        return (turn,) if turn in human_seats else ()

    @property
    def correction_offers(self) -> list[Question]:
        views = [(seat, self.table_seats[seat].view) for seat in self.human_seats]
        offers = [offer for seat, view in views for offer in self.game.offers(view, seat)]
        return [offer for offer in offers if offer.is_correction]

    @property
    def human_seats(self) -> tuple[int, ...]:
        return tuple(table_seat.seat for table_seat in self.table_seats if not table_seat.is_bot)

    @property
    def is_hot_seat(self) -> bool:
        """True if several people share this computer."""
        return self.header.is_one_computer and len(self.human_seats) > 1

    @property
    def next_human_seat(self) -> int | None:
        """Seat of the person who has to act next, as far as known; None at the end."""
        human_seats = self.awaited_human_seats or (() if self.is_over else self.human_seats)
        turn, seats = self.game.turn(self._authority.state) or 0, len(self.table_seats)
        return min(human_seats, key=lambda seat: (seat - turn) % seats, default=None)

    def is_ready(self, seat: int) -> bool:
        return seat in self._ready_seats

    def add_listener(self, listener: TableListener) -> None:
        self._listeners.append(listener)

    def start_match(self) -> None:
        """Append the events that follow by themselves, at the start or where a record was cut."""
        self._authority.append_derived_events()
        self._close_moment_and_ask_bot()

    def submit(self, command: Command) -> Message | None:
        """Judge a person's command; return why it was refused, or None."""
        refusal = self._authority.submit(command)
        if refusal is None and isinstance(command, ReadyCommand):
            # At one computer all people see the same trick, so one confirms for all of them.
            self._ready_seats.update(self.human_seats if self.is_hot_seat else (command.seat,))
        self._close_moment_and_ask_bot()
        return refusal

    def reassign_seat(self, seat: int, kind: str, reason: str) -> None:
        """Let a computer or the person act; ``ValueError`` for a bad seat or a finished match."""
        self._authority.reassign_seat(seat, kind, reason)
        self._close_moment_and_ask_bot()

    def play_bot_turn(self) -> bool:
        """Let the computer player on turn act if it has decided; return whether anything happened.

        A player in this process decides now; a program is not waited for, and loses its seat if it
        fails. Raises ``KeyError`` on a person's turn.
        """
        table_seat = self.awaited_bot_seat
        if table_seat is None:
            raise KeyError(self.game.turn(self._authority.state))
        self.process_pending()
        command = table_seat.poll_decision()
        if table_seat.failure_code is not None:
            self._replace_program(table_seat)
            return True
        if command is None:
            return False
        refusal = self._authority.submit(command)
        assert refusal is None, f"seat {table_seat.seat} chose what the rules refuse: {refusal}"
        self._close_moment_and_ask_bot()
        return True

    def play_to_end(self) -> None:
        self._authority.play_to_end(self._wait_for_decision)

    def _wait_for_decision(self, seat: int) -> Command:
        table_seat = self.table_seats[seat]
        while True:
            command = table_seat.poll_decision()
            if table_seat.failure_code is not None:
                self._replace_program(table_seat)
            elif command is not None:
                return command
            else:
                self.wait_for_program()

    def close(self) -> None:
        with self._wake_lock:
            self._on_wake = None
        for table_seat in self.table_seats:
            table_seat.close()

    @property
    def wake_timeout(self) -> float | None:
        """Seconds left to the program whose turn it is; None if none is waited for."""
        table_seat = self.awaited_bot_seat
        return (
            None
            if table_seat is None or table_seat.program is None
            else table_seat.program.poll_timeout
        )

    def set_wake_callback(self, on_wake: Callable[[], None]) -> None:
        """Call ``on_wake``, from another thread, when a program has written something.

        Then ``play_bot_turn`` is due, or ``process_pending`` if no computer player is on turn. It
        is called at once from this thread if something was written before.
        """
        self._on_wake = on_wake
        for _ in range(self._program_lines.qsize()):
            on_wake()

    def process_pending(self) -> None:
        """Process the programs' output, and restart built-in ones that have ended."""
        while not self._program_lines.empty():
            seat, program, line = self._program_lines.get()
            seat.process_line(program, line)

    def wait_for_program(self) -> None:
        """Wait until a program has written something, or its time is over."""
        try:
            seat, program, line = self._program_lines.get(timeout=self.wake_timeout)
        except Empty:
            return
        seat.process_line(program, line)

    def _enqueue_program_line(
        self, seat: ProgramSeat, program: BotChannel, line: bytes | None
    ) -> None:
        self._program_lines.put((seat, program, line))
        # Hold the lock, so that a removed callback is never called.
        with self._wake_lock:
            if self._on_wake is not None:
                self._on_wake()

    def _replace_program(self, table_seat: TableSeat) -> None:
        reason = table_seat.drop_failed_program()
        if reason is not None:
            self._authority.reassign_seat(table_seat.seat, BOT, reason)
        self._request_decision()

    def _request_decision(self) -> None:
        """Let the program on turn think already, while the table is still busy."""
        table_seat = self.awaited_bot_seat
        if table_seat is not None:
            table_seat.request_decision()

    def _restore_event_log(self, event_log: MatchEventLog) -> None:
        self._authority.resume_from_state(event_log.state)
        self.events = event_log.events.copy()
        if self._spectator_tracker is not None:
            self._spectator_tracker.view = event_log.view(None)
        for table_seat in self.table_seats:
            table_seat.restore_view(
                event_log.view(table_seat.seat), event_log.view_lines(table_seat.seat)
            )
        for event in event_log.seat_changes:
            self.table_seats[event.seat].change_occupant(event)
        self.end_event = event_log.end_event

    def _close_moment_and_ask_bot(self) -> None:
        state = self._authority.state
        if self.game.is_open(state) and not self.awaited_human_seats:
            self._authority.append_derived_events(ready=True)
        self._request_decision()

    def _on_event(self, event: Event, state: Any) -> None:
        if self._write_event is not None:
            self._write_event(event)
        self.events.append(event)
        view_events = [table_seat.redact_event(event, state) for table_seat in self.table_seats]
        view_events.append(
            event
            if self._spectator_tracker is None
            else self._spectator_tracker.redact_event(event, state)
        )
        if isinstance(event, SeatReassigned):
            table_seat = self.table_seats[event.seat]
            table_seat.change_occupant(event)
            table_seat.start_program()
        elif isinstance(event, MatchEnded):
            self.end_event = event
            for table_seat in self.table_seats:
                table_seat.close()
        if not self.game.is_open(state):
            self._ready_seats.clear()
        self._publish_event(view_events)

    def _publish_event(self, view_events: list[Event]) -> None:
        for listener in self._listeners:
            listener(view_events)
