"""Tests of compiling a checkout: commands that run, and errors that stop nobody."""

import os
import shutil
import signal
import sys
import sysconfig
import threading
import time
from contextlib import nullcontext
from pathlib import Path

import compiling
import environment
import pytest
import system

from greenbaize.compiled import EXTENSION_SUFFIXES, STORE, identity, sum_of

Answer = tuple[int, str]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="finds the compiler differently")


@pytest.fixture
def root(tmp_path):
    """Return a checkout with one module that can be compiled."""
    games = tmp_path / "root/desktop/greenbaize/games/some"
    games.mkdir(parents=True)
    (games / "flat.py").write_text("ONE = 1\n")
    (games / "flat.pxd").write_text("# Nothing.\n")
    (tmp_path / "root/packaging").mkdir()
    for name in ("compile.lock", "cython_step.py"):
        (tmp_path / "root/packaging" / name).write_text(name)
    return tmp_path / "root"


class Machine:
    """Fake pip, Cython and trial: records commands, creates a file, and fails on request."""

    def __init__(self, folder):
        self.folder = folder
        self.ran = []
        self.fails = ""
        self.limits = []
        self.act = lambda: None

    def __call__(self, *command, limit=None, **_):
        words = [str(word) for word in command]
        self.limits.append(limit)
        kind = "pip" if "pip" in words else "trial" if "-c" in words else "cython"
        self.ran.append(kind)
        if kind == self.fails:
            return 1, f"something\nERROR: no {kind}"
        if kind == "cython":
            out = Path(words[5], "greenbaize/games/some")
            out.mkdir(parents=True)
            (out / "flat.abi3.so").write_text("compiled")
            self.act()
        return 0, ""

    @property
    def store(self):
        return self.folder / STORE

    @property
    def left(self):
        """Names of what remains in the environment."""
        return sorted(path.name for path in self.store.iterdir())

    def provide(self, root):
        return compiling.provide(self.folder, self.folder / "bin/python", root)


@pytest.fixture
def machine(tmp_path, monkeypatch):
    folder = tmp_path / "venv"
    folder.mkdir()
    machine = Machine(folder)
    monkeypatch.setattr(compiling, "run", machine)
    monkeypatch.setattr(environment, "run", machine)
    monkeypatch.setattr(compiling, "compiler", lambda: "cc")
    monkeypatch.setattr(compiling, "one_at_a_time", nullcontext)
    monkeypatch.delenv("GREENBAIZE_UNCOMPILED", raising=False)
    return machine


def word_of(root):
    return identity(root / "desktop/greenbaize")


