"""Selection of compiled modules, and the location of their files; see docs/compiled.md.

A module with a ``.pxd`` beside it can be compiled. The compiled files of a checkout are in its
environment, in a folder named by a checksum of everything that they were made from: after a change
of any source that folder does not exist, and all sources run. In a wheel or a bundle the compiled
files are beside the sources, or in place of them.
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

PACKAGE_FOLDER: Final = Path(__file__).parent
UNCOMPILED_VARIABLE: Final = "GREENBAIZE_UNCOMPILED"
"""The environment variable that makes the sources run in any case."""
STORE_FOLDER_NAME: Final = "greenbaize-compiled"
"""The folder below an environment in which compiled files are stored."""
CHECKSUM_SUFFIX: Final = ".crc32"
_BUILD_FILES: Final = ("compile.lock", "cython_step.py")
"""The inputs of the compilation besides the sources, in the folder ``packaging`` of a checkout."""


def find_compilable_modules(package: Path = PACKAGE_FOLDER) -> dict[str, Path]:
    """Return the modules that can be compiled, by full name, with their sources.

    Only the bots and the families of games are searched: searching everywhere would take longer
    than everything else here.

    Args:
        package: the folder of the program's package.
    """
    return {
        ".".join((package.name, *package_parts, file_name[:-4])): package.joinpath(
            *package_parts, f"{file_name[:-4]}.py"
        )
        for package_parts in _compilable_packages(package)
        for file_name in _list_files(package.joinpath(*package_parts))
        if file_name.endswith(".pxd")
    }


def _compilable_packages(package: Path) -> list[tuple[str, ...]]:
    """Return the packages that may contain compiled modules, as parts of their names."""
    families = (
        name for name in _list_files(package / "games") if "." not in name and name[0] != "_"
    )
    return [("bots",), *(("games", name) for name in families)]


def _list_files(folder: Path) -> list[str]:
    """Return the sorted names in a folder; empty where a bundle has no such folder."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in entries)
    except OSError:
        return []


def compute_build_id(package: Path = PACKAGE_FOLDER) -> str:
    """Return an identifier of all inputs of compiled modules; empty if nothing can be compiled.

    It changes with every source, with the compiler of Python to C and its options, and with Python
    and the machine. There is one for all modules together, so that no compiled module is ever used
    with another one's newer source.

    Args:
        package: the folder of the program's package.
    """
    machine = os.uname().machine if hasattr(os, "uname") else ""
    checksum = crc32(f"{EXTENSION_SUFFIXES[0]} {machine}".encode())
    packaging = package.parent.parent / "packaging"
    try:
        sources = find_compilable_modules(package)
        if not sources:
            return ""
        files = [packaging / name for name in _BUILD_FILES]
        for source in sources.values():
            files += (source, source.with_suffix(".pxd"))
        checksum = crc32(" ".join(sources).encode(), checksum)
        for file in files:
            content = file.read_bytes()
            checksum = crc32(content, crc32(b"%d" % len(content), checksum))
    except OSError:  # Not a checkout, or one in which files are being moved.
        return ""
    return f"{checksum:08x}"


@cache
def _build_id() -> str:
    """Return the identifier of the current sources; empty in a wheel or a bundle."""
    return compute_build_id()


@cache
def _compiled_folder() -> Path | None:
    """Return the folder of modules compiled from the current sources in this environment."""
    if getattr(sys, "frozen", False) or os.environ.get(UNCOMPILED_VARIABLE):
        return None
    build_id = _build_id()
    folder = Path(sys.prefix, STORE_FOLDER_NAME, build_id, PACKAGE_FOLDER.name)
    return folder if build_id and is_folder(folder) else None


def is_folder(path: Path) -> bool:
    """Return True if a path is an accessible folder."""
    try:
        return path.is_dir()
    except OSError:  # A parent folder may be closed to this user.
        return False


