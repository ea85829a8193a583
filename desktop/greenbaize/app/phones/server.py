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

from greenbaize.app.faces import COLOURS, HEADS, Look, face_code, face_drawing
from greenbaize.app.phones.messages import (
    FROM_PHONE,
    LONGEST_FROM_PHONE,
    AnswerAsked,
    FromHost,
    FromPhone,
    Hello,
    Language,
    Ping,
    Pong,
    Show,
    StandIn,
    TakeOffer,
    Watch,
    frame_of,
)
from greenbaize.lan.interfaces import is_near
from greenbaize.lan.lines import peer_address
from greenbaize.lan.server import GREET_S, PING_S, SILENCE_S, Pace, listen_at, send_at_once
from greenbaize.lan.wire import DamagedMessageError, read
from greenbaize.resources import resources
from greenbaize.store.log import keep_error

SOCKET: Final = "/socket"
MOST_CONNECTIONS: Final = 160
MOST_FROM_ONE: Final = 48
"""The maximum number of connections of one address; browsers open six at a time."""
MOST_WAITING: Final = 1_000_000
"""The maximum number of characters queued for a slow phone before it is disconnected."""
BURST: Final = 60.0
"""The number of messages that a phone may send at once."""
RATE: Final = 15.0
"""The number of further messages allowed per second."""
COSTS: Final[dict[type, float]] = {
    **{Show: 5.0, Language: 5.0, StandIn: 5.0, Watch: 5.0},
    **{AnswerAsked: 0.2, TakeOffer: 0.2, Pong: 0.2},
}
"""The cost of messages that keep the host busy, and of those that fast players send often."""
CONTROL_BURST: Final = 60.0
CONTROL_S: Final = 1 / 30
"""The interval after which another control frame, such as a ping, is answered (s). Such frames
bypass all queues.
"""
READ_AT_ONCE: Final = 4096
"""The maximum size of one read (bytes), so that connections take turns."""
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
}
_FACE: Final = re.compile(r"[JQKX][A-Z]\.svg")
_QUIET: Final = logging.getLogger("greenbaize.phones")
"""The logger for errors of websockets in strangers' data, which is discarded."""
_QUIET.addHandler(logging.NullHandler())
_QUIET.propagate = False


class Door(Protocol):
    """Handler of the pages behind the socket; ``on_leave`` is called once per greeted page."""

    def greet(self, page: "PagePort", hello: Hello) -> None: ...
    def hear(self, page: "PagePort", message: FromPhone) -> None: ...
    def leave(self, page: "PagePort") -> None: ...


class PagePort:
    """A connected page with a send queue."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self.address = peer_address(connection.transport)
        self._frames: asyncio.Queue[str | None] = asyncio.Queue()
        self._waiting = 0
        self.heard = asyncio.get_running_loop().time()
        self.has_link = self.has_chair = False
        """True if it has sent the table's link, or is at a chair; others are disconnected first."""

    def send(self, message: FromHost) -> None:
        """Queue a message; a phone that is too slow is disconnected instead."""
        frame = frame_of(message)
        self._waiting += len(frame)
        if self._waiting > MOST_WAITING:
            self.cut()
        else:
            self._frames.put_nowait(frame)

    def finish(self) -> None:
        self._frames.put_nowait(None)

    def cut(self) -> None:
        self._connection.transport.abort()

    async def pass_on(self) -> None:
        """Send queued messages until the end is queued or the connection is lost."""
        while (frame := await self._frames.get()) is not None:
            await self._connection.send(frame)
            self._waiting -= len(frame)
        await self._connection.close()


class PageFile(NamedTuple):
    """A file of the page, ready to be sent."""

    body: bytes
    gzipped: bytes
    kind: str
    tag: str

    @classmethod
    def of(cls, path: Path) -> "PageFile":
        return cls.made(path.read_bytes(), path.suffix)

    @classmethod
    def made(cls, body: bytes, suffix: str) -> "PageFile":
        tag = f'"{sha256(body).hexdigest()[:32]}"'
        return cls(body, gzip.compress(body, mtime=0), _TYPES[suffix], tag)


