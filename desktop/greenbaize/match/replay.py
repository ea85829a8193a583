"""Replay: verifies a record's events one after another."""

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import astuple

from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import Header
from greenbaize.rules.chance import Chance, SeededChance
from greenbaize.rules.commands import Command
from greenbaize.rules.errors import BrokenRuleError, CodecError
from greenbaize.rules.events import Dealt, Ended, Event, LotDrawn, SeatGiven
from greenbaize.rules.game import Game, Refused
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.players import BOT, KINDS

T = TypeVar("T")


class UnexpectedChanceError(Exception):
    """The record has something else where a chance event was due."""


class RecordedChance:
    """Chance from a record without a seed: draws are taken from the event that states them.

    The game derives the event again from the draw, and only a possible one comes out equal.
    """

    def __init__(self) -> None:
        self.event: Event | None = None

    def lot(self, kind: str, among: Sequence[int], deal: int = 0, attempt: int = 0) -> int:
        """The seat named by the current event, if it could have been drawn."""
        del kind, deal, attempt
        drawn = -1
        if isinstance(self.event, LotDrawn):
            drawn = self.event.dealer
        elif isinstance(self.event, Ended) and self.event.coin_flip:
            # Of partners, one was drawn for both.
            firsts = [seat for seat in self.event.winners if seat in among]
            drawn = firsts[0] if len(firsts) == 1 else -1
        if drawn not in among:
            raise UnexpectedChanceError
        return drawn

    def order(self, kind: str, pack: Sequence[T], deal: int = 0, attempt: int = 0) -> Sequence[T]:
        """A pack order that deals the hands of the current event."""
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
    """Verifies events one by one and folds them.

    With the header's seed, chance must be the seed's; ``recorded`` is chance as the record has it,
    if that is not all.
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
        """The command class of each event type that a command states."""
        self._kinds = [sitter.kind for sitter in header.sitters]
        """Who acts for each seat: a person or a computer player."""

    def take(self, event: Event) -> None:
        """Take the next event; ``BrokenRuleError`` if the rules do not allow it here."""
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
            # Nobody asks for such an event, but all being ready may lead to it.
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
            raise BrokenRuleError(Message(code, values, self.game.rule_of(due)))

    def _check_seat(self, event: SeatGiven) -> None:
        if self.game.over(self.state) or not 0 <= event.seat < self.seats:
            raise self._not_due(event)
        if event.kind not in KINDS:
            raise BrokenRuleError(Message("header-kind", {"kind": event.kind}))

    def _due(self, event: Event, *, ready: bool = False) -> Event | None:
        if self._recorded is not None:
            self._recorded.event = event
        try:
            return self.game.follows(self.state, self._chance, ready=ready)
        except UnexpectedChanceError:
            values = {"type": event.type}
            raise BrokenRuleError(
                Message("event-impossible", values, self.game.rule_of(event))
            ) from None

    def _check_act(self, event: Event) -> None:
        command = self._command(event)
        verdict = self.game.judge(self.state, command)
        if isinstance(verdict, Refused):
            raise BrokenRuleError(verdict.reason)
        if verdict.events[:1] != (event,):
            raise self._not_due(event)
        if self._kinds[command.seat] == BOT:
            self._check_computer(command, event, verdict.breach)

    def _command(self, event: Event) -> Command:
        """The command that an event states, as spelled there."""
        kind = self._command_of[event.type]
        if kind.__struct_fields__ == event.__struct_fields__:
            return kind(*astuple(event))
        try:
            return self._commands.read(self._codec.write(event) | {"type": kind.type})
        except CodecError:
            raise self._not_due(event) from None

    def _check_computer(self, command: Command, event: Event, breach: Message | None) -> None:
        """Computer players act in turn and never err (``damn.md``, table manners)."""
        if breach is None and command.seat == self.game.turn(self.state):
            return
        values: dict[str, Value] = {"type": event.type, "seat": command.seat}
        rule = self.game.rule_of(event) if breach is None else breach.rule
        raise BrokenRuleError(Message("event-of-computer", values, rule))

    def _not_due(self, event: Event) -> BrokenRuleError:
        rule = self.game.rule_of(event)
        return BrokenRuleError(Message("event-not-due", {"type": event.type}, rule))
