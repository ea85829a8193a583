"""Flatpak manifest of the program, with every package of the lock file as a source.

Flatpak builds without a network: each source is named with its address and sum. pip looks the
addresses up in the index, for exactly the files that ``packaging/runtime.lock`` allows. Flatpak's
own tools are not needed, and have not been run on the result.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import identity
from environment import ROOT, pip_install
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from system import SetupError, failure_reason

from release.packages import LOCK_ENTRY

RUNTIME_VERSION: Final = "25.08"
"""Version of org.freedesktop.Platform."""
RUNTIME_PYTHON: Final = "3.13"
RUNTIME_GLIBC_MINOR: Final = 42
PROCESSORS: Final = ("x86_64", "aarch64")
PERMISSIONS: Final = (
    # Tables with friends on the local network.
    "--share=network",
    "--socket=wayland",
    "--socket=fallback-x11",
    "--share=ipc",
    "--socket=pulseaudio",
    "--device=dri",
    # Folders of other programs at the table lie where their own sandbox can be given them.
    "--env=TMPDIR=/var/tmp",
)
"""Everything that the program may do; files of the person come through the portal."""
BUILD_TOOLS: Final = ("hatchling", "packaging", "pathspec", "pluggy", "trove-classifiers")
PIP: Final = "pip3 install --no-index --no-deps --no-build-isolation --prefix=${FLATPAK_DEST}"
SHARE_COMMAND: Final = (
    "PYTHONPATH=packaging python3 -c 'import identity; from pathlib import Path; "
    "from bundle import desktop; "
    'desktop.write_desktop_files(Path("share"), identity.version(), 0)\''
)

PackageFile = Mapping[str, Any]
"""Source of a manifest."""


def flatpak_manifest(
    packages: list[PackageFile], tools: list[PackageFile], archive: PackageFile
) -> str:
    """Return the manifest as JSON.

    Args:
        packages: sources of the packages that the program needs.
        tools: sources of those that build it.
        archive: source of the sdist.
    """
    modules = [
        _module("build-tools", [f"{PIP} *.whl"], tools, cleanup=["*"]),
        _module("python-packages", [f"{PIP} *.whl"], packages),
        _module(
            identity.COMMAND,
            [f"{PIP} .", SHARE_COMMAND, "cp -r share ${FLATPAK_DEST}"],
            [archive],
        ),
    ]
    manifest = {
        "id": identity.IDENTIFIER,
        "runtime": "org.freedesktop.Platform",
        "runtime-version": RUNTIME_VERSION,
        "sdk": "org.freedesktop.Sdk",
        "command": identity.COMMAND,
        "finish-args": PERMISSIONS,
        "modules": modules,
    }
    return json.dumps(manifest, indent=2) + "\n"


def _module(
    name: str, commands: list[str], sources: list[PackageFile], **more: Any
) -> dict[str, Any]:
    build = {"name": name, "buildsystem": "simple", "build-commands": commands}
    return {**build, "sources": sources, **more}


def make_manifest(version: str, sums: Mapping[str, str]) -> dict[str, str]:
    """Return the manifest by its file name.

    Args:
        version: version of the program.
        sums: SHA-256 of the downloads by name.

    Raises:
        SetupError: the sdist is not there, or the index does not have a file.
    """
    name = f"{identity.COMMAND}-{version}.tar.gz"
    if name not in sums:
        raise SetupError(f"{name} is not there")
    base = identity.DOWNLOADS.replace("{version}", version)
    # Without an address the manifest is for the folder that the sdist is in.
    location = {"url": f"{base}/{name}"} if base else {"path": f"../../{name}"}
    archive = {"type": "archive", **location, "sha256": sums[name]}
    runtime, ship = (
        (ROOT / "packaging" / lock).read_text(encoding="utf-8")
        for lock in ("runtime.lock", "ship.lock")
    )
    text = flatpak_manifest(find_sources(runtime), find_sources(ship, BUILD_TOOLS), archive)
    return {f"{identity.IDENTIFIER}.json": text}


def find_sources(lock: str, names: tuple[str, ...] = ()) -> list[PackageFile]:
    """Return the files of a lock file for each processor; those for all of them once.

    Args:
        lock: text of the lock file.
        names: canonical names of the wanted packages; all by default.
    """
    files: dict[str, tuple[str, list[str]]] = {}
    for processor in PROCESSORS:
        for url, digest in look_up_files(select_requirements(lock, processor, names), processor):
            files.setdefault(url, (digest, []))[1].append(processor)
    return [
        {
            "type": "file",
            "url": url,
            "sha256": digest,
            **({} if len(processors) == len(PROCESSORS) else {"only-arches": processors}),
        }
        for url, (digest, processors) in sorted(files.items())
    ]


def select_requirements(lock: str, processor: str, names: tuple[str, ...] = ()) -> str:
    """Return the lines of a lock file that hold in the runtime, without their conditions."""
    target = {
        "implementation_name": "cpython",
        "os_name": "posix",
        "platform_machine": processor,
        "platform_python_implementation": "CPython",
        "platform_system": "Linux",
        "python_full_version": f"{RUNTIME_PYTHON}.0",
        "python_version": RUNTIME_PYTHON,
        "sys_platform": "linux",
    }
    lines = []
    for entry in LOCK_ENTRY.finditer(lock):
        requirement = Requirement(entry["line"])
        wanted = not names or canonicalize_name(requirement.name) in names
        if wanted and (requirement.marker is None or requirement.marker.evaluate(target)):
            lines.append(f"{requirement.name}{requirement.specifier} \\{entry['hashes']}\n")
    return "".join(lines)


def look_up_files(requirements: str, processor: str) -> list[tuple[str, str]]:
    """Return address and SHA-256 of the wheel of each requirement, as pip would choose it.

    Raises:
        SetupError: pip refused, or its index is not a public one.
    """
    with TemporaryDirectory() as folder:
        lock, report = Path(folder, "packages.txt"), Path(folder, "report.json")
        lock.write_text(requirements, encoding="utf-8")
        options = ["--dry-run", "--ignore-installed", "--no-deps", "--report", str(report)]
        options += ["--target", str(Path(folder, "target")), "--python-version", RUNTIME_PYTHON]
        for minor in range(RUNTIME_GLIBC_MINOR, 16, -1):
            options += ["--platform", f"manylinux_2_{minor}_{processor}"]
        options += ["--platform", f"manylinux2014_{processor}", "--platform", f"linux_{processor}"]
        code, output = pip_install(Path(sys.executable), lock, *options)
        if code:
            raise SetupError(f"pip failed: {failure_reason(output, 'ERROR:')}")
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    files = []
    for one in found:
        download = one["download_info"]
        if not download["url"].startswith("https://"):
            raise SetupError(f"the index has no public address of {one['metadata']['name']}")
        files.append((download["url"], download["archive_info"]["hashes"]["sha256"]))
    return files
