"""Start of the window: open it, bring an open one forward, or print what is missing."""

import contextlib
import os
import re
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

from greenbaize.app.language import apply_initial_language
from greenbaize.app.signals import exit_on_signal, gc_paused
from greenbaize.app.tables.play_request import NoDisplayError, PlayRequest, SecondStartOutcome
from greenbaize.cli.terminal import message_text, print_error, warn
from greenbaize.games import GAMES
from greenbaize.lazy_import import lazy
from greenbaize.rules.errors import ChairError, FileError, RecordError
from greenbaize.rules.messages import Message, Value
from greenbaize.words.speaker import Speaker

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from greenbaize.match.header import RecordHeader
    from greenbaize.ui.instance_lock import InstanceLock

_hand_over_request: "Callable[[PlayRequest], SecondStartOutcome]" = lazy(
    "greenbaize.ui.second_start:hand_over_request"
)
_read_record_header: "Callable[[Path], RecordHeader]" = lazy(
    "greenbaize.app.tables.unfinished_matches:read_record_header"
)
_check_human_seat: "Callable[[RecordHeader, int], None]" = lazy(
    "greenbaize.app.tables.seat_assignment:check_human_seat"
)

DISPLAY_TIMEOUT_S = 5.0
"""Time limit for a display to answer (s)."""


def has_display(environment: Mapping[str, str]) -> bool:
    """Return whether a display is configured; only Unix-like systems can lack one."""
    if sys.platform in ("win32", "darwin"):
        return True
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return any(environment.get(name) for name in names)


def find_unusable_display(environment: Mapping[str, str]) -> str | None:
    """Return the display that refuses connections; None if any works or Qt needs none."""
    if sys.platform != "linux":
        return None
    tried_displays = []
    for platform in _list_platforms(environment):
        if platform.startswith("wayland"):
            path = _find_wayland_socket(environment)
            if path is None or _is_socket_open(path):
                return None
            tried_displays.append(environment.get("WAYLAND_DISPLAY") or str(path))
        elif platform == "xcb":
            if _accepts_x_client(environment.get("DISPLAY", "")):
                return None
            tried_displays.append(environment.get("DISPLAY", ""))
        else:
            return None
    return tried_displays[0] if tried_displays else None


def _list_platforms(environment: Mapping[str, str]) -> list[str]:
    """Return the platforms that Qt tries, in its order."""
    configured = environment.get("QT_QPA_PLATFORM", "")
    if configured:
        return [platform_name.partition(":")[0] for platform_name in configured.split(";")]
    platforms = {"WAYLAND_DISPLAY": "wayland", "DISPLAY": "xcb"}
    return [qt_platform for name, qt_platform in platforms.items() if environment.get(name)]


def _find_wayland_socket(environment: Mapping[str, str]) -> Path | None:
    """Return the socket of the Wayland compositor; None for an inherited connection."""
    if environment.get("WAYLAND_SOCKET"):
        return None
    name = environment.get("WAYLAND_DISPLAY") or "wayland-0"
    return Path(environment.get("XDG_RUNTIME_DIR", "")) / name


def _is_socket_open(path: Path) -> bool:
    if sys.platform == "win32":
        return True  # Windows has no such sockets, and never calls this
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(DISPLAY_TIMEOUT_S)
            client.connect(str(path))
    except (OSError, ValueError):
        return False
    return True


def _accepts_x_client(display: str) -> bool:
    """Return whether an X display accepts a connection made as Qt makes it."""
    ctypes_module = _import_ctypes()
    try:
        xcb = ctypes_module.CDLL("libxcb.so.1")
    except OSError:
        return True  # a missing library is reported by its name later
    xcb.xcb_connect.restype = ctypes_module.c_void_p
    with _silence_stderr():
        name = ctypes_module.c_char_p(os.fsencode(display))
        connection = ctypes_module.c_void_p(xcb.xcb_connect(name, None))
        is_accepted = not xcb.xcb_connection_has_error(connection)
        xcb.xcb_disconnect(connection)
    return is_accepted


