"""Compilation of the modules that Cython can compile, once per state of the sources.

See docs/compiled.md. Compiling is optional: without a C compiler, network or disk space everything
runs as pure Python, without a message. A failed attempt is not repeated for the same sources.
"""

import os
import shutil
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from environment import ROOT, pip_install, setup_lock
from system import failure_reason, print_progress, run_command

sys.path.insert(0, str(ROOT / "desktop"))
try:
    from greenbaize import compiled
finally:
    sys.path.remove(str(ROOT / "desktop"))

STORE: Final = compiled.STORE_FOLDER_NAME
LOCK_FILE: Final = "packaging/compile.lock"
MAX_KEPT_FOLDERS: Final = 3
"""Number of compiled folders to keep, for switching between states of the sources.

As many failure notes and other leftovers are kept.
"""
STEP_TIMEOUT_S: Final = 15 * 60.0
"""Timeout of one step (s); some machines and networks are slow."""
UNFINISHED_PREFIX: Final = "new-"
"""Name prefix of a folder in which a compilation is running."""
TRIAL_SCRIPT: Final = """
import sys
from importlib import import_module

sys.prefix = sys.argv[1]
sys.path.insert(0, sys.argv[2])
from greenbaize import compiled

for name in compiled.find_compilable_modules():
    import_module(name)
sys.exit(not compiled.is_running_compiled())
"""
"""Script that loads all compiled modules; arguments: the environment and the sources."""


def provide_compiled_modules(folder: Path, python: Path, root: Path = ROOT) -> bool:
    """Compile everything for an environment if needed; return True if it is compiled.

    Args:
        folder: the environment.
        python: Python of the environment.
        root: the checkout.
    """
    source_id = compiled.compute_build_id(root / "desktop" / "greenbaize")
    store = folder / STORE
    if not _needs_no_compilation(store, source_id) and (c_compiler := find_c_compiler()):
        with setup_lock():
            # another process may have compiled it while this one waited
            if not _needs_no_compilation(store, source_id):
                _compile_or_note_failure(store, source_id, python, root, c_compiler)
    return bool(source_id) and compiled.is_folder(store / source_id)


def compiled_files(folder: Path, root: Path = ROOT) -> dict[str, Path]:
    """Return the compiled files of an environment by their target below the ``desktop`` folder.

    A target looks like ``greenbaize/bots/NAME.abi3.so``.
    """
    source_id = compiled.compute_build_id(root / "desktop" / "greenbaize")
    module_folder = folder / STORE / source_id
    paths = sorted(module_folder.rglob("*.*")) if source_id else []
    return {
        path.relative_to(module_folder).as_posix(): path
        for path in paths
        if path.suffix != compiled.CHECKSUM_SUFFIX
    }


def _needs_no_compilation(store: Path, source_id: str) -> bool:
    """Return True if nothing can be compiled, or if it was compiled or tried already."""
    if not source_id or os.environ.get(compiled.UNCOMPILED_VARIABLE):
        return True
    try:
        return (store / source_id).is_dir() or _failure_file(store, source_id).exists()
    except OSError:  # another user owns the folder and has closed it
        return True


def _compile_or_note_failure(
    store: Path, source_id: str, python: Path, root: Path, c_compiler: str
) -> None:
    """Compile everything; write a failure note if it fails."""
    try:
        store.mkdir(exist_ok=True)
        _compile_modules(store, source_id, python, root, c_compiler)
    except (OSError, ValueError) as error:
        with suppress(OSError):
            # Create the file before writing to it: on a full disk the note stays, empty.
            _failure_file(store, source_id).touch()
            _failure_file(store, source_id).write_text(
                f"{error}\n", encoding="utf-8", errors="replace"
            )


def _failure_file(store: Path, source_id: str) -> Path:
    """Return the path of the failure note, which holds the reason."""
    return store / f"{source_id}.failed"


