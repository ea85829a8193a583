"""Commands of start.py: set-up of a fresh machine, and what can be run afterwards."""

import os
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path

import bare
import compiling
import trials
from environment import LOCK_FILES, ROOT, VirtualEnvironment, setup_lock
from system import (
    BUILD_PACKAGES,
    COMPILER_PACKAGES,
    LINUX,
    OFFSCREEN_PACKAGES,
    TEST_PACKAGES,
    WINDOW_PACKAGES,
    SetupError,
    clean_environment,
    failure_reason,
    install_advice,
    install_packages,
    missing_packages,
    print_progress,
    run_command,
)

DEV_ENVIRONMENT = VirtualEnvironment(ROOT / ".venv")
"""Environment for playing and testing."""
RELEASE_ENVIRONMENT = VirtualEnvironment(ROOT / ".venv-ship")
"""Environment for bundles and releases: without test dependencies that could be taken along."""

# Checks use no screen, and the same language and encoding on every machine.
HEADLESS_VARIABLES = {
    "QT_QPA_PLATFORM": "offscreen",
    **({"LC_ALL": "C.UTF-8"} if LINUX else {"PYTHONUTF8": "1"}),
}

BYTECODE_FOLDER = "greenbaize-bytecode"
"""Folder of the bytecode cache of checks, in the environment."""

SYSTEMS = ("linux", "win32", "darwin")
"""Supported systems, as in ``sys.platform``."""

TEST_MARKERS = {"": "not long", "--fast": "not long and not slow", "--long": ""}
"""Marker expressions by option; the markers are in pyproject.toml."""


def set_up_environment(purpose: str) -> None:
    """Set up what a purpose lacks: playing ("play"), testing ("test") or bundling ("ship")."""
    environment = RELEASE_ENVIRONMENT if purpose == "ship" else DEV_ENVIRONMENT
    _install_missing(environment, purpose)
    compiling.provide_compiled_modules(environment.folder, environment.python)


def _install_missing(environment: VirtualEnvironment, purpose: str) -> None:
    """Install what a purpose needs and an environment lacks."""
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    window = screen and purpose == "play" and os.environ.get("QT_QPA_PLATFORM") != "offscreen"
    platform_purpose = "window" if window else "offscreen"
    needs = {purpose, platform_purpose}
    if needs <= environment.installed_purposes():
        return
    with setup_lock():
        installed = (
            environment.installed_purposes()
        )  # another start may have installed it while this one waited
        libraries = WINDOW_PACKAGES if window else OFFSCREEN_PACKAGES
        install_packages(BUILD_PACKAGES if purpose == "ship" else libraries)
        if purpose not in installed:
            environment.install_purpose(purpose)
        also = set() if purpose == "ship" else {"play"}
        environment.stamp_purposes(installed | needs | also | {"offscreen"})


# Commands.


def exec_command(*command: str | Path) -> int:
    """Replace this process by another program; on Windows run it and return its exit code."""
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.call(command)


def _mypy_arguments(system: str) -> list[str | Path]:
    """Return the ``-m`` arguments that check the types for a system, on any system."""
    # Separate caches: the systems would overwrite each other's entries.
    arguments: list[str | Path] = ["mypy", "--platform", system, "--cache-dir"]
    arguments.append(Path(".mypy_cache", system))
    # Code for one system is unreachable on the others: report unreachable code only once.
    return arguments if system == SYSTEMS[0] else [*arguments, "--no-warn-unreachable"]


_TEST_MYPY_ARGUMENTS: tuple[str | Path, ...] = (
    "mypy",
    "--config-file",
    Path("tests", "mypy.ini"),
    "--cache-dir",
    Path(".mypy_cache", "tests"),
)
"""The ``-m`` arguments that check the calls of tests into the package, on one system."""


