"""Adapter from a guest's connection to the seat protocol of a program.

View lines are passed unchanged; questions are those of docs/seat-protocol.md, and answers go to the
host. Lost connections do not show.
"""

from collections.abc import Callable
from typing import Any, Final

from greenbaize.app.network.guest_record import join_lines, verify_full_record
from greenbaize.app.network.remote_view import host_refusal_message
from greenbaize.app.seats.bot_launcher import DEFAULT_THINK_MS
from greenbaize.app.seats.seat_program import encode_question
from greenbaize.games import GAMES
from greenbaize.lan import wire
from greenbaize.lan.client import FullRecord, GuestClient, GuestListenerMessage
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.record import MAX_RECORD_BYTES
from greenbaize.match.seal import SealVerdict
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.codec import LineCodec
from greenbaize.rules.commands import Command, ReadyCommand
from greenbaize.rules.decoding import decode_object
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Event, MatchEnded, SeatReassigned
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN

MAX_PROGRAM_ANSWER_BYTES: Final = 2000


class SeatProtocolAdapter:
    """Connects a guest's connection to the program that decides for the seat.

    ``write_lines`` gets lines, from each match's first on; ``on_match_start`` is called before
    that; ``on_error`` gets what is wrong with an answer.
    """

    guest: GuestClient

    def __init__(
        self,
        write_lines: Callable[[bytes], object],
        on_match_start: Callable[[], object] = lambda: None,
        on_error: Callable[[Message], object] = lambda _: None,
    ) -> None:
        self.on_lobby_received: Callable[[wire.LobbyMessage], object] = lambda _: None
        """Called with the table's settings when they come."""
        self.is_over = False
        self.header: RecordHeader | None = None
        self.is_question_open = False
        self.seal_verdict: SealVerdict | None = None
        self.viewed_seat: int | None = None
        self._write_lines, self._on_match_start, self._on_error = (
            write_lines,
            on_match_start,
            on_error,
        )
        self._event_codec: LineCodec[Event]
        self._command_codec: LineCodec[Command]
        self._view_tracker: ViewTracker
        self._view_lines: list[bytes] = []
        self._byte_count = 0
        self._legal_commands: tuple[Command, ...] = ()
        self._is_replaced_by_bot = False
        self._ready_sent_at = (-1, 0)
        self._outdated_answer_count = 0
        self._is_answer_owed = False
        """The last question has no answer yet."""

    # Called by the guest's connection

    def on_message(self, message: GuestListenerMessage) -> None:
        """Handle what a program needs; chat and denials, which it cannot cause, are ignored."""
        match message:
            case wire.EventMessage(number=0, line=line):
                self._start_match(bytes(line))
            case wire.EventMessage(line=line):
                self._send_event_line(bytes(line))
            case wire.CaughtUpMessage():
                self._ask_if_needed()
            case wire.LobbyMessage():
                self._process_lobby(message)
            case wire.MatchStoppedMessage():
                self._forget_match()
            case FullRecord():
                self._check_full_record(message)

    def _start_match(self, header: bytes) -> None:
        try:
            self.header = parsed_header = RecordHeader.from_line(decode_object(header), GAMES)
        except GameError:
            raise wire.DamagedMessageError from None
        game = GAMES[parsed_header.game]
        self._event_codec, self._command_codec = event_codec(game), command_codec(game)
        self._view_tracker = ViewTracker(
            game, len(parsed_header.players), parsed_header.options, parsed_header.you
        )
        self.is_over = self.is_question_open = self._is_replaced_by_bot = self._is_answer_owed = (
            False
        )
        self._ready_sent_at, self._outdated_answer_count = (-1, 0), 0
        self._view_lines, self._byte_count, self.seal_verdict = [], 0, None
        self._on_match_start()
        self._write_lines(header + b"\n")

    def _send_event_line(self, line: bytes) -> None:
        self._byte_count += len(line)
        if self.header is None or self._byte_count > MAX_RECORD_BYTES:
            raise wire.DamagedMessageError
        try:
            event = self._event_codec.decode_line(decode_object(line))
            self._view_tracker.apply_event(event)
        except Exception as error:
            # Rules expect valid events; invalid ones may raise anything.
            raise wire.DamagedMessageError from error
        self._view_lines.append(line)
        self._outdated_answer_count += self._is_answer_owed
        self.is_question_open = self._is_answer_owed = False
        self._write_lines(line + b"\n")
        if isinstance(event, SeatReassigned) and event.seat == self._seat:
            self._is_replaced_by_bot = event.kind != HUMAN
        self.is_over = isinstance(event, MatchEnded)

    def _ask_if_needed(self) -> None:
        """Ask the program for a decision if the seat must act, as no more lines follow for now."""
        own_seat = self._seat
        if own_seat is None or self.header is None or self._is_replaced_by_bot or self.is_over:
            return
        view = self._view_tracker.view
        game = GAMES[self.header.game]
        if game.turn(view) == own_seat:
            self._legal_commands = game.legal(view, own_seat)
            if (
                not self.is_question_open
            ):  # The question stays open when the connection was lost meanwhile.
                self.send_question()
        elif game.is_open(view) and self._ready_sent_at != (
            self.guest.line_count,
            self.guest.connection_count,
        ):
            # A program has seen what lies open as soon as it gets the lines; a restarted host has
            # forgotten that.
            self._ready_sent_at = (self.guest.line_count, self.guest.connection_count)
            self.guest.submit(
                self._command_codec.encode_line(ReadyCommand(own_seat)), self._on_command_result
            )

    @property
    def _seat(self) -> int | None:
        """Seat decided for; None for a spectator, who may get one seat's view."""
        if self.header is None or self.guest.seat is None:
            return None
        return self.header.you

    def send_question(self) -> None:
        assert self.header is not None
        self.is_question_open = self._is_answer_owed = True
        self._write_lines(
            encode_question(
                self.header.you, self._legal_commands, self._command_codec, DEFAULT_THINK_MS
            )
        )

    def _process_lobby(self, lobby: wire.LobbyMessage) -> None:
        self.on_lobby_received(lobby)
        if lobby.you is None and self.viewed_seat is not None:
            self.guest.send_message(wire.WatchSeatMessage(self.viewed_seat))
            self.viewed_seat = None
        if lobby.stage == "gathering" and lobby.you is not None and lobby.you < len(lobby.chairs):
            chair = lobby.chairs[lobby.you]
            if not chair.ready and not self.is_over:
                self.guest.send_ready()

    def _on_command_result(self, result: str, rule: str) -> None:
        """Handle the outcome of a command; after a stale one more events follow at once."""
        if result == "refused":
            self._on_error(host_refusal_message(rule))
            self._ask_if_needed()

    def _check_full_record(self, record: FullRecord) -> None:
        if self.header is None:
            raise wire.DamagedMessageError
        self.seal_verdict = verify_full_record(
            join_lines(record.lines), self.header, self._view_lines, record.shuffle_knowledge
        )
        self.guest.leave_table()

    def _forget_match(self) -> None:
        """Forget the question of a match that the keeper has stopped."""
        self.header, self.is_question_open, self._is_answer_owed, self._legal_commands = (
            None,
            False,
            False,
            (),
        )

    # Called by the program's side

    def process_answer(self, raw: bytes) -> Message | None:
        """Process an answer; return what is wrong with it, or None."""
        if self._is_replaced_by_bot and self._seat is not None:
            # A program that answers is there, even after the table's time limit.
            self.guest.send_message(wire.StandInMessage(self._seat, on=False))
        if self._outdated_answer_count:
            self._outdated_answer_count -= (
                1  # It answers an outdated question (docs/seat-protocol.md).
            )
            return None
        if self.header is None:
            return None  # The match it is about has been stopped.
        if not self.is_question_open:
            return Message("seat-answer-unasked")
        self._is_answer_owed = False
        try:
            line: dict[str, Any] = decode_object(raw, MAX_PROGRAM_ANSWER_BYTES)
            command = self._command_codec.decode_line(line)
        except GameError as error:
            return error.message
        if command not in self._legal_commands:
            return Message("seat-answer-illegal")
        self.is_question_open = False
        self.guest.submit(line, self._on_command_result)
        return None
