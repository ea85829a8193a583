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
from system import SetupError, failure_reason, run_command

from bundle import tree
from bundle.appstream import read_changelog
from bundle.debian_copyright import copyright_text
from bundle.manual import manual_pages

ARCHITECTURES: Final = {"x86_64": "amd64", "arm64": "arm64"}
INSTALL_FOLDER: Final = f"usr/lib/{identity.COMMAND}"
MAINTAINER: Final = f"{identity.PUBLISHER} <{identity.MAIL or 'greenbaize@localhost'}>"
"""Debian requires an address: without one the package is for this computer only."""
PRINT_PLUGINS: Final = "printsupport"
OPTIONAL_PLUGIN: Final = "platformthemes/libqgtk3"
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
    if machine not in ARCHITECTURES:
        raise SetupError(
            f"a Debian package can be made for {' or '.join(ARCHITECTURES)}, not for {machine}"
        )
    return ARCHITECTURES[machine]


def debian_version(version: str) -> str:
    """Return the version in a form that Debian sorts correctly: 1.0rc1 comes before 1.0."""
    return re.sub(r"(a|b|rc|\.dev)(\d+)", r"~\1\2", version).replace("~.", "~") + "-1"


def find_dependencies(bundle: Path) -> dict[str, str]:
    """Return what a bundle's libraries need of the system, as dpkg-shlibdeps finds it.

    Returns:
        the fields ``Depends`` and ``Recommends``.

    Raises:
        SetupError: dpkg-shlibdeps is missing or fails.
    """
    libraries = [path for path in tree.iter_files(bundle) if tree.is_elf_file(path)]
    library_folders = sorted({path.parent for path in libraries if ".so" in path.name})
    with TemporaryDirectory() as folder:
        (Path(folder) / "debian").mkdir()
        control = Path(folder) / "debian" / "control"
        name = identity.COMMAND
        text = f"Source: {name}\n\nPackage: {name}\nArchitecture: any\n"
        control.write_text(text, encoding="utf-8")
        command: list[str | Path] = ["dpkg-shlibdeps", "-O", "--ignore-missing-info"]
        command += [f"-l{path}" for path in library_folders]
        for field, group in _group_by_need(libraries).items():
            command += [f"-d{field}", *(word for path in group for word in ("-e", path))]
        try:
            code, output = run_command(*command, cwd=Path(folder))
        except FileNotFoundError:
            raise SetupError("making a Debian package needs dpkg-dev") from None
    if code:
        raise SetupError(
            f"dpkg-shlibdeps failed: {failure_reason(output, 'dpkg-shlibdeps: error:')}"
        )
    found = dict(re.findall(r"^shlibs:(\w+)=(.*)$", output, re.M))
    if "Depends" not in found:
        raise SetupError("the output of dpkg-shlibdeps names no dependencies")
    bundled_packages = set(find_bundled_packages(bundle))
    return {
        field: ", ".join(one for one in text.split(", ") if one.split()[0] not in bundled_packages)
        for field, text in found.items()
    }


def find_bundled_packages(bundle: Path) -> list[str]:
    """Return the packages whose libraries are in a bundle."""
    names = [path.name for path in (bundle / "_internal").glob("lib*.so.*")]
    _, output = run_command("dpkg-query", "--search", *(f"*/{name}" for name in names))
    return re.findall(r"^([^:,\s]+)(?=[:,])", output, re.M)


def _group_by_need(libraries: list[Path]) -> dict[str, list[Path]]:
    groups: dict[str, list[Path]] = {"Depends": [], "Recommends": []}
    for path in libraries:
        if PRINT_PLUGINS in path.parts:
            groups["Recommends"].append(path)
        elif OPTIONAL_PLUGIN not in str(path):
            groups["Depends"].append(path)
    return groups


def copy_files(bundle: Path, root: Path, version: str, timestamp: int) -> None:
    """Copy the files of a bundle to their locations in a Debian system."""
    home = root / INSTALL_FOLDER
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
    tree.hardlink_equal_files(home / identity.COMMAND, home / identity.CONSOLE)
    shutil.copytree(bundle / "share", root / "usr" / "share")
    programs = root / "usr" / "bin"
    programs.mkdir()
    (programs / identity.COMMAND).symlink_to(f"../lib/{identity.COMMAND}/{identity.COMMAND}")
    doc_folder = root / "usr" / "share" / "doc" / identity.COMMAND
    doc_folder.mkdir(parents=True)
    shutil.copytree(bundle / "licenses", doc_folder / "licenses")
    (doc_folder / "copyright").write_text(copyright_text(bundle), encoding="utf-8")
    moment = datetime.fromtimestamp(timestamp, UTC)
    change = f"{identity.COMMAND} ({debian_version(version)}) unstable; urgency=medium\n\n"
    change += f"  * Version {version}; changelog.gz tells what is new.\n\n"
    change += f" -- {MAINTAINER}  {format_datetime(moment)}\n"
    _write_gzip(doc_folder / "changelog.Debian.gz", change)
    _write_gzip(doc_folder / "changelog.gz", read_changelog())
    manual = root / "usr" / "share" / "man" / "man6"
    manual.mkdir(parents=True)
    for name, page in manual_pages(version, moment.date().isoformat()).items():
        _write_gzip(manual / f"{name}.gz", page)
    overrides = root / "usr" / "share" / "lintian" / "overrides"
    overrides.mkdir(parents=True)
    shutil.copyfile(ROOT / "packaging" / "linux" / "lintian", overrides / identity.COMMAND)
    tree.normalise_metadata(root, timestamp)
    for name in (identity.COMMAND, identity.CONSOLE):
        (home / name).chmod(0o755)


def _write_gzip(path: Path, text: str) -> None:
    import gzip  # (next to its only use)  # noqa: PLC0415

    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def make_package(bundle: Path, target: Path, version: str, machine: str, timestamp: int) -> None:
    """Write the package of a bundle.

    Args:
        bundle: the finished folder.
        target: the file to write.
        version: version of the program.
        machine: target processor, as in the bundle's name.
        timestamp: modification time of all files (s since 1970).
    """
    with TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        root.mkdir()
        copy_files(bundle, root, version, timestamp)
        size = sum(path.lstat().st_size for path in tree.iter_files(root)) // 1024 + 1
        fields = {
            "Package": identity.COMMAND,
            "Version": debian_version(version),
            "Section": "games",
            "Priority": "optional",
            "Architecture": architecture(machine),
            "Installed-Size": str(size),
            "Maintainer": MAINTAINER,
            **find_dependencies(bundle),
            **({"Homepage": identity.HOME_PAGE} if identity.HOME_PAGE else {}),
            "Description": DESCRIPTION.rstrip("\n"),
        }
        control = root / "DEBIAN"
        control.mkdir()
        text = "".join(f"{name}: {said}\n" for name, said in fields.items())
        (control / "control").write_text(text, encoding="utf-8")
        (control / "md5sums").write_text(_md5_sums(root), encoding="utf-8")
        tree.normalise_metadata(control, timestamp)
        build = ("dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "--build", root, target)
        code, output = run_command(*build, SOURCE_DATE_EPOCH=str(timestamp))
        if code:
            raise SetupError(f"dpkg-deb failed: {failure_reason(output, 'dpkg-deb: error:')}")


def _md5_sums(root: Path) -> str:
    files = [path for path in tree.iter_files(root) if not path.is_symlink()]
    return "".join(
        f"{md5(path.read_bytes(), usedforsecurity=False).hexdigest()}"
        f"  {path.relative_to(root).as_posix()}\n"
        for path in files
        if path.relative_to(root).parts[0] != "DEBIAN"
    )
