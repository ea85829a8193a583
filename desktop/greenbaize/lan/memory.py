"""Memory that was needed for a crowd at the door, and is not any more."""

import contextlib
import ctypes
import gc
import sys


def give_memory_back() -> None:
    """Free what ended connections have left, and give it back to the system.

    They refer to themselves, and glibc keeps what has been freed below anything still in use.
    """
    gc.collect()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another libc
            ctypes.CDLL(None).malloc_trim(0)
