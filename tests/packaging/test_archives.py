"""What is in the wheel and the sdist, and that two makings of them are the same."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from email.parser import HeaderParser
from pathlib import Path

import pytest

import greenbaize

ROOT = Path(__file__).resolve().parents[2]
MAKE = """
import sys
from hatchling.build import build_sdist, build_wheel
build_sdist(sys.argv[1])
build_wheel(sys.argv[1])
"""


def make(source: Path, out: Path, umask: int) -> Path:
    """Make both as ``python3 -m build`` does, but with what is installed."""
    out.mkdir(parents=True)
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment["SOURCE_DATE_EPOCH"] = "1793000000"
    command = [sys.executable, "-P", "-c", MAKE, str(out)]
    subprocess.run(
        command, cwd=source, check=True, capture_output=True, env=environment, umask=umask
    )
    return out


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where both are, made in the checkout itself with all that lies around there."""
    return make(ROOT, tmp_path_factory.mktemp("archives") / "out", 0o022)


@pytest.fixture(scope="module")
def wheel(out: Path) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(next(out.glob("*.whl"))) as archive:
        yield archive


@pytest.fixture(scope="module")
def sdist(out: Path) -> Iterator[tarfile.TarFile]:
    with tarfile.open(next(out.glob("*.tar.gz"))) as archive:
        yield archive


def below(folder: str) -> set[str]:
    """The files of a folder of the checkout that belong to it."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


class TestWheel:
    def test_holds_the_program_its_resources_and_nothing_else(self, wheel: zipfile.ZipFile) -> None:
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

    def test_says_who_it_is(self, wheel: zipfile.ZipFile) -> None:
        about = f"greenbaize-{greenbaize.__version__}.dist-info/METADATA"
        said = HeaderParser().parsestr(wheel.read(about).decode())
        assert said["Version"] == greenbaize.__version__
        assert said["Metadata-Version"] == "2.4"
        assert said["License-Expression"] == "MIT AND OFL-1.1"
        assert said["Requires-Python"] == ">=3.11"
        assert "Programming Language :: Python :: 3.11" in said.get_all("Classifier", [])

    def test_has_a_command_for_terminals_and_one_for_windows(self, wheel: zipfile.ZipFile) -> None:
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

    def test_is_for_every_system(self, out: Path) -> None:
        (path,) = out.glob("*.whl")
        assert path.name == f"greenbaize-{greenbaize.__version__}-py3-none-any.whl"


class TestSdist:
    def test_holds_what_is_needed_to_test_change_and_release(self, sdist: tarfile.TarFile) -> None:
        first = f"greenbaize-{greenbaize.__version__}/"
        names = {name.removeprefix(first) for name in sdist.getnames()}
        folders = ("desktop", "docs", "packaging", "resources", "tests", ".ci")
        assert all(below(folder) <= names for folder in folders)
        assert {"README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml", "PKG-INFO"} <= names
        assert not [name for name in names if "__pycache__" in name or ".venv" in name]

    @pytest.mark.skipif(
        not (ROOT / ".git").exists() or shutil.which("git") is None, reason="needs git"
    )
    def test_holds_all_that_is_in_the_repository(self, sdist: tarfile.TarFile) -> None:
        first = f"greenbaize-{greenbaize.__version__}/"
        names = {name.removeprefix(first) for name in sdist.getnames()}
        listed = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached"]
        output = subprocess.run(listed, check=True, capture_output=True, text=True).stdout
        known = {name for name in output.split("\0") if name and (ROOT / name).exists()}
        assert known - names == set()


def test_whoever_has_the_sdist_makes_the_same_bytes(out: Path, tmp_path: Path) -> None:
    """Elsewhere, later, with other rights for new files and nothing lying around."""
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