class TestOnce:
    def test_it_is_fetched_compiled_tried_and_put_in_place(self, root, machine, capsys):
        assert machine.provide(root)
        assert machine.ran == ["pip", "cython", "trial"]
        made = machine.store / word_of(root) / "greenbaize/games/some/flat.abi3.so"
        assert made.read_text() == "compiled"
        # The checksum beside the file is for verification and not part of the result.
        assert made.with_name("flat.abi3.so.crc32").read_text() == sum_of(made)
        place = "greenbaize/games/some/flat.abi3.so"
        assert compiling.files(machine.folder, root) == {place: made}
        # The tools and all intermediate files are gone.
        assert machine.left == [word_of(root)]
        assert capsys.readouterr().err.splitlines() == ["Compiling the computer players (once) …"]
        assert machine.provide(root)
        assert len(machine.ran) == 3

    @pytest.mark.parametrize("name", ["flat.py", "flat.pxd"])
    def test_an_edit_compiles_anew(self, name, root, machine):
        machine.provide(root)
        before = word_of(root)
        (root / "desktop/greenbaize/games/some" / name).write_text("TWO = 2\n")
        assert machine.provide(root)
        assert len(machine.ran) == 6
        # Returning to the old sources finds the old result.
        assert machine.left == sorted([before, word_of(root)])

    def test_what_is_long_gone_is_cleared_away(self, root, machine):
        machine.store.mkdir()
        for number in range(8):
            old = machine.store / f"old-{number}"
            old.mkdir() if number % 2 else old.touch()
            os.utime(old, (number, number))
        machine.provide(root)
        # Folders and notes are counted separately, so that no note displaces a folder.
        folders, notes = {word_of(root), "old-7", "old-5"}, {"old-6", "old-4", "old-2"}
        assert set(machine.left) == folders | notes

    def test_no_trouble_with_clearing_away_matters(self, root, machine, monkeypatch):
        machine.store.mkdir()
        for number in range(8):
            (machine.store / f"old-{number}").symlink_to("nowhere" if number % 2 else root)
        unlink = Path.unlink

        def refuse(path, missing_ok=False):
            if path.name == "old-2":
                raise PermissionError(13, "Permission denied")
            unlink(path, missing_ok)

        monkeypatch.setattr(Path, "unlink", refuse)
        assert machine.provide(root)
        kept = ("old-2", "old-5", "old-6", "old-7")  # old-2 because it cannot be removed
        assert machine.left == sorted([word_of(root), *kept])
        assert root.is_dir()
        monkeypatch.setattr(Path, "iterdir", refuse)
        (root / "desktop/greenbaize/games/some/flat.py").write_text("TWO = 2\n")
        assert machine.provide(root)

    def test_what_another_has_put_in_place_meanwhile_is_taken(self, root, machine):
        other = machine.store / word_of(root) / "greenbaize"
        machine.act = lambda: other.mkdir(parents=True)
        assert machine.provide(root)
        assert machine.left == [word_of(root)]
        assert list(other.iterdir()) == []

    def test_sources_that_change_meanwhile_are_compiled_next_time(self, root, machine):
        source = root / "desktop/greenbaize/games/some/flat.py"
        machine.act = lambda: source.write_text("THREE = 3\n") and None
        assert not machine.provide(root)
        assert machine.left == []
        machine.act = lambda: None
        assert machine.provide(root)

    def test_where_sources_are_wanted_nothing_is_compiled(self, root, machine, monkeypatch):
        monkeypatch.setenv("GREENBAIZE_UNCOMPILED", "1")
        assert not machine.provide(root)
        assert machine.ran == []

    def test_where_nothing_can_be_compiled_nothing_is_fetched(self, root, machine):
        (root / "desktop/greenbaize/games/some/flat.pxd").unlink()
        assert not machine.provide(root)
        assert machine.ran == []
        assert not machine.store.exists()

    def test_of_two_starts_at_once_the_second_waits_and_finds_it_done(
        self, root, machine, monkeypatch
    ):
        monkeypatch.setattr(compiling, "one_at_a_time", environment.one_at_a_time)
        monkeypatch.setattr(environment, "ROOT", root)
        begun, go_on = threading.Event(), threading.Event()

        def wait():
            begun.set()
            assert go_on.wait(30)

        machine.act = wait
        first = threading.Thread(target=machine.provide, args=[root])
        first.start()
        assert begun.wait(30)
        second = []
        other = threading.Thread(target=lambda: second.append(machine.provide(root)))
        other.start()
        go_on.set()
        first.join(30)
        other.join(30)
        assert second == [True]
        assert machine.ran == ["pip", "cython", "trial"]


