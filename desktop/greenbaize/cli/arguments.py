"""Command-line parser: argparse with our catalogue's texts, common options, value types."""

import argparse
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NoReturn

from greenbaize.app.working_folder import check_relative
from greenbaize.cli.terminal import tell
from greenbaize.games import GAMES
from greenbaize.rules.errors import UsageError
from greenbaize.rules.messages import Message, mark
from greenbaize.rules.players import LEVEL_NAMES, TEMPERAMENT_NAMES
from greenbaize.words.catalogue import tr, tr_in

_OF_ARGPARSE: Final = (
    *(mark("usage: "), mark("positional arguments"), mark("options")),
    mark("show this help message and exit"),
    mark("unrecognized arguments: %s"),
    mark("the following arguments are required: %s"),
    mark("one of the arguments %s is required"),
    mark("argument %(argument_name)s: %(message)s"),
    mark("expected one argument"),
    mark("expected at least one argument"),
    mark("expected at most one argument"),
    mark("not allowed with argument %s"),
    mark("ignored explicit argument %r"),
    mark("invalid choice: %(value)r (choose from %(choices)s)"),
)
"""Texts of argparse for our catalogue; its ``_`` would ask gettext in the system's language."""
argparse._ = lambda text: text and tr(text)  # type: ignore[attr-defined]


class Parser(argparse.ArgumentParser):
    """Parser that reports errors in one line, and prints its help like a result."""

    commands: Mapping[str, Any] = MappingProxyType({})
    lists_options: bool = False
    """True if the help ends with the options of the games."""

    @property
    def flags(self) -> tuple[str, ...]:
        """Options without a value, in all spellings."""
        return tuple(
            name for action in self._actions if action.nargs == 0 for name in action.option_strings
        )

    module: str = ""
    """Module with the command's ``add_options`` and ``run``, imported when needed."""

    def __init__(self, **given: Any) -> None:
        super().__init__(
            **given, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
        )

    def take_options(self) -> None:
        """Import the command's module and add its options, once."""
        if self.module:
            module, self.module = import_module(self.module), ""
            module.add_options(self)
            self.set_defaults(act=module.run)

    def add_commands(self, prog: str) -> Callable[..., "Parser"]:
        """Add commands; return the function that adds one by name, help line and module."""
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
        self.take_options()
        return super().parse_known_args(*given, **named)

    def write_usage(self, rest: str) -> None:
        """Set the usage to all options and ``suffix``, which is text for people."""
        options = [_in_usage(one) for one in self._actions if one.option_strings]
        self.usage = " ".join((self.prog, *options, rest))

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """Return an argument's values; ``--csv=--`` has one, which Python 3.11 would drop."""
        if arg_strings == ["--"] and action.option_strings and action.nargs is None:
            value = self._get_value(action, "--")
            self._check_value(action, value)
            return value
        return super()._get_values(action, arg_strings)

    def error(self, message: str) -> NoReturn:
        raise UsageError(Message("usage", {"reason": message, "command": self.prog}))

    def format_help(self) -> str:
        if self.lists_options:
            # Only now: it loads every game, and other commands must work though one is broken.
            self.epilog = _options_help()
        return super().format_help()

    def print_help(self, file: object = None) -> None:
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


MOST_PROCESSES: Final = 61  # Windows cannot wait for more at once


def flag(to: argparse._ActionsContainer, option: str, text: str) -> None:
    to.add_argument(option, action="store_true", help=text)


def path(to: argparse._ActionsContainer, option: str, metavar: str, text: str) -> None:
    to.add_argument(option, metavar=metavar, type=path_of(option), help=text)


def number(
    to: argparse._ActionsContainer,
    option: str,
    text: str,
    low: int = 1,
    high: int | None = None,
    **more: Any,
) -> None:
    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if value < low or (high is not None and value > high):
            code = "usage-number" if high is None else "usage-span"
            limits = {"low": low} | ({} if high is None else {"high": high})
            raise UsageError(Message(code, {"option": option, "value": text, **limits}))
        return value

    to.add_argument(option, type=read, help=text, **({"metavar": "N"} | more))


def add_files(parser: Parser) -> None:
    text = tr("a record, or a folder with records (*.jsonl)")
    parser.add_argument("files", metavar="FILE", nargs="+", type=path_of("FILE"), help=text)


def add_record(parser: Parser, text: str, **more: Any) -> None:
    parser.add_argument("record", metavar="RECORD", type=path_of("RECORD"), help=text, **more)


def add_game_name(parser: Parser) -> None:
    text = tr("one of {games}").format(games=", ".join(GAMES))
    parser.add_argument("--game", metavar="GAME", help=text)


def add_game(parser: Parser, count: str) -> None:
    parser.lists_options = True
    add_game_name(parser)
    number(parser, count, tr("how many sit at the table"))
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="extend",
        nargs="+",
        default=[],
        help=tr("an option of the game; may be repeated"),
    )


def add_match(parser: Parser, seed: str) -> None:
    add_game(parser, "--players")
    parser.add_argument("--seed", metavar="SEED", help=seed)


def add_bots(parser: Parser) -> None:
    parser.add_argument(
        "--bots",
        metavar="BOT",
        action="extend",
        nargs="+",
        help=tr(
            "a computer player for all seats or one for each, as in easy,random:bold "
            "(levels: {levels}; temperaments: {temperaments}) or program:COMMAND for one of "
            "your own"
        ).format(levels=", ".join(LEVEL_NAMES), temperaments=", ".join(TEMPERAMENT_NAMES)),
    )
    text = tr("keep your own programs away from your files and the network (Linux, bwrap)")
    flag(parser, "--sandbox", text)


def add_jobs(to: argparse._ActionsContainer) -> None:
    text = tr("how many processes play; by default one for every core")
    number(to, "--jobs", text, high=MOST_PROCESSES)


def add_new_window(parser: Parser, default: object = argparse.SUPPRESS) -> None:
    """Add ``--new-window``; the command's default must not undo one given before it."""
    text = tr("open another window even if one is open already")
    parser.add_argument("--new-window", action="store_true", default=default, help=text)


def path_of(option: str) -> Callable[[str], Path]:
    """Return an argument type for paths; it refuses an empty one, the current folder.

    The type raises ``GameError`` for a relative path where the current folder is gone.
    """

    def read(text: str) -> Path:
        if not text.strip():
            raise UsageError(Message("usage-path", {"option": option}))
        check_relative(Path(text))
        return Path(text)

    return read


def day_text(text: str) -> str:
    """Return a day as in records: ``20261121`` for ``2026-11-21``; also a month or year."""
    if re.fullmatch(r"\d{4}(-?\d\d(-?\d\d)?)?", text, re.ASCII):
        digits = text.replace("-", "")
        with suppress(ValueError):
            date.fromisoformat(digits + "00000101"[len(digits) :])  # raises if there is no such day
            return digits
    raise UsageError(Message("usage-day", {"value": text}))


def factor(text: str) -> float:
    """Return a speed factor, from 0.01 to 1000 times the usual speed."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.01 <= value <= 1000:
        raise UsageError(Message("usage-speed", {"value": text}))
    return value
