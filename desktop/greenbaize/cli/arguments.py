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
from greenbaize.cli.terminal import print_result
from greenbaize.games import GAMES
from greenbaize.rules.errors import UsageError
from greenbaize.rules.levels import MissingLevel
from greenbaize.rules.messages import Message, mark_text
from greenbaize.rules.players import LEVEL_NAMES, TEMPERAMENT_NAMES
from greenbaize.words.catalogue import tr, tr_in

_ARGPARSE_TEXTS: Final = (
    mark_text("usage: "),
    mark_text("positional arguments"),
    mark_text("options"),
    mark_text("show this help message and exit"),
    mark_text("unrecognized arguments: %s"),
    mark_text("the following arguments are required: %s"),
    mark_text("one of the arguments %s is required"),
    mark_text("argument %(argument_name)s: %(message)s"),
    mark_text("expected one argument"),
    mark_text("expected at least one argument"),
    mark_text("expected at most one argument"),
    mark_text("not allowed with argument %s"),
    mark_text("ignored explicit argument %r"),
    mark_text("invalid choice: %(value)r (choose from %(choices)s)"),
)
"""Texts of argparse for our catalogue; its ``_`` would ask gettext in the system's language."""
argparse._ = lambda text: text and tr(text)  # type: ignore[attr-defined]


class CommandLineParser(argparse.ArgumentParser):
    """Parser that reports errors in one line, and prints its help like a result."""

    commands: Mapping[str, Any] = MappingProxyType({})
    lists_options: bool = False
    """True if the help ends with the options of the games."""

    @property
    def flag_names(self) -> tuple[str, ...]:
        """Options without a value, in all spellings."""
        return tuple(
            name for action in self._actions if action.nargs == 0 for name in action.option_strings
        )

    module: str = ""
    """Module with the command's ``add_options`` and ``run``, imported when needed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            **options, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
        )

    def load_options(self) -> None:
        """Import the command's module and add its options, once."""
        if self.module:
            module, self.module = import_module(self.module), ""
            module.add_options(self)
            self.set_defaults(act=module.run)

    def add_commands(self, prog: str) -> Callable[..., "CommandLineParser"]:
        """Add commands; return the function that adds one by name, help line and module."""
        subparsers = self.add_subparsers(
            title=tr("commands"), metavar=tr("COMMAND"), parser_class=CommandLineParser, prog=prog
        )
        self.commands = subparsers.choices

        def add_command(name: str, text: str, module: str = "") -> CommandLineParser:
            command_parser: CommandLineParser = subparsers.add_parser(
                name, help=text, description=text
            )
            command_parser.module = module
            return command_parser

        return add_command

    def parse_known_args(self, *args: Any, **kwargs: Any) -> Any:
        self.load_options()
        return super().parse_known_args(*args, **kwargs)

    def set_usage(self, suffix: str) -> None:
        """Set the usage to all options and ``suffix``, which is text for people."""
        options = [
            _format_usage_option(option) for option in self._actions if option.option_strings
        ]
        self.usage = " ".join((self.prog, *options, suffix))

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
            self.epilog = _format_options_help()
        return super().format_help()

    def print_help(self, file: object = None) -> None:
        del file
        print_result(self.format_help().rstrip())


def _format_usage_option(option: argparse.Action) -> str:
    value = "" if option.metavar is None else f" {option.metavar}"
    return f"[{option.option_strings[0]}{value}]"


def _format_options_help() -> str:
    lines = [tr("Options of the games (--option key=value):")]
    width = max(map(len, GAMES)) + 2
    for name, game in GAMES.items():
        keys = ", ".join(option.key for option in game.options)
        lines.append(f"  {name:{width}}{keys or tr_in('options', 'none')}")
    lines.append(tr("Levels that the window does not offer, being no stronger than the one below:"))
    lines += [
        f"  {name:{width}}{_format_missing_level(missing_level)}"
        for name, game in GAMES.items()
        for missing_level in game.missing_levels
    ]
    return "\n".join(lines)


def _format_missing_level(missing_level: MissingLevel) -> str:
    """Return a level with the tables at which it is missing, as in ``expert (players=4)``."""
    seats = {} if missing_level.seats is None else {"players": missing_level.seats}
    conditions = ", ".join(
        f"{key}={'|'.join(str(value).lower() for value in values)}"
        for key, values in (*seats.items(), *missing_level.options.items())
    )
    return f"{missing_level.level} ({conditions})" if conditions else missing_level.level