def page_files() -> Mapping[str, PageFile]:
    """Return all served files by request path; ``OSError`` if one cannot be read.

    Requests are answered from this mapping only, so that no path leads to other files.
    """
    page = resources() / "phone"
    named = {f"/{one.name}": one for one in page.iterdir() if one.suffix in _TYPES}
    faces = (one for one in (resources() / "cards").iterdir() if _FACE.fullmatch(one.name))
    named |= {f"/cards/{one.name}": one for one in faces}
    files = {path: PageFile.of(file) for path, file in sorted(named.items())}
    for look in (Look(head, colour) for head in HEADS for colour in COLOURS):
        drawing = face_drawing(look, disc=COLOURS[look.colour])
        files[f"/faces/{face_code(look)}.svg"] = PageFile.made(drawing, ".svg")
    return files | {"/": files["/index.html"]}


class PhoneServer:
    """The server that listens for phones and passes their messages to a handler."""

    def __init__(self, door: Door, files: Mapping[str, PageFile]) -> None:
        self.port = 0
        self._door, self._files = door, files
        self._server: Server | None = None
        self._pages: dict[ServerConnection, PagePort] = {}
        self._connections: dict[ServerConnection, str] = {}
        """All open connections with their addresses, the oldest first."""
        self._pinging: asyncio.Task[None] | None = None

    async def open(self, port: int = 0, address: str = "") -> int:
        """Listen on all interfaces or at ``address``; return the port, chosen by the system for 0.

        Raises:
            OSError: the port cannot be used.
        """
        listening = listen_at(port, address)
        server = self

        class Counted(ServerConnection):
            def connection_made(self, transport: Any) -> None:
                transport.max_size = READ_AT_ONCE
                send_at_once(transport)
                self.control = Pace(CONTROL_BURST, CONTROL_S)
                if server._count(self, transport):
                    super().connection_made(transport)
                else:
                    # It has no handler yet, and gets none.
                    self.transport = transport
                    transport.abort()

            def process_event(self, event: Event) -> None:
                control = isinstance(event, Frame) and event.opcode in CTRL_OPCODES
                if control and not self.control.allows(self.loop.time()):
                    self.transport.abort()
                elif not self.transport.is_closing():
                    super().process_event(event)

            def connection_lost(self, exc: Exception | None) -> None:
                if server._connections.pop(self, None) is not None:
                    super().connection_lost(exc)

        self._server = await serve(
            self._talk,
            sock=listening,
            create_connection=Counted,
            process_request=self._request,
            compression=None,
            max_size=LONGEST_FROM_PHONE,
            max_queue=8,
            open_timeout=GREET_S,
            close_timeout=1.0,
            ping_interval=None,
            server_header=None,
            logger=_QUIET,
        )
        self._pinging = asyncio.create_task(self._ping())
        self.port = listening.getsockname()[1]
        return self.port

    async def close(self) -> None:
        if self._pinging is not None:
            self._pinging.cancel()
        if self._server is None:
            return
        for page in self._pages.values():
            page.finish()
        for connection in [*self._connections]:
            if connection not in self._pages:
                connection.transport.abort()
        self._server.close(close_connections=False)
        _, late = await asyncio.wait([asyncio.ensure_future(self._server.wait_closed())], timeout=2)
        for connection in [*self._connections] if late else ():
            connection.transport.abort()

    # Connections

    def _count(self, connection: ServerConnection, transport: Any) -> bool:
        """Return True if a new connection is admitted; silent ones are closed for it."""
        address = peer_address(transport)
        if not is_near(address):
            return False
        there = [one for one in self._connections if not one.transport.is_closing()]
        known = {one for one, page in self._pages.items() if page.has_link}
        strangers = [one for one in there if one not in known]
        counts = Counter(self._connections[one] for one in strangers)
        if counts[address] >= MOST_FROM_ONE:
            self._end_oldest(strangers, address)
        elif len(there) >= MOST_CONNECTIONS:
            guests = [one for one in known if not self._pages[one].has_chair and one in there]
            crowd = strangers or [one for one in there if one in guests]
            if not crowd:
                return False
            ((most, _),) = Counter(self._connections[one] for one in crowd).most_common(1)
            self._end_oldest(crowd, most)
        self._connections[connection] = address
        return True

    def _end_oldest(self, crowd: Sequence[ServerConnection], address: str) -> None:
        next(one for one in crowd if self._connections[one] == address).transport.abort()

    def _request(self, connection: ServerConnection, request: Request) -> Response | None:
        host = _header(request, "Host")
        if request.method != "GET":
            return _plain(HTTPStatus.METHOD_NOT_ALLOWED)
        if not is_own(host, connection.local_address):
            return _plain(HTTPStatus.MISDIRECTED_REQUEST)
        path = request.path.partition("?")[0]
        if path == SOCKET:
            if _header(request, "Origin") != f"http://{host}":
                return _plain(HTTPStatus.FORBIDDEN)
            if "websocket" not in _header(request, "Upgrade").lower():
                return _plain(HTTPStatus.UPGRADE_REQUIRED)
            return None
        file = self._files.get(path)
        if file is None or "Upgrade" in request.headers:
            return _plain(HTTPStatus.NOT_FOUND)
        return _file_response(file, request, host)

    async def _talk(self, connection: ServerConnection) -> None:
        page = PagePort(connection)
        passing = asyncio.ensure_future(page.pass_on())
        greeted = False
        try:
            hello = await self._hello(page, connection)
            self._pages[connection] = page
            greeted = True
            self._door.greet(page, hello)
            await self._listen(page, connection)
        except (DamagedMessageError, ConnectionClosed, TimeoutError, OSError):
            pass
        except Exception as error:
            # An error caused by one phone must not end the table for the others.
            keep_error(error)
        finally:
            self._pages.pop(connection, None)
            if greeted:
                self._door.leave(page)
            page.finish()
            await asyncio.wait([passing], timeout=1.0)
            passing.cancel()
            await asyncio.gather(passing, return_exceptions=True)

    async def _hello(self, page: PagePort, connection: ServerConnection) -> Hello:
        async with asyncio.timeout(GREET_S):
            hello = await self._heard(page, connection)
        if not isinstance(hello, Hello):
            raise DamagedMessageError
        return hello

    async def _heard(self, page: PagePort, connection: ServerConnection) -> Any:
        frame = await connection.recv()
        page.heard = asyncio.get_running_loop().time()
        if not isinstance(frame, str):
            raise DamagedMessageError
        return read(FROM_PHONE, frame)

    async def _listen(self, page: PagePort, connection: ServerConnection) -> None:
        pace = Pace(BURST, 1 / RATE)
        while True:
            message = await self._heard(page, connection)
            allowed = pace.allows(page.heard, COSTS.get(type(message), 1.0))
            if not allowed or isinstance(message, Hello):
                raise DamagedMessageError
            if not isinstance(message, Pong):
                self._door.hear(page, message)

    async def _ping(self) -> None:
        time = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(PING_S)
            self.look(time())

    def look(self, now: float) -> None:
        """Disconnect silent pages, and ping the others."""
        for page in tuple(self._pages.values()):
            if now - page.heard > SILENCE_S:
                page.cut()
            else:
                page.send(Ping())


