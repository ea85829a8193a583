import contextlib
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from threading import Timer

import pytest

from greenbaize import __version__
from greenbaize.cli import parser
from greenbaize.cli.main import main
from greenbaize.cli.self_test import running
from greenbaize.rules.errors import UsageError
from greenbaize.store import folders, log
from words.pseudo_language import text_outside_brackets


@pytest.fixture
def run_refused_command(run_failing_command):
    """Return a function that runs a refused command line and returns its one error line."""
    return partial(run_failing_command, code=2)


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
    ],
)
def test_help_names_commands_and_options(words, named, run_command):
    out, err = run_command(*words)
    assert err == ""
    assert [word for word in named if word not in out] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("simulat", "invalid choice: 'simulat'"),
        ("--verson", "--verson"),
        ("verify", "FILE"),
        ("simulate --game", "expected one argument"),
        ("simulate", "Which game? Add --game and one of damn, blackout"),
        ("simulate --game chess", "There is no game “chess”. There are: damn, blackout"),
        ("simulate --game damn extra", "unrecognized arguments: extra"),
        ("simulate --game damn --match 3", "--match"),
        ("simulate --game damn --players 8", "damn is for 3 to 7 players, not 8."),
        ("simulate --game blackout --players 5", "blackout is for 2 to 4 players, not 5."),
        ("simulate --game damn --players x", "--players is a number from 1, not “x”."),
        ("simulate --game damn --players 0", "--players is a number from 1, not “0”."),
        ("simulate --game damn --matches 0", "--matches is a number from 1, not “0”."),
        ("simulate --game damn --matches 1.5", "--matches is a number from 1, not “1.5”."),
        ("simulate --game damn --jobs 0", "--jobs is a number from 1 to 61, not “0”."),
        ("simulate --game damn --jobs 62", "--jobs is a number from 1 to 61, not “62”."),
        ("simulate --game damn --bots genius", "There is no level “genius”. There are: random"),
        ("simulate --game damn --bots easy,", "There is no level “”."),
        ("simulate --game damn --bots easy,easy", "names 2 computer players, and there are 4"),
        ("simulate --game damn --option", "--option"),
        ("simulate --game damn --option deals", "“deals” is no option: write key=value."),
        ("simulate --game damn --option dealz=3", "no option “dealz”. This game has: deals, first"),
        ("simulate --game damn --option deals=14", "from 1 to 13 with 4 players, not “14”."),
        ("simulate --game damn --option deals=x", "from 1 to 13 with 4 players, not “x”."),
        ("simulate --game damn --option deals=3 first=4", "“first” is a number from 1 to 3"),
        ("simulate --game damn --option hook=maybe", "“hook” is true or false, not “maybe”."),
        ("simulate --game damn --option hook=true --option hook=true", "“hook” is given twice."),
        ("simulate --game damn --option enforcement=lax", "“enforcement” is one of strict"),
        ("play --game chess", "There is no game “chess”."),
        ("play --game damn --players 2", "damn is for 3 to 7 players, not 2."),
        ("play --players 4", "--players and --option need --game and one of damn, blackout"),
        ("play --option deals=3", "--players and --option need --game"),
        ("play --game damn --option deals=14", "from 1 to 13 with 4 players"),
        ("play --speed fast", "--speed is a number from 0.01 to 1000, not “fast”."),
        ("play --speed 0", "--speed is a number from 0.01 to 1000, not “0”."),
        ("play --speed nan", "--speed is a number"),
        ("play --bots genius", "There is no level “genius”."),
        ("play --bots easy:wild", "There is no temperament “wild”. There are: careful, steady"),
        ("play --bots easy:", "There is no temperament “”."),
        ("play --bots easy,easy", "need --game and one of damn"),
        ("play --game damn --players 3 --bots easy,easy,easy", "and there are 2 seats for them."),
        ("play --game damn --watch --players 3 --bots easy,easy", "and there are 3 seats"),
        ("play --bots program:", "“” is not a command line that starts a program."),
        ('simulate --game damn --bots program:"ab', '“"ab” is not a command line that starts'),
        ("bot --level genius", "There is no level “genius”."),
        ("bot --temperament wild", "There is no temperament “wild”."),
        ("duel --game damn --a easy", "--b"),
        ("duel --a easy --b easy", "Which game? Add --game"),
        ("duel --game damn --a genius --b easy", "There is no level “genius”."),
        ("duel --game damn --a easy:wild --b easy", "“wild”"),
        ("duel --game damn --a easy --b easy --deals 0", "--deals is a number from 1"),
        ("duel --game damn --a easy --b easy --players 2", "damn is for 3 to 7 players"),
        ("duel --game damn --a easy --b easy --jobs 2 --cluster h:1", "not allowed with"),
        ("join nowhere --code ABCDEF --name A", "is no address of a table"),
        ("join [::1:5 --code ABCDEF --name A", "is no address of a table"),
        ("join a:70000 --code ABCDEF --name A", "is no address of a table"),
        ("join a:5 --name A", "needs its code"),
        ("join a:5 --code x --name A", "is no code of a table"),
        ("join a:5 --code ABCDEF", "--name needs a name"),
        ("join a:5 --code ABCDEF --watch --program x", "do not go together"),
        ("join a:5 --code ABCDEF --name A --see 1", "--see needs --watch"),
        ("host", "Which game?"),
        ("host --game damn --seats 12", "not 12"),
        ("host --game damn --port 70000", "--port is a number from 0 to 65535"),
        ("host --game damn --bots clever", "There is no level “clever”"),
        ("host --game damn --option deals=x", "deals"),
        ("history foo", "argument COMMAND: invalid choice: 'foo'"),
        ("history statistics --person Anna --against foo", "--against foo: "),
        ("history statistics --against easy", "--against goes with --person"),
    ],
)
def test_wrong_command_line_is_refused_in_one_line(words, expected, run_refused_command):
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


