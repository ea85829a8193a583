"""Selection of compiled modules, and the location of their files; see docs/compiled.md.

A module with a ``.pxd`` beside it is one that can be compiled. From a checkout they lie in the
environment, in a folder that is called after all that they were made from: if a source has changed
since, that folder is none, and all sources run as they are. In a wheel or a bundle they lie beside
the sources, or in place of them.
"""

import os
import sys
from collections.abc import Iterable
from functools import cache
from importlib.machinery import (
    BYTECODE_SUFFIXES,
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
    SourcelessFileLoader,
)
from pathlib import Path
from types import ModuleType
from typing import Final
from zlib import crc32

PACKAGE: Final = Path(__file__).parent
SOURCES_WANTED: Final = "GREENBAIZE_UNCOMPILED"
"""The environment variable that makes the sources run in any case."""
STORE: Final = "greenbaize-compiled"
"""The folder below an environment in which compiled files are stored."""
SUM: Final = ".crc32"
_HOW: Final = ("compile.lock", "cython_step.py")
"""The inputs of the compilation besides the sources, in the folder ``packaging`` of a checkout."""


def pairs(package: Path = PACKAGE) -> dict[str, Path]:
    """Return the modules that can be compiled, by full name, with their sources.

    Only the bots and the families of games are searched: searching everywhere would take longer
    than everything else here.

    Args:
        package: the folder of the program's package.
    """
    return {
        ".".join((package.name, *home, file[:-4])): package.joinpath(*home, f"{file[:-4]}.py")
        for home in _homes(package)
        for file in _files(package.joinpath(*home))
        if file.endswith(".pxd")
    }


def _homes(package: Path) -> list[tuple[str, ...]]:
    """Return the packages that may contain compiled modules, as parts of their names."""
    families = (one for one in _files(package / "games") if "." not in one and one[0] != "_")
    return [("bots",), *(("games", one) for one in families)]


def _files(folder: Path) -> list[str]:
    """Return the sorted names in a folder; empty where a bundle has no such folder."""
    try:
        with os.scandir(folder) as found:
            return sorted(one.name for one in found)
    except OSError:
        return []


def identity(package: Path = PACKAGE) -> str:
    """Return an identifier of all inputs of compiled modules; empty if nothing can be compiled.

    It changes with every source, with the compiler of Python to C and its options, and with Python
    and the machine. There is one for all modules together, so that no compiled module is ever used
    with another one's newer source.

    Args:
        package: the folder of the program's package.
    """
    machine = os.uname().machine if hasattr(os, "uname") else ""
    total = crc32(f"{EXTENSION_SUFFIXES[0]} {machine}".encode())
    packaging = package.parent.parent / "packaging"
    try:
        sources = pairs(package)
        if not sources:
            return ""
        files = [packaging / name for name in _HOW]
        for source in sources.values():
            files += (source, source.with_suffix(".pxd"))
        total = crc32(" ".join(sources).encode(), total)
        for file in files:
            content = file.read_bytes()
            total = crc32(content, crc32(b"%d" % len(content), total))
    except OSError:  # Not a checkout, or one in which files are being moved.
        return ""
    return f"{total:08x}"


@cache
def _word() -> str:
    """Return the identifier of the current sources; empty in a wheel or a bundle."""
    return identity()


@cache
def _here() -> Path | None:
    """Return the folder of modules compiled from the current sources in this environment."""
    if getattr(sys, "frozen", False) or os.environ.get(SOURCES_WANTED):
        return None
    word = _word()
    folder = Path(sys.prefix, STORE, word, PACKAGE.name)
    return folder if word and is_folder(folder) else None


def is_folder(path: Path) -> bool:
    """Return True if a path is an accessible folder."""
    try:
        return path.is_dir()
    except OSError:  # A parent folder may be closed to this user.
        return False


def with_compiled(path: Iterable[str], name: str) -> list[str]:
    """Return the ``__path__`` of a package that may contain compiled modules.

    Args:
        path: the path without them.
        name: the name of the package.
    """
    folders = list(path)
    if getattr(sys, "frozen", False):
        return folders  # PyInstaller knows where everything is.
    if here := _here():
        folders.insert(0, str(here.joinpath(*name.split(".")[1:])))
    for folder in folders:
        sys.path_importer_cache[folder] = _finder(folder)
    return folders


def _finder(folder: str) -> FileFinder:
    """Return Python's own finder, without compiled modules where sources are wanted."""
    # For compiled files beside the sources of a checkout, their inputs are unknown.
    stray = Path(folder).is_relative_to(PACKAGE) and bool(_word())
    wanted = not stray and not os.environ.get(SOURCES_WANTED)
    compiled = ((_Compiled, EXTENSION_SUFFIXES),) if wanted else ()
    return FileFinder(
        folder,
        *compiled,
        (SourceFileLoader, SOURCE_SUFFIXES),
        (SourcelessFileLoader, BYTECODE_SUFFIXES),
    )


class _Compiled(ExtensionFileLoader):
    """Loader of a compiled module that falls back to its source if the system cannot load it.

    A file may be damaged or inaccessible, lie where nothing may be executed, or need a newer
    system.
    """

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the compiled module, not yet executed."""
        try:
            _check(self.path)
            return super().create_module(spec)
        except (ImportError, OSError):
            file = PACKAGE.joinpath(*spec.name.split(".")[1:]).with_suffix(".py")
            if not file.is_file():
                raise
            # The import system continues with what the specification says now.
            spec.loader, spec.origin = SourceFileLoader(spec.name, str(file)), str(file)
            return ModuleType(spec.name)


def sum_of(file: Path) -> str:
    """Return the content of a compiled file's checksum file (suffix ``CHECKSUM_SUFFIX``)."""
    return f"{crc32(file.read_bytes()):08x}"


def _check(file: str) -> None:
    """Raise ``ImportError`` for a damaged file: loading a part of one would crash the process."""
    if Path(file).is_relative_to(PACKAGE):  # In a wheel the installer has checked it.
        return
    if Path(file + SUM).read_bytes() != sum_of(Path(file)).encode():
        raise ImportError(f"{file} is damaged")


def runs_compiled() -> bool:
    """Return True if the compiled modules run: all loaded ones, and all others once loaded."""
    found = [_is_compiled(home, name) for home in _homes(PACKAGE) for name in _names(home)]
    return bool(found) and all(found)


def _names(home: tuple[str, ...]) -> set[str]:
    """Return the modules of a package that can be compiled, or were.

    A bundle has no sources; its compiled modules are listed by their files.
    """
    endings = (".pxd", *EXTENSION_SUFFIXES)
    files = (file for file in _files(PACKAGE.joinpath(*home)) if file.endswith(endings))
    return {file.partition(".")[0] for file in files}


def _is_compiled(home: tuple[str, ...], name: str) -> bool:
    """Return True if a module of a package runs compiled, or would."""
    loaded = sys.modules.get(".".join((PACKAGE.name, *home, name)))
    if loaded is not None:
        return str(loaded.__file__).endswith(tuple(EXTENSION_SUFFIXES))
    if os.environ.get(SOURCES_WANTED):
        return False
    folder = _here() if _word() else PACKAGE
    if folder is None:
        return False
    there = _files(folder.joinpath(*home))
    for file in (name + suffix for suffix in EXTENSION_SUFFIXES):
        if file in there:
            return _is_sound(folder.joinpath(*home, file))
    return False


def _is_sound(file: Path) -> bool:
    try:
        _check(str(file))
    except (ImportError, OSError):
        return False
    return True
