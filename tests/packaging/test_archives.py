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
from greenbaize.compiled import STORE, identity

ROOT = Path(__file__).resolve().parents[2]
MAKE = """
import sys
from hatchling.build import build_sdist, build_wheel
build_sdist(sys.argv[1])
build_wheel(sys.argv[1])
"""
MAKE_COMPILED = """
import sys
sys.prefix = sys.argv[1]
from hatchling.build import build_wheel
build_wheel(sys.argv[2])
"""


def make(source, out, umask):
    """Build both as ``python3 -m build`` does, but with the installed build backend."""
    out.mkdir(parents=True)
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment["SOURCE_DATE_EPOCH"] = "1793000000"
    command = [sys.executable, "-P", "-c", MAKE, str(out)]
    subprocess.run(
        command, cwd=source, check=True, capture_output=True, env=environment, umask=umask
    )
    return out


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    """Return the folder of both, built in the checkout with all its untracked files."""
    return make(ROOT, tmp_path_factory.mktemp("archives") / "out", 0o022)


@pytest.fixture(scope="module")
def wheel(out):
    with zipfile.ZipFile(next(out.glob("*.whl"))) as archive:
        yield archive


@pytest.fixture(scope="module")
def sdist(out):
    with tarfile.open(next(out.glob("*.tar.gz"))) as archive:
        yield archive


def below(folder):
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
        program = {name.removeprefix("desktop/") for name in below("desktop")}
        resources = {f"greenbaize/{name}" for name in below("resources")}
        names = {name for name in wheel.namelist() if not name.startswith(about)}
        assert names == program | resources
        assert "greenbaize/resources/cards/KS.svg" in names
        assert {name for name in wheel.namelist() if "licenses" in name} == {
            f"{about}/licenses/LICENSE",
            f"{about}/licenses/resources/fonts/OFL.txt",
        }

    def test_says_who_it_is(self, wheel):
        about = f"greenbaize-{greenbaize.__version__}.dist-info/METADATA"
        said = HeaderParser().parsestr(wheel.read(about).decode())
        assert said["Version"] == greenbaize.__version__
        assert said["Metadata-Version"] == "2.4"
        assert said["License-Expression"] == "MIT AND OFL-1.1"
        assert said["Requires-Python"] == ">=3.11"
        assert "Programming Language :: Python :: 3.11" in said.get_all("Classifier", [])

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

    def test_is_for_every_system(self, out):
        (path,) = out.glob("*.whl")
        assert path.name == f"greenbaize-{greenbaize.__version__}-py3-none-any.whl"


class TestSdist:
    def test_holds_what_is_needed_to_test_change_and_release(self, sdist):
        first = f"greenbaize-{greenbaize.__version__}/"
        names = {name.removeprefix(first) for name in sdist.getnames()}
        folders = ("desktop", "docs", "packaging", "resources", "tests", ".ci")
        assert all(below(folder) <= names for folder in folders)
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
        known = {name for name in output.split("\0") if name and (ROOT / name).exists()}
        assert known - names == set()


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

    def make(self, source, prefix):
        """Build the wheel in an environment without a C compiler."""
        prefix.mkdir(exist_ok=True)
        command = [sys.executable, "-P", "-c", MAKE_COMPILED, str(prefix), str(source.parent)]
        words = {"HATCH_BUILD_HOOK_ENABLE_CUSTOM": "true", "PATH": str(prefix), "CC": "none"}
        subprocess.run(command, cwd=source, check=True, capture_output=True, env=words)
        return next(source.parent.glob("*.whl"))

    @pytest.mark.slow
    @pytest.mark.skipif(sys.platform != "linux", reason="named as on Linux")
    @pytest.mark.parametrize(
        ("needs", "system"),
        [
            (b"GLIBC_2.2.5\0GLIBC_2.29\0GLIBC_2.14\0", "manylinux_2_29"),
            (b"GLIBC_2.2.5\0", "manylinux_2_5"),
            (b"what has another C library", "linux"),
        ],
    )
    def test_holds_both_forms_and_is_for_systems_that_have_what_it_needs(
        self, needs, system, source, tmp_path
    ):
        store = tmp_path / "venv" / STORE / identity(source / "desktop/greenbaize")
        made = store / "greenbaize/bots/flat.abi3.so"
        made.parent.mkdir(parents=True)
        made.write_bytes(b"\x7fELF" + needs)
        path = self.make(source, tmp_path / "venv")
        assert re.search(rf"-cp311-abi3-{system}_[^_]+(_64)?\.whl$", path.name)
        with zipfile.ZipFile(path) as archive:
            bots = {name for name in archive.namelist() if "/bots/" in name}
            assert archive.read("greenbaize/bots/flat.abi3.so") == made.read_bytes()
            (about,) = (name for name in archive.namelist() if name.endswith(".dist-info/WHEEL"))
            assert "Root-Is-Purelib: false" in archive.read(about).decode()
        names = ("__init__.py", "flat.abi3.so", "flat.pxd", "flat.py")
        assert bots == {f"greenbaize/bots/{name}" for name in names}

    def test_is_the_pure_one_where_nothing_can_be_compiled(self, source, tmp_path):
        path = self.make(source, tmp_path / "venv")
        assert path.name.endswith("-py3-none-any.whl")


@pytest.mark.slow
def test_whoever_has_the_sdist_makes_the_same_bytes(out, tmp_path):
    """Build elsewhere, later, with other file permissions and without untracked files."""
    with tarfile.open(next(out.glob("*.tar.gz"))) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # from 3.11.4 on
        archive.extractall(tmp_path / "some where else")
    (source,) = (tmp_path / "some where else").iterdir()
    for path in source.rglob("*"):
        os.utime(path)
    again = make(source, tmp_path / "out", 0o077)
    names = sorted(path.name for path in out.iterdir())
    assert len(names) == 2
    assert names == sorted(path.name for path in again.iterdir())
    for name in names:
        assert (out / name).read_bytes() == (again / name).read_bytes(), name
