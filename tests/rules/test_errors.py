"""The error classes: all stand in one module, and each carries its message."""

import re
from pathlib import Path

import greenbaize
from greenbaize.rules import errors
from greenbaize.rules.errors import FileError, GameError, OptionError, RecordError
from greenbaize.rules.messages import Message

PACKAGE_FOLDER = Path(greenbaize.__file__).parent
BASE_BY_ERROR = {
    name: one.__base__.__name__
    for name, one in vars(errors).items()
    if isinstance(one, type) and issubclass(one, GameError) and one is not GameError
}


def test_no_error_of_that_tree_is_defined_elsewhere():
    elsewhere = [
        f"{path.name}: {name}"
        for path in sorted(PACKAGE_FOLDER.rglob("*.py"))
        if path != Path(errors.__file__)
        for name, bases in re.findall(r"(?m)^ *class (\w+)\(([^)]*)\)", path.read_text("utf-8"))
        if {"GameError", *BASE_BY_ERROR} & set(re.findall(r"\w+", bases))
    ]
    assert elsewhere == []


def test_an_error_has_a_short_text():
    error = OptionError(Message("option-form", {"word": "x", "count": 2}, "damn.md 4"))
    assert str(error) == "option-form word=x, count=2 damn.md 4"
    assert RecordError(error.message, 7).line == 7


def test_a_file_error_has_the_systems_reason():
    error = FileError(Path("a.jsonl"), PermissionError(13, "Permission denied"))
    assert error.message.values == {"path": "a.jsonl", "reason": "Permission denied"}
    assert FileError(Path("a"), OSError("odd")).message.values["reason"] == "odd"
