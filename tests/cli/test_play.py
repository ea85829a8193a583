import builtins
import os
import re
import sys
import types
from pathlib import Path

import pytest

from cli.systems import MISSING_FILE_TEXT, posix_only
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.cli import open_window
from greenbaize.cli.main import main
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.rules.chance import seed_from_text


@pytest.fixture
def window_requests(monkeypatch):
    """Return the requests that the window receives; it closes at once with exit code 5."""
    requests = []

    def run_window(request, games, lock, notice):
        assert games is GAMES
        assert notice is None
        requests.append(request)
        return 5

    window = types.ModuleType("greenbaize.ui.application")
    window.run_window = run_window
    monkeypatch.setitem(sys.modules, "greenbaize.ui.application", window)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    return requests


@pytest.mark.parametrize("words", [[], ["play"]])
def test_without_arguments_it_opens_the_table(words, window_requests):
    assert main(words) == 5
    assert window_requests == [PlayRequest()]


def test_all_options_are_passed_to_the_window(window_requests):
    words = "play --game damn --players 5 --watch --speed 2.5 --screenshots pictures --seed lucky"
    words += " --bots random --option deals=6 hook=true --option zero_bids=true"
    assert main(words.split()) == 5
    options = {
        "deals": 6,
        "first": 1,
        "zero_bids": True,
        "hook": True,
        "enforcement": "strict",
    }
    assert window_requests == [
        PlayRequest(
            game="damn",
            players=5,
            options=options,
            seed=seed_from_text("lucky"),
            watch=True,
            speed=2.5,
            screenshots=Path("pictures"),
            bots=(Opponent("random"),) * 5,
        )
    ]


@pytest.mark.parametrize(
    ("words", "request_"),
    [
        ("--new-window", PlayRequest(new_window=True)),
        ("play --new-window", PlayRequest(new_window=True)),
        ("--new-window play", PlayRequest(new_window=True)),
        ("play --new-window --game rank", PlayRequest(game="rank", new_window=True)),
    ],
)
def test_a_new_window_can_be_requested(words, request_, window_requests):
    assert main(words.split()) == 5
    assert window_requests == [request_]


@pytest.mark.parametrize(
    ("words", "bots"),
    [
        ("", (Opponent(),)),
        ("--bots random:bold", (Opponent("random", "bold"),)),
        ("--game damn --players 3 --bots easy,random", (Opponent("easy"), Opponent("random"))),
        ("--game damn --players 3 --bots easy", (Opponent("easy"), Opponent("easy"))),
        ("--watch --bots easy", (Opponent("easy"),)),
    ],
)
def test_computer_players_are_for_the_other_seats(window_requests, words, bots):
    assert main(["play", *words.split()]) == 5
    assert window_requests[0].bots == bots


def test_a_program_may_take_a_seat(window_requests):
    words = ["play", "--game", "damn", "--players", "4", "--bots"]
    main([*words, "easy", "program:./mine --book a,b", "program:./mine --book a,easy"])
    main([*words, "easy,program:./a/bot", "program:./b/bot"])
    first, second = window_requests
    first_program, other = Opponent(program="mine"), Opponent(program="mine 2")
    assert first.bots == (Opponent("easy"), first_program, other)
    assert first.programs == {"mine": "./mine --book a,b", "mine 2": "./mine --book a,easy"}
    assert second.programs == {"bot": "./a/bot", "bot 2": "./b/bot"}


