"""Tests of programs' command lines and of their names in records."""

import os
import sys

import pytest

from greenbaize.app.seats.command_lines import (
    can_start,
    create_program_name,
    join_command,
    make_absolute,
    split_command,
)

POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows quotes differently")


@POSIX
@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("./mine", ["./mine"]),
        ("python3 'my bot.py' --book a,b", ["python3", "my bot.py", "--book", "a,b"]),
        ("", []),
        ("  ", []),
        ("it's", []),
    ],
)
def test_a_command_line_is_split(text, arguments):
    assert split_command(text) == arguments


def test_join_and_split_are_inverse():
    arguments = ["/a b/bot", "--x", "y z"]
    assert split_command(join_command(arguments)) == arguments


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("/opt/secret/tiny", "tiny"),
        ("./tiny --book /opt/book", "tiny"),
        ("python3 /opt/tiny_bot.py --level 3", "tiny_bot.py"),
        ("/usr/bin/python3.11 -u tiny_bot.py", "tiny_bot.py"),
        ("java -jar lib/player.jar", "player.jar"),
        ("node", "node"),
        ("python3 -V", "python3"),
        ("shark", "shark"),
        ("bot\u202e\n", "bot?"),
        ("x" * 100, "x" * 40),
        ("/", "?"),
    ],
)
def test_a_program_is_known_by_its_file_and_never_by_its_path(command, name):
    assert create_program_name(command, {}) == name


def test_programs_of_one_name_get_numbers():
    command_by_name = {}
    for command in ("./a/bot", "./b/bot", "./b/bot", "./a/bot", "./c/bot"):
        command_by_name[create_program_name(command, command_by_name)] = command
    assert command_by_name == {"bot": "./a/bot", "bot 2": "./b/bot", "bot 3": "./c/bot"}


def test_files_become_absolute_paths(tmp_path, monkeypatch):
    (tmp_path / "bot.py").touch()
    monkeypatch.chdir(tmp_path)
    assert split_command(make_absolute("python3 bot.py --x")) == [
        "python3",
        str(tmp_path / "bot.py"),
        "--x",
    ]
    assert make_absolute(join_command(["./bot.py", "a  b"])) == join_command(
        [str(tmp_path / "bot.py"), "a  b"]
    )
    long_command = f"python3 -c {'x' * 5000}"  # No file can have so long a name.
    for command in ("bot.py", "python3  gone.py", f"{tmp_path / 'bot.py'}", ".", long_command):
        assert make_absolute(command) == command


def test_only_a_program_can_be_started(tmp_path):
    assert can_start(join_command([sys.executable, "x.py"]))
    assert not can_start(join_command([str(tmp_path)]))
    assert not can_start("no-such-program-anywhere")
    assert not can_start("")
    assert not can_start('"')
