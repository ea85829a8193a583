"""Simulated phones over the real socket, and a table in this process for them."""

import asyncio
import random
from collections.abc import Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, ClassVar

import pytest
from msgspec.structs import astuple
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from greenbaize.app.network.hosted_table_files import TableKeys
from greenbaize.app.phones import messages, pacing
from greenbaize.app.phones.messages import HOST_FRAME_DECODER, ScreenMessage, encode_frame
from greenbaize.app.phones.phone_service import PhoneService
from greenbaize.lan.wire import decode_message
from lan.random_guests import (
    CODE,
    MemoryHostedTable,
    get_table_key,
    make_table_setup,
    open_memory_table,
)
from waiting import describe_condition

LOOPBACK = "127.0.0.1"


class FakePhoneTableFiles:
    """Stand-in for the table's files that stores the phones' keys."""

    def __init__(self) -> None:
        self.keys = TableKeys(*astuple(get_table_key()), code=CODE)
        self.wrong_link_counts: list[int] = []

    def write_phone_link(self, secret: str, port: int) -> None:
        self.keys.phones, self.keys.phones_port = secret, port

    def report_wrong_link(self, try_count: int) -> None:
        self.wrong_link_counts.append(try_count)


class HostedPhoneTable:
    """Table in memory with its phones switched on."""

    def __init__(
        self, hosted: MemoryHostedTable, phones: PhoneService, table_files: FakePhoneTableFiles
    ) -> None:
        self.hosted, self.phones, self.table_files = hosted, phones, table_files

    @property
    def secret(self) -> str:
        return self.table_files.keys.phones

    @property
    def port(self) -> int:
        return self.table_files.keys.phones_port

    def make_phone(self, name: str, **options: Any) -> "FakePhone":
        return FakePhone(name, self.port, self.secret, **options)

    async def join_lobby(self, name: str = "Anna", **options: Any) -> "FakePhone":
        """Return a phone in the waiting room that does nothing by itself."""
        phone = await self.make_phone(name, plays_cards=False, **options).connect_page()
        await phone.wait_until(lambda screen: screen.stage == "lobby")
        return phone


@asynccontextmanager
async def open_phone_table(table_setup: Any = None, tempo: float = 0.0, **options: Any):
    async with open_memory_table(table_setup or make_table_setup(), **options) as hosted:
        table_files = FakePhoneTableFiles()
        phones = PhoneService(hosted.table, hosted.server, table_files, LOOPBACK)  # type: ignore[arg-type]
        tempo_before, pacing.DISPLAY_TIME_FACTOR = pacing.DISPLAY_TIME_FACTOR, tempo
        await phones.switch_on()
        try:
            yield HostedPhoneTable(hosted, phones, table_files)
        finally:
            open_phones, FakePhone.open_phones = FakePhone.open_phones, []
            for phone in open_phones:
                await phone.close()
            await phones.close_service()
            pacing.DISPLAY_TIME_FACTOR = tempo_before


