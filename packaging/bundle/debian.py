"""Debian package of a bundle: dependencies and installed files."""

import re
import shutil
from datetime import UTC, datetime
from email.utils import format_datetime
from hashlib import md5
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import identity
from environment import ROOT
from system import SetupError, reason, run

from bundle import tree

MACHINES: Final = {"x86_64": "amd64", "arm64": "arm64"}
HOME: Final = f"usr/lib/{identity.COMMAND}"
MAINTAINER: Final = f"{identity.PUBLISHER} <greenbaize@localhost>"
"""Debian requires an address; there is none yet."""
ONLY_IF_PRINTED: Final = "printsupport"
ONLY_IF_THERE: Final = "platformthemes/libqgtk3"
DESCRIPTION: Final = """\
card table for Damn, Blackout, Master, Ass and Rank
 Sit down against computer opponents of five levels at five trick-taking and
 shedding games, watch them play each other, or take seats with friends on the
 local network, without a server or an account.
 .
 The program knows the rules, tells what a card would do and why it may or may
 not be played, and keeps a record of every match.
"""


def package_name(version: str, machine: str) -> str:
    """Return the file name of the package, in Debian's scheme."""
    return f"{identity.COMMAND}_{debian_version(version)}_{architecture(machine)}.deb"


def architecture(machine: str) -> str:
    """Return Debian's name of a processor; ``SetupError`` if the program does not support it."""
    if machine not in MACHINES:
        raise SetupError(f"a Debian package is for {' or '.join(MACHINES)}, and not for {machine}")
    return MACHINES[machine]


def debian_version(version: str) -> str:
    """Return the version in a form that Debian sorts correctly: 1.0rc1 comes before 1.0."""
    return re.sub(r"(a|b|rc|\.dev)(\d+)", r"~\1\2", version).replace("~.", "~") + "-1"


def needs(bundle: Path) -> dict[str, str]:
    """Return what a bundle's libraries need of the system, as dpkg-shlibdeps finds it.

    Returns:
        the fields ``Depends`` and ``Recommends``.

    Raises:
        SetupError: dpkg-shlibdeps is missing or fails.
    """
    libraries = [path for path in tree.files_in(bundle) if tree.is_library(path)]
    inside = sorted({path.parent for path in libraries if ".so" in path.name})
    with TemporaryDirectory() as folder:
        (Path(folder) / "debian").mkdir()
        control = Path(folder) / "debian" / "control"
        name = identity.COMMAND
        text = f"Source: {name}\n\nPackage: {name}\nArchitecture: any\n"
        control.write_text(text, encoding="utf-8")
        words: list[str | Path] = ["dpkg-shlibdeps", "-O", "--ignore-missing-info"]
        words += [f"-l{place}" for place in inside]
        for field, group in _by_need(libraries).items():
            words += [f"-d{field}", *(word for path in group for word in ("-e", path))]
        try:
            code, output = run(*words, cwd=Path(folder))
        except FileNotFoundError:
            raise SetupError("a Debian package needs dpkg-dev to be made") from None
    if code:
        raise SetupError(f"dpkg-shlibdeps failed: {reason(output, 'dpkg-shlibdeps: error:')}")
    found = dict(re.findall(r"^shlibs:(\w+)=(.*)$", output, re.M))
    if "Depends" not in found:
        raise SetupError("dpkg-shlibdeps does not say what the bundle needs")
    along = set(taken_along(bundle))
    return {
        field: ", ".join(one for one in text.split(", ") if one.split()[0] not in along)
        for field, text in found.items()
    }


def taken_along(bundle: Path) -> list[str]:
    """Return the packages whose libraries are in a bundle."""
    names = [path.name for path in (bundle / "_internal").glob("lib*.so.*")]
    _, output = run("dpkg-query", "--search", *(f"*/{name}" for name in names))
    return re.findall(r"^([^:,\s]+)(?=[:,])", output, re.M)


def _by_need(libraries: list[Path]) -> dict[str, list[Path]]:
    groups: dict[str, list[Path]] = {"Depends": [], "Recommends": []}
    for path in libraries:
        if ONLY_IF_PRINTED in path.parts:
            groups["Recommends"].append(path)
        elif ONLY_IF_THERE not in str(path):
            groups["Depends"].append(path)
    return groups