def compiled_package_path(path: Iterable[str], name: str) -> list[str]:
    """Return the ``__path__`` of a package that may contain compiled modules.

    Args:
        path: the path without them.
        name: the name of the package.
    """
    folders = list(path)
    if getattr(sys, "frozen", False):
        return folders  # PyInstaller knows where everything is.
    if here := _compiled_folder():
        folders.insert(0, str(here.joinpath(*name.split(".")[1:])))
    for folder in folders:
        sys.path_importer_cache[folder] = _create_finder(folder)
    return folders


def _create_finder(folder: str) -> FileFinder:
    """Return Python's own finder, without compiled modules where sources are wanted."""
    # For compiled files beside the sources of a checkout, their inputs are unknown.
    is_in_checkout = Path(folder).is_relative_to(PACKAGE_FOLDER) and bool(_build_id())
    allows_compiled = not is_in_checkout and not os.environ.get(UNCOMPILED_VARIABLE)
    compiled = ((_CompiledLoader, EXTENSION_SUFFIXES),) if allows_compiled else ()
    return FileFinder(
        folder,
        *compiled,
        (SourceFileLoader, SOURCE_SUFFIXES),
        (SourcelessFileLoader, BYTECODE_SUFFIXES),
    )


class _CompiledLoader(ExtensionFileLoader):
    """Loader of a compiled module that falls back to its source if the system cannot load it.

    A file may be damaged or inaccessible, lie where nothing may be executed, or need a newer
    system.
    """

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the compiled module, not yet executed."""
        try:
            _check_compiled_file(self.path)
            return super().create_module(spec)
        except (ImportError, OSError):
            file = PACKAGE_FOLDER.joinpath(*spec.name.split(".")[1:]).with_suffix(".py")
            if not file.is_file():
                raise
            # The import system continues with what the specification says now.
            spec.loader, spec.origin = SourceFileLoader(spec.name, str(file)), str(file)
            return ModuleType(spec.name)


def compute_checksum(file: Path) -> str:
    """Return the content of a compiled file's checksum file (suffix ``CHECKSUM_SUFFIX``)."""
    return f"{crc32(file.read_bytes()):08x}"


def _check_compiled_file(file: str) -> None:
    """Raise ``ImportError`` for a damaged file: loading a part of one would crash the process."""
    if Path(file).is_relative_to(PACKAGE_FOLDER):  # In a wheel the installer has checked it.
        return
    if Path(file + CHECKSUM_SUFFIX).read_bytes() != compute_checksum(Path(file)).encode():
        raise ImportError(f"{file} is damaged")


def is_running_compiled() -> bool:
    """Return True if the compiled modules run: all loaded ones, and all others once loaded."""
    results = [
        _is_compiled(home, name)
        for home in _compilable_packages(PACKAGE_FOLDER)
        for name in _compilable_names(home)
    ]
    return bool(results) and all(results)


def _compilable_names(package_parts: tuple[str, ...]) -> set[str]:
    """Return the modules of a package that can be compiled, or were.

    A bundle has no sources; its compiled modules are listed by their files.
    """
    endings = (".pxd", *EXTENSION_SUFFIXES)
    files = (
        file
        for file in _list_files(PACKAGE_FOLDER.joinpath(*package_parts))
        if file.endswith(endings)
    )
    return {file.partition(".")[0] for file in files}


def _is_compiled(package_parts: tuple[str, ...], name: str) -> bool:
    """Return True if a module of a package runs compiled, or would."""
    loaded = sys.modules.get(".".join((PACKAGE_FOLDER.name, *package_parts, name)))
    if loaded is not None:
        return str(loaded.__file__).endswith(tuple(EXTENSION_SUFFIXES))
    if os.environ.get(UNCOMPILED_VARIABLE):
        return False
    folder = _compiled_folder() if _build_id() else PACKAGE_FOLDER
    if folder is None:
        return False
    file_names = _list_files(folder.joinpath(*package_parts))
    for file in (name + suffix for suffix in EXTENSION_SUFFIXES):
        if file in file_names:
            return _is_sound(folder.joinpath(*package_parts, file))
    return False


def _is_sound(file: Path) -> bool:
    try:
        _check_compiled_file(str(file))
    except (ImportError, OSError):
        return False
    return True
