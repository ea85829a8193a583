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
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.events import (
    CardPlayed,
    CardsDealt,
    DealScored,
    Event,
    LotDrawn,
    MatchEnded,
    TrickTaken,
)
from greenbaize.rules.game import ComparisonMeasure, Game, MatchState
from greenbaize.rules.hands import (
    Hand,
    Trick,
    TrickPlay,
    are_hands_empty,
    cards_played_by,
    deal_in_turn,
    find_winning_index,
    has_shown_void,
    hide_other_hands,
    is_beating,
    sorted_card_codes,
    start_trick_play,
    suit_following_cards,
    with_item_at,
)
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Option, OptionValues
from greenbaize.rules.ranking import find_leading_seats
from greenbaize.rules.table_snapshot import SeatPlate, TableSnapshot, TrumpSign


class TrickState(MatchState, kw_only=True):
    """The state of a trick game; ``play`` holds the deal's tricks."""

    play: TrickPlay


S = TypeVar("S", bound=TrickState)


class TrickGame(Game[S]):
    """A trick game; with ``TrickState`` as its state it needs only ``deal_points``."""

    comparison_measure = ComparisonMeasure.POINTS
    view_resets_each_deal = True
    options: ClassVar[tuple[Option, ...]] = ()
    event_classes: ClassVar[tuple[type[Event], ...]] = (
        LotDrawn,
        CardsDealt,
        CardPlayed,
        TrickTaken,
        DealScored,
        MatchEnded,
    )
    state_class: type[Any] = TrickState
    """``TrickState`` or a subclass whose own fields have defaults."""

    # Rules of the particular game

    def hand_size_in_deal(self, state: S, deal: int) -> int:
        """Return the number of cards per player in a deal; by default the whole pack is dealt."""
        return len(self.pack(state.seats)) // state.seats

    def hand_size(self, view: S) -> int:
        """Return the number of cards each player was dealt."""
        return self.hand_size_in_deal(view, view.deal) if view.deal else 0

    def trump_suit(self, view: S) -> Suit | None:
        return None

    @abstractmethod
    def deal_points(self, state: S) -> tuple[int, ...]:
        """Return each seat's points for the deal once no cards are left."""

    def initial_state(self, seats: int, options: OptionValues, **game_fields: Any) -> S:
        return super().initial_state(seats, options, play=start_trick_play(seats), **game_fields)

    # Permitted plays

    def playable_cards(self, view: S, seat: int, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards of a hand that the seat whose turn it is may play."""
        return suit_following_cards(hand, view.play.trick[0] if view.play.trick else None)

    def refusal(self, view: S, command: Command) -> Message | None:
        phase = self.phase(view)
        if command.seat != view.turn or view.end is not None:
            return self.timing_refusal(view, command, phase)
        if command.type != phase:
            if type(command) not in self.command_classes:
                return Message("not-in-this-game", {"type": command.type})
            return self.phase_refusal(command, phase)
        if not isinstance(command, PlayCommand):
            return self.statement_refusal(view, command)
        if view.hands[command.seat].unknown or command.card in view.hands[command.seat].cards:
            return self.play_refusal(view, command)
        return Message("not-held", {"card": command.card}, self.rule_reference("play"))

    def phase_refusal(self, command: Command, phase: str) -> Message:
        """Return why a command is refused while another type is asked for."""
        return Message(f"{phase}-first", rule=self.rule_reference(phase))

    def statement_refusal(self, view: S, command: Command) -> Message | None:
        """Return why a requested command other than a play is refused, or None."""
        return None

    def play_refusal(self, view: S, play: PlayCommand) -> Message | None:
        """Return why a card of the hand may not be played, or None if it may."""
        card, hand, trick = play.card, view.hands[play.seat].cards, view.play.trick
        if card in self.playable_cards(view, play.seat, hand if card in hand else (*hand, card)):
            return None
        led = trick[0].suit if trick else None
        if led is not None and card.suit is not led and any(one.suit is led for one in hand):
            return Message(
                "follow-suit", {"suit": led, "seat": play.seat}, self.rule_reference("play")
            )
        return Message("card-barred", {"card": card}, self.rule_reference("play"))

    def legal(self, view: S, seat: int) -> tuple[Command, ...]:
        if seat != view.turn or self.phase(view) != PlayCommand.type:
            return super().legal(view, seat)
        cards = self.playable_cards(view, seat, view.hands[seat].cards)
        return tuple([PlayCommand(seat, card) for card in cards])

    # Derived events

    def next_event_in_deal(self, state: S) -> Event | None:
        if state.turn is not None:
            return None
        return (
            self.trick_taken_event(state)
            if state.play.is_trick_complete
            else self.next_event_after_trick(state)
        )

    def next_deal(self, state: S, chance: Chance) -> CardsDealt:
        """Return the next deal: one card each in turn; the seat left of the dealer leads."""
        deal, dealer = state.deal + 1, self.next_dealer(state)
        left_seat = (dealer + 1) % state.seats
        order = chance.draw_order("deal", self.pack(state.seats), deal)
        return CardsDealt(
            deal,
            dealer,
            left_seat,
            deal_in_turn(order, state.seats, left_seat, self.hand_size_in_deal(state, deal)),
        )

    def taker(self, view: S) -> int:
        """Return the seat whose card is winning the current trick."""
        winning_position = find_winning_index(view.play.trick, self.trump_suit(view))
        return (view.play.leader + winning_position) % view.seats

    def trick_taken_event(self, state: S) -> TrickTaken:
        """Return the event of taking a complete trick."""
        return TrickTaken(self.taker(state))

    def next_event_after_trick(self, state: S) -> Event | None:
        """Return the next event between two tricks: the score once no cards are left."""
        return self.score_event(state) if are_hands_empty(state.hands) else None

    def leads_next_trick(self, state: S) -> bool:
        """Return True if the next trick is led directly after this one."""
        return state.hands[state.play.leader].size > 0

    def score_event(self, state: S) -> DealScored:
        """Return the score of a deal whose tricks have all been played."""
        points = self.deal_points(state)
        totals = tuple(map(sum, zip(state.totals, points, strict=True)))
        return DealScored(state.deal, points, totals)

    def fold(self, state: S, event: Event) -> S:
        if isinstance(event, CardPlayed):  # The most frequent event by far comes first.
            return self.fold_play(state, event)
        match event:
            case TrickTaken():
                return self.fold_trick(state, event)
            case CardsDealt():
                return self.fold_deal(state, event)
        return super().fold(state, event)

    def fold_play(self, state: S, event: CardPlayed, **changes: Any) -> S:
        """Return the state after a card was played, with further changes."""
        seat, card, hands, play = event.seat, event.card, state.hands, state.play
        trick, seats = (*play.trick, card), state.seats
        return replace(
            state,
            hands=with_item_at(hands, seat, hands[seat].without_card(card)),
            turn=(play.leader + len(trick)) % seats if len(trick) < seats else None,
            play=TrickPlay(play.leader, trick, play.taken_tricks, play.tricks_won),
            **changes,
        )

    def fold_deal(self, state: S, event: CardsDealt, **changes: Any) -> S:
        """Return the state after a deal, in which the leader acts first, with further changes."""
        return replace(
            state,
            dealer=event.dealer,
            deal=event.deal,
            hands=event.hands,
            turn=event.leader,
            play=start_trick_play(state.seats, event.leader),
            **changes,
        )

    def fold_trick(self, state: S, event: TrickTaken, **changes: Any) -> S:
        """Return the state after a trick was taken, with further changes."""
        return self.start_next_trick(
            replace(state, play=state.play.take_trick(event.seat), **changes)
        )

    def start_next_trick(self, state: S) -> S:
        """Return the state between two tricks; the taker leads unless something else follows."""
        return replace(state, turn=state.play.leader) if self.leads_next_trick(state) else state

    # Methods for bots

    def unseen_cards(self, view: S) -> tuple[Card, ...]:
        card_counts = Counter(self.pack(view.seats))
        card_counts.subtract(
            [*view.play.played_cards, *[card for hand in view.hands for card in hand.cards]]
        )
        return tuple(card_counts.elements())

    def hands_known_to(self, view: S, seat: int) -> tuple[Hand, ...]:
        """Return the hands as a seat knows them, from any seat's view."""
        return hide_other_hands(view.hands, seat)

    def cards_unseen_by(self, view: S, seat: int) -> tuple[Card, ...]:
        """Return the cards of the deal that a seat has not seen, from any seat's view."""
        return self.unseen_cards(replace(view, hands=self.hands_known_to(view, seat)))

    def may_hold(self, view: S, seat: int, card: Card) -> bool:
        return not has_shown_void(view.play, seat, card.suit)

    def deal_identity(self, view: S, seat: int) -> str:
        cards = [*view.hands[seat].cards, *cards_played_by(view.play, seat)]
        return f"{view.deal}/{seat}/{sorted_card_codes(cards)}"

    # Messages and picture

    def meaning(self, view: S, command: Command) -> tuple[Message, ...]:
        if isinstance(command, PlayCommand):
            return self.card_meaning(view, command)
        return self.statement_meaning(view, command)

    def card_meaning(self, view: S, play: PlayCommand) -> tuple[Message, ...]:
        trick = () if view.play.is_trick_complete else view.play.trick
        effect_message = self.card_effect(view, trick, play.card)
        return (effect_message,) if trick else (effect_message, *self.describe_lead(view, play))

    def count_rivals(self, view: S, play: PlayCommand) -> int:
        """Return how many unseen cards could take the trick from a card, if it wins so far."""
        trick = (*(() if view.play.is_trick_complete else view.play.trick), play.card)
        trump, card_index = self.trump_suit(view), len(trick)
        return sum(
            find_winning_index((*trick, unseen_card), trump) == card_index
            for unseen_card in self.cards_unseen_by(view, play.seat)
        )

    def describe_lead(self, view: S, play: PlayCommand) -> tuple[Message, ...]:
        """Return the message on how many unseen cards beat a led card, empty if none are unseen."""
        count, total = self.count_rivals(view, play), len(self.cards_unseen_by(view, play.seat))
        if count:
            return (
                Message(
                    "lead-rivals", {"count": count, "total": total}, self.rule_reference("play")
                ),
            )
        return (Message("lead-unbeaten", rule=self.rule_reference("play")),) if total else ()

    def statement_meaning(self, view: S, command: Command) -> tuple[Message, ...]:
        """Return the meaning of a command other than a play; empty where it is only allowed."""
        return ()

    def card_effect(self, view: S, earlier_cards: tuple[Card, ...], card: Card) -> Message:
        """Return the effect of a card on the earlier cards of its trick."""
        rule, trump = self.rule_reference("play"), self.trump_suit(view)
        if not earlier_cards:
            return Message("leads", {"card": card}, rule)
        top, led = earlier_cards[find_winning_index(earlier_cards, trump)], earlier_cards[0]
        values = {"card": card, "top": top}
        if is_beating(card, top, trump):
            is_first_trump = card.suit is trump and led.suit is not trump
            return Message("trumps" if is_first_trump else "beats", values, rule)
        is_last = len(earlier_cards) + 1 == view.seats
        if card.suit is led.suit:
            return Message("follows" if is_last else "follows-so-far", values, rule)
        if card.suit is trump:
            return Message("under-trump" if is_last else "under-trump-so-far", values, rule)
        return Message("discards" if is_last else "discards-so-far", values, rule)

    def explain_trick(self, view: S, trick: Trick) -> tuple[tuple[int, tuple[Message, ...]], ...]:
        cards = trick.cards
        return tuple(
            (seat, (self.card_effect(view, cards[:turn], cards[turn]),))
            for turn, seat in enumerate(trick.seats_in_order(view.seats))
        )

    def plate(self, view: S, seat: int) -> SeatPlate:
        """Return the content of a seat's plate: its total and the tricks won in the deal."""
        trick_count = view.play.tricks_won[seat]
        line = Message("plate-tricks" if trick_count else "plate-no-tricks", {"count": trick_count})
        return SeatPlate(view.totals[seat], line if view.deal else None)

    def trump_sign(self, view: S) -> TrumpSign | None:
        """Return the content of the trump sign."""
        trump = self.trump_suit(view)
        return TrumpSign(Message("sign-none" if trump is None else "sign-trump"), trump)

    def leading_seats(self, view: S) -> tuple[int, ...]:
        return find_leading_seats(view.totals)

    def notices(self, view: S) -> tuple[Message, ...]:
        """Return what is announced at the table in this deal."""
        return ()

    def make_picture(self, view: S) -> TableSnapshot:
        play, trump = view.play, self.trump_suit(view) if view.deal else None
        return TableSnapshot(
            deal=view.deal,
            deal_count=self.max_deals(view) or None,
            hands=view.hands,
            plates=tuple(self.plate(view, seat) for seat in range(view.seats)),
            hand_size=self.hand_size(view),
            dealer=view.dealer,
            turn=view.turn,
            acting_seat=view.turn,
            question_kind="" if view.turn is None else self.phase(view),
            sides=self.sides(view.seats),
            trick=play.tricks[-1],
            winning_index=(self.taker(view) - play.leader) % view.seats if play.trick else None,
            taken_tricks=play.taken_tricks,
            trumps=() if trump is None else (trump,),
            sign=self.trump_sign(view) if view.deal else None,
            leading_seats=self.leading_seats(view),
            notices=self.notices(view),
        )

    def deal_announcements(self, view: S) -> tuple[Message, ...]:
        return (Message("deal-last"),) if view.deal == self.max_deals(view) else ()
