"""Positions in which a computer player did something foolish, as lines of docs/positions.md.

A line has only what the player's seat had been told, without seeds and without names.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from greenbaize.app.advice.thoughts import Move, MoveHistory
from greenbaize.app.seats.seat_program import ROUNDING_DIGITS
from greenbaize.match.codecs import command_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.rules.commands import Command
from greenbaize.rules.decoding import decode_object
from greenbaize.rules.players import STEADY_TEMPERAMENT
from greenbaize.rules.search_contract import BotThoughts


def encode_foolish_move(
    history: MoveHistory,
    move: Move,
    thoughts: BotThoughts | None = None,
    good_commands: Sequence[Command] = (),
    reason: str = "",
) -> bytes:
    """Return the position before a move in one line, with what was done.

    ``good_commands`` and ``reason`` are what a person says would have been right, and why.
    """
    game, codec = history.game, command_codec(history.game)
    _, *events = history.view_lines_before(move).splitlines()
    line: dict[str, Any] = {
        "about": reason,
        "told": [anonymize_header(history.header, move.seat), *map(decode_object, events)],
        "good": list(map(codec.encode_line, good_commands)),
        "legal": list(map(codec.encode_line, game.legal(history.view_before(move), move.seat))),
        "done": codec.encode_line(move.command),
        "level": move.player.level,
        "temperament": move.player.temperament or STEADY_TEMPERAMENT,
        "program": history.header.extra.get("program"),
    }
    if thoughts is not None and thoughts.choices:
        line["weighed"] = [
            {
                "command": codec.encode_line(choice.command),
                "expected": round(choice.expected_score, ROUNDING_DIGITS),
            }
            for choice in thoughts.choices
        ]
    return encode_line(line)


def anonymize_header(header: RecordHeader, seat: int) -> dict[str, Any]:
    """Return what a seat knew of the header, without names, seeds and further keys."""
    players = tuple(
        HeaderPlayer(chr(ord("A") + index), player.kind, player.level, player.temperament)
        for index, player in enumerate(header.players)
    )
    return replace(header, players=players, seed=None, you=seat, extra={}).to_line()
