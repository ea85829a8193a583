"""The steps of start.py: what a fresh machine lacks, and what can be asked for afterwards."""

import os
import shutil
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from system import (
    LINUX,
    OFFSCREEN,
    WINDOW,
    SetupError,
    provide_packages,
    reason,
    run,
    say,
    surroundings,
)

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PROGRAMS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = PROGRAMS / ("python.exe" if os.name == "nt" else "python")
LOCKS = {"play": "packaging/runtime.lock", "test": "packaging/dev.lock"}
UNFINISHED = "unfinished"

# Checks see no screen, and the same language on every machine.
UNSEEN = {"QT_QPA_PLATFORM": "offscreen"} | ({"LC_ALL": "C.UTF-8"} if LINUX else {})

# The shell finds the Python, because a #! line takes neither spaces nor long paths.
LAUNCHER = """#!/bin/sh
'''exec' "$(dirname "$(readlink -f "$0")")/python" "$0" "$@"
' '''
import sys

from greenbaize.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
"""


# The stamp: a fingerprint, and what was set up for it.


def fingerprint() -> str:
    """A word that changes whenever the environment has to be brought up to date."""
    files = [ROOT / "pyproject.toml", Path(__file__), *(ROOT / lock for lock in LOCKS.values())]
    place = f"{VENV} {sys.version_info[:2]}".encode()
    return f"{zlib.crc32(place + b''.join(file.read_bytes() for file in files)):08x}"


def stamped() -> list[str]:
    """The words of the stamp; none if there is no stamp."""
    try:
        return (VENV / "greenbaize-stamp").read_text(encoding="utf-8").split()
    except (OSError, ValueError):  # there is none, or it is damaged
        return []


def stamp(*words: str) -> None:
    """Write the stamp."""
    (VENV / "greenbaize-stamp").write_text(" ".join(words) + "\n", encoding="utf-8")


def already() -> set[str]:
    """What is set up and up to date; nothing if the environment has lost its Python."""
    words = stamped()
    return set(words[1:]) if words[:1] == [fingerprint()] and PYTHON.exists() else set()


