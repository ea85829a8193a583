"""Licences of everything in a bundle, found through the owner of each file."""

import re
import shutil
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, distributions
from pathlib import Path, PurePath
from typing import Final

from compiling import STORE
from environment import ROOT
from system import SetupError, run_command

LICENCE_TEXTS: Final = ROOT / "packaging" / "licences"
"""Folder of the licences of packages that do not include them."""
_LICENCE_NAMES: Final = ("licen[cs]e*", "copying*", "notice*", "authors*")
_QT_PACKAGES: Final = ("pyside6_essentials", "shiboken6", "pyside6-essentials")
_COMMON_LICENCES: Final = Path("/usr/share/common-licenses")

_INDEX_TEMPLATE: Final = """\
What Green Baize {version} is made of, and under which licences. Green Baize itself is free software
under the MIT licence (LICENSE, above this folder); the font in it, Green Baize Sans, is under the
SIL Open Font License (OFL.txt).

The texts of each of the others are in the folder of its name. Qt, and whatever else is under the
LGPL, lies in files of its own, which may be replaced. The sources of Green Baize hold the program
that makes all of this out of its parts (packaging/start.py), those parts named to the byte
(packaging/*.lock).

"""


@dataclass(frozen=True, slots=True)
class LicensedPart:
    """Component of a bundle with its licence.

    Args:
        name: name given by its makers or packagers.
        version: version string.
        licence: name of the licence.
        texts: licence texts by file name.
    """

    name: str
    version: str
    licence: str
    texts: Mapping[str, bytes]


def find_licensed_parts(sources: Iterable[str]) -> list[LicensedPart]:
    """Return the owners of these files and PyInstaller's loader, sorted by name.

    Raises:
        SetupError: a file has no known owner, or an owner has no licence.
    """
    loader = _package_part(Distribution.from_name("pyinstaller"))
    parts = {part.name: part for part in [loader, *find_owners(sources)]}
    check_all_licensed(parts.values())
    return sorted(parts.values(), key=lambda part: part.name.lower())


def check_all_licensed(parts: Iterable[LicensedPart]) -> None:
    """Raise ``SetupError`` for a part without a licence."""
    for part in parts:
        if not part.texts:
            raise SetupError(f"the licence of {part.name} in the bundle is unknown")


def find_owners(sources: Iterable[str]) -> list[LicensedPart]:
    """Return the owners of these files, and Python.

    Args:
        sources: absolute paths of the files.

    Raises:
        SetupError: a file has no known owner.
    """
    owners = _owners_by_file()
    packages: dict[str, Distribution] = {}
    system: dict[str, str] = {}
    for source in sources:
        path = Path(source)
        owner = owners.get(_resolved(path))
        if owner is not None:
            packages[owner.metadata["Name"].lower()] = owner
        elif not _is_ours(path) and not _is_of_python(path):
            system[_find_system_package(path)] = source
    return [_python_part(), *map(_package_part, packages.values()), *map(_system_part, system)]


def write_licences(parts: Iterable[LicensedPart], folder: Path, version: str) -> None:
    """Write the licences and their index into the folder ``licenses`` of a bundle."""
    licence_folder = folder / "licenses"
    licence_folder.mkdir()
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    shutil.copyfile(ROOT / "resources" / "fonts" / "OFL.txt", licence_folder / "OFL.txt")
    index = _INDEX_TEMPLATE.format(version=version)
    for part in parts:
        part_folder = licence_folder / part.name
        part_folder.mkdir()
        for name, text in part.texts.items():
            (part_folder / name).write_bytes(text)
        index += f"{part.name} {part.version}: {part.licence}\n"
    (licence_folder / "README").write_text(index, encoding="utf-8")


# Owners of files.


@cache
def _owners_by_file() -> Mapping[str, Distribution]:
    """Return the packages of this environment by their files."""
    owners: dict[str, Distribution] = {}
    for package in distributions():
        for file in package.files or ():
            owners[_resolved(Path(str(package.locate_file(file))))] = package
    return owners


def _resolved(path: Path) -> str:
    return str(path.resolve())


def _is_ours(path: Path) -> bool:
    if path.is_relative_to(Path(sys.prefix, STORE)):  # compiled from our sources
        return True
    return path.is_relative_to(ROOT) and not path.is_relative_to(sys.prefix)


