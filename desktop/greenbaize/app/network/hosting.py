"""The table behind a host's door: guests take chairs, a match is played, chairs are kept.

Everything happens in the thread of the event loop. What guests are told are the very lines that
the table's chairs are told; what a watcher is told is what the table tells its gallery.
"""

import asyncio
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final, Protocol

from greenbaize.app.chairs.housing import HERE, Housing
from greenbaize.app.chairs.opponents import Opponent
from greenbaize.app.network.keys_file import KeptChair
from greenbaize.app.network.lobby import Lobby, LobbyChair
from greenbaize.app.network.record_kept import KeptMatch
from greenbaize.app.tables.company import company
from greenbaize.app.tables.matches import new_seed, settled_header
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.lan.lines import Lines
from greenbaize.lan.pairing import new_secret, secret_hash
from greenbaize.lan.server import RefusedError, Visitor
from greenbaize.lan.wire import (
    Answer,
    DamagedMessageError,
    Do,
    From,
    Leave,
    LobbyShown,
    Now,
    Over,
    Pong,
    ReadyMark,
    Resume,
    Sit,
    line_of,
    told_line,
)
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import Header, Sitter
from greenbaize.match.record import line_bytes
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Event
from greenbaize.rules.game import Game
from greenbaize.rules.options import Settings
from greenbaize.rules.players import BOT, HUMAN
from greenbaize.store.settings import tidy_name

