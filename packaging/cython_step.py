"""Cython compilation of the modules that have a ``.pxd`` beside them; see docs/compiled.md.

``python cython_step.py TOOLS DESKTOP OUT WORK MODULE…``, run by packaging/compiling.py in the
target Python. The text of this file is part of the source id: a change compiles everything again.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import Final

DIRECTIVES: Final = {
    "language_level": 3,
    # The modules guarantee: no index below 0 or past the end, no negative operand of // and %.
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    # The .pxd files declare the types; annotations are for people and mypy.
    "annotation_typing": False,
    "auto_pickle": False,
}
"""Compiler directives of Cython."""
C_FLAGS: Final = ("-O2", "-g0", "-fwrapv", "-ffp-contract=off")
"""Flags of C compilers other than Microsoft's.

A sum and a product are rounded one by one, as in Python, even where the processor could fuse them.
"""
LIMITED_API: Final = "0x030B0000"
"""Python 3.11: the compiled files work with it and all later versions."""
PARALLEL_JOBS: Final = min(4, os.cpu_count() or 1)


def main(desktop: Path, output_folder: Path, work_folder: Path, modules: list[str]) -> None:
    """Compile modules.

    Args:
        desktop: folder with the package of the program.
        output_folder: root of the compiled files, in folders as their packages are.
        work_folder: an empty folder for intermediate files.
        modules: full names of the modules.
    """
    from Cython.Build import cythonize  # noqa: PLC0415  what was fetched comes first on the path
    from setuptools import Distribution, Extension  # noqa: PLC0415

    for name in modules:
        for suffix in (".py", ".pxd"):
            source = Path(*name.split(".")).with_suffix(suffix)
            for folder in [*source.parents][-2::-1]:
                (work_folder / folder).mkdir(exist_ok=True)
                (work_folder / folder / "__init__.py").touch()
            shutil.copyfile(desktop / source, work_folder / source)
    # All paths below are relative, so that no path of this machine gets into the output.
    os.chdir(work_folder)
    extensions = [
        Extension(
            name,
            [f"{name.replace('.', '/')}.py"],
            define_macros=[("Py_LIMITED_API", LIMITED_API)],
            py_limited_api=True,
            extra_compile_args=[] if os.name == "nt" else list(C_FLAGS),
            extra_link_args=["-s"] if sys.platform == "linux" else [],
        )
        for name in modules
    ]
    distribution = Distribution(
        {
            "ext_modules": cythonize(
                extensions, compiler_directives=DIRECTIVES, nthreads=PARALLEL_JOBS, quiet=True
            )
        }
    )
    build = distribution.get_command_obj("build_ext")
    build.build_lib, build.build_temp, build.parallel = str(output_folder), "objects", PARALLEL_JOBS
    build.ensure_finalized()
    build.run()


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    main(*map(Path, sys.argv[2:5]), sys.argv[5:])
