"""Codecs of the events and commands of a game, including those common to all games."""

from functools import cache
from typing import Any

from greenbaize.rules.codec import LineCodec
from greenbaize.rules.commands import Command
from greenbaize.rules.events import Event, SeatReassigned
from greenbaize.rules.game import Game


@cache
def event_codec(game: Game[Any]) -> LineCodec[Event]:
    """Return the codec of a game's events and of the change of who acts for a seat."""
    return LineCodec((*game.event_classes, SeatReassigned))


@cache
def command_codec(game: Game[Any]) -> LineCodec[Command]:
    return LineCodec(game.command_classes)
