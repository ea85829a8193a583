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
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.events import CardPlayed, Dealt, Ended, Event, LotDrawn, Scored, TrickTaken
from greenbaize.rules.game import Counts, Game, State
from greenbaize.rules.hands import Hand, TrickPlay, begun, dealt, following, winning
from greenbaize.rules.messages import Message, Words
from greenbaize.rules.options import Settings
from greenbaize.rules.pictures import Picture, Plate, Sign
from greenbaize.rules.places import leading

CARDS = 5
GOAL = 5
SIDES = (0, 1, 0, 1)


class TurnedUp(Dealt):
    """Deal whose last card lies open before the dealer."""

    turned: Card


class TurnUpState(State, kw_only=True):
    turned: Card | None = None
    play: TrickPlay

    @property
    def winner(self) -> int:
        trump = None if self.turned is None else self.turned.suit
        return (self.play.lead + winning(self.play.trick, trump)) % self.seats


class TurnUp(Game[TurnUpState]):
    """Game of partners with a turned-up trump."""

    name = "turnup"
    seats = range(4, 5)
    counts = Counts.POINTS
    state = TurnUpState
    options = ()
    events = (LotDrawn, TurnedUp, CardPlayed, TrickTaken, Scored, Ended)
    rules: ClassVar = {"end": "turnup.md", "play": "turnup.md"}

    def sides(self, seats: int) -> tuple[int, ...]:
        return SIDES

    def words(self) -> Words:
        return Words(sentences={"turnup-won": ("{count} trick taken", "{count} tricks taken")})

    def start(self, seats: int, options: Settings, **fresh: Any) -> TurnUpState:
        return super().start(seats, options, play=begun(seats), **fresh)

    def refusal(self, view: TurnUpState, command: Command) -> Message | None:
        reason = self.not_now(view, command, "play")
        if reason is not None or view.hands[command.seat].unknown:
            return reason
        return None if command in self.choices(view, command.seat) else Message("play-first")

    def choices(self, view: TurnUpState, seat: int) -> Sequence[Command]:
        led = view.play.trick[0] if view.play.trick else None
        return [Play(seat, card) for card in following(view.hands[seat].cards, led)]

    def finished(self, state: TurnUpState) -> bool:
        return max(state.totals) >= GOAL

    def next_deal(self, state: TurnUpState, chance: Chance) -> TurnedUp:
        dealer = self.next_dealer(state)
        left = (dealer + 1) % state.seats
        order = chance.order("deal", PACK_52, state.deal + 1)
        hands = dealt(order, state.seats, left, CARDS)
        return TurnedUp(state.deal + 1, dealer, left, hands, hands[dealer].cards[-1])

    def step(self, state: TurnUpState) -> Event | None:
        if state.turn is not None:
            return None
        if state.play.whole:
            return TrickTaken(state.winner)
        won = [0, 0]
        for seat, tricks in enumerate(state.play.won):
            won[SIDES[seat]] += tricks
        points = tuple(max(0, won[side] - CARDS // 2) for side in SIDES)
        return Scored(state.deal, points, tuple(map(sum, zip(state.totals, points, strict=True))))

    def fold(self, state: TurnUpState, event: Event) -> TurnUpState:
        match event:
            case TurnedUp():
                return replace(
                    state,
                    dealer=event.dealer,
                    deal=event.deal,
                    hands=event.hands,
                    turned=event.turned,
                    turn=event.leader,
                    play=begun(state.seats, event.leader),
                )
            case CardPlayed(seat, card):
                play = replace(state.play, trick=(*state.play.trick, card))
                hands = list(state.hands)
                hands[seat] = hands[seat].without(card)
                turn = None if play.whole else play.next
                return replace(state, hands=tuple(hands), play=play, turn=turn)
            case TrickTaken(seat):
                turn = seat if state.hands[seat].size else None
                return replace(state, play=state.play.taken_by(seat), turn=turn)
        return super().fold(state, event)

    def tell(self, event: Event, state: TurnUpState, seat: int | None) -> Event:
        if not isinstance(event, TurnedUp):
            return event
        hidden = [hand if own == seat else hand.hidden for own, hand in enumerate(event.hands)]
        if seat != event.dealer:
            hidden[event.dealer] = Hand((event.turned,), CARDS - 1)
        return replace(event, hands=tuple(hidden))

    def meaning(self, view: TurnUpState, command: Command) -> tuple[Message, ...]:
        assert isinstance(command, Play)
        return (Message("leads", {"card": command.card}),)

    def make_picture(self, view: TurnUpState) -> Picture:
        return Picture(
            deal=view.deal,
            deals=None,
            hands=view.hands,
            plates=tuple(
                Plate(total, line=Message("turnup-won", {"count": won}))
                for total, won in zip(view.totals, view.play.won, strict=True)
            ),
            dealer=view.dealer,
            turn=view.turn,
            sides=self.sides(view.seats),
            trick=view.play.tricks[-1],
            winning=(view.winner - view.play.lead) % view.seats if view.play.trick else None,
            taken=view.play.taken,
            turned=view.turned,
            sign=None if view.turned is None else Sign(Message("sign-trump"), view.turned.suit),
            leaders=leading(view.totals),
        )


TURNUP = TurnUp()
