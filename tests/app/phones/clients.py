"""Simulated phones over the real socket, and a table in this process for them."""

import asyncio
import random
from collections.abc import Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, ClassVar

from msgspec.structs import astuple
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from greenbaize.app.network.host_journal import TableKeys
from greenbaize.app.phones import messages, pacing
from greenbaize.app.phones.messages import FROM_HOST, Screen, frame_of
from greenbaize.app.phones.phones import Phones
from greenbaize.lan.wire import read
from lan.friends import CODE, Hosted, key, opened, request, until

LOOPBACK = "127.0.0.1"


class Journal:
    """Stand-in for the host journal that stores the phones' keys."""

    def __init__(self) -> None:
        self.keys = TableKeys(*astuple(key()), code=CODE)
        self.wrong: list[int] = []

    def keep_phones(self, secret: str, port: int) -> None:
        self.keys.phones, self.keys.phones_port = secret, port

    def note_wrong_link(self, tries: int) -> None:
        self.wrong.append(tries)


class Kitchen:
    """Table in memory with its phones switched on."""

    def __init__(self, hosted: Hosted, phones: Phones, journal: Journal) -> None:
        self.hosted, self.phones, self.journal = hosted, phones, journal

    @property
    def secret(self) -> str:
        return self.journal.keys.phones

    @property
    def port(self) -> int:
        return self.journal.keys.phones_port

    def phone(self, name: str, **more: Any) -> "Phone":
        return Phone(name, self.port, self.secret, **more)

    async def guest(self, name: str = "Anna", **more: Any) -> "Phone":
        """Return a phone in the waiting room that does nothing by itself."""
        phone = await self.phone(name, plays=False, **more).come()
        await phone.until(lambda screen: screen.stage == "lobby")
        return phone


@asynccontextmanager
async def kitchen(asked: Any = None, tempo: float = 0.0, **more: Any):
    async with opened(asked or request(), **more) as hosted:
        journal = Journal()
        phones = Phones(hosted.table, hosted.door, journal, LOOPBACK)
        before, pacing.TEMPO = pacing.TEMPO, tempo
        await phones.switch_on()
        try:
            yield Kitchen(hosted, phones, journal)
        finally:
            everybody, Phone.here = Phone.here, []
            for phone in everybody:
                await phone.close()
            await phones.close()
            pacing.TEMPO = before


class Phone:
    """Phone page that keeps its chair's secret and plays random allowed answers."""

    here: ClassVar[list["Phone"]] = []

    def __init__(
        self,
        name: str,
        port: int,
        table: str,
        *,
        language: str = "en",
        plays: bool = True,
        seed: int = 1,
    ) -> None:
        self.name, self.port, self.table, self.language = name, port, table, language
        self.plays = plays
        self.deaf = False
        self.slow = 0
        """Turns of the event loop before a frame is processed."""
        self.chair, self.tab, self.take = "", f"tab-{name}", False
        self.watches = False
        self.frames: list[str] = []
        self.heard: list[Any] = []
        self.screen: Screen | None = None
        self.connection: ClientConnection | None = None
        self.on_screen: Callable[[Screen], object] = lambda _: None
        self._random = random.Random(f"{name} {seed}")
        self._done: set[int] = set()
        self._task: asyncio.Task[None] | None = None
        Phone.here.append(self)

    async def come(self, **headers: str) -> "Phone":
        """Connect, send the hello and process messages from now on."""
        self.connection = await connect(
            f"ws://{LOOPBACK}:{self.port}/socket",
            origin=f"http://{LOOPBACK}:{self.port}",
            compression=None,
            ping_interval=None,
            max_size=None,
            proxy=None,
        )
        watch = self.watches and bool(self.heard)
        hello = messages.Hello(
            self.table, self.chair, self.language, self.tab, self.take, watch=watch
        )
        await self.connection.send(frame_of(hello))
        self._task = asyncio.create_task(self._listen(self.connection))
        return self

    async def _listen(self, connection: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for frame in connection:
                assert isinstance(frame, str)
                for _ in range(self.slow):
                    await asyncio.sleep(0)
                self.frames.append(frame)
                await self._hear(connection, read(FROM_HOST, frame))

    async def _hear(self, at: ClientConnection, message: Any) -> None:
        self.heard.append(message)
        match message:
            case messages.Door(wrong="") if self.watches:
                await self._send(at, messages.Watch())
            case messages.Door(wrong="", waits=False):
                await self._send(at, messages.Sit(self.name))
            case messages.Seated(chair=chair):
                self.chair = chair
            case messages.Ping() if not self.deaf:
                await self._send(at, messages.Pong())
            case Screen():
                self.screen = message
                self.on_screen(message)
                if self.plays:
                    await self._play(at, message)

    async def _play(self, at: ClientConnection, screen: Screen) -> None:
        if screen.lobby is not None and screen.lobby.can_ready and not screen.lobby.ready:
            if screen.stage == "lobby":
                await self._send(at, messages.Ready(True))
            return
        ready = [one for one in screen.offers if one.where == "button" and len(one.answers) == 1]
        if screen.ask is not None:
            may = [one.which for one in screen.ask.answers if not (one.why or one.breach)]
            await self._send(at, messages.AnswerAsked(screen.asked, self._random.choice(may)))
        elif ready:
            await self._send(at, messages.TakeOffer(screen.asked, ready[0].offer, 0))

    async def send(self, message: messages.FromPhone) -> None:
        assert self.connection is not None
        await self._send(self.connection, message)

    async def _send(self, at: ClientConnection, message: messages.FromPhone) -> None:
        with suppress(ConnectionClosed):
            await at.send(frame_of(message))

    async def say(self, frame: str | bytes) -> None:
        assert self.connection is not None
        with suppress(ConnectionClosed):
            await self.connection.send(frame)

    async def reload(self) -> None:
        """Reconnect as a page does that is loaded again."""
        await self.close()
        self.screen = None
        await self.come()

    async def close(self) -> None:
        if self.connection is not None:
            await self.connection.close()
        if self._task is not None:
            await self._task

    async def lost(self) -> None:
        """Drop the connection without closing it."""
        assert self.connection is not None
        self.connection.transport.abort()
        if self._task is not None:
            await self._task

    def of(self, kind: type) -> list[Any]:
        return [one for one in self.heard if isinstance(one, kind)]

    async def until(self, holds: Callable[[Screen], bool]) -> Screen:
        await until(lambda: self.screen is not None and holds(self.screen))
        assert self.screen is not None
        return self.screen
