import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import greenbaize
from greenbaize.cli import open_window
from greenbaize.cli.main import main


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Return a separate data folder for each test."""
    folder = tmp_path / "home"
    monkeypatch.setenv("GREENBAIZE_HOME", str(folder))
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # output is buffered, as it mostly is
    monkeypatch.setenv("PYTHONPATH", str(Path(greenbaize.__file__).parent.parent))
    # A person types commands; the tests' own input is the null device, as in a desktop's start.
    monkeypatch.setattr(open_window, "is_input_null", lambda: False)
    return folder


@pytest.fixture
def run_command(capsys):
    """Return a function that runs a command line and returns stdout and stderr."""

    def run_main(*words, code=0):
        assert main(words) == code
        return capsys.readouterr()

    return run_main


@pytest.fixture
def run_failing_command(run_command):
    """Return a function that runs a failing command line and returns its one error line."""

    def run_main(*words, code=1):
        out, err = run_command(*words, code=code)
        assert (out, err.count("\n"), err[-1:]) == ("", 1, "\n")
        return err

    return run_main


@pytest.fixture
def run_process():
    """Return a function that runs the command in a separate process."""

    def run_module(*words, **more):
        return subprocess.run(
            [sys.executable, "-m", "greenbaize.cli.main", *words],
            env=os.environ | more,
            input="",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return run_module


@pytest.fixture
def run_refused_command(run_failing_command):
    """Return a function that runs a refused command line and returns its one error line."""
    return partial(run_failing_command, code=2)
