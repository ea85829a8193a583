"""What players see of a match, and random positions in which one has a choice."""

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
"""The games with computer players of their own, whose errors and temperaments are measured."""


def view_of(match, seat=0):
    """What a seat has been told of a table of tests so far."""
    teller = Teller(match.game, match.seats, match.state.options, seat)
    for event, state in match.moments:
        teller.hear(event, state)
    return teller.view


def decisions(played, events=None):
    """When a seat is asked in so many events of a match: the full state and what the seat sees."""
    seats = range(len(played.header.sitters))
    tellers = [Teller(played.game, len(seats), played.header.options, seat) for seat in seats]
    for event, state in played.moments[:events]:
        for teller in tellers:
            teller.hear(event, state)
        if state.turn is not None:
            yield state, tellers[state.turn].view


def easy_against_random(name, seats, options, number):
    """The level of each seat, even ones easy and odd ones random or the other way, and the end."""
    game, levels = GAMES[name], [("easy", "random")[(seat + number) % 2] for seat in range(seats)]
    sitters = tuple(Player(level, "bot", level) for level in levels)
    header = Header(
        name, sitters, settled(game.options, seats, options), seed_from(f"strength/{number}")
    )
    table = Table(game, header)
    table.play_out()
    return levels, table.watched.end


def asked(name, count):
    """About so many positions of a game with more than one choice, at least: view and seat."""
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
