"""Where the bundled program begins: what it is this time, before anything heavy is loaded.

Its executable is three things: the program itself, the process guard of another program
(app/seats/process_guard.py), and a process that multiprocessing has begun.
"""

import os
import sys

PROCESS_GUARD = "--process-guard"
"""Not for people: greenbaize.app.seats.programs says it where a process guard is wanted."""
SELF_TEST = "--self-test"
"""Wherever it stands: ``--new-window`` may be before it."""


def restore_surroundings() -> None:
    """Let what this program starts find the system's libraries, not the bundle's.

    The loader of the bundle has set these variables for itself; the system has read them already,
    and nobody else is to.
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
    """Whether multiprocessing has begun this process, by the words that it does so with."""
    if "--multiprocessing-fork" in words:
        return True
    return "-c" in words[:-1] and words[words.index("-c") + 1].startswith("from multiprocessing.")


def work(words: list[str]) -> None:
    """Be the process that multiprocessing wants, which begins Python with such words."""
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
    """Do what the command line says."""
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
