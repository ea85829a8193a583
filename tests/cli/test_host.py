"""Tests of a network table on the command line: host, guests, spectators, and a killed host."""

import json
import os
import re
import signal
import stat
import subprocess
import sys

import pytest

from cli.host_processes import (
    BOT_COMMAND,
    SHORT_MATCH,
    TIMEOUT_S,
    decode_output,
    read_port_and_code,
    read_until,
    running_guest,
    running_host,
    strip_match_line,
)
from greenbaize.cli.main import main
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.store import folders

pytestmark = pytest.mark.slow


def test_a_match_of_programs_and_a_watcher(tmp_path):
    record = tmp_path / "match.jsonl"
    with running_host(record, "--game", "damn", "--seats", "3", "--option", "deals=2") as host:
        port, code = read_port_and_code(host)
        with (
            running_guest(port, code, "--watch") as spectator,
            running_guest(port, code, "--name", "Anna", "--program", BOT_COMMAND) as anna,
            running_guest(port, code, "--name", "Otto", "--program", BOT_COMMAND) as otto,
            running_guest(port, code, "--name", "Ida", "--program", BOT_COMMAND) as ida,
        ):
            for process in (anna, otto, ida):
                output, errors = process.communicate(timeout=TIMEOUT_S)
                assert (process.returncode, output, strip_match_line(errors)) == (0, b"", b"")
            output, errors = host.communicate(timeout=TIMEOUT_S)
            assert (host.returncode, errors) == (0, b"")
            host_lines = decode_output(output).splitlines()
            spectator_output, errors = spectator.communicate(timeout=TIMEOUT_S)
            assert (spectator.returncode, strip_match_line(errors)) == (0, b"")
    match = read_record(record.read_bytes(), GAMES)
    names = [one.name for one in match.header.players]
    assert set(names) == {"Anna", "Otto", "Ida"}
    assert {f"{name} has sat down at the table." for name in names} < set(host_lines)
    assert f"The match is on: {', '.join(names)}." in host_lines
    (over,) = (one for one in host_lines if one.startswith("The match is over. "))
    winner = names[match.events[-1].winners[0]]
    assert over.startswith(f"The match is over. 1st: {winner} with ")
    assert match.events[-1].type == "end"
    lines = [json.loads(line) for line in spectator_output.splitlines()]
    assert lines[-1]["type"] == "end"
    assert next(one["hands"] for one in lines if one.get("type") == "deal") == [1, 1, 1]
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".table"] == []


def test_a_host_reports_arrivals_departures_and_the_result_as_json(tmp_path, home):
    record = tmp_path / "match.jsonl"
    with running_host(record, *SHORT_MATCH, "--json") as host:
        messages = [json.loads(host.stdout.readline())]
        assert messages[0]["type"] == "open"
        port, code = int(messages[0]["address"].rsplit(":", 1)[1]), messages[0]["code"]
        with running_guest(port, code, "--name", "Anna") as anna:
            messages.append(json.loads(host.stdout.readline()))
            # a guest stores its secret after joining
            while not any(folders.seat_secrets_folder().glob(f"*-{16 * '?'}")):
                assert anna.poll() is None, "the guest ended before it stored its secret"
            anna.kill()
            anna.wait()
            while messages[-1]["type"] != "away":
                messages.append(json.loads(host.stdout.readline()))
        # The stored secret identifies a guest, also in another process.
        with running_guest(port, code, "--name", "Anna", "--program", BOT_COMMAND) as anna:
            _, errors = anna.communicate(timeout=TIMEOUT_S)
            assert anna.returncode == 0, decode_output(errors)
        output, errors = host.communicate(timeout=TIMEOUT_S)
        assert (host.returncode, errors) == (0, b"")
    messages += map(json.loads, output.splitlines())
    assert {one["name"] for one in messages if one["type"] in ("sat", "away", "back")} == {"Anna"}
    end = read_record(record.read_bytes(), GAMES).events[-1]
    (ended_message,) = (one for one in messages if one["type"] == "ended")
    assert ended_message["places"] == list(end.places)
    assert (
        ended_message["names"] == next(one for one in messages if one["type"] == "begun")["names"]
    )


def test_a_host_plays_on_after_its_output_is_closed(tmp_path):
    with running_host(tmp_path / "match.jsonl", *SHORT_MATCH) as host:
        port, code = read_port_and_code(host)
        host.stdout.close()
        with running_guest(port, code, "--name", "Anna", "--program", BOT_COMMAND) as anna:
            assert anna.wait(TIMEOUT_S) == 0
        assert (host.wait(TIMEOUT_S), host.stderr.read()) == (0, b"")
        host.stdout = None


