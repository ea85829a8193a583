"""Tests of the bundles of all systems, based on the wheels that the lock file names.

The wheels are downloaded once into build/wheels, where the headers of their binaries are cached.
Python itself is in no wheel: what PyInstaller takes of it is listed here.
"""

import contextlib
import dataclasses
import fnmatch
import json
import os
import re
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path

import bundling
import identity
import PySide6.QtCore
import pytest
from bundle import contents, linking
from bundle.linking import BinaryHeaders, LinkedBundle
from environment import LOCK_FILES
from packaging.requirements import Requirement
from packaging.utils import parse_wheel_filename
from system import run_command

from greenbaize.store.files import LockedFile

ROOT = Path(__file__).resolve().parents[2]

CACHE = ROOT / "build" / "wheels"
OWN_FOLDER = Path("/venv")
"""Folder in which the wheels would be installed."""
WheelFiles = Mapping[str, BinaryHeaders | None]
"""Headers of the files of wheels by path; None for a file that is not a binary."""


@dataclasses.dataclass(frozen=True)
class BundleTarget:
    """Target machine of a bundle.

    Args:
        name: name of the target.
        system: system, as in ``sys.platform``.
        processor: processor, as in bundle names.
        machine: processor, as the system's Python names it.
        platforms: tags of compatible wheels, the newest first.
    """

    name: str
    system: str
    processor: str
    machine: str
    platforms: tuple[str, ...]


def macos_target(processor: str) -> BundleTarget:
    # The oldest supported macOS takes wheels for itself and older ones.
    newest = int(identity.OLDEST_MACOS.partition(".")[0])
    versions = [f"{major}_0" for major in range(newest, 10, -1)]
    versions += [f"10_{minor}" for minor in range(15, 8, -1)]
    kinds = (processor, "universal2")
    tags = tuple(f"macosx_{version}_{kind}" for version in versions for kind in kinds)
    return BundleTarget(f"macos-{processor}", "darwin", processor, processor, tags)


TARGETS = (
    BundleTarget("windows-x86_64", "win32", "x86_64", "AMD64", ("win_amd64",)),
    macos_target("arm64"),
    macos_target("x86_64"),
    BundleTarget(
        "linux-x86_64",
        "linux",
        "x86_64",
        "x86_64",
        tuple(f"manylinux_2_{minor}_x86_64" for minor in range(34, 16, -1)),
    ),
)
each_target = pytest.mark.parametrize("target", TARGETS, ids=lambda one: one.name)

WINDOWS_PYTHON_LIBRARIES = {
    "python311.dll": ("VCRUNTIME140.dll", "VERSION.dll", "WS2_32.dll", "bcrypt.dll"),
    "python3.dll": ("python311.dll",),
    "vcruntime140.dll": ("KERNEL32.dll",),
    "vcruntime140_1.dll": ("VCRUNTIME140.dll", "KERNEL32.dll"),
    "libcrypto-3.dll": ("VCRUNTIME140.dll", "ADVAPI32.dll", "USER32.dll", "bcrypt.dll"),
    "libssl-3.dll": ("VCRUNTIME140.dll", "libcrypto-3.dll"),
    "libffi-8.dll": ("VCRUNTIME140.dll", "KERNEL32.dll"),
    "sqlite3.dll": ("VCRUNTIME140.dll", "KERNEL32.dll"),
    "_ctypes.pyd": ("python311.dll", "VCRUNTIME140.dll", "libffi-8.dll", "OLEAUT32.dll"),
    "_hashlib.pyd": ("python311.dll", "VCRUNTIME140.dll", "libcrypto-3.dll"),
    "_overlapped.pyd": ("python311.dll", "VCRUNTIME140.dll", "WS2_32.dll"),
    "_socket.pyd": ("python311.dll", "VCRUNTIME140.dll", "WS2_32.dll", "IPHLPAPI.DLL"),
    "_sqlite3.pyd": ("python311.dll", "VCRUNTIME140.dll", "sqlite3.dll"),
    "_ssl.pyd": ("python311.dll", "VCRUNTIME140.dll", "libcrypto-3.dll", "libssl-3.dll"),
    "unicodedata.pyd": ("python311.dll", "VCRUNTIME140.dll", "KERNEL32.dll"),
}
"""Libraries of Python for Windows with their dependencies."""

