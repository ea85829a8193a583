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
from typing import Any
from unittest.mock import patch

from msgspec.structs import astuple

from greenbaize.app.network.hosted_table import HostedTable
from greenbaize.app.network.hosted_table_files import (
    HostedTableFiles,
    RecordedMatch,
    TableKeys,
    read_keys,
)
from greenbaize.app.network.lobby import HostedTableSetup
from greenbaize.app.network.seat_protocol_adapter import SeatProtocolAdapter
from greenbaize.app.seats import seat_program
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.seats.seat_program import SeatProgram
from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from greenbaize.lan.client import FullRecord, GuestClient, GuestListenerMessage, TableRejectionError
from greenbaize.lan.line_connection import ConnectionLostError, LineConnection
from greenbaize.lan.server import PING_INTERVAL_S, TableServer
from greenbaize.lan.table_code import normalise_code
from greenbaize.lan.wire import JoinMessage, encode_event_message, encode_full_record_line
from greenbaize.match.record import MatchRecord, read_record
from greenbaize.match.seal import SealVerdict, ShuffleKnowledge, verify_guest_seal, verify_seal
from greenbaize.rules.messages import Message
from greenbaize.rules.options import resolve_options
from greenbaize.store.record_file import keys_path
from lan.random_guests import CODE, DictSecretStore, MemoryMatch, get_table_key, make_view_lines
from lan.virtual_time import run_in_virtual_time

NAMES = ("Anna", "Otto", "Ida", "Jan")
STORM_SETUPS: dict[str, Any] = {
    "damn": (3, ({"deals": 3}, {"deals": 1, "enforcement": "table"})),
    "blackout": (2, ({}, {"hook": True})),
    "master": (2, ({}, {"early_end": True})),
    "ass": (2, ({"refill": True, "deal_limit": 3}, {"refill": False, "deal_limit": 2})),
    "rank": (3, ({"deals": 1}, {"deals": 2})),
}
REPLACE_DELAYS_S = (0.0, 0.0, 3.0, 60.0, 1000.0)
MAX_MATCH_S = 20_000.0
"""Virtual time after which a match counts as stuck (s)."""
MAX_FAULTS = 30
REPEATED_PREFIXES = tuple(b'{"type":"%b"' % one for one in (b"do", b"ready", b"commit", b"open"))


# Network


