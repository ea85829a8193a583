"""Tests of a network table on the command line: host, guests, watchers, and a killed host."""

import json
import locale
import os
import re
import signal
import stat
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from greenbaize.cli.main import main
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.store import folders

pytestmark = pytest.mark.slow

ENDED_S = 60
BOT = f"{sys.executable} -m greenbaize bot --level random"


@contextmanager
def running(words):
    """Run a process and kill it at the end."""
    process = subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def started(*words):
    """Run the command in a separate process."""
    return running([sys.executable, "-m", "greenbaize.cli.main", *words])


SHORT = ("--game", "damn", "--seats", "3", "--option", "deals=1", "--bots", "random")
MATCH = re.compile(r"(Damn · \d players · Cards in the last deal: \d|Rank · \d players · )")


def text_of(said):
    """Decode the output of a process in the system's encoding of pipes."""
    return said.decode(locale.getencoding())


def opened_at(process):
    """Return the port and the code from the first line of a host."""
    line = text_of(process.stdout.readline())
    found = re.fullmatch(r"Kitchen is open at (?:\S+):(\d+), code (\S+)\.\r?\n", line)
    if not found:
        process.kill()
    assert found, line + text_of(process.stderr.read())
    assert MATCH.match(text_of(process.stdout.readline()))
    return int(found[1]), found[2]


def without_match(said):
    """Return a guest's stderr without the line that describes the match."""
    first, rest = said.split(b"\n", 1)
    assert MATCH.match(text_of(first))
    return rest


def joining(port, code, *words):
    return started("join", f"127.0.0.1:{port}", "--code", code, *words)


def hosting(record, *words):
    return started("host", "--name", "Kitchen", "--record", str(record), *words)


def test_a_match_of_programs_and_a_watcher(tmp_path):
    record = tmp_path / "match.jsonl"
    with hosting(record, "--game", "damn", "--seats", "3", "--option", "deals=2") as host:
        port, code = opened_at(host)
        with (
            joining(port, code, "--watch") as watcher,
            joining(port, code, "--name", "Anna", "--program", BOT) as anna,
            joining(port, code, "--name", "Otto", "--program", BOT) as otto,
            joining(port, code, "--name", "Ida", "--program", BOT) as ida,
        ):
            for process in (anna, otto, ida):
                said, wrong = process.communicate(timeout=ENDED_S)
                assert (process.returncode, said, without_match(wrong)) == (0, b"", b"")
            said, wrong = host.communicate(timeout=ENDED_S)
            assert (host.returncode, wrong) == (0, b"")
            told = text_of(said).splitlines()
            seen, wrong = watcher.communicate(timeout=ENDED_S)
            assert (watcher.returncode, without_match(wrong)) == (0, b"")
    match = read_record(record.read_bytes(), GAMES)
    names = [one.name for one in match.header.sitters]
    assert set(names) == {"Anna", "Otto", "Ida"}
    assert {f"{name} has sat down at the table." for name in names} < set(told)
    assert f"The match is on: {', '.join(names)}." in told
    (over,) = (one for one in told if one.startswith("The match is over. "))
    won = names[match.events[-1].winners[0]]
    assert over.startswith(f"The match is over. 1st: {won} with ")
    assert match.events[-1].type == "end"
    lines = [json.loads(line) for line in seen.splitlines()]
    assert lines[-1]["type"] == "end"
    assert next(one["hands"] for one in lines if one.get("type") == "deal") == [1, 1, 1]
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".table"] == []


def test_a_host_tells_as_json_who_comes_and_goes_and_how_it_ended(tmp_path, home):
    record = tmp_path / "match.jsonl"
    with hosting(record, *SHORT, "--json") as host:
        told = [json.loads(host.stdout.readline())]
        assert told[0]["type"] == "open"
        port, code = int(told[0]["address"].rsplit(":", 1)[1]), told[0]["code"]
        with joining(port, code, "--name", "Anna") as anna:
            told.append(json.loads(host.stdout.readline()))
            # a guest stores its secret after joining
            while not any(folders.seats().glob(f"*-{16 * '?'}")):
                assert anna.poll() is None
            anna.kill()
            anna.wait()
            while told[-1]["type"] != "away":
                told.append(json.loads(host.stdout.readline()))
        # The stored secret identifies a guest, also in another process.
        with joining(port, code, "--name", "Anna", "--program", BOT) as anna:
            _, wrong = anna.communicate(timeout=ENDED_S)
            assert anna.returncode == 0, text_of(wrong)
        said, wrong = host.communicate(timeout=ENDED_S)
        assert (host.returncode, wrong) == (0, b"")
    told += map(json.loads, said.splitlines())
    assert {one["name"] for one in told if one["type"] in ("sat", "away", "back")} == {"Anna"}
    end = read_record(record.read_bytes(), GAMES).events[-1]
    (ended,) = (one for one in told if one["type"] == "ended")
    assert ended["places"] == list(end.places)
    assert ended["names"] == next(one for one in told if one["type"] == "begun")["names"]


