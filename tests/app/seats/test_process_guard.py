"""Tests that no program, nor what it has started, outlives its table however that ends."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.seats.foreign_programs import (
    bad_bot_command,
    make_launcher,
    make_program_header,
    python_command,
)
from greenbaize.app.seats import bot_process, process_guard
from greenbaize.app.seats.bot_launcher import build_own_environment
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.rules.events import SeatReassigned

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

# Write past the buffer, whose lock a thread might hold as the interpreter ends.
TABLE_SCRIPT = """
import os
import sys
from app.seats.foreign_programs import bad_bot_command, make_launcher, make_program_header
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES

header = make_program_header("damn", 3, foreign_seats=(0, 1, 2))
table = Table(GAMES["damn"], header, launcher=make_launcher(bad_bot_command("leaves")))
table.set_wake_callback(lambda: os.write(1, b"ready\\n"))
sys.stdin.read()
table.close()
"""


@pytest.fixture
def table_process():
    """Run a table in its own process with three programs, each of which left a process behind."""
    paths = [str(Path(__file__).parents[2]), build_own_environment()["PYTHONPATH"]]
    with subprocess.Popen(
        [sys.executable, "-c", TABLE_SCRIPT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
    ) as process:
        for _ in range(3):
            assert process.stdout.readline() == b"ready\n"
        yield process


@pytest.mark.long
@pytest.mark.parametrize(
    "end_action", ["SIGKILL", "SIGTERM", "SIGHUP", "SIGINT", "SIGSEGV", "leave"]
)
def test_no_process_is_left_of_a_table_that_has_ended(end_action, table_process):
    if end_action == "leave":
        table_process.stdin.close()
    else:
        table_process.send_signal(signal.Signals[end_action])
    # A process that is left would hold the other end of this pipe.
    table_process.stderr.read()


def find_descendants(process):
    """Return the numbers of all processes below one."""
    numbers = []
    for stat_path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat_path.read_bytes().rpartition(b")")[2].split()[1])
        except OSError:
            continue
        if parent == process:
            number = int(stat_path.parent.name)
            numbers += [number, *find_descendants(number)]
    return numbers


def is_running(number):
    try:
        state = Path(f"/proc/{number}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except OSError:
        return False
    return state != b"Z"  # A dead process whose new parent has not collected it yet.


def play_to_program_turn(command):
    table = Table(
        GAMES["damn"], make_program_header("damn", 3, deals=2), launcher=make_launcher(command)
    )
    table.start_match()
    while table.game.turn(table.spectator_view) != 1:
        table.play_bot_turn()
    while not table.play_bot_turn():
        table.wait_for_program()
    return table


def test_a_process_outside_the_group_is_ended_with_the_table(started_programs):
    table = play_to_program_turn(bad_bot_command("leaves"))
    (program,) = started_programs
    descendant_numbers = find_descendants(program.process_id)
    assert len(descendant_numbers) == 2
    table.close()
    program.wait_for_end()
    assert not any(map(is_running, descendant_numbers))


def test_a_process_left_by_a_dead_program_is_ended_too(started_programs):
    table = play_to_program_turn(bad_bot_command("leaves"))
    (program,) = started_programs
    descendant_numbers = find_descendants(program.process_id)
    for number in descendant_numbers:
        if Path(f"/proc/{number}/cmdline").read_bytes() and os.getsid(number) == number:
            os.kill(number, signal.SIGKILL)  # The program itself leads its session.
    table.play_to_end()
    table.close()
    program.wait_for_end()
    assert not any(map(is_running, descendant_numbers))


def test_a_terminated_process_guard_ends_all_processes(started_programs):
    table = play_to_program_turn(bad_bot_command("leaves"))
    (program,) = started_programs
    descendant_numbers = find_descendants(program.process_id)
    os.kill(program.process_id, signal.SIGTERM)
    program._reader_thread.join()  # Wait, because the program could be quick enough to play on.
    events = []
    table.add_listener(lambda view_events: events.append(view_events[-1]))
    table.play_to_end()
    table.close()
    program.wait_for_end()
    assert [event.why for event in events if isinstance(event, SeatReassigned)] == ["died"]
    assert not any(map(is_running, descendant_numbers))


def test_a_program_dies_with_a_process_guard_that_is_killed(started_programs):
    table = play_to_program_turn(bad_bot_command("deaf_but_answers"))
    (program,) = started_programs
    (program_number,) = find_descendants(program.process_id)
    process_descriptor = os.pidfd_open(program_number)
    os.kill(program.process_id, signal.SIGKILL)
    assert select.select([process_descriptor], [], [], 60)[0]
    os.close(process_descriptor)
    table.play_to_end()
    table.close()
    program.wait_for_end()


def test_the_process_guard_is_invisible_to_the_program(tmp_path):
    """It passes on the arguments, the environment and the two pipes, and opens nothing else."""
    note_path = tmp_path / "note"
    text = (
        "import os, sys\n"
        'print(\'{"type": "ready"}\', flush=True)\n'
        f"note = open({str(note_path)!r}, 'w', errors='surrogateescape')\n"
        "files = sorted(map(int, os.listdir('/proc/self/fd')))\n"
        "print(sys.argv[1:], os.environ['A'], files, os.getpgrp() == os.getpid(), file=note)\n"
    )
    lines = []
    command = [sys.executable, "-E", "-S", "-X", "utf8", "-c", text, "a b", "", "-x", "é\udcfe"]
    start = bot_process.LaunchSpec(command, {"A": "ü\udcff"})
    program = bot_process.BotProcess(start, lambda _, line: lines.append(line))
    program._start_done.wait()
    program._reader_thread.join()
    program.close()
    program.wait_for_end()
    assert lines == [b'{"type": "ready"}', None]
    assert note_path.read_text(errors="surrogateescape").startswith(
        "['a b', '', '-x', 'é\\udcfe'] ü\udcff [0, 1, 2, 3, 4] True"
    )


@pytest.mark.parametrize("command", ["/there/is/no/such/program", str(Path(__file__))])
def test_a_program_that_cannot_be_started_is_missing(command):
    lines = []
    program = bot_process.BotProcess(
        bot_process.LaunchSpec([command]), lambda _, line: lines.append(line)
    )
    program._start_done.wait()
    if program._reader_thread is not None:
        program._reader_thread.join()
    assert program.is_missing
    assert lines == [None]
    program.close()
    program.wait_for_end()


def test_a_process_name_with_brackets_is_found(tmp_path, started_programs):
    """The system lists a process under a name that the process may choose."""
    link_path = tmp_path / ") R 1 1 (x"
    link_path.symlink_to(sys.executable)
    code = (
        "import os, subprocess, sys, json\n"
        "one = subprocess.Popen([sys.argv[1], '-S', '-c', 'import time; time.sleep(600)'],"
        " start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)\n"
        'print(\'{"type": "ready"}\', flush=True)\n'
        "for line in sys.stdin:\n"
        "    line = json.loads(line)\n"
        "    if line.get('type') == 'ask': print(json.dumps(line['legal'][0]), flush=True)\n"
    )
    table = play_to_program_turn(python_command("-c", code, link_path))
    (program,) = started_programs
    descendant_numbers = find_descendants(program.process_id)
    assert len(descendant_numbers) == 2
    table.close()
    program.wait_for_end()
    assert not any(map(is_running, descendant_numbers))


def test_the_guard_imports_little_and_nothing_of_the_package():
    """A guard is started for every foreign program, so its start must be fast."""
    command = [
        sys.executable,
        "-I",
        "-S",
        "-X",
        "importtime",
        process_guard.__file__,
        "0",
        "",
        "true",
    ]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    names = {line.rpartition("|")[2].strip() for line in result.stderr.splitlines()}
    assert not names & {"subprocess", "pathlib", "shutil", "tempfile", "threading", "greenbaize"}


ORPHAN_SCRIPT = """
import os
from greenbaize.app.seats import process_guard
guard = os.getpid()
if os.fork() == 0:
    while os.getppid() == guard:
        pass
    process_guard._exec_program(["echo", "lives"], 2, guard)
os._exit(0)
"""


def test_a_program_whose_guard_died_early_does_not_start():
    result = subprocess.run(
        [sys.executable, "-c", ORPHAN_SCRIPT],
        capture_output=True,
        env=build_own_environment(),
        timeout=60,
        check=False,
    )
    assert (result.stdout, result.stderr) == (b"", b"")
