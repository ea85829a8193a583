"""Views of seats in matches, and random positions with a choice."""

from functools import cache

from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import seed_from
from greenbaize.rules.game import Game
from greenbaize.rules.options import settled
from match.playing import SETUPS, play_randomly

OWN_PLAYERS = [name for name, game in GAMES.items() if type(game).kernel is not Game.kernel]
"""Games with bots of their own, whose errors and temperaments are measured."""


def view_of(match, seat=0):
    """Return the view of a seat on a test table."""
    teller = Teller(match.game, match.seats, match.state.options, seat)
    for event, state in match.moments:
        teller.hear(event, state)
    return teller.view


def decisions(played, events=None):
    """Yield the full state and the view of the acting seat at each decision.

    Args:
        played: the match.
        events: number of events to look at; all by default.
    """
    seats = range(len(played.header.sitters))
    tellers = [Teller(played.game, len(seats), played.header.options, seat) for seat in seats]
    for event, state in played.moments[:events]:
        for teller in tellers:
            teller.hear(event, state)
        if state.turn is not None:
            yield state, tellers[state.turn].view


def easy_against_random(name, seats, options, number):
    """Play a match of easy against random bots; return the level of each seat and the end.

    The easy bots sit at even seats in even matches, at odd seats in odd ones.
    """
    game, levels = GAMES[name], [("easy", "random")[(seat + number) % 2] for seat in range(seats)]
    sitters = tuple(Player(level, "bot", level) for level in levels)
    header = Header(
        name, sitters, settled(game.options, seats, options), seed_from(f"strength/{number}")
    )
    table = Table(game, header)
    table.play_out()
    return levels, table.watched.end


def asked(name, count):
    """Return at least this many positions with a choice, if there are: view and seat."""
    found = _asked(name)
    return found[:: max(1, len(found) // count)]


@cache
def _asked(name):
    found = []
    for setup in (one for one in SETUPS if one.name == name):
        for state, view in decisions(play_randomly(setup, 3), 150):
            if len(setup.game.legal(state, state.turn)) > 1:
                found.append((view, state.turn))
    return found
