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
from greenbaize.match.event_log import MatchEventLog
from greenbaize.match.header import GamesByName, RecordHeader
from greenbaize.match.record import (
    ListenerFactory,
    MatchRecord,
    RecordedChance,
    RecordVerifier,
    UnexpectedChanceError,
    encode_line,
    has_hidden_cards,
    read_record,
    split_record,
)
from greenbaize.match.seal import SealVerdict, verify_seal
from greenbaize.rules.decoding import decode_object
from greenbaize.rules.errors import GameError, RecordError, ViewRecordError
from greenbaize.rules.events import (
    CardPlayed,
    CardReplaced,
    CardsDealt,
    CardsDrawn,
    CardShown,
    Event,
)
from greenbaize.rules.game import Game
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message

T = TypeVar("T")
LaterCards = dict[int, dict[int, tuple[Card, ...]]]
"""By the number of each event that hides cards: the cards that each seat shows afterwards."""


def read_any_record(
    data: bytes, games: GamesByName, listener_factory: ListenerFactory | None = None
) -> MatchRecord:
    """Read a full record or a view record, whichever it is; raises ``RecordError``."""
    try:
        return read_record(data, games, listener_factory)
    except ViewRecordError:
        return read_view_record(data, games, listener_factory)


def is_view_record(record: MatchRecord) -> bool:
    """Return True if a record contains only what one seat or a spectator saw."""
    header = record.header
    return header.seed is None and (
        header.you is not None or any(map(has_hidden_cards, record.events))
    )


def check_record_seal(record: MatchRecord, games: GamesByName) -> SealVerdict:
    """Return the verdict on a record's shuffle; raises ``RecordError`` if the seal is broken."""
    if is_view_record(record):
        return SealVerdict.NONE  # a view record does not contain the numbers yet
    seal = verify_seal(record.header, games)
    if seal is SealVerdict.BROKEN:
        raise RecordError(Message("seal-broken"), 1)
    return seal


def build_view_lines(record: MatchRecord, games: GamesByName, seat: int) -> bytes:
    """Return what a seat saw, as lines; ``ViewRecordError`` if the record is another seat's."""
    header, game = record.header, games[record.header.game]
    if not is_view_record(record):
        first = encode_line(header.redact_for(seat).to_line())
        return first + MatchEventLog.from_events(game, header, record.events).view_lines(seat)
    if header.you != seat:
        raise ViewRecordError(Message("record-told"), 1)
    codec = event_codec(game)
    return b"".join(map(encode_line, [header.to_line(), *map(codec.encode_line, record.events)]))


def read_view_record(
    data: bytes, games: GamesByName, listener_factory: ListenerFactory | None = None
) -> MatchRecord:
    """Read a record of what one seat (``you``) or a spectator saw.

    Events must come where they are due, no card may be in two hands or piles, plays must be
    possible from the hands as known, and what follows from open cards must be right.
    ``listener_factory`` is called with the header and returns a listener for events and views. The
    result's state is the view with the known hands. Raises ``RecordError`` for damage, a broken
    rule, or a newer program.
    """
    header, lines, complete_size, is_cut = split_record(data, games)
    codec = event_codec(games[header.game])
    listener = None if listener_factory is None else listener_factory(header)
    events: list[Event] = []
    damage: GameError | None = None
    for raw in lines:
        try:
            events.append(codec.decode_line(decode_object(raw)))
        except GameError as error:
            damage = error
            break
    verifier = ViewRecordVerifier(games[header.game], header, find_later_cards(events))
    for number, event in enumerate(events, 2):
        try:
            verifier.verify_event(event)
        except GameError as error:
            raise RecordError(error.message, number) from None
        if listener is not None:
            listener(event, verifier.state)
    if damage is not None:
        raise RecordError(damage.message, len(events) + 2) from None
    return MatchRecord(header, tuple(events), verifier.state, complete_size, is_cut)


