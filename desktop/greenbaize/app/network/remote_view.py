"""A player view of a table that runs elsewhere, fed by its lines."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, Protocol

from greenbaize.app.tables.player_view import PlayerView, RefusalCallback
from greenbaize.games import GAMES
from greenbaize.lan.client import CommandResultCallback
from greenbaize.lan.wire import DamagedMessageError
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.commands import Command, ReadyCommand
from greenbaize.rules.decoding import decode_object
from greenbaize.rules.events import CardsDealt, DealScored, Event, MatchEnded, SeatReassigned
from greenbaize.rules.game import Question
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN, PLAYER_KINDS
from greenbaize.rules.table_elements import TableElement, TableElementKind
from greenbaize.words.titles import format_citation

_SEAT_FIELDS: Final = ("seat", "dealer", "leader")
"""Event fields that name a player."""


class MessageSender(Protocol):
    """Interface through which a view sends to its table.

    A command was chosen after ``line_count`` lines of match ``match_number``; ``on_result`` is
    called from ``process_pending``, after the events before the answer.
    """

    @property
    def is_connected(self) -> bool: ...
    @property
    def has_hints(self) -> bool: ...
    def process_pending(self) -> None: ...
    def submit_command(
        self,
        match_number: int,
        line_count: int,
        command: dict[str, Any],
        on_result: CommandResultCallback,
    ) -> None: ...
    def abort_session(self, error: Exception) -> None: ...
    def set_wake_callback(self, on_wake: Callable[[], None] | None, owner: object) -> None: ...


class RemotePlayerView(PlayerView):
    """A player view of a table on the network, this computer's own included.

    ``line`` is the redacted header, ``match_number`` counts the matches at this table; a spectator
    (not ``is_seated``) may get one seat's view. Raises ``DamagedMessageError`` if the line is no
    such header.
    """

    def __init__(
        self, line: bytes, sender: MessageSender, match_number: int, *, is_seated: bool
    ) -> None:
        try:
            header = RecordHeader.from_line(decode_object(line), GAMES)
        except Exception as error:
            raise DamagedMessageError from error
        if is_seated and header.you is None:
            raise DamagedMessageError
        super().__init__(GAMES[header.game], header, header.you if is_seated else None)
        self.match_number: Final = match_number
        self._bot_seats = {
            seat for seat, player in enumerate(header.players) if player.kind != HUMAN
        }
        self._sender = sender
        self._view_lines = bytearray(line.rstrip(b"\n") + b"\n")
        self._line_count = 1
        self._event_codec, self._command_codec = event_codec(self.game), command_codec(self.game)
        self._view_tracker = ViewTracker(self.game, len(header.players), header.options, header.you)
        self._pending_command_count = 0
        self._is_ready = self._has_new_events = self._has_left = False

    # Events

    @property
    def view(self) -> Any:
        return self._view_tracker.view

    @property
    def view_lines(self) -> bytearray:
        return self._view_lines

    @property
    def has_hints(self) -> bool:
        return self.has_advice and self._sender.has_hints

    def apply_event_line(self, line: bytes) -> Event:
        """Apply the next line and notify listeners; return its event.

        Raises ``DamagedMessageError`` if it is bad. With listeners it also checks that the event
        and all that is known can be displayed.
        """
        try:
            event = self.read_event(line)
            self._check_seats(event)
            self._view_tracker.apply_event(event)
            if self._listeners:
                self.check_displayable(event)
        except Exception as error:
            # Rules expect valid events; invalid ones may raise anything.
            raise DamagedMessageError from error
        self._view_lines += line.rstrip(b"\n") + b"\n"
        self._line_count += 1
        self._has_new_events = True
        if isinstance(event, SeatReassigned):
            (self._bot_seats.discard if event.kind == HUMAN else self._bot_seats.add)(event.seat)
        if not self.game.is_open(self.view):
            self._is_ready = False
        self._publish_event(event)
        return event

    def read_event(self, line: bytes) -> Event:
        """Return the event of a line without applying it; raises anything for a bad one."""
        return self._event_codec.decode_line(decode_object(line))

    def find_turn_after(self, lines: Iterable[bytes]) -> int | None:
        """Return whose turn it is after these further lines; raises anything for bad ones."""
        view = self.view
        for line in lines:
            view = self.game.fold(view, self.read_event(line))
        return self.game.turn(view)

    def check_displayable(self, event: Event | None = None) -> None:
        """Check that everything known, and the new event, can be displayed; raises anything."""
        game, view = self.game, self.view
        trick = game.picture(view).trick
        game.current_rules(view, self.seat)
        if self.seat is not None:
            game.question(view, self.seat)
            game.offers(view, self.seat)
        if trick is not None and trick.cards:
            game.describe_element(
                view, TableElement(TableElementKind.TRICK, len(trick.cards) - 1), self.seat
            )
        if event is not None:
            game.event_notice(event, view)
            game.turn_log_entry(event)
            game.explain_forced(event, view)
        if isinstance(event, CardsDealt):
            game.deal_announcements(view)
        if isinstance(event, DealScored):
            game.deal_scores(event, view)
        if event is None or isinstance(event, DealScored | MatchEnded):
            game.sheet(view)
        if game.is_over(view):
            game.final_values(view)

    def _check_seats(self, event: Event) -> None:
        seats = len(self.header.players)
        for name in _SEAT_FIELDS:
            if not 0 <= getattr(event, name, 0) < seats:
                raise DamagedMessageError
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if type(value) is tuple and len(value) not in (0, seats):
                raise DamagedMessageError
        if isinstance(event, SeatReassigned) and event.kind not in PLAYER_KINDS:
            raise DamagedMessageError

    # Questions and commands

    @property
    def is_replaced_by_bot(self) -> bool:
        """True if a computer player acts for the person here, so that nothing is asked."""
        return self.seat in self._bot_seats

    @property
    def question(self) -> Question | None:
        return None if self._pending_command_count or self.is_replaced_by_bot else super().question

    @property
    def offers(self) -> tuple[Question, ...]:
        return () if self._pending_command_count or self.is_replaced_by_bot else super().offers

    def is_bot_seat(self, seat: int) -> bool:
        return seat in self._bot_seats

    @property
    def is_ready(self) -> bool:
        return self._is_ready

    def submit(self, command: Command, on_result: RefusalCallback) -> None:
        """Send a command; one that is known to be illegal here is refused at once."""
        refusal = self._find_refusal(command)
        if refusal is not None:
            on_result(refusal)
            return
        if isinstance(command, ReadyCommand):
            self._is_ready = True
        self._pending_command_count += 1
        on_answer = partial(self._on_command_result, command, on_result)
        self._sender.submit_command(
            self.match_number, self._line_count, self._command_codec.encode_line(command), on_answer
        )

    def _find_refusal(self, command: Command) -> Message | None:
        if self.seat is None or command.seat != self.seat:
            return Message("nobody-acts")
        if not self._sender.is_connected:
            return Message("table-not-connected")
        return (
            Message("table-seat-given")
            if self.is_replaced_by_bot
            else self._explain_refusal(command)
        )

    def _explain_refusal(self, command: Command) -> Message | None:
        try:
            explanation = self.game.explain(self.view, command)
        except Exception as error:
            self._sender.abort_session(error)
            return Message("table-not-connected")
        return None if explanation.is_allowed else explanation.sentences[0]

    def _on_command_result(
        self, command: Command, on_result: RefusalCallback, result: str, rule: str
    ) -> None:
        self._pending_command_count -= 1
        if result != "done" and isinstance(command, ReadyCommand):
            self._is_ready = False
        if self._has_left:
            return
        if result == "lost":
            on_result(Message("table-not-connected"))
        elif result == "refused":
            on_result(self._explain_refusal(command) or host_refusal_message(rule))
        else:
            # The events explain a command that came too late.
            on_result(None)

    def on_connection_lost(self) -> None:
        """Handle a lost connection; a restarted host does not know who was ready."""
        self._is_ready = False

    # Other seats

    @property
    def waits_for_others(self) -> bool:
        if self.is_over:
            return False
        if self._pending_command_count or self.is_replaced_by_bot or self.seat is None:
            return True
        game, view = self.game, self.view
        if game.turn(view) == self.seat:
            return False
        return self._is_ready or not game.is_open(view)

    def let_others_act(self) -> bool:
        self.process_pending()
        has_new_events, self._has_new_events = self._has_new_events, False
        return has_new_events

    def set_wake_callback(self, on_wake: Callable[[], None]) -> None:
        if not self._has_left:
            self._sender.set_wake_callback(on_wake, self)

    def process_pending(self) -> None:
        if not self._has_left:
            self._sender.process_pending()

    def leave_table(self) -> None:
        self._has_left = True
        self._listeners.clear()
        self._sender.set_wake_callback(None, self)


def host_refusal_message(rule: str) -> Message:
    """Return the message for a refusal by the host, with its rule if given."""
    message = Message("seat-answer-refused", {"rule": format_citation(rule)})
    return message if rule else Message("table-refused")