class TestResumeRecord:
    @pytest.fixture
    def record(self, tmp_path):
        """Return a match of Anna and Ben and a bot between them."""
        players = (HeaderPlayer("Anna"), HeaderPlayer("Boris", "bot", "easy"), HeaderPlayer("Ben"))
        header = create_header("damn", players, {"deals": 2}, seed_from_text("chairs"))
        path = tmp_path / "match.jsonl"
        path.write_bytes(encode_line(header.to_line()))
        return path

    def test_a_record_is_resumed(self, record, window_requests):
        assert main(["play", str(record)]) == 5
        assert main(["play", str(record), "--seat", "3", "--speed", "2"]) == 5
        assert window_requests == [
            PlayRequest(record=record),
            PlayRequest(record=record, seat=2, speed=2.0),
        ]

    def test_a_file_alone_is_a_record_to_resume(self, record, window_requests, monkeypatch):
        """Check that any file name works, as desktops open files."""
        other = record.with_name("a match")
        record.rename(other)
        monkeypatch.chdir(other.parent)
        assert main([str(other)]) == 5
        assert main(["a match", "--seat", "1"]) == 5
        assert main(["--new-window", "a match"]) == 5
        assert window_requests == [
            PlayRequest(record=other),
            PlayRequest(record=Path("a match"), seat=0),
            PlayRequest(record=Path("a match"), new_window=True),
        ]

    def test_a_command_name_wins_over_a_file(self, record, window_requests, monkeypatch):
        monkeypatch.chdir(record.parent)
        record.rename(record.with_name("play"))
        assert main(["play"]) == 5
        assert window_requests == [PlayRequest()]

    @pytest.mark.parametrize(
        ("words", "code", "expected"),
        [
            ("gone.jsonl", 1, f"gone.jsonl: {MISSING_FILE_TEXT}."),
            ("gone", 2, "invalid choice: 'gone'"),
            (".", 2, "invalid choice: '.'"),
            ("x" * 5000, 2, "invalid choice"),
            pytest.param("x" * 5000 + ".jsonl", 1, "File name too long.", marks=posix_only),
        ],
    )
    def test_a_missing_file_is_reported_in_one_line(
        self, words, code, expected, window_requests, run_failing_command
    ):
        assert expected in run_failing_command(words, code=code)
        assert window_requests == []

    @pytest.mark.parametrize(
        "case",
        [
            ("@ --seat 2", 2, "No person sat at chair 2. People sat at 1 (Anna), 3 (Ben)."),
            ("@ --seat 4", 2, "No person sat at chair 4."),
            ("@ --seat 0", 2, "--seat is a number from 1, not “0”."),
            ("--seat 1", 2, "--seat is for continuing a match"),
            ("@ --game damn", 2, "with a RECORD, leave out --game."),
            ("@ --watch", 2, "with a RECORD, leave out --watch."),
            ("@ --bots easy", 2, "with a RECORD, leave out --bots."),
            ("@ --seed x", 2, "with a RECORD, leave out --seed."),
            ("@.gone", 1, f".gone: {MISSING_FILE_TEXT}."),
            pytest.param(("@.d", 1, "Is a directory."), marks=posix_only),
            ("@.bad", 1, "bad:1: This is not a match record."),
            pytest.param(
                ("@.fifo", 1, "this is a pipe or a device, not a file."), marks=posix_only
            ),
        ],
    )
    def test_wrong_resume_options_are_reported_in_one_line(
        self, case, record, window_requests, run_failing_command
    ):
        words, code, expected = case
        Path(f"{record}.d").mkdir()
        Path(f"{record}.bad").write_text("what?\n")
        if hasattr(os, "mkfifo"):
            os.mkfifo(f"{record}.fifo")
        assert expected in run_failing_command(
            "play", *words.replace("@", str(record)).split(), code=code
        )
        assert window_requests == []

    def test_a_record_of_bots_has_no_seat_for_a_person(self, record, window_requests, capsys):
        text = record.read_text().replace('"human"', '"bot"')
        record.write_text(text)
        assert main(["play", str(record), "--seat", "1"]) == 2
        assert "Only computer players sat at this table." in capsys.readouterr().err


def test_a_seed_of_32_hex_digits_is_kept_and_others_are_hashed(window_requests):
    assert main(["play", "--seed", "0123456789abcdef" * 2]) == 5
    assert window_requests[0].seed == "0123456789abcdef" * 2
    main(["play", "--seed", "7"])
    assert re.fullmatch("[0-9a-f]{32}", window_requests[1].seed or "")


def test_options_determine_the_number_of_players(window_requests):
    assert main(["play", "--game", "damn", "--option", "deals=13"]) == 5
    assert window_requests[0].players == 4
    assert main(["play", "--game", "damn"]) == 5
    assert window_requests[1] == PlayRequest(game="damn")


