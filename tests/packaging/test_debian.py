"""Tests of the Debian package: control fields, files, copyright, and Debian's own checks."""

import gzip
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

import identity
import pytest
from bundle import debian, debian_copyright, desktop
from system import SetupError

ROOT = Path(__file__).resolve().parents[2]
TIMESTAMP = 1_700_000_000
PARTS = {
    "PySide6_Essentials": ("6.11.3", "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only"),
    "Python": ("3.11.7", "PSF-2.0"),
    "cryptography": ("50.0.2", "Apache-2.0 OR BSD-3-Clause"),
    "libxcb-icccm4": ("0.4.1-1.1", "MIT/X Consortium License and GPL-2+"),
    "pyinstaller": ("6.22.3", "GPL-2.0-or-later, with an exception for what it is put in front of"),
    "tqdm": ("4.70.1", "MPL-2.0 AND MIT"),
}
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="tests what is made on Linux only")


@pytest.fixture
def bundle(tmp_path):
    """Return a folder that represents a bundle for Linux."""
    folder = tmp_path / "bundle"
    names = (
        "greenbaize",
        "greenbaize-cli",
        "_internal/PySide6/QtCore.abi3.so",
        "_internal/base_library.zip",
        "_internal/cryptography/_rust.abi3.so",
        "_internal/libxcb-icccm.so.4",
        "_internal/greenbaize/resources/fonts/Sans.ttf",
    )
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text\n")
    for name in names[:2]:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    desktop.write_desktop_files(folder / "share", "1.2.0", TIMESTAMP)
    index = ""
    for name, (version, licence) in PARTS.items():
        (folder / "licenses" / name).mkdir(parents=True)
        (folder / "licenses" / name / "LICENSE").write_text(
            f"Copyright (c) 2020 Makers of {name}.\n"
            "Copyright (C) 1989 Free Software Foundation, Inc.\n"
        )
        index += f"{name} {version}: {licence}\n"
    (folder / "licenses" / "README").write_text(f"An index.\n\n{index}")
    return folder


def parse_stanzas(text):
    """Return the fields of each stanza."""
    return [
        {
            key: value.strip()
            for key, value in re.findall(r"^(\S+):((?:.*\n?)(?: .*\n?)*)", one, re.M)
        }
        for one in text.split("\n\n")
    ]


@pytest.mark.parametrize(
    ("version", "expected"),
    [("1.2.3", "1.2.3-1"), ("1.0rc1", "1.0~rc1-1"), ("1.0.dev3", "1.0~dev3-1")],
)
def test_pre_releases_are_sorted_before_the_version(version, expected):
    assert debian.debian_version(version) == expected


def test_the_package_is_named_as_debian_names_them():
    assert debian.package_name("0.1.0", "x86_64") == "greenbaize_0.1.0-1_amd64.deb"


def test_another_processor_is_refused():
    with pytest.raises(SetupError, match="for x86_64 or arm64, not for riscv64"):
        debian.package_name("0.1.0", "riscv64")


def test_only_printing_is_merely_recommended():
    plugins = PurePosixPath("/b/_internal/PySide6/Qt/plugins")
    files = [
        plugins / "platforms/libqxcb.so",
        plugins / "printsupport/libcupsprintersupport.so",
        plugins / "platformthemes/libqgtk3.so",
    ]
    assert debian._group_by_need(files) == {"Depends": files[:1], "Recommends": files[1:2]}  # type: ignore[arg-type]