# The virtual environment.


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let a second start wait instead of clearing away what the first one builds."""
    if sys.platform == "win32":
        yield
    else:
        import fcntl  # noqa: PLC0415  Windows has none

        folder = os.open(ROOT, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)


def make_venv() -> None:
    """Make the virtual environment, unless a whole one for this Python is there."""
    check = f"import pip, sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
    whole = stamped() != [UNFINISHED] and PYTHON.exists() and run(PYTHON, "-c", check)[0] == 0
    if not whole and VENV.exists():
        say("Clearing away an incomplete .venv …")
        shutil.rmtree(VENV)
    VENV.mkdir(exist_ok=True)
    stamp(UNFINISHED)
    if not whole:
        say("Setting up the environment (once) …")
        code, output = run(sys.executable, "-m", "venv", VENV)
        if code:
            raise SetupError(f"the environment could not be made: {reason(output, 'Error:')}")


def install(lock_file: str) -> None:
    """Install exactly the packages the lock file names."""
    say("Fetching what the table is built on (once, about 100 MB) …")
    pip: list[str | Path] = [
        PYTHON,
        "-m",
        "pip",
        "install",
        "-q",
        "--disable-pip-version-check",
        "--no-input",
    ]
    pip += ["--no-warn-script-location", "--retries", "3", "--only-binary", ":all:"]
    code, output = run(
        *pip, "--require-hashes", "-r", ROOT / lock_file, PIP_ROOT_USER_ACTION="ignore"
    )
    if not code:
        return
    if "CERTIFICATE_VERIFY_FAILED" in output:
        raise SetupError("the packages could not be fetched: pip does not trust the certificate")
    if "connection" in output.lower() or "timed out" in output:
        raise SetupError("the packages could not be fetched; is there a network? Please try again")
    raise SetupError(f"the packages could not be installed: {reason(output, 'ERROR:')}")


def install_project() -> None:
    """Make the checkout importable and give it its command; nothing is built or copied."""
    major, minor = sys.version_info[:2]
    libraries = VENV / ("Lib" if os.name == "nt" else f"lib/python{major}.{minor}")
    link = libraries / "site-packages" / "greenbaize.pth"
    link.write_text(f"{path_line(ROOT / 'desktop')}\n", encoding="ascii")
    launcher = PROGRAMS / "greenbaize"
    launcher.write_text(LAUNCHER, encoding="utf-8")
    launcher.chmod(0o755)


def path_line(folder: Path) -> str:
    """The line of a .pth file that lets modules be found in a folder.

    Python reads these files in the encoding of whatever locale it is started in, so that only
    ASCII always means the same.
    """
    text = str(folder)
    return text if text.isascii() else f"import sys; sys.path.append({text!a})"


def set_up(purpose: str) -> None:
    """Provide what playing ("play") or testing ("test") needs and lacks."""
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    window = screen and purpose == "play" and os.environ.get("QT_QPA_PLATFORM") != "offscreen"
    needs = {purpose, "window" if window else "offscreen"}
    if needs <= already():
        return
    with one_at_a_time():
        done = already()  # perhaps thanks to the one we waited for
        provide_packages(WINDOW if window else OFFSCREEN)
        if purpose not in done:
            make_venv()
            install(LOCKS[purpose])
            install_project()
        stamp(fingerprint(), *sorted(done | needs | {"play", "offscreen"}))


# What can be asked for.


def become(*command: str | Path) -> int:
    """Go on as another program; on Windows, which cannot, run it and pass on its exit code."""
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.call(command)


def checks(arguments: list[str]) -> dict[str, list[str | Path]]:
    """The checks in their order, by name; the arguments are for pytest."""
    # As modules, since the programs in .venv do not survive a move of the checkout.
    module: list[str | Path] = [PYTHON, "-P", "-m"]
    return {
        "ruff format": [*module, "ruff", "format", "--check", "."],
        "ruff check": [*module, "ruff", "check", "."],
        "mypy": [*module, "mypy"],
        "pytest": [*module, "pytest", "-n", "2", *arguments],
    }


def test(arguments: list[str]) -> int:
    """Run the checks until one fails; the exit code is that one's."""
    set_up("test")
    for name, command in checks(arguments).items():
        print(f"== {name}", flush=True)
        began = time.monotonic()
        code = subprocess.call(command, cwd=ROOT, env=surroundings() | UNSEEN)
        if code:
            print(f"== {name} FAILED (exit code {code})", flush=True)
            return code
        print(f"== {name} passed ({time.monotonic() - began:.1f} s)", flush=True)
    return 0


def bench(arguments: list[str]) -> int:
    """Run the benchmarks, without a window."""
    set_up("test")
    os.environ.update(UNSEEN)
    return become(PYTHON, "-E", ROOT / "tests" / "bench", *arguments)


def play(arguments: list[str]) -> int:
    """Open the table, or run another command of greenbaize."""
    set_up("play")
    # Whatever PYTHONPATH and its like say is meant for other programs.
    return become(PYTHON, "-E", PROGRAMS / "greenbaize", *arguments)


def lock(arguments: list[str]) -> int:
    """Write the lock files anew from pyproject.toml; --upgrade also takes newer versions."""
    uv = shutil.which("uv") or shutil.which("uv", path=PROGRAMS)
    if not uv:
        raise SetupError("the lock files are made by uv, which is not installed")
    header = "python3 packaging/start.py lock"
    common = ["pyproject.toml", "--universal", "--generate-hashes", "--python-version", "3.11"]
    dev = ["--group", "dev", "-c", LOCKS["play"]]
    for lock_file, more in ((LOCKS["play"], []), (LOCKS["test"], dev)):
        ask = ["pip", "compile", "--no-config", "-q", *common, *more, *arguments, "-o", lock_file]
        code, output = run(uv, *ask, cwd=ROOT, UV_CUSTOM_COMPILE_COMMAND=header)
        if code:
            raise SetupError(f"uv could not do it: {reason(output, 'error:')}")
    return 0


COMMANDS = {"test": test, "bench": bench, "lock": lock}


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