def test_a_table_goes_on_where_nobody_reads_what_its_host_tells(tmp_path):
    with hosting(tmp_path / "match.jsonl", *SHORT) as host:
        port, code = opened_at(host)
        host.stdout.close()
        with joining(port, code, "--name", "Anna", "--program", BOT) as anna:
            assert anna.wait(ENDED_S) == 0
        assert (host.wait(ENDED_S), host.stderr.read()) == (0, b"")
        host.stdout = None


def test_a_host_whose_record_differs_is_not_believed(tmp_path):
    liar = [sys.executable, str(Path(__file__).with_name("lying_host.py")), "host"]
    words = ("--name", "Kitchen", "--record", str(tmp_path / "match.jsonl"))
    with running([*liar, *words, *SHORT]) as host:
        port, code = opened_at(host)
        with joining(port, code, "--name", "Anna", "--program", BOT) as anna:
            said, wrong = anna.communicate(timeout=ENDED_S)
            assert (anna.returncode, said) == (1, b"")
            assert without_match(wrong).splitlines() == [
                b"The shuffle is not the one that everybody took part in. Do not trust it."
            ]


def test_whoever_writes_plays_through_standard_input(tmp_path):
    with hosting(tmp_path / "match.jsonl", *SHORT) as host:
        port, code = opened_at(host)
        with joining(port, code.lower(), "--name", "Anna") as anna:
            asked = 0
            for raw in anna.stdout:
                line = json.loads(raw)
                if line.get("type") == "ask":
                    asked += 1
                    anna.stdin.write(b"what?\n" if asked == 1 else b"")
                    anna.stdin.write(json.dumps(line["legal"][0]).encode() + b"\n")
                    anna.stdin.flush()
            assert anna.wait(ENDED_S) == 0
            assert b"not a JSON object" in anna.stderr.read()
        assert host.wait(ENDED_S) == 0
    assert asked == 2


@pytest.mark.long
def test_a_host_that_is_killed_reopens_and_everybody_comes_back(tmp_path, home):
    record = tmp_path / "match.jsonl"
    words = ("--option", "deals=10", "--game", "damn", "--seats", "3")
    with hosting(record, *words) as host:
        port, code = opened_at(host)
        with (
            joining(port, code, "--name", "Anna", "--program", BOT) as anna,
            joining(port, code, "--name", "Otto", "--program", BOT) as otto,
            joining(port, code, "--name", "Ida") as ida,
        ):
            asks = 0
            while asks < 4:
                line = json.loads(ida.stdout.readline())
                if line.get("type") == "ask":
                    asks += 1
                    if asks < 4:
                        ida.stdin.write(json.dumps(line["legal"][0]).encode() + b"\n")
                        ida.stdin.flush()
            host.kill()
            host.wait()
            keys = tmp_path / "match.table"
            if os.name == "posix":
                assert stat.S_IMODE(keys.stat().st_mode) == 0o600
                assert stat.S_IMODE(record.stat().st_mode) == 0o600
            before = record.read_bytes()
            ida.kill()  # restart her program too
            with hosting(record, *words) as again:
                assert opened_at(again) == (port, code)
                with joining(port, code, "--name", "Ida", "--program", BOT) as back:
                    for process in (back, anna, otto, again):
                        assert process.wait(ENDED_S) == 0
    match = read_record(record.read_bytes(), GAMES)
    assert record.read_bytes().startswith(before)
    assert match.events[-1].type == "end"
    assert [one for one in match.events if one.type == "seat"] == []
    assert not keys.exists()


@pytest.mark.skipif(os.name == "nt", reason="programs are told nothing before they are ended")
def test_a_host_that_is_stopped_can_be_gone_on_with(tmp_path):
    with hosting(tmp_path / "match.jsonl", "--game", "rank", "--seats", "3") as host:
        opened_at(host)
        host.send_signal(signal.SIGTERM)
        assert host.wait(ENDED_S) == 143
        assert host.stderr.read() == b"Stopped.\n"


def test_a_wrong_code_is_one_sentence_on_both_sides(tmp_path):
    with hosting(tmp_path / "match.jsonl", "--game", "damn", "--code", "GOOD-42") as host:
        port, code = opened_at(host)
        assert code == "GOOD-42"
        with joining(port, "BAD-42", "--name", "Eve") as eve:
            _, wrong = eve.communicate(timeout=ENDED_S)
            assert eve.returncode == 1
            assert wrong.startswith(b"That is not the code of this table. ")
        assert host.stderr.readline().rstrip() == b"Somebody tried a wrong code; that makes 1."