def test_refusal_of_any_input_is_one_line(run_refused_command):
    line = run_refused_command("simulate", "--game", "da\nmn\x1b[31m\N{RIGHT-TO-LEFT OVERRIDE}")
    assert "\x1b" not in line
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in line


def test_refusal_of_something_endless_is_short(run_refused_command):
    assert len(run_refused_command("simulate", "--game", "x" * 100_000)) < 1000


def test_seed_that_is_no_text_is_refused(run_refused_command):
    seed = b"\xff".decode("utf-8", "surrogateescape")
    assert "--seed is not text" in run_refused_command("simulate", "--game", "damn", "--seed", seed)
    assert "--seed is not text" in run_refused_command("play", "--game", "damn", "--seed", seed)


@pytest.mark.parametrize(
    "words", ["simulate", "simulate --game x", "play --speed x", "play --players 3"]
)
def test_refusals_go_through_the_catalogue(words, pseudo_language, run_refused_command):
    assert (
        text_outside_brackets(run_refused_command(*words.split()).removeprefix("greenbaize: "))
        == ""
    )


def test_internal_error_is_one_sentence_and_a_log_entry(monkeypatch, run_command):
    def fail(words):
        raise ZeroDivisionError("secret details")

    monkeypatch.setattr(parser, "run_command_line", fail)
    out, err = run_command("simulate", code=1)
    assert out == ""
    assert err.count("\n") == 1
    assert "ZeroDivisionError" in err
    assert "Traceback" not in err
    assert "secret details" not in err
    assert str(folders.log_path()) in err
    assert "ZeroDivisionError: secret details" in folders.log_path().read_text()


