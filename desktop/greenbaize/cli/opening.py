"""Start of the window: open it, bring an open one forward, or print what is missing."""

import contextlib
import os
import re
import socket
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Final

from greenbaize.app.instance_lock import Outcome, first
from greenbaize.app.language import begin
from greenbaize.app.signals import left_at_once, nothing_to_collect
from greenbaize.app.tables.play_request import NoDisplayError, PlayRequest
from greenbaize.cli.terminal import complain, sentence, warn
from greenbaize.games import GAMES
from greenbaize.rules.errors import ChairError, FileError, RecordError
from greenbaize.rules.messages import Message, Value
from greenbaize.store.files import HeldFile
from greenbaize.words.speaker import Speaker

if sys.platform != "win32":
    import resource

ANSWER_S = 5.0
"""Time limit for a display to answer (s)."""


def has_display(environment: Mapping[str, str]) -> bool:
    """Return whether a display is configured; only Unix-like systems can lack one."""
    if sys.platform in ("win32", "darwin"):
        return True
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return any(environment.get(name) for name in names)


def unusable_display(environment: Mapping[str, str]) -> str | None:
    """Return the display that refuses connections; None if any works or Qt needs none."""
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
    """Return the platforms that Qt tries, in its order."""
    told = environment.get("QT_QPA_PLATFORM", "")
    if told:
        return [one.partition(":")[0] for one in told.split(";")]
    ways = {"WAYLAND_DISPLAY": "wayland", "DISPLAY": "xcb"}
    return [way for name, way in ways.items() if environment.get(name)]


def _wayland_socket(environment: Mapping[str, str]) -> Path | None:
    """Return the socket of the Wayland compositor; None for an inherited connection."""
    if environment.get("WAYLAND_SOCKET"):
        return None
    name = environment.get("WAYLAND_DISPLAY") or "wayland-0"
    return Path(environment.get("XDG_RUNTIME_DIR", "")) / name


def _answers(path: Path) -> bool:
    if sys.platform == "win32":
        return True  # Windows has no such sockets, and never calls this
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(ANSWER_S)
            client.connect(str(path))
    except (OSError, ValueError):
        return False
    return True


def _lets_in(display: str) -> bool:
    """Return whether an X display accepts a connection made as Qt makes it."""
    types = _ctypes()
    try:
        xcb = types.CDLL("libxcb.so.1")
    except OSError:
        return True  # a missing library is reported by its name later
    xcb.xcb_connect.restype = types.c_void_p
    with _in_silence():
        name = types.c_char_p(os.fsencode(display))
        connection = types.c_void_p(xcb.xcb_connect(name, None))
        lets = not xcb.xcb_connection_has_error(connection)
        xcb.xcb_disconnect(connection)
    return lets


@contextlib.contextmanager
def _in_silence() -> Iterator[None]:
    """Keep libraries from writing to standard error."""
    try:
        before = os.dup(2)
    except OSError:  # there is no standard error
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


LEAST_FILES: Final = 64
"""Minimum number of files, sockets and pipes that the window and its helpers need."""
USUAL_FILES: Final = 1024


def allowed_files() -> int | None:
    """Return how many files this process may open, if that is too few, else None.

    The limit is raised first as far as the system allows.
    """
    limit = LEAST_FILES
    if sys.platform != "win32":  # Windows has no such limit
        limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if limit == resource.RLIM_INFINITY or limit >= LEAST_FILES:
            return None
        wanted = USUAL_FILES if most == resource.RLIM_INFINITY else min(most, USUAL_FILES)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            limit = wanted
    return None if limit >= LEAST_FILES else limit


UNREADABLE: Final = 1
"""Exit code for an unreadable record."""
BY_DESKTOP: Final = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
"""Environment variables that desktops set for the programs they start."""


_BESIDE_ANOTHER: Final = {
    Outcome.STUCK: Message("open-but-stuck"),
    Outcome.FULL: Message("open-but-full"),
    Outcome.OTHER: Message("open-but-other"),
}
"""Notices of a second window, by the reason why the open one cannot do what was asked."""


