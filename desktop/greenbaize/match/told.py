"""Verification of records that contain only what one seat or a spectator saw.

Such a record lacks cards. But what a seat plays before it draws again was in its hand, so each deal
is read ahead to fill the hands with the cards that become known later. Everything else is judged by
the rules on the resulting view.
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

from msgspec.structs import fields, replace

from greenbaize.cards import Card
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Games, Header
from greenbaize.match.past import Past
from greenbaize.match.record import (
    Record,
    RecordedChance,
    Replay,
    UnexpectedChanceError,
    Witness,
    hides,
    line_bytes,
    parted,
    read_record,
)
from greenbaize.match.seal import Seal, sealed
from greenbaize.rules.decoding import decoded_line
from greenbaize.rules.errors import GameError, RecordError, ToldRecordError
from greenbaize.rules.events import CardPlayed, CardReplaced, CardsDrawn, CardShown, Dealt, Event
from greenbaize.rules.game import Game
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message

T = TypeVar("T")
Coming = dict[int, dict[int, tuple[Card, ...]]]
"""By the number of each event that hides cards: the cards that each seat shows afterwards."""


def read_any(data: bytes, games: Games, witness: Witness | None = None) -> Record:
    """Read a full record or a view record, whichever it is; raises ``RecordError``."""
    try:
        return read_record(data, games, witness)
    except ToldRecordError:
        return read_told(data, games, witness)


def is_told(record: Record) -> bool:
    """Return True if a record contains only what one seat or a spectator saw."""
    header = record.header
    return header.seed is None and (header.you is not None or any(map(hides, record.events)))


def check_seal(record: Record, games: Games) -> Seal:
    """Return the verdict on a record's shuffle; raises ``RecordError`` if the seal is broken."""
    if is_told(record):
        return Seal.NONE  # a view record does not contain the numbers yet
    seal = sealed(record.header, games)
    if seal is Seal.BROKEN:
        raise RecordError(Message("seal-broken"), 1)
    return seal


def told_lines(record: Record, games: Games, seat: int) -> bytes:
    """Return what a seat saw, as lines; ``ToldRecordError`` if the record is another seat's."""
    header, game = record.header, games[record.header.game]
    if not is_told(record):
        first = line_bytes(header.told(seat).line())
        return first + Past.of(game, header, record.events).told(seat)
    if header.you != seat:
        raise ToldRecordError(Message("record-told"), 1)
    codec = event_codec(game)
    return b"".join(map(line_bytes, [header.line(), *map(codec.write, record.events)]))


def read_told(data: bytes, games: Games, witness: Witness | None = None) -> Record:
    """Read a record of what one seat (``you``) or a spectator saw.

    Events must come where they are due, no card may be in two hands or piles, plays must be
    possible from the hands as known, and what follows from open cards must be right.
    ``listener_factory`` is called with the header and returns a listener for events and views. The
    result's state is the view with the known hands. Raises ``RecordError`` for damage, a broken
    rule, or a newer program.
    """
    header, lines, whole, cut = parted(data, games)
    codec = event_codec(games[header.game])
    hear = None if witness is None else witness(header)
    events: list[Event] = []
    damage: GameError | None = None
    for raw in lines:
        try:
            events.append(codec.read(decoded_line(raw)))
        except GameError as error:
            damage = error
            break
    replay = ToldReplay(games[header.game], header, coming(events))
    for number, event in enumerate(events, 2):
        try:
            replay.take(event)
        except GameError as error:
            raise RecordError(error.message, number) from None
        if hear is not None:
            hear(event, replay.state)
    if damage is not None:
        raise RecordError(damage.message, len(events) + 2) from None
    return Record(header, tuple(events), replay.state, whole, cut)


def coming(events: Sequence[Event]) -> Coming:
    """Return the cards that become known after each deal, and after each hidden draw."""
    found: Coming = {}
    shown: dict[int, deque[Card]] = {}
    for at in range(len(events) - 1, -1, -1):
        match events[at]:
            case Dealt():
                found[at] = {seat: tuple(cards) for seat, cards in shown.items()}
                shown = {}
            case CardsDrawn(seat, cards) if cards.unknown:
                found[at] = {seat: tuple(shown.pop(seat, ()))}
            case CardPlayed(seat, card) | CardShown(seat, card) | CardReplaced(seat, card):
                shown.setdefault(seat, deque()).appendleft(card)
    return found


class ToldChance(RecordedChance):
    """Chance as one seat saw it: hidden cards are dealt in a way that may have happened."""

    def __init__(self) -> None:
        super().__init__()
        self.pack: Counter[Any] = Counter()
        self.filled: Dealt | None = None
        """The current deal, with unknown cards replaced by possible ones."""
        self.arrangement: tuple[int, int] | None = None
        """Index of the hidden card that the leader gets first, and the suit that is dealt last."""

    def order(self, kind: str, pack: Sequence[T], deal: int = 0, attempt: int = 0) -> Sequence[T]:
        """Return a pack order that deals the known cards of the current event's hands."""
        if not isinstance(self.event, Dealt):
            raise UnexpectedChanceError
        self.pack = Counter(pack)
        unseen = Counter(pack)
        unseen.subtract(self.event.dealing)  # type: ignore[arg-type]
        if min(unseen.values()) < 0:
            raise UnexpectedChanceError
        told = self.event
        self.filled = _filled(told, _arranged(list(unseen.elements()), self.arrangement))
        try:
            self.event = self.filled
            return super().order(kind, pack, deal, attempt)
        finally:
            self.event = told


