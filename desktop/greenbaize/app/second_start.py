"""A second start sends its request to the window that is open already.

It sends one line of JSON to the first program's socket and gets one word back.
"""

import os
import re
import socket
import sys
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from time import monotonic, sleep
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

if sys.platform == "win32":
    import ctypes

from greenbaize import __version__
from greenbaize.app import instance_lock
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.players import LEVEL_NAMES, TEMPERAMENT_NAMES
from greenbaize.store.files import LockedFile

OPEN_TIMEOUT_S: Final = 25.0
FULL_DISK_CHECK_S: Final = 4.0
"""Seconds without an answer after which the disk is checked for being full."""
WINDOW_ANSWER_TIMEOUT_S: Final = 8.0
"""Seconds to wait for the answer of an open window."""
EXIT_WAIT_S: Final = 2.0
MAX_REQUEST_BYTES: Final = 65_536
_POLL_S: Final = 0.02

_ShortText = Annotated[str, Meta(max_length=200)]


class _RequestedBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: _ShortText
    temperament: _ShortText | None


class LaunchRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A second start's request.

    ``greenbaize`` is its version, ``screens`` where its window would be, ``activation`` the
    desktop's token for raising a window. ``record`` is a path with each byte as one letter, as a
    path need not be text.
    """

    greenbaize: _ShortText = ""
    screens: Annotated[tuple[_ShortText, ...], Meta(max_length=10)] = ()
    activation: Annotated[str, Meta(max_length=1000, pattern=r"^[^\0]*\Z")] = ""
    record: Annotated[str, Meta(max_length=20_000)] = ""
    seat: Annotated[int, Meta(ge=0, lt=1000)] | None = None
    game: _ShortText | None = None
    players: Annotated[int, Meta(ge=1, lt=1000)] | None = None
    options: dict[_ShortText, Any] = {}
    seed: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")] | None = None
    bots: Annotated[tuple[_RequestedBot, ...], Meta(max_length=100)] = ()
    proof: _ShortText = ""


def hand_over_request(request: PlayRequest) -> LockedFile | instance_lock.SecondStartOutcome:
    """Hand a request to the open window, or take the lock of the first program."""
    start, exit_deadline, is_disk_checked = monotonic(), None, False
    while True:
        result = instance_lock.acquire_first_lock()
        if result is not None:
            return result
        content = instance_lock.read_lock_content()
        if not request.fits_any_window or content == instance_lock.NO_SOCKET_CONTENT:
            return instance_lock.SecondStartOutcome.SEPARATE
        try:
            return _send_request(request, content)
        except (TimeoutError, BlockingIOError):  # Too many connections are waiting already.
            return instance_lock.SecondStartOutcome.STUCK
        except (OSError, ValueError):
            # It has no window yet, or is just ending; then the address may be abandoned.
            exit_deadline = exit_deadline or monotonic() + EXIT_WAIT_S
            if content and monotonic() > exit_deadline:
                return instance_lock.SecondStartOutcome.SEPARATE
            if not (content or is_disk_checked) and monotonic() > start + FULL_DISK_CHECK_S:
                is_disk_checked = True
                if instance_lock.is_disk_full():
                    return instance_lock.SecondStartOutcome.DISK_FULL
            if monotonic() > start + OPEN_TIMEOUT_S:
                return instance_lock.SecondStartOutcome.STUCK
        sleep(_POLL_S)


def _send_request(request: PlayRequest, content: bytes) -> instance_lock.SecondStartOutcome:
    """Return the first program's answer; ``ValueError`` if it is not ours, or ``OSError``."""
    server, proof = _open_connection(content)
    with server:
        if sys.platform == "win32":
            # Windows gives the right to come forward to what a person has just started.
            ctypes.windll.user32.AllowSetForegroundWindow(-1)
        server.sendall(msgspec.json.encode(create_launch_request(request, proof)) + b"\n")
        answer, end = b"", monotonic() + WINDOW_ANSWER_TIMEOUT_S
        while not answer.endswith(b"\n") and (received := server.recv(100)):
            answer += received
            if monotonic() > end:
                raise TimeoutError
    if not answer.endswith(b"\n"):
        raise ConnectionResetError
    return instance_lock.SecondStartOutcome(answer.decode("ascii").strip())


