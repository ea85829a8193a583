"""The steps of start.py: what a fresh machine lacks, and what can be asked for afterwards."""

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
"""What plays and tests."""
YARD = Environment(ROOT / ".venv-ship")
"""What bundles and releases: nothing that only tests need is there to be taken along."""

# Checks see no screen, and the same language and letters on every machine.
UNSEEN = {
    "QT_QPA_PLATFORM": "offscreen",
    **({"LC_ALL": "C.UTF-8"} if LINUX else {"PYTHONUTF8": "1"}),
}

BYTECODE = "greenbaize-bytecode"
"""Where in the environment lies what Python makes of the sources while they are checked."""

SYSTEMS = ("linux", "win32", "darwin")
"""Those that the program is for, as Python calls them."""

EXTENTS = {"": "not long", "--fast": "not long and not slow", "--long": ""}
"""Which tests are run, by the word that asks for them; the markers are in pyproject.toml."""


def set_up(purpose: str) -> None:
    """Provide what playing ("play"), testing ("test") or bundling ("ship") needs and lacks."""
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
        done = place.already()  # perhaps thanks to the one we waited for
        libraries = WINDOW if window else OFFSCREEN
        provide_packages(BUILDING if purpose == "ship" else libraries)
        if purpose not in done:
            place.provide(purpose)
        also = set() if purpose == "ship" else {"play"}
        place.finish(done | needs | also | {"offscreen"})


# What can be asked for.


def become(*command: str | Path) -> int:
    """Go on as another program; on Windows, which cannot, run it and pass on its exit code."""
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.call(command)


def _types(system: str) -> list[str | Path]:
    """Checks the types as they are on a system, whichever this is; as words behind ``-m``."""
    # A cache for each, or each would throw away those of the others.
    words: list[str | Path] = ["mypy", "--platform", system, "--cache-dir"]
    words.append(Path(".mypy_cache", system))
    # What is meant for one system cannot be reached on another: once is enough to tell the rest.
    return words if system == SYSTEMS[0] else [*words, "--no-warn-unreachable"]


def checks(arguments: list[str]) -> dict[str, list[str | Path]]:
    """The checks in their order, by name; arguments behind one of ``EXTENTS`` are for pytest."""
    extent = arguments[0] if arguments[:1] and arguments[0] in EXTENTS else ""
    arguments = arguments[bool(extent) :]
    marked = ["-m", EXTENTS[extent]] if EXTENTS[extent] and (extent or not arguments) else []
    # More at a time than there are cores: many tests wait for a program or a clock.
    workers = str((os.cpu_count() or 1) + 1) if extent == "--fast" else "4"
    # As modules, since the programs in .venv do not survive a move of the checkout.
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
    # Arguments pick some of the tests, which say nothing of a bundle.
    if extent != "--fast" and not arguments:
        all_checks["bundle"] = [sys.executable, ROOT / "packaging" / "start.py", "bundle"]
    return all_checks


def _around_checks() -> dict[str, str]:
    """The environment of the checks."""
    # Tests start hundreds of programs: what Python makes of the sources for one serves the next,
    # whatever this machine says, and lies where all lies that is made of them.
    bytecode = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(TABLE.folder / BYTECODE)}
    return surroundings() | UNSEEN | bytecode


def _check(
    command: list[str | Path], env: dict[str, str], *, seen: bool = True
) -> tuple[int, float, str]:
    """Run a check; its exit code, how many seconds it took, and what it said if out of sight."""
    began = time.monotonic()
    if seen:
        code, output = subprocess.call(command, cwd=ROOT, env=env), ""
    else:
        code, output = run(*command, cwd=ROOT, limit=None, **env)
    return code, time.monotonic() - began, output


def test(arguments: list[str]) -> int:
    """Run the checks until one fails; the exit code is that one's.

    What comes after pytest is done beside it, one after another and out of sight, and told in its
    turn. ``--fast`` leaves out what takes long, ``--long`` nothing at all (``EXTENTS``); ``--bare``
    runs them on a system made for it (bare.py).
    """
    if arguments[:1] == ["--bare"]:
        return bare.main(arguments[1:])
    todo = checks(arguments)
    if "bundle" in todo:  # what it needs is said at once, and not after all the tests
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
    """Run checks until one fails; the exit code is that one's."""
    env = _around_checks()
    names = list(all_checks)
    told: dict[str, Future[tuple[int, float, str]]] = {}
    with ThreadPoolExecutor(1) as beside:
        if not (TABLE.folder / BYTECODE).exists():
            # What pytest makes of the tests is made once, and not by each of its processes.
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
                beside.shutdown(wait=False, cancel_futures=True)  # what runs beside it has to end
                return code
            print(f"== {name} passed ({seconds:.1f} s)", flush=True)
    return 0


def bench(arguments: list[str]) -> int:
    """Run the benchmarks, without a window."""
    set_up("test")
    os.environ.update(UNSEEN)
    return become(TABLE.python, "-E", ROOT / "tests" / "bench", *arguments)


def play(arguments: list[str]) -> int:
    """Open the table, or run another command of greenbaize."""
    set_up("play")
    # Whatever PYTHONPATH and its like say is meant for other programs.
    return become(TABLE.python, "-E", TABLE.launcher, *arguments)


def bundle(arguments: list[str]) -> int:
    """Make the program that one double-clicks, and let it check itself."""
    set_up("ship")
    return become(YARD.python, "-E", ROOT / "packaging" / "bundling.py", *arguments)


def release(arguments: list[str]) -> int:
    """Make everything that is handed out for a version."""
    set_up("ship")
    return become(YARD.python, "-E", ROOT / "packaging" / "releasing.py", *arguments)


def lock(arguments: list[str]) -> int:
    """Write the lock files anew from pyproject.toml; --upgrade also takes newer versions."""
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
    """Do what the arguments ask for; troubles end in one line, never in a traceback."""
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
