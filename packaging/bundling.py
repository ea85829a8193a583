"""Build of the bundle for this system: a folder or application, optionally with archives.

``python3 packaging/start.py bundle`` runs it in the environment that has the tools.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import compiling
import identity
from bundle import archives, contents, debian, desktop, licences, linking, tree
from environment import ROOT
from macos import info_plist
from system import LINUX, SetupError, failure_reason, print_progress, run_command
from windows import installer, signing

BUILD = ROOT / "build" / "bundle"
DIST = ROOT / "dist"
SYSTEM_NAMES = {"linux": "linux", "darwin": "macos", "win32": "windows"}
PROCESSOR_NAMES = {"amd64": "x86_64", "x64": "x86_64", "aarch64": "arm64"}
MIN_SELF_TEST_LINES = 21
"""Minimum number of self-test lines: one for each check, and one of the program."""
OLDEST_ARCHIVE_TIME = 315_532_800  # 1980, the earliest time that every archive format can store


@dataclass(frozen=True, slots=True)
class BundleLayout:
    """Layout of a system's bundle; all paths are relative to the bundle.

    Args:
        build_name: name that PyInstaller gives it.
        program_folder: folder of the programs.
        library_folder: folder of the libraries.
        licence_folder: folder of the licences.
        program_suffix: file name suffix of the programs.
    """

    build_name: str = "bundle"
    program_folder: str = "."
    library_folder: str = "_internal"
    licence_folder: str = "."
    program_suffix: str = ""

    def console_program(self, bundle: Path) -> Path:
        """Return the path of the bundle's terminal program."""
        return bundle / self.program_folder / f"{identity.CONSOLE}{self.program_suffix}"

    def output_path(self, name: str) -> Path:
        """Return the target path of a bundle; an application keeps the name that users see."""
        return DIST / (self.build_name if self.build_name.endswith(".app") else name)


LAYOUTS: Final = {
    "linux": BundleLayout(),
    "win32": BundleLayout(program_suffix=".exe"),
    "darwin": BundleLayout(
        f"{identity.NAME}.app", "Contents/MacOS", "Contents/Frameworks", "Contents/Resources"
    ),
}
"""Layouts by ``sys.platform``."""


def bundle_layout(system: str = sys.platform) -> BundleLayout:
    """Return the layout of a system's bundle; ``SetupError`` if the system is not supported."""
    if system not in LAYOUTS:
        raise SetupError(
            f"bundles can be made for {', '.join(SYSTEM_NAMES.values())}, not for {system}"
        )
    return LAYOUTS[system]


def bundle_name(version: str, system: str, machine: str) -> str:
    """Return the name of the bundle.

    Args:
        version: version of the program.
        system: name of the system, as in ``sys.platform``.
        machine: name of the processor, as the system gives it.
    """
    return "-".join(
        [identity.COMMAND, version, SYSTEM_NAMES.get(system, system), processor_name(machine)]
    )


def processor_name(machine: str | None = None) -> str:
    """Return the name of a processor, or of this machine's, as used in bundle names."""
    machine = (machine or platform.machine()).lower()
    return PROCESSOR_NAMES.get(machine, machine)


