"""A match with guests: each gets the view lines of a seat, and absent ones are waited for.

Everything runs in the event loop's thread. Guests get the lines of the table's seats, watchers
those of its spectator.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from greenbaize.app.network.host_journal import KeptMatch
from greenbaize.app.network.lobby import Lobby, TableRequest
from greenbaize.app.tables.table import MENDING_S, Grace, Table
from greenbaize.games import GAMES
from greenbaize.lan import wire
from greenbaize.lan.pairing import secret_hash
from greenbaize.lan.server import Visitor
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import line_bytes
from greenbaize.rules.commands import Command
from greenbaize.rules.events import Dealt, Event, SeatGiven
from greenbaize.rules.players import BOT, HUMAN
from greenbaize.store.record_file import RecordFile

ALONE_S: Final = 2.0
"""Seconds between two moves while computer players act for everybody, so that a returning guest
does not find the match played to its end.
"""
MOST_MENDED: Final = 3
"""Corrections a seat may make before others act; each time they wait again."""


class HostedMatch:
    """A match with its guests; ``on_change`` is called when the awaited seats change."""

    def __init__(
        self,
        kept: KeptMatch,
        lobby: Lobby,
        request: TableRequest,
        ended: Callable[[], object],
        show: Callable[[], object],
    ) -> None:
        header = kept.header
        assert header.seed is not None
        self.id: Final = sha256(f"greenbaize match/{header.seed}".encode()).hexdigest()[:32]
        """Id by which guests know the match."""
        game = GAMES[header.game]
        self.table: Final = Table(game, header, kept.past or (), self._keep, request.launcher)
        self._kept = kept
        self._lobby, self._ended, self._show = lobby, ended, show
        self.reading: frozenset[int] = frozenset()
        """Seats that still have to confirm what lies open."""
        self._clock_s, self._hands = request.clock, request.hands
        self._loop = asyncio.get_running_loop()
        self._events = event_codec(game)
        self._whole = [line_bytes(header.line()), *kept.whole]
        self._gallery = [line_bytes(header.told(None).line()), *kept.gallery]
        self._cuts = [len(chair.told) for chair in self.table.seats]
        self._count = len(self._gallery)
        self._moved = self._count
        """Number of lines when play last advanced; changes of seats do not count."""
        self._deal = 0
        """Number of deals since this host has run the match."""
        self._taken_in = -1
        """Deal in which a chair was last taken, or left for good."""
        self._seats: dict[str, int] = {}
        """Seats by the hashes of their guests' secrets, once the match is over."""
        self._closed = False
        self._patience: asyncio.TimerHandle | None = None
        self._clock: asyncio.TimerHandle | None = None
        self._resting = False
        self._grace = Grace()
        self._mended: Counter[int] = Counter()
        """Number of corrections by seat since another one acted."""
        self._timed: tuple[int, tuple[int, ...]] = (0, ())
        """Number of lines and seats of the turn that the clock measures."""
        self.table.listen(self._on_told)
        self.table.wake_by(self._on_woken)

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def file(self) -> RecordFile | None:
        return self._kept.file

    @property
    def bots(self) -> dict[int, str]:
        """Names of the computer players, by the seats at which they act."""
        sitters = self.table.header.sitters
        return {one.seat: sitters[one.seat].name for one in self.table.seats if one.computer}

    @property
    def free_chairs(self) -> list[int]:
        """Chairs that can be taken: one a deal, or one hand after another could be seen."""
        return [] if self.has_newcomer else self.open_chairs

    @property
    def has_newcomer(self) -> bool:
        """True if a chair was taken or left in this deal: the next one waits for another."""
        return self._taken_in == self._deal

    @property
    def open_chairs(self) -> list[int]:
        """Chairs where no person acts."""
        people = self.table.people
        return [one.seat for one in self.table.seats if one.computer or one.seat in people]

    def begin(self) -> None:
        self.table.begin()
        self._settle()

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._stop_waiting()
        self.table.close()
        self._kept.close()

    # Sending lines

    def _keep(self, event: Event) -> None:
        self._kept.append(event)
        self._whole.append(line_bytes(self._events.write(event)))

    def _on_told(self, told: list[Event]) -> None:
        number = self._count
        self._count += 1
        messages: dict[int | None, bytes] = {}
        for seat, chair in enumerate(self.table.seats):
            messages[seat] = wire.told_line(number, bytes(chair.told[self._cuts[seat] :]))
            self._cuts[seat] = len(chair.told)
        line = line_bytes(self._events.write(told[-1]))
        self._gallery.append(line)
        messages[None] = wire.told_line(number, line)
        if not isinstance(told[-1], SeatGiven):
            self._moved = self._count
        self._deal += isinstance(told[-1], Dealt)
        for visitor in self._followers():
            visitor.lines.send(messages[self._eyes(visitor)])

    def _followers(self) -> list[Visitor]:
        return [one for one in self._lobby.visitors if one.following]

    def resume(self, visitor: Visitor, resume: wire.Resume) -> None:
        """Send a returning guest the missed lines; of a finished match only if they were there."""
        same = resume.match == self.id and resume.heard <= self._count
        if self.over and not (same and self._was_here(visitor)):
            return
        self.tell_from(visitor, resume.heard if same and not visitor.stranger else 0)
        visitor.send(wire.Now(self._count))
        if self.over:
            self._tell_whole(visitor)

    def _was_here(self, visitor: Visitor) -> bool:
        """Return whether a guest watched this finished match, or had a seat in it."""
        return visitor.seat is None or secret_hash(visitor.secret) in self._seats

    def _eyes(self, visitor: Visitor) -> int | None:
        """Return the seat whose lines a guest gets; a spectator's may be from another table."""
        if visitor.seat is not None:
            return visitor.seat
        seat = visitor.sees
        return seat if self._hands and seat is not None and seat < len(self._cuts) else None

    def tell_from(self, visitor: Visitor, first: int) -> None:
        visitor.send(wire.From(self.id, first))
        seat = self._seats.get(secret_hash(visitor.secret)) if self.over else None
        seat = self._eyes(visitor) if seat is None else seat
        if seat is None:
            lines = self._gallery[first:]
        else:
            lines = bytes(self.table.seats[seat].told).split(b"\n")[first:-1]
        messages = [wire.told_line(number, line) for number, line in enumerate(lines, first)]
        visitor.lines.send(b"".join(messages))

    def tell_all(self, visitor: Visitor) -> None:
        self.tell_from(visitor, 0)
        visitor.send(wire.Now(self._count))

    def _tell_whole(self, visitor: Visitor) -> None:
        visitor.send(wire.Whole(self.id, len(self._whole)))
        visitor.lines.send(b"".join(wire.whole_line(line) for line in self._whole))

    # Commands and turns

    def do(self, visitor: Visitor, do: wire.Do, command: Command) -> None:
        """Submit a guest's command; it is stale if they have not received the last event."""
        known = self._moved <= do.heard <= self._count
        if self.over or not known or self.table.seats[command.seat].computer:
            visitor.send(wire.Answer(do.number, "stale"))
            return
        mends = any(
            one.kind == command.type for one in self.table.mending if one.seat == command.seat
        )
        if mends and self._mended[command.seat] >= MOST_MENDED:
            visitor.send(wire.Denied("too-fast"))
            visitor.send(wire.Answer(do.number, "stale"))
            return
        before = self._count
        refusal = self.table.submit(command)
        visitor.moved = self._count != before
        if visitor.moved and mends:
            self._mended[command.seat] += 1
        elif visitor.moved:
            self._mended.clear()
        if refusal is None:
            visitor.send(wire.Answer(do.number, "done"))
        else:
            visitor.send(wire.Answer(do.number, "refused", refusal.code, refusal.rule))
        if visitor.moved:
            self._settle()
        else:
            self._note_reading()

    def stand_in(self, seat: int, why: str) -> None:
        """Let a computer player act at a seat; ``reason`` is a reason code.

        A guest who leaves has seen a hand, and would see another one at the next chair: that uses
        up the deal's one change.
        """
        if why == "left":
            self.note_newcomer()
        if not self._closed and not self.over and not self.table.seats[seat].computer:
            self.table.give_seat(seat, BOT, why)
            self._settle()

    def give_back(self, seat: int) -> None:
        if not self._closed and not self.over and self.table.seats[seat].computer:
            self.table.give_seat(seat, HUMAN, "back")
            self._settle()

    def note_newcomer(self) -> None:
        self._taken_in = self._deal

    def _settle(self) -> None:
        message = wire.line_of(wire.Now(self._count))
        followers = self._followers()
        for visitor in followers:
            visitor.lines.send(message)
        if not self.over:
            self._wait_no_longer_for_computers()
            self._set_clock()
            self._note_reading()
            self._go_on_later()
            return
        self._stop_waiting()
        chairs = enumerate(self._lobby.chairs)
        self._seats = {chair.secret: seat for seat, chair in chairs if chair.secret}
        for visitor in followers:
            self._tell_whole(visitor)
        self.reading = frozenset()
        self.close()
        self._ended()

    def _note_reading(self) -> None:
        table = self.table
        open_now = table.game.open(table.watched)
        reading = frozenset(table.people_awaited if open_now else ())
        if reading != self.reading:
            self.reading = reading
            self._show()

    def _set_clock(self) -> None:
        awaited = (self._moved, self.table.people_awaited)
        if not self._clock_s or awaited == self._timed:
            return
        self._timed = awaited
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if awaited[1]:
            self._clock = self._loop.call_later(self._clock_s, self._on_time_over)

    def _go_on_later(self) -> None:
        """Let computer players act, later while people may return or correct a mistake."""
        nobody = all(chair.computer for chair in self.table.seats)
        alone = nobody and any(chair.secret for chair in self._lobby.chairs)
        mends = self.table.waited_for is not None and self._grace.due(self.table.mending)
        self._resting = alone or mends
        if self._resting:
            rest = MENDING_S if mends else ALONE_S
            self._patience = self._loop.call_later(rest, self._rested)
        else:
            self._loop.call_soon(self._go_on)

    def _rested(self) -> None:
        self._resting = False
        self._go_on()

    def _wait_no_longer_for_computers(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _stop_waiting(self) -> None:
        self._wait_no_longer_for_computers()
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _on_time_over(self) -> None:
        for seat in self.table.people_awaited:
            self.stand_in(seat, "slow")

    def _on_woken(self) -> None:
        self._loop.call_soon_threadsafe(self._go_on)

    def _go_on(self) -> None:
        table = self.table
        if self._closed or table.over or self._resting:
            return
        self._wait_no_longer_for_computers()
        table.attend()
        if table.waited_for is None:
            return
        if table.let_computer_act():
            self._mended.clear()
            self._settle()
        elif table.patience is not None:
            self._patience = self._loop.call_later(table.patience, self._go_on)
