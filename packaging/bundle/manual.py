"""Manual pages of the program and each of its commands, made from the command line parser."""

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

import identity
from environment import ROOT

SECTION: Final = 6
FILES: Final = {
    "~/.local/share/greenbaize/matches": "The records of matches: one file for each match, one "
    "line of JSON for each event.",
    "~/.config/greenbaize/settings.json": "The preferences.",
}
HOME_VARIABLE: Final = (
    "GREENBAIZE_HOME",
    "A folder for all files of the program, instead of the usual folders.",
)
DESCRIPTION: Final = (
    "Without arguments, open the table, to play against computer opponents or with friends on the "
    "local network. With the record of a match, resume that match. Most commands need no window."
)


def manual_pages(version: str, day: str) -> dict[str, str]:
    """Return the manual pages by file name.

    Args:
        version: version of the program.
        day: date of the release, as YYYY-MM-DD.
    """
    source = str(ROOT / "desktop")
    if source not in sys.path:
        sys.path.insert(0, source)  # before an installed one, which may be another version
    with import_module("greenbaize.words.catalogue").language_context("en"):
        return _make_pages(import_module("greenbaize.cli.parser")._create_parser(), version, day)


def _make_pages(parser: Any, version: str, day: str) -> dict[str, str]:
    names = [identity.COMMAND, *(f"{identity.COMMAND}-{name}" for name in parser.commands)]
    pages = {}
    for name, one in zip(names, (parser, *parser.commands.values()), strict=True):
        if one is not parser:
            one.load_options()
        title = _escape(name.upper())
        heading = f'.TH {title} {SECTION} "{day}" "{identity.NAME} {version}" "Games Manual"'
        others = [other for other in names if other != name] if one is parser else names[:1]
        lines = [heading, *_page_lines(name, one), *_common_lines(others)]
        pages[f"{name}.{SECTION}"] = "\n".join(lines) + "\n"
    return pages


def _page_lines(name: str, parser: Any) -> Iterator[str]:
    is_program = name == identity.COMMAND
    summary = identity.SUMMARY["en"].removeprefix("A ") if is_program else parser.description
    yield from (".SH NAME", rf"{_escape(name)} \- {_escape(summary)}")
    yield from (".SH SYNOPSIS", _usage(parser))
    yield from (".SH DESCRIPTION", DESCRIPTION if is_program else _sentence(summary))
    yield from _option_lines(parser)
    if parser.commands:
        yield ".SH COMMANDS"
    for command, subparser in parser.commands.items():
        yield from (f".SS {_escape(command)}", _sentence(subparser.description))
        if not is_program:
            subparser.load_options()
            yield from (".PP", _usage(subparser))
            yield from _option_lines(subparser, heading="")


def _usage(parser: Any) -> str:
    return _escape(parser.format_usage().partition(": ")[2])


def _option_lines(parser: Any, heading: str = ".SH OPTIONS") -> Iterator[str]:
    formatter = parser._get_formatter()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) or action.help == argparse.SUPPRESS:
            continue
        if heading:
            yield heading
            heading = ""
        yield ".TP"
        yield f".B {_escape(formatter._format_action_invocation(action))}"
        yield _sentence(formatter._expand_help(action) if action.help else "see the description")


def _common_lines(others: list[str]) -> Iterator[str]:
    yield from (".SH ENVIRONMENT", ".TP", f".B {HOME_VARIABLE[0]}", HOME_VARIABLE[1])
    yield ".SH FILES"
    for path, text in FILES.items():
        yield from (".TP", f".I {_escape(path)}", _escape(text))
    yield ".SH BUGS"
    address = identity.ISSUE_TRACKER or identity.HOME_PAGE
    yield (
        f"Report faults at {_escape(address)}"
        if address
        else "There is no address yet to which faults can be reported."
    )
    yield ".SH SEE ALSO"
    yield " ,\n".join(f".BR {_escape(other)} ({SECTION})" for other in others)


def _sentence(text: str) -> str:
    return _escape(f"{text[:1].upper()}{text[1:]}".rstrip(".") + ".")


def _escape(text: str) -> str:
    """Return text for troff: hyphens that can be copied, and no line that is a request."""
    text = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text
