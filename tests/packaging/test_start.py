"""Tests of the set-up script: checks, commands, and messages on failure."""

import ast
import ctypes
import importlib.util
import os
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import compiling
import environment
import pytest
import steps
import system
import trials

FOLDER = Path(__file__).resolve().parents[2] / "packaging"

CommandAnswer = tuple[int, str]


class FakeShell:
    """Fake shell that records commands and gives prepared answers."""

    def __init__(self):
        self.commands = []
        self.answers = {}
        self.on_command = lambda _: None

    def __call__(self, *command, **_):
        line = " ".join(map(str, command))
        self.commands.append(line)
        self.on_command(line)
        return next((answer for part, answer in self.answers.items() if part in line), (0, ""))


@pytest.fixture
def shell(monkeypatch):
    shell = FakeShell()
    monkeypatch.setattr(system, "run_command", shell)
    monkeypatch.setattr(environment, "run_command", shell)
    monkeypatch.setattr(steps, "run_command", shell)
    return shell


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Return a checkout in which nothing is set up."""
    (tmp_path / "packaging").mkdir()
    for name in ("pyproject.toml", *environment.LOCK_FILES.values()):
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(steps, "ROOT", tmp_path)
    monkeypatch.setattr(
        steps, "DEV_ENVIRONMENT", environment.VirtualEnvironment(tmp_path / ".venv")
    )
    monkeypatch.setattr(
        steps, "RELEASE_ENVIRONMENT", environment.VirtualEnvironment(tmp_path / ".venv-ship")
    )
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(
        compiling, "provide_compiled_modules", lambda *_: False
    )  # tested in test_compiling.py
    return tmp_path


@pytest.fixture
def machine(checkout, shell, monkeypatch):
    """Return a machine on which creating a virtual environment succeeds."""

    def act(line):
        if "-m venv" in line:
            venv = steps.RELEASE_ENVIRONMENT if line.endswith("-ship") else steps.DEV_ENVIRONMENT
            venv.programs.mkdir()
            venv.python.touch()
            libraries = "Lib" if os.name == "nt" else f"lib/python3.{sys.version_info[1]}"
            (venv.folder / libraries / "site-packages").mkdir(parents=True)

    shell.on_command = act
    monkeypatch.setattr(steps, "install_packages", lambda _: None)
    return shell


@pytest.fixture
def bare_debian(shell, monkeypatch):
    """Return a Debian without root rights that lacks two libraries and venv."""
    monkeypatch.setattr(system, "LINUX", True)
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    lacking = {"libEGL.so.1", "libxcb-cursor.so.0"}

    def load(name):
        if name in lacking:
            raise OSError(name)

    def act(line):
        if "install" in line and not shell.answers:
            lacking.clear()
            monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)

    shell.on_command = act
    monkeypatch.setattr(ctypes, "CDLL", load)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name != "ensurepip" or None)
    monkeypatch.setattr(shutil, "which", lambda name: name if name == "apt-get" else None)
    return shell


VENV_PACKAGE = f"python3.{sys.version_info[1]}-venv"
PASTE = f"apt-get install -y --no-install-recommends {VENV_PACKAGE} libegl1 libxcb-cursor0"


@pytest.mark.parametrize("release", [(3, 10, 14), (3, 6, 8)])
def test_old_python_gets_one_line(release, monkeypatch):
    monkeypatch.setattr(sys, "version_info", release)
    with pytest.raises(SystemExit) as exit_:
        runpy.run_path(str(FOLDER / "start.py"))
    assert exit_.value.code == (
        f"Green Baize needs Python 3.11 or newer, and this is Python 3.{release[1]}."
    )


class TestPackages:
    def test_without_rights_one_line_names_all(self, bare_debian):
        with pytest.raises(system.SetupError) as error:
            system.install_packages(system.WINDOW_PACKAGES)
        assert str(error.value) == f"please install what is missing: sudo {PASTE}"
        assert bare_debian.commands == []

    @pytest.mark.usefixtures("bare_debian")
    def test_window_libraries_are_not_asked_for_without_a_window(self):
        with pytest.raises(system.SetupError, match=r"-venv libegl1$"):
            system.install_packages(system.OFFSCREEN_PACKAGES)

    def test_root_updates_then_installs_only_what_is_missing(self, bare_debian, monkeypatch):
        monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
        system.install_packages(system.WINDOW_PACKAGES)
        update, install = bare_debian.commands
        assert update.startswith("env DEBIAN_FRONTEND=noninteractive")
        assert update.endswith("update")
        assert install.endswith(
            f"install --no-install-recommends {VENV_PACKAGE} libegl1 libxcb-cursor0"
        )

    def test_sudo_is_used_when_it_asks_nothing(self, bare_debian, monkeypatch):
        monkeypatch.setattr(shutil, "which", lambda name: name)
        system.install_packages(system.WINDOW_PACKAGES)
        assert bare_debian.commands[0] == "sudo -n true"
        assert all(line.startswith("sudo -n env ") for line in bare_debian.commands[1:])

    def test_sudo_with_a_password_is_left_to_the_person(self, bare_debian, monkeypatch):
        monkeypatch.setattr(shutil, "which", lambda name: name)
        bare_debian.answers = {"sudo -n true": (1, "sudo: a password is required")}
        with pytest.raises(system.SetupError, match=f"sudo {PASTE}"):
            system.install_packages(system.WINDOW_PACKAGES)
        assert set(bare_debian.commands) == {"sudo -n true"}

    def test_failing_apt_is_quoted(self, bare_debian, monkeypatch):
        monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
        bare_debian.answers = {
            " install ": (100, "Err:1\nE: Unable to fetch\nE: And so on\nmore\n")
        }
        with pytest.raises(system.SetupError) as error:
            system.install_packages(system.WINDOW_PACKAGES)
        assert str(error.value) == (
            f"apt-get failed (Unable to fetch); please install what is missing: {PASTE}"
        )

    def test_an_apt_run_without_effect_is_reported(self, bare_debian, monkeypatch):
        monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
        bare_debian.answers = {"nothing asked": (0, "")}
        with pytest.raises(system.SetupError, match="packages are missing"):
            system.install_packages(system.WINDOW_PACKAGES)

    def test_nothing_missing_runs_nothing(self, bare_debian, monkeypatch):
        monkeypatch.setattr(ctypes, "CDLL", lambda _: None)
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
        system.install_packages(system.WINDOW_PACKAGES)
        assert bare_debian.commands == []

    @pytest.mark.usefixtures("bare_debian")
    def test_nothing_is_missing_elsewhere(self, monkeypatch):
        monkeypatch.setattr(system, "LINUX", False)
        assert system.missing_packages(system.WINDOW_PACKAGES) == []

    @pytest.mark.usefixtures("bare_debian")
    @pytest.mark.parametrize(
        ("tool", "line"),
        [
            ("dnf", "sudo dnf install libglvnd-egl xcb-util-cursor"),
            ("pacman", "sudo pacman -S libglvnd xcb-util-cursor"),
            ("", "under the names that your system uses: libglvnd-egl xcb-util-cursor"),
        ],
    )
    def test_other_systems_get_their_own_names(self, tool, line, monkeypatch):
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
        monkeypatch.setattr(shutil, "which", lambda name: name == tool or None)
        with pytest.raises(system.SetupError) as error:
            system.install_packages(system.WINDOW_PACKAGES)
        assert str(error.value).endswith(line)


@pytest.mark.parametrize(
    ("output", "expected"),
    [("a\nE: b\nE: c\nd\n", "b"), ("a\nd\n\n", "d"), ("", "no reason given")],
)
def test_failure_reason_is_the_first_marked_line(output, expected):
    assert system.failure_reason(output, "E:") == expected


class TestSetUp:
    def test_fresh_checkout_is_set_up_once(self, machine, checkout):
        steps.set_up_environment("play")
        venv, pip, unpack = machine.commands
        assert venv.endswith(f"-m venv {checkout / '.venv'}")
        assert pip.startswith(f"{steps.DEV_ENVIRONMENT.python} -m pip install")
        assert pip.endswith(f"--require-hashes -r {checkout / 'packaging/runtime.lock'}")
        assert unpack == f"{steps.DEV_ENVIRONMENT.python} -c import shiboken6"
        steps.set_up_environment("play")
        assert len(machine.commands) == 3

    def test_qt_unpacks_its_modules_if_possible(self, machine, monkeypatch):
        environments = []

        def run(*command, **env):
            if "import shiboken6" in command:
                environments.append(env)
                return 1, "Cannot write"
            return machine(*command)

        monkeypatch.setattr(environment, "run_command", run)
        steps.set_up_environment("play")
        assert environments == [{"SBK_EMBED": "0", "PYTHONDONTWRITEBYTECODE": ""}]
        assert steps.DEV_ENVIRONMENT.installed_purposes() == {"play", "offscreen"}

    def test_each_environment_is_compiled_for_once_all_is_installed(self, machine, monkeypatch):
        calls = []

        def provide(*words):
            calls.append((*words, len(machine.commands)))
            return False

        monkeypatch.setattr(compiling, "provide_compiled_modules", provide)
        for purpose in ("play", "play", "ship"):
            steps.set_up_environment(purpose)
        table, yard = steps.DEV_ENVIRONMENT, steps.RELEASE_ENVIRONMENT
        play = (table.folder, table.python, 3)
        # Changed sources are compiled even if nothing has to be installed.
        assert calls == [play, play, (yard.folder, yard.python, 6)]

    @pytest.mark.usefixtures("machine")
    def test_a_ready_environment_checks_no_packages(self, monkeypatch):
        steps.set_up_environment("play")
        checked = []
        monkeypatch.setattr(steps, "install_packages", checked.append)
        steps.set_up_environment("play")
        assert checked == []

    def test_testing_needs_more_than_playing(self, machine):
        steps.set_up_environment("play")
        steps.set_up_environment("test")
        assert machine.commands[-2].endswith("dev.lock")
        assert sum("-m venv" in line for line in machine.commands) == 1
        count = len(machine.commands)
        steps.set_up_environment("play")
        assert len(machine.commands) == count

    @pytest.mark.parametrize("name", ["pyproject.toml", "packaging/runtime.lock"])
    def test_changed_file_brings_the_environment_up_to_date(self, name, machine, checkout):
        steps.set_up_environment("play")
        (checkout / name).write_text("changed")
        steps.set_up_environment("play")
        assert sum("pip install" in line for line in machine.commands) == 2
        assert sum("-m venv" in line for line in machine.commands) == 1

    def test_interrupted_setup_begins_again(self, machine, checkout):
        machine.answers = {"pip install": (1, "ERROR: no space left")}
        with pytest.raises(system.SetupError, match="no space left"):
            steps.set_up_environment("play")
        (checkout / ".venv/half").touch()
        machine.answers = {}
        steps.set_up_environment("play")
        assert not (checkout / ".venv/half").exists()
        assert steps.DEV_ENVIRONMENT.installed_purposes() == {"play", "offscreen"}

    def test_environment_of_another_python_is_replaced(self, machine, checkout):
        steps.set_up_environment("play")
        (checkout / "pyproject.toml").write_text("changed")
        machine.answers = {" -c ": (1, "")}
        steps.set_up_environment("play")
        assert sum("-m venv" in line for line in machine.commands) == 2

    def test_complete_environment_made_by_hand_is_kept(self, machine):
        steps.DEV_ENVIRONMENT.folder.mkdir()
        machine.on_command("-m venv")
        steps.set_up_environment("play")
        assert not any("-m venv" in line for line in machine.commands)

    def test_lost_libraries_are_fetched_again(self, machine):
        steps.set_up_environment("play")
        (link,) = steps.DEV_ENVIRONMENT.folder.glob("[Ll]ib/**/greenbaize.pth")
        link.unlink()
        assert steps.DEV_ENVIRONMENT.installed_purposes() == set()
        steps.set_up_environment("play")
        assert link.exists()
        assert sum("-m venv" in line for line in machine.commands) == 2

    def test_lost_launcher_is_written_again(self, machine):
        steps.set_up_environment("play")
        steps.DEV_ENVIRONMENT.launcher.unlink()
        steps.set_up_environment("play")
        assert steps.DEV_ENVIRONMENT.launcher.exists()
        assert sum("-m venv" in line for line in machine.commands) == 1

    def test_bytecode_folders_do_not_count(self, machine):
        steps.set_up_environment("play")
        (link,) = steps.DEV_ENVIRONMENT.folder.glob("[Ll]ib/**/greenbaize.pth")
        compiled = link.with_name("__pycache__")
        compiled.mkdir()
        steps.DEV_ENVIRONMENT.launcher.unlink()
        steps.set_up_environment("play")
        compiled.rmdir()
        count = len(machine.commands)
        steps.set_up_environment("play")
        assert len(machine.commands) == count

    @pytest.mark.usefixtures("machine")
    def test_lost_python_is_noticed(self):
        steps.set_up_environment("play")
        steps.DEV_ENVIRONMENT.python.unlink()
        assert steps.DEV_ENVIRONMENT.installed_purposes() == set()

    @pytest.mark.usefixtures("machine")
    @pytest.mark.parametrize(
        ("environment", "expected"),
        [
            ({}, system.OFFSCREEN_PACKAGES),
            ({"DISPLAY": ":0"}, system.WINDOW_PACKAGES),
            ({"WAYLAND_DISPLAY": "wayland-0"}, system.WINDOW_PACKAGES),
            ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, system.OFFSCREEN_PACKAGES),
        ],
    )
    def test_window_libraries_are_for_those_with_a_screen(self, environment, expected, monkeypatch):
        requested = []
        monkeypatch.setattr(steps, "install_packages", requested.append)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        steps.set_up_environment("play")
        assert requested == [expected]

    def test_new_screen_needs_libraries_but_no_new_packages(self, machine, monkeypatch):
        steps.set_up_environment("play")
        monkeypatch.setenv("DISPLAY", ":0")
        count = len(machine.commands)
        steps.set_up_environment("play")
        assert steps.DEV_ENVIRONMENT.installed_purposes() == {"play", "offscreen", "window"}
        assert len(machine.commands) == count

    @pytest.mark.parametrize(
        ("output", "line"),
        [
            ("Failed to establish a new connection: [Errno -3]", "check the network and try again"),
            ("connection broken: CERTIFICATE_VERIFY_FAILED", "does not trust the certificate"),
            ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "installed: THESE PACKAGES DO NOT"),
        ],
    )
    def test_pip_that_fails_is_one_line(self, output, line, machine, capsys):
        machine.answers = {"pip install": (1, f"something\n{output}\nand a hint")}
        assert steps.main([]) == 1
        last_line = capsys.readouterr().err.splitlines()[-1]
        assert last_line.startswith("Green Baize: the packages could not be ")
        assert line in last_line


@pytest.mark.usefixtures("machine")
class TestCommands:
    @pytest.fixture
    def exec_calls(self, monkeypatch):
        became = []

        def become(*command):
            became.append(command)
            return 0

        monkeypatch.setattr(steps, "exec_command", become)
        return became

    def test_arguments_are_passed_to_the_program(self, exec_calls):
        assert steps.main(["simulate", "--game", "damn"]) == 0
        python, program = (
            steps.DEV_ENVIRONMENT.python,
            steps.DEV_ENVIRONMENT.programs / "greenbaize",
        )
        assert exec_calls == [(python, "-E", program, "simulate", "--game", "damn")]

    def test_dev_sets_up_what_tests_need_and_runs_nothing(self, exec_calls, machine, capsys):
        assert steps.main(["dev"]) == 0
        assert "test" in steps.DEV_ENVIRONMENT.installed_purposes()
        assert str(steps.DEV_ENVIRONMENT.python) in capsys.readouterr().err
        assert exec_calls == []

    def test_dev_refuses_arguments(self, exec_calls, machine, capsys):
        assert steps.main(["dev", "now"]) == 1
        assert "dev takes no arguments" in capsys.readouterr().err
        assert steps.DEV_ENVIRONMENT.installed_purposes() == set()

    def test_bench_runs_the_folder_of_benchmarks(self, exec_calls, checkout, monkeypatch):
        monkeypatch.setattr(os, "environ", dict(os.environ))
        assert steps.main(["bench", "damn"]) == 0
        assert exec_calls == [
            (steps.DEV_ENVIRONMENT.python, "-E", checkout / "tests/bench", "damn")
        ]
        assert os.environ["QT_QPA_PLATFORM"] == "offscreen"

    def test_first_failing_check_gives_the_exit_code(self, checkout, monkeypatch, capsys):
        monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        commands = []

        def call(command, cwd, env):
            assert env["QT_QPA_PLATFORM"] == "offscreen"
            assert Path(env["PYTHONPYCACHEPREFIX"]).is_relative_to(checkout / ".venv")
            assert not env["PYTHONDONTWRITEBYTECODE"]
            commands.append(" ".join(map(str, command[3:])))
            return 3 if "check" in command else 0

        monkeypatch.setattr(subprocess, "call", call)
        assert steps.main(["test"]) == 3
        assert [line.split(" --")[0] for line in commands] == ["ruff format", "ruff check ."]
        assert capsys.readouterr().out.splitlines()[-1] == "== ruff check FAILED (exit code 3)"

    def test_packages_of_the_bundle_are_checked_first(self, monkeypatch, capsys):
        def provide(libraries):
            if libraries == system.BUILD_PACKAGES:
                raise system.SetupError("please install what is missing: objdump")

        monkeypatch.setattr(steps, "install_packages", provide)
        assert steps.main(["test"]) == 1
        assert capsys.readouterr() == (
            "",
            "Green Baize: please install what is missing: objdump\n",
        )

    def test_missing_test_tools_are_reported_at_the_end(self, monkeypatch, capsys):
        def provide(libraries):
            if libraries == system.TEST_PACKAGES:
                raise system.SetupError("nobody may")

        monkeypatch.setattr(steps, "install_packages", provide)
        monkeypatch.setattr(steps, "_run_checks", lambda _: 0)
        monkeypatch.setattr(steps, "LINUX", True)
        monkeypatch.setattr(system, "LINUX", True)
        monkeypatch.setattr(shutil, "which", lambda name: name if name == "apt-get" else None)
        monkeypatch.setattr(compiling, "find_c_compiler", lambda: "")
        assert steps.main(["test"]) == 0
        line = capsys.readouterr().err.splitlines()[-1]
        assert line.startswith("Some tests were left out; please install what is missing: ")
        tools = {"bubblewrap", "xvfb", "dbus-daemon", "nsis", "webkit2gtk-driver", "gcc"}
        assert tools <= set(line.split())
        assert steps.main(["test", "-k", "damn"]) == 0
        assert capsys.readouterr().err == ""

    @pytest.mark.parametrize("failing", ["", "pytest", "win32", "bundle"])
    def test_checks_beside_pytest_are_reported_after_it(
        self, failing, machine, monkeypatch, capsys
    ):
        def call(command, cwd, env):
            del cwd, env
            print("in sight")
            return int(failing in command)

        def unseen(*command, cwd, limit, **env):
            del cwd, limit
            assert env["QT_QPA_PLATFORM"] == "offscreen"
            return int(failing in command), "out of sight\n"

        monkeypatch.setattr(subprocess, "call", call)
        monkeypatch.setattr(steps, "run_command", unseen)
        expected = []
        code, output = 0, "in sight"
        for name in steps.build_checks([]):
            code = int(bool(failing) and failing in name)
            expected += [f"== {name}", output, f"== {name} {'FAILED' if code else 'passed'}"]
            output = "out of sight" if name == "pytest" else output
            if code:
                break
        assert steps.main(["test"]) == code
        assert [one.split(" (")[0] for one in capsys.readouterr().out.splitlines()] == expected

    @pytest.mark.usefixtures("machine")
    def test_the_first_time_tests_are_collected_once_while_other_checks_run(self, monkeypatch):
        unseen = []

        def run(*command, **_):
            unseen.append(" ".join(map(str, command[1:])))
            return 0, ""

        monkeypatch.setattr(subprocess, "call", lambda *_, **__: 0)
        monkeypatch.setattr(steps, "run_command", run)
        monkeypatch.setattr(steps, "set_up_environment", lambda _: None)
        assert steps.main(["test", "--fast"]) == 0
        assert unseen[0] == "-P -m pytest --collect-only --quiet"
        (steps.DEV_ENVIRONMENT.folder / steps.BYTECODE_FOLDER).mkdir(parents=True)
        assert steps.main(["test", "--fast"]) == 0
        assert [" pytest " in one for one in unseen] == [True, *[False] * 4]

    def test_pytest_runs_on_several_processes_with_the_persons_arguments(self):
        assert steps.build_checks(["-k", "damn"])["pytest"][3:] == [
            *("pytest", "-n", "4", "--dist", "worksteal"),
            *("-k", "damn"),
        ]

    @pytest.mark.parametrize(
        ("arguments", "marked"),
        [
            ([], ["-m", "not long"]),
            (["--fast"], ["-m", "not long and not slow"]),
            (["--fast", "-x"], ["-m", "not long and not slow", "-x"]),
            (["--long"], []),
            (["--long", "-x"], ["-x"]),
        ],
    )
    def test_how_many_tests_are_run_is_the_persons_choice(self, arguments, marked, monkeypatch):
        monkeypatch.setattr(os, "cpu_count", lambda: 2)
        checks = steps.build_checks(arguments)
        assert checks["pytest"][8:] == marked
        assert checks["pytest"][5] == ("3" if "--fast" in arguments else "4")
        assert ("bundle" in checks) == (arguments == [])
        assert ("release" in checks) == (arguments == ["--long"])
        assert ("newest Python" in checks) == (arguments == ["--long"])
        assert ("mypy for win32" in checks) == ("--fast" not in arguments)
        assert "mypy for tests" in checks

    def test_long_checks_try_other_pythons_and_the_lowest_versions(self, monkeypatch):
        monkeypatch.setattr(trials, "promised_pythons", lambda: {"3.12": "a", "3.13": "b"})
        monkeypatch.setattr(trials, "find_uv", lambda _: "uv")
        checks = steps.build_checks(["--long"])
        assert checks["Python 3.13"][2:] == ["test", "--python", "3.13"]
        assert checks["lowest versions"][2:] == ["test", "--lowest"]
        assert checks["release"][2:] == ["release", "--draft", "--check"]
        assert {"Python 3.12", "lowest versions"}.isdisjoint(steps.build_checks([]))
        monkeypatch.setattr(trials, "find_uv", lambda _: None)
        assert "lowest versions" not in steps.build_checks(["--long"])

    @pytest.mark.usefixtures("machine")
    def test_a_trial_runs_the_fast_tests_in_its_environment(self, monkeypatch, capsys):
        calls = []
        monkeypatch.setattr(subprocess, "call", lambda words, **_: calls.append(words) or 5)
        monkeypatch.setattr(trials, "provide_lowest", lambda uv: f"python with {uv}")
        monkeypatch.setattr(trials, "provide_python", lambda version: f"python{version}")
        monkeypatch.setattr(trials, "find_uv", lambda _: "uv")
        assert steps.main(["test", "--lowest"]) == 5
        assert steps.main(["test", "--python", "3.13", "-x"]) == 5
        fast = steps.build_checks(["--fast"])["pytest"][1:]
        assert calls == [["python with uv", *fast], ["python3.13", *fast, "-x"]]
        assert steps.main(["test", "--python"]) == 1
        assert "--python needs a version" in capsys.readouterr().err
        monkeypatch.setattr(trials, "find_uv", lambda _: None)
        assert steps.main(["test", "--lowest"]) == 1
        assert "uv, which is not installed" in capsys.readouterr().err

    def test_types_are_checked_for_each_system_with_a_cache_of_its_own(self):
        lines = {
            name.removeprefix("mypy for "): " ".join(map(str, command[3:]))
            for name, command in steps.build_checks([]).items()
            if "mypy" in command and name != "mypy for tests"
        }
        assert set(lines) == {"linux", "win32", "darwin"}
        for name, line in lines.items():
            assert line.startswith(f"mypy --platform {name} ")
            assert line.count(f".mypy_cache{os.sep}{name}") == 1
        assert len({line.split("--cache-dir ")[1].split()[0] for line in lines.values()}) == 3
        assert "unreachable" not in lines["linux"]

    @pytest.mark.parametrize(
        ("word", "program"), [("bundle", "bundling.py"), ("release", "releasing.py")]
    )
    def test_releases_are_made_in_their_own_environment(self, word, program, exec_calls, checkout):
        assert steps.main([word, "--help"]) == 0
        assert exec_calls == [
            (steps.RELEASE_ENVIRONMENT.python, "-E", checkout / "packaging" / program, "--help")
        ]
        assert steps.RELEASE_ENVIRONMENT.installed_purposes() == {"ship", "offscreen"}
        assert steps.DEV_ENVIRONMENT.installed_purposes() == set()

    def test_lock_files_are_compiled_for_all_systems(self, machine, monkeypatch):
        monkeypatch.setattr(shutil, "which", lambda name, **_: name)
        assert steps.main(["lock", "--upgrade"]) == 0
        runtime, dev, ship, compile_ = machine.commands
        assert all(word in runtime for word in ("--universal", "--generate-hashes", "--upgrade"))
        assert runtime.endswith("-o packaging/runtime.lock")
        assert "--group dev -c packaging/runtime.lock" in dev
        assert dev.endswith("-o packaging/dev.lock")
        assert "--group ship -c packaging/runtime.lock" in ship
        assert ship.endswith("-o packaging/ship.lock")
        # The compile tools are installed separately, and need nothing of the program.
        assert "pyproject.toml" not in compile_
        assert "--group compile --universal --generate-hashes" in compile_
        assert compile_.endswith("--upgrade -o packaging/compile.lock")

    @pytest.mark.parametrize(
        ("error", "code", "line"),
        [
            (KeyboardInterrupt(), 130, "Stopped. Run the same command again to continue."),
            (PermissionError(13, "Permission denied"), 1, "Permission denied"),
        ],
    )
    def test_errors_are_one_line(self, error, code, line, monkeypatch, capsys):
        def fail(arguments):
            raise error

        monkeypatch.setattr(steps, "run_program", fail)
        assert steps.main([]) == code
        assert capsys.readouterr().err.rstrip().endswith(line)


class TestFiles:
    """Tests that the files of packaging/ match the rest of the checkout."""

    def test_launcher_calls_what_pyproject_names(self):
        project = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text("utf-8"))["project"]
        module, function = project["scripts"]["greenbaize"].split(":")
        assert f"from {module} import {function}" in environment.LAUNCHER_SCRIPT
        assert f"sys.exit({function}())" in environment.LAUNCHER_SCRIPT

    @pytest.mark.parametrize("name", [*environment.LOCK_FILES.values(), compiling.LOCK_FILE])
    def test_locks_pin_everything_and_name_no_machine(self, name):
        text = (FOLDER.parent / name).read_text("utf-8")
        pins = [line for line in text.splitlines() if line[:1].isalnum()]
        assert pins
        assert all("==" in pin and pin.endswith("\\") for pin in pins)
        assert ("pyside6-essentials==6.11.3" in text) == (name != compiling.LOCK_FILE)
        assert not any(mark in text for mark in ("://", "--index", "--find-links", " /"))

    def test_locks_agree(self):
        runtime, dev, ship = (
            {
                line.split()[0]  # the rest of a line is a marker
                for line in (FOLDER.parent / name).read_text("utf-8").splitlines()
                if "==" in line
            }
            for name in environment.LOCK_FILES.values()
        )
        assert runtime <= dev
        assert runtime <= ship


class TestOddEnvironments:
    """Tests in unusual environments: a one-line error, or success."""

    @pytest.mark.slow
    @pytest.mark.parametrize("python", ["python2", "python2.7", "python3.6", "python3.10"])
    def test_older_pythons_report_the_required_version(self, python):
        executable = shutil.which(python)
        probe = executable and subprocess.run(
            [python, "-c", ""], capture_output=True, check=False, timeout=60
        )
        if not probe or probe.returncode:
            pytest.skip(f"{python} is not installed")
        result = subprocess.run(
            [python, str(FOLDER / "start.py")],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert (result.returncode, result.stdout, result.stderr.count("\n")) == (1, "", 1)
        assert result.stderr.startswith("Green Baize needs Python 3.11 or newer, and this is ")

    def test_the_start_script_uses_no_new_syntax(self):
        """Check the syntax where no Python 2 is installed."""
        data = (FOLDER / "start.py").read_bytes()
        assert data.isascii()
        new = (ast.JoinedStr, ast.AnnAssign, ast.FunctionDef, ast.NamedExpr, ast.Starred)
        found = [node for node in ast.walk(ast.parse(data)) if isinstance(node, new)]
        assert found == []

    def test_modules_on_pythonpath_are_ignored(self, tmp_path):
        for name in ("shutil", "subprocess", "zlib", "pathlib", "steps", "system", "ctypes"):
            (tmp_path / f"{name}.py").write_text("raise SystemExit('taken in')")
        # As Python does for a script: its folder comes first.
        program = (
            "import runpy, sys\n"
            "sys.path.insert(0, sys.argv[1])\n"
            f"runpy.run_path({str(FOLDER / 'start.py')!r}, run_name='start')\n"
        )
        result = subprocess.run(
            [sys.executable, "-c", program, str(FOLDER)],
            env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), "", "/gone"])},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert (result.returncode, result.stderr) == (0, "")

    def test_variables_that_redirect_python_or_pip_are_removed(self, monkeypatch):
        monkeypatch.setenv("PYTHONPATH", "/odd")
        monkeypatch.setenv("PIP_TARGET", "/odd")
        monkeypatch.setenv("PIP_USER", "1")
        monkeypatch.setenv("PIP_INDEX_URL", "kept")
        code = "import os; print(*(os.environ.get(k) for k in "
        code += "('PYTHONPATH', 'PIP_TARGET', 'PIP_USER', 'PIP_INDEX_URL')))"
        assert system.run_command(sys.executable, "-c", code) == (0, "None None 0 kept\n")

    @pytest.mark.usefixtures("machine")
    @pytest.mark.parametrize("damage", [b"\xff\xfe\x00", b"", b"\x00" * 100_000, None])
    def test_a_damaged_stamp_is_ignored(self, damage, checkout):
        steps.set_up_environment("play")
        stamp = checkout / ".venv/greenbaize-stamp"
        stamp.unlink()
        if damage is None:
            stamp.mkdir()
        else:
            stamp.write_bytes(damage)
        assert steps.DEV_ENVIRONMENT.installed_purposes() == set()
        if damage is not None:
            steps.set_up_environment("play")
            assert steps.DEV_ENVIRONMENT.installed_purposes() == {"play", "offscreen"}

    @pytest.mark.parametrize("locale", ["C", "C.UTF-8", "POSIX"])
    @pytest.mark.parametrize("name", ["plain", "grün", "спис ок", "a'b\"c", "x\udcff"])
    def test_a_checkout_is_importable_with_any_name_and_locale(self, name, locale, tmp_path):
        folder = tmp_path / name / "desktop"
        try:
            folder.mkdir(parents=True)
        except (OSError, UnicodeError):
            pytest.skip("the file system refuses this name")
        (folder / "found_here.py").write_text("where = __file__")
        packages = tmp_path / "packages"
        packages.mkdir()
        (packages / "x.pth").write_text(environment.pth_line(folder) + "\n", encoding="ascii")
        code = f"import site; site.addsitedir({str(packages)!r}); import found_here"
        result = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"LC_ALL": locale},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert (result.returncode, result.stderr) == (0, "")