def source_time() -> int:
    """Return the timestamp of all files of a bundle: the time of its source (s since 1970)."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdecimal():
        return int(epoch)
    try:
        code, output = run_command("git", "-C", ROOT, "log", "-1", "--format=%ct")
    except FileNotFoundError:
        return OLDEST_ARCHIVE_TIME
    return int(output) if not code and output.strip().isdecimal() else OLDEST_ARCHIVE_TIME


def run_pyinstaller(timestamp: int) -> Path:
    """Run PyInstaller and return the folder or application that it made."""
    shutil.rmtree(BUILD, ignore_errors=True)
    command: list[str | Path] = [sys.executable, "-P", "-m", "PyInstaller", "--noconfirm"]
    command += ["--log-level", "WARN", "--distpath", BUILD, "--workpath", BUILD / "work"]
    code, output = run_command(
        *command,
        ROOT / "packaging" / "bundle" / "greenbaize.spec",
        # Ignore the user's own settings, and produce the same bytes each time.
        PYINSTALLER_CONFIG_DIR=str(BUILD / "cache"),
        PYTHONHASHSEED="0",
        SOURCE_DATE_EPOCH=str(timestamp),
        # The archive of the whole is smaller if its contents are not compressed before, and the
        # program starts 10 ms sooner.
        PYINSTALLER_ZLIB_COMPRESSION_LEVEL="0",
    )
    if code:
        raise SetupError(f"PyInstaller failed: {failure_reason(output, 'ERROR:')}")
    return BUILD / bundle_layout().build_name


def finish_bundle(bundle: Path, timestamp: int, system: str = sys.platform) -> None:
    """Turn the output of PyInstaller into the bundle that is released."""
    layout = bundle_layout(system)
    tree.strip_libraries(bundle)
    python = Path(sys.base_prefix)
    tree.erase_python_path(bundle / layout.library_folder, python)
    # Paths of the system may appear in the files; paths of the builder may not.
    tree.check_build_paths(bundle, [ROOT, *([] if tree.is_system_python(python) else [python])])
    sources = json.loads((BUILD / "work" / "greenbaize" / "sources.json").read_text("utf-8"))
    licences.write_licences(
        licences.find_licensed_parts(sources), bundle / layout.licence_folder, identity.version()
    )
    if system == "linux":
        tree.check_bundled_libraries(bundle / layout.library_folder, contents.BUNDLED_LIBRARIES)
        add_desktop_files(bundle, timestamp)
        tree.hardlink_equal_files(bundle / identity.COMMAND, bundle / identity.CONSOLE)
    check_contents(bundle, system)
    if system == "win32":
        signing.sign_programs(bundle)
    if system == "darwin":
        info_plist.write_localized_strings(bundle)
        sign_app(bundle)
    tree.normalise_metadata(bundle, timestamp, bundle / layout.program_folder)


def check_contents(bundle: Path, system: str) -> None:
    """Raise ``SetupError`` if the bundle lacks something that its files need."""
    linked_bundle = linking.read_bundle(
        bundle, system, processor_name(), bundle_layout(system).library_folder
    )
    missing = contents.find_missing_parts([*linked_bundle.binaries, *linked_bundle.files], system)
    faults = [*(f"it lacks {one}" for one in missing), *linked_bundle.find_faults()]
    if faults:
        raise SetupError(f"the bundle would not run: {'; '.join(faults)}")


def sign_app(app: Path) -> None:
    """Sign an application ad hoc again: files were added after PyInstaller had signed it."""
    code, output = run_command("codesign", "--force", "--sign", "-", app)
    if code:
        raise SetupError(f"codesign failed: {failure_reason(output)}")


def add_desktop_files(folder: Path, timestamp: int) -> None:
    """Add the desktop integration files and the README beside the program."""
    linux = ROOT / "packaging" / "linux"
    desktop.write_desktop_files(folder / "share", identity.version(), timestamp)
    shutil.copy(linux / "install-menu-entry", folder)
    readme = (linux / "README.txt").read_text(encoding="utf-8")
    readme = readme.replace("@VERSION@", identity.version())
    (folder / "README").write_text(readme, encoding="utf-8")


def write_archives(
    bundle: Path,
    name: str,
    timestamp: int,
    system: str = sys.platform,
    *,
    for_release: bool = False,
) -> list[Path]:
    """Write the archives of a finished bundle beside it.

    Args:
        bundle: path of the bundle.
        name: name of the bundle, from which the archives are named.
        timestamp: modification time of all files (s since 1970).
        system: target system, as in ``sys.platform``.
        for_release: leave out what is not fit to be handed out.
    """
    if system != "linux":
        paths = [bundle.with_name(f"{name}.zip")]
        archives.write_zip(paths[0], bundle, bundle.name)
        if system == "win32" and installer.find_makensis() is None:
            print_progress("makensis is not installed: only the ZIP file is made, no installer.")
        elif system == "win32":
            for personal in (False, True):
                path = bundle.with_name(installer.installer_name(name, personal=personal))
                installer.make_installer(bundle, path, personal=personal)
                paths.append(path)
        return paths
    paths = [bundle.with_name(f"{name}.tar.xz")]
    archives.write_tar(
        paths[0], lambda archive: archives.add_folder(archive, bundle, name, timestamp)
    )
    unknown = identity.describe_unknown("MAIL")
    if for_release and unknown:
        print_progress(f"The Debian package is not made: {unknown}.")
    elif shutil.which("dpkg-deb"):
        machine = name.rpartition("-")[2]
        paths.append(bundle.with_name(debian.package_name(identity.version(), machine)))
        debian.make_package(bundle, paths[1], identity.version(), machine, timestamp)
    return paths


def run_self_test(bundle: Path, *, compiled: bool) -> None:
    """Run the self-test of the bundled program without anything of this environment.

    Args:
        bundle: path of the bundle.
        compiled: the computer players were compiled; the program must report the same.
    """
    program = bundle_layout().console_program(bundle)
    variables = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ}
    variables |= {"QT_QPA_PLATFORM": "offscreen", "PATH": os.defpath, "HOME": str(BUILD)}
    variables |= {"LC_ALL": "C.UTF-8"} if LINUX else {}
    check_count = 0
    command: list[str | Path] = [program, "--self-test"]
    with subprocess.Popen(
        command,
        env=variables,
        cwd=BUILD,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    ) as test:
        for line in test.stdout or ():
            print(line, end="", flush=True)
            check_count += line.startswith(("passed: ", "note: "))
    if test.returncode:
        raise SetupError(f"the bundle failed its self-test (exit code {test.returncode})")
    if check_count < MIN_SELF_TEST_LINES:
        raise SetupError(
            f"the bundle's self-test printed {check_count} lines, "
            f"expected at least {MIN_SELF_TEST_LINES}"
        )
    version_output = subprocess.check_output(
        [program, "--version"], env=variables, cwd=BUILD, text=True
    )
    if ("(compiled)" in version_output) != compiled:
        raise SetupError(f"the bundle does not run the compiled modules: {version_output.strip()}")


def build_bundle(*, with_archives: bool, for_release: bool = False) -> None:
    """Make the bundle, run its self-test and print its size."""
    start = time.monotonic()
    timestamp = source_time()
    name = bundle_name(identity.version(), sys.platform, platform.machine())
    print_progress(f"Making {name} …")
    target = bundle_layout().output_path(name)
    if unknown := identity.describe_unknown():
        print_progress(f"Left out where they belong: {unknown}.")
    compiled = compiling.provide_compiled_modules(Path(sys.prefix), Path(sys.executable))
    bundle = run_pyinstaller(timestamp)
    finish_bundle(bundle, timestamp)
    shutil.rmtree(target, ignore_errors=True)
    DIST.mkdir(exist_ok=True)
    shutil.move(bundle, target)
    size, seconds = tree.measure_folder(target), time.monotonic() - start
    print_progress(f"dist/{target.name}: {size}, made in {seconds:.0f} s")
    run_self_test(target, compiled=compiled)
    if not with_archives:
        return
    for archive in write_archives(target, name, timestamp, for_release=for_release):
        print_progress(f"dist/{archive.name}: {archive.stat().st_size / 1e6:.1f} MB")


def main(arguments: list[str]) -> int:
    """Run the command line; print an error as one line."""
    parser = argparse.ArgumentParser(prog="start.py bundle", description=__doc__)
    parser.add_argument(
        "--archives", action="store_true", help="also make the archives that are handed out"
    )
    parser.add_argument(
        "--for-release", action="store_true", help="without archives that lack a contact"
    )
    options = parser.parse_args(arguments)
    try:
        build_bundle(with_archives=options.archives, for_release=options.for_release)
    except KeyboardInterrupt:
        print_progress("\nStopped.")
        return 130
    except SetupError as error:
        print_progress(f"Green Baize: {error}")
        return 1
    except (OSError, ValueError) as error:  # ValueError: the source has no version line
        print_progress(f"Green Baize could not be bundled: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