class TestTrouble:
    """Tests of failures: everything runs uncompiled, without a message."""

    @pytest.mark.parametrize("step", ["pip", "cython", "trial"])
    def test_what_fails_is_noted_and_not_tried_again(self, step, root, machine, capsys):
        machine.fails = step
        assert not machine.provide(root)
        word = word_of(root)
        (note,) = machine.store.iterdir()
        assert note.name == f"{word}.failed"
        assert f"no {step}" in note.read_text()
        assert capsys.readouterr().err.splitlines() == ["Compiling the computer players (once) …"]
        count = len(machine.ran)
        assert not machine.provide(root)
        assert len(machine.ran) == count
        # Other sources may compile.
        machine.fails = ""
        (root / "desktop/greenbaize/games/some/flat.py").write_text("TWO = 2\n")
        assert machine.provide(root)

    def test_nothing_may_take_for_ever(self, root, machine):
        machine.provide(root)
        assert machine.limits == [compiling.LIMIT] * 3

    def test_what_takes_too_long_has_failed(self, root, machine, monkeypatch):
        def run(*_, limit, **__):
            return system.run("sleep", "30", limit=limit)

        monkeypatch.setattr(environment, "run", run)
        monkeypatch.setattr(compiling, "LIMIT", 0.1)
        assert not machine.provide(root)
        (note,) = machine.store.iterdir()
        assert note.name == f"{word_of(root)}.failed"
        assert note.read_text() == "sleep took longer than 0.1 s\n"

    def test_an_interrupted_one_is_tried_again(self, root, machine):
        def interrupt():
            raise KeyboardInterrupt

        machine.act = interrupt
        with pytest.raises(KeyboardInterrupt):
            machine.provide(root)
        assert machine.left == []
        machine.act = lambda: None
        assert machine.provide(root)

    def test_no_compiler_is_no_trouble_and_looked_for_again(
        self, root, machine, monkeypatch, capsys
    ):
        monkeypatch.setattr(compiling, "compiler", str)
        assert not machine.provide(root)
        assert (machine.ran, machine.store.exists()) == ([], False)
        assert capsys.readouterr() == ("", "")
        monkeypatch.setattr(compiling, "compiler", lambda: "cc")
        assert machine.provide(root)

    def test_an_environment_that_cannot_be_written_is_left_alone(
        self, root, machine, monkeypatch, capsys
    ):
        def refuse(*_, **__):
            raise OSError(30, "Read-only file system")

        monkeypatch.setattr(Path, "mkdir", refuse)
        assert not machine.provide(root)
        assert machine.ran == []
        assert capsys.readouterr() == ("", "")

    def test_a_store_that_may_not_be_looked_into_is_left_alone(
        self, root, machine, monkeypatch, capsys
    ):
        machine.provide(root)
        capsys.readouterr()
        stat = os.stat

        def refuse(path, **how):
            if STORE in str(path):
                raise PermissionError(13, "Permission denied")
            return stat(path, **how)

        with monkeypatch.context() as patch:
            patch.setattr(os, "stat", refuse)
            assert not machine.provide(root)
        assert len(machine.ran) == 3
        assert capsys.readouterr() == ("", "")

    def test_a_full_disk_is_noted_though_nothing_can_be_written(self, root, machine, monkeypatch):
        def refuse(*_, **__):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "write_text", refuse)
        machine.fails = "pip"
        assert not machine.provide(root)
        assert not machine.provide(root)
        assert machine.ran == ["pip"]


