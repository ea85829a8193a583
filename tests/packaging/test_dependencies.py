"""Tests that imports, declared dependencies and lock files agree."""

import ast
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from bundle.contents import EXCLUDED
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from release.collection import LOADER
from release.packages import allowed, locked

ROOT = Path(__file__).resolve().parents[2]

OWN = {"greenbaize", "process_guard"}
BROUGHT_ALONG = {"shiboken6": "pyside6-essentials"}
"""Packages that are part of another one, by the same makers and of the same version."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
RUNTIME = (ROOT / "packaging/runtime.lock").read_text(encoding="utf-8")
SHIP = (ROOT / "packaging/ship.lock").read_text(encoding="utf-8")


def names(requirements):
    return {canonicalize_name(Requirement(one).name) for one in requirements}


NEEDED = names(PROJECT["dependencies"])
EXTRAS = {one for extra in PROJECT["optional-dependencies"].values() for one in names(extra)}


def imports(text):
    """Yield the packages that a module imports anywhere."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (one.name.partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module).partition(".")[0]


@cache
def makers():
    """Return the distributions of each installed package."""
    return packages_distributions()


def undeclared(text):
    """Return the imported packages that the project does not declare."""
    others = set(imports(text)) - set(sys.stdlib_module_names) - OWN
    found = []
    for module in sorted(others):
        of = {canonicalize_name(one) for one in makers().get(module, [module])}
        if not {BROUGHT_ALONG.get(one, one) for one in of} & (NEEDED | EXTRAS):
            found.append(module)
    return found


@pytest.mark.slow
def test_all_that_is_imported_is_declared():
    files = sorted((ROOT / "desktop").rglob("*.py"))
    assert files
    found = {path.name: undeclared(path.read_text(encoding="utf-8")) for path in files}
    assert {name: modules for name, modules in found.items() if modules} == {}


@pytest.mark.parametrize(
    "line", ["import attrs", "from pytest import raises", "def f():\n    import hypothesis.core"]
)
def test_what_is_not_declared_is_found(line):
    assert undeclared(f"import os\nfrom . import x\nfrom PySide6 import QtCore\n{line}\n")


def test_all_that_is_declared_is_locked():
    assert set(locked(RUNTIME)) >= NEEDED


def test_a_bundle_may_hold_what_the_program_needs_and_the_loader_alone():
    may = allowed(SHIP, RUNTIME, LOADER)
    assert set(may) == set(locked(RUNTIME)) | {LOADER}
    # The archive sums are those of the bundle's lock file.
    assert may[LOADER] == locked(SHIP)[LOADER]


def test_what_only_building_needs_is_kept_out_of_it():
    # msgspec takes them along where they are installed, as for the tools of a release.
    assert {"attr", "attrs", "typing_extensions"} <= set(EXCLUDED)
    assert {"attrs", "typing-extensions"}.isdisjoint(locked(RUNTIME))
