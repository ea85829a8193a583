"""Positions with one choice that is no blunder, from the files in ``positions``, one per line.

A line holds what the position is ``about``, the view lines ``told`` to the seat (a redacted header,
then events) and the ``good`` commands: one, or several of exactly the same value.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import Header
from greenbaize.match.telling import Teller
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Game

FILES = sorted(Path(__file__).with_name("positions").glob("*.jsonl"))


@dataclass(frozen=True)
class Position:
    """View of a seat with a decision to make, and its good commands."""

    about: str
    game: Game[Any]
    view: Any
    seat: int
    good: tuple[Command, ...]


def positions_of(file):
    """Yield the positions of a file."""
    for line in file.read_text("utf-8").splitlines():
        entry = json.loads(line)
        header = Header.read(entry["told"][0], GAMES)
        game = GAMES[header.game]
        codec = event_codec(game)
        assert header.you is not None
        teller = Teller(game, len(header.sitters), header.options, header.you)
        for event in entry["told"][1:]:
            teller.take(codec.read(event))
        good = tuple(map(command_codec(game).read, entry["good"]))
        yield Position(entry["about"], game, teller.view, header.you, good)
