"""Values of arguments about matches: games with their options, computer players, seeds."""

from collections.abc import Sequence
from typing import Any, Final

from greenbaize.app.seats.command_lines import anchored, known_as, split_command
from greenbaize.app.seats.opponents import Opponent
from greenbaize.games import GAMES
from greenbaize.match.header import check_seats
from greenbaize.rules.chance import seed_from
from greenbaize.rules.errors import UsageError
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings, parsed, settled
from greenbaize.rules.players import LEVEL_NAMES, STEADY, TEMPERAMENT_NAMES

USUAL_PLAYERS: Final = 4
PROGRAM: Final = "program:"
"""Prefix of a word that names a program instead of a level."""


def game_named(name: str | None) -> Game[Any]:
    if name is None:
        raise UsageError(Message("game-missing", {"known": ", ".join(GAMES)}))
    if name not in GAMES:
        raise UsageError(Message("game-unknown", {"game": name, "known": ", ".join(GAMES)}))
    return GAMES[name]


def level_named(name: str) -> str:
    if name not in LEVEL_NAMES:
        raise UsageError(Message("level-unknown", {"level": name, "known": ", ".join(LEVEL_NAMES)}))
    return name


def temperament_named(name: str) -> str:
    if name not in TEMPERAMENT_NAMES:
        known = ", ".join(TEMPERAMENT_NAMES)
        raise UsageError(Message("temperament-unknown", {"temperament": name, "known": known}))
    return name


def opponents_named(
    words: Sequence[str],
) -> tuple[tuple[Opponent, ...], dict[str, str]]:
    """Return the computer players of a command line, and the programs' commands by name.

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
    """Return one computer player for each computer seat, from one for all or one for each."""
    if len(opponents) == 1:
        opponents *= seats
    if len(opponents) != seats:
        raise UsageError(Message("bots-count", {"given": len(opponents), "count": seats}))
    return opponents


def opponent_named(word: str) -> Opponent:
    """Return the computer player for a word like ``hard`` or ``hard:bold``."""
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
    """Return the text; raise ``UsageError`` if no seed can be made from it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UsageError(Message("usage-seed")) from None
    return text


def name_text(text: str) -> str:
    """Replace bytes that are no text by question marks; no player has such a name."""
    return text.encode(errors="replace").decode()


def match_seed(text: str) -> str:
    """Return a match's seed: 32 hex digits as given, or made from any other text."""
    if len(text) == 32 and set(text) <= set("0123456789abcdef"):
        return text
    return seed_from(seed_text(text))


def player_count(game: Game[Any], asked: int | None) -> int:
    """Return the number of players; raise ``GameError`` if the game does not take so many."""
    usual = USUAL_PLAYERS if USUAL_PLAYERS in game.seats else game.seats[0]
    players = usual if asked is None else asked
    check_seats(game, players)
    return players


def settled_options(game: Game[Any], players: int, words: list[str]) -> Settings:
    """Return all options, from words like ``key=value``; raise ``OptionError``."""
    return settled(game.options, players, parsed(game.options, words))
