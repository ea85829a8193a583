"""Limits of the process that draws foreign files: memory, and processor time for each step.

The system enforces them, so that they hold also inside a library that never returns. The process
then simply dies, and whoever started it says so.
"""

import faulthandler
import os
import signal
import sys
from contextlib import suppress
from typing import Final

if sys.platform != "win32":
    import resource

STEP_CPU_S: Final = 1.6
"""Most processor time for one picture or file (s)."""
TOTAL_CPU_S: Final = 120
STEP_WALL_S: Final = 30.0
"""Most time for one step (s), also where it waits; the only limit of time on Windows."""
MEMORY_BYTES: Final = 150_000_000
"""Memory on top of what the process has before it opens a foreign file."""


def limit_memory() -> None:
    """Limit this process's memory and whole processor time, where the system can."""
    if sys.platform == "linux":
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123
            used = int(file.read().split()[5]) * resource.getpagesize()
        with suppress(OSError, ValueError):
            # Not the address space, of which threads reserve much and use little.
            resource.setrlimit(resource.RLIMIT_DATA, (used + MEMORY_BYTES, used + MEMORY_BYTES))
    if sys.platform != "win32":
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CPU, (TOTAL_CPU_S, TOTAL_CPU_S))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def start_step() -> None:
    """Begin a step: from now the process has the time of one step, or it dies."""
    # Its thread needs neither Python nor the library that is busy.
    faulthandler.dump_traceback_later(STEP_WALL_S, exit=True, file=_null_device())
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, STEP_CPU_S)


def end_steps() -> None:
    """End the last step."""
    faulthandler.cancel_dump_traceback_later()
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, 0)


_null_file: Final[list[int]] = []


def _null_device() -> int:
    if not _null_file:
        _null_file.append(os.open(os.devnull, os.O_WRONLY))
    return _null_file[0]
