"""The files of a folder, a zip archive or one file, read with limits on everything.

Whatever is too large, leads out of its folder or pretends to be smaller than it is, is refused
with a ``GameError`` whose message says so. Nothing is written.
"""

import os
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from gzip import BadGzipFile, GzipFile
from hashlib import sha256
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import IO, Final
from zipfile import BadZipFile, ZipFile, ZipInfo

from greenbaize.rules.errors import FileError, FileTooLargeError, GameError
from greenbaize.rules.messages import Message, Value
from greenbaize.store.files import open_plain, read_plain

MAX_FILES: Final = 2000
"""Most files and folders looked at."""
MAX_FOLDER_DEPTH: Final = 5
MAX_FILE_BYTES: Final = 16_000_000
"""Largest file, unpacked (bytes); the largest deck known in one drawing has 11 million."""
MAX_TOTAL_BYTES: Final = 200_000_000
"""Largest sum of all files that are read (bytes)."""
MAX_ARCHIVE_BYTES: Final = 200_000_000
PICTURE_SUFFIXES: Final = (".svg", ".svgz", ".png")
IMAGE_SUFFIXES: Final = (*PICTURE_SUFFIXES, ".jpg", ".jpeg")
"""Endings of a single picture, which can be a back."""
ZIP_SUFFIX: Final = ".zip"
GZIP_MAGIC: Final = b"\x1f\x8b"
_ENCRYPTED_FLAG: Final = 1


def refuse_artwork(code: str, **values: Value) -> GameError:
    """Return the error for a file that is not accepted, to be raised."""
    return GameError(Message(f"artwork-{code}", values))


def _refuse_size(name: str, limit: int) -> GameError:
    return refuse_artwork("too-many-bytes", name=name, limit=limit // 1_000_000)


def check_size(path: Path) -> None:
    """Refuse a file that is too large, without opening it; raises ``GameError``."""
    limit = MAX_FILE_BYTES if path.suffix.lower() in IMAGE_SUFFIXES else MAX_ARCHIVE_BYTES
    with suppress(OSError):  # what cannot be read is said by whoever reads it
        if path.is_file() and path.stat().st_size > limit:
            raise _refuse_size(path.name, limit)


class SourceFiles:
    """The files of a source by their names with folders, such as ``svg/AS.svg``.

    Each is read when wanted; ``digest`` covers what has been read so far.
    """

    def __init__(
        self, title: str, readers: dict[str, Callable[[], bytes]], label: str = ""
    ) -> None:
        self.title = title
        """The name of the folder or file, without its ending."""
        self.label = label or title
        """The same with its ending."""
        self._readers = readers
        self._total_bytes = 0
        self._hash = sha256()

    @property
    def names(self) -> list[str]:
        """The names of all files, in order."""
        return sorted(self._readers)

    @property
    def digest(self) -> str:
        """The digest of all that has been read, by which a deck is known."""
        return self._hash.hexdigest()[:16]

    def read(self, name: str) -> bytes:
        """Return a file's bytes, unpacked if it is compressed; raises ``GameError``."""
        data = self._readers[name]()
        if data.startswith(GZIP_MAGIC):
            data = _unpack_gzip(data, name)
        self._total_bytes += len(data)
        if self._total_bytes > MAX_TOTAL_BYTES:
            raise _refuse_size(name, MAX_TOTAL_BYTES)
        self._hash.update(data)
        return data


def open_source(path: Path) -> SourceFiles:
    """Return the files of a folder, a zip archive, or one file; raises ``GameError``."""
    try:
        if path.is_dir():
            return SourceFiles(path.resolve().name, dict(_walk_folder(path)))
        with open_plain(path) as file:
            is_archive = file.read(4).startswith(b"PK")
    except OSError as error:
        raise FileError(path, error) from error
    if is_archive:
        return SourceFiles(path.stem, _list_archive(path), path.name)
    if path.suffix.lower() == ZIP_SUFFIX:
        raise refuse_artwork("no-archive", name=path.name)
    return SourceFiles(path.stem, {path.name: lambda: _read_limited(path, path.name)}, path.name)


def _read_limited(path: Path, name: str) -> bytes:
    try:
        return read_plain(path, MAX_FILE_BYTES)
    except FileTooLargeError:
        raise _refuse_size(name, MAX_FILE_BYTES) from None


def _walk_folder(root: Path) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield names and readers of a folder's files; links may not lead out of it."""
    real_root = root.resolve()
    folders, count = [real_root], 0
    while folders:
        folder = folders.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                count += 1
                path = Path(entry.path)
                name = path.relative_to(real_root).as_posix()
                if count > MAX_FILES:
                    raise refuse_artwork("too-many-files", count=MAX_FILES)
                if entry.name.startswith("."):
                    continue
                if entry.is_symlink() and not path.resolve().is_relative_to(real_root):
                    raise refuse_artwork("link", name=name)
                if entry.is_dir(follow_symlinks=False):
                    if len(path.relative_to(real_root).parts) < MAX_FOLDER_DEPTH:
                        folders.append(path)
                elif entry.is_file():
                    yield name, _make_file_reader(path, name)


def _make_file_reader(path: Path, name: str) -> Callable[[], bytes]:
    return lambda: _read_limited(path, name)


def _list_archive(path: Path) -> dict[str, Callable[[], bytes]]:
    data = BytesIO(_read_archive(path))
    try:
        archive = ZipFile(data)
    except (BadZipFile, ValueError, NotImplementedError, OSError):
        raise refuse_artwork("bad-archive", name=path.name) from None
    entries = archive.infolist()
    if len(entries) > MAX_FILES:
        raise refuse_artwork("too-many-files", count=MAX_FILES)
    readers = {}
    for entry in entries:
        _check_entry(entry)
        hidden = any(part.startswith((".", "__MACOSX")) for part in entry.filename.split("/"))
        if not entry.is_dir() and not hidden:
            readers[entry.filename] = _make_entry_reader(archive, entry)
    return readers


def _read_archive(path: Path) -> bytes:
    try:
        return read_plain(path, MAX_ARCHIVE_BYTES)
    except FileTooLargeError:
        raise _refuse_size(path.name, MAX_ARCHIVE_BYTES) from None


def _check_entry(entry: ZipInfo) -> None:
    """Refuse an entry that is a link, leads out of the archive or is encrypted."""
    name = entry.filename
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if name.startswith(("/", "\\")) or ".." in parts or (len(name) > 1 and name[1] == ":"):
        raise refuse_artwork("path", name=name[:80])
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise refuse_artwork("link", name=name[:80])
    if entry.flag_bits & _ENCRYPTED_FLAG:
        raise refuse_artwork("encrypted", name=name[:80])


def _make_entry_reader(archive: ZipFile, entry: ZipInfo) -> Callable[[], bytes]:
    def read_entry() -> bytes:
        name = entry.filename
        if entry.file_size > MAX_FILE_BYTES:
            raise _refuse_size(name, MAX_FILE_BYTES)
        try:
            with archive.open(entry) as file:
                return _read_up_to(file, name)  # whatever size the archive says it has
        except (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError):
            raise refuse_artwork("bad-archive", name=name) from None

    return read_entry


def _unpack_gzip(data: bytes, name: str) -> bytes:
    try:
        with GzipFile(fileobj=BytesIO(data)) as file:
            return _read_up_to(file, name)
    except (BadGzipFile, zlib.error, EOFError, OSError):
        raise refuse_artwork("bad-archive", name=name) from None


def _read_up_to(file: IO[bytes] | GzipFile, name: str) -> bytes:
    data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise _refuse_size(name, MAX_FILE_BYTES)
    return data
