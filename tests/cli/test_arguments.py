"""Tests of the command-line parser: refusals in one line, numbers, days, speeds and paths."""

import argparse
import inspect
from pathlib import Path

import pytest

from greenbaize.cli import arguments, parser
from greenbaize.cli.arguments import CommandLineParser, parse_day, parse_speed
from greenbaize.games import GAMES
from greenbaize.rules.errors import UsageError
from words.pseudo_language import text_outside_brackets


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("simulat", "invalid choice: 'simulat'"),
        ("--verson", "--verson"),
        ("verify", "FILE"),
        ("simulate --game", "expected one argument"),
        ("simulate --game damn extra", "unrecognized arguments: extra"),
        ("simulate --game damn --match 3", "--match"),
        ("simulate --game damn --players x", "--players is a number from 1, not “x”."),
        ("simulate --game damn --players 0", "--players is a number from 1, not “0”."),
        ("simulate --game damn --matches 0", "--matches is a number from 1, not “0”."),
        ("simulate --game damn --matches 1.5", "--matches is a number from 1, not “1.5”."),
        ("simulate --game damn --jobs 0", "--jobs is a number from 1 to 61, not “0”."),
        ("simulate --game damn --jobs 62", "--jobs is a number from 1 to 61, not “62”."),
        ("simulate --game damn --option", "--option"),
        ("play --speed fast", "--speed is a number from 0.01 to 1000, not “fast”."),
        ("play --speed 0", "--speed is a number from 0.01 to 1000, not “0”."),
        ("play --speed nan", "--speed is a number"),
        ("duel --game damn --a easy", "--b"),
        ("duel --game damn --a easy --b easy --deals 0", "--deals is a number from 1"),
        ("duel --game damn --a easy --b easy --jobs 2 --cluster h:1", "not allowed with"),
        ("host --game damn --port 70000", "--port is a number from 0 to 65535"),
        ("history foo", "argument COMMAND: invalid choice: 'foo'"),
        ("history statistics --person Anna --against foo", "--against foo: "),
        ("history statistics --against easy", "--against goes with --person"),
    ],
)
def test_arguments_that_do_not_fit_are_refused_in_one_line(words, expected, run_refused_command):
    assert expected in run_refused_command(*words.split())


@pytest.mark.parametrize("empty", ["", " "])
@pytest.mark.parametrize(
    "words",
    [
        "simulate --game damn --record @",
        "simulate --game damn --record=@",
        "play --game damn --watch --screenshots @",
        "duel --game damn --a easy --b easy --csv @",
        "verify a.jsonl @",
        "sheet @",
        "sheet a.jsonl --csv @",
        "sheet a.jsonl --pdf @",
        "explain @",
    ],
)
def test_an_empty_path_is_refused_and_does_not_mean_the_current_folder(
    words, empty, tmp_path, monkeypatch, run_refused_command
):
    monkeypatch.chdir(tmp_path)
    line = run_refused_command(*(word.replace("@", empty) for word in words.split()))
    assert "needs a path, and this one is empty." in line
    assert list(tmp_path.iterdir()) == []


def test_two_dashes_can_be_an_options_value(run_refused_command):
    options = parser._create_parser().parse_args(["sheet", "a.jsonl", "--csv=--"])
    assert options.csv == Path("--")
    assert "--" in run_refused_command("host", "--port=--")
    assert "--" in run_refused_command("simulate", "--game=--")


def test_no_option_takes_an_empty_path():
    """Check all options, also future ones: whatever the help calls a file or folder."""
    commands = parser._create_parser().commands
    for one in commands.values():
        one.load_options()
    paths = [
        action
        for one in commands.values()
        for action in one._actions
        if action.metavar in ("FILE", "DIR", "RECORD", "FOLDER", "PATH")
    ]
    assert len(paths) >= 8
    for action in paths:
        with pytest.raises(UsageError, match="usage-path"):
            action.type("")


def test_refusal_of_any_input_is_one_line(run_refused_command):
    line = run_refused_command("simulate", "--game", "da\nmn\x1b[31m\N{RIGHT-TO-LEFT OVERRIDE}")
    assert "\x1b" not in line
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in line


def test_refusal_of_something_endless_is_short(run_refused_command):
    assert len(run_refused_command("simulate", "--game", "x" * 100_000)) < 1000


@pytest.mark.parametrize(
    "words", ["simulate", "simulate --game x", "play --speed x", "play --players 3"]
)
def test_refusals_go_through_the_catalogue(words, pseudo_language, run_refused_command):
    assert (
        text_outside_brackets(run_refused_command(*words.split()).removeprefix("greenbaize: "))
        == ""
    )


def test_translated_argparse_messages_exist_in_this_python():
    source = inspect.getsource(argparse)
    assert [text for text in arguments._ARGPARSE_TEXTS if text not in source] == []


@pytest.mark.usefixtures("reset_language")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["verify"], "не хватает: FILE"),
        (["--oops"], "непонятно: --oops"),
        (["play", "--speed"], "--speed: нужно одно значение"),
        (["history", "--finished", "--unfinished"], "--unfinished: не сочетается с --finished"),
        (["--version=1"], "--version: значение '1' здесь лишнее"),
        (["history", "statistics", "--level", "x"], "--level: 'x' не подходит (можно: 'random',"),
    ],
)
def test_errors_of_argparse_are_translated(words, expected, run_command):
    assert f"greenbaize: {expected}" in run_command("--language", "ru", *words, code=2).err


