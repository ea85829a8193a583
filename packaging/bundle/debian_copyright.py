"""Debian's copyright file of a bundle: who owns which files, under which licence.

It is machine-readable (DEP 5), and made from the licences that the bundle contains.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import identity
from environment import ROOT

LIBRARIES: Final = f"usr/lib/{identity.COMMAND}/_internal"
PROGRAMS: Final = tuple(
    f"usr/lib/{identity.COMMAND}/{name}" for name in (identity.COMMAND, identity.CONSOLE)
)
FONT_FILES: Final = f"{LIBRARIES}/{identity.COMMAND}/resources/fonts/*"
FILES_BY_PART: Final = {
    "cffi": ("_cffi_backend*",),
    "miniaudio": ("_miniaudio*",),
    "openskill": ("openskill/*", "*__mypyc*"),
    "PySide6_Essentials": ("PySide6/*",),
    "Python": ("base_library.zip", "libpython*", "python3*"),
}
"""Files of parts whose folders have other names; below the libraries, all other ones as well."""
LICENCE_NAMES: Final = {
    "MIT License": "Expat",
    "MIT": "Expat",
    "BSD License": "BSD-3-Clause",
    "GPL-2.0-or-later, with an exception for what it is put in front of": "GPL-2+ with "
    "Bootloader exception",
}
"""Debian's names of licences that their owners call otherwise."""
COMMON_TEXTS: Final = {
    "Apache-2.0": "Apache-2.0",
    "LGPL-3": "LGPL-3",
    "LGPL-2.1+": "LGPL-2.1",
    "GPL-2": "GPL-2",
    "GPL-2+": "GPL-2",
    "GPL-3": "GPL-3",
    "MPL-2.0": "MPL-2.0",
}
"""Files of /usr/share/common-licenses by licence."""
OPENSSL_COPYRIGHT: Final = "1998-2026 The OpenSSL Project Authors"
QT_COPYRIGHT: Final = "The Qt Company Ltd. and other contributors"
KNOWN_HOLDERS: Final = {
    "PySide6_Essentials": QT_COPYRIGHT,
    "shiboken6": QT_COPYRIGHT,
    "Python": "2001-2026 Python Software Foundation",
}
"""Holders of parts whose licence texts name them in sentences."""
LICENCE_AUTHOR: Final = "Free Software Foundation"
"""Holder of the copyright of licence texts themselves."""
MAX_COPYRIGHT_LINES: Final = 12
COPYRIGHT_LINE: Final = re.compile(
    r"^\W*(?:Copyright|©)[ :]+(?:\(c\)|©)?\s*(.*\d{4}.*)$", re.M | re.I
)
PART_LINE: Final = re.compile(r"^(?P<name>[\w.-]+) (?P<version>[^\s:]+): (?P<licence>.+)$", re.M)


def copyright_text(bundle: Path) -> str:
    """Return the copyright file of a bundle."""
    index = (bundle / "licenses" / "README").read_text(encoding="utf-8")
    stanzas = [_header(), _own_stanza(), *_special_stanzas(bundle)]
    licences = {"OFL-1.1"}
    in_programs = []
    for part in PART_LINE.finditer(index):
        licence = _debian_licence(part["licence"])
        files = _find_files(bundle, part["name"])
        if part["name"] == "pyinstaller" or not files:
            in_programs.append((part["name"], part["version"], licence))
        else:
            stanzas.append(_part_stanza(bundle, part["name"], files, licence))
        licences.update(_single_licences(licence))
    stanzas.append(_program_stanza(bundle, in_programs))
    stanzas += [_licence_stanza(licence) for licence in sorted(licences - {"Expat"})]
    return "\n".join(stanzas)


def _header() -> str:
    source = f"Source: {identity.HOME_PAGE}\n" if identity.HOME_PAGE else ""
    return (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        f"Upstream-Name: {identity.NAME}\n{source}"
        "Comment: This package holds the program together with the libraries that it needs.\n"
        " The licence of each is in the folder licenses beside this file.\n"
    )


def _own_stanza() -> str:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    body = "\n".join(f" {line}" if line.strip() else " ." for line in text.rstrip().splitlines())
    holders = identity.COPYRIGHT.removeprefix("Copyright © ")
    return f"Files: *\nCopyright: {holders}\nLicense: Expat\n{body}\n"


