"""Tests of the checks of libraries and of the program's own modules."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

import greenbaize
from cli.self_test.failures import failure_sentence
from greenbaize.cli.self_test import check
from greenbaize.words.speaker import Speaker

PYPROJECT = Path(greenbaize.__file__).parents[2] / "pyproject.toml"


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "wcwidth", None)
    assert "wcwidth cannot be used" in failure_sentence(check.check_libraries)


def test_all_dependencies_are_checked():
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    needed = {
        re.split(r"[^\w-]", one)[0].lower().replace("-", "_") for one in project["dependencies"]
    }
    checked_names = {name.partition(".")[0].lower() for name in check.LIBRARY_MODULES}
    # Qt has its own check, and so has sound, which some computers lack.
    assert needed - {"pyside6_essentials", "miniaudio"} == checked_names


def test_a_module_of_ours_that_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "greenbaize.cli.explain", None)
    assert "greenbaize.cli.explain" in failure_sentence(check.check_own_modules)
    monkeypatch.setattr(greenbaize, "__path__", [])
    assert "only 0 modules" in failure_sentence(check.check_own_modules)


@pytest.mark.parametrize(("form", "expected"), [(True, "run compiled"), (False, "not compiled")])
def test_it_reports_which_form_of_the_modules_runs(form, expected, monkeypatch):
    monkeypatch.setattr(check, "is_running_compiled", lambda: form)
    assert Speaker().format_message(check.check_compiled_modules().message).endswith(expected)
