"""Signals that end the program: clean up, and exit with the signal's code."""

import gc
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import Final

EXIT_SIGNALS: Final = tuple(
    number for number in signal.Signals if number.name in ("SIGINT", "SIGTERM", "SIGHUP")
)
"""Ctrl-C, termination and the closing of the terminal, where the system has these signals."""

SignalHandler = Callable[[int, FrameType | None], object]


class SignalInterrupt(KeyboardInterrupt):
    """A signal has interrupted the program."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def find_exit_code(interrupt: KeyboardInterrupt) -> int:
    """Return the exit code after a signal: 130 for Ctrl-C, 143 for SIGTERM, 129 for SIGHUP."""
    return 128 + (interrupt.number if isinstance(interrupt, SignalInterrupt) else signal.SIGINT)


def install_signal_handlers() -> AbstractContextManager[None]:
    """Let signals raise ``SignalInterrupt`` here; a second one ends the process."""
    return handle_signals(_raise_interrupt)


def exit_on_signal() -> AbstractContextManager[None]:
    """Let signals exit at once while nothing needs cleaning up: libraries swallow exceptions."""
    return handle_signals(lambda number, _: os._exit(128 + number))


@contextmanager
def defer_signals() -> Iterator[None]:
    """Defer signals until this is left."""
    received: list[int] = []
    with handle_signals(lambda number, _: received.append(number)):
        yield
    if received:
        _raise_interrupt(received[0])


@contextmanager
def handle_signals(handler: SignalHandler) -> Iterator[None]:
    """Handle signals by ``handler``; those the process was started to ignore stay ignored."""
    previous_handlers = {
        number: previous_handler
        for number in EXIT_SIGNALS
        if (previous_handler := signal.getsignal(number)) != signal.SIG_IGN
    }
    for number in previous_handlers:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, previous_handler in previous_handlers.items():
            signal.signal(number, previous_handler)


def _raise_interrupt(number: int, _: FrameType | None = None) -> None:
    for exit_signal in EXIT_SIGNALS:
        if signal.getsignal(exit_signal) != signal.SIG_IGN:
            signal.signal(exit_signal, signal.SIG_DFL)
    raise SignalInterrupt(number)


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause the garbage collection, and exempt for good what exists at the end.

    Modules, classes and windows live as long as the program; scanning them takes a twentieth of the
    time to the first paint and would later make animations stutter.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()
