"""Test game made of what every game must declare and nothing more.

It has features that the other games have not: partners, no bids, an open card in the dealer's hand,
a message on each plate, a question that offers only playable cards, and an unknown number of deals.
The last card dealt names trump and stays with the dealer; the side with more tricks scores those
above half, and the first side at five wins.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from greenbaize.cards import PACK_52, Card
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
    TrickPlay,
    deal_in_turn,
    find_winning_index,
    start_trick_play,
    suit_following_cards,
)
from greenbaize.rules.messages import GameVocabulary, Message
from greenbaize.rules.options import OptionValues
from greenbaize.rules.ranking import find_leading_seats
from greenbaize.rules.table_snapshot import SeatPlate, TableSnapshot, TrumpSign

TURNUP_HAND_SIZE = 5
TURNUP_GOAL = 5
TURNUP_SIDES = (0, 1, 0, 1)


class TurnUpDealt(CardsDealt):
    """Deal whose last card lies open before the dealer."""

    turned: Card


class TurnUpState(MatchState, kw_only=True):
    turned: Card | None = None
    play: TrickPlay

    @property
    def trick_taker(self) -> int:
        trump = None if self.turned is None else self.turned.suit
        return (self.play.leader + find_winning_index(self.play.trick, trump)) % self.seats


class TurnUpGame(Game[TurnUpState]):
    """Game of partners with a turned-up trump."""

    name = "turnup"
    seats = range(4, 5)
    comparison_measure = ComparisonMeasure.POINTS
    state_class = TurnUpState
    options = ()
    event_classes = (LotDrawn, TurnUpDealt, CardPlayed, TrickTaken, DealScored, MatchEnded)
    rule_references: ClassVar = {"end": "turnup.md", "play": "turnup.md"}

    def sides(self, seats: int) -> tuple[int, ...]:
        return TURNUP_SIDES

    def vocabulary(self) -> GameVocabulary:
        return GameVocabulary(
            sentences={"turnup-won": ("{count} trick taken", "{count} tricks taken")}
        )

    def initial_state(self, seats: int, options: OptionValues, **game_fields: Any) -> TurnUpState:
        return super().initial_state(seats, options, play=start_trick_play(seats), **game_fields)

    def refusal(self, view: TurnUpState, command: Command) -> Message | None:
        reason = self.timing_refusal(view, command, "play")
        if reason is not None or view.hands[command.seat].unknown:
            return reason
        return None if command in self.choices(view, command.seat) else Message("play-first")

    def choices(self, view: TurnUpState, seat: int) -> Sequence[Command]:
        led = view.play.trick[0] if view.play.trick else None
        return [
            PlayCommand(seat, card) for card in suit_following_cards(view.hands[seat].cards, led)
        ]

    def is_finished(self, state: TurnUpState) -> bool:
        return max(state.totals) >= TURNUP_GOAL

    def next_deal(self, state: TurnUpState, chance: Chance) -> TurnUpDealt:
        dealer = self.next_dealer(state)
        leader = (dealer + 1) % state.seats
        order = chance.draw_order("deal", PACK_52, state.deal + 1)
        hands = deal_in_turn(order, state.seats, leader, TURNUP_HAND_SIZE)
        return TurnUpDealt(state.deal + 1, dealer, leader, hands, hands[dealer].cards[-1])

    def next_event_in_deal(self, state: TurnUpState) -> Event | None:
        if state.turn is not None:
            return None
        if state.play.is_trick_complete:
            return TrickTaken(state.trick_taker)
        won = [0, 0]
        for seat, tricks in enumerate(state.play.tricks_won):
            won[TURNUP_SIDES[seat]] += tricks
        points = tuple(max(0, won[side] - TURNUP_HAND_SIZE // 2) for side in TURNUP_SIDES)
        return DealScored(
            state.deal, points, tuple(map(sum, zip(state.totals, points, strict=True)))
        )

    def fold(self, state: TurnUpState, event: Event) -> TurnUpState:
        match event:
            case TurnUpDealt():
                return replace(
                    state,
                    dealer=event.dealer,
                    deal=event.deal,
                    hands=event.hands,
                    turned=event.turned,
                    turn=event.leader,
                    play=start_trick_play(state.seats, event.leader),
                )
            case CardPlayed(seat, card):
                play = replace(state.play, trick=(*state.play.trick, card))
                hands = list(state.hands)
                hands[seat] = hands[seat].without_card(card)
                turn = None if play.is_trick_complete else play.next_seat
                return replace(state, hands=tuple(hands), play=play, turn=turn)
            case TrickTaken(seat):
                turn = seat if state.hands[seat].size else None
                return replace(state, play=state.play.take_trick(seat), turn=turn)
        return super().fold(state, event)

    def tell(self, event: Event, state: TurnUpState, seat: int | None) -> Event:
        if not isinstance(event, TurnUpDealt):
            return event
        hands = [hand if owner == seat else hand.hidden for owner, hand in enumerate(event.hands)]
        if seat != event.dealer:
            hands[event.dealer] = Hand((event.turned,), TURNUP_HAND_SIZE - 1)
        return replace(event, hands=tuple(hands))

    def meaning(self, view: TurnUpState, command: Command) -> tuple[Message, ...]:
        assert isinstance(command, PlayCommand)
        return (Message("leads", {"card": command.card}),)

    def make_picture(self, view: TurnUpState) -> TableSnapshot:
        return TableSnapshot(
            deal=view.deal,
            deal_count=None,
            hands=view.hands,
            plates=tuple(
                SeatPlate(total, deal_message=Message("turnup-won", {"count": won}))
                for total, won in zip(view.totals, view.play.tricks_won, strict=True)
            ),
            dealer=view.dealer,
            turn=view.turn,
            sides=self.sides(view.seats),
            trick=view.play.tricks[-1],
            winning_index=(view.trick_taker - view.play.leader) % view.seats
            if view.play.trick
            else None,
            taken_tricks=view.play.taken_tricks,
            trump_card=view.turned,
            sign=None
            if view.turned is None
            else TrumpSign(Message("sign-trump"), view.turned.suit),
            leading_seats=find_leading_seats(view.totals),
        )


TURNUP = TurnUpGame()
