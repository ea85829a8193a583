"""Python's search for garbage, kept from what is made to stay."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def nothing_to_collect() -> Iterator[None]:
    """Let nobody look for garbage among what is loaded and made here, now or later.

    Modules, classes and windows stay as long as the program. To go through them again and again
    while there are more and more of them takes a twentieth of the time to the first paint, and
    afterwards it would hold up what moves.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was:
            gc.enable()
