"""The phones of a table: switched on and off, admitted by the table's secret, given chairs."""

import asyncio
import hmac
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any, Final

from msgspec.structs import replace

from greenbaize.app.network.hosted_table import HostedTable
from greenbaize.app.network.hosted_table_files import HostedTableFiles
from greenbaize.app.network.lobby import LobbyChair
from greenbaize.app.network.session import describe_rejection
from greenbaize.app.nicknames import are_confusable
from greenbaize.app.phones import labels, messages
from greenbaize.app.phones.messages import (
    CodeRequestMessage,
    DisconnectMessage,
    JoinPageRequest,
    LanguageMessage,
    PageRequest,
    PhoneHelloMessage,
    PhoneJoinMessage,
    PhoneLeaveMessage,
    PhonePingMessage,
    SeatTakenMessage,
    TableCodeMessage,
    TableSecretMessage,
    WatchTableMessage,
)
from greenbaize.app.phones.phone_screen import FreeChairs
from greenbaize.app.phones.phone_secrets import PhoneSecretFile
from greenbaize.app.phones.phone_session import TABLE_CLOSED, PhoneSession, table_closed_message
from greenbaize.app.phones.phones_state import ChairRequest, PhonesState
from greenbaize.app.phones.server import PageConnection, PhoneServer, load_page_files
from greenbaize.lan.address import format_address
from greenbaize.lan.client import TableRejectionError
from greenbaize.lan.interfaces import is_nearby_address, needs_scope, own_addresses
from greenbaize.lan.line_connection import LineConnection, create_memory_connections
from greenbaize.lan.pairing import hash_secret, new_secret
from greenbaize.lan.server import GuestRefusedError, TableServer, TokenBucket
from greenbaize.lan.table_code import normalise_code, validate_code
from greenbaize.lan.wire import MAX_HOST_LINE_BYTES
from greenbaize.rules.errors import GameError, UsageError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.words.catalogue import language_context
from greenbaize.words.names import display_name, isolate_direction
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title

DEFAULT_PORT: Final = 8410
"""The first port to try: a browser finds its stored name and settings only at the same port."""
UNKNOWN_SECRET: Final = "0" * 32
"""The secret sent by a page opened without one; it is asked for the code."""
LINK_ENDED: Final = Message("phone-link-ended")
WRONG_LINK_BURST: Final = 3
"""The number of reports of wrong links allowed at once."""
WRONG_LINK_INTERVAL_S: Final = 60.0
"""The interval after which another such report is allowed (s)."""
CHAIR_REQUEST_BURST: Final = 5
"""The number of requests for absent players' chairs allowed at once."""
CHAIR_REQUEST_INTERVAL_S: Final = 10.0
"""The interval after which another such request is allowed (s)."""
SHOWN_POLL_S: Final = 0.1
PAGE_PROBE_TIMEOUT_S: Final = 0.7
"""The time for a page to respond when another one wants its seat (s)."""


@dataclass(slots=True)
class _JoiningPage:
    """A page without a chair, and what it has sent."""

    hello: PhoneHelloMessage
    language: str
    has_table_secret: bool = True
    """True if it has sent the secret of the table."""
    watch_session: PhoneSession | None = None
    """The session by which it watches the table."""
    chair_request: ChairRequest | None = None
    """Its request for a chair."""


def find_home_addresses() -> list[str]:
    """Return the addresses of this computer for phones at home, the most likely first.

    IPv6 link-local addresses need a scope, which no browser accepts.
    """
    return [
        address
        for address in own_addresses()
        if is_nearby_address(address) and not needs_scope(address)
    ]


