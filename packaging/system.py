"""The system's side of the set-up: running its commands, and the packages a bare Linux lacks."""

import ctypes
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

LINUX = "linux" in sys.platform
Packages = tuple[str, str, str]

# Library, program or file: its package for apt-get, dnf and pacman.
OFFSCREEN: dict[str, Packages] = {
    "libGL.so.1": ("libgl1", "libglvnd-glx", "libglvnd"),
    "libEGL.so.1": ("libegl1", "libglvnd-egl", "libglvnd"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2", "glib2"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs", "dbus"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig", "fontconfig"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon", "libxkbcommon"),
}
WINDOW = OFFSCREEN | {
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb", "libxcb"),
}
# Building takes along what is there, and silently leaves out what is not.
BUILDING = WINDOW | {
    "objdump": ("binutils", "binutils", "binutils"),
    f"libpython3.{sys.version_info[1]}.so.1.0": (
        f"libpython3.{sys.version_info[1]}",
        "python3-libs",
        "python",
    ),
}
# What some tests use and the rest of the checks does without.
TESTING: dict[str, Packages] = {
    "bwrap": ("bubblewrap", "bubblewrap", "bubblewrap"),
    "Xvfb": ("xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb"),
    "dbus-run-session": ("dbus-daemon", "dbus-daemon", "dbus"),
    "busctl": ("systemd", "systemd", "systemd"),
    "/usr/share/dbus-1/services/org.a11y.Bus.service": ("at-spi2-core",) * 3,
    "makensis": ("nsis", "mingw32-nsis", "nsis"),
    "desktop-file-validate": ("desktop-file-utils",) * 3,
    "appstreamcli": ("appstream",) * 3,
    # The smallest of the browsers that the phones' page is tried out in.
    "WebKitWebDriver": ("webkit2gtk-driver", "webkitgtk6.0", "webkitgtk-6.0"),
    "xmllint": ("libxml2-utils", "libxml2", "libxml2"),
}
COMPILER: Packages = (
    f"gcc libpython3.{sys.version_info[1]}-dev",
    "gcc python3-devel",
    "gcc",
)
PYTHON_PARTS = (f"python3.{sys.version_info[1]}-venv", "python3", "python")
INSTALLERS = {
    "apt-get": "apt-get install -y --no-install-recommends",
    "dnf": "dnf install",
    "pacman": "pacman -S",
}
ELSEWHERE = ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_DRY_RUN")


class SetupError(Exception):
    """What stopped the set-up, as one line for the person at the keyboard."""


def say(line: str) -> None:
    """Show progress; on stderr, so that the output of commands stays clean."""
    print(line, file=sys.stderr, flush=True)


def surroundings() -> dict[str, str]:
    """The environment without what would lead Python or pip elsewhere."""
    kept = {key: value for key, value in os.environ.items() if key not in ELSEWHERE}
    return kept | {"PIP_USER": "0"}  # whatever pip's own files say


def run(
    *command: str | Path, cwd: Path | None = None, limit: float | None = None, **env: str
) -> tuple[int, str]:
    """Run a command out of sight, with additions to its environment; exit code and output.

    With a limit, ``TimeoutError`` if it takes more seconds than that; then, and if somebody
    interrupts, whatever the command has begun is ended with it.
    """
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=cwd,
        env=surroundings() | env,
        encoding="utf-8",
        errors="replace",
        process_group=None if limit is None else 0,
    ) as process:
        try:
            output, _ = process.communicate(timeout=limit)
        except BaseException as trouble:
            if limit is not None:
                _end_all(process.pid)
            process.kill()
            process.wait()
            if isinstance(trouble, subprocess.TimeoutExpired):
                name = Path(command[0]).name
                raise TimeoutError(f"{name} took longer than {limit:g} s") from None
            raise
    return process.returncode, output


def _end_all(pid: int) -> None:
    """End a process that has a group of its own, and all in it."""
    if sys.platform == "win32":
        words = ("taskkill", "/F", "/T", "/PID", str(pid))
        subprocess.run(words, capture_output=True, check=False)
    else:
        with suppress(OSError):  # they have just ended
            os.killpg(pid, signal.SIGKILL)


def reason(output: str, mark: str = "") -> str:
    """The first line that begins with the mark, without it; failing that the last line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    marked = [line.removeprefix(mark).strip() for line in lines if mark and line.startswith(mark)]
    return (marked[:1] or lines[-1:] or ["no reason given"])[0]


def missing_packages(libraries: dict[str, Packages]) -> list[Packages]:
    """The packages of these that this machine lacks, and the part of Python Debian splits off."""
    missing: list[Packages] = []
    if not LINUX:
        return missing
    if not all(importlib.util.find_spec(part) for part in ("venv", "ensurepip")):
        missing.append(PYTHON_PARTS)
    missing += [packages for name, packages in libraries.items() if not _is_there(name)]
    return missing


def _is_there(name: str) -> bool:
    """Whether the system has a library, a program by that name, or a file."""
    if name.startswith("/"):
        return Path(name).exists()
    if ".so" not in name:
        return shutil.which(name) is not None
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def advice(missing: list[Packages]) -> str:
    """Says what to install, ready to paste where the package manager is known."""
    for column, (tool, command) in enumerate(INSTALLERS.items()):
        if shutil.which(tool):
            names = dict.fromkeys(packages[column] for packages in missing)
            sudo = "" if rights() == [] else "sudo "
            return f"please install what is missing: {sudo}{command} {' '.join(names)}"
    names = dict.fromkeys(packages[1] for packages in missing)
    return f"please install these packages, or what your system calls them: {' '.join(names)}"


def rights() -> list[str] | None:
    """What to put before a command to run it as root unasked; None if that cannot be."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    return ["sudo", "-n"] if shutil.which("sudo") and run("sudo", "-n", "true")[0] == 0 else None


def provide_packages(libraries: dict[str, Packages]) -> None:
    """Install the missing packages where we may, or say in one line which they are."""
    missing = missing_packages(libraries)
    if not missing:
        return
    prefix = rights() if shutil.which("apt-get") else None
    if prefix is None:
        raise SetupError(advice(missing))
    names = [packages[0] for packages in missing]
    say(f"Installing {' '.join(names)} (once) …")
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8", "apt-get", "-y"]
    apt += ["-o", "DPkg::Lock::Timeout=120"]  # a fresh server may be installing updates
    run(*apt, "update")  # older lists may do as well; if not, the next command says so
    code, output = run(*apt, "install", "--no-install-recommends", *names)
    if code:
        raise SetupError(f"apt-get failed ({reason(output, 'E:')}); {advice(missing)}")
    importlib.invalidate_caches()
    if still := missing_packages(libraries):
        raise SetupError(f"apt-get found nothing to do, and yet: {advice(still)}")
