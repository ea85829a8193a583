"""Tests of ``greenbaize join``: a seat for a program or a person, and the tables that are found."""

import asyncio
import json
import signal
import sys
from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace

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
    running_process,
    strip_match_line,
)
from greenbaize.app.seats.command_lines import split_command
from greenbaize.cli import join
from greenbaize.cli.main import main
from greenbaize.games import GAMES
from greenbaize.lan.discovery import DiscoveredTable
from greenbaize.match.record import read_record
from greenbaize.match.seal import SealVerdict
from greenbaize.rules.messages import Message


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("join nowhere --code ABCDEF --name A", "is no address of a table"),
        ("join [::1:5 --code ABCDEF --name A", "is no address of a table"),
        ("join a:70000 --code ABCDEF --name A", "is no address of a table"),
        ("join a:5 --name A", "needs its code"),
        ("join a:5 --code x --name A", "is no code of a table"),
        ("join a:5 --code ABCDEF", "--name needs a name"),
        ("join a:5 --code ABCDEF --watch --program x", "do not go together"),
        ("join a:5 --code ABCDEF --name A --see 1", "--see needs --watch"),
    ],
)
def test_a_guest_without_a_table_a_code_or_a_name_is_refused_in_one_line(
    words, expected, run_refused_command
):
    assert expected in run_refused_command(*words.split())


def test_the_example_of_a_program_is_a_valid_command_line(monkeypatch):
    parsed = []
    monkeypatch.setattr(join, "run", lambda args: parsed.append(args) or 0)
    command, *words = split_command(join.PROGRAM_EXAMPLE)
    assert (command, main(words)) == ("greenbaize", 0)
    assert parsed[0].program == "greenbaize bot --level hard"
    assert parsed[0].address is not None


@pytest.mark.slow
def test_a_guest_can_play_through_standard_input(tmp_path):
    with running_host(tmp_path / "match.jsonl", *SHORT_MATCH) as host:
        port, code = read_port_and_code(host)
        with running_guest(port, code.lower(), "--name", "Anna") as anna:
            ask_count = 0
            for raw in anna.stdout:
                line = json.loads(raw)
                if line.get("type") == "ask":
                    ask_count += 1
                    anna.stdin.write(b"what?\n" if ask_count == 1 else b"")
                    anna.stdin.write(json.dumps(line["legal"][0]).encode() + b"\n")
                    anna.stdin.flush()
            assert anna.wait(TIMEOUT_S) == 0
            assert b"not a JSON object" in anna.stderr.read()
        assert host.wait(TIMEOUT_S) == 0
    assert ask_count == 2


@pytest.mark.slow
def test_a_program_that_ends_leaves_its_seat(tmp_path):
    record = tmp_path / "match.jsonl"
    with running_host(record, *SHORT_MATCH) as host:
        port, code = read_port_and_code(host)
        with running_guest(port, code, "--name", "Anna", "--program", "false") as anna:
            _, errors = anna.communicate(timeout=TIMEOUT_S)
            errors = strip_match_line(errors)
            assert (anna.returncode, errors.rstrip()) == (
                1,
                b"The program that was to play has ended.",
            )
        assert host.wait(TIMEOUT_S) == 0
    match = read_record(record.read_bytes(), GAMES)
    assert [(one.kind, one.why) for one in match.events if one.type == "seat"] == [("bot", "left")]


@pytest.mark.slow
@pytest.mark.parametrize("is_started", [False, True])
def test_guests_are_informed_that_the_host_has_closed_the_table(tmp_path, is_started):
    words = ("--bots", "easy") if is_started else ()
    record = tmp_path / "match.jsonl"
    with running_host(record, "--game", "damn", "--seats", "3", *words) as host:
        port, code = read_port_and_code(host)
        with running_guest(port, code, "--name", "Anna") as anna:
            read_until(host.stdout, "The match is on" if is_started else "Anna")
            if is_started:
                anna.stdout.readline()
            host.send_signal(signal.SIGTERM)
            # stdin stays open: at its end the guest would leave by itself
            assert anna.wait(TIMEOUT_S) == int(is_started)
            end = " before the match was over." if is_started else "."
            line = decode_output(anna.stderr.read())
            assert line.rstrip().endswith(f"The host has closed the table{end}")


@pytest.mark.slow
def test_a_wrong_seed_of_the_host_is_detected(tmp_path):
    lying_host = [sys.executable, str(Path(__file__).with_name("lying_host.py")), "host"]
    words = ("--name", "Kitchen", "--record", str(tmp_path / "match.jsonl"))
    with running_process([*lying_host, *words, *SHORT_MATCH]) as host:
        port, code = read_port_and_code(host)
        with running_guest(port, code, "--name", "Anna", "--program", BOT_COMMAND) as anna:
            output, errors = anna.communicate(timeout=TIMEOUT_S)
            assert (anna.returncode, output) == (1, b"")
            assert strip_match_line(errors).splitlines() == [
                b"The shuffle is not the one that everybody took part in. Do not trust it."
            ]


def test_an_unreachable_address_is_one_sentence(capsys, home):
    assert main(["join", "127.0.0.1:1", "--code", "ABCDEF", "--name", "Anna"]) == 1
    assert capsys.readouterr().err.startswith("Nobody answers at 127.0.0.1:1: ")


def test_a_fruitless_search_is_explained(monkeypatch, capsys):
    async def find_no_tables(seconds):
        return []

    monkeypatch.setattr(join, "find_tables", find_no_tables)
    assert main(["join"]) == 1
    output = capsys.readouterr()
    assert output.err.startswith("No table was found. Some networks keep machines apart")
    assert output.out == ""


