"""The command line's words: what may be said, and what is checked before anything begins."""

import argparse
import os
from argparse import Namespace
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, NoReturn

from greenbaize import __version__
from greenbaize.app.chairs.opponents import DEFAULT_LEVEL
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.bots import LEVELS
from greenbaize.cli.argparse_words import Formatter, refusal_text, speak_of_groups
from greenbaize.cli.arguments import (
    day_text,
    factor,
    level_named,
    number,
    opponent_named,
    path_of,
    seed_text,
    temperament_named,
)
from greenbaize.cli.deeds import (
    bot_asked,
    duel_asked,
    explain_asked,
    history_asked,
    history_import_asked,
    history_rebuild_asked,
    history_statistics_asked,
    history_update_asked,
    host_asked,
    join_asked,
    open_table_asked,
    play_asked,
    self_test_asked,
    sheet_asked,
    simulate_asked,
    verify_asked,
)
from greenbaize.cli.language import OPTION as LANGUAGE
from greenbaize.cli.terminal import tell, warn
from greenbaize.compiled import runs_compiled
from greenbaize.games import GAMES
from greenbaize.lan.address import address_of, code_of
from greenbaize.lan.limits import LONGEST_CLOCK_S, MOST_SEATS
from greenbaize.rules.errors import GameError, UsageError
from greenbaize.rules.messages import Message
from greenbaize.rules.players import STEADY, TEMPERAMENT_NAMES
from greenbaize.words.catalogue import known_languages, tr, tr_in
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import level_title

