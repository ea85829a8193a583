"""Table of commands, and selection of the command for a command line."""

import os
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final

from greenbaize import __version__
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.cli.arguments import CommandLineParser, add_flag, add_new_window_option
from greenbaize.cli.open_window import open_window
from greenbaize.cli.terminal import print_result, warn
from greenbaize.compiled import is_running_compiled
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import mark_text
from greenbaize.words.catalogue import available_languages, tr
from greenbaize.words.speaker import Speaker

COMMANDS: Final = {
    "play": mark_text("open the table"),
    "simulate": mark_text("let computer players play matches without a window"),
    "duel": mark_text("let two computer players play the same deals with seats swapped"),
    "verify": mark_text("check match records against the rules"),
    "sheet": mark_text("print the score sheet of a match, or save it"),
    "explain": mark_text("explain a trick card by card, and what each choice would do"),
    "par": mark_text("say what a computer player would have made of the same deals"),
    "challenge": mark_text("make the code of a match for somebody else, play one, or compare"),
    "history": mark_text("list the matches on this computer, import others, or rebuild the list"),
    "deck": mark_text("check a deck, a back, a cloth or sounds of your own"),
    "bot": mark_text("play one seat, talking with a table through standard input and output"),
    "host": mark_text("open a table for friends on the network"),
    "join": mark_text("sit down at a table on the network, or print those that are found"),
}
"""Commands with their help lines; the module of that name is imported for it alone."""


def run_command_line(words: Sequence[str]) -> int:
    try:
        parser = _create_parser()
        args = parser.parse_args(_insert_play_command(words, parser))
        if args.version:
            form_text = tr("compiled") if is_running_compiled() else tr("not compiled")
            print_result(f"greenbaize {__version__} ({form_text})")
            return 0
        if args.self_test:
            return int(import_module("greenbaize.cli.self_test.running").self_test())
        handler: Callable[[Namespace], int] = args.act
        return handler(args)
    except SystemExit:
        return 0  # the requested help has been printed
    except GameError as error:
        warn(f"greenbaize: {Speaker().format_message(error.message)}")
        return 2


def _insert_play_command(words: Sequence[str], parser: CommandLineParser) -> Sequence[str]:
    """Insert ``play`` before a file: desktops open records like that.

    A word that names a command is one, even if there is a file of that name.
    """
    flags = parser.flag_names
    index = next((index for index, word in enumerate(words) if word not in flags), len(words))
    first_word = words[index] if index < len(words) else ""
    if not first_word or first_word in parser.commands or first_word.startswith("-"):
        return words
    # Not by ``Path``, which refuses words too long to be a file's name.
    is_record = first_word.endswith(".jsonl") or os.path.isfile(first_word)  # noqa: PTH113
    # Options before the file are the program's, not the command's.
    return [*words[:index], "play", *words[index:]] if is_record else words


def _create_parser() -> CommandLineParser:
    parser = CommandLineParser(
        prog="greenbaize",
        description=tr(
            "A card table. Without a command it opens the table; with a match record it "
            "continues that match. If a window is open already, it is brought to the front "
            "instead of opening another."
        ),
    )
    parser.lists_options = True
    text = tr("print the version, and whether the computer players run compiled")
    add_flag(parser, "--version", text)
    add_flag(
        parser, "--self-test", tr("try everything once, without a window, and say what works here")
    )
    add_new_window_option(parser, default=False)
    # The main module has applied this option already; here it is for the help only.
    parser.add_argument(
        "--language",
        metavar=tr("LANGUAGE"),
        help=tr("the language spoken, before any command: {known}").format(
            known=", ".join(available_languages())
        ),
    )
    parser.set_usage(tr("[RECORD | COMMAND …]"))
    parser.set_defaults(act=lambda args: open_window(PlayRequest(new_window=args.new_window)))
    add_command = parser.add_commands("greenbaize")
    for name, text in COMMANDS.items():
        add_command(name, tr(text), f"greenbaize.cli.{name}")
    return parser
