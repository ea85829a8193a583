"""The match record as bytes: JSON Lines, a header line and then one line per event."""

import json
from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final, TypeVar

from msgspec.structs import astuple

from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import FORMAT, GamesByName, RecordHeader
from greenbaize.rules.chance import Chance, SeededChance
from greenbaize.rules.commands import Command
from greenbaize.rules.decoding import JsonObject, decode_object
from greenbaize.rules.errors import (
    CodecError,
    DamagedError,
    GameError,
    RecordError,
    ViewRecordError,
)
from greenbaize.rules.events import (
    CardsDealt,
    CardsDrawn,
    Event,
    LotDrawn,
    MatchEnded,
    SeatReassigned,
)
from greenbaize.rules.game import Game, RefusedVerdict
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.players import BOT, PLAYER_KINDS

T = TypeVar("T")


class UnexpectedChanceError(Exception):
    """The record has another event where a lot, deal or flip was due."""


class RecordedChance:
    """Chance from a record without a seed: draws are taken from the events that state them.

    The game derives each event again from the draw, and only a possible event comes out equal.
    """

    def __init__(self) -> None:
        self.event: Event | None = None

    def draw_lot(self, kind: str, seats: Sequence[int], deal: int = 0, attempt: int = 0) -> int:
        """Return the seat that the current event names, if it could have been drawn."""
        del kind, deal, attempt
        drawn = -1
        if isinstance(self.event, LotDrawn):
            drawn = self.event.dealer
        elif isinstance(self.event, MatchEnded) and self.event.coin_flip:
            # If partners won together, one of them was drawn for both.
            firsts = [seat for seat in self.event.winners if seat in seats]
            drawn = firsts[0] if len(firsts) == 1 else -1
        if drawn not in seats:
            raise UnexpectedChanceError
        return drawn

    def draw_order(
        self, kind: str, pack: Sequence[T], deal: int = 0, attempt: int = 0
    ) -> Sequence[T]:
        """Return a pack order that deals the hands of the current event."""
        del kind, deal, attempt
        if not isinstance(self.event, CardsDealt):
            raise UnexpectedChanceError
        order: list[Any] = list(self.event.cards_in_dealing_order)
        undealt = list(pack)
        for card in order:
            if card not in undealt:
                raise UnexpectedChanceError
            undealt.remove(card)
        return order + undealt


class RecordVerifier:
    """A verifier that checks and folds events one by one.

    Without a seed, chance is taken from the record.
    """

    def __init__(
        self, game: Game[Any], header: RecordHeader, recorded_chance: RecordedChance | None = None
    ) -> None:
        self.game = game
        self.seats = len(header.players)
        self.state: Any = game.initial_state(self.seats, header.options)
        self._recorded_chance = recorded_chance
        if recorded_chance is None and header.seed is None:
            self._recorded_chance = RecordedChance()
        self._chance: Chance = self._recorded_chance or SeededChance(header.seed or "")
        self._event_codec = event_codec(game)
        self._command_codec = command_codec(game)
        self._command_classes = {one.event_type(): one for one in game.command_classes}
        """Command class by the type of the event that it leads to."""
        self._seat_kinds = [player.kind for player in header.players]
        """Kind of player that acts for each seat: a person or a bot."""

    def verify_event(self, event: Event) -> None:
        """Verify the next event and fold it; ``GameError`` if the rules do not allow it here."""
        if isinstance(event, SeatReassigned):
            self._check_seat_change(event)
            self._seat_kinds[event.seat] = event.kind
            return
        expected = self._due_event(event)
        if expected is not None:
            self._check_equal(event, expected)
        elif event.type in self._command_classes:
            self._check_command_event(event)
        else:
            # No command leads to such an event, but it may follow once everybody is ready.
            closing = self._due_event(event, ready=True)
            if closing is None:
                raise self._not_due_error(event)
            self._check_equal(event, closing)
        self._fold_event(event)

    def _fold_event(self, event: Event) -> None:
        self.state = self.game.fold(self.state, event)

    def _check_equal(self, event: Event, expected: Event) -> None:
        if event != expected:
            values = {"type": event.type, "due": expected.type}
            code = "event-differs" if expected.type == event.type else "event-due"
            raise GameError(Message(code, values, self.game.event_rule_reference(expected)))

    def _check_seat_change(self, event: SeatReassigned) -> None:
        if self.game.is_over(self.state) or not 0 <= event.seat < self.seats:
            raise self._not_due_error(event)
        if event.kind not in PLAYER_KINDS:
            raise GameError(Message("header-kind", {"kind": event.kind}))

    def _due_event(self, event: Event, *, ready: bool = False) -> Event | None:
        if self._recorded_chance is not None:
            self._recorded_chance.event = event
        try:
            return self.game.next_event(self.state, self._chance, is_everybody_ready=ready)
        except UnexpectedChanceError:
            values = {"type": event.type}
            raise GameError(
                Message("event-impossible", values, self.game.event_rule_reference(event))
            ) from None

    def _check_command_event(self, event: Event) -> None:
        command = self._command_for(event)
        verdict = self.game.judge(self.state, command)
        if isinstance(verdict, RefusedVerdict):
            raise GameError(verdict.reason)
        if verdict.command_events[:1] != (event,):
            raise self._not_due_error(event)
        if self._seat_kinds[command.seat] == BOT:
            self._check_bot_command(command, event, verdict.breach)

    def _command_for(self, event: Event) -> Command:
        command_class = self._command_classes[event.type]
        if command_class.__struct_fields__ == event.__struct_fields__:
            return command_class(*astuple(event))
        try:
            return self._command_codec.decode_line(
                self._event_codec.encode_line(event) | {"type": command_class.type}
            )
        except CodecError:
            raise self._not_due_error(event) from None

    def _check_bot_command(self, command: Command, event: Event, breach: Message | None) -> None:
        """Raise ``GameError`` if a bot acts out of turn or errs (``damn.md``, table manners)."""
        if breach is None and command.seat == self.game.turn(self.state):
            return
        values: dict[str, Value] = {"type": event.type, "seat": command.seat}
        rule = self.game.event_rule_reference(event) if breach is None else breach.rule
        raise GameError(Message("event-of-computer", values, rule))

    def _not_due_error(self, event: Event) -> GameError:
        rule = self.game.event_rule_reference(event)
        return GameError(Message("event-not-due", {"type": event.type}, rule))