def test_a_line_gives_the_table_another_code(tmp_path):
    with hosting(tmp_path / "match.jsonl", *SHORT) as host:
        port, old = opened_at(host)
        host.stdin.write(b"\n Code \n")
        host.stdin.flush()
        said = ""
        while not said.startswith("The code"):  # the line follows the other addresses
            said = text_of(host.stdout.readline()).rstrip()
            assert said
        found = re.fullmatch(r"The code is (\S+) now\. The old one lets nobody in any more\.", said)
        assert found
        with joining(port, old, "--name", "Eve") as eve:
            _, wrong = eve.communicate(timeout=ENDED_S)
            assert wrong.startswith(b"That is not the code of this table. ")
        told = [text_of(host.stderr.readline()).rstrip() for _ in range(2)]
        assert told == [
            "Somebody tried a wrong code; that makes 1.",
            "Type “code” and press Enter for a new code.",
        ]
        host.stdin.write(b"help\nstop\n")
        host.stdin.close()
        told = [text_of(host.stderr.readline()).rstrip() for _ in range(3)]
        assert told == [
            "Type “code” and press Enter for a new code.",
            "Type “stop” and press Enter to end the match, for another game; it is kept.",
            "No match is being played.",
        ]
        host.stdin = None
        with joining(port, found[1], "--name", "Anna", "--program", BOT) as anna:
            anna.communicate(timeout=ENDED_S)
            assert anna.returncode == 0
        assert host.wait(ENDED_S) == 0


def test_a_line_ends_the_match_and_it_is_told_where_it_is_kept(tmp_path):
    record = tmp_path / "match.jsonl"
    with hosting(record, "--game", "damn", "--seats", "3", "--bots", "easy", "--keep") as host:
        port, code = opened_at(host)
        with joining(port, code, "--name", "Anna") as anna:
            while not (said := text_of(host.stdout.readline())).startswith("The match is on"):
                assert said
            host.stdin.write(b"stop\n")
            host.stdin.flush()
            while not said.startswith("The match was ended before its end; it is kept in"):
                said = text_of(host.stdout.readline())
                assert said
            assert said.rstrip().endswith("match.jsonl.")
            host.stdin.close()
            host.stdin = None
            host.send_signal(signal.SIGTERM)
            assert host.wait(ENDED_S) == 143
            anna.kill()
    assert read_record(record.read_bytes(), GAMES).events


@pytest.mark.parametrize("is_started", [False, True])
def test_whoever_joined_is_told_that_the_host_has_closed_the_table(tmp_path, is_started):
    words = ("--bots", "easy") if is_started else ()
    record = tmp_path / "match.jsonl"
    with hosting(record, "--game", "damn", "--seats", "3", *words) as host:
        port, code = opened_at(host)
        with joining(port, code, "--name", "Anna") as anna:
            awaited = "The match is on" if is_started else "Anna"
            while not (said := text_of(host.stdout.readline())).startswith(awaited):
                assert said
            if is_started:
                anna.stdout.readline()
            host.send_signal(signal.SIGTERM)
            # stdin stays open: at its end the guest would leave by itself
            assert anna.wait(ENDED_S) == int(is_started)
            end = " before the match was over." if is_started else "."
            said = text_of(anna.stderr.read())
            assert said.rstrip().endswith(f"The host has closed the table{end}")


def test_a_program_that_ends_leaves_its_chair(tmp_path):
    record = tmp_path / "match.jsonl"
    with hosting(record, *SHORT) as host:
        port, code = opened_at(host)
        with joining(port, code, "--name", "Anna", "--program", "false") as anna:
            _, wrong = anna.communicate(timeout=ENDED_S)
            wrong = without_match(wrong)
            assert (anna.returncode, wrong.rstrip()) == (
                1,
                b"The program that was to play has ended.",
            )
        assert host.wait(ENDED_S) == 0
    match = read_record(record.read_bytes(), GAMES)
    assert [(one.kind, one.why) for one in match.events if one.type == "seat"] == [("bot", "left")]


def test_nobody_at_the_address_is_one_sentence(capsys, home):
    assert main(["join", "127.0.0.1:1", "--code", "ABCDEF", "--name", "Anna"]) == 1
    assert capsys.readouterr().err.startswith("Nobody answers at 127.0.0.1:1: ")


def test_a_port_that_is_taken_is_one_sentence(tmp_path, capsys):
    with hosting(tmp_path / "match.jsonl", "--game", "damn") as host:
        port, _ = opened_at(host)
        assert main(["host", "--game", "damn", "--port", str(port)]) == 1
        assert f"cannot be opened at port {port}" in capsys.readouterr().err


def test_no_window_is_needed(tmp_path):
    code = (
        "import sys, greenbaize.cli.host, greenbaize.cli.join\n"
        "assert not [name for name in sys.modules if name.startswith('PySide6')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ.copy())


def test_a_match_that_is_over_is_not_opened_again(tmp_path, command):
    words = ("simulate", "--game", "damn", "--players", "3", "--option", "deals=1")
    assert command(*words, "--record", str(tmp_path)).returncode == 0
    record = tmp_path / "damn-0001.jsonl"
    done = command("host", "--game", "damn", "--record", str(record))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{record}: this match is over. Name another file for a new one.\n"
