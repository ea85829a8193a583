"""Tests of the wheel and the sdist: contents, and reproducible bytes."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest

import greenbaize
from greenbaize.compiled import STORE_FOLDER_NAME, compute_build_id

ROOT = Path(__file__).resolve().parents[2]
BUILD_SCRIPT = """
import sys
from hatchling.build import build_sdist, build_wheel
build_sdist(sys.argv[1])
build_wheel(sys.argv[1])
"""
COMPILED_BUILD_SCRIPT = """
import sys
sys.prefix = sys.argv[1]
from hatchling.build import build_wheel
build_wheel(sys.argv[2])
"""


def build_archives(source, output_folder, umask):
    """Build both as ``python3 -m build`` does, but with the installed build backend."""
    output_folder.mkdir(parents=True)
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment["SOURCE_DATE_EPOCH"] = "1793000000"
    command = [sys.executable, "-P", "-c", BUILD_SCRIPT, str(output_folder)]
    subprocess.run(
        command, cwd=source, check=True, capture_output=True, env=environment, umask=umask
    )
    return output_folder


@pytest.fixture(scope="module")
def archive_folder(tmp_path_factory):
    """Return the folder of both, built in the checkout with all its untracked files."""
    return build_archives(ROOT, tmp_path_factory.mktemp("archives") / "out", 0o022)


@pytest.fixture(scope="module")
def wheel(archive_folder):
    with zipfile.ZipFile(next(archive_folder.glob("*.whl"))) as archive:
        yield archive


@pytest.fixture(scope="module")
def sdist(archive_folder):
    with tarfile.open(next(archive_folder.glob("*.tar.gz"))) as archive:
        yield archive


def list_files(folder):
    """Return the files of a folder of the checkout that belong to it."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


class TestWheel:
    @pytest.mark.slow
    def test_holds_the_program_its_resources_and_nothing_else(self, wheel):
        about = f"greenbaize-{greenbaize.__version__}.dist-info"
        program = {name.removeprefix("desktop/") for name in list_files("desktop")}
        resources = {f"greenbaize/{name}" for name in list_files("resources")}
        names = {name for name in wheel.namelist() if not name.startswith(about)}
        assert names == program | resources
        assert "greenbaize/resources/cards/KS.svg" in names
        assert {name for name in wheel.namelist() if "licenses" in name} == {
            f"{about}/licenses/LICENSE",
            f"{about}/licenses/resources/fonts/OFL.txt",
        }

    def test_metadata_identifies_the_project(self, wheel):
        about = f"greenbaize-{greenbaize.__version__}.dist-info/METADATA"
        metadata = HeaderParser().parsestr(wheel.read(about).decode())
        assert metadata["Version"] == greenbaize.__version__
        assert metadata["Metadata-Version"] == "2.4"
        assert metadata["License-Expression"] == "MIT AND OFL-1.1"
        assert metadata["Requires-Python"] == ">=3.11"
        assert "Programming Language :: Python :: 3.11" in metadata.get_all("Classifier", [])

    def test_has_a_command_for_terminals_and_one_for_windows(self, wheel):
        name = f"greenbaize-{greenbaize.__version__}.dist-info/entry_points.txt"
        assert wheel.read(name).decode().split() == [
            "[console_scripts]",
            "greenbaize",
            "=",
            "greenbaize.__main__:main",
            "[gui_scripts]",
            "greenbaize-window",
            "=",
            "greenbaize.__main__:main",
        ]

    def test_is_for_every_system(self, archive_folder):
        (path,) = archive_folder.glob("*.whl")
        assert path.name == f"greenbaize-{greenbaize.__version__}-py3-none-any.whl"


class TestSdist:
    def test_holds_what_is_needed_to_test_change_and_release(self, sdist):
        first = f"greenbaize-{greenbaize.__version__}/"
        names = {name.removeprefix(first) for name in sdist.getnames()}
        folders = ("desktop", "docs", "packaging", "resources", "tests", ".ci")
        assert all(list_files(folder) <= names for folder in folders)
        assert {
            "CONTRIBUTING.md",
            "README.md",
            "CHANGELOG.md",
            "LICENSE",
            "pyproject.toml",
            "PKG-INFO",
        } <= names
        assert not [name for name in names if "__pycache__" in name or ".venv" in name]

    @pytest.mark.skipif(
        not (ROOT / ".git").exists() or shutil.which("git") is None, reason="needs git"
    )
    def test_holds_all_that_is_in_the_repository(self, sdist):
        first = f"greenbaize-{greenbaize.__version__}/"
        names = {name.removeprefix(first) for name in sdist.getnames()}
        listed = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached"]
        output = subprocess.run(listed, check=True, capture_output=True, text=True).stdout
        tracked_names = {name for name in output.split("\0") if name and (ROOT / name).exists()}
        assert tracked_names - names == set()


