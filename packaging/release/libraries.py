"""Libraries of the system that a bundle takes along, as the system's packages name them."""

import platform
import re
import shutil
from functools import cache
from pathlib import Path

from packageurl import PackageURL
from system import run

from release.parts import Kind, Part, Piece
from release.sums import sha256

SHOWN = "${Package}\t${Version}\t${Architecture}"
FIELD = re.compile(r"^(?P<name>[\w-]+): *(?P<words>.*(?:\n[ \t].*)*)", re.MULTILINE)


def library(piece: Piece) -> Part:
    """A library by the package it is from; only by its file where no package says so."""
    file = Part(Kind.FILE, piece.path.name, sha256=sha256(piece.path))
    package = _package(piece.path.name, file.sha256)
    if package is None:
        return file
    code, output = run("dpkg-query", "--show", f"--showformat={SHOWN}", package)
    if code:
        return file
    name, version, architecture = output.split("\t")
    places = {"arch": architecture, "distro": _distribution()}
    return Part(
        Kind.LIBRARY,
        name,
        version,
        _licence(Path("/usr/share/doc", name, "copyright")),
        PackageURL("deb", platform_id(), name, version, places).to_string(),
        parts=(file,),
    )


def _package(name: str, digest: str) -> str | None:
    """The Debian package that a library is from.

    Two may have one of that name; then it is the one with this content. What was stripped for the
    bundle has the content of neither.
    """
    if not shutil.which("dpkg-query"):
        return None
    code, output = run("dpkg-query", "--search", f"*/{name}")
    found = [line.partition(": ") for line in output.splitlines() if not code and ": " in line]
    packages = {package for package, _, path in found if Path(path).is_file()}
    same = {
        package
        for package, _, path in found
        if package in packages and sha256(Path(path)) == digest
    }
    only = same or packages
    return only.pop() if len(only) == 1 else None


@cache
def _release() -> dict[str, str]:
    try:
        return platform.freedesktop_os_release()
    except OSError:
        return {}


def platform_id() -> str:
    """The distribution whose packages these are, as package URLs name it."""
    return _release().get("ID", "debian")


def _distribution() -> str:
    return f"{platform_id()}-{_release().get('VERSION_ID', '')}".rstrip("-")


def _licence(path: Path) -> str:
    """What a Debian copyright file says of most files; empty if only a person can read it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return ""
    for paragraph in re.split(r"\n\s*\n", text):
        fields = {found["name"]: found["words"] for found in FIELD.finditer(paragraph)}
        if fields.get("Files", "").strip() == "*":
            return fields.get("License", "").partition("\n")[0].strip()
    return ""