class PhoneService:
    """The phones of an open table, in the thread of its event loop.

    ``on_change`` is called with each new state to be shown. ``switch_on`` and ``switch_off`` may be
    called at any time. Phones that were on when the host was ended are switched on again by
    ``resume_service``.
    """

    def __init__(
        self,
        table: HostedTable,
        server: TableServer,
        table_files: HostedTableFiles,
        address: str = "",
    ) -> None:
        self.on_change: Callable[[PhonesState], object] = lambda _: None
        self._table, self._table_server, self._table_files, self._address = (
            table,
            server,
            table_files,
            address,
        )
        self._fingerprint = table_files.keys.fingerprint
        self._phone_server: PhoneServer | None = None
        self._secret = ""
        self._former_secrets: set[str] = set()
        """The secrets of links that were replaced by a new code of the table."""
        self._port = 0
        self._sessions: dict[str, PhoneSession] = {}
        """By the hashes of their guests' secrets."""
        self._pages: dict[PageConnection, PhoneSession | _JoiningPage] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._secret_file = PhoneSecretFile(folders.phone_tables_path())
        self._wrong_link_count = 0
        self._wrong_link_limit = TokenBucket(WRONG_LINK_BURST, WRONG_LINK_INTERVAL_S)
        self._chair_request_count = 0
        self._chair_request_limit = TokenBucket(CHAIR_REQUEST_BURST, CHAIR_REQUEST_INTERVAL_S)
        self._switch_lock = asyncio.Lock()
        self._screen_line_count: int | None = None
        """The number of lines shown by the screen at the table; None without a screen."""

    @property
    def state(self) -> PhonesState:
        if self._phone_server is None:
            return PhonesState()
        urls = tuple(
            f"http://{format_address(address, self._phone_server.port)}/#{self._secret}"
            for address in self._addresses
        )
        sessions = self._sessions.values()
        names = [session.name for session in sessions if session.page is not None and session.name]
        pages = [
            joining_page
            for joining_page in self._pages.values()
            if isinstance(joining_page, _JoiningPage)
        ]
        requests = tuple(
            joining_page.chair_request
            for joining_page in pages
            if joining_page.chair_request is not None
            and self._find_away_chair(joining_page.chair_request.name)
        )
        return PhonesState(urls[0] if urls else "", urls, tuple(map(display_name, names)), requests)

    @property
    def _addresses(self) -> list[str]:
        return [self._address] if self._address else find_home_addresses()

    async def resume_service(self) -> None:
        """Switch on if phones were on when the host of this match was ended."""
        if self._table_files.keys.phones_port:
            await self.switch_on()

    async def switch_on(self) -> PhonesState:
        """Admit phones; ``GameError`` if there is no free port, or no home network."""
        async with self._switch_lock:
            if self._phone_server is None:
                await self._start_server()
        self._publish_state()
        return self.state

    async def _start_server(self) -> None:
        keys = self._table_files.keys
        if not self._addresses:
            raise GameError(Message("phones-no-network"))
        self._secret = keys.phones or new_secret()
        self._secret_file.add_secret(self._secret)
        try:
            server = PhoneServer(self, load_page_files())
            await self._bind_server(server, keys.phones_port or self._port or DEFAULT_PORT)
        except OSError as error:
            reason = error.strerror or str(error)
            raise GameError(Message("phones-port", {"reason": reason})) from None
        self._phone_server, self._port = server, server.port
        self._table_files.write_phone_link(self._secret, server.port)

    async def _bind_server(self, server: PhoneServer, port: int) -> None:
        try:
            await server.start_listening(port, self._address)
        except OSError:
            await server.start_listening(0, self._address)

    async def wait_until_shown(self, timeout_s: float) -> None:
        """Wait until all phones have shown what has happened, or for a maximum time (s)."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while any(link.is_showing for link in self._sessions.values()):
                    await asyncio.sleep(SHOWN_POLL_S)

    async def switch_off(self) -> None:
        """Disconnect phones, which reconnect by themselves; their chairs are kept for a while."""
        async with self._switch_lock:
            await self._stop_server(Message("phones-off"), may_reconnect=True)
            self._table_files.write_phone_link(self._secret, 0)
        self._publish_state()

    async def close_service(self) -> None:
        """Disconnect phones for good, as the table closes."""
        async with self._switch_lock:
            await self._stop_server(table_closed_message(is_playing=self._table.is_playing))

    async def _stop_server(self, reason: Message, *, may_reconnect: bool = False) -> None:
        server, self._phone_server = self._phone_server, None
        if server is None:
            return
        for task in self._tasks:
            task.cancel()
        sessions, self._sessions = self._sessions, {}
        for session in sessions.values():
            session.end_session(reason, may_reconnect=may_reconnect)
        for page in tuple(self._pages):
            page.finish_sending()
        await server.stop_listening()

    def renew_link(self) -> None:
        """Replace the link for newcomers; phones that have a chair or watch stay.

        Pages without either are asked for the new code.
        """
        former_secret = self._secret or self._table_files.keys.phones
        if not former_secret:
            return  # No phone has ever connected.
        self._former_secrets.add(former_secret)
        self._secret = new_secret()
        self._secret_file.add_secret(self._secret)
        self._table_files.write_phone_link(self._secret, self._table_files.keys.phones_port)
        for page, session in tuple(self._pages.items()):
            if isinstance(session, _JoiningPage) and session.has_table_secret:
                session.has_table_secret = page.has_link = False
                session.chair_request = None
                if session.watch_session is None:
                    self._request_code(page, session, _message_text(LINK_ENDED, session.language))
        self._publish_state()

    @property
    def is_on(self) -> bool:
        """True if phones can connect."""
        return self._phone_server is not None

    def publish_state(self) -> None:
        if self._phone_server is not None:
            self._publish_state()

    def _publish_state(self) -> None:
        self.on_change(self.state)

    def _connect(self, address: str) -> LineConnection:
        phone_end, server_end = create_memory_connections(self._fingerprint, MAX_HOST_LINE_BYTES)
        server_end.address = address
        self._run_in_background(self._table_server.serve_connection(server_end))
        return phone_end

    def _run_in_background(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # The handler behind the socket

    def on_hello(self, page: PageConnection, hello: PhoneHelloMessage) -> None:
        """Handle a page's greeting: give it its chair, the join form, or reject its secret."""
        page.has_link = self._phone_server is not None and hmac.compare_digest(
            hello.table, self._secret
        )
        # The secret of a chair is also valid with an old link.
        session = None if self._phone_server is None else self._find_session(page, hello.chair)
        joining_page = _JoiningPage(hello, hello.language, has_table_secret=page.has_link)
        if session is None and not page.has_link:
            if hello.table in self._former_secrets:
                self._request_code(page, joining_page, _message_text(LINK_ENDED, hello.language))
            elif hello.table == UNKNOWN_SECRET:
                self._request_code(page, joining_page)
            else:
                self._reject_page(page, hello)
        elif session is None:
            self._pages[page] = joining_page
            show_page = self._start_watching if hello.watch else self._show_join_form
            show_page(page, joining_page)
        elif session.page is None or session.tab_id == hello.tab or hello.take:
            self._attach_page(page, session, hello)
        else:
            self._pages[page] = joining_page
            self._run_in_background(self._probe_current_page(page, session, hello))

    def _reject_page(self, page: PageConnection, hello: PhoneHelloMessage) -> None:
        """Reject a page of an unknown or a closed table."""
        reason = TABLE_CLOSED
        if not self._secret_file.has_secret(hello.table):
            reason = Message("phone-wrong-link")
            self._wrong_link_count += 1
            if self._wrong_link_limit.try_acquire(asyncio.get_running_loop().time()):
                self._table_files.report_wrong_link(self._wrong_link_count)
        page.send_message(DisconnectMessage(_message_text(reason, hello.language), again=False))
        page.finish_sending()

    def _request_code(
        self, page: PageConnection, joining_page: _JoiningPage, error: str = ""
    ) -> None:
        self._pages[page] = joining_page
        with language_context(joining_page.language):
            page.send_message(labels.build_labels_message())
            page.send_message(
                CodeRequestMessage(Speaker().format_message(Message("phone-code")), error)
            )

    def _check_code(self, page: PageConnection, joining_page: _JoiningPage, text: str) -> None:
        """Send the table's secret to a page with its code; attempts count as for guests."""
        reason = Message("phone-code-wrong")
        try:
            self._table_server.check_code(normalise_code(validate_code(text)), page.address)
        except UsageError as error:
            reason = error.message  # Not a code at all, so nothing was guessed.
        except GuestRefusedError as error:
            if error.reason == "slow":
                reason = Message("phone-code-slow", {"wait": ceil(error.wait_s)})
        else:
            page.send_message(TableSecretMessage(self._secret))
            page.finish_sending()
            return
        self._request_code(page, joining_page, _message_text(reason, joining_page.language))

    def _find_session(self, page: PageConnection, chair: str) -> PhoneSession | None:
        """Return the session of a chair whose secret is known, if the chair is kept."""
        hashed = hash_secret(chair) if chair else ""
        lobby_chair = self._find_chair(hashed)
        if lobby_chair is None and (session := self._sessions.pop(hashed, None)) is not None:
            session.end_session(None)  # The chair was given up while the phone was away.
        if lobby_chair is None and chair and self._table.return_chair(chair):
            lobby_chair = self._find_chair(hashed)
        if lobby_chair is None:
            return None
        return self._sessions.get(hashed) or self._create_session(page, lobby_chair.name, chair)

    def _find_chair(self, hashed: str) -> LobbyChair | None:
        chairs = self._table.lobby.chairs
        return next((chair for chair in chairs if hashed and chair.secret_hash == hashed), None)

    def _create_session(self, page: PageConnection, name: str, secret: str) -> PhoneSession:
        launcher = self._table.setup.launcher
        session = PhoneSession(
            name, secret, partial(self._connect, page.address), launcher, self._on_session_end
        )
        self._sessions[hash_secret(secret)] = session
        session.sync_with_screen(self._screen_line_count)
        return session

    def sync_with_screen(self, line_count: int | None) -> None:
        """Let phones show no result before the screen at the table, if there is one."""
        self._screen_line_count = line_count
        for session in tuple(self._sessions.values()):
            session.sync_with_screen(line_count)

    def _attach_page(
        self, page: PageConnection, session: PhoneSession, hello: PhoneHelloMessage
    ) -> None:
        self._pages[page] = session
        page.has_link = page.has_chair = True
        session.attach_page(page, hello, hello.language)
        self._publish_state()

    async def _probe_current_page(
        self, page: PageConnection, session: PhoneSession, hello: PhoneHelloMessage
    ) -> None:
        """Give a page the seat of another one that no longer responds."""
        current_page, joining_page = session.page, self._pages.get(page)
        probe_time, is_alive = asyncio.get_running_loop().time(), False
        if current_page is not None:
            current_page.send_message(PhonePingMessage())
            await asyncio.sleep(PAGE_PROBE_TIMEOUT_S)
            is_alive = (
                session.page is not current_page or current_page.last_message_time > probe_time
            )
        if not isinstance(joining_page, _JoiningPage) or self._pages.get(page) is not joining_page:
            return  # It is gone, or has taken another chair meanwhile.
        current_session = self._find_session(page, hello.chair)
        if current_session is None:
            self._show_join_page(page, joining_page)
        elif is_alive and current_session.page is not None:
            with language_context(hello.language):
                page.send_message(labels.build_labels_message())
            is_same_phone = hello.phone != "" and hello.phone == current_session.phone_id
            message = Message("phone-taken-tab" if is_same_phone else "phone-taken")
            page.send_message(SeatTakenMessage(_message_text(message, hello.language)))
        else:
            self._attach_page(page, current_session, hello)

    def on_phone_message(self, page: PageConnection, message: PageRequest) -> None:
        session = self._pages.get(page)
        if isinstance(session, PhoneSession):
            if session.page is page and not isinstance(message, JoinPageRequest):
                session.on_phone_message(message)
        elif isinstance(session, _JoiningPage) and session.watch_session is not None:
            self._on_spectator_message(page, session, session.watch_session, message)
        elif isinstance(session, _JoiningPage):
            self._on_join_message(page, session, message)

    def _on_join_message(
        self, page: PageConnection, joining_page: _JoiningPage, message: PageRequest
    ) -> None:
        match message:
            case LanguageMessage(language=language):
                joining_page.language = language
                self._show_join_page(page, joining_page)
            case TableCodeMessage(code=code) if not joining_page.has_table_secret:
                self._check_code(page, joining_page, code)
            case _ if not joining_page.has_table_secret:
                page.finish_sending()
            case WatchTableMessage():
                self._start_watching(page, joining_page)
            case PhoneJoinMessage(name=name):
                try:
                    clean_name, secret = self._table.assign_chair(name)
                except GuestRefusedError as error:
                    away_chair = self._find_away_chair(name) if error.reason == "name" else None
                    if away_chair is not None:
                        self._request_chair(page, joining_page, away_chair)
                        return
                    refusal = self._describe_refusal(error.reason)
                    self._show_join_form(
                        page, joining_page, _message_text(refusal, joining_page.language)
                    )
                else:
                    self._attach_page(
                        page,
                        self._create_session(page, clean_name, secret),
                        replace(joining_page.hello, language=joining_page.language),
                    )
            case PhoneLeaveMessage():
                page.finish_sending()

    def _start_watching(self, page: PageConnection, joining_page: _JoiningPage) -> None:
        """Show the table to a page without a chair, as to every spectator."""
        try:
            secret = self._table.lobby.register_expected_spectator()
        except GuestRefusedError as error:
            message = describe_rejection(TableRejectionError(error.reason))
            self._show_join_form(page, joining_page, _message_text(message, joining_page.language))
        else:
            joining_page.watch_session = self._create_session(page, "", secret)
            joining_page.watch_session.find_free_chairs = self._find_free_chairs
            joining_page.watch_session.attach_page(page, joining_page.hello, joining_page.language)

    def _on_spectator_message(
        self,
        page: PageConnection,
        joining_page: _JoiningPage,
        session: PhoneSession,
        message: PageRequest,
    ) -> None:
        match message:
            case PhoneJoinMessage():
                self._stop_watching(joining_page)
                if joining_page.has_table_secret:
                    self._on_join_message(page, joining_page, message)
                else:
                    self._request_code(
                        page, joining_page, _message_text(LINK_ENDED, joining_page.language)
                    )
            case PhoneLeaveMessage():
                self._stop_watching(joining_page)
                self._show_join_page(page, joining_page)
            case TableCodeMessage() | WatchTableMessage():
                pass  # The page already watches.
            case _:
                if isinstance(message, LanguageMessage):
                    joining_page.language = message.language
                session.on_phone_message(message)

    def _stop_watching(self, joining_page: _JoiningPage) -> None:
        session, joining_page.watch_session = joining_page.watch_session, None
        if session is not None:
            self._on_session_end(session)
            session.page = None
            session.end_session(None)

    def _find_free_chairs(self) -> FreeChairs:
        return FreeChairs(len(self._table.free_chairs), self._table.has_chair_in_next_deal)

    def _describe_refusal(self, code: str) -> Message:
        """Return the reason why nobody can sit down here."""
        if code in ("full", "next-deal"):
            return Message("phone-nobody-away" if self._away_chairs else f"phone-{code}")
        return describe_rejection(TableRejectionError(code))

    def _show_join_page(self, page: PageConnection, joining_page: _JoiningPage) -> None:
        show_page = self._show_join_form if joining_page.has_table_secret else self._request_code
        show_page(page, joining_page)

    # A page loses its secret if its browser stores nothing, or if it was opened at another port.

    @property
    def _away_chairs(self) -> list[LobbyChair]:
        """The chairs of absent people, except that of the host."""
        people = self._table.lobby.taken_chairs
        return [
            chair
            for chair in people
            if chair.client is None and chair.secret_hash and not chair.is_host
        ]

    def _find_away_chair(self, name: str) -> LobbyChair | None:
        return next(
            (chair for chair in self._away_chairs if are_confusable(name, chair.name)), None
        )

    def _request_chair(
        self, page: PageConnection, joining_page: _JoiningPage, chair: LobbyChair
    ) -> None:
        """Ask the table's keeper to decide on a page's request for an absent player's chair."""
        if joining_page.chair_request is None or joining_page.chair_request.name != chair.name:
            if not self._chair_request_limit.try_acquire(asyncio.get_running_loop().time()):
                error = Message("table-denied-too-fast")
                self._show_join_form(
                    page, joining_page, _message_text(error, joining_page.language)
                )
                return
            self._chair_request_count += 1
            joining_page.chair_request = ChairRequest(self._chair_request_count, chair.name)
        self._show_join_form(page, joining_page)
        self._publish_state()

    def grant_chair_request(self, number: int) -> bool:
        """Give a page the chair it has requested; return True if the request was still open."""
        waiting_pages = (
            (page, joining_page, joining_page.chair_request)
            for page, joining_page in self._pages.items()
            if isinstance(joining_page, _JoiningPage)
            and joining_page.chair_request is not None
            and joining_page.chair_request.number == number
        )
        page, joining_page, request = next(waiting_pages, (None, None, None))
        if (
            page is None
            or joining_page is None
            or request is None
            or not joining_page.has_table_secret
        ):
            return False
        joining_page.chair_request = None
        chair = self._find_away_chair(request.name)
        if chair is None:  # Its owner has come back.
            self._show_join_form(
                page,
                joining_page,
                _message_text(self._describe_refusal("name"), joining_page.language),
            )
            self._publish_state()
            return False
        self._stop_watching(joining_page)
        former_session = self._sessions.pop(chair.secret_hash, None)
        if former_session is not None:
            former_session.end_session(None)
        session = self._create_session(page, chair.name, self._table.reissue_secret(chair))
        self._attach_page(
            page, session, replace(joining_page.hello, language=joining_page.language)
        )
        return True

    def _show_join_form(
        self, page: PageConnection, joining_page: _JoiningPage, error: str = ""
    ) -> None:
        request, chairs = self._table.setup, self._find_free_chairs()
        has_away_chairs = not chairs.free_count and bool(self._away_chairs)
        with language_context(joining_page.language):
            sentence = (
                chairs.sentence
                if joining_page.chair_request is None
                else _waiting_text(joining_page.chair_request)
            )
            if has_away_chairs and joining_page.chair_request is None:
                sentence = f"{sentence} {Speaker().format_message(Message('phone-back'))}"
            page.send_message(labels.build_labels_message())
            page.send_message(
                messages.JoinFormMessage(
                    table=display_name(request.name),
                    game=game_title(request.game),
                    said=sentence,
                    free=chairs.free_count,
                    wrong=error,
                    watch=not chairs.free_count or self._table.is_playing,
                    back=has_away_chairs,
                    waits=joining_page.chair_request is not None,
                )
            )

    def on_leave(self, page: PageConnection) -> None:
        session = self._pages.pop(page, None)
        if isinstance(session, PhoneSession):
            session.detach_page(page)
            self._publish_state()
        elif session is not None:
            self._stop_watching(session)
            if session.chair_request is not None:
                self._publish_state()

    def _on_session_end(self, session: PhoneSession) -> None:
        self._sessions.pop(hash_secret(session.secret), None)
        self._publish_state()


def _waiting_text(request: ChairRequest) -> str:
    name = isolate_direction(display_name(request.name))
    return Speaker().format_message(
        Message("phone-waits", {"name": name, "number": request.number})
    )


def _message_text(message: Message, language: str) -> str:
    with language_context(language):
        return Speaker().format_message(message)
