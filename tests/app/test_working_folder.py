"""Tests of a deleted working folder: it is left, and relative paths are refused."""

import os
from pathlib import Path

import pytest

from greenbaize.app import working_folder as module
from greenbaize.app.working_folder import check_relative, find_working_folder
from greenbaize.cli.main import main
from greenbaize.rules.errors import GameError

RECORD = str(Path(__file__).parents[1] / "golden" / "damn-3.jsonl")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows cannot delete a folder in use")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Return the home folder; the working folder is another one, already deleted."""
    home, deleted_folder = tmp_path / "home", tmp_path / "gone"
    home.mkdir(exist_ok=True)
    deleted_folder.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(module, "_was_folder_gone", False)
    monkeypatch.chdir(deleted_folder)
    deleted_folder.rmdir()
    return home


def test_the_home_folder_replaces_a_deleted_working_folder(home):
    assert find_working_folder() == home.resolve()
    assert Path.cwd() == home.resolve()


def test_without_a_home_the_root_replaces_it(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path / "nowhere"))
    assert find_working_folder() == Path(os.sep)


def test_relative_paths_are_refused_but_absolute_ones_are_not(tmp_path):
    for _ in range(2):  # Check again after the folder has been left.
        with pytest.raises(GameError, match="working-folder-gone"):
            check_relative(Path("x.csv"))
    check_relative(tmp_path / "x.csv")


@pytest.mark.parametrize(
    "arguments",
    [
        ["sheet", RECORD, "--csv", "x.csv"],
        ["duel", "--game", "damn", "--a", "easy", "--b", "random", "--csv", "d.csv"],
        ["host", "--game", "damn", "--record", "x.jsonl"],
        ["x.jsonl"],
    ],
)
def test_a_command_names_the_deleted_folder_as_the_cause(arguments, capsys):
    assert main(arguments) == 2
    assert "The folder that this was started in is gone, so " in capsys.readouterr().err


def test_simulations_run_in_processes_all_the_same(capsys):
    command_line = "simulate --game damn --option deals=1 --matches 2 --seed 1 --jobs 2"
    assert main(command_line.split()) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("arguments", [[], ["history"], ["play", "--game", "damn"]])
def test_a_relative_home_in_it_is_refused(arguments, capsys, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", "games")
    assert main(arguments) == 2
    error_output = capsys.readouterr().err
    assert error_output.startswith(
        "The folder that this was started in is gone, so games cannot be "
    )


def test_a_relative_home_in_an_existing_folder_is_kept(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GREENBAIZE_HOME", "games")
    assert main(["history"]) == 0
    assert Path(os.environ["GREENBAIZE_HOME"]) == tmp_path / "games"
    assert capsys.readouterr().err == "No match has been played here yet.\n"
