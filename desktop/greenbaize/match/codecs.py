"""The codecs of events and commands: a game's own, and those common to all."""

from functools import cache
from typing import Any

from greenbaize.rules.codec import Codec
from greenbaize.rules.commands import Command
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.game import Game


@cache
def event_codec(game: Game[Any]) -> Codec[Event]:
    """The codec of a game's records: its own events and the change of a seat."""
    return Codec((*game.events, SeatGiven))


@cache
def command_codec(game: Game[Any]) -> Codec[Command]:
    return Codec(game.commands)
