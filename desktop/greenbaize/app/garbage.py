"""Keeps Python's garbage collector away from what lives as long as the program."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def nothing_to_collect() -> Iterator[None]:
    """Collect no garbage while this is entered, and exempt what exists then for good.

    Modules, classes and windows live as long as the program; scanning them takes a twentieth of the
    time to the first paint and would later make animations stutter.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was:
            gc.enable()
