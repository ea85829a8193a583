"""Environments in which the fast tests are tried: lowest versions of libraries, other Pythons."""

import shutil
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from environment import LOCK_FILES, ROOT, VirtualEnvironment, pip_install, pth_line
from newest_python import find_pythons
from system import SetupError, failure_reason, print_progress, run_command

TRIAL_FOLDER: Final = ROOT / "build" / "trials"
LOCK_NAME: Final = "packages.lock"
"""File in a trial's environment that lists what was installed in it."""
CLASSIFIER: Final = "Programming Language :: Python :: 3."
UV_OPTIONS: Final = ("--no-config", "--no-header", "--generate-hashes", "--only-binary", ":all:")


def find_uv(folder: Path) -> str | None:
    """Return uv, from ``PATH`` or else from a folder; None if it is not installed."""
    return shutil.which("uv") or shutil.which("uv", path=folder)


def promised_pythons() -> Mapping[str, str]:
    """Return the newer Pythons that pyproject.toml promises and that are found here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    promised = {one.removeprefix(CLASSIFIER) for one in project["classifiers"]}
    found = find_pythons(sys.version_info[1])
    return {f"3.{minor}": found[minor] for minor in sorted(found) if str(minor) in promised}


def resolve_lowest(uv: str) -> str:
    """Return a lock file of the lowest versions that pyproject.toml allows."""
    python = f"3.{sys.version_info[1]}"
    words = ["pip", "compile", "-q", *UV_OPTIONS, "--python-version", python, "--group", "dev"]
    code, output = run_command(
        uv, *words, "--resolution", "lowest-direct", "pyproject.toml", cwd=ROOT
    )
    if code:
        raise SetupError(f"uv failed: {failure_reason(output, 'error:')}")
    return output


def provide_lowest(uv: str) -> Path:
    """Return the Python of an environment with the lowest versions; make it if necessary."""
    return provide_environment("lowest", sys.executable, resolve_lowest(uv))


def provide_python(version: str) -> Path:
    """Return the Python of an environment of another version; make it if necessary.

    Raises:
        SetupError: it is not promised, or not found.
    """
    found = promised_pythons()
    if version not in found:
        names = ", ".join(found) or "none"
        raise SetupError(f"there is no Python {version} to try here; found: {names}")
    lock = (ROOT / LOCK_FILES["test"]).read_text(encoding="utf-8")
    return provide_environment(version, found[version], lock)


def provide_environment(name: str, python: str, lock: str) -> Path:
    """Return the Python of an environment with the packages of a lock file."""
    environment = VirtualEnvironment(TRIAL_FOLDER / name)
    lock_file = environment.folder / LOCK_NAME
    if lock_file.exists() and lock_file.read_text(encoding="utf-8") == lock:
        return environment.python
    shutil.rmtree(environment.folder, ignore_errors=True)
    print_progress(f"Setting up the environment of the trial “{name}” (once) …")
    code, output = run_command(python, "-m", "venv", environment.folder)
    new_lock_file = environment.folder / f"new-{LOCK_NAME}"
    if not code:
        new_lock_file.write_text(lock, encoding="utf-8")
        code, output = pip_install(environment.python, new_lock_file)
    if code:
        raise SetupError(f"the environment could not be made: {failure_reason(output, 'ERROR:')}")
    _, site = run_command(
        environment.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"
    )
    link = Path(site.strip()) / "greenbaize.pth"
    link.write_text(f"{pth_line(ROOT / 'desktop')}\n", encoding="ascii")
    new_lock_file.rename(lock_file)
    return environment.python
