"""Matches under fault injection: connections cut, silent or slow, repeated commands, killed ends.

Everything happens in memory and in virtual time (``lan.virtual_time``), drawn from a number. The
host's record and keys are real files; a killed guest keeps only the seat's secret. All received
bytes are kept and compared with the record at the end.
"""

import asyncio
import json
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from unittest.mock import patch

from msgspec.structs import astuple

from greenbaize.app.network.host_journal import (
    HostJournal,
    KeptMatch,
    TableKeys,
    read_keys,
)
from greenbaize.app.network.hosting import HostedTable
from greenbaize.app.network.lobby import TableRequest
from greenbaize.app.network.seat_talk import SeatTalk
from greenbaize.app.seats import seat_program
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.seats.seat_program import SeatProgram
from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.lan.client import Guest, RejectedError
from greenbaize.lan.lines import Lines, LostError
from greenbaize.lan.server import PING_S, TableServer
from greenbaize.lan.table_code import plain_code
from greenbaize.lan.wire import Sit, told_line, whole_line
from greenbaize.match.record import Record, read_record
from greenbaize.match.seal import Committed, Seal, check, sealed
from greenbaize.rules.messages import Message
from greenbaize.rules.options import settled
from greenbaize.store.record_file import keys_path
from lan.friends import CODE, Noted, Secrets, key, told_to
from lan.warp import run_warped

NAMES = ("Anna", "Otto", "Ida", "Jan")
TABLES = {
    "damn": (3, ({"deals": 3}, {"deals": 1, "enforcement": "table"})),
    "blackout": (2, ({}, {"hook": True})),
    "master": (2, ({}, {"early_end": True})),
    "ass": (2, ({"refill": True, "deal_limit": 3}, {"refill": False, "deal_limit": 2})),
    "rank": (3, ({"deals": 1}, {"deals": 2})),
}
GRACES = (0.0, 0.0, 3.0, 60.0, 1000.0)
STUCK_S = 20_000.0
"""Virtual time after which a match counts as stuck (s)."""
MOST_GUSTS = 30
RESENT = tuple(b'{"type":"%b"' % one for one in (b"do", b"ready", b"commit", b"open"))


# Network


