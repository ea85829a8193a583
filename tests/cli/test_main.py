"""Tests of the command ``greenbaize``: its errors, its output, its language."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from greenbaize import __version__
from greenbaize.cli import main as main_module
from greenbaize.cli import parser
from greenbaize.cli.main import main
from greenbaize.cli.terminal import OutputError
from greenbaize.store import folders, log

pytestmark = pytest.mark.usefixtures("reset_language")


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


def test_errors_of_the_output_are_in_the_language_of_the_system(monkeypatch, capsys):
    def lose_output(words):
        raise OutputError from OSError(errno.ENOSPC, "disk full")

    languages = []
    monkeypatch.setattr(parser, "run_command_line", lose_output)
    monkeypatch.setattr(main_module, "detach_output", lambda: languages.append("detached"))
    monkeypatch.setattr(main_module, "apply_initial_language", lambda: languages.append("applied"))
    assert main(["simulate"]) == 1
    assert languages == ["applied", "detached", "applied"]
    assert capsys.readouterr().err == "The output cannot be written: disk full.\n"


def test_ctrl_c_is_one_line(monkeypatch, run_command):
    def interrupt(words):
        raise KeyboardInterrupt

    monkeypatch.setattr(parser, "run_command_line", interrupt)
    assert run_command("simulate", code=130).err == "Stopped.\n"


def test_command_works(run_process):
    result = run_process("--version", GREENBAIZE_UNCOMPILED="1")
    expected = f"greenbaize {__version__} (not compiled)\n"
    assert (result.returncode, result.stdout, result.stderr) == (0, expected, "")


def test_ascii_terminal(run_process):
    result = run_process("simulate", "--game", "☃", PYTHONIOENCODING="ascii")
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("words", [["--help"], ["simulate", "--game", "damn"]])
def test_broken_pipe_is_quiet(words):
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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_one_line():
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


def test_opening_the_table_loads_no_search():
    loaded = modules_loaded_before_window("play", "--game", "damn", "--bots", "easy")
    late = ["subprocess", "greenbaize.bots", "greenbaize.app.seats.bot_launcher"]
    assert [name for name in late if name in loaded] == []


def test_opening_the_table_imports_little():
    loaded = modules_loaded_before_window()
    assert "greenbaize.app.tables.play_request" in loaded
    late = ["tqdm", "multiprocessing", "platformdirs", "asyncio"]
    late += ["concurrent", "json", "hmac", "greenbaize.bots", "greenbaize.app.launch_request"]
    late += ["msgspec", "PySide6.QtNetwork", "greenbaize.ui.second_start"]
    assert [name for name in late if name in loaded] == []


# The option --language


@pytest.mark.parametrize("words", [["--language", "ru"], ["--language=ru"]])
def test_help_is_in_the_requested_language(words, run_command):
    output = run_command(*words, "--help").out
    assert output.startswith("использование: greenbaize [-h]")
    assert "показать эту справку" in output
    assert "show" not in output


def test_errors_are_in_the_requested_language(run_command):
    assert "whist" in run_command("--language", "ru", "simulate", "--game", "whist", code=2).err
    output = run_command("--language", "ru", "play", "--odd", code=2).err
    assert output.startswith("greenbaize: непонятно: --odd")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--language", "xx"], "There is no language “xx”. Known: en, ru."),
        (["--language=../ru", "play"], "There is no language “../ru”. Known: en, ru."),
        (["--language"], "--language needs a language. Known: en, ru."),
    ],
)
def test_an_unknown_language_is_refused(words, expected, run_command):
    assert run_command(*words, code=2).err == f"greenbaize: {expected}\n"


def test_it_belongs_before_the_command(capsys, run_command):
    assert main(["duel", "--a", "easy", "--b", "easy", "--language", "ru"]) == 2
    assert "--language" in capsys.readouterr().err
    assert "скомпилиро" in run_command("--new-window", "--language", "ru", "--version").out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("locale", "begin"), [("ru_RU.UTF-8", "использование: "), ("C.UTF-8", "usage: ")]
)
def test_the_locale_selects_the_language(locale, begin):
    result = subprocess.run(
        [sys.executable, "-m", "greenbaize", "--help"],
        env=os.environ | {"LC_ALL": locale, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        encoding="utf-8",
        timeout=60,
    )
    assert result.stdout.startswith(begin)


@pytest.mark.parametrize(
    ("platform", "error", "expected"),
    [
        ("linux", BrokenPipeError(), True),
        ("linux", OSError(errno.EINVAL, ""), False),
        ("win32", OSError(errno.EINVAL, ""), True),
        ("win32", OSError(errno.ENOSPC, ""), False),
    ],
)
def test_a_pipe_without_a_reader_is_recognised_on_every_system(
    monkeypatch, platform, error, expected
):
    monkeypatch.setattr(sys, "platform", platform)
    assert main_module._is_reader_gone(error) is expected
