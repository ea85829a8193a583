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
from greenbaize.compiled import STORE, SUM, identity, pairs, sum_of

LINE = "__path__ = with_compiled(__path__, __name__)"
PROGRAM = """
import sys
sys.prefix = sys.argv[1]
from greenbaize import compiled
before = compiled.runs_compiled()
from greenbaize.games.some import _core
print(_core.__file__.rpartition(".")[2], before, compiled.runs_compiled())
"""
REFUSE = """
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


class Tree:
    """A small checkout with one compiled module, and an environment.

    The compiled file is an extension module of another package with the same name: it only needs to
    be loadable.
    """

    def __init__(self, place):
        self.prefix, self.root = place / "venv", place / "root"
        self.package = self.root / "desktop/greenbaize"
        self.some = self.package / "games/some"
        self.some.mkdir(parents=True)
        own = Path(compiled.__file__).parent
        for name in ("__init__.py", "compiled.py"):
            shutil.copy(own / name, self.package)
        (self.package / "games/__init__.py").touch()
        for home in (self.package / "bots", self.some):
            home.mkdir(exist_ok=True)
            text = f"from greenbaize.compiled import with_compiled\n{LINE}\n"
            (home / "__init__.py").write_text(text)
        (self.some / "_core.py").write_text("ONE = 1\n")
        (self.some / "_core.pxd").write_text("# Nothing.\n")
        (self.root / "packaging").mkdir()
        for name in ("compile.lock", "cython_step.py"):
            (self.root / "packaging" / name).touch()

    def compile(self):
        """Compile the tree in its current state and return the file."""
        word = identity(self.package)
        assert word
        made = self.prefix / STORE / word / "greenbaize/games/some"
        made.mkdir(parents=True)
        file = self.compile_into(made)
        self.sum_up(file)
        return file

    @staticmethod
    def sum_up(file):
        """Write the checksum file beside a compiled file."""
        file.with_name(file.name + SUM).write_text(sum_of(file))

    @staticmethod
    def compile_into(folder):
        library = importlib.util.find_spec("msgspec._core")
        return Path(shutil.copy(str(library.origin), folder / f"_core{EXTENSION_SUFFIXES[0]}"))

    def run(self, *refused, **more):
        """Run the program; return the loaded suffix and its reports before and after loading."""
        program = REFUSE + PROGRAM if refused else PROGRAM
        kept = {key: value for key, value in os.environ.items() if not key.startswith("GREENB")}
        done = subprocess.run(
            [sys.executable, "-P", "-c", program, str(self.prefix), *refused],
            env=kept | {"PYTHONPATH": str(self.root / "desktop")} | more,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        suffix, before, after = done.stdout.split()
        return suffix, before, after


COMPILED = (EXTENSION_SUFFIXES[0].rpartition(".")[2], "True", "True")
SOURCES = ("py", "False", "False")


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path)


class TestWhatRuns:
    def test_without_anything_compiled_the_sources(self, tree):
        assert tree.run() == SOURCES

    def test_what_was_compiled_from_them(self, tree):
        tree.compile()
        assert tree.run() == COMPILED

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
    def test_after_any_edit_the_sources_of_all(self, name, tree):
        (tree.package / "bots/other.py").touch()
        (tree.package / "bots/other.pxd").touch()
        tree.compile()
        before = (tree.root / name).read_bytes()
        (tree.root / name).write_bytes(before + b"# edited\n")
        assert tree.run() == SOURCES
        (tree.root / name).write_bytes(before)
        assert tree.run()[0] == COMPILED[0]

    def test_the_sources_where_they_are_wanted(self, tree):
        tree.compile()
        assert tree.run(GREENBAIZE_UNCOMPILED="1") == SOURCES

    def test_beside_the_sources_as_in_a_wheel(self, tree):
        shutil.rmtree(tree.root / "packaging")
        assert tree.run() == SOURCES
        tree.compile_into(tree.some)
        assert tree.run() == COMPILED
        assert tree.run(GREENBAIZE_UNCOMPILED="1") == SOURCES

    def test_what_lies_beside_the_sources_of_a_checkout_never(self, tree):
        """The sources it was compiled from are unknown."""
        tree.compile_into(tree.some)
        assert tree.run() == SOURCES
        tree.compile()
        assert tree.run() == COMPILED

    @pytest.mark.parametrize("beside", [False, True])
    @pytest.mark.parametrize("damage", [b"", b"\0" * 100_000, b"\x7fELF of another machine"])
    def test_the_source_where_a_file_cannot_be_loaded(self, damage, beside, tree):
        if beside:  # as in a wheel
            shutil.rmtree(tree.root / "packaging")
        made = tree.compile_into(tree.some) if beside else tree.compile()
        made.write_bytes(damage)
        if not beside:
            tree.sum_up(made)
        # Only the attempt to load it shows that it is invalid.
        assert tree.run() == ("py", "True", "False")

    def test_the_source_where_a_part_of_a_file_is_left(self, tree):
        """The system would start to load it and then end the process."""
        made = tree.compile()
        made.write_bytes(made.read_bytes()[:9000])
        assert tree.run() == SOURCES

    @pytest.mark.parametrize("said", [None, b"", "дважды".encode(), b"\xff", b"00000000"])
    def test_the_source_where_a_file_in_the_store_has_no_sum_of_its_own(self, said, tree):
        made = tree.compile()
        note = made.with_name(made.name + SUM)
        note.unlink() if said is None else note.write_bytes(said)
        assert tree.run() == SOURCES

    @pytest.mark.parametrize("refused", [f"_core{EXTENSION_SUFFIXES[0]}", SUM])
    def test_the_source_where_a_file_may_not_be_read(self, refused, tree):
        tree.compile()
        assert tree.run(refused, "open") == SOURCES

    def test_the_sources_where_the_store_may_not_be_looked_into(self, tree):
        """This happens if root creates the store with a restrictive umask."""
        word = tree.compile().parents[3].name
        for folder in (Path(STORE), Path(word, "greenbaize", "games")):
            assert tree.run(str(folder), "stat scandir listdir") == SOURCES

    def test_it_is_said_of_all_of_them(self, tree):
        (tree.package / "bots/other.py").touch()
        (tree.package / "bots/other.pxd").touch()
        tree.compile()
        assert tree.run() == (COMPILED[0], "False", "False")


class TestIdentity:
    def test_it_is_the_same_wherever_the_checkout_is(self, tmp_path):
        one, other = Tree(tmp_path / "one"), Tree(tmp_path / "other")
        assert identity(one.package) == identity(other.package)

    def test_it_is_another_for_another_python_or_machine(self, tree, monkeypatch):
        before = identity(tree.package)
        monkeypatch.setattr(compiled, "EXTENSION_SUFFIXES", [".cpython-399-odd.so"])
        assert identity(tree.package) not in ("", before)

    def test_there_is_none_without_anything_to_compile(self, tree):
        (tree.some / "_core.pxd").unlink()
        assert identity(tree.package) == ""

    def test_there_is_none_where_a_source_is_missing(self, tree):
        (tree.some / "_core.py").unlink()
        assert identity(tree.package) == ""

    def test_a_renamed_module_is_another(self, tree):
        before = identity(tree.package)
        for suffix in (".py", ".pxd"):
            (tree.some / f"_core{suffix}").rename(tree.some / f"core{suffix}")
        assert identity(tree.package) not in ("", before)


class TestTheProgram:
    """The program's own packages."""

    PACKAGE = Path(compiled.__file__).parent

    def test_every_pair_is_found(self):
        there = {path.with_suffix(".py") for path in self.PACKAGE.rglob("*.pxd")}
        assert set(pairs().values()) == there
        assert all(path.is_file() for path in there)

    def test_every_package_that_may_hold_one_looks_there_first(self):
        homes = [self.PACKAGE / "bots", *self.PACKAGE.glob("games/[!_]*/")]
        for home in homes:
            text = (home / "__init__.py").read_text("utf-8")
            assert LINE in [ast.unparse(node) for node in ast.parse(text).body], home.name

    def test_a_type_file_says_what_it_is(self):
        for name, source in pairs().items():
            first = source.with_suffix(".pxd").read_text("utf-8").partition("\n")[0]
            assert source.name in first, name
            assert "runs without this file" in first, name

    def test_what_is_compiled_stands_alone(self):
        """Other modules are called through Python, so that any subset may be compiled."""
        allowed = ("libc", "cython", "cpython")
        for name, source in pairs().items():
            lines = source.with_suffix(".pxd").read_text("utf-8").splitlines()
            asked = [line.split()[1] for line in lines if "cimport" in line.split()]
            assert [one for one in asked if one.partition(".")[0] not in allowed] == [], name
            assert "import cython" not in source.read_text("utf-8"), name

    def test_nothing_that_is_compiled_takes_powers(self):
        """Their last bits differ between systems, and in Cython they may become complex."""
        for name, source in pairs().items():
            nodes = ast.walk(ast.parse(source.read_text("utf-8")))
            assert not any(isinstance(one, ast.Pow) for one in nodes), name
