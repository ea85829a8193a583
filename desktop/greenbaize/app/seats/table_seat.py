"""Seat at a table: its view lines, and the person or program that acts for it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from greenbaize.app.seats.bot_launcher import BotLauncher, build_bot_command, build_own_environment
from greenbaize.app.seats.bot_process import BotProcess, LaunchSpec
from greenbaize.app.seats.bot_supervisor import BotChannel, BotSupervisor, BotTimeouts, parse_object
from greenbaize.app.seats.seat_program import DOUBT_KEY, BotSeat, create_bot, encode_question
from greenbaize.match.codecs import command_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.record import encode_line
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import bot_seed
from greenbaize.rules.codec import LineCodec
from greenbaize.rules.commands import Command
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Event, SeatReassigned
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN
from greenbaize.store.log import log_exception

START_TIMEOUT_S: Final = 20.0
BUILTIN_TIMEOUT_S: Final = 60.0
"""Seconds after which a built-in program, which has no time limit, counts as failed."""

MIN_THINKING_FACTOR: Final = 0.4
MAX_THINKING_FACTOR: Final = 2.6
"""Range of the factor for a computer player's thinking time, from clear to undecided."""

LOSS_CODES: Final = (
    "missing",
    "died",
    "silent",
    "garbage",
    "illegal",
    "unasked",
    "flooded",
    "sandbox",
)
"""Reasons for losing a seat, as the ``why`` of the ``seat`` event gives them."""


ProgramLineCallback = Callable[["ProgramSeat", BotChannel, bytes | None], None]


def describe_program_loss(seat: int, code: str) -> Message:
    """Return the message that a program has lost its seat."""
    message_id = f"program-lost-{code}" if code in LOSS_CODES else "program-lost"
    return Message(message_id, {"seat": seat})


class ProgramSeat(BotSupervisor):
    """The program of one seat as the table sees it; all but ``on_line`` in one thread.

    A built-in program that fails is restarted with all lines again, so it chooses the same.
    ``view_lines`` holds the seat's lines from the header on and may grow; ``on_line`` is called
    from another thread with the arguments for ``process_line``.
    """

    def __init__(
        self,
        view_lines: bytearray,
        launch_spec: LaunchSpec,
        launcher: BotLauncher,
        on_line: ProgramLineCallback,
        codec: LineCodec[Command],
    ) -> None:
        launch = (
            partial(BotProcess, launch_spec) if launch_spec.command else launch_spec.failure_code
        )
        timeouts = (
            BotTimeouts(BUILTIN_TIMEOUT_S, BUILTIN_TIMEOUT_S)
            if launch_spec.is_builtin
            else BotTimeouts(START_TIMEOUT_S, launcher.answer_timeout, restarts=False)
        )
        super().__init__(view_lines, launch, timeouts, launcher.clock, partial(on_line, self))
        self._is_builtin, self._think_ms, self._codec = (
            launch_spec.is_builtin,
            launcher.think_ms,
            codec,
        )
        self._legal_commands: Sequence[Command] = ()
        self._decision: Command | None = None
        self.doubt: float | None = None
        """Difficulty of the decision, from 0 to 1, if a built-in program reported it."""

    def process_new_event(self) -> None:
        """Discard the questions, which the event has outdated, and send its line."""
        self._legal_commands, self._decision, self.doubt = (), None, None
        self.discard_questions()
        self.send_new_lines()

    def request_decision(self, seat: int, legal_commands: Sequence[Command]) -> None:
        """Ask for a decision, once after each event."""
        if self.failure_code is not None or self._legal_commands:
            return
        self._legal_commands = legal_commands
        self.ask_question(
            encode_question(
                seat, legal_commands, self._codec, self._think_ms, doubt=self._is_builtin
            ),
            self._on_answer,
        )

    def poll_decision(self) -> Command | None:
        """Return the requested decision once it is there; ``failure_code`` may be set instead."""
        self.check_timeout()
        return self._decision

    def _on_answer(self, line: bytes | None) -> str | None:
        value = None if line is None else parse_object(line)
        if value is None:
            return None
        doubt = value.pop(DOUBT_KEY, None) if self._is_builtin else None
        try:
            command = self._codec.decode_line(value)
        except GameError:
            return "illegal"
        if command not in self._legal_commands:
            return "illegal"
        self._decision = command
        self.doubt = doubt if isinstance(doubt, float) else None
        return None


