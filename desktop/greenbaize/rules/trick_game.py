"""Base of trick games: following suit, taking tricks, scores, pictures and explanations.

A partnership game with the usual duty to follow suit implements only ``deal_points``. Other rules
override ``playable_cards`` and ``play_refusal`` (cards that may be played), ``card_effect`` (what a
card does), ``phase`` and ``choices`` (other questions); ``rule_references`` names their rules.
"""

from abc import abstractmethod
from collections import Counter
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from greenbaize.cards import Card, Suit
from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.events import CardPlayed, Dealt, Ended, Event, LotDrawn, Scored, TrickTaken
from greenbaize.rules.game import Counts, Game, State
from greenbaize.rules.hands import (
    Hand,
    Trick,
    TrickPlay,
    beats,
    begun,
    dealt,
    following,
    none_left,
    own_only,
    played_by,
    put,
    shown_void,
    spelled,
    winning,
)
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Option, Settings
from greenbaize.rules.pictures import Picture, Plate, Sign
from greenbaize.rules.places import leading


class TrickState(State, kw_only=True):
    """The state of a trick game; ``play`` holds the deal's tricks."""

    play: TrickPlay


S = TypeVar("S", bound=TrickState)


class TrickGame(Game[S]):
    """A trick game; with ``TrickState`` as its state it needs only ``deal_points``."""

    counts = Counts.POINTS
    deals_anew = True
    options: ClassVar[tuple[Option, ...]] = ()
    events: ClassVar[tuple[type[Event], ...]] = (
        LotDrawn,
        Dealt,
        CardPlayed,
        TrickTaken,
        Scored,
        Ended,
    )
    state: type[Any] = TrickState
    """``TrickState`` or a subclass whose own fields have defaults."""

    # Rules of the particular game

    def cards_in(self, state: S, deal: int) -> int:
        """Return the number of cards per player in a deal; by default the whole pack is dealt."""
        return len(self.pack(state.seats)) // state.seats

    def cards(self, view: S) -> int:
        """Return the number of cards each player was dealt."""
        return self.cards_in(view, view.deal) if view.deal else 0

    def trump(self, view: S) -> Suit | None:
        return None

    @abstractmethod
    def deal_points(self, state: S) -> tuple[int, ...]:
        """Return each seat's points for the deal once no cards are left."""

    def start(self, seats: int, options: Settings, **fresh: Any) -> S:
        return super().start(seats, options, play=begun(seats), **fresh)

    # Permitted plays

    def playable(self, view: S, seat: int, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards of a hand that the seat whose turn it is may play."""
        return following(hand, view.play.trick[0] if view.play.trick else None)

    def refusal(self, view: S, command: Command) -> Message | None:
        phase = self.phase(view)
        if command.seat != view.turn or view.end is not None:
            return self.not_now(view, command, phase)
        if command.type != phase:
            if type(command) not in self.commands:
                return Message("not-in-this-game", {"type": command.type})
            return self.untimely(command, phase)
        if not isinstance(command, Play):
            return self.misstatement(view, command)
        if view.hands[command.seat].unknown or command.card in view.hands[command.seat].cards:
            return self.misplay(view, command)
        return Message("not-held", {"card": command.card}, self.rule("play"))

    def untimely(self, command: Command, phase: str) -> Message:
        """Return why a command is refused while another type is asked for."""
        return Message(f"{phase}-first", rule=self.rule(phase))

    def misstatement(self, view: S, command: Command) -> Message | None:
        """Return why a requested command other than a play is refused, or None."""
        return None

    def misplay(self, view: S, play: Play) -> Message | None:
        """Return why a card of the hand may not be played, or None if it may."""
        card, hand, trick = play.card, view.hands[play.seat].cards, view.play.trick
        if card in self.playable(view, play.seat, hand if card in hand else (*hand, card)):
            return None
        led = trick[0].suit if trick else None
        if led is not None and card.suit is not led and any(one.suit is led for one in hand):
            return Message("follow-suit", {"suit": led, "seat": play.seat}, self.rule("play"))
        return Message("card-barred", {"card": card}, self.rule("play"))

    def legal(self, view: S, seat: int) -> tuple[Command, ...]:
        if seat != view.turn or self.phase(view) != Play.type:
            return super().legal(view, seat)
        cards = self.playable(view, seat, view.hands[seat].cards)
        return tuple([Play(seat, card) for card in cards])

    # Derived events

    def step(self, state: S) -> Event | None:
        if state.turn is not None:
            return None
        return self.take(state) if state.play.whole else self.after_trick(state)

    def next_deal(self, state: S, chance: Chance) -> Dealt:
        """Return the next deal: one card each in turn; the seat left of the dealer leads."""
        deal, dealer = state.deal + 1, self.next_dealer(state)
        left = (dealer + 1) % state.seats
        order = chance.order("deal", self.pack(state.seats), deal)
        return Dealt(
            deal, dealer, left, dealt(order, state.seats, left, self.cards_in(state, deal))
        )

    def taker(self, view: S) -> int:
        """Return the seat whose card is winning the current trick."""
        place = winning(view.play.trick, self.trump(view))
        return (view.play.lead + place) % view.seats

    def take(self, state: S) -> TrickTaken:
        """Return the event of taking a complete trick."""
        return TrickTaken(self.taker(state))

    def after_trick(self, state: S) -> Event | None:
        """Return the next event between two tricks: the score once no cards are left."""
        return self.score(state) if none_left(state.hands) else None

    def goes_on(self, state: S) -> bool:
        """Return True if the next trick is led directly after this one."""
        return state.hands[state.play.lead].size > 0

    def score(self, state: S) -> Scored:
        """Return the score of a deal whose tricks have all been played."""
        points = self.deal_points(state)
        totals = tuple(map(sum, zip(state.totals, points, strict=True)))
        return Scored(state.deal, points, totals)

    def fold(self, state: S, event: Event) -> S:
        if isinstance(event, CardPlayed):  # The most frequent event by far comes first.
            return self.fold_play(state, event)
        match event:
            case TrickTaken():
                return self.fold_trick(state, event)
            case Dealt():
                return self.fold_deal(state, event)
        return super().fold(state, event)

    def fold_play(self, state: S, event: CardPlayed, **changes: Any) -> S:
        """Return the state after a card was played, with further changes."""
        seat, card, hands, play = event.seat, event.card, state.hands, state.play
        trick, seats = (*play.trick, card), state.seats
        return replace(
            state,
            hands=put(hands, seat, hands[seat].without(card)),
            turn=(play.lead + len(trick)) % seats if len(trick) < seats else None,
            play=TrickPlay(play.lead, trick, play.taken, play.won),
            **changes,
        )

    def fold_deal(self, state: S, event: Dealt, **changes: Any) -> S:
        """Return the state after a deal, in which the leader acts first, with further changes."""
        return replace(
            state,
            dealer=event.dealer,
            deal=event.deal,
            hands=event.hands,
            turn=event.leader,
            play=begun(state.seats, event.leader),
            **changes,
        )

    def fold_trick(self, state: S, event: TrickTaken, **changes: Any) -> S:
        """Return the state after a trick was taken, with further changes."""
        return self.between(replace(state, play=state.play.taken_by(event.seat), **changes))

    def between(self, state: S) -> S:
        """Return the state between two tricks; the taker leads unless something else follows."""
        return replace(state, turn=state.play.lead) if self.goes_on(state) else state

    # Methods for bots

    def unseen(self, view: S) -> tuple[Card, ...]:
        left = Counter(self.pack(view.seats))
        left.subtract([*view.play.cards, *[card for hand in view.hands for card in hand.cards]])
        return tuple(left.elements())

    def seen_hands(self, view: S, seat: int) -> tuple[Hand, ...]:
        """Return the hands as a seat knows them, from any seat's view."""
        return own_only(view.hands, seat)

    def unseen_by(self, view: S, seat: int) -> tuple[Card, ...]:
        """Return the cards of the deal that a seat has not seen, from any seat's view."""
        return self.unseen(replace(view, hands=self.seen_hands(view, seat)))

    def may_hold(self, view: S, seat: int, card: Card) -> bool:
        return not shown_void(view.play, seat, card.suit)

    def deal_of(self, view: S, seat: int) -> str:
        return (
            f"{view.deal}/{seat}/{spelled([*view.hands[seat].cards, *played_by(view.play, seat)])}"
        )

    # Messages and picture

    def meaning(self, view: S, command: Command) -> tuple[Message, ...]:
        if isinstance(command, Play):
            return self.card_said(view, command)
        return self.undertaking(view, command)

    def card_said(self, view: S, play: Play) -> tuple[Message, ...]:
        trick = () if view.play.whole else view.play.trick
        said = self.effect(view, trick, play.card)
        return (said,) if trick else (said, *self.lead_told(view, play))

    def rivals(self, view: S, play: Play) -> int:
        """Return how many unseen cards could take the trick from a card, if it wins so far."""
        trick = (*(() if view.play.whole else view.play.trick), play.card)
        trump, last = self.trump(view), len(trick)
        return sum(winning((*trick, one), trump) == last for one in self.unseen_by(view, play.seat))

    def lead_told(self, view: S, play: Play) -> tuple[Message, ...]:
        """Return the message on how many unseen cards beat a led card, empty if none are unseen."""
        count, total = self.rivals(view, play), len(self.unseen_by(view, play.seat))
        if count:
            return (Message("lead-rivals", {"count": count, "total": total}, self.rule("play")),)
        return (Message("lead-unbeaten", rule=self.rule("play")),) if total else ()

    def undertaking(self, view: S, command: Command) -> tuple[Message, ...]:
        """Return the meaning of a command other than a play; empty where it is only allowed."""
        return ()

    def effect(self, view: S, before: tuple[Card, ...], card: Card) -> Message:
        """Return the effect of a card on the earlier cards of its trick."""
        rule, trump = self.rule("play"), self.trump(view)
        if not before:
            return Message("leads", {"card": card}, rule)
        top, led = before[winning(before, trump)], before[0]
        values = {"card": card, "top": top}
        if beats(card, top, trump):
            trumps = card.suit is trump and led.suit is not trump
            return Message("trumps" if trumps else "beats", values, rule)
        last = len(before) + 1 == view.seats
        if card.suit is led.suit:
            return Message("follows" if last else "follows-so-far", values, rule)
        if card.suit is trump:
            return Message("under-trump" if last else "under-trump-so-far", values, rule)
        return Message("discards" if last else "discards-so-far", values, rule)

    def explain_trick(self, view: S, trick: Trick) -> tuple[tuple[int, tuple[Message, ...]], ...]:
        cards = trick.cards
        return tuple(
            (seat, (self.effect(view, cards[:turn], cards[turn]),))
            for turn, seat in enumerate(trick.seats(view.seats))
        )

    def plate(self, view: S, seat: int) -> Plate:
        """Return the content of a seat's plate: its total and the tricks won in the deal."""
        won = view.play.won[seat]
        line = Message("plate-tricks" if won else "plate-no-tricks", {"count": won})
        return Plate(view.totals[seat], line if view.deal else None)

    def sign(self, view: S) -> Sign | None:
        """Return the content of the trump sign."""
        trump = self.trump(view)
        return Sign(Message("sign-none" if trump is None else "sign-trump"), trump)

    def leaders(self, view: S) -> tuple[int, ...]:
        return leading(view.totals)

    def notices(self, view: S) -> tuple[Message, ...]:
        """Return what is announced at the table in this deal."""
        return ()

    def make_picture(self, view: S) -> Picture:
        play, trump = view.play, self.trump(view) if view.deal else None
        return Picture(
            deal=view.deal,
            deals=self.deals(view) or None,
            hands=view.hands,
            plates=tuple(self.plate(view, seat) for seat in range(view.seats)),
            cards=self.cards(view),
            dealer=view.dealer,
            turn=view.turn,
            mover=view.turn,
            asked="" if view.turn is None else self.phase(view),
            sides=self.sides(view.seats),
            trick=play.tricks[-1],
            winning=(self.taker(view) - play.lead) % view.seats if play.trick else None,
            taken=play.taken,
            trumps=() if trump is None else (trump,),
            sign=self.sign(view) if view.deal else None,
            leaders=self.leaders(view),
            notices=self.notices(view),
        )

    def opening(self, view: S) -> tuple[Message, ...]:
        return (Message("deal-last"),) if view.deal == self.deals(view) else ()
