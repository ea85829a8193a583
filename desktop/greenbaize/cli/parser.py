"""Table of commands, and selection of the command for a command line."""

import os
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final

from greenbaize import __version__
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.cli.arguments import Parser, add_new_window, flag
from greenbaize.cli.opening import open_table
from greenbaize.cli.terminal import tell, warn
from greenbaize.compiled import runs_compiled
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import mark
from greenbaize.words.catalogue import known_languages, tr
from greenbaize.words.speaker import Speaker

COMMANDS: Final = {
    "play": mark("open the table"),
    "simulate": mark("let computer players play matches without a window"),
    "duel": mark("let two computer players play the same deals with seats swapped"),
    "verify": mark("check match records against the rules"),
    "sheet": mark("print the score sheet of a match, or save it"),
    "explain": mark("explain a trick card by card, and what each choice would do"),
    "history": mark("list the matches on this computer, import others, or rebuild the list"),
    "bot": mark("play one seat, talking with a table through standard input and output"),
    "host": mark("open a table for friends on the network"),
    "join": mark("sit down at a table on the network, or print those that are found"),
}
"""Commands with their help lines; the module of that name is imported for it alone."""


def run(words: Sequence[str]) -> int:
    try:
        parser = _parser()
        asked = parser.parse_args(_with_command(words, parser))
        if asked.version:
            form = tr("compiled") if runs_compiled() else tr("not compiled")
            tell(f"greenbaize {__version__} ({form})")
            return 0
        if asked.self_test:
            return int(import_module("greenbaize.cli.self_test.running").self_test())
        act: Callable[[Namespace], int] = asked.act
        return act(asked)
    except SystemExit:
        return 0  # the requested help has been printed
    except GameError as error:
        warn(f"greenbaize: {Speaker().say(error.message)}")
        return 2


def _with_command(words: Sequence[str], parser: Parser) -> Sequence[str]:
    """Insert ``play`` before a file: desktops open records like that.

    A word that names a command is one, even if there is a file of that name.
    """
    flags = parser.flags
    place = next((place for place, word in enumerate(words) if word not in flags), len(words))
    first = words[place] if place < len(words) else ""
    if not first or first in parser.commands or first.startswith("-"):
        return words
    # Not by ``Path``, which refuses words too long to be a file's name.
    is_record = first.endswith(".jsonl") or os.path.isfile(first)  # noqa: PTH113
    # Options before the file are the program's, not the command's.
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
    text = tr("print the version, and whether the computer players run compiled")
    flag(parser, "--version", text)
    flag(
        parser, "--self-test", tr("try everything once, without a window, and say what works here")
    )
    add_new_window(parser, default=False)
    # The main module has applied this option already; here it is for the help only.
    parser.add_argument(
        "--language",
        metavar=tr("LANGUAGE"),
        help=tr("the language spoken, before any command: {known}").format(
            known=", ".join(known_languages())
        ),
    )
    parser.write_usage(tr("[RECORD | COMMAND …]"))
    parser.set_defaults(act=lambda asked: open_table(PlayRequest(new_window=asked.new_window)))
    add = parser.add_commands("greenbaize")
    for name, text in COMMANDS.items():
        add(name, tr(text), f"greenbaize.cli.{name}")
    return parser
