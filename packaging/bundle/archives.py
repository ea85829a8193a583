"""Reproducible archives of a bundle: the same bytes on every machine at any time."""

import lzma
import stat
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

from bundle.tree import iter_files


def add_folder(archive: tarfile.TarFile, folder: Path, name: str, timestamp: int) -> None:
    """Add a folder recursively, in a fixed order and with root as the owner.

    Args:
        archive: an open archive.
        folder: the folder to add.
        name: its name in the archive.
        timestamp: modification time of all entries (s since 1970).
    """
    first_names: dict[tuple[int, int], str] = {}
    for path in [folder, *sorted(folder.rglob("*"))]:
        relative = path.relative_to(folder).as_posix()
        info = archive.gettarinfo(path, name if relative == "." else f"{name}/{relative}")
        info.uid = info.gid = 0
        info.uname = info.gname = "root"
        info.mtime = timestamp
        if info.issym():
            info.mode = 0o777
        if info.isfile() or info.islnk():
            # tarfile's own detection of hard links depends on what else has two names.
            _set_hard_link(info, path, first_names)
        if info.isreg():
            with path.open("rb") as file:
                archive.addfile(info, file)
        else:
            archive.addfile(info)


def _set_hard_link(
    info: tarfile.TarInfo, path: Path, first_names: dict[tuple[int, int], str]
) -> None:
    status = path.stat()
    first = first_names.setdefault((status.st_dev, status.st_ino), info.name)
    if first == info.name:
        info.type, info.linkname, info.size = tarfile.REGTYPE, "", status.st_size
    else:
        info.type, info.linkname, info.size = tarfile.LNKTYPE, first, 0


def write_tar(target: Path, fill: Callable[[tarfile.TarFile], None], preset: int = 9) -> None:
    """Write a ``.tar.xz``.

    Args:
        target: the file.
        fill: callback that adds the contents.
        preset: compression effort from 0 to 9.
    """
    with (
        target.open("wb") as file,
        lzma.open(file, "wb", preset=preset) as stream,
        tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT) as archive,
    ):
        fill(archive)


def write_zip(target: Path, folder: Path, name: str) -> None:
    """Write a folder as a ZIP file, with the modification times of its files.

    Links stay links: applications of macOS have many, and their signature covers them.
    """
    import zipfile  # noqa: PLC0415  (only on Windows and macOS)

    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in iter_files(folder):
            archive_name = f"{name}/{path.relative_to(folder).as_posix()}"
            if path.is_symlink():
                # Use the folder's time: a link's own time is that of its creation.
                link = zipfile.ZipInfo(archive_name, time.localtime(folder.stat().st_mtime)[:6])
                link.create_system = 3  # Unix: the mode marks it as a link
                link.external_attr = (stat.S_IFLNK | 0o777) << 16
                archive.writestr(link, str(path.readlink()))
            else:
                archive.write(path, archive_name)
