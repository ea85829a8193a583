"""Arguments: from the words of a command line to values that can be meant."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from greenbaize.app.chairs.housing import anchored, known_as, split_command
from greenbaize.app.chairs.opponents import Opponent
from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.match.header import check_seats
from greenbaize.rules.chance import seed_from
from greenbaize.rules.errors import UsageError
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings, parsed, settled
from greenbaize.rules.players import STEADY, TEMPERAMENT_NAMES

USUAL_PLAYERS = 4
PROGRAM = "program:"
"""Begins a word that names a program instead of a level."""


def number(option: str, low: int, high: int | None = None) -> Callable[[str], int]:
    """What reads an option's whole number within limits."""

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
    """What reads an option's path; an empty one would mean the folder one is in."""

    def read(text: str) -> Path:
        if not text.strip():
            raise UsageError(Message("usage-path", {"option": option}))
        return Path(text)

    return read


def day_text(text: str) -> str:
    """A day as records begin it: ``20261121`` of ``2026-11-21``, also a month or a year."""
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
    """The computer players of a command line.

    Args:
        words: what was given, each like ``hard:bold``, several of these with commas, or
            ``program:`` and a command line, which may have commas of its own and so comes last.

    Returns:
        The computer players, and the command lines of the programs among them by name.
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
    """A computer player for each computer seat, from one for all or one for each."""
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
    """A match's seed: 32 hex digits as they are, and one made from any other text."""
    if len(text) == 32 and set(text) <= set("0123456789abcdef"):
        return text
    return seed_from(seed_text(text))


def player_count(game: Game[Any], asked: int | None) -> int:
    """How many play; ``HeaderError`` if the game does not take so many."""
    usual = USUAL_PLAYERS if USUAL_PLAYERS in game.seats else game.seats[0]
    players = usual if asked is None else asked
    check_seats(game, players)
    return players


def settled_options(game: Game[Any], players: int, words: list[str]) -> Settings:
    """Every option with its value, from words like ``key=value``; ``OptionError`` if none."""
    return settled(game.options, players, parsed(game.options, words))
