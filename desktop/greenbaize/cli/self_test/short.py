"""The shortest matches that the games allow, which is enough to have done everything once."""

from typing import Any, Final

from greenbaize.app.chairs.opponents import Opponent
from greenbaize.app.tables.company import company
from greenbaize.app.tables.matches import settled_header
from greenbaize.match.header import Header
from greenbaize.rules.chance import seed_from
from greenbaize.rules.game import Game
from greenbaize.rules.options import Number, Settings, settled

FEW: Final = 3
LEVEL: Final = "random"
"""Of players who are to do something at once, whatever it is."""


def short_options(game: Game[Any], seats: int) -> Settings:
    """A game's options for a short match: the first number among them, its length, is low."""
    usual = settled(game.options, seats, {})
    length = next((one for one in game.options if isinstance(one, Number)), None)
    if length is None:
        return usual
    low, high = length.span(seats, usual)
    return settled(game.options, seats, {length.key: min(max(FEW, low), high)})


def short_header(game: Game[Any], *opponents: Opponent) -> Header:
    """The header of a short match of computer players, the same each time.

    Args:
        game: what is played.
        opponents: the players; none for as few as can be, who play at random.
    """
    players = opponents or (Opponent(LEVEL),) * game.seats[0]
    options = short_options(game, len(players))
    return settled_header(game.name, company(players, None), options, seed_from("self-test"))