def find_later_cards(events: Sequence[Event]) -> LaterCards:
    """Return the cards that become known after each deal, and after each hidden draw."""
    later_cards: LaterCards = {}
    shown_by_seat: dict[int, deque[Card]] = {}
    for number in range(len(events) - 1, -1, -1):
        match events[number]:
            case CardsDealt():
                later_cards[number] = {seat: tuple(cards) for seat, cards in shown_by_seat.items()}
                shown_by_seat = {}
            case CardsDrawn(seat, cards) if cards.unknown:
                later_cards[number] = {seat: tuple(shown_by_seat.pop(seat, ()))}
            case CardPlayed(seat, card) | CardShown(seat, card) | CardReplaced(seat, card):
                shown_by_seat.setdefault(seat, deque()).appendleft(card)
    return later_cards


class ViewRecordChance(RecordedChance):
    """Chance as one seat saw it: hidden cards are dealt in a way that may have happened."""

    def __init__(self) -> None:
        super().__init__()
        self.pack: Counter[Any] = Counter()
        self.completed_deal: CardsDealt | None = None
        """The current deal, with unknown cards replaced by possible ones."""
        self.arrangement: tuple[int, int] | None = None
        """Index of the hidden card that the leader gets first, and the suit that is dealt last."""

    def draw_order(
        self, kind: str, pack: Sequence[T], deal: int = 0, attempt: int = 0
    ) -> Sequence[T]:
        """Return a pack order that deals the known cards of the current event's hands."""
        if not isinstance(self.event, CardsDealt):
            raise UnexpectedChanceError
        self.pack = Counter(pack)
        unseen = Counter(pack)
        unseen.subtract(self.event.cards_in_dealing_order)  # type: ignore[arg-type]
        if min(unseen.values()) < 0:
            raise UnexpectedChanceError
        view_event = self.event
        self.completed_deal = _complete_deal(
            view_event, _arrange_cards(list(unseen.elements()), self.arrangement)
        )
        try:
            self.event = self.completed_deal
            return super().draw_order(kind, pack, deal, attempt)
        finally:
            self.event = view_event


