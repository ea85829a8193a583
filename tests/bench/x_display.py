"""Watched X display: when a program's window appears, and when it stops changing.

The X server sends events for both, so that no polling disturbs the measurement.
"""

import ctypes
import ctypes.util
import select
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from ctypes import POINTER, byref, c_char_p, c_int, c_long, c_uint, c_ulong, c_void_p
from typing import Final, NamedTuple

from support import read_cpu_seconds

IDLE_S: Final = 1.0
"""Time without a change after which a window counts as complete (s)."""
TIMEOUT_S: Final = 30.0
MIN_WIDTH: Final = 200
"""Minimum width (px) of the windows that count."""

_MAP_NOTIFY: Final = 19
_SUBSTRUCTURE_NOTIFY: Final = 1 << 19
_RAW_RECTANGLES: Final = 0


class _MapEvent(ctypes.Structure):
    _fields_ = (
        ("type", c_int),
        ("serial", c_ulong),
        ("sent", c_int),
        ("display", c_void_p),
        ("event", c_ulong),
        ("window", c_ulong),
        ("override", c_int),
    )


class _XEvent(ctypes.Union):
    _fields_ = (("type", c_int), ("map", _MapEvent), ("room", c_long * 24))


class StartTimes(NamedTuple):
    """Times of a start: milliseconds from the start of the process, and CPU time.

    Attributes:
        window: time until its window is on the screen (ms).
        complete: time until the last change of the screen (ms).
        cpu: CPU time when the window appeared (ms).
    """

    window: float
    complete: float
    cpu: float


def _load_library(name: str) -> ctypes.CDLL:
    found = ctypes.util.find_library(name)
    if found is None:
        raise OSError(f"lib{name} is not there")
    return ctypes.CDLL(found)


class WatchedDisplay:
    """Display that ``DISPLAY`` names; ``OSError`` if it cannot be watched."""

    def __init__(self) -> None:
        self._x, damage = _load_library("X11"), _load_library("Xdamage")
        self._x.XOpenDisplay.restype = c_void_p
        self._x.XOpenDisplay.argtypes = (c_char_p,)
        self._x.XDefaultRootWindow.restype = c_ulong
        self._x.XDefaultRootWindow.argtypes = (c_void_p,)
        self._x.XSelectInput.argtypes = (c_void_p, c_ulong, c_long)
        self._x.XNextEvent.argtypes = (c_void_p, POINTER(_XEvent))
        for one in ("XPending", "XConnectionNumber", "XFlush"):
            getattr(self._x, one).argtypes = (c_void_p,)
        self._x.XGetGeometry.argtypes = (c_void_p, c_ulong, *(c_void_p,) * 7)
        # A window may be gone before its size is requested.
        handler = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)
        self._error_handler = handler(lambda *_: 0)
        self._x.XSetErrorHandler(self._error_handler)
        self._display = self._x.XOpenDisplay(None)
        if not self._display:
            raise OSError("there is no display")
        root = self._x.XDefaultRootWindow(self._display)
        self._x.XSelectInput(self._display, root, _SUBSTRUCTURE_NOTIFY)
        first, error = c_int(), c_int()
        damage.XDamageQueryExtension.argtypes = (c_void_p, POINTER(c_int), POINTER(c_int))
        if not damage.XDamageQueryExtension(self._display, byref(first), byref(error)):
            raise OSError("the display does not tell of changes")
        self._damage_event = first.value
        damage.XDamageCreate.argtypes = (c_void_p, c_ulong, c_int)
        damage.XDamageCreate(self._display, root, _RAW_RECTANGLES)
        self._x.XFlush(self._display)

    def measure_start(
        self, command: Sequence[str], environment: Mapping[str, str]
    ) -> StartTimes | None:
        """Start a program and end it; return None if it shows no window."""
        self._process_events(lambda _: None)  # drop earlier events
        begin = time.perf_counter()
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            try:
                return self._watch_start(process.pid, begin)
            finally:
                process.terminate()
                try:
                    process.wait(5)
                except subprocess.TimeoutExpired:
                    process.kill()
                self._wait_until_idle()

    def _watch_start(self, process: int, begin: float) -> StartTimes | None:
        window = cpu = 0.0
        last = begin

        def on_event(event: _XEvent) -> None:
            nonlocal window, cpu, last
            if event.type == _MAP_NOTIFY and not window and self._is_wide(event.map.window):
                window = time.perf_counter()
                cpu = read_cpu_seconds(process)
            elif event.type == self._damage_event:
                last = time.perf_counter()

        while not window or time.perf_counter() - last < IDLE_S:
            if time.perf_counter() - begin > TIMEOUT_S:
                break
            self._process_events(on_event, 0.1)
        if not window:
            return None
        return StartTimes((window - begin) * 1000, (last - begin) * 1000, cpu * 1000)

    def _wait_until_idle(self) -> None:
        """Wait until the window is gone from the screen."""
        while select.select([self._x.XConnectionNumber(self._display)], [], [], 0.3)[0]:
            self._process_events(lambda _: None)

    def _process_events(self, on_event: Callable[[_XEvent], None], timeout_s: float = 0.0) -> None:
        """Process pending events, waiting for them at most the given seconds."""
        if not self._x.XPending(self._display):
            select.select([self._x.XConnectionNumber(self._display)], [], [], timeout_s)
        while self._x.XPending(self._display):
            event = _XEvent()
            self._x.XNextEvent(self._display, byref(event))
            on_event(event)

    def _is_wide(self, window: int) -> bool:
        root, x, y, depth = c_ulong(), c_int(), c_int(), c_uint()
        width, height, border = c_uint(), c_uint(), c_uint()
        parts = (root, x, y, width, height, border, depth)
        self._x.XGetGeometry(self._display, window, *map(byref, parts))
        return width.value >= MIN_WIDTH
