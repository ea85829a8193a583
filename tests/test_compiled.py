"""Selection between compiled modules and sources: compiled only if it matches all sources."""

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from greenbaize import compiled
from greenbaize.compiled import (
    CHECKSUM_SUFFIX,
    STORE_FOLDER_NAME,
    compute_build_id,
    compute_checksum,
    find_compilable_modules,
)

PATH_LINE = "__path__ = compiled_package_path(__path__, __name__)"
PROGRAM = """
import sys
sys.prefix = sys.argv[1]
from greenbaize import compiled
before = compiled.is_running_compiled()
from greenbaize.games.some import _core
print(_core.__file__.rpartition(".")[2], before, compiled.is_running_compiled())
"""
DENY_ACCESS = """
import io, os, sys
system = sys.modules[os.name]  # the module that the import system uses

def denying(function):
    def check_path(path, *args, **kwargs):
        if sys.argv[2] in str(path):
            raise PermissionError(13, "Permission denied", str(path))
        return function(path, *args, **kwargs)
    return check_path

for name in sys.argv[3].split():
    for module in (io,) if name == "open" else (os, system):
        setattr(module, name, denying(getattr(module, name)))
"""
"""Simulates missing permissions, since the tests may run as root. The arguments are a part of the
paths and the names of the functions that fail for them.
"""