def test_internal_error_is_reported_without_a_log(monkeypatch, run_command):
    monkeypatch.setattr(parser, "run_command_line", lambda words: 1 // 0)
    monkeypatch.setattr(log, "log_exception", lambda error: None)
    assert run_command("simulate", code=1).err.count("\n") == 1


def test_ctrl_c_is_one_line(monkeypatch, run_command):
    def interrupt(words):
        raise KeyboardInterrupt

    monkeypatch.setattr(parser, "run_command_line", interrupt)
    assert run_command("simulate", code=130).err == "Stopped.\n"


@pytest.fixture
def running_simulation(tmp_path):
    """Yield a running simulation with workers; end all its processes afterwards."""
    records = tmp_path / "records"
    words = ["simulate", "--game", "damn", "--matches", "1000000", "--jobs", "3"]
    with subprocess.Popen(
        [sys.executable, "-m", "greenbaize.cli.main", *words, "--record", str(records)],
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        # Kill everything if a test hangs.
        end = Timer(60, end_session, [process.pid])
        end.start()
        try:
            while not (any(records.glob("*.jsonl"))):
                assert process.poll() is None
            yield process
            assert end.is_alive(), "a process was still running until the test killed it"
        finally:
            end.cancel()
            end_session(process.pid)


def end_session(leader):
    """Kill all processes of the session of one of our processes."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def modules_loaded_before_window(*words):
    """Return the modules that are loaded when a command line opens the window."""
    # The first paint must not wait for modules that it does not need.
    code = (
        "import sys, types\n"
        "ui = types.ModuleType('greenbaize.ui.application')\n"
        "ui.run_window = lambda request, games, lock, notice: print(*sorted(sys.modules)) or 0\n"
        "sys.modules['greenbaize.ui.application'] = ui\n"
        "sys.argv[0] = 'greenbaize'\n"
        "from greenbaize.cli.main import main\n"
        "sys.exit(main())\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, *words],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(result.stdout.split())


class TestCommandProcess:
    """Tests that need a separate process."""

    def test_command_works(self, run_process):
        result = run_process("--version", GREENBAIZE_UNCOMPILED="1")
        expected = f"greenbaize {__version__} (not compiled)\n"
        assert (result.returncode, result.stdout, result.stderr) == (0, expected, "")

    def test_ascii_terminal(self, run_process):
        result = run_process("simulate", "--game", "☃", PYTHONIOENCODING="ascii")
        assert result.returncode == 2
        assert "Traceback" not in result.stderr
        assert result.stderr.count("\n") == 1

    @pytest.mark.slow
    @pytest.mark.parametrize("words", [["--help"], ["simulate", "--game", "damn"]])
    def test_broken_pipe_is_quiet(self, words):
        reading, writing = os.pipe()
        os.close(reading)
        result = subprocess.run(
            [sys.executable, "-m", "greenbaize.cli.main", *words],
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
        os.close(writing)
        assert result.stderr == b""
        assert result.returncode == 1

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
    def test_output_that_cannot_be_written_is_one_line(self):
        with Path("/dev/full").open("wb") as full:
            result = subprocess.run(
                [sys.executable, "-m", "greenbaize.cli.main", "--version"],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                timeout=60,
                check=False,
            )
        assert result.returncode == 1
        assert result.stderr.startswith("The output cannot be written: ")
        assert result.stderr.count("\n") == 1

    @pytest.mark.long
    @pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
    @pytest.mark.parametrize("recipients", ["it alone", "all of the terminal"])
    @pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
    def test_stopped_simulation_leaves_no_process(self, name, code, recipients, running_simulation):
        send = os.kill if recipients == "it alone" else os.killpg
        send(running_simulation.pid, signal.Signals[name])
        # The pipe closes when the last worker has ended.
        assert running_simulation.stderr.read() == b"Stopped.\n"
        assert running_simulation.wait(60) == code

    @pytest.mark.long
    @pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
    def test_workers_of_a_killed_simulation_end(self, running_simulation):
        running_simulation.kill()
        running_simulation.stderr.read()  # returns when no worker is left
        assert running_simulation.wait(60) == -signal.SIGKILL

    def test_opening_the_table_loads_no_search(self):
        loaded = modules_loaded_before_window("play", "--game", "damn", "--bots", "easy")
        late = ["subprocess", "greenbaize.bots", "greenbaize.app.seats.bot_launcher"]
        assert [name for name in late if name in loaded] == []

    def test_opening_the_table_imports_little(self):
        loaded = modules_loaded_before_window()
        assert "greenbaize.app.tables.play_request" in loaded
        late = ["tqdm", "multiprocessing", "platformdirs", "asyncio"]
        late += ["concurrent", "json", "hmac", "greenbaize.bots", "greenbaize.app.launch_request"]
        late += ["msgspec", "PySide6.QtNetwork", "greenbaize.ui.second_start"]
        assert [name for name in late if name in loaded] == []
