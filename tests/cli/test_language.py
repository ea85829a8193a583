"""Tests of ``--language``: before any command, and in all output."""

import argparse
import inspect
import os
import subprocess
import sys

import pytest

from greenbaize.cli import arguments
from greenbaize.cli.main import main

pytestmark = pytest.mark.usefixtures("reset_language")


@pytest.mark.parametrize("words", [["--language", "ru"], ["--language=ru"]])
def test_help_is_in_the_requested_language(words, run_command):
    output = run_command(*words, "--help").out
    assert output.startswith("использование: greenbaize [-h]")
    assert "показать эту справку" in output
    assert "show" not in output


def test_errors_are_in_the_requested_language(run_command):
    assert "whist" in run_command("--language", "ru", "simulate", "--game", "whist", code=2).err
    output = run_command("--language", "ru", "play", "--odd", code=2).err
    assert output.startswith("greenbaize: непонятно: --odd")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--language", "xx"], "There is no language “xx”. Known: en, ru."),
        (["--language=../ru", "play"], "There is no language “../ru”. Known: en, ru."),
        (["--language"], "--language needs a language. Known: en, ru."),
    ],
)
def test_an_unknown_language_is_refused(words, expected, run_command):
    assert run_command(*words, code=2).err == f"greenbaize: {expected}\n"


def test_it_belongs_before_the_command(capsys, run_command):
    assert main(["duel", "--a", "easy", "--b", "easy", "--language", "ru"]) == 2
    assert "--language" in capsys.readouterr().err
    assert "скомпилиро" in run_command("--new-window", "--language", "ru", "--version").out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("locale", "begin"), [("ru_RU.UTF-8", "использование: "), ("C.UTF-8", "usage: ")]
)
def test_the_locale_selects_the_language(locale, begin):
    result = subprocess.run(
        [sys.executable, "-m", "greenbaize", "--help"],
        env=os.environ | {"LC_ALL": locale, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        encoding="utf-8",
        timeout=60,
    )
    assert result.stdout.startswith(begin)


def test_translated_argparse_messages_exist_in_this_python():
    source = inspect.getsource(argparse)
    assert [text for text in arguments._ARGPARSE_TEXTS if text not in source] == []


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
def test_errors_of_argparse_are_translated(words, expected, run_command):
    assert f"greenbaize: {expected}" in run_command("--language", "ru", *words, code=2).err
