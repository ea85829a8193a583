"""Virtual environments of the checkout, made once and updated when necessary."""

import os
import shutil
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from system import SetupError, failure_reason, print_progress, run_command

ROOT = Path(__file__).resolve().parent.parent
LOCK_FILES = {
    "play": "packaging/runtime.lock",
    "test": "packaging/dev.lock",
    "ship": "packaging/ship.lock",
}
UNFINISHED_STAMP = "unfinished"

# The shell finds Python, because a #! line cannot hold spaces or long paths.
LAUNCHER_SCRIPT = """#!/bin/sh
'''exec' "$(dirname "$(readlink -f "$0")")/python" "$0" "$@"
' '''
import sys

from greenbaize.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
"""


class VirtualEnvironment:
    """Virtual environment in a folder of the checkout, with a stamp that lists its contents.

    Args:
        folder: path of the environment; it need not exist yet.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.programs / ("python.exe" if os.name == "nt" else "python")
        self.launcher = self.programs / "greenbaize"
        self._stamp = folder / "greenbaize-stamp"
        major, minor = sys.version_info[:2]
        libraries = folder / ("Lib" if os.name == "nt" else f"lib/python{major}.{minor}")
        self._site = libraries / "site-packages"

    # The stamp: a fingerprint, and what was set up for it.

    def fingerprint(self) -> str:
        """Return a hash that changes whenever the environment must be updated."""
        root = self.folder.parent
        files = [
            root / "pyproject.toml",
            Path(__file__),
            *(root / lock for lock in LOCK_FILES.values()),
        ]
        key = f"{self.folder} {sys.version_info[:2]}".encode()
        return f"{zlib.crc32(key + b''.join(file.read_bytes() for file in files)):08x}"

    def read_stamp(self) -> list[str]:
        """Return the words of the stamp; an empty list without a stamp."""
        try:
            return self._stamp.read_text(encoding="utf-8").split()
        except (OSError, ValueError):  # missing or damaged
            return []

    def write_stamp(self, *words: str) -> None:
        """Write the stamp."""
        self._stamp.write_text(" ".join(words) + "\n", encoding="utf-8")

    def stamp_purposes(self, purposes: set[str]) -> None:
        """Write the stamp of the installed purposes and the number of installed files."""
        self.write_stamp(self.fingerprint(), str(self._installed_count()), *sorted(purposes))

    def installed_purposes(self) -> set[str]:
        """Return the purposes that are installed and up to date; empty if files have been lost."""
        words = self.read_stamp()
        current = words[:1] == [self.fingerprint()] and self._is_complete(words)
        return set(words[2:]) if current and self.launcher.exists() else set()

    def _is_complete(self, words: list[str]) -> bool:
        """Return True if Python and everything that was stamped is still there."""
        extent = words[1] if len(words) > 1 and words[1].isdigit() else "0"
        return self._installed_count() >= int(extent) and self.python.exists()

    def _installed_count(self) -> int:
        """Return the number of installed entries, from one folder listing."""
        try:
            # __pycache__ comes and goes.
            return sum(name != "__pycache__" for name in os.listdir(self._site))  # noqa: PTH208
        except OSError:
            return 0

    # What is in it.

    def install_purpose(self, purpose: str) -> None:
        """Create the environment if needed and install the lock file of a purpose."""
        self._create_environment()
        self._install_packages(self.folder.parent / LOCK_FILES[purpose])
        self._unpack_qt()
        self._install_project()

    def _create_environment(self) -> None:
        """Create the virtual environment unless a complete one for this Python exists."""
        check = f"import pip, sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
        words = self.read_stamp()
        is_complete = words != [UNFINISHED_STAMP] and self._is_complete(words)
        is_complete = is_complete and run_command(self.python, "-c", check)[0] == 0
        if not is_complete and self.folder.exists():
            print_progress(f"Removing an incomplete {self.folder.name} …")
            shutil.rmtree(self.folder)
        self.folder.mkdir(exist_ok=True)
        self.write_stamp(UNFINISHED_STAMP)
        if not is_complete:
            print_progress("Setting up the environment (once) …")
            code, output = run_command(sys.executable, "-m", "venv", self.folder)
            if code:
                raise SetupError(
                    f"the environment could not be created: {failure_reason(output, 'Error:')}"
                )

    def _install_packages(self, lock_file: Path) -> None:
        """Install exactly the packages of a lock file."""
        print_progress("Downloading the dependencies (once, 100 MB or more) …")
        code, output = pip_install(self.python, lock_file)
        if not code:
            return
        if "CERTIFICATE_VERIFY_FAILED" in output:
            raise SetupError(
                "the packages could not be downloaded: pip does not trust the certificate"
            )
        if "connection" in output.lower() or "timed out" in output:
            raise SetupError(
                "the packages could not be downloaded; check the network and try again"
            )
        raise SetupError(f"the packages could not be installed: {failure_reason(output, 'ERROR:')}")

    def _unpack_qt(self) -> None:
        """Let Qt for Python unpack the modules in its library, which it does when asked to.

        Otherwise it compiles them at each start of the table, which takes about 15 ms. Where it
        cannot unpack them it still does that, so that nothing is lost.
        """
        run_command(
            self.python, "-c", "import shiboken6", SBK_EMBED="0", PYTHONDONTWRITEBYTECODE=""
        )

    def _install_project(self) -> None:
        """Make the checkout importable and write its launcher; nothing is built or copied."""
        link = self._site / "greenbaize.pth"
        link.write_text(f"{pth_line(self.folder.parent / 'desktop')}\n", encoding="ascii")
        self.launcher.write_text(LAUNCHER_SCRIPT, encoding="utf-8")
        self.launcher.chmod(0o755)


def pip_install(
    python: Path, lock_file: Path, *more: str, limit: float | None = None
) -> tuple[int, str]:
    """Install exactly the packages of a lock file, as binaries; return exit code and output.

    Raises:
        TimeoutError: it took longer than ``limit`` seconds.
    """
    pip: list[str | Path] = [python, "-m", "pip", "install", "-q", "--no-input"]
    pip += ["--disable-pip-version-check", "--no-warn-script-location", "--retries", "3", *more]
    pip += ["--only-binary", ":all:", "--require-hashes", "-r", lock_file]
    return run_command(*pip, limit=limit, PIP_ROOT_USER_ACTION="ignore")


def pth_line(folder: Path) -> str:
    """Return the line of a .pth file that adds a folder to the module search path.

    Python reads these files in the encoding of the current locale, so that only ASCII always means
    the same.
    """
    text = str(folder)
    return text if text.isascii() else f"import sys; sys.path.append({text!a})"


@contextmanager
def setup_lock() -> Iterator[None]:
    """Hold a lock during a set-up, so that a second start waits for the first one."""
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
