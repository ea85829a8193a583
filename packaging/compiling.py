"""Compiles what can be compiled, once for the sources as they are; docs/compiled.md tells why.

It is a gain that nobody has to have: without a C compiler, network or space everything runs as it
is, and nobody is told. What was tried in vain for some sources is not tried for them again.
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
"""The latest so many compiled folders stay, for whoever goes back and forth between sources. Of
notes that something could not be compiled, and of what else is there, as many."""
LIMIT: Final = 15 * 60.0
"""After so many seconds a step of it is given up, though some machines and networks are slow."""
NEW: Final = "new-"
"""How the name of a folder begins in which somebody is compiling just now."""
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
"""Loads all that was compiled: arguments are the environment that it is in, and the sources."""


def provide(folder: Path, python: Path, root: Path = ROOT) -> bool:
    """Have everything compiled for an environment; whether it is.

    Args:
        folder: the environment.
        python: its Python.
        root: the checkout.
    """
    word = compiled.identity(root / "desktop" / "greenbaize")
    store = folder / STORE
    if not _is_settled(store, word) and (hands := compiler()):
        with one_at_a_time():
            if not _is_settled(store, word):  # perhaps thanks to the one we waited for
                _try(store, word, python, root, hands)
    return bool(word) and compiled.is_folder(store / word)


def files(folder: Path, root: Path = ROOT) -> dict[str, Path]:
    """What has been compiled for an environment from a checkout, by where it belongs below it.

    Those places are what they are in the folder ``desktop``, as ``greenbaize/bots/NAME.abi3.so``.
    """
    word = compiled.identity(root / "desktop" / "greenbaize")
    home = folder / STORE / word
    found = sorted(home.rglob("*.*")) if word else []
    return {
        path.relative_to(home).as_posix(): path for path in found if path.suffix != compiled.SUM
    }


def _is_settled(store: Path, word: str) -> bool:
    """Whether there is nothing to compile, or it has been compiled or tried already."""
    if not word or os.environ.get(compiled.SOURCES_WANTED):
        return True
    try:
        return (store / word).is_dir() or _in_vain(store, word).exists()
    except OSError:  # another user has closed it
        return True


def _try(store: Path, word: str, python: Path, root: Path, hands: str) -> None:
    """Compile everything; note it down if that cannot be done."""
    try:
        store.mkdir(exist_ok=True)
        _compile(store, word, python, root, hands)
    except (OSError, ValueError) as error:
        with suppress(OSError):
            # Made before it is written, which a full disk may not let it be.
            _in_vain(store, word).touch()
            _in_vain(store, word).write_text(f"{error}\n", encoding="utf-8", errors="replace")


def _in_vain(store: Path, word: str) -> Path:
    """The file that tells that nothing could be compiled, and why."""
    return store / f"{word}.failed"


def _compile(store: Path, word: str, python: Path, root: Path, hands: str) -> None:
    """Compile everything; ``ValueError`` with the reason if it cannot be done."""
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
        # Not -I, which would leave out what says where the C compiler is.
        begin = partial(run, python, "-P", limit=LIMIT)
        _check(*begin(step, tools, desktop, target, work, *modules, CC=hands))
        for file in sorted(target.rglob("*.*")):
            file.with_name(file.name + compiled.SUM).write_text(compiled.sum_of(file), "ascii")
        _check(*begin("-c", TRIAL, new, desktop, GREENBAIZE_UNCOMPILED=""))
        if compiled.identity(desktop / "greenbaize") != word:
            return  # somebody has been writing meanwhile; the next start does it again
        try:
            target.rename(store / word)
        except OSError:
            if not compiled.is_folder(store / word):  # nobody else has put it there meanwhile
                raise
    _tidy(store)


def _check(code: int, output: str, mark: str = "") -> None:
    if code:
        raise ValueError(f"{reason(output, mark)} ({code})")


def _tidy(store: Path) -> None:
    """Remove what was compiled from sources long gone, and what an interrupted start has left.

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
    """Whether a path is a folder, and no link to one elsewhere."""
    return path.is_dir() and not path.is_symlink()


# The C compiler.


def compiler() -> str:
    """The C compiler, with its first arguments; nothing if it is not there, or lacks Python.h."""
    if sys.platform == "win32":
        return _microsofts()
    import sysconfig  # noqa: PLC0415  (wanted once; other starts need not wait for it)

    # First the one that Python was made by, on another machine perhaps.
    made_by = os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "")
    names = filter(str.strip, (made_by, "cc", "gcc", "clang"))
    found = next((name for name in names if shutil.which(name.split()[0])), "")
    if not found or not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return ""
    # A Mac has a cc that only asks whether it should fetch one; this asks nobody.
    return found if sys.platform != "darwin" or run("xcode-select", "-p")[0] == 0 else ""


def _microsofts() -> str:
    """Where Visual Studio or its build tools are, asked as setuptools does."""
    home = os.environ.get("PROGRAMFILES(X86)", "")
    where = Path(home, "Microsoft Visual Studio", "Installer", "vswhere.exe")
    if not home or not where.is_file():
        return ""
    part = "Microsoft.VisualStudio.Component.VC.Tools.x86.x64"
    ask = ("-latest", "-products", "*", "-requires", part, "-property", "installationPath")
    code, output = run(where, *ask)
    return "" if code else output.strip()
