"""A computer seat: what it was told, and the decisions it makes from that."""

from hashlib import sha256
from typing import Any

from greenbaize.app.seats.opponents import DEFAULT_LEVEL
from greenbaize.bots import LEVELS
from greenbaize.bots.bot import Bot
from greenbaize.bots.search_bot import SearchBot
from greenbaize.match.codecs import event_codec
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command
from greenbaize.rules.errors import BrokenRuleError
from greenbaize.rules.events import Event
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.players import STEADY, TEMPERAMENT_NAMES
from greenbaize.rules.thinking import Weighed


def bot_for(sitter: Player) -> Bot:
    """The built-in computer player for a seat, whoever sits there."""
    level, temperament = sitter.level or DEFAULT_LEVEL, sitter.temperament or STEADY
    make = LEVELS.get(level, LEVELS[DEFAULT_LEVEL])
    return make(temperament if temperament in TEMPERAMENT_NAMES else STEADY)


class BotSeat:
    """A seat at which a computer player acts.

    The random stream of a decision comes from ``seed`` and the events told so far, so that a
    resumed match continues identically, wherever the player runs.
    """

    def __init__(self, game: Game[Any], teller: Teller, bot: Bot, seed: str) -> None:
        self._game = game
        self._teller = teller
        self._bot = bot
        self._codec = event_codec(game)
        self._told = sha256(seed.encode())

    def hear(self, event: Event, state: Any) -> None:
        """Be told an event of the match; ``state`` is after it."""
        self.take(self._game.tell(event, state, self._teller.seat))

    def take(self, told: Event) -> bytes:
        """Take in an event as it was told; returns its line."""
        self._teller.take(told)
        line = line_bytes(self._codec.write(told))
        self._told.update(line)
        return line

    def recall(self, view: Any, lines: bytes) -> None:
        """Be told a match's past at once: the view it folds to, and its lines as told."""
        self._teller.view = view
        self._told.update(lines)

    @property
    def view(self) -> Any:
        """The match as the seat knows it."""
        return self._teller.view

    @property
    def acts(self) -> bool:
        """Whether the seat must act now."""
        return self._game.turn(self._teller.view) == self._teller.seat

    @property
    def legal(self) -> tuple[Command, ...]:
        """What the seat may do now."""
        seat = self._teller.seat
        assert seat is not None
        return self._game.legal(self._teller.view, seat)

    def decide(self) -> Command:
        """The player's choice on its turn; ``BrokenRuleError`` if told impossible events."""
        return self._bot.decide(self._game, *self._believed, self._chance)

    def weigh(self) -> tuple[Weighed, ...]:
        """Every choice on its turn with what it should bring, best first.

        None from a player that does not search. Raises ``BrokenRuleError`` as ``decide``.
        """
        if not isinstance(self._bot, SearchBot):
            return ()
        return self._bot.weigh(self._game, *self._believed, self._chance)

    @property
    def _believed(self) -> tuple[Any, int]:
        """The match as the seat knows it, and the seat."""
        seat, view = self._teller.seat, self._teller.view
        assert seat is not None
        if not self._game.believable(view):
            raise BrokenRuleError(Message("told-impossible"))
        return view, seat

    @property
    def _chance(self) -> Stream:
        return Stream(self._told.hexdigest())