class TestCopyright:
    def test_it_has_the_whole_licence(self, bundle):
        text = debian_copyright.copyright_text(bundle)
        for line in (ROOT / "LICENSE").read_text(encoding="utf-8").split("\n"):
            assert line in text

    def test_each_part_has_its_files_holders_and_licence(self, bundle):
        stanzas = parse_stanzas(debian_copyright.copyright_text(bundle))
        by_files = {one["Files"]: one for one in stanzas if "Files" in one}
        home = "usr/lib/greenbaize/_internal"
        expected = {
            "*": ("2026 The Green Baize founders", "Expat"),
            f"{home}/greenbaize/resources/fonts/*": ("The Inter Project Authors", "OFL-1.1"),
            f"{home}/PySide6/*": ("The Qt Company", "LGPL-3 or GPL-2 or GPL-3"),
            f"{home}/base_library.zip": ("Python Software Foundation", "PSF-2.0"),
            f"{home}/cryptography/*": ("The OpenSSL Project Authors", "Apache-2.0"),
            f"{home}/libxcb-icccm.so*": ("libxcb", "MIT/X-Consortium-License and GPL-2+"),
        }
        for files, (holder, licence) in expected.items():
            assert holder in by_files.pop(files)["Copyright"]
            assert licence in by_files.get(files, {"License": licence})["License"]
        ((files, programs),) = by_files.items()
        assert files == "usr/lib/greenbaize/greenbaize usr/lib/greenbaize/greenbaize-cli"
        licences = "Expat and GPL-2+ with Bootloader exception and MPL-2.0"
        assert programs["License"] == licences
        assert "tqdm 4.70.1 (MPL-2.0 and Expat)" in programs["Comment"]
        assert "Free Software Foundation" not in programs["Copyright"]

    def test_each_licence_is_explained_once(self, bundle):
        stanzas = parse_stanzas(debian_copyright.copyright_text(bundle))
        used = {
            licence
            for one in stanzas
            if "Files" in one
            for licence in re.split(" and | or ", one["License"].splitlines()[0])
        }
        explained = [one["License"].splitlines()[0] for one in stanzas[1:] if "Files" not in one]
        assert len(explained) == len(set(explained))
        assert used - {"Expat"} <= set(explained)

    def test_the_libraries_of_openssl_are_named_where_they_are_bundled(self, bundle):
        assert "libssl*" not in debian_copyright.copyright_text(bundle)
        for name in ("libssl.so.3", "libcrypto.so.3"):
            (bundle / "_internal" / name).touch()
        assert "libcrypto* usr/lib" in debian_copyright.copyright_text(bundle)


@linux_only
class TestPackage:
    @pytest.fixture(autouse=True)
    def control_fields(self, monkeypatch):
        """Replace what needs real libraries."""
        monkeypatch.setattr(debian, "find_dependencies", lambda _: {"Depends": "libc6 (>= 2.34)"})

    def make_package(self, bundle, folder):
        path = folder / debian.package_name("1.2.0", "x86_64")
        debian.make_package(bundle, path, "1.2.0", "x86_64", TIMESTAMP)
        return path

    def test_it_contains_changelogs_and_a_manual_page_of_each_command(self, bundle, tmp_path):
        root = tmp_path / "root"
        root.mkdir()
        debian.copy_files(bundle, root, "1.2.0", TIMESTAMP)
        doc = root / "usr/share/doc/greenbaize"
        upstream = gzip.decompress((doc / "changelog.gz").read_bytes()).decode()
        assert upstream == (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        assert b"greenbaize (1.2.0-1)" in gzip.decompress(
            (doc / "changelog.Debian.gz").read_bytes()
        )
        pages = {path.name for path in (root / "usr/share/man/man6").iterdir()}
        assert {"greenbaize.6.gz", "greenbaize-simulate.6.gz"} <= pages
        assert (root / "usr/share/applications" / desktop.ENTRY_FILE).is_file()

    @pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not installed")
    @pytest.mark.parametrize("known", [False, True])
    def test_contacts_are_in_its_fields_where_they_are_known(
        self, bundle, tmp_path, monkeypatch, known
    ):
        monkeypatch.setattr(identity, "HOME_PAGE", "https://example.org" if known else "")
        path = self.make_package(bundle, tmp_path)
        fields = subprocess.check_output(["dpkg-deb", "--field", path], text=True)
        assert ("Homepage: https://example.org\n" in fields) is known
        assert f"Maintainer: {debian.MAINTAINER}\n" in fields

    @pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not installed")
    def test_it_has_the_same_bytes_whatever_the_permissions_of_new_files_are(
        self, bundle, tmp_path
    ):
        packages = []
        for mask in (0o022, 0o077):
            before = os.umask(mask)
            try:
                packages.append(self.make_package(bundle, tmp_path).read_bytes())
            finally:
                os.umask(before)
        assert packages[0] == packages[1]

    @pytest.mark.long
    @pytest.mark.skipif(shutil.which("lintian") is None, reason="lintian is not installed")
    def test_lintian_finds_no_errors(self, bundle, tmp_path):
        path = self.make_package(bundle, tmp_path)
        command = ["lintian", "--allow-root", "--fail-on", "error", str(path)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (result.returncode, re.findall("^E: .*$", result.stdout, re.M)) == (0, [])
