"""Which screens a window would be seen on: one that is open on another is nobody's here."""

import sys
from collections.abc import Mapping
from pathlib import PurePosixPath


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
