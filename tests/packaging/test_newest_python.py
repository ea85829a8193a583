"""Tests of the check that imports every module on the newest Python."""

import subprocess
import sys

import newest_python
import pytest


@pytest.fixture
def add_program(tmp_path, monkeypatch):
    """Return a function that adds a program with an exit code to an otherwise empty ``PATH``."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))

    def write_program(name, code=0):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\nexit {code}\n")
        path.chmod(0o755)
        return str(path)

    return write_program


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not run scripts as programs")
def test_working_pythons_are_found_the_newest_first(add_program):
    assert newest_python.find_pythons(11) == {}
    add_program("python3.11")
    assert newest_python.find_pythons(11) == {}
    add_program("python3.9")
    twelve = add_program("python3.12")
    add_program("python3.14", code=127)
    assert newest_python.find_pythons(11) == {12: twelve}
    add_program("python3.13", code=127)
    thirteen = add_program("versions/3.13.0/bin/python3.13")
    assert list(newest_python.find_pythons(11).items()) == [(13, thirteen), (12, twelve)]


@pytest.mark.usefixtures("add_program")
def test_a_missing_newer_python_is_reported(capfd):
    assert newest_python.main() == 0
    assert capfd.readouterr().out.startswith("Skipped: no Python newer than 3.")


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        ("x = 1", 0, "1 modules were imported."),
        ("import no_such_library", 0, "1 modules were compiled only: No module named"),
        ("import warnings; warnings.warn('old', DeprecationWarning)", 1, "DeprecationWarning"),
        ("x = '\\d'", 1, "invalid escape sequence"),
    ],
)
def test_a_module_that_warns_fails(text, code, expected, tmp_path):
    (tmp_path / "greenbaize").mkdir()
    (tmp_path / "greenbaize" / "__init__.py").touch()
    (tmp_path / "greenbaize" / "one.py").write_text(text)
    words = [
        sys.executable,
        "-B",
        "-W",
        "error::DeprecationWarning",
        "-W",
        "error::SyntaxWarning",
        "-c",
        newest_python.IMPORT_SCRIPT,
    ]
    result = subprocess.run(
        words, cwd=tmp_path, env={}, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (code, "")
    assert expected in result.stdout