class StormLines(LineConnection):
    """One end of a connection with injected faults."""

    peer: "StormLines"

    def __init__(self, network: "StormNetwork", number: str) -> None:
        self.fingerprint = get_table_key().fingerprint
        self.chance = Random(number)
        self.received = bytearray()
        """All bytes that have arrived at this end."""
        self.is_silent = False
        """Lines are dropped, although neither end knows it."""
        self._network = network
        self._is_closed = False
        self._in_flight: deque[bytes | None] = deque()
        self._arrived_lines: asyncio.Queue[bytes | None] = asyncio.Queue()

    async def receive_line(self) -> bytes:
        line = None if self._is_closed else await self._arrived_lines.get()
        if line is None:
            self._is_closed = True
            raise ConnectionLostError
        return line

    def send_line(self, line: bytes) -> None:
        if not (self._is_closed or self.is_silent):
            for single_line in line.splitlines(keepends=True):
                self._network.transmit_line(self, single_line)

    def enqueue_line(self, line: bytes | None) -> None:
        """Send a line, or None for the end, after a delay."""
        self._in_flight.append(line)
        asyncio.get_running_loop().call_later(
            self._network.draw_delay(self.chance), self._deliver_line
        )

    def _deliver_line(self) -> None:
        if not self._in_flight:
            return  # The line was lost with the connection.
        line = self._in_flight.popleft()
        if not self.is_silent:
            self.peer.received += line or b""
            self.peer._arrived_lines.put_nowait(line)

    def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            self.enqueue_line(None)
            self._arrived_lines.put_nowait(None)

    def abort(self) -> None:
        """Break the connection and drop all lines in flight."""
        for end in (self, self.peer):
            end.is_silent = True
            end._in_flight.clear()
            end._arrived_lines.put_nowait(None)

    def cut_within_line(self, line: bytes) -> None:
        """Break the connection within a line; the reader must not get half of one."""
        line = self._in_flight[0] or b"" if self._in_flight else line
        self.peer.received += line[: len(line) // 2]
        self.abort()

    def go_silent(self) -> None:
        """Drop all lines from now on, without notice to either end."""
        self.is_silent = self.peer.is_silent = True


class StormNetwork:
    """Network that delays, cuts and repeats lines."""

    def __init__(self, number: int, chance: Random, counts: Counter[str]) -> None:
        self.is_calm = False
        self.guest_ends: list[StormLines] = []
        self._number, self._counts = number, counts
        self._max_delay_s = chance.choice((0.0, 0.005, 0.05))
        self._cut_probability = chance.choice((0.0, 0.001, 0.004))
        self._sent_lines: dict[StormLines, list[bytes]] = {}

    def open_pair(self) -> tuple[StormLines, StormLines]:
        """Return the guest's and the host's end of a new connection."""
        name = f"{self._number}/{len(self.guest_ends)}"
        guest_end, host_end = StormLines(self, f"{name}/guest"), StormLines(self, f"{name}/host")
        guest_end.peer, host_end.peer = host_end, guest_end
        self.guest_ends.append(guest_end)
        return guest_end, host_end

    def draw_delay(self, chance: Random) -> float:
        """Draw the delay of a line (s), rarely a very long one."""
        if self.is_calm or chance.random() > 0.002:
            return self._max_delay_s * chance.random()
        self._counts["lines delayed for seconds"] += 1
        return 8 * chance.random()

    def transmit_line(self, end: StormLines, line: bytes) -> None:
        """Send a line to the other end, or cut the connection within it."""
        if end.is_silent:
            return
        if not self.is_calm and end.chance.random() < self._cut_probability:
            self._counts["connections cut in a line"] += 1
            end.cut_within_line(line)
            return
        end.enqueue_line(line)
        if end in self.guest_ends and line.startswith(REPEATED_PREFIXES):
            self._repeat_line(end, line)

    def _repeat_line(self, end: StormLines, line: bytes) -> None:
        sent_lines = self._sent_lines.setdefault(end, [])
        sent_lines.append(line)
        repeated_lines = [line] if end.chance.random() < 0.1 else []
        if end.chance.random() < 0.05:
            repeated_lines.append(end.chance.choice(sent_lines))
        for repeated_line in repeated_lines:
            # A repeated hash or number of an earlier round must be ignored as well.
            self._counts["lines sent again"] += 1
            end.enqueue_line(repeated_line)


# Guests and host


class StormSeatAdapter(SeatProtocolAdapter):
    """Seat protocol adapter that keeps the full record."""

    record: list[bytes] | None = None
    committed: ShuffleKnowledge | None = None

    def on_message(self, message: GuestListenerMessage) -> None:
        if isinstance(message, FullRecord):
            self.record, self.committed = message.lines, message.shuffle_knowledge
        super().on_message(message)


class StormGuest:
    """Guest that returns after every fault, and whose program plays at random."""

    def __init__(self, storm: "MatchStorm", name: str, *, is_spectator: bool) -> None:
        self.name, self.is_spectator = name, is_spectator
        self.secrets = DictSecretStore()
        self._chance = Random(f"{storm.number}/{name}")
        self.connection_ends: list[StormLines] = []
        self.adapter: StormSeatAdapter
        self.match_lines: list[bytes] = []
        self.start_count = 0
        self._last_answer_time = 0.0
        self._storm = storm
        self._run_task: asyncio.Task[None] | None = None
        self.task = asyncio.create_task(self._restart_until_done())

    @property
    def has_full_record(self) -> bool:
        return self.start_count > 0 and self.adapter.record is not None

    def kill_program(self) -> None:
        """End the guest's program as if it were killed."""
        if self._run_task is not None:
            for end in self.connection_ends[-1:]:
                end.abort()
            self._run_task.cancel()

    async def _restart_until_done(self) -> None:
        while not self.has_full_record and not self._storm.host.is_closed:
            self._run_task = asyncio.create_task(self._run_program())
            await asyncio.wait((self._run_task,))
            run_task, self._run_task = self._run_task, None
            if not run_task.cancelled():
                run_task.result()
            if not self.has_full_record:
                await asyncio.sleep(self._chance.uniform(0.1, 4))

    async def _run_program(self) -> None:
        self.start_count += 1
        self.adapter = adapter = StormSeatAdapter(self._process_line, self._on_match_start)
        self.match_lines = []
        join_message = JoinMessage(self.name, self.is_spectator)
        guest = adapter.guest = GuestClient(
            normalise_code(CODE), join_message, adapter, self.secrets
        )
        try:
            await guest.run_connection(self._open_connection, lambda: None)
        except OSError:
            return
        except TableRejectionError as error:
            self._storm.counts[f"guests rejected: {error.reason}"] += 1
            # A guest who lost the secret waits until the chair is freed.
            if error.reason not in {"busy", "name", "full"}:
                raise
            await asyncio.sleep(300)

    async def _open_connection(self) -> LineConnection:
        end = self._storm.host.connect_guest()
        self.connection_ends.append(end)
        return end

    def _on_match_start(self) -> None:
        self.match_lines = []
        self._program = SeatProgram(BOT_FACTORIES["random"]("steady"), str(self._chance.random()))

    def _process_line(self, line: bytes) -> None:
        if not line.startswith(b'{"type": "ask"'):
            self.match_lines.append(line)
        assert self.adapter.header is not None
        if self.adapter.header.you is None:
            return
        answer = self._program.answer_line(line)
        if answer:
            chance = self._chance
            delay = chance.random() * (0.02 if chance.random() < 0.97 else 10)
            loop = asyncio.get_running_loop()
            # A program sends one answer after another, however long it thinks.
            self._last_answer_time = max(self._last_answer_time + 0.001, loop.time() + delay)
            loop.call_at(self._last_answer_time, self._send_answer, self.adapter, answer)

    def _send_answer(self, adapter: StormSeatAdapter, answer: bytes) -> None:
        if adapter is self.adapter and self._run_task is not None:
            adapter.process_answer(answer)


class StormHost:
    """Host whose program is sometimes killed and reopens the table from its files."""

    def __init__(self, storm: "MatchStorm", path: Path, table_setup: HostedTableSetup) -> None:
        self.is_closed = False
        self.is_down = True
        self.start_count = 0
        self.table: HostedTable
        self._storm, self._path, self._table_setup = storm, path, table_setup
        self._tasks: list[asyncio.Task[None]] = []
        self._ends: list[StormLines] = []

    def open_table(self) -> None:
        """Open the table as ``greenbaize host`` does."""
        self.start_count += 1
        recorded_match = RecordedMatch.resume(self._path) if self._path.exists() else None
        keys = read_keys(keys_path(self._path)) or TableKeys(*astuple(get_table_key()), code=CODE)
        table_setup = self._table_setup
        if recorded_match is not None:
            options = recorded_match.header.options
            table_setup = replace(
                table_setup, seats=len(recorded_match.header.players), options=options
            )
        chairs = keys.chairs if len(keys.chairs) == table_setup.seats else ()
        table_files = HostedTableFiles(self._path, keys, self._fail_on_warning)
        self.table = HostedTable(table_setup, table_files, recorded_match, chairs)
        self._server = TableServer(self.table, keys, normalise_code(CODE), "greenbaize test")
        table_files.write_chairs(chairs)
        self.is_down = False
        if self.table.match is not None:
            self.table.resume_match()
        self._tasks = [asyncio.create_task(self._run_pings(self._server))]

    def _fail_on_warning(self, warning: Message) -> None:
        raise AssertionError(warning)

    async def _run_pings(self, server: TableServer) -> None:
        while True:
            await asyncio.sleep(PING_INTERVAL_S)
            server.check_clients(asyncio.get_running_loop().time())

    def connect_guest(self) -> StormLines:
        if self.is_down:
            raise ConnectionRefusedError
        guest_end, host_end = self._storm.network.open_pair()
        self._ends.append(host_end)
        self._tasks.append(asyncio.create_task(self._server.serve_connection(host_end)))
        return guest_end

    async def kill_program(self) -> None:
        """End the host's program as if it were killed, perhaps within a line of the record."""
        self.is_down = True
        for end in self._ends:
            end.go_silent()
        self.table.close()
        await self._cancel_tasks()
        for end in self._ends:
            end.abort()
        self._ends.clear()
        if self._path.exists() and self._storm.chance.random() < 0.5:
            with self._path.open("ab") as file:
                file.write(b'{"type": "pl')

    async def close_table(self) -> None:
        """Close the table after the match."""
        self.is_down = self.is_closed = True
        self.table.close()
        await self._server.close()
        for end in self._ends:
            end.close()
        await self._cancel_tasks()

    async def _cancel_tasks(self) -> None:
        for task in self._tasks:
            task.cancel()
        for result in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result


# Match


@dataclass
class MatchStorm:
    """One match under fault injection; ``counts`` tells what has happened."""

    number: int
    folder: Path
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.chance = Random(f"storm/{self.number}")
        names = list(STORM_SETUPS)
        self.game = names[self.number % len(names)]
        self.network = StormNetwork(self.number, self.chance, self.counts)
        self.path = self.folder / f"{self.number}.jsonl"

    def run(self) -> None:
        """Play the match, and check everything that was received against its record.

        Raises:
            AssertionError: a received line or the record is wrong.
        """
        level_before = seat_program.DEFAULT_LEVEL
        seat_program.DEFAULT_LEVEL = "random"  # Replacement bots need not think.
        number = Random(f"secrets/{self.number}")
        try:
            with patch("secrets.token_hex", lambda count: number.randbytes(count).hex()):
                run_in_virtual_time(self._play_match())
        finally:
            seat_program.DEFAULT_LEVEL = level_before
        self._check_record()

    async def _play_match(self) -> None:
        seats, variants = STORM_SETUPS[self.game]
        options = resolve_options(GAMES[self.game].options, seats, self.chance.choice(variants))
        bots = self.chance.random() < 0.25
        table_setup = HostedTableSetup(
            "Kitchen",
            self.game,
            seats,
            options,
            bots=Opponent("random") if bots else None,
            replace_delay_s=self.chance.choice(REPLACE_DELAYS_S),
        )
        self.host = StormHost(self, self.path, table_setup)
        self.host.open_table()
        guest_names = NAMES[: seats - bots]
        self.guests = [StormGuest(self, name, is_spectator=False) for name in guest_names]
        self.guests += [StormGuest(self, "Wim", is_spectator=True)]
        fault_task = asyncio.create_task(self._inject_faults())
        async with asyncio.timeout(MAX_MATCH_S):
            while not self.host.table.finished_event.is_set() or self.host.is_down:
                await asyncio.sleep(0.5)
                assert not fault_task.done() or fault_task.exception() is None, (
                    fault_task.exception()
                )
                for guest in self.guests:
                    if guest.task.done():
                        guest.task.result()
            fault_task.cancel()
            self.network.is_calm = True
            await self.host.close_table()
            await asyncio.sleep(10)  # Wait for lines in flight.
            for guest in self.guests:
                guest.kill_program()
            await asyncio.gather(*(storm_guest.task for storm_guest in self.guests))
        self.counts["matches"] += 1
        self.counts["starts of the host"] += self.host.start_count
        self.counts["starts of guests"] += sum(
            storm_guest.start_count for storm_guest in self.guests
        )
        self.counts["connections"] += len(self.network.guest_ends)

    async def _inject_faults(self) -> None:
        chance = self.chance
        for _ in range(MAX_FAULTS):
            await asyncio.sleep(chance.expovariate(1 / 0.7))
            guest = chance.choice(self.guests)
            match chance.random():
                case draw if draw < 0.35 and guest.connection_ends:
                    self.counts["connections cut"] += 1
                    guest.connection_ends[-1].abort()
                case draw if draw < 0.5 and guest.connection_ends:
                    self.counts["connections silenced"] += 1
                    guest.connection_ends[-1].go_silent()
                case draw if draw < 0.8:
                    self.counts["guests killed"] += 1
                    guest.kill_program()
                case _ if not self.host.table.match or not self.host.table.match.is_over:
                    self.counts["hosts killed"] += 1
                    await self.host.kill_program()
                    await asyncio.sleep(chance.random() * chance.choice((0.1, 20)))
                    self.host.open_table()
        self.network.is_calm = True

    # Comparison with the record

    def _check_record(self) -> None:
        data = self.path.read_bytes()
        record = read_record(data, GAMES)
        assert record.header.seed is not None
        assert GAMES[self.game].is_over(record.state)
        assert record.complete_size == len(data)
        assert verify_seal(record.header, GAMES) is SealVerdict.INTACT
        self.counts["events"] += len(record.events)
        self.counts["replacements by bots"] += sum(
            event.type == "seat" and event.kind == "bot" for event in record.events
        )
        for guest in self.guests:
            self._check_guest_lines(guest, record, data)

    def _check_guest_lines(self, guest: StormGuest, record: MatchRecord, data: bytes) -> None:
        match = MemoryMatch(record.header)
        match.events = list(record.events)
        seated_names = [item.name for item in record.header.players]
        seat = (
            seated_names.index(guest.name) if guest.name in seated_names else find_taken_seat(guest)
        )
        expected_lines = make_view_lines(match, seat)
        hidden = [text.encode() for text in list_hidden_texts(record)]
        hidden += [
            secret.encode()
            for other_guest in self.guests
            if other_guest is not guest
            for secret in other_guest.secrets.secrets.values()
        ]
        for end in guest.connection_ends:
            received = bytes(end.received)
            bytes_before_record, record_bytes, _ = received.partition(b'{"type":"whole"')
            for text in hidden:
                assert text not in bytes_before_record, f"{guest.name} received {text!r}"
            for number, line in extract_view_lines(bytes_before_record):
                assert line == encode_event_message(number, expected_lines[number]), (
                    guest.name,
                    line,
                )
                self.counts["view lines"] += 1
            if record_bytes:
                lines = data.splitlines(keepends=True)
                expected_bytes = b"".join(encode_full_record_line(item) for item in lines)
                assert expected_bytes.startswith(b"".join(extract_record_lines(received)))
                assert not list(extract_view_lines(received[len(bytes_before_record) :]))
        if guest.has_full_record:
            self.counts["guests with the full record"] += 1
            assert guest.match_lines == expected_lines
            assert guest.adapter.record is not None
            assert b"".join(item + b"\n" for item in guest.adapter.record) == data
            assert verify_guest_seal(record.header, GAMES, guest.adapter.committed) in (
                SealVerdict.INTACT,
                SealVerdict.REPEATED,
                SealVerdict.UNWITNESSED,
            )
        else:
            self.counts["guests without the full record"] += 1
            assert guest.match_lines == expected_lines[: len(guest.match_lines)]


def list_hidden_texts(record: MatchRecord) -> Iterator[str]:
    """Yield the texts that nobody may receive before the full record."""
    assert record.header.seed is not None
    yield record.header.seed
    yield from record.header.extra["shuffle"]["numbers"]


def find_taken_seat(guest: StormGuest) -> int | None:
    """Return the seat that a guest took from a bot during the match, or None."""
    if guest.is_spectator:
        return None
    received_messages = (
        json.loads(line) for end in guest.connection_ends for line in end.received.splitlines()[:-1]
    )
    seats = [message["seat"] for message in received_messages if message["type"] == "seated"]
    return seats[-1] if seats else None


def extract_view_lines(received: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the messages with a line of the match, each with the line's number."""
    for line in received.splitlines(keepends=True):
        if line.startswith(b'{"type":"told"') and line.endswith(b"\n"):
            yield json.loads(line)["number"], line


def extract_record_lines(received: bytes) -> Iterator[bytes]:
    """Yield the messages with a line of the full record."""
    for line in received.splitlines(keepends=True):
        if line.startswith(b'{"type":"line"') and line.endswith(b"\n"):
            yield line
