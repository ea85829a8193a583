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
from greenbaize.match.header import RecordHeader
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Game

POSITION_FILES = sorted(Path(__file__).with_name("positions").glob("*.jsonl"))


@dataclass(frozen=True)
class BlunderPosition:
    """View of a seat with a decision to make, and its good commands."""

    about: str
    game: Game[Any]
    view: Any
    seat: int
    good: tuple[Command, ...]


def load_positions(file):
    """Yield the positions of a file."""
    for line in file.read_text("utf-8").splitlines():
        entry = json.loads(line)
        header = RecordHeader.from_line(entry["told"][0], GAMES)
        game = GAMES[header.game]
        codec = event_codec(game)
        assert header.you is not None
        tracker = ViewTracker(game, len(header.players), header.options, header.you)
        for event in entry["told"][1:]:
            tracker.apply_event(codec.decode_line(event))
        good_commands = tuple(map(command_codec(game).decode_line, entry["good"]))
        yield BlunderPosition(entry["about"], game, tracker.view, header.you, good_commands)
