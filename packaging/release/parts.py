"""What a bundle is made of: whose every file in it is, and what is known of those it is of."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path, PurePosixPath

ROOTS = ("_internal", "Contents/Frameworks", "Contents/Resources", "Contents/MacOS")
"""Where PyInstaller puts what the program needs, on Linux and Windows, and on macOS."""
NATIVE = (
    b"\x7fELF",
    b"MZ",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
)
"""How programs and libraries begin on Linux, Windows and macOS, for one processor and two."""


class Kind(Enum):
    """What a part is, in the words of CycloneDX."""

    APPLICATION = "application"
    FRAMEWORK = "framework"
    LIBRARY = "library"
    PLATFORM = "platform"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that somebody made and that is handed out with the program.

    Args:
        kind: what it is.
        name: as its makers call it.
        version: empty if it says none.
        licence: an SPDX expression, or what its makers wrote; empty if they wrote nothing.
        purl: its package URL; empty if it has none.
        sha256: of the file that it is, or was made from.
        archives: the SHA-256 of the archives on PyPI that it may have been installed from.
        parts: what is in it.
        needs: the names of the parts beside it that it cannot do without.
    """

    kind: Kind
    name: str
    version: str = ""
    licence: str = ""
    purl: str = ""
    sha256: str = ""
    archives: tuple[str, ...] = ()
    parts: tuple["Part", ...] = ()
    needs: tuple[str, ...] = ()


def by_name(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Parts in their order: the same whatever order they were found in."""
    return tuple(sorted(parts, key=lambda part: (part.name.lower(), part.version, part.sha256)))


@dataclass(frozen=True, slots=True)
class Piece:
    """A file of a bundle.

    Args:
        path: where it is.
        name: where it is below the folder that PyInstaller collects in.
    """

    path: Path
    name: PurePosixPath

    @property
    def native(self) -> bool:
        """Whether it is a program or a library."""
        with self.path.open("rb") as file:
            return file.read(4).startswith(NATIVE)


def pieces(bundle: Path) -> Iterator[Piece]:
    """The files of a bundle; a link is none of its own."""
    for path in sorted(bundle.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        inside = path.relative_to(bundle).as_posix()
        for root in ROOTS:
            before, found, after = f"/{inside}".partition(f"/{root}/")
            if found and before.count("/") <= 1:
                inside = after
                break
        yield Piece(path, PurePosixPath(inside))
