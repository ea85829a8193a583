"""Compiled modules do the same as their sources, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from greenbaize.compiled import (
    STORE_FOLDER_NAME,
    UNCOMPILED_VARIABLE,
    compute_build_id,
    find_compilable_modules,
)
from greenbaize.games import GAMES

ROOT_FOLDER = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT_FOLDER / "packaging"))
try:
    import compiling
finally:
    sys.path.remove(str(ROOT_FOLDER / "packaging"))

EACH_GAME = pytest.mark.parametrize("name", GAMES)
SOURCE_SWITCHES = ("", "1")
"""Values of the environment variable for compiled modules and for sources."""


@pytest.fixture(scope="session")
def compiled_prefix(tmp_path_factory):
    """Return an environment in which everything is compiled that can be.

    It is the current one; if sources have been edited since, a temporary one.
    """
    if (
        not find_compilable_modules()
        or Path(sys.prefix, STORE_FOLDER_NAME, compute_build_id()).is_dir()
    ):
        return Path(sys.prefix)
    if not compiling.find_c_compiler():
        pytest.skip("no C compiler found")
    temporary_folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        temporary_folder = (
            temporary_folder.parent
        )  # all workers share it: one compiles, the others wait
    is_provided = compiling.provide_compiled_modules(temporary_folder, Path(sys.executable))
    assert is_provided, [
        path.read_text("utf-8")
        for path in Path(temporary_folder, STORE_FOLDER_NAME).glob("*.failed")
    ]
    return temporary_folder


def run_in_form(prefix, folder, form, *words):
    """Return the output lines of a task that runs in one form."""
    process = subprocess.run(
        [
            sys.executable,
            "-P",
            ROOT_FOLDER / "tests/games/form_output.py",
            prefix,
            *map(str, words),
        ],
        env=os.environ | {UNCOMPILED_VARIABLE: form},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    ran = process.stderr.splitlines()[-1:]
    assert ran == ["compiled" if find_compilable_modules() and not form else "sources"]
    return process.stdout.splitlines()


def run_in_both_forms(prefix, folder, *words):
    """Return the output lines of a task, which must be the same in both forms."""
    compiled, sources = (run_in_form(prefix, folder, form, *words) for form in SOURCE_SWITCHES)
    assert compiled == sources
    return sources


@pytest.mark.long
@EACH_GAME
def test_every_choice_is_worth_the_same_to_the_last_bit(name, compiled_prefix, tmp_path):
    """Compare values and the consumption of chance."""
    lines = run_in_both_forms(compiled_prefix, tmp_path, "weigh", name, 600)
    assert len(lines) >= 700
    assert len(set(lines)) > 500


@pytest.mark.long
@EACH_GAME
def test_both_forms_write_the_same_duel(name, compiled_prefix, tmp_path):
    (lines,) = run_in_both_forms(compiled_prefix, tmp_path, "duel", name, 1)[-1:]
    assert lines.count("\\r\\n") > 2
    (tmp_path / "duel.csv").unlink()


@pytest.mark.long
@EACH_GAME
@pytest.mark.parametrize("form", SOURCE_SWITCHES, ids=["compiled", "sources"])
def test_neither_form_uses_hidden_cards(form, name, compiled_prefix, tmp_path):
    for line in run_in_form(compiled_prefix, tmp_path, form, "redeal", name, 8):
        assert int(line.split()[-1]) > 3
