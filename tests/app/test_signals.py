"""Tests of signals that end the program: deferral, cleanup and exit codes."""

import signal
import sys

import pytest

from greenbaize.app.signals import (
    SignalInterrupt,
    defer_signals,
    find_exit_code,
    handle_signals,
    install_signal_handlers,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
EXIT_CODES = [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)]


@pytest.mark.parametrize(("name", "code"), EXIT_CODES)
def test_each_signal_has_its_exit_code_and_the_handler_is_restored(name, code):
    number = signal.Signals[name]
    handler_before = signal.getsignal(number)
    with pytest.raises(SignalInterrupt) as caught, install_signal_handlers():
        signal.raise_signal(number)
    assert find_exit_code(caught.value) == code
    assert signal.getsignal(number) == handler_before


def test_an_unhandled_ctrl_c_has_the_usual_exit_code():
    assert find_exit_code(KeyboardInterrupt()) == 130


def test_a_second_signal_ends_the_process():
    handlers = []

    def raise_and_log_handlers():
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            handlers.extend(signal.getsignal(signal.Signals[name]) for name, _ in EXIT_CODES)

    with pytest.raises(SignalInterrupt), install_signal_handlers():
        raise_and_log_handlers()
    assert handlers == [signal.SIG_DFL] * 3


def test_an_ignored_signal_stays_ignored():
    """Simulate the signal dispositions left by ``nohup``."""
    handler_before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with install_signal_handlers():
            signal.raise_signal(signal.SIGHUP)
        with defer_signals():
            signal.raise_signal(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, handler_before)


@pytest.mark.parametrize(("name", "code"), EXIT_CODES)
def test_a_signal_waits_for_a_deferred_section(name, code):
    completed_parts = []

    def run_deferred_section():
        with defer_signals():
            signal.raise_signal(signal.Signals[name])
            completed_parts.append("whole")

    with pytest.raises(SignalInterrupt) as caught, install_signal_handlers():
        run_deferred_section()
    assert completed_parts == ["whole"]
    assert find_exit_code(caught.value) == code


def test_a_handler_receives_the_signal_number():
    received = []
    with handle_signals(lambda number, _: received.append(number)):
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)
    assert received == [signal.SIGTERM, signal.SIGINT]
