"""Priority of processes that work beside a window."""

import os
from typing import Final

LOWEST_PRIORITY: Final = 19
"""Niceness of a process that works only where nothing else does."""


def lower_priority(niceness: int = LOWEST_PRIORITY) -> None:
    """Leave the processor to the window and its table, on systems that have niceness."""
    if hasattr(os, "nice"):
        os.nice(niceness)
