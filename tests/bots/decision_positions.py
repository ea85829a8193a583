"""Views of seats in matches, and random positions with a choice."""

from functools import cache

from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.game import Game
from greenbaize.rules.options import resolve_options
from match.random_matches import SETUPS, play_randomly

GAMES_WITH_KERNEL = [name for name, game in GAMES.items() if type(game).kernel is not Game.kernel]
"""Games with bots of their own, whose errors and temperaments are measured."""


def view_of_match(match, seat=0):
    """Return the view of a seat on a test table."""
    tracker = ViewTracker(match.game, match.seats, match.state.options, seat)
    for event, state in match.moments:
        tracker.redact_event(event, state)
    return tracker.view


def iterate_decisions(played, event_limit=None):
    """Yield the full state and the view of the acting seat at each decision.

    Args:
        played: the match.
        events: number of events to look at; all by default.
    """
    seats = range(len(played.header.players))
    trackers = [ViewTracker(played.game, len(seats), played.header.options, seat) for seat in seats]
    for event, state in played.moments[:event_limit]:
        for tracker in trackers:
            tracker.redact_event(event, state)
        if state.turn is not None:
            yield state, trackers[state.turn].view


def play_easy_against_random(name, seats, options, number):
    """Play a match of easy against random bots; return the level of each seat and the end.

    The easy bots sit at even seats in even matches, at odd seats in odd ones.
    """
    levels = [("easy", "random")[(seat + number) % 2] for seat in range(seats)]
    return levels, play_levels(levels, name, options, number)


def play_levels(levels, name, options, number):
    """Play a match of bots of these levels by seat; return its end."""
    game = GAMES[name]
    header = RecordHeader(
        name,
        tuple(HeaderPlayer(level, "bot", level) for level in levels),
        resolve_options(game.options, len(levels), options),
        seed_from_text(f"strength/{number}"),
    )
    table = Table(game, header)
    table.play_to_end()
    return table.spectator_view.end


def positions_with_choice(name, count):
    """Return at least this many positions with a choice, if there are: view and seat."""
    positions = _all_positions_with_choice(name)
    return positions[:: max(1, len(positions) // count)]


@cache
def _all_positions_with_choice(name):
    positions = []
    for setup in (candidate for candidate in SETUPS if candidate.name == name):
        for state, view in iterate_decisions(play_randomly(setup, 3), 150):
            if len(setup.game.legal(state, state.turn)) > 1:
                positions.append((view, state.turn))
    return positions
