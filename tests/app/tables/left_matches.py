"""Matches of bots that are left before their end."""

from greenbaize.app.tables.matches import OpenMatch, create_header
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text

NAMES = ("Anna", "Boris", "Vera", "Mila")
BOTS = tuple(HeaderPlayer(name, "bot", "easy") for name in NAMES)


def make_header(seed="matches", **options):
    return create_header("damn", BOTS[:3], {"deals": 3, **options}, seed_from_text(seed))


def play_and_leave(act_count, seed="matches"):
    """Return the record path of a match that is left after some bot turns."""
    match = OpenMatch.create(make_header(seed))
    match.table.start_match()
    for _ in range(act_count):
        match.table.play_bot_turn()
    match.close()
    return match.file.path