def open_table(request: PlayRequest | None = None) -> int:
    """Open the window, or hand over to an open one; return the exit code."""
    request, fault = request or PlayRequest(), None
    if not has_display(os.environ):
        return _refuse("no-display")
    if request.record is not None:
        fault = _fault_of(request.record, request.seat)
        if fault is not None and (fault != UNREADABLE or request.alone):
            return fault
    if request.alone:
        return _open(request, None)
    found = _first(request)
    if fault is not None and (isinstance(found, Outcome) or not _is_double_clicked(os.environ)):
        # An open window shows the error too; after a double click, a new one opens for it.
        if not isinstance(found, Outcome):
            found.let_go()
        return fault
    if found is Outcome.SHOWN:
        _say("already-open")
        return 0
    if found is Outcome.NOT_DONE:
        return _refuse("open-but-not-done")
    if isinstance(found, Outcome):
        notice = _BESIDE_ANOTHER.get(found)
        if notice is not None:
            begin()
            complain(notice)
        # Shown in the window too: perhaps nobody reads the terminal.
        return _open(request, None, notice)
    try:
        return _open(request, found)
    finally:
        found.let_go()


def _first(request: PlayRequest) -> HeldFile | Outcome:
    """Return the lock of the first instance, or the outcome of handing over to an open one."""
    found = first()
    if found is not None:
        return found
    from greenbaize.app.second_start import hand_over  # noqa: PLC0415  (for a second start)

    return hand_over(request)


def _open(request: PlayRequest, lock: HeldFile | None, notice: Message | None = None) -> int:
    allowed = allowed_files()
    if allowed is not None:
        return _refuse("files-too-few", allowed=allowed, needed=LEAST_FILES)
    display = unusable_display(os.environ)
    if display is not None:
        return _refuse("display-unusable", display=display)
    library = missing_plugin_library(os.environ)
    if library is not None:
        return _refuse("library-missing", library=library)
    try:
        with nothing_to_collect(), left_at_once():
            from greenbaize.ui.application import run  # noqa: PLC0415  (takes a second)
    except ImportError as error:
        library = missing_library(error)
        if library is None:
            raise
        return _refuse("library-missing", library=library)
    try:
        return run(request, GAMES, lock, notice)
    except NoDisplayError:
        return _refuse("no-display")


def _fault_of(path: Path, seat: int | None) -> int | None:
    """Print why the first line of a record prevents resuming it; return the exit code or None."""
    from greenbaize.app.tables import seats, unfinished  # noqa: PLC0415  (only records need them)

    begin()
    try:
        header = unfinished.header_of(path)
        if seat is not None:
            seats.check_chair(header, seat)
    except FileError as error:
        complain(error)
        return UNREADABLE
    except RecordError as error:
        fault = Speaker().say(error.message)
        return _refuse("record-breaks", path=str(path), line=1, fault=fault)
    except ChairError as error:
        warn(f"greenbaize: {Speaker().say(error.message)}")
        return 2
    return None


def _is_double_clicked(environment: Mapping[str, str]) -> bool:
    """Return whether a desktop has started this process, so that nobody reads its output."""
    unread = sys.stderr is None or not sys.stderr.isatty()
    return unread and (sys.stderr is None or any(map(environment.get, BY_DESKTOP)))


def missing_library(error: ImportError) -> str | None:
    """Return the missing system library or Qt package that an error names, if any."""
    text = str(error)
    found = re.match(r"(\S+\.so[.\d]*): cannot open shared object file", text)
    if found:
        return found[1]
    if isinstance(error, ModuleNotFoundError):
        name = error.name or ""
        return name if name.partition(".")[0] in ("PySide6", "shiboken6") else None
    return text if "DLL load failed" in text or "Library not loaded" in text else None


def missing_plugin_library(environment: Mapping[str, str]) -> str | None:
    """Return the missing library without which Qt would abort where X is the only display."""
    platform = environment.get("QT_QPA_PLATFORM", "")
    x_alone = not environment.get("WAYLAND_DISPLAY") and not platform
    if sys.platform != "linux" or not (x_alone or platform == "xcb"):
        return None
    try:
        _ctypes().CDLL("libxcb-cursor.so.0")
    except OSError:
        return "libxcb-cursor.so.0"
    return None


def _ctypes() -> ModuleType:
    import ctypes  # noqa: PLC0415  (only where X is used)

    return ctypes


def _refuse(code: str, **values: Value) -> int:
    _say(code, **values)
    return 1


def _say(code: str, **values: Value) -> None:
    begin()
    warn(sentence(code, **values))
