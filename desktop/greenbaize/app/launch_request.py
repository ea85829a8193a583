"""Messages between a second start and the window that is open: one line of JSON each way."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta

from greenbaize import __version__
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.play_request import PlayRequest, SecondStartOutcome
from greenbaize.rules.players import LEVEL_NAMES, TEMPERAMENT_NAMES

MAX_REQUEST_BYTES: Final = 65_536
MAX_SHORT_TEXT_LENGTH: Final = 200
MAX_TOKEN_LENGTH: Final = 1000

_ShortText = Annotated[str, Meta(max_length=MAX_SHORT_TEXT_LENGTH)]


class _RequestedBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: _ShortText
    temperament: _ShortText | None


class LaunchRequest(msgspec.Struct, frozen=True):
    """A second start's request.

    ``greenbaize`` is its version, ``screens`` where its window would be, ``activation`` the
    desktop's token for raising a window. ``record`` is a path with each byte as one letter, as a
    path need not be text. Keys of other versions are ignored.
    """

    greenbaize: _ShortText = ""
    screens: Annotated[tuple[_ShortText, ...], Meta(max_length=10)] = ()
    activation: Annotated[str, Meta(max_length=MAX_TOKEN_LENGTH, pattern=r"^[^\0]*\Z")] = ""
    record: Annotated[str, Meta(max_length=20_000)] = ""
    seat: Annotated[int, Meta(ge=0, lt=1000)] | None = None
    game: _ShortText | None = None
    players: Annotated[int, Meta(ge=1, lt=1000)] | None = None
    options: dict[_ShortText, Any] = {}
    seed: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")] | None = None
    bots: Annotated[tuple[_RequestedBot, ...], Meta(max_length=100)] = ()
    challenge: _ShortText = ""


class LaunchReply(msgspec.Struct, frozen=True):
    """The open window's answer to a request."""

    outcome: SecondStartOutcome


_Message = TypeVar("_Message", LaunchRequest, LaunchReply)


def create_launch_request(request: PlayRequest) -> LaunchRequest:
    """Return the message to an open window for a request."""
    # The second start may run in another folder than the first one.
    path = "" if request.record is None else _bytes_as_letters(request.record.absolute())
    token = os.environ.get("XDG_ACTIVATION_TOKEN", "")
    return LaunchRequest(
        __version__,
        tuple(list_screens(os.environ)),
        token if token.isascii() and len(token) <= MAX_TOKEN_LENGTH else "",
        path,
        request.seat,
        request.game,
        request.players,
        dict(request.options),
        request.seed,
        tuple(_RequestedBot(bot.level, bot.temperament) for bot in request.bots),
        request.challenge,
    )


def encode_message(message: LaunchRequest | LaunchReply) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def decode_message(line: bytes, kind: type[_Message]) -> _Message:
    """Return the message on a line; ``ValueError`` if it is none of this kind."""
    try:
        return msgspec.json.decode(line, type=kind)
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
        challenge=launch_request.challenge,
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
    names = [_find_screen(platform, environment) for platform in platforms]
    # The end of a long name tells it apart.
    return [_bytes_as_letters(name)[-MAX_SHORT_TEXT_LENGTH:] for name in names if name]


def _bytes_as_letters(name: str | Path) -> str:
    """Return a name of the system with each byte as one letter, as it need not be text."""
    return os.fsencode(name).decode("latin-1")


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
