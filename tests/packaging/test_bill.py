"""Tests of the bill of materials: parts of a bundle, their owners, and the document."""

import json
import os
import re
import shutil
import sys
from importlib.metadata import Distribution, distribution
from importlib.util import find_spec
from pathlib import Path

import pytest
from bundle import licences as papers
from packaging.utils import canonicalize_name
from release import collection, libraries, packages
from release.bill import check_schema, make_bill
from release.parts import BundleFile, BundlePart, BundlePartType, iter_bundle_files, sort_parts
from release.products import check_licences
from release.sums import file_sha256
from system import SetupError

ROOT = Path(__file__).resolve().parents[2]

TIMESTAMP = 1_793_000_000
SHIP_LOCK = (ROOT / "packaging/ship.lock").read_text(encoding="utf-8")
RUNTIME_LOCK = (ROOT / "packaging/runtime.lock").read_text(encoding="utf-8")
PRODUCT = BundlePart(
    BundlePartType.APPLICATION, "Green Baize", "1.2.3", "MIT", "pkg:generic/greenbaize@1.2.3"
)
LIBRARY = b"\x7fELF and more"
MODULES = {
    "struct",
    "entry_point",
    "pyimod01_archive",
    "greenbaize.cards",
    "email.mime.text",
    "cryptography.fernet",
    "msgspec",
    "zeroconf._dns",
    "PySide6",
    "shiboken6",
}


@pytest.fixture
def bundle(tmp_path, monkeypatch):
    """Return a bundle as PyInstaller makes it, with small files."""
    files = {
        "greenbaize": LIBRARY,
        "LICENSE": b"words",
        "_internal/base_library.zip": b"PK",
        "_internal/libpython3.11.so.1.0": LIBRARY,
        "_internal/libxcb-cursor.so.0": LIBRARY + b" cut",
        "_internal/libown.so.1": LIBRARY,
        "_internal/python3.11/lib-dynload/_ssl.cpython-311-x86_64-linux-gnu.so": LIBRARY,
        "_internal/greenbaize/resources/icons/greenbaize.svg": b"<svg/>",
        "_internal/greenbaize/bots/search.abi3.so": LIBRARY + b" compiled from ours",
        "_internal/PySide6/Qt/lib/libQt6Core.so.6": LIBRARY + b" core",
        "_internal/PySide6/Qt/lib/libQt6XcbQpa.so.6": LIBRARY + b" xcb",
        "_internal/PySide6/Qt/lib/libicudata.so.73": LIBRARY + b" data",
        "_internal/PySide6/Qt/lib/libicuuc.so.73": LIBRARY + b" uc",
        "_internal/PySide6/QtCore.abi3.so": LIBRARY,
    }
    folder = tmp_path / "bundle"
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    if os.name == "posix":
        (folder / "_internal/libQt6Core.so.6").symlink_to("PySide6/Qt/lib/libQt6Core.so.6")
    qt = [name.removeprefix("_internal/") for name in files if "PySide6" in name]
    own = {BundleFile(Path(), posix_path(name)).name: "pyside6-essentials" for name in qt}
    monkeypatch.setattr(collection, "owners_by_file", lambda: own)
    monkeypatch.setattr(collection, "embedded_modules", lambda _: MODULES)
    monkeypatch.setattr(packages, "LICENCES_BY_NAME", {})
    monkeypatch.setattr(
        collection, "LOADER_PACKAGE", "msgspec"
    )  # a package that is installed for tests
    monkeypatch.setattr(libraries.shutil, "which", lambda name: name)
    monkeypatch.setattr(libraries, "run_command", run_dpkg)
    return folder


def posix_path(name):
    from pathlib import PurePosixPath  # noqa: PLC0415

    return PurePosixPath(name)


def run_dpkg(_, option, *arguments):
    """Answer as the dpkg-query of a system that knows one library."""
    if option == "--show":
        return 0, "libxcb-cursor0\t0.1.4-1+b2\tamd64"
    if arguments == ("*/libxcb-cursor.so.0",):
        return 0, f"libxcb-cursor0:amd64: {__file__}\n"
    return 1, f"dpkg-query: no path found matching pattern {arguments[0]}"


def collect_parts(bundle):
    return {part.name: part for part in collection.collect_parts(bundle, SHIP_LOCK, RUNTIME_LOCK)}


