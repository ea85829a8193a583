"""Shedding play, the base of Rank: turns, draws, leaving, Anti-Rank (``rank.md``)."""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Final

from msgspec.structs import replace

from greenbaize.cards import Card
from greenbaize.games.shedding.events import (
    AntiRankDeclared,
    CameBack,
    Leaving,
    Passed,
    PileDealt,
    PlacesScored,
    WentOut,
)
from greenbaize.games.shedding.ring import PACK, Step, due_step, playable, step_of
from greenbaize.games.shedding.state import BACK_CARDS, ShedState
from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.events import CardPlayed, CardsDrawn, Ended, Event, LotDrawn, Said, Scored
from greenbaize.rules.game import Game, Question
from greenbaize.rules.hands import Hand, dealt, put, spelled
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.pictures import Flag, Luck, Made, News, Picture, Plate, TurnLogEntry
from greenbaize.rules.places import is_near, leading, ranked
from greenbaize.rules.thinking import believable_cards, believable_totals

CARDS: Final = 5
ONE_PACK: Final = 4
"""Largest number of players for one pack."""
STANDS: Final = "stands"
"""Value of the option ``anti_rank``: Anti-Rank stands until somebody can play (``rank.md 5``)."""
ROUND: Final = "round"
"""Value of the option ``anti_rank``: everybody passes again before the next Anti-Rank."""


