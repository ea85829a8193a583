"""The server of the page and its socket, in the event loop of the table.

A browser trusts the address it was opened with, so every request is checked against it: pages from
other hosts and foreign names that point here (DNS rebinding) are rejected.
"""

import asyncio
import gzip
import ipaddress
import logging
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.frames import CTRL_OPCODES, Frame
from websockets.http11 import Request, Response
from websockets.protocol import Event

from greenbaize.app.avatars import (
    AVATAR_COLOURS,
    AVATAR_HEADS,
    Avatar,
    format_avatar_code,
    render_avatar_svg,
)
from greenbaize.app.phones.messages import (
    MAX_PHONE_FRAME_BYTES,
    PHONE_FRAME_DECODER,
    AcceptOfferMessage,
    AnswerQuestionMessage,
    HostMessage,
    LanguageMessage,
    PageRequest,
    PhoneHelloMessage,
    PhonePingMessage,
    PhonePongMessage,
    PhoneStandInMessage,
    ShowSheetMessage,
    WatchTableMessage,
    encode_frame,
)
from greenbaize.lan.interfaces import is_nearby_address
from greenbaize.lan.line_connection import peer_address
from greenbaize.lan.server import (
    PING_INTERVAL_S,
    SILENCE_TIMEOUT_S,
    TLS_HANDSHAKE_TIMEOUT_S,
    TokenBucket,
    create_listening_socket,
    disable_send_delay,
)
from greenbaize.lan.wire import DamagedMessageError, decode_message
from greenbaize.resources import resources_folder
from greenbaize.store.log import log_exception

SOCKET_PATH: Final = "/socket"
MAX_PHONE_CONNECTIONS: Final = 160
MAX_CONNECTIONS_PER_ADDRESS: Final = 48
"""The maximum number of connections of one address; browsers open six at a time."""
MAX_QUEUED_CHARACTERS: Final = 1_000_000
"""The maximum number of characters queued for a slow phone before it is disconnected."""
PHONE_MESSAGE_BURST: Final = 60.0
"""The number of messages that a phone may send at once."""
PHONE_MESSAGES_PER_S: Final = 15.0
"""The number of further messages allowed per second."""
PHONE_MESSAGE_COSTS: Final[dict[type, float]] = {
    ShowSheetMessage: 5.0,
    LanguageMessage: 5.0,
    PhoneStandInMessage: 5.0,
    WatchTableMessage: 5.0,
    AnswerQuestionMessage: 0.2,
    AcceptOfferMessage: 0.2,
    PhonePongMessage: 0.2,
}
"""The cost of messages that keep the host busy, and of those that fast players send often."""
CONTROL_FRAME_BURST: Final = 60.0
CONTROL_FRAME_INTERVAL_S: Final = 1 / 30
"""The interval after which another control frame, such as a ping, is answered (s). Such frames
bypass all queues.
"""
MAX_READ_BYTES: Final = 4096
"""The maximum size of one read (bytes), so that connections take turns."""
_CONTENT_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
}
_COURT_CARD_PATTERN: Final = re.compile(r"[JQKX][A-Z]\.svg")
_SILENT_LOGGER: Final = logging.getLogger("greenbaize.phones")
"""The logger for errors of websockets in strangers' data, which is discarded."""
_SILENT_LOGGER.addHandler(logging.NullHandler())
_SILENT_LOGGER.propagate = False


class PhoneHandler(Protocol):
    """Handler of the pages behind the socket; ``on_leave`` is called once per greeted page."""

    def on_hello(self, page: "PageConnection", hello: PhoneHelloMessage) -> None: ...
    def on_phone_message(self, page: "PageConnection", message: PageRequest) -> None: ...
    def on_leave(self, page: "PageConnection") -> None: ...


