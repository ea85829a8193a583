"""Table manners: people may err as at a real table, and the documented penalty follows.

Rules 7 to 10 of ``damn.md``: bids before turn and changed, exposed cards, revokes and their
correction, void deals. Computer players and ``legal`` still go by the strict rules; commands that
break them are allowed here.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from greenbaize.cards import Card
from greenbaize.games.exact_bid.commands import Bid, Correct, Show
from greenbaize.games.exact_bid.events import (
    BidMade,
    CardCorrected,
    CardExposed,
    CardTakenBack,
    DealVoided,
    RevokeNamed,
    TrumpDealt,
)
from greenbaize.games.exact_bid.play import ExactBidGame, hooked_bid
from greenbaize.games.exact_bid.state import BidState, Manners, unblemished
from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command, Play, Ready
from greenbaize.rules.events import CardPlayed, Event, TrickTaken
from greenbaize.rules.game import Offer, Question
from greenbaize.rules.hands import Hand, begun, following, put
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings
from greenbaize.rules.pictures import Flag, News, Picture

PENALTY: Final = -10
"""Points for a revoke that makes a deal void (``damn.md 10``)."""
_GUIDANCE: Final = {Correct.type: Message("correct-next"), Ready.type: Message("ready-next")}
"""Guidance for offers of these kinds."""


def exposed(view: BidState, seat: int) -> tuple[Card, ...]:
    """Return the cards that lie face up before a seat (``damn.md 8``).

    One that was played and taken back lies there again: taking back restores the previous state.
    """
    if view.manners is None:
        return ()
    shown = view.manners.shown[seat]
    return tuple([card for card in view.hands[seat].cards if card in shown])


def revoked(view: BidState) -> tuple[tuple[int, Card], ...]:
    """Return the revokes in the trick on the table, for hands known to the view (``damn.md 9``)."""
    if not view.play.trick:
        return ()
    led = view.play.trick[0].suit
    found = []
    for place, card in enumerate(view.play.trick):
        seat = (view.play.lead + place) % view.seats
        if card.suit is not led and any(held.suit is led for held in view.hands[seat].cards):
            found.append((seat, card))
    return tuple(found)


class TableManners(ExactBidGame):
    """Exact-bid game with the option *enforcement*; its value ``table`` lets people err."""

    events: ClassVar[tuple[type[Event], ...]] = (
        *ExactBidGame.events,
        CardExposed,
        CardCorrected,
        CardTakenBack,
        RevokeNamed,
        DealVoided,
    )
    commands: ClassVar[tuple[type[Command], ...]] = (
        *ExactBidGame.commands,
        Show,
        Correct,
        Ready,
    )

    def start(self, seats: int, options: Settings, **fresh: Any) -> BidState:
        minded = options.word("enforcement") == "table"
        manners = unblemished(seats) if minded else None
        return super().start(seats, options, manners=manners, **fresh)

    def open(self, view: BidState) -> bool:
        """Return whether a complete trick can still be corrected (``damn.md 9``)."""
        manners = view.manners
        if manners is None or not view.play.whole:
            return False
        return not manners.due and not manners.named

    def close(self, state: BidState) -> Event | None:
        """Return the open trick's taker, or the first uncorrected revoke (``damn.md`` 9, 10)."""
        if not self.open(state):
            return None
        offences = revoked(state)
        return RevokeNamed(*offences[0]) if offences else TrickTaken(state.winner)

    # Legal commands

    def refusal(self, view: BidState, command: Command) -> Message | None:
        """Return why a command is refused, None if it is allowed, rightly or as a mistake."""
        if view.manners is None or view.end is not None:
            return super().refusal(view, command)
        if not 0 <= command.seat < view.seats:
            return Message("no-seat", {"number": command.seat})
        if view.turn is None and not self.open(view):
            return Message("nobody-acts")
        match command:
            case Bid():
                return self._anyones_bid_refusal(view, view.manners, command)
            case Play() | Show():
                return self._card_refusal(view, command)
            case Correct():
                return self._correct_refusal(view, command)
            case Ready():
                return None if self.open(view) else Message("not-open", rule=self.rules["ready"])
        return Message("not-in-this-game", {"type": command.type})

    def _anyones_bid_refusal(self, view: BidState, manners: Manners, bid: Bid) -> Message | None:
        rule, own = self.rules["change"], view.bids[bid.seat]
        if view.play.trick or view.play.taken:
            return Message("bids-done", rule=rule)
        if not 0 <= bid.tricks <= view.cards:
            return Message("bid-range", {"high": view.cards}, self.rules["bid"])
        if own is not None:
            if manners.last_bid != bid.seat:
                return Message("bid-stands", rule=rule)
            if own == bid.tricks:
                return Message("bid-same", {"count": own}, rule)
        others = put(view.bids, bid.seat, None)
        if view.options.flag("hook") and bid.tricks == hooked_bid(others, view.cards):
            values = {"bid": bid.tricks, "count": view.cards}
            return Message("hook", values, self.rules["hook"] if own is None else rule)
        return None

    def _card_refusal(self, view: BidState, command: Play | Show) -> Message | None:
        seat, card = command.seat, command.card
        if view.bidding:
            return Message("bid-first", rule=self.rules["bid"])
        if not _may_hold(view, seat, card):
            return Message("not-held", {"card": card}, self.rules["play"])
        if isinstance(command, Play) and seat == view.turn:
            owed = self._owed(view, seat)
            return self._exposed_first(owed) if owed and card not in owed else None
        if card in exposed(view, seat):
            return Message("lies-exposed", {"card": card}, self.rules["exposed"])
        return None

    def _correct_refusal(self, view: BidState, correct: Correct) -> Message | None:
        seat, card, rule = correct.seat, correct.card, self.rules["corrected"]
        if seat not in dict(revoked(view)):
            return Message("nothing-to-correct", rule=rule)
        if not _may_hold(view, seat, card):
            return Message("not-held", {"card": card}, self.rules["play"])
        led = view.play.trick[0].suit
        assert led is not None
        if card.suit is not led:
            return Message("correct-suit", {"suit": led}, rule)
        owed = tuple([one for one in exposed(view, seat) if one.suit is led])
        if owed and card not in owed:
            return self._exposed_first(owed)
        return None

    def _exposed_first(self, owed: tuple[Card, ...]) -> Message:
        """Return the message that one of these exposed cards must be played first."""
        return Message("exposed-first", {"cards": tuple(sorted(owed))}, self.rules["exposed"])

    def _owed(self, view: BidState, seat: int) -> tuple[Card, ...]:
        """Return the exposed cards one of which the seat to play must play (``damn.md 8``)."""
        hand, led = view.hands[seat], self._led(view)
        right = following(hand.cards, led)
        if led is not None and hand.unknown and not any(card.suit is led.suit for card in right):
            return ()  # Among the unseen cards may be some of the suit.
        return tuple([card for card in exposed(view, seat) if card in right])

    def _led(self, view: BidState) -> Card | None:
        return view.play.trick[0] if view.play.trick and not self.open(view) else None

    def breach(self, view: BidState, command: Command) -> Message | None:
        if view.manners is None:
            return None
        if isinstance(command, Show):
            return Message("exposes", {"card": command.card}, self.rules["exposed"])
        if isinstance(command, Bid):
            early = command.seat != view.turn and view.bids[command.seat] is None
            return Message("bid-early", rule=self.rules["change"]) if early else None
        if not isinstance(command, Play):
            return None
        if command.seat != view.turn:
            return Message("out-of-turn", {"card": command.card}, self.rules["exposed"])
        led = self._led(view)
        right = following(view.hands[command.seat].cards, led)
        if led is None or led.suit is None or command.card in right:
            return None
        # A hand that the view does not see may hold no card of the suit.
        able = any(card.suit is led.suit for card in right)
        return (
            Message("would-revoke", {"suit": led.suit}, self.rules["corrected"]) if able else None
        )

    def statements(self, state: BidState, command: Command) -> tuple[Event, ...]:
        match command:
            case Ready():
                return ()
            case Play(seat, card) if state.manners is not None and seat != state.turn:
                return (CardExposed(seat, card),)
        stated = super().statements(state, command)
        closing = self.close(state) if isinstance(command, Play) else None
        if closing is None:
            return stated
        # If the lead closes a trick with a revoke, the card led is not recorded.
        return (closing,) if isinstance(closing, RevokeNamed) else (closing, *stated)

    def playable(self, view: BidState, seat: int, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        if view.manners is None:
            return super().playable(view, seat, hand)
        return self._owed(view, seat) or following(hand, self._led(view))

    def question(self, view: BidState, seat: int) -> Question | None:
        """Return the seat's question; its lead closes the trick that lies open."""
        question = super().question(view, seat)
        if question is None or not self.open(view):
            return question
        return replace(question, guidance=Message("lead-next"))

    def offers(self, view: BidState, seat: int) -> tuple[Question, ...]:
        """Return offers of early or changed bids, exposed cards, corrections and *ready*."""
        if view.manners is None or (view.turn is None and not self.open(view)):
            return ()
        cards = view.hands[seat].cards
        asked = view.bidding and seat == view.turn
        bids = [] if asked else [Bid(seat, tricks) for tricks in range(view.cards + 1)]
        plays = [Play(seat, card) for card in cards] if seat != view.turn else []
        shows = [Show(seat, card) for card in cards]
        corrections = [Correct(seat, card) for card in cards]
        bid = Message("offer-bid" if view.bids[seat] is None else "offer-bid-change")
        some = (
            self._offer(view, bids, bid, Offer.BUTTON),
            self._offer(view, plays, Message("ask-card"), Offer.HAND),
            self._offer(view, shows, Message("offer-show"), Offer.CARD),
            self._offer(view, corrections, Message("offer-correct"), Offer.BUTTON),
            self._offer(view, [Ready(seat)], Message("offer-ready"), Offer.BUTTON),
        )
        return tuple(offer for offer in some if offer is not None)

    def _offer(
        self, view: BidState, commands: Sequence[Command], words: Message, offer: Offer
    ) -> Question | None:
        answers = self.answers(view, commands)
        if all(answer.refusal is not None for answer in answers):
            return None
        kind, seat = commands[0].type, commands[0].seat
        mends = kind == Correct.type or (kind == Bid.type and view.bids[seat] is not None)
        guidance = _GUIDANCE.get(kind)
        notes = self._bidding_notes(view, seat) if kind == Bid.type else ()
        return Question(
            kind, seat, answers, words, offer, notes=notes, guidance=guidance, mends=mends
        )

    def news(self, event: Event, view: BidState) -> News | None:
        match event:
            case CardExposed(seat, card):
                return News(seat, Message("news-exposed", {"seat": seat, "card": card}), Flag.CARD)
            case CardTakenBack(seat, card):
                message = Message("news-taken-back", {"seat": seat, "card": card})
                return News(seat, message, Flag.CARD)
            case CardCorrected(seat, card):
                message = Message("news-corrected", {"seat": seat, "card": card})
                return News(seat, message, Flag.CARD, brief=True)
            case RevokeNamed(seat, card):
                return News(seat, Message("news-revoke", {"seat": seat, "card": card}), Flag.FAULT)
            case DealVoided(_, penalties):
                payer = penalties.index(min(penalties))
                return News(payer, Message("news-void"), Flag.FAULT, anew=True)
        return super().news(event, view)

    # Deals and tricks

    def derive(self, state: BidState, chance: Chance) -> Event | None:
        manners = state.manners
        if manners is None:
            return super().derive(state, chance)
        if manners.due:
            return manners.due[0]
        if manners.named:
            return _next_of_void(state, manners)
        if manners.again:
            assert state.dealer is not None
            attempt = sum(void.deal == state.deal for void in manners.voids)
            return self.dealing(state, state.deal, state.dealer, chance, attempt)
        return None if self.open(state) else super().derive(state, chance)

    def fold(self, state: BidState, event: Event) -> BidState:
        manners = state.manners
        if manners is None:
            return super().fold(state, event)
        match event:
            case CardPlayed():
                return _settled(super().fold(state, event))
            case BidMade():
                return _fold_bid(super().fold(state, event), manners, event)
            case TrumpDealt():
                face_up = tuple(not hand.unknown for hand in event.hands)
                fresh = unblemished(state.seats, face_up, manners.voids)
                return super().fold(state, event)._replace(manners=fresh)
            case CardExposed():
                return _fold_exposed(state, manners, event)
            case CardCorrected():
                return _fold_corrected(state, manners, event)
            case CardTakenBack():
                hands = _with_card(state.hands, event.seat, event.card)
                manners = replace(manners, returned=(*manners.returned, event.card))
                return _stated_due(replace(state, hands=hands), manners)
            case RevokeNamed():
                named = (*manners.named, event)
                return replace(state, turn=None, manners=replace(manners, named=named))
            case DealVoided():
                return _fold_void(state, manners, event)
        return super().fold(state, event)

    def possible(self, view: BidState) -> tuple[Event, ...]:
        """Return possible revokes in a complete trick, by hands that the view does not see.

        They are named in the order played (``damn.md 10``), and none is skipped that the view knows
        of.
        """
        manners, play = view.manners, view.play
        if manners is None or manners.due or not play.whole:
            return ()
        found: list[Event] = []
        known = dict(revoked(view))
        for place in range(_places_named(view, manners), view.seats):
            seat, card = (play.lead + place) % view.seats, play.trick[place]
            if seat in known:
                break
            if card.suit is not play.trick[0].suit and view.hands[seat].unknown:
                found.append(RevokeNamed(seat, card))
        return tuple(found)

    def seen_hands(self, view: BidState, seat: int) -> tuple[Hand, ...]:
        """Return the hands as a seat knows them: what lay on the table once is known to all."""
        if view.manners is None:
            return super().seen_hands(view, seat)
        manners, hands = view.manners, []
        for owner, hand in enumerate(view.hands):
            seen = {*manners.shown[owner], *manners.returned}
            known = tuple([card for card in hand.cards if owner == seat or card in seen])
            hands.append(Hand(known, hand.size - len(known)))
        return tuple(hands)

    # Sentences and pictures

    def meaning(self, view: BidState, command: Command) -> tuple[Message, ...]:
        match command:
            case Correct(seat, card):
                wrong = dict(revoked(view))[seat]
                values = {"card": card, "wrong": wrong}
                return (Message("corrects", values, self.rules["corrected"]),)
            case Ready():
                return (Message("ready", rule=self.rules["ready"]),)
            case Show(seat, card) | Play(seat, card) if (
                isinstance(command, Show) or seat != view.turn
            ):
                return (Message("exposes", {"card": card}, self.rules["exposed"]),)
        then = super().fold(view, TrickTaken(view.winner)) if self.open(view) else view
        return super().meaning(then, command)

    def make_picture(self, view: BidState) -> Picture:
        """Return the picture; a card taken back is known to all, but back in the hand."""
        picture = super().make_picture(view)
        manners = view.manners
        if manners is None:
            return picture
        lying = tuple(exposed(view, seat) for seat in range(view.seats))
        hands = tuple(
            hand if face_up else Hand(cards, hand.size - len(cards))
            for hand, cards, face_up in zip(view.hands, lying, manners.open_hands, strict=True)
        )
        return picture._replace(hands=hands, exposed=lying)


def _may_hold(view: BidState, seat: int, card: Card) -> bool:
    hand = view.hands[seat]
    return card in hand.cards or hand.unknown > 0


def _places_named(view: BidState, manners: Manners) -> int:
    """Return the number of cards of the open trick up to the last named revoke."""
    if not manners.named:
        return 0
    return (manners.named[-1].seat - view.play.lead) % view.seats + 1


def _next_of_void(state: BidState, manners: Manners) -> Event:
    """Return the next revoke to be named, in the order played, or the void that ends them."""
    named = _places_named(state, manners)
    for seat, card in revoked(state):
        if (seat - state.play.lead) % state.seats >= named:
            return RevokeNamed(seat, card)
    offenders = {one.seat for one in manners.named}
    penalties = tuple(PENALTY if seat in offenders else 0 for seat in range(state.seats))
    return DealVoided(state.deal, penalties)


def _settled(state: BidState) -> BidState:
    """Return the state with the next seat to play, or the taker of the open trick."""
    if not state.play.whole:
        return replace(state, turn=state.play.next)
    winner = state.winner
    return replace(state, turn=winner if state.hands[winner].size else None)


def _stated_due(state: BidState, manners: Manners) -> BidState:
    """Return the state after one of a correction's pending events."""
    due = manners.due[1:]
    after = replace(state, manners=replace(manners, due=due))
    return after if due else _settled(after)


def _with_card(hands: tuple[Hand, ...], seat: int, card: Card) -> tuple[Hand, ...]:
    return put(hands, seat, hands[seat].joined(Hand((card,))))


def _without_card(hands: tuple[Hand, ...], seat: int, card: Card) -> tuple[Hand, ...]:
    return put(hands, seat, hands[seat].without(card))


def _fold_bid(after: BidState, manners: Manners, event: BidMade) -> BidState:
    # Bidding skips seats that have bid, so the first one still missing is next.
    order = [(after.play.lead + place) % after.seats for place in range(after.seats)]
    turn = next((seat for seat in order if after.bids[seat] is None), after.play.lead)
    return replace(after, turn=turn, manners=replace(manners, last_bid=event.seat))


def _fold_exposed(state: BidState, manners: Manners, event: CardExposed) -> BidState:
    seat, card = event.seat, event.card
    hands = state.hands
    if card not in hands[seat].cards:
        hands = _with_card(_without_card(hands, seat, card), seat, card)
    shown = manners.shown
    if card not in shown[seat]:
        shown = put(shown, seat, (*shown[seat], card))
    after = replace(state, hands=hands)
    manners = replace(manners, shown=shown)
    if manners.due:
        return _stated_due(after, manners)
    return replace(after, manners=manners)


def _fold_corrected(state: BidState, manners: Manners, event: CardCorrected) -> BidState:
    seats, seat, play = state.seats, event.seat, state.play
    place = (seat - play.lead) % seats
    wrong = play.trick[place]
    later = [
        CardTakenBack((play.lead + at) % seats, play.trick[at])
        for at in range(place + 1, len(play.trick))
    ]
    hands = _with_card(_without_card(state.hands, seat, event.card), seat, wrong)
    return replace(
        state,
        hands=hands,
        play=replace(play, trick=(*play.trick[:place], event.card)),
        turn=None,
        manners=replace(manners, due=(CardExposed(seat, wrong), *later)),
    )


def _fold_void(state: BidState, manners: Manners, event: DealVoided) -> BidState:
    seats = state.seats
    return replace(
        state,
        hands=(Hand(()),) * seats,
        bids=(None,) * seats,
        turn=None,
        play=begun(seats),
        totals=tuple(map(sum, zip(state.totals, event.penalties, strict=True))),
        manners=unblemished(seats, voids=(*manners.voids, event), again=True),
    )
