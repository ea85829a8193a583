"""Options, and the parsing of their words into valid values."""

import argparse
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Final

from greenbaize.app.seats.bot_launcher import anchored, known_as, split_command
from greenbaize.app.seats.opponents import Opponent
from greenbaize.bots import LEVELS
from greenbaize.cli.argparse_words import Parser
from greenbaize.games import GAMES
from greenbaize.match.header import check_seats
from greenbaize.rules.chance import seed_from
from greenbaize.rules.errors import UsageError
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings, parsed, settled
from greenbaize.rules.players import STEADY, TEMPERAMENT_NAMES
from greenbaize.words.catalogue import tr

USUAL_PLAYERS = 4
MOST_PROCESSES: Final = 61  # what Windows can wait for at once
PROGRAM = "program:"
"""Begins a word that names a program instead of a level."""


def flag(to: argparse._ActionsContainer, option: str, text: str) -> None:
    """Add an option without a value."""
    to.add_argument(option, action="store_true", help=text)


def path(to: argparse._ActionsContainer, option: str, metavar: str, text: str) -> None:
    """Add an option that takes a path."""
    to.add_argument(option, metavar=metavar, type=path_of(option), help=text)


def number(
    to: argparse._ActionsContainer,
    option: str,
    text: str,
    low: int = 1,
    high: int | None = None,
    **more: Any,
) -> None:
    """Add an option that takes a whole number within limits."""
    read = number_of(option, low, high)
    to.add_argument(option, type=read, help=text, **({"metavar": "N"} | more))


def add_files(parser: Parser) -> None:
    """Add records and folders with records."""
    text = tr("a record, or a folder with records (*.jsonl)")
    parser.add_argument("files", metavar="FILE", nargs="+", type=path_of("FILE"), help=text)


def add_record(parser: Parser, text: str, **more: Any) -> None:
    """Add a record."""
    parser.add_argument("record", metavar="RECORD", type=path_of("RECORD"), help=text, **more)


def add_game_name(parser: Parser) -> None:
    """Add a game."""
    text = tr("one of {games}").format(games=", ".join(GAMES))
    parser.add_argument("--game", metavar="GAME", help=text)


def add_game(parser: Parser, count: str) -> None:
    """Add a game, how many play it, and its options."""
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
    """Add a match: a game and a seed."""
    add_game(parser, "--players")
    parser.add_argument("--seed", metavar="SEED", help=seed)


def add_bots(parser: Parser) -> None:
    """Add computer players."""
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
    text = tr("keep your own programs away from your files and the network (Linux, bwrap)")
    flag(parser, "--sandbox", text)


def add_jobs(to: argparse._ActionsContainer) -> None:
    """Add how many processes play."""
    text = tr("how many processes play; by default one for every core")
    number(to, "--jobs", text, high=MOST_PROCESSES)


def add_new_window(parser: Parser, default: object = argparse.SUPPRESS) -> None:
    """Add the option for another window; the command's default must not undo one before it."""
    text = tr("open another window even if one is open already")
    parser.add_argument("--new-window", action="store_true", default=default, help=text)


def number_of(option: str, low: int, high: int | None = None) -> Callable[[str], int]:
    """A parser of whole numbers within limits."""

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

    return read


def path_of(option: str) -> Callable[[str], Path]:
    """A path; an empty one is refused, for it would mean the current folder."""

    def read(text: str) -> Path:
        if not text.strip():
            raise UsageError(Message("usage-path", {"option": option}))
        return Path(text)

    return read


def day_text(text: str) -> str:
    """A day as in records: ``20261121`` for ``2026-11-21``, also a month or year."""
    digits = text.replace("-", "")
    if digits.isdecimal() and digits.isascii() and len(digits) in (4, 6, 8):
        with suppress(ValueError):
            date.fromisoformat(digits + "00000101"[len(digits) :])  # is there such a day?
            return digits
    raise UsageError(Message("usage-day", {"value": text}))


def factor(text: str) -> float:
    """A speed, from 0.01 to 1000 times the usual one."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.01 <= value <= 1000:
        raise UsageError(Message("usage-speed", {"value": text}))
    return value


def game_named(name: str | None) -> Game[Any]:
    """The game of this name."""
    if name is None:
        raise UsageError(Message("game-missing", {"known": ", ".join(GAMES)}))
    if name not in GAMES:
        raise UsageError(Message("game-unknown", {"game": name, "known": ", ".join(GAMES)}))
    return GAMES[name]


def level_named(name: str) -> str:
    """The name, if it is a level of computer players."""
    if name not in LEVELS:
        raise UsageError(Message("level-unknown", {"level": name, "known": ", ".join(LEVELS)}))
    return name


def temperament_named(name: str) -> str:
    """The name, if it is a temperament of computer players."""
    if name not in TEMPERAMENT_NAMES:
        known = ", ".join(TEMPERAMENT_NAMES)
        raise UsageError(Message("temperament-unknown", {"temperament": name, "known": known}))
    return name


def opponents_named(
    words: Sequence[str],
) -> tuple[tuple[Opponent, ...], dict[str, str]]:
    """The computer players of a command line, and the command lines of programs by name.

    Words are like ``hard:bold``, several with commas, or ``program:`` with a command line, which
    may contain commas.
    """
    opponents: list[Opponent] = []
    programs: dict[str, str] = {}
    for word in words:
        rest = word
        while rest and not rest.startswith(PROGRAM):
            one, _, rest = rest.partition(",")
            opponents.append(opponent_named(one))
        if rest:
            opponents.append(_program(rest.removeprefix(PROGRAM), programs))
        elif not word or word.endswith(","):
            opponents.append(opponent_named(""))
    return tuple(opponents), programs


def one_for_each(opponents: tuple[Opponent, ...], seats: int) -> tuple[Opponent, ...]:
    """One computer player for each computer seat, from one for all or one for each."""
    if len(opponents) == 1:
        opponents *= seats
    if len(opponents) != seats:
        raise UsageError(Message("bots-count", {"given": len(opponents), "count": seats}))
    return opponents


def opponent_named(word: str) -> Opponent:
    """A computer player from a word like ``hard`` or ``hard:bold``."""
    level, colon, given = word.partition(":")
    temperament = temperament_named(given) if colon else STEADY
    return Opponent(level_named(level), None if temperament == STEADY else temperament)


def _program(command: str, programs: dict[str, str]) -> Opponent:
    if not split_command(command):
        raise UsageError(Message("program-unclear", {"command": command}))
    command = anchored(command)
    name = known_as(command, programs)
    programs[name] = command
    return Opponent(program=name)


def seed_text(text: str) -> str:
    """The text, if a seed can be made from it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UsageError(Message("usage-seed")) from None
    return text


def match_seed(text: str) -> str:
    """A match's seed: 32 hex digits, or made from any other text."""
    if len(text) == 32 and set(text) <= set("0123456789abcdef"):
        return text
    return seed_from(seed_text(text))


def player_count(game: Game[Any], asked: int | None) -> int:
    """The number of players; ``HeaderError`` if the game does not take so many."""
    usual = USUAL_PLAYERS if USUAL_PLAYERS in game.seats else game.seats[0]
    players = usual if asked is None else asked
    check_seats(game, players)
    return players


def settled_options(game: Game[Any], players: int, words: list[str]) -> Settings:
    """All options, from words like ``key=value``; raises ``OptionError``."""
    return settled(game.options, players, parsed(game.options, words))
