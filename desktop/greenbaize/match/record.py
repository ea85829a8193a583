"""The match record as bytes: JSON Lines, a header line and then one line per event."""

import json
from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final, TypeVar

from msgspec.structs import astuple

from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import FORMAT, Games, Header
from greenbaize.rules.chance import Chance, SeededChance
from greenbaize.rules.commands import Command
from greenbaize.rules.decoding import Line, decoded_line
from greenbaize.rules.errors import (
    CodecError,
    DamagedError,
    GameError,
    RecordError,
    ToldRecordError,
)
from greenbaize.rules.events import CardsDrawn, Dealt, Ended, Event, LotDrawn, SeatGiven
from greenbaize.rules.game import Game, Refused
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.players import BOT, KINDS

T = TypeVar("T")


class UnexpectedChanceError(Exception):
    """The record has another event where a lot, deal or flip was due."""


class RecordedChance:
    """Chance from a record without a seed: draws are taken from the events that state them.

    The game derives each event again from the draw, and only a possible event comes out equal.
    """

    def __init__(self) -> None:
        self.event: Event | None = None

    def lot(self, kind: str, among: Sequence[int], deal: int = 0, attempt: int = 0) -> int:
        """Return the seat that the current event names, if it could have been drawn."""
        del kind, deal, attempt
        drawn = -1
        if isinstance(self.event, LotDrawn):
            drawn = self.event.dealer
        elif isinstance(self.event, Ended) and self.event.coin_flip:
            # If partners won together, one of them was drawn for both.
            firsts = [seat for seat in self.event.winners if seat in among]
            drawn = firsts[0] if len(firsts) == 1 else -1
        if drawn not in among:
            raise UnexpectedChanceError
        return drawn

    def order(self, kind: str, pack: Sequence[T], deal: int = 0, attempt: int = 0) -> Sequence[T]:
        """Return a pack order that deals the hands of the current event."""
        del kind, deal, attempt
        if not isinstance(self.event, Dealt):
            raise UnexpectedChanceError
        order: list[Any] = list(self.event.dealing)
        rest = list(pack)
        for card in order:
            if card not in rest:
                raise UnexpectedChanceError
            rest.remove(card)
        return order + rest


class Replay:
    """A verifier that checks and folds events one by one.

    Without a seed, chance is taken from the record.
    """

    def __init__(
        self, game: Game[Any], header: Header, recorded: RecordedChance | None = None
    ) -> None:
        self.game = game
        self.seats = len(header.sitters)
        self.state: Any = game.start(self.seats, header.options)
        self._recorded = recorded
        if recorded is None and header.seed is None:
            self._recorded = RecordedChance()
        self._chance: Chance = self._recorded or SeededChance(header.seed or "")
        self._codec = event_codec(game)
        self._commands = command_codec(game)
        self._command_of = {one.event_type(): one for one in game.commands}
        """Command class by the type of the event that it leads to."""
        self._kinds = [sitter.kind for sitter in header.sitters]
        """Kind of player that acts for each seat: a person or a bot."""

    def take(self, event: Event) -> None:
        """Verify the next event and fold it; ``GameError`` if the rules do not allow it here."""
        if isinstance(event, SeatGiven):
            self._check_seat(event)
            self._kinds[event.seat] = event.kind
            return
        due = self._due(event)
        if due is not None:
            self._check_same(event, due)
        elif event.type in self._command_of:
            self._check_act(event)
        else:
            # No command leads to such an event, but it may follow once everybody is ready.
            closing = self._due(event, ready=True)
            if closing is None:
                raise self._not_due(event)
            self._check_same(event, closing)
        self._fold(event)

    def _fold(self, event: Event) -> None:
        self.state = self.game.fold(self.state, event)

    def _check_same(self, event: Event, due: Event) -> None:
        if event != due:
            values = {"type": event.type, "due": due.type}
            code = "event-differs" if due.type == event.type else "event-due"
            raise GameError(Message(code, values, self.game.rule_of(due)))

    def _check_seat(self, event: SeatGiven) -> None:
        if self.game.over(self.state) or not 0 <= event.seat < self.seats:
            raise self._not_due(event)
        if event.kind not in KINDS:
            raise GameError(Message("header-kind", {"kind": event.kind}))

    def _due(self, event: Event, *, ready: bool = False) -> Event | None:
        if self._recorded is not None:
            self._recorded.event = event
        try:
            return self.game.follows(self.state, self._chance, ready=ready)
        except UnexpectedChanceError:
            values = {"type": event.type}
            raise GameError(Message("event-impossible", values, self.game.rule_of(event))) from None

    def _check_act(self, event: Event) -> None:
        command = self._command(event)
        verdict = self.game.judge(self.state, command)
        if isinstance(verdict, Refused):
            raise GameError(verdict.reason)
        if verdict.events[:1] != (event,):
            raise self._not_due(event)
        if self._kinds[command.seat] == BOT:
            self._check_computer(command, event, verdict.breach)

    def _command(self, event: Event) -> Command:
        kind = self._command_of[event.type]
        if kind.__struct_fields__ == event.__struct_fields__:
            return kind(*astuple(event))
        try:
            return self._commands.read(self._codec.write(event) | {"type": kind.type})
        except CodecError:
            raise self._not_due(event) from None

    def _check_computer(self, command: Command, event: Event, breach: Message | None) -> None:
        """Raise ``GameError`` if a bot acts out of turn or errs (``damn.md``, table manners)."""
        if breach is None and command.seat == self.game.turn(self.state):
            return
        values: dict[str, Value] = {"type": event.type, "seat": command.seat}
        rule = self.game.rule_of(event) if breach is None else breach.rule
        raise GameError(Message("event-of-computer", values, rule))

    def _not_due(self, event: Event) -> GameError:
        rule = self.game.rule_of(event)
        return GameError(Message("event-not-due", {"type": event.type}, rule))


