"""Adapter from a guest's connection to the seat protocol of a program.

View lines are passed unchanged; questions are those of docs/seat-protocol.md, and answers go to the
host. Lost connections do not show.
"""

from collections.abc import Callable
from typing import Any, Final

from greenbaize.app.network.guest_record import joined, seal_of
from greenbaize.app.network.remote_view import refused_by_host
from greenbaize.app.seats.bot_launcher import THINK_MS
from greenbaize.app.seats.seat_program import question
from greenbaize.games import GAMES
from greenbaize.lan import wire
from greenbaize.lan.client import Guest
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import Header
from greenbaize.match.record import MOST_BYTES
from greenbaize.match.seal import Committed, Seal
from greenbaize.match.telling import Teller
from greenbaize.rules.codec import Codec
from greenbaize.rules.commands import Command, Ready
from greenbaize.rules.decoding import decoded_line
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Ended, Event, SeatGiven
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN

LONGEST_ANSWER: Final = 2000


class SeatTalk:
    """Connects a guest's connection to the program that decides for the seat.

    ``write_lines`` gets lines, from each match's first on; ``on_match_start`` is called before
    that; ``on_error`` gets what is wrong with an answer.
    """

    guest: Guest

    def __init__(
        self,
        write: Callable[[bytes], object],
        begin: Callable[[], object] = lambda: None,
        complain: Callable[[Message], object] = lambda _: None,
    ) -> None:
        self.lobby_told: Callable[[wire.LobbyShown], object] = lambda _: None
        """Called with the table's settings when they come."""
        self.over = False
        self.header: Header | None = None
        self.asked = False
        self.seal: Seal | None = None
        self.sees: int | None = None
        self._write, self._begin, self._complain = write, begin, complain
        self._events: Codec[Event]
        self._commands: Codec[Command]
        self._teller: Teller
        self._told: list[bytes] = []
        self._bytes = 0
        self._legal: tuple[Command, ...] = ()
        self._given = False
        self._ready_at = (-1, 0)
        self._overtaken = 0
        self._owed = False
        """The last question has no answer yet."""

    # Called by the guest's connection

    def begun(self, header: bytes) -> None:
        try:
            self.header = known = Header.read(decoded_line(header), GAMES)
        except GameError:
            raise wire.DamagedMessageError from None
        game = GAMES[known.game]
        self._events, self._commands = event_codec(game), command_codec(game)
        self._teller = Teller(game, len(known.sitters), known.options, known.you)
        self.over = self.asked = self._given = self._owed = False
        self._ready_at, self._overtaken = (-1, 0), 0
        self._told, self._bytes, self.seal = [], 0, None
        self._begin()
        self._write(header + b"\n")

    def told(self, line: bytes) -> None:
        self._bytes += len(line)
        if self.header is None or self._bytes > MOST_BYTES:
            raise wire.DamagedMessageError
        try:
            event = self._events.read(decoded_line(line))
            self._teller.take(event)
        except Exception as error:
            # Rules expect valid events; invalid ones may raise anything.
            raise wire.DamagedMessageError from error
        self._told.append(line)
        self._overtaken += self._owed
        self.asked = self._owed = False
        self._write(line + b"\n")
        if isinstance(event, SeatGiven) and event.seat == self._seat:
            self._given = event.kind != HUMAN
        self.over = isinstance(event, Ended)

    def caught_up(self) -> None:
        """Ask the program for a decision if the seat must act, as no more lines follow for now."""
        you = self._seat
        if you is None or self.header is None or self._given or self.over:
            return
        view = self._teller.view
        game = GAMES[self.header.game]
        if game.turn(view) == you:
            self._legal = game.legal(view, you)
            if not self.asked:  # The question stays open when the connection was lost meanwhile.
                self.ask()
        elif game.open(view) and self._ready_at != (self.guest.heard, self.guest.visits):
            # A program has seen what lies open as soon as it gets the lines; a restarted host has
            # forgotten that.
            self._ready_at = (self.guest.heard, self.guest.visits)
            self.guest.do(self._commands.write(Ready(you)), self._on_answered)

    @property
    def _seat(self) -> int | None:
        """Seat decided for; None for a spectator, who may get one seat's view."""
        if self.header is None or self.guest.seat is None:
            return None
        return self.header.you

    def ask(self) -> None:
        assert self.header is not None
        self.asked = self._owed = True
        self._write(question(self.header.you, self._legal, self._commands, THINK_MS))

    def lobby(self, lobby: wire.LobbyShown) -> None:
        self.lobby_told(lobby)
        if lobby.you is None and self.sees is not None:
            self.guest.send(wire.Look(self.sees))
            self.sees = None
        if lobby.stage == "gathering" and lobby.you is not None and lobby.you < len(lobby.chairs):
            chair = lobby.chairs[lobby.you]
            if not chair.ready and not self.over:
                self.guest.ready()

    def _on_answered(self, result: str, rule: str) -> None:
        """Handle the outcome of a command; after a stale one more events follow at once."""
        if result == "refused":
            self._complain(refused_by_host(rule))
            self.caught_up()

    def whole(self, lines: list[bytes], committed: Committed | None) -> None:
        if self.header is None:
            raise wire.DamagedMessageError
        self.seal = seal_of(joined(lines), self.header, self._told, committed)
        self.guest.leave()

    def spoken(self, spoken: wire.Spoken) -> None:
        """Ignore a chat message."""

    def denied(self, why: str) -> None:
        """Ignore a denial: programs request nothing that can be denied."""

    def match_stopped(self, by: str) -> None:
        """Forget the question of a match that the keeper has stopped."""
        del by
        self.header, self.asked, self._owed, self._legal = None, False, False, ()

    # Called by the program's side

    def answer(self, raw: bytes) -> Message | None:
        """Process an answer; return what is wrong with it, or None."""
        if self._given and self._seat is not None:
            # A program that answers is there, even after the table's time limit.
            self.guest.send(wire.StandIn(self._seat, on=False))
        if self._overtaken:
            self._overtaken -= 1  # It answers an outdated question (docs/seat-protocol.md).
            return None
        if self.header is None:
            return None  # The match it is about has been stopped.
        if not self.asked:
            return Message("seat-answer-unasked")
        self._owed = False
        try:
            line: dict[str, Any] = decoded_line(raw, LONGEST_ANSWER)
            command = self._commands.read(line)
        except GameError as error:
            return error.message
        if command not in self._legal:
            return Message("seat-answer-illegal")
        self.asked = False
        self.guest.do(line, self._on_answered)
        return None