@pytest.mark.long
def test_a_host_that_is_killed_reopens_and_everybody_comes_back(tmp_path, home):
    record = tmp_path / "match.jsonl"
    words = ("--option", "deals=10", "--game", "damn", "--seats", "3")
    with running_host(record, *words) as host:
        port, code = read_port_and_code(host)
        with (
            running_guest(port, code, "--name", "Anna", "--program", BOT_COMMAND) as anna,
            running_guest(port, code, "--name", "Otto", "--program", BOT_COMMAND) as otto,
            running_guest(port, code, "--name", "Ida") as ida,
        ):
            ask_count = 0
            while ask_count < 4:
                line = json.loads(ida.stdout.readline())
                if line.get("type") == "ask":
                    ask_count += 1
                    if ask_count < 4:
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
            with running_host(record, *words) as second_host:
                assert read_port_and_code(second_host) == (port, code)
                with running_guest(
                    port, code, "--name", "Ida", "--program", BOT_COMMAND
                ) as second_ida:
                    for process in (second_ida, anna, otto, second_host):
                        assert process.wait(TIMEOUT_S) == 0
    match = read_record(record.read_bytes(), GAMES)
    assert record.read_bytes().startswith(before)
    assert match.events[-1].type == "end"
    assert [one for one in match.events if one.type == "seat"] == []
    assert not keys.exists()


@pytest.mark.skipif(os.name == "nt", reason="needs SIGTERM")
def test_a_host_ends_cleanly_on_sigterm(tmp_path):
    with running_host(tmp_path / "match.jsonl", "--game", "rank", "--seats", "3") as host:
        read_port_and_code(host)
        host.send_signal(signal.SIGTERM)
        assert host.wait(TIMEOUT_S) == 143
        assert host.stderr.read() == b"Stopped.\n"


def test_a_wrong_code_is_one_sentence_on_both_sides(tmp_path):
    with running_host(tmp_path / "match.jsonl", "--game", "damn", "--code", "GOOD-42") as host:
        port, code = read_port_and_code(host)
        assert code == "GOOD-42"
        with running_guest(port, "BAD-42", "--name", "Eve") as eve:
            _, errors = eve.communicate(timeout=TIMEOUT_S)
            assert eve.returncode == 1
            assert errors.startswith(b"That is not the code of this table. ")
        assert host.stderr.readline().rstrip() == b"Somebody tried a wrong code; that makes 1."


def test_the_line_code_gives_the_table_a_new_code(tmp_path):
    with running_host(tmp_path / "match.jsonl", *SHORT_MATCH) as host:
        port, old = read_port_and_code(host)
        host.stdin.write(b"\n Code \n")
        host.stdin.flush()
        line = read_until(host.stdout, "The code")
        found = re.fullmatch(r"The code is (\S+) now\. The old one lets nobody in any more\.", line)
        assert found
        with running_guest(port, old, "--name", "Eve") as eve:
            _, errors = eve.communicate(timeout=TIMEOUT_S)
            assert errors.startswith(b"That is not the code of this table. ")
        error_lines = [decode_output(host.stderr.readline()).rstrip() for _ in range(2)]
        assert error_lines == [
            "Somebody tried a wrong code; that makes 1.",
            "Type “code” and press Enter for a new code.",
        ]
        host.stdin.write(b"help\nstop\n")
        host.stdin.close()
        error_lines = [decode_output(host.stderr.readline()).rstrip() for _ in range(3)]
        assert error_lines == [
            "Type “code” and press Enter for a new code.",
            "Type “stop” and press Enter to end the match, for another game; it is kept.",
            "No match is being played.",
        ]
        host.stdin = None
        with running_guest(port, found[1], "--name", "Anna", "--program", BOT_COMMAND) as anna:
            anna.communicate(timeout=TIMEOUT_S)
            assert anna.returncode == 0
        assert host.wait(TIMEOUT_S) == 0


def test_the_line_stop_ends_the_match_and_prints_its_record(tmp_path):
    record = tmp_path / "match.jsonl"
    with running_host(record, "--game", "damn", "--seats", "3", "--bots", "easy", "--keep") as host:
        port, code = read_port_and_code(host)
        with running_guest(port, code, "--name", "Anna") as anna:
            read_until(host.stdout, "The match is on")
            host.stdin.write(b"stop\n")
            host.stdin.flush()
            line = read_until(host.stdout, "The match was ended before its end; it is kept in")
            assert line.endswith("match.jsonl.")
            host.stdin.close()
            host.stdin = None
            host.send_signal(signal.SIGTERM)
            assert host.wait(TIMEOUT_S) == 143
            anna.kill()
    assert read_record(record.read_bytes(), GAMES).events


def test_a_port_in_use_is_one_sentence(tmp_path, capsys):
    with running_host(tmp_path / "match.jsonl", "--game", "damn") as host:
        port, _ = read_port_and_code(host)
        assert main(["host", "--game", "damn", "--port", str(port)]) == 1
        assert f"cannot be opened at port {port}" in capsys.readouterr().err


def test_no_window_is_needed(tmp_path):
    code = (
        "import sys, greenbaize.cli.host, greenbaize.cli.join\n"
        "assert not [name for name in sys.modules if name.startswith('PySide6')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ.copy())


def test_a_match_that_is_over_is_not_opened_again(tmp_path, run_process):
    words = ("simulate", "--game", "damn", "--players", "3", "--option", "deals=1")
    assert run_process(*words, "--record", str(tmp_path)).returncode == 0
    record = tmp_path / "damn-0001.jsonl"
    result = run_process("host", "--game", "damn", "--record", str(record))
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"{record}: this match is over. Name another file for a new one.\n"
