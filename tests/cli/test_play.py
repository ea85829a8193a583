import builtins
import os
import re
import sys
import types
from pathlib import Path

import pytest

from cli.systems import GONE, POSIX
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.cli import opening
from greenbaize.cli.main import main
from greenbaize.games import GAMES
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.rules.chance import seed_from


@pytest.fixture
def asked(monkeypatch):
    """Return the requests that the window receives; it closes at once with exit code 5."""
    requests = []

    def run(request, games, bell, notice):
        assert games is GAMES
        assert notice is None
        requests.append(request)
        return 5

    window = types.ModuleType("greenbaize.ui.application")
    window.run = run
    monkeypatch.setitem(sys.modules, "greenbaize.ui.application", window)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    return requests


@pytest.mark.parametrize("words", [[], ["play"]])
def test_alone_it_opens_the_table(words, asked):
    assert main(words) == 5
    assert asked == [PlayRequest()]


def test_everything_can_be_asked_for(asked):
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
    assert asked == [
        PlayRequest(
            game="damn",
            players=5,
            options=options,
            seed=seed_from("lucky"),
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
def test_another_window_can_be_asked_for(words, request_, asked):
    assert main(words.split()) == 5
    assert asked == [request_]


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
def test_computer_players_are_for_the_other_seats(asked, words, bots):
    assert main(["play", *words.split()]) == 5
    assert asked[0].bots == bots


def test_a_program_may_take_a_seat(asked):
    words = ["play", "--game", "damn", "--players", "4", "--bots"]
    main([*words, "easy", "program:./mine --book a,b", "program:./mine --book a,easy"])
    main([*words, "easy,program:./a/bot", "program:./b/bot"])
    first, second = asked
    mine, other = Opponent(program="mine"), Opponent(program="mine 2")
    assert first.bots == (Opponent("easy"), mine, other)
    assert first.programs == {"mine": "./mine --book a,b", "mine 2": "./mine --book a,easy"}
    assert second.programs == {"bot": "./a/bot", "bot 2": "./b/bot"}


class TestGoingOn:
    @pytest.fixture
    def record(self, tmp_path):
        """Return a match of Anna and Ben and a bot between them."""
        sitters = (Player("Anna"), Player("Boris", "bot", "easy"), Player("Ben"))
        header = settled_header("damn", sitters, {"deals": 2}, seed_from("chairs"))
        path = tmp_path / "match.jsonl"
        path.write_bytes(line_bytes(header.line()))
        return path

    def test_a_match_is_gone_on_with(self, record, asked):
        assert main(["play", str(record)]) == 5
        assert main(["play", str(record), "--seat", "3", "--speed", "2"]) == 5
        assert asked == [
            PlayRequest(record=record),
            PlayRequest(record=record, seat=2, speed=2.0),
        ]

    def test_a_file_alone_is_a_match_to_go_on_with(self, record, asked, monkeypatch):
        """Check that any file name works, as desktops open files."""
        other = record.with_name("a match")
        record.rename(other)
        monkeypatch.chdir(other.parent)
        assert main([str(other)]) == 5
        assert main(["a match", "--seat", "1"]) == 5
        assert main(["--new-window", "a match"]) == 5
        assert asked == [
            PlayRequest(record=other),
            PlayRequest(record=Path("a match"), seat=0),
            PlayRequest(record=Path("a match"), new_window=True),
        ]

    def test_a_command_is_one_whatever_files_there_are(self, record, asked, monkeypatch):
        monkeypatch.chdir(record.parent)
        record.rename(record.with_name("play"))
        assert main(["play"]) == 5
        assert asked == [PlayRequest()]

    @pytest.mark.parametrize(
        ("words", "code", "expected"),
        [
            ("gone.jsonl", 1, f"gone.jsonl: {GONE}."),
            ("gone", 2, "invalid choice: 'gone'"),
            (".", 2, "invalid choice: '.'"),
            ("x" * 5000, 2, "invalid choice"),
            pytest.param("x" * 5000 + ".jsonl", 1, "File name too long.", marks=POSIX),
        ],
    )
    def test_what_is_no_file_is_said_in_one_line(self, words, code, expected, asked, line_of):
        assert expected in line_of(words, code=code)
        assert asked == []

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
            ("@.gone", 1, f".gone: {GONE}."),
            pytest.param(("@.d", 1, "Is a directory."), marks=POSIX),
            ("@.bad", 1, "bad:1: This is not a match record."),
            pytest.param(("@.fifo", 1, "this is a pipe or a device, not a file."), marks=POSIX),
        ],
    )
    def test_what_cannot_be_is_said_in_one_line(self, case, record, asked, line_of):
        words, code, said = case
        Path(f"{record}.d").mkdir()
        Path(f"{record}.bad").write_text("what?\n")
        if hasattr(os, "mkfifo"):
            os.mkfifo(f"{record}.fifo")
        assert said in line_of("play", *words.replace("@", str(record)).split(), code=code)
        assert asked == []

    def test_a_table_of_computer_players_has_no_chair_for_you(self, record, asked, capsys):
        text = record.read_text().replace('"human"', '"bot"')
        record.write_text(text)
        assert main(["play", str(record), "--seat", "1"]) == 2
        assert "Only computer players sat at this table." in capsys.readouterr().err