class ToldReplay(Replay):
    """A verifier of redacted events; ``later_cards`` are the cards that become known later."""

    def __init__(self, game: Game[Any], header: Header, ahead: Coming) -> None:
        self._told_chance: Final = ToldChance()
        super().__init__(game, header, self._told_chance)
        self._you = header.you
        self._ahead = ahead
        self._number = -1
        self._seen: Counter[Card] = Counter()
        """The cards of the deal that have become known, wherever they are now."""

    def take(self, event: Event) -> None:
        """Verify the next event and fold it; ``GameError`` if no seat could have seen it here."""
        self._number += 1
        super().take(event)

    def _due(self, event: Event, *, ready: bool = False) -> Event | None:
        if any(_alike(event, one) for one in self.game.possible(self.state)):
            return event
        if isinstance(event, Dealt):
            return self._due_deal(event)
        due = super()._due(event, ready=ready)
        return event if due is not None and _alike(event, due) else due

    def _due_deal(self, event: Dealt) -> Event | None:
        """Return the event itself if it may be a redacted deal; otherwise the event that is due."""
        chance = self._told_chance
        known = replace(event, hands=self._with_coming(event.hands, Counter(event.dealing)))
        chance.arrangement = None
        due = super()._due(known)
        if not isinstance(due, Dealt) or chance.filled is None:
            return due
        if due != chance.filled and replace(due, leader=event.leader) == chance.filled:
            # The leader may depend on cards that nobody knows.
            for arrangement in _arrangements(sum(chance.pack.values())):
                chance.arrangement = arrangement
                due = super()._due(known)
                if due == chance.filled:
                    break
        return event if due == chance.filled else due

    def _fold(self, event: Event) -> None:
        before = self.state
        self._check_told(event)
        match event:
            case Dealt():
                self._seen = Counter(event.dealing)
            case CardsDrawn(cards=drawn):
                for card in drawn.cards:
                    self._see(event, card)
            case CardPlayed(seat, card) | CardShown(seat, card) | CardReplaced(seat, card):
                if card not in before.hands[seat].cards:
                    self._see(event, card)
        super()._fold(event)
        if self._number in self._ahead:
            hands = self._with_coming(self.state.hands, self._seen)
            self.state = self.state._replace(hands=hands)

    def _see(self, event: Event, card: Card) -> None:
        self._seen[card] += 1
        if self._seen[card] > self._told_chance.pack[card]:
            values = {"type": event.type}
            rule = self.game.rule_of(event)
            raise GameError(Message("event-impossible", values, rule))

    def _with_coming(self, hands: tuple[Hand, ...], seen: Counter[Card]) -> tuple[Hand, ...]:
        """Return the hands with the cards that their seats play before they draw again."""
        ahead, pack = self._ahead.get(self._number, {}), self._told_chance.pack
        found = list(hands)
        for seat, cards in ahead.items():
            if not 0 <= seat < len(hands):
                continue
            for card, count in (Counter(cards) - Counter(hands[seat].cards)).items():
                for _ in range(min(count, found[seat].unknown, pack[card] - seen[card])):
                    seen[card] += 1
                    hand = found[seat]
                    found[seat] = Hand((*hand.cards, card), hand.unknown - 1)
        return tuple(found)

    def _check_told(self, event: Event) -> None:
        you, chance = self._you, self._told_chance
        if you is None:
            return  # a spectator may have been allowed to see a seat's cards
        told = event
        if isinstance(event, Dealt):
            assert chance.filled is not None
            told = self.game.tell(chance.filled, self.game.fold(self.state, chance.filled), you)
        elif isinstance(event, CardsDrawn):
            whole = replace(event, cards=Hand(tuple(chance.pack)[: event.cards.size]))
            seen = self.game.tell(whole, self.state, you)
            assert isinstance(seen, CardsDrawn)
            told = event if bool(seen.cards.unknown) == bool(event.cards.unknown) else seen
        if told != event:
            raise GameError(Message("event-not-told", {"type": event.type}))


def _alike(told: Event, due: Event) -> bool:
    """Return True if an event is the due one; of drawn cards only the number is known."""
    if isinstance(told, CardsDrawn) and isinstance(due, CardsDrawn):
        return told.seat == due.seat and told.cards.size == due.cards.size
    return told == due


def _arrangements(count: int) -> Iterator[tuple[int, int]]:
    return ((first, last) for last in range(4) for first in range(count))


def _arranged(cards: list[Any], arrangement: tuple[int, int] | None) -> list[Any]:
    if arrangement is None:
        return cards
    first, last = arrangement
    chosen = cards[first : first + 1]
    rest = cards[:first] + cards[first + 1 :]
    return [*chosen, *sorted(rest, key=lambda card: card.suit == last)]


def _filled(told: Dealt, unseen: list[Card]) -> Dealt:
    """Return the deal with unknown cards replaced by hidden ones, the leader's hand first."""
    left = iter(unseen)

    def whole(hand: Hand) -> Hand:
        more = tuple(card for _, card in zip(range(hand.unknown), left, strict=False))
        if len(more) < hand.unknown:
            raise UnexpectedChanceError
        return Hand(hand.cards + more)

    hands = list(told.hands)
    for seat in sorted(range(len(hands)), key=lambda seat: seat != told.leader):
        hands[seat] = whole(hands[seat])
    stocks: dict[str, Any] = {
        one.name: whole(value)
        for one in fields(told)
        if isinstance(value := getattr(told, one.name), Hand)
    }
    return replace(told, hands=tuple(hands), **stocks)
