"""Finished records of challenges that a computer player played as the person."""

from dataclasses import replace

from greenbaize.app.challenges import create_challenge_header
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import encode_line
from greenbaize.rules.players import BOT


def encode_record(challenge, name="Zoë", level="random", header=None, begun="20261128T120000"):
    """Return the bytes of a record in which a computer player of a level was the person."""
    header = header or create_challenge_header(challenge, name, counts=True)
    header = replace(header, extra={**header.extra, "begun": begun})
    players = list(header.players)
    players[challenge.seat] = players[challenge.seat]._replace(kind=BOT, level=level)
    events = []
    table = Table(GAMES[header.game], replace(header, players=tuple(players)), (), events.append)
    table.play_to_end()
    table.close()
    codec = event_codec(GAMES[header.game])
    return b"".join(map(encode_line, [header.to_line(), *map(codec.encode_line, events)]))


def write_challenge_record(path, *args, **options):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encode_record(*args, **options))
    return path
