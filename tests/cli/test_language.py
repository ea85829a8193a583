"""``--language``: before any command, and in whatever that prints."""

import argparse
import inspect
import os
import subprocess
import sys

import pytest

from greenbaize.cli import arguments
from greenbaize.cli.main import main

pytestmark = pytest.mark.usefixtures("english_after_all")


@pytest.mark.parametrize("words", [["--language", "ru"], ["--language=ru"]])
def test_help_is_in_the_language_asked_for(words, capsys):
    assert main([*words, "--help"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("использование: greenbaize [-h]")
    assert "показать эту справку" in said
    assert "show" not in said


def test_errors_are_too(capsys):
    assert main(["--language", "ru", "simulate", "--game", "whist"]) == 2
    assert "whist" in capsys.readouterr().err
    assert main(["--language", "ru", "play", "--odd"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("greenbaize: непонятно: --odd")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--language", "xx"], "There is no language “xx”. Known: en, ru."),
        (["--language=../ru", "play"], "There is no language “../ru”. Known: en, ru."),
        (["--language"], "--language needs a language. Known: en, ru."),
    ],
)
def test_an_unknown_language_is_refused(words, said, capsys):
    assert main(words) == 2
    assert capsys.readouterr().err == f"greenbaize: {said}\n"


def test_it_belongs_before_the_command(capsys):
    assert main(["duel", "--a", "easy", "--b", "easy", "--language", "ru"]) == 2
    assert "--language" in capsys.readouterr().err
    assert main(["--new-window", "--language", "ru", "--version"]) == 0
    assert "скомпилиро" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("locale", "begin"), [("ru_RU.UTF-8", "использование: "), ("C.UTF-8", "usage: ")]
)
def test_the_system_says_what_is_spoken(locale, begin):
    done = subprocess.run(
        [sys.executable, "-m", "greenbaize", "--help"],
        env=os.environ | {"LC_ALL": locale, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.stdout.startswith(begin)


def test_what_argparse_says_is_said_by_this_python_too():
    source = inspect.getsource(argparse)
    assert [text for text in arguments._OF_ARGPARSE if text not in source] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["verify"], "не хватает: FILE"),
        (["--oops"], "непонятно: --oops"),
        (["play", "--speed"], "--speed: нужно одно значение"),
        (["history", "--finished", "--unfinished"], "--unfinished: не сочетается с --finished"),
        (["--version=1"], "--version: значение '1' здесь лишнее"),
        (["history", "statistics", "--level", "x"], "--level: 'x' не подходит (можно: 'random',"),
    ],
)
def test_what_argparse_refuses_is_spoken(words, said, capsys):
    assert main(["--language", "ru", *words]) == 2
    assert f"greenbaize: {said}" in capsys.readouterr().err
