"""Tests of the spectator's view that is derived from one seat's events, for every game and seat."""

from greenbaize.app.tables.player_view import LocalView
from greenbaize.app.tables.public_view import PublicView
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import line_bytes
from match.playing import EACH_SETUP, play_randomly


@EACH_SETUP
def test_each_seat_shows_what_a_spectator_is_told(setup):
    played = play_randomly(setup, 3, seat_changes=0.02)
    header, game = played.header, GAMES[played.header.game]
    codec, state = event_codec(game), game.start(len(header.sitters), header.options)
    lines = [line_bytes(header.told(None).line())]
    for event in played.events:
        if event.type != "seat":
            state = game.fold(state, event)
        lines.append(line_bytes(codec.write(game.tell(event, state, None))))
    table = Table(game, header, tuple(played.events))
    for seat in range(len(header.sitters)):
        shown = PublicView(LocalView(table, seat))
        assert bytes(shown.told) == b"".join(lines)
        assert (shown.end, shown.over) == (played.events[-1], True)