class LostProgramError(Exception):
    """A built-in computer player could not be run as a process."""


class TableSeat:
    """One seat of a match whose seed is known.

    A person's seat has a computer player too, which follows the events so that it can take over.
    ``on_program_line`` is called from another thread when a program has written something.
    """

    def __init__(
        self,
        game: Game[Any],
        header: RecordHeader,
        seat: int,
        launcher: BotLauncher,
        on_program_line: ProgramLineCallback,
    ) -> None:
        player = header.players[seat]
        assert header.seed is not None
        self.seat: Final = seat
        self.view_lines: Final = bytearray(encode_line(header.redact_for(seat).to_line()))
        """All view lines of the seat so far, from the header on."""
        self.is_bot = player.kind != HUMAN
        """A computer player acts here, built-in or external."""
        self.program: ProgramSeat | None = None
        self._game, self._player = game, player
        self._seed = bot_seed(header.seed, seat)
        self._launcher, self._on_program_line = launcher, on_program_line
        view_tracker = ViewTracker(game, len(header.players), header.options, seat)
        self._bot = BotSeat(game, view_tracker, create_bot(player), self._seed)
        self._is_foreign_program = self.is_bot and player.program is not None

    @property
    def view(self) -> Any:
        return self._bot.view

    def redact_event(self, event: Event, state: Any) -> Event:
        """Redact an event (``state`` is after it), and return it.

        This changes the view and the view lines, and outdates the program's question.
        """
        view_event = self._game.tell(event, state, self.seat)
        self.view_lines.extend(self._bot.apply_event(view_event))
        if self.program is not None:
            self.program.process_new_event()
        return view_event

    def restore_view(self, view: Any, view_lines: bytes) -> None:
        """Restore a match's view and its view lines so far."""
        self._bot.restore_view(view, view_lines)
        self.view_lines.extend(view_lines)

    def start_program(self) -> None:
        if self._is_foreign_program:
            launch_spec = self._launcher.build_launch_spec(self._player.program or "")
        elif self.is_bot and self._launcher.separate_processes:
            command, start_gate = (
                build_bot_command(self._player, self._seed),
                self._launcher.start_gate,
            )
            launch_spec = LaunchSpec(
                command, build_own_environment(), is_builtin=True, start_gate=start_gate
            )
        else:
            return
        codec = command_codec(self._game)
        self.program = ProgramSeat(
            self.view_lines, launch_spec, self._launcher, self._on_program_line, codec
        )
        self.program.start()
        self.program.send_new_lines()

    def request_decision(self) -> None:
        if self.program is not None:
            self.program.request_decision(self.seat, self._bot.legal_commands)

    def poll_decision(self) -> Command | None:
        """Return the computer player's choice; None while its program thinks, or has failed."""
        if self.program is None:
            return self._bot.choose_command()
        self.request_decision()
        return self.program.poll_decision()

    @property
    def thinking_time_factor(self) -> float:
        """Thinking time shown here, as a factor: higher for harder choices.

        0 if there is only one choice; 1 while, or where, the difficulty is unknown.
        """
        if len(self._bot.legal_commands) == 1:
            return 0.0
        doubt = None if self.program is None else self.program.doubt
        return (
            1.0
            if doubt is None
            else MIN_THINKING_FACTOR + (MAX_THINKING_FACTOR - MIN_THINKING_FACTOR) * doubt
        )

    @property
    def failure_code(self) -> str | None:
        return None if self.program is None else self.program.failure_code

    def drop_failed_program(self) -> str | None:
        """Drop a failed program; return why it loses the seat, or None if a bot here plays on."""
        failure_code = self.failure_code
        assert failure_code is not None
        if self._is_foreign_program:
            return failure_code
        log_exception(LostProgramError(f"seat {self.seat}: {failure_code}"))
        self.program = None
        return None

    def change_occupant(self, event: SeatReassigned) -> None:
        """Change who acts at the seat; a built-in program must still be started."""
        self._is_foreign_program = False
        self.close()
        self.is_bot = event.kind != HUMAN

    def close(self) -> None:
        if self.program is not None:
            self.program.close()
            self.program = None
