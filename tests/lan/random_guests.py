"""Guests and a host for tests, in memory or over loopback, that keep everything received."""

import asyncio
import json
import secrets
from collections.abc import Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, ClassVar

import pytest

from greenbaize.app.network.hosted_table import HostedTable
from greenbaize.app.network.hosted_table_files import RecordedMatch, StoredChair
from greenbaize.app.network.lobby import HostedTableSetup
from greenbaize.app.network.seat_protocol_adapter import SeatProtocolAdapter
from greenbaize.app.seats.seat_program import SeatProgram
from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from greenbaize.lan.attempt_limiter import AttemptLimiter
from greenbaize.lan.client import FullRecord, GuestClient, GuestListenerMessage, TableRejectionError
from greenbaize.lan.dialing import open_connection
from greenbaize.lan.line_connection import (
    LineConnection,
    MemoryConnection,
    create_memory_connections,
)
from greenbaize.lan.pairing import TableKey
from greenbaize.lan.server import TableServer
from greenbaize.lan.table_code import normalise_code
from greenbaize.lan.wire import (
    MAX_HOST_LINE_BYTES,
    ChatMessage,
    JoinMessage,
    LobbyMessage,
    RequestDeniedMessage,
)
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.record import encode_line
from greenbaize.match.seal import ShuffleKnowledge
from greenbaize.rules.events import Event, SeatReassigned
from greenbaize.rules.options import resolve_options
from waiting import describe_condition

CODE = "ABC-DEF"
SHORT_SETUPS = {
    "damn": (3, {"deals": 3}),
    "blackout": (2, {}),
    "master": (2, {}),
    "ass": (2, {"refill": True, "deal_limit": 3}),
    "rank": (3, {"deals": 1}),
}


@cache
def get_table_key() -> TableKey:
    return TableKey.generate()


class MemoryMatch(RecordedMatch):
    """Match whose events are kept in a list instead of a file."""

    def __init__(self, header: RecordHeader) -> None:
        super().__init__(header)
        self.events: list[Event] = []

    def write_event(self, event: Event) -> None:
        self.events.append(event)


class FakeHostedTableFiles:
    """Files of a table that keeps everything in memory."""

    def __init__(self) -> None:
        self.matches: list[MemoryMatch] = []
        self.chairs: tuple[StoredChair, ...] = ()
        self.wrong_code_counts: list[int] = []
        self.finished_count = self.suspended_count = 0

    def create_record(self, game: object, header: RecordHeader) -> RecordedMatch:
        self.matches.append(MemoryMatch(header))
        return self.matches[-1]

    def finish_match(self) -> None:
        self.finished_count += 1

    def suspend_match(self) -> None:
        self.suspended_count += 1

    def write_chairs(self, chairs: tuple[StoredChair, ...]) -> None:
        self.chairs = chairs

    def report_wrong_code(self, try_count: int) -> None:
        self.wrong_code_counts.append(try_count)

    def list_seat_changes(self) -> list[SeatReassigned]:
        return [event for event in self.matches[-1].events if isinstance(event, SeatReassigned)]


class DictSecretStore:
    """Secret store in memory."""

    def __init__(self) -> None:
        self.secrets: dict[bytes, str] = {}

    def load_secret(self, fingerprint: bytes) -> str | None:
        return self.secrets.get(fingerprint)

    def write_secret(self, fingerprint: bytes, secret: str) -> None:
        self.secrets[fingerprint] = secret

    def delete_secret(self, fingerprint: bytes) -> None:
        self.secrets.pop(fingerprint, None)


def make_table_setup(game: str = "damn", **fields: Any) -> HostedTableSetup:
    seats, options = SHORT_SETUPS[game]
    seats, options = fields.pop("seats", seats), fields.pop("options", options)
    settings = resolve_options(GAMES[game].options, seats, options)
    usual = {"replace_delay_s": 1000.0, "bot_fill_delay_s": 0.0}
    return HostedTableSetup("Kitchen", game, seats, settings, **usual | fields)


class MemoryHostedTable:
    """Table that is open in memory; ``connect_guest`` opens a connection to it."""

    def __init__(
        self, table: HostedTable, door: TableServer, table_files: FakeHostedTableFiles
    ) -> None:
        self.table, self.server, self.table_files = table, door, table_files
        self.tasks: list[asyncio.Task[None]] = []

    def connect_guest(self, address: str = "") -> MemoryConnection:
        guest_lines, host_lines = create_memory_connections(
            get_table_key().fingerprint, MAX_HOST_LINE_BYTES
        )
        host_lines.address = address
        guest_lines.received_bytes, host_lines.received_bytes = bytearray(), bytearray()
        self.tasks.append(asyncio.create_task(self.server.serve_connection(host_lines)))
        return guest_lines

    @property
    def match(self) -> MemoryMatch:
        return self.table_files.matches[-1]


