"""The table behind a host's door: guests take chairs, agree on what is played, and play.

Everything happens in the thread of the event loop.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from greenbaize.app.network.books import Books
from greenbaize.app.network.hosted_match import HostedMatch
from greenbaize.app.network.keys_file import KeptChair
from greenbaize.app.network.lobby import Lobby, LobbyChair
from greenbaize.app.network.record_kept import KeptMatch
from greenbaize.app.network.shuffling import Round, Shuffling
from greenbaize.app.network.table_request import TableRequest
from greenbaize.app.tables.company import company
from greenbaize.app.tables.matches import settled_header
from greenbaize.games import GAMES
from greenbaize.lan.lines import Lines
from greenbaize.lan.server import RefusedError, Visitor
from greenbaize.lan.wire import (
    Answer,
    Commit,
    DamagedMessageError,
    Denied,
    Dismiss,
    Do,
    Lay,
    Leave,
    LobbyShown,
    Look,
    Open,
    Over,
    ReadyMark,
    Refused,
    Resume,
    Say,
    Sit,
    Spoken,
    StandIn,
    Swap,
)
from greenbaize.match.codecs import command_codec
from greenbaize.match.header import Header, Sitter
from greenbaize.match.seal import lobby_text
from greenbaize.rules.errors import GameError
from greenbaize.store.settings import tidy_name


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
        self.request = request
        self.lobby: Final = Lobby(request.seats)
        self.lobby.recall(chairs)
        self.match: HostedMatch | None = None
        """The match on the table, or the one that was played last."""
        self.done: Final = asyncio.Event()
        """Set once the match has ended, all have been told, and there will be no other."""
        self._books = books
        self._loop = asyncio.get_running_loop()
        self._breath: asyncio.TimerHandle | None = None
        self._shuffling: Shuffling | None = None
        self._rounds = 0
        self._missing: list[str] = []
        if kept is not None:
            self._sit_down(kept)

    @property
    def playing(self) -> bool:
        """Whether a match is under way."""
        return self.match is not None and not self.match.over

    def seat_here(self, name: str) -> str:
        """Give the person at this computer a chair, with which they keep the table.

        Args:
            name: what they are called; who sat here under this name before has that chair again.

        Returns:
            The secret with which they take it, as any guest who comes back.

        Raises:
            RefusedError: there is no free chair.
        """
        chair, secret = self.lobby.give_chair(name, self._free(), host=True)
        self.lobby.keeper = chair
        self._write_down()
        return secret

    def go_on(self) -> None:
        """Go on with a match that was recalled; those who sit at it may take their time."""
        assert self.match is not None
        for chair in self.match.table.chairs:
            if not chair.computer:
                self._await(self.lobby.chairs[chair.seat])
        self.match.begin()

    def close(self) -> None:
        """Close the table; a match under way can be gone on with."""
        self.done.set()
        for visitor in self.lobby.visitors:
            visitor.send(Over())
        for timer in (self._breath, *(chair.missed for chair in self.lobby.chairs)):
            if timer is not None:
                timer.cancel()
        if self._shuffling is not None:
            self._shuffling.close()
        if self.match is not None:
            self.match.close()

    # The hall behind the door

    def seat_stranger(self, lines: Lines, sit: Sit) -> Visitor:
        """Give somebody who has the code a chair, or let them watch."""
        name = tidy_name(sit.name)
        if sit.watch:
            return self.lobby.admit(lines, name)
        if not name:
            raise RefusedError("name")
        if self._shuffling is not None:
            raise RefusedError("busy")  # who plays is settled for the moment
        chair, secret = self.lobby.give_chair(name, self._free())
        self._write_down()
        return self.lobby.seat(chair, lines, secret)

    def _free(self) -> Iterable[int]:
        """The chairs that somebody new may have: in a match, where no person acts."""
        if self.match is None or not self.playing:
            return range(len(self.lobby.chairs))
        people = self.match.table.people
        return [one.seat for one in self.match.table.chairs if one.computer or one.seat in people]

    def seat_known(self, lines: Lines, secret: str) -> Visitor:
        """Give somebody their chair back."""
        return self.lobby.know_again(lines, secret)

    def arrive(self, visitor: Visitor) -> None:
        """A guest sits, or watches, and knows it."""
        chair = self.lobby.chair_of(visitor)
        if visitor.seat is None:
            self.lobby.watchers.add(visitor)
        elif chair is not None:
            self.lobby.keeper = self.lobby.keeper or chair
            if self.match is not None:
                self.match.give_back(visitor.seat)
        self.show()

    def depart(self, visitor: Visitor) -> None:
        """A guest's connection is gone."""
        self.lobby.watchers.discard(visitor)
        chair = self.lobby.chair_of(visitor)
        if chair is not None:
            if self._shuffling is not None:
                self._shuffling.depart(visitor)
            chair.visitor, chair.ready = None, False
            if not visitor.left:
                self._await(chair)
            else:
                seat = self.lobby.chairs.index(chair)
                self._free_chair(chair)
                if self.match is not None:
                    self.match.stand_in(seat, "left")
        if not self.done.is_set():
            self.show()
            self._see_whether_done()

    def wrong_code(self, tries: int) -> None:
        """Somebody tried a wrong code."""
        self._books.note_wrong_code(tries)

    def hear(self, visitor: Visitor, message: Any) -> None:
        """A guest has said something."""
        if visitor.seat is not None and self.lobby.chair_of(visitor) is None:
            return  # said over a connection that another one has taken the place of
        match message:
            case Resume():
                self._resume(visitor, message)
            case Leave():
                visitor.left = True
            case Say():
                self._say(visitor, message)
            case Look() if visitor.seat is None:
                self._look(visitor, message.seat)
            case _ if visitor.seat is not None:
                self._hear_from_seat(visitor, visitor.seat, message)
            case _:
                raise DamagedMessageError

    def _hear_from_seat(self, visitor: Visitor, seat: int, message: Any) -> None:
        chair = self.lobby.chairs[seat]
        match message:
            case Do():
                self._do(visitor, seat, message)
            case ReadyMark(ready=ready):
                chair.ready = ready
                self.show()
            case Commit() | Open():
                if self._shuffling is not None:
                    self._shuffling.hear(visitor, message)
            case StandIn(seat=other, on=on):
                self._stand_in(visitor, other, on=on)
            case Lay() | Swap() | Dismiss() if chair is not self.lobby.keeper:
                visitor.send(Denied("keeper"))
            case Lay():
                self._lay(visitor, message)
            case Swap(one=one, other=other):
                self._swap(visitor, one, other)
            case Dismiss(seat=other):
                self._dismiss(visitor, other)
            case _:
                raise DamagedMessageError

    # What is said

    def _say(self, visitor: Visitor, say: Say) -> None:
        """Let everybody hear what somebody says; nobody may talk without a pause."""
        text = " ".join(say.text.split())
        if not (text or say.word):
            return
        if not visitor.may_speak(self._loop.time()):
            visitor.send(Denied("too-fast"))
            return
        chair = self.lobby.chair_of(visitor)
        name = visitor.name if chair is None else chair.name
        for other in self.lobby.visitors:
            other.send(Spoken(visitor.seat, name, text, say.word))

    # The lobby

    def show(self) -> None:
        """Let everybody see who is here, and begin if that was all that was missing."""
        match, request = self.match, self.request
        playing = match is not None and not match.over
        stage = "playing" if playing else "gathering" if self._shuffling is None else "shuffling"
        shown = LobbyShown(
            table=request.name,
            game=request.game,
            options=dict(request.options),
            bots="" if request.bots is None else request.bots.level,
            clock=request.clock,
            hints=request.hints,
            hands=request.hands,
            chairs=self.lobby.shown(match.bots if match is not None and playing else {}),
            watchers=len(self.lobby.watchers),
            stage=stage,
            keeper=self.lobby.keeper_seat,
            you=None,
            missing=self._missing,
        )
        for visitor in self.lobby.visitors:
            visitor.send(msgspec.structs.replace(shown, you=visitor.seat))
        self._consider()

    def _consider(self) -> None:
        """Begin at once when all chairs are taken, or after a breath with computer players."""
        if self._breath is not None:
            self._breath.cancel()
            self._breath = None
        if self.playing or self.done.is_set() or self._shuffling is not None:
            return
        if not self.lobby.ready:
            return
        if self.lobby.full:
            self._shuffle()
        elif self.request.bots is not None:
            self._breath = self._loop.call_later(self.request.breath, self._shuffle)

    def _settled(self) -> bool:
        """Whether what is played can be changed no more."""
        return self.playing or self._shuffling is not None

    def _lay(self, visitor: Visitor, lay: Lay) -> None:
        """Let something else be played; whoever was ready has to look at it first."""
        try:
            request = self.request.laid(lay)
        except (GameError, ValueError):
            visitor.send(Denied("options"))
            return
        if self._settled():
            visitor.send(Denied("playing"))
        elif not self.lobby.resize(request.seats):
            visitor.send(Denied("seats"))
        else:
            self.request = request
            for watcher in self.lobby.watchers:
                watcher.sees = None  # there may be fewer chairs now, or hands may be hidden
            self._rearranged()

    def _swap(self, visitor: Visitor, one: int, other: int) -> None:
        if max(one, other) >= len(self.lobby.chairs):
            raise DamagedMessageError
        if self._settled():
            visitor.send(Denied("playing"))
        else:
            self.lobby.swap(one, other)
            self._rearranged()

    def _rearranged(self) -> None:
        for chair in self.lobby.chairs:
            chair.ready = False
        self._write_down()
        self.show()

    def _dismiss(self, visitor: Visitor, seat: int) -> None:
        """Ask a guest to leave; a computer player takes over at once."""
        if seat >= len(self.lobby.chairs) or seat == visitor.seat:
            raise DamagedMessageError
        chair = self.lobby.chairs[seat]
        guest = chair.visitor
        if not chair.secret:
            return
        if guest is not None:
            guest.send(Refused("dismissed"))
            guest.lines.close()
            if self._shuffling is not None:
                self._shuffling.depart(guest)
        self._free_chair(chair)
        if self.match is not None:
            self.match.stand_in(seat, "left")
        self.show()

    def _free_chair(self, chair: LobbyChair) -> None:
        self.lobby.free(chair)
        self._write_down()

    def _write_down(self) -> None:
        if not self.done.is_set():
            self._books.keep_chairs(tuple(chair.kept() for chair in self.lobby.chairs))

    # The shuffle, and the match

    def _shuffle(self) -> None:
        """Close the lobby, and let everybody have a hand in the shuffle."""
        self._breath = None
        self._rounds += 1
        request, sitters = self.request, self._sitters()

        def begin(seed: str, kept: dict[str, object]) -> None:
            self._shuffling, self._missing = None, []
            header = settled_header(request.game, sitters, request.options, seed)
            begun = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
            self._begin(replace(header, more={**header.more, "begun": begun, "shuffle": kept}))

        lobby = lobby_text(request.game, request.options, sitters, self._rounds)
        shuffled = Round(self._rounds, lobby, tuple(self._missing))
        self._shuffling = Shuffling(shuffled, self.lobby.visitors, begin, self._unshuffled)
        self.show()

    def _sitters(self) -> tuple[Sitter, ...]:
        """Who plays: the people in the order in which they sit, and computer players between."""
        people = self.lobby.people
        others: list[Sitter] = []
        if self.request.bots is not None:
            taken = {chair.name.casefold() for chair in people}
            named = company([self.request.bots] * 11, None)
            others = [one for one in named if one.name.casefold() not in taken]
        free = iter(others)
        return tuple(Sitter(one.name) if one.name else next(free) for one in self.lobby.chairs)

    def _unshuffled(self, missing: list[Visitor]) -> None:
        """The round has come to nothing; those for whom it did have to be ready again."""
        self._shuffling = None
        chairs = [chair for chair in self.lobby.chairs if chair.visitor in missing]
        self._missing = [chair.name for chair in chairs]
        for chair in chairs:
            chair.ready = False
        self.show()

    def _begin(self, header: Header) -> None:
        """Begin a match with those who are here."""
        self.lobby.sit_as([one.name for one in header.sitters])
        self._sit_down(self._books.begin(GAMES[header.game], header))
        self._write_down()
        assert self.match is not None
        for visitor in self.lobby.visitors:
            if visitor.following:
                self.match.tell_from(visitor, 0)
        self.show()
        self.match.begin()

    def _sit_down(self, kept: KeptMatch) -> None:
        """Let the table be that of a match, from its beginning or from where it was left."""
        self.match = HostedMatch(kept, self.lobby, self.request, self._on_ended)

    def _resume(self, visitor: Visitor, resume: Resume) -> None:
        visitor.following = True
        if self.match is not None:
            self.match.resume(visitor, resume)
            self._see_whether_done()

    def _do(self, visitor: Visitor, seat: int, do: Do) -> None:
        if do.number <= visitor.number:
            return  # it has come before
        visitor.number = self.lobby.chairs[seat].number = do.number
        name = self.request.game if self.match is None else self.match.table.game.name
        try:
            command = command_codec(GAMES[name]).read(do.command)
        except GameError:
            raise DamagedMessageError from None
        if command.seat != seat:
            raise DamagedMessageError
        if self.match is None:
            visitor.send(Answer(do.number, "stale"))
        else:
            self.match.do(visitor, do, command)

    def _stand_in(self, visitor: Visitor, seat: int, *, on: bool) -> None:
        """Let a computer player act for oneself or, as keeper, for anybody; only oneself again."""
        chairs = self.lobby.chairs
        if seat >= len(chairs):
            raise DamagedMessageError
        own = seat == visitor.seat
        if self.match is None or not self.playing:
            visitor.send(Denied("not-playing"))
        elif not (own or (on and chairs[visitor.seat or 0] is self.lobby.keeper)):
            visitor.send(Denied("keeper"))
        elif on:
            self.match.stand_in(seat, "asked")
        else:
            self.match.give_back(seat)
        self.show()

    def _look(self, visitor: Visitor, seat: int | None) -> None:
        if seat is not None and not self.request.hands:
            visitor.send(Denied("hands"))
            return
        if seat is not None and seat >= len(self.lobby.chairs):
            raise DamagedMessageError
        visitor.sees = seat
        if self.match is not None and visitor.following:
            self.match.tell_all(visitor)

    def _on_ended(self) -> None:
        """The match has ended; another one may follow."""
        self._books.end()
        for chair in self.lobby.chairs:
            chair.ready = False
            if chair.visitor is None and chair.missed is None:
                self._free_chair(chair)
        if self.request.again:
            self._write_down()
            self.show()
        self._see_whether_done()

    def _see_whether_done(self) -> None:
        """The table is done when everybody who may still come back has heard the end."""
        over = self.match is not None and self.match.over
        if not over or self.request.again or self.done.is_set():
            return
        if all(chair.missed is None for chair in self.lobby.chairs):
            self.done.set()

    # Those who are away

    def _await(self, chair: LobbyChair) -> None:
        """Wait for the guest of a chair, and not for ever."""
        if chair.visitor is None and not self.done.is_set():
            chair.wait_no_more()
            chair.missed = self._loop.call_later(self.request.grace, self._miss, chair)

    def _miss(self, chair: LobbyChair) -> None:
        chair.missed = None
        if self.match is not None and self.playing:
            self.match.stand_in(self.lobby.chairs.index(chair), "away")
        else:
            self._free_chair(chair)
        self.show()
        self._see_whether_done()
