"""The room behind the table server: handles what guests send, in the event loop's thread."""

from collections.abc import Iterable
from typing import Any

from greenbaize.app.network.lobby import Face, LobbyChair
from greenbaize.app.network.table_session import TableSession
from greenbaize.app.nicknames import is_name
from greenbaize.games import GAMES
from greenbaize.lan import wire
from greenbaize.lan.lines import Lines
from greenbaize.lan.server import RefusedError, Visitor
from greenbaize.match.codecs import command_codec
from greenbaize.rules.errors import GameError
from greenbaize.store.fitting import tidy_name
from greenbaize.store.log import keep_error


class HostedTable(TableSession):
    """The room behind the table server: who joins and leaves, and what they send."""

    def seat_here(self, name: str) -> str:
        """Seat the person at this computer, who keeps the table; returns the seat's secret.

        A person of the same name who sat here gets that chair again. Raises ``RefusedError`` if no
        chair is free.
        """
        chair, secret = self.lobby.give_chair(name, self._free(), host=True)
        self.lobby.keeper = chair
        self._write_down()
        return secret

    def show_here(self, name: str) -> str:
        """Let the person here keep the table without a chair; returns the secret to come in.

        A chair of theirs is free then.
        """
        secret = self.lobby.watch_here(name, keeps=True)
        for chair in self.lobby.chairs:
            if chair.host:
                self._free_chair(chair)
        self._write_down()
        return secret

    def watch_here(self) -> str:
        """Let the table be watched at this computer beside the person's own seat; the secret."""
        return self.lobby.watch_here("")

    # The room behind the table server

    def seat_stranger(self, lines: Lines, sit: wire.Sit) -> Visitor:
        name = tidy_name(sit.name)
        if not is_name(name) and (name or not sit.watch):
            raise RefusedError("no-name")
        if sit.watch:
            return self.lobby.admit(lines, name)
        chair, secret = self._give_chair(name)
        chair.face = Face(sit.face, sit.colour)
        return self.lobby.seat(chair, lines, secret)

    def give_chair(self, name: str) -> tuple[str, str]:
        """Give somebody a chair who will come with its secret; returns the name and the secret.

        They are waited for as for anybody who is away. Raises ``RefusedError``.
        """
        tidy = tidy_name(name)
        if not is_name(tidy):
            raise RefusedError("no-name")
        chair, secret = self._give_chair(tidy)
        self._await(chair)
        return tidy, secret

    def _give_chair(self, name: str) -> tuple[LobbyChair, str]:
        if self._shuffling is not None:
            raise RefusedError("busy")  # who plays is settled for the moment
        chair, secret = self.lobby.give_chair(name, self._free())
        if self.match is not None:
            self.match.note_newcomer()
        self._write_down()
        return chair, secret

    @property
    def free_chairs(self) -> list[int]:
        return [seat for seat in self._free() if not self.lobby.chairs[seat].secret]

    def _free(self) -> Iterable[int]:
        if self.match is None or not self.playing:
            return range(len(self.lobby.chairs))
        return self.match.free_chairs

    def seat_known(self, lines: Lines, request: wire.Return) -> Visitor:
        visitor = self.lobby.know_again(lines, request.secret)
        chair = self.lobby.chair_of(visitor)
        if chair is not None:
            chair.face = Face(request.face, request.colour)
        return visitor

    def arrive(self, visitor: Visitor) -> None:
        """A guest has been seated, or watches: send them everything."""
        chair = self.lobby.chair_of(visitor)
        if visitor.seat is None:
            self.lobby.watchers.add(visitor)
        elif chair is not None:
            if self.lobby.keeper is None:
                self.lobby.keeper = chair
                self._write_down()
            if self._shuffling is not None:
                # Over another connection than the one over which they took part.
                self._shuffling.depart(visitor)
            if self._left:
                self._take_up()
            if self.match is not None:
                self.match.give_back(visitor.seat)
        self.show()

    def depart(self, visitor: Visitor) -> None:
        self.lobby.watchers.discard(visitor)
        chair = self.lobby.chair_of(visitor)
        if chair is not None:
            if self._shuffling is not None:
                self._shuffling.depart(visitor)
            chair.visitor, chair.ready, chair.reads = None, False, False
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

    def fail(self, error: Exception) -> None:
        keep_error(error)

    def wrong_code(self, tries: int) -> None:
        self._journal.note_wrong_code(tries)

    def hear(self, visitor: Visitor, message: Any) -> None:
        if visitor.seat is not None and self.lobby.chair_of(visitor) is None:
            return  # said over a connection that another one has taken the place of
        match message:
            case wire.Resume():
                self._resume(visitor, message)
            case wire.Leave():
                visitor.left = True
            case wire.Say():
                self._say(visitor, message)
            case wire.Look() if visitor.seat is None:
                self._look(visitor, message.seat)
            case wire.StandIn(seat=other, on=on) if self.lobby.keeps(visitor):
                self._stand_in(visitor, other, on=on)
            case wire.Lay() | wire.Swap() | wire.Dismiss() if self.lobby.keeps(visitor):
                self._hear_from_keeper(visitor, message)
            case _ if visitor.seat is not None:
                self._hear_from_seat(visitor, visitor.seat, message)
            case _:
                raise wire.DamagedMessageError

    def _hear_from_seat(self, visitor: Visitor, seat: int, message: Any) -> None:
        chair = self.lobby.chairs[seat]
        match message:
            case wire.Do():
                self._do(visitor, seat, message)
            case wire.ReadyMark(ready=ready):
                chair.ready = ready
                self.show()
            case wire.Reading(on=on) if visitor.version >= wire.FACES:
                chair.reads = on
                self.show()
            case wire.Commit() | wire.Open():
                if self._shuffling is not None:
                    self._shuffling.hear(visitor, message)
            case wire.StandIn(seat=other, on=on):
                self._stand_in(visitor, other, on=on)
            case wire.Lay() | wire.Swap() | wire.Dismiss():
                visitor.send(wire.Denied("keeper"))
            case _:
                raise wire.DamagedMessageError

    def _hear_from_keeper(self, visitor: Visitor, message: Any) -> None:
        match message:
            case wire.Lay():
                self._lay(visitor, message)
            case wire.Swap(one=one, other=other):
                self._swap(visitor, one, other)
            case wire.Dismiss(seat=other):
                self._dismiss(visitor, other)

    # What is said

    def _say(self, visitor: Visitor, say: wire.Say) -> None:
        text = " ".join(say.text.split())
        if not (tidy_name(text) or say.word):  # nothing that can be seen
            return
        if not self.lobby.talk_of(visitor).allows(self._loop.time()):
            visitor.send(wire.Denied("too-fast"))
            return
        chair = self.lobby.chair_of(visitor)
        name = visitor.name if chair is None else chair.name
        for other in self.lobby.visitors:
            other.send(wire.Spoken(visitor.seat, name, text, say.word))

    def _lay(self, visitor: Visitor, lay: wire.Lay) -> None:
        try:
            request = self.request.laid(lay)
        except (GameError, ValueError):
            visitor.send(wire.Denied("options"))
            return
        if self.is_settled:
            visitor.send(wire.Denied("playing"))
        elif not self.lobby.resize(request.seats):
            visitor.send(wire.Denied("seats"))
        else:
            self.request = request
            for watcher in self.lobby.watchers:
                watcher.sees = None  # there may be fewer chairs now, or hands may be hidden
            self._rearranged()

    def _swap(self, visitor: Visitor, one: int, other: int) -> None:
        if max(one, other) >= len(self.lobby.chairs):
            visitor.send(wire.Denied("seats"))
        elif self.is_settled:
            visitor.send(wire.Denied("playing"))
        else:
            self.lobby.swap(one, other)
            self._rearranged()

    def _dismiss(self, visitor: Visitor, seat: int) -> None:
        if seat >= len(self.lobby.chairs) or seat == visitor.seat:
            visitor.send(wire.Denied("seats"))
            return
        chair = self.lobby.chairs[seat]
        guest = chair.visitor
        if not chair.secret:
            return
        if guest is not None:
            guest.send(wire.Refused("dismissed"))
            guest.lines.close()
            if self._shuffling is not None:
                self._shuffling.depart(guest)
        self._free_chair(chair)
        if self.match is not None:
            self.match.stand_in(seat, "left")
        self.show()

    def _resume(self, visitor: Visitor, resume: wire.Resume) -> None:
        visitor.following = True
        if self.match is not None:
            self.match.resume(visitor, resume)
            self._see_whether_done()

    def _do(self, visitor: Visitor, seat: int, do: wire.Do) -> None:
        if do.number <= visitor.number:
            return  # it has come before
        visitor.number = self.lobby.chairs[seat].number = do.number
        name = self.request.game if self.match is None else self.match.table.game.name
        try:
            command = command_codec(GAMES[name]).read(do.command)
        except GameError:
            raise wire.DamagedMessageError from None
        if command.seat != seat:
            raise wire.DamagedMessageError
        if self.match is None:
            visitor.send(wire.Answer(do.number, "stale"))
        else:
            self.match.do(visitor, do, command)

    def _stand_in(self, visitor: Visitor, seat: int, *, on: bool) -> None:
        """Let a computer play for oneself or, as keeper, for anybody; only oneself takes back."""
        chairs = self.lobby.chairs
        if self.match is None or not self.playing:
            visitor.send(wire.Denied("not-playing"))
        elif seat >= len(chairs):
            visitor.send(wire.Denied("seats"))
        elif seat != visitor.seat and not (on and self.lobby.keeps(visitor)):
            visitor.send(wire.Denied("keeper"))
        elif not chairs[seat].changes.allows(self._loop.time()):
            visitor.send(wire.Denied("too-fast"))
        elif on:
            self.match.stand_in(seat, "asked")
        else:
            self.match.give_back(seat)
        self.show()

    def _look(self, visitor: Visitor, seat: int | None) -> None:
        if seat is not None and not self.request.hands:
            visitor.send(wire.Denied("hands"))
            return
        if seat is not None and seat >= len(self.lobby.chairs):
            visitor.send(wire.Denied("seats"))
            return
        visitor.sees = seat
        if self.match is not None and self.playing and visitor.following:
            self.match.tell_all(visitor)
