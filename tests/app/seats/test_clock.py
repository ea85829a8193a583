"""Tests that time asleep does not count against a program, with a clock that notices gaps."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.seats.foreign_programs import bad_bot_command
from greenbaize.app.seats.bot_launcher import BotLauncher, build_own_environment
from greenbaize.app.seats.bot_supervisor import CLOCK_POLL_S, SLEEP_GAP_S, AwakeClock


def test_the_clock_runs_while_it_is_read_and_skips_gaps():
    times = [100.0]
    clock = AwakeClock(lambda: times[0])
    assert clock() == 0
    for _ in range(10):
        times[0] += CLOCK_POLL_S
        clock()
    assert clock() == 10 * CLOCK_POLL_S
    times[0] += 8 * 3600  # A night.
    assert clock() == 10 * CLOCK_POLL_S
    times[0] += CLOCK_POLL_S
    assert clock() == 11 * CLOCK_POLL_S
    times[0] += SLEEP_GAP_S
    assert clock() == 11 * CLOCK_POLL_S


def test_polling_is_frequent_enough_for_the_clock():
    assert CLOCK_POLL_S < SLEEP_GAP_S / 2


def test_programs_are_timed_by_the_awake_clock():
    assert isinstance(BotLauncher().clock, AwakeClock)


# Time leaps once a file exists, as it does after the computer has slept.
TABLE_SCRIPT = """
import os
import sys
from time import monotonic
from app.seats.foreign_programs import make_program_header
from greenbaize.app.seats.bot_supervisor import AwakeClock
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES

command, leap, kind = sys.argv[1:]
leaping = lambda: monotonic() + (1e6 if os.path.exists(leap) else 0)
clock = AwakeClock(leaping) if kind == "awake" else leaping
launcher = BotLauncher(programs={"theirs": command}, clock=clock)
events = []
header = make_program_header("damn", 3, deals=1)
table = Table(GAMES["damn"], header, (), events.append, launcher)
table.start_match()
while not table.is_over:
    if not table.play_bot_turn():
        os.write(1, b"looks\\n")
        table.wait_for_program()
table.close()
lost = [event.why for event in events if event.type == "seat"]
os.write(1, f"lost: {lost}\\n".encode())
"""


def read_process_state(process):
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
def test_a_stopped_table_fails_no_program(kind, answers_while_stopped, tmp_path):
    go_path, leap_path = tmp_path / "go", tmp_path / "leap"
    os.mkfifo(go_path)
    os.mkfifo(tmp_path / "gone")
    paths = [str(Path(__file__).parents[2]), build_own_environment()["PYTHONPATH"]]
    with subprocess.Popen(
        [
            sys.executable,
            "-c",
            TABLE_SCRIPT,
            f"{bad_bot_command('waits')} {go_path}",
            str(leap_path),
            kind,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
    ) as table:
        assert table.stderr.readline() == b"asked\n"
        table.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, table.pid, os.WSTOPPED | os.WNOWAIT)
        assert read_process_state(table.pid) == b"T"
        leap_path.touch()
        if answers_while_stopped:
            go_path.write_text("go")
            assert (tmp_path / "gone").read_text() == "answered"
        os.set_blocking(table.stdout.fileno(), False)
        table.stdout.read()  # Discard the output from before the stop.
        os.set_blocking(table.stdout.fileno(), True)
        table.send_signal(signal.SIGCONT)
        if not answers_while_stopped:
            assert table.stdout.readline() == b"looks\n"
            assert table.stdout.readline() == b"looks\n"
            go_path.write_text("go")
            assert (tmp_path / "gone").read_text() == "answered"
        output, _ = table.communicate(timeout=60)
    assert output.endswith(b"lost: []\n")