class TestWithoutDisplay:
    @pytest.fixture(autouse=True)
    def no_display(self, monkeypatch):
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setattr(sys, "platform", "linux")

    @pytest.mark.parametrize("words", [[], ["play"], ["play", "--game", "damn", "--watch"]])
    def test_one_line_says_what_works(self, words, run_failing_command):
        err = run_failing_command(*words)
        for works in (
            "greenbaize simulate",
            "greenbaize verify",
            "QT_QPA_PLATFORM=offscreen greenbaize play --watch --game damn --screenshots DIR",
        ):
            assert works in err

    @pytest.mark.parametrize("platform", ["win32", "darwin"])
    def test_other_systems_have_one(self, platform, monkeypatch):
        monkeypatch.setattr(sys, "platform", platform)
        assert open_window.has_display({})

    @pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"])
    def test_each_display_variable_counts(self, name):
        assert open_window.has_display({name: "x"})
        assert not open_window.has_display({name: ""})

    @posix_only
    def test_a_missing_display_is_reported_in_one_line(self, run_process):
        result = run_process()
        assert (result.returncode, result.stdout, result.stderr.count("\n")) == (1, "", 1)
        assert "There is no display" in result.stderr


class TestWithoutLibraries:
    @pytest.fixture
    def break_import(self, monkeypatch):
        """Return a function that makes the window's import fail."""
        monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
        monkeypatch.delitem(sys.modules, "greenbaize.ui.application", raising=False)
        true_import = builtins.__import__

        def break_with(error):
            def broken(name, *more, **named):
                if name == "greenbaize.ui.application":
                    raise error
                return true_import(name, *more, **named)

            monkeypatch.setattr(builtins, "__import__", broken)

        return break_with

    @pytest.mark.parametrize(
        ("error", "library"),
        [
            (
                ImportError(
                    "libEGL.so.1: cannot open shared object file: No such file or directory"
                ),
                ": libEGL.so.1.",
            ),
            (ModuleNotFoundError("No module named 'PySide6'", name="PySide6"), ": PySide6."),
            (ImportError("DLL load failed while importing QtGui: Not found."), "QtGui"),
        ],
    )
    def test_missing_library_is_named_in_one_line(
        self, error, library, break_import, run_failing_command
    ):
        break_import(error)
        err = run_failing_command("play")
        assert library in err
        assert "fault" not in err

    def test_another_import_error_is_an_internal_error(self, break_import, run_command):
        break_import(ImportError("cannot import name 'nobody'"))
        assert "fault of its own (ImportError)" in run_command("play", code=1).err

    def test_the_x_plugin_library_is_checked_only_for_x(self, monkeypatch):
        def fail_to_load(name):
            raise OSError(name)

        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setattr("ctypes.CDLL", fail_to_load)
        assert open_window.find_missing_plugin_library({"DISPLAY": ":0"}) == "libxcb-cursor.so.0"
        xcb = {"WAYLAND_DISPLAY": "w", "QT_QPA_PLATFORM": "xcb"}
        assert open_window.find_missing_plugin_library(xcb) == "libxcb-cursor.so.0"
        assert (
            open_window.find_missing_plugin_library({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"})
            is None
        )
        assert open_window.find_missing_plugin_library({"QT_QPA_PLATFORM": "offscreen"}) is None
        monkeypatch.setattr("ctypes.CDLL", lambda name: None)
        assert open_window.find_missing_plugin_library({"DISPLAY": ":0"}) is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not limit open files")
@pytest.mark.parametrize(
    ("limit", "is_refused"), [(12, True), (63, True), (64, False), (4096, False)]
)
def test_a_low_file_limit_is_reported_before_a_window_opens(
    limit, is_refused, window_requests, monkeypatch, capsys
):
    limits = [12, limit]
    resource = open_window.resource
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", lambda _, fresh: limits.__setitem__(0, fresh[0]))
    assert main(["play", "--game", "damn"]) == (1 if is_refused else 5)
    errors = capsys.readouterr().err
    assert (
        errors.startswith(f"The table cannot be opened: Green Baize may open only {limit} ")
        == is_refused
    )
    assert limits[0] == min(limit, 1024)
    assert bool(window_requests) != is_refused
