"""The verbs on the way of an event, as docs/architecture.md lists them, and who starts the next."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

import greenbaize

PACKAGE = Path(greenbaize.__file__).parent
ARCHITECTURE = Path(__file__).parents[1] / "docs" / "architecture.md"
OTHER_METHODS = {("WorkerPool", "submit"), ("JobQueue", "_on_message")}
"""Methods of the same names that have nothing to do with events."""
VERB_SUFFIXES = {"submit": "(_command)?", "animate_…": "[a-z_]+"}
"""Patterns of what may follow a verb in the name of a method; other verbs may take lines too."""
STARTERS = {
    "show_event": {"ui/table/event_queue.py"},
    "show_events": {"ui/match/pacing.py", "ui/features/history/replay_table.py"},
}
"""Modules that call the methods that start an event."""


def read_way() -> dict[str, set[str]]:
    """Return the classes of each verb of the documented table."""
    section = ARCHITECTURE.read_text("utf-8").partition("## The way of an event\n")[2]
    rows = re.findall(r"^\| `([^`]+)` \|[^|]*\|([^|]*)\|$", section.partition("\n## ")[0], re.M)
    way: dict[str, set[str]] = defaultdict(set)
    for verb, classes in rows:  # a verb may have several rows, as the steps are in their order
        way[verb] |= set(re.findall(r"`(\w+)`", classes))
    return way


def verb_pattern(verb: str) -> "re.Pattern[str]":
    suffix = VERB_SUFFIXES.get(verb, "(s|_line)?")
    return re.compile("_?(apply_and_)?" + verb.removesuffix("…") + suffix)


def find_methods() -> dict[str, set[str]]:
    """Return the names of the methods of all classes, by class."""
    methods: dict[str, set[str]] = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                methods[node.name] |= {
                    part.name
                    for part in node.body
                    if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
                }
    return methods


def find_callers(method: str) -> set[str]:
    """Return the modules that call a method, or connect it to a signal, of another object."""
    return {
        str(path.relative_to(PACKAGE).as_posix())
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == method
        if ast.unparse(node.value) != "self"
    }


def test_each_verb_stands_in_the_classes_that_the_page_names():
    way, methods = read_way(), find_methods()
    assert len(way) > 10, "docs/architecture.md has lost its table"
    differences = {}
    for verb, named_classes in way.items():
        pattern = verb_pattern(verb)
        classes = {
            name
            for name, defined in methods.items()
            if any(pattern.fullmatch(one) and (name, one) not in OTHER_METHODS for one in defined)
        }
        if classes != named_classes:
            differences[verb] = sorted(classes ^ named_classes)
    assert differences == {}, "code and docs/architecture.md differ in these classes"


@pytest.mark.parametrize("method", STARTERS)
def test_one_place_starts_the_next_event(method: str):
    assert find_callers(method) == STARTERS[method]
