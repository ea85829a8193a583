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

from greenbaize.compiled import (
    EXTENSION_SUFFIXES,
    STORE_FOLDER_NAME,
    compute_build_id,
    compute_checksum,
)

CommandResult = tuple[int, str]
pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows finds the compiler differently"
)


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


class FakeMachine:
    """Fake pip, Cython and trial: records commands, creates a file, and fails on request."""

    def __init__(self, folder):
        self.folder = folder
        self.commands_run = []
        self.failing_command = ""
        self.limits = []
        self.on_compile = lambda: None

    def __call__(self, *command, limit=None, **_):
        words = [str(word) for word in command]
        self.limits.append(limit)
        kind = "pip" if "pip" in words else "trial" if "-c" in words else "cython"
        self.commands_run.append(kind)
        if kind == self.failing_command:
            return 1, f"something\nERROR: no {kind}"
        if kind == "cython":
            out = Path(words[5], "greenbaize/games/some")
            out.mkdir(parents=True)
            (out / "flat.abi3.so").write_text("compiled")
            self.on_compile()
        return 0, ""

    @property
    def store(self):
        return self.folder / STORE_FOLDER_NAME

    @property
    def remaining_names(self):
        """Names of what remains in the environment."""
        return sorted(path.name for path in self.store.iterdir())

    def provide_compiled(self, root):
        return compiling.provide_compiled_modules(self.folder, self.folder / "bin/python", root)


@pytest.fixture
def machine(tmp_path, monkeypatch):
    folder = tmp_path / "venv"
    folder.mkdir()
    machine = FakeMachine(folder)
    monkeypatch.setattr(compiling, "run_command", machine)
    monkeypatch.setattr(environment, "run_command", machine)
    monkeypatch.setattr(compiling, "find_c_compiler", lambda: "cc")
    monkeypatch.setattr(compiling, "setup_lock", nullcontext)
    monkeypatch.delenv("GREENBAIZE_UNCOMPILED", raising=False)
    return machine


def source_id_of(root):
    return compute_build_id(root / "desktop/greenbaize")


