"""A table for guests: they take chairs, agree on a game, and play one match or several.

Everything runs in the event loop's thread.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import msgspec

from greenbaize.app.network.host_journal import HostJournal, KeptChair, KeptMatch
from greenbaize.app.network.hosted_match import HostedMatch
from greenbaize.app.network.lobby import Lobby, LobbyChair, TableRequest
from greenbaize.app.network.shuffling import Round, Shuffling
from greenbaize.app.nicknames import look_alike
from greenbaize.app.tables.default_players import default_players
from greenbaize.app.tables.matches import begun_now, settled_header
from greenbaize.games import GAMES
from greenbaize.lan.server import Visitor
from greenbaize.lan.wire import FACES, LobbyShown, Over, plain_lobby
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.seal import lobby_text


class TableSession:
    """A table, its players and matches; ``kept`` is a match to continue."""

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
        """Set once the match is over, all have been told, and no other follows."""
        self.seen: Callable[[LobbyShown], object] = lambda _: None
        self._journal = journal
        self._loop = asyncio.get_running_loop()
        self._breath: asyncio.TimerHandle | None = None
        self._drawn_by: tuple[LobbyChair, ...] = ()
        """Who was ready when the delay began."""
        self._shuffling: Shuffling | None = None
        self._rounds = 0
        self._missing: list[str] = []
        self._left = False
        """Whether a resumed match waits for one of its people."""
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
        for chair in self.match.table.chairs:
            if not chair.computer:
                self._await(self.lobby.chairs[chair.seat])
        self.match.begin()

    def close(self) -> None:
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

    # The lobby

    def show(self) -> None:
        """Send everybody the state, and begin if nothing is missing."""
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
            chairs=self.lobby.shown(
                match.bots if match is not None and playing else {},
                () if match is None else match.reading,
            ),
            watchers=self.lobby.watching,
            stage=stage,
            keeper=self.lobby.keeper_seat,
            you=None,
            missing=self._missing,
        )
        plain = plain_lobby(shown)
        for visitor in self.lobby.visitors:
            spoken = shown if visitor.version >= FACES else plain
            visitor.send(msgspec.structs.replace(spoken, you=visitor.seat))
        self.seen(shown)
        self._consider()

    def _consider(self) -> None:
        people = tuple(chair for chair in self.lobby.people if chair.ready)
        if self._breath is not None and people == self._drawn_by and self.lobby.ready:
            return  # whoever else has come or gone changes nothing
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
            self._drawn_by = people
            self._breath = self._loop.call_later(self.request.breath, self._shuffle)

    @property
    def is_settled(self) -> bool:
        """Whether it is settled for the moment who plays."""
        return self.playing or self._shuffling is not None

    def _rearranged(self) -> None:
        for chair in self.lobby.chairs:
            chair.ready = False
        self._write_down()
        self.show()

    def _free_chair(self, chair: LobbyChair) -> None:
        self.lobby.free(chair)
        self._write_down()

    def _write_down(self) -> None:
        if not self.done.is_set():
            self._journal.keep_chairs(self.lobby.kept())

    # The shuffle, and the match

    def _shuffle(self) -> None:
        self._breath = None
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
                one for one in named if not any(look_alike(one.name, it.name) for it in people)
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
        for chair in self.lobby.chairs:
            chair.ready = False
            if chair.visitor is None and chair.missed is None:
                self._free_chair(chair)
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

    # Those who are away

    def _await(self, chair: LobbyChair) -> None:
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
