"""Parts of a bundle, found through the owner of each file and module in it."""

import platform
import re
import ssl
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from packageurl import PackageURL
from system import SetupError

from release.libraries import library
from release.packages import allowed, owner_of, owners, package
from release.parts import Kind, Part, Piece, by_name, pieces
from release.sums import sha256

OWN = "greenbaize"
PYTHON = "Python"
LOADER = "pyinstaller"
"""Package whose program starts every bundle and loads ours."""
QT = "pyside6-essentials"
"""Package that contains Qt."""
FONT = Part(
    Kind.FILE,
    "Green Baize Sans",
    licence="OFL-1.1",
    parts=(Part(Kind.LIBRARY, "Inter", "3.19", "OFL-1.1", "pkg:github/rsms/inter@v3.19"),),
)
"""Our font, and the one that packaging/draw/font.py makes it from."""

OWN_MODULES = {OWN, "beginning", "process_guard"}
LOADER_MODULES = ("pyi", "_pyi")
QT_LIBRARY = re.compile(r"(?:lib)?Qt6?(?P<module>[A-Z]\w*?)(?:\.so\.6|\.dll)?", re.ASCII)
ICU_LIBRARY = re.compile(r"(?:lib)?icu[a-z0-9]+?\.?(?:so\.)?(?P<version>\d+)(?:\.dll)?")
PYTHON_FILE = re.compile(
    r"base_library\.zip"
    r"|(?:python\d\.\d+/)?lib-dynload/.+"
    r"|(?:Python\.framework/.+/)?Python"
    r"|libpython\d.+|python\d+\.dll"
)


def parts_of(bundle: Path, lock: str, runtime: str) -> tuple[Part, ...]:
    """Return all third-party parts of a bundle.

    Args:
        bundle: folder, or application on macOS, made by PyInstaller.
        lock: text of the lock file that the bundle was made with.
        runtime: text of the lock file of the program's dependencies.

    Raises:
        SetupError: a module has no known owner, a package no known licence, or the program does not
            need a package.
    """
    owned: dict[str, list[Piece]] = defaultdict(list)
    of_the_system: list[Piece] = []
    own = programs(bundle)
    for piece in pieces(bundle):
        owner = OWN if piece.path in own else owner_of_file(piece)
        (of_the_system if owner is None else owned[owner]).append(piece)
    names = {LOADER, *owned, *(owner_of_module(one) for one in modules(own))} - {OWN, PYTHON}
    archives = allowed(lock, runtime, LOADER)
    packages = [package(name, archives) for name in names - {QT}]
    if QT in names:
        packages.append(with_qt(package(QT, archives), owned[QT]))
    libraries = merged(library(piece) for piece in of_the_system)
    return by_name([*packages, *libraries, python(libraries), FONT])


def programs(bundle: Path) -> list[Path]:
    """Return the programs of a bundle, which PyInstaller has made."""
    places = (bundle, bundle / "Contents" / "MacOS")
    return [
        piece.path
        for piece in pieces(bundle)
        if piece.path.parent in places and piece.native and piece.path.suffix in ("", ".exe")
    ]


def modules(programs: Iterable[Path]) -> set[str]:
    """Return the modules embedded in programs."""
    from PyInstaller.archive.readers import CArchiveReader  # noqa: PLC0415  only where it bundles

    found: set[str] = set()
    for program in programs:
        archive = CArchiveReader(str(program))
        for name in archive.toc:
            if name.endswith(".pyz"):
                found.update(archive.open_embedded_archive(name).toc)
            else:
                found.add(name)
    return found


def owner_of_module(module: str) -> str:
    """Return the owner of a module; ``SetupError`` if it is unknown."""
    first = module.partition(".")[0]
    if first in OWN_MODULES:
        return OWN
    if first.startswith(LOADER_MODULES):
        return LOADER
    owner = owner_of(module)
    if owner is None and first not in sys.stdlib_module_names:
        raise SetupError(f"nobody knows whose the module {module} is that is in the bundle")
    return owner or PYTHON


def owner_of_file(piece: Piece) -> str | None:
    """Return the owner of a file; None for a library that only the system may know."""
    if owner := owners().get(piece.name):
        return owner
    if piece.name.parts[0] == OWN:  # compiled from our sources
        return OWN
    if PYTHON_FILE.fullmatch(piece.name.as_posix()) or _beside_python(piece.path.name):
        return PYTHON
    return None if piece.native else OWN


def _beside_python(name: str) -> bool:
    """Return True if Python includes a library of this name; on Windows, in two folders."""
    home = Path(sys.base_prefix)
    return sys.platform == "win32" and any((at / name).exists() for at in (home, home / "DLLs"))


def python(libraries: Iterable[Part]) -> Part:
    """Return Python as a part, with OpenSSL inside unless the system provides it."""
    inside: list[Part] = []
    if not any("ssl" in part.name for part in libraries):
        version = ssl.OPENSSL_VERSION.split()[1]
        url = PackageURL("generic", None, "openssl", version).to_string()
        inside.append(Part(Kind.LIBRARY, "OpenSSL", version, "Apache-2.0", url))
    version = platform.python_version()
    url = PackageURL("generic", None, "python", version).to_string()
    return Part(Kind.PLATFORM, PYTHON, version, "PSF-2.0", url, parts=tuple(inside))


def with_qt(package: Part, files: Iterable[Piece]) -> Part:
    """Return the package of Qt with Qt and its modules added, by the files in the bundle."""
    modules: list[Part] = []
    unicode: dict[str, list[Part]] = defaultdict(list)
    for piece in files:
        name = piece.path.name
        if found := QT_LIBRARY.fullmatch(name):
            module = f"Qt{found['module']}"
            modules.append(Part(Kind.LIBRARY, module, package.version, sha256=sha256(piece.path)))
        elif found := ICU_LIBRARY.fullmatch(name):
            unicode[found["version"]].append(Part(Kind.FILE, name, sha256=sha256(piece.path)))
    for version, libraries in unicode.items():
        url = PackageURL("generic", None, "icu", version).to_string()
        part = Part(Kind.LIBRARY, "ICU", version, "Unicode-3.0", url, parts=by_name(libraries))
        modules.append(part)
    url = PackageURL("generic", None, "qt", package.version).to_string()
    licence = "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only"
    qt = Part(Kind.FRAMEWORK, "Qt", package.version, licence, url, parts=by_name(modules))
    return replace(package, parts=by_name([*package.parts, qt]))


def merged(libraries: Iterable[Part]) -> tuple[Part, ...]:
    """Return libraries with those of one system package merged into one part."""
    together: dict[tuple[str, str], Part] = {}
    for part in libraries:
        key = (part.purl or part.name, "" if part.purl else part.sha256)
        before = together.get(key)
        together[key] = (
            part if before is None else replace(part, parts=by_name({*before.parts, *part.parts}))
        )
    return by_name(together.values())
