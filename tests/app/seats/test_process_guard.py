"""Tests that no program, nor what it has started, outlives its table however that ends."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.seats.foreign import bad, header, launcher, python
from greenbaize.app.seats import process_guard, programs
from greenbaize.app.seats.bot_launcher import own_environment
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.rules.events import SeatGiven

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

# Write past the buffer, whose lock a thread might hold as the interpreter ends.
HOLDING = """
import os
import sys
from app.seats.foreign import bad, header, launcher
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES

match = header("damn", 3, theirs=(0, 1, 2))
table = Table(GAMES["damn"], match, launcher=launcher(bad("leaves")))
table.wake_by(lambda: os.write(1, b"ready\\n"))
sys.stdin.read()
table.close()
"""


@pytest.fixture
def table():
    """Run a table in its own process with three programs, each of which left a process behind."""
    paths = [str(Path(__file__).parents[2]), own_environment()["PYTHONPATH"]]
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING],
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
def test_nobody_is_left_of_a_table_that_has_ended(end_action, table):
    if end_action == "leave":
        table.stdin.close()
    else:
        table.send_signal(signal.Signals[end_action])
    # A process that is left would hold the other end of this pipe.
    table.stderr.read()


def descendants(process):
    """Return the numbers of all processes below one."""
    found = []
    for one in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(one.read_bytes().rpartition(b")")[2].split()[1])
        except OSError:
            continue
        if parent == process:
            number = int(one.parent.name)
            found += [number, *descendants(number)]
    return found


def is_there(number):
    try:
        state = Path(f"/proc/{number}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except OSError:
        return False
    return state != b"Z"  # A dead process whose new parent has not collected it yet.


def table_of(command):
    table = Table(GAMES["damn"], header("damn", 3, deals=2), launcher=launcher(command))
    table.begin()
    while table.game.turn(table.watched) != 1:
        table.let_computer_act()
    while not table.let_computer_act():
        table.wait()
    return table


def test_who_left_the_group_is_found_when_the_table_closes(started):
    table = table_of(bad("leaves"))
    (program,) = started
    here = descendants(program.number)
    assert len(here) == 2
    table.close()
    program.wait()
    assert not any(map(is_there, here))


def test_who_left_a_program_that_died_is_found_too(started):
    table = table_of(bad("leaves"))
    (program,) = started
    here = descendants(program.number)
    for number in here:
        if Path(f"/proc/{number}/cmdline").read_bytes() and os.getsid(number) == number:
            os.kill(number, signal.SIGKILL)  # The program itself leads its session.
    table.play_out()
    table.close()
    program.wait()
    assert not any(map(is_there, here))


def test_a_process_guard_that_is_asked_to_end_takes_all_with_it(started):
    table = table_of(bad("leaves"))
    (program,) = started
    here = descendants(program.number)
    os.kill(program.number, signal.SIGTERM)
    program._reader.join()  # Wait, because the program could be quick enough to play on.
    kept = []
    table.listen(lambda told: kept.append(told[-1]))
    table.play_out()
    table.close()
    program.wait()
    assert [event.why for event in kept if isinstance(event, SeatGiven)] == ["died"]
    assert not any(map(is_there, here))


def test_a_program_dies_with_a_process_guard_that_is_killed(started):
    table = table_of(bad("deaf_but_answers"))
    (program,) = started
    (theirs,) = descendants(program.number)
    its_end = os.pidfd_open(theirs)
    os.kill(program.number, signal.SIGKILL)
    assert select.select([its_end], [], [], 60)[0]
    os.close(its_end)
    table.play_out()
    table.close()
    program.wait()


def test_the_process_guard_is_none_of_the_programs_business(tmp_path):
    """It passes on the arguments, the environment and the two pipes, and opens nothing else."""
    note = tmp_path / "note"
    text = (
        "import os, sys\n"
        'print(\'{"type": "ready"}\', flush=True)\n'
        f"note = open({str(note)!r}, 'w', errors='surrogateescape')\n"
        "files = sorted(map(int, os.listdir('/proc/self/fd')))\n"
        "print(sys.argv[1:], os.environ['A'], files, os.getpgrp() == os.getpid(), file=note)\n"
    )
    said = []
    command = [sys.executable, "-E", "-S", "-X", "utf8", "-c", text, "a b", "", "-x", "é\udcfe"]
    start = programs.Start(command, {"A": "ü\udcff"})
    program = programs.Program(start, lambda _, line: said.append(line))
    program._begun.wait()
    program._reader.join()
    program.close()
    program.wait()
    assert said == [b'{"type": "ready"}', None]
    assert note.read_text(errors="surrogateescape").startswith(
        "['a b', '', '-x', 'é\\udcfe'] ü\udcff [0, 1, 2, 3, 4] True"
    )


@pytest.mark.parametrize("command", ["/there/is/no/such/program", str(Path(__file__))])
def test_what_cannot_be_started_is_missing(command):
    said = []
    program = programs.Program(programs.Start([command]), lambda _, line: said.append(line))
    program._begun.wait()
    if program._reader is not None:
        program._reader.join()
    assert program.missing
    assert said == [None]
    program.close()
    program.wait()


def test_a_name_with_brackets_hides_nobody(tmp_path, started):
    """The system lists a process under a name that the process may choose."""
    hidden = tmp_path / ") R 1 1 (x"
    hidden.symlink_to(sys.executable)
    code = (
        "import os, subprocess, sys, json\n"
        "one = subprocess.Popen([sys.argv[1], '-S', '-c', 'import time; time.sleep(600)'],"
        " start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)\n"
        'print(\'{"type": "ready"}\', flush=True)\n'
        "for line in sys.stdin:\n"
        "    line = json.loads(line)\n"
        "    if line.get('type') == 'ask': print(json.dumps(line['legal'][0]), flush=True)\n"
    )
    table = table_of(python("-c", code, hidden))
    (program,) = started
    here = descendants(program.number)
    assert len(here) == 2
    table.close()
    program.wait()
    assert not any(map(is_there, here))


def test_it_imports_nothing_of_ours_and_little_else():
    """A guard is started for every foreign program, so its start must be fast."""
    words = [
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
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    names = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert not names & {"subprocess", "pathlib", "shutil", "tempfile", "threading", "greenbaize"}


ORPHAN = """
import os
from greenbaize.app.seats import process_guard
guard = os.getpid()
if os.fork() == 0:
    while os.getppid() == guard:
        pass
    process_guard._become(["echo", "lives"], 2, guard)
os._exit(0)
"""


def test_a_program_whose_guard_died_before_it_began_does_not_begin():
    done = subprocess.run(
        [sys.executable, "-c", ORPHAN],
        capture_output=True,
        env=own_environment(),
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == (b"", b"")