def test_a_records_seed_is_taken_as_it_is_and_any_is_32_hex_digits(asked):
    assert main(["play", "--seed", "0123456789abcdef" * 2]) == 5
    assert asked[0].seed == "0123456789abcdef" * 2
    main(["play", "--seed", "7"])
    assert re.fullmatch("[0-9a-f]{32}", asked[1].seed or "")


def test_options_settle_the_number_of_players(asked):
    assert main(["play", "--game", "damn", "--option", "deals=13"]) == 5
    assert asked[0].players == 4
    assert main(["play", "--game", "damn"]) == 5
    assert asked[1] == PlayRequest(game="damn")


class TestWithoutDisplay:
    @pytest.fixture(autouse=True)
    def no_display(self, monkeypatch):
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setattr(sys, "platform", "linux")

    @pytest.mark.parametrize("words", [[], ["play"], ["play", "--game", "damn", "--watch"]])
    def test_one_line_says_what_works(self, words, line_of):
        err = line_of(*words)
        for works in (
            "greenbaize simulate",
            "greenbaize verify",
            "QT_QPA_PLATFORM=offscreen greenbaize play --watch --game damn --screenshots DIR",
        ):
            assert works in err

    @pytest.mark.parametrize("platform", ["win32", "darwin"])
    def test_other_systems_have_one(self, platform, monkeypatch):
        monkeypatch.setattr(sys, "platform", platform)
        assert opening.has_display({})

    @pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"])
    def test_each_way_to_a_display_counts(self, name):
        assert opening.has_display({name: "x"})
        assert not opening.has_display({name: ""})

    @POSIX
    def test_whole_process_says_it(self, command):
        done = command()
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        assert "There is no display" in done.stderr


class TestWithoutLibraries:
    @pytest.fixture
    def break_import(self, monkeypatch):
        """Return a function that makes the window's import fail."""
        monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
        monkeypatch.delitem(sys.modules, "greenbaize.ui.application", raising=False)
        true_import = builtins.__import__

        def with_error(error):
            def broken(name, *more, **named):
                if name == "greenbaize.ui.application":
                    raise error
                return true_import(name, *more, **named)

            monkeypatch.setattr(builtins, "__import__", broken)

        return with_error

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
    def test_missing_library_is_named_in_one_line(self, error, library, break_import, line_of):
        break_import(error)
        err = line_of("play")
        assert library in err
        assert "fault" not in err

    def test_import_that_fails_otherwise_is_our_own_fault(self, break_import, printed):
        break_import(ImportError("cannot import name 'nobody'"))
        assert "fault of its own (ImportError)" in printed("play", code=1).err

    def test_library_of_the_x_plugin_is_asked_for_only_where_x_is_used(self, monkeypatch):
        def none(name):
            raise OSError(name)

        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setattr("ctypes.CDLL", none)
        assert opening.missing_plugin_library({"DISPLAY": ":0"}) == "libxcb-cursor.so.0"
        xcb = {"WAYLAND_DISPLAY": "w", "QT_QPA_PLATFORM": "xcb"}
        assert opening.missing_plugin_library(xcb) == "libxcb-cursor.so.0"
        assert opening.missing_plugin_library({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"}) is None
        assert opening.missing_plugin_library({"QT_QPA_PLATFORM": "offscreen"}) is None
        monkeypatch.setattr("ctypes.CDLL", lambda name: None)
        assert opening.missing_plugin_library({"DISPLAY": ":0"}) is None


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
@pytest.mark.parametrize(
    ("limit", "is_refused"), [(12, True), (63, True), (64, False), (4096, False)]
)
def test_too_few_files_are_told_before_a_window_opens(
    limit, is_refused, asked, monkeypatch, capsys
):
    limits = [12, limit]
    resource = opening.resource
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", lambda _, fresh: limits.__setitem__(0, fresh[0]))
    assert main(["play", "--game", "damn"]) == (1 if is_refused else 5)
    said = capsys.readouterr().err
    assert (
        said.startswith(f"The table cannot be opened: Green Baize may open only {limit} ")
        == is_refused
    )
    assert limits[0] == min(limit, 1024)
    assert bool(asked) != is_refused
