"""Commands of start.py: set-up of a fresh machine, and what can be run afterwards."""

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path

import bare
import compiling
from environment import LOCKS, ROOT, Environment, one_at_a_time
from system import (
    BUILDING,
    COMPILER,
    LINUX,
    OFFSCREEN,
    TESTING,
    WINDOW,
    SetupError,
    advice,
    missing_packages,
    provide_packages,
    reason,
    run,
    say,
    surroundings,
)

TABLE = Environment(ROOT / ".venv")
"""Environment for playing and testing."""
YARD = Environment(ROOT / ".venv-ship")
"""Environment for bundles and releases: without test dependencies that could be taken along."""

# Checks use no screen, and the same language and encoding on every machine.
UNSEEN = {
    "QT_QPA_PLATFORM": "offscreen",
    **({"LC_ALL": "C.UTF-8"} if LINUX else {"PYTHONUTF8": "1"}),
}

BYTECODE = "greenbaize-bytecode"
"""Folder of the bytecode cache of checks, in the environment."""

SYSTEMS = ("linux", "win32", "darwin")
"""Supported systems, as in ``sys.platform``."""

EXTENTS = {"": "not long", "--fast": "not long and not slow", "--long": ""}
"""Marker expressions by option; the markers are in pyproject.toml."""


def set_up(purpose: str) -> None:
    """Set up what a purpose lacks: playing ("play"), testing ("test") or bundling ("ship")."""
    place = YARD if purpose == "ship" else TABLE
    _install(place, purpose)
    compiling.provide(place.folder, place.python)


def _install(place: Environment, purpose: str) -> None:
    """Install what a purpose needs and an environment lacks."""
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    window = screen and purpose == "play" and os.environ.get("QT_QPA_PLATFORM") != "offscreen"
    seen = "window" if window else "offscreen"
    needs = {purpose, seen}
    if needs <= place.already():
        return
    with one_at_a_time():
        done = place.already()  # another start may have installed it while this one waited
        libraries = WINDOW if window else OFFSCREEN
        provide_packages(BUILDING if purpose == "ship" else libraries)
        if purpose not in done:
            place.provide(purpose)
        also = set() if purpose == "ship" else {"play"}
        place.finish(done | needs | also | {"offscreen"})


# Commands.


def become(*command: str | Path) -> int:
    """Replace this process by another program; on Windows run it and return its exit code."""
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.call(command)


def _types(system: str) -> list[str | Path]:
    """Return the ``-m`` arguments that check the types for a system, on any system."""
    # Separate caches: the systems would overwrite each other's entries.
    words: list[str | Path] = ["mypy", "--platform", system, "--cache-dir"]
    words.append(Path(".mypy_cache", system))
    # Code for one system is unreachable on the others: report unreachable code only once.
    return words if system == SYSTEMS[0] else [*words, "--no-warn-unreachable"]


def checks(arguments: list[str]) -> dict[str, list[str | Path]]:
    """Return the checks by name, in order; arguments after one of ``EXTENTS`` go to pytest."""
    extent = arguments[0] if arguments[:1] and arguments[0] in EXTENTS else ""
    arguments = arguments[bool(extent) :]
    marked = ["-m", EXTENTS[extent]] if EXTENTS[extent] and (extent or not arguments) else []
    # More workers than cores: many tests wait for a program or a timer.
    workers = str((os.cpu_count() or 1) + 1) if extent == "--fast" else "4"
    # As modules: the scripts in .venv do not survive a move of the checkout.
    module: list[str | Path] = [TABLE.python, "-P", "-m"]
    systems = SYSTEMS[:1] if extent == "--fast" else SYSTEMS
    all_checks: dict[str, list[str | Path]] = {
        "ruff format": [*module, "ruff", "format", "--check", "."],
        "ruff check": [*module, "ruff", "check", "."],
        "pytest": [*module, "pytest", "-n", workers, "--dist", "worksteal", *marked, *arguments],
        **{f"mypy for {system}": [*module, *_types(system)] for system in systems},
    }
    if extent == "--long" and not arguments:
        all_checks["newest Python"] = [TABLE.python, ROOT / "packaging" / "newest_python.py"]
    # Arguments select some of the tests; the bundle is independent of them.
    if extent != "--fast" and not arguments:
        all_checks["bundle"] = [sys.executable, ROOT / "packaging" / "start.py", "bundle"]
    return all_checks


def _around_checks() -> dict[str, str]:
    """Return the environment variables of the checks."""
    # Tests start hundreds of programs, which share one bytecode cache; it is in the environment
    # folder, whatever the settings of this machine are.
    bytecode = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(TABLE.folder / BYTECODE)}
    return surroundings() | UNSEEN | bytecode


def _check(
    command: list[str | Path], env: dict[str, str], *, seen: bool = True
) -> tuple[int, float, str]:
    """Run a check; return exit code, duration (s), and its output if it is not shown."""
    began = time.monotonic()
    if seen:
        code, output = subprocess.call(command, cwd=ROOT, env=env), ""
    else:
        code, output = run(*command, cwd=ROOT, limit=None, **env)
    return code, time.monotonic() - began, output