class FakeCheckout:
    """A small checkout with one compiled module, and an environment.

    The compiled file is an extension module of another package with the same name: it only needs to
    be loadable.
    """

    def __init__(self, folder):
        self.prefix, self.root = folder / "venv", folder / "root"
        self.package = self.root / "desktop/greenbaize"
        self.core_folder = self.package / "games/some"
        self.core_folder.mkdir(parents=True)
        real_package = Path(compiled.__file__).parent
        for name in ("__init__.py", "compiled.py"):
            shutil.copy(real_package / name, self.package)
        (self.package / "games/__init__.py").touch()
        for package_folder in (self.package / "bots", self.core_folder):
            package_folder.mkdir(exist_ok=True)
            text = f"from greenbaize.compiled import compiled_package_path\n{PATH_LINE}\n"
            (package_folder / "__init__.py").write_text(text)
        (self.core_folder / "_core.py").write_text("ONE = 1\n")
        (self.core_folder / "_core.pxd").write_text("# Nothing.\n")
        (self.root / "packaging").mkdir()
        for name in ("compile.lock", "cython_step.py"):
            (self.root / "packaging" / name).touch()

    def compile_core(self):
        """Compile the tree in its current state and return the file."""
        digest = compute_build_id(self.package)
        assert digest
        compiled_folder = self.prefix / STORE_FOLDER_NAME / digest / "greenbaize/games/some"
        compiled_folder.mkdir(parents=True)
        file = self.compile_into(compiled_folder)
        self.write_checksum(file)
        return file

    @staticmethod
    def write_checksum(file):
        """Write the checksum file beside a compiled file."""
        file.with_name(file.name + CHECKSUM_SUFFIX).write_text(compute_checksum(file))

    @staticmethod
    def compile_into(folder):
        library = importlib.util.find_spec("msgspec._core")
        return Path(shutil.copy(str(library.origin), folder / f"_core{EXTENSION_SUFFIXES[0]}"))

    def run_program(self, *denied_access, **extra_environment):
        """Run the program; return the loaded suffix and its reports before and after loading."""
        program = DENY_ACCESS + PROGRAM if denied_access else PROGRAM
        environment = {
            key: value for key, value in os.environ.items() if not key.startswith("GREENB")
        }
        result = subprocess.run(
            [sys.executable, "-P", "-c", program, str(self.prefix), *denied_access],
            env=environment | {"PYTHONPATH": str(self.root / "desktop")} | extra_environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (result.returncode, result.stderr) == (0, "")
        suffix, reported_before, reported_after = result.stdout.split()
        return suffix, reported_before, reported_after


COMPILED_RESULT = (EXTENSION_SUFFIXES[0].rpartition(".")[2], "True", "True")
SOURCE_RESULT = ("py", "False", "False")


@pytest.fixture
def tree(tmp_path):
    return FakeCheckout(tmp_path)


class TestModuleSelection:
    def test_sources_run_if_nothing_is_compiled(self, tree):
        assert tree.run_program() == SOURCE_RESULT

    def test_compiled_modules_run(self, tree):
        tree.compile_core()
        assert tree.run_program() == COMPILED_RESULT

    @pytest.mark.parametrize(
        "name",
        [
            "desktop/greenbaize/games/some/_core.py",
            "desktop/greenbaize/games/some/_core.pxd",
            "desktop/greenbaize/bots/other.py",
            "packaging/compile.lock",
            "packaging/cython_step.py",
        ],
    )
    def test_sources_run_after_any_edit(self, name, tree):
        (tree.package / "bots/other.py").touch()
        (tree.package / "bots/other.pxd").touch()
        tree.compile_core()
        bytes_before = (tree.root / name).read_bytes()
        (tree.root / name).write_bytes(bytes_before + b"# edited\n")
        assert tree.run_program() == SOURCE_RESULT
        (tree.root / name).write_bytes(bytes_before)
        assert tree.run_program()[0] == COMPILED_RESULT[0]

    def test_sources_run_on_request(self, tree):
        tree.compile_core()
        assert tree.run_program(GREENBAIZE_UNCOMPILED="1") == SOURCE_RESULT

    def test_compiled_modules_beside_the_sources_run_in_a_wheel(self, tree):
        shutil.rmtree(tree.root / "packaging")
        assert tree.run_program() == SOURCE_RESULT
        tree.compile_into(tree.core_folder)
        assert tree.run_program() == COMPILED_RESULT
        assert tree.run_program(GREENBAIZE_UNCOMPILED="1") == SOURCE_RESULT

    def test_compiled_modules_beside_the_sources_never_run_in_a_checkout(self, tree):
        """The sources it was compiled from are unknown."""
        tree.compile_into(tree.core_folder)
        assert tree.run_program() == SOURCE_RESULT
        tree.compile_core()
        assert tree.run_program() == COMPILED_RESULT

    @pytest.mark.parametrize("is_wheel", [False, True])
    @pytest.mark.parametrize(
        "damage",
        [b"", b"\0" * 100_000, b"\x7fELF of another machine"],
        ids=["empty", "zeros", "foreign"],
    )
    def test_source_runs_if_a_file_cannot_be_loaded(self, damage, is_wheel, tree):
        if is_wheel:  # as in a wheel
            shutil.rmtree(tree.root / "packaging")
        compiled_file = tree.compile_into(tree.core_folder) if is_wheel else tree.compile_core()
        compiled_file.write_bytes(damage)
        if not is_wheel:
            tree.write_checksum(compiled_file)
        # Only the attempt to load it shows that it is invalid.
        assert tree.run_program() == ("py", "True", "False")

    def test_source_runs_if_a_file_is_truncated(self, tree):
        """The system would start to load it and then end the process."""
        compiled_file = tree.compile_core()
        compiled_file.write_bytes(compiled_file.read_bytes()[:9000])
        assert tree.run_program() == SOURCE_RESULT

    @pytest.mark.parametrize("checksum", [None, b"", "дважды".encode(), b"\xff", b"00000000"])
    def test_source_runs_if_the_checksum_is_missing_or_wrong(self, checksum, tree):
        compiled_file = tree.compile_core()
        checksum_file = compiled_file.with_name(compiled_file.name + CHECKSUM_SUFFIX)
        checksum_file.unlink() if checksum is None else checksum_file.write_bytes(checksum)
        assert tree.run_program() == SOURCE_RESULT

    @pytest.mark.parametrize("unreadable_name", [f"_core{EXTENSION_SUFFIXES[0]}", CHECKSUM_SUFFIX])
    def test_source_runs_if_a_file_is_unreadable(self, unreadable_name, tree):
        tree.compile_core()
        assert tree.run_program(unreadable_name, "open") == SOURCE_RESULT

    def test_sources_run_if_the_store_is_inaccessible(self, tree):
        """This happens if root creates the store with a restrictive umask."""
        digest = tree.compile_core().parents[3].name
        for folder in (Path(STORE_FOLDER_NAME), Path(digest, "greenbaize", "games")):
            assert tree.run_program(str(folder), "stat scandir listdir") == SOURCE_RESULT

    def test_report_covers_all_modules(self, tree):
        (tree.package / "bots/other.py").touch()
        (tree.package / "bots/other.pxd").touch()
        tree.compile_core()
        assert tree.run_program() == (COMPILED_RESULT[0], "False", "False")


class TestIdentity:
    def test_is_independent_of_the_checkout_folder(self, tmp_path):
        first, second = FakeCheckout(tmp_path / "one"), FakeCheckout(tmp_path / "other")
        assert compute_build_id(first.package) == compute_build_id(second.package)

    def test_depends_on_python_and_machine(self, tree, monkeypatch):
        identity_before = compute_build_id(tree.package)
        monkeypatch.setattr(compiled, "EXTENSION_SUFFIXES", [".cpython-399-odd.so"])
        assert compute_build_id(tree.package) not in ("", identity_before)

    def test_is_empty_without_anything_to_compile(self, tree):
        (tree.core_folder / "_core.pxd").unlink()
        assert compute_build_id(tree.package) == ""

    def test_is_empty_if_a_source_is_missing(self, tree):
        (tree.core_folder / "_core.py").unlink()
        assert compute_build_id(tree.package) == ""

    def test_depends_on_module_names(self, tree):
        identity_before = compute_build_id(tree.package)
        for suffix in (".py", ".pxd"):
            (tree.core_folder / f"_core{suffix}").rename(tree.core_folder / f"core{suffix}")
        assert compute_build_id(tree.package) not in ("", identity_before)


class TestOwnPackages:
    """The program's own packages."""

    PACKAGE = Path(compiled.__file__).parent

    def test_every_pair_is_found(self):
        sources = {path.with_suffix(".py") for path in self.PACKAGE.rglob("*.pxd")}
        assert set(find_compilable_modules().values()) == sources
        assert all(path.is_file() for path in sources)

    def test_packages_search_the_store_first(self):
        package_folders = [self.PACKAGE / "bots", *self.PACKAGE.glob("games/[!_]*/")]
        for package_folder in package_folders:
            text = (package_folder / "__init__.py").read_text("utf-8")
            assert PATH_LINE in [ast.unparse(node) for node in ast.parse(text).body], (
                package_folder.name
            )

    def test_type_files_have_an_explanatory_head(self):
        for name, source in find_compilable_modules().items():
            first = source.with_suffix(".pxd").read_text("utf-8").partition("\n")[0]
            assert source.name in first, name
            assert "runs without this file" in first, name

    def test_compiled_modules_are_self_contained(self):
        """Other modules are called through Python, so that any subset may be compiled."""
        allowed = ("libc", "cython", "cpython")
        for name, source in find_compilable_modules().items():
            lines = source.with_suffix(".pxd").read_text("utf-8").splitlines()
            cimported_names = [line.split()[1] for line in lines if "cimport" in line.split()]
            assert [
                cimported
                for cimported in cimported_names
                if cimported.partition(".")[0] not in allowed
            ] == [], name
            assert "import cython" not in source.read_text("utf-8"), name

    def test_compiled_modules_use_no_power_operator(self):
        """Their last bits differ between systems, and in Cython they may become complex."""
        for name, source in find_compilable_modules().items():
            nodes = ast.walk(ast.parse(source.read_text("utf-8")))
            assert not any(isinstance(node, ast.Pow) for node in nodes), name
