"""The command line's parser: argparse with its texts from our catalogue."""

import argparse
import re
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final, NoReturn

from greenbaize.cli.terminal import tell
from greenbaize.games import GAMES
from greenbaize.rules.errors import UsageError
from greenbaize.rules.messages import Message, mark
from greenbaize.words.catalogue import tr, tr_in

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
"""Argparse's English refusals; the last matches most."""
_PATTERNS: Final = tuple(
    (re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*?)", re.escape(text)), re.DOTALL), text)
    for text in _REFUSALS
)


def refusal_text(said: str) -> str:
    """A refusal of argparse in the current language."""
    for pattern, text in _PATTERNS:
        found = pattern.fullmatch(said)
        if found:
            return tr(text).format(**found.groupdict())
    return said


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Writes help as argparse does, in the current language."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Begin with the usage."""
        super().add_usage(usage, actions, groups, tr("usage: ") if prefix is None else prefix)


def speak_of_groups(parser: argparse.ArgumentParser) -> None:
    """Translate the titles and the help option of a parser."""
    parser._positionals.title = tr("positional arguments")
    parser._optionals.title = tr("options")
    for action in parser._actions:
        if isinstance(action, argparse._HelpAction):
            action.help = tr("show this help message and exit")


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line, and prints its help like a result."""

    commands: Mapping[str, Any] = MappingProxyType({})
    lists_options: bool = False
    """Whether its help ends with the options of the games."""

    @property
    def flags(self) -> tuple[str, ...]:
        """Its options without a value, in all spellings."""
        return tuple(
            name for action in self._actions if action.nargs == 0 for name in action.option_strings
        )

    module: str = ""
    """The module with its ``add_options`` and ``run``, imported when needed."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given, formatter_class=Formatter, allow_abbrev=False)
        speak_of_groups(self)

    def take_options(self) -> None:
        """Add its options, once."""
        if self.module:
            module, self.module = import_module(self.module), ""
            module.add_options(self)
            self.set_defaults(act=module.run)

    def add_commands(self, prog: str) -> Callable[..., "Parser"]:
        """Add commands; returns what adds one by name, help line and module."""
        added = self.add_subparsers(
            title=tr("commands"), metavar=tr("COMMAND"), parser_class=Parser, prog=prog
        )
        self.commands = added.choices

        def add(name: str, text: str, module: str = "") -> Parser:
            one: Parser = added.add_parser(name, help=text, description=text)
            one.module = module
            return one

        return add

    def parse_known_args(self, *given: Any, **named: Any) -> Any:
        """Parse; see argparse."""
        self.take_options()
        return super().parse_known_args(*given, **named)

    def write_usage(self, rest: str) -> None:
        """Write the usage with all options, and the rest, which is words for people."""
        options = [_in_usage(one) for one in self._actions if one.option_strings]
        self.usage = " ".join((self.prog, *options, rest))

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """The values of an argument; ``--csv=--`` has one, which Python 3.11 would leave out."""
        if arg_strings == ["--"] and action.option_strings and action.nargs is None:
            value = self._get_value(action, "--")
            self._check_value(action, value)
            return value
        return super()._get_values(action, arg_strings)

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        reason = refusal_text(message)
        raise UsageError(Message("usage", {"reason": reason, "command": self.prog}))

    def format_help(self) -> str:
        """The help."""
        if self.lists_options:
            # Only now: it opens every game, and what needs none works though one is broken.
            self.epilog = _options_help()
        return super().format_help()

    def print_help(self, file: object = None) -> None:
        """Print the help."""
        del file
        tell(self.format_help().rstrip())


def _in_usage(option: argparse.Action) -> str:
    value = "" if option.metavar is None else f" {option.metavar}"
    return f"[{option.option_strings[0]}{value}]"


def _options_help() -> str:
    lines = [tr("Options of the games (--option key=value):")]
    width = max(map(len, GAMES)) + 2
    for name, game in GAMES.items():
        keys = ", ".join(option.key for option in game.options)
        lines.append(f"  {name:{width}}{keys or tr_in('options', 'none')}")
    return "\n".join(lines)