@pytest.fixture
def empty_parser():
    return CommandLineParser(prog="greenbaize cards", add_help=False)


def test_a_number_may_be_either_limit(empty_parser):
    arguments.add_number(empty_parser, "--cards", "how many", low=2, high=5)
    for text in ("2", "5"):
        assert empty_parser.parse_args(["--cards", text]).cards == int(text)
    for text in ("1", "6"):
        with pytest.raises(UsageError) as caught:
            empty_parser.parse_args(["--cards", text])
        assert caught.value.message.code == "usage-span"
        assert caught.value.message.values == {
            "option": "--cards",
            "value": text,
            "low": 2,
            "high": 5,
        }


def test_a_number_is_positive_and_has_no_upper_limit_unless_one_is_given(empty_parser):
    arguments.add_number(empty_parser, "--cards", "how many", default=7)
    assert empty_parser.parse_args([]).cards == 7
    assert empty_parser.parse_args(["--cards", "1000000"]).cards == 1000000
    with pytest.raises(UsageError, match="usage-number"):
        empty_parser.parse_args(["--cards", "0"])


def test_flags_are_the_options_without_a_value(empty_parser):
    arguments.add_flag(empty_parser, "--quiet", "say nothing")
    arguments.add_number(empty_parser, "--cards", "how many")
    assert empty_parser.flag_names == ("--quiet",)
    assert empty_parser.parse_args(["--quiet"]).quiet is True
    assert empty_parser.parse_args([]).quiet is False


def test_the_usage_names_options_with_their_values(empty_parser):
    arguments.add_flag(empty_parser, "--quiet", "say nothing")
    arguments.add_number(empty_parser, "--cards", "how many")
    empty_parser.set_usage("[FILE]")
    assert empty_parser.usage == "greenbaize cards [--quiet] [--cards N] [FILE]"


def test_options_cannot_be_abbreviated(empty_parser):
    arguments.add_flag(empty_parser, "--quiet", "say nothing")
    with pytest.raises(UsageError) as caught:
        empty_parser.parse_args(["--qui"])
    assert caught.value.message.values == {
        "reason": "unrecognized arguments: --qui",
        "command": "greenbaize cards",
    }


def test_the_help_of_a_command_about_games_ends_with_their_options(run_command):
    lines = run_command("simulate", "--help").out.splitlines()
    start = lines.index("Options of the games (--option key=value):") + 1
    end = lines.index(
        "Levels that the window does not offer, being no stronger than the one below:"
    )
    expected = {name: [option.key for option in game.options] for name, game in GAMES.items()}
    found = {
        name: keys.split(", ") for name, keys in (line.split(None, 1) for line in lines[start:end])
    }
    assert found == expected
    assert lines[end + 1 :].count("  rank      expert") == 1
    assert "Options of the games" not in run_command("verify", "--help").out


def test_a_command_does_not_undo_a_new_window_asked_for_before_it(empty_parser):
    arguments.add_new_window_option(empty_parser)
    assert "new_window" not in empty_parser.parse_args([])
    assert empty_parser.parse_args(["--new-window"]).new_window is True


def test_bots_and_options_may_be_given_together_or_one_after_another(empty_parser):
    arguments.add_game_options(empty_parser, "--seats")
    arguments.add_bot_options(empty_parser)
    assert empty_parser.parse_args([]).option == []
    words = "--bots easy hard --seats 3 --bots random --option a=1 b=2 --option c=3 --sandbox"
    args = empty_parser.parse_args(words.split())
    assert args.bots == ["easy", "hard", "random"]
    assert args.option == ["a=1", "b=2", "c=3"]
    assert args.seats == 3
    assert args.sandbox is True


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("2026-11-21", "20261121"),
        ("20261121", "20261121"),
        ("2026-11", "202611"),
        ("2026", "2026"),
        ("2024-02-29", "20240229"),
    ],
)
def test_a_day_a_month_or_a_year_is_read_as_in_records(text, digits):
    assert parse_day(text) == digits


@pytest.mark.parametrize(
    "text", ["", "yesterday", "26-11-21", "2026-13", "2026-11-31", "2023-02-29", "2026-1", "٢٠٢٦"]
)
def test_a_day_that_does_not_exist_is_refused(text):
    with pytest.raises(UsageError) as caught:
        parse_day(text)
    assert caught.value.message.code == "usage-day"
    assert caught.value.message.values == {"value": text}


@pytest.mark.parametrize(("text", "speed"), [("0.01", 0.01), ("1", 1.0), ("1000", 1000.0)])
def test_a_speed_may_be_either_limit(text, speed):
    assert parse_speed(text) == speed


@pytest.mark.parametrize("text", ["0.009", "1000.1", "-1", "inf", ""])
def test_a_speed_beyond_the_limits_is_refused(text):
    with pytest.raises(UsageError, match="usage-speed"):
        parse_speed(text)
