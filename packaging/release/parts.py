"""Data model of a bundle's parts and files."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path, PurePosixPath

CONTENT_FOLDERS = ("_internal", "Contents/Frameworks", "Contents/Resources", "Contents/MacOS")
"""Folders of the program's files in a bundle, on Linux and Windows, and on macOS."""
NATIVE_MAGIC = (
    b"\x7fELF",
    b"MZ",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
)
"""Magic numbers of programs and libraries on Linux, Windows and macOS (thin and universal)."""


class BundlePartType(Enum):
    """Type of a part, in the terms of CycloneDX."""

    APPLICATION = "application"
    FRAMEWORK = "framework"
    LIBRARY = "library"
    PLATFORM = "platform"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class BundlePart:
    """Third-party component that is released with the program.

    Args:
        kind: type of the part.
        name: name given by its makers.
        version: empty if unknown.
        licence: SPDX expression, or its makers' text; empty if unknown.
        purl: package URL; empty if it has none.
        sha256: sum of the file that it is, or was made from.
        archives: SHA-256 of the PyPI archives that it may have been installed from.
        parts: contained parts.
        requirements: names of other parts that it depends on.
    """

    kind: BundlePartType
    name: str
    version: str = ""
    licence: str = ""
    purl: str = ""
    sha256: str = ""
    archives: tuple[str, ...] = ()
    parts: tuple["BundlePart", ...] = ()
    requirements: tuple[str, ...] = ()


def sort_parts(parts: Iterable[BundlePart]) -> tuple[BundlePart, ...]:
    """Return parts in a fixed order."""
    return tuple(sorted(parts, key=lambda part: (part.name.lower(), part.version, part.sha256)))


@dataclass(frozen=True, slots=True)
class BundleFile:
    """File of a bundle.

    Args:
        path: path of the file.
        name: path relative to the folder of PyInstaller's files.
    """

    path: Path
    name: PurePosixPath

    @property
    def is_native(self) -> bool:
        """True for a program or library."""
        with self.path.open("rb") as file:
            return file.read(4).startswith(NATIVE_MAGIC)


def iter_bundle_files(bundle: Path) -> Iterator[BundleFile]:
    """Yield the files of a bundle, without links."""
    for path in sorted(bundle.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        inside = path.relative_to(bundle).as_posix()
        for root in CONTENT_FOLDERS:
            before, found, after = f"/{inside}".partition(f"/{root}/")
            if found and before.count("/") <= 1:
                inside = after
                break
        yield BundleFile(path, PurePosixPath(inside))