def _special_stanzas(bundle: Path) -> Iterator[str]:
    holder = (ROOT / "resources" / "fonts" / "OFL.txt").read_text(encoding="utf-8").splitlines()[0]
    yield _stanza((FONT_FILES,), [re.sub(r"^Copyright\s+(\(c\)|©)?\s*", "", holder)], "OFL-1.1")
    libraries = [name for name in ("libcrypto", "libssl") if _glob(bundle, f"{name}*.so*")]
    if libraries:
        files = tuple(f"{LIBRARIES}/{name}*" for name in libraries)
        yield _stanza(files, [OPENSSL_COPYRIGHT], "Apache-2.0")


def _part_stanza(bundle: Path, name: str, files: tuple[str, ...], licence: str) -> str:
    holders = _find_holders(bundle, name)
    if name != "cryptography":
        return _stanza(files, holders, licence)
    # Its wheels contain OpenSSL.
    return _stanza(
        files,
        [*holders, OPENSSL_COPYRIGHT],
        "Apache-2.0",
        f"The library itself is under {licence}; OpenSSL, linked into it, is under Apache-2.0.",
    )


def _program_stanza(bundle: Path, parts: list[tuple[str, str, str]]) -> str:
    """Return the stanza of the two programs, which contain Python packages."""
    holders = [holder for name, _, _ in parts for holder in _find_holders(bundle, name)]
    names = ", ".join(f"{name} {version} ({licence})" for name, version, licence in parts)
    own = identity.COPYRIGHT.removeprefix("Copyright © ")
    comment = f"The program, behind the loader of PyInstaller, with these inside: {names}."
    licences = dict.fromkeys(["Expat"])
    for _, _, licence in parts:
        licences |= dict.fromkeys(licence.split(" and "))
    return _stanza(PROGRAMS, list(dict.fromkeys([own, *holders])), " and ".join(licences), comment)


def _stanza(files: tuple[str, ...], holders: list[str], licence: str, comment: str = "") -> str:
    lines = [f"Files: {' '.join(files)}", f"Copyright: {holders[0]}"]
    lines += [f" {holder}" for holder in holders[1:]]
    lines += [f"License: {licence}", *([f"Comment: {comment}"] if comment else [])]
    return "\n".join(lines) + "\n"


def _licence_stanza(licence: str) -> str:
    lines = [f"License: {licence}", " The text is in the folder licenses beside this file."]
    if common := COMMON_TEXTS.get(licence.partition(" with ")[0]):
        lines.append(f" On Debian systems it is also in /usr/share/common-licenses/{common}.")
    return "\n".join(lines) + "\n"


def _find_files(bundle: Path, name: str) -> tuple[str, ...]:
    library = re.sub(r"-?\d+$", "", name)
    patterns = FILES_BY_PART.get(name, (f"{name}/*", f"{library}.so*"))
    return tuple(f"{LIBRARIES}/{pattern}" for pattern in patterns if _glob(bundle, pattern))


def _glob(bundle: Path, pattern: str) -> bool:
    return any((bundle / "_internal").glob(pattern))


def _find_holders(bundle: Path, name: str) -> list[str]:
    """Return the copyright holders that the licence texts of a part name."""
    if name in KNOWN_HOLDERS:
        return [KNOWN_HOLDERS[name]]
    holders: dict[str, None] = {}
    for path in sorted((bundle / "licenses" / name).iterdir()):
        text = path.read_text(encoding="utf-8", errors="replace")
        found = re.findall(
            r"^\W*(?:Copyright|©)[ :]+(?:\(c\)|©)?\s*(.*\d{4}.*)$", text, re.M | re.I
        )
        lines = (" ".join(one.split()).strip(".,") for one in found)
        holders |= dict.fromkeys(line for line in lines if LICENCE_AUTHOR not in line)
    return list(holders)[:MAX_COPYRIGHT_LINES] or [f"the authors of {name}"]


def _debian_licence(licence: str) -> str:
    """Return an SPDX expression in Debian's words; other names without their spaces."""
    if licence in LICENCE_NAMES:
        return LICENCE_NAMES[licence]
    words = re.sub(r"\b(OR|AND|WITH)\b", lambda one: one[0].lower(), licence)
    words = re.sub(r"(?<=GPL-\d)\.0\b", "", words)
    words = words.replace("-only", "").replace("-or-later", "+")
    names = re.split(r" (and|or) ", words)
    names = [LICENCE_NAMES.get(name, name.replace(" ", "-")) for name in names]
    return " ".join(names)


def _single_licences(licence: str) -> list[str]:
    return [one.strip("()") for one in re.split(r" and | or ", licence)]
