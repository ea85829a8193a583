"""What is said at the door: three lines of JSON, of which each side believes nothing unchecked.

The first program greets whoever comes, at once and whatever its window does. Whoever has come then
asks for what it was started for, or leaves. When the window has done it, that is said, and both
close; until then a space every second tells that the first program lives.
"""

import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from time import monotonic
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta

from greenbaize.app.chairs.opponents import Opponent
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.players import TEMPERAMENT_NAMES

LONGEST_LINE: Final = 65_536
"""Bytes."""
BEAT_S: Final = 1.0
"""Seconds between two signs of life."""

_Word = Annotated[str, Meta(max_length=200)]
_Line = TypeVar("_Line", bound=msgspec.Struct)


class Greeting(msgspec.Struct, frozen=True):
    """What the first program says to everybody who comes.

    ``greenbaize`` is its version, ``process`` its number, and ``screens`` says where its window
    is seen.
    """

    greenbaize: _Word
    process: Annotated[int, Meta(ge=0)]
    screens: Annotated[tuple[_Word, ...], Meta(max_length=10)]


class _Bot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: _Word
    temperament: _Word | None


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a second start asks for.

    ``activation`` is what the desktop has given it so that a window may come forward. ``record``
    is a path, each byte of it as one letter, for a path need not be text.
    """

    proof: _Word = ""
    activation: Annotated[str, Meta(max_length=1000)] = ""
    record: Annotated[str, Meta(max_length=20_000)] = ""
    seat: Annotated[int, Meta(ge=0, lt=1000)] | None = None
    game: _Word | None = None
    players: Annotated[int, Meta(ge=1, lt=1000)] | None = None
    options: dict[_Word, Any] = {}
    seed: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")] | None = None
    bots: Annotated[tuple[_Bot, ...], Meta(max_length=100)] = ()


class Answer(msgspec.Struct, frozen=True):
    """What has become of it.

    The window has come forward and done it, has come forward and could not do it, or could not be
    bothered in time.
    """

    word: Literal["shown", "not-done", "late"]


def asked_for(request: PlayRequest, proof: str, activation: str) -> Asked:
    """What is asked of an open window by a request that is for any."""
    record = "" if request.record is None else _written(request.record)
    bots = tuple(_Bot(bot.level, bot.temperament) for bot in request.bots)
    return Asked(
        proof,
        activation[:1000],
        record,
        request.seat,
        request.game,
        request.players,
        dict(request.options),
        request.seed,
        bots,
    )


def request_of(asked: Asked) -> PlayRequest:
    """The request that was asked; whether it can be done is for the window to see.

    Raises:
        ValueError: it names a record or a computer player as nobody names one.
    """
    from greenbaize.bots import LEVELS  # noqa: PLC0415  (whoever asks needs it not)

    for bot in asked.bots:
        if bot.level not in LEVELS or bot.temperament not in (None, *TEMPERAMENT_NAMES):
            raise ValueError
    bots = tuple(Opponent(bot.level, bot.temperament) for bot in asked.bots)
    return PlayRequest(
        asked.game,
        asked.players,
        dict(asked.options),
        asked.seed,
        bots=bots or (Opponent(),),
        record=_read(asked.record) if asked.record else None,
        seat=asked.seat,
    )


def _written(path: Path) -> str:
    # The folder that the second start is in is not the first one's.
    return os.fsencode(path.absolute()).decode("latin-1")


def _read(text: str) -> Path:
    path = Path(os.fsdecode(text.encode("latin-1")))
    if not path.is_absolute() or "\0" in text:
        raise ValueError
    return path


def say(line: msgspec.Struct, to: socket.socket) -> None:
    """Say a line; ``OSError`` if nobody takes it in time."""
    to.sendall(msgspec.json.encode(line) + b"\n")


def say_alive(to: socket.socket) -> None:
    """Say that the answer will come; ``OSError`` if nobody waits for it any more."""
    to.sendall(b" ")


def hear(
    kind: type[_Line], whom: socket.socket, patience_s: float, silence_s: float | None = None
) -> _Line:
    """The next line of somebody who speaks in turn.

    Args:
        kind: what is to be said.
        whom: the connection.
        patience_s: how many seconds the whole line may take.
        silence_s: after how many without any sign of life nobody waits longer.

    Raises:
        OSError: nothing has come in time.
        ValueError: something else was said.
    """
    end = monotonic() + patience_s
    data = b""
    while not data.endswith(b"\n"):
        left = end - monotonic()
        if left <= 0:
            raise TimeoutError
        whom.settimeout(left if silence_s is None else min(left, silence_s))
        more = whom.recv(LONGEST_LINE)
        if not more:
            raise ConnectionResetError
        data += more
        if len(data) > LONGEST_LINE:
            raise ValueError
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError from error


def screens(environment: Mapping[str, str]) -> list[str]:
    """The names of the screens that a program with these surroundings can show a window on.

    There are two in a Wayland session, where programs for X are shown as well.
    """
    if sys.platform in ("win32", "darwin"):
        return ["the screen"]
    told = environment.get("QT_QPA_PLATFORM", "")
    ways = [one.partition(":")[0] for one in told.split(";")] if told else ["wayland", "xcb"]
    return [name for way in ways if (name := _name(way, environment))]


def _name(way: str, environment: Mapping[str, str]) -> str:
    if way.startswith("wayland"):
        socket = environment.get("WAYLAND_DISPLAY", "")
        # By itself it is a name in the session's folder.
        path = PurePosixPath(environment.get("XDG_RUNTIME_DIR", ""), socket)
        return f"wayland {path}" if socket else ""
    if way == "xcb":
        host, colon, number = environment.get("DISPLAY", "").rpartition(":")
        host = "" if host == "unix" else host
        return f"x {host}:{number.partition('.')[0]}" if colon else ""
    return way