def _open_connection(content: bytes) -> tuple[socket.socket, str]:
    port = re.fullmatch(rb"([0-9]{1,5}) ([0-9a-f]{32})", content)
    if port:
        return socket.create_connection(
            (instance_lock.INSTANCE_SOCKET_HOST, int(port[1])), WINDOW_ANSWER_TIMEOUT_S
        ), port[2].decode()
    path = (
        os.fsdecode(content) or instance_lock.find_socket_path()
    )  # On a full disk the file is empty.
    if sys.platform == "win32" or path is None:
        raise ConnectionRefusedError
    server = socket.socket(socket.AF_UNIX)
    try:
        server.settimeout(WINDOW_ANSWER_TIMEOUT_S)
        server.connect(os.fspath(path))
    except (OSError, ValueError):
        server.close()
        raise
    return server, ""


def create_launch_request(request: PlayRequest, proof: str) -> LaunchRequest:
    """Return the message to an open window for a request."""
    # The second start may run in another folder than the first one.
    path = None if request.record is None else os.fsencode(request.record.absolute())
    return LaunchRequest(
        __version__,
        tuple(list_screens(os.environ)),
        os.environ.get("XDG_ACTIVATION_TOKEN", "")[:1000],
        "" if path is None else path.decode("latin-1"),
        request.seat,
        request.game,
        request.players,
        dict(request.options),
        request.seed,
        tuple(_RequestedBot(bot.level, bot.temperament) for bot in request.bots),
        proof,
    )


def decode_launch_request(line: bytes) -> LaunchRequest:
    """Return the message on a line; ``ValueError`` if it is none."""
    try:
        return msgspec.json.decode(line, type=LaunchRequest)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError from error


def to_play_request(launch_request: LaunchRequest) -> PlayRequest:
    """Return the request in a message, for the window to check; ``ValueError`` if malformed."""
    for bot in launch_request.bots:
        if bot.level not in LEVEL_NAMES or bot.temperament not in (None, *TEMPERAMENT_NAMES):
            raise ValueError
    record = (
        Path(os.fsdecode(launch_request.record.encode("latin-1")))
        if launch_request.record
        else None
    )
    if record is not None and (not record.is_absolute() or "\0" in launch_request.record):
        raise ValueError
    return PlayRequest(
        launch_request.game,
        launch_request.players,
        dict(launch_request.options),
        launch_request.seed,
        bots=tuple(Opponent(bot.level, bot.temperament) for bot in launch_request.bots)
        or (Opponent(),),
        record=record,
        seat=launch_request.seat,
    )


def list_screens(environment: Mapping[str, str]) -> list[str]:
    """Return the names of the screens on which a program with this environment opens windows.

    A Wayland session has two, for X clients too. A window on another screen does not count.
    """
    if sys.platform in ("win32", "darwin"):
        return ["the screen"]
    configured = environment.get("QT_QPA_PLATFORM", "")
    platforms = (
        [platform_option.partition(":")[0] for platform_option in configured.split(";")]
        if configured
        else ["wayland", "xcb"]
    )
    return [name for platform in platforms if (name := _find_screen(platform, environment))]


def _find_screen(platform: str, environment: Mapping[str, str]) -> str:
    if platform.startswith("wayland"):
        display = environment.get("WAYLAND_DISPLAY", "")
        # A relative name is one in the session's folder.
        path = PurePosixPath(environment.get("XDG_RUNTIME_DIR", ""), display)
        return f"wayland {path}" if display else ""
    if platform == "xcb":
        host, colon, number = environment.get("DISPLAY", "").rpartition(":")
        host = "" if host == "unix" else host
        return f"x {host}:{number.partition('.')[0]}" if colon else ""
    return platform