class TestOnce:
    def test_modules_are_fetched_compiled_tried_and_stored(self, root, machine, capsys):
        assert machine.provide_compiled(root)
        assert machine.commands_run == ["pip", "cython", "trial"]
        compiled_file = machine.store / source_id_of(root) / "greenbaize/games/some/flat.abi3.so"
        assert compiled_file.read_text() == "compiled"
        # The checksum beside the file is for verification and not part of the result.
        assert compiled_file.with_name("flat.abi3.so.crc32").read_text() == compute_checksum(
            compiled_file
        )
        target = "greenbaize/games/some/flat.abi3.so"
        assert compiling.compiled_files(machine.folder, root) == {target: compiled_file}
        # The tools and all intermediate files are gone.
        assert machine.remaining_names == [source_id_of(root)]
        assert capsys.readouterr().err.splitlines() == ["Compiling the computer players (once) …"]
        assert machine.provide_compiled(root)
        assert len(machine.commands_run) == 3

    @pytest.mark.parametrize("name", ["flat.py", "flat.pxd"])
    def test_an_edit_compiles_anew(self, name, root, machine):
        machine.provide_compiled(root)
        before = source_id_of(root)
        (root / "desktop/greenbaize/games/some" / name).write_text("TWO = 2\n")
        assert machine.provide_compiled(root)
        assert len(machine.commands_run) == 6
        # Returning to the old sources finds the old result.
        assert machine.remaining_names == sorted([before, source_id_of(root)])

    def test_old_folders_and_notes_are_removed(self, root, machine):
        machine.store.mkdir()
        for number in range(8):
            old = machine.store / f"old-{number}"
            old.mkdir() if number % 2 else old.touch()
            os.utime(old, (number, number))
        machine.provide_compiled(root)
        # Folders and notes are counted separately, so that no note displaces a folder.
        folders, notes = {source_id_of(root), "old-7", "old-5"}, {"old-6", "old-4", "old-2"}
        assert set(machine.remaining_names) == folders | notes

    def test_errors_while_removing_old_folders_are_ignored(self, root, machine, monkeypatch):
        machine.store.mkdir()
        for number in range(8):
            (machine.store / f"old-{number}").symlink_to("nowhere" if number % 2 else root)
        unlink = Path.unlink

        def refuse(path, missing_ok=False):
            if path.name == "old-2":
                raise PermissionError(13, "Permission denied")
            unlink(path, missing_ok)

        monkeypatch.setattr(Path, "unlink", refuse)
        assert machine.provide_compiled(root)
        remaining = ("old-2", "old-5", "old-6", "old-7")  # old-2 because it cannot be removed
        assert machine.remaining_names == sorted([source_id_of(root), *remaining])
        assert root.is_dir()
        monkeypatch.setattr(Path, "iterdir", refuse)
        (root / "desktop/greenbaize/games/some/flat.py").write_text("TWO = 2\n")
        assert machine.provide_compiled(root)

    def test_the_result_of_a_concurrent_start_is_used(self, root, machine):
        other = machine.store / source_id_of(root) / "greenbaize"
        machine.on_compile = lambda: other.mkdir(parents=True)
        assert machine.provide_compiled(root)
        assert machine.remaining_names == [source_id_of(root)]
        assert list(other.iterdir()) == []

    def test_sources_that_change_during_compilation_are_compiled_next_time(self, root, machine):
        source = root / "desktop/greenbaize/games/some/flat.py"
        machine.on_compile = lambda: source.write_text("THREE = 3\n") and None
        assert not machine.provide_compiled(root)
        assert machine.remaining_names == []
        machine.on_compile = lambda: None
        assert machine.provide_compiled(root)

    def test_where_sources_are_wanted_nothing_is_compiled(self, root, machine, monkeypatch):
        monkeypatch.setenv("GREENBAIZE_UNCOMPILED", "1")
        assert not machine.provide_compiled(root)
        assert machine.commands_run == []

    def test_where_nothing_can_be_compiled_nothing_is_fetched(self, root, machine):
        (root / "desktop/greenbaize/games/some/flat.pxd").unlink()
        assert not machine.provide_compiled(root)
        assert machine.commands_run == []
        assert not machine.store.exists()

    def test_of_two_starts_at_once_the_second_waits_and_finds_it_done(
        self, root, machine, monkeypatch
    ):
        monkeypatch.setattr(compiling, "setup_lock", environment.setup_lock)
        monkeypatch.setattr(environment, "ROOT", root)
        started, may_continue = threading.Event(), threading.Event()

        def wait():
            started.set()
            assert may_continue.wait(30)

        machine.on_compile = wait
        first = threading.Thread(target=machine.provide_compiled, args=[root])
        first.start()
        assert started.wait(30)
        second = []
        other = threading.Thread(target=lambda: second.append(machine.provide_compiled(root)))
        other.start()
        may_continue.set()
        first.join(30)
        other.join(30)
        assert second == [True]
        assert machine.commands_run == ["pip", "cython", "trial"]


