"""Tests of the command lines for program files, which depend on how this program runs."""

import os
import sys
from pathlib import Path

import pytest

from greenbaize.app.seats.bot_launcher import (
    build_bot_command,
    build_own_environment,
    build_script_command,
)
from greenbaize.app.seats.command_lines import split_command
from greenbaize.bots import BOT_FACTORIES
from greenbaize.match.header_player import HeaderPlayer


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


class TestOwnCommand:
    def test_the_command_has_level_seed_and_temperament(self):
        arguments = build_bot_command(HeaderPlayer("A", "bot", "easy", "bold"), "5eed")
        assert arguments[0] == sys.executable
        assert " ".join(arguments[-7:]) == "bot --level easy --seed 5eed --temperament bold"

    @pytest.mark.parametrize("level", [None, "genius"])
    def test_an_unknown_level_becomes_the_default(self, level):
        arguments = build_bot_command(HeaderPlayer("A", "bot", level), "5eed")
        assert arguments[arguments.index("--level") + 1] == "medium"
        assert "medium" in BOT_FACTORIES

    @pytest.mark.parametrize("has_console_program", [True, False])
    def test_a_bundle_uses_the_console_program(self, has_console_program, monkeypatch, tmp_path):
        window_program = tmp_path / "greenbaize.exe"
        if has_console_program:
            (tmp_path / "greenbaize-cli.exe").touch()
        monkeypatch.setattr(sys, "frozen", True, raising=False)
        monkeypatch.setattr(sys, "executable", str(window_program))
        name = "greenbaize-cli.exe" if has_console_program else "greenbaize.exe"
        assert build_bot_command(HeaderPlayer("A", "bot", "easy"), "1")[:2] == [
            str(tmp_path / name),
            "bot",
        ]

    def test_the_package_is_found_from_any_import_path(self, monkeypatch):
        monkeypatch.setenv("PYTHONPATH", "/elsewhere")
        python_path = build_own_environment()["PYTHONPATH"].split(os.pathsep)
        assert (Path(python_path[0]) / "greenbaize" / "__init__.py").is_file()
        assert python_path[1:] == ["/elsewhere"]
        monkeypatch.delenv("PYTHONPATH")
        assert build_own_environment()["PYTHONPATH"] == python_path[0]
