"""Signals that end the program: clean up, and exit with the signal's code."""

import gc
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import Final

ENDING: Final = tuple(
    number for number in signal.Signals if number.name in ("SIGINT", "SIGTERM", "SIGHUP")
)
"""Ctrl-C, termination and the closing of the terminal, where the system has these signals."""

Handler = Callable[[int, FrameType | None], object]


class Stopped(KeyboardInterrupt):
    """A signal has interrupted the program."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def exit_code(stop: KeyboardInterrupt) -> int:
    """Return the exit code after a signal: 130 for Ctrl-C, 143 for SIGTERM, 129 for SIGHUP."""
    return 128 + (stop.number if isinstance(stop, Stopped) else signal.SIGINT)


def install_signal_handlers() -> AbstractContextManager[None]:
    """Let signals raise ``SignalInterrupt`` here; a second one ends the process."""
    return handled(_stop)


def left_at_once() -> AbstractContextManager[None]:
    """Let signals exit at once while nothing needs cleaning up: libraries swallow exceptions."""
    return handled(lambda number, _: os._exit(128 + number))


@contextmanager
def stopped_later() -> Iterator[None]:
    """Defer signals until this is left."""
    came: list[int] = []
    with handled(lambda number, _: came.append(number)):
        yield
    if came:
        _stop(came[0])


@contextmanager
def handled(handler: Handler) -> Iterator[None]:
    """Handle signals by ``handler``; those the process was started to ignore stay ignored."""
    before = {
        number: old for number in ENDING if (old := signal.getsignal(number)) != signal.SIG_IGN
    }
    for number in before:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def _stop(number: int, _: FrameType | None = None) -> None:
    for other in ENDING:
        if signal.getsignal(other) != signal.SIG_IGN:
            signal.signal(other, signal.SIG_DFL)
    raise Stopped(number)


@contextmanager
def nothing_to_collect() -> Iterator[None]:
    """Pause the garbage collection, and exempt for good what exists at the end.

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
