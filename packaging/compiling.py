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

from environment import ROOT, one_at_a_time, pip_install
from system import reason, run, say

sys.path.insert(0, str(ROOT / "desktop"))
try:
    from greenbaize import compiled
finally:
    sys.path.remove(str(ROOT / "desktop"))

STORE: Final = compiled.STORE
LOCK: Final = "packaging/compile.lock"
KEPT: Final = 3
"""Number of compiled folders to keep, for switching between states of the sources.

As many failure notes and other leftovers are kept.
"""
LIMIT: Final = 15 * 60.0
"""Timeout of one step (s); some machines and networks are slow."""
NEW: Final = "new-"
"""Name prefix of a folder in which a compilation is running."""
TRIAL: Final = """
import sys
from importlib import import_module

sys.prefix = sys.argv[1]
sys.path.insert(0, sys.argv[2])
from greenbaize import compiled

for name in compiled.pairs():
    import_module(name)
sys.exit(not compiled.runs_compiled())
"""
"""Script that loads all compiled modules; arguments: the environment and the sources."""


def provide(folder: Path, python: Path, root: Path = ROOT) -> bool:
    """Compile everything for an environment if needed; return True if it is compiled.

    Args:
        folder: the environment.
        python: Python of the environment.
        root: the checkout.
    """
    word = compiled.identity(root / "desktop" / "greenbaize")
    store = folder / STORE
    if not _is_settled(store, word) and (hands := compiler()):
        with one_at_a_time():
            # another process may have compiled it while this one waited
            if not _is_settled(store, word):
                _try(store, word, python, root, hands)
    return bool(word) and compiled.is_folder(store / word)


def files(folder: Path, root: Path = ROOT) -> dict[str, Path]:
    """Return the compiled files of an environment by their target below the ``desktop`` folder.

    A target looks like ``greenbaize/bots/NAME.abi3.so``.
    """
    word = compiled.identity(root / "desktop" / "greenbaize")
    home = folder / STORE / word
    found = sorted(home.rglob("*.*")) if word else []
    return {
        path.relative_to(home).as_posix(): path for path in found if path.suffix != compiled.SUM
    }


def _is_settled(store: Path, word: str) -> bool:
    """Return True if nothing can be compiled, or if it was compiled or tried already."""
    if not word or os.environ.get(compiled.SOURCES_WANTED):
        return True
    try:
        return (store / word).is_dir() or _in_vain(store, word).exists()
    except OSError:  # another user owns the folder and has closed it
        return True


def _try(store: Path, word: str, python: Path, root: Path, hands: str) -> None:
    """Compile everything; write a failure note if it fails."""
    try:
        store.mkdir(exist_ok=True)
        _compile(store, word, python, root, hands)
    except (OSError, ValueError) as error:
        with suppress(OSError):
            # Create the file before writing to it: on a full disk the note stays, empty.
            _in_vain(store, word).touch()
            _in_vain(store, word).write_text(f"{error}\n", encoding="utf-8", errors="replace")


def _in_vain(store: Path, word: str) -> Path:
    """Return the path of the failure note, which holds the reason."""
    return store / f"{word}.failed"


def _compile(store: Path, word: str, python: Path, root: Path, hands: str) -> None:
    """Compile everything; raise ``ValueError`` with the reason on failure."""
    from tempfile import TemporaryDirectory  # noqa: PLC0415

    desktop = root / "desktop"
    with TemporaryDirectory(dir=store, prefix=NEW, ignore_cleanup_errors=True) as place:
        say("Compiling the computer players (once) …")
        new, tools, work = Path(place, "made"), Path(place, "tools"), Path(place, "work")
        target = new / STORE / word
        target.mkdir(parents=True)
        work.mkdir()
        where = ("--no-compile", "--target", str(tools))
        _check(*pip_install(python, root / LOCK, *where, limit=LIMIT), "ERROR:")
        step = root / "packaging" / "cython_step.py"
        modules = compiled.pairs(desktop / "greenbaize")
        # Not -I: it would ignore the variables that locate the C compiler.
        begin = partial(run, python, "-P", limit=LIMIT)
        _check(*begin(step, tools, desktop, target, work, *modules, CC=hands))
        for file in sorted(target.rglob("*.*")):
            file.with_name(file.name + compiled.SUM).write_text(compiled.sum_of(file), "ascii")
        _check(*begin("-c", TRIAL, new, desktop, GREENBAIZE_UNCOMPILED=""))
        if compiled.identity(desktop / "greenbaize") != word:
            return  # the sources changed meanwhile; the next start compiles again
        try:
            target.rename(store / word)
        except OSError:
            # unless another process has moved its folder here meanwhile
            if not compiled.is_folder(store / word):
                raise
    _tidy(store)


def _check(code: int, output: str, mark: str = "") -> None:
    if code:
        raise ValueError(f"{reason(output, mark)} ({code})")


def _tidy(store: Path) -> None:
    """Remove folders of old sources and leftovers of interrupted starts.

    What cannot be removed stays.
    """
    made: list[tuple[float, Path]] = []
    others: list[tuple[float, Path]] = []
    with suppress(OSError):
        for one in store.iterdir():
            with suppress(OSError):
                kind = made if _is_own_folder(one) and not one.name.startswith(NEW) else others
                kind.append((one.lstat().st_mtime, one))
    for kind in (made, others):
        for _, old in sorted(kind, reverse=True)[KEPT:]:
            with suppress(OSError):
                shutil.rmtree(old) if _is_own_folder(old) else old.unlink()


def _is_own_folder(path: Path) -> bool:
    """Return True for a folder that is not a link to another one."""
    return path.is_dir() and not path.is_symlink()


# The C compiler.


def compiler() -> str:
    """Return the C compiler with its first arguments; empty without it or without Python.h."""
    if sys.platform == "win32":
        return _microsofts()
    import sysconfig  # (wanted once; other starts need not wait for it)  # noqa: PLC0415

    # Prefer the compiler that Python was built with; it may be absent on this machine.
    made_by = os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "")
    names = filter(str.strip, (made_by, "cc", "gcc", "clang"))
    found = next((name for name in names if shutil.which(name.split()[0])), "")
    if not found or not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return ""
    # macOS has a cc stub that only offers to install one; xcode-select -p does not prompt.
    return found if sys.platform != "darwin" or run("xcode-select", "-p")[0] == 0 else ""


def _microsofts() -> str:
    """Return the folder of Visual Studio or its build tools, found with vswhere."""
    home = os.environ.get("PROGRAMFILES(X86)", "")
    where = Path(home, "Microsoft Visual Studio", "Installer", "vswhere.exe")
    if not home or not where.is_file():
        return ""
    part = "Microsoft.VisualStudio.Component.VC.Tools.x86.x64"
    ask = ("-latest", "-products", "*", "-requires", part, "-property", "installationPath")
    code, output = run(where, *ask)
    return "" if code else output.strip()