class TestCompiledWheel:
    """Tests of the wheel with compiled modules; stand-in bytes replace the compiled files."""

    @pytest.fixture
    def source(self, tmp_path):
        """Return a small project with one module that can be compiled."""
        source = tmp_path / "source"
        for folder in ("packaging", "resources/fonts"):
            shutil.copytree(ROOT / folder, source / folder)
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, source)
        bots = source / "desktop/greenbaize/bots"
        bots.mkdir(parents=True)
        for name in ("__init__.py", "compiled.py"):
            shutil.copy(ROOT / "desktop/greenbaize" / name, bots.parent)
        for name in ("__init__.py", "flat.py", "flat.pxd"):
            (bots / name).touch()
        return source

    def build_wheel(self, source, prefix):
        """Build the wheel in an environment without a C compiler."""
        prefix.mkdir(exist_ok=True)
        command = [
            sys.executable,
            "-P",
            "-c",
            COMPILED_BUILD_SCRIPT,
            str(prefix),
            str(source.parent),
        ]
        words = {"HATCH_BUILD_HOOK_ENABLE_CUSTOM": "true", "PATH": str(prefix), "CC": "none"}
        subprocess.run(command, cwd=source, check=True, capture_output=True, env=words)
        return next(source.parent.glob("*.whl"))

    @pytest.mark.slow
    @pytest.mark.skipif(sys.platform != "linux", reason="tests the platform tags of Linux")
    @pytest.mark.parametrize(
        ("needs", "system"),
        [
            (b"GLIBC_2.2.5\0GLIBC_2.29\0GLIBC_2.14\0", "manylinux_2_29"),
            (b"GLIBC_2.2.5\0", "manylinux_2_5"),
            (b"what has another C library", "linux"),
        ],
    )
    def test_holds_both_forms_and_names_the_required_glibc(self, needs, system, source, tmp_path):
        store = (
            tmp_path / "venv" / STORE_FOLDER_NAME / compute_build_id(source / "desktop/greenbaize")
        )
        compiled_file = store / "greenbaize/bots/flat.abi3.so"
        compiled_file.parent.mkdir(parents=True)
        compiled_file.write_bytes(b"\x7fELF" + needs)
        path = self.build_wheel(source, tmp_path / "venv")
        assert re.search(rf"-cp311-abi3-{system}_[^_]+(_64)?\.whl$", path.name)
        with zipfile.ZipFile(path) as archive:
            bots = {name for name in archive.namelist() if "/bots/" in name}
            assert archive.read("greenbaize/bots/flat.abi3.so") == compiled_file.read_bytes()
            (about,) = (name for name in archive.namelist() if name.endswith(".dist-info/WHEEL"))
            assert "Root-Is-Purelib: false" in archive.read(about).decode()
        names = ("__init__.py", "flat.abi3.so", "flat.pxd", "flat.py")
        assert bots == {f"greenbaize/bots/{name}" for name in names}

    def test_is_the_pure_wheel_if_nothing_can_be_compiled(self, source, tmp_path):
        path = self.build_wheel(source, tmp_path / "venv")
        assert path.name.endswith("-py3-none-any.whl")


@pytest.mark.long
def test_builds_from_the_sdist_are_identical(archive_folder, tmp_path):
    """Build elsewhere, later, with other file permissions and without untracked files."""
    with tarfile.open(next(archive_folder.glob("*.tar.gz"))) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # from 3.11.4 on
        archive.extractall(tmp_path / "some where else")
    (source,) = (tmp_path / "some where else").iterdir()
    for path in source.rglob("*"):
        os.utime(path)
    rebuilt_folder = build_archives(source, tmp_path / "out", 0o077)
    names = sorted(path.name for path in archive_folder.iterdir())
    assert len(names) == 2
    assert names == sorted(path.name for path in rebuilt_folder.iterdir())
    for name in names:
        assert (archive_folder / name).read_bytes() == (rebuilt_folder / name).read_bytes(), name
