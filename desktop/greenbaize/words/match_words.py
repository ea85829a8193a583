"""What is played, in words: the game, for how many, and every option with its value."""

from collections.abc import Mapping
from typing import Any

from greenbaize.rules.errors import OptionError
from greenbaize.rules.game import Game
from greenbaize.rules.options import Choice, settled
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.names import shown_name
from greenbaize.words.table_rules import value_text
from greenbaize.words.titles import game_title, option_title


def game_text(game: str, seats: int) -> str:
    """The game, and for how many."""
    players = tr_count("{count} player", "{count} players", seats).format(count=seats)
    return f"{game_title(shown_name(game))} · {players}"


def option_texts(
    games: Mapping[str, Game[Any]], game: str, seats: int, options: Mapping[str, Any]
) -> list[str]:
    """Every option with its value in words; what this program does not know is left out."""
    if game not in games:
        return []
    declared = games[game].options
    known = {one.key for one in declared}
    given = {key: value for key, value in options.items() if key in known}
    try:
        values = settled(declared, seats, given)
    except OptionError:
        return []
    pair = tr("{title}: {value}")
    shown = [one for one in declared if not (isinstance(one, Choice) and len(one.words) < 2)]
    texts = ((option_title(one), value_text(one, values[one.key])) for one in shown)
    return [pair.format(title=title, value=value) for title, value in texts if value]


def match_text(
    games: Mapping[str, Game[Any]], game: str, seats: int, options: Mapping[str, Any]
) -> str:
    """Game, players and options in one line."""
    return " · ".join([game_text(game, seats), *option_texts(games, game, seats, options)])