def build_checks(arguments: list[str]) -> dict[str, list[str | Path]]:
    """Return the checks by name, in order; arguments after one of ``TEST_MARKERS`` go to pytest."""
    extent = arguments[0] if arguments[:1] and arguments[0] in TEST_MARKERS else ""
    arguments = arguments[bool(extent) :]
    marker_options = (
        ["-m", TEST_MARKERS[extent]] if TEST_MARKERS[extent] and (extent or not arguments) else []
    )
    # More workers than cores: many tests wait for a program or a timer.
    workers = str((os.cpu_count() or 1) + 1) if extent == "--fast" else "4"
    # As modules: the scripts in .venv do not survive a move of the checkout.
    module: list[str | Path] = [DEV_ENVIRONMENT.python, "-P", "-m"]
    start: list[str | Path] = [sys.executable, ROOT / "packaging" / "start.py"]
    systems = SYSTEMS[:1] if extent == "--fast" else SYSTEMS
    all_checks: dict[str, list[str | Path]] = {
        "ruff format": [*module, "ruff", "format", "--check", "."],
        "ruff check": [*module, "ruff", "check", "."],
        "pytest": [
            *module,
            "pytest",
            "-n",
            workers,
            "--dist",
            "worksteal",
            *marker_options,
            *arguments,
        ],
        **{f"mypy for {system}": [*module, *_mypy_arguments(system)] for system in systems},
        "mypy for tests": [*module, *_TEST_MYPY_ARGUMENTS],
    }
    if extent == "--long" and not arguments:
        for version in trials.promised_pythons():
            all_checks[f"Python {version}"] = [*start, "test", "--python", version]
        if trials.find_uv(DEV_ENVIRONMENT.programs):
            all_checks["lowest versions"] = [*start, "test", "--lowest"]
        # Made twice, with the bundle and its self-test.
        all_checks["release"] = [*start, "release", "--draft", "--check"]
        all_checks["newest Python"] = [
            DEV_ENVIRONMENT.python,
            ROOT / "packaging" / "newest_python.py",
        ]
    # Arguments select some of the tests; the bundle is independent of them.
    if not extent and not arguments:
        all_checks["bundle"] = [*start, "bundle"]
    return all_checks


def _check_variables() -> dict[str, str]:
    """Return the environment variables of the checks."""
    # Tests start hundreds of programs, which share one bytecode cache; it is in the environment
    # folder, whatever the settings of this machine are.
    bytecode = {
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(DEV_ENVIRONMENT.folder / BYTECODE_FOLDER),
    }
    return clean_environment() | HEADLESS_VARIABLES | bytecode


def _run_check(
    command: list[str | Path], env: dict[str, str], *, visible: bool = True
) -> tuple[int, float, str]:
    """Run a check; return exit code, duration (s), and its output if it is not shown."""
    start = time.monotonic()
    if visible:
        code, output = subprocess.call(command, cwd=ROOT, env=env), ""
    else:
        code, output = run_command(*command, cwd=ROOT, limit=None, **env)
    return code, time.monotonic() - start, output


def run_tests(arguments: list[str]) -> int:
    """Run the checks until one fails; return that one's exit code.

    The checks after pytest run beside it, one after another and hidden, and are reported in their
    order. ``--fast`` leaves out slow tests, ``--long`` runs all of them (``TEST_MARKERS``);
    ``--bare`` runs them on a fresh system (bare.py), ``--lowest`` and ``--python`` run the fast
    tests in another environment (trials.py).
    """
    if arguments[:1] == ["--bare"]:
        return bare.main(arguments[1:])
    if arguments[:1] in (["--lowest"], ["--python"]):
        return run_trial(arguments[0], arguments[1:])
    selected_checks = build_checks(arguments)
    builds = not {"bundle", "release"}.isdisjoint(selected_checks)
    if builds:  # report missing packages before the tests, not after them
        install_packages(BUILD_PACKAGES)
        with suppress(SetupError):
            install_packages(TEST_PACKAGES)
    set_up_environment("test")
    code = _run_checks(selected_checks)
    missing = missing_packages(TEST_PACKAGES) if builds else []
    if LINUX and builds and not compiling.find_c_compiler():
        missing.append(COMPILER_PACKAGES)
    if missing:
        print_progress(f"Some tests were left out; {install_advice(missing)}")
    return code


def run_trial(option: str, arguments: list[str]) -> int:
    """Run the fast tests with the lowest versions, or with another Python; return the exit code."""
    install_packages(OFFSCREEN_PACKAGES)
    if option == "--lowest":
        python = trials.provide_lowest(find_uv())
    elif arguments:
        version, *arguments = arguments
        python = trials.provide_python(version)
    else:
        raise SetupError("--python needs a version, such as 3.13")
    words = build_checks(["--fast", *arguments])["pytest"][1:]
    return subprocess.call([python, *words], cwd=ROOT, env=_check_variables())


def find_uv() -> str:
    """Return uv, which resolves versions; ``SetupError`` if it is not installed."""
    uv = trials.find_uv(DEV_ENVIRONMENT.programs)
    if not uv:
        raise SetupError("versions are resolved by uv, which is not installed")
    return uv


