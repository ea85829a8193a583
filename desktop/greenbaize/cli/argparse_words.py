"""What argparse says by itself, in the language spoken: it would ask a catalogue of its own."""

import argparse
import re
from collections.abc import Iterable
from typing import Final

from greenbaize.rules.messages import mark
from greenbaize.words.catalogue import tr

_REFUSALS: Final = (
    mark("unrecognized arguments: {words}"),
    mark("the following arguments are required: {words}"),
    mark("one of the arguments {words} is required"),
    mark("argument {argument}: expected one argument"),
    mark("argument {argument}: expected at least one argument"),
    mark("argument {argument}: expected at most one argument"),
    mark("argument {argument}: not allowed with argument {words}"),
    mark("argument {argument}: ignored explicit argument {words}"),
    mark("argument {argument}: invalid choice: {word} (choose from {words})"),
    mark("argument {argument}: {words}"),
)
"""Why argparse refuses a command line, as it says it in English; the last fits most."""
_PATTERNS: Final = tuple(
    (re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*?)", re.escape(text)), re.DOTALL), text)
    for text in _REFUSALS
)


def refusal_text(said: str) -> str:
    """Why argparse refuses a command line, in the language spoken."""
    for pattern, text in _PATTERNS:
        found = pattern.fullmatch(said)
        if found:
            return tr(text).format(**found.groupdict())
    return said


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Writes help as argparse does, with its own words in the language spoken."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Begin with how the command is written."""
        super().add_usage(usage, actions, groups, tr("usage: ") if prefix is None else prefix)


def speak_of_groups(parser: argparse.ArgumentParser) -> None:
    """Have the parts of a parser's help, and its option for help, in the language spoken."""
    parser._positionals.title = tr("positional arguments")
    parser._optionals.title = tr("options")
    for action in parser._actions:
        if isinstance(action, argparse._HelpAction):
            action.help = tr("show this help message and exit")
