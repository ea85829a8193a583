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

from release.libraries import library_part
from release.packages import allowed_packages, find_module_owner, owners_by_file, package_part
from release.parts import BundleFile, BundlePart, BundlePartType, iter_bundle_files, sort_parts
from release.sums import file_sha256

OWN_NAME = "greenbaize"
PYTHON_NAME = "Python"
LOADER_PACKAGE = "pyinstaller"
"""Package whose program starts every bundle and loads ours."""
QT_PACKAGE = "pyside6-essentials"
"""Package that contains Qt."""
FONT_PART = BundlePart(
    BundlePartType.FILE,
    "Green Baize Sans",
    licence="OFL-1.1",
    parts=(
        BundlePart(
            BundlePartType.LIBRARY, "Inter", "3.19", "OFL-1.1", "pkg:github/rsms/inter@v3.19"
        ),
    ),
)
"""Our font, and the one that packaging/draw/font.py makes it from."""

OWN_MODULES = {OWN_NAME, "entry_point", "process_guard"}
LOADER_MODULES = ("pyi", "_pyi")
QT_LIBRARY = re.compile(r"(?:lib)?Qt6?(?P<module>[A-Z]\w*?)(?:\.so\.6|\.dll)?", re.ASCII)
ICU_LIBRARY = re.compile(r"(?:lib)?icu[a-z0-9]+?\.?(?:so\.)?(?P<version>\d+)(?:\.dll)?")
PYTHON_FILE = re.compile(
    r"base_library\.zip"
    r"|(?:python\d\.\d+/)?lib-dynload/.+"
    r"|(?:Python\.framework/.+/)?Python"
    r"|libpython\d.+|python\d+\.dll"
)


def collect_parts(bundle: Path, lock: str, runtime: str) -> tuple[BundlePart, ...]:
    """Return all third-party parts of a bundle.

    Args:
        bundle: folder, or application on macOS, made by PyInstaller.
        lock: text of the lock file that the bundle was made with.
        runtime: text of the lock file of the program's dependencies.

    Raises:
        SetupError: a module has no known owner, a package no known licence, or the program does not
            need a package.
    """
    files_by_owner: dict[str, list[BundleFile]] = defaultdict(list)
    system_files: list[BundleFile] = []
    own_programs = find_programs(bundle)
    for piece in iter_bundle_files(bundle):
        owner = OWN_NAME if piece.path in own_programs else owner_of_file(piece)
        (system_files if owner is None else files_by_owner[owner]).append(piece)
    names = {
        LOADER_PACKAGE,
        *files_by_owner,
        *(owner_of_module(one) for one in embedded_modules(own_programs)),
    } - {OWN_NAME, PYTHON_NAME}
    archives = allowed_packages(lock, runtime, LOADER_PACKAGE)
    packages = [package_part(name, archives) for name in names - {QT_PACKAGE}]
    if QT_PACKAGE in names:
        packages.append(
            add_qt_parts(package_part(QT_PACKAGE, archives), files_by_owner[QT_PACKAGE])
        )
    libraries = merge_parts(library_part(piece) for piece in system_files)
    return sort_parts([*packages, *libraries, python_part(libraries), FONT_PART])


def find_programs(bundle: Path) -> list[Path]:
    """Return the programs of a bundle, which PyInstaller has made."""
    folders = (bundle, bundle / "Contents" / "MacOS")
    return [
        piece.path
        for piece in iter_bundle_files(bundle)
        if piece.path.parent in folders and piece.is_native and piece.path.suffix in ("", ".exe")
    ]


def embedded_modules(programs: Iterable[Path]) -> set[str]:
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
        return OWN_NAME
    if first.startswith(LOADER_MODULES):
        return LOADER_PACKAGE
    owner = find_module_owner(module)
    if owner is None and first not in sys.stdlib_module_names:
        raise SetupError(f"the module {module} in the bundle has no known owner")
    return owner or PYTHON_NAME


def owner_of_file(piece: BundleFile) -> str | None:
    """Return the owner of a file; None for a library that only the system may know."""
    if owner := owners_by_file().get(piece.name):
        return owner
    if piece.name.parts[0] == OWN_NAME:  # compiled from our sources
        return OWN_NAME
    if PYTHON_FILE.fullmatch(piece.name.as_posix()) or _is_python_library(piece.path.name):
        return PYTHON_NAME
    return None if piece.is_native else OWN_NAME


def _is_python_library(name: str) -> bool:
    """Return True if Python includes a library of this name; on Windows, in two folders."""
    home = Path(sys.base_prefix)
    return sys.platform == "win32" and any((at / name).exists() for at in (home, home / "DLLs"))


def python_part(libraries: Iterable[BundlePart]) -> BundlePart:
    """Return Python as a part, with OpenSSL inside unless the system provides it."""
    contained_parts: list[BundlePart] = []
    if not any("ssl" in part.name for part in libraries):
        version = ssl.OPENSSL_VERSION.split()[1]
        url = PackageURL("generic", None, "openssl", version).to_string()
        contained_parts.append(
            BundlePart(BundlePartType.LIBRARY, "OpenSSL", version, "Apache-2.0", url)
        )
    version = platform.python_version()
    url = PackageURL("generic", None, "python", version).to_string()
    return BundlePart(
        BundlePartType.PLATFORM, PYTHON_NAME, version, "PSF-2.0", url, parts=tuple(contained_parts)
    )


def add_qt_parts(package: BundlePart, files: Iterable[BundleFile]) -> BundlePart:
    """Return the package of Qt with Qt and its modules added, by the files in the bundle."""
    modules: list[BundlePart] = []
    icu_libraries: dict[str, list[BundlePart]] = defaultdict(list)
    for piece in files:
        name = piece.path.name
        if found := QT_LIBRARY.fullmatch(name):
            module = f"Qt{found['module']}"
            modules.append(
                BundlePart(
                    BundlePartType.LIBRARY, module, package.version, sha256=file_sha256(piece.path)
                )
            )
        elif found := ICU_LIBRARY.fullmatch(name):
            icu_libraries[found["version"]].append(
                BundlePart(BundlePartType.FILE, name, sha256=file_sha256(piece.path))
            )
    for version, libraries in icu_libraries.items():
        url = PackageURL("generic", None, "icu", version).to_string()
        part = BundlePart(
            BundlePartType.LIBRARY, "ICU", version, "Unicode-3.0", url, parts=sort_parts(libraries)
        )
        modules.append(part)
    url = PackageURL("generic", None, "qt", package.version).to_string()
    licence = "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only"
    qt = BundlePart(
        BundlePartType.FRAMEWORK, "Qt", package.version, licence, url, parts=sort_parts(modules)
    )
    return replace(package, parts=sort_parts([*package.parts, qt]))


def merge_parts(libraries: Iterable[BundlePart]) -> tuple[BundlePart, ...]:
    """Return libraries with those of one system package merged into one part."""
    parts_by_key: dict[tuple[str, str], BundlePart] = {}
    for part in libraries:
        key = (part.purl or part.name, "" if part.purl else part.sha256)
        existing = parts_by_key.get(key)
        parts_by_key[key] = (
            part
            if existing is None
            else replace(part, parts=sort_parts({*existing.parts, *part.parts}))
        )
    return sort_parts(parts_by_key.values())
