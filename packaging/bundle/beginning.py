"""Entry point of the bundled program, which selects the role before loading anything heavy.

The executable is three things: the program itself, the process guard of another program
(app/seats/process_guard.py), and a worker process of multiprocessing.
"""

import os
import sys

PROCESS_GUARD = "--process-guard"
"""Internal option; greenbaize.app.seats.programs passes it to start a process guard."""
SELF_TEST = "--self-test"
"""Accepted at any position: ``--new-window`` may come before it."""


def restore_surroundings() -> None:
    """Restore the library path, so that child processes load the system's libraries.

    The loader of the bundle has set these variables for itself; the system has read them already.
    """
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH"):
        before = os.environ.pop(f"{name}_ORIG", None)
        if before is not None:
            os.environ[name] = before
        elif os.environ.get(name) == sys._MEIPASS:
            del os.environ[name]
    for name in [name for name in os.environ if name.startswith("_PYI_")]:
        del os.environ[name]


def is_process(words: list[str]) -> bool:
    """Return True if the arguments are those of a process started by multiprocessing."""
    if "--multiprocessing-fork" in words:
        return True
    return "-c" in words[:-1] and words[words.index("-c") + 1].startswith("from multiprocessing.")


def work(words: list[str]) -> None:
    """Run the worker process of multiprocessing that the arguments describe."""
    if "-c" in words:
        from multiprocessing.resource_tracker import main  # noqa: PLC0415

        command = words[words.index("-c") + 1]
        main(int(command.rpartition("(")[2].rstrip(")")))
    else:
        from multiprocessing.spawn import spawn_main  # noqa: PLC0415

        words = words[words.index("--multiprocessing-fork") + 1 :]
        spawn_main(
            **{name: int(value) for name, _, value in (word.partition("=") for word in words)}
        )


def list_modules() -> None:
    """Let ``pkgutil`` find the modules of the bundle, which the self-test loads one by one."""
    import pkgutil  # noqa: PLC0415
    from collections.abc import Iterator  # noqa: PLC0415

    import pyimod02_importers as bundled  # noqa: PLC0415  PyInstaller's; only a bundle has it

    def modules(finder: bundled.PyiFrozenFinder, prefix: str = "") -> Iterator[tuple[str, bool]]:
        tree = bundled.get_pyz_toc_tree()
        for part in filter(None, finder._pyz_entry_prefix.split(".")):
            tree = tree.get(part, {})
        for name, below in tree.items():
            yield prefix + name, isinstance(below, dict)

    pkgutil.iter_importer_modules.register(bundled.PyiFrozenFinder, modules)


def main() -> int:
    """Run the role that the command line selects."""
    restore_surroundings()
    words = sys.argv[1:]
    if words[:1] == [PROCESS_GUARD]:
        from process_guard import main as guard  # noqa: PLC0415  by itself: the package loads the games

        return guard(words[1:])
    if is_process(words):
        work(words)
        return 0
    if SELF_TEST in words:
        list_modules()
    from greenbaize.__main__ import main as run  # noqa: PLC0415

    return run()


if __name__ == "__main__":
    sys.exit(main())