class TestFailedCompilation:
    """Tests of failures: everything runs uncompiled, without a message."""

    @pytest.mark.parametrize("step", ["pip", "cython", "trial"])
    def test_a_failure_is_noted_and_not_tried_again(self, step, root, machine, capsys):
        machine.failing_command = step
        assert not machine.provide_compiled(root)
        word = source_id_of(root)
        (note,) = machine.store.iterdir()
        assert note.name == f"{word}.failed"
        assert f"no {step}" in note.read_text()
        assert capsys.readouterr().err.splitlines() == ["Compiling the computer players (once) …"]
        count = len(machine.commands_run)
        assert not machine.provide_compiled(root)
        assert len(machine.commands_run) == count
        # Other sources may compile.
        machine.failing_command = ""
        (root / "desktop/greenbaize/games/some/flat.py").write_text("TWO = 2\n")
        assert machine.provide_compiled(root)

    def test_every_step_has_a_time_limit(self, root, machine):
        machine.provide_compiled(root)
        assert machine.limits == [compiling.STEP_TIMEOUT_S] * 3

    def test_a_timeout_is_a_failure(self, root, machine, monkeypatch):
        def run(*_, limit, **__):
            return system.run_command("sleep", "30", limit=limit)

        monkeypatch.setattr(environment, "run_command", run)
        monkeypatch.setattr(compiling, "STEP_TIMEOUT_S", 0.1)
        assert not machine.provide_compiled(root)
        (note,) = machine.store.iterdir()
        assert note.name == f"{source_id_of(root)}.failed"
        assert note.read_text() == "sleep took longer than 0.1 s\n"

    def test_an_interrupted_one_is_tried_again(self, root, machine):
        def interrupt():
            raise KeyboardInterrupt

        machine.on_compile = interrupt
        with pytest.raises(KeyboardInterrupt):
            machine.provide_compiled(root)
        assert machine.remaining_names == []
        machine.on_compile = lambda: None
        assert machine.provide_compiled(root)

    def test_a_missing_compiler_is_not_noted_as_a_failure(self, root, machine, monkeypatch, capsys):
        monkeypatch.setattr(compiling, "find_c_compiler", str)
        assert not machine.provide_compiled(root)
        assert (machine.commands_run, machine.store.exists()) == ([], False)
        assert capsys.readouterr() == ("", "")
        monkeypatch.setattr(compiling, "find_c_compiler", lambda: "cc")
        assert machine.provide_compiled(root)

    def test_an_environment_that_cannot_be_written_is_left_alone(
        self, root, machine, monkeypatch, capsys
    ):
        def refuse(*_, **__):
            raise OSError(30, "Read-only file system")

        monkeypatch.setattr(Path, "mkdir", refuse)
        assert not machine.provide_compiled(root)
        assert machine.commands_run == []
        assert capsys.readouterr() == ("", "")

    def test_an_unreadable_store_is_left_alone(self, root, machine, monkeypatch, capsys):
        machine.provide_compiled(root)
        capsys.readouterr()
        stat = os.stat

        def refuse(path, **how):
            if STORE_FOLDER_NAME in str(path):
                raise PermissionError(13, "Permission denied")
            return stat(path, **how)

        with monkeypatch.context() as patch:
            patch.setattr(os, "stat", refuse)
            assert not machine.provide_compiled(root)
        assert len(machine.commands_run) == 3
        assert capsys.readouterr() == ("", "")

    def test_a_full_disk_is_noted_though_nothing_can_be_written(self, root, machine, monkeypatch):
        def refuse(*_, **__):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "write_text", refuse)
        machine.failing_command = "pip"
        assert not machine.provide_compiled(root)
        assert not machine.provide_compiled(root)
        assert machine.commands_run == ["pip"]


