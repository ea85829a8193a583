"""Tests of the command lines for program files, which depend on how this program runs."""

import sys
from pathlib import Path

from greenbaize.app.seats.bot_launcher import build_script_command
from greenbaize.app.seats.command_lines import split_command


def test_a_file_becomes_a_command_line(tmp_path):
    script, program = tmp_path / "my bot.py", tmp_path / "mine"
    assert split_command(build_script_command(script)) == [sys.executable, str(script)]
    assert split_command(build_script_command(program)) == [str(program)]


def test_in_a_bundle_a_script_needs_a_python_of_its_own(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert split_command(build_script_command(Path("bot.py"))) in (
        ["python3", "bot.py"],
        ["py", "bot.py"],
    )