def _header(request: Request, name: str) -> str:
    """Return the single value of a header; empty if it has none or several."""
    values = request.headers.get_all(name)
    return values[0] if len(values) == 1 else ""


def is_own(host: str, local: Any) -> bool:
    """Return True if a request names the address and port at which it arrived."""
    name, _, port = host.rpartition(":")
    if not name or not local or port != str(local[1]):
        return False
    own = ipaddress.ip_address(str(local[0]).partition("%")[0])
    mapped = getattr(own, "ipv4_mapped", None)
    own = own if mapped is None else mapped
    if name == "localhost":
        return own.is_loopback
    if name.startswith("[") and name.endswith("]"):
        name = name[1:-1]
    try:
        return ipaddress.ip_address(name) == own
    except ValueError:
        return False


def _plain(status: HTTPStatus) -> Response:
    body = f"{status.value} {status.phrase}\n".encode()
    return _response(status, body, "text/plain; charset=utf-8")


def _file_response(file: PageFile, request: Request, host: str) -> Response:
    packed = "gzip" in _header(request, "Accept-Encoding")
    if _header(request, "If-None-Match") == file.tag:
        response = _response(HTTPStatus.NOT_MODIFIED, b"", file.kind, host)
    else:
        body = file.gzipped if packed else file.body
        response = _response(HTTPStatus.OK, body, file.kind, host)
        if packed:
            response.headers["Content-Encoding"] = "gzip"
    response.headers["ETag"] = file.tag
    response.headers["Vary"] = "Accept-Encoding"
    return response


def _response(status: HTTPStatus, body: bytes, kind: str, host: str = "") -> Response:
    # Some browsers do not count the socket as part of the page itself.
    connect = f"'self' ws://{host}" if host else "'none'"
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        f"connect-src {connect}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    headers = Headers(
        {
            "Content-Type": kind,
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
