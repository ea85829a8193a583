"""A computer seat at a table: what it was told, and the decisions it makes from that."""

from hashlib import sha256
from typing import Any

from greenbaize.bots.bot import Bot
from greenbaize.match.record import line_bytes
from greenbaize.match.replay import event_codec
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command
from greenbaize.rules.events import Event
from greenbaize.rules.game import Game


class BotSeat:
    """A seat at which a computer player acts.

    Its random stream for a decision comes from its own seed and the events it was told so far, so
    that a resumed match goes on as it would have.

    Args:
        game: the rules.
        teller: tells the seat what it may know.
        bot: the player.
        seed: the seed of the player's own stream.
    """

    def __init__(self, game: Game[Any], teller: Teller, bot: Bot, seed: str) -> None:
        self._game = game
        self._teller = teller
        self._bot = bot
        self._codec = event_codec(game)
        self._told = sha256(seed.encode())

    def hear(self, event: Event, state: Any) -> None:
        """Be told an event of the match; ``state`` is after it."""
        told = self._teller.hear(event, state)
        self._told.update(line_bytes(self._codec.write(told)))

    def decide(self) -> Command:
        """The player's choice; called only when the seat must act."""
        seat = self._teller.seat
        assert seat is not None
        chance = Stream(self._told.hexdigest())
        return self._bot.decide(self._game, self._teller.view, seat, chance)