def test_found_tables_are_printed_as_plain_text(monkeypatch, capsys):
    async def find_fake_tables(seconds):
        return [DiscoveredTable("Kit\x1b[2Jchen", "damn", "fe80::1", 4321)]

    monkeypatch.setattr(join, "find_tables", find_fake_tables)
    assert main(["join"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("[fe80::1]:4321  Kit")
    assert "\x1b" not in output


def test_a_computer_without_a_network_is_told_so(monkeypatch, capsys):
    async def find_no_network(seconds):
        return None

    monkeypatch.setattr(join, "find_tables", find_no_network)
    assert main(["join"]) == 1
    output = capsys.readouterr()
    assert output.err.startswith("This computer is not connected to a network")
    assert output.out == ""


@pytest.mark.parametrize(
    ("seal", "line"),
    [
        (SealVerdict.INTACT, ""),
        (None, ""),
        (SealVerdict.REPEATED, "shuffle"),
    ],
)
def test_only_a_shuffle_that_was_restarted_is_warned_of(seal, line, capsys):
    join._check_shuffle_seal(seal)
    error_text = capsys.readouterr().err
    assert bool(error_text) == bool(line)
    assert line in error_text


class TestSeatDriver:
    @pytest.fixture
    def driver(self):
        loop = asyncio.new_event_loop()
        args = Namespace(program=None, watch=False, see=None)
        yield join._SeatDriver(args, loop)
        loop.close()

    @pytest.fixture
    def program_driver(self, driver):
        """A driver whose program is a fake."""
        driver._program = FakeProgram()
        return driver

    def test_a_watched_chair_is_counted_from_one(self):
        loop = asyncio.new_event_loop()
        args = Namespace(program=None, watch=True, see=3)
        assert join._SeatDriver(args, loop).adapter.viewed_seat == 2
        loop.close()

    def test_a_program_is_awaited_only_after_a_question(self, program_driver):
        for line in (b'{"type": "play"}\n', b'{"type": "ask", "legal": []}\n'):
            program_driver._write_line(line)
        assert program_driver._program.calls == [
            b'{"type": "play"}\n',
            "expect",
            b'{"type": "ask", "legal": []}\n',
        ]

    def test_the_first_line_of_a_program_is_no_answer(self, program_driver, monkeypatch):
        answers = []
        monkeypatch.setattr(program_driver.adapter, "process_answer", answers.append)
        for line in (b"ready", b"answer"):
            program_driver._handle_program_line(program_driver._program, line)
        assert answers == [b"answer"]

    def test_a_program_of_the_next_match_says_again_that_it_is_ready(self, driver, monkeypatch):
        monkeypatch.setattr(join, "BotProcess", lambda start, on_line: FakeProgram())
        driver._command, driver._is_ready = "play", True
        driver._start_match()
        assert not driver._is_ready
        assert isinstance(driver._program, FakeProgram)

    def test_a_program_that_cannot_be_started_ends_the_seat(self, driver, monkeypatch):
        program = FakeProgram()
        program.is_missing = True
        monkeypatch.setattr(join, "BotProcess", lambda start, on_line: program)
        driver._command = "play"
        driver._start_match()
        assert driver.end_future.result().code == "seat-program-missing"

    def test_a_driver_is_closed_with_its_program(self, program_driver):
        program = program_driver._program
        program_driver.close()
        assert program.calls == ["close"]
        assert program_driver._program is None

    def test_an_earlier_program_is_not_listened_to(self, program_driver, monkeypatch):
        program_driver._handle_program_line(FakeProgram(), None)
        assert not program_driver.end_future.done()

    @pytest.mark.parametrize(
        ("is_missing", "code"), [(True, "seat-program-missing"), (False, "seat-program-ended")]
    )
    def test_a_program_that_ends_or_is_missing_ends_the_seat(
        self, program_driver, is_missing, code
    ):
        program_driver._program.is_missing = is_missing
        program_driver._handle_program_line(program_driver._program, None)
        assert program_driver.end_future.result().code == code

    def test_nonsense_of_a_program_ends_the_seat_and_nonsense_of_a_person_does_not(
        self, driver, monkeypatch, capsys
    ):
        monkeypatch.setattr(driver.adapter, "process_answer", lambda line: Message("self-endless"))
        driver._handle_line(b"what?")
        assert not driver.end_future.done()
        assert capsys.readouterr().err
        driver._program = FakeProgram()
        driver._handle_line(b"what?")
        assert driver.end_future.result().code == "seat-program-wrong"
        driver._handle_line(None)  # the first end is the one that counts
        assert driver.end_future.result().code == "seat-program-wrong"

    def test_the_end_of_the_input_ends_the_seat_without_an_error(self, driver):
        driver._handle_line(None)
        assert driver.end_future.result() is None

    def test_the_match_is_printed_when_it_changes(self, driver, capsys):
        printed_texts = []
        for deals in (2, 2, 3):
            driver.adapter.on_lobby_received(
                SimpleNamespace(game="damn", chairs=[None] * 3, options={"deals": deals})
            )
            printed_texts.append(capsys.readouterr().err)
        assert printed_texts[0].startswith("Damn · 3 players")
        assert printed_texts[1] == ""
        assert printed_texts[2] not in ("", printed_texts[0])


class FakeProgram:
    is_missing = False

    def __init__(self):
        self.calls = []

    def expect_line(self):
        self.calls.append("expect")

    def close(self):
        self.calls.append("close")

    def send_lines(self, line):
        self.calls.append(line)
