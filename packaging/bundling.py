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
from system import LINUX, SetupError, reason, run, say
from windows import installer

BUILD = ROOT / "build" / "bundle"
DIST = ROOT / "dist"
SYSTEMS = {"linux": "linux", "darwin": "macos", "win32": "windows"}
MACHINES = {"amd64": "x86_64", "x64": "x86_64", "aarch64": "arm64"}
CHECKS = 21
"""Minimum number of self-test lines: one for each check, and one of the program."""
OLDEST = 315_532_800  # 1980, the earliest time that every archive format can store


@dataclass(frozen=True, slots=True)
class Form:
    """Layout of a system's bundle; all paths are relative to the bundle.

    Args:
        build_name: name that PyInstaller gives it.
        program_folder: folder of the programs.
        library_folder: folder of the libraries.
        licence_folder: folder of the licences.
        program_suffix: file name suffix of the programs.
    """

    made: str = "bundle"
    programs: str = "."
    inside: str = "_internal"
    papers: str = "."
    suffix: str = ""

    def program(self, bundle: Path) -> Path:
        """Return the path of the bundle's terminal program."""
        return bundle / self.programs / f"{identity.CONSOLE}{self.suffix}"

    def place(self, name: str) -> Path:
        """Return the target path of a bundle; an application keeps the name that users see."""
        return DIST / (self.made if self.made.endswith(".app") else name)


FORMS: Final = {
    "linux": Form(),
    "win32": Form(suffix=".exe"),
    "darwin": Form(
        f"{identity.NAME}.app", "Contents/MacOS", "Contents/Frameworks", "Contents/Resources"
    ),
}
"""Layouts by ``sys.platform``."""


def form(system: str = sys.platform) -> Form:
    """Return the layout of a system's bundle; ``SetupError`` if the system is not supported."""
    if system not in FORMS:
        raise SetupError(f"there are bundles for {', '.join(SYSTEMS.values())}, and not {system}")
    return FORMS[system]


def bundle_name(version: str, system: str, machine: str) -> str:
    """Return the name of the bundle.

    Args:
        version: version of the program.
        system: name of the system, as in ``sys.platform``.
        machine: name of the processor, as the system gives it.
    """
    return "-".join([identity.COMMAND, version, SYSTEMS.get(system, system), processor(machine)])


def processor(machine: str | None = None) -> str:
    """Return the name of a processor, or of this machine's, as used in bundle names."""
    machine = (machine or platform.machine()).lower()
    return MACHINES.get(machine, machine)


def moment() -> int:
    """Return the timestamp of all files of a bundle: the time of its source (s since 1970)."""
    asked = os.environ.get("SOURCE_DATE_EPOCH", "")
    if asked.isdecimal():
        return int(asked)
    try:
        code, output = run("git", "-C", ROOT, "log", "-1", "--format=%ct")
    except FileNotFoundError:
        return OLDEST
    return int(output) if not code and output.strip().isdecimal() else OLDEST


def freeze(when: int) -> Path:
    """Run PyInstaller and return the folder or application that it made."""
    shutil.rmtree(BUILD, ignore_errors=True)
    command: list[str | Path] = [sys.executable, "-P", "-m", "PyInstaller", "--noconfirm"]
    command += ["--log-level", "WARN", "--distpath", BUILD, "--workpath", BUILD / "work"]
    code, output = run(
        *command,
        ROOT / "packaging" / "bundle" / "greenbaize.spec",
        # Ignore the user's own settings, and produce the same bytes each time.
        PYINSTALLER_CONFIG_DIR=str(BUILD / "cache"),
        PYTHONHASHSEED="0",
        SOURCE_DATE_EPOCH=str(when),
        # The archive of the whole is smaller if its contents are not compressed before, and the
        # program starts 10 ms sooner.
        PYINSTALLER_ZLIB_COMPRESSION_LEVEL="0",
    )
    if code:
        raise SetupError(f"PyInstaller failed: {reason(output, 'ERROR:')}")
    return BUILD / form().made


def finish(bundle: Path, when: int, system: str = sys.platform) -> None:
    """Turn the output of PyInstaller into the bundle that is released."""
    shape = form(system)
    tree.shrink(bundle)
    python = Path(sys.base_prefix)
    tree.forget_python(bundle / shape.inside, python)
    # Paths of the system may appear in the files; paths of the builder may not.
    tree.check_places(bundle, [ROOT, *([] if tree.is_of_system(python) else [python])])
    sources = json.loads((BUILD / "work" / "greenbaize" / "sources.json").read_text("utf-8"))
    licences.write(licences.parts_of(sources), bundle / shape.papers, identity.version())
    if system == "linux":
        tree.check_taken_along(bundle / shape.inside, contents.TAKEN_ALONG)
        add_desktop(bundle, when)
        tree.join_twins(bundle / identity.COMMAND, bundle / identity.CONSOLE)
    check_inside(bundle, system)
    if system == "darwin":
        info_plist.write_words(bundle)
        seal(bundle)
    tree.settle(bundle, when, bundle / shape.programs)


