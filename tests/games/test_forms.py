"""Compiled modules do the same as their sources, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from greenbaize.compiled import SOURCES_WANTED, STORE, identity, pairs
from greenbaize.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
try:
    import compiling
finally:
    sys.path.remove(str(ROOT / "packaging"))

EACH_GAME = pytest.mark.parametrize("name", GAMES)
FORMS = ("", "1")
"""Values of the environment variable for compiled modules and for sources."""


@pytest.fixture(scope="session")
def prefix(tmp_path_factory):
    """Return an environment in which everything is compiled that can be.

    It is the current one; if sources have been edited since, a temporary one.
    """
    if not pairs() or Path(sys.prefix, STORE, identity()).is_dir():
        return Path(sys.prefix)
    if not compiling.compiler():
        pytest.skip("no C compiler found")
    passing = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        passing = passing.parent  # all workers share it: one compiles, the others wait
    done = compiling.provide(passing, Path(sys.executable))
    assert done, [path.read_text("utf-8") for path in Path(passing, STORE).glob("*.failed")]
    return passing


def said(prefix, place, form, *words):
    """Return the output lines of a task that runs in one form."""
    done = subprocess.run(
        [sys.executable, "-P", ROOT / "tests/games/forms.py", prefix, *map(str, words)],
        env=os.environ | {SOURCES_WANTED: form},
        cwd=place,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    ran = done.stderr.splitlines()[-1:]
    assert ran == ["compiled" if pairs() and not form else "sources"]
    return done.stdout.splitlines()


def in_both(prefix, place, *words):
    """Return the output lines of a task, which must be the same in both forms."""
    compiled, sources = (said(prefix, place, form, *words) for form in FORMS)
    assert compiled == sources
    return sources


@pytest.mark.long
@EACH_GAME
def test_every_choice_is_worth_the_same_to_the_last_bit(name, prefix, tmp_path):
    """Compare values and the consumption of chance."""
    lines = in_both(prefix, tmp_path, "weigh", name, 600)
    assert len(lines) >= 700
    assert len(set(lines)) > 500


@pytest.mark.long
@EACH_GAME
def test_a_duel_is_written_down_the_same(name, prefix, tmp_path):
    (lines,) = in_both(prefix, tmp_path, "duel", name, 1)[-1:]
    assert lines.count("\\r\\n") > 2
    (tmp_path / "duel.csv").unlink()


@pytest.mark.long
@EACH_GAME
@pytest.mark.parametrize("form", FORMS, ids=["compiled", "sources"])
def test_neither_looks_at_what_cannot_be_seen(form, name, prefix, tmp_path):
    for line in said(prefix, tmp_path, form, "redeal", name, 8):
        assert int(line.split()[-1]) > 3