class TestCompiler:
    @pytest.fixture(autouse=True)
    def available_programs(self, tmp_path, monkeypatch):
        """Return the programs of a Linux with Python.h, whose Python was built elsewhere."""
        programs = {"gcc"}
        (tmp_path / "Python.h").touch()
        monkeypatch.delenv("CC", raising=False)
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setattr(sysconfig, "get_config_var", lambda _: "/made/by/clang -pthread")
        monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
        monkeypatch.setattr(shutil, "which", lambda name: name if name in programs else None)
        return programs

    def test_the_one_that_made_python_comes_first_with_its_arguments(self, available_programs):
        assert compiling.compiler() == "gcc"
        available_programs.add("/made/by/clang")
        assert compiling.compiler() == "/made/by/clang -pthread"

    def test_a_person_may_name_one(self, available_programs, monkeypatch):
        available_programs.add("tcc")
        monkeypatch.setenv("CC", "tcc -x")
        assert compiling.compiler() == "tcc -x"

    @pytest.mark.parametrize("blank", ["", " ", "\t "])
    def test_a_blank_name_names_none(self, blank, available_programs, monkeypatch):
        monkeypatch.setenv("CC", blank)
        assert compiling.compiler() == "gcc"
        available_programs.clear()
        assert compiling.compiler() == ""

    def test_without_one_or_without_pythons_header_there_is_none(
        self, available_programs, tmp_path
    ):
        (tmp_path / "Python.h").unlink()
        assert compiling.compiler() == ""
        (tmp_path / "Python.h").touch()
        available_programs.clear()
        assert compiling.compiler() == ""

    @pytest.mark.parametrize(("code", "expected"), [(0, "gcc"), (2, "")])
    def test_a_mac_is_asked_before_its_cc_is_run(self, code, expected, monkeypatch):
        asked = []

        def run(*command):
            asked.append(command)
            return code, ""

        monkeypatch.setattr(sys, "platform", "darwin")
        monkeypatch.setattr(compiling, "run", run)
        assert compiling.compiler() == expected
        assert asked == [("xcode-select", "-p")]

    @pytest.mark.parametrize(
        ("answer", "expected"), [((0, "C:\\VS\r\n"), "C:\\VS"), ((0, "\r\n"), ""), ((1, "no"), "")]
    )
    def test_windows_has_one_if_visual_studio_says_so(
        self, answer, expected, tmp_path, monkeypatch
    ):
        monkeypatch.setattr(sys, "platform", "win32")
        monkeypatch.setattr(compiling, "run", lambda *_: answer)
        monkeypatch.setenv("PROGRAMFILES(X86)", str(tmp_path))
        assert compiling.compiler() == ""
        where = tmp_path / "Microsoft Visual Studio/Installer/vswhere.exe"
        where.parent.mkdir(parents=True)
        where.touch()
        assert compiling.compiler() == expected


def test_the_trial_tells_what_was_compiled_from_what_was_not(root, tmp_path):
    package = root / "desktop/greenbaize"
    own = Path(compiling.compiled.__file__).parent
    for name in ("__init__.py", "compiled.py", "games/__init__.py"):
        (package / name).write_text("" if "games" in name else (own / name).read_text("utf-8"))
    line = "from greenbaize.compiled import with_compiled\n__path__ = with_compiled"
    (package / "games/some/__init__.py").write_text(f"{line}(__path__, __name__)\n")

    def tried():
        words = ("-P", "-c", compiling.TRIAL, str(tmp_path), str(root / "desktop"))
        return system.run(sys.executable, *words, GREENBAIZE_UNCOMPILED="")

    assert tried() == (1, "")
    # The program skips what cannot be loaded, so the trial rejects it.
    made = tmp_path / STORE / identity(package) / "greenbaize/games/some"
    made.mkdir(parents=True)
    (made / f"flat{EXTENSION_SUFFIXES[0]}").write_bytes(b"no library")
    assert tried() == (1, "")


class TestEnding:
    """Tests that all processes started by a command end with it."""

    @pytest.fixture
    def pipe_and_command(self, tmp_path):
        """Return a pipe, and a command whose child process holds it open for long."""
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        return os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), f"sleep 30 > '{pipe}' & sleep 30"

    @staticmethod
    def has_ended(pipe, began):
        os.set_blocking(pipe, True)
        assert os.read(pipe, 1) == b""  # blocks until all holders have closed it
        os.close(pipe)
        return time.monotonic() - began < 20

    def test_at_the_limit(self, pipe_and_command):
        pipe, command = pipe_and_command
        began = time.monotonic()
        with pytest.raises(TimeoutError, match=r"sh took longer than 0\.3 s"):
            system.run("sh", "-c", command, limit=0.3)
        assert self.has_ended(pipe, began)

    def test_when_somebody_interrupts(self, pipe_and_command, monkeypatch):
        pipe, command = pipe_and_command
        began = time.monotonic()
        before = signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(KeyboardInterrupt):
                system.run("sh", "-c", command, limit=20)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert self.has_ended(pipe, began)

    def test_what_is_quick_is_left_alone(self):
        assert system.run("sh", "-c", "echo done; exit 3", limit=20) == (3, "done\n")