def check_inside(bundle: Path, system: str) -> None:
    """Raise ``SetupError`` if the bundle lacks something that its files need."""
    inside = linking.bundle_in(bundle, system, processor(), form(system).inside)
    lacks = contents.lacking([*inside.binaries, *inside.files], system)
    faults = [*(f"it lacks {one}" for one in lacks), *inside.faults()]
    if faults:
        raise SetupError(f"the bundle would not run: {'; '.join(faults)}")


def seal(app: Path) -> None:
    """Sign an application ad hoc again: files were added after PyInstaller had signed it."""
    code, output = run("codesign", "--force", "--sign", "-", app)
    if code:
        raise SetupError(f"codesign failed: {reason(output)}")


def add_desktop(folder: Path, when: int) -> None:
    """Add the desktop integration files and the README beside the program."""
    linux = ROOT / "packaging" / "linux"
    desktop.write(folder / "share", identity.version(), when)
    shutil.copy(linux / "install-menu-entry", folder)
    about = (linux / "README.txt").read_text(encoding="utf-8")
    about = about.replace("@VERSION@", identity.version())
    (folder / "README").write_text(about, encoding="utf-8")


def pack(bundle: Path, name: str, timestamp: int, system: str = sys.platform) -> list[Path]:
    """Write the archives of a finished bundle beside it.

    Args:
        bundle: path of the bundle.
        name: name of the bundle, from which the archives are named.
        timestamp: modification time of all files (s since 1970).
        system: target system, as in ``sys.platform``.
    """
    if system != "linux":
        made = [bundle.with_name(f"{name}.zip")]
        archives.zip_tree(made[0], bundle, bundle.name)
        if system == "win32" and installer.compiler() is None:
            say("There is no makensis here: no installer is made, only the ZIP file.")
        elif system == "win32":
            made.append(bundle.with_name(installer.installer_name(name)))
            installer.make(bundle, made[1])
        return made
    made = [bundle.with_name(f"{name}.tar.xz")]
    archives.tar(made[0], lambda archive: archives.add_tree(archive, bundle, name, timestamp))
    if shutil.which("dpkg-deb"):
        machine = name.rpartition("-")[2]
        made.append(bundle.with_name(debian.package_name(identity.version(), machine)))
        debian.make(bundle, made[1], identity.version(), machine, timestamp)
    return made


def check(bundle: Path, *, compiled: bool) -> None:
    """Run the self-test of the bundled program without anything of this environment.

    Args:
        bundle: path of the bundle.
        compiled: the computer players were compiled; the program must report the same.
    """
    program = form().program(bundle)
    bare = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ}
    bare |= {"QT_QPA_PLATFORM": "offscreen", "PATH": os.defpath, "HOME": str(BUILD)}
    bare |= {"LC_ALL": "C.UTF-8"} if LINUX else {}
    tried = 0
    command: list[str | Path] = [program, "--self-test"]
    with subprocess.Popen(
        command, env=bare, cwd=BUILD, stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
    ) as test:
        for line in test.stdout or ():
            print(line, end="", flush=True)
            tried += line.startswith(("passed: ", "note: "))
    if test.returncode:
        raise SetupError(f"the bundle does not stand its own test (exit code {test.returncode})")
    if tried < CHECKS:
        raise SetupError(f"the bundle's own test tried {tried} things, and not {CHECKS}")
    said = subprocess.check_output([program, "--version"], env=bare, cwd=BUILD, text=True)
    if ("(compiled)" in said) != compiled:
        raise SetupError(f"the bundle does not hold what was compiled: {said.strip()}")


def make(*, packed: bool) -> None:
    """Make the bundle, run its self-test and print its size."""
    began = time.monotonic()
    when = moment()
    name = bundle_name(identity.version(), sys.platform, platform.machine())
    say(f"Making {name} …")
    place = form().place(name)
    compiled = compiling.provide(Path(sys.prefix), Path(sys.executable))
    bundle = freeze(when)
    finish(bundle, when)
    shutil.rmtree(place, ignore_errors=True)
    DIST.mkdir(exist_ok=True)
    shutil.move(bundle, place)
    say(f"dist/{place.name}: {tree.size_of(place)}, made in {time.monotonic() - began:.0f} s")
    check(place, compiled=compiled)
    for archive in pack(place, name, when) if packed else ():
        say(f"dist/{archive.name}: {archive.stat().st_size / 1e6:.1f} MB")


def main(arguments: list[str]) -> int:
    """Run the command line; print an error as one line."""
    parser = argparse.ArgumentParser(prog="start.py bundle", description=__doc__)
    parser.add_argument(
        "--archives", action="store_true", help="also make the archives that are handed out"
    )
    asked = parser.parse_args(arguments)
    try:
        make(packed=asked.archives)
    except KeyboardInterrupt:
        say("\nStopped.")
        return 130
    except SetupError as error:
        say(f"Green Baize: {error}")
        return 1
    except (OSError, ValueError) as error:  # ValueError: the source has no version line
        say(f"Green Baize could not be bundled: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
