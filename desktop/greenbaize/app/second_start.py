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
from greenbaize.store.files import HeldFile

OPENING_S: Final = 25.0
FULL_S: Final = 4.0
"""Seconds without an answer after which the disk is checked for being full."""
ANSWERING_S: Final = 8.0
"""Seconds to wait for the answer of an open window."""
LEAVING_S: Final = 2.0
LONGEST_REQUEST: Final = 65_536
_LOOK_S: Final = 0.02

_Word = Annotated[str, Meta(max_length=200)]


class _Bot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: _Word
    temperament: _Word | None


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A second start's request.

    ``greenbaize`` is its version, ``screens`` where its window would be, ``activation`` the
    desktop's token for raising a window. ``record`` is a path with each byte as one letter, as a
    path need not be text.
    """

    greenbaize: _Word = ""
    screens: Annotated[tuple[_Word, ...], Meta(max_length=10)] = ()
    activation: Annotated[str, Meta(max_length=1000, pattern=r"^[^\0]*\Z")] = ""
    record: Annotated[str, Meta(max_length=20_000)] = ""
    seat: Annotated[int, Meta(ge=0, lt=1000)] | None = None
    game: _Word | None = None
    players: Annotated[int, Meta(ge=1, lt=1000)] | None = None
    options: dict[_Word, Any] = {}
    seed: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")] | None = None
    bots: Annotated[tuple[_Bot, ...], Meta(max_length=100)] = ()
    proof: _Word = ""


def hand_over(request: PlayRequest) -> HeldFile | instance_lock.Outcome:
    """Hand a request to the open window, or take the lock of the first program."""
    begun, leaving, looked = monotonic(), None, False
    while True:
        found = instance_lock.first()
        if found is not None:
            return found
        word = instance_lock.said()
        if not request.for_any_window or word == instance_lock.DEAF:
            return instance_lock.Outcome.APART
        try:
            return _ask(request, word)
        except (TimeoutError, BlockingIOError):  # Too many connections are waiting already.
            return instance_lock.Outcome.STUCK
        except (OSError, ValueError):
            # It has no window yet, or is just ending; then the address may be abandoned.
            leaving = leaving or monotonic() + LEAVING_S
            if word and monotonic() > leaving:
                return instance_lock.Outcome.APART
            if not (word or looked) and monotonic() > begun + FULL_S:
                looked = True
                if instance_lock.disk_is_full():
                    return instance_lock.Outcome.FULL
            if monotonic() > begun + OPENING_S:
                return instance_lock.Outcome.STUCK
        sleep(_LOOK_S)


def _ask(request: PlayRequest, word: bytes) -> instance_lock.Outcome:
    """Return the first program's answer; ``ValueError`` if it is not ours, or ``OSError``."""
    server, proof = _connected(word)
    with server:
        if sys.platform == "win32":
            # Windows gives the right to come forward to what a person has just started.
            ctypes.windll.user32.AllowSetForegroundWindow(-1)
        server.sendall(msgspec.json.encode(asked_for(request, proof)) + b"\n")
        answer, end = b"", monotonic() + ANSWERING_S
        while not answer.endswith(b"\n") and (more := server.recv(100)):
            answer += more
            if monotonic() > end:
                raise TimeoutError
    if not answer.endswith(b"\n"):
        raise ConnectionResetError
    return instance_lock.Outcome(answer.decode("ascii").strip())


def _connected(word: bytes) -> tuple[socket.socket, str]:
    port = re.fullmatch(rb"([0-9]{1,5}) ([0-9a-f]{32})", word)
    if port:
        return socket.create_connection((instance_lock.HOME, int(port[1])), ANSWERING_S), port[
            2
        ].decode()
    path = os.fsdecode(word) or instance_lock.socket_path()  # On a full disk the file is empty.
    if sys.platform == "win32" or path is None:
        raise ConnectionRefusedError
    server = socket.socket(socket.AF_UNIX)
    try:
        server.settimeout(ANSWERING_S)
        server.connect(os.fspath(path))
    except (OSError, ValueError):
        server.close()
        raise
    return server, ""


def asked_for(request: PlayRequest, proof: str) -> Asked:
    """Return the message to an open window for a request."""
    # The second start may run in another folder than the first one.
    path = None if request.record is None else os.fsencode(request.record.absolute())
    return Asked(
        __version__,
        tuple(screens(os.environ)),
        os.environ.get("XDG_ACTIVATION_TOKEN", "")[:1000],
        "" if path is None else path.decode("latin-1"),
        request.seat,
        request.game,
        request.players,
        dict(request.options),
        request.seed,
        tuple(_Bot(bot.level, bot.temperament) for bot in request.bots),
        proof,
    )


def heard(line: bytes) -> Asked:
    """Return the message on a line; ``ValueError`` if it is none."""
    try:
        return msgspec.json.decode(line, type=Asked)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError from error


def request_of(asked: Asked) -> PlayRequest:
    """Return the request in a message, for the window to check; ``ValueError`` if malformed."""
    for bot in asked.bots:
        if bot.level not in LEVEL_NAMES or bot.temperament not in (None, *TEMPERAMENT_NAMES):
            raise ValueError
    record = Path(os.fsdecode(asked.record.encode("latin-1"))) if asked.record else None
    if record is not None and (not record.is_absolute() or "\0" in asked.record):
        raise ValueError
    return PlayRequest(
        asked.game,
        asked.players,
        dict(asked.options),
        asked.seed,
        bots=tuple(Opponent(bot.level, bot.temperament) for bot in asked.bots) or (Opponent(),),
        record=record,
        seat=asked.seat,
    )


def screens(environment: Mapping[str, str]) -> list[str]:
    """Return the names of the screens on which a program with this environment opens windows.

    A Wayland session has two, for X clients too. A window on another screen does not count.
    """
    if sys.platform in ("win32", "darwin"):
        return ["the screen"]
    told = environment.get("QT_QPA_PLATFORM", "")
    ways = [one.partition(":")[0] for one in told.split(";")] if told else ["wayland", "xcb"]
    return [name for way in ways if (name := _screen(way, environment))]


def _screen(way: str, environment: Mapping[str, str]) -> str:
    if way.startswith("wayland"):
        display = environment.get("WAYLAND_DISPLAY", "")
        # A relative name is one in the session's folder.
        path = PurePosixPath(environment.get("XDG_RUNTIME_DIR", ""), display)
        return f"wayland {path}" if display else ""
    if way == "xcb":
        host, colon, number = environment.get("DISPLAY", "").rpartition(":")
        host = "" if host == "unix" else host
        return f"x {host}:{number.partition('.')[0]}" if colon else ""
    return way