@asynccontextmanager
async def open_memory_table(
    table_setup: HostedTableSetup | None = None,
    try_limiter: AttemptLimiter | None = None,
    **options: Any,
):
    RandomGuest.active_guests.clear()
    table_files = FakeHostedTableFiles()
    table = HostedTable(table_setup or make_table_setup(), table_files, **options)  # type: ignore[arg-type]
    server = TableServer(
        table, get_table_key(), normalise_code(CODE), "greenbaize test", try_limiter
    )
    hosted = MemoryHostedTable(table, server, table_files)
    try:
        yield hosted
    finally:
        await disconnect_guests(*RandomGuest.active_guests)
        RandomGuest.active_guests.clear()
        table.close()
        await server.close()
        for task in hosted.tasks:
            task.cancel()
        await asyncio.gather(*hosted.tasks, return_exceptions=True)


class RecordingSeatAdapter(SeatProtocolAdapter):
    """Seat protocol adapter that also keeps everything received beside the match."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.lobbies: list[LobbyMessage] = []
        self.chat_messages: list[ChatMessage] = []
        self.denial_codes: list[str] = []
        self.full_records: list[tuple[list[bytes], ShuffleKnowledge | None]] = []
        self.gets_ready = True

    def on_message(self, message: GuestListenerMessage) -> None:
        match message:
            case LobbyMessage():
                self.lobbies.append(message)
                if not self.gets_ready:
                    return
            case ChatMessage():
                self.chat_messages.append(message)
            case RequestDeniedMessage(why=denial_code):
                self.denial_codes.append(denial_code)
            case FullRecord(lines=lines, shuffle_knowledge=shuffle_knowledge):
                self.full_records.append((lines, shuffle_knowledge))
        super().on_message(message)


class RandomGuest:
    """Guest that plays at random through the seat protocol."""

    active_guests: ClassVar[list["RandomGuest"]] = []
    """Guests that are disconnected when the table is closed."""

    def __init__(
        self,
        name: str,
        dial: Callable[[], Any],
        *,
        is_spectator: bool = False,
        plays_cards: bool = True,
        code: str = CODE,
        face: tuple[str, str] = ("", ""),
    ) -> None:
        self.match_lines: list[bytes] = []
        """Lines of the match in the order received."""
        self.match_count = 0
        self.plays_cards = plays_cards
        self.connections: list[LineConnection] = []
        self.adapter = RecordingSeatAdapter(self._process_line, self._on_match_start)
        self.secrets = DictSecretStore()
        self.guest = GuestClient(
            normalise_code(code), JoinMessage(name, is_spectator, *face), self.adapter, self.secrets
        )
        self.adapter.guest = self.guest
        self.guest.max_slowed_retries = 0
        self._dial = dial
        self.rejection_code: str | None = None
        self.task = asyncio.create_task(self._run_session())
        RandomGuest.active_guests.append(self)

    async def _run_session(self) -> None:
        try:
            await self.guest.run_connection(self._open_connection, lambda: None)
        except TableRejectionError as error:
            self.rejection_code = error.reason

    async def _open_connection(self) -> LineConnection:
        connection = self._dial()
        lines = await connection if asyncio.iscoroutine(connection) else connection
        self.connections.append(lines)
        return lines

    def _on_match_start(self) -> None:
        self.match_count += 1
        self.match_lines = []
        self._program = SeatProgram(
            BOT_FACTORIES["random"](temperament="steady"), secrets.token_hex(4)
        )

    def _process_line(self, line: bytes) -> None:
        is_question = line.startswith(b'{"type": "ask"')
        if not is_question:
            self.match_lines.append(line)
        if (
            self.adapter.header is None
            or self.guest.seat is None
            or (is_question and not self.plays_cards)
        ):
            return
        answer = self._program.answer_line(line)
        if answer:
            asyncio.get_running_loop().call_soon(self.adapter.process_answer, answer)

    def abort_connection(self) -> None:
        self.connections[-1].abort()

    @property
    def seat(self) -> int | None:
        assert self.adapter.header is not None
        return self.adapter.header.you

    @property
    def lobby(self) -> LobbyMessage:
        return self.adapter.lobbies[-1]

    def collect_received(self) -> bytes:
        return b"".join(bytes(connection.received_bytes) for connection in self.connections)


def make_dialer(port: int) -> Callable[[], Any]:
    return lambda: open_connection("127.0.0.1", port)


async def wait_until(
    condition: Callable[[], object], goal: Callable[..., object] | None = None
) -> None:
    """Run other tasks until the condition holds; fail after 60 s and describe ``goal``, or it."""
    try:
        async with asyncio.timeout(60):
            while not condition():
                await asyncio.sleep(0)
    except TimeoutError:
        pytest.fail(f"timed out after 60 s at {describe_condition(goal or condition)}")


async def disconnect_guests(*guests: RandomGuest) -> None:
    """Cancel guests' tasks without a leave message."""
    for friend in guests:
        friend.task.cancel()
    await asyncio.gather(*(guest.task for guest in guests), return_exceptions=True)


def make_view_lines(match: MemoryMatch, seat: int | None) -> list[bytes]:
    """Return the lines that a seat, or a spectator, should receive of a match."""
    game = GAMES[match.header.game]
    codec = event_codec(game)
    state = game.initial_state(len(match.header.players), match.header.options)
    lines = [encode_line(match.header.redact_for(seat).to_line())]
    for event in match.events:
        if not isinstance(event, SeatReassigned):
            state = game.fold(state, event)
        lines.append(encode_line(codec.encode_line(game.tell(event, state, seat))))
    return lines


def decode_messages(received: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in received.split(b"\n") if line]
