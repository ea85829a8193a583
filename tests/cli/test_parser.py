"""Tests of the table of commands and of the command that a command line selects."""

import pytest

from greenbaize import __version__
from greenbaize.cli import parser
from greenbaize.cli.join import PROGRAM_EXAMPLE
from greenbaize.cli.main import main
from greenbaize.cli.self_test import running


@pytest.mark.parametrize(("form", "expected"), [(True, "compiled"), (False, "not compiled")])
def test_version(form, expected, run_command, monkeypatch):
    monkeypatch.setattr(parser, "is_running_compiled", lambda: form)
    assert run_command("--version").out == f"greenbaize {__version__} ({expected})\n"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--help"], ["play", "simulate", "verify", "zero_bids", "in_order"]),
        (["play", "--help"], ["--watch", "--screenshots", "--speed", "--seed", "zero_bids"]),
        (["simulate", "-h"], ["--matches", "--record", "--jobs", "--bots", "easy", "damn"]),
        (["duel", "--help"], ["--a", "--b", "--deals", "--csv", "--cluster", "--jobs", "easy"]),
        (["verify", "--help"], ["FILE", "*.jsonl"]),
        (["join", "--help"], ["--program", PROGRAM_EXAMPLE]),
    ],
)
def test_help_names_commands_and_options(words, named, run_command):
    out, err = run_command(*words)
    assert err == ""
    assert [word for word in named if word not in out] == []


def test_every_global_option_is_in_the_usage(run_command):
    command_parser = parser._create_parser()
    options = [action.option_strings for action in command_parser._actions if action.option_strings]
    assert ["--self-test"] in options
    usage = run_command("--help").out.partition("\n\n")[0]
    assert usage.startswith("usage: greenbaize [-h]")
    assert usage.endswith("[RECORD | COMMAND …]")
    for strings in options:
        assert any(f"[{one}" in usage for one in strings)


@pytest.mark.parametrize("flags", [[], ["--new-window"], ["--self-test"], ["--version", "-h"]])
def test_a_file_is_a_record_after_any_flags(flags, tmp_path):
    command_parser = parser._create_parser()
    file = tmp_path / "match"
    file.touch()
    for record in ("gone.jsonl", str(file)):
        words = [*flags, record, "--seat", "1"]
        assert parser._insert_play_command(words, command_parser) == [
            *flags,
            "play",
            record,
            "--seat",
            "1",
        ]
    for words in (flags, [*flags, "verify", "gone.jsonl"], [*flags, "no-file"]):
        assert parser._insert_play_command(words, command_parser) == words


@pytest.mark.parametrize(
    ("flag", "expected"), [("--version", "greenbaize "), ("--help", "usage: ")]
)
def test_a_flag_before_a_record_takes_effect(flag, expected, run_command):
    assert run_command(flag, "gone.jsonl").out.startswith(expected)


def test_the_self_test_runs_even_with_a_record(monkeypatch):
    monkeypatch.setattr(running, "self_test", lambda: 7)
    assert main(["--self-test", "gone.jsonl"]) == 7


@pytest.mark.parametrize("words", [["--new-window", "gone.jsonl"], ["gone.jsonl", "--new-window"]])
def test_new_window_is_accepted_before_and_after_a_record(words):
    command_parser = parser._create_parser()
    options = command_parser.parse_args(parser._insert_play_command(words, command_parser))
    assert (options.new_window, options.record.name) == (True, "gone.jsonl")