def _is_of_python(path: Path) -> bool:
    if path.name.startswith(("libpython", "python3")):
        return True
    home = Path(sys.base_prefix)
    if home.parts[1:2] == ("usr",):  # shared with other packages
        home = Path(sysconfig.get_path("stdlib"))
    return path.resolve().is_relative_to(home.resolve())


def _find_system_package(path: Path) -> str:
    """Return the system package that contains a library."""
    # dpkg takes a relative path for a part of a path, which any package may contain.
    if path.is_absolute() and shutil.which("dpkg-query"):
        for name in dict.fromkeys((str(path), str(path.resolve()), str(path).removeprefix("/usr"))):
            code, output = run_command("dpkg-query", "--search", name)
            if not code:
                return output.partition(": ")[0].partition(":")[0]
    raise SetupError(f"{path} in the bundle has no known owner")


# Licence metadata of the owners.


def _python_part() -> LicensedPart:
    version = sys.version.split()[0]
    for folder in (sysconfig.get_path("stdlib"), sys.base_prefix):
        for name in ("LICENSE.txt", "LICENSE"):
            if (file := Path(folder, name)).is_file():
                return LicensedPart(
                    "Python", version, "PSF-2.0", {"LICENSE.txt": file.read_bytes()}
                )
    copyright_ = Path(f"/usr/share/doc/python3.{sys.version_info[1]}/copyright")
    text = {"copyright": copyright_.read_bytes()} if copyright_.is_file() else {}
    return LicensedPart("Python", version, "PSF-2.0", text)


def _package_part(package: Distribution) -> LicensedPart:
    metadata = package.metadata
    name, version = metadata["Name"], package.version
    # Some metadata readers raise for a missing key; get_all works with all of them.
    expressions = [
        *(metadata.get_all("License-Expression") or ()),
        *(metadata.get_all("License") or ()),
    ]
    licence = (
        expressions[0] if expressions else _licence_from_classifiers(metadata.get_all("Classifier"))
    )
    files = package.files or ()
    # Libraries linked into an extension are listed in its bill of materials (*.json).
    patterns = _LICENCE_NAMES + (("*.json",) if any(_is_linked(file) for file in files) else ())
    texts = {
        file.name: Path(str(package.locate_file(file))).read_bytes()
        for file in files
        if file.parts[0].endswith(".dist-info")
        and any(Path(file.name.lower()).match(pattern) for pattern in patterns)
    }
    if name.lower() in _QT_PACKAGES:
        texts |= _qt_texts(version)
    if name.lower() == "pyinstaller":
        licence = "GPL-2.0-or-later, with an exception for what it is put in front of"
    return LicensedPart(name, version, " ".join(licence.split()), texts)


def _licence_from_classifiers(classifiers: list[str] | None) -> str:
    licences = [one for one in classifiers or () if one.startswith("License :: ")]
    return ", ".join(one.rpartition(" :: ")[2] for one in licences) or "see its licence"


def _is_linked(file: PurePath) -> bool:
    return file.suffix in (".so", ".pyd", ".dylib")


def _qt_texts(version: str) -> dict[str, bytes]:
    template = (LICENCE_TEXTS / "qt.txt").read_text(encoding="utf-8")
    series = ".".join(version.split(".")[:2])
    texts = {"README": template.format(version=version, series=series).encode()}
    for name in ("LGPL-3.0.txt", "GPL-3.0.txt", "ICU.txt"):
        texts[name] = (LICENCE_TEXTS / name).read_bytes()
    return texts


def _system_part(package: str) -> LicensedPart:
    _, version = run_command("dpkg-query", "--show", "--showformat", "${Version}", package)
    file = Path("/usr/share/doc", package, "copyright")
    texts = {"copyright": file.read_bytes()} if file.is_file() else {}
    text = b"".join(texts.values()).decode("utf-8", "replace")
    for common in sorted(set(re.findall(rf"{_COMMON_LICENCES}/([\w.-]*\w)", text))):
        if (_COMMON_LICENCES / common).is_file():  # the common licences are on Debian systems only
            texts[common] = (_COMMON_LICENCES / common).read_bytes()
    names = list(dict.fromkeys(re.findall(r"^License: *(\S.*?) *$", text, re.M)))
    return LicensedPart(package, version, " and ".join(names) or "see its licence", texts)
