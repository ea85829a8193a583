"""Table manners: people may err as at a real table, and the documented penalty follows.

Rules 7 to 10 of ``damn.md``: bids before turn and changed, exposed cards, revokes and their
correction, void deals. Computer players and ``legal`` still go by the strict rules; commands that
break them are allowed here.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from greenbaize.cards import Card
from greenbaize.games.exact_bid.commands import BidCommand, CorrectRevokeCommand, ShowCardCommand
from greenbaize.games.exact_bid.events import (
    BidMade,
    CardCorrected,
    CardExposed,
    CardTakenBack,
    DealVoided,
    RevokeNamed,
    TrumpDealt,
)
from greenbaize.games.exact_bid.play import ExactBidGame, forbidden_bid
from greenbaize.games.exact_bid.state import BidState, TableMannersState, initial_manners
from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command, PlayCommand, ReadyCommand
from greenbaize.rules.events import CardPlayed, Event, TrickTaken
from greenbaize.rules.game import OfferLocation, Question
from greenbaize.rules.hands import Hand, start_trick_play, suit_following_cards, with_item_at
from greenbaize.rules.messages import Message
from greenbaize.rules.options import OptionValues
from greenbaize.rules.table_snapshot import EventNotice, NoticeFlag, TableSnapshot

REVOKE_PENALTY: Final = -10
"""Points for a revoke that makes a deal void (``damn.md 10``)."""
_GUIDANCE: Final = {
    CorrectRevokeCommand.type: Message("correct-next"),
    ReadyCommand.type: Message("ready-next"),
}
"""Guidance for offers of these kinds."""


def exposed_cards(view: BidState, seat: int) -> tuple[Card, ...]:
    """Return the cards that lie face up before a seat (``damn.md 8``).

    One that was played and taken back lies there again: taking back restores the previous state.
    """
    if view.manners is None:
        return ()
    shown_cards = view.manners.shown_cards[seat]
    return tuple([card for card in view.hands[seat].cards if card in shown_cards])


def revokes_in_trick(view: BidState) -> tuple[tuple[int, Card], ...]:
    """Return the revokes in the trick on the table, for hands known to the view (``damn.md 9``)."""
    if not view.play.trick:
        return ()
    led_suit = view.play.trick[0].suit
    revokes = []
    for index, card in enumerate(view.play.trick):
        seat = (view.play.leader + index) % view.seats
        if card.suit is not led_suit and any(
            held_card.suit is led_suit for held_card in view.hands[seat].cards
        ):
            revokes.append((seat, card))
    return tuple(revokes)


class TableMannersGame(ExactBidGame):
    """Exact-bid game with the option *enforcement*; its value ``table`` lets people err."""

    event_classes: ClassVar[tuple[type[Event], ...]] = (
        *ExactBidGame.event_classes,
        CardExposed,
        CardCorrected,
        CardTakenBack,
        RevokeNamed,
        DealVoided,
    )
    command_classes: ClassVar[tuple[type[Command], ...]] = (
        *ExactBidGame.command_classes,
        ShowCardCommand,
        CorrectRevokeCommand,
        ReadyCommand,
    )

    def initial_state(self, seats: int, options: OptionValues, **game_fields: Any) -> BidState:
        has_manners = options.get_word("enforcement") == "table"
        manners = initial_manners(seats) if has_manners else None
        return super().initial_state(seats, options, manners=manners, **game_fields)

    def is_open(self, view: BidState) -> bool:
        """Return whether a complete trick can still be corrected (``damn.md 9``)."""
        manners = view.manners
        if manners is None or not view.play.is_trick_complete:
            return False
        return not manners.pending_events and not manners.named_revokes

    def close(self, state: BidState) -> Event | None:
        """Return the open trick's taker, or the first uncorrected revoke (``damn.md`` 9, 10)."""
        if not self.is_open(state):
            return None
        offences = revokes_in_trick(state)
        return RevokeNamed(*offences[0]) if offences else TrickTaken(state.taker)

    # Legal commands

    def refusal(self, view: BidState, command: Command) -> Message | None:
        """Return why a command is refused, None if it is allowed, rightly or as a mistake."""
        if view.manners is None or view.end is not None:
            return super().refusal(view, command)
        if not 0 <= command.seat < view.seats:
            return Message("no-seat", {"number": command.seat})
        if view.turn is None and not self.is_open(view):
            return Message("nobody-acts")
        match command:
            case BidCommand():
                return self._bid_refusal(view, view.manners, command)
            case PlayCommand() | ShowCardCommand():
                return self._card_refusal(view, command)
            case CorrectRevokeCommand():
                return self._correct_refusal(view, command)
            case ReadyCommand():
                return (
                    None
                    if self.is_open(view)
                    else Message("not-open", rule=self.rule_references["ready"])
                )
        return Message("not-in-this-game", {"type": command.type})

    def _bid_refusal(
        self, view: BidState, manners: TableMannersState, bid: BidCommand
    ) -> Message | None:
        rule, own_bid = self.rule_references["change"], view.bids[bid.seat]
        if view.play.trick or view.play.taken_tricks:
            return Message("bids-done", rule=rule)
        if not 0 <= bid.tricks <= view.cards:
            return Message("bid-range", {"high": view.cards}, self.rule_references["bid"])
        if own_bid is not None:
            if manners.last_bid != bid.seat:
                return Message("bid-stands", rule=rule)
            if own_bid == bid.tricks:
                return Message("bid-same", {"count": own_bid}, rule)
        other_bids = with_item_at(view.bids, bid.seat, None)
        if view.options.get_flag("hook") and bid.tricks == forbidden_bid(other_bids, view.cards):
            values = {"bid": bid.tricks, "count": view.cards}
            return Message(
                "hook", values, self.rule_references["hook"] if own_bid is None else rule
            )
        return None

    def _card_refusal(
        self, view: BidState, command: PlayCommand | ShowCardCommand
    ) -> Message | None:
        seat, card = command.seat, command.card
        if view.is_bidding:
            return Message("bid-first", rule=self.rule_references["bid"])
        if not _may_hold(view, seat, card):
            return Message("not-held", {"card": card}, self.rule_references["play"])
        if isinstance(command, PlayCommand) and seat == view.turn:
            owed_cards = self._owed_cards(view, seat)
            return (
                self._exposed_first_message(owed_cards)
                if owed_cards and card not in owed_cards
                else None
            )
        if card in exposed_cards(view, seat):
            return Message("lies-exposed", {"card": card}, self.rule_references["exposed"])
        return None

    def _correct_refusal(self, view: BidState, correct: CorrectRevokeCommand) -> Message | None:
        seat, card, rule = correct.seat, correct.card, self.rule_references["corrected"]
        if seat not in dict(revokes_in_trick(view)):
            return Message("nothing-to-correct", rule=rule)
        if not _may_hold(view, seat, card):
            return Message("not-held", {"card": card}, self.rule_references["play"])
        led_suit = view.play.trick[0].suit
        assert led_suit is not None
        if card.suit is not led_suit:
            return Message("correct-suit", {"suit": led_suit}, rule)
        owed_cards = tuple(
            [
                exposed_card
                for exposed_card in exposed_cards(view, seat)
                if exposed_card.suit is led_suit
            ]
        )
        if owed_cards and card not in owed_cards:
            return self._exposed_first_message(owed_cards)
        return None

    def _exposed_first_message(self, owed_cards: tuple[Card, ...]) -> Message:
        """Return the message that one of these exposed cards must be played first."""
        return Message(
            "exposed-first",
            {"cards": tuple(sorted(owed_cards))},
            self.rule_references["exposed"],
        )

    def _owed_cards(self, view: BidState, seat: int) -> tuple[Card, ...]:
        """Return the exposed cards one of which the seat to play must play (``damn.md 8``)."""
        hand, led_card = view.hands[seat], self._led_card(view)
        playable = suit_following_cards(hand.cards, led_card)
        if (
            led_card is not None
            and hand.unknown
            and not any(card.suit is led_card.suit for card in playable)
        ):
            return ()  # Among the unseen cards may be some of the suit.
        return tuple([card for card in exposed_cards(view, seat) if card in playable])

    def _led_card(self, view: BidState) -> Card | None:
        return view.play.trick[0] if view.play.trick and not self.is_open(view) else None

    def breach(self, view: BidState, command: Command) -> Message | None:
        if view.manners is None:
            return None
        if isinstance(command, ShowCardCommand):
            return Message("exposes", {"card": command.card}, self.rule_references["exposed"])
        if isinstance(command, BidCommand):
            is_early = command.seat != view.turn and view.bids[command.seat] is None
            return Message("bid-early", rule=self.rule_references["change"]) if is_early else None
        if not isinstance(command, PlayCommand):
            return None
        if command.seat != view.turn:
            return Message("out-of-turn", {"card": command.card}, self.rule_references["exposed"])
        led_card = self._led_card(view)
        playable = suit_following_cards(view.hands[command.seat].cards, led_card)
        if led_card is None or led_card.suit is None or command.card in playable:
            return None
        # A hand that the view does not see may hold no card of the suit.
        can_follow = any(card.suit is led_card.suit for card in playable)
        return (
            Message("would-revoke", {"suit": led_card.suit}, self.rule_references["corrected"])
            if can_follow
            else None
        )

    def command_events(self, state: BidState, command: Command) -> tuple[Event, ...]:
        match command:
            case ReadyCommand():
                return ()
            case PlayCommand(seat, card) if state.manners is not None and seat != state.turn:
                return (CardExposed(seat, card),)
        events = super().command_events(state, command)
        closing = self.close(state) if isinstance(command, PlayCommand) else None
        if closing is None:
            return events
        # If the lead closes a trick with a revoke, the card led is not recorded.
        return (closing,) if isinstance(closing, RevokeNamed) else (closing, *events)

    def playable_cards(self, view: BidState, seat: int, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        if view.manners is None:
            return super().playable_cards(view, seat, hand)
        return self._owed_cards(view, seat) or suit_following_cards(hand, self._led_card(view))

    def question(self, view: BidState, seat: int) -> Question | None:
        """Return the seat's question; its lead closes the trick that lies open."""
        question = super().question(view, seat)
        if question is None or not self.is_open(view):
            return question
        return replace(question, guidance=Message("lead-next"))

    def offers(self, view: BidState, seat: int) -> tuple[Question, ...]:
        """Return offers of early or changed bids, exposed cards, corrections and *ready*."""
        if view.manners is None or (view.turn is None and not self.is_open(view)):
            return ()
        cards = view.hands[seat].cards
        is_asked = view.is_bidding and seat == view.turn
        bids = [] if is_asked else [BidCommand(seat, tricks) for tricks in view.possible_bids]
        plays = [PlayCommand(seat, card) for card in cards] if seat != view.turn else []
        shows = [ShowCardCommand(seat, card) for card in cards]
        corrections = [CorrectRevokeCommand(seat, card) for card in cards]
        bid = Message("offer-bid" if view.bids[seat] is None else "offer-bid-change")
        offers = (
            self._make_offer(view, bids, bid, OfferLocation.BUTTON),
            self._make_offer(view, plays, Message("ask-card"), OfferLocation.HAND),
            self._make_offer(view, shows, Message("offer-show"), OfferLocation.CARD),
            self._make_offer(view, corrections, Message("offer-correct"), OfferLocation.BUTTON),
            self._make_offer(
                view, [ReadyCommand(seat)], Message("offer-ready"), OfferLocation.BUTTON
            ),
        )
        return tuple(offer for offer in offers if offer is not None)

    def _make_offer(
        self, view: BidState, commands: Sequence[Command], sentence: Message, offer: OfferLocation
    ) -> Question | None:
        answers = self.answers(view, commands)
        if all(answer.refusal is not None for answer in answers):
            return None
        kind, seat = commands[0].type, commands[0].seat
        mends = kind == CorrectRevokeCommand.type or (
            kind == BidCommand.type and view.bids[seat] is not None
        )
        guidance = _GUIDANCE.get(kind)
        notes = self._bidding_notes(view, seat) if kind == BidCommand.type else ()
        return Question(
            kind,
            seat,
            answers,
            sentence,
            offer,
            notes=notes,
            guidance=guidance,
            is_correction=mends,
        )

    def event_notice(self, event: Event, view: BidState) -> EventNotice | None:
        match event:
            case CardExposed(seat, card):
                return EventNotice(
                    seat, Message("news-exposed", {"seat": seat, "card": card}), NoticeFlag.CARD
                )
            case CardTakenBack(seat, card):
                message = Message("news-taken-back", {"seat": seat, "card": card})
                return EventNotice(seat, message, NoticeFlag.CARD)
            case CardCorrected(seat, card):
                message = Message("news-corrected", {"seat": seat, "card": card})
                return EventNotice(seat, message, NoticeFlag.CARD, is_brief=True)
            case RevokeNamed(seat, card):
                return EventNotice(
                    seat, Message("news-revoke", {"seat": seat, "card": card}), NoticeFlag.FAULT
                )
            case DealVoided(_, penalties):
                payer = penalties.index(min(penalties))
                return EventNotice(payer, Message("news-void"), NoticeFlag.FAULT, resets_table=True)
        return super().event_notice(event, view)

    # Deals and tricks

    def derive(self, state: BidState, chance: Chance) -> Event | None:
        manners = state.manners
        if manners is None:
            return super().derive(state, chance)
        if manners.pending_events:
            return manners.pending_events[0]
        if manners.named_revokes:
            return _next_void_event(state, manners)
        if manners.must_redeal:
            assert state.dealer is not None
            attempt = sum(void.deal == state.deal for void in manners.voids)
            return self.make_deal_event(state, state.deal, state.dealer, chance, attempt)
        return None if self.is_open(state) else super().derive(state, chance)

    def fold(self, state: BidState, event: Event) -> BidState:
        manners = state.manners
        if manners is None:
            return super().fold(state, event)
        match event:
            case CardPlayed():
                return _with_next_turn(super().fold(state, event))
            case BidMade():
                return _fold_bid(super().fold(state, event), manners, event)
            case TrumpDealt():
                face_up = tuple(not hand.unknown for hand in event.hands)
                new_manners = initial_manners(state.seats, face_up, manners.voids)
                return super().fold(state, event)._replace(manners=new_manners)
            case CardExposed():
                return _fold_exposed(state, manners, event)
            case CardCorrected():
                return _fold_corrected(state, manners, event)
            case CardTakenBack():
                hands = _with_card(state.hands, event.seat, event.card)
                manners = replace(manners, returned_cards=(*manners.returned_cards, event.card))
                return _without_pending_event(replace(state, hands=hands), manners)
            case RevokeNamed():
                revokes = (*manners.named_revokes, event)
                return replace(state, turn=None, manners=replace(manners, named_revokes=revokes))
            case DealVoided():
                return _fold_void(state, manners, event)
        return super().fold(state, event)

    def possible_events(self, view: BidState) -> tuple[Event, ...]:
        """Return possible revokes in a complete trick, by hands that the view does not see.

        They are named in the order played (``damn.md 10``), and none is skipped that the view knows
        of.
        """
        manners, play = view.manners, view.play
        if manners is None or manners.pending_events or not play.is_trick_complete:
            return ()
        revokes: list[Event] = []
        known_revokes = dict(revokes_in_trick(view))
        for index in range(_named_card_count(view, manners), view.seats):
            seat, card = (play.leader + index) % view.seats, play.trick[index]
            if seat in known_revokes:
                break
            if card.suit is not play.trick[0].suit and view.hands[seat].unknown:
                revokes.append(RevokeNamed(seat, card))
        return tuple(revokes)

    def hands_known_to(self, view: BidState, seat: int) -> tuple[Hand, ...]:
        """Return the hands as a seat knows them: what lay on the table once is known to all."""
        if view.manners is None:
            return super().hands_known_to(view, seat)
        manners, hands = view.manners, []
        for owner, hand in enumerate(view.hands):
            public_cards = {*manners.shown_cards[owner], *manners.returned_cards}
            known_cards = tuple(
                [card for card in hand.cards if owner == seat or card in public_cards]
            )
            hands.append(Hand(known_cards, hand.size - len(known_cards)))
        return tuple(hands)

    # Sentences and pictures

    def meaning(self, view: BidState, command: Command) -> tuple[Message, ...]:
        match command:
            case CorrectRevokeCommand(seat, card):
                revoke_card = dict(revokes_in_trick(view))[seat]
                values = {"card": card, "wrong": revoke_card}
                return (Message("corrects", values, self.rule_references["corrected"]),)
            case ReadyCommand():
                return (Message("ready", rule=self.rule_references["ready"]),)
            case ShowCardCommand(seat, card) | PlayCommand(seat, card) if (
                isinstance(command, ShowCardCommand) or seat != view.turn
            ):
                return (Message("exposes", {"card": card}, self.rule_references["exposed"]),)
        next_view = super().fold(view, TrickTaken(view.taker)) if self.is_open(view) else view
        return super().meaning(next_view, command)

    def make_picture(self, view: BidState) -> TableSnapshot:
        """Return the picture; a card taken back is known to all, but back in the hand."""
        picture = super().make_picture(view)
        manners = view.manners
        if manners is None:
            return picture
        exposed_by_seat = tuple(exposed_cards(view, seat) for seat in range(view.seats))
        hands = tuple(
            hand if face_up else Hand(cards, hand.size - len(cards))
            for hand, cards, face_up in zip(
                view.hands, exposed_by_seat, manners.open_hands, strict=True
            )
        )
        return picture._replace(hands=hands, exposed_cards=exposed_by_seat)


def _may_hold(view: BidState, seat: int, card: Card) -> bool:
    hand = view.hands[seat]
    return card in hand.cards or hand.unknown > 0


def _named_card_count(view: BidState, manners: TableMannersState) -> int:
    """Return the number of cards of the open trick up to the last named revoke."""
    if not manners.named_revokes:
        return 0
    return (manners.named_revokes[-1].seat - view.play.leader) % view.seats + 1


def _next_void_event(state: BidState, manners: TableMannersState) -> Event:
    """Return the next revoke to be named, in the order played, or the void that ends them."""
    named_count = _named_card_count(state, manners)
    for seat, card in revokes_in_trick(state):
        if (seat - state.play.leader) % state.seats >= named_count:
            return RevokeNamed(seat, card)
    offenders = {revoke.seat for revoke in manners.named_revokes}
    penalties = tuple(REVOKE_PENALTY if seat in offenders else 0 for seat in range(state.seats))
    return DealVoided(state.deal, penalties)


def _with_next_turn(state: BidState) -> BidState:
    """Return the state with the next seat to play, or the taker of the open trick."""
    if not state.play.is_trick_complete:
        return replace(state, turn=state.play.next_seat)
    taker = state.taker
    return replace(state, turn=taker if state.hands[taker].size else None)


def _without_pending_event(state: BidState, manners: TableMannersState) -> BidState:
    """Return the state after one of a correction's pending events."""
    pending_events = manners.pending_events[1:]
    next_state = replace(state, manners=replace(manners, pending_events=pending_events))
    return next_state if pending_events else _with_next_turn(next_state)


def _with_card(hands: tuple[Hand, ...], seat: int, card: Card) -> tuple[Hand, ...]:
    return with_item_at(hands, seat, hands[seat].with_hand(Hand((card,))))


def _without_card(hands: tuple[Hand, ...], seat: int, card: Card) -> tuple[Hand, ...]:
    return with_item_at(hands, seat, hands[seat].without_card(card))


def _fold_bid(state: BidState, manners: TableMannersState, event: BidMade) -> BidState:
    # Bidding skips seats that have bid, so the first one still missing is next.
    order = [(state.play.leader + offset) % state.seats for offset in range(state.seats)]
    turn = next((seat for seat in order if state.bids[seat] is None), state.play.leader)
    return replace(state, turn=turn, manners=replace(manners, last_bid=event.seat))


def _fold_exposed(state: BidState, manners: TableMannersState, event: CardExposed) -> BidState:
    seat, card = event.seat, event.card
    hands = state.hands
    if card not in hands[seat].cards:
        hands = _with_card(_without_card(hands, seat, card), seat, card)
    shown_cards = manners.shown_cards
    if card not in shown_cards[seat]:
        shown_cards = with_item_at(shown_cards, seat, (*shown_cards[seat], card))
    next_state = replace(state, hands=hands)
    manners = replace(manners, shown_cards=shown_cards)
    if manners.pending_events:
        return _without_pending_event(next_state, manners)
    return replace(next_state, manners=manners)


def _fold_corrected(state: BidState, manners: TableMannersState, event: CardCorrected) -> BidState:
    seats, seat, play = state.seats, event.seat, state.play
    index = (seat - play.leader) % seats
    revoke_card = play.trick[index]
    returned = [
        CardTakenBack((play.leader + later_index) % seats, play.trick[later_index])
        for later_index in range(index + 1, len(play.trick))
    ]
    hands = _with_card(_without_card(state.hands, seat, event.card), seat, revoke_card)
    return replace(
        state,
        hands=hands,
        play=replace(play, trick=(*play.trick[:index], event.card)),
        turn=None,
        manners=replace(manners, pending_events=(CardExposed(seat, revoke_card), *returned)),
    )


def _fold_void(state: BidState, manners: TableMannersState, event: DealVoided) -> BidState:
    seats = state.seats
    return replace(
        state,
        hands=(Hand(()),) * seats,
        bids=(None,) * seats,
        turn=None,
        play=start_trick_play(seats),
        totals=tuple(map(sum, zip(state.totals, event.penalties, strict=True))),
        manners=initial_manners(seats, voids=(*manners.voids, event), must_redeal=True),
    )