class StormLines(Lines):
    """One end of a connection with injected faults."""

    other: "StormLines"

    def __init__(self, air: "Air", number: str) -> None:
        self.fingerprint = key().fingerprint
        self.chance = Random(number)
        self.received = bytearray()
        """All bytes that have arrived at this end."""
        self.dead = False
        """Lines are dropped, although neither end knows it."""
        self._air = air
        self._gone = False
        self._under_way: deque[bytes | None] = deque()
        self._come: asyncio.Queue[bytes | None] = asyncio.Queue()

    async def receive(self) -> bytes:
        line = None if self._gone else await self._come.get()
        if line is None:
            self._gone = True
            raise LostError
        return line

    def send(self, line: bytes) -> None:
        if not (self._gone or self.dead):
            for one in line.splitlines(keepends=True):
                self._air.carry(self, one)

    def put(self, line: bytes | None) -> None:
        """Send a line, or None for the end, after a delay."""
        self._under_way.append(line)
        asyncio.get_running_loop().call_later(self._air.delay(self.chance), self._arrive)

    def _arrive(self) -> None:
        if not self._under_way:
            return  # The line was lost with the connection.
        line = self._under_way.popleft()
        if not self.dead:
            self.other.received += line or b""
            self.other._come.put_nowait(line)

    def close(self) -> None:
        if not self._gone:
            self._gone = True
            self.put(None)
            self._come.put_nowait(None)

    def abort(self) -> None:
        """Break the connection and drop all lines in flight."""
        for end in (self, self.other):
            end.dead = True
            end._under_way.clear()
            end._come.put_nowait(None)

    def cut_in(self, line: bytes) -> None:
        """Break the connection within a line; the reader must not get half of one."""
        line = self._under_way[0] or b"" if self._under_way else line
        self.other.received += line[: len(line) // 2]
        self.abort()

    def die(self) -> None:
        """Drop all lines from now on, without notice to either end."""
        self.dead = self.other.dead = True


class Air:
    """Network that delays, cuts and repeats lines."""

    def __init__(self, number: int, chance: Random, counts: Counter[str]) -> None:
        self.calm = False
        self.guest_ends: list[StormLines] = []
        self._number, self._counts = number, counts
        self._slow = chance.choice((0.0, 0.005, 0.05))
        self._cut = chance.choice((0.0, 0.001, 0.004))
        self._said: dict[StormLines, list[bytes]] = {}

    def pair(self) -> tuple[StormLines, StormLines]:
        """Return the guest's and the host's end of a new connection."""
        name = f"{self._number}/{len(self.guest_ends)}"
        one, other = StormLines(self, f"{name}/guest"), StormLines(self, f"{name}/host")
        one.other, other.other = other, one
        self.guest_ends.append(one)
        return one, other

    def delay(self, chance: Random) -> float:
        """Draw the delay of a line (s), rarely a very long one."""
        if self.calm or chance.random() > 0.002:
            return self._slow * chance.random()
        self._counts["lines delayed for seconds"] += 1
        return 8 * chance.random()

    def carry(self, end: StormLines, line: bytes) -> None:
        """Send a line to the other end, or cut the connection within it."""
        if end.dead:
            return
        if not self.calm and end.chance.random() < self._cut:
            self._counts["connections cut in a line"] += 1
            end.cut_in(line)
            return
        end.put(line)
        if end in self.guest_ends and line.startswith(RESENT):
            self._carry_again(end, line)

    def _carry_again(self, end: StormLines, line: bytes) -> None:
        said = self._said.setdefault(end, [])
        said.append(line)
        again = [line] if end.chance.random() < 0.1 else []
        if end.chance.random() < 0.05:
            again.append(end.chance.choice(said))
        for one in again:
            # A repeated hash or number of an earlier round must be ignored as well.
            self._counts["lines sent again"] += 1
            end.put(one)


# Guests and host


class StormTalk(SeatTalk):
    """Seat protocol adapter that keeps the full record."""

    record: list[bytes] | None = None
    committed: Committed | None = None

    def whole(self, lines: list[bytes], committed: Committed | None) -> None:
        self.record, self.committed = lines, committed
        super().whole(lines, committed)


class StormGuest:
    """Guest that returns after every fault, and whose program plays at random."""

    def __init__(self, storm: "Storm", name: str, *, watch: bool) -> None:
        self.name, self.watch = name, watch
        self.secrets = Secrets()
        self._chance = Random(f"{storm.number}/{name}")
        self.ends: list[StormLines] = []
        self.talk: StormTalk
        self.lines: list[bytes] = []
        self.lives = 0
        self._said_at = 0.0
        self._storm = storm
        self._life: asyncio.Task[None] | None = None
        self.task = asyncio.create_task(self._live())

    @property
    def heard_all(self) -> bool:
        return self.lives > 0 and self.talk.record is not None

    def kill(self) -> None:
        """End the guest's program as if it were killed."""
        if self._life is not None:
            for end in self.ends[-1:]:
                end.abort()
            self._life.cancel()

    async def _live(self) -> None:
        while not self.heard_all and not self._storm.host.closed:
            self._life = asyncio.create_task(self._one_life())
            await asyncio.wait((self._life,))
            life, self._life = self._life, None
            if not life.cancelled():
                life.result()
            if not self.heard_all:
                await asyncio.sleep(self._chance.uniform(0.1, 4))

    async def _one_life(self) -> None:
        self.lives += 1
        self.talk = talk = StormTalk(self._write, self._begin)
        self.lines = []
        sit = Sit(self.name, self.watch)
        guest = talk.guest = Guest(plain_code(CODE), sit, talk, self.secrets)
        try:
            await guest.stay(self._connected, lambda: None)
        except OSError:
            return
        except RejectedError as error:
            self._storm.counts[f"guests rejected: {error.why}"] += 1
            # A guest who lost the secret waits until the chair is freed.
            if error.why not in {"busy", "name", "full"}:
                raise
            await asyncio.sleep(300)

    async def _connected(self) -> Lines:
        end = self._storm.host.knocked()
        self.ends.append(end)
        return end

    def _begin(self) -> None:
        self.lines = []
        self._program = SeatProgram(LEVELS["random"]("steady"), str(self._chance.random()))

    def _write(self, line: bytes) -> None:
        if not line.startswith(b'{"type": "ask"'):
            self.lines.append(line)
        assert self.talk.header is not None
        if self.talk.header.you is None:
            return
        answer = self._program.hear(line)
        if answer:
            chance = self._chance
            delay = chance.random() * (0.02 if chance.random() < 0.97 else 10)
            loop = asyncio.get_running_loop()
            # A program sends one answer after another, however long it thinks.
            self._said_at = max(self._said_at + 0.001, loop.time() + delay)
            loop.call_at(self._said_at, self._answer, self.talk, answer)

    def _answer(self, talk: StormTalk, answer: bytes) -> None:
        if talk is self.talk and self._life is not None:
            talk.answer(answer)


class StormHost:
    """Host whose program is sometimes killed and reopens the table from its files."""

    def __init__(self, storm: "Storm", path: Path, asked: TableRequest) -> None:
        self.closed = False
        self.down = True
        self.lives = 0
        self.table: HostedTable
        self._storm, self._path, self._asked = storm, path, asked
        self._tasks: list[asyncio.Task[None]] = []
        self._ends: list[StormLines] = []

    def open(self) -> None:
        """Open the table as ``greenbaize host`` does."""
        self.lives += 1
        kept = KeptMatch.resume(self._path) if self._path.exists() else None
        keys = read_keys(keys_path(self._path)) or TableKeys(*astuple(key()), code=CODE)
        asked = self._asked
        if kept is not None:
            options = kept.header.options
            asked = replace(asked, seats=len(kept.header.sitters), options=options)
        chairs = keys.chairs if len(keys.chairs) == asked.seats else ()
        journal = HostJournal(self._path, keys, self._complain)
        self.table = HostedTable(asked, journal, kept, chairs)
        self._door = TableServer(self.table, keys, plain_code(CODE), "greenbaize test")
        journal.keep_chairs(chairs)
        self.down = False
        if self.table.match is not None:
            self.table.go_on()
        self._tasks = [asyncio.create_task(self._ping(self._door))]

    def _complain(self, fault: Message) -> None:
        raise AssertionError(fault)

    async def _ping(self, door: TableServer) -> None:
        while True:
            await asyncio.sleep(PING_S)
            door.look(asyncio.get_running_loop().time())

    def knocked(self) -> StormLines:
        if self.down:
            raise ConnectionRefusedError
        here, there = self._storm.air.pair()
        self._ends.append(there)
        self._tasks.append(asyncio.create_task(self._door.serve(there)))
        return here

    async def kill(self) -> None:
        """End the host's program as if it were killed, perhaps within a line of the record."""
        self.down = True
        for end in self._ends:
            end.die()
        self.table.close()
        await self._settle()
        for end in self._ends:
            end.abort()
        self._ends.clear()
        if self._path.exists() and self._storm.chance.random() < 0.5:
            with self._path.open("ab") as file:
                file.write(b'{"type": "pl')

    async def close(self) -> None:
        """Close the table after the match."""
        self.down = self.closed = True
        self.table.close()
        await self._door.close()
        for end in self._ends:
            end.close()
        await self._settle()

    async def _settle(self) -> None:
        for task in self._tasks:
            task.cancel()
        for one in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(one, Exception):
                raise one


# Match


@dataclass
class Storm:
    """One match under fault injection; ``counts`` tells what has happened."""

    number: int
    folder: Path
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.chance = Random(f"storm/{self.number}")
        names = list(TABLES)
        self.game = names[self.number % len(names)]
        self.air = Air(self.number, self.chance, self.counts)
        self.path = self.folder / f"{self.number}.jsonl"

    def run(self) -> None:
        """Play the match, and check everything that was received against its record.

        Raises:
            AssertionError: a received line or the record is wrong.
        """
        before = seat_program.DEFAULT_LEVEL
        seat_program.DEFAULT_LEVEL = "random"  # Replacement bots need not think.
        number = Random(f"secrets/{self.number}")
        try:
            with patch("secrets.token_hex", lambda count: number.randbytes(count).hex()):
                run_warped(self._play())
        finally:
            seat_program.DEFAULT_LEVEL = before
        self._check()

    async def _play(self) -> None:
        seats, variants = TABLES[self.game]
        options = settled(GAMES[self.game].options, seats, self.chance.choice(variants))
        bots = self.chance.random() < 0.25
        asked = TableRequest(
            "Kitchen",
            self.game,
            seats,
            options,
            bots=Opponent("random") if bots else None,
            grace=self.chance.choice(GRACES),
        )
        self.host = StormHost(self, self.path, asked)
        self.host.open()
        people = NAMES[: seats - bots]
        self.guests = [StormGuest(self, name, watch=False) for name in people]
        self.guests += [StormGuest(self, "Wim", watch=True)]
        storming = asyncio.create_task(self._storm())
        async with asyncio.timeout(STUCK_S):
            while not self.host.table.done.is_set() or self.host.down:
                await asyncio.sleep(0.5)
                assert not storming.done() or storming.exception() is None, storming.exception()
                for guest in self.guests:
                    if guest.task.done():
                        guest.task.result()
            storming.cancel()
            self.air.calm = True
            await self.host.close()
            await asyncio.sleep(10)  # Wait for lines in flight.
            for guest in self.guests:
                guest.kill()
            await asyncio.gather(*(one.task for one in self.guests))
        self.counts["matches"] += 1
        self.counts["starts of the host"] += self.host.lives
        self.counts["starts of guests"] += sum(one.lives for one in self.guests)
        self.counts["connections"] += len(self.air.guest_ends)

    async def _storm(self) -> None:
        chance = self.chance
        for _ in range(MOST_GUSTS):
            await asyncio.sleep(chance.expovariate(1 / 0.7))
            guest = chance.choice(self.guests)
            match chance.random():
                case what if what < 0.35 and guest.ends:
                    self.counts["connections cut"] += 1
                    guest.ends[-1].abort()
                case what if what < 0.5 and guest.ends:
                    self.counts["connections silenced"] += 1
                    guest.ends[-1].die()
                case what if what < 0.8:
                    self.counts["guests killed"] += 1
                    guest.kill()
                case _ if not self.host.table.match or not self.host.table.match.over:
                    self.counts["hosts killed"] += 1
                    await self.host.kill()
                    await asyncio.sleep(chance.random() * chance.choice((0.1, 20)))
                    self.host.open()
        self.air.calm = True

    # Comparison with the record

    def _check(self) -> None:
        data = self.path.read_bytes()
        record = read_record(data, GAMES)
        assert record.header.seed is not None
        assert GAMES[self.game].over(record.state)
        assert record.whole == len(data)
        assert sealed(record.header, GAMES) is Seal.WHOLE
        self.counts["events"] += len(record.events)
        self.counts["replacements by bots"] += sum(
            one.type == "seat" and one.kind == "bot" for one in record.events
        )
        for guest in self.guests:
            self._check_guest(guest, record, data)

    def _check_guest(self, guest: StormGuest, record: Record, data: bytes) -> None:
        match = Noted(record.header)
        match.events = list(record.events)
        sat = [one.name for one in record.header.sitters]
        seat = sat.index(guest.name) if guest.name in sat else seated_in(guest)
        due = told_to(match, seat)
        hidden = [text.encode() for text in hidden_texts(record)]
        hidden += [
            secret.encode()
            for other in self.guests
            if other is not guest
            for secret in other.secrets.kept.values()
        ]
        for end in guest.ends:
            received = bytes(end.received)
            before, whole, _ = received.partition(b'{"type":"whole"')
            for text in hidden:
                assert text not in before, f"{guest.name} received {text!r}"
            for number, line in told_in(before):
                assert line == told_line(number, due[number]), (guest.name, line)
                self.counts["view lines"] += 1
            if whole:
                lines = data.splitlines(keepends=True)
                spelled = b"".join(whole_line(one) for one in lines)
                assert spelled.startswith(b"".join(whole_in(received)))
                assert not list(told_in(received[len(before) :]))
        if guest.heard_all:
            self.counts["guests with the full record"] += 1
            assert guest.lines == due
            assert guest.talk.record is not None
            assert b"".join(one + b"\n" for one in guest.talk.record) == data
            assert check(record.header, GAMES, guest.talk.committed) in (
                Seal.WHOLE,
                Seal.AGAIN,
                Seal.UNSEEN,
            )
        else:
            self.counts["guests without the full record"] += 1
            assert guest.lines == due[: len(guest.lines)]


def hidden_texts(record: Record) -> Iterator[str]:
    """Yield the texts that nobody may receive before the full record."""
    assert record.header.seed is not None
    yield record.header.seed
    yield from record.header.more["shuffle"]["numbers"]


def seated_in(guest: StormGuest) -> int | None:
    """Return the seat that a guest took from a bot during the match, or None."""
    if guest.watch:
        return None
    said = (json.loads(line) for end in guest.ends for line in end.received.splitlines()[:-1])
    seats = [one["seat"] for one in said if one["type"] == "seated"]
    return seats[-1] if seats else None


def told_in(received: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the messages with a line of the match, each with the line's number."""
    for line in received.splitlines(keepends=True):
        if line.startswith(b'{"type":"told"') and line.endswith(b"\n"):
            yield json.loads(line)["number"], line


def whole_in(received: bytes) -> Iterator[bytes]:
    """Yield the messages with a line of the full record."""
    for line in received.splitlines(keepends=True):
        if line.startswith(b'{"type":"line"') and line.endswith(b"\n"):
            yield line
