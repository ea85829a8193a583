"""What games of tricks share: following suit, who takes a trick, score, sheet, picture, reasons.

A game of partners at which suit is followed says no more than what its deals score. One with other
rules says where it differs: ``playable`` and ``misplay`` are what may be played and why not,
``effect`` is what a card does, ``phase`` and ``choices`` are what else is asked, and the words of
``rules`` say where the pages speak of all that.
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
    """A match of a trick game as somebody knows it; ``play`` are the deal's tricks."""

    play: TrickPlay


S = TypeVar("S", bound=TrickState)


class TrickGame(Game[S]):
    """A game of tricks; with ``TrickState`` as its state it needs only ``deal_points``."""

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
    """This or a class of it, whose own fields have values to begin with."""

    # What a game says

    def cards_in(self, state: S, deal: int) -> int:
        """How many cards each player gets in a deal: the whole pack, unless said otherwise."""
        return len(self.pack(state.seats)) // state.seats

    def cards(self, view: S) -> int:
        """How many cards each player was dealt."""
        return self.cards_in(view, view.deal) if view.deal else 0

    def trump(self, view: S) -> Suit | None:
        return None

    @abstractmethod
    def deal_points(self, state: S) -> tuple[int, ...]:
        """What each seat scores in the deal, once nobody has cards left."""

    def start(self, seats: int, options: Settings, **fresh: Any) -> S:
        return super().start(seats, options, play=begun(seats), **fresh)

    # What may be done

    def playable(self, view: S, seat: int, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        """Those cards of a hand that the seat, whose turn it is, may play with it."""
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
        """Why a command may not be while another is asked for."""
        return Message(f"{phase}-first", rule=self.rule(phase))

    def misstatement(self, view: S, command: Command) -> Message | None:
        """Why a command that is asked for and plays no card may not be, or None if it may."""
        return None

    def misplay(self, view: S, play: Play) -> Message | None:
        """Why a card of the hand may not be played, or None if it may."""
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

    # What follows

    def step(self, state: S) -> Event | None:
        if state.turn is not None:
            return None
        return self.take(state) if state.play.whole else self.after_trick(state)

    def next_deal(self, state: S, chance: Chance) -> Dealt:
        """The next deal: one card each in turn, and the dealer's left leads."""
        deal, dealer = state.deal + 1, self.next_dealer(state)
        left = (dealer + 1) % state.seats
        order = chance.order("deal", self.pack(state.seats), deal)
        return Dealt(
            deal, dealer, left, dealt(order, state.seats, left, self.cards_in(state, deal))
        )

    def taker(self, view: S) -> int:
        """The seat that has the trick on the table so far."""
        place = winning(view.play.trick, self.trump(view))
        return (view.play.lead + place) % view.seats

    def take(self, state: S) -> TrickTaken:
        """Who takes the trick, to which everybody has played."""
        return TrickTaken(self.taker(state))

    def after_trick(self, state: S) -> Event | None:
        """What follows between two tricks: the deal's score once its cards are played."""
        return self.score(state) if none_left(state.hands) else None

    def goes_on(self, state: S) -> bool:
        """Whether after a trick the next one is led, as nothing else follows."""
        return state.hands[state.play.lead].size > 0

    def score(self, state: S) -> Scored:
        """The score of a deal whose tricks have all been played."""
        points = self.deal_points(state)
        totals = tuple(map(sum, zip(state.totals, points, strict=True)))
        return Scored(state.deal, points, totals)

    def fold(self, state: S, event: Event) -> S:
        if isinstance(event, CardPlayed):  # far more often than all others
            return self.fold_play(state, event)
        match event:
            case TrickTaken():
                return self.fold_trick(state, event)
            case Dealt():
                return self.fold_deal(state, event)
        return super().fold(state, event)

    def fold_play(self, state: S, event: CardPlayed, **changes: Any) -> S:
        """The state after a card, with other changes of its own."""
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
        """The state after a deal, in which the leader acts first, with other changes of its own."""
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
        """The state after a trick has been taken, with other changes of its own."""
        return self.between(replace(state, play=state.play.taken_by(event.seat), **changes))

    def between(self, state: S) -> S:
        """The state between two tricks, where the taker leads unless something else follows."""
        return replace(state, turn=state.play.lead) if self.goes_on(state) else state

    # What players that think ahead ask

    def unseen(self, view: S) -> tuple[Card, ...]:
        left = Counter(self.pack(view.seats))
        left.subtract([*view.play.cards, *[card for hand in view.hands for card in hand.cards]])
        return tuple(left.elements())

    def seen_hands(self, view: S, seat: int) -> tuple[Hand, ...]:
        """Return the hands as a seat knows them, whoever's view is asked."""
        return own_only(view.hands, seat)

    def unseen_by(self, view: S, seat: int) -> tuple[Card, ...]:
        """Return the cards of the deal that a seat has not seen, whoever's view is asked."""
        return self.unseen(replace(view, hands=self.seen_hands(view, seat)))

    def may_hold(self, view: S, seat: int, card: Card) -> bool:
        return not shown_void(view.play, seat, card.suit)

    def deal_of(self, view: S, seat: int) -> str:
        return (
            f"{view.deal}/{seat}/{spelled([*view.hands[seat].cards, *played_by(view.play, seat)])}"
        )

    # What is said and shown

    def meaning(self, view: S, command: Command) -> tuple[Message, ...]:
        if isinstance(command, Play):
            return self.card_said(view, command)
        return self.undertaking(view, command)

    def card_said(self, view: S, play: Play) -> tuple[Message, ...]:
        trick = () if view.play.whole else view.play.trick
        said = self.effect(view, trick, play.card)
        return (said,) if trick else (said, *self.lead_told(view, play))

    def rivals(self, view: S, play: Play) -> int:
        """Return how many unseen cards can take the trick from a card, if it wins so far."""
        trick = (*(() if view.play.whole else view.play.trick), play.card)
        trump, last = self.trump(view), len(trick)
        return sum(winning((*trick, one), trump) == last for one in self.unseen_by(view, play.seat))

    def lead_told(self, view: S, play: Play) -> tuple[Message, ...]:
        """Say how many unseen cards can beat a card that would be led, if any are unseen."""
        count, total = self.rivals(view, play), len(self.unseen_by(view, play.seat))
        if count:
            return (Message("lead-rivals", {"count": count, "total": total}, self.rule("play")),)
        return (Message("lead-unbeaten", rule=self.rule("play")),) if total else ()

    def undertaking(self, view: S, command: Command) -> tuple[Message, ...]:
        """What a command would mean that plays no card; nothing where it is only allowed."""
        return ()

    def effect(self, view: S, before: tuple[Card, ...], card: Card) -> Message:
        """What a card does to the cards played before it in its trick."""
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
        """What a seat's plate shows: its total, and the tricks it has won in the deal."""
        won = view.play.won[seat]
        line = Message("plate-tricks" if won else "plate-no-tricks", {"count": won})
        return Plate(view.totals[seat], line if view.deal else None)

    def sign(self, view: S) -> Sign | None:
        """What the sign at the table shows: the trump."""
        trump = self.trump(view)
        return Sign(Message("sign-none" if trump is None else "sign-trump"), trump)

    def leaders(self, view: S) -> tuple[int, ...]:
        return leading(view.totals)

    def notices(self, view: S) -> tuple[Message, ...]:
        """What is announced at the table in this deal."""
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
