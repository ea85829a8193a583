"""Tests of the spectator's view that is derived from one seat's events, for every game and seat."""

from greenbaize.app.tables.player_view import LocalPlayerView
from greenbaize.app.tables.public_view import PublicView
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import encode_line
from match.random_matches import EACH_SETUP, play_randomly


@EACH_SETUP
def test_each_seat_shows_what_a_spectator_is_told(setup):
    played_match = play_randomly(setup, 3, seat_changes=0.02)
    header, game = played_match.header, GAMES[played_match.header.game]
    codec, state = event_codec(game), game.initial_state(len(header.players), header.options)
    lines = [encode_line(header.redact_for(None).to_line())]
    for event in played_match.events:
        if event.type != "seat":
            state = game.fold(state, event)
        lines.append(encode_line(codec.encode_line(game.tell(event, state, None))))
    table = Table(game, header, tuple(played_match.events))
    for seat in range(len(header.players)):
        public_view = PublicView(LocalPlayerView(table, seat))
        assert bytes(public_view.view_lines) == b"".join(lines)
        assert (public_view.end_event, public_view.is_over) == (played_match.events[-1], True)