class TestFindingCompiler:
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

    def test_the_compiler_of_python_comes_first_with_its_arguments(self, available_programs):
        assert compiling.find_c_compiler() == "gcc"
        available_programs.add("/made/by/clang")
        assert compiling.find_c_compiler() == "/made/by/clang -pthread"

    def test_the_variable_cc_names_the_compiler(self, available_programs, monkeypatch):
        available_programs.add("tcc")
        monkeypatch.setenv("CC", "tcc -x")
        assert compiling.find_c_compiler() == "tcc -x"

    @pytest.mark.parametrize("blank", ["", " ", "\t "])
    def test_a_blank_cc_is_ignored(self, blank, available_programs, monkeypatch):
        monkeypatch.setenv("CC", blank)
        assert compiling.find_c_compiler() == "gcc"
        available_programs.clear()
        assert compiling.find_c_compiler() == ""

    def test_without_one_or_without_pythons_header_there_is_none(
        self, available_programs, tmp_path
    ):
        (tmp_path / "Python.h").unlink()
        assert compiling.find_c_compiler() == ""
        (tmp_path / "Python.h").touch()
        available_programs.clear()
        assert compiling.find_c_compiler() == ""

    @pytest.mark.parametrize(("code", "expected"), [(0, "gcc"), (2, "")])
    def test_xcode_select_is_checked_before_cc_on_a_mac(self, code, expected, monkeypatch):
        commands = []

        def run(*command):
            commands.append(command)
            return code, ""

        monkeypatch.setattr(sys, "platform", "darwin")
        monkeypatch.setattr(compiling, "run_command", run)
        assert compiling.find_c_compiler() == expected
        assert commands == [("xcode-select", "-p")]

    @pytest.mark.parametrize(
        ("answer", "expected"), [((0, "C:\\VS\r\n"), "C:\\VS"), ((0, "\r\n"), ""), ((1, "no"), "")]
    )
    def test_visual_studio_is_found_with_vswhere(self, answer, expected, tmp_path, monkeypatch):
        monkeypatch.setattr(sys, "platform", "win32")
        monkeypatch.setattr(compiling, "run_command", lambda *_: answer)
        monkeypatch.setenv("PROGRAMFILES(X86)", str(tmp_path))
        assert compiling.find_c_compiler() == ""
        vswhere = tmp_path / "Microsoft Visual Studio/Installer/vswhere.exe"
        vswhere.parent.mkdir(parents=True)
        vswhere.touch()
        assert compiling.find_c_compiler() == expected


def test_the_trial_detects_uncompiled_modules(root, tmp_path):
    package = root / "desktop/greenbaize"
    own = Path(compiling.compiled.__file__).parent
    for name in ("__init__.py", "compiled.py", "games/__init__.py"):
        (package / name).write_text("" if "games" in name else (own / name).read_text("utf-8"))
    line = "from greenbaize.compiled import compiled_package_path\n__path__ = compiled_package_path"
    (package / "games/some/__init__.py").write_text(f"{line}(__path__, __name__)\n")

    def run_trial():
        words = ("-P", "-c", compiling.TRIAL_SCRIPT, str(tmp_path), str(root / "desktop"))
        return system.run_command(sys.executable, *words, GREENBAIZE_UNCOMPILED="")

    assert run_trial() == (1, "")
    # The program skips what cannot be loaded, so the trial rejects it.
    folder = tmp_path / STORE_FOLDER_NAME / compute_build_id(package) / "greenbaize/games/some"
    folder.mkdir(parents=True)
    (folder / f"flat{EXTENSION_SUFFIXES[0]}").write_bytes(b"no library")
    assert run_trial() == (1, "")


class TestEndingCommands:
    """Tests that all processes started by a command end with it."""

    @pytest.fixture
    def pipe_and_command(self, tmp_path):
        """Return a pipe, and a command whose child process holds it open for long."""
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        return os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), f"sleep 30 > '{pipe}' & sleep 30"

    @staticmethod
    def check_ended(pipe, start):
        os.set_blocking(pipe, True)
        assert os.read(pipe, 1) == b""  # blocks until all holders have closed it
        os.close(pipe)
        return time.monotonic() - start < 20

    def test_child_processes_end_at_the_time_limit(self, pipe_and_command):
        pipe, command = pipe_and_command
        start = time.monotonic()
        with pytest.raises(TimeoutError, match=r"sh took longer than 0\.3 s"):
            system.run_command("sh", "-c", command, limit=0.3)
        assert self.check_ended(pipe, start)

    def test_child_processes_end_on_an_interrupt(self, pipe_and_command, monkeypatch):
        pipe, command = pipe_and_command
        start = time.monotonic()
        before = signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(KeyboardInterrupt):
                system.run_command("sh", "-c", command, limit=20)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert self.check_ended(pipe, start)

    def test_a_quick_command_is_not_interrupted(self):
        assert system.run_command("sh", "-c", "echo done; exit 3", limit=20) == (3, "done\n")
