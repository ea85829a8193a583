"""Entry point of the bundled program, which selects the role before loading anything heavy.

The executable is three things: the program itself, the process guard of another program
(app/seats/process_guard.py), and a worker process of multiprocessing.
"""

import os
import sys

PROCESS_GUARD = "--process-guard"
"""Internal option; greenbaize.app.seats.bot_process passes it to start a process guard."""
SELF_TEST = "--self-test"
"""Accepted at any position: ``--new-window`` may come before it."""


def restore_environment() -> None:
    """Restore the library path, so that child processes load the system's libraries.

    The loader of the bundle has set these variables for itself; the system has read them already.
    """
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH"):
        original = os.environ.pop(f"{name}_ORIG", None)
        if original is not None:
            os.environ[name] = original
        elif os.environ.get(name) == sys._MEIPASS:
            del os.environ[name]
    for name in [name for name in os.environ if name.startswith("_PYI_")]:
        del os.environ[name]


def is_worker_process(arguments: list[str]) -> bool:
    """Return True if the arguments are those of a process started by multiprocessing."""
    if "--multiprocessing-fork" in arguments:
        return True
    return "-c" in arguments[:-1] and arguments[arguments.index("-c") + 1].startswith(
        "from multiprocessing."
    )


def run_worker(arguments: list[str]) -> None:
    """Run the worker process of multiprocessing that the arguments describe."""
    if "-c" in arguments:
        from multiprocessing.resource_tracker import main  # noqa: PLC0415

        command = arguments[arguments.index("-c") + 1]
        main(int(command.rpartition("(")[2].rstrip(")")))
    else:
        from multiprocessing.spawn import spawn_main  # noqa: PLC0415

        arguments = arguments[arguments.index("--multiprocessing-fork") + 1 :]
        spawn_main(
            **{name: int(value) for name, _, value in (word.partition("=") for word in arguments)}
        )


def register_module_finder() -> None:
    """Let ``pkgutil`` find the modules of the bundle, which the self-test loads one by one."""
    import pkgutil  # noqa: PLC0415
    from collections.abc import Iterator  # noqa: PLC0415

    import pyimod02_importers as bundled  # noqa: PLC0415  PyInstaller's; only a bundle has it

    def iter_bundled_modules(
        finder: bundled.PyiFrozenFinder, prefix: str = ""
    ) -> Iterator[tuple[str, bool]]:
        tree = bundled.get_pyz_toc_tree()
        for part in filter(None, finder._pyz_entry_prefix.split(".")):
            tree = tree.get(part, {})
        for name, subtree in tree.items():
            yield prefix + name, isinstance(subtree, dict)

    pkgutil.iter_importer_modules.register(bundled.PyiFrozenFinder, iter_bundled_modules)


def main() -> int:
    """Run the role that the command line selects."""
    restore_environment()
    arguments = sys.argv[1:]
    if arguments[:1] == [PROCESS_GUARD]:
        from process_guard import main as guard  # noqa: PLC0415  by itself: the package loads the games

        return guard(arguments[1:])
    if is_worker_process(arguments):
        run_worker(arguments)
        return 0
    if SELF_TEST in arguments:
        register_module_finder()
    from greenbaize.__main__ import main as run  # noqa: PLC0415

    return run()


if __name__ == "__main__":
    sys.exit(main())
