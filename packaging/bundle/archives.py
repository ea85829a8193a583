"""Archives of a bundle that have the same bytes whoever makes them, wherever and whenever."""

import lzma
import stat
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

from bundle.tree import files_in


def add_tree(archive: tarfile.TarFile, folder: Path, name: str, moment: int) -> None:
    """Add a folder with all that is in it, in a fixed order and as nobody's.

    Args:
        archive: an open archive.
        folder: what is added.
        name: what it is called there.
        moment: when it is said to have been written, in seconds since 1970.
    """
    twins: dict[tuple[int, int], str] = {}
    for path in [folder, *sorted(folder.rglob("*"))]:
        below = path.relative_to(folder).as_posix()
        info = archive.gettarinfo(path, name if below == "." else f"{name}/{below}")
        info.uid = info.gid = 0
        info.uname = info.gname = "root"
        info.mtime = moment
        if info.issym():
            info.mode = 0o777
        if info.isfile() or info.islnk():
            # Not by what tarfile has seen before, which depends on what else has two names.
            _as_twin(info, path, twins)
        if info.isreg():
            with path.open("rb") as file:
                archive.addfile(info, file)
        else:
            archive.addfile(info)


def _as_twin(info: tarfile.TarInfo, path: Path, twins: dict[tuple[int, int], str]) -> None:
    status = path.stat()
    first = twins.setdefault((status.st_dev, status.st_ino), info.name)
    if first == info.name:
        info.type, info.linkname, info.size = tarfile.REGTYPE, "", status.st_size
    else:
        info.type, info.linkname, info.size = tarfile.LNKTYPE, first, 0


def tar(target: Path, fill: Callable[[tarfile.TarFile], None], preset: int = 9) -> None:
    """Write a ``.tar.xz``.

    Args:
        target: the file.
        fill: adds to the archive what is to be in it.
        preset: how much effort is made, from 0 to 9.
    """
    with (
        target.open("wb") as file,
        lzma.open(file, "wb", preset=preset) as stream,
        tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT) as archive,
    ):
        fill(archive)


def zip_tree(target: Path, folder: Path, name: str) -> None:
    """Write a folder as a ZIP file, with the times that its files have.

    Links stay links, of which the applications of macOS have many: their signature counts on it.
    """
    import zipfile  # noqa: PLC0415  (only on Windows and macOS)

    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in files_in(folder):
            below = f"{name}/{path.relative_to(folder).as_posix()}"
            if path.is_symlink():
                # Of the folder's time: their own is that of their making, which nobody sets.
                link = zipfile.ZipInfo(below, time.localtime(folder.stat().st_mtime)[:6])
                link.create_system = 3  # Unix, whose rights say what it is
                link.external_attr = (stat.S_IFLNK | 0o777) << 16
                archive.writestr(link, str(path.readlink()))
            else:
                archive.write(path, below)