BREATH_S: Final = 2.0
"""Seconds before computer players take the chairs left open, for others to sit down."""
GRACE_S: Final = 60.0
"""Seconds that the table waits for a guest who has dropped out, if nobody says otherwise."""
MOST_WATCHERS: Final = 30


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A table as it is asked for.

    Args:
        name: what it is called.
        game: the game's name.
        seats: how many play.
        options: every option with its value.
        bots: who takes the chairs left open; None: they are waited for.
        grace: seconds after which a computer player stands in for a guest who has dropped out.
        again: whether there is another match after the first.
        housing: where computer players think.
        breath: seconds before computer players sit down.
    """

    name: str
    game: str
    seats: int
    options: Settings
    bots: Opponent | None = None
    grace: float = GRACE_S
    again: bool = False
    housing: Housing = field(default=HERE)
    breath: float = BREATH_S


class Books(Protocol):
    """Where a host writes down what is to be kept."""

    def begin(self, game: Game[Any], header: Header) -> KeptMatch:
        """The record of a match that begins."""

    def end(self) -> None:
        """The match is over, and nobody will want to come back to it."""

    def keep_chairs(self, chairs: tuple[KeptChair, ...]) -> None:
        """Who sits where, each time that changes."""

    def note_wrong_code(self, tries: int) -> None:
        """Somebody tried a wrong code; so many have been tried."""


class HostedTable:
    """A table for guests.

    Args:
        request: what is wanted.
        books: writes down what is to be kept.
        kept: a match that is gone on with.
        chairs: who sat here before.
    """

    def __init__(
        self,
        request: TableRequest,
        books: Books,
        kept: KeptMatch | None = None,
        chairs: tuple[KeptChair, ...] = (),
    ) -> None:
        self.request: Final = request
        self.game: Final = GAMES[request.game]
        self.lobby: Final = Lobby(request.seats)
        self.lobby.recall(chairs)
        self.watchers: set[Visitor] = set()
        self.table: Table | None = None
        self.done: Final = asyncio.Event()
        """Set once the match has ended and there will be no other."""
        self._books = books
        self._loop = asyncio.get_running_loop()
        self._commands, self._events = command_codec(self.game), event_codec(self.game)
        self._watchers_secrets: list[str] = []
        self._kept: KeptMatch | None = None
        self._match = ""
        self._count = 0
        self._cuts: list[int] = []
        self._gallery: list[bytes] = []
        self._patience: asyncio.TimerHandle | None = None
        self._breath: asyncio.TimerHandle | None = None
        if kept is not None:
            self._sit_down(kept)

    @property
    def playing(self) -> bool:
        """Whether a match is under way."""
        return self.table is not None and not self.table.over

    def go_on(self) -> None:
        """Go on with a match that was recalled; those who sit at it may take their time."""
        assert self.table is not None
        self.table.begin()
        for seat in self.table.people:
            self._await(seat)
        self._settle()

    def close(self) -> None:
        """Close the table; a match under way can be gone on with."""
        self.done.set()
        for visitor in self._visitors():
            visitor.send(Over())
        missing = [chair.missed for chair in self.lobby.chairs]
        for timer in (self._patience, self._breath, *missing):
            if timer is not None:
                timer.cancel()
        if self.table is not None:
            self.table.close()
        if self._kept is not None:
            self._kept.close(over=not self.playing)
            self._kept = None

    # The hall behind the door

    def seat_stranger(self, lines: Lines, sit: Sit) -> Visitor:
        """Give somebody who has the code a chair, or let them watch."""
        name = tidy_name(sit.name)
        secret = new_secret()
        if sit.watch:
            if len(self.watchers) >= MOST_WATCHERS:
                raise RefusedError("full")
            self._watchers_secrets = [*self._watchers_secrets, secret_hash(secret)][-64:]
            return Visitor(lines, None, secret)
        if not name:
            raise RefusedError("name")
        table = self.table if self.playing else None
        among = range(len(self.lobby.chairs)) if table is None else table.people
        seat = self.lobby.open_chair(name, among)
        chair = self.lobby.chairs[seat]
        chair.name, chair.secret = name if table is None else chair.name, secret_hash(secret)
        self._write_down()
        return self._take(seat, lines, secret)

    def seat_known(self, lines: Lines, secret: str) -> Visitor:
        """Give somebody their chair back."""
        hashed = secret_hash(secret)
        if hashed in self._watchers_secrets:
            return Visitor(lines, None, secret)
        seat = self.lobby.seat_of(hashed)
        if seat is None:
            raise RefusedError("secret")
        return self._take(seat, lines, secret)

    def _take(self, seat: int, lines: Lines, secret: str) -> Visitor:
        chair = self.lobby.chairs[seat]
        old = chair.visitor
        # The same guest again, before the old connection was known to be lost.
        chair.visitor = Visitor(lines, seat, secret, chair.number)
        if chair.missed is not None:
            chair.missed.cancel()
            chair.missed = None
        if old is not None:
            old.lines.abort()
        return chair.visitor

    def arrive(self, visitor: Visitor) -> None:
        """A guest sits, or watches, and knows it."""
        if visitor.seat is None:
            self.watchers.add(visitor)
        elif self._holds(visitor) and self.playing:
            assert self.table is not None
            if self.table.chairs[visitor.seat].computer:
                self.table.give_seat(visitor.seat, HUMAN, "back")
                self._settle()
        self._show()

    def depart(self, visitor: Visitor) -> None:
        """A guest's connection is gone."""
        self.watchers.discard(visitor)
        if visitor.seat is not None and self._holds(visitor):
            chair = self.lobby.chairs[visitor.seat]
            chair.visitor, chair.ready = None, False
            if not visitor.left:
                self._await(visitor.seat)
            elif self.playing:
                self._stand_in(visitor.seat, "left")
            else:
                chair.free()
                self._write_down()
        if not self.done.is_set():
            self._show()

    def wrong_code(self, tries: int) -> None:
        """Somebody tried a wrong code."""
        self._books.note_wrong_code(tries)

    def hear(self, visitor: Visitor, message: Any) -> None:
        """A guest has said something."""
        if visitor.seat is not None and not self._holds(visitor):
            return  # said over a connection that another one has taken the place of
        match message:
            case Pong():
                pass
            case Resume():
                self._resume(visitor, message)
            case Leave():
                visitor.left = True
            case ReadyMark(ready=ready) if visitor.seat is not None:
                self.lobby.chairs[visitor.seat].ready = ready
                self._show()
            case Do() if visitor.seat is not None:
                self._do(visitor, visitor.seat, message)
            case _:
                raise DamagedMessageError

    def _holds(self, visitor: Visitor) -> bool:
        return visitor.seat is not None and self.lobby.chairs[visitor.seat].visitor is visitor

    def _visitors(self) -> list[Visitor]:
        seated = [chair.visitor for chair in self.lobby.chairs if chair.visitor is not None]
        return [*seated, *self.watchers]

    # The lobby

    def _show(self) -> None:
        """Let everybody see who is here, and begin if that was all that was missing."""
        table = self.table if self.playing else None
        bots = () if table is None else [one.seat for one in table.chairs if one.computer]
        chairs = self.lobby.shown(bots)
        request = self.request
        for visitor in self._visitors():
            visitor.send(
                LobbyShown(
                    table=request.name,
                    game=request.game,
                    options=dict(request.options),
                    chairs=chairs,
                    watchers=len(self.watchers),
                    stage="gathering" if table is None else "playing",
                    you=visitor.seat,
                )
            )
        self._consider()

    def _consider(self) -> None:
        """Begin at once when all chairs are taken, or after a breath with computer players."""
        if self._breath is not None:
            self._breath.cancel()
            self._breath = None
        if self.playing or self.done.is_set() or not self.lobby.ready:
            return
        if self.lobby.full:
            self._begin()
        elif self.request.bots is not None:
            self._breath = self._loop.call_later(self.request.breath, self._begin)

    def _write_down(self) -> None:
        if self.done.is_set():
            return
        self._books.keep_chairs(tuple(chair.kept() for chair in self.lobby.chairs))

    # The match

    def _begin(self) -> None:
        """Begin a match with those who are here."""
        self._breath = None
        people, request = self.lobby.people, self.request
        taken = {chair.name.casefold() for chair in people}
        sitters = [Sitter(chair.name) for chair in people]
        if request.bots is not None:
            others = company([request.bots] * 11, None)
            free = [one for one in others if one.name.casefold() not in taken]
            sitters += free[: request.seats - len(people)]
        header = settled_header(request.game, tuple(sitters), request.options, new_seed())
        begun = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
        header = replace(header, more={**header.more, "begun": begun})
        by_name = {chair.name: chair for chair in people}
        self.lobby.chairs[:] = [by_name.get(one.name, LobbyChair()) for one in header.sitters]
        for seat, chair in enumerate(self.lobby.chairs):
            chair.number = 0 if chair.visitor is None else chair.visitor.number
            if chair.visitor is not None:
                chair.visitor.seat = seat
        self._sit_down(self._books.begin(self.game, header))
        self._write_down()
        for visitor in self._visitors():
            if visitor.following:
                self._tell_from(visitor, 0)
        self._show()
        assert self.table is not None
        self.table.begin()
        self._settle()

    def _sit_down(self, kept: KeptMatch) -> None:
        """Let the table be that of a match, from its beginning or from where it was left."""
        if self.table is not None:
            self.table.close()
        self._kept = kept
        header = kept.header
        assert header.seed is not None
        self._match = sha256(f"greenbaize match/{header.seed}".encode()).hexdigest()[:32]
        table = Table(self.game, header, kept.past, kept.append, self.request.housing)
        self.table = table
        self._cuts = [len(chair.told) for chair in table.chairs]
        self._gallery = [line_bytes(header.told(None).line()), *kept.gallery]
        self._count = len(self._gallery)
        table.listen(self._on_told)
        table.wake_by(self._on_woken)

    def _on_woken(self) -> None:
        self._loop.call_soon_threadsafe(self._go_on)

    def _on_told(self, told: list[Event]) -> None:
        """Pass on an event, to each as their seat was told it."""
        table = self.table
        assert table is not None
        number = self._count
        self._count += 1
        for seat, chair in enumerate(table.chairs):
            line = bytes(chair.told[self._cuts[seat] :])
            self._cuts[seat] = len(chair.told)
            visitor = self.lobby.chairs[seat].visitor
            if visitor is not None and visitor.following:
                visitor.lines.send(told_line(number, line))
        line = line_bytes(self._events.write(told[-1]))
        self._gallery.append(line)
        message = told_line(number, line)
        for visitor in self.watchers:
            if visitor.following:
                visitor.lines.send(message)

    def _resume(self, visitor: Visitor, resume: Resume) -> None:
        """Tell a guest what they have not heard."""
        visitor.following = True
        same = resume.match == self._match and resume.heard <= self._count
        # The last match is told to its end to those who have heard of it, and to nobody new.
        if self.playing or (same and self.table is not None):
            self._tell_from(visitor, resume.heard if same else 0)
            visitor.send(Now(self._count))

    def _tell_from(self, visitor: Visitor, first: int) -> None:
        table = self.table
        assert table is not None
        visitor.send(From(self._match, first))
        if visitor.seat is None:
            lines = self._gallery[first:]
        else:
            lines = bytes(table.chairs[visitor.seat].told).split(b"\n")[first:-1]
        messages = [told_line(number, line) for number, line in enumerate(lines, first)]
        visitor.lines.send(b"".join(messages))

    def _do(self, visitor: Visitor, seat: int, do: Do) -> None:
        """A guest's command: it stands only if nothing has happened that they had not heard."""
        if do.number <= visitor.number:
            return  # it has come before
        visitor.number = self.lobby.chairs[seat].number = do.number
        table = self.table
        try:
            command = self._commands.read(do.command)
        except GameError:
            raise DamagedMessageError from None
        if command.seat != seat:
            raise DamagedMessageError
        if table is None or do.heard != self._count or table.chairs[seat].computer:
            visitor.send(Answer(do.number, "stale"))
            return
        refusal = table.submit(command)
        if refusal is None:
            visitor.send(Answer(do.number, "done"))
        else:
            visitor.send(Answer(do.number, "refused", refusal.code, refusal.rule))
        if self._count != do.heard:
            self._settle()

    def _settle(self) -> None:
        """Say that this is all for now, and go on with whoever acts next."""
        message = line_of(Now(self._count))
        for visitor in self._visitors():
            if visitor.following:
                visitor.lines.send(message)
        if self.playing:
            self._loop.call_soon(self._go_on)
        else:
            self._finish()

    def _go_on(self) -> None:
        """Let the computer player whose turn it is act, if it has made up its mind."""
        table = self.table
        if table is None or not self.playing or self.done.is_set():
            return
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        table.attend()
        if table.waited_for is None:
            return
        if table.let_computer_act():
            self._settle()
        elif table.patience is not None:
            self._patience = self._loop.call_later(table.patience, self._go_on)

    def _finish(self) -> None:
        """The match has ended: put its record away, and let another one follow if asked."""
        if self._kept is None:
            return
        self._kept.close(over=True)
        self._kept = None
        self._books.end()
        for chair in self.lobby.chairs:
            chair.ready = False
            if chair.visitor is None:
                chair.free()
        if self.request.again:
            self._write_down()
            self._show()
        else:
            self.done.set()

    # Those who are away

    def _await(self, seat: int) -> None:
        """Wait for the guest of a chair, and not for ever."""
        chair = self.lobby.chairs[seat]
        if chair.visitor is None and not self.done.is_set():
            chair.missed = self._loop.call_later(self.request.grace, self._miss, chair)

    def _miss(self, chair: LobbyChair) -> None:
        chair.missed = None
        if self.playing:
            self._stand_in(self.lobby.chairs.index(chair), "away")
        else:
            chair.free()
            self._write_down()
            self._show()

    def _stand_in(self, seat: int, why: str) -> None:
        """Let a computer player act for a guest who is not here."""
        table = self.table
        assert table is not None
        if self.done.is_set() or table.chairs[seat].computer:
            return
        table.give_seat(seat, BOT, why)
        self._settle()
