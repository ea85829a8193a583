"""Tests of ``--language``: before any command, and in all output."""

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
def test_help_is_in_the_language_asked_for(words, printed):
    said = printed(*words, "--help").out
    assert said.startswith("использование: greenbaize [-h]")
    assert "показать эту справку" in said
    assert "show" not in said


def test_errors_are_too(printed):
    assert "whist" in printed("--language", "ru", "simulate", "--game", "whist", code=2).err
    said = printed("--language", "ru", "play", "--odd", code=2).err
    assert said.startswith("greenbaize: непонятно: --odd")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--language", "xx"], "There is no language “xx”. Known: en, ru."),
        (["--language=../ru", "play"], "There is no language “../ru”. Known: en, ru."),
        (["--language"], "--language needs a language. Known: en, ru."),
    ],
)
def test_an_unknown_language_is_refused(words, expected, printed):
    assert printed(*words, code=2).err == f"greenbaize: {expected}\n"


def test_it_belongs_before_the_command(capsys, printed):
    assert main(["duel", "--a", "easy", "--b", "easy", "--language", "ru"]) == 2
    assert "--language" in capsys.readouterr().err
    assert "скомпилиро" in printed("--new-window", "--language", "ru", "--version").out


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
    ("words", "expected"),
    [
        (["verify"], "не хватает: FILE"),
        (["--oops"], "непонятно: --oops"),
        (["play", "--speed"], "--speed: нужно одно значение"),
        (["history", "--finished", "--unfinished"], "--unfinished: не сочетается с --finished"),
        (["--version=1"], "--version: значение '1' здесь лишнее"),
        (["history", "statistics", "--level", "x"], "--level: 'x' не подходит (можно: 'random',"),
    ],
)
def test_what_argparse_refuses_is_spoken(words, expected, printed):
    assert f"greenbaize: {expected}" in printed("--language", "ru", *words, code=2).err
