"""Tests that imports, declared dependencies and lock files agree."""

import ast
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from bundle.contents import EXCLUDED_MODULES
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from release.collection import LOADER_PACKAGE
from release.packages import allowed_packages, parse_lock_file

ROOT = Path(__file__).resolve().parents[2]

OWN = {"greenbaize", "process_guard"}
PARENT_PACKAGES = {"shiboken6": "pyside6-essentials"}
"""Packages that are part of another one, by the same makers and of the same version."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
RUNTIME = (ROOT / "packaging/runtime.lock").read_text(encoding="utf-8")
SHIP = (ROOT / "packaging/ship.lock").read_text(encoding="utf-8")


def canonical_names(requirements):
    return {canonicalize_name(Requirement(one).name) for one in requirements}


NEEDED = canonical_names(PROJECT["dependencies"])
EXTRAS = {
    one for extra in PROJECT["optional-dependencies"].values() for one in canonical_names(extra)
}


def imported_packages(text):
    """Yield the packages that a module imports anywhere."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (one.name.partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module).partition(".")[0]


@cache
def distributions_by_package():
    """Return the distributions of each installed package."""
    return packages_distributions()


def undeclared_imports(text):
    """Return the imported packages that the project does not declare."""
    others = set(imported_packages(text)) - set(sys.stdlib_module_names) - OWN
    found = []
    for module in sorted(others):
        distributions = {
            canonicalize_name(one) for one in distributions_by_package().get(module, [module])
        }
        if not {PARENT_PACKAGES.get(one, one) for one in distributions} & (NEEDED | EXTRAS):
            found.append(module)
    return found


@pytest.mark.slow
def test_all_that_is_imported_is_declared():
    files = sorted((ROOT / "desktop").rglob("*.py"))
    assert files
    found = {path.name: undeclared_imports(path.read_text(encoding="utf-8")) for path in files}
    assert {name: modules for name, modules in found.items() if modules} == {}


@pytest.mark.parametrize(
    "line", ["import attrs", "from pytest import raises", "def f():\n    import hypothesis.core"]
)
def test_an_undeclared_import_is_found(line):
    assert undeclared_imports(f"import os\nfrom . import x\nfrom PySide6 import QtCore\n{line}\n")


def test_all_that_is_declared_is_locked():
    assert set(parse_lock_file(RUNTIME)) >= NEEDED


def test_a_bundle_may_hold_what_the_program_needs_and_the_loader_alone():
    may = allowed_packages(SHIP, RUNTIME, LOADER_PACKAGE)
    assert set(may) == set(parse_lock_file(RUNTIME)) | {LOADER_PACKAGE}
    # The archive sums are those of the bundle's lock file.
    assert may[LOADER_PACKAGE] == parse_lock_file(SHIP)[LOADER_PACKAGE]


def test_build_dependencies_are_excluded_from_the_bundle():
    # msgspec takes them along where they are installed, as for the tools of a release.
    assert {"attr", "attrs", "typing_extensions"} <= set(EXCLUDED_MODULES)
    assert {"attrs", "typing-extensions"}.isdisjoint(parse_lock_file(RUNTIME))
