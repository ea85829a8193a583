"""Tests of a bot's process: its start, its pipes and its end."""

import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Semaphore, Thread
from typing import Any

import pytest

from app.seats.foreign_programs import (
    TINY_BOT_PATH,
    bad_bot_command,
    make_launcher,
    make_program_header,
    play_bot_match,
    play_with_program,
    python_command,
    select_seat_changes,
    wait_for_programs,
)
from app.seats.own_programs import OWN_PROCESS_LAUNCHER, make_match_header
from greenbaize.app.seats import bot_process
from greenbaize.app.seats.bot_launcher import build_own_environment
from greenbaize.app.seats.bot_process import (
    MAX_ANSWER_BYTES,
    MAX_STDERR_BYTES,
    MAX_UNASKED_LINES,
    BotProcess,
    LaunchSpec,
    forward_lines,
)
from greenbaize.app.tables.player_view import create_local_views
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.rules.events import CardPlayed, SeatReassigned

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("started_programs")]


def test_programs_wait_for_the_start_gate(monkeypatch, started_programs):
    log: list[Any] = []

    class LoggedEvent(Event):
        def wait(self, timeout=None):
            log.append("held back")
            return super().wait(timeout)

    popen = subprocess.Popen

    def open_logged(*arguments, **keywords):
        log.append(start_gate.is_set())
        return popen(*arguments, **keywords)

    start_gate = LoggedEvent()
    monkeypatch.setattr(bot_process, "MAX_START_DELAY_S", 60)
    monkeypatch.setattr(bot_process.subprocess, "Popen", open_logged)
    table = Table(
        GAMES["damn"],
        make_match_header("damn"),
        launcher=replace(OWN_PROCESS_LAUNCHER, start_gate=start_gate),
    )
    start_gate.set()
    table.play_to_end()
    seats = len(table.table_seats)
    assert (log.count("held back"), log.count(True)) == (seats, seats)


def test_a_program_closed_before_the_start_gate_is_never_started(monkeypatch):
    popen_calls, lines, start_gate = [], [], Event()

    def log_popen(*_, **__):
        popen_calls.append(start_gate.is_set())
        raise FileNotFoundError

    monkeypatch.setattr(bot_process, "MAX_START_DELAY_S", 60)
    monkeypatch.setattr(bot_process.subprocess, "Popen", log_popen)
    start = bot_process.LaunchSpec(
        [sys.executable, "--version"], is_builtin=True, start_gate=start_gate
    )
    program = bot_process.BotProcess(start, lambda _, line: lines.append(line))
    program.close()
    start_gate.set()
    program.wait_for_end()
    assert (program.process_id, popen_calls, lines) == (None, [], [None])


def test_output_before_a_wake_callback_is_set_wakes_too():
    player_view = create_local_views(
        Table(
            GAMES["damn"],
            make_program_header("damn", 3, foreign_seats=(), deals=2),
            launcher=OWN_PROCESS_LAUNCHER,
        )
    )[0]
    wake_semaphore, later_event = Semaphore(0), Event()
    player_view.set_wake_callback(wake_semaphore.release)
    for _ in range(3):
        wake_semaphore.acquire()  # All three programs are ready.
    player_view.table.start_match()
    wake_semaphore.acquire()  # The first program has decided.
    player_view.set_wake_callback(later_event.set)
    assert later_event.is_set()
    player_view.table.close()


