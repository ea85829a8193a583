import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import greenbaize
from greenbaize.cli.main import main

Line = Callable[..., str]
Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A folder of its own for everything the program keeps."""
    folder = tmp_path / "home"
    monkeypatch.setenv("GREENBAIZE_HOME", str(folder))
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # output is written late, as it mostly is
    monkeypatch.setenv("PYTHONPATH", str(Path(greenbaize.__file__).parent.parent))
    return folder


@pytest.fixture
def line_of(capsys):
    """The one line on standard error with which a command line ends, and nothing else is said."""

    def said(*words, code=1):
        assert main(words) == code
        out, err = capsys.readouterr()
        assert (out, err.count("\n"), err[-1:]) == ("", 1, "\n")
        return err

    return said


@pytest.fixture
def command():
    """Run the command in a process of its own."""

    def run(*words, **more):
        return subprocess.run(
            [sys.executable, "-m", "greenbaize.cli.main", *words],
            env=os.environ | more,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return run
