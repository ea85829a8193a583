"""Tests of the trial on a bare Debian: its commands, and its failures."""

import os
import shutil
import subprocess

import bare
import pytest
import steps
from system import COMPILER_PACKAGES, SetupError

INSTALL_MESSAGE = (
    f"Green Baize: please install what is missing: sudo {bare.INSTALL_COMMAND} libegl1"
)


class FakeDebian:
    """Fake system that answers commands and records the user of each."""

    def __init__(self):
        self.lines = []
        self.installed = set()
        self.failing_line = ""

    def run_command(self, *command, **_):
        if command[0] != "unshare":
            return 0, ""
        user, line = command[-4], str(command[-1])
        self.lines.append(f"{user}: {line}")
        if user == bare.TEST_USER and "libegl1" not in self.installed:
            return 1, f"{INSTALL_MESSAGE}\n"
        if user == bare.TEST_USER and line.endswith("test") and "binutils" not in self.installed:
            return 1, f"{INSTALL_MESSAGE.replace('libegl1', 'binutils')}\n"
        return 1, f"{bare.NO_DISPLAY} Without one, these work: …\n"

    def call_command(self, command):
        line = str(command[-1])
        self.lines.append(f"{command[-4]}: {line}")
        if "apt-get" in line:
            self.installed |= set(line.split())
        return int(bool(self.failing_line) and self.failing_line in line)


@pytest.fixture
def debian(tmp_path, monkeypatch):
    debian = FakeDebian()
    monkeypatch.setattr(bare, "WORK_FOLDER", tmp_path)
    monkeypatch.setattr(bare, "run_command", debian.run_command)
    monkeypatch.setattr(subprocess, "call", debian.call_command)
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(shutil, "copy", lambda *_: None)
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)
    (tmp_path / bare.DEBIAN_RELEASE).mkdir()
    return debian


def test_a_person_installs_the_packages_that_the_commands_name(debian):
    assert steps.run_tests(["--bare", "person"]) == 0
    person_lines = [line for line in debian.lines if line.startswith(bare.TEST_USER)]
    first, test = f"anna: {bare.START_COMMAND}", f"anna: {bare.START_COMMAND} test"
    assert person_lines == [first, first, test, f"anna: {bare.FIRST_MATCH_COMMAND}", test]
    assert {"libegl1", "binutils"} <= debian.installed
    assert not {"sudo", *COMPILER_PACKAGES[0].split()} & debian.installed


def test_root_has_a_compiler_and_installs_nothing_by_hand(debian):
    assert bare.main(["root"]) == 0
    assert debian.lines[-3:] == [
        f"root: {bare.START_COMMAND}",
        f"root: {bare.FIRST_MATCH_COMMAND}",
        f"root: {bare.START_COMMAND} test",
    ]
    assert set(COMPILER_PACKAGES[0].split()) <= debian.installed


@pytest.mark.parametrize("name", ["person", "root"])
def test_red_checks_fail_the_trial(name, debian):
    debian.failing_line = f"{bare.START_COMMAND} test"
    with pytest.raises(SetupError, match=r"test” failed as (anna|root)"):
        bare.main([name])


def test_a_command_that_does_not_refuse_fails_the_trial(debian, monkeypatch):
    monkeypatch.setattr(bare, "run_command", lambda *_, **__: (0, "Dealt.\n"))
    with pytest.raises(SetupError, match="should have been refused"):
        bare.main(["root"])


def test_missing_tools_and_trials_are_reported(debian, monkeypatch):
    with pytest.raises(SetupError, match="there is no trial x; there are person, root"):
        bare.main(["x"])
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(SetupError, match="this needs root and debootstrap, unshare"):
        bare.main([])
