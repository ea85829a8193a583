"""Program of a computer seat: answers the lines of docs/seat-protocol.md."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from hashlib import sha256
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from greenbaize.app.seats.opponents import DEFAULT_LEVEL
from greenbaize.bots import BOT_FACTORIES
from greenbaize.bots.bot import Bot, SearchBot
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.codec import LineCodec
from greenbaize.rules.commands import Command
from greenbaize.rules.decoding import convert_to_type, decode_object
from greenbaize.rules.errors import DamagedError, GameError
from greenbaize.rules.events import Event, MatchEnded
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message, Misfit
from greenbaize.rules.players import STEADY_TEMPERAMENT, TEMPERAMENT_NAMES
from greenbaize.rules.search_contract import BotThoughts, WeighedChoice, make_misfit_error


def create_bot(player: HeaderPlayer) -> Bot:
    """Return the built-in computer player for a seat, with defaults for a person's seat."""
    level, temperament = player.level or DEFAULT_LEVEL, player.temperament or STEADY_TEMPERAMENT
    bot_factory = BOT_FACTORIES.get(level, BOT_FACTORIES[DEFAULT_LEVEL])
    return bot_factory(temperament if temperament in TEMPERAMENT_NAMES else STEADY_TEMPERAMENT)


class BotSeat:
    """A seat at which a computer player acts.

    The random stream of a decision comes from ``seed`` and the view lines so far, so that a resumed
    match continues identically, wherever the player runs.
    """

    def __init__(self, game: Game[Any], view_tracker: ViewTracker, bot: Bot, seed: str) -> None:
        self._game = game
        self._view_tracker = view_tracker
        self._bot = bot
        self._codec = event_codec(game)
        self._view_hash = sha256(seed.encode())

    def redact_event(self, event: Event, state: Any) -> None:
        """Redact an event of the match (``state`` is after it), and change the view by it."""
        self.apply_event(self._game.tell(event, state, self._view_tracker.seat))

    def apply_event(self, view_event: Event) -> bytes:
        """Apply an event as the seat may see it; return its line."""
        self._view_tracker.apply_event(view_event)
        line = encode_line(self._codec.encode_line(view_event))
        self._view_hash.update(line)
        return line

    def restore_view(self, view: Any, view_lines: bytes) -> None:
        """Restore a match's view and its view lines so far."""
        self._view_tracker.view = view
        self._view_hash.update(view_lines)

    def copy(self) -> "BotSeat":
        """Return a seat of the same player that continues from here by itself."""
        seat_copy = copy(self)
        seat_copy._view_tracker, seat_copy._view_hash = (
            copy(self._view_tracker),
            self._view_hash.copy(),
        )
        return seat_copy

    @property
    def view(self) -> Any:
        return self._view_tracker.view

    @property
    def is_on_turn(self) -> bool:
        return self._game.turn(self._view_tracker.view) == self._view_tracker.seat

    @property
    def legal_commands(self) -> tuple[Command, ...]:
        seat = self._view_tracker.seat
        assert seat is not None
        return self._game.legal(self._view_tracker.view, seat)

    def choose_command(self) -> Command:
        """Return the player's choice on its turn; ``GameError`` if the events were impossible."""
        return self._bot.choose_command(self._game, *self._checked_view, self._random_stream)

    def weigh_choices(self) -> tuple[WeighedChoice, ...]:
        """Return every choice with its expected result, best first; empty without a search."""
        if not isinstance(self._bot, SearchBot):
            return ()
        return self._bot.weigh_every_choice(self._game, *self._checked_view, self._random_stream)

    def recall_thoughts(self) -> BotThoughts:
        """Make the player's decision on its turn again, and return what it rests on."""
        command = self.choose_command()
        if not isinstance(self._bot, SearchBot):
            return BotThoughts(command)
        return BotThoughts(command, self._bot.last_choices, self._bot.last_tilt)

    @property
    def _checked_view(self) -> tuple[Any, int]:
        seat, view = self._view_tracker.seat, self._view_tracker.view
        assert seat is not None
        misfit = self._game.find_misfit(view)
        if misfit is None and not self.legal_commands:
            misfit = Misfit.HANDS
        if misfit is not None:
            raise make_misfit_error(misfit)
        return view, seat

    @property
    def _random_stream(self) -> RandomStream:
        return RandomStream(self._view_hash.hexdigest())


ROUNDING_DIGITS: Final = 4
READY_LINE: Final = encode_line({"type": "ready"})
ASK_TYPE: Final = "ask"
WEIGH_KEY: Final = "weigh"
"""Key of a question for the expected result of each choice, instead of a decision."""
WEIGHED_TYPE: Final = "weighed"
WHY_KEY: Final = "why"
"""Key of a question for the decision with what it rests on."""
THOUGHTS_TYPE: Final = "thoughts"
DOUBT_KEY: Final = "doubt"
"""Key of a question for the difficulty of the decision, and of the difficulty in the answer."""


def encode_question(
    seat: int | None,
    legal_commands: Iterable[Command],
    codec: LineCodec[Command],
    think_ms: int,
    *,
    doubt: bool = False,
) -> bytes:
    """Return the line that asks a program for a decision, and with ``doubt`` for its difficulty."""
    choices = [codec.encode_line(command) for command in legal_commands]
    fields = {"type": ASK_TYPE, "seat": seat, "legal": choices, "think_ms": think_ms}
    return encode_line({**fields, DOUBT_KEY: True} if doubt else fields)


