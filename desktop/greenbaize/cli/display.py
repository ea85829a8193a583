"""Whether a window can be opened, checked before Qt, which would abort the program."""

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ANSWER_S = 5.0
"""Seconds for a display to answer."""


def has_display(environment: Mapping[str, str]) -> bool:
    """Whether a display is configured; only Unix-like systems can lack one."""
    if sys.platform in ("win32", "darwin"):
        return True
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return any(environment.get(name) for name in names)


def unusable_display(environment: Mapping[str, str]) -> str | None:
    """The display that does not answer or refuses us; None if any answers or Qt needs none."""
    if sys.platform != "linux":
        return None
    tried = []
    for platform in _platforms(environment):
        if platform.startswith("wayland"):
            path = _wayland_socket(environment)
            if path is None or _answers(path):
                return None
            tried.append(environment.get("WAYLAND_DISPLAY") or str(path))
        elif platform == "xcb":
            if _lets_in(environment.get("DISPLAY", "")):
                return None
            tried.append(environment.get("DISPLAY", ""))
        else:
            return None
    return tried[0] if tried else None


def _platforms(environment: Mapping[str, str]) -> list[str]:
    """The platforms that Qt tries, in its order."""
    told = environment.get("QT_QPA_PLATFORM", "")
    if told:
        return [one.partition(":")[0] for one in told.split(";")]
    ways = {"WAYLAND_DISPLAY": "wayland", "DISPLAY": "xcb"}
    return [way for name, way in ways.items() if environment.get(name)]


def _wayland_socket(environment: Mapping[str, str]) -> Path | None:
    """Where the Wayland compositor listens; None if we inherited a connection."""
    if environment.get("WAYLAND_SOCKET"):
        return None
    name = environment.get("WAYLAND_DISPLAY") or "wayland-0"
    return Path(environment.get("XDG_RUNTIME_DIR", "")) / name


def _answers(path: Path) -> bool:
    if sys.platform == "win32":
        return True  # there are no such sockets, and nobody asks
    import socket  # noqa: PLC0415  (only where Wayland is used)

    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(ANSWER_S)
            client.connect(str(path))
    except (OSError, ValueError):
        return False
    return True


def _lets_in(display: str) -> bool:
    """Whether an X display accepts a connection made as Qt makes it."""
    from ctypes import CDLL, c_char_p, c_void_p  # noqa: PLC0415  (only where X is used)

    try:
        xcb = CDLL("libxcb.so.1")
    except OSError:
        return True  # what is missing then is told by its name
    xcb.xcb_connect.restype = c_void_p
    with _in_silence():
        connection = c_void_p(xcb.xcb_connect(c_char_p(os.fsencode(display)), None))
        lets = not xcb.xcb_connection_has_error(connection)
        xcb.xcb_disconnect(connection)
    return lets


@contextlib.contextmanager
def _in_silence() -> Iterator[None]:
    """Keep libraries from writing to standard error."""
    try:
        before = os.dup(2)
    except OSError:  # there is none
        yield
        return
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(before, 2)
        os.close(before)
        os.close(nothing)