def lay_out(bundle: Path, root: Path, version: str, moment: int) -> None:
    """Copy the files of a bundle to their locations in a Debian system."""
    home = root / HOME
    shutil.copytree(
        bundle,
        home,
        symlinks=True,
        ignore=lambda folder, _: (
            ("share", "licenses", "LICENSE", "README", "install-menu-entry")
            if Path(folder) == bundle
            else ()
        ),
    )
    # Copying one by one turns the two hard-linked names of the program into two files.
    tree.join_twins(home / identity.COMMAND, home / identity.CONSOLE)
    shutil.copytree(bundle / "share", root / "usr" / "share")
    programs = root / "usr" / "bin"
    programs.mkdir()
    (programs / identity.COMMAND).symlink_to(f"../lib/{identity.COMMAND}/{identity.COMMAND}")
    about = root / "usr" / "share" / "doc" / identity.COMMAND
    about.mkdir(parents=True)
    shutil.copytree(bundle / "licenses", about / "licenses")
    (about / "copyright").write_text(_copyright(), encoding="utf-8")
    day = format_datetime(datetime.fromtimestamp(moment, UTC))
    change = f"{identity.COMMAND} ({debian_version(version)}) unstable; urgency=medium\n\n"
    change += f"  * Version {version}; CHANGELOG.md of the sources tells what is new.\n\n"
    change += f" -- {MAINTAINER}  {day}\n"
    _gzip(about / "changelog.Debian.gz", change.encode())
    page = (ROOT / "packaging" / "linux" / "greenbaize.6").read_text(encoding="utf-8")
    manual = root / "usr" / "share" / "man" / "man6"
    manual.mkdir(parents=True)
    _gzip(manual / f"{identity.COMMAND}.6.gz", page.replace("@VERSION@", version).encode())
    allowed = root / "usr" / "share" / "lintian" / "overrides"
    allowed.mkdir(parents=True)
    shutil.copyfile(ROOT / "packaging" / "linux" / "lintian", allowed / identity.COMMAND)
    tree.settle(root, moment)
    for name in (identity.COMMAND, identity.CONSOLE):
        (home / name).chmod(0o755)


def _gzip(path: Path, content: bytes) -> None:
    import gzip  # (next to its only use)  # noqa: PLC0415

    path.write_bytes(gzip.compress(content, 9, mtime=0))


def _copyright() -> str:
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    body = "\n".join(f" {line}" if line.strip() else " ." for line in licence.splitlines())
    return (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        f"Upstream-Name: {identity.NAME}\n"
        "Comment: This package holds the program together with the libraries that it needs.\n"
        " Their licences are in the folder licenses beside this file.\n"
        f"\nFiles: *\nCopyright: {identity.COPYRIGHT.removeprefix('Copyright © ')}\n"
        f"License: {identity.LICENCE}\n{body}\n"
    )


def make(bundle: Path, target: Path, version: str, machine: str, timestamp: int) -> None:
    """Write the package of a bundle.

    Args:
        bundle: the finished folder.
        target: the file to write.
        version: version of the program.
        machine: target processor, as in the bundle's name.
        timestamp: modification time of all files (s since 1970).
    """
    with TemporaryDirectory() as place:
        root = Path(place) / "root"
        root.mkdir()
        lay_out(bundle, root, version, timestamp)
        size = sum(path.lstat().st_size for path in tree.files_in(root)) // 1024 + 1
        fields = {
            "Package": identity.COMMAND,
            "Version": debian_version(version),
            "Section": "games",
            "Priority": "optional",
            "Architecture": architecture(machine),
            "Installed-Size": str(size),
            "Maintainer": MAINTAINER,
            **needs(bundle),
            "Description": DESCRIPTION.rstrip("\n"),
        }
        control = root / "DEBIAN"
        control.mkdir(mode=0o755)
        text = "".join(f"{name}: {said}\n" for name, said in fields.items())
        (control / "control").write_text(text, encoding="utf-8")
        (control / "md5sums").write_text(_sums(root), encoding="utf-8")
        build = ("dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "--build", root, target)
        code, output = run(*build, SOURCE_DATE_EPOCH=str(timestamp))
        if code:
            raise SetupError(f"dpkg-deb failed: {reason(output, 'dpkg-deb: error:')}")


def _sums(root: Path) -> str:
    files = [path for path in tree.files_in(root) if not path.is_symlink()]
    return "".join(
        f"{md5(path.read_bytes(), usedforsecurity=False).hexdigest()}"
        f"  {path.relative_to(root).as_posix()}\n"
        for path in files
        if path.relative_to(root).parts[0] != "DEBIAN"
    )
