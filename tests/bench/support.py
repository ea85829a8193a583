"""Shared parts of benchmarks: import paths, and measured processes.

Import it first: it adds the package and the tests to the module search path.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "desktop"
sys.path[:0] = [str(SOURCE), str(ROOT / "tests")]

OWN_COMMAND: Final = (sys.executable, "-m", "greenbaize")


def make_parser(doc: str | None) -> argparse.ArgumentParser:
    """Return a command line parser whose help is the module's text as it stands."""
    form = argparse.RawDescriptionHelpFormatter
    return argparse.ArgumentParser(description=doc, formatter_class=form)


def process_environment(**more: str) -> dict[str, str]:
    """Return the environment of a measured process: no user settings, and cached byte code."""
    variables = {
        key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
    }
    return {**variables, "PYTHONPATH": str(SOURCE), "LC_ALL": "C.UTF-8", **more}


def run_script(code: str, *words: object, home: Path | None = None, **more: str) -> list[str]:
    """Run a script without a screen, in this home or an empty one; return its output lines."""
    with tempfile.TemporaryDirectory() as empty:
        variables = process_environment(
            GREENBAIZE_HOME=str(home or empty), QT_QPA_PLATFORM="offscreen", **more
        )
        result = subprocess.run(
            [sys.executable, "-c", code, *map(str, words)],
            env=variables,
            capture_output=True,
            text=True,
            check=True,
        )
    return result.stdout.splitlines()


def find_bundles() -> list[Path]:
    """Return the programs of existing bundles."""
    return sorted(path for path in ROOT.glob("dist/*/greenbaize") if path.is_file())


def read_cpu_seconds(process: int) -> float:
    """Return the CPU time of all threads of a process so far (s)."""
    total = 0
    try:
        for thread in Path(f"/proc/{process}/task").iterdir():
            total += int((thread / "schedstat").read_text("ascii").split()[0])
    except OSError:
        pass  # a thread or the process has ended
    return total / 1e9


def read_pss_mb(process: int) -> float:
    """Return the proportional set size of a process (MB)."""
    try:
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text("ascii")
    except OSError:
        return 0.0
    return float(rollup.partition("\nPss:")[2].split()[0]) / 1024


def iter_descendants(process: int) -> Iterator[int]:
    """Yield the child processes of a process, recursively."""
    try:
        tasks = list(Path(f"/proc/{process}/task").iterdir())
        words = [word for task in tasks for word in (task / "children").read_text().split()]
    except OSError:
        return
    for child in map(int, words):
        yield child
        yield from iter_descendants(child)