class SeatProgram:
    """Connects a table's lines to a computer player; ``seed`` seeds its random stream."""

    def __init__(self, bot: Bot, seed: str) -> None:
        self.is_over = False
        self._bot = bot
        self._seed = seed
        self._handle_line: Callable[[dict[str, Any]], bytes] = self._process_header
        self._seat: BotSeat

    def answer_line(self, raw: bytes) -> bytes:
        """Return the answer to a line, if any; ``GameError`` if no table sends it, or not now."""
        return self._handle_line(decode_object(raw))

    def _process_header(self, line: dict[str, Any]) -> bytes:
        header = RecordHeader.from_line(line, GAMES)
        if header.you is None:
            raise GameError(Message("header-field", {"field": "you"}))
        game = GAMES[header.game]
        view_tracker = ViewTracker(game, len(header.players), header.options, header.you)
        self._seat = BotSeat(game, view_tracker, self._bot, self._seed)
        self._codec, self._commands = event_codec(game), command_codec(game)
        self._handle_line = self._process_line
        return b""

    def _process_line(self, line: dict[str, Any]) -> bytes:
        if line.get("type") == ASK_TYPE:
            with _refuse_impossible_line(ASK_TYPE):
                return self._answer_question(line)
        event = self._codec.decode_line(line)
        with _refuse_impossible_line(event.type):
            self._seat.apply_event(event)
        self.is_over = isinstance(event, MatchEnded)
        return b""

    def _answer_question(self, line: dict[str, Any]) -> bytes:
        if not self._seat.is_on_turn:
            raise GameError(Message("seat-not-asked"))
        if line.get(WEIGH_KEY):
            return encode_line(encode_weighed_choices(self._seat.weigh_choices(), self._commands))
        if line.get(WHY_KEY):
            return encode_line(_encode_thoughts(self._seat.recall_thoughts(), self._commands))
        answer = self._commands.encode_line(self._seat.choose_command())
        if line.get(DOUBT_KEY) and isinstance(self._bot, SearchBot):
            answer[DOUBT_KEY] = round(self._bot.decision_doubt, ROUNDING_DIGITS)
        return encode_line(answer)


@contextmanager
def _refuse_impossible_line(line_type: str) -> Iterator[None]:
    """Raise ``GameError`` for any error: rules and bots expect events that a match can have."""
    try:
        yield
    except GameError:
        raise
    except Exception as error:
        raise GameError(Message("seat-line-stray", {"type": line_type})) from error


class _WeighedChoiceMessage(msgspec.Struct):
    command: dict[str, Any]
    expected: float
    error: float
    chance: float | None = None
    gap_error: float | None = None


class _WeighedChoicesMessage(msgspec.Struct, tag_field="type", tag=WEIGHED_TYPE):
    """The answer line to a question for the expected results of the choices."""

    choices: Annotated[list[_WeighedChoiceMessage], Meta(min_length=1)]


class _ThoughtsMessage(msgspec.Struct, tag_field="type", tag=THOUGHTS_TYPE):
    """The answer line to a question for the decision with what it rests on."""

    command: dict[str, Any]
    choices: list[_WeighedChoiceMessage]
    tilt: float


def encode_weighed_choices(
    choices: tuple[WeighedChoice, ...], codec: LineCodec[Command]
) -> dict[str, Any]:
    """Return the line with all weighed choices; ``GameError`` if there are none."""
    if not choices:
        raise GameError(Message("seat-weighs-not"))
    return {"type": WEIGHED_TYPE, "choices": [_encode_choice(choice, codec) for choice in choices]}


def _encode_choice(choice: WeighedChoice, codec: LineCodec[Command]) -> dict[str, Any]:
    return {
        "command": codec.encode_line(choice.command),
        "expected": round(choice.expected_score, ROUNDING_DIGITS),
        "error": round(choice.standard_error, ROUNDING_DIGITS),
        **(
            {}
            if choice.success_chance is None
            else {"chance": round(choice.success_chance, ROUNDING_DIGITS)}
        ),
        **(
            {}
            if choice.gap_error is None
            else {"gap_error": round(choice.gap_error, ROUNDING_DIGITS)}
        ),
    }


def _encode_thoughts(thoughts: BotThoughts, codec: LineCodec[Command]) -> dict[str, Any]:
    return {
        "type": THOUGHTS_TYPE,
        "command": codec.encode_line(thoughts.command),
        "choices": [_encode_choice(choice, codec) for choice in thoughts.choices],
        "tilt": round(thoughts.tilt, ROUNDING_DIGITS),
    }


def decode_weighed_choices(raw: bytes, codec: LineCodec[Command]) -> tuple[WeighedChoice, ...]:
    """Return the choices in a program's ``weighed`` answer, best first; or ``GameError``."""
    try:
        answer: _WeighedChoicesMessage = convert_to_type(decode_object(raw), _WeighedChoicesMessage)
    except ValueError:
        raise DamagedError(Message("line-damaged")) from None
    return _decode_choices(answer.choices, codec)


def decode_thoughts(raw: bytes, codec: LineCodec[Command]) -> BotThoughts:
    """Return the decision in a program's ``thoughts`` answer; or ``GameError``."""
    try:
        answer: _ThoughtsMessage = convert_to_type(decode_object(raw), _ThoughtsMessage)
    except ValueError:
        raise DamagedError(Message("line-damaged")) from None
    choices = _decode_choices(answer.choices, codec)
    return BotThoughts(codec.decode_line(answer.command), choices, answer.tilt)


def _decode_choices(
    choices: Iterable[_WeighedChoiceMessage], codec: LineCodec[Command]
) -> tuple[WeighedChoice, ...]:
    return tuple(
        WeighedChoice(
            codec.decode_line(choice.command),
            choice.expected,
            choice.error,
            choice.chance,
            choice.gap_error,
        )
        for choice in choices
    )
