"""Values of arguments about matches: games with their options, computer players, seeds."""

from collections.abc import Sequence
from typing import Any, Final

from greenbaize.app.seats.command_lines import create_program_name, make_absolute, split_command
from greenbaize.app.seats.opponents import Opponent
from greenbaize.games import GAMES
from greenbaize.match.header import check_seat_count
from greenbaize.rules.chance import parse_deal_number
from greenbaize.rules.errors import UsageError
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.options import OptionValues, parse_option_assignments, resolve_options
from greenbaize.rules.players import LEVEL_NAMES, STEADY_TEMPERAMENT, TEMPERAMENT_NAMES

DEFAULT_PLAYERS: Final = 4
PROGRAM_PREFIX: Final = "program:"
"""Prefix of a word that names a program instead of a level."""


def find_game(name: str | None) -> Game[Any]:
    if name is None:
        raise UsageError(Message("game-missing", {"known": ", ".join(GAMES)}))
    if name not in GAMES:
        raise UsageError(Message("game-unknown", {"game": name, "known": ", ".join(GAMES)}))
    return GAMES[name]


def parse_level(name: str) -> str:
    if name not in LEVEL_NAMES:
        raise UsageError(Message("level-unknown", {"level": name, "known": ", ".join(LEVEL_NAMES)}))
    return name


def parse_temperament(name: str) -> str:
    if name not in TEMPERAMENT_NAMES:
        known_names = ", ".join(TEMPERAMENT_NAMES)
        raise UsageError(
            Message("temperament-unknown", {"temperament": name, "known": known_names})
        )
    return name


def parse_opponents(
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
        while rest and not rest.startswith(PROGRAM_PREFIX):
            opponent_word, _, rest = rest.partition(",")
            opponents.append(parse_opponent(opponent_word))
        if rest:
            opponents.append(_register_program(rest.removeprefix(PROGRAM_PREFIX), programs))
        elif not word or word.endswith(","):
            opponents.append(parse_opponent(""))
    return tuple(opponents), programs


def assign_opponents(opponents: tuple[Opponent, ...], seats: int) -> tuple[Opponent, ...]:
    """Return one computer player for each computer seat, from one for all or one for each."""
    if len(opponents) == 1:
        opponents *= seats
    if len(opponents) != seats:
        raise UsageError(Message("bots-count", {"given": len(opponents), "count": seats}))
    return opponents


def parse_opponent(word: str) -> Opponent:
    """Return the computer player for a word like ``hard`` or ``hard:bold``."""
    level, colon, temperament_name = word.partition(":")
    temperament = parse_temperament(temperament_name) if colon else STEADY_TEMPERAMENT
    return Opponent(parse_level(level), None if temperament == STEADY_TEMPERAMENT else temperament)


def _register_program(command: str, programs: dict[str, str]) -> Opponent:
    if not split_command(command):
        raise UsageError(Message("program-unclear", {"command": command}))
    command = make_absolute(command)
    name = create_program_name(command, programs)
    programs[name] = command
    return Opponent(program=name)


def validate_seed_text(text: str) -> str:
    """Return the text; raise ``UsageError`` if no seed can be made from it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UsageError(Message("usage-seed")) from None
    return text


def replace_undecodable(text: str) -> str:
    """Replace bytes that are no text by question marks; no player has such a name."""
    return text.encode(errors="replace").decode()


def parse_match_seed(text: str) -> str:
    """Return a match's seed: 32 hex digits as given, or made from any other text."""
    return parse_deal_number(validate_seed_text(text))


def resolve_player_count(game: Game[Any], requested_count: int | None) -> int:
    """Return the number of players; raise ``GameError`` if the game does not take so many."""
    default_count = DEFAULT_PLAYERS if DEFAULT_PLAYERS in game.seats else game.seats[0]
    players = default_count if requested_count is None else requested_count
    check_seat_count(game, players)
    return players


def parse_options(game: Game[Any], players: int, words: list[str]) -> OptionValues:
    """Return all options, from words like ``key=value``; raise ``OptionError``."""
    return resolve_options(game.options, players, parse_option_assignments(game.options, words))
