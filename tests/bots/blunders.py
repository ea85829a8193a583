"""Positions with one choice that is no blunder, from the files in ``positions``, one per line.

The lines are those of docs/positions.md. A further key, ``counts_cards``, is true where only a
player that has forgotten no card of the deal can know what the others hold. Run this module with
files to see what the computer players choose in their positions.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import RandomStream
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
    counts_cards: bool = False


def load_positions(file: Path) -> Iterator[BlunderPosition]:
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
        yield BlunderPosition(
            entry["about"],
            game,
            tracker.view,
            header.you,
            good_commands,
            entry.get("counts_cards", False),
        )


def choose_in_position(level, position, name="positions"):
    """Return what a player of a level chooses; ``name`` names its random choices."""
    bot = BOT_FACTORIES[level]()
    return bot.choose_command(position.game, position.view, position.seat, RandomStream(name))


def print_choices(file: Path) -> None:
    """Print for each position of a file its good answers and the choices of the levels."""
    for position in load_positions(file):
        encode_command = command_codec(position.game).encode_line
        print(f"{position.game.name}: {position.about or '?'}")
        print("  good:", *map(encode_command, position.good))
        for level in ("easy", "medium", "hard"):
            print(f"  {level}:", encode_command(choose_in_position(level, position)))


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print_choices(Path(argument))