@contextlib.contextmanager
def _silence_stderr() -> Iterator[None]:
    """Keep libraries from writing to standard error."""
    try:
        saved_stderr = os.dup(2)
    except OSError:  # there is no standard error
        yield
        return
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, 2)
    try:
        yield
    finally:
        os.dup2(saved_stderr, 2)
        os.close(saved_stderr)
        os.close(null_device)


MIN_OPEN_FILES: Final = 64
"""Minimum number of files, sockets and pipes that the window and its helpers need."""
DEFAULT_OPEN_FILES: Final = 1024


def raise_file_limit() -> int | None:
    """Return how many files this process may open, if that is too few, else None.

    The limit is raised first as far as the system allows.
    """
    limit = MIN_OPEN_FILES
    if sys.platform != "win32":  # Windows has no such limit
        limit, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        if limit == resource.RLIM_INFINITY or limit >= MIN_OPEN_FILES:
            return None
        wanted_limit = (
            DEFAULT_OPEN_FILES
            if hard_limit == resource.RLIM_INFINITY
            else min(hard_limit, DEFAULT_OPEN_FILES)
        )
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted_limit, hard_limit))
            limit = wanted_limit
    return None if limit >= MIN_OPEN_FILES else limit


UNREADABLE_RECORD_CODE: Final = 1
"""Exit code for an unreadable record."""
DESKTOP_LAUNCH_VARIABLES: Final = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
"""Environment variables that desktops set for the programs they start."""


_SECOND_WINDOW_NOTICES: Final = {
    SecondStartOutcome.STUCK: Message("open-but-stuck"),
    SecondStartOutcome.DISK_FULL: Message("open-but-full"),
    SecondStartOutcome.OTHER_VERSION: Message("open-but-other"),
    SecondStartOutcome.LOCK_UNUSABLE: Message("open-without-lock"),
}
"""Notices of a second window, by the reason why the open one cannot do what was asked."""


def open_window(request: PlayRequest | None = None) -> int:
    """Open the window, or hand over to an open one; return the exit code."""
    request, exit_code = request or PlayRequest(), None
    if not has_display(os.environ):
        return _report_failure("no-display")
    if request.record is not None:
        exit_code = _check_record(request.record, request.seat)
        if exit_code is not None and (
            exit_code != UNREADABLE_RECORD_CODE or request.is_without_person
        ):
            return exit_code
    if request.is_without_person:
        return _run_window(request, None)
    try:
        lock_or_outcome = _acquire_or_hand_over(request)
    except ImportError as error:
        return _report_import_error(error)
    if exit_code is not None and (
        isinstance(lock_or_outcome, SecondStartOutcome) or not _is_desktop_launch(os.environ)
    ):
        # An open window shows the error too; after a double click, a new one opens for it.
        if not isinstance(lock_or_outcome, SecondStartOutcome):
            lock_or_outcome.unlock()
        return exit_code
    if lock_or_outcome is SecondStartOutcome.SHOWN:
        _print_notice("already-open")
        return 0
    if lock_or_outcome is SecondStartOutcome.NOT_DONE:
        return _report_failure("open-but-not-done")
    if isinstance(lock_or_outcome, SecondStartOutcome):
        notice = _SECOND_WINDOW_NOTICES.get(lock_or_outcome)
        if notice is not None:
            apply_initial_language()
            print_error(notice)
            request = request._replace(new_window=True)
        # Shown in the window too: perhaps nobody reads the terminal.
        return _run_window(request, None, notice)
    try:
        return _run_window(request, lock_or_outcome)
    finally:
        lock_or_outcome.unlock()


