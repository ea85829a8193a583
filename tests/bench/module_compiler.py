"""Compilation of a benchmark module with a ``.pxd`` beside it, like the program's own modules."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from support import ROOT

HERE = Path(__file__).parent


@contextmanager
def compiled_module(name: str) -> Iterator[str]:
    """Compile a module for processes that are spawned meanwhile, if possible.

    The compiler packages are fetched each time, and nothing is left behind.

    Args:
        name: name of a module of this folder.

    Yields:
        Description of the form in which it runs.
    """
    packaging = ROOT / "packaging"
    sys.path.append(str(packaging))
    try:
        from compiling import LOCK_FILE, find_c_compiler  # noqa: PLC0415
        from environment import pip_install  # noqa: PLC0415
        from system import run_command  # noqa: PLC0415
    finally:
        sys.path.remove(str(packaging))
    c_compiler = find_c_compiler()
    if not c_compiler:
        yield "from its source"
        return
    with TemporaryDirectory() as folder:
        tools, output_folder, work = (Path(folder, part) for part in ("tools", "made", "work"))
        output_folder.mkdir()
        work.mkdir()
        python = Path(sys.executable)
        target_options = ("--no-compile", "--target", str(tools))
        step = (packaging / "cython_step.py", tools, HERE, output_folder, work, name)
        for run_step in (
            partial(pip_install, python, ROOT / LOCK_FILE, *target_options),
            partial(run_command, python, "-P", *step, CC=c_compiler),
        ):
            code, output = run_step()
            if code:
                raise RuntimeError(output)
        sys.path.insert(0, str(output_folder))
        try:
            yield "compiled"
        finally:
            sys.path.remove(str(output_folder))
