"""A computer seat as a program: answers the lines of docs/seat-protocol.md."""

from collections.abc import Callable
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from greenbaize.app.seats.bot_seats import BotSeat
from greenbaize.bots.bot import Bot
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import Header
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import Teller
from greenbaize.rules.codec import Codec
from greenbaize.rules.commands import Command
from greenbaize.rules.decoding import decoded_line, shaped
from greenbaize.rules.errors import DamagedError, GameError
from greenbaize.rules.events import Ended
from greenbaize.rules.messages import Message
from greenbaize.rules.thinking import Weighed

DIGITS: Final = 4
"""Decimal places of an expected score."""
READY: Final = line_bytes({"type": "ready"})
"""The first line that a seat's program writes."""
ASK: Final = "ask"
WEIGH: Final = "weigh"
"""The key of a question for what each choice should bring, instead of a decision."""
WEIGHED: Final = "weighed"


class SeatProgram:
    """Connects a table's lines to a computer player; ``seed`` seeds its random stream."""

    def __init__(self, bot: Bot, seed: str) -> None:
        self.over = False
        self._bot = bot
        self._seed = seed
        self._hear: Callable[[dict[str, Any]], bytes] = self._begin
        self._seat: BotSeat

    def hear(self, raw: bytes) -> bytes:
        """The answer to a line, if any; ``GameError`` if no table sends it, or not now."""
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
            return line_bytes(self._commands.write(self._seat.decide()))
        event = self._codec.read(line)
        try:
            self._seat.take(event)
        except Exception as error:
            # Rules expect valid events; anything may be raised for others.
            raise GameError(Message("seat-line-stray", {"type": event.type})) from error
        self.over = isinstance(event, Ended)
        return b""


class _Weighing(msgspec.Struct):
    command: dict[str, Any]
    expected: float
    error: float
    chance: float | None = None


class _Weighings(msgspec.Struct, tag_field="type", tag=WEIGHED):
    """The line of an answer to a question what each choice should bring."""

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
            }
            for one in choices
        ],
    }


def read_weighed(raw: bytes, codec: Codec[Command]) -> tuple[Weighed, ...]:
    """The choices in a program's answer to ``weigh``, best first; ``GameError`` if it is none."""
    try:
        answer: _Weighings = shaped(decoded_line(raw), _Weighings)
    except ValueError:
        raise DamagedError(Message("line-damaged")) from None
    return tuple(
        Weighed(codec.read(one.command), one.expected, one.error, one.chance)
        for one in answer.choices
    )
