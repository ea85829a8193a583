"""Views of random positions in which a seat has a choice, for whatever is tried on many of them."""

from functools import cache
from typing import Any

from greenbaize.games import GAMES
from greenbaize.match.telling import Teller
from greenbaize.rules.game import Game
from match.playing import SETUPS, play_randomly

OWN_PLAYERS = [name for name, game in GAMES.items() if type(game).kernel is not Game.kernel]
"""The games with computer players of their own, whose errors and temperaments are measured."""


def asked(name: str, count: int) -> list[tuple[Any, int]]:
    """About so many positions of a game with more than one choice, at least: view and seat."""
    found = _asked(name)
    return found[:: max(1, len(found) // count)]


@cache
def _asked(name: str) -> list[tuple[Any, int]]:
    found = []
    for setup in (one for one in SETUPS if one.name == name):
        played = play_randomly(setup, 3)
        tellers = [Teller(setup.game, setup.seats, played.header.options, s) for s in range(9)]
        for event, state in played.moments[:150]:
            for teller in tellers[: setup.seats]:
                teller.hear(event, state)
            seat = state.turn
            if seat is not None and len(setup.game.legal(state, seat)) > 1:
                found.append((tellers[seat].view, seat))
    return found
