"""Matches as one seat is told of them."""

from greenbaize.app.tables.player_view import create_local_views
from greenbaize.app.tables.table import Table
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.options import resolve_options


def play_spoken_match(game, seats, **values):
    """Return the view events of seat 0 in a match of bots, each with the view after it."""
    players = tuple(HeaderPlayer(f"P{seat}", "bot", "random") for seat in range(seats))
    resolved_options = resolve_options(game.options, seats, values)
    player_view = create_local_views(
        Table(game, RecordHeader(game.name, players, resolved_options, seed_from_text("heard")))
    )[0]
    tracker, events = ViewTracker(game, seats, resolved_options, 0), []
    player_view.add_listener(
        lambda event: events.append((tracker.redact_event(event, player_view.view), tracker.view))
    )
    player_view.table.play_to_end()
    return iter(events)
