"""Tests that time asleep does not count against a program, with a clock that notices gaps."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.seats.foreign import bad
from greenbaize.app.seats.bot_launcher import BotLauncher, own_environment
from greenbaize.app.seats.bot_supervisor import ASLEEP_S, LOOK_S, AwakeClock


def test_it_goes_while_somebody_looks_and_stands_still_meanwhile():
    now = [100.0]
    clock = AwakeClock(lambda: now[0])
    assert clock() == 0
    for _ in range(10):
        now[0] += LOOK_S
        clock()
    assert clock() == 10 * LOOK_S
    now[0] += 8 * 3600  # A night.
    assert clock() == 10 * LOOK_S
    now[0] += LOOK_S
    assert clock() == 11 * LOOK_S
    now[0] += ASLEEP_S
    assert clock() == 11 * LOOK_S


def test_looks_are_close_enough_together():
    assert LOOK_S < ASLEEP_S / 2


def test_programs_are_judged_by_such_a_clock():
    assert isinstance(BotLauncher().clock, AwakeClock)


# Time leaps once a file exists, as it does after the computer has slept.
TABLE = """
import os
import sys
from time import monotonic
from app.seats.foreign import header
from greenbaize.app.seats.bot_supervisor import AwakeClock
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES

command, leap, kind = sys.argv[1:]
leaping = lambda: monotonic() + (1e6 if os.path.exists(leap) else 0)
clock = AwakeClock(leaping) if kind == "awake" else leaping
launcher = BotLauncher(programs={"theirs": command}, clock=clock)
kept = []
table = Table(GAMES["damn"], header("damn", 3, deals=1), (), kept.append, launcher)
table.begin()
while not table.over:
    if not table.let_computer_act():
        os.write(1, b"looks\\n")
        table.wait()
table.close()
lost = [event.why for event in kept if event.type == "seat"]
os.write(1, f"lost: {lost}\\n".encode())
"""


def state(process):
    return Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[0]


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="reads the state of a process in /proc")
@pytest.mark.parametrize(
    ("kind", "answers_while_stopped"),
    [
        ("plain", True),  # An answer that waits in the pipe counts, however late it is read.
        ("awake", True),
        ("awake", False),  # A program that is still thinking has the time that it had left.
    ],
)
def test_a_table_that_was_stopped_blames_nobody(kind, answers_while_stopped, tmp_path):
    go, leap = tmp_path / "go", tmp_path / "leap"
    os.mkfifo(go)
    os.mkfifo(tmp_path / "gone")
    paths = [str(Path(__file__).parents[2]), own_environment()["PYTHONPATH"]]
    with subprocess.Popen(
        [sys.executable, "-c", TABLE, f"{bad('waits')} {go}", str(leap), kind],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
    ) as table:
        assert table.stderr.readline() == b"asked\n"
        table.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, table.pid, os.WSTOPPED | os.WNOWAIT)
        assert state(table.pid) == b"T"
        leap.touch()
        if answers_while_stopped:
            go.write_text("go")
            assert (tmp_path / "gone").read_text() == "answered"
        os.set_blocking(table.stdout.fileno(), False)
        table.stdout.read()  # Discard the output from before the stop.
        os.set_blocking(table.stdout.fileno(), True)
        table.send_signal(signal.SIGCONT)
        if not answers_while_stopped:
            assert table.stdout.readline() == b"looks\n"
            assert table.stdout.readline() == b"looks\n"
            go.write_text("go")
            assert (tmp_path / "gone").read_text() == "answered"
        told, _ = table.communicate(timeout=60)
    assert told.endswith(b"lost: []\n")
