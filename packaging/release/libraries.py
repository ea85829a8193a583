"""System libraries in a bundle, as the system's packages name them."""

import platform
import re
import shutil
from functools import cache
from pathlib import Path

from packageurl import PackageURL
from system import run_command

from release.parts import BundleFile, BundlePart, BundlePartType
from release.sums import file_sha256

QUERY_FORMAT = "${Package}\t${Version}\t${Architecture}"
FIELD = re.compile(r"^(?P<name>[\w-]+): *(?P<words>.*(?:\n[ \t].*)*)", re.MULTILINE)


def library_part(piece: BundleFile) -> BundlePart:
    """Return a library by its package, or by its file if no package is known."""
    file = BundlePart(BundlePartType.FILE, piece.path.name, sha256=file_sha256(piece.path))
    package = _find_package(piece.path.name, file.sha256)
    if package is None:
        return file
    code, output = run_command("dpkg-query", "--show", f"--showformat={QUERY_FORMAT}", package)
    if code:
        return file
    name, version, architecture = output.split("\t")
    qualifiers = {"arch": architecture, "distro": _distribution()}
    return BundlePart(
        BundlePartType.LIBRARY,
        name,
        version,
        _read_licence(Path("/usr/share/doc", name, "copyright")),
        PackageURL("deb", platform_id(), name, version, qualifiers).to_string(),
        parts=(file,),
    )


def _find_package(name: str, digest: str) -> str | None:
    """Return the Debian package of a library.

    If two packages have a file of that name, the content decides. A library that was stripped for
    the bundle matches neither.
    """
    if not shutil.which("dpkg-query"):
        return None
    code, output = run_command("dpkg-query", "--search", f"*/{name}")
    found = [line.partition(": ") for line in output.splitlines() if not code and ": " in line]
    packages = {package for package, _, path in found if Path(path).is_file()}
    same = {
        package
        for package, _, path in found
        if package in packages and file_sha256(Path(path)) == digest
    }
    candidates = same or packages
    return candidates.pop() if len(candidates) == 1 else None


@cache
def _os_release() -> dict[str, str]:
    try:
        return platform.freedesktop_os_release()
    except OSError:
        return {}


def platform_id() -> str:
    """Return the distribution of the packages, as package URLs name it."""
    return _os_release().get("ID", "debian")


def _distribution() -> str:
    return f"{platform_id()}-{_os_release().get('VERSION_ID', '')}".rstrip("-")


def _read_licence(path: Path) -> str:
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
