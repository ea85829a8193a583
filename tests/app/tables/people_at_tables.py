"""Headers and turns of people among computer players."""

from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.options import resolve_options


def make_header_with_people(human_seats=(0,), seat_count=3, name="damn", **options):
    players = tuple(
        HeaderPlayer(f"P{seat}", "human" if seat in human_seats else "bot")
        for seat in range(seat_count)
    )
    settings = resolve_options(GAMES[name].options, seat_count, options)
    return RecordHeader(name, players, settings, seed_from_text("people"))


def play_until_own_turn(player_view):
    while player_view.waits_for_others:
        player_view.let_others_act()