class PageConnection:
    """A connected page with a send queue."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self.address = peer_address(connection.transport)
        self._frames: asyncio.Queue[str | None] = asyncio.Queue()
        self._queued_characters = 0
        self.last_message_time = asyncio.get_running_loop().time()
        self.has_link = self.has_chair = False
        """True if it has sent the table's link, or is at a chair; others are disconnected first."""

    def send_message(self, message: HostMessage) -> None:
        """Queue a message; a phone that is too slow is disconnected instead."""
        frame = encode_frame(message)
        self._queued_characters += len(frame)
        if self._queued_characters > MAX_QUEUED_CHARACTERS:
            self.abort_connection()
        else:
            self._frames.put_nowait(frame)

    def finish_sending(self) -> None:
        self._frames.put_nowait(None)

    def abort_connection(self) -> None:
        self._connection.transport.abort()

    async def send_queued_frames(self) -> None:
        """Send queued messages until the end is queued or the connection is lost."""
        while (frame := await self._frames.get()) is not None:
            await self._connection.send(frame)
            self._queued_characters -= len(frame)
        await self._connection.close()


class PageFile(NamedTuple):
    """A file of the page, ready to be sent."""

    body: bytes
    gzipped: bytes
    content_type: str
    entity_tag: str

    @classmethod
    def from_path(cls, path: Path) -> "PageFile":
        return cls.from_bytes(path.read_bytes(), path.suffix)

    @classmethod
    def from_bytes(cls, body: bytes, suffix: str) -> "PageFile":
        tag = f'"{sha256(body).hexdigest()[:32]}"'
        return cls(body, gzip.compress(body, mtime=0), _CONTENT_TYPES[suffix], tag)


def load_page_files() -> Mapping[str, PageFile]:
    """Return all served files by request path; ``OSError`` if one cannot be read.

    Requests are answered from this mapping only, so that no path leads to other files.
    """
    page = resources_folder() / "phone"
    path_by_url = {f"/{one.name}": one for one in page.iterdir() if one.suffix in _CONTENT_TYPES}
    faces = (
        one
        for one in (resources_folder() / "cards").iterdir()
        if _COURT_CARD_PATTERN.fullmatch(one.name)
    )
    path_by_url |= {f"/cards/{one.name}": one for one in faces}
    files = {path: PageFile.from_path(file) for path, file in sorted(path_by_url.items())}
    for look in (Avatar(head, colour) for head in AVATAR_HEADS for colour in AVATAR_COLOURS):
        drawing = render_avatar_svg(look, disc_colour=AVATAR_COLOURS[look.colour])
        files[f"/faces/{format_avatar_code(look)}.svg"] = PageFile.from_bytes(drawing, ".svg")
    return files | {"/": files["/index.html"]}