def _compile_modules(
    store: Path, source_id: str, python: Path, root: Path, c_compiler: str
) -> None:
    """Compile everything; raise ``ValueError`` with the reason on failure."""
    from tempfile import TemporaryDirectory  # noqa: PLC0415

    desktop = root / "desktop"
    with TemporaryDirectory(
        dir=store, prefix=UNFINISHED_PREFIX, ignore_cleanup_errors=True
    ) as temporary_folder:
        print_progress("Compiling the computer players (once) …")
        new_folder = Path(temporary_folder, "made")
        tools = Path(temporary_folder, "tools")
        work = Path(temporary_folder, "work")
        target = new_folder / STORE / source_id
        target.mkdir(parents=True)
        work.mkdir()
        target_options = ("--no-compile", "--target", str(tools))
        _check_result(
            *pip_install(python, root / LOCK_FILE, *target_options, limit=STEP_TIMEOUT_S), "ERROR:"
        )
        step = root / "packaging" / "cython_step.py"
        modules = compiled.find_compilable_modules(desktop / "greenbaize")
        # Not -I: it would ignore the variables that locate the C compiler.
        run_python = partial(run_command, python, "-P", limit=STEP_TIMEOUT_S)
        _check_result(*run_python(step, tools, desktop, target, work, *modules, CC=c_compiler))
        for file in sorted(target.rglob("*.*")):
            file.with_name(file.name + compiled.CHECKSUM_SUFFIX).write_text(
                compiled.compute_checksum(file), "ascii"
            )
        _check_result(
            *run_python("-c", TRIAL_SCRIPT, new_folder, desktop, GREENBAIZE_UNCOMPILED="")
        )
        if compiled.compute_build_id(desktop / "greenbaize") != source_id:
            return  # the sources changed meanwhile; the next start compiles again
        try:
            target.rename(store / source_id)
        except OSError:
            # unless another process has moved its folder here meanwhile
            if not compiled.is_folder(store / source_id):
                raise
    _remove_stale_folders(store)


def _check_result(code: int, output: str, prefix: str = "") -> None:
    if code:
        raise ValueError(f"{failure_reason(output, prefix)} ({code})")


def _remove_stale_folders(store: Path) -> None:
    """Remove folders of old sources and leftovers of interrupted starts.

    What cannot be removed stays.
    """
    compiled_folders: list[tuple[float, Path]] = []
    other_entries: list[tuple[float, Path]] = []
    with suppress(OSError):
        for entry in store.iterdir():
            with suppress(OSError):
                group = (
                    compiled_folders
                    if _is_own_folder(entry) and not entry.name.startswith(UNFINISHED_PREFIX)
                    else other_entries
                )
                group.append((entry.lstat().st_mtime, entry))
    for group in (compiled_folders, other_entries):
        for _, old in sorted(group, reverse=True)[MAX_KEPT_FOLDERS:]:
            with suppress(OSError):
                shutil.rmtree(old) if _is_own_folder(old) else old.unlink()


def _is_own_folder(path: Path) -> bool:
    """Return True for a folder that is not a link to another one."""
    return path.is_dir() and not path.is_symlink()


# The C compiler.


def find_c_compiler() -> str:
    """Return the C compiler with its first arguments; empty without it or without Python.h."""
    if sys.platform == "win32":
        return _find_visual_studio()
    import sysconfig  # (wanted once; other starts need not wait for it)  # noqa: PLC0415

    # Prefer the compiler that Python was built with; it may be absent on this machine.
    configured_compiler = os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "")
    names = filter(str.strip, (configured_compiler, "cc", "gcc", "clang"))
    command = next((name for name in names if shutil.which(name.split()[0])), "")
    if not command or not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return ""
    # macOS has a cc stub that only offers to install one; xcode-select -p does not prompt.
    return command if sys.platform != "darwin" or run_command("xcode-select", "-p")[0] == 0 else ""


def _find_visual_studio() -> str:
    """Return the folder of Visual Studio or its build tools, found with vswhere."""
    home = os.environ.get("PROGRAMFILES(X86)", "")
    vswhere = Path(home, "Microsoft Visual Studio", "Installer", "vswhere.exe")
    if not home or not vswhere.is_file():
        return ""
    component = "Microsoft.VisualStudio.Component.VC.Tools.x86.x64"
    arguments = (
        "-latest",
        "-products",
        "*",
        "-requires",
        component,
        "-property",
        "installationPath",
    )
    code, output = run_command(vswhere, *arguments)
    return "" if code else output.strip()