_NEW_WINDOW: Final = "--new-window"
MOST_PROCESSES: Final = 61  # what Windows can wait for at once


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong, and prints its help like a result."""

    commands: Collection[str] = ()
    """The words that are commands."""
    lists_options: bool = False
    """Whether its help ends with the options of the games."""

    @property
    def flags(self) -> tuple[str, ...]:
        """Its options that take no value, in every way they can be written."""
        return tuple(
            name for action in self._actions if action.nargs == 0 for name in action.option_strings
        )

    def __init__(self, **given: Any) -> None:
        super().__init__(**given, formatter_class=Formatter, allow_abbrev=False)
        speak_of_groups(self)

    def write_usage(self, rest: str) -> None:
        """Have all of its options in the usage, and then the rest, which is words for people."""
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


def run(words: Sequence[str]) -> int:
    """Do what the words of a command line say; returns the exit code."""
    try:
        parser = _parser()
        asked = parser.parse_args(_with_command(words, parser))
        if asked.version:
            form = tr("compiled") if runs_compiled() else tr("not compiled")
            tell(f"greenbaize {__version__} ({form})")
            return 0
        act: Callable[[Namespace], int] = self_test_asked if asked.self_test else asked.act
        return act(asked)
    except SystemExit:
        return 0  # the help was asked for and has been printed
    except GameError as error:
        warn(f"greenbaize: {Speaker().say(error.message)}")
        return 2


def _with_command(words: Sequence[str], parser: Parser) -> Sequence[str]:
    """The words, with the command that is meant where there is only a file.

    Desktops open records like that. A word that is a command is one, whatever files there are.
    """
    flags = parser.flags
    place = next((place for place, word in enumerate(words) if word not in flags), len(words))
    first = words[place] if place < len(words) else ""
    if not first or first in parser.commands or first.startswith("-"):
        return words
    # Not by ``Path``, which refuses words too long to be a file's name.
    is_record = first.endswith(".jsonl") or os.path.isfile(first)  # noqa: PTH113
    # What was said before the file was said to the program, and the command need not know it.
    return [*words[:place], "play", *words[place:]] if is_record else words


def _parser() -> Parser:
    parser = Parser(
        prog="greenbaize",
        description=tr(
            "A card table. Without a command it opens the table, with a match record it goes on "
            "with that match. A window that is open already is brought forward for it."
        ),
    )
    parser.lists_options = True
    parser.add_argument(
        "--version",
        action="store_true",
        help=tr("print the version, and whether the computer players run compiled"),
    )
    parser.add_argument(
        "--self-test",
        action="store_true",
        help=tr("try everything once, without a window, and say what works here"),
    )
    _add_new_window(parser, default=False)
    # It has been heeded before this was written, which is in that language.
    parser.add_argument(
        LANGUAGE,
        metavar=tr("LANGUAGE"),
        help=tr("the language spoken, before any command: {known}").format(
            known=", ".join(known_languages())
        ),
    )
    parser.write_usage(tr("[RECORD | COMMAND …]"))
    parser.set_defaults(act=_open_asked)
    commands = parser.add_subparsers(
        title=tr("commands"), metavar=tr("COMMAND"), parser_class=Parser, prog="greenbaize"
    )
    _add_play(commands)
    _add_simulate(commands)
    _add_duel(commands)
    _add_verify(commands)
    _add_sheet(commands)
    _add_explain(commands)
    _add_history(commands)
    _add_bot(commands)
    _add_host(commands)
    _add_join(commands)
    parser.commands = commands.choices
    return parser


def _open_asked(asked: Namespace) -> int:
    return open_table_asked(PlayRequest(new_window=asked.new_window))


def _add_new_window(parser: Parser, default: object = argparse.SUPPRESS) -> None:
    # A command must not take back what was said before it.
    text = tr("open another window even if one is open already")
    parser.add_argument(_NEW_WINDOW, action="store_true", default=default, help=text)


def _options_help() -> str:
    lines = [tr("Options of the games (--option key=value):")]
    width = max(map(len, GAMES)) + 2
    for name, game in GAMES.items():
        keys = ", ".join(option.key for option in game.options)
        lines.append(f"  {name:{width}}{keys or tr_in('options', 'none')}")
    return "\n".join(lines)


_WITH_OPTIONS: Final = ("play", "simulate", "duel", "host")
"""The commands that begin matches; their help lists the options of the games."""


def _add(commands: Any, name: str, text: str, act: Callable[[Namespace], int]) -> Parser:
    parser: Parser = commands.add_parser(
        name,
        help=text,
        description=text,
    )
    parser.set_defaults(act=act)
    parser.lists_options = name in _WITH_OPTIONS
    return parser


def _add_game(parser: Parser, count: str) -> None:
    games = ", ".join(GAMES)
    parser.add_argument("--game", metavar="GAME", help=tr("one of {games}").format(games=games))
    parser.add_argument(
        count, metavar="N", type=number(count, 1), help=tr("how many sit at the table")
    )
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="extend",
        nargs="+",
        default=[],
        help=tr("an option of the game; may be repeated"),
    )


def _add_jobs(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=number("--jobs", 1, MOST_PROCESSES),
        help=tr("how many processes play; by default one for every core"),
    )


def _add_record(parser: Parser, text: str) -> None:
    parser.add_argument("record", metavar="RECORD", type=path_of("RECORD"), help=text)


def _add_match(parser: Parser, seed: str) -> None:
    _add_game(parser, "--players")
    parser.add_argument("--seed", metavar="SEED", help=seed)


def _add_play(commands: Any) -> None:
    parser = _add(commands, "play", tr("open the table"), play_asked)
    parser.add_argument(
        "record",
        metavar="RECORD",
        nargs="?",
        type=path_of("RECORD"),
        help=tr("a match to continue instead of beginning a new one, or to replay if it is over"),
    )
    parser.add_argument(
        "--seat",
        metavar="N",
        type=number("--seat", 1),
        help=tr(
            "which chair is yours, from 1, where several people have played the match; computer "
            "players take the others'"
        ),
    )
    _add_match(parser, tr("any text or number; 32 hex digits are a record's seed"))
    parser.add_argument(
        "--watch",
        action="store_true",
        help=tr("computer players sit everywhere; one watches, until the window is closed"),
    )
    parser.add_argument(
        "--speed",
        metavar="X",
        type=factor,
        default=1.0,
        help=tr("speed of the table; 2 is twice as fast as usual"),
    )
    parser.add_argument(
        "--screenshots",
        metavar="DIR",
        type=path_of("--screenshots"),
        help=tr("save pictures of the table in this folder"),
    )
    _add_new_window(parser)
    _add_bots(parser)


def _add_bots(parser: Parser) -> None:
    parser.add_argument(
        "--bots",
        metavar="BOT",
        action="extend",
        nargs="+",
        help=tr(
            "a computer player for all seats or one for each, as in easy,random:bold "
            "(levels: {levels}; temperaments: {temperaments}) or program:COMMAND for one of "
            "your own"
        ).format(levels=", ".join(LEVELS), temperaments=", ".join(TEMPERAMENT_NAMES)),
    )
    parser.add_argument(
        "--sandbox",
        action="store_true",
        help=tr("keep your own programs away from your files and the network (Linux, bwrap)"),
    )


def _add_simulate(commands: Any) -> None:
    text = tr("let computer players play matches without a window")
    parser = _add(commands, "simulate", text, simulate_asked)
    _add_match(parser, tr("any text or number; the same gives the same matches"))
    parser.add_argument(
        "--matches",
        metavar="N",
        type=number("--matches", 1),
        default=1,
        help=tr("how many matches (1)"),
    )
    _add_bots(parser)
    parser.add_argument(
        "--record",
        metavar="DIR",
        type=path_of("--record"),
        help=tr(
            "write a record of every match there, replacing those of an earlier run; "
            "no two runs of a game write to one folder at once"
        ),
    )
    _add_jobs(parser)


def _add_duel(commands: Any) -> None:
    text = tr("let two computer players play the same deals with seats swapped")
    parser = _add(commands, "duel", text, duel_asked)
    _add_match(parser, tr("any text or number; the same gives the same matches"))
    for side in ("--a", "--b"):
        parser.add_argument(
            side,
            metavar="BOT",
            type=opponent_named,
            required=True,
            help=tr("a level, as in easy or easy:bold: {levels}").format(levels=", ".join(LEVELS)),
        )
    parser.add_argument(
        "--deals",
        metavar="N",
        type=number("--deals", 1),
        default=400,
        help=tr("how many deals at least (400); matches are played to their end"),
    )
    parser.add_argument(
        "--csv",
        metavar="FILE",
        type=path_of("--csv"),
        help=tr("write every match there as a table (CSV)"),
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help=tr("replace a file that is there, even if it is no such table"),
    )
    where = parser.add_mutually_exclusive_group()
    _add_jobs(where)
    where.add_argument(
        "--cluster", metavar="ADDRESS", help=tr("let a Dask cluster play instead, as in host:8786")
    )


def _add_verify(commands: Any) -> None:
    text = tr("check match records against the rules")
    parser = _add(commands, "verify", text, verify_asked)
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=path_of("FILE"),
        help=tr("a record, or a folder with records (*.jsonl)"),
    )


def _add_sheet(commands: Any) -> None:
    text = tr("print the score sheet of a match, or save it")
    parser = _add(commands, "sheet", text, sheet_asked)
    _add_record(parser, tr("a match record, or a sheet kept by hand"))
    parser.add_argument(
        "--csv",
        metavar="FILE",
        type=path_of("--csv"),
        help=tr("write it there as a table of numbers (CSV)"),
    )
    parser.add_argument(
        "--pdf",
        metavar="FILE",
        type=path_of("--pdf"),
        help=tr("write it there as a page to print (PDF)"),
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help=tr("replace files that are there, even if they are no sheets"),
    )


def _add_explain(commands: Any) -> None:
    text = tr("explain a trick card by card, and what each choice would do")
    parser = _add(commands, "explain", text, explain_asked)
    _add_record(parser, tr("a match record; it need not be finished"))
    parser.add_argument(
        "--line",
        metavar="N",
        type=number("--line", 1),
        help=tr("show the moment after this line of the record; by default after the last"),
    )


def _add_history(commands: Any) -> None:
    text = tr("list the matches on this computer, import others, or rebuild the list")
    parser = _add(commands, "history", text, history_asked)
    games = ", ".join(GAMES)
    parser.add_argument("--game", metavar="GAME", help=tr("one of {games}").format(games=games))
    parser.add_argument(
        "--person", metavar="NAME", default="", help=tr("matches that somebody played in")
    )
    for name, text in (
        ("--since", tr("begun on that day or later, as in 2026-11-21")),
        ("--until", tr("begun on that day or earlier, as in 2026-11-21")),
    ):
        parser.add_argument(name, metavar="DAY", type=day_text, help=text)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--finished", action="store_true", help=tr("only those that are over"))
    which.add_argument("--unfinished", action="store_true", help=tr("only those that are not"))
    parser.add_argument(
        "--json", action="store_true", help=tr("one JSON object a line, for other programs")
    )
    deeds = parser.add_subparsers(
        title=tr("commands"),
        metavar=tr("COMMAND"),
        parser_class=Parser,
        prog="greenbaize history",
    )
    taking = _add(deeds, "import", tr("import records, each match once"), history_import_asked)
    taking.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=path_of("FILE"),
        help=tr("a record, or a folder with records (*.jsonl)"),
    )
    text = tr("bring the list up to date with the records, as the window does by itself")
    updating = _add(deeds, "update", text, history_update_asked)
    for one in (taking, updating):
        one.add_argument(
            "--json", action="store_true", help=tr("report progress, one JSON object a line")
        )
    _add(deeds, "rebuild", tr("rebuild the list from the records"), history_rebuild_asked)
    _add_statistics(deeds)


def _add_statistics(deeds: Any) -> None:
    text = tr("somebody's statistics, or everybody's playing strength")
    parser = _add(deeds, "statistics", text, history_statistics_asked)
    games = ", ".join(GAMES)
    parser.add_argument("--game", metavar="GAME", help=tr("one of {games}").format(games=games))
    whose = parser.add_mutually_exclusive_group()
    whose.add_argument(
        "--person",
        metavar="NAME",
        action="append",
        help=tr("whose statistics; repeat it for each of their names"),
    )
    whose.add_argument(
        "--level",
        metavar="LEVEL",
        choices=LEVELS,
        help=tr("those of the computer players of a level: {levels}").format(
            levels=", ".join(f"{level} ({level_title(level)})" for level in LEVELS)
        ),
    )
    parser.add_argument(
        "--against",
        metavar="WHO",
        default="",
        help=tr(
            "only matches against: a level, people (with or without computer players), "
            "programs, or mixed (several levels); with --person or --level"
        ),
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--csv", metavar="FILE", type=path_of("--csv"), help=tr("write it there as a table (CSV)")
    )
    how.add_argument(
        "--json", action="store_true", help=tr("one JSON object a line, for other programs")
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help=tr("replace a file that is there, even if it is no such table"),
    )


def _add_bot(commands: Any) -> None:
    text = tr("play one seat, talking with a table through standard input and output")
    parser = _add(commands, "bot", text, bot_asked)
    parser.add_argument(
        "--level",
        metavar="LEVEL",
        type=level_named,
        default=DEFAULT_LEVEL,
        help=tr("one of {levels}").format(levels=", ".join(LEVELS)),
    )
    parser.add_argument(
        "--temperament",
        metavar="T",
        type=temperament_named,
        default=STEADY,
        help=tr("one of {temperaments}").format(temperaments=", ".join(TEMPERAMENT_NAMES)),
    )
    parser.add_argument(
        "--seed",
        metavar="SEED",
        type=seed_text,
        help=tr("any text or number; the same gives the same choices, none a fresh one"),
    )


def _add_host(commands: Any) -> None:
    parser = _add(commands, "host", tr("open a table for friends on the network"), host_asked)
    _add_game(parser, "--seats")
    parser.add_argument("--name", metavar="NAME", default="", help=tr("what the table is called"))
    parser.add_argument(
        "--port", metavar="N", type=number("--port", 0, 65_535), help=tr("address to listen on")
    )
    parser.add_argument("--code", metavar="CODE", type=code_of, help=tr("a code of your own"))
    parser.add_argument(
        "--bots",
        metavar="LEVEL",
        type=opponent_named,
        help=tr("computer players take the chairs left open: {levels}").format(
            levels=", ".join(LEVELS)
        ),
    )
    parser.add_argument(
        "--grace",
        metavar="SECONDS",
        type=number("--grace", 0, 86_400),
        default=60,
        help=tr("after how many seconds a computer player stands in for somebody who is gone (60)"),
    )
    parser.add_argument(
        "--clock",
        metavar="SECONDS",
        type=number("--clock", 0, LONGEST_CLOCK_S),
        default=0,
        help=tr("how many seconds a turn may take before a computer player takes over"),
    )
    parser.add_argument("--no-hints", action="store_true", help=tr("allow no hints at the table"))
    parser.add_argument(
        "--open-hands",
        action="store_true",
        help=tr("let those who watch see the cards of one player"),
    )
    parser.add_argument(
        "--record",
        metavar="FILE",
        type=path_of("--record"),
        help=tr("the match's record; if it is there already, that match is continued"),
    )
    parser.add_argument(
        "--keep", action="store_true", help=tr("keep the table open for another match")
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help=tr("tell what happens at the table, one JSON object a line"),
    )


def _add_join(commands: Any) -> None:
    text = tr("sit down at a table on the network, or print those that are found")
    parser = _add(commands, "join", text, join_asked)
    parser.add_argument(
        "address",
        metavar="HOST:PORT",
        nargs="?",
        type=address_of,
        help=tr("where the table is; without it the tables found are printed"),
    )
    parser.add_argument("--code", metavar="CODE", type=code_of, help=tr("the table's code"))
    parser.add_argument("--name", metavar="NAME", default="", help=tr("what you are called"))
    parser.add_argument(
        "--program",
        metavar="COMMAND",
        help=tr("let a program play that speaks the seat protocol, instead of you"),
    )
    parser.add_argument(
        "--watch", action="store_true", help=tr("only print what a watcher is told")
    )
    parser.add_argument(
        "--see",
        metavar="N",
        type=number("--see", 1, MOST_SEATS),
        help=tr("with --watch, what the chair with this number sees, if the table allows it"),
    )