MOST_BYTES: Final = 64_000_000
"""Largest size of a record (bytes); a match has some hundred kilobytes at most."""

Witness = Callable[[Header], Callable[[Event, Any], object]]


@dataclass(frozen=True, slots=True)
class Record:
    """A verified record: final state, size of its complete lines (bytes), and if a line was cut."""

    header: Header
    events: tuple[Event, ...]
    state: Any
    whole: int
    cut: bool


_encode = json.JSONEncoder(ensure_ascii=False).encode
"""``json.dumps`` would create an encoder for each line, a third of the total time."""


def line_bytes(line: Line) -> bytes:
    """Return a JSON object as one line of a record."""
    return _encode(line).encode() + b"\n"


def read_record(data: bytes, games: Games, witness: Witness | None = None) -> Record:
    """Read a record and verify every event; an incomplete last line is dropped.

    ``listener_factory`` is called with the header and returns a listener for every event and the
    state after it. Raises ``ToldRecordError`` for a record as one seat or a spectator saw it,
    ``RecordError`` for damage, a broken rule, or a newer program's record.
    """
    header, lines, whole, cut = parted(data, games)
    if header.seed is None and header.you is not None:
        raise ToldRecordError(Message("record-told"), 1)
    replay = Replay(games[header.game], header)
    codec = event_codec(replay.game)
    hear = None if witness is None else witness(header)
    events = []
    for number, raw in enumerate(lines, 2):
        try:
            event = codec.read(decoded_line(raw))
            if header.seed is not None or not hides(event):
                replay.take(event)
        except GameError as error:
            raise RecordError(error.message, number) from None
        if header.seed is None and hides(event):
            raise ToldRecordError(Message("record-told"), number)
        events.append(event)
        if hear is not None:
            hear(event, replay.state)
    return Record(header, tuple(events), replay.state, whole, cut)


def parted(data: bytes, games: Games) -> tuple[Header, BytesIO, int, bool]:
    """Return a record's header, other lines, size of the complete lines, and if a line was cut.

    Raises ``RecordError`` if the header is damaged, missing or a newer program's.
    """
    data = trim_record(data)
    tail = data[data.rfind(b"\n") + 1 :]
    cut = bool(tail) and _cut_short(tail)
    whole = len(data) - len(tail) if cut else len(data)
    lines = BytesIO(data[:whole])
    if not whole:
        raise RecordError(Message("record-empty"), 1)
    return _read_header(lines.readline(), games), lines, whole, cut


def trim_record(data: bytes) -> bytes:
    """Return a record without what editors add: a UTF-8 byte order mark, empty last lines.

    All sizes of a record, such as ``MatchRecord.complete_size``, refer to the result.
    """
    data = data.removeprefix(BOM_UTF8)
    end = len(data.rstrip())
    line_end = data.find(b"\n", end)
    return data if line_end < 0 else data[: line_end + 1]


def hides(event: Event) -> bool:
    """Return True if an event lacks cards that a full record has."""
    if isinstance(event, CardsDrawn):
        return bool(event.cards.unknown)
    return isinstance(event, Dealt) and any(hand.unknown for hand in event.hands)


def read_header(data: bytes, games: Games) -> Header:
    """Return the header of a record; raises ``RecordError`` if it is damaged or missing."""
    first, end, _ = data.removeprefix(BOM_UTF8).partition(b"\n")
    if not end and _cut_short(first):
        raise RecordError(Message("record-empty"), 1)
    return _read_header(first, games)


def _read_header(raw: bytes, games: Games) -> Header:
    try:
        line = decoded_line(raw)
    except (GameError, RecursionError):
        # A file that does not even name the format is not a damaged record, but no record.
        named = FORMAT.encode() in raw
        raise RecordError(Message("line-damaged" if named else "header-format"), 1) from None
    try:
        header = Header.read(line, games)
        line_bytes(header.line())
    except RecursionError:  # nested too deeply to be written again
        raise RecordError(Message("line-damaged"), 1) from None
    except GameError as error:
        raise RecordError(error.message, 1) from None
    return header


def _cut_short(tail: bytes) -> bool:
    # Only a complete JSON object ends in its closing brace, so a last line that parses is complete.
    try:
        decoded_line(tail)
    except DamagedError:
        return True
    return False
