"""Compilation of a benchmark module with a ``.pxd`` beside it, like the program's own modules."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from measured import ROOT

HERE = Path(__file__).parent


@contextmanager
def compiled(name: str) -> Iterator[str]:
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
        from compiling import LOCK, compiler  # noqa: PLC0415
        from environment import pip_install  # noqa: PLC0415
        from system import run  # noqa: PLC0415
    finally:
        sys.path.remove(str(packaging))
    hands = compiler()
    if not hands:
        yield "from its source"
        return
    with TemporaryDirectory() as place:
        tools, made, work = (Path(place, part) for part in ("tools", "made", "work"))
        made.mkdir()
        work.mkdir()
        python = Path(sys.executable)
        where = ("--no-compile", "--target", str(tools))
        step = (packaging / "cython_step.py", tools, HERE, made, work, name)
        for begin in (
            partial(pip_install, python, ROOT / LOCK, *where),
            partial(run, python, "-P", *step, CC=hands),
        ):
            code, output = begin()
            if code:
                raise RuntimeError(output)
        sys.path.insert(0, str(made))
        try:
            yield "compiled"
        finally:
            sys.path.remove(str(made))
