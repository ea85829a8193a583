"""What is played, in words: the game, for how many, and every option with its value."""

from collections.abc import Mapping, Sequence
from typing import Any

from greenbaize.rules.errors import OptionError
from greenbaize.rules.game import Game
from greenbaize.rules.options import Choice, settled
from greenbaize.rules.places import by_sides
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import joined
from greenbaize.words.table_rules import value_text
from greenbaize.words.titles import game_title, option_title


def game_text(game: str, seats: int) -> str:
    """The game, and for how many."""
    players = tr_count("{count} player", "{count} players", seats).format(count=seats)
    return f"{game_title(shown_name(game))} · {players}"


def partners_text(sides: Sequence[int]) -> str:
    """Who are partners, counted from the first seat on; nothing where everybody plays alone.

    Args:
        sides: the number of each seat's side.
    """
    if not sides:
        return ""
    together = by_sides(range(len(sides)), sides)
    said = [joined([str(seat + 1) for seat in side]) for side in together]
    return tr("Partners: seats {seats}").format(seats="; ".join(said))


def option_texts(
    games: Mapping[str, Game[Any]], game: str, seats: int, options: Mapping[str, Any]
) -> list[str]:
    """Partners and every option with its value; what this program does not know is left out."""
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
    shown = [one for one in declared if one.key in values]
    shown = [one for one in shown if not (isinstance(one, Choice) and len(one.words) < 2)]
    texts = ((option_title(one), value_text(one, values[one.key])) for one in shown)
    said = [pair.format(title=title, value=value) for title, value in texts if value]
    partners = partners_text(games[game].sides(seats))
    return [partners, *said] if partners else said


def match_text(
    games: Mapping[str, Game[Any]], game: str, seats: int, options: Mapping[str, Any]
) -> str:
    """Game, players and options in one line."""
    return " · ".join([game_text(game, seats), *option_texts(games, game, seats, options)])
