"""Post-processing of PyInstaller's output folder: smaller, and identical on all machines."""

import filecmp
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from system import LINUX, SetupError, reason, run

from bundle.icu import cut_library

ELF = b"\x7fELF"


@dataclass(frozen=True, slots=True)
class Size:
    """Number of files and bytes of a folder."""

    files: int
    bytes: int

    def __str__(self) -> str:
        return f"{self.bytes / 1e6:.1f} MB in {self.files} files"


def files_in(folder: Path) -> Iterator[Path]:
    """Yield all files of a folder recursively, with symbolic links, in a fixed order."""
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or path.is_file():
            yield path


def size_of(folder: Path) -> Size:
    """Return the size of a folder; hard links count once."""
    known: dict[tuple[int, int], int] = {}
    for path in files_in(folder):
        status = path.lstat()
        known[status.st_dev, status.st_ino or len(known)] = status.st_size
    return Size(len(list(files_in(folder))), sum(known.values()))


def shrink(folder: Path) -> None:
    """Remove symbols and unused data from a bundle's libraries; on Linux only, where it pays.

    Raises:
        SetupError: a tool is missing or failed.
    """
    if not LINUX:
        return
    libraries = [path for path in files_in(folder / "_internal") if is_library(path)]
    # Qt's are stripped; a locally built Python and some packages are not.
    mine = [path for path in libraries if "PySide6" not in path.parts]
    code, output = run("strip", "--strip-unneeded", *mine)
    if code:
        raise SetupError(f"strip failed: {reason(output)}")
    for path in libraries:
        if path.name.startswith("libicudata.so."):
            cut_library(path)


def is_library(path: Path) -> bool:
    """Return True if a file is a library or program of Linux."""
    if path.is_symlink():
        return False
    with path.open("rb") as file:
        return file.read(len(ELF)) == ELF


def forget_python(folder: Path, home: Path) -> None:
    """Overwrite the build path of the bundled Python.

    A locally built Python has its folder in each of its libraries, as a search path. It is replaced
    by the system's folder, padded with slashes to the same length. The last part of the path stays:
    the linker lets other strings share its end, such as the version.
    """
    around = os.fsencode(home.parent)
    if len(home.parts) < 4 or is_of_system(home):
        return
    other = b"/usr".ljust(len(around), b"/")
    for path in files_in(folder):
        if is_library(path) and around in (content := path.read_bytes()):
            path.write_bytes(content.replace(around, other))


def is_of_system(home: Path) -> bool:
    """Return True if a Python is in a system folder, which reveals nothing about the builder."""
    return home.parts[1:2] in (("usr",), ("opt",), ("Library",))


def check_places(folder: Path, places: Iterable[Path]) -> None:
    """Refuse a bundle that contains paths of the build machine.

    Raises:
        SetupError: a file contains one of the paths.
    """
    names = [os.fsencode(place) for place in places if len(place.parts) > 2]
    for path in files_in(folder):
        content = b"" if path.is_symlink() else path.read_bytes()
        for name in names:
            if name in content:
                where = path.relative_to(folder)
                raise SetupError(f"{where} says where it was made: {os.fsdecode(name)}")


def check_taken_along(folder: Path, patterns: Iterable[str]) -> None:
    """Refuse a bundle without one of the libraries that it should bring along.

    Raises:
        SetupError: PyInstaller has left one out, as it does silently where it does not exist.
    """
    for pattern in patterns:
        if not any(folder.glob(pattern)):
            raise SetupError(f"the bundle lacks {pattern}; is it there on this system?")


def join_twins(first: Path, second: Path) -> None:
    """Replace two equal files by one with two names, where the system supports it."""
    if sys.platform != "win32" and filecmp.cmp(first, second, shallow=False):
        second.unlink()
        second.hardlink_to(first)


def settle(folder: Path, timestamp: int, programs: Path | None = None) -> None:
    """Give all files the same permissions and time on every build.

    Args:
        folder: root folder.
        timestamp: modification time (s since 1970).
        programs: folder of the executable files, if not the root folder.
    """
    at = folder if programs is None else programs
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            begins = path.parent == at and os.access(path, os.X_OK)
            path.chmod(0o755 if path.is_dir() or begins else 0o644)
            os.utime(path, (timestamp, timestamp))
