"""Tests of the supervisor of a bot program: lines, order of questions, restarts and failure."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.seats.foreign_programs import SteppedClock, bad_bot_command
from greenbaize.app.seats.bot_launcher import BotLauncher, build_own_environment
from greenbaize.app.seats.bot_supervisor import (
    CLOCK_POLL_S,
    MAX_STARTS,
    SLEEP_GAP_S,
    AwakeClock,
    BotSupervisor,
    BotTimeouts,
    parse_object,
)

READY_LINE = b'{"type": "ready"}'

HEADER_LINE = b'{"type": "header"}\n'

LOT_LINE = b'{"type": "lot"}\n'


class FakeChannel:
    """Channel that logs what it is sent and never writes by itself."""

    is_missing = is_flooded = False

    def __init__(self, on_line):
        self.sent, self.is_closed, self.line_count = b"", False, 0

    def send_lines(self, lines):
        assert not self.is_closed
        self.sent += lines

    def expect_line(self):
        pass

    def has_unread_output(self, heard_count):
        return self.line_count > heard_count

    def close(self):
        self.is_closed = True


class SupervisorHarness:
    """Supervisor of fake channels, with the answers it has received."""

    def __init__(self, **limits):
        self.view_lines, self.clock = bytearray(HEADER_LINE), SteppedClock()
        self.channels, self.answers = [], []
        limits = {"start_timeout": 20, "answer_timeout": 5, **limits}
        self.supervisor = BotSupervisor(
            self.view_lines, self.launch_channel, BotTimeouts(**limits), self.clock, lambda *_: None
        )

    def launch_channel(self, on_line):
        self.channels.append(FakeChannel(on_line))
        return self.channels[-1]

    def process_line(self, line):
        self.supervisor.process_line(self.channels[-1], line)

    def ask_question(self, name, offset=None):
        def on_answer(line):
            failure_code = None if line is None else json.loads(line).get("wrong")
            if failure_code is None:
                self.answers.append((name, line))
            return failure_code

        self.supervisor.ask_question(f"{name}?\n".encode(), on_answer, offset)

    def append_line(self, line=LOT_LINE):
        self.view_lines += line
        self.supervisor.send_new_lines()


def test_questions_are_asked_and_answered_in_their_order():
    harness = SupervisorHarness()
    harness.ask_question("a")
    harness.append_line()
    harness.ask_question("b")
    assert harness.channels[0].sent == HEADER_LINE + b"a?\n" + LOT_LINE + b"b?\n"
    for line in (READY_LINE, b"{}", b'{"n": 2}'):
        harness.process_line(line)
    assert harness.answers == [("a", b"{}"), ("b", b'{"n": 2}')]
    assert not harness.supervisor.has_open_question


def test_a_dead_program_is_restarted_and_asked_the_open_questions():
    harness = SupervisorHarness()
    harness.ask_question("a")
    harness.append_line()
    harness.ask_question("b")
    harness.append_line()
    harness.process_line(READY_LINE)
    harness.process_line(b"{}")
    harness.process_line(None)
    assert harness.channels[1].sent == HEADER_LINE + LOT_LINE + b"b?\n" + LOT_LINE
    assert harness.channels[0].is_closed
    harness.process_line(READY_LINE)
    harness.process_line(b'{"n": 2}')
    assert [name for name, _ in harness.answers] == ["a", "b"]


def test_a_restarted_program_is_not_asked_outdated_questions():
    harness = SupervisorHarness()
    harness.ask_question("a")
    harness.supervisor.discard_questions()
    harness.append_line()
    harness.ask_question("b")
    harness.process_line(None)
    assert harness.channels[1].sent == HEADER_LINE + LOT_LINE + b"b?\n"


def test_questions_about_earlier_events_are_sent_before_later_events():
    harness = SupervisorHarness()
    harness.view_lines += LOT_LINE
    harness.ask_question("a", len(HEADER_LINE))
    harness.process_line(None)
    assert harness.channels[-1].sent == HEADER_LINE + b"a?\n"
    harness.ask_question("b", len(HEADER_LINE) + len(LOT_LINE))
    assert harness.channels[-1].sent == HEADER_LINE + b"a?\n" + LOT_LINE + b"b?\n"


def test_a_wrong_answer_is_asked_for_again():
    harness = SupervisorHarness()
    harness.ask_question("a")
    harness.process_line(READY_LINE)
    harness.process_line(b'{"wrong": "illegal"}')
    assert len(harness.channels) == 2
    harness.process_line(READY_LINE)
    harness.process_line(b"{}")
    assert harness.answers == [("a", b"{}")]


def test_after_the_last_start_the_program_is_given_up():
    harness = SupervisorHarness()
    harness.ask_question("a")
    for _ in range(MAX_STARTS):
        assert harness.supervisor.failure_code is None
        harness.process_line(READY_LINE)
        harness.process_line(None)
    assert harness.supervisor.failure_code == "died"
    assert harness.answers == [("a", None)]
    harness.ask_question("b")
    assert harness.answers[1:] == [("b", None)]
    assert len(harness.channels) == MAX_STARTS


def test_a_program_that_may_not_restart_is_given_up_at_once():
    harness = SupervisorHarness(restarts=False)
    harness.ask_question("a")
    harness.process_line(READY_LINE)
    harness.process_line(b"{}")
    harness.process_line(None)
    assert harness.supervisor.failure_code == "died"
    assert len(harness.channels) == 1


@pytest.mark.parametrize(
    ("lines", "failure_code"),
    [
        ([b"what"], "garbage"),
        ([b"7"], "garbage"),
        ([b"{}"], "garbage"),
        ([READY_LINE, b"{}", b"{}"], "unasked"),
        *(
            ([READY_LINE, '{"n": 1}'.encode(encoding)], "garbage")
            for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig")
        ),
    ],
)
def test_an_invalid_answer_has_its_failure_code(lines, failure_code):
    harness = SupervisorHarness(restarts=False)
    harness.ask_question("a")
    for line in lines:
        harness.process_line(line)
    assert harness.supervisor.failure_code == failure_code


def test_a_program_that_cannot_be_started_is_missing():
    supervisor = BotSupervisor(b"", "missing", BotTimeouts(1, 1), SteppedClock(), lambda *_: None)
    supervisor.start()
    assert supervisor.failure_code == "missing"


def test_each_answer_has_the_full_time():
    harness = SupervisorHarness()
    harness.ask_question("a")
    harness.ask_question("b")
    harness.clock.now = 19
    harness.process_line(READY_LINE)
    harness.clock.now = 23
    harness.process_line(b"{}")
    harness.clock.now = 27
    harness.supervisor.check_timeout()
    assert len(harness.channels) == 1
    harness.clock.now = 28
    harness.supervisor.check_timeout()
    assert len(harness.channels) == 2


def test_time_counts_only_while_an_answer_is_awaited():
    harness = SupervisorHarness()
    harness.supervisor.start()
    harness.clock.now = 1000
    assert harness.supervisor.poll_timeout is None
    harness.supervisor.check_timeout()
    harness.ask_question("a")
    harness.supervisor.discard_questions()
    assert harness.supervisor.poll_timeout is None


@pytest.mark.parametrize("raw", [b"\xff", b"[" * 9000, b" " * 20_000 + b"{}", b"7", b""])
def test_a_line_that_is_no_object_is_none(raw):
    assert parse_object(raw) is None


def test_unread_output_is_read_before_a_timeout():
    harness = SupervisorHarness()
    harness.ask_question("a")
    harness.process_line(READY_LINE)
    harness.channels[0].line_count = 2  # The answer is on its way.
    harness.clock.now = 100
    harness.supervisor.check_timeout()
    assert 0 < harness.supervisor.poll_timeout < 0.1
    assert len(harness.channels) == 1
    harness.process_line(b"{}")
    assert harness.answers == [("a", b"{}")]
    harness.ask_question("b")
    harness.clock.now = 200
    harness.supervisor.check_timeout()
    assert len(harness.channels) == 2


def test_the_wake_timeout_is_limited_however_much_time_is_left():
    harness = SupervisorHarness(answer_timeout=1000)
    harness.ask_question("a")
    harness.process_line(READY_LINE)
    assert harness.supervisor.remaining_time == 1000
    assert harness.supervisor.poll_timeout == CLOCK_POLL_S
    harness.clock.now = 999.9
    assert harness.supervisor.poll_timeout == pytest.approx(0.1)


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
