"""Tests of signals that end the program: deferral, cleanup and exit codes."""

import signal
import sys

import pytest

from greenbaize.app.signals import (
    Stopped,
    exit_code,
    handled,
    install_signal_handlers,
    stopped_later,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
CODES = [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)]


@pytest.mark.parametrize(("name", "code"), CODES)
def test_each_signal_stops_with_its_exit_code_and_all_is_as_before(name, code):
    number = signal.Signals[name]
    before = signal.getsignal(number)
    with pytest.raises(Stopped) as stopped, install_signal_handlers():
        signal.raise_signal(number)
    assert exit_code(stopped.value) == code
    assert signal.getsignal(number) == before


def test_ctrl_c_without_anybody_heeding_it_has_the_usual_code():
    assert exit_code(KeyboardInterrupt()) == 130


def test_a_second_signal_ends_the_process():
    seen = []

    def stop():
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            seen.extend(signal.getsignal(signal.Signals[name]) for name, _ in CODES)

    with pytest.raises(Stopped), install_signal_handlers():
        stop()
    assert seen == [signal.SIG_DFL] * 3


def test_what_the_process_is_told_to_ignore_it_ignores():
    """Simulate the signal dispositions left by ``nohup``."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with install_signal_handlers():
            signal.raise_signal(signal.SIGHUP)
        with stopped_later():
            signal.raise_signal(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(("name", "code"), CODES)
def test_a_signal_waits_for_what_must_be_whole(name, code):
    done = []

    def write():
        with stopped_later():
            signal.raise_signal(signal.Signals[name])
            done.append("whole")

    with pytest.raises(Stopped) as stopped, install_signal_handlers():
        write()
    assert done == ["whole"]
    assert exit_code(stopped.value) == code


def test_whoever_handles_them_is_told_which():
    came = []
    with handled(lambda number, _: came.append(number)):
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)
    assert came == [signal.SIGTERM, signal.SIGINT]