class ViewRecordVerifier(RecordVerifier):
    """A verifier of redacted events; ``later_cards`` are the cards that become known later."""

    def __init__(self, game: Game[Any], header: RecordHeader, later_cards: LaterCards) -> None:
        self._view_chance: Final = ViewRecordChance()
        super().__init__(game, header, self._view_chance)
        self._own_seat = header.you
        self._later_cards = later_cards
        self._event_number = -1
        self._seen_cards: Counter[Card] = Counter()
        """The cards of the deal that have become known, wherever they are now."""

    def verify_event(self, event: Event) -> None:
        """Verify the next event and fold it; ``GameError`` if no seat could have seen it here."""
        self._event_number += 1
        super().verify_event(event)

    def _due_event(self, event: Event, *, ready: bool = False) -> Event | None:
        if any(_matches_due_event(event, one) for one in self.game.possible_events(self.state)):
            return event
        if isinstance(event, CardsDealt):
            return self._due_deal_event(event)
        due = super()._due_event(event, ready=ready)
        return event if due is not None and _matches_due_event(event, due) else due

    def _due_deal_event(self, event: CardsDealt) -> Event | None:
        """Return the event itself if it may be a redacted deal; otherwise the event that is due."""
        chance = self._view_chance
        filled_event = replace(
            event, hands=self._add_later_cards(event.hands, Counter(event.cards_in_dealing_order))
        )
        chance.arrangement = None
        due = super()._due_event(filled_event)
        if not isinstance(due, CardsDealt) or chance.completed_deal is None:
            return due
        if (
            due != chance.completed_deal
            and replace(due, leader=event.leader) == chance.completed_deal
        ):
            # The leader may depend on cards that nobody knows.
            for arrangement in _list_arrangements(sum(chance.pack.values())):
                chance.arrangement = arrangement
                due = super()._due_event(filled_event)
                if due == chance.completed_deal:
                    break
        return event if due == chance.completed_deal else due

    def _fold_event(self, event: Event) -> None:
        before = self.state
        self._check_view_event(event)
        match event:
            case CardsDealt():
                self._seen_cards = Counter(event.cards_in_dealing_order)
            case CardsDrawn(cards=drawn):
                for card in drawn.cards:
                    self._add_seen_card(event, card)
            case CardPlayed(seat, card) | CardShown(seat, card) | CardReplaced(seat, card):
                if card not in before.hands[seat].cards:
                    self._add_seen_card(event, card)
        super()._fold_event(event)
        if self._event_number in self._later_cards:
            hands = self._add_later_cards(self.state.hands, self._seen_cards)
            self.state = self.state._replace(hands=hands)

    def _add_seen_card(self, event: Event, card: Card) -> None:
        self._seen_cards[card] += 1
        if self._seen_cards[card] > self._view_chance.pack[card]:
            values = {"type": event.type}
            rule = self.game.event_rule_reference(event)
            raise GameError(Message("event-impossible", values, rule))

    def _add_later_cards(
        self, hands: tuple[Hand, ...], seen_cards: Counter[Card]
    ) -> tuple[Hand, ...]:
        """Return the hands with the cards that their seats play before they draw again."""
        later_cards, pack = self._later_cards.get(self._event_number, {}), self._view_chance.pack
        filled_hands = list(hands)
        for seat, cards in later_cards.items():
            if not 0 <= seat < len(hands):
                continue
            for card, count in (Counter(cards) - Counter(hands[seat].cards)).items():
                for _ in range(
                    min(count, filled_hands[seat].unknown, pack[card] - seen_cards[card])
                ):
                    seen_cards[card] += 1
                    hand = filled_hands[seat]
                    filled_hands[seat] = Hand((*hand.cards, card), hand.unknown - 1)
        return tuple(filled_hands)

    def _check_view_event(self, event: Event) -> None:
        own_seat, chance = self._own_seat, self._view_chance
        if own_seat is None:
            return  # a spectator may have been allowed to see a seat's cards
        view_event = event
        if isinstance(event, CardsDealt):
            assert chance.completed_deal is not None
            view_event = self.game.tell(
                chance.completed_deal, self.game.fold(self.state, chance.completed_deal), own_seat
            )
        elif isinstance(event, CardsDrawn):
            full_draw = replace(event, cards=Hand(tuple(chance.pack)[: event.cards.size]))
            redacted_draw = self.game.tell(full_draw, self.state, own_seat)
            assert isinstance(redacted_draw, CardsDrawn)
            view_event = (
                event
                if bool(redacted_draw.cards.unknown) == bool(event.cards.unknown)
                else redacted_draw
            )
        if view_event != event:
            raise GameError(Message("event-not-told", {"type": event.type}))


def _matches_due_event(view_event: Event, due: Event) -> bool:
    """Return True if an event is the due one; of drawn cards only the number is known."""
    if isinstance(view_event, CardsDrawn) and isinstance(due, CardsDrawn):
        return view_event.seat == due.seat and view_event.cards.size == due.cards.size
    return view_event == due


def _list_arrangements(count: int) -> Iterator[tuple[int, int]]:
    return ((first, last) for last in range(4) for first in range(count))


def _arrange_cards(cards: list[Any], arrangement: tuple[int, int] | None) -> list[Any]:
    if arrangement is None:
        return cards
    first, last = arrangement
    first_card = cards[first : first + 1]
    rest = cards[:first] + cards[first + 1 :]
    return [*first_card, *sorted(rest, key=lambda card: card.suit == last)]


def _complete_deal(deal: CardsDealt, unseen: list[Card]) -> CardsDealt:
    """Return the deal with unknown cards replaced by hidden ones, the leader's hand first."""
    remaining_cards = iter(unseen)

    def complete_hand(hand: Hand) -> Hand:
        added_cards = tuple(
            card for _, card in zip(range(hand.unknown), remaining_cards, strict=False)
        )
        if len(added_cards) < hand.unknown:
            raise UnexpectedChanceError
        return Hand(hand.cards + added_cards)

    hands = list(deal.hands)
    for seat in sorted(range(len(hands)), key=lambda seat: seat != deal.leader):
        hands[seat] = complete_hand(hands[seat])
    stocks: dict[str, Any] = {
        one.name: complete_hand(value)
        for one in fields(deal)
        if isinstance(value := getattr(deal, one.name), Hand)
    }
    return replace(deal, hands=tuple(hands), **stocks)