MAX_RECORD_BYTES: Final = 64_000_000
"""Largest size of a record (bytes); a match has some hundred kilobytes at most."""

ListenerFactory = Callable[[RecordHeader], Callable[[Event, Any], object]]


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A verified record: final state, size of its complete lines (bytes), and if a line was cut."""

    header: RecordHeader
    events: tuple[Event, ...]
    state: Any
    complete_size: int
    is_cut: bool


_encode_json = json.JSONEncoder(ensure_ascii=False).encode
"""``json.dumps`` would create an encoder for each line, a third of the total time."""


def encode_line(line: JsonObject) -> bytes:
    """Return a JSON object as one line of a record."""
    return _encode_json(line).encode() + b"\n"


def read_record(
    data: bytes, games: GamesByName, listener_factory: ListenerFactory | None = None
) -> MatchRecord:
    """Read a record and verify every event; an incomplete last line is dropped.

    ``listener_factory`` is called with the header and returns a listener for every event and the
    state after it. Raises ``ViewRecordError`` for a record as one seat or a spectator saw it,
    ``RecordError`` for damage, a broken rule, or a newer program's record.
    """
    header, lines, complete_size, is_cut = split_record(data, games)
    if header.seed is None and header.you is not None:
        raise ViewRecordError(Message("record-told"), 1)
    verifier = RecordVerifier(games[header.game], header)
    codec = event_codec(verifier.game)
    listener = None if listener_factory is None else listener_factory(header)
    events = []
    for number, raw in enumerate(lines, 2):
        try:
            event = codec.decode_line(decode_object(raw))
            if header.seed is not None or not has_hidden_cards(event):
                verifier.verify_event(event)
        except GameError as error:
            raise RecordError(error.message, number) from None
        if header.seed is None and has_hidden_cards(event):
            raise ViewRecordError(Message("record-told"), number)
        events.append(event)
        if listener is not None:
            listener(event, verifier.state)
    return MatchRecord(header, tuple(events), verifier.state, complete_size, is_cut)


def split_record(data: bytes, games: GamesByName) -> tuple[RecordHeader, BytesIO, int, bool]:
    """Return a record's header, other lines, size of the complete lines, and if a line was cut.

    Raises ``RecordError`` if the header is damaged, missing or a newer program's.
    """
    data = trim_record(data)
    tail = data[data.rfind(b"\n") + 1 :]
    is_cut = bool(tail) and _is_cut_short(tail)
    complete_size = len(data) - len(tail) if is_cut else len(data)
    lines = BytesIO(data[:complete_size])
    if not complete_size:
        raise RecordError(Message("record-empty"), 1)
    return _read_header(lines.readline(), games), lines, complete_size, is_cut


def trim_record(data: bytes) -> bytes:
    """Return a record without what editors add: a UTF-8 byte order mark, empty last lines.

    All sizes of a record, such as ``MatchRecord.complete_size``, refer to the result.
    """
    data = data.removeprefix(BOM_UTF8)
    end = len(data.rstrip())
    line_end = data.find(b"\n", end)
    return data if line_end < 0 else data[: line_end + 1]


def has_hidden_cards(event: Event) -> bool:
    """Return True if an event lacks cards that a full record has."""
    if isinstance(event, CardsDrawn):
        return bool(event.cards.unknown)
    return isinstance(event, CardsDealt) and any(hand.unknown for hand in event.hands)


def read_header(data: bytes, games: GamesByName) -> RecordHeader:
    """Return the header of a record; raises ``RecordError`` if it is damaged or missing."""
    first, end, _ = data.removeprefix(BOM_UTF8).partition(b"\n")
    if not end and _is_cut_short(first):
        raise RecordError(Message("record-empty"), 1)
    return _read_header(first, games)


def _read_header(raw: bytes, games: GamesByName) -> RecordHeader:
    try:
        line = decode_object(raw)
    except (GameError, RecursionError):
        # A file that does not even name the format is not a damaged record, but no record.
        names_format = FORMAT.encode() in raw
        raise RecordError(Message("line-damaged" if names_format else "header-format"), 1) from None
    try:
        header = RecordHeader.from_line(line, games)
        encode_line(header.to_line())
    except RecursionError:  # nested too deeply to be written again
        raise RecordError(Message("line-damaged"), 1) from None
    except GameError as error:
        raise RecordError(error.message, 1) from None
    return header


def _is_cut_short(tail: bytes) -> bool:
    # Only a complete JSON object ends in its closing brace, so a last line that parses is complete.
    try:
        decode_object(tail)
    except DamagedError:
        return True
    return False
