"""Post-processing of PyInstaller's output folder: smaller, and identical on all machines."""

import filecmp
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from system import LINUX, SetupError, failure_reason, run_command

from bundle.icu import cut_library

ELF_MAGIC = b"\x7fELF"


@dataclass(frozen=True, slots=True)
class FolderSize:
    """Number of files and bytes of a folder."""

    file_count: int
    byte_count: int

    def __str__(self) -> str:
        return f"{self.byte_count / 1e6:.1f} MB in {self.file_count} files"


def iter_files(folder: Path) -> Iterator[Path]:
    """Yield all files of a folder recursively, with symbolic links, in a fixed order."""
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or path.is_file():
            yield path


def measure_folder(folder: Path) -> FolderSize:
    """Return the size of a folder; hard links count once."""
    known: dict[tuple[int, int], int] = {}
    for path in iter_files(folder):
        status = path.lstat()
        known[status.st_dev, status.st_ino or len(known)] = status.st_size
    return FolderSize(len(list(iter_files(folder))), sum(known.values()))


def strip_libraries(folder: Path) -> None:
    """Remove symbols and unused data from a bundle's libraries; on Linux only, where it pays.

    Raises:
        SetupError: a tool is missing or failed.
    """
    if not LINUX:
        return
    libraries = [path for path in iter_files(folder / "_internal") if is_elf_file(path)]
    # Qt's are stripped; a locally built Python and some packages are not.
    strippable = [path for path in libraries if "PySide6" not in path.parts]
    code, output = run_command("strip", "--strip-unneeded", *strippable)
    if code:
        raise SetupError(f"strip failed: {failure_reason(output)}")
    for path in libraries:
        if path.name.startswith("libicudata.so."):
            cut_library(path)


def is_elf_file(path: Path) -> bool:
    """Return True if a file is a library or program of Linux."""
    if path.is_symlink():
        return False
    with path.open("rb") as file:
        return file.read(len(ELF_MAGIC)) == ELF_MAGIC


def erase_python_path(folder: Path, python_home: Path) -> None:
    """Overwrite the build path of the bundled Python.

    A locally built Python has its folder in each of its libraries, as a search path. It is replaced
    by the system's folder, padded with slashes to the same length. The last part of the path stays:
    the linker lets other strings share its end, such as the version.
    """
    original = os.fsencode(python_home.parent)
    if len(python_home.parts) < 4 or is_system_python(python_home):
        return
    replacement = b"/usr".ljust(len(original), b"/")
    for path in iter_files(folder):
        if is_elf_file(path) and original in (content := path.read_bytes()):
            path.write_bytes(content.replace(original, replacement))


def is_system_python(python_home: Path) -> bool:
    """Return True if a Python is in a system folder, which reveals nothing about the builder."""
    return python_home.parts[1:2] in (("usr",), ("opt",), ("Library",))


def check_build_paths(folder: Path, paths: Iterable[Path]) -> None:
    """Refuse a bundle that contains paths of the build machine.

    Raises:
        SetupError: a file contains one of the paths.
    """
    names = [os.fsencode(path) for path in paths if len(path.parts) > 2]
    for path in iter_files(folder):
        content = b"" if path.is_symlink() else path.read_bytes()
        for name in names:
            if name in content:
                relative = path.relative_to(folder)
                raise SetupError(
                    f"{relative} contains a path of the build machine: {os.fsdecode(name)}"
                )


def check_bundled_libraries(folder: Path, patterns: Iterable[str]) -> None:
    """Refuse a bundle without one of the libraries that it should bring along.

    Raises:
        SetupError: PyInstaller has left one out, as it does silently where it does not exist.
    """
    for pattern in patterns:
        if not any(folder.glob(pattern)):
            raise SetupError(f"the bundle lacks {pattern}; is it installed on this system?")


def hardlink_equal_files(first: Path, second: Path) -> None:
    """Replace two equal files by one with two names, where the system supports it."""
    if sys.platform != "win32" and filecmp.cmp(first, second, shallow=False):
        second.unlink()
        second.hardlink_to(first)


def normalise_metadata(folder: Path, timestamp: int, programs: Path | None = None) -> None:
    """Give all files the same permissions and time on every build.

    Args:
        folder: root folder.
        timestamp: modification time (s since 1970).
        programs: folder of the executable files, if not the root folder.
    """
    program_folder = folder if programs is None else programs
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            is_program = path.parent == program_folder and os.access(path, os.X_OK)
            path.chmod(0o755 if path.is_dir() or is_program else 0o644)
            os.utime(path, (timestamp, timestamp))