def _run_checks(all_checks: dict[str, list[str | Path]]) -> int:
    """Run checks until one fails; return that one's exit code."""
    env = _check_variables()
    names = list(all_checks)
    results: dict[str, Future[tuple[int, float, str]]] = {}
    with ThreadPoolExecutor(1) as executor:
        if not (DEV_ENVIRONMENT.folder / BYTECODE_FOLDER).exists():
            # Compile the tests once, not in each process of pytest.
            collect = [*all_checks["pytest"][:4], "--collect-only", "--quiet"]
            results["collected"] = executor.submit(_run_check, collect, env, visible=False)
        for name in names:
            if name == "pytest":
                wait(results.values())
                for other in names[names.index(name) + 1 :]:
                    results[other] = executor.submit(
                        _run_check, all_checks[other], env, visible=False
                    )
            print(f"== {name}", flush=True)
            result = (
                results[name].result() if name in results else _run_check(all_checks[name], env)
            )
            code, seconds, output = result
            print(output, end="", flush=True)
            if code:
                print(f"== {name} FAILED (exit code {code})", flush=True)
                executor.shutdown(wait=False, cancel_futures=True)  # running checks have to end
                return code
            print(f"== {name} passed ({seconds:.1f} s)", flush=True)
    return 0


def run_benchmarks(arguments: list[str]) -> int:
    """Run the benchmarks without a window."""
    set_up_environment("test")
    os.environ.update(HEADLESS_VARIABLES)
    return exec_command(DEV_ENVIRONMENT.python, "-E", ROOT / "tests" / "bench", *arguments)


def build_website(arguments: list[str]) -> int:
    """Build the website of the documentation."""
    set_up_environment("test")
    return exec_command(DEV_ENVIRONMENT.python, "-E", ROOT / "packaging" / "website.py", *arguments)


def run_program(arguments: list[str]) -> int:
    """Open the table, or run another command of greenbaize."""
    set_up_environment("play")
    # PYTHONPATH and similar variables are meant for other programs.
    return exec_command(DEV_ENVIRONMENT.python, "-E", DEV_ENVIRONMENT.launcher, *arguments)


def run_bundling(arguments: list[str]) -> int:
    """Make the bundle and run its self-test."""
    set_up_environment("ship")
    return exec_command(
        RELEASE_ENVIRONMENT.python, "-E", ROOT / "packaging" / "bundling.py", *arguments
    )


def run_releasing(arguments: list[str]) -> int:
    """Make everything that is released for a version."""
    set_up_environment("ship")
    return exec_command(
        RELEASE_ENVIRONMENT.python, "-E", ROOT / "packaging" / "releasing.py", *arguments
    )


def write_lock_files(arguments: list[str]) -> int:
    """Write the lock files from pyproject.toml; ``--upgrade`` also takes newer versions."""
    uv = find_uv()
    header = "python3 packaging/start.py lock"
    common = ["--universal", "--generate-hashes", "--python-version", "3.11"]
    groups = {"play": [], "test": ["--group", "dev"], "ship": ["--group", "ship"]}
    compile_arguments = {}
    for purpose, lock_file in LOCK_FILES.items():
        more = [*groups[purpose], "-c", LOCK_FILES["play"]] if groups[purpose] else []
        compile_arguments[lock_file] = ["pyproject.toml", *common, *more]
    compile_arguments[compiling.LOCK_FILE] = ["--group", "compile", *common]
    for lock_file, words in compile_arguments.items():
        command = ["pip", "compile", "--no-config", "-q", *words, *arguments, "-o", lock_file]
        code, output = run_command(uv, *command, cwd=ROOT, UV_CUSTOM_COMPILE_COMMAND=header)
        if code:
            raise SetupError(f"uv failed: {failure_reason(output, 'error:')}")
    return 0


def set_up_development(arguments: list[str]) -> int:
    """Set up what developers need: tests, lint, types and the catalogue's tools."""
    if arguments:
        raise SetupError("dev takes no arguments")
    set_up_environment("test")
    print_progress(f"Ready: {DEV_ENVIRONMENT.python}")
    return 0


COMMANDS = {
    "dev": set_up_development,
    "test": run_tests,
    "bench": run_benchmarks,
    "bundle": run_bundling,
    "release": run_releasing,
    "site": build_website,
    "lock": write_lock_files,
}


def main(arguments: list[str]) -> int:
    """Run the command of the arguments; print an error as one line, never as a traceback."""
    try:
        command = COMMANDS.get(arguments[0]) if arguments else None
        return command(arguments[1:]) if command else run_program(arguments)
    except KeyboardInterrupt:
        print_progress("\nStopped. Run the same command again to continue.")
        return 130
    except SetupError as error:
        print_progress(f"Green Baize: {error}")
    except (OSError, ImportError, UnicodeError) as error:
        print_progress(f"Green Baize could not be set up: {error}")
    return 1