class TestParts:
    def test_all_parts_of_the_bundle_and_no_others_are_found(self, bundle):
        assert sorted(collect_parts(bundle)) == [
            "Green Baize Sans",
            "PySide6_Essentials",
            "Python",
            "cryptography",
            "libown.so.1",
            "libxcb-cursor0",
            "msgspec",
            "shiboken6",
            "zeroconf",
        ]

    def test_package_has_version_licence_and_the_locked_archives(self, bundle):
        part = collect_parts(bundle)["cryptography"]
        version = distribution("cryptography").version
        assert (part.version, part.licence) == (version, "Apache-2.0 OR BSD-3-Clause")
        assert part.purl == f"pkg:pypi/cryptography@{version}"
        assert f"--hash=sha256:{part.archives[0]}" in SHIP_LOCK
        assert "cffi" in part.requirements

    def test_package_contains_the_parts_of_its_own_bills(self, bundle):
        inside = {part.name: part for part in collect_parts(bundle)["cryptography"].parts}
        assert inside["openssl"].version.startswith(("3.", "4."))
        assert inside["asn1"].licence == "BSD-3-Clause"

    def test_qt_is_listed_with_its_modules(self, bundle):
        (qt,) = collect_parts(bundle)["PySide6_Essentials"].parts
        assert [part.name for part in qt.parts] == ["ICU", "QtCore", "QtXcbQpa"]
        assert qt.version == distribution("PySide6_Essentials").version
        core = bundle / "_internal/PySide6/Qt/lib/libQt6Core.so.6"
        assert qt.parts[1].sha256 == file_sha256(core)
        assert [file.name for file in qt.parts[0].parts] == ["libicudata.so.73", "libicuuc.so.73"]
        assert qt.parts[0].version == "73"

    def test_system_library_is_listed_by_its_package(self, bundle):
        part = collect_parts(bundle)["libxcb-cursor0"]
        assert part.version == "0.1.4-1+b2"
        assert part.purl.startswith("pkg:deb/")
        assert "0.1.4-1%2Bb2?arch=amd64" in part.purl
        assert part.parts[0].sha256 == file_sha256(bundle / "_internal/libxcb-cursor.so.0")

    def test_unknown_library_is_listed_by_its_content(self, bundle):
        part = collect_parts(bundle)["libown.so.1"]
        assert (part.kind, part.version) == (BundlePartType.FILE, "")
        assert part.sha256 == file_sha256(bundle / "_internal/libown.so.1")

    def test_python_has_the_openssl_that_the_system_does_not_give_it(self, bundle):
        (openssl,) = collect_parts(bundle)["Python"].parts
        assert openssl.name == "OpenSSL"

    def test_module_without_owner_is_refused(self, bundle, monkeypatch):
        monkeypatch.setattr(collection, "embedded_modules", lambda _: {"stowaway.inside"})
        with pytest.raises(SetupError, match=r"module stowaway\.inside .* has no known owner"):
            collect_parts(bundle)

    def test_package_that_is_not_locked_is_refused(self, bundle, monkeypatch):
        # hatchling is locked, but only for building a release.
        for name in ("pytest", "hatchling"):
            monkeypatch.setattr(collection, "embedded_modules", lambda _, name=name: {name})
            with pytest.raises(SetupError, match=f"{name} is in the bundle, but"):
                collect_parts(bundle)

    def test_package_without_a_licence_is_refused(self, tmp_path):
        (tmp_path / "METADATA").write_text("Name: thing\nClassifier: License :: Other\n")
        with pytest.raises(SetupError, match="thing has no licence"):
            packages.find_licence("thing", Distribution.at(tmp_path))

    def test_files_of_a_macos_application_are_found(self, tmp_path):
        app = tmp_path / "Green Baize.app"
        for name in ("MacOS/greenbaize", "Frameworks/PySide6/QtCore.abi3.so", "Resources/x.svg"):
            path = app / "Contents" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"\xcf\xfa\xed\xfe")
        names = [piece.name.as_posix() for piece in iter_bundle_files(app)]
        assert names == ["PySide6/QtCore.abi3.so", "greenbaize", "x.svg"]
        assert collection.find_programs(app) == [app / "Contents/MacOS/greenbaize"]


class TestBundleLicences:
    @pytest.fixture
    def licences(self, bundle):
        """Return the folder of all licences."""
        # Collected like those of a real bundle: by the owners of PyInstaller's files.
        modules = ("struct", "cryptography", "msgspec", "zeroconf", "PySide6", "shiboken6")
        files = [str(getattr(find_spec(name), "origin", "")) for name in modules]
        system_parts = [
            papers.LicensedPart(name, "1", "MIT", {"copyright": b"words"})
            for name in ("libown.so.1", "libxcb-cursor0")  # packages of the fake system
        ]
        papers.write_licences([*papers.find_owners(files), *system_parts], bundle, "1.2.3")
        return bundle / "licenses"

    @pytest.mark.slow
    def test_bundle_has_those_of_all_its_parts(self, bundle, licences):
        check_licences(bundle, collect_parts(bundle).values())
        shutil.rmtree(licences / "zeroconf")
        with pytest.raises(SetupError, match="lacks the licences of zeroconf"):
            check_licences(bundle, collect_parts(bundle).values())

    def test_bundle_has_that_of_the_font(self, bundle, licences):
        (licences / "OFL.txt").unlink()
        with pytest.raises(SetupError, match="of its font"):
            check_licences(bundle, collect_parts(bundle).values())

    def test_a_name_that_is_no_path_has_no_owner(self, monkeypatch):
        """Python names "frozen" as the file of its own modules; dpkg finds that in many paths."""
        monkeypatch.setattr(papers, "run_command", lambda *_: (0, "somebody: /usr/share/frozen/x"))
        monkeypatch.setattr(papers.shutil, "which", lambda name: name)
        with pytest.raises(SetupError, match="frozen in the bundle has no known owner"):
            papers.find_owners(["frozen"])


