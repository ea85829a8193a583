"""Tests of commands that are ended by a signal: exit code, and no remaining processes."""

import contextlib
import os
import signal
import subprocess
import sys
from threading import Timer

import pytest

from app.seats.foreign_programs import bad_bot_command

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds descendants in /proc")
EXIT_CODES = {"SIGINT": 130, "SIGTERM": 143, "SIGHUP": 129, "SIGKILL": -9}
# A program for each seat that leaves a process behind, and reports when it is asked.
HANGING_PROGRAM = f"program:{bad_bot_command('leaves_and_hangs')}"
COMMANDS = {
    "simulate": ["simulate", "--game", "damn", "--jobs", "1", "--bots", HANGING_PROGRAM],
    "simulate on two cores": [
        *["simulate", "--game", "damn", "--matches", "2", "--jobs", "2", "--bots", HANGING_PROGRAM]
    ],
    "play": ["play", "--watch", "--game", "damn", "--bots", HANGING_PROGRAM],
    "duel": [
        *["duel", "--game", "damn", "--a", "easy", "--b", "easy", "--deals", "1000000"],
        *["--jobs", "2"],
    ],
}


@contextlib.contextmanager
def running_command(words, **more):
    """Run a command in a separate session, and kill the whole session at the end."""
    with subprocess.Popen(
        [sys.executable, "-m", "greenbaize.cli.main", *words],
        stderr=subprocess.PIPE,
        start_new_session=True,
        **more,
    ) as process:
        # Kill everything if a test hangs.
        end = Timer(60, os.killpg, [process.pid, signal.SIGKILL])
        end.start()
        try:
            yield process
            assert end.is_alive(), "a process was still running until the test killed it"
        finally:
            end.cancel()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


# Runs a command; the process sends itself a signal when a module is about to be imported.
INTERRUPT_SCRIPT = """
import os, runpy, signal, sys

number, module, *sys.argv[1:] = sys.argv[1:]

class Sender:
    def find_spec(self, name, path, target=None):
        if name == module:
            os.kill(os.getpid(), int(number))
            sum(range(1000))

sys.meta_path.insert(0, Sender())
runpy.run_module("greenbaize", run_name="__main__", alter_sys=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("module", ["greenbaize.app.signals", "msgspec", "PySide6.QtWidgets"])
def test_a_signal_while_the_program_loads_ends_it_without_a_traceback(module, name):
    number = signal.Signals[name]
    words = [sys.executable, "-c", INTERRUPT_SCRIPT, str(int(number)), module]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    result = subprocess.run(
        [*words, "play", "--watch", "--game", "damn"],
        capture_output=True,
        check=False,
        timeout=60,
        env=environment,
    )
    assert result.returncode == EXIT_CODES[name]
    assert b"Traceback" not in result.stderr


@pytest.mark.long
@pytest.mark.parametrize("name", EXIT_CODES)
@pytest.mark.parametrize("command", ["simulate", "simulate on two cores", "play"])
def test_programs_end_with_the_command(command, name, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    with running_command(COMMANDS[command]) as process:
        for line in process.stderr:
            if line == b"asked\n":
                break
        process.send_signal(signal.Signals[name])
        # The pipe closes when the last process has ended.
        errors = process.stderr.read()
        assert process.wait() == EXIT_CODES[name]
    assert b"Traceback" not in errors
    assert (b"Stopped." in errors) == (name != "SIGKILL")


@pytest.mark.long
@pytest.mark.parametrize("name", EXIT_CODES)
def test_a_duel_ends_with_all_its_workers(name, tmp_path):
    table = tmp_path / "duel.csv"
    os.mkfifo(table)
    with running_command(
        [*COMMANDS["duel"], "--csv", str(table)], stdout=subprocess.PIPE
    ) as process:
        with table.open("rb") as lines:
            lines.readline()
            process.send_signal(signal.Signals[name])
            lines.read()
        errors = process.stderr.read()
        assert process.wait() == EXIT_CODES[name]
        output = process.stdout.read()
    # Python's resource tracker complains about leaked semaphores.
    assert errors == b"Stopped.\n" or name == "SIGKILL"
    assert output.startswith(b"damn, 4 players") == (name != "SIGKILL")


@pytest.mark.skipif(not os.path.exists("/usr/bin/setsid"), reason="needs setsid")  # noqa: PTH110
def test_closing_the_terminal_ends_it():
    import termios  # noqa: PLC0415  (Windows has none)

    here, there = os.openpty()
    termios.tcsetwinsize(there, (24, 80))  # without a size no progress bar is drawn
    words = ["--game", "damn", "--matches", "100000", "--jobs", "2"]
    reading, writing = os.pipe()
    with subprocess.Popen(
        ["/usr/bin/setsid", "-c", sys.executable, "-m", "greenbaize.cli.main", "simulate", *words],
        stdin=there,
        stdout=there,
        stderr=there,
        pass_fds=[writing],
    ) as process:
        os.close(there)
        os.close(writing)
        os.read(here, 1)  # the progress bar is drawn: the command is running
        os.close(here)
        assert process.wait(60) == 129
    assert os.read(reading, 1) == b""
    os.close(reading)


def test_nohup_ignores_hangups():
    code = (
        "import signal, sys\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from greenbaize.cli import main\n"
        "main._run_command_line = lambda words: signal.raise_signal(signal.SIGHUP) or 7\n"
        "sys.exit(main.main([]))\n"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 7


CLOSE_SCRIPT = """
import signal, sys
from PySide6.QtCore import QTimer
from greenbaize.cli.main import main
from greenbaize.ui.shell.window import MainWindow

show, close = MainWindow.show, MainWindow.close_without_asking

def shown(window):
    QTimer.singleShot(0, lambda: signal.raise_signal(signal.SIGINT))
    show(window)

def closed(window):
    signal.raise_signal(signal.SIGINT)
    close(window)
    print("closed", flush=True)

MainWindow.show, MainWindow.close_without_asking = shown, closed
sys.exit(main(["play", "--new-window"]))
"""


def test_a_second_signal_does_not_prevent_closing_the_window(tmp_path):
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(sys.path),
        "GREENBAIZE_HOME": str(tmp_path),
        "QT_QPA_PLATFORM": "offscreen",
    }
    result = subprocess.run(
        [sys.executable, "-c", CLOSE_SCRIPT],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stdout) == (130, "closed\n")
