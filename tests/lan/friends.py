"""Guests and a host for tests, in memory or over loopback, that keep everything received."""

import asyncio
import json
import secrets
from collections.abc import Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, ClassVar

from greenbaize.app.network.host_journal import KeptChair, KeptMatch
from greenbaize.app.network.hosting import HostedTable
from greenbaize.app.network.lobby import TableRequest
from greenbaize.app.network.seat_talk import SeatTalk
from greenbaize.app.seats.seat_program import SeatProgram
from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.lan.client import Guest, RejectedError
from greenbaize.lan.dialing import connect
from greenbaize.lan.lines import Lines, MemoryLines, memory_lines
from greenbaize.lan.pairing import TableKey
from greenbaize.lan.server import TableServer
from greenbaize.lan.table_code import plain_code
from greenbaize.lan.try_limiter import TryLimiter
from greenbaize.lan.wire import LONGEST_FROM_HOST, LobbyShown, Sit, Spoken
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Header
from greenbaize.match.record import line_bytes
from greenbaize.match.seal import Committed
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.options import settled

CODE = "ABC-DEF"
SMALL = {
    "damn": (3, {"deals": 3}),
    "blackout": (2, {}),
    "master": (2, {}),
    "ass": (2, {"refill": True, "deal_limit": 3}),
    "rank": (3, {"deals": 1}),
}


@cache
def key() -> TableKey:
    return TableKey.make()


class Noted(KeptMatch):
    """Match whose events are kept in a list instead of a file."""

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self.events: list[Event] = []

    def append(self, event: Event) -> None:
        self.events.append(event)


class MatchJournal:
    """Host journal that keeps everything in memory."""

    def __init__(self) -> None:
        self.matches: list[Noted] = []
        self.chairs: tuple[KeptChair, ...] = ()
        self.wrong: list[int] = []
        self.ended = self.put_aside = 0

    def begin(self, game: object, header: Header) -> KeptMatch:
        self.matches.append(Noted(header))
        return self.matches[-1]

    def end(self) -> None:
        self.ended += 1

    def set_aside(self) -> None:
        self.put_aside += 1

    def keep_chairs(self, chairs: tuple[KeptChair, ...]) -> None:
        self.chairs = chairs

    def note_wrong_code(self, tries: int) -> None:
        self.wrong.append(tries)

    def given(self) -> list[SeatGiven]:
        return [one for one in self.matches[-1].events if isinstance(one, SeatGiven)]


class Secrets:
    """Secret store in memory."""

    def __init__(self) -> None:
        self.kept: dict[bytes, str] = {}

    def secret(self, fingerprint: bytes) -> str | None:
        return self.kept.get(fingerprint)

    def keep(self, fingerprint: bytes, secret: str) -> None:
        self.kept[fingerprint] = secret

    def forget(self, fingerprint: bytes) -> None:
        self.kept.pop(fingerprint, None)


def request(game: str = "damn", **more: Any) -> TableRequest:
    seats, options = SMALL[game]
    seats, options = more.pop("seats", seats), more.pop("options", options)
    settings = settled(GAMES[game].options, seats, options)
    usual = {"grace": 1000.0, "breath": 0.0}
    return TableRequest("Kitchen", game, seats, settings, **usual | more)


class Hosted:
    """Table that is open in memory; ``connect_guest`` opens a connection to it."""

    def __init__(self, table: HostedTable, door: TableServer, journal: MatchJournal) -> None:
        self.table, self.door, self.journal = table, door, journal
        self.tasks: list[asyncio.Task[None]] = []

    def knock(self, address: str = "") -> MemoryLines:
        here, there = memory_lines(key().fingerprint, LONGEST_FROM_HOST)
        there.address = address
        here.received, there.received = bytearray(), bytearray()
        self.tasks.append(asyncio.create_task(self.door.serve(there)))
        return here

    @property
    def match(self) -> Noted:
        return self.journal.matches[-1]


@asynccontextmanager
async def opened(asked: TableRequest | None = None, tries: TryLimiter | None = None, **more: Any):
    Friend.here.clear()
    journal = MatchJournal()
    table = HostedTable(asked or request(), journal, **more)
    door = TableServer(table, key(), plain_code(CODE), "greenbaize test", tries)
    hosted = Hosted(table, door, journal)
    try:
        yield hosted
    finally:
        await let_go(*Friend.here)
        Friend.here.clear()
        table.close()
        await door.close()
        for task in hosted.tasks:
            task.cancel()
        await asyncio.gather(*hosted.tasks, return_exceptions=True)


