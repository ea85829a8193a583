"""System libraries in a bundle, as the system's packages name them."""

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
    """Return a library by its package, or by its file if no package is known."""
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
    """Return the Debian package of a library.

    If two packages have a file of that name, the content decides. A library that was stripped for
    the bundle matches neither.
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
    """Return the distribution of the packages, as package URLs name it."""
    return _release().get("ID", "debian")


def _distribution() -> str:
    return f"{platform_id()}-{_release().get('VERSION_ID', '')}".rstrip("-")


def _licence(path: Path) -> str:
    """Return the licence of most files by a Debian copyright file; empty if not parseable."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return ""
    for paragraph in re.split(r"\n\s*\n", text):
        fields = {found["name"]: found["words"] for found in FIELD.finditer(paragraph)}
        if fields.get("Files", "").strip() == "*":
            return fields.get("License", "").partition("\n")[0].strip()
    return ""