MAC_PYTHON = "Python.framework/Versions/3.11/"

SKIPPED_FILES = re.compile(
    r"/$|\.app/|\.(?:exe|h|json|prl|pyi?)$|[Qq]ml|Quick|Labs|[Dd]esigner|Lottie"
)
"""Tools and QML files are not read; a dependency on them would be reported as missing."""
MAGIC = (b"MZ", b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")


def python_files(target: BundleTarget, facts: WheelFiles) -> dict[str, BinaryHeaders | None]:
    """Return the bundled files of Python itself and of the system, by path."""
    if target.system == "win32":
        return {
            path: BinaryHeaders(("x86_64",), needs)
            for path, needs in WINDOWS_PYTHON_LIBRARIES.items()
        }
    if target.system == "darwin":
        library = BinaryHeaders(("x86_64", "arm64"), ("/usr/lib/libSystem.B.dylib",))
        return {f"{MAC_PYTHON}Python": library, f"{MAC_PYTHON}Resources/Info.plist": None}
    library = BinaryHeaders((target.processor,), ("libc.so.6",))
    needed_names = {name for binary in facts.values() if binary for name in binary.needed_libraries}
    bundled_names = [
        one
        for pattern in contents.BUNDLED_LIBRARIES
        for one in fnmatch.filter(needed_names, pattern)
    ]
    return dict.fromkeys(["libpython3.11.so.1.0", *bundled_names], library)


# The wheels.


def locked_requirements(target: BundleTarget) -> list[str]:
    """Return the locked requirements of a target, with hashes and without markers."""
    marker_environment = {
        "sys_platform": target.system,
        "os_name": "nt" if target.system == "win32" else "posix",
        "platform_machine": target.machine,
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
        "python_version": "3.11",
        "python_full_version": "3.11.9",
    }
    text = re.sub(r"\s*#.*", "", (ROOT / LOCK_FILES["play"]).read_text("utf-8"))
    lines = []
    for words in re.findall(r"^\S(?:.*\\\n)*.*$", text, re.MULTILINE):
        line, *hashes = re.split(r"\s*\\\n\s*", words)
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate(marker_environment):
            lines.append(" ".join([f"{requirement.name}{requirement.specifier}", *hashes]))
    return lines


def cached_wheels(target: BundleTarget, versions: set[tuple[str, str]]) -> dict[str, Path]:
    """Return the downloaded wheels of a target by package name."""
    found: dict[str, Path] = {}
    for path in sorted(CACHE.glob("*.whl")):
        name, version, _, tags = parse_wheel_filename(path.name)
        kinds = {tag.platform for tag in tags}
        if (name, str(version)) in versions and kinds & {"any", *target.platforms}:
            universal = any(kind.endswith("universal2") for kind in kinds)
            if name not in found or not universal:  # pip prefers a wheel for one processor
                found[name] = path
    return found


def fetch_wheels(target: BundleTarget, lines: list[str]) -> list[Path]:
    """Return the wheels of a target; download them if needed."""
    versions = {
        (name, version) for name, version in (line.split()[0].split("==") for line in lines)
    }
    if len(cached_wheels(target, versions)) < len(versions):
        with tempfile.TemporaryDirectory() as folder:
            lock = Path(folder, "target.lock")
            lock.write_text("\n".join(lines), encoding="utf-8")
            pip = [sys.executable, "-m", "pip", "download", "-q", "--no-input", "--retries", "1"]
            pip += ["--disable-pip-version-check", "--no-deps", "--require-hashes"]
            pip += ["--only-binary", ":all:"]
            pip += ["--implementation", "cp", "--python-version", "3.11"]
            pip += [word for abi in ("cp311", "abi3", "none") for word in ("--abi", abi)]
            pip += [word for one in target.platforms for word in ("--platform", one)]
            code, output = run_command(*pip, "--dest", CACHE, "-r", lock)
        if code and re.search("connection|timed out|proxy", output, re.IGNORECASE):
            pytest.skip("the wheels of other systems are not here, and there is no network")
        assert code == 0, output
    found = cached_wheels(target, versions)
    assert {name for name, _ in versions} == set(found)
    return list(found.values())


def read_wheels(target: BundleTarget, paths: list[Path]) -> dict[str, BinaryHeaders | None]:
    facts: dict[str, BinaryHeaders | None] = {}
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            with zipfile.ZipFile(path) as wheel:
                for one in wheel.namelist():
                    if not SKIPPED_FILES.search(one):
                        facts[one] = None
                        with wheel.open(one) as file:
                            binary = file.read(4).startswith(MAGIC)
                        if binary:
                            out = Path(wheel.extract(one, folder))
                            facts[one] = linking.read_headers(out, target.processor)
                            out.unlink()
    return facts


def wheel_files(target: BundleTarget) -> WheelFiles:
    """Return the files of all wheels of a target, cached until the inputs change."""
    CACHE.mkdir(parents=True, exist_ok=True)
    lines = locked_requirements(target)
    reader = Path(linking.__file__).read_text(encoding="utf-8")
    stamp = sha256("\n".join([*lines, SKIPPED_FILES.pattern, reader]).encode())
    cache_file = CACHE / f"{target.name}.json"
    CACHE.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as lock:
        lock.callback(LockedFile.lock_within(CACHE / "lock", 3600).release)
        try:
            cached_stamp, files = json.loads(cache_file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            cached_stamp, files = "", {}
        if cached_stamp != stamp.hexdigest():
            found = read_wheels(target, fetch_wheels(target, lines))
            files = {path: one and dataclasses.astuple(one) for path, one in found.items()}
            cache_file.write_text(json.dumps([stamp.hexdigest(), files]), encoding="utf-8")
    tuples = {path: one and [tuple(part) for part in one] for path, one in files.items()}
    return {path: one and BinaryHeaders(*one) for path, one in tuples.items()}


# Files that PyInstaller would collect, and the selection of them.


def is_extension_module(path: str) -> bool:
    return re.search(r"^(?!.*/plugins/)(?:.*/)?(?!lib)[^/]+\.(?:pyd|so)$", path) is not None


def collect_entries(target: BundleTarget, facts: WheelFiles) -> list[contents.BundleEntry]:
    """Return what PyInstaller collects: modules, plugins, their libraries, links and data."""
    wheels_bundle = LinkedBundle(
        target.system, target.processor, "", {p: b for p, b in facts.items() if b}
    )
    entries: dict[str, contents.BundleEntry] = {}

    def add_entry(path: str, source: str, kind: str) -> None:
        entries.setdefault(path, (path, source, kind))

    todo = [
        one
        for one in wheels_bundle.binaries
        if is_extension_module(one) or contents._is_loaded_by_name((one, "", ""))
    ]
    for path in todo:
        add_entry(
            path, f"{OWN_FOLDER}/{path}", "EXTENSION" if is_extension_module(path) else "BINARY"
        )
    while todo:
        path = todo.pop()
        for name in (
            wheels_bundle.binaries[path].needed_libraries if path in wheels_bundle.binaries else ()
        ):
            found = wheels_bundle.find_library(path, name)
            if found is not None and found not in entries:
                todo.append(found)
                add_entry(found, f"{OWN_FOLDER}/{found}", "BINARY")
                if "/" in found and target.system != "win32":
                    add_entry(found.rpartition("/")[2], found, "SYMLINK")
    # Same layout as PyInstaller's collect_files_from_framework_bundles.
    frameworks = [one for one in entries if re.search(r"\.framework/Versions/[\w.]+/\w+$", one)]
    for path in frameworks:
        version, _, name = path.rpartition("/")
        folder, _, number = version.rpartition("/Versions/")
        if f"{version}/Resources/Info.plist" in facts:
            target_path = f"{version}/Resources/Info.plist"
            add_entry(target_path, f"{OWN_FOLDER}/{target_path}", "DATA")
            add_entry(f"{folder}/Versions/Current", number, "SYMLINK")
            add_entry(f"{folder}/{name}", f"Versions/Current/{name}", "SYMLINK")
            add_entry(f"{folder}/Resources", "Versions/Current/Resources", "SYMLINK")
    for path in facts:
        if re.search(r"PySide6/(Qt/)?translations/qtbase_\w+\.qm$", path):
            add_entry(path, f"{OWN_FOLDER}/{path}", "DATA")
    return list(entries.values())


def relocate_binary(path: str, binary: BinaryHeaders, target: BundleTarget) -> BinaryHeaders:
    """Return a binary as PyInstaller's set_dylib_dependency_paths leaves it on macOS."""
    if target.system != "darwin":
        return binary
    system = linking.SYSTEM_LIBRARIES["darwin"]
    needs = tuple(
        name
        if any(fnmatch.fnmatch(name, one) for one in system)
        else f"@rpath/{name.rpartition('/')[2]}"
        for name in binary.needed_libraries
    )
    up = "/.." * path.count("/")
    return dataclasses.replace(binary, needed_libraries=needs, search_paths=(f"@loader_path{up}",))


def make_bundle(
    target: BundleTarget, entries: list[contents.BundleEntry], facts: WheelFiles
) -> LinkedBundle:
    """Return the bundle of the selected entries."""
    top = bundling.bundle_layout(target.system).library_folder
    kinds = {
        kind: {path: source for path, source, one in entries if one == kind}
        for kind in ("EXTENSION", "BINARY", "DATA", "SYMLINK")
    }
    binaries = {
        f"{top}/{path}": relocate_binary(path, facts[path], target)
        for path in (*kinds["EXTENSION"], *kinds["BINARY"])
    }
    files = frozenset(f"{top}/{path}" for path in kinds["DATA"])
    links = {f"{top}/{path}": link_target for path, link_target in kinds["SYMLINK"].items()}
    return LinkedBundle(target.system, target.processor, top, binaries, files, links)


@pytest.fixture(scope="module")
def files_of_target() -> Callable[[BundleTarget], WheelFiles]:
    """Return a function that gives the files of a target."""
    read: dict[str, WheelFiles] = {}

    def facts(target: BundleTarget) -> WheelFiles:
        if target.name not in read:
            found = wheel_files(target)
            read[target.name] = {**found, **python_files(target, found)}
        return read[target.name]

    return facts


@pytest.fixture
def bundle_of_target(files_of_target) -> Callable[[BundleTarget], LinkedBundle]:
    """Return a function that gives the bundle of a target."""

    def of(target: BundleTarget) -> LinkedBundle:
        facts = files_of_target(target)

        def imports(source: str) -> list[tuple[str, None]]:
            binary = facts[source.removeprefix(f"{OWN_FOLDER}/")]
            return [(name, None) for name in binary.needed_libraries] if binary else []

        entries = collect_entries(target, facts)
        return make_bundle(
            target, contents.select_entries(entries, [OWN_FOLDER], imports, target.system), facts
        )

    return of


def find_all_faults(bundle: LinkedBundle) -> list[str]:
    """Return all faults of a bundle."""
    paths = [*bundle.binaries, *bundle.files]
    return [*contents.find_missing_parts(paths, bundle.system), *bundle.find_faults()]


@pytest.mark.long
class TestBundles:
    @each_target
    def test_bundles_have_all_libraries_that_they_need(self, bundle_of_target, target):
        linked_bundle = bundle_of_target(target)
        assert find_all_faults(linked_bundle) == []
        # The bundle has at least the usual number of binaries.
        assert len(linked_bundle.binaries) > 50

    @each_target
    @pytest.mark.parametrize("name", ["QtCore", "_rust", "_core", "_cffi_backend", "_miniaudio"])
    def test_the_modules_of_packages_are_among_them(self, bundle_of_target, target, name):
        found = {
            path.rpartition("/")[2].partition(".")[0] for path in bundle_of_target(target).binaries
        }
        assert name in found

    @pytest.mark.parametrize("target", TARGETS[1:3], ids=lambda one: one.name)
    def test_none_but_qt_for_pythons_own_is_built_for_a_newer_macos(self, bundle_of_target, target):
        own = ("*/PySide6/Qt*.abi3.so", "*/libpyside6.*", "*/shiboken6/*")
        # Their wheels require 13.0, like Qt; macOS does not check the version of libraries.
        versions = [
            binary.min_macos
            for path, binary in bundle_of_target(target).binaries.items()
            if not any(fnmatch.fnmatch(path, pattern) for pattern in own)
        ]
        assert ".".join(map(str, max(versions))) == identity.OLDEST_MACOS

    @each_target
    def test_a_binary_for_another_processor_is_reported(self, bundle_of_target, target):
        linked_bundle = bundle_of_target(target)
        path, binary = next(iter(linked_bundle.binaries.items()))
        other = {**linked_bundle.binaries, path: dataclasses.replace(binary, processors=("riscv",))}
        (fault,) = find_all_faults(dataclasses.replace(linked_bundle, binaries=other))
        assert fault == f"{path} is for riscv, and not for {target.processor}"


@pytest.mark.long
class TestBundleFaults:
    """Tests with bundles that would not run; some of these faults have occurred."""

    def faults_without(self, bundle: LinkedBundle, *patterns: str) -> list[str]:
        """Return the faults of a bundle after removing files that it has."""

        def filter_paths(paths):
            matching = {one for pattern in patterns for one in fnmatch.filter(paths, pattern)}
            removed.update(matching)
            return [path for path in paths if path not in matching]

        removed: set[str] = set()
        changed = dataclasses.replace(
            bundle,
            binaries={path: bundle.binaries[path] for path in filter_paths(bundle.binaries)},
            files=frozenset(filter_paths(bundle.files)),
            links={path: bundle.links[path] for path in filter_paths(bundle.links)},
        )
        assert removed
        return find_all_faults(changed)

    def test_libraries_of_qt_taken_for_modules(self, bundle_of_target, monkeypatch):
        original = contents.belongs_in_bundle

        def is_wanted(path: str, *rest: object) -> bool:
            return original(path, *rest) and not path.startswith("PySide6/Qt6")  # type: ignore[arg-type]

        monkeypatch.setattr(contents, "belongs_in_bundle", is_wanted)
        found = find_all_faults(bundle_of_target(TARGETS[0]))
        assert "_internal/PySide6/QtCore.pyd asks for Qt6Core.dll, which it would not find" in found

    @each_target
    def test_a_plugin_that_is_missing(self, bundle_of_target, target):
        linked_bundle = bundle_of_target(target)
        for plugin in contents.QT_PLUGINS[target.system]:
            folder, name = plugin.split("/")
            assert plugin in self.faults_without(linked_bundle, f"*/plugins/{folder}/*{name}.*")

    @each_target
    @pytest.mark.parametrize("name", ["PySide6/QtSvg.*", "*/qtbase_ru.qm"])
    def test_a_part_of_qt_that_is_missing(self, bundle_of_target, target, name):
        found = self.faults_without(bundle_of_target(target), f"*{name}")
        assert name.rpartition("/")[2].removesuffix(".*") in found

    @pytest.mark.parametrize(
        ("name", "asks"),
        [
            ("vcruntime140.dll", "python311.dll asks for VCRUNTIME140.dll"),
            ("vcruntime140_1.dll", "PySide6/Qt6Core.dll asks for VCRUNTIME140_1.dll"),
            ("msvcp140_2.dll", "PySide6/Qt6Gui.dll asks for MSVCP140_2.dll"),
            ("python3.dll", "PySide6/QtCore.pyd asks for python3.dll"),
            ("python311.dll", "msgspec/_core.cp311-win_amd64.pyd asks for python311.dll"),
            ("libffi-8.dll", "_ctypes.pyd asks for libffi-8.dll"),
            ("Qt6Svg.dll", "PySide6/plugins/iconengines/qsvgicon.dll asks for Qt6Svg.dll"),
        ],
    )
    def test_a_library_of_windows_that_is_missing(self, bundle_of_target, name, asks):
        found = self.faults_without(bundle_of_target(TARGETS[0]), f"*/{name}")
        assert f"_internal/{asks}, which it would not find" in found

    @pytest.mark.parametrize(
        ("name", "asks"),
        [
            ("libQt6XcbQpa.so.6", "platforms/libqxcb.so asks for libQt6XcbQpa.so.6"),
            ("libicudata.so.*", "asks for libicudata.so"),
            ("libxcb-cursor.so.0", "asks for libxcb-cursor.so.0"),
        ],
    )
    def test_a_library_of_linux_that_is_missing(self, bundle_of_target, name, asks):
        found = self.faults_without(bundle_of_target(TARGETS[3]), f"*/{name}")
        assert any(asks in fault for fault in found)

    @pytest.mark.parametrize(
        ("name", "fault"),
        [
            ("QtCore.framework/Versions/Current", "QtCore.framework/QtCore leads nowhere"),
            ("QtCore.framework/Versions/Current", "QtCore.framework/Resources leads nowhere"),
            ("QtGui.framework/Resources", "is no framework without Resources/Info.plist"),
            ("QtGui.framework/*/Info.plist", "is no framework without Resources/Info.plist"),
            ("QtSvg.framework/QtSvg", "QtSvg.framework is no framework without QtSvg"),
            ("QtDBus.framework/Versions/A/QtDBus", "QtDBus leads nowhere"),
            ("Frameworks/QtCore", "libqcocoa.dylib asks for @rpath/QtCore"),
        ],
    )
    @pytest.mark.parametrize("target", TARGETS[1:3], ids=lambda one: one.name)
    def test_a_framework_of_macos_that_is_not_whole(self, bundle_of_target, target, name, fault):
        assert any(
            fault in one for one in self.faults_without(bundle_of_target(target), f"*{name}")
        )


def test_each_system_has_the_versions_that_there_are_wheels_of():
    windows, arm, intel, linux = (" ".join(locked_requirements(target)) for target in TARGETS)
    assert "colorama==" in windows
    assert "colorama==" not in intel
    assert all(
        "--hash=sha256:" in line for target in TARGETS for line in locked_requirements(target)
    )
    for name in ("cryptography", "zeroconf", "pyside6-essentials", "miniaudio"):
        for text in (windows, arm, intel, linux):
            assert len(re.findall(rf"\b{name}==", text)) == 1


class TestReadHeaders:
    def test_a_module_of_this_system_is_linked_with_what_it_brings(self):
        module = Path(PySide6.QtCore.__file__)
        binary = linking.read_headers(module, bundling.processor_name())
        assert bundling.processor_name() in binary.processors
        assert any("shiboken6" in name for name in binary.needed_libraries)

    def test_text_is_no_binary(self, tmp_path):
        (tmp_path / "text").write_text("MIT", encoding="utf-8")
        (tmp_path / "empty").touch()
        assert linking.read_headers(tmp_path / "text", "x86_64") is None
        assert linking.read_headers(tmp_path / "empty", "x86_64") is None


class TestResolvePath:
    LINKS: Mapping[str, str] = {"a/current": "../b", "b/c": "deep/d", "loop": "loop"}

    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            ("x/y", "x/y"),
            ("a/./x/../y", "a/y"),
            ("a/current/c/e", "b/deep/d/e"),
            ("../x", ""),
            ("loop", ""),
        ],
    )
    def test_links_are_followed_on_the_way(self, path, expected):
        assert linking.resolve_path(path, self.LINKS) == expected


@pytest.mark.skipif(os.name == "nt", reason="links need permissions on Windows")
def test_a_bundle_is_read_from_its_folder(tmp_path):
    inside = tmp_path / "_internal"
    inside.mkdir()
    shutil.copy(PySide6.QtCore.__file__, inside / "QtCore.so")
    (inside / "text").write_text("x", encoding="utf-8")
    (inside / "link").symlink_to("text")
    linked_bundle = linking.read_bundle(
        tmp_path, sys.platform, bundling.processor_name(), "_internal"
    )
    assert set(linked_bundle.binaries) == {"_internal/QtCore.so"}
    assert (linked_bundle.files, linked_bundle.links) == (
        {"_internal/text"},
        {"_internal/link": "text"},
    )
    assert any("shiboken6" in fault for fault in linked_bundle.find_faults())