def _acquire_or_hand_over(request: PlayRequest) -> "InstanceLock | SecondStartOutcome":
    """Return the lock of the first instance, or the outcome of handing over to an open one."""
    with gc_paused(), exit_on_signal():
        from greenbaize.ui.instance_lock import acquire_lock  # noqa: PLC0415  (needs Qt)

    with contextlib.suppress(OSError):
        lock = acquire_lock()
        if lock is not None:
            return lock
    return _hand_over_request(request)


def _run_window(
    request: PlayRequest, lock: "InstanceLock | None", notice: Message | None = None
) -> int:
    file_limit = raise_file_limit()
    if file_limit is not None:
        return _report_failure("files-too-few", allowed=file_limit, needed=MIN_OPEN_FILES)
    display = find_unusable_display(os.environ)
    if display is not None:
        return _report_failure("display-unusable", display=display)
    library = find_missing_plugin_library(os.environ)
    if library is not None:
        return _report_failure("library-missing", library=library)
    try:
        with gc_paused(), exit_on_signal():
            from greenbaize.ui.application import run_window  # noqa: PLC0415  (takes a second)
    except ImportError as error:
        return _report_import_error(error)
    try:
        return run_window(request, GAMES, lock, notice)
    except NoDisplayError:
        return _report_failure("no-display")


def _check_record(path: Path, seat: int | None) -> int | None:
    """Print why the first line of a record prevents resuming it; return the exit code or None."""
    apply_initial_language()
    try:
        header = _read_record_header(path)
        if seat is not None:
            _check_human_seat(header, seat)
    except FileError as error:
        print_error(error)
        return UNREADABLE_RECORD_CODE
    except RecordError as error:
        error_text = Speaker().format_message(error.message)
        return _report_failure("record-breaks", path=str(path), line=1, fault=error_text)
    except ChairError as error:
        warn(f"greenbaize: {Speaker().format_message(error.message)}")
        return 2
    return None


def _is_desktop_launch(environment: Mapping[str, str]) -> bool:
    """Return whether a desktop has started this process, so that nobody reads its output.

    Not every desktop sets one of its variables; without, nothing can be typed into the process.
    """
    if sys.stderr is None:
        return True
    return not sys.stderr.isatty() and (
        any(map(environment.get, DESKTOP_LAUNCH_VARIABLES)) or is_input_null()
    )


def is_input_null() -> bool:
    """Return whether the standard input is closed or the null device, as desktops set it."""
    if sys.platform == "win32":
        return False  # a program started there by a double click has no standard error
    try:
        return os.path.samestat(os.fstat(0), Path(os.devnull).stat())
    except OSError:
        return True


def _report_import_error(error: ImportError) -> int:
    library = find_missing_library(error)
    if library is None:
        raise error
    return _report_failure("library-missing", library=library)


def find_missing_library(error: ImportError) -> str | None:
    """Return the missing system library or Qt package that an error names, if any."""
    text = str(error)
    match = re.match(r"(\S+\.so[.\d]*): cannot open shared object file", text)
    if match:
        return match[1]
    if isinstance(error, ModuleNotFoundError):
        name = error.name or ""
        return name if name.partition(".")[0] in ("PySide6", "shiboken6") else None
    return text if "DLL load failed" in text or "Library not loaded" in text else None


def find_missing_plugin_library(environment: Mapping[str, str]) -> str | None:
    """Return the missing library without which Qt would abort where X is the only display."""
    platform = environment.get("QT_QPA_PLATFORM", "")
    is_x_only = not environment.get("WAYLAND_DISPLAY") and not platform
    if sys.platform != "linux" or not (is_x_only or platform == "xcb"):
        return None
    try:
        _import_ctypes().CDLL("libxcb-cursor.so.0")
    except OSError:
        return "libxcb-cursor.so.0"
    return None


def _import_ctypes() -> ModuleType:
    import ctypes  # noqa: PLC0415  (only where X is used)

    return ctypes


def _report_failure(code: str, **values: Value) -> int:
    _print_notice(code, **values)
    return 1


def _print_notice(code: str, **values: Value) -> None:
    apply_initial_language()
    warn(message_text(code, **values))