def test(arguments: list[str]) -> int:
    """Run the checks until one fails; return that one's exit code.

    The checks after pytest run beside it, one after another and hidden, and are reported in their
    order. ``--fast`` leaves out slow tests, ``--long`` runs all of them (``EXTENTS``); ``--bare``
    runs them on a fresh system (bare.py).
    """
    if arguments[:1] == ["--bare"]:
        return bare.main(arguments[1:])
    todo = checks(arguments)
    if "bundle" in todo:  # report missing packages before the tests, not after them
        provide_packages(BUILDING)
        with suppress(SetupError):
            provide_packages(TESTING)
    set_up("test")
    code = _run_checks(todo)
    missing = missing_packages(TESTING) if "bundle" in todo else []
    if LINUX and "bundle" in todo and not compiling.compiler():
        missing.append(COMPILER)
    if missing:
        say(f"Some tests were left out; {advice(missing)}")
    return code


def _run_checks(all_checks: dict[str, list[str | Path]]) -> int:
    """Run checks until one fails; return that one's exit code."""
    env = _around_checks()
    names = list(all_checks)
    told: dict[str, Future[tuple[int, float, str]]] = {}
    with ThreadPoolExecutor(1) as beside:
        if not (TABLE.folder / BYTECODE).exists():
            # Compile the tests once, not in each process of pytest.
            collect = [*all_checks["pytest"][:4], "--collect-only", "--quiet"]
            told["collected"] = beside.submit(_check, collect, env, seen=False)
        for name in names:
            if name == "pytest":
                wait(told.values())
                for other in names[names.index(name) + 1 :]:
                    told[other] = beside.submit(_check, all_checks[other], env, seen=False)
            print(f"== {name}", flush=True)
            check = told[name].result() if name in told else _check(all_checks[name], env)
            code, seconds, output = check
            print(output, end="", flush=True)
            if code:
                print(f"== {name} FAILED (exit code {code})", flush=True)
                beside.shutdown(wait=False, cancel_futures=True)  # running checks have to end
                return code
            print(f"== {name} passed ({seconds:.1f} s)", flush=True)
    return 0


def bench(arguments: list[str]) -> int:
    """Run the benchmarks without a window."""
    set_up("test")
    os.environ.update(UNSEEN)
    return become(TABLE.python, "-E", ROOT / "tests" / "bench", *arguments)


def play(arguments: list[str]) -> int:
    """Open the table, or run another command of greenbaize."""
    set_up("play")
    # PYTHONPATH and similar variables are meant for other programs.
    return become(TABLE.python, "-E", TABLE.launcher, *arguments)


def bundle(arguments: list[str]) -> int:
    """Make the bundle and run its self-test."""
    set_up("ship")
    return become(YARD.python, "-E", ROOT / "packaging" / "bundling.py", *arguments)


def release(arguments: list[str]) -> int:
    """Make everything that is released for a version."""
    set_up("ship")
    return become(YARD.python, "-E", ROOT / "packaging" / "releasing.py", *arguments)


def lock(arguments: list[str]) -> int:
    """Write the lock files from pyproject.toml; ``--upgrade`` also takes newer versions."""
    uv = shutil.which("uv") or shutil.which("uv", path=TABLE.programs)
    if not uv:
        raise SetupError("the lock files are made by uv, which is not installed")
    header = "python3 packaging/start.py lock"
    common = ["--universal", "--generate-hashes", "--python-version", "3.11"]
    groups = {"play": [], "test": ["--group", "dev"], "ship": ["--group", "ship"]}
    asked = {}
    for purpose, lock_file in LOCKS.items():
        more = [*groups[purpose], "-c", LOCKS["play"]] if groups[purpose] else []
        asked[lock_file] = ["pyproject.toml", *common, *more]
    asked[compiling.LOCK] = ["--group", "compile", *common]
    for lock_file, words in asked.items():
        ask = ["pip", "compile", "--no-config", "-q", *words, *arguments, "-o", lock_file]
        code, output = run(uv, *ask, cwd=ROOT, UV_CUSTOM_COMPILE_COMMAND=header)
        if code:
            raise SetupError(f"uv could not do it: {reason(output, 'error:')}")
    return 0


COMMANDS = {"test": test, "bench": bench, "bundle": bundle, "release": release, "lock": lock}


def main(arguments: list[str]) -> int:
    """Run the command of the arguments; print an error as one line, never as a traceback."""
    try:
        command = COMMANDS.get(arguments[0]) if arguments else None
        return command(arguments[1:]) if command else play(arguments)
    except KeyboardInterrupt:
        say("\nStopped. The same command goes on from here.")
        return 130
    except SetupError as error:
        say(f"Green Baize: {error}")
    except (OSError, ImportError, UnicodeError) as error:
        say(f"Green Baize could not be set up: {error}")
    return 1
