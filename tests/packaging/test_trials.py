"""Tests of the environments in which the fast tests are tried."""

import tomllib
from pathlib import Path

import pytest
import trials
from system import SetupError

ROOT = Path(__file__).resolve().parents[2]
LOCK = "thing==1.0\n"


class TrialMachine:
    """Fake machine on which environments are made, and uv resolves versions."""

    def __init__(self, folder):
        self.site = folder / "site"
        self.site.mkdir()
        self.commands = []
        self.failing_word = "nothing"

    def run_command(self, *words, **_):
        line = " ".join(map(str, words))
        self.commands.append(line)
        if self.failing_word in line:
            return 1, "ERROR: no such version"
        if "-m venv" in line:
            words[-1].mkdir(parents=True)
        return 0, f"{self.site}\n" if "purelib" in line else LOCK

    def pip_install(self, python, lock_file):
        return self.run_command(python, "pip install", lock_file.read_text("utf-8").strip())


@pytest.fixture
def machine(tmp_path, monkeypatch):
    machine = TrialMachine(tmp_path)
    monkeypatch.setattr(trials, "TRIAL_FOLDER", tmp_path / "trials")
    monkeypatch.setattr(trials, "run_command", machine.run_command)
    monkeypatch.setattr(trials, "pip_install", machine.pip_install)
    monkeypatch.setattr(trials, "find_pythons", lambda _: {40: "python3.40", 13: "python3.13"})
    return machine


def test_lowest_versions_are_resolved_and_installed_once(machine):
    python = trials.provide_lowest("uv")
    resolve, venv, install, _ = machine.commands
    assert "--resolution lowest-direct" in resolve
    assert "--group dev" in resolve
    assert "-m venv" in venv
    assert install == f"{python} pip install {LOCK.strip()}"
    assert (machine.site / "greenbaize.pth").read_text().strip().endswith("desktop")
    assert trials.provide_lowest("uv") == python
    assert len(machine.commands) == 5


def test_a_changed_lock_makes_the_environment_again(machine):
    python = trials.provide_environment("lowest", "python3", LOCK)
    assert trials.provide_environment("lowest", "python3", "thing==2.0\n") == python
    assert sum("-m venv" in line for line in machine.commands) == 2


def test_an_interrupted_environment_is_made_again(machine):
    machine.failing_word = "pip install"
    with pytest.raises(SetupError, match="no such version"):
        trials.provide_environment("lowest", "python3", LOCK)
    machine.failing_word = "nothing"
    trials.provide_environment("lowest", "python3", LOCK)
    assert sum("-m venv" in line for line in machine.commands) == 2


def test_a_failing_resolution_is_quoted(machine):
    machine.failing_word = "pip compile"
    with pytest.raises(SetupError, match=r"uv failed: .*no such version"):
        trials.provide_lowest("uv")


def test_only_promised_pythons_are_tried(machine):
    assert trials.promised_pythons() == {"3.13": "python3.13"}
    assert trials.provide_python("3.13").is_relative_to(trials.TRIAL_FOLDER / "3.13")
    assert machine.commands[0].startswith("python3.13 -m venv")
    with pytest.raises(SetupError, match=r"no Python 3\.40 to try here; found: 3\.13"):
        trials.provide_python("3.40")


def test_the_oldest_python_is_the_one_that_is_required():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    versions = [
        one.removeprefix(trials.CLASSIFIER)
        for one in project["classifiers"]
        if one.startswith(trials.CLASSIFIER)
    ]
    assert project["requires-python"] == f">=3.{versions[0]}"
