"""Arguments: from the words of a command line to values that can be meant."""

from collections.abc import Callable
from typing import Any

from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.match.header import check_seats
from greenbaize.rules.chance import seed_from
from greenbaize.rules.game import Game
from greenbaize.rules.messages import GameError, Message
from greenbaize.rules.options import OptionValue, parsed, settled

USUAL_PLAYERS = 4


class UsageError(GameError):
    """A command line that cannot be meant."""


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


def levels_named(names: str, players: int) -> tuple[str, ...]:
    """A level for each player, from one for all or a list with commas."""
    levels = tuple(map(level_named, names.split(",")))
    if len(levels) == 1:
        levels *= players
    if len(levels) != players:
        raise UsageError(Message("levels-count", {"given": len(levels), "players": players}))
    return levels


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


def settled_options(game: Game[Any], players: int, words: list[str]) -> dict[str, OptionValue]:
    """Every option with its value, from words like ``key=value``; ``OptionError`` if none."""
    return settled(game.options, players, parsed(game.options, words))