class PhoneServer:
    """The server that listens for phones and passes their messages to a handler."""

    def __init__(self, handler: PhoneHandler, files: Mapping[str, PageFile]) -> None:
        self.port = 0
        self._handler, self._files = handler, files
        self._server: Server | None = None
        self._pages: dict[ServerConnection, PageConnection] = {}
        self._addresses: dict[ServerConnection, str] = {}
        """All open connections with their addresses, the oldest first."""
        self._ping_task: asyncio.Task[None] | None = None

    async def start_listening(self, port: int = 0, address: str = "") -> int:
        """Listen on all interfaces or at ``address``; return the port, chosen by the system for 0.

        Raises:
            OSError: the port cannot be used.
        """
        listening_socket = create_listening_socket(port, address)
        server = self

        class _LimitedConnection(ServerConnection):
            def connection_made(self, transport: Any) -> None:
                transport.max_size = MAX_READ_BYTES
                disable_send_delay(transport)
                self.control = TokenBucket(CONTROL_FRAME_BURST, CONTROL_FRAME_INTERVAL_S)
                if server._admit_connection(self, transport):
                    super().connection_made(transport)
                else:
                    # It has no handler yet, and gets none.
                    self.transport = transport
                    transport.abort()

            def process_event(self, event: Event) -> None:
                control = isinstance(event, Frame) and event.opcode in CTRL_OPCODES
                if control and not self.control.try_acquire(self.loop.time()):
                    self.transport.abort()
                elif not self.transport.is_closing():
                    super().process_event(event)

            def connection_lost(self, exc: Exception | None) -> None:
                if server._addresses.pop(self, None) is not None:
                    super().connection_lost(exc)

        self._server = await serve(
            self._serve_page,
            sock=listening_socket,
            create_connection=_LimitedConnection,
            process_request=self._process_request,
            compression=None,
            max_size=MAX_PHONE_FRAME_BYTES,
            max_queue=8,
            open_timeout=TLS_HANDSHAKE_TIMEOUT_S,
            close_timeout=1.0,
            ping_interval=None,
            server_header=None,
            logger=_SILENT_LOGGER,
        )
        self._ping_task = asyncio.create_task(self._ping_pages())
        self.port = listening_socket.getsockname()[1]
        return self.port

    async def stop_listening(self) -> None:
        if self._ping_task is not None:
            self._ping_task.cancel()
        if self._server is None:
            return
        for page in self._pages.values():
            page.finish_sending()
        for connection in [*self._addresses]:
            if connection not in self._pages:
                connection.transport.abort()
        self._server.close(close_connections=False)
        _, pending = await asyncio.wait(
            [asyncio.ensure_future(self._server.wait_closed())], timeout=2
        )
        for connection in [*self._addresses] if pending else ():
            connection.transport.abort()

    # Connections

    def _admit_connection(self, connection: ServerConnection, transport: Any) -> bool:
        """Return True if a new connection is admitted; silent ones are closed for it."""
        address = peer_address(transport)
        if not is_nearby_address(address):
            return False
        open_connections = [other for other in self._addresses if not other.transport.is_closing()]
        linked_connections = {other for other, page in self._pages.items() if page.has_link}
        strangers = [other for other in open_connections if other not in linked_connections]
        counts = Counter(self._addresses[other] for other in strangers)
        if counts[address] >= MAX_CONNECTIONS_PER_ADDRESS:
            self._abort_oldest(strangers, address)
        elif len(open_connections) >= MAX_PHONE_CONNECTIONS:
            guests = [
                other
                for other in linked_connections
                if not self._pages[other].has_chair and other in open_connections
            ]
            candidates = strangers or [other for other in open_connections if other in guests]
            if not candidates:
                return False
            ((busiest_address, _),) = Counter(
                self._addresses[other] for other in candidates
            ).most_common(1)
            self._abort_oldest(candidates, busiest_address)
        self._addresses[connection] = address
        return True

    def _abort_oldest(self, candidates: Sequence[ServerConnection], address: str) -> None:
        next(
            connection for connection in candidates if self._addresses[connection] == address
        ).transport.abort()

    def _process_request(self, connection: ServerConnection, request: Request) -> Response | None:
        host = _single_header(request, "Host")
        if request.method != "GET":
            return _text_response(HTTPStatus.METHOD_NOT_ALLOWED)
        if not is_own_host(host, connection.local_address):
            return _text_response(HTTPStatus.MISDIRECTED_REQUEST)
        path = request.path.partition("?")[0]
        if path == SOCKET_PATH:
            if _single_header(request, "Origin") != f"http://{host}":
                return _text_response(HTTPStatus.FORBIDDEN)
            if "websocket" not in _single_header(request, "Upgrade").lower():
                return _text_response(HTTPStatus.UPGRADE_REQUIRED)
            return None
        file = self._files.get(path)
        if file is None or "Upgrade" in request.headers:
            return _text_response(HTTPStatus.NOT_FOUND)
        return _file_response(file, request, host)

    async def _serve_page(self, connection: ServerConnection) -> None:
        page = PageConnection(connection)
        send_task = asyncio.ensure_future(page.send_queued_frames())
        is_greeted = False
        try:
            hello = await self._receive_hello(page, connection)
            self._pages[connection] = page
            is_greeted = True
            self._handler.on_hello(page, hello)
            await self._receive_messages(page, connection)
        except (DamagedMessageError, ConnectionClosed, TimeoutError, OSError):
            pass
        except Exception as error:
            # An error caused by one phone must not end the table for the others.
            log_exception(error)
        finally:
            self._pages.pop(connection, None)
            if is_greeted:
                self._handler.on_leave(page)
            page.finish_sending()
            await asyncio.wait([send_task], timeout=1.0)
            send_task.cancel()
            await asyncio.gather(send_task, return_exceptions=True)

    async def _receive_hello(
        self, page: PageConnection, connection: ServerConnection
    ) -> PhoneHelloMessage:
        async with asyncio.timeout(TLS_HANDSHAKE_TIMEOUT_S):
            hello = await self._receive_message(page, connection)
        if not isinstance(hello, PhoneHelloMessage):
            raise DamagedMessageError
        return hello

    async def _receive_message(self, page: PageConnection, connection: ServerConnection) -> Any:
        frame = await connection.recv()
        page.last_message_time = asyncio.get_running_loop().time()
        if not isinstance(frame, str):
            raise DamagedMessageError
        return decode_message(PHONE_FRAME_DECODER, frame)

    async def _receive_messages(self, page: PageConnection, connection: ServerConnection) -> None:
        rate_limit = TokenBucket(PHONE_MESSAGE_BURST, 1 / PHONE_MESSAGES_PER_S)
        while True:
            message = await self._receive_message(page, connection)
            is_allowed = rate_limit.try_acquire(
                page.last_message_time, PHONE_MESSAGE_COSTS.get(type(message), 1.0)
            )
            if not is_allowed or isinstance(message, PhoneHelloMessage):
                raise DamagedMessageError
            if not isinstance(message, PhonePongMessage):
                self._handler.on_phone_message(page, message)

    async def _ping_pages(self) -> None:
        time = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(PING_INTERVAL_S)
            self.check_pages(time())

    def check_pages(self, now: float) -> None:
        """Disconnect silent pages, and ping the others."""
        for page in tuple(self._pages.values()):
            if now - page.last_message_time > SILENCE_TIMEOUT_S:
                page.abort_connection()
            else:
                page.send_message(PhonePingMessage())


