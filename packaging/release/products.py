"""Products of a release, made from a clean copy of the source."""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import compiling
import identity
from bundling import bundle_name
from system import SetupError, clean_environment, failure_reason, print_progress, run_command

from release.bill import make_bill
from release.collection import FONT_PART, collect_parts
from release.parts import BundlePart, BundlePartType
from release.version import ReleaseVersion


def make_archives(source: Path, output_folder: Path, timestamp: int) -> None:
    """Make the sdist, its wheel, and if possible a wheel with compiled modules.

    Args:
        source: the clean copy.
        output_folder: folder of the products.
        timestamp: commit time of the source (s since 1970).
    """
    print_progress("Making the sdist and the wheel …")
    build = (sys.executable, "-P", "-m", "build", "--no-isolation")
    code, output = run_command(
        *build, "--outdir", output_folder, source, SOURCE_DATE_EPOCH=str(timestamp)
    )
    if code:
        raise SetupError(f"the wheel could not be made: {failure_reason(output)}")
    if not compiling.provide_compiled_modules(Path(sys.prefix), Path(sys.executable), source):
        print_progress("Nothing could be compiled: only the pure wheel is made.")
        return
    wheel = (*build, "--wheel", "--outdir", output_folder, source)
    variables = {"SOURCE_DATE_EPOCH": str(timestamp), "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "true"}
    code, output = run_command(*wheel, cwd=None, limit=None, **variables)
    if code:
        raise SetupError(f"the compiled wheel could not be made: {failure_reason(output)}")


def make_bundle(source: Path, output_folder: Path, timestamp: int, version: ReleaseVersion) -> None:
    """Make the bundle, its archives and its bill of materials."""
    print_progress("Making the bundle (some minutes) …")
    script = str(source / "packaging" / "bundling.py")
    command = (sys.executable, "-E", script, "--archives", "--for-release")
    variables = {"SOURCE_DATE_EPOCH": str(timestamp), "PYTHONHASHSEED": "0"}
    if subprocess.call(command, cwd=source, env=clean_environment() | variables, stdout=sys.stderr):
        raise SetupError("the bundle could not be made")
    dist_folder = source / "dist"
    archives = [path for path in sorted(dist_folder.iterdir()) if path.is_file()]
    if not archives:
        raise SetupError("the bundle was made, but no archive of it")
    for path in archives:
        shutil.move(path, output_folder / path.name)
    bundle = find_bundle(dist_folder)
    locks = [source / "packaging" / name for name in ("ship.lock", "runtime.lock")]
    parts = collect_parts(bundle, *(lock.read_text(encoding="utf-8") for lock in locks))
    check_licences(bundle, parts)
    text = make_bill(product_part(version), parts, timestamp)
    path = output_folder / f"{bundle_name(str(version), sys.platform, platform.machine())}.cdx.json"
    path.write_text(text, encoding="utf-8", newline="\n")


def check_licences(bundle: Path, parts: Iterable[BundlePart]) -> None:
    """Refuse a bundle that lacks the licence folder of one of its parts.

    The licences are collected from PyInstaller's file list, and the parts from the finished bundle:
    both ways must agree.
    """
    folders = [path for path in bundle.rglob("licenses") if ".dist-info" not in str(path)]
    names = {path.name for folder in folders for path in folder.iterdir()}
    lacking = [part.name for part in parts if part != FONT_PART and part.name not in names]
    if lacking:
        raise SetupError(f"the bundle lacks the licences of {', '.join(lacking)}")
    if "OFL.txt" not in names:
        raise SetupError("the bundle lacks the licence of its font")


def product_part(version: ReleaseVersion) -> BundlePart:
    """Return the program itself as a part, for its bill of materials."""
    name = bundle_name(str(version), sys.platform, platform.machine())
    purl = f"pkg:generic/greenbaize@{version}?platform={'-'.join(name.split('-')[-2:])}"
    return BundlePart(
        BundlePartType.APPLICATION, "Green Baize", str(version), identity.LICENCE, purl
    )


def find_bundle(dist_folder: Path) -> Path:
    """Return the bundle among the products: a folder, on macOS an application."""
    found = sorted(dist_folder.glob("*.app")) or [
        path for path in sorted(dist_folder.iterdir()) if path.is_dir()
    ]
    bundles = [path for path in found if (path / "_internal").is_dir() or path.suffix == ".app"]
    if len(bundles) != 1:
        raise SetupError(f"expected one bundle in {os.fspath(dist_folder)}, found {len(bundles)}")
    return bundles[0]