class TestLock:
    def test_all_that_the_program_needs_is_in_it_with_hashes(self):
        archives = packages.parse_lock_file(SHIP_LOCK)
        runtime = packages.parse_lock_file(
            (ROOT / "packaging/runtime.lock").read_text(encoding="utf-8")
        )
        assert set(runtime) <= set(archives)
        assert all(archives.values())
        assert {"msgspec", "pyside6-essentials", "pyinstaller", "zeroconf"} <= set(archives)
        found = {one for hashes in archives.values() for one in hashes}
        missing = set(re.findall(r"--hash=sha256:(\w+)", SHIP_LOCK)) - found
        # Only versions for other machines are missing: those of packages with two versions.
        twice = [name for name in archives if len(re.findall(rf"(?m)^{name}==", SHIP_LOCK)) > 1]
        assert bool(missing) == bool(twice)

    @pytest.mark.parametrize(("system", "archive"), [(sys.platform, "a"), ("else", "b")])
    def test_of_two_versions_the_one_for_this_machine_counts(self, system, archive):
        lock = (
            f"one==1 ; sys_platform == '{system}' \\\n    --hash=sha256:{'a' * 64}\n"
            f"one==2 ; sys_platform != '{system}' \\\n    --hash=sha256:{'b' * 64} \\\n"
            f"    --hash=sha256:{'c' * 64}\n    # via two\n"
        )
        (found,) = packages.parse_lock_file(lock).values()
        assert found[0] == archive * 64
        assert len(found) == {"a": 1, "b": 2}[archive]

    def test_every_package_that_the_program_needs_has_a_licence(self):
        for name in packages.parse_lock_file((ROOT / "packaging/runtime.lock").read_text("utf-8")):
            package = packages.installed_packages().get(name)
            if package is not None:  # some are for other systems
                assert packages.find_licence(name, package), canonicalize_name(package.name)


class TestBill:
    def test_matches_the_schema(self, bundle):
        document = json.loads(
            make_bill(PRODUCT, collection.collect_parts(bundle, SHIP_LOCK, RUNTIME_LOCK), TIMESTAMP)
        )
        assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.6")
        assert document["metadata"]["timestamp"] == "2026-10-26T07:33:20+00:00"
        assert document["metadata"]["component"]["name"] == "Green Baize"
        components_by_name = {one["name"]: one for one in document["components"]}
        assert len(components_by_name) == 9
        (licence,) = components_by_name["msgspec"]["licenses"]
        assert licence == {"license": {"id": "BSD-3-Clause"}}
        (archives,) = components_by_name["msgspec"]["externalReferences"]
        assert len(archives["hashes"]) == len(packages.parse_lock_file(SHIP_LOCK)["msgspec"])

    def test_lists_dependencies(self, bundle):
        document = json.loads(
            make_bill(PRODUCT, collection.collect_parts(bundle, SHIP_LOCK, RUNTIME_LOCK), TIMESTAMP)
        )
        needs = {
            one["ref"].partition("@")[0]: one.get("dependsOn") for one in document["dependencies"]
        }
        assert len(needs["pkg:generic/greenbaize"]) == 9
        assert [one.partition("@")[0] for one in needs["pkg:pypi/pyside6-essentials"]] == [
            "pkg:pypi/shiboken6"
        ]

    def test_two_files_of_one_name_are_two(self):
        twins = [
            BundlePart(BundlePartType.FILE, "libx.so.1", sha256=letter * 64) for letter in "ab"
        ]
        document = json.loads(make_bill(PRODUCT, twins, TIMESTAMP))
        assert len({one["bom-ref"] for one in document["components"]}) == 2

    def test_does_not_depend_on_the_order_of_parts(self, bundle):
        found = collection.collect_parts(bundle, SHIP_LOCK, RUNTIME_LOCK)
        text = make_bill(PRODUCT, found, TIMESTAMP)
        assert make_bill(PRODUCT, reversed(found), TIMESTAMP) == text
        assert sort_parts(reversed(found)) == found

    def test_serial_number_depends_on_the_content(self):
        part = BundlePart(BundlePartType.LIBRARY, "x", "1", "MIT", "pkg:pypi/x@1")
        numbers = {
            json.loads(make_bill(PRODUCT, parts, moment))["serialNumber"]
            for parts in ([], [part])
            for moment in (TIMESTAMP, TIMESTAMP + 1, TIMESTAMP)
        }
        assert len(numbers) == 4

    def test_licence_unknown_to_spdx_is_given_as_text(self):
        part = BundlePart(
            BundlePartType.LIBRARY, "x", "1", "MIT/X Consortium License", "pkg:deb/debian/x@1"
        )
        (component,) = json.loads(make_bill(PRODUCT, [part], TIMESTAMP))["components"]
        assert component["licenses"] == [{"license": {"name": "MIT/X Consortium License"}}]

    def test_invalid_bill_is_refused(self):
        with pytest.raises(SetupError, match="the bill of materials is not valid"):
            check_schema('{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{}]}')
