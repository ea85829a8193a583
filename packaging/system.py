"""System side of the set-up: running commands, and the packages that a bare Linux lacks."""

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
PackageNames = tuple[str, str, str]

# Library, program or file: its package for apt-get, dnf and pacman.
OFFSCREEN_PACKAGES: dict[str, PackageNames] = {
    "libGL.so.1": ("libgl1", "libglvnd-glx", "libglvnd"),
    "libEGL.so.1": ("libegl1", "libglvnd-egl", "libglvnd"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2", "glib2"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs", "dbus"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig", "fontconfig"),
    "libgssapi_krb5.so.2": ("libgssapi-krb5-2", "krb5-libs", "krb5"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon", "libxkbcommon"),
}
WINDOW_PACKAGES = OFFSCREEN_PACKAGES | {
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb", "libxcb"),
}
# PyInstaller takes along what it finds and silently leaves out the rest.
BUILD_PACKAGES = WINDOW_PACKAGES | {
    "objdump": ("binutils", "binutils", "binutils"),
    f"libpython3.{sys.version_info[1]}.so.1.0": (
        f"libpython3.{sys.version_info[1]}",
        "python3-libs",
        "python",
    ),
}
# Used by some tests only; all other checks run without them.
TEST_PACKAGES: dict[str, PackageNames] = {
    "bwrap": ("bubblewrap", "bubblewrap", "bubblewrap"),
    "Xvfb": ("xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb"),
    "dbus-run-session": ("dbus-daemon", "dbus-daemon", "dbus"),
    "busctl": ("systemd", "systemd", "systemd"),
    "/usr/share/dbus-1/services/org.a11y.Bus.service": ("at-spi2-core",) * 3,
    "makensis": ("nsis", "mingw32-nsis", "nsis"),
    "desktop-file-validate": ("desktop-file-utils",) * 3,
    "appstreamcli": ("appstream",) * 3,
    # The smallest browser that the page for phones is tested in.
    "WebKitWebDriver": ("webkit2gtk-driver", "webkitgtk6.0", "webkitgtk-6.0"),
    "xmllint": ("libxml2-utils", "libxml2", "libxml2"),
}
COMPILER_PACKAGES: PackageNames = (
    f"gcc libpython3.{sys.version_info[1]}-dev",
    "gcc python3-devel",
    "gcc",
)
PYTHON_PACKAGES = (f"python3.{sys.version_info[1]}-venv", "python3", "python")
INSTALL_COMMANDS = {
    "apt-get": "apt-get install -y --no-install-recommends",
    "dnf": "dnf install",
    "pacman": "pacman -S",
}
FOREIGN_VARIABLES = (
    "PYTHONPATH",
    "PYTHONHOME",
    "PIP_TARGET",
    "PIP_PREFIX",
    "PIP_ROOT",
    "PIP_DRY_RUN",
)


class SetupError(Exception):
    """Reason why the set-up stopped, as one line for the user."""


def print_progress(line: str) -> None:
    """Print a line of progress to stderr, which keeps the output of commands clean."""
    print(line, file=sys.stderr, flush=True)


def clean_environment() -> dict[str, str]:
    """Return the environment without variables that would redirect Python or pip."""
    variables = {key: value for key, value in os.environ.items() if key not in FOREIGN_VARIABLES}
    return variables | {"PIP_USER": "0"}  # overrides the configuration files of pip


def run_command(
    *command: str | Path, cwd: Path | None = None, limit: float | None = None, **env: str
) -> tuple[int, str]:
    """Run a command hidden, with additional environment variables; return exit code and output.

    With a limit, raise ``TimeoutError`` after that many seconds; then, and on an interrupt, end all
    processes that the command has started.
    """
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=cwd,
        env=clean_environment() | env,
        encoding="utf-8",
        errors="replace",
        process_group=None if limit is None else 0,
    ) as process:
        try:
            output, _ = process.communicate(timeout=limit)
        except BaseException as error:
            if limit is not None:
                _kill_process_group(process.pid)
            process.kill()
            process.wait()
            if isinstance(error, subprocess.TimeoutExpired):
                name = Path(command[0]).name
                raise TimeoutError(f"{name} took longer than {limit:g} s") from None
            raise
    return process.returncode, output


def _kill_process_group(pid: int) -> None:
    """Kill a process that has its own process group, and the whole group."""
    if sys.platform == "win32":
        words = ("taskkill", "/F", "/T", "/PID", str(pid))
        subprocess.run(words, capture_output=True, check=False)
    else:
        with suppress(OSError):  # they have just ended
            os.killpg(pid, signal.SIGKILL)


def failure_reason(output: str, prefix: str = "") -> str:
    """Return the first line that begins with a prefix, without it; otherwise the last line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    marked = [
        line.removeprefix(prefix).strip() for line in lines if prefix and line.startswith(prefix)
    ]
    return (marked[:1] or lines[-1:] or ["no reason given"])[0]


def missing_packages(libraries: dict[str, PackageNames]) -> list[PackageNames]:
    """Return the missing packages, including the parts of Python that Debian splits off."""
    missing: list[PackageNames] = []
    if not LINUX:
        return missing
    if not all(importlib.util.find_spec(part) for part in ("venv", "ensurepip")):
        missing.append(PYTHON_PACKAGES)
    missing += [packages for name, packages in libraries.items() if not _is_installed(name)]
    return missing


def _is_installed(name: str) -> bool:
    """Return True if the system has a library, a program of that name, or a file."""
    if name.startswith("/"):
        return Path(name).exists()
    if ".so" not in name:
        return shutil.which(name) is not None
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def install_advice(missing: list[PackageNames]) -> str:
    """Return install instructions, ready to paste if the package manager is known."""
    for column, (tool, command) in enumerate(INSTALL_COMMANDS.items()):
        if shutil.which(tool):
            names = dict.fromkeys(packages[column] for packages in missing)
            sudo = "" if root_prefix() == [] else "sudo "
            return f"please install what is missing: {sudo}{command} {' '.join(names)}"
    names = dict.fromkeys(packages[1] for packages in missing)
    return (
        f"please install these packages, under the names that your system uses: {' '.join(names)}"
    )


def root_prefix() -> list[str] | None:
    """Return the prefix that runs a command as root without a prompt; None if impossible."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    return (
        ["sudo", "-n"]
        if shutil.which("sudo") and run_command("sudo", "-n", "true")[0] == 0
        else None
    )


def install_packages(libraries: dict[str, PackageNames]) -> None:
    """Install the missing packages if permitted; otherwise raise ``SetupError`` naming them."""
    missing = missing_packages(libraries)
    if not missing:
        return
    prefix = root_prefix() if shutil.which("apt-get") else None
    if prefix is None:
        raise SetupError(install_advice(missing))
    names = [packages[0] for packages in missing]
    print_progress(f"Installing {' '.join(names)} (once) …")
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8", "apt-get", "-y"]
    apt += ["-o", "DPkg::Lock::Timeout=120"]  # a fresh server may be installing updates
    run_command(*apt, "update")  # older lists may do; otherwise the next command reports it
    code, output = run_command(*apt, "install", "--no-install-recommends", *names)
    if code:
        raise SetupError(
            f"apt-get failed ({failure_reason(output, 'E:')}); {install_advice(missing)}"
        )
    importlib.invalidate_caches()
    if still_missing := missing_packages(libraries):
        raise SetupError(
            f"apt-get succeeded, but packages are missing: {install_advice(still_missing)}"
        )