class FakePhone:
    """Phone page that keeps its chair's secret and plays random allowed answers."""

    open_phones: ClassVar[list["FakePhone"]] = []

    def __init__(
        self,
        name: str,
        port: int,
        table_secret: str,
        *,
        language: str = "en",
        plays_cards: bool = True,
        seed: int = 1,
    ) -> None:
        self.name, self.port, self.table_secret, self.language = name, port, table_secret, language
        self.plays_cards = plays_cards
        self.ignores_pings = False
        self.loop_turns_per_frame = 0
        """Turns of the event loop before a frame is processed."""
        self.chair_secret, self.tab_id, self.takes_chair = "", f"tab-{name}", False
        self.is_spectator = False
        self.frames: list[str] = []
        self.received: list[Any] = []
        self.screen: ScreenMessage | None = None
        self._changed = asyncio.Event()
        """Set when a screen has come, or the connection has ended."""
        self.connection: ClientConnection | None = None
        self.on_screen: Callable[[ScreenMessage], object] = lambda _: None
        self._random = random.Random(f"{name} {seed}")
        self._done: set[int] = set()
        self._task: asyncio.Task[None] | None = None
        FakePhone.open_phones.append(self)

    async def connect_page(self, **headers: str) -> "FakePhone":
        """Connect, send the hello and process messages from now on."""
        self.connection = await connect(
            f"ws://{LOOPBACK}:{self.port}/socket",
            origin=f"http://{LOOPBACK}:{self.port}",  # type: ignore[arg-type]
            compression=None,
            ping_interval=None,
            max_size=None,
            proxy=None,
        )
        watch = self.is_spectator and bool(self.received)
        hello = messages.PhoneHelloMessage(
            self.table_secret,
            self.chair_secret,
            self.language,
            self.tab_id,
            self.takes_chair,
            watch=watch,
        )
        await self.connection.send(encode_frame(hello))
        self._task = asyncio.create_task(self._receive_frames(self.connection))
        return self

    async def _receive_frames(self, connection: ClientConnection) -> None:
        try:
            async for frame in connection:
                assert isinstance(frame, str)
                for _ in range(self.loop_turns_per_frame):
                    await asyncio.sleep(0)
                self.frames.append(frame)
                await self._on_message(connection, decode_message(HOST_FRAME_DECODER, frame))
        except ConnectionClosed:
            pass
        finally:
            self._changed.set()

    async def _on_message(self, connection: ClientConnection, message: Any) -> None:
        self.received.append(message)
        match message:
            case messages.JoinFormMessage(wrong="") if self.is_spectator:
                await self._send_to(connection, messages.WatchTableMessage())
            case messages.JoinFormMessage(wrong="", waits=False):
                await self._send_to(connection, messages.PhoneJoinMessage(self.name))
            case messages.ChairAssignedMessage(chair=chair):
                self.chair_secret = chair
            case messages.PhonePingMessage() if not self.ignores_pings:
                await self._send_to(connection, messages.PhonePongMessage())
            case ScreenMessage():
                self.screen = message
                self._changed.set()
                self.on_screen(message)
                if self.plays_cards:
                    await self._send_random_answer(connection, message)

    async def _send_random_answer(
        self, connection: ClientConnection, screen: ScreenMessage
    ) -> None:
        if screen.lobby is not None and screen.lobby.can_ready and not screen.lobby.ready:
            if screen.stage == "lobby":
                await self._send_to(connection, messages.PhoneReadyMessage(True))
            return
        ready_offers = [
            item for item in screen.offers if item.where == "button" and len(item.answers) == 1
        ]
        if screen.ask is not None:
            allowed_answers = [
                item.which for item in screen.ask.answers if not (item.why or item.breach)
            ]
            await self._send_to(
                connection,
                messages.AnswerQuestionMessage(screen.asked, self._random.choice(allowed_answers)),
            )
        elif ready_offers:
            await self._send_to(
                connection, messages.AcceptOfferMessage(screen.asked, ready_offers[0].offer, 0)
            )

    async def send_message(self, message: messages.PhoneMessage) -> None:
        assert self.connection is not None
        await self._send_to(self.connection, message)

    async def _send_to(self, connection: ClientConnection, message: messages.PhoneMessage) -> None:
        with suppress(ConnectionClosed):
            await connection.send(encode_frame(message))

    async def send_frame(self, frame: str | bytes) -> None:
        assert self.connection is not None
        with suppress(ConnectionClosed):
            await self.connection.send(frame)

    async def reload_page(self) -> None:
        """Reconnect as a page does that is loaded again."""
        await self.close()
        self.screen = None
        await self.connect_page()

    async def close(self) -> None:
        if self.connection is not None:
            await self.connection.close()
        if self._task is not None:
            await self._task

    async def abort_connection(self) -> None:
        """Drop the connection without closing it."""
        assert self.connection is not None
        self.connection.transport.abort()
        if self._task is not None:
            await self._task

    def select_messages(self, kind: type) -> list[Any]:
        return [message for message in self.received if isinstance(message, kind)]

    async def wait_until(self, condition: Callable[[ScreenMessage], bool]) -> ScreenMessage:
        """Wait for a screen that fulfils the condition; fail after 60 s and describe it."""
        await self._wait_for_change(
            lambda: self.screen is not None and condition(self.screen), condition
        )
        assert self.screen is not None
        return self.screen

    async def wait_until_shown_or_closed(self) -> None:
        """Wait for any screen, or for the end of the connection."""
        await self._wait_for_change(
            lambda: (
                self.screen is not None
                or self.connection is None
                or self.connection.close_code is not None
            ),
            self.wait_until_shown_or_closed,
        )

    async def _wait_for_change(
        self, condition: Callable[[], bool], goal: Callable[..., object]
    ) -> None:
        try:
            async with asyncio.timeout(60):
                while not condition():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            pytest.fail(f"timed out after 60 s at {describe_condition(goal)}")
