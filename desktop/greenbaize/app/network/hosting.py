"""A table for guests: they take chairs, agree on a game, and play one match or several.

Everything runs in the event loop's thread.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

import msgspec

from greenbaize.app.network.host_journal import HostJournal, KeptChair, KeptMatch
from greenbaize.app.network.hosted_match import HostedMatch
from greenbaize.app.network.lobby import Face, Lobby, LobbyChair, TableRequest
from greenbaize.app.network.shuffling import Round, Shuffling
from greenbaize.app.network.table_paces import (
    SHUFFLE_PAUSE_S,
    SHUFFLES_AT_ONCE,
    ChatLimit,
    CoalescedSender,
)
from greenbaize.app.nicknames import is_name, look_alike
from greenbaize.app.tables.default_players import default_players, share_name
from greenbaize.app.tables.matches import begun_now, settled_header
from greenbaize.games import GAMES
from greenbaize.lan import wire
from greenbaize.lan.discovery import is_visible
from greenbaize.lan.lines import Lines
from greenbaize.lan.pairing import new_secret, secret_hash
from greenbaize.lan.server import Pace, RefusedError, Visitor
from greenbaize.match.codecs import command_codec
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.seal import lobby_text
from greenbaize.rules.errors import GameError
from greenbaize.store.fitting import tidy_name
from greenbaize.store.log import keep_error

TOLD_AT_ONCE: Final = 5
"""Wrong codes that are reported to the host at once."""
TOLD_EVERY_S: Final = 20.0
"""Seconds until one more wrong code is reported."""
MOST_MISSED: Final = 100
"""Guests remembered after they were away too long."""


class HostedTable:
    """The room behind the table server; ``recorded_match`` is a match to continue."""

    def __init__(
        self,
        request: TableRequest,
        journal: HostJournal,
        kept: KeptMatch | None = None,
        chairs: tuple[KeptChair, ...] = (),
    ) -> None:
        self.request = request
        self.lobby: Final = Lobby(request.seats)
        self.lobby.recall(chairs)
        self.match: HostedMatch | None = None
        self.done: Final = asyncio.Event()
        """Set once the match is over, all have been notified, and no other follows."""
        self.seen: Callable[[wire.LobbyShown], object] = lambda _: None
        self._journal = journal
        self._loop = asyncio.get_running_loop()
        self._breath: asyncio.TimerHandle | None = None
        self._drawn_by: tuple[LobbyChair, ...] = ()
        """Chairs that were ready when the delay began."""
        self._shuffling: Shuffling | None = None
        self._rounds = 0
        self._missing: list[str] = []
        self._warnings = Pace(TOLD_AT_ONCE, TOLD_EVERY_S)
        self._arranged = 0
        """Number of changes to the table: a guest confirms the number they have seen."""
        self._stopped: dict[str, str] = {}
        """Keepers' names by the ids of the matches that were stopped before their end."""
        self._left = False
        """A resumed match waits for one of its people."""
        self._lobbies: Final = CoalescedSender(self._send_lobby, self._loop)
        self._chat: Final = ChatLimit()
        self._shuffles = Pace(SHUFFLES_AT_ONCE, SHUFFLE_PAUSE_S)
        self._missed: dict[str, str] = {}
        """Names of guests away too long before a match, by the hashes of their secrets."""
        if kept is not None:
            self._sit_down(kept)
        else:
            for chair in self.lobby.people:
                self._await(chair)

    @property
    def playing(self) -> bool:
        return self.match is not None and not self.match.over

    def go_on(self) -> None:
        """Continue a resumed match once one of its people is here: computers never do alone."""
        assert self.match is not None
        self._left = bool(self.match.table.people)
        if not self._left or any(chair.visitor is not None for chair in self.lobby.chairs):
            self._take_up()

    def _take_up(self) -> None:
        assert self.match is not None
        self._left = False
        for chair in self.match.table.seats:
            if not chair.computer:
                self._await(self.lobby.chairs[chair.seat])
        self.match.begin()

    def close(self) -> None:
        self.done.set()
        self._lobbies.close()
        for visitor in self.lobby.visitors:
            visitor.send(wire.Over())
        for timer in (self._breath, *(chair.missed for chair in self.lobby.chairs)):
            if timer is not None:
                timer.cancel()
        if self._shuffling is not None:
            self._shuffling.close()
        if self.match is not None:
            self.match.close()

    # Guests coming and leaving

    def seat_here(self, name: str) -> str:
        """Seat the person at this computer, who keeps the table; return the seat's secret.

        A person of the same name who sat here gets that chair again. Raises ``GuestRefusedError``
        if no chair is free.
        """
        chair, secret = self.lobby.give_chair(name, self._free(), host=True)
        self.lobby.keeper = chair
        self._write_down()
        return secret

    def show_here(self, name: str) -> str:
        """Let the person here keep the table without a chair; return the secret to come in.

        A chair of theirs becomes free.
        """
        secret = self.lobby.watch_here(name)
        for chair in self.lobby.chairs:
            if chair.host:
                self._free_chair(chair)
        self._write_down()
        return secret

    # RoomService

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
        """Assign a chair to a guest who will come with its secret; return the name and the secret.

        They are waited for like a guest who is away. Raises ``GuestRefusedError``.
        """
        tidy = tidy_name(name)
        if not is_name(tidy):
            raise RefusedError("no-name")
        chair, secret = self._give_chair(tidy)
        chair.expected = True
        self._await(chair)
        return tidy, secret

    def reissue_chair(self, chair: LobbyChair) -> str:
        """Return a new secret for a guest who is away; the old one becomes invalid."""
        secret = new_secret()
        chair.secret = secret_hash(secret)
        self._write_down()
        return secret

    def return_chair(self, secret: str) -> bool:
        """Assign a chair again to a guest who was away too long; return whether one is free."""
        hashed = secret_hash(secret)
        name = self._missed.get(hashed)
        if name is None:
            return False
        try:
            chair, _ = self._give_chair(name)
        except RefusedError:
            return False
        chair.secret = hashed
        del self._missed[hashed]
        self._write_down()
        self._await(chair)
        return True

    def _give_chair(self, name: str) -> tuple[LobbyChair, str]:
        if self._shuffling is not None:
            raise RefusedError("busy")  # The players are fixed during a shuffle.
        # Beside a computer player of the same name they would be mistaken for it.
        bots = {} if self.match is None else self.match.bots
        free = sorted(self._free(), key=lambda seat: not share_name(bots.get(seat, ""), name))
        try:
            chair, secret = self.lobby.give_chair(name, free)
        except RefusedError as error:
            if error.why == "full" and self.frees_in_next_deal:
                raise RefusedError("next-deal") from None
            raise
        if self.match is not None:
            self.match.note_newcomer()
        self._write_down()
        return chair, secret

    @property
    def free_chairs(self) -> list[int]:
        return [seat for seat in self._free() if not self.lobby.chairs[seat].secret]

    @property
    def frees_in_next_deal(self) -> bool:
        """True if a chair can be taken in the next deal, though none can be in this one."""
        match = self.match
        if match is None or not self.playing or not match.has_newcomer:
            return False
        return any(not self.lobby.chairs[seat].secret for seat in match.open_chairs)

    def _free(self) -> Iterable[int]:
        if self.match is None or not self.playing:
            return range(len(self.lobby.chairs))
        return self.match.free_chairs

    def seat_known(self, lines: Lines, request: wire.Return) -> Visitor:
        visitor = self.lobby.know_again(lines, request.secret, self._loop.time())
        chair = self.lobby.chair_of(visitor)
        if chair is not None:
            chair.face = Face(request.face, request.colour)
        return visitor

    def arrive(self, visitor: Visitor) -> None:
        chair = self.lobby.chair_of(visitor)
        if visitor.seat is None:
            self.lobby.watchers.add(visitor)
        elif chair is not None:
            if self.lobby.keeper is None:
                self.lobby.keeper = chair
                self._write_down()
            if self._shuffling is not None:
                # They took part over another connection.
                self._shuffling.depart(visitor.seat)
            if self._left:
                self._take_up()
            if self.match is not None and not chair.rests:
                self.match.give_back(visitor.seat)
        if not self._lobbies.request():
            self._tell_lobby(visitor, self._lobby_shown())
        self._consider()

    def depart(self, visitor: Visitor) -> None:
        self.lobby.watchers.discard(visitor)
        chair = self.lobby.chair_of(visitor)
        if chair is not None:
            if self._shuffling is not None:
                self._shuffling.depart(self.lobby.chairs.index(chair))
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
        if self._warnings.allows(self._loop.time()):
            self._journal.note_wrong_code(tries)

    def hear(self, visitor: Visitor, message: Any) -> None:
        if visitor.seat is not None and self.lobby.chair_of(visitor) is None:
            return  # The message came over a connection that has been replaced.
        keeps = self.lobby.keeps(visitor)
        match message:
            case wire.Resume():
                self._resume(visitor, message)
            case wire.Leave():
                visitor.left = True
            case wire.Say():
                self._say(visitor, message)
            case wire.Look() if visitor.seat is None:
                self._look(visitor, message.seat)
            case wire.StandIn(seat=other, on=on) if keeps:
                self._stand_in(visitor, other, on=on)
            case wire.Lay() if keeps:
                self._lay(visitor, message)
            case wire.Swap(one=one, other=other) if keeps:
                self._swap(visitor, one, other)
            case wire.Dismiss(seat=other) if keeps:
                self._dismiss(visitor, other)
            case wire.Stop() if keeps and visitor.version >= wire.STOPS:
                self._stop_match(visitor)
            case _ if visitor.seat is not None:
                self._hear_from_seat(visitor, visitor.seat, message)
            case _:
                raise wire.DamagedMessageError

    def _hear_from_seat(self, visitor: Visitor, seat: int, message: Any) -> None:
        chair = self.lobby.chairs[seat]
        match message:
            case wire.Do():
                self._do(visitor, seat, message)
            case wire.ReadyMark():
                self._mark_ready(visitor, chair, message)
            case wire.Reading(on=on) if visitor.version >= wire.FACES:
                chair.reads = on
                self.show()
            case wire.Commit() | wire.Open():
                if self._shuffling is not None:
                    self._shuffling.hear(visitor, message)
            case wire.StandIn(seat=other, on=on):
                self._stand_in(visitor, other, on=on)
            case wire.Stop() if visitor.version < wire.STOPS:
                raise wire.DamagedMessageError
            case wire.Lay() | wire.Swap() | wire.Dismiss() | wire.Stop():
                visitor.send(wire.Denied("keeper"))
            case _:
                raise wire.DamagedMessageError

    # Messages

    def _say(self, visitor: Visitor, say: wire.Say) -> None:
        text = " ".join(say.text.split())
        if not (is_visible(text) or say.word):
            return
        now = self._loop.time()
        talks = self.lobby.talk_of(visitor).allows(now)
        if not (talks and self._chat.allows(visitor.lines.address, now)):
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
                self._shuffling.depart(seat)
        self._free_chair(chair)
        if self.match is not None:
            self.match.stand_in(seat, "left")
        self.show()

    def _mark_ready(self, visitor: Visitor, chair: LobbyChair, mark: wire.ReadyMark) -> None:
        arranged = mark.arranged if visitor.version >= wire.STOPS else msgspec.UNSET
        if mark.ready and arranged not in (msgspec.UNSET, self._arranged):
            visitor.send(wire.Denied("changed"))
            return
        chair.ready = mark.ready
        self.show()

    def _stop_match(self, visitor: Visitor) -> None:
        chair = self.lobby.chair_of(visitor)
        if not self.stop_match(by="" if chair is None else chair.name):
            visitor.send(wire.Denied("not-playing"))

    def stop_match(self, by: str = "") -> bool:
        """Stop the match before its end; its record and keys stay on disk to continue it.

        ``keeper_name`` is that of a keeper with a chair. Return whether a match was being played.
        """
        match = self.match
        if match is None or match.over:
            return False
        match.close()
        self._journal.set_aside()
        self._stopped[match.id] = by
        self.match = None
        for chair in self.lobby.chairs:
            chair.reads = False
        self._gather()
        for other in self.lobby.visitors:
            if other.following and other.version >= wire.STOPS:
                other.send(wire.Stopped(match.id, by))
        self._rearranged()
        return True

    def _gather(self) -> None:
        """Make everybody confirm anew that they are ready; absent guests lose their chairs."""
        for chair in self.lobby.chairs:
            chair.ready = chair.rests = False
            if chair.visitor is None and chair.missed is None:
                self._miss_chair(chair)

    def _resume(self, visitor: Visitor, resume: wire.Resume) -> None:
        visitor.following = True
        if resume.match in self._stopped and visitor.version >= wire.STOPS:
            visitor.send(wire.Stopped(resume.match, self._stopped[resume.match]))
        if self.match is not None:
            self.match.resume(visitor, resume)
            self._see_whether_done()

    def _do(self, visitor: Visitor, seat: int, do: wire.Do) -> None:
        if do.number <= visitor.number:
            return  # Received before.
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
            chairs[seat].rests |= seat == visitor.seat
            self._write_down()
            self.match.stand_in(seat, "asked")
        else:
            chairs[seat].rests = False
            self._write_down()
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

    def show(self) -> None:
        """Send everybody the lobby, and start if nothing is missing."""
        self._lobbies.request()
        self._consider()

    def _send_lobby(self) -> None:
        shown = self._lobby_shown()
        for visitor in self.lobby.visitors:
            self._tell_lobby(visitor, shown)
        self.seen(shown)

    @staticmethod
    def _tell_lobby(visitor: Visitor, shown: wire.LobbyShown) -> None:
        spoken = wire.lobby_for(shown, visitor.version)
        visitor.send(msgspec.structs.replace(spoken, you=visitor.seat))

    def _lobby_shown(self) -> wire.LobbyShown:
        match, request = self.match, self.request
        playing = match is not None and not match.over
        stage = "playing" if playing else "gathering" if self._shuffling is None else "shuffling"
        return wire.LobbyShown(
            table=request.name,
            game=request.game,
            options=dict(request.options),
            bots="" if request.bots is None else request.bots.level,
            clock=request.clock,
            hints=request.hints,
            hands=request.hands,
            chairs=self.lobby.shown(
                match.bots if match is not None and playing else {},
                () if match is None else match.reading,
            ),
            watchers=self.lobby.watching,
            stage=stage,
            keeper=self.lobby.keeper_seat,
            you=None,
            missing=self._missing,
            arranged=self._arranged,
        )

    def _consider(self) -> None:
        people = tuple(chair for chair in self.lobby.people if chair.ready)
        if self._breath is not None and people == self._drawn_by and self.lobby.ready:
            return  # Other guests who have come or gone change nothing.
        if self._breath is not None:
            self._breath.cancel()
            self._breath = None
        if self.playing or self.done.is_set() or self._shuffling is not None:
            return
        if not self.lobby.ready:
            return
        self._drawn_by = people
        if self.lobby.full:
            self._shuffle()
        elif self.request.bots is not None:
            self._breath = self._loop.call_later(self.request.breath, self._shuffle)

    @property
    def is_settled(self) -> bool:
        return self.playing or self._shuffling is not None

    def _rearranged(self) -> None:
        self._arranged += 1
        for chair in self.lobby.chairs:
            chair.ready = False
        self._write_down()
        self.show()

    def _miss_chair(self, chair: LobbyChair) -> None:
        """Free the chair of an absent guest, who gets it again if it is still free then."""
        if chair.secret:
            self._missed[chair.secret] = chair.name
            while len(self._missed) > MOST_MISSED:
                del self._missed[next(iter(self._missed))]
        self._free_chair(chair)

    def _free_chair(self, chair: LobbyChair) -> None:
        self.lobby.free(chair)
        self._write_down()

    def _write_down(self) -> None:
        if not self.done.is_set():
            self._journal.keep_chairs(self.lobby.kept())

    # The shuffle and the match

    def _shuffle(self) -> None:
        self._breath = None
        if not self._shuffles.allows(self._loop.time()):
            self._breath = self._loop.call_later(SHUFFLE_PAUSE_S, self._shuffle)
            return
        self._rounds += 1
        request, sitters = self.request, self._sitters()

        def begin(seed: str, kept: dict[str, object]) -> None:
            self._shuffling, self._missing = None, []
            header = settled_header(request.game, sitters, request.options, seed)
            begun = begun_now()
            self._begin(replace(header, more={**header.more, "begun": begun, "shuffle": kept}))

        lobby = lobby_text(request.game, request.options, sitters, self._rounds)
        shuffled = Round(self._rounds, lobby, tuple(self._missing))
        self._shuffling = Shuffling(shuffled, self.lobby.visitors, begin, self._unshuffled)
        self.show()

    def _sitters(self) -> tuple[Player, ...]:
        people = self.lobby.people
        others: list[Player] = []
        if self.request.bots is not None:
            named = default_players([self.request.bots] * 11, None)
            others = [
                one
                for one in named
                if not any(
                    look_alike(one.name, it.name) or share_name(one.name, it.name) for it in people
                )
            ]
        free = iter(others)
        return tuple(Player(one.name) if one.name else next(free) for one in self.lobby.chairs)

    def _unshuffled(self, missing: list[Visitor]) -> None:
        self._shuffling = None
        chairs = [self.lobby.chairs[one.seat] for one in missing if one.seat is not None]
        self._missing = [chair.name for chair in chairs]
        for chair in chairs:
            chair.ready = False
        self.show()

    def _begin(self, header: Header) -> None:
        self.lobby.sit_as([one.name for one in header.sitters])
        self._sit_down(self._journal.begin(GAMES[header.game], header))
        self._write_down()
        assert self.match is not None
        for visitor in self.lobby.visitors:
            if visitor.following:
                self.match.tell_from(visitor, 0)
        self.show()
        self.match.begin()

    def _sit_down(self, kept: KeptMatch) -> None:
        self.match = HostedMatch(kept, self.lobby, self.request, self._on_ended, self.show)

    def _on_ended(self) -> None:
        self._journal.end()
        self._gather()
        if self.request.again:
            self._write_down()
            self.show()
        self._see_whether_done()

    def _see_whether_done(self) -> None:
        over = self.match is not None and self.match.over
        if not over or self.request.again or self.done.is_set():
            return
        if all(chair.missed is None for chair in self.lobby.chairs):
            self.done.set()

    # Absent guests

    def _await(self, chair: LobbyChair) -> None:
        if chair.visitor is None and not self.done.is_set():
            chair.wait_no_more()
            chair.missed = self._loop.call_later(self.request.grace, self._miss, chair)

    def _miss(self, chair: LobbyChair) -> None:
        chair.missed, chair.expected = None, False
        if self.match is not None and self.playing:
            self.match.stand_in(self.lobby.chairs.index(chair), "away")
        else:
            self._miss_chair(chair)
        self.show()
        self._see_whether_done()
