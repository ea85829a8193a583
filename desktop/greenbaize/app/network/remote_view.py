"""A player view of a table that runs elsewhere, fed by its lines."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, Protocol

from greenbaize.app.tables.player_view import Answered, PlayerView
from greenbaize.games import GAMES
from greenbaize.lan.client import HeardBack
from greenbaize.lan.wire import DamagedMessageError
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import Header
from greenbaize.match.telling import Teller
from greenbaize.rules.commands import Command, Ready
from greenbaize.rules.decoding import decoded_line
from greenbaize.rules.events import Dealt, Ended, Event, Scored, SeatGiven
from greenbaize.rules.game import Question
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN, KINDS
from greenbaize.rules.things import Part, Thing
from greenbaize.words.titles import cited

_SEATS: Final = ("seat", "dealer", "leader")
"""Event fields that name a player."""


class MessageSender(Protocol):
    """Interface through which a view sends to its table.

    A command was chosen after ``line_count`` lines of match ``match_number``; ``on_result`` is
    called from ``process_pending``, after the events before the answer.
    """

    @property
    def here(self) -> bool: ...
    @property
    def hints(self) -> bool: ...
    def attend(self) -> None: ...
    def do(
        self, match: int, heard: int, command: dict[str, Any], heard_back: HeardBack
    ) -> None: ...
    def break_off(self, error: Exception) -> None: ...
    def wake_by(self, woken: Callable[[], None] | None, whose: object) -> None: ...


class RemoteView(PlayerView):
    """A player view of a table on the network, this computer's own included.

    ``line`` is the redacted header, ``match_number`` counts the matches at this table; a spectator
    (not ``is_seated``) may get one seat's view. Raises ``DamagedMessageError`` if the line is no
    such header.
    """

    def __init__(self, line: bytes, sender: MessageSender, match: int, *, seated: bool) -> None:
        try:
            header = Header.read(decoded_line(line), GAMES)
        except Exception as error:
            raise DamagedMessageError from error
        if seated and header.you is None:
            raise DamagedMessageError
        super().__init__(GAMES[header.game], header, header.you if seated else None)
        self.match: Final = match
        self._computers = {seat for seat, one in enumerate(header.sitters) if one.kind != HUMAN}
        self._sender = sender
        self._told = bytearray(line.rstrip(b"\n") + b"\n")
        self._heard = 1
        self._codec, self._commands = event_codec(self.game), command_codec(self.game)
        self._teller = Teller(self.game, len(header.sitters), header.options, header.you)
        self._waiting = 0
        self._said_ready = self._happened = self._left = False

    # Events

    @property
    def view(self) -> Any:
        return self._teller.view

    @property
    def told(self) -> bytearray:
        return self._told

    @property
    def hints(self) -> bool:
        return self.advises and self._sender.hints

    def take(self, line: bytes) -> Event:
        """Apply the next line and notify listeners; return its event.

        Raises ``DamagedMessageError`` if it is bad. With listeners it also checks that the event
        and all that is known can be displayed.
        """
        try:
            event = self.read_event(line)
            self._check_seats(event)
            self._teller.take(event)
            if self._hearers:
                self.check(event)
        except Exception as error:
            # Rules expect valid events; invalid ones may raise anything.
            raise DamagedMessageError from error
        self._told += line.rstrip(b"\n") + b"\n"
        self._heard += 1
        self._happened = True
        if isinstance(event, SeatGiven):
            (self._computers.discard if event.kind == HUMAN else self._computers.add)(event.seat)
        if not self.game.open(self.view):
            self._said_ready = False
        self._pass_on(event)
        return event

    def read_event(self, line: bytes) -> Event:
        """Return the event of a line without applying it; raises anything for a bad one."""
        return self._codec.read(decoded_line(line))

    def turn_after(self, lines: Iterable[bytes]) -> int | None:
        """Return whose turn it is after these further lines; raises anything for bad ones."""
        view = self.view
        for line in lines:
            view = self.game.fold(view, self.read_event(line))
        return self.game.turn(view)

    def check(self, event: Event | None = None) -> None:
        """Check that everything known, and the new event, can be displayed; raises anything."""
        game, view = self.game, self.view
        trick = game.picture(view).trick
        game.at_hand(view, self.seat)
        if self.seat is not None:
            game.question(view, self.seat)
            game.offers(view, self.seat)
        if trick is not None and trick.cards:
            game.tell_of(view, Thing(Part.TRICK, len(trick.cards) - 1), self.seat)
        if event is not None:
            game.news(event, view)
            game.log_entry(event)
            game.explain_forced(event, view)
        if isinstance(event, Dealt):
            game.opening(view)
        if isinstance(event, Scored):
            game.made(event, view)
        if event is None or isinstance(event, Scored | Ended):
            game.sheet(view)
        if game.over(view):
            game.finals(view)

    def _check_seats(self, event: Event) -> None:
        seats = len(self.header.sitters)
        for name in _SEATS:
            if not 0 <= getattr(event, name, 0) < seats:
                raise DamagedMessageError
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if type(value) is tuple and len(value) not in (0, seats):
                raise DamagedMessageError
        if isinstance(event, SeatGiven) and event.kind not in KINDS:
            raise DamagedMessageError

    # Questions and commands

    @property
    def given(self) -> bool:
        """True if a computer player acts for the person here, so that nothing is asked."""
        return self.seat in self._computers

    @property
    def question(self) -> Question | None:
        return None if self._waiting or self.given else super().question

    @property
    def offers(self) -> tuple[Question, ...]:
        return () if self._waiting or self.given else super().offers

    def computer(self, seat: int) -> bool:
        return seat in self._computers

    @property
    def said_ready(self) -> bool:
        return self._said_ready

    def submit(self, command: Command, answered: Answered) -> None:
        """Send a command; one that is known to be illegal here is refused at once."""
        refusal = self._refusal(command)
        if refusal is not None:
            answered(refusal)
            return
        if isinstance(command, Ready):
            self._said_ready = True
        self._waiting += 1
        heard_back = partial(self._on_heard_back, command, answered)
        self._sender.do(self.match, self._heard, self._commands.write(command), heard_back)

    def _refusal(self, command: Command) -> Message | None:
        if self.seat is None or command.seat != self.seat:
            return Message("nobody-acts")
        if not self._sender.here:
            return Message("table-not-connected")
        return Message("table-seat-given") if self.given else self._judged(command)

    def _judged(self, command: Command) -> Message | None:
        try:
            explained = self.game.explain(self.view, command)
        except Exception as error:
            self._sender.break_off(error)
            return Message("table-not-connected")
        return None if explained.allowed else explained.sentences[0]

    def _on_heard_back(self, command: Command, answered: Answered, result: str, rule: str) -> None:
        self._waiting -= 1
        if result != "done" and isinstance(command, Ready):
            self._said_ready = False
        if self._left:
            return
        if result == "lost":
            answered(Message("table-not-connected"))
        elif result == "refused":
            answered(self._judged(command) or refused_by_host(rule))
        else:
            # The events explain a command that came too late.
            answered(None)

    def note_lost(self) -> None:
        """Handle a lost connection; a restarted host does not know who was ready."""
        self._said_ready = False

    # Other seats

    @property
    def others_act(self) -> bool:
        if self.over:
            return False
        if self._waiting or self.given or self.seat is None:
            return True
        game, view = self.game, self.view
        if game.turn(view) == self.seat:
            return False
        return self._said_ready or not game.open(view)

    def let_others_act(self) -> bool:
        self.attend()
        happened, self._happened = self._happened, False
        return happened

    def wake_by(self, woken: Callable[[], None]) -> None:
        if not self._left:
            self._sender.wake_by(woken, self)

    def attend(self) -> None:
        if not self._left:
            self._sender.attend()

    def leave(self) -> None:
        self._left = True
        self._hearers.clear()
        self._sender.wake_by(None, self)


def refused_by_host(rule: str) -> Message:
    """Return the message for a refusal by the host, with its rule if given."""
    said = Message("seat-answer-refused", {"rule": cited(rule)})
    return said if rule else Message("table-refused")
