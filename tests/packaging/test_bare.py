"""Tests of the trial on a bare Debian: its commands, and its failures."""

import os
import shutil
import subprocess

import bare
import pytest
import steps
from system import COMPILER, SetupError

WANTS = f"Green Baize: please install what is missing: sudo {bare.INSTALL} libegl1"


class Debian:
    """Fake system that answers commands and records the user of each."""

    def __init__(self):
        self.lines = []
        self.installed = set()
        self.failing = ""

    def run(self, *command, **_):
        if command[0] != "unshare":
            return 0, ""
        user, line = command[-4], str(command[-1])
        self.lines.append(f"{user}: {line}")
        if user == bare.PERSON and "libegl1" not in self.installed:
            return 1, f"{WANTS}\n"
        if user == bare.PERSON and line.endswith("test") and "binutils" not in self.installed:
            return 1, f"{WANTS.replace('libegl1', 'binutils')}\n"
        return 1, f"{bare.NO_DISPLAY} Without one, these work: …\n"

    def call(self, command):
        line = str(command[-1])
        self.lines.append(f"{command[-4]}: {line}")
        if "apt-get" in line:
            self.installed |= set(line.split())
        return int(bool(self.failing) and self.failing in line)


@pytest.fixture
def debian(tmp_path, monkeypatch):
    debian = Debian()
    monkeypatch.setattr(bare, "PLACE", tmp_path)
    monkeypatch.setattr(bare, "run", debian.run)
    monkeypatch.setattr(subprocess, "call", debian.call)
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(shutil, "copy", lambda *_: None)
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)
    (tmp_path / bare.RELEASE).mkdir()
    return debian


def test_a_person_types_in_what_the_commands_name(debian):
    assert steps.test(["--bare", "person"]) == 0
    theirs = [line for line in debian.lines if line.startswith(bare.PERSON)]
    first, test = f"anna: {bare.START}", f"anna: {bare.START} test"
    assert theirs == [first, first, test, f"anna: {bare.FIRST_MATCH}", test]
    assert {"libegl1", "binutils"} <= debian.installed
    assert not {"sudo", *COMPILER[0].split()} & debian.installed


def test_root_has_a_compiler_and_types_nothing_in(debian):
    assert bare.main(["root"]) == 0
    assert debian.lines[-3:] == [
        f"root: {bare.START}",
        f"root: {bare.FIRST_MATCH}",
        f"root: {bare.START} test",
    ]
    assert set(COMPILER[0].split()) <= debian.installed


@pytest.mark.parametrize("name", ["person", "root"])
def test_red_checks_fail_the_trial(name, debian):
    debian.failing = f"{bare.START} test"
    with pytest.raises(SetupError, match=r"test” failed as (anna|root)"):
        bare.main([name])


def test_a_command_that_does_not_refuse_fails_the_trial(debian, monkeypatch):
    monkeypatch.setattr(bare, "run", lambda *_, **__: (0, "Dealt.\n"))
    with pytest.raises(SetupError, match="should have refused"):
        bare.main(["root"])


def test_what_is_lacking_is_said(debian, monkeypatch):
    with pytest.raises(SetupError, match="there is no trial x; there are person, root"):
        bare.main(["x"])
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(SetupError, match="needs root, and debootstrap, unshare"):
        bare.main([])
