"""Commands where there is no memory for a thread: one line, and the program ends."""

import multiprocessing
import subprocess
import sys

import pytest

from cli.bad_workers import begin_without_threads
from cli.test_host_and_join import BOT, hosting, opened_at, text_of
from greenbaize.cli import workers
from greenbaize.cli.main import main

COMMANDS = {
    "simulate": "simulate --game damn --players 3 --option deals=2 --matches 4 --seed 1 --jobs 2",
    "duel": "duel --game damn --a easy --b random --option deals=2 --deals 8 --jobs 2",
}
FAILING = """
import itertools, sys, threading
from greenbaize.cli.main import main

start, numbers = threading.Thread.start, itertools.count()

def failing(thread):
    if next(numbers) >= int(sys.argv[1]):
        raise RuntimeError("can't start new thread")
    start(thread)

threading.Thread.start = failing
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.long
@pytest.mark.parametrize("threads", range(3))
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_ends_with_one_line(threads, command):
    done = subprocess.run(
        [sys.executable, "-c", FAILING, str(threads), *COMMANDS[command].split()],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if done.returncode:
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.count("\n") == 1
        assert "there was no memory for it" in done.stderr
    else:
        assert threads == 2  # there was memory for all that it took
        assert done.stderr == ""


@pytest.mark.long
@pytest.mark.parametrize("threads", range(3))
@pytest.mark.parametrize("who", [("--program", BOT), ()], ids=["program", "person"])
def test_a_guest_leaves_the_table_with_one_line(who, threads, tmp_path):
    table = ("--game", "damn", "--seats", "3", "--option", "deals=2", "--bots", "random")
    with hosting(tmp_path / "match.jsonl", *table) as host:
        port, code = opened_at(host)
        words = ["join", f"127.0.0.1:{port}", "--code", code, "--name", "Anna", *who]
        with subprocess.Popen(
            [sys.executable, "-c", FAILING, str(threads), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as guest:
            try:
                wrong = text_of(guest.communicate(timeout=30)[1])
            finally:
                guest.kill()
    assert guest.returncode == 1
    assert "Traceback" not in wrong
    assert "a fault of its own" not in wrong


@pytest.mark.slow
def test_a_worker_without_its_thread_is_lost_without_a_word(monkeypatch, capfd):
    monkeypatch.setattr(workers, "_begin_worker", begin_without_threads)
    assert main(COMMANDS["simulate"].split()) == 1
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert multiprocessing.active_children() == []
