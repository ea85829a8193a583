"""Python's search for garbage, where windows are: in their own thread and in no other.

Python looks for garbage in whichever thread comes to make something. A table that has been left is
such garbage, and Qt's objects must not end in another thread than the one that they live in: while
the list of matches is kept up beside the window it would take a table's scene and clocks away from
under Qt, which may be amid painting or waiting for them.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QTimer

EVERY_MS: Final = 1000


@contextmanager
def collected_here() -> Iterator[None]:
    """Meanwhile let garbage be found by a timer of this thread, and by nobody else."""
    was = gc.isenabled()
    gc.disable()
    timer = QTimer(interval=EVERY_MS)
    timer.timeout.connect(collect)
    timer.start()
    try:
        yield
    finally:
        timer.stop()
        if was:
            gc.collect(0)
            gc.enable()


def collect() -> None:
    """Look for garbage where Python would by itself, old and young."""
    due = [
        age
        for age, (made, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
        if made > most
    ]
    if due:
        gc.collect(max(due))