class Heard(SeatTalk):
    """Seat protocol adapter that also keeps everything received beside the match."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.shown: list[LobbyShown] = []
        self.spoken_lines: list[Spoken] = []
        self.denials: list[str] = []
        self.wholes: list[tuple[list[bytes], Committed | None]] = []
        self.gets_ready = True

    def lobby(self, lobby: LobbyShown) -> None:
        self.shown.append(lobby)
        if self.gets_ready:
            super().lobby(lobby)

    def spoken(self, spoken: Spoken) -> None:
        self.spoken_lines.append(spoken)

    def denied(self, why: str) -> None:
        self.denials.append(why)

    def whole(self, lines: list[bytes], committed: Committed | None) -> None:
        self.wholes.append((lines, committed))
        super().whole(lines, committed)


class Friend:
    """Guest that plays at random through the seat protocol."""

    here: ClassVar[list["Friend"]] = []
    """Guests that are disconnected when the table is closed."""

    def __init__(
        self,
        name: str,
        dial: Callable[[], Any],
        *,
        watch: bool = False,
        plays: bool = True,
        code: str = CODE,
        face: tuple[str, str] = ("", ""),
    ) -> None:
        self.lines: list[bytes] = []
        """Lines of the match in the order received."""
        self.begun = 0
        self.plays = plays
        self.connections: list[Lines] = []
        self.talk = Heard(self._write, self._on_begun)
        self.secrets = Secrets()
        self.guest = Guest(plain_code(code), Sit(name, watch, *face), self.talk, self.secrets)
        self.talk.guest = self.guest
        self.guest.most_slowed = 0
        self._dial = dial
        self.rejected: str | None = None
        self.task = asyncio.create_task(self._stay())
        Friend.here.append(self)

    async def _stay(self) -> None:
        try:
            await self.guest.stay(self._connected, lambda: None)
        except RejectedError as error:
            self.rejected = error.why

    async def _connected(self) -> Lines:
        dialled = self._dial()
        lines = await dialled if asyncio.iscoroutine(dialled) else dialled
        self.connections.append(lines)
        return lines

    def _on_begun(self) -> None:
        self.begun += 1
        self.lines = []
        self._program = SeatProgram(LEVELS["random"](temperament="steady"), secrets.token_hex(4))

    def _write(self, line: bytes) -> None:
        asked = line.startswith(b'{"type": "ask"')
        if not asked:
            self.lines.append(line)
        if self.talk.header is None or self.guest.seat is None or (asked and not self.plays):
            return
        answer = self._program.hear(line)
        if answer:
            asyncio.get_running_loop().call_soon(self.talk.answer, answer)

    def cut(self) -> None:
        self.connections[-1].abort()

    @property
    def seat(self) -> int | None:
        assert self.talk.header is not None
        return self.talk.header.you

    @property
    def lobby(self) -> LobbyShown:
        return self.talk.shown[-1]

    def received(self) -> bytes:
        return b"".join(bytes(one.received) for one in self.connections)


def dial_port(port: int) -> Callable[[], Any]:
    return lambda: connect("127.0.0.1", port)


async def until(holds: Callable[[], bool]) -> None:
    """Run other tasks until the condition holds; fail after 60 s."""
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0)


async def let_go(*friends: Friend) -> None:
    """Cancel guests' tasks without a leave message."""
    for friend in friends:
        friend.task.cancel()
    await asyncio.gather(*(one.task for one in friends), return_exceptions=True)


def told_to(match: Noted, seat: int | None) -> list[bytes]:
    """Return the lines that a seat, or a spectator, should receive of a match."""
    game = GAMES[match.header.game]
    codec = event_codec(game)
    state = game.start(len(match.header.sitters), match.header.options)
    lines = [line_bytes(match.header.told(seat).line())]
    for event in match.events:
        if not isinstance(event, SeatGiven):
            state = game.fold(state, event)
        lines.append(line_bytes(codec.write(game.tell(event, state, seat))))
    return lines


def messages(received: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in received.split(b"\n") if line]
