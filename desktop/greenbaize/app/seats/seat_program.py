"""Program of a computer seat: answers the lines of docs/seat-protocol.md."""

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from greenbaize.app.seats.opponents import DEFAULT_LEVEL
from greenbaize.bots import LEVELS
from greenbaize.bots.bot import Bot, SearchBot
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import Stream
from greenbaize.rules.codec import Codec
from greenbaize.rules.commands import Command
from greenbaize.rules.decoding import decoded_line, shaped
from greenbaize.rules.errors import DamagedError, GameError
from greenbaize.rules.events import Ended, Event
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.players import STEADY, TEMPERAMENT_NAMES
from greenbaize.rules.thinking import Weighed


def bot_for(sitter: Player) -> Bot:
    """Return the built-in computer player for a seat, with defaults for a person's seat."""
    level, temperament = sitter.level or DEFAULT_LEVEL, sitter.temperament or STEADY
    make = LEVELS.get(level, LEVELS[DEFAULT_LEVEL])
    return make(temperament if temperament in TEMPERAMENT_NAMES else STEADY)


class BotSeat:
    """A seat at which a computer player acts.

    The random stream of a decision comes from ``seed`` and the view lines so far, so that a resumed
    match continues identically, wherever the player runs.
    """

    def __init__(self, game: Game[Any], teller: Teller, bot: Bot, seed: str) -> None:
        self._game = game
        self._teller = teller
        self._bot = bot
        self._codec = event_codec(game)
        self._told = sha256(seed.encode())

    def hear(self, event: Event, state: Any) -> None:
        """Apply an event of the match; ``state`` is after it."""
        self.take(self._game.tell(event, state, self._teller.seat))

    def take(self, told: Event) -> bytes:
        """Apply an event as the seat may see it; return its line."""
        self._teller.take(told)
        line = line_bytes(self._codec.write(told))
        self._told.update(line)
        return line

    def recall(self, view: Any, lines: bytes) -> None:
        """Restore a match's view and its view lines so far."""
        self._teller.view = view
        self._told.update(lines)

    @property
    def view(self) -> Any:
        return self._teller.view

    @property
    def acts(self) -> bool:
        return self._game.turn(self._teller.view) == self._teller.seat

    @property
    def legal(self) -> tuple[Command, ...]:
        seat = self._teller.seat
        assert seat is not None
        return self._game.legal(self._teller.view, seat)

    def decide(self) -> Command:
        """Return the player's choice on its turn; ``GameError`` if the events were impossible."""
        return self._bot.decide(self._game, *self._believed, self._chance)

    def weigh(self) -> tuple[Weighed, ...]:
        """Return every choice with its expected result, best first; empty without a search."""
        if not isinstance(self._bot, SearchBot):
            return ()
        return self._bot.weigh(self._game, *self._believed, self._chance)

    @property
    def _believed(self) -> tuple[Any, int]:
        seat, view = self._teller.seat, self._teller.view
        assert seat is not None
        if not self._game.believable(view):
            raise GameError(Message("told-impossible"))
        return view, seat

    @property
    def _chance(self) -> Stream:
        return Stream(self._told.hexdigest())


DIGITS: Final = 4
READY: Final = line_bytes({"type": "ready"})
ASK: Final = "ask"
WEIGH: Final = "weigh"
"""Key of a question for the expected result of each choice, instead of a decision."""
WEIGHED: Final = "weighed"
DOUBT: Final = "doubt"
"""Key of a question for the difficulty of the decision, and of the difficulty in the answer."""


def question(
    seat: int | None,
    legal: Iterable[Command],
    codec: Codec[Command],
    think_ms: int,
    *,
    doubt: bool = False,
) -> bytes:
    """Return the line that asks a program for a decision, and with ``doubt`` for its difficulty."""
    choices = [codec.write(one) for one in legal]
    asked = {"type": ASK, "seat": seat, "legal": choices, "think_ms": think_ms}
    return line_bytes({**asked, DOUBT: True} if doubt else asked)


class SeatProgram:
    """Connects a table's lines to a computer player; ``seed`` seeds its random stream."""

    def __init__(self, bot: Bot, seed: str) -> None:
        self.over = False
        self._bot = bot
        self._seed = seed
        self._hear: Callable[[dict[str, Any]], bytes] = self._begin
        self._seat: BotSeat

    def hear(self, raw: bytes) -> bytes:
        """Return the answer to a line, if any; ``GameError`` if no table sends it, or not now."""
        return self._hear(decoded_line(raw))

    def _begin(self, line: dict[str, Any]) -> bytes:
        header = Header.read(line, GAMES)
        if header.you is None:
            raise GameError(Message("header-field", {"field": "you"}))
        game = GAMES[header.game]
        teller = Teller(game, len(header.sitters), header.options, header.you)
        self._seat = BotSeat(game, teller, self._bot, self._seed)
        self._codec, self._commands = event_codec(game), command_codec(game)
        self._hear = self._go_on
        return b""

    def _go_on(self, line: dict[str, Any]) -> bytes:
        if line.get("type") == ASK:
            if not self._seat.acts:
                raise GameError(Message("seat-not-asked"))
            if line.get(WEIGH):
                return line_bytes(_weighed(self._seat.weigh(), self._commands))
            answer = self._commands.write(self._seat.decide())
            if line.get(DOUBT) and isinstance(self._bot, SearchBot):
                answer[DOUBT] = round(self._bot.doubt, DIGITS)
            return line_bytes(answer)
        event = self._codec.read(line)
        try:
            self._seat.take(event)
        except Exception as error:
            # Rules expect valid events; invalid ones may raise anything.
            raise GameError(Message("seat-line-stray", {"type": event.type})) from error
        self.over = isinstance(event, Ended)
        return b""


class _Weighing(msgspec.Struct):
    command: dict[str, Any]
    expected: float
    error: float
    chance: float | None = None
    gap_error: float | None = None


class _Weighings(msgspec.Struct, tag_field="type", tag=WEIGHED):
    """The answer line to a question for the expected results of the choices."""

    choices: Annotated[list[_Weighing], Meta(min_length=1)]


def _weighed(choices: tuple[Weighed, ...], codec: Codec[Command]) -> dict[str, Any]:
    if not choices:
        raise GameError(Message("seat-weighs-not"))
    return {
        "type": WEIGHED,
        "choices": [
            {
                "command": codec.write(one.command),
                "expected": round(one.expected, DIGITS),
                "error": round(one.error, DIGITS),
                **({} if one.chance is None else {"chance": round(one.chance, DIGITS)}),
                **({} if one.gap_error is None else {"gap_error": round(one.gap_error, DIGITS)}),
            }
            for one in choices
        ],
    }


def read_weighed(raw: bytes, codec: Codec[Command]) -> tuple[Weighed, ...]:
    """Return the choices in a program's ``weighed`` answer, best first; or ``GameError``."""
    try:
        answer: _Weighings = shaped(decoded_line(raw), _Weighings)
    except ValueError:
        raise DamagedError(Message("line-damaged")) from None
    return tuple(
        Weighed(codec.read(one.command), one.expected, one.error, one.chance, one.gap_error)
        for one in answer.choices
    )
