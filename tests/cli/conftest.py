import os
import subprocess
import sys
from pathlib import Path

import pytest

import greenbaize
from greenbaize.cli.main import main


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A folder of its own for everything the program keeps."""
    folder = tmp_path / "home"
    monkeypatch.setenv("GREENBAIZE_HOME", str(folder))
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # output is written late, as it mostly is
    monkeypatch.setenv("PYTHONPATH", str(Path(greenbaize.__file__).parent.parent))
    return folder


@pytest.fixture
def printed(capsys):
    """What a command line prints, on standard output and on standard error."""

    def said(*words, code=0):
        assert main(words) == code
        return capsys.readouterr()

    return said


@pytest.fixture
def line_of(printed):
    """The one line on standard error with which a command line ends, and nothing else is said."""

    def said(*words, code=1):
        out, err = printed(*words, code=code)
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