class SheddingGame(Game[ShedState]):
    """Game in which players who get rid of all cards are out, and the last one loses."""

    state = ShedState
    deals_anew = True
    events = (
        LotDrawn,
        PileDealt,
        CardPlayed,
        CardsDrawn,
        Passed,
        Leaving,
        CameBack,
        WentOut,
        AntiRankDeclared,
        PlacesScored,
        Ended,
    )

    def pack(self, seats: int) -> Sequence[Card]:
        """Return one pack with its two jokers, or two from five players on (``rank.md 1``)."""
        return PACK if seats <= ONE_PACK else PACK * 2

    def deals(self, state: ShedState) -> int:
        return state.options.number("deals")

    def ending(self, state: ShedState, chance: Chance) -> Ended:
        return Ended(state.totals, ranked([(-total,) for total in state.totals]))

    def next_deal(self, state: ShedState, chance: Chance) -> PileDealt:
        """Return a deal of five cards each, one opened, the rest the stock (``rank.md 1``)."""
        deal, seats, dealer = state.deal + 1, state.seats, self.next_dealer(state)
        left = (dealer + 1) % seats
        order = chance.order("deal", self.pack(seats), deal)
        hands = dealt(order, seats, left, CARDS)
        pile, *stock = order[seats * CARDS :]
        return PileDealt(deal, dealer, left, hands, pile, Hand(tuple(stock)))

    def score(self, state: ShedState) -> PlacesScored:
        """Return the ranks in which the players went out, the card holder last (``rank.md 6``)."""
        order = (*state.out, *state.playing)
        places = tuple(order.index(seat) + 1 for seat in range(state.seats))
        totals = tuple(map(sum, zip(state.totals, places, strict=True)))
        return PlacesScored(state.deal, places, totals, places)

    # Legal commands

    def refusal(self, view: ShedState, command: Command) -> Message | None:
        if command.seat != view.turn or view.end is not None:
            return self.not_now(view, command, "turn")
        if not isinstance(command, Play):
            return Message("not-in-this-game", {"type": command.type})
        card, hand = command.card, view.hands[command.seat]
        if card not in hand.cards and not hand.unknown:
            return Message("not-held", {"card": card}, self.rules["play"])
        if view.anti:
            return None
        return _misfit(command, hand, view.pile[-1])

    def legal(self, view: ShedState, seat: int) -> tuple[Command, ...]:
        if seat != view.turn:
            return ()
        hand = view.hands[seat].cards
        cards = dict.fromkeys(hand) if view.anti else playable(hand, view.pile[-1])
        return tuple([Play(seat, card) for card in cards])

    def question(self, view: ShedState, seat: int) -> Question | None:
        return super().question(view, seat) if self.legal(view, seat) else None

    def choice_key(self, command: Command) -> Hashable:
        """Return the same key for cards of a rank, and for jokers.

        Suits never matter (``rank.md 2``).
        """
        return command.card.rank if isinstance(command, Play) else command

    # Turns and deals

    def step(self, state: ShedState) -> Event | None:
        if len(state.out) == state.seats - 1:
            return self.score(state)
        return self._leaver_moves(state) or self._mover_moves(state)

    def _leaver_moves(self, state: ShedState) -> Event | None:
        """Return the event of a leaver: back when the next player plays, out when they draw.

        See ``rank.md 4``; a leaver who is called back first draws cards, if there are any.
        """
        leaver = state.leaving
        if leaver is None:
            return None
        if state.called:
            if state.hands[leaver].size:
                return CameBack(leaver)
            return CardsDrawn(leaver, state.stock.first(BACK_CARDS))
        return WentOut(leaver) if state.drew else None

    def _mover_moves(self, state: ShedState) -> Event | None:
        """Return the event of a mover without a choice, None if they must choose a card."""
        seat = state.mover
        hand = state.hands[seat]
        if not hand.size:
            return Leaving(seat) if state.stock.size else WentOut(seat)
        if state.anti or hand.unknown or due_step(hand.cards, state.pile[-1]) is not None:
            return None
        return self._stuck(state)

    def _stuck(self, state: ShedState) -> Event:
        """Return the event of a mover who can play nothing (``rank.md`` 3, 5)."""
        seat = state.mover
        if state.stock.size and not state.drew:
            return CardsDrawn(seat, state.stock.first(1))
        return AntiRankDeclared(seat) if state.stuck_for_good else Passed(seat)

    def possible(self, view: ShedState) -> tuple[Event, ...]:
        """Return the event of a mover who may be unable to play, for views without the hand.

        A card that is known to be in the hand and fits must be played (``rank.md 2``).
        """
        hand = view.hands[view.mover]
        if view.turn is None or view.anti or not hand.unknown:
            return ()
        return () if due_step(hand.cards, view.pile[-1]) is not None else (self._stuck(view),)

    def fold(self, state: ShedState, event: Event) -> ShedState:
        match event:
            case CardPlayed():
                after = self._fold_play(state, event)
            case CardsDrawn():
                after = self._fold_draw(state, event)
            case Passed():
                after = replace(_next_turn(state, event.seat), passed=state.passed | {event.seat})
            case Leaving():
                after = replace(_next_turn(state, event.seat), leaving=event.seat)
            case CameBack():
                after = replace(state, leaving=None, called=False)
            case WentOut():
                after = _fold_out(state, event.seat)
            case AntiRankDeclared():
                stands = state.options.word("anti_rank") == STANDS
                after = replace(state, anti=True, anti_stands=stands)
            case PileDealt():
                return self._fold_deal(state, event)
            case _:
                return super().fold(state, event)
        return _settled(replace(after, moves=(*state.moves, event)))

    def _fold_play(self, state: ShedState, event: CardPlayed) -> ShedState:
        seat, hands = event.seat, state.hands
        hand = hands[seat].without(event.card)
        after = replace(
            state,
            hands=put(hands, seat, hand),
            pile=(*state.pile, event.card),
            drew=False,
            called=state.leaving is not None,
            passed=frozenset(),
            anti_stands=state.anti and state.anti_stands,
        )
        if state.anti and hand.size:
            return _next_turn(after, seat)
        return after

    def _fold_draw(self, state: ShedState, event: CardsDrawn) -> ShedState:
        seat, hands = event.seat, state.hands
        hands = put(hands, seat, hands[seat].joined(event.cards))
        after = replace(state, hands=hands, stock=state.stock.after(event.cards.size))
        return after if seat == state.leaving else replace(after, drew=True)

    def _fold_deal(self, state: ShedState, event: PileDealt) -> ShedState:
        dealt = ShedState(
            seats=state.seats,
            options=state.options,
            dealer=event.dealer,
            deal=event.deal,
            hands=event.hands,
            stock=event.stock,
            pile=(event.pile,),
            mover=event.leader,
            totals=state.totals,
            scores=state.scores,
        )
        return _settled(dealt)

    # Queries of computer players that look ahead

    def unseen(self, view: ShedState) -> tuple[Card, ...]:
        left = Counter(self.pack(view.seats))
        left.subtract(view.pile)
        for hand in (*view.hands, view.stock):
            left.subtract(hand.cards)
        return tuple(left.elements())

    def may_hold(self, view: ShedState, seat: int, card: Card) -> bool:
        """Return False for a card that fitted when the seat was stuck, unless it drew since."""
        played = 0
        for event in reversed(view.moves):
            match event:
                case CardPlayed():
                    played += 1
                case CardsDrawn() if event.seat == seat:
                    return True
                case Passed() | AntiRankDeclared() if event.seat == seat:
                    if step_of(card, view.pile[-1 - played]) is not None:
                        return False
        return True

    def gain(self, before: ShedState, scored: Scored, seat: int) -> float:
        """Return the negated rank in the deal: the first out is best."""
        return -scored.points[seat]

    def worth_of(self, view: ShedState, at: int, seat: int) -> float:
        """Return by how much the rank was better than the middle one."""
        return (view.seats + 1) / 2 - view.scores[at].points[seat]

    def told_of_swing(self, view: ShedState, at: int, seat: int, worth: float) -> Message | None:
        scored = view.scores[at]
        values = {"deal": scored.deal, "place": scored.points[seat]}
        code = "swing-helped" if worth > 0 else "swing-hurt"
        return Message(code, values, self.rules["score"])

    def deal_of(self, view: ShedState, seat: int) -> str:
        """Return a key of the deal and the cards that the seat was dealt, without later draws."""
        dealt = list(view.hands[seat].cards)
        for event in reversed(view.moves):
            match event:
                case CardPlayed() if event.seat == seat:
                    dealt.append(event.card)
                case CardsDrawn() if event.seat == seat:
                    for card in event.cards.cards:
                        dealt.remove(card)
        return f"{view.deal}/{seat}/{spelled(dealt)}"

    def place_counts(self, view: ShedState) -> bool:
        deals = self.deals(view)
        return deals > 1 and is_near(deals, view.deal)

    def believable(self, view: ShedState) -> bool:
        pack, out = self.pack(view.seats), {*view.out, view.leaving}
        hidden = (*view.hands, view.stock)
        return (
            all(hand.size or seat in out for seat, hand in enumerate(view.hands))
            and believable_cards(hidden, view.pile, pack, most=len(pack))
            and believable_totals(view.totals)
        )

    # Sentences and pictures

    def meaning(self, view: ShedState, command: Command) -> tuple[Message, ...]:
        assert isinstance(command, Play)
        step = Step.ANTI_RANK if view.anti else step_of(command.card, view.pile[-1])
        assert step is not None
        values = {"card": command.card, "top": view.pile[-1]}
        said = [Message(f"fits-{step.name.lower().replace('_', '-')}", values, step.value)]
        if view.leaving is not None:
            back = {"seat": view.leaving, "count": min(BACK_CARDS, view.stock.size)}
            said.append(Message("calls-back", back, self.rules["back"]))
        if view.anti_stands and not view.anti:
            said.append(Message("cancels-antirank", rule=self.rules["antirank"]))
        if view.hands[command.seat].size == 1:
            taken = 0 if view.leaving is None else BACK_CARDS
            code = "last-card-leaving" if view.stock.size > taken else "last-card-out"
            said.append(Message(code, rule=self.rules["leaving"]))
        return tuple(said)

    def news(self, event: Event, view: ShedState) -> News | None:
        match event:
            case Leaving(seat):
                return News(seat, Message("notice-leaving", {"seat": seat}), Flag.LEAVING)
            case CameBack(seat):
                return News(seat, Message("news-back", {"seat": seat}), Flag.BACK)
            case WentOut(seat):
                values = {"seat": seat, "place": view.out.index(seat) + 1}
                return News(seat, Message("news-out", values), Flag.OUT)
            case AntiRankDeclared(seat):
                return News(seat, Message("news-antirank", {"seat": seat}), Flag.CALL)
        return None

    def log_entry(self, event: Event) -> TurnLogEntry | None:
        match event:
            case CardPlayed(seat, card):
                return TurnLogEntry(seat, Message("choice-card", {"card": card}))
            case CardsDrawn(seat, cards):
                return TurnLogEntry(seat, Message("turn-draw", {"number": cards.size}))
            case Passed(seat):
                return TurnLogEntry(seat, Message("turn-pass"))
            case Leaving() | CameBack() | WentOut():
                return TurnLogEntry(event.seat, Message(f"turn-{event.type}"))
            case AntiRankDeclared(seat):
                return TurnLogEntry(seat, Message("turn-antirank"))
        return None

    def explain_forced(self, event: Event, view: ShedState) -> Message | None:
        match event:
            case CardsDrawn(seat) if seat == view.leaving:
                return Message("stuck-leaver-draws", rule=self.rules["back"])
            case CardsDrawn():
                return Message("stuck-draws", rule=self.rules["draw"])
            case Passed(seat):
                own = (one for one in reversed(view.moves) if getattr(one, "seat", None) == seat)
                next(own)
                drew = isinstance(next(own, None), CardsDrawn)
                code = "stuck-drew" if drew else "stuck-passes"
                return Message(code, rule=self.rules["pass"])
            case AntiRankDeclared():
                return Message("stuck-for-good", rule=self.rules["antirank"])
        return None

    def said(self, event: Said) -> Message | None:
        return Message("turn-pass") if isinstance(event, Passed) else None

    def make_picture(self, view: ShedState) -> Picture:
        return Picture(
            deal=view.deal,
            deals=self.deals(view),
            hands=view.hands,
            plates=tuple(self._plate(view, seat) for seat in range(view.seats)),
            dealer=view.dealer,
            turn=view.turn,
            mover=view.mover if view.deal else None,
            asked="" if view.turn is None else Play.type,
            pile=view.pile,
            stock=view.stock.size,
            leaders=leading([-total for total in view.totals]) if self.deals(view) > 1 else (),
            notices=self._notices(view),
        )

    def opening(self, view: ShedState) -> tuple[Message, ...]:
        last = 1 < view.deal == self.deals(view)
        return (Message("deal-last"),) if last else ()

    def made_by(self, scored: Scored, view: ShedState, seat: int) -> Made:
        rule, place, last = self.rules["score"], scored.points[seat], max(scored.points)
        luck = Luck.GOOD if place == 1 else Luck.BAD if place == last else Luck.NEITHER
        words = Message("made-place", {"place": place}, rule)
        return Made(words, luck, Message("comes-in", {"seat": seat, "place": place}, rule))

    def _plate(self, view: ShedState, seat: int) -> Plate:
        note = None
        if seat in view.out:
            place = view.out.index(seat) + 1
            note = Message("plate-out", {"place": place}, self.rules["out"])
        elif seat == view.leaving:
            note = Message("plate-leaving", rule=self.rules["leaving"])
        # The notes have the ranks of a single deal.
        total = view.totals[seat] if self.deals(view) > 1 else None
        return Plate(total, cards=view.hands[seat].size, note=note)

    def _notices(self, view: ShedState) -> tuple[Message, ...]:
        if view.deal > len(view.scores) and view.anti:
            return (Message("notice-antirank", {"seat": view.mover}, self.rules["antirank"]),)
        if view.deal > len(view.scores) and view.anti_stands:
            return (Message("notice-antirank-stands", rule=self.rules["antirank"]),)
        if view.leaving is not None:
            return (Message("notice-leaving", {"seat": view.leaving}, self.rules["leaving"]),)
        return ()