def _single_header(request: Request, name: str) -> str:
    """Return the single value of a header; empty if it has none or several."""
    values = request.headers.get_all(name)
    return values[0] if len(values) == 1 else ""


def is_own_host(host: str, local_address: Any) -> bool:
    """Return True if a request names the address and port at which it arrived."""
    name, _, port = host.rpartition(":")
    if not name or not local_address or port != str(local_address[1]):
        return False
    own_address = ipaddress.ip_address(str(local_address[0]).partition("%")[0])
    mapped_address = getattr(own_address, "ipv4_mapped", None)
    own_address = own_address if mapped_address is None else mapped_address
    if name == "localhost":
        return own_address.is_loopback
    if name.startswith("[") and name.endswith("]"):
        name = name[1:-1]
    try:
        return ipaddress.ip_address(name) == own_address
    except ValueError:
        return False


def _text_response(status: HTTPStatus) -> Response:
    body = f"{status.value} {status.phrase}\n".encode()
    return _build_response(status, body, "text/plain; charset=utf-8")


def _file_response(file: PageFile, request: Request, host: str) -> Response:
    accepts_gzip = "gzip" in _single_header(request, "Accept-Encoding")
    if _single_header(request, "If-None-Match") == file.entity_tag:
        response = _build_response(HTTPStatus.NOT_MODIFIED, b"", file.content_type, host)
    else:
        body = file.gzipped if accepts_gzip else file.body
        response = _build_response(HTTPStatus.OK, body, file.content_type, host)
        if accepts_gzip:
            response.headers["Content-Encoding"] = "gzip"
    response.headers["ETag"] = file.entity_tag
    response.headers["Vary"] = "Accept-Encoding"
    return response


def _build_response(status: HTTPStatus, body: bytes, content_type: str, host: str = "") -> Response:
    # Some browsers do not count the socket as part of the page itself.
    connect = f"'self' ws://{host}" if host else "'none'"
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        f"connect-src {connect}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    headers = Headers(
        {
            "Content-Type": content_type,
            "Content-Length": str(len(body)),
            # Revalidated each time, as the page belongs to this particular host.
            "Cache-Control": "no-cache",
            "Content-Security-Policy": policy,
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Connection": "close",
        }
    )
    return Response(status.value, status.phrase, headers, body)