MAX_PROCESSES: Final = 61  # Windows cannot wait for more at once


def add_flag(container: argparse._ActionsContainer, option: str, text: str) -> None:
    container.add_argument(option, action="store_true", help=text)


def add_path(container: argparse._ActionsContainer, option: str, metavar: str, text: str) -> None:
    container.add_argument(option, metavar=metavar, type=create_path_type(option), help=text)


def add_number(
    container: argparse._ActionsContainer,
    option: str,
    text: str,
    low: int = 1,
    high: int | None = None,
    **options: Any,
) -> None:
    def parse_number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if value < low or (high is not None and value > high):
            code = "usage-number" if high is None else "usage-span"
            limits = {"low": low} | ({} if high is None else {"high": high})
            raise UsageError(Message(code, {"option": option, "value": text, **limits}))
        return value

    container.add_argument(option, type=parse_number, help=text, **({"metavar": "N"} | options))


def add_file_arguments(parser: CommandLineParser) -> None:
    text = tr("a record, or a folder with records (*.jsonl)")
    parser.add_argument(
        "files", metavar="FILE", nargs="+", type=create_path_type("FILE"), help=text
    )


def add_record_argument(parser: CommandLineParser, text: str, **options: Any) -> None:
    parser.add_argument(
        "record", metavar="RECORD", type=create_path_type("RECORD"), help=text, **options
    )


def add_game_name_option(parser: CommandLineParser) -> None:
    text = tr("one of {games}").format(games=", ".join(GAMES))
    parser.add_argument("--game", metavar="GAME", help=text)


def add_game_options(parser: CommandLineParser, count_option: str) -> None:
    parser.lists_options = True
    add_game_name_option(parser)
    add_number(parser, count_option, tr("how many sit at the table"))
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="extend",
        nargs="+",
        default=[],
        help=tr("an option of the game; may be repeated"),
    )


def add_match_options(parser: CommandLineParser, seed_help: str) -> None:
    add_game_options(parser, "--players")
    parser.add_argument("--seed", metavar="SEED", help=seed_help)


def add_bot_options(parser: CommandLineParser) -> None:
    parser.add_argument(
        "--bots",
        metavar="BOT",
        action="extend",
        nargs="+",
        help=tr(
            "a computer player for all seats or one for each (seats are drawn by lot), as in "
            "easy,random:bold (levels: {levels}; temperaments: {temperaments}) or program:COMMAND "
            "for one of your own"
        ).format(levels=", ".join(LEVEL_NAMES), temperaments=", ".join(TEMPERAMENT_NAMES)),
    )
    text = tr("keep your own programs away from your files and the network (Linux, bwrap)")
    add_flag(parser, "--sandbox", text)


def add_jobs_option(container: argparse._ActionsContainer) -> None:
    text = tr("how many processes play; by default one for every core")
    add_number(container, "--jobs", text, high=MAX_PROCESSES)


def add_new_window_option(parser: CommandLineParser, default: object = argparse.SUPPRESS) -> None:
    """Add ``--new-window``; the command's default must not undo one given before it."""
    text = tr("open another window even if one is open already")
    parser.add_argument("--new-window", action="store_true", default=default, help=text)


def create_path_type(option: str) -> Callable[[str], Path]:
    """Return an argument type for paths; it refuses an empty one, the current folder.

    The type raises ``GameError`` for a relative path where the current folder is gone.
    """

    def parse_path(text: str) -> Path:
        if not text.strip():
            raise UsageError(Message("usage-path", {"option": option}))
        check_relative(Path(text))
        return Path(text)

    return parse_path


def parse_day(text: str) -> str:
    """Return a day as in records: ``20261121`` for ``2026-11-21``; also a month or year."""
    if re.fullmatch(r"\d{4}(-?\d\d(-?\d\d)?)?", text, re.ASCII):
        digits = text.replace("-", "")
        with suppress(ValueError):
            date.fromisoformat(digits + "00000101"[len(digits) :])  # raises if there is no such day
            return digits
    raise UsageError(Message("usage-day", {"value": text}))


def parse_speed(text: str) -> float:
    """Return a speed factor, from 0.01 to 1000 times the usual speed."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.01 <= value <= 1000:
        raise UsageError(Message("usage-speed", {"value": text}))
    return value
