"""Tests of a bot's process: its start, its pipes and its end."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from threading import Event, Semaphore

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
from greenbaize.app.seats.bot_process import forward_lines
from greenbaize.app.tables.player_view import create_local_views
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.rules.events import CardPlayed, SeatReassigned

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("started_programs")]


def test_programs_wait_for_the_start_gate(monkeypatch, started_programs):
    log = []

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
        if not player_view.advance_match():
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