# Write past the buffer, whose lock a thread might hold as the interpreter ends.
TABLE_SCRIPT = """
import os
import sys
from app.seats.foreign_programs import make_program_header
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES

header = make_program_header("damn", 3, foreign_seats=())
table = Table(GAMES["damn"], header, launcher=BotLauncher(separate_processes=True))
table.set_wake_callback(lambda: os.write(1, b"ready\\n"))
sys.stdin.read()
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("end_action", ["kill", "terminate", "leave"])
def test_programs_end_with_a_killed_table(end_action):
    paths = [str(Path(__file__).parents[2]), build_own_environment()["PYTHONPATH"]]
    table = subprocess.Popen(
        [sys.executable, "-c", TABLE_SCRIPT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
    )
    with table:
        for _ in range(3):
            assert table.stdout.readline() == b"ready\n"
        if end_action == "leave":
            table.stdin.close()  # The process exits without having closed the table.
        else:
            getattr(table, end_action)()
        # The programs hold the other end of this pipe: it closes when the last of them has ended.
        assert table.stderr.read() == b""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_no_guard_runs_for_builtin_bots(started_programs):
    player_view = create_local_views(
        Table(GAMES["damn"], make_match_header("damn"), launcher=OWN_PROCESS_LAUNCHER)
    )[0]
    player_view.table.start_match()
    for program in started_programs:
        while not (command_line := Path(f"/proc/{program.process_id}/cmdline").read_bytes()):
            pass  # The process is forked but not yet executed.
        arguments = command_line.split(b"\0")
        assert b"bot" in arguments
        assert not any(argument.endswith(b"process_guard.py") for argument in arguments)
    player_view.table.close()
    wait_for_programs(started_programs)


def test_programs_end_with_their_match(started_programs):
    player_view = create_local_views(
        Table(GAMES["damn"], make_match_header("damn"), launcher=OWN_PROCESS_LAUNCHER)
    )[0]
    player_view.table.play_to_end()
    wait_for_programs(started_programs)
    player_view.table.close()


def test_a_program_may_finish_after_its_input_closed(tmp_path, started_programs):
    """A program has one second to finish after its input closes."""
    note_path = tmp_path / "note"
    text = (
        'import json, sys\nprint(\'{"type": "ready"}\', flush=True)\n'
        f"for line in sys.stdin: pass\nopen({str(note_path)!r}, 'w').write('done')"
    )
    player_view = create_local_views(
        Table(
            GAMES["damn"],
            make_program_header("damn", 3, deals=2),
            launcher=make_launcher(python_command("-c", text)),
        )
    )[0]
    ready_event = Event()
    player_view.set_wake_callback(ready_event.set)
    ready_event.wait()
    player_view.table.close()
    player_view.table.close()
    wait_for_programs(started_programs)
    assert note_path.read_text() == "done"


def test_a_program_with_much_to_read_is_not_waited_for():
    """Send more than a pipe holds to a program that reads nothing."""
    match_header = make_program_header("master", 3, foreign_seats=(2,))
    complete_events = play_with_program(make_program_header("master", 3, foreign_seats=()), "")
    last_play_index = [
        index for index, event in enumerate(complete_events) if isinstance(event, CardPlayed)
    ][-1]
    bot_launcher = make_launcher(bad_bot_command("deaf"))
    player_view = create_local_views(
        Table(
            GAMES["master"],
            match_header,
            tuple(complete_events[:last_play_index]),
            launcher=bot_launcher,
        )
    )[0]
    player_view.table.start_match()
    while not player_view.is_over:
        if not player_view.let_others_act():
            bot_launcher.clock.now += 100
    player_view.table.close()


def forward_output(output, capfd):
    read_end, write_end = os.pipe()
    os.write(write_end, output)
    os.close(write_end)
    forward_lines(open(read_end, "rb", buffering=0))  # noqa: PTH123, SIM115  (pass_on closes it)
    return capfd.readouterr().err


def test_windows_line_ends_are_accepted(capfd):
    assert forward_output(b"one\r\ntwo\n\r\nlast\r", capfd) == "one\ntwo\n\nlast\n"


def test_control_characters_are_replaced(capfd):
    assert (
        forward_output(b"a\x1b[2Jb\rc\n", capfd)
        == "a\N{REPLACEMENT CHARACTER}[2Jb\N{REPLACEMENT CHARACTER}c\n"
    )


def test_a_process_without_memory_is_missing(monkeypatch, started_programs):
    def raise_memory_error(*_, **__):
        raise MemoryError

    monkeypatch.setattr(bot_process.subprocess, "Popen", raise_memory_error)
    assert select_seat_changes(play_bot_match(make_launcher(python_command(TINY_BOT_PATH)))) == [
        SeatReassigned(1, "bot", "missing")
    ]


class OutputRecorder:
    """Program that runs a short script; its lines are kept."""

    def __init__(self, script, *, is_builtin=True, **launch_fields):
        self.lines = []
        self._line_events = Semaphore(0)
        command = [sys.executable, "-I", "-S", "-c", script]
        launch_spec = LaunchSpec(command, is_builtin=is_builtin, **launch_fields)
        self.process = BotProcess(launch_spec, self._on_line)

    def _on_line(self, process, line):
        self.lines.append(line)
        self._line_events.release()

    def wait_for_lines(self, count):
        for index in range(count):
            assert self._line_events.acquire(timeout=60), f"{index} of {count} lines: {self.lines}"

    def close(self):
        self.process.close()
        self.process.wait_for_end()


@pytest.fixture
def run_script():
    """Run scripts as programs and close them after the test."""
    recorders = []

    def start(*args, **fields):
        recorders.append(OutputRecorder(*args, **fields))
        return recorders[-1]

    yield start
    for recorder in recorders:
        recorder.close()


def print_lines(count, text="x"):
    return f"import sys; sys.stdout.write({text + chr(10)!r} * {count}); sys.stdout.flush()"


def test_lines_are_reported_without_their_end_and_then_the_end(run_script):
    recorder = run_script(print_lines(2, "ab"))
    recorder.wait_for_lines(3)
    assert recorder.lines == [b"ab", b"ab", None]
    assert not recorder.process.is_flooded
    assert not recorder.process.is_missing
    assert recorder.process.has_unread_output(2)
    assert not recorder.process.has_unread_output(3)


def test_a_program_reads_what_it_is_sent(run_script):
    recorder = run_script("import sys; print(sys.stdin.read().count('y'))")
    recorder.process.send_lines(b"y" * 300_000)
    recorder.process.send_lines(b"y\n")
    recorder.process.close()
    recorder.wait_for_lines(2)
    assert recorder.lines == [b"300001", None]


@pytest.mark.parametrize("expected_count", [1, 4])
def test_a_program_that_writes_unasked_is_not_read_on(expected_count, run_script):
    recorder = run_script(f"input(); {print_lines(60)}; input()")
    for _ in range(expected_count - 1):
        recorder.process.expect_line()
    recorder.process.send_lines(b"\n")
    limit = expected_count + MAX_UNASKED_LINES
    recorder.wait_for_lines(limit + 1)
    assert recorder.lines == [b"x"] * limit + [None]
    assert recorder.process.is_flooded


@pytest.mark.parametrize("end", ["\n", ""])
def test_a_line_may_not_be_longer_than_any_answer(end, run_script):
    script = f"import sys; sys.stdout.write('x' * %d + {end!r}); sys.stdout.flush()"
    longest = run_script(script % MAX_ANSWER_BYTES)
    longest.wait_for_lines(2 if end else 1)
    assert not longest.process.is_flooded
    too_long = run_script(script % (MAX_ANSWER_BYTES + 1))
    too_long.wait_for_lines(1)
    assert (too_long.lines, too_long.process.is_flooded) == ([None], True)


def test_a_program_that_does_not_exit_is_killed(monkeypatch, run_script):
    monkeypatch.setattr(bot_process, "EXIT_GRACE_S", 0.05)
    recorder = run_script("import threading; print(flush=True); threading.Event().wait()")
    recorder.wait_for_lines(1)
    recorder.close()
    assert recorder.process._process.returncode not in (0, None)
    recorder.process.close()  # Closing twice is harmless.


def test_a_program_that_is_not_there_is_missing():
    lines = []
    launch_spec = LaunchSpec(["/no/such/program"], is_builtin=True)
    process = BotProcess(launch_spec, lambda _, line: lines.append(line))
    assert process.process_id is None
    process._writer_thread.join()
    assert (process.is_missing, lines) == (True, [None])
    process.close()
    process.wait_for_end()


def test_a_foreign_program_runs_in_a_folder_of_its_own_that_is_removed(run_script):
    recorder = run_script(
        "import os; print(os.getcwd()); print(os.environ['TMPDIR'])", is_builtin=False
    )
    recorder.wait_for_lines(3)
    folder = recorder.lines[0].decode()
    assert recorder.lines == [folder.encode(), folder.encode(), None]
    assert folder != str(Path.cwd())
    recorder.close()
    assert not Path(folder).exists()


def test_the_folder_of_a_program_is_in_its_environment():
    launch_spec = LaunchSpec(["x", "y"], {"PWD": "/", "A": "b"})
    assert launch_spec.resolve_in_folder("") == (["x", "y"], {"PWD": "/", "A": "b"})
    environment = {"A": "b"} | dict.fromkeys(["PWD", "TMPDIR", "TEMP", "TMP"], "/own")
    assert launch_spec.resolve_in_folder("/own") == (["x", "y"], environment)
    sandboxed = replace(launch_spec, build_sandbox=lambda folder: ["box", folder])
    assert sandboxed.resolve_in_folder("/own") == (["box", "/own"], environment | {"HOME": "/own"})
    inherited = LaunchSpec(["x"]).resolve_in_folder("/own")[1]
    assert inherited == os.environ | dict.fromkeys(["PWD", "TMPDIR", "TEMP", "TMP"], "/own")


def test_standard_error_is_forwarded_up_to_a_limit(capfd):
    lines = b"y" * 999 + b"\n"
    forwarded = forward_output_in_thread(lines * 100, capfd)
    assert len(forwarded) == MAX_STDERR_BYTES + 1  # The last line is cut and ended.
    assert forwarded.startswith("y" * 999 + "\n" + "y" * 999)


def test_a_long_line_of_standard_error_is_forwarded_before_its_end(capfd):
    forwarded = forward_output_in_thread(b"z" * 25_000, capfd)
    assert forwarded.replace("\n", "") == "z" * 25_000
    assert forwarded.count("\n") > 1


def forward_output_in_thread(data, capfd):
    """Return what is forwarded of output that does not fit a pipe at once."""
    read_end, write_end = os.pipe()

    def write_and_close():
        with open(write_end, "wb") as pipe, suppress(BrokenPipeError):  # noqa: PTH123
            pipe.write(data)

    writer = Thread(target=write_and_close)
    writer.start()
    forward_lines(open(read_end, "rb", buffering=0))  # noqa: PTH123, SIM115  (it is closed there)
    writer.join()
    return capfd.readouterr().err
