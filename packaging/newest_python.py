"""Import of every module on the newest installed Python, with deprecations as errors.

The libraries are those of the environment: those that cannot be loaded there are reported and
skipped.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_MINOR_VERSION = 40
"""Highest minor version of Python 3 to look for."""

IMPORT_SCRIPT = """
import importlib, pathlib, pkgutil, sys
import greenbaize

done, lacking, faults = 0, {}, []
for folder in greenbaize.__path__:
    for path in sorted(pathlib.Path(folder).rglob("*.py")):
        try:
            compile(path.read_bytes(), path, "exec")
        except (SyntaxError, Warning) as error:
            faults.append(f"{path}: {error!r}")
for one in pkgutil.walk_packages(greenbaize.__path__, "greenbaize.", onerror=lambda _: None):
    try:
        importlib.import_module(one.name)
    except ImportError as error:
        lacking[str(error)] = lacking.get(str(error), 0) + 1
    except Exception as error:
        faults.append(f"{one.name}: {error!r}")
    else:
        done += 1
print(f"{done} modules were imported.")
for fault, number in sorted(lacking.items()):
    print(f"{number} modules were compiled only: {fault}")
print(*faults, sep="\\n", end="")
sys.exit(bool(faults))
"""


def find_pythons(minor_version: int) -> dict[int, str]:
    """Return the commands of Pythons 3 above a minor version, the newest first, by minor version.

    They are on ``PATH``, or installed by pyenv.
    """
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = {}
    for minor in range(MAX_MINOR_VERSION, minor_version, -1):
        name = f"python3.{minor}"
        folders = sorted(pyenv.glob(f"versions/3.{minor}.*/bin"), reverse=True)
        commands = (shutil.which(name, path=folder) for folder in (None, *folders))
        if command := next(filter(_is_working, commands), None):
            found[minor] = command
    return found


def _is_working(command: str | None) -> bool:
    """Return True if a command runs: some of them only say how to install the real one."""
    if command is None:
        return False
    return not subprocess.run([command, "-V"], capture_output=True, check=False).returncode


def main() -> int:
    """Run the check; the exit code is 1 if a module warns or fails."""
    python = next(iter(find_pythons(sys.version_info[1]).values()), None)
    if python is None:
        major, minor = sys.version_info[:2]
        print(f"Skipped: no Python newer than {major}.{minor} is installed.")
        return 0
    paths = os.pathsep.join([str(ROOT / "desktop"), sysconfig.get_path("purelib")])
    errors = ["-W", "error::DeprecationWarning", "-W", "error::SyntaxWarning"]
    command = [python, "-B", "-P", *errors, "-c", IMPORT_SCRIPT]
    print(f"{Path(python).name}: ", end="", flush=True)
    return subprocess.call(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": paths})


if __name__ == "__main__":
    sys.exit(main())