def _misfit(play: Play, hand: Hand, top: Card) -> Message | None:
    """Return why a card may not be played on the top card, None if it may (``rank.md 2``)."""
    card, step = play.card, step_of(play.card, top)
    if step is None:
        return Message("misfit", {"card": card, "top": top}, "rank.md 2")
    due = due_step(hand.cards, top)
    if card not in hand.cards or due is step:
        return None
    assert due is not None
    cards = playable(hand.cards, top)
    values: dict[str, Value] = {"card": card, "top": top, "cards": cards, "seat": play.seat}
    return Message(f"{due.name.lower().replace('_', '-')}-first", values, due.value)


def _next_turn(state: ShedState, seat: int) -> ShedState:
    """Pass the turn clockwise to the next player who is in and holds cards."""
    ahead = ((seat + step) % state.seats for step in range(1, state.seats + 1))
    mover = next((one for one in ahead if state.hands[one].size), seat)
    return replace(state, mover=mover, drew=False, anti=False)


def _fold_out(state: ShedState, seat: int) -> ShedState:
    after = replace(state, out=(*state.out, seat))
    if seat == state.leaving:
        return replace(after, leaving=None)
    return _next_turn(after, seat)


def _settled(state: ShedState) -> ShedState:
    """Return the state with the seat to play, None while an event follows by itself."""
    hand = state.hands[state.mover]
    over = len(state.out) == state.seats - 1
    leaver_moves = state.leaving is not None and (state.called or state.drew)
    able = state.anti or hand.unknown or due_step(hand.cards, state.pile[-1]) is not None
    follows = over or leaver_moves or not (hand.size and able)
    return replace(state, turn=None if follows else state.mover)
